#include "core/engine/archive/values.h"

#include <cmath>

#include "core/base/cat.h"
#include "core/base/number.h"
#include "core/engine/archive/fields.h"
#include "core/engine/archive/sym_text.h"

namespace seesaw::archive {

namespace {

struct Word {
  std::string_view python, plain;  // of the same length
  double value;
};
const Word kWords[] = {
    {"-Infinity", "\"-\x7fnfini\"", -HUGE_VAL}, {"Infinity", "\"\x7fnfini\"", HUGE_VAL}, {"NaN", "\"\x7f\"", NAN}};
std::string_view inside(const Word& word) { return word.plain.substr(1, word.plain.size() - 2); }

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0;;) {
    std::size_t end = text.find(separator, at);
    parts.push_back(text.substr(at, end == std::string_view::npos ? end : end - at));
    if (end == std::string_view::npos) return parts;
    at = end + 1;
  }
}

// `key,path,type`; commas in brackets belong to a part: `layer.slice(1, None, None)`.
bool split_stack_entry(std::string_view text, std::string_view (&parts)[3]) {
  int depth = 0, part = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')') --depth;
    if (text[i] != ',' || depth > 0) continue;
    if (part == 2) return false;
    parts[part++] = text.substr(begin, i - begin);
    begin = i + 1;
  }
  parts[part] = text.substr(begin);
  return part == 2;
}

}  // namespace

double read_float(const JsonValue& value) {
  if (!value.is_string()) return value.number();
  for (const Word& word : kWords) {
    // Newer versions write strings.
    if (value.string() == word.python || value.string() == inside(word)) return word.value;
  }
  throw json_error(value, cat({"expected a number, found '", value.string(), "'"}));
}

std::string complex_text(std::complex<double> value) {
  auto part = [](double number) {
    std::string text = format_float(number);
    if (text.ends_with(".0")) text.resize(text.size() - 2);
    return text;
  };
  std::string imaginary = cat({part(value.imag()), "j"});
  if (value.real() == 0 && !std::signbit(value.real())) return imaginary;
  return cat({"(", part(value.real()), imaginary.starts_with('-') ? "" : "+", imaginary, ")"});
}

std::optional<std::complex<double>> read_complex(std::string_view text) {
  auto number = [](std::string_view part) -> std::optional<double> {
    double sign = 1;
    if (part.starts_with('+') || part.starts_with('-')) {
      sign = part.front() == '-' ? -1 : 1;
      part.remove_prefix(1);
    }
    if (part == "inf") return sign * HUGE_VAL;
    if (part == "nan") return std::copysign(NAN, sign);
    std::optional<double> value = parse_float(part);
    if (!value) return value;
    return std::copysign(*value, sign);
  };
  std::size_t split = std::string_view::npos;
  std::optional<double> real = 0.0, imaginary;
  if (text.starts_with("complex(") && text.ends_with(')')) {
    text = text.substr(8, text.size() - 9);
    split = text.find(", ");
    if (split == std::string_view::npos) return std::nullopt;
    imaginary = number(text.substr(split + 2));
  } else {
    if (text.starts_with('(') && text.ends_with(')')) text = text.substr(1, text.size() - 2);
    if (!text.ends_with('j')) return std::nullopt;
    text.remove_suffix(1);
    for (std::size_t i = text.size(); i-- > 1;) {
      if ((text[i] != '+' && text[i] != '-') || text[i - 1] == 'e') continue;
      split = i;
      break;
    }
    imaginary = number(split == std::string_view::npos ? text : text.substr(split));
  }
  if (split != std::string_view::npos) real = number(text.substr(0, split));
  if (!real || !imaginary) return std::nullopt;
  return std::complex<double>(*real, *imaginary);
}

std::string plain_json(std::string_view text) {
  std::string out(text);
  if (text.find("NaN") == std::string_view::npos && text.find("Infinity") == std::string_view::npos) return out;
  bool quoted = false;
  for (std::size_t i = 0; i < out.size(); ++i) {
    char c = out[i];
    if (quoted && c == '\\') {
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && (c == 'N' || c == 'I' || c == '-')) {
      for (const Word& word : kWords) {
        if (text.substr(i).starts_with(word.python)) {
          out.replace(i, word.plain.size(), word.plain);
          i += word.plain.size() - 1;
          break;
        }
      }
    }
  }
  return out;
}

