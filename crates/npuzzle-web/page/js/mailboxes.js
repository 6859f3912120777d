// @ts-check
// Letters between workers that answer one question together, through memory that they share.
//
// Each has a ring of bytes for each other one: one writes it and one reads it, so nothing is locked. A letter may be
// longer than a ring: what has no room waits at its sender, and goes on whenever that sends or receives. Workers wait at
// a bell, which whoever writes to them rings.

/** Bytes of a ring: a power of two. */
const RING = 2 ** 16;
/** Before each letter stands its length, in so many bytes. */
const HEAD = 4;
/** A worker that still has something to send looks for room so often, in milliseconds. */
const LOOK = 5;
/** Letters that others have not taken after so long are lost, in milliseconds: they do not answer any more. */
const PATIENCE = 10_000;

/** Bells, and the counts of both ends of each ring, as numbers of four bytes. */
const numbers = (size) => size + 2 * size * size;

/**
 * Memory for so many workers.
 * @param {number} size
 */
export const sharedBy = (size) => new SharedArrayBuffer(4 * numbers(size) + RING * size * size);

/** One worker's place among those that share the memory. */
export class Mailboxes {
  #bells;
  /** Bytes that were written to each ring and read from it, by sender and receiver. They begin anew at 2^32. */
  #written;
  #read;
  #bytes;
  /** What has no room yet, by receiver. @type {Uint8Array[][]} */
  #unsent;
  /** The beginning of a letter, by sender. @type {Uint8Array[]} */
  #begun;
  /** Letters that were not asked for yet. The first byte is the sender. @type {Uint8Array[]} */
  #letters = [];

  /**
   * @param {SharedArrayBuffer} shared
   * @param {number} size how many share it
   * @param {number} rank which of them this one is
   */
  constructor(shared, size, rank) {
    this.size = size;
    this.rank = rank;
    this.#bells = new Int32Array(shared, 0, size);
    this.#written = new Int32Array(shared, 4 * size, size * size);
    this.#read = new Int32Array(shared, 4 * (size + size * size), size * size);
    this.#bytes = new Uint8Array(shared, 4 * numbers(size));
    this.#unsent = Array.from({ length: size }, () => []);
    this.#begun = Array.from({ length: size }, () => new Uint8Array(0));
  }

  /** Bytes that are not in a ring yet. */
  get unsent() {
    return this.#unsent.flat().reduce((sum, part) => sum + part.length, 0);
  }

  /**
   * @param {number} to
   * @param {Uint8Array} letter only lent
   */
  send(to, letter) {
    const bytes = new Uint8Array(HEAD + letter.length);
    new DataView(bytes.buffer).setUint32(0, letter.length, true);
    bytes.set(letter, HEAD);
    this.#unsent[to].push(bytes);
    this.#write(to);
  }

  /**
   * The next letter of a sender, or of any, after its number; `undefined` if none comes within so many milliseconds.
   * @param {number} from the sender; -1 for any
   * @param {number} patience
   */
  receive(from, patience) {
    const until = performance.now() + patience;
    for (;;) {
      const rung = Atomics.load(this.#bells, this.rank);
      this.#unsent.forEach((_, to) => this.#write(to));
      for (let sender = 0; sender < this.size; sender += 1) this.#take(sender);
      const place = this.#letters.findIndex(([sender]) => from === -1 || sender === from);
      if (place >= 0) return this.#letters.splice(place, 1)[0];
      const left = until - performance.now();
      if (left <= 0) return undefined;
      Atomics.wait(this.#bells, this.rank, rung, this.unsent > 0 ? Math.min(left, LOOK) : left);
    }
  }

  /** Sends what is left, to those that still read. */
  close() {
    const until = performance.now() + PATIENCE;
    while (this.unsent > 0 && performance.now() < until) {
      Atomics.wait(this.#bells, this.rank, Atomics.load(this.#bells, this.rank), LOOK);
      this.#unsent.forEach((_, to) => this.#write(to));
    }
  }

  /** Where the ring of a pair begins. */
  #ring(pair) {
    return pair * RING;
  }

  /** Writes as much as there is room for. */
  #write(to) {
    const parts = this.#unsent[to];
    const pair = this.rank * this.size + to;
    let hasWritten = false;
    while (parts.length > 0) {
      const written = Atomics.load(this.#written, pair);
      const room = RING - ((written - Atomics.load(this.#read, pair)) | 0);
      if (room === 0) break;
      const part = parts[0].subarray(0, room);
      const place = written & (RING - 1);
      this.#bytes.set(part.subarray(0, RING - place), this.#ring(pair) + place);
      this.#bytes.set(part.subarray(RING - place), this.#ring(pair));
      Atomics.store(this.#written, pair, (written + part.length) | 0);
      if (part.length === parts[0].length) parts.shift();
      else parts[0] = parts[0].subarray(part.length);
      hasWritten = true;
    }
    if (hasWritten) {
      Atomics.add(this.#bells, to, 1);
      Atomics.notify(this.#bells, to);
    }
  }

  /** Takes what a sender has written. */
  #take(from) {
    const pair = from * this.size + this.rank;
    const read = Atomics.load(this.#read, pair);
    const count = (Atomics.load(this.#written, pair) - read) | 0;
    if (count === 0) return;
    const place = read & (RING - 1);
    const first = Math.min(count, RING - place);
    const ring = this.#ring(pair);
    let begun = new Uint8Array(this.#begun[from].length + count);
    begun.set(this.#begun[from]);
    begun.set(this.#bytes.subarray(ring + place, ring + place + first), this.#begun[from].length);
    begun.set(this.#bytes.subarray(ring, ring + count - first), this.#begun[from].length + first);
    Atomics.store(this.#read, pair, (read + count) | 0);
    while (begun.length >= HEAD) {
      const end = HEAD + new DataView(begun.buffer, begun.byteOffset).getUint32(0, true);
      if (begun.length < end) break;
      const letter = begun.slice(HEAD - 1, end);
      letter[0] = from;
      this.#letters.push(letter);
      begun = begun.subarray(end);
    }
    this.#begun[from] = begun.slice();
  }
}
