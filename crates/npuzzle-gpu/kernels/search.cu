// Depth-first search of many subtrees, within a bound.
//
// A warp has one stack. It takes as many nodes from the top as it has lanes, each lane expands its
// node, and the children that are alive go back on the stack, side by side. So all lanes do the same
// at the same time, whatever their subtrees look like. The top of the stack is in shared memory, the
// rest in blocks in global memory. A warp whose stack is empty takes nodes from the queue.
//
// A child is looked up where a blank may or may not be shut in; which of the two it is matters only
// where the table tells them apart and the smaller number lets the child live. It is found out when
// the child is taken from the stack, for all lanes at once.

// A node, as words. The stride of a node lets 16 bytes at a time of neighbouring nodes be read and
// written without two lanes in one bank.
#define BOARD 0     // the tile in each cell, a byte each
#define STATE 7     // the automaton (22 bits), and what is open of each view's entry (5 bits each)
#define SPOTS 8     // for each slot where its table was read, and in the last four bits what was read
#define FACTS 16    // moves left, slack of both views (8 bits each), blank (5), last move (2), RESUMED
#define PATH 17     // the first moves, two bits each
#define ORIGIN 19   // which of the nodes from outside it comes from (24 bits), moves made (8)
#define NODE_WORDS 20
#define NODE_QUADS 5
#define NODE_BYTES 80

#define STATE_BITS 22
#define NUMBER_BITS 24
/// Three of the node's four children are made already.
#define RESUMED 0x80000000u

/// Nodes on the part of a stack that is in shared memory.
#ifndef ROOM
#define ROOM (3 * LANES)
#endif
/// The other loads of a block's warps hide those of one.
#ifndef WARPS
#define WARPS 8
#endif
#ifndef BLOCKS
#define BLOCKS 3
#endif

/// How often a warp looks whether it should stop: every so many rounds.
#define LOOK 16

struct Warp {
  u32 held, tail, spilled, unused;
};

struct Progress {
  /// Nodes asked of the queue: more than it had, when it is empty.
  u32 taken;
  /// Warps that ran out of work, and the others. Together they are all that ran.
  u32 idle, busy;
  /// Whether a goal was reached, and a stack was full.
  u32 found, full;
  u32 path_low, path_high;
  /// The most rounds that a warp has made.
  u32 rounds;
  /// Nodes on stacks before and after, and those that were taken from one and put on one. With those
  /// that came from the queue they have to add up: so the host sees if nodes are lost.
  u64 held_before, popped, pushed, held;
  u64 expanded, generated, evaluated;
};

/// What becomes of a board, where many are searched at the same time.
struct Answer {
  /// Whether its goal was reached, and the first moves of the path.
  u32 found, path_low, path_high, unused;
  /// `evaluated` counts second views.
  u64 expanded, generated, evaluated;
};

struct Search {
  const Frame* frame;
  /// The table of each part of the first view, so many bytes each. Those of the second are the same.
  const u8* tables;
  u64 table_bytes;
  const u32* rows;
  /// Nodes that no warp has taken, the next one last; so many of the last ones may be taken.
  const Quad* queue;
  u32 queued, offered, grab;
  Warp* warps;
  /// The stacks' parts that are in shared memory during a run, and the rest in blocks of LANES nodes.
  Quad* tops;
  Quad* blocks;
  u32 blocks_of_warp;
  u32 rounds, least_rounds, most_idle;
  Progress* progress;
  /// Where many boards are searched: of each.
  Answer* answers;
};

INLINE u32 wrapped(u32 place) { return place >= ROOM ? place - ROOM : place; }

/// Copies nodes side by side, all lanes together.
INLINE void copy_nodes(Quad* to, const Quad* from, u32 nodes) {
#pragma unroll 1
  for (u32 quad = lane_in_warp(); quad < nodes * NODE_QUADS; quad += LANES) to[quad] = from[quad];
}

INLINE bool is_child(u32 child) { return child != NO_CELL; }

/// The blank's turns out of a cell, a byte for each direction: where it goes and which it is, or
/// NO_CELL.
INLINE u32 turns_of(const Frame& frame, u32 cell) {
  u32 turns = 0;
  for (u32 code = 0; code < 4; code++) {
    const u32 target = frame.target[cell * 4 + code];
    turns |= (target == NO_CELL ? NO_CELL : target | code << 5) << (8 * code);
  }
  return turns;
}

