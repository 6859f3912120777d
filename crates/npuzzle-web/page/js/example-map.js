// @ts-check
// A map to begin with, and what a good guess of its distances looks like.

/** A map to begin with: two ways to the goal, of which the one with fewer steps is the dearer. */
export const EXAMPLE_MAP = `# start, goals, then a line for each state
home
school
home: park,2 market,5
park: bridge,2
market: school,6
bridge: station,1
station: school,2
school:`;

export const EXAMPLE_ESTIMATES = `home: 6
park: 4
market: 5
bridge: 2
station: 2
school: 0`;
