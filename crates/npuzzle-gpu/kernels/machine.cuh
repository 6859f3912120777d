// What the kernels need of the machine that runs them. Compiled as CUDA C, it is a card with warps
// of 32 lanes. Compiled as C++ (`emulator.cpp`), it is one processor with warps of one lane, so that
// the same source can be tested where there is no card.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

#ifdef __CUDACC__

#define LANES 32
#define KERNEL extern "C" __global__
#define INLINE static __device__ __forceinline__

INLINE u32 thread_in_block() { return threadIdx.x; }
INLINE u32 threads_of_block() { return blockDim.x; }
INLINE u32 block_in_grid() { return blockIdx.x; }
INLINE u32 blocks_of_grid() { return gridDim.x; }
INLINE u32 lane_in_warp() { return threadIdx.x & 31; }
/// One bit for each lane.
INLINE u32 votes(bool vote) { return __ballot_sync(0xffffffffu, vote); }
INLINE u32 lanes_below() { return (1u << lane_in_warp()) - 1; }
INLINE u32 from_first_lane(u32 value) { return __shfl_sync(0xffffffffu, value, 0); }
INLINE void meet_warp() { __syncwarp(); }
INLINE void meet_block() { __syncthreads(); }
INLINE u32 bits_set(u32 bits) { return __popc(bits); }
INLINE u32 lowest_bit(u32 bits) { return __ffs(bits) - 1; }
INLINE u32 lowest_bit_of(u64 bits) { return __ffsll(bits) - 1; }
INLINE u32 add_to(u32* sum, u32 more) { return atomicAdd(sum, more); }
INLINE u64 add_to(u64* sum, u64 more) { return atomicAdd(sum, more); }
/// The sum of what some lanes add, by one of them. Which lanes come together changes nothing.
INLINE void add_together(u64* sum, u32 more) {
  const u32 lanes = __activemask();
  const u32 all = __reduce_add_sync(lanes, more);
  if (lane_in_warp() == lowest_bit(lanes)) add_to(sum, (u64)all);
}
INLINE void set_bits(u32* word, u32 bits) { atomicOr(word, bits); }
INLINE void raise_to(u32* most, u32 value) { atomicMax(most, value); }
INLINE bool is_first(u32* word) { return atomicCAS(word, 0u, 1u) == 0; }
/// Shifted to the left: out of the word if that is more than 31, as any number below zero is.
INLINE u32 shifted(u32 value, u32 places) {
  u32 result;
  asm("shl.b32 %0, %1, %2;" : "=r"(result) : "r"(value), "r"(places));
  return result;
}
INLINE u32 sum_of_lanes(u32 value) { return __reduce_add_sync(0xffffffffu, value); }
INLINE u32 now(const u32* word) { return *(const volatile u32*)word; }
INLINE u8 entry_at(const u8* entry) { return __ldg(entry); }
typedef uint4 Quad;
struct Row { u32 next[4]; };
INLINE Row row_at(const u32* rows, u32 state) {
  const uint4 row = __ldg((const uint4*)rows + state);
  Row copy = {{row.x, row.y, row.z, row.w}};
  return copy;
}

#else

#include <string.h>

#define LANES 1
#define WARPS 1
#define KERNEL extern "C"
#define INLINE static inline
#define __shared__ static
#define __restrict__
#define __launch_bounds__(...)

struct alignas(16) Quad { u32 x, y, z, w; };

extern u32 emulated_block, emulated_blocks;
extern Quad emulated_memory[];

INLINE u32 thread_in_block() { return 0; }
INLINE u32 threads_of_block() { return 1; }
INLINE u32 block_in_grid() { return emulated_block; }
INLINE u32 blocks_of_grid() { return emulated_blocks; }
INLINE u32 lane_in_warp() { return 0; }
INLINE u32 votes(bool vote) { return vote; }
INLINE u32 lanes_below() { return 0; }
INLINE u32 from_first_lane(u32 value) { return value; }
INLINE void meet_warp() {}
INLINE void meet_block() {}
INLINE u32 bits_set(u32 bits) { return __builtin_popcount(bits); }
INLINE u32 lowest_bit(u32 bits) { return __builtin_ctz(bits); }
INLINE u32 lowest_bit_of(u64 bits) { return __builtin_ctzll(bits); }
INLINE u32 add_to(u32* sum, u32 more) { const u32 old = *sum; *sum += more; return old; }
INLINE u64 add_to(u64* sum, u64 more) { const u64 old = *sum; *sum += more; return old; }
INLINE void add_together(u64* sum, u32 more) { *sum += more; }
INLINE void set_bits(u32* word, u32 bits) { *word |= bits; }
INLINE void raise_to(u32* most, u32 value) { if (*most < value) *most = value; }
INLINE bool is_first(u32* word) { const u32 old = *word; *word = 1; return old == 0; }
INLINE u32 shifted(u32 value, u32 places) { return places < 32 ? value << places : 0; }
INLINE u32 sum_of_lanes(u32 value) { return value; }
INLINE u32 now(const u32* word) { return *word; }
INLINE u8 entry_at(const u8* entry) { return *entry; }
struct Row { u32 next[4]; };
INLINE Row row_at(const u32* rows, u32 state) {
  Row row;
  memcpy(&row, rows + 4 * (u64)state, sizeof row);
  return row;
}

#endif

/// The number of this thread in the grid.
INLINE u64 thread_in_grid() { return (u64)block_in_grid() * threads_of_block() + thread_in_block(); }
