// @ts-check
// How fast a solution is played: as the reader chose, or faster where that would take too long. What the page chooses is
// for one solution: it is no setting, and no link holds it.

/** A solution that would play longer than this is played faster, in seconds. */
const LONGEST_PLAY = 40;
const FASTER = [8, 15, 30, 60, 125, 250, 500, 1000];

/**
 * @param {number} moves
 * @param {number} speed moves a second that the reader chose
 */
export function paceOf(moves, speed) {
  return moves / speed <= LONGEST_PLAY ? speed : (FASTER.find((faster) => moves / faster <= LONGEST_PLAY) ?? FASTER.at(-1));
}
