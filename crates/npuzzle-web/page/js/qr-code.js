// @ts-check
// QR codes of texts (ISO/IEC 18004): bytes, versions 1 to 20, error correction M where the text fits, else L.

/** @typedef {{size: number, version: number, level: "L" | "M", isDark: (row: number, col: number) => boolean}} Code */

/** For each version: codewords of error correction in a block, and how many blocks. */
const BLOCKS = {
  L: [
    [7, 1], [10, 1], [15, 1], [20, 1], [26, 1], [18, 2], [20, 2], [24, 2], [30, 2], [18, 4],
    [20, 4], [24, 4], [26, 4], [30, 4], [22, 6], [24, 6], [28, 6], [30, 6], [28, 7], [28, 8],
  ],
  M: [
    [10, 1], [16, 1], [26, 1], [18, 2], [24, 2], [16, 4], [18, 4], [22, 4], [22, 5], [26, 5],
    [30, 5], [22, 8], [22, 9], [24, 9], [24, 10], [28, 10], [28, 11], [26, 13], [26, 14], [26, 16],
  ],
};
const LEVEL_BITS = { L: 1, M: 0 };
const MOST_VERSION = BLOCKS.L.length;

/** Exponents and logarithms of the field of 256 elements, by the polynomial 0x11d. */
const EXP = new Uint8Array(510);
const LOG = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power += 1) {
  EXP[power] = EXP[power + 255] = value;
  LOG[value] = power;
  value = value < 128 ? value << 1 : (value << 1) ^ 0x11d;
}
const times = (a, b) => (a === 0 || b === 0 ? 0 : EXP[LOG[a] + LOG[b]]);

/**
 * The codewords of error correction (Reed and Solomon).
 * @param {number[]} data
 * @param {number} count
 * @returns {number[]}
 */
export function correction(data, count) {
  let generator = [1];
  for (let power = 0; power < count; power += 1) {
    const next = [...generator, 0];
    generator.forEach((factor, at) => (next[at + 1] ^= times(factor, EXP[power])));
    generator = next;
  }
  const rest = new Array(count).fill(0);
  for (const value of data) {
    const lead = value ^ rest.shift();
    rest.push(0);
    rest.forEach((_, at) => (rest[at] ^= times(generator[at + 1], lead)));
  }
  return rest;
}

/** Where the centres of the alignment patterns are, on both axes. */
function alignments(version) {
  if (version === 1) {
    return [];
  }
  const count = Math.floor(version / 7) + 2;
  const last = 4 * version + 10;
  const step = Math.ceil((last - 6) / (2 * count - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, at) => last - (count - 2 - at) * step)];
}

/** Modules that are free for data, in bits. */
function dataBits(version) {
  const marks = alignments(version).length;
  const size = 4 * version + 17;
  // Finders with their edges and formats, timing, alignments (those on the timing share five modules), versions.
  const aligned = marks === 0 ? 0 : 25 * (marks * marks - 3) - 10 * (marks - 2);
  return size * size - 3 * 64 - 2 * (size - 16) - 31 - aligned - (version >= 7 ? 36 : 0);
}

const codewords = (version) => Math.floor(dataBits(version) / 8);

/** How many codewords hold data. */
function room(version, level) {
  const [ofBlock, blocks] = BLOCKS[level][version - 1];
  return codewords(version) - ofBlock * blocks;
}

