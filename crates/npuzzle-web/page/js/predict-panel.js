// @ts-check
// The guess: the candidates side by side; a press on one, or the next key, shows the answer.

import { h, replace } from "./dom.js";
import { drawState } from "./state-picture.js";

/** @param {{reveal: () => void}} actions */
export function createPredictPanel({ reveal }) {
  const asks = h("p", { class: "predict-asks" });
  const list = h("ul", { class: "predict-list" });
  const element = h("section", { class: "predict", "aria-label": "Prediction", hidden: true }, asks, list);
  /** What was guessed, and the step that shows whether it was right. */
  let guess = null;
  let score = { right: 0, of: 0 };
  let counted = -1;

  function take(candidate, answerAt) {
    guess = { answerAt, right: candidate.right };
    if (counted !== answerAt) score = { right: score.right + (candidate.right ? 1 : 0), of: score.of + 1 };
    counted = answerAt;
    reveal();
  }

  return {
    element,
    /** Forgets the guesses: another search begins. */
    reset() {
      [guess, score, counted] = [null, { right: 0, of: 0 }, -1];
    },
    /**
     * @param {import("./predict.js").Prediction | null} prediction
     * @param {{step: number, goal: string | null, drawings?: Record<string, string>}} moment
     */
    update(prediction, { step, goal, drawings }) {
      element.hidden = false;
      const verdict = guess?.answerAt === step
        ? `${guess.right ? "Right." : "Not this time."} ${score.right} of ${score.of} guessed.`
        : "";
      if (!prediction) {
        asks.textContent = verdict || "Press → for the next question.";
        replace(list);
        return;
      }
      asks.textContent = `${verdict} ${prediction.asks}`.trim();
      replace(list, prediction.candidates.map((candidate) =>
        h("li", null, h("button", { type: "button", class: "button predict-choice",
          onclick: () => take(candidate, prediction.answerAt) },
        candidate.node
          ? drawState(candidate.node.state, { size: "thumb", goal, label: "candidate", drawing: drawings?.[candidate.node.state] })
          : null,
        h("span", null, candidate.words)))));
    },
    hide() {
      element.hidden = true;
    },
  };
}
