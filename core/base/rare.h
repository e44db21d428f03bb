// Marks functions that run rarely.
//
// What: they are not inlined and are compiled for size, whatever the optimisation level of the file.
// Why: the module's size is limited, and a hot file also contains error paths and special cases.
//
//   SEESAW_RARE void report(const Node* node);
#pragma once

#ifdef __clang__
#define SEESAW_RARE [[clang::minsize, gnu::noinline]]
#else
#define SEESAW_RARE [[gnu::noinline, gnu::cold]]
#endif