INLINE u32 turn_of(u32 turns, u32 code) { return turns >> (8 * code) & 255; }

/// One of four words.
INLINE u32 chosen(const Quad& words, u32 which) {
  const u32 low = which & 1 ? words.y : words.x, high = which & 1 ? words.w : words.z;
  return which & 2 ? high : low;
}

/// The words with another one in place of one of them.
INLINE Quad changed(const Quad& words, u32 which, u32 word) {
  const Quad copy = {which == 0 ? word : words.x, which == 1 ? word : words.y, which == 2 ? word : words.z,
                     which == 3 ? word : words.w};
  return copy;
}

/// A signed number of five bits.
INLINE int signed_five(u32 bits) { return (int)(bits << 27) >> 27; }

/// Adds what a round has done to the answers of the lanes' boards. Mostly they are one board.
INLINE void add_to_answers(Answer* answers, u32 number, u32 expanded, u32 generated, u32 evaluated) {
  const bool is_one = !votes(number != from_first_lane(number));
  if (is_one) {
    expanded = sum_of_lanes(expanded);
    generated = sum_of_lanes(generated);
    evaluated = sum_of_lanes(evaluated);
  }
  if (is_one && lane_in_warp()) return;
  Answer* const answer = answers + number;
  if (expanded) add_to(&answer->expanded, (u64)expanded);
  if (generated) add_to(&answer->generated, (u64)generated);
  if (evaluated) add_to(&answer->evaluated, (u64)evaluated);
}

