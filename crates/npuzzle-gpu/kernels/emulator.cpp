// The kernels as C++: a grid is a loop over its blocks, of one thread each.
#include "kernels.cu"

u32 emulated_block, emulated_blocks;
Quad emulated_memory[ROOM * NODE_QUADS];

template <typename Kernel> static void each_block(u32 blocks, Kernel kernel) {
  emulated_blocks = blocks;
  for (emulated_block = 0; emulated_block < blocks; emulated_block++) kernel();
}

/// The bytes of what a kernel is given.
extern "C" u32 emulated_task(const char* name) {
  if (!strcmp(name, "begin_table")) return sizeof(Goal);
  if (!strcmp(name, "level")) return sizeof(Level);
  if (!strcmp(name, "pack_table")) return sizeof(Packing);
  if (!strcmp(name, "check_table")) return sizeof(Checksum);
  if (!strcmp(name, "search")) return sizeof(Search);
  if (!strcmp(name, "search_many")) return sizeof(Search);
  if (!strcmp(name, "gather")) return sizeof(Gathering);
  if (!strcmp(name, "enter")) return sizeof(Entering);
  if (!strcmp(name, "pattern_level")) return sizeof(PatternLevel);
  if (!strcmp(name, "next_layer")) return sizeof(NextLayer);
  if (!strcmp(name, "list_layer")) return sizeof(Listing);
  return 0;
}

/// Runs a kernel by its name. Returns whether there is one.
extern "C" int emulate(const char* name, u32 blocks, const void* task) {
  if (!strcmp(name, "begin_table")) each_block(blocks, [&] { begin_table(*(const Goal*)task); });
  else if (!strcmp(name, "level")) each_block(blocks, [&] { level(*(const Level*)task); });
  else if (!strcmp(name, "pack_table")) each_block(blocks, [&] { pack_table(*(const Packing*)task); });
  else if (!strcmp(name, "check_table")) each_block(blocks, [&] { check_table(*(const Checksum*)task); });
  else if (!strcmp(name, "search")) each_block(blocks, [&] { search(*(const Search*)task); });
  else if (!strcmp(name, "search_many")) each_block(blocks, [&] { search_many(*(const Search*)task); });
  else if (!strcmp(name, "gather")) each_block(blocks, [&] { gather(*(const Gathering*)task); });
  else if (!strcmp(name, "enter")) each_block(blocks, [&] { enter(*(const Entering*)task); });
  else if (!strcmp(name, "pattern_level")) each_block(blocks, [&] { pattern_level(*(const PatternLevel*)task); });
  else if (!strcmp(name, "next_layer")) each_block(blocks, [&] { next_layer(*(const NextLayer*)task); });
  else if (!strcmp(name, "list_layer")) each_block(blocks, [&] { list_layer(*(const Listing*)task); });
  else return 0;
  return 1;
}
