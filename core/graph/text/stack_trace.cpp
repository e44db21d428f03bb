// Python tracebacks in metadata, and the single line that print_readable makes of them.
#include "core/base/cat.h"
#include "core/graph/text/print.h"

namespace seesaw {

namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }

std::string_view strip(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

// ^File "(.+)", line (\d+), in (.+)$ ; also without the function, as our reader keeps comments without one.
bool match_frame(std::string_view line, StackFrame& frame) {
  constexpr std::string_view kBegin = "File \"";
  constexpr std::string_view kLine = "\", line ";
  constexpr std::string_view kIn = ", in ";
  if (!line.starts_with(kBegin)) return false;
  // The file is greedy: the last `", line ` followed by a number and the rest.
  for (std::size_t at = line.rfind(kLine); at != std::string_view::npos && at > kBegin.size();
       at = at == 0 ? std::string_view::npos : line.rfind(kLine, at - 1)) {
    std::size_t digits = at + kLine.size();
    std::size_t end = digits;
    while (end < line.size() && line[end] >= '0' && line[end] <= '9') ++end;
    if (end == digits) continue;
    std::string_view rest = line.substr(end);
    bool with_function = rest.starts_with(kIn) && rest.size() > kIn.size();
    if (!with_function && !rest.empty()) continue;
    frame.file = line.substr(kBegin.size(), at - kBegin.size());
    frame.line = line.substr(digits, end - digits);
    frame.function = with_function ? rest.substr(kIn.size()) : std::string_view{};
    frame.has_function = with_function;
    return true;
  }
  return false;
}

}  // namespace

StackFrame parse_stack_trace(std::string_view trace) {
  StackFrame frame;
  std::string_view text = strip(trace);
  // Innermost frame last: look backwards for a frame line that has a line after it.
  std::size_t end = text.size();
  std::string_view following;
  bool has_following = false;
  StackFrame without_function;  // result of a comment without a function; any frame with a function comes first
  for (;;) {
    std::size_t begin = end == 0 ? std::string_view::npos : text.rfind('\n', end - 1);
    std::size_t first = begin == std::string_view::npos ? 0 : begin + 1;
    std::string_view line = text.substr(first, end - first);
    if (has_following && match_frame(strip(line), frame)) {
      frame.code = strip(following);
      frame.found = true;
      if (frame.has_function) return frame;
      if (!without_function.found) without_function = frame;
    }
    following = line;
    has_following = true;
    if (begin == std::string_view::npos) return without_function;
    end = begin;
  }
}

std::string stack_trace_summary(std::string_view trace) {
  StackFrame frame = parse_stack_trace(trace);
  if (!frame.found) return {};
  std::string out = cat({"File: ", frame.file, ":", frame.line});
  if (frame.has_function) out += cat({" in ", frame.function});
  return cat({out, ", code: ", frame.code});
}

}  // namespace seesaw