/// Searches one board until a goal is reached, or `MANY` until one is reached for each.
template <bool MANY> INLINE void search_on(const Search& task) {
  // The stacks.
#ifdef __CUDACC__
  extern __shared__ Quad stacks[];
#else
  Quad* const stacks = emulated_memory;
#endif
  __shared__ Quad steps[LABELS * 4];
  __shared__ u32 turns[32];
  for (u32 turn = thread_in_block(); turn < 128; turn += threads_of_block()) {
    steps[turn] = task.frame->steps[turn];
    if (turn < 32) turns[turn] = turns_of(*task.frame, turn);
  }
  meet_block();

  const u32 lane = lane_in_warp();
  const u32 warp = block_in_grid() * WARPS + thread_in_block() / LANES;
  Quad* const stack = stacks + (thread_in_block() / LANES) * (ROOM * NODE_QUADS);
  Quad* const top = task.tops + (u64)warp * (ROOM * NODE_QUADS);
  Quad* const blocks = task.blocks + (u64)warp * task.blocks_of_warp * (LANES * NODE_QUADS);

  u32 held = task.warps[warp].held, tail = task.warps[warp].tail, spilled = task.warps[warp].spilled;
  if (held) copy_nodes(stack, top, ROOM);
  meet_warp();
  if (lane == 0) add_to(&task.progress->held_before, (u64)(held + spilled * LANES));

  // The last two are the same for all lanes.
  u32 expanded = 0, generated = 0, evaluated = 0, popped = 0, pushed = 0;
  bool is_dry = false;
  u32 round = 0;
  for (; round < task.rounds; round++) {
    if (held < LANES) {
      if (spilled) {
        spilled--;
        tail = tail >= LANES ? tail - LANES : tail + ROOM - LANES;
        copy_nodes(stack + tail * NODE_QUADS, blocks + (u64)spilled * (LANES * NODE_QUADS), LANES);
        held += LANES;
        meet_warp();
      } else if (!is_dry) {
        u32 most = LANES - held;
        if (most > task.grab) most = task.grab;
        u32 taken = 0;
        if (lane == 0) taken = add_to(&task.progress->taken, most);
        taken = from_first_lane(taken);
        u32 got = 0;
        if (taken < task.offered) got = task.offered - taken < most ? task.offered - taken : most;
        is_dry = got < most;
        if (lane < got) {
          const Quad* from = task.queue + (u64)(task.queued - 1 - taken - lane) * NODE_QUADS;
          Quad* to = stack + wrapped(tail + held + lane) * NODE_QUADS;
          for (u32 quad = 0; quad < NODE_QUADS; quad++) to[quad] = from[quad];
        }
        held += got;
        meet_warp();
      }
      if (held == 0) break;
    }
    if (round % LOOK == LOOK - 1) {
      // One lane looks for all: what they see may change between two of them.
      bool is_over = false;
      if (lane == 0) {
        is_over = round >= task.least_rounds && now(&task.progress->idle) > task.most_idle;
        is_over |= !MANY && now(&task.progress->found);
      }
      if (votes(is_over)) break;
    }
    if (spilled + 4 > task.blocks_of_warp) {
      if (lane == 0) task.progress->full = 1;
      break;
    }

    // Each lane takes a node.
    const u32 many = held < LANES ? held : LANES;
    held -= many;
    Quad* const quads = stack + wrapped(tail + held + (lane < many ? lane : 0)) * NODE_QUADS;
    u32* const words = (u32*)quads;
    const u8* const bytes = (const u8*)quads;
    const Quad rest = quads[FACTS / 4];
    const u32 facts = rest.x, blank = facts >> 24 & 31, left = facts & 255;
    const u32 state = words[STATE];
    int slack_first = (int)(facts >> 8 & 255), slack_second = (int)(facts >> 16 & 255);
    bool is_alive = lane < many;
    popped += many;
    const u32 number = rest.w & ((1u << NUMBER_BITS) - 1);
    // What is left of a board that is solved is dropped.
    if (MANY && is_alive) is_alive = !now(&task.answers[number].found);
    const u32 expanded_before = expanded, generated_before = generated, evaluated_before = evaluated;

    const u32 turns_here = turns[blank];

    // What is still open of its entries.
    const u32 unsettled = state >> STATE_BITS;
    if (votes(is_alive && unsettled)) {
      if (is_alive && unsettled) {
        // A cell is free for a view if its tile is not in the part of the one that moved last. That
        // one is where the blank was.
        const u32 moved = bytes[turn_of(turns_here, 3 - (facts >> 29 & 3)) & 31];
        u32 free_first = 0, free_second = 0, at_first = 0, at_second = 0;
#pragma unroll
        for (u32 code = 0; code < 4; code++) {
          const u32 turn = turn_of(turns_here, code);
          const u32 both = turn == NO_CELL ? 0 : bytes[turn & 31] ^ moved;
          if (both & SAME_FIRST_PART) { free_first++; at_first = turn & 31; }
          if (both & SAME_SECOND_PART) { free_second++; at_second = turn & 31; }
        }
#if MOST_POCKET == 2
        if (free_first == 1) {
          const u32 turns_there = turns[at_first];
          u32 beyond = 0;
#pragma unroll
          for (u32 code = 0; code < 4; code++) {
            const u32 turn = turn_of(turns_there, code);
            if (turn != NO_CELL && (turn & 31) != blank) beyond |= bytes[turn & 31] ^ moved;
          }
          if (!(beyond & SAME_FIRST_PART)) free_first = 0;
        }
        if (free_second == 1) {
          const u32 turns_there = turns[at_second];
          u32 beyond = 0;
#pragma unroll
          for (u32 code = 0; code < 4; code++) {
            const u32 turn = turn_of(turns_there, code);
            if (turn != NO_CELL && (turn & 31) != blank) beyond |= bytes[turn & 31] ^ moved;
          }
          if (!(beyond & SAME_SECOND_PART)) free_second = 0;
        }
#endif
        // The entry on the stack is the smaller one; what is known is how much larger that of a
        // pocket is than that of an open region.
        int more_first = signed_five(unsettled), more_second = signed_five(unsettled >> 5);
        if (free_first) more_first = -more_first;
        if (free_second) more_second = -more_second;
        if (more_first > 0) {
          slack_first -= more_first;
          words[SPOTS + (moved >> 3 & 3)] += (u32)more_first;
        }
        if (more_second > 0) {
          slack_second -= more_second;
          words[SPOTS + PARTS + (moved >> 5 & 3)] += (u32)more_second;
        }
        is_alive = slack_first >= 0 && slack_second >= 0;
      }
    }

    Row row = {{FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN}};
    if (is_alive) row = row_at(task.rows, state & ((1u << STATE_BITS) - 1));
    u32 moves = 0;
#pragma unroll
    for (u32 code = 0; code < 4; code++) moves |= (row.next[code] != FORBIDDEN ? 1u : 0u) << code;
    if (facts & RESUMED) moves &= 8;
    else expanded += is_alive;

    const Quad spots_first = quads[SPOTS / 4], spots_second = quads[SPOTS / 4 + 1];
    // Its children, one after the other: what moves, and where both views are to be read. All first
    // entries are asked for before one of them is used. A child is the blank's turn (8 bits, NO_CELL
    // where there is none), the tile (8), whether it goes away from its home (1), and from bit 20 on
    // by how much the entries of a pocket are larger.
    u32 child[3], first[3], second[3], packed[3];
#pragma unroll
    for (u32 number = 0; number < 3; number++) {
      child[number] = NO_CELL;
      if (moves) {
        const u32 code = lowest_bit(moves), turn = turn_of(turns_here, code), tile = bytes[turn & 31];
        moves &= moves - 1;
        generated++;
        const Quad step = steps[(tile & 31) * 4 + code];
        const u32 part = tile >> 3 & 3;
        first[number] = chosen(spots_first, part) + step.x;
        second[number] = chosen(spots_second, tile >> 5 & 3) + step.y;
        packed[number] = entry_at(task.tables + (u64)part * task.table_bytes + (first[number] >> 4));
        child[number] = turn | tile << 8 | (step.z >> blank & 1) << 16;
      }
    }
    // The smaller half lets it live or not.
    u32 facts_of[3];
#pragma unroll
    for (u32 number = 0; number < 3; number++) {
      if (is_child(child[number])) {
        const int open = (int)(packed[number] & 15), pocket = (int)(packed[number] >> 4);
        const int least = open < pocket ? open : pocket;
        const int slack = slack_first - (int)(child[number] >> 16 & 1) + (int)(first[number] & 15) - least;
        first[number] = (first[number] & ~15u) | (u32)least;
        facts_of[number] = (left - 1) + ((u32)slack << 8);
        child[number] = slack < 0 ? NO_CELL : child[number] | ((u32)(pocket - open) & 31) << 20;
      }
      if (is_child(child[number])) {
        evaluated++;
        packed[number] = entry_at(task.tables + (u64)(child[number] >> 13 & 3) * task.table_bytes + (second[number] >> 4));
      }
    }
    u32 living[3];
#pragma unroll
    for (u32 number = 0; number < 3; number++) {
      if (is_child(child[number])) {
        const int open = (int)(packed[number] & 15), pocket = (int)(packed[number] >> 4);
        const int least = open < pocket ? open : pocket;
        const int slack = slack_second - (int)(child[number] >> 16 & 1) + (int)(second[number] & 15) - least;
        second[number] = (second[number] & ~15u) | (u32)least;
        facts_of[number] += (u32)slack << 16;
        child[number] = slack < 0 ? NO_CELL : child[number] | ((u32)(pocket - open) & 31) << 25;
      }
      living[number] = votes(is_child(child[number]));
    }

    if (MANY) {
      add_to_answers(task.answers, number, expanded - expanded_before, generated - generated_before,
                     evaluated - evaluated_before);
    }

    // The rest of the node, before others are put in its place.
    const Quad board = quads[0];
    Quad board_end = quads[1];
    const u32 depth = rest.w >> NUMBER_BITS;
    const u32 low = shifted(1, 2 * depth), high = shifted(1, 2 * depth - 32);
    const u32 resumed = votes(moves != 0);
    const u32 many_living = bits_set(living[0]) + bits_set(living[1]) + bits_set(living[2]) + bits_set(resumed);
    pushed += many_living;
    const bool is_tight = held + many_living > ROOM;
    u32 goal = FORBIDDEN;
    meet_warp();
#pragma unroll
    for (u32 number = 0; number < 3; number++) {
      if (!living[number]) continue;
      if (is_child(child[number])) {
        Quad* const made = stack + wrapped(tail + held + bits_set(living[number] & lanes_below())) * NODE_QUADS;
        const u32 turn = child[number] & 255, code = turn >> 5, tile = child[number] >> 8 & 255;
        u32 next = code & 1 ? row.next[1] : row.next[0];
        next = code & 2 ? (code & 1 ? row.next[3] : row.next[2]) : next;
        board_end.w = next | child[number] >> 20 << STATE_BITS;
        const Quad end = {facts_of[number] + (turn << 24), rest.y + code * low, rest.z + code * high,
                          rest.w + (1u << NUMBER_BITS)};
        made[0] = board;
        made[1] = board_end;
        made[2] = changed(spots_first, tile >> 3 & 3, first[number]);
        made[3] = changed(spots_second, tile >> 5 & 3, second[number]);
        made[4] = end;
        ((u8*)made)[blank] = (u8)(tile & 127);
        ((u8*)made)[turn & 31] = (u8)BLANK;
        if (left == 1) goal = code;
      }
      held += bits_set(living[number]);
      if (is_tight && held > ROOM - LANES) {
        meet_warp();
        copy_nodes(blocks + (u64)spilled * (LANES * NODE_QUADS), stack + tail * NODE_QUADS, LANES);
        spilled++;
        tail = wrapped(tail + LANES);
        held -= LANES;
        meet_warp();
      }
    }
    // A node has four children only where it begins.
    if (resumed) {
      if (moves) {
        Quad* const made = stack + wrapped(tail + held + bits_set(resumed & lanes_below())) * NODE_QUADS;
        made[0] = board;
        board_end.w = state & ((1u << STATE_BITS) - 1);
        made[1] = board_end;
        made[2] = spots_first;
        made[3] = spots_second;
        const Quad end = {left | (u32)slack_first << 8 | (u32)slack_second << 16 | blank << 24 | RESUMED, rest.y, rest.z, rest.w};
        made[4] = end;
      }
      held += bits_set(resumed);
      if (is_tight && held > ROOM - LANES) {
        meet_warp();
        copy_nodes(blocks + (u64)spilled * (LANES * NODE_QUADS), stack + tail * NODE_QUADS, LANES);
        spilled++;
        tail = wrapped(tail + LANES);
        held -= LANES;
        meet_warp();
      }
    }
    if (goal != FORBIDDEN && is_first(MANY ? &task.answers[number].found : &task.progress->found)) {
      *(MANY ? &task.answers[number].path_low : &task.progress->path_low) = rest.y + goal * low;
      *(MANY ? &task.answers[number].path_high : &task.progress->path_high) = rest.z + goal * high;
    }
    meet_warp();
  }

  if (held) copy_nodes(top, stack, ROOM);
  evaluated += generated;
  const u32 all_expanded = sum_of_lanes(expanded), all_generated = sum_of_lanes(generated);
  const u32 all_evaluated = sum_of_lanes(evaluated);
  if (lane == 0) {
    const Warp after = {held, tail, spilled, 0};
    task.warps[warp] = after;
    add_to(&task.progress->expanded, (u64)all_expanded);
    add_to(&task.progress->generated, (u64)all_generated);
    add_to(&task.progress->evaluated, (u64)all_evaluated);
    add_to(&task.progress->popped, (u64)popped);
    add_to(&task.progress->pushed, (u64)pushed);
    raise_to(&task.progress->rounds, round);
    const u32 nodes = held + spilled * LANES;
    if (nodes) {
      add_to(&task.progress->busy, 1u);
      add_to(&task.progress->held, (u64)nodes);
    } else {
      add_to(&task.progress->idle, 1u);
    }
  }
}

