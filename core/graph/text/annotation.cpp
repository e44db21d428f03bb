#include "core/graph/text/annotation.h"

#include <vector>

#include "core/base/cat.h"
#include "core/base/number.h"

namespace seesaw {

namespace {

// Splits at ", " outside brackets.
std::vector<std::string_view> split_list(std::string_view text) {
  std::vector<std::string_view> out;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (c == ',' && depth == 0) {
      out.push_back(text.substr(begin, i - begin));
      begin = i + 1;
      while (begin < text.size() && text[begin] == ' ') ++begin;
    }
  }
  if (begin < text.size()) out.push_back(text.substr(begin));
  return out;
}

// Takes a bracketed list of dims from the front of `text`.
bool take_dims(Context& context, std::string_view& text, std::vector<Dim>& dims) {
  if (text.empty() || text.front() != '[') return false;
  int depth = 0;
  std::size_t end = 0;
  for (; end < text.size(); ++end) {
    if (text[end] == '[') ++depth;
    if (text[end] == ']' && --depth == 0) break;
  }
  if (end == text.size()) return false;
  for (std::string_view item : split_list(text.substr(1, end - 1))) dims.push_back(read_dim(context, item));
  text.remove_prefix(end + 1);
  return true;
}

}  // namespace

bool is_device_text(std::string_view text) {
  std::size_t colon = text.find(':');
  std::string_view type = text.substr(0, colon);
  static constexpr std::string_view kTypes[] = {
      "cpu", "cuda", "meta", "mps", "xpu", "hpu", "xla", "mtia", "privateuseone", "npu", "vulkan", "ipu"};
  bool known = false;
  for (std::string_view name : kTypes) known = known || name == type;
  if (!known) return false;
  if (colon == std::string_view::npos) return true;
  std::string_view index = text.substr(colon + 1);
  return !index.empty() && index.find_first_not_of("0123456789") == std::string_view::npos;
}

Dim read_dim(Context& context, std::string_view text) {
  if (std::optional<std::int64_t> value = parse_int(text)) return {*value, nullptr};
  return {0, context.symbolic(ArgKind::sym_int, text).as_sym()};
}

Arg read_annotation(Context& context, std::string_view text) {
  if (text.starts_with("Sym(") && text.ends_with(")")) {
    std::string_view expression = text.substr(4, text.size() - 5);
    bool relation = expression.find_first_of("<>") != std::string_view::npos || expression.starts_with("Eq(") ||
                    expression.starts_with("Ne(") || expression == "True" || expression == "False";
    return context.symbolic(relation ? ArgKind::sym_bool : ArgKind::sym_int, expression);
  }
  std::size_t bracket = text.find('[');
  if (bracket == std::string_view::npos) return Arg();
  TensorMeta meta;
  meta.dtype = find_dtype_abbr(text.substr(0, bracket));
  if (meta.dtype == nullptr) return Arg();
  text.remove_prefix(bracket);
  std::vector<Dim> shape, stride;
  if (!take_dims(context, text, shape)) return Arg();
  if (!text.empty() && text.front() == '[') {
    if (!take_dims(context, text, stride)) return Arg();
    meta.has_stride = true;
  }
  if (!text.empty()) {
    if (!is_device_text(text)) return Arg();
    meta.device = context.intern(text);
  }
  meta.shape = shape;
  meta.stride = stride;
  return context.tensor_meta(meta);
}

std::string traceback_of(std::string_view summary) {
  constexpr std::string_view kFile = "File: ";
  constexpr std::string_view kCode = ", code:";
  if (!summary.starts_with(kFile)) return {};
  std::size_t code = summary.find(kCode);
  if (code == std::string_view::npos) return {};
  std::string_view where = summary.substr(kFile.size(), code - kFile.size());
  std::string_view source = summary.substr(code + kCode.size());
  if (!source.empty() && source.front() == ' ') source.remove_prefix(1);
  // path:line in function; the function may be absent, the path may contain anything.
  std::string_view function;
  std::size_t colon = std::string_view::npos;
  for (std::size_t at = where.rfind(':'); at != std::string_view::npos && at > 0; at = where.rfind(':', at - 1)) {
    std::size_t end = at + 1;
    while (end < where.size() && where[end] >= '0' && where[end] <= '9') ++end;
    bool last = end == where.size();
    if (end == at + 1 || !(last || where.substr(end).starts_with(" in "))) continue;
    function = last ? std::string_view{} : where.substr(end + 4);
    colon = at;
    where = where.substr(0, end);
    break;
  }
  if (colon == std::string_view::npos) return {};
  std::string out = cat({"  File \"", std::string(where.substr(0, colon)), "\", line ", where.substr(colon + 1)});
  if (!function.empty()) out += cat({", in ", function});
  // An empty code line at the end would be stripped and the frame not found: a line below it prevents that.
  return out + (source.empty() ? "\n\n    ^\n" : cat({"\n    ", source, "\n"}));
}

}  // namespace seesaw
