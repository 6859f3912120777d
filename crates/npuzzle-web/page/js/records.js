// @ts-check
// Times of boards solved by hand, kept by the browser for each size.

/** So many times are kept for each size; the best ones stay. */
const MOST_KEPT = 50;
const OF_AVERAGE = 5;

/** @typedef {{seconds: number, moves: number}} Time */
/** @typedef {{best: Time | null, fewest: number | null, bestAverage: number | null, times: Time[]}} Records */

/** @returns {Records} */
export const noRecords = () => ({ best: null, fewest: null, bestAverage: null, times: [] });

/**
 * The average of five as speed-solvers count it: the last five, without the fastest and the slowest of them.
 * @param {Time[]} times
 * @returns {number | null} `null` while there are fewer
 */
export function averageOfFive(times) {
  if (times.length < OF_AVERAGE) {
    return null;
  }
  const counted = times.slice(-OF_AVERAGE).map(({ seconds }) => seconds).sort((a, b) => a - b).slice(1, -1);
  return counted.reduce((sum, seconds) => sum + seconds, 0) / counted.length;
}

const least = (one, other) => (one === null || (other !== null && other < one) ? other : one);

/**
 * The records after one more time.
 * @param {Records} records
 * @param {Time} time
 * @returns {Records}
 */
export function withTime(records, time) {
  const times = [...records.times, time].slice(-MOST_KEPT);
  const isBest = records.best === null || time.seconds < records.best.seconds;
  return {
    best: isBest ? time : records.best,
    fewest: least(records.fewest, time.moves),
    bestAverage: least(records.bestAverage, averageOfFive(times)),
    times,
  };
}

const isTime = (value) => value !== null && typeof value === "object" && value.seconds > 0 && value.moves > 0;
const isCount = (value) => typeof value === "number" && value > 0;

/**
 * Reads what the browser has kept; what is no record counts as none.
 * @param {string | null} text
 * @returns {Records}
 */
export function readRecords(text) {
  try {
    const { best, fewest, bestAverage, times } = JSON.parse(text ?? "{}");
    return {
      best: isTime(best) ? best : null,
      fewest: isCount(fewest) ? fewest : null,
      bestAverage: isCount(bestAverage) ? bestAverage : null,
      times: Array.isArray(times) ? times.filter(isTime).slice(-MOST_KEPT) : [],
    };
  } catch {
    return noRecords();
  }
}

const keyOf = (size) => `npuzzle.times.${size}`;

/**
 * @param {string} size such as `3x3`
 * @returns {Records}
 */
export function loadRecords(size) {
  try {
    return readRecords(localStorage.getItem(keyOf(size)));
  } catch {
    return noRecords();
  }
}

/**
 * @param {string} size
 * @param {Records} records
 */
export function saveRecords(size, records) {
  try {
    localStorage.setItem(keyOf(size), JSON.stringify(records));
  } catch {
    // A browser that keeps nothing still lets one play.
  }
}
