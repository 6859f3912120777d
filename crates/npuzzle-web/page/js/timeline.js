// @ts-check
// A position between 0 and a length, and the clock that moves it. It knows nothing of what is shown.

/** The speeds that the transport bar offers, in steps a second. */
export const SPEEDS = [0.5, 1, 2, 4, 8, 15, 30, 60, 125, 250, 500, 1000, 2500, 5000, 10000];

/** A longer pause than this is no frame but a sleeping page, in milliseconds: it is not caught up with. */
const LONGEST_FRAME = 250;

export class Timeline {
  #length = 0;
  #position = 0;
  #speed = 4;
  #playing = false;
  #listeners = new Set();
  #frame = 0;
  #last = 0;
  /** Part of a step that has gone by. */
  #rest = 0;

  /** @param {{length?: number, position?: number, speed?: number}} [values] */
  constructor({ length = 0, position = 0, speed = 4 } = {}) {
    this.#length = Math.max(0, length);
    this.#position = Math.min(Math.max(0, position), this.#length);
    this.#speed = speed;
  }

  /** Number of steps; the positions are 0 to `length`, both included. */
  get length() {
    return this.#length;
  }

  set length(length) {
    this.set({ length });
  }

  get position() {
    return this.#position;
  }

  get playing() {
    return this.#playing;
  }

  /** Steps a second. */
  get speed() {
    return this.#speed;
  }

  set speed(speed) {
    this.set({ speed });
  }

  /**
   * Sets several values at once, so that no listener sees a new length with an old position.
   * @param {{length?: number, position?: number, speed?: number}} values
   */
  set({ length = this.#length, position = this.#position, speed = this.#speed }) {
    const before = [this.#length, this.#position, this.#speed, this.#playing];
    this.#length = Math.max(0, Math.floor(length));
    this.#position = Math.min(Math.max(0, Math.round(position) || 0), this.#length);
    this.#speed = speed > 0 ? speed : this.#speed;
    if (this.#playing && this.#position === this.#length) {
      this.#halt();
    }
    if ([this.#length, this.#position, this.#speed, this.#playing].some((value, index) => value !== before[index])) {
      this.#notify();
    }
  }

  /**
   * Goes to a position, as near as there is one. Playing goes on from there, unless that is the end.
   * @param {number} position
   */
  seek(position) {
    this.set({ position });
  }

  /**
   * Goes so many steps on, or back; a hand on the bar ends the playing.
   * @param {number} steps
   */
  step(steps) {
    this.pause();
    this.seek(this.#position + steps);
  }

  /** Plays to the end; from the end: from the beginning. */
  play() {
    if (this.#playing || this.#length === 0) {
      return;
    }
    if (this.#position === this.#length) {
      this.#position = 0;
    }
    this.#playing = true;
    this.#rest = 0;
    this.#last = performance.now();
    this.#frame = requestAnimationFrame((now) => this.#tick(now));
    this.#notify();
  }

  pause() {
    if (this.#playing) {
      this.#halt();
      this.#notify();
    }
  }

  /** Plays, or pauses. */
  toggle() {
    if (this.#playing) {
      this.pause();
    } else {
      this.play();
    }
  }

  /** One step of the speeds offered: 1 faster, -1 slower. */
  changeSpeed(direction) {
    const faster = SPEEDS.filter((speed) => (direction > 0 ? speed > this.#speed : speed < this.#speed));
    const next = direction > 0 ? faster[0] : faster.at(-1);
    if (next) {
      this.speed = next;
    }
  }

  /**
   * Calls the listener after each change of length, position, playing or speed.
   * @param {(timeline: Timeline) => void} listener
   * @returns {() => void} ends that
   */
  onchange(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #halt() {
    this.#playing = false;
    cancelAnimationFrame(this.#frame);
  }

  #tick(now) {
    this.#rest += (Math.min(Math.max(0, now - this.#last), LONGEST_FRAME) / 1000) * this.#speed;
    this.#last = now;
    const steps = Math.floor(this.#rest);
    this.#rest -= steps;
    if (steps > 0) {
      this.seek(this.#position + steps);
    }
    if (this.#playing) {
      this.#frame = requestAnimationFrame((next) => this.#tick(next));
    }
  }

  #notify() {
    for (const listener of [...this.#listeners]) {
      listener(this);
    }
  }
}