std::string_view python_word(std::string_view plain) {
  for (const Word& word : kWords) {
    if (plain == inside(word)) return word.python;
  }
  return {};
}

std::string device_text(const JsonValue& device) {
  std::string out(device["type"].string());
  const JsonValue* index = device.find("index");
  if (index != nullptr && !index->is_null()) out += cat({":", std::to_string(index->integer())});
  return out;
}

Arg ValueReader::expression(ArgKind kind, const JsonValue& expr) {
  std::string form(expr["expr_str"].string());
  std::string key = cat({form, std::string(1, static_cast<char>(kind))});
  auto known = expressions_.find(key);
  if (known != expressions_.end()) return known->second;
  std::vector<std::string> parts;
  std::string text = sym_text(form, &parts);
  for (std::string& part : parts) parts_.insert(std::move(part));
  // Older versions have the number itself, newer ones {"as_int": 3}.
  const JsonValue* hint = expr.find("hint");
  if (hint != nullptr && hint->is_object()) hint = hint->find("as_int");
  bool has_hint = hint != nullptr && hint->is_number() && parse_int(hint->number_text());
  Arg value = context_.symbolic(kind, text, has_hint, has_hint ? hint->integer() : 0);
  expressions_.emplace(std::move(key), value);
  return value;
}

Arg ValueReader::symbolic(ArgKind kind, const JsonValue& value) {
  if (const JsonValue* expr = value.find("as_expr")) return expression(kind, *expr);
  if (const JsonValue* integer = value.find("as_int")) return context_.integer(integer->integer());
  if (const JsonValue* floating = value.find("as_float")) return context_.floating(read_float(*floating));
  if (const JsonValue* boolean = value.find("as_bool")) return Arg::boolean(boolean->boolean());
  throw json_error(value, "expected a symbolic value: as_expr, as_int, as_float or as_bool");
}

std::vector<Dim> ValueReader::dims(const JsonValue& sizes) {
  std::vector<Dim> out;
  out.reserve(sizes.items().size());
  for (const JsonValue& size : sizes.items()) {
    const JsonValue* plain = size.is_number() ? &size : size.find("as_int");
    if (plain != nullptr) {
      out.push_back({plain->integer(), nullptr});
    } else {
      out.push_back({0, expression(ArgKind::sym_int, size["as_expr"]).as_sym()});
    }
  }
  return out;
}

Arg ValueReader::tensor(const JsonValue& meta) {
  TensorMeta out;
  const JsonValue& dtype = meta["dtype"];
  out.dtype = find_dtype(dtype_name(dtype.integer()));
  if (out.dtype == nullptr) throw json_error(dtype, cat({"there is no dtype with the number ", dtype.number_text()}));
  std::vector<Dim> shape = dims(meta["sizes"]);
  std::vector<Dim> stride;
  const JsonValue* strides = meta.find("strides");
  out.has_stride = strides != nullptr && !strides->is_null();
  if (out.has_stride) stride = dims(*strides);
  out.shape = shape;
  out.stride = stride;
  const JsonValue* device = meta.find("device");
  if (device != nullptr && !device->is_null()) out.device = context_.intern(device_text(*device));
  const JsonValue* grad = meta.find("requires_grad");
  out.requires_grad = grad != nullptr && grad->is_bool() && grad->boolean();
  return context_.tensor_meta(out);
}

// {key: (path, type)}; a text of another form is kept as is.
Arg ValueReader::module_stack(std::string_view text) {
  auto known = stacks_.find(std::string(text));
  if (known != stacks_.end()) return known->second;
  std::vector<Arg> items;
  bool good = true;
  if (!text.empty()) {
    for (std::string_view entry : split(text, ';')) {
      std::string_view parts[3];
      good = good && split_stack_entry(entry, parts);
      if (!good) break;
      Arg pair[] = {context_.string(parts[1]), context_.string(parts[2])};
      items.push_back(context_.string(parts[0]));
      items.push_back(context_.tuple(pair));
    }
  }
  Arg value = good ? context_.dict(items) : context_.string(text);
  stacks_.emplace(std::string(text), value);
  return value;
}

