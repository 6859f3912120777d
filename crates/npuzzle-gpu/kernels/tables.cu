// Makes the table of a pattern: for each placement of its tiles, half of what the least number of
// their moves is above Manhattan distance, once for a blank that is shut into a pocket of at most
// two cells (high half of the byte) and once for any other (low half).
//
// A level is the set of all placements and blank cells that are so many moves of tiles from the
// goal; moves of the blank among free cells cost nothing. A placement's blank cells are one word.
// (Korf & Felner 2002)

#define MOST_TILES 8

struct Pattern {
  u32 tiles;
  /// The board.
  u32 cells;
  Neighbours on;
  /// Entries, and those of a slice: the first `outer` tiles tell the slice.
  u32 entries, slice, outer, inner_entries;
  /// What a tile's cell is multiplied by, and its home.
  u32 value[MOST_TILES], home[MOST_TILES];
};

/// What is counted while a table is made, and has to come out. All of it starts at zero.
struct Reached {
  /// Placements with a blank cell that were reached.
  u64 states;
  /// Distances that were entered while levels were made, and those that were found when the table was
  /// packed; and those among them that no number of moves can be.
  u64 entered, packed, misfits;
};

struct Level {
  Pattern pattern;
  u32* now;
  u32* next;
  u32* reached;
  /// The first level at which an open region was reached, and a pocket; 255 before.
  u8* open;
  u8* pocket;
  Reached* reached_so_far;
  u32 level;
};

/// The cells of a placement's tiles; false if it is none.
INLINE bool placement(const Pattern& pattern, u32 entry, u32* cell, u32* occupied) {
  u32 slice = entry / pattern.slice, rest = entry % pattern.slice;
  if (rest >= pattern.inner_entries) return false;
  *occupied = 0;
#pragma unroll
  for (int tile = MOST_TILES - 1; tile >= 0; tile--) {
    if (tile >= (int)pattern.tiles) continue;
    u32* digits = tile < (int)pattern.outer ? &slice : &rest;
    cell[tile] = *digits % pattern.cells;
    *digits /= pattern.cells;
    if (*occupied >> cell[tile] & 1) return false;
    *occupied |= 1u << cell[tile];
  }
  return true;
}

struct Goal {
  u32* now;
  u32 entry, blank;
};

/// The first level: the goal, with the blank in its cell.
KERNEL void begin_table(const Goal task) {
  if (thread_in_grid() == 0) task.now[task.entry] = 1u << task.blank;
}

KERNEL void level(const Level task) {
  const u64 entry = thread_in_grid();
  const Pattern& pattern = task.pattern;
  if (entry >= pattern.entries) return;
  u32 region = task.now[entry];
  if (!region) return;
  task.now[entry] = 0;
  u32 cell[MOST_TILES], occupied;
  if (!placement(pattern, (u32)entry, cell, &occupied)) return;
  const u32 free = pattern.on.all & ~occupied;
  region &= ~task.reached[entry];
  for (u32 before = 0; before != region;) {
    before = region;
    region = spread(region, pattern.on) & free;
  }
  const u32 fresh = region & ~task.reached[entry];
  if (!fresh) return;
  task.reached[entry] |= fresh;
  u32 entered = 0;
  for (u32 rest = fresh; rest;) {
    u32 part = rest & (0u - rest);
    for (u32 before = 0; before != part;) {
      before = part;
      part = spread(part, pattern.on) & free;
    }
    rest &= ~part;
    u8* first = (bits_set(part) <= MOST_POCKET ? task.pocket : task.open) + entry;
    if (*first == 255) {
      *first = (u8)task.level;
      entered++;
    }
  }
  add_together(&task.reached_so_far->states, bits_set(fresh));
  add_together(&task.reached_so_far->entered, entered);
#pragma unroll
  for (int tile = 0; tile < MOST_TILES; tile++) {
    if (tile >= (int)pattern.tiles) continue;
    const u32 from = 1u << cell[tile], value = pattern.value[tile];
    const u32 columns = pattern.on.columns;
    if ((from << columns) & fresh) set_bits(task.next + entry + columns * value, from);
    if ((from >> columns) & fresh) set_bits(task.next + entry - columns * value, from);
    if (((from & pattern.on.not_last_column) << 1) & fresh) set_bits(task.next + entry + value, from);
    if (((from & pattern.on.not_first_column) >> 1) & fresh) set_bits(task.next + entry - value, from);
  }
}

struct Packing {
  Pattern pattern;
  const u8* open;
  const u8* pocket;
  u8* table;
  Reached* reached;
  /// Whether both halves are to be the least of both.
  u32 one_class;
};

INLINE u32 above(u32 moves, u32 manhattan) {
  const u32 half = (moves - manhattan) >> 1;
  return half < 15 ? half : 15;
}

KERNEL void pack_table(const Packing task) {
  const u64 entry = thread_in_grid();
  const Pattern& pattern = task.pattern;
  if (entry >= pattern.entries) return;
  u32 cell[MOST_TILES], occupied, packed = 0;
  u32 open = task.open[entry], pocket = task.pocket[entry];
  if ((open & pocket) != 255 && placement(pattern, (u32)entry, cell, &occupied)) {
    u32 manhattan = 0;
#pragma unroll
    for (int tile = 0; tile < MOST_TILES; tile++) {
      if (tile >= (int)pattern.tiles) continue;
      const int columns = (int)pattern.on.columns, at = (int)cell[tile], home = (int)pattern.home[tile];
      const int rows = at / columns - home / columns, cols = at % columns - home % columns;
      manhattan += (u32)(rows < 0 ? -rows : rows) + (u32)(cols < 0 ? -cols : cols);
    }
    const u32 least = open < pocket ? open : pocket;
    add_together(&task.reached->packed, (open != 255) + (pocket != 255));
    const bool fits = least >= manhattan && !((least - manhattan) & 1) && (open == 255 || pocket == 255 || !((open - pocket) & 1));
    if (!fits) add_together(&task.reached->misfits, 1u);
    if (open == 255 || task.one_class) open = least;
    if (pocket == 255 || task.one_class) pocket = least;
    packed = above(open, manhattan) | above(pocket, manhattan) << 4;
  }
  task.table[entry] = (u8)packed;
}

struct Checksum {
  const u8* table;
  u64 entries;
  u64* sum;
};

/// The sum over all entries of a number that depends on the entry and where it is.
KERNEL void check_table(const Checksum task) {
  u64 sum = 0;
  for (u64 entry = thread_in_grid(); entry < task.entries; entry += (u64)blocks_of_grid() * threads_of_block()) {
    const u64 mixed = (entry + 1) * 0x9E3779B97F4A7C15ull;
    sum += (mixed ^ mixed >> 29) * (task.table[entry] + 1ull);
  }
  add_to(task.sum, sum);
}
