// Which PyTorch a program is of.
//
// What: a `Dialect` answers for each row of novelties.inc whether the newer way holds. Why: people paste from many
// versions, and code asks the row, never the version: a text of a version in between may have one and not the other.
//
//   if (context.dialect.has(Novelty::flush_comments)) ...
//   context.dialect.see(Novelty::flush_comments, true);     // the reader, at such a comment
#pragma once

#include <cstdint>
#include <string_view>

namespace seesaw {

enum class Novelty : std::uint8_t {
#define SEESAW_NOVELTY(id, ...) id,
#include "core/graph/dialect/novelties.inc"
#undef SEESAW_NOVELTY
  count
};

class Dialect {
 public:
  constexpr bool has(Novelty row) const { return newer_ != 0 && (older_ & bit(row)) == 0; }
  // A sign in a text. Without any, everything is as in 2.6, which passes and capture follow.
  void see(Novelty row, bool newer) {
    if (!chosen_) (newer ? newer_ : older_) |= bit(row);
  }
  // "2.6" and "2.14" as a person chooses them, for the whole program; false for any other text.
  bool choose(std::string_view version) {
    if (version != "2.6" && version != "2.14") return false;
    newer_ = version == "2.6" ? 0 : kAll;
    older_ = kAll & ~newer_;
    chosen_ = true;
    return true;
  }
  // The version that an archive states, as "2.14.1+debian": it holds for every row that nothing else says. A version
  // between 2.6 and 2.14 says nothing, because it is not known which rows it has.
  void state(std::string_view version);
  std::string_view version() const { return newer_ == 0 ? "2.6" : older_ == 0 ? "2.14" : "between 2.6 and 2.14"; }
  // The rows that were seen in the newer and in the older way; all of them after `choose`.
  std::uint32_t newer() const { return newer_; }
  std::uint32_t older() const { return older_; }
  bool chosen() const { return chosen_; }
  static constexpr std::uint32_t bit(Novelty row) { return std::uint32_t{1} << static_cast<int>(row); }

 private:
  static constexpr std::uint32_t kAll = (std::uint32_t{1} << static_cast<int>(Novelty::count)) - 1;
  std::uint32_t newer_ = 0, older_ = 0;
  bool chosen_ = false;
};

class JsonValue;
class JsonWriter;
// "dialect": {"torch": "2.14", "signs": ["flush_comments", "!node_names"]}, or "chosen" instead of signs; nothing if
// no sign was seen.
void write_dialect(JsonWriter& json, const Dialect& dialect);
void read_dialect(const JsonValue& value, Dialect& dialect);

}  // namespace seesaw