// [(name, function), ...]
Arg ValueReader::source_functions(std::string_view text) {
  std::vector<Arg> items;
  for (std::string_view entry : split(text, ';')) {
    std::size_t comma = entry.find(',');
    if (comma == std::string_view::npos) return context_.string(text);
    Arg pair[] = {context_.string(entry.substr(0, comma)),
                  Arg::symbol(ArgKind::text, context_.intern(entry.substr(comma + 1)))};
    items.push_back(context_.tuple(pair));
  }
  return context_.list(items);
}

// What json.dumps made of plain values; the text itself if it is no such.
Arg ValueReader::custom_of(std::string_view text) {
  try {
    JsonDocument document;
    std::optional<Arg> value = plain_value(document.parse(text), kDeepest);
    if (value && value->kind() == ArgKind::dict) return *value;
  } catch (const Error&) {  // no JSON
  }
  return context_.string(text);
}

// NOLINTNEXTLINE(misc-no-recursion): `deeper` bounds it
std::optional<Arg> ValueReader::plain_value(const JsonValue& json, int deeper) {
  if (json.is_null()) return Arg();
  if (json.is_string()) return context_.string(json.string());
  if (json.is_bool()) return Arg::boolean(json.boolean());
  if (json.is_number()) {
    bool whole = json.number_text().find_first_of(".eE") == std::string_view::npos;
    std::optional<std::int64_t> integer = whole ? parse_int(json.number_text()) : std::nullopt;
    return integer ? context_.integer(*integer) : context_.floating(json.number());
  }
  if (deeper == 0) return std::nullopt;
  std::vector<Arg> items;
  auto add = [&](const JsonValue& one) {
    std::optional<Arg> item = plain_value(one, deeper - 1);
    if (item) items.push_back(*item);
    return item.has_value();
  };
  if (json.is_array()) {
    for (const JsonValue& one : json.items()) {
      if (!add(one)) return std::nullopt;
    }
    return context_.list(items);
  }
  for (const JsonMember& member : json.members()) {
    items.push_back(context_.string(member.key));
    if (!add(member.value)) return std::nullopt;
  }
  return context_.dict(items);
}

void ValueReader::append_metadata(const JsonValue& metadata, std::vector<Meta::Entry>& entries) {
  auto text_of = [&](std::string_view key) {
    const JsonValue* found = metadata.find(key);
    return found == nullptr || !found->is_string() ? std::string_view{} : found->string();
  };
  if (std::string_view trace = text_of("stack_trace"); !trace.empty())
    entries.push_back({context_.keys.stack_trace, context_.string(trace)});
  if (std::string_view stack = text_of("nn_module_stack"); !stack.empty())
    entries.push_back({context_.keys.nn_module_stack, module_stack(stack)});
  if (std::string_view sources = text_of("source_fn_stack"); !sources.empty())
    entries.push_back({context_.intern("source_fn_stack"), source_functions(sources)});
  if (std::string_view function = text_of("torch_fn"); !function.empty()) {
    std::vector<Arg> names;
    for (std::string_view name : split(function, ';')) names.push_back(context_.string(name));
    entries.push_back({context_.keys.torch_fn, context_.tuple(names)});
  }
  if (std::string_view custom = text_of("custom"); !custom.empty())
    entries.push_back({context_.keys.custom, custom_of(custom)});
  // Other entries, those of newer versions, are kept as is.
  if (!metadata.is_object()) return;
  for (const JsonMember& member : metadata.members()) {
    bool known = member.key == "stack_trace" || member.key == "nn_module_stack" || member.key == "source_fn_stack" ||
                 member.key == "torch_fn" || member.key == "custom";
    if (!known && member.value.is_string())
      entries.push_back({context_.intern(member.key), context_.string(member.value.string())});
  }
}

}  // namespace seesaw::archive
