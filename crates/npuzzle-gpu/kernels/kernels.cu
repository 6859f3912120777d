// All kernels, as one unit.
#include "machine.cuh"
#include "frame.cuh"
#include "tables.cu"
#include "patterns.cu"
#include "layers.cu"
#include "search.cu"
