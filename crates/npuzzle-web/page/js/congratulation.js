// @ts-check
// What is said when the goal is reached, on the page and on a card for others.

import { h } from "./dom.js";
import { clock, number, plural } from "./format.js";

/**
 * @typedef {{moves: number, byHand: boolean, fewest: number | null,
 *   time: {seconds: number, isBest: boolean} | null}} Feat `fewest`: from the start, `null` if not known; `time`: `null`
 *   if it was not the player's doing
 */

/** @param {Feat} feat */
export function titleOf({ moves, byHand, time }) {
  const clocked = time && byHand ? ` and ${clock(time.seconds)} s${time.isBest ? ", your best time" : ""}` : "";
  return `${byHand ? "Solved" : "The goal is reached"} in ${plural(moves, "move")}${clocked}`;
}

/** @param {Feat} feat */
function wordsOf(feat) {
  const { moves, fewest } = feat;
  if (fewest === null) {
    return `${titleOf(feat)}.`;
  }
  const best = fewest === moves ? "That is the fewest there can be" : `The fewest from the start are ${number(fewest)}`;
  return `${titleOf(feat)}. ${best}.`;
}

/**
 * What a card for others says about a board.
 * @param {{size: string, day: string, fewest: number | null, feat: Feat | null}} about `day`: of a daily board, or "";
 *   `fewest`: moves from the start; `feat`: `null` as long as the board is not solved
 * @returns {{title: string, lines: string[]}}
 */
export function cardWords({ size, day, fewest, feat }) {
  const shape = size.replace("x", "\u00a0×\u00a0");
  const kind = day ? `Daily board of ${day}, ${shape}` : `A board of ${shape}`;
  const best = feat ? `The fewest are ${number(fewest ?? 0)}.` : `Can you do it in ${plural(fewest ?? 0, "move")}?`;
  const title = feat ? titleOf(feat) : `Can you solve this ${shape}?`;
  return { title, lines: fewest === null ? [kind] : [kind, best] };
}

/**
 * @param {{messages: ReturnType<typeof import("./message-line.js").createMessageLine>,
 *   celebration: ReturnType<typeof import("./celebration.js").createCelebration>, announce: (text: string) => void,
 *   finish: () => Feat["time"], onNew: () => void}} hooks `finish`: ends the clock of the player
 */
export function createCongratulation({ messages, celebration, announce, finish, onNew }) {
  let wasSolved = false;
  let time = null;
  const another = h("button", { type: "button", class: "button", onclick: onNew }, "New board");

  return {
    /** How it went, the clock included. */
    feat: (feat) => ({ ...feat, time }),
    /**
     * @param {boolean} isSolved
     * @param {Omit<Feat, "time">} feat
     */
    update(isSolved, feat) {
      // A board that is solved from the beginning earns no praise.
      if (!isSolved || feat.moves === 0) {
        messages.clear("solved");
        if (wasSolved) {
          celebration.end();
        }
        wasSolved = isSolved;
        return;
      }
      if (!wasSolved) {
        time = finish();
        celebration.begin();
        announce(wordsOf({ ...feat, time }));
      }
      wasSolved = true;
      messages.say("solved", wordsOf({ ...feat, time }), { kind: "good", actions: [another] });
    },
  };
}