KERNEL void __launch_bounds__(32 * WARPS, BLOCKS) search(const Search task) { search_on<false>(task); }

KERNEL void __launch_bounds__(32 * WARPS, BLOCKS) search_many(const Search task) { search_on<true>(task); }

struct Gathering {
  Quad* queue;
  /// How many nodes the queue has, which is added to.
  u32* queued;
  u32 warps;
  Warp* stacks;
  const Quad* tops;
  const Quad* blocks;
  u32 blocks_of_warp;
};

/// Moves the nodes of all stacks to the queue, each warp those of one.
KERNEL void gather(const Gathering task) {
  const u32 warp = (u32)(thread_in_grid() / LANES), lane = lane_in_warp();
  if (warp >= task.warps) return;
  const Warp of = task.stacks[warp];
  const u32 below = of.spilled * LANES, nodes = below + of.held;
  if (!nodes) return;
  u32 first = 0;
  if (lane == 0) first = add_to(task.queued, nodes);
  first = from_first_lane(first);
  Quad* const queue = task.queue + (u64)first * NODE_QUADS;
  copy_nodes(queue, task.blocks + (u64)warp * task.blocks_of_warp * (LANES * NODE_QUADS), below);
  const Quad* const top = task.tops + (u64)warp * (ROOM * NODE_QUADS);
  for (u32 node = lane; node < of.held; node += LANES) {
    const Quad* const from = top + wrapped(of.tail + node) * NODE_QUADS;
    for (u32 quad = 0; quad < NODE_QUADS; quad++) queue[(u64)(below + node) * NODE_QUADS + quad] = from[quad];
  }
  meet_warp();
  if (lane == 0) {
    const Warp none = {0, 0, 0, 0};
    task.stacks[warp] = none;
  }
}

