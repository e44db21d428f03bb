#include "core/engine/ops/table/schema.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>

#include "core/base/cat.h"
#include "core/base/number.h"
#include "core/engine/ops/table/ops.h"
#include "core/graph/ops_table/inplace_names.h"

namespace seesaw {

namespace {

std::string_view strip(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// Splits a list at commas, respecting brackets and quotes.
std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  int depth = 0;
  bool quoted = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    char c = i < text.size() ? text[i] : ',';
    if (c == '"') quoted = !quoted;
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    bool end = i == text.size();
    if (!end && (c != ',' || depth > 0 || quoted)) continue;
    std::string_view part = strip(text.substr(begin, i - begin));
    if (!part.empty()) parts.push_back(part);
    begin = i + 1;
  }
  return parts;
}

SchemaParameter read_parameter(std::string_view text, bool keyword_only) {
  SchemaParameter parameter;
  std::size_t equals = text.find('=');
  parameter.has_default = equals != std::string_view::npos;
  if (parameter.has_default) parameter.fallback = strip(text.substr(equals + 1));
  parameter.keyword_only = keyword_only;
  std::string_view declared = strip(text.substr(0, equals));
  std::size_t blank = declared.rfind(' ');
  parameter.name = declared.substr(blank == std::string_view::npos ? 0 : blank + 1);
  parameter.type = blank == std::string_view::npos ? std::string_view{} : strip(declared.substr(0, blank));
  return parameter;
}

// The position of the bracket that closes the one at `open`.
std::size_t closing(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')' && --depth == 0) return i;
  }
  return text.size();
}

class Schemas {
 public:
  Schemas() {
    // The first record of a path counts.
    each_record([&](const OpDef& op) { add(op); });
  }

  const OpSchema* find(std::string_view path) {
    auto found = texts_.find(path);
    if (found == texts_.end()) found = texts_.find(functional_path(path));
    if (found == texts_.end()) return nullptr;
    std::unique_ptr<OpSchema>& schema = read_[found->second];
    if (schema == nullptr) schema = std::make_unique<OpSchema>(read_schema(found->second));
    return schema.get();
  }

  void put(const OpDef& op) { texts_.insert_or_assign(std::string(op.path), op.schema); }

 private:
  void add(const OpDef& op) {
    if (!op.schema.empty()) texts_.emplace(op.path, op.schema);
  }

  std::map<std::string, std::string_view, std::less<>> texts_;
  std::map<std::string_view, std::unique_ptr<OpSchema>> read_;
};

}  // namespace

bool is_type(std::string_view type, std::string_view name) {
  return type.starts_with(name) &&
         (type.size() == name.size() || std::string_view("?[(").find(type[name.size()]) != std::string_view::npos);
}

std::size_t list_length(std::string_view type) {
  std::size_t open = type.find('['), close = type.find(']', open);
  if (open == std::string_view::npos || close == std::string_view::npos) return 1;
  return static_cast<std::size_t>(parse_int(type.substr(open + 1, close - open - 1)).value_or(1));
}

static Value dtype_value(std::string_view name) {
  const DTypeInfo* info = find_dtype(name);
  Element element = Element::i64;
  return info != nullptr && fake_element_of(*info, element) ? Value(element) : Value();
}

Value default_value(const SchemaParameter& parameter) {
  constexpr std::string_view kLong =
      "4";  // at::ScalarType, the one used as a default in PyTorch; others appear by name
  std::string_view type = parameter.type, text = parameter.fallback;
  if (!parameter.has_default || text.empty() || text == "None" || is_type(type, "MemoryFormat")) return Value();
  if (text == "True" || text == "False") return Value(text == "True");
  if (is_type(type, "ScalarType")) return dtype_value(text == kLong ? "int64" : text);
  if (text == "Mean") return Value(1);  // of at::Reduction
  if (text.front() == '"' || text.front() == '\'') return Value(std::string(text.substr(1, text.size() - 2)));
  if (text.front() == '[') {
    Dims items;
    for (std::string_view item : split(text.substr(1, text.size() - 2))) items.push_back(parse_int(item).value_or(0));
    return Value(std::move(items));
  }
  std::optional<std::int64_t> whole = is_type(type, "float") ? std::nullopt : parse_int(text);
  if (whole && is_list_type(type)) return Value(Dims(list_length(type), *whole));
  if (whole) return Value(*whole);
  if (std::optional<double> real = parse_float(text)) return Value(*real);
  return Value(std::string(text));
}

