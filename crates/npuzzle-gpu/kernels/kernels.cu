// All kernels, as one unit.
#include "machine.cuh"
#include "frame.cuh"
#include "tables.cu"
#include "search.cu"
