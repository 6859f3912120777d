// The whole space behind a goal, layer by layer, at one bit a state.
//
// States are numbered as on the processor: a slab for each cell of the blank, and the ranks of a slab
// in tails of 20,160, which a thread block gathers at a time. A move keeps all ranks, or takes runs
// of ranks to other places, or renumbers the ranks of each tail by a table. The next layer takes the
// place of the one before the current one: what the current one reaches, less what stood there.
// (Korf & Schultze 2005)

/// Words of a tail.
#define TAIL_WORDS 630
/// What a move does to ranks.
#define KEEPS 0
#define MOVES_RUNS 1
#define RENUMBERS 2
/// Neighbours of a cell.
#define MOST_LINKS 4

/// A move of the blank into the cell of the slab.
struct LayerLink {
  /// The slab it comes from.
  const u32* source;
  /// Where a run comes from, for each place among those that change with each other (u32); or the
  /// new ranks within a tail (u16).
  const void* table;
  /// The new ranks within a tail where the sum of the digits before it is odd.
  const u16* odd_table;
  u32 way;
  /// Places of the table, and the ranks of a run.
  u32 places, run;
  /// How many tails are in a run, or runs in a tail; the other one is zero.
  u32 tails_of_run, runs_of_tail, unused;
};

struct NextLayer {
  /// The slab: the layer before the current one, then the next one.
  u32* target;
  u64 words;
  const u8* is_odd_before;
  u64* width;
  LayerLink links[MOST_LINKS];
  /// Of the tails from the first one on, up to the one where it ends.
  u32 many, first_tail, end_tail, unused;
};

/// Where a run comes from.
INLINE u32 run_before(const LayerLink& link, u32 run) {
  const u32 place = run % link.places;
  return run - place + ((const u32*)link.table)[place];
}

/// The 32 ranks from a bit on.
INLINE u32 ranks_from(const u32* words, u64 bit) {
  const u32* const word = words + bit / 32;
  const u32 shift = (u32)bit % 32;
  return shift ? word[0] >> shift | word[1] << (32 - shift) : word[0];
}

/// A word of a tail, gathered from the runs it is made of: one or two.
INLINE u32 word_of_runs(const LayerLink& link, u32 tail, u32 word) {
  if (link.tails_of_run) {
    const u32 from = run_before(link, tail / link.tails_of_run) * link.tails_of_run + tail % link.tails_of_run;
    return link.source[(u64)from * TAIL_WORDS + word];
  }
  const u32 run = 32 * word / link.run, place = 32 * word % link.run;
  const u32 first = tail * link.runs_of_tail + run, many = link.run - place;
  u32 bits = ranks_from(link.source, (u64)run_before(link, first) * link.run + place);
  if (many < 32) {
    // A tail ends with a run.
    const u32 more = ranks_from(link.source, (u64)run_before(link, first + 1) * link.run);
    bits = (bits & ((1u << many) - 1)) | more << many;
  }
  return bits;
}

KERNEL void next_layer(const NextLayer task) {
  __shared__ u32 gathered[TAIL_WORDS];
  u32 width = 0;
  for (u32 tail = task.first_tail + block_in_grid(); tail < task.end_tail; tail += blocks_of_grid()) {
    const u64 first = (u64)tail * TAIL_WORDS;
    const u32 words = task.words - first < TAIL_WORDS ? (u32)(task.words - first) : TAIL_WORDS;
    for (u32 word = thread_in_block(); word < words; word += threads_of_block()) {
      u32 bits = 0;
#pragma unroll
      for (u32 number = 0; number < MOST_LINKS; number++) {
        if (number >= task.many) continue;
        const LayerLink& link = task.links[number];
        if (link.way == KEEPS) bits |= link.source[first + word];
        if (link.way == MOVES_RUNS) bits |= word_of_runs(link, tail, word);
      }
      gathered[word] = bits;
    }
    meet_block();
#pragma unroll
    for (u32 number = 0; number < MOST_LINKS; number++) {
      if (number >= task.many) continue;
      const LayerLink& link = task.links[number];
      if (link.way != RENUMBERS) continue;
      const u16* const renumbered = task.is_odd_before[tail] ? link.odd_table : (const u16*)link.table;
      for (u32 word = thread_in_block(); word < words; word += threads_of_block()) {
        for (u32 left = link.source[first + word]; left; left &= left - 1) {
          const u32 to = renumbered[32 * word + lowest_bit(left)];
          set_bits(gathered + to / 32, 1u << to % 32);
        }
      }
    }
    meet_block();
    for (u32 word = thread_in_block(); word < words; word += threads_of_block()) {
      const u32 before = task.target[first + word], fresh = gathered[word] & ~before;
      if (fresh != before) task.target[first + word] = fresh;
      width += bits_set(fresh);
    }
    meet_block();
  }
  width = sum_of_lanes(width);
  if (width && lane_in_warp() == 0) add_to(task.width, (u64)width);
}

struct Listing {
  const u32* slab;
  u64 words;
  /// How many are listed, which is added to.
  u32* many;
  /// Room for so many: the cell of the blank (from bit 48 on) and the rank of each.
  u64* listed;
  u32 room, cell;
};

/// Lists the states of a slab.
KERNEL void list_layer(const Listing task) {
  for (u64 word = thread_in_grid(); word < task.words; word += (u64)blocks_of_grid() * threads_of_block()) {
    for (u32 left = task.slab[word]; left; left &= left - 1) {
      const u32 place = add_to(task.many, 1u);
      if (place < task.room) task.listed[place] = (u64)task.cell << 48 | (32 * word + lowest_bit(left));
    }
  }
}