/** The data, filled up: mode, length, bytes, end, and the two bytes that mean nothing in turn. */
function filled(bytes, version, level) {
  const wanted = room(version, level);
  const bits = [];
  const put = (value, count) => {
    for (let at = count - 1; at >= 0; at -= 1) {
      bits.push((value >> at) & 1);
    }
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  bytes.forEach((byte) => put(byte, 8));
  put(0, Math.min(4, 8 * wanted - bits.length));
  put(0, -bits.length & 7);
  const data = [];
  for (let at = 0; at < bits.length; at += 8) {
    data.push(bits.slice(at, at + 8).reduce((byte, bit) => 2 * byte + bit, 0));
  }
  for (let pad = 0xec; data.length < wanted; pad ^= 0xec ^ 0x11) {
    data.push(pad);
  }
  return data;
}

/** Data and error correction in the order in which they are drawn: block by block in turn. */
function interleaved(data, version, level) {
  const [ofBlock, blocks] = BLOCKS[level][version - 1];
  const short = Math.floor(data.length / blocks);
  const longer = data.length % blocks;
  let from = 0;
  const parts = Array.from({ length: blocks }, (_, at) => {
    const to = from + short + (at < blocks - longer ? 0 : 1);
    const part = data.slice(from, to);
    from = to;
    return part;
  });
  const corrections = parts.map((part) => correction(part, ofBlock));
  const inTurn = (lists) =>
    Array.from({ length: Math.max(...lists.map(({ length }) => length)) }, (_, at) =>
      lists.filter((list) => at < list.length).map((list) => list[at]),
    ).flat();
  return [...inTurn(parts), ...inTurn(corrections)];
}

/** The rest of a polynomial division over bits: the check bits of formats and versions. */
function checked(value, bits, polynomial) {
  const degree = Math.floor(Math.log2(polynomial));
  let rest = value << degree;
  for (let at = bits + degree - 1; at >= degree; at -= 1) {
    if ((rest >> at) & 1) {
      rest ^= polynomial << (at - degree);
    }
  }
  return (value << degree) | rest;
}

const MASKS = [
  (row, col) => (row + col) % 2 === 0,
  (row) => row % 2 === 0,
  (_, col) => col % 3 === 0,
  (row, col) => (row + col) % 3 === 0,
  (row, col) => (Math.floor(row / 2) + Math.floor(col / 3)) % 2 === 0,
  (row, col) => ((row * col) % 2) + ((row * col) % 3) === 0,
  (row, col) => (((row * col) % 2) + ((row * col) % 3)) % 2 === 0,
  (row, col) => (((row + col) % 2) + ((row * col) % 3)) % 2 === 0,
];

class Grid {
  /** @param {number} version */
  constructor(version) {
    this.version = version;
    this.size = 4 * version + 17;
    this.dark = new Uint8Array(this.size ** 2);
    this.isFixed = new Uint8Array(this.size ** 2);
    this.#patterns();
  }

  fix(row, col, dark) {
    if (row >= 0 && col >= 0 && row < this.size && col < this.size) {
      this.dark[row * this.size + col] = dark ? 1 : 0;
      this.isFixed[row * this.size + col] = 1;
    }
  }

  #square(row, col, radius, isDark) {
    for (let y = -radius; y <= radius; y += 1) {
      for (let x = -radius; x <= radius; x += 1) {
        this.fix(row + y, col + x, isDark(Math.max(Math.abs(x), Math.abs(y))));
      }
    }
  }

  #patterns() {
    for (let at = 0; at < this.size; at += 1) {
      this.fix(6, at, at % 2 === 0);
      this.fix(at, 6, at % 2 === 0);
    }
    const far = this.size - 4;
    for (const [row, col] of [[3, 3], [3, far], [far, 3]]) {
      this.#square(row, col, 4, (ring) => ring !== 2 && ring !== 4);
    }
    const places = alignments(this.version);
    const last = places.at(-1);
    for (const row of places) {
      for (const col of places) {
        const inFinder = (row === 6 && col === 6) || (row === 6 && col === last) || (row === last && col === 6);
        if (!inFinder) {
          this.#square(row, col, 2, (ring) => ring !== 1);
        }
      }
    }
    this.format("L", 0);
    if (this.version >= 7) {
      const bits = checked(this.version, 6, 0x1f25);
      for (let at = 0; at < 18; at += 1) {
        const [near, along] = [this.size - 11 + (at % 3), Math.floor(at / 3)];
        this.fix(near, along, (bits >> at) & 1);
        this.fix(along, near, (bits >> at) & 1);
      }
    }
  }

  /** Writes level and mask, twice. */
  format(level, mask) {
    const bits = checked((LEVEL_BITS[level] << 3) | mask, 5, 0x537) ^ 0x5412;
    const bit = (at) => (bits >> at) & 1;
    for (let at = 0; at < 15; at += 1) {
      const near = at < 6 ? at : at < 8 ? at + 1 : 14 - at;
      if (at < 8) {
        this.fix(near, 8, bit(at));
        this.fix(8, this.size - 1 - at, bit(at));
      } else {
        this.fix(8, at === 8 ? 7 : near, bit(at));
        this.fix(this.size - 15 + at, 8, bit(at));
      }
    }
    this.fix(this.size - 8, 8, true);
  }

  /** Writes the codewords, in columns of two from right to left, up and down in turn. */
  write(words) {
    let at = 0;
    for (let right = this.size - 1; right >= 1; right -= 2) {
      if (right === 6) {
        right = 5;
      }
      for (let step = 0; step < this.size; step += 1) {
        const isUp = ((right + 1) & 2) === 0;
        const row = isUp ? this.size - 1 - step : step;
        for (const col of [right, right - 1]) {
          const place = row * this.size + col;
          if (!this.isFixed[place] && at < 8 * words.length) {
            this.dark[place] = (words[at >> 3] >> (7 - (at & 7))) & 1;
            at += 1;
          }
        }
      }
    }
  }

  mask(number) {
    for (let place = 0; place < this.dark.length; place += 1) {
      if (!this.isFixed[place] && MASKS[number](Math.floor(place / this.size), place % this.size)) {
        this.dark[place] ^= 1;
      }
    }
  }

  /** How hard the code is to read: long runs, squares, patterns like finders, too much of one colour. */
  penalty() {
    const { size, dark } = this;
    let sum = 0;
    for (let line = 0; line < size; line += 1) {
      for (const at of [(index) => line * size + index, (index) => index * size + line]) {
        let text = "";
        for (let index = 0; index < size; index += 1) {
          text += dark[at(index)];
        }
        for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) {
          sum += run.length - 2;
        }
        for (let index = 0; index + 11 <= size; index += 1) {
          const part = text.slice(index, index + 11);
          sum += part === "10111010000" || part === "00001011101" ? 40 : 0;
        }
      }
    }
    for (let row = 0; row + 1 < size; row += 1) {
      for (let col = 0; col + 1 < size; col += 1) {
        const place = row * size + col;
        const four = dark[place] + dark[place + 1] + dark[place + size] + dark[place + size + 1];
        sum += four % 4 === 0 ? 3 : 0;
      }
    }
    const share = dark.reduce((count, value) => count + value, 0) / dark.length;
    return sum + 10 * Math.floor(Math.abs(share - 0.5) * 20);
  }
}

