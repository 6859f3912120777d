// @ts-check
// Animated GIFs: frames of numbers that name colours of one palette, packed as the format wants it (LZW). Where nothing
// has changed nothing is written: a frame may be smaller than the picture.

/** @typedef {{left: number, top: number, width: number, height: number, pixels: Uint8Array, delay: number}} Frame */

/** Codes of LZW have at most so many bits. */
const MOST_BITS = 12;

/** Bytes that come one after the other. */
class Bytes {
  #parts = [];

  /** @param {Iterable<number>} values */
  push(values) {
    this.#parts.push(Uint8Array.from(values));
  }

  /** A number of two bytes, the low one first. */
  word(value) {
    this.push([value & 255, value >> 8]);
  }

  text(value) {
    this.push([...value].map((letter) => letter.charCodeAt(0)));
  }

  /** Data in blocks of up to 255 bytes, each with its length, and an empty one at the end. */
  blocks(data) {
    for (let at = 0; at < data.length; at += 255) {
      const block = data.slice(at, at + 255);
      this.push([block.length]);
      this.push(block);
    }
    this.push([0]);
  }

  whole() {
    const length = this.#parts.reduce((sum, part) => sum + part.length, 0);
    const whole = new Uint8Array(length);
    let at = 0;
    for (const part of this.#parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }
}

/**
 * Packs numbers below `2 ** bits`.
 * @param {Uint8Array} pixels
 * @param {number} bits at least 2
 * @returns {number[]}
 */
export function pack(pixels, bits) {
  const clear = 1 << bits;
  const bytes = [];
  let held = 0;
  let heldBits = 0;
  let width = bits + 1;
  /** The code of a known run followed by a pixel. */
  let codes = new Map();
  let next = clear + 2;

  const emit = (code) => {
    held |= code << heldBits;
    heldBits += width;
    while (heldBits >= 8) {
      bytes.push(held & 255);
      held >>= 8;
      heldBits -= 8;
    }
  };

  emit(clear);
  let run = pixels[0];
  for (let at = 1; at < pixels.length; at += 1) {
    const key = run * 256 + pixels[at];
    const known = codes.get(key);
    if (known !== undefined) {
      run = known;
      continue;
    }
    emit(run);
    run = pixels[at];
    if (next === 1 << MOST_BITS) {
      emit(clear);
      codes = new Map();
      next = clear + 2;
      width = bits + 1;
      continue;
    }
    // The reader learns a code one step later than the writer: the width grows when it is used, not when it is made.
    if (next === 1 << width) {
      width += 1;
    }
    codes.set(key, next);
    next += 1;
  }
  emit(run);
  if (next === 1 << width && width < MOST_BITS) {
    width += 1;
  }
  emit(clear + 1);
  if (heldBits > 0) {
    bytes.push(held & 255);
  }
  return bytes;
}

/**
 * A film that is repeated for ever.
 * @param {{width: number, height: number, palette: number[][], frames: Iterable<Frame>}} film `palette`: up to 256
 *   colours as red, green and blue; `delay` of a frame: hundredths of a second
 * @returns {Uint8Array}
 */
export function encodeGif({ width, height, palette, frames }) {
  const bits = Math.max(2, Math.ceil(Math.log2(palette.length)));
  const bytes = new Bytes();
  bytes.text("GIF89a");
  bytes.word(width);
  bytes.word(height);
  bytes.push([0xf0 | (bits - 1), 0, 0]);
  for (let at = 0; at < 1 << bits; at += 1) {
    bytes.push(palette[at] ?? [0, 0, 0]);
  }
  bytes.push([0x21, 0xff, 11]);
  bytes.text("NETSCAPE2.0");
  bytes.push([3, 1, 0, 0, 0]);
  for (const frame of frames) {
    bytes.push([0x21, 0xf9, 4, 4]);
    bytes.word(frame.delay);
    bytes.push([0, 0, 0x2c]);
    for (const value of [frame.left, frame.top, frame.width, frame.height]) {
      bytes.word(value);
    }
    bytes.push([0, bits]);
    bytes.blocks(pack(frame.pixels, bits));
  }
  bytes.push([0x3b]);
  return bytes.whole();
}
