// @ts-check
// The plots of a comparison over many boards: effort over cost, and one search against another.

import { boardsOf, byBoard, chosenPairs, isSolved, pairsOf, STATISTICS, wins, winWords } from "./compare-runs.js";
import { h, replace, uniqueId } from "./dom.js";
import { number, seconds, short } from "./format.js";
import { scatterPlot } from "./scatter-plot.js";

/** More signs are not told apart. */
const MOST_SERIES = 6;

const textOf = (statistic) => (statistic === "seconds" ? seconds : number);
const tickOf = (statistic) => (statistic === "seconds" ? seconds : short);

/** @param {{store: any}} context */
export function createSetPlots({ store }) {
  const ids = ["statistic", "first-search", "second-search"].map(uniqueId);
  const choose = (id, change) => h("select", { id, onchange: change });
  const statistic = choose(ids[0], () => store.setState({ statistic: statistic.value }));
  const first = choose(ids[1], () => store.setState({ against: [first.value, second.value] }));
  const second = choose(ids[2], () => store.setState({ against: [first.value, second.value] }));
  replace(statistic, Object.entries(STATISTICS).map(([value, title]) => h("option", { value }, title)));
  const field = (id, label, input) => h("div", { class: "field" }, h("label", { for: id }, label), input);
  const firstField = field(ids[1], "A", first);
  const secondField = field(ids[2], "B", second);
  const verdict = h("p", { class: "win-words", role: "status" });
  const plots = h("div", { class: "plots" });
  const element = h("section", { class: "card", "aria-label": "Scatter plots", hidden: true },
    h("div", { class: "card-title" }, h("h2", null, "Board by board"),
      h("div", { class: "row plot-choices" }, field(ids[0], "by", statistic), firstField, secondField)),
    verdict, plots);

  return {
    element,
    /** @param {any[]} runs @param {any} state */
    update(runs, { statistic: wanted, against }) {
      const solved = runs.filter(isSolved);
      element.hidden = boardsOf(runs).length < 2 || !solved.length;
      if (element.hidden) return;
      const pairs = pairsOf(runs);
      const [one, other] = chosenPairs(runs, against);
      statistic.value = wanted;
      for (const [select, chosen] of [[first, one], [second, other]]) {
        replace(select, pairs.map((pair) => h("option", { value: pair }, pair)));
        select.value = chosen ?? "";
      }
      firstField.hidden = secondField.hidden = pairs.length < 2;
      // Over its cost, a cost is a line; the effort is plotted then.
      const effort = wanted === "cost" ? "expanded" : wanted;
      const title = STATISTICS[effort];
      const [text, tick] = [textOf(effort), tickOf(effort)];
      const series = pairs.slice(0, MOST_SERIES).map((name) => ({
        name,
        points: [...byBoard(solved, name).values()].map((run) => ({
          x: run.cost, y: run[effort], label: `${name}, ${run.board}: cost ${run.cost}, ${text(run[effort])} ${title}`,
        })),
      }));
      const overCost = scatterPlot({
        title: `${title[0].toUpperCase()}${title.slice(1)} over the cost of the solution`,
        summary: `${solved.length} runs; the numbers are in the table of all runs.`,
        x: { label: "cost of the solution", scale: "linear", format: number },
        y: { label: title, scale: "log", format: tick }, series,
      });
      const score = other ? wins(runs, [one, other], wanted) : null;
      const ownText = textOf(wanted);
      const duel = score?.boards
        ? scatterPlot({
            title: `${one} against ${other}`, summary: winWords([one, other], score, wanted), diagonal: true,
            x: { label: `A: ${one}`, scale: wanted === "cost" ? "linear" : "log", format: tickOf(wanted) },
            y: { label: `B: ${other}`, scale: wanted === "cost" ? "linear" : "log", format: tickOf(wanted) },
            series: [{ name: "boards", points: score.points.map((point) =>
              ({ ...point, label: `${point.board}: A ${ownText(point.x)}, B ${ownText(point.y)}` })) }],
          })
        : null;
      verdict.textContent = score ? winWords([one, other], score, wanted) : "";
      replace(plots, overCost, duel && h("div", null, duel,
        h("p", { class: "muted small" }, "Below the line B has less, above it A.")));
    },
  };
}
