#include "core/engine/archive/value_writer.h"

#include <cmath>

#include "core/base/cat.h"
#include "core/base/number.h"
#include "core/engine/archive/sym_text.h"
#include "core/engine/archive/values.h"

namespace seesaw::archive {

namespace {

std::string metadata_text(const Arg& value) {
  if (value.is_string()) return std::string(value.text());
  if (!value.is_container()) return {};
  // A module stack {key: (path, type)}, functions [(name, function)], or names.
  bool dict = value.kind() == ArgKind::dict;
  std::string out;
  std::span<const Arg> items = value.items();
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) out += dict && i % 2 == 1 ? ',' : ';';
    if (!items[i].is_sequence()) {
      if (items[i].kind() != ArgKind::string && items[i].kind() != ArgKind::text) return {};
      out += items[i].text();
      continue;
    }
    std::size_t part = 0;
    for (const Arg& inner : items[i].items()) {
      if (inner.kind() != ArgKind::string && inner.kind() != ArgKind::text) return {};
      if (part++ > 0) out += ',';
      out += inner.text();
    }
  }
  return out;
}

// As json.dumps writes plain values; false for others.
// NOLINTNEXTLINE(misc-no-recursion): `deeper` bounds it
bool append_plain(std::string& out, const Arg& value, int deeper) {
  switch (value.kind()) {
    case ArgKind::none: out += "null"; return true;
    case ArgKind::boolean: out += value.as_bool() ? "true" : "false"; return true;
    case ArgKind::integer:
      out += value.fits_int64() ? std::to_string(value.as_int()) : std::string(value.text());
      return true;
    case ArgKind::floating: out += format_float(value.as_float()); return std::isfinite(value.as_float());
    case ArgKind::string: append_json_string(out, value.text()); return true;
    default: break;
  }
  bool dict = value.kind() == ArgKind::dict;
  if (deeper == 0 || (!dict && !value.is_sequence())) return false;
  out += dict ? '{' : '[';
  std::span<const Arg> items = value.items();
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (dict && i % 2 == 0 && !items[i].is_string()) return false;
    if (i > 0) out += dict && i % 2 == 1 ? ": " : ", ";
    if (!append_plain(out, items[i], deeper - 1)) return false;
  }
  out += dict ? '}' : ']';
  return true;
}

std::string custom_text(const Arg& value) {
  std::string out;
  if (value.is_string()) return std::string(value.text());
  return append_plain(out, value, kDeepest) ? out : std::string();
}

std::string_view class_of(const Arg& val) {
  std::string_view text = val.text();
  constexpr std::string_view kKey = "class_fqn='";
  std::size_t begin = text.find(kKey);
  if (begin == std::string_view::npos) return {};
  begin += kKey.size();
  return text.substr(begin, text.find('\'', begin) - begin);
}

}  // namespace

void write_float(JsonWriter& json, double value, const Original& original) {
  std::string text = format_float(value);
  if (!std::isfinite(value)) {
    text = std::isnan(value) ? "NaN" : value < 0 ? "-Infinity" : "Infinity";
    // Python reads these words; versions with kinds write them as strings.
    if (original.has_kinds) return void(json.value(std::string_view(text)));
  }
  json.raw(text);
}

void write_integer(JsonWriter& json, const Arg& value) {
  json.raw(value.fits_int64() ? std::to_string(value.as_int()) : std::string(value.text()));
}

bool write_constant(JsonWriter& json, const Arg& value, const Original& original) {
  auto number = [&](Leaf leaf, std::int64_t n) {
    return n >= 0 && (json.object().member(field_of(leaf, 0), n).end(), true);
  };
  switch (value.kind()) {
    case ArgKind::none: json.object().member("as_none", true).end(); return true;
    case ArgKind::boolean: json.object().member("as_bool", value.as_bool()).end(); return true;
    case ArgKind::integer:
      json.object().key("as_int");
      write_integer(json, value);
      json.end();
      return true;
    case ArgKind::floating:
      json.object().key("as_float");
      write_float(json, value.as_float(), original);
      json.end();
      return true;
    case ArgKind::complex: {
      std::optional<std::complex<double>> number_of = read_complex(value.text());
      if (!number_of) return false;
      json.object().key("as_complex").object().key("real");
      write_float(json, number_of->real(), original);
      json.key("imag");
      write_float(json, number_of->imag(), original);
      json.end().end();
      return true;
    }
    case ArgKind::string: json.object().member("as_string", value.text()).end(); return true;
    case ArgKind::dtype:
      return number(Leaf::scalar_type, dtype_number(value.text().substr(value.text().starts_with("torch.") ? 6 : 0)));
    case ArgKind::layout: return number(Leaf::layout, layout_number(value.text()));
    case ArgKind::memory_format: return number(Leaf::memory_format, memory_format_number(value.text()));
    case ArgKind::callable: json.object().member("as_operator", value.as_callable()->path.view()).end(); return true;
    default: return false;
  }
}

Leaf leaf_of(const Arg& val) {
  switch (val.kind()) {
    case ArgKind::none: return Leaf::none;
    case ArgKind::tensor_meta: return Leaf::tensor;
    case ArgKind::integer:
    case ArgKind::sym_int: return Leaf::sym_int;
    case ArgKind::floating:
    case ArgKind::sym_float: return Leaf::sym_float;
    case ArgKind::boolean:
    case ArgKind::sym_bool: return Leaf::sym_bool;
    case ArgKind::text: return Leaf::custom_obj;
    default: return Leaf::string;
  }
}

void ValueWriter::result(Leaf leaf, std::string_view name, const Arg& val) {
  remember(leaf, name, val);
  reference(leaf, name, val);
}

