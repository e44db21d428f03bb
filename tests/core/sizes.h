// How much the tests do. Sanitizers make everything ten times slower, and see the same in a tenth: the same tests run
// as WebAssembly at full size, and there growth is measured.
#pragma once

#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
#define SEESAW_SANITIZED true
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SEESAW_SANITIZED true
#endif
#endif
#ifndef SEESAW_SANITIZED
#define SEESAW_SANITIZED false
#endif

namespace seesaw::test {

inline constexpr bool kSanitized = SEESAW_SANITIZED;

// Of something large.
constexpr std::size_t scaled(std::size_t full) { return kSanitized ? full / 10 : full; }

inline constexpr int kManySteps = static_cast<int>(scaled(1'000'000));

}  // namespace seesaw::test
