// What is the same for all boards of a frame: where the blank may go, and what moving a tile does to
// the places where tables are read.
//
// A view divides the tiles into at most four parts, each with a table. The second view is the first
// in a mirror, so its parts have the same tables; where a mirror would change nothing, it is the
// first once more. A tile is a byte: its number in its part of the first view (3 bits), that part (2
// bits), its part of the second view (2 bits). The blank is BLANK. The lowest five bits are called
// its label.

#define MOST_CELLS 25
#define PARTS 4
#define SLOTS 8
#define LABELS 32
#define BLANK 0x80u
/// What two tiles of one part have in common.
#define SAME_FIRST_PART (BLANK | 0x18u)
#define SAME_SECOND_PART (BLANK | 0x60u)
#define NO_CELL 0xffu
/// A move that the automaton does not allow.
#define FORBIDDEN 0xffffffffu
/// So many cells make a pocket at most.
#ifndef MOST_POCKET
#define MOST_POCKET 2
#endif

struct Frame {
  /// By label and direction, what the tile's move adds to its index in both views, times 16, and the
  /// set of the blank's cells from which it leads away from its home.
  Quad steps[LABELS * 4];
  u32 cells, unused;
  /// What a tile's cell is multiplied by, by view and label.
  u32 value[2][LABELS];
  /// The cell in the table's frame, by slot and cell.
  u8 cell_of_slot[SLOTS][32];
  /// Where the blank goes, by its cell and direction.
  u8 target[128];
};

/// The cells next to those of a set.
struct Neighbours {
  u32 all, not_first_column, not_last_column, columns;
};

INLINE u32 spread(u32 cells, const Neighbours& on) {
  return cells | (cells << on.columns) | (cells >> on.columns) | ((cells & on.not_last_column) << 1) |
         ((cells & on.not_first_column) >> 1);
}

/// Whether the blank is shut in with few cells, if these cells are not free.
INLINE bool is_pocket(u32 occupied, u32 cell, const Neighbours& on) {
  const u32 free = on.all & ~occupied;
  u32 region = 1u << cell;
#pragma unroll
  for (u32 size = 1; size <= MOST_POCKET; size++) {
    const u32 before = region;
    region = spread(region, on) & free;
    if (region == before) return true;
    if (bits_set(region) > MOST_POCKET) return false;
  }
  return false;
}