void ValueWriter::reference(Leaf leaf, std::string_view reference_name, const Arg& val) {
  json_.object().key(field_of(leaf, 0));
  name(leaf, reference_name, val);
  json_.end();
}

void ValueWriter::name(Leaf leaf, std::string_view name, const Arg& val) {
  json_.object().member(is_symbolic(leaf) ? "as_name" : "name", name);
  if (leaf == Leaf::custom_obj) json_.member("class_fqn", class_of(val));
  json_.end();
}

void ValueWriter::tables() {
  constexpr std::pair<std::string_view, Leaf> kTables[] = {{"tensor_values", Leaf::tensor},
                                                           {"sym_int_values", Leaf::sym_int},
                                                           {"sym_bool_values", Leaf::sym_bool},
                                                           {"custom_obj_values", Leaf::custom_obj},
                                                           {"sym_float_values", Leaf::sym_float}};
  for (const auto& [key, leaf] : kTables) {
    json_.key(key).object();
    for (const NamedValue& value : values_) {
      if (value.leaf != leaf) continue;
      json_.key(value.name);
      if (leaf == Leaf::tensor) {
        tensor(value.name, *value.val.as_tensor_meta());
      } else if (leaf == Leaf::custom_obj) {
        name(leaf, value.name, value.val);
      } else {
        symbolic(value.val);
      }
    }
    json_.end();
  }
}

void ValueWriter::expression(std::string_view text) {
  const JsonValue* form = original_.expression(std::string(text));
  json_.object().key("as_expr");
  if (form != nullptr) {
    copy_json(json_, *form);
  } else {
    json_.object().member("expr_str", std::string_view(original_.form(text))).end();
  }
  json_.end();
}

void ValueWriter::symbolic(const Arg& val) {
  if (val.kind() == ArgKind::sym_int || val.kind() == ArgKind::sym_float || val.kind() == ArgKind::sym_bool) {
    expression(val.as_sym()->text.view());
  } else {
    write_constant(json_, val, original_);
  }
}

void ValueWriter::dims(std::span<const Dim> dims) {
  json_.array();
  for (const Dim& dim : dims) {
    if (dim.sym != nullptr) {
      expression(dim.sym->text.view());
    } else {
      json_.object().member("as_int", dim.value).end();
    }
  }
  json_.end();
}

namespace {

bool same_dims(std::span<const Dim> dims, const JsonValue& json) {
  if (!json.is_array() || json.items().size() != dims.size()) return false;
  for (std::size_t i = 0; i < dims.size(); ++i) {
    const JsonValue& item = json.items()[i];
    const JsonValue *number = item.is_object() ? item.find("as_int") : nullptr,
                    *form = item.is_object() ? item.find("as_expr") : nullptr;
    const JsonValue* text = form != nullptr && form->is_object() ? form->find("expr_str") : nullptr;
    bool same = dims[i].sym == nullptr
                    ? number != nullptr && number->is_number() && number->integer() == dims[i].value
                    : text != nullptr && text->is_string() && sym_text(text->string()) == dims[i].sym->text.view();
    if (!same) return false;
  }
  return true;
}

// The original's description of the same tensor: only there are its storage offset and layout. Null if the tensor has
// changed.
const JsonValue* said_of(const Original& original, std::string_view name, const TensorMeta& meta) {
  std::span<const Dim> strides = meta.has_stride ? meta.stride : std::span<const Dim>{};
  for (const JsonValue* said : original.tensors(name)) {
    if (!said->is_object() || !said->has("sizes") || !said->has("strides") || !said->has("storage_offset") ||
        !said->has("layout"))
      continue;
    if (same_dims(meta.shape, (*said)["sizes"]) && same_dims(strides, (*said)["strides"])) return said;
  }
  return nullptr;
}

}  // namespace

void ValueWriter::tensor(std::string_view name, const TensorMeta& meta) {
  const JsonValue* said = said_of(original_, name, meta);
  json_.object().member("dtype", dtype_number(meta.dtype->name)).key("sizes");
  dims(meta.shape);
  json_.member("requires_grad", meta.requires_grad).key("device");
  device(meta.device ? meta.device.view() : "cpu");
  json_.key("strides");
  dims(meta.has_stride ? meta.stride : std::span<const Dim>{});
  json_.key("storage_offset");
  if (said != nullptr) {
    copy_json(json_, (*said)["storage_offset"]);
    json_.key("layout");
    copy_json(json_, (*said)["layout"]);
  } else {
    json_.object().member("as_int", 0).end().member("layout", layout_number("torch.strided"));
  }
  json_.end();
}

void ValueWriter::device(std::string_view text) {
  std::size_t colon = text.rfind(':');
  // Anything but a number belongs to a user-defined type.
  std::optional<std::int64_t> index = colon == std::string_view::npos ? std::nullopt
                                                                      : parse_int(text.substr(colon + 1));
  json_.object().member("type", index ? text.substr(0, colon) : text);
  if (index) json_.key("index").value(*index);
  json_.end();
}

void ValueWriter::metadata(const Node* node) {
  if (node->meta() == nullptr) return;
  const Context::Keys& keys = context_.keys;
  for (const Meta::Entry& entry : *node->meta()) {
    bool internal = entry.key == keys.val || entry.key == keys.tensor_meta || entry.key == keys.example_value ||
                    entry.key == keys.annotation || entry.key == keys.desc || entry.key == keys.comment;
    std::string text = internal                   ? std::string()
                       : entry.key == keys.custom ? custom_text(entry.value)
                                                  : metadata_text(entry.value);
    if (!text.empty()) json_.member(entry.key.view(), std::string_view(text));
  }
}

}  // namespace seesaw::archive
