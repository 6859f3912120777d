// @ts-check
// The board of the day: the same for all who play the same size, since its seed is the date.

/**
 * The seed of a day, such as 20260131.
 * @param {Date} day by the reader's own calendar
 */
export function seedOfDay(day) {
  return day.getFullYear() * 10_000 + (day.getMonth() + 1) * 100 + day.getDate();
}

/**
 * The day of a board that was made as `random:20260131`, as `2026-01-31`.
 * @param {string} made
 * @param {string} goal the goal of the board; a daily board has the usual one
 * @returns {string} "" if it is the board of no day
 */
export function dayOf(made, goal) {
  const [, year, month, day] = /^random:(20\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.exec(made) ?? [];
  return year && goal === "last" ? `${year}-${month}-${day}` : "";
}