std::string_view aten_packet(std::string_view path) {
  constexpr std::string_view kAten = "torch.ops.aten.";
  if (!path.starts_with(kAten)) return {};
  path.remove_prefix(kAten.size());
  return path.substr(0, path.find('.'));
}

OpSchema read_schema(std::string_view text) {
  OpSchema schema;
  std::size_t open = text.find('(');
  if (open == std::string_view::npos) return schema;
  std::size_t close = closing(text, open);
  bool keyword_only = false;
  for (std::string_view part : split(text.substr(open + 1, close - open - 1))) {
    if (part == "*") {
      keyword_only = true;
    } else {
      schema.parameters.push_back(read_parameter(part, keyword_only));
    }
  }
  std::size_t arrow = text.find("->", close);
  if (arrow == std::string_view::npos) return schema;
  std::string_view result = strip(text.substr(arrow + 2));
  if (result.starts_with('(') && closing(result, 0) == result.size() - 1) {
    for (std::string_view part : split(result.substr(1, result.size() - 2)))
      schema.returns.push_back(part.substr(0, part.find(' ')));
  } else {
    schema.returns.push_back(result);
  }
  return schema;
}

namespace {

struct Records {
  std::map<std::string_view, const OpDef*> by_path;
  std::map<std::string, const OpDef*, std::less<>> renamed;  // in-place paths whose overload has another name
  Records() {
    each_record([&](const OpDef& op) {
      by_path.emplace(op.path, &op);
      if (!op.forms.overload.empty()) renamed.emplace(inplace_path(op), &op);
    });
  }
};
Records& records() {
  static Records instance;
  return instance;
}

Schemas& schemas() {
  static Schemas instance;
  return instance;
}

}  // namespace

const OpDef* find_record(std::string_view path) {
  auto found = records().by_path.find(path);
  return found == records().by_path.end() ? nullptr : found->second;
}

std::string inplace_path(const OpDef& op) {
  constexpr std::string_view kFunctional = "_functional";
  std::size_t dot = op.path.rfind('.');
  std::string_view packet = op.path.substr(0, dot);
  if (packet.ends_with(kFunctional)) packet.remove_suffix(kFunctional.size());
  const std::size_t name = packet.rfind('.') + 1;
  return cat({packet.substr(0, name),
              inplace_name(packet.substr(name)),
              ".",
              op.forms.overload.empty() ? op.path.substr(dot + 1) : op.forms.overload});
}

std::string functional_path(std::string_view path) {
  std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos) return {};
  const std::size_t at = path.rfind('.', dot - 1) + 1;
  const std::string name = functional_name(path.substr(at, dot - at));
  if (name.empty()) return {};
  auto found = records().renamed.find(path);
  return found != records().renamed.end() ? std::string(found->second->path)
                                          : cat({path.substr(0, at), name, path.substr(dot)});
}

std::vector<const OpDef*> overloads_of(std::string_view packet) {
  std::string prefix = cat({packet, "."});
  std::vector<const OpDef*> out;
  for (auto at = records().by_path.lower_bound(prefix); at != records().by_path.end() && at->first.starts_with(prefix);
       ++at)
    out.push_back(at->second);
  return out;
}

std::vector<std::uint32_t> number_forms(const OpDef& op) {
  std::vector<std::uint32_t> out;
  if (op.python.numbers != 0) out.push_back(op.python.numbers);
  OpSchema own = read_schema(op.schema);
  for (const OpDef* other : overloads_of(op.path.substr(0, op.path.rfind('.')))) {
    OpSchema theirs = read_schema(other->schema);
    std::size_t count = std::min(own.parameters.size(), theirs.parameters.size());
    std::uint32_t numbers = 0;
    bool same = count > 0;
    for (std::size_t i = 0; i < count && same; ++i) {
      const SchemaParameter &mine = own.parameters[i], &its = theirs.parameters[i];
      bool number = is_type(mine.type, "Tensor") && is_type(its.type, "Scalar");
      if (number) numbers |= std::uint32_t{1} << i;
      same = mine.name == its.name && (number || is_type(mine.type, "Tensor") == is_type(its.type, "Tensor"));
    }
    if (same && numbers != 0) out.push_back(numbers);
  }
  return out;
}

const OpSchema* find_schema(std::string_view path) { return schemas().find(path); }

void add_record(const OpDef& op) {
  records().by_path.erase(op.path);  // its key is the older record's text
  records().by_path.emplace(op.path, &op);
  schemas().put(op);
}

}  // namespace seesaw