/**
 * @param {string} text
 * @returns {Code | null} `null` if the text is too long
 */
export function qrCode(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const fits = (version, level) => bytes.length + (version < 10 ? 2 : 3) <= room(version, level);
  const versions = Array.from({ length: MOST_VERSION }, (_, at) => at + 1);
  const version = versions.find((candidate) => fits(candidate, "L"));
  if (!version) {
    return null;
  }
  const level = fits(version, "M") ? "M" : "L";
  const words = interleaved(filled(bytes, version, level), version, level);
  const grids = MASKS.map((_, mask) => {
    const grid = new Grid(version);
    grid.write(words);
    grid.mask(mask);
    grid.format(level, mask);
    return grid;
  });
  const penalties = grids.map((grid) => grid.penalty());
  const best = grids[penalties.indexOf(Math.min(...penalties))];
  return { size: best.size, version, level, isDark: (row, col) => best.dark[row * best.size + col] === 1 };
}

/**
 * The code as the path of a picture of `size` modules.
 * @param {Code} code
 */
export function pathOf({ size, isDark }) {
  const rows = Array.from({ length: size }, (_, row) => {
    const line = Array.from({ length: size }, (__, col) => (isDark(row, col) ? "1" : "0")).join("");
    const draw = ({ index, 0: { length } }) => `M${index} ${row}h${length}v1h-${length}z`;
    const runs = [...line.matchAll(/1+/g)].map(draw);
    return runs.join("");
  });
  return rows.join("");
}
