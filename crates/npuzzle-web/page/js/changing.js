// @ts-check
// Values that change over time, each with all its versions: any moment is found by looking up, not by replaying.

/** The last place in a rising list whose value is at most `limit`, or -1. */
export function lastUpTo(values, limit) {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** A value that changes over time. */
export class Changing {
  constructor(first) {
    this.steps = [0];
    this.values = [first];
  }

  get latest() {
    return this.values[this.values.length - 1];
  }

  set(step, value) {
    if (this.steps[this.steps.length - 1] === step) this.values.pop();
    else this.steps.push(step);
    this.values.push(value);
  }

  at(step) {
    return this.values[lastUpTo(this.steps, step)];
  }
}