/// A node as it comes from outside.
struct Arrival {
  u32 board[7];
  u32 state;
  /// Moves left, and half of what they are above Manhattan distance, rounded down.
  u32 left;
  int room;
  u32 path_low, path_high;
  /// Moves made, modulo 256: nodes remember fewer.
  u32 depth;
};

struct Entering {
  const Frame* frame;
  Neighbours on;
  const u8* tables;
  u64 table_bytes;
  const Arrival* arrivals;
  u32 many;
  /// The number of nodes in the queue, which those that are alive are added to, and behind it that of
  /// the arrivals that were looked at.
  u32* queued;
  u32* queue;
  /// The larger sum of entries of each arrival, if that is asked for.
  u32* sums;
};

INLINE u32 entry_of(u32 packed, bool is_pocket) { return is_pocket ? packed >> 4 : packed & 15; }

KERNEL void enter(const Entering task) {
  const u64 number = thread_in_grid();
  if (number >= task.many) return;
  const Arrival& arrival = task.arrivals[number];
  const Frame& frame = *task.frame;
  add_to(task.queued + 1, 1u);
  u32 spots[SLOTS], occupied[SLOTS], blank = 0;
#pragma unroll
  for (u32 slot = 0; slot < SLOTS; slot++) {
    spots[slot] = 0;
    occupied[slot] = 0;
  }
  for (u32 cell = 0; cell < frame.cells; cell++) {
    const u32 tile = arrival.board[cell >> 2] >> (8 * (cell & 3)) & 255;
    if (tile == BLANK) {
      blank = cell;
      continue;
    }
#pragma unroll
    for (u32 view = 0; view < 2; view++) {
      const u32 own = view == 0 ? tile >> 3 & 3 : 4 + (tile >> 5 & 3);
#pragma unroll
      for (u32 slot = 0; slot < SLOTS; slot++) {
        if (slot != own) continue;
        spots[slot] += frame.value[view][tile & 31] * frame.cell_of_slot[slot][cell];
        occupied[slot] |= 1u << cell;
      }
    }
  }
  u32 sum[2] = {0, 0};
#pragma unroll
  for (u32 slot = 0; slot < SLOTS; slot++) {
    if (!occupied[slot]) continue;
    const u32 packed = entry_at(task.tables + (slot & 3) * task.table_bytes + spots[slot]);
    const u32 entry = entry_of(packed, is_pocket(occupied[slot], blank, task.on));
    spots[slot] = spots[slot] << 4 | entry;
    sum[slot / PARTS] += entry;
  }
  const u32 most = sum[0] > sum[1] ? sum[0] : sum[1];
  if (task.sums) task.sums[number] = most;
  if (arrival.room < (int)most || arrival.left == 0) return;
  u32* const to = task.queue + (u64)add_to(task.queued, 1u) * NODE_WORDS;
#pragma unroll
  for (u32 word = 0; word < 7; word++) to[BOARD + word] = arrival.board[word];
#pragma unroll
  for (u32 slot = 0; slot < SLOTS; slot++) to[SPOTS + slot] = spots[slot];
  to[STATE] = arrival.state;
  to[FACTS] = arrival.left | ((u32)arrival.room - sum[0]) << 8 | ((u32)arrival.room - sum[1]) << 16 | blank << 24;
  to[PATH] = arrival.path_low;
  to[PATH + 1] = arrival.path_high;
  to[ORIGIN] = ((u32)number & ((1u << NUMBER_BITS) - 1)) | arrival.depth << NUMBER_BITS;
}
