// Makes a table as the library keeps it: the distance of every abstract state of a pattern, which is
// where its tiles are and in which region of the other cells the blank is.
//
// A block is a set of cells with a region; its states are the permutations of the tiles. A level
// lies in the blocks of one kind and leads to those of the other, so that each block gathers what
// comes in from its neighbours. Most moves leave the permutation as it is: 32 states at once. The
// others renumber it by a table, state by state. (Korf & Felner 2002; the regions: Clausecker &
// Reinefeld 2019)

/// Words of the bits of all permutations of eight tiles.
#define MOST_WORDS 1260
#define MOST_RANKS 8
/// How distances are written.
#define AS_BITS 0
#define AS_NIBBLES 1

struct PatternLevel {
  /// A bit for each state, by block: the last level of each kind, and all levels so far.
  u32* frontier;
  u32* visited;
  /// The table.
  u8* data;
  /// The level that is in the frontier of a block.
  u32* level_of;
  /// States of a block that are not visited.
  u32* missing;
  /// The moves into each block: where they come from (32 bits), and the rank of the tile's cell
  /// before and after (8 bits each).
  const u64* moves;
  const u32* first_moves;
  /// The new number of each permutation, by the ranks before and after.
  const u16* renumbered;
  /// The rank of each tile's cell, a byte each, by permutation; and the cells of each block.
  const u64* sequences;
  const u64* maps;
  /// From each cell to the home of each tile.
  const u8* distances;
  u64* found;
  /// Set where a distance does not fit.
  u32* misfit;
  u32 first_block, blocks, words, permutations, tiles, level, encoding, stride;
};

INLINE u32 rank_before(u64 move) { return (u32)(move >> 32) & 255; }
INLINE u32 rank_after(u64 move) { return (u32)(move >> 40) & 255; }

/// Writes the distance of new states of a block, 32 of which a word tells.
INLINE void write_distances(const PatternLevel& task, u32 block, u32 word, u32 fresh) {
  if (task.encoding == AS_BITS) {
    if (task.level & 2) ((u32*)task.data)[(u64)block * task.words + word] |= fresh;
    return;
  }
  const u64 map = task.maps[block];
  for (; fresh; fresh &= fresh - 1) {
    const u32 permutation = 32 * word + lowest_bit(fresh);
    const u64 entry = (u64)block * task.stride + permutation;
    if (task.encoding != AS_NIBBLES) {
      if (task.level > 254) *task.misfit = 1;
      task.data[entry] = (u8)task.level;
      continue;
    }
    u64 cells = map, ranks = task.sequences[permutation];
    u32 manhattan = 0;
    for (u32 rank = 0; rank < task.tiles; rank++, cells &= cells - 1) {
      // Which tile has this cell.
      for (u32 tile = 0; tile < task.tiles; tile++) {
        if ((ranks >> 8 * tile & 255) == rank) manhattan += task.distances[64 * tile + lowest_bit_of(cells)];
      }
    }
    const u32 half = (task.level - manhattan) >> 1;
    if (half > 14) *task.misfit = 1;
    // The other half-byte belongs to a state of the same word.
    u8* const both = task.data + (entry >> 1);
    *both = (u8)(entry & 1 ? (*both & 15) | half << 4 : (*both & 240) | (half & 15));
  }
}

KERNEL void pattern_level(const PatternLevel task) {
  __shared__ u32 gathered[MOST_WORDS];
  u32 found = 0;
  for (u32 number = block_in_grid(); number < task.blocks; number += blocks_of_grid()) {
    const u32 block = task.first_block + number;
    const u64* const begin = task.moves + task.first_moves[block];
    const u64* const end = task.moves + task.first_moves[block + 1];
    // All threads of a block of the grid see the same here.
    bool is_reached = false;
    if (task.missing[block]) {
      for (const u64* move = begin; move < end; move++) is_reached |= task.level_of[(u32)*move] + 1 == task.level;
    }
    if (!is_reached) continue;
    for (u32 word = thread_in_block(); word < task.words; word += threads_of_block()) {
      u32 bits = 0;
      for (const u64* move = begin; move < end; move++) {
        const u32 from = (u32)*move;
        if (rank_before(*move) != rank_after(*move) || task.level_of[from] + 1 != task.level) continue;
        bits |= task.frontier[(u64)from * task.words + word];
      }
      gathered[word] = bits;
    }
    meet_block();
    for (const u64* move = begin; move < end; move++) {
      const u32 from = (u32)*move, before = rank_before(*move), after = rank_after(*move);
      if (before == after || task.level_of[from] + 1 != task.level) continue;
      const u16* const renumbered = task.renumbered + (u64)(before * MOST_RANKS + after) * task.permutations;
      for (u32 word = thread_in_block(); word < task.words; word += threads_of_block()) {
        for (u32 left = task.frontier[(u64)from * task.words + word]; left; left &= left - 1) {
          const u32 to = renumbered[32 * word + lowest_bit(left)];
          set_bits(gathered + to / 32, 1u << to % 32);
        }
      }
    }
    meet_block();
    u32 here = 0;
    for (u32 word = thread_in_block(); word < task.words; word += threads_of_block()) {
      const u64 at = (u64)block * task.words + word;
      const u32 visited = task.visited[at], fresh = gathered[word] & ~visited;
      task.frontier[at] = fresh;
      if (!fresh) continue;
      task.visited[at] = visited | fresh;
      write_distances(task, block, word, fresh);
      here += bits_set(fresh);
    }
    here = sum_of_lanes(here);
    if (here && lane_in_warp() == 0) {
      add_to(task.missing + block, 0u - here);
      task.level_of[block] = task.level;
      found += here;
    }
    meet_block();
  }
  if (found) add_to(task.found, (u64)found);
}
