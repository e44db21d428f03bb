// Marks functions that run rarely.
//
// What: they are kept out of their callers and compiled for size, whatever the file around them is compiled for.
// Why: the module's size is limited, and a hot file holds mistakes and special cases too.
//
//   SEESAW_RARE void report(const Node* node);
#pragma once

#ifdef __clang__
#define SEESAW_RARE [[clang::minsize, gnu::noinline]]
#else
#define SEESAW_RARE [[gnu::noinline, gnu::cold]]
#endif
