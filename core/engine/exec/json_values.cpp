#include "core/engine/exec/json_values.h"

#include <cmath>
#include <limits>

#include "core/base/budget.h"
#include "core/base/cat.h"
#include "core/base/number.h"
#include "core/engine/exec/complex_numbers.h"
#include "core/graph/types/dtype.h"

namespace seesaw {

double read_element(const JsonValue& json) {
  if (json.is_bool()) return json.boolean() ? 1 : 0;
  if (!json.is_string()) return json.number();
  std::optional<double> value = parse_float(json.string());
  if (!value) throw json_error(json, "an element must be a number, \"inf\", \"-inf\" or \"nan\"");
  return *value;
}

namespace {

// A whole number, or its digits as text: a number of JavaScript holds 53 bits.
std::int64_t read_integer(const JsonValue& json) {
  if (!json.is_string()) return json.integer();
  std::optional<std::int64_t> value = parse_int(json.string());
  if (!value) throw json_error(json, "an element of an integer dtype must be a whole number of at most 64 bits");
  return *value;
}

// An element of an integer dtype or bool: it must be in its range.
std::int64_t read_whole(const JsonValue& json, Element element) {
  std::int64_t value = json.is_bool() ? json.boolean() : read_integer(json);
  auto between = [&](std::int64_t low, std::int64_t high) {
    if (value >= low && value <= high) return value;
    throw json_error(json,
                     cat({std::to_string(value), " is no value of ", dtype_of(element).abbr}),
                     element == Element::b8
                         ? std::string("write true or false, or 1 or 0")
                         : cat({"write a whole number from ", std::to_string(low), " to ", std::to_string(high)}));
  };
  switch (element) {
    case Element::b8: return between(0, 1);
    case Element::u8: return between(0, 255);
    case Element::i8: return between(-128, 127);
    case Element::i16: return between(-32768, 32767);
    case Element::i32:
      return between(std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max());
    default: return value;
  }
}

// An element of a complex dtype: a pair, Python's text, or a real number.
Number read_complex(const JsonValue& json) {
  if (json.is_array() && json.items().size() == 2)
    return Number::of(read_element(json.items()[0]), read_element(json.items()[1]));
  std::optional<Number> number = json.is_string()   ? parse_complex(json.string())
                                 : json.is_number() ? std::optional(Number::of(json.number(), 0.0))
                                                    : std::nullopt;
  if (!number) throw json_error(json, "this is no complex number", "write its parts, [1, 2], or \"1+2j\"");
  return *number;
}

Dims read_dims(const JsonValue& json) {
  Dims out;
  for (const JsonValue& size : json.items()) out.push_back(size.integer());
  return out;
}

Tensor read_tensor(const JsonValue& json) {
  std::string_view name = json["dtype"].string();
  const DTypeInfo* info = find_dtype_abbr(name);
  if (info == nullptr) info = find_dtype(name);
  Element element;
  if (info == nullptr || !element_of(*info, element)) {
    throw user_error("no-kernel",
                     cat({"values of dtype '", name, "' cannot be computed with"}),
                     "use f64, f32, f16, bf16, c64, c128, b8, i64, i32, i16, i8 or u8");
  }
  Dims sizes = read_dims(json["shape"]);
  std::int64_t count = 1;
  for (std::int64_t size : sizes) {
    if (size < 0) throw json_error(json["shape"], "a size must not be negative");
    if (size > 0 && count > limit_of(Budget::elements) / size)
      throw json_error(json["shape"], "a tensor of this size is too large");
    count *= size;
  }
  const JsonValue& data = json["data"];
  if (static_cast<std::int64_t>(data.items().size()) != count) {
    throw json_error(data,
                     cat({"the shape asks for ",
                          std::to_string(count),
                          " elements, there are ",
                          std::to_string(data.items().size())}));
  }
  Tensor out = Tensor::zeros(sizes, element);
  std::int64_t at = 0;
  if (is_complex(element)) {
    Tensor real = out.part(false), imaginary = out.part(true);
    for (const JsonValue& item : data.items()) {
      Number n = read_complex(item);
      real.set_item_at(at, n.value);
      imaginary.set_item_at(at++, n.imaginary);
    }
    return out;
  }
  for (const JsonValue& item : data.items()) {
    if (is_floating(element)) {
      out.set_item_at(at++, read_element(item));
    } else if (element == Element::i64) {
      out.data<std::int64_t>()[at++] = read_whole(item, element);
    } else {
      out.set_item_at(at++, static_cast<double>(read_whole(item, element)));
    }
  }
  return out;
}

void write_integer(JsonWriter& json, std::int64_t value) {
  constexpr std::int64_t kMostOfJavaScript = (std::int64_t{1} << 53) - 1;
  if (value >= -kMostOfJavaScript && value <= kMostOfJavaScript) {
    json.value(value);
  } else {
    json.value(std::string_view(std::to_string(value)));
  }
}

void write_number(JsonWriter& json, Number n) {
  json.object();
  if (n.kind == Number::Kind::complex) {
    json.key("c").value(std::string_view(complex_text(n)));
  } else if (n.kind == Number::Kind::boolean) {
    json.key("b").value(n.exact != 0);
  } else if (n.kind == Number::Kind::integer) {
    json.key("i");
    write_integer(json, n.exact);
  } else if (std::isfinite(n.value)) {
    json.key("f").number(n.value);
  } else {
    json.key("f").value(std::string_view(format_float(n.value)));
  }
  json.end();
}

void write_element(JsonWriter& json, double value) {
  if (std::isfinite(value)) {
    json.number(value);
  } else {
    json.value(std::string_view(format_float(value)));
  }
}

void write_complex(JsonWriter& json, const Tensor& t) {
  Tensor real = t.part(false), imaginary = t.part(true);
  for (std::int64_t i = 0, count = t.numel(); i < count; ++i) {
    json.array();
    write_element(json, real.item_at(i));
    write_element(json, imaginary.item_at(i));
    json.end();
  }
}

void write_tensor(JsonWriter& json, const Tensor& t) {
  json.object().member("dtype", t.dtype().abbr).key("shape").array();
  for (std::int64_t size : t.sizes()) json.value(size);
  json.end().key("data").array();
  std::int64_t count = t.numel();
  within_budget(Budget::written, static_cast<double>(count), "this result", "return a part of it, or its sum");
  if (is_complex(t.element())) {
    write_complex(json, t);
    json.end().end();
    return;
  }
  Tensor dense = is_integral(t.element()) ? t.copy_to(Element::i64, t.device()) : t.contiguous();
  for (std::int64_t i = 0; i < count; ++i) {
    if (dense.element() == Element::i64) {
      write_integer(json, dense.data<std::int64_t>()[i]);
      continue;
    }
    write_element(json, dense.item_at(i));
  }
  json.end().end();
}

}  // namespace

// The depth of a document is limited by its reader.
Datum read_datum(const JsonValue& json) {
  if (json.is_null()) return Datum();
  if (json.is_bool()) return Datum(Number::of(json.boolean()));
  if (json.is_number()) {
    // 2.0 and 2e0 are floats, as in Python.
    std::string_view digits = json.number_text();
    if (digits.find_first_of(".eE") != std::string_view::npos) return Datum(Number::of(json.number()));
    std::optional<std::int64_t> whole = parse_int(digits);
    if (!whole) throw json_error(json, cat({digits, " does not fit 64 bits"}), "write {\"f\": 1e30} for a float");
    return Datum(Number::of(*whole));
  }
  if (json.is_string()) return Datum::text(std::string(json.string()));
  std::vector<Datum> items;
  if (json.is_array()) {
    for (const JsonValue& item : json.items()) items.push_back(read_datum(item));
    return Datum::list(std::move(items));
  }
  if (json.has("dtype")) return Datum(read_tensor(json));
  if (const JsonValue* number = json.find("i")) return Datum(Number::of(read_integer(*number)));
  if (const JsonValue* number = json.find("f")) return Datum(Number::of(read_element(*number)));
  if (const JsonValue* number = json.find("c")) return Datum(read_complex(*number));
  if (const JsonValue* flag = json.find("b")) return Datum(Number::of(flag->boolean()));
  if (const JsonValue* text = json.find("str")) return Datum::text(std::string(text->string()));
  if (const JsonValue* tuple = json.find("tuple")) {
    for (const JsonValue& item : tuple->items()) items.push_back(read_datum(item));
    return Datum::tuple(std::move(items));
  }
  if (const JsonValue* dict = json.find("dict")) {
    for (const JsonMember& member : dict->members()) {
      items.push_back(Datum::text(std::string(member.key)));
      items.push_back(read_datum(member.value));
    }
    return Datum::group(Datum::Kind::dict, std::move(items));
  }
  throw json_error(
      json, "this is no value", "write {\"dtype\": \"f32\", \"shape\": [2], \"data\": [1, 2]} or a number");
}

void write_datum(JsonWriter& json, const Datum& value) {
  if (value.is_tensor()) {
    write_tensor(json, value.tensor());
  } else if (value.is_number()) {
    write_number(json, value.number());
  } else if (value.is_text()) {
    json.object().member("str", std::string_view(value.text())).end();
  } else if (value.is_sequence()) {
    bool tuple = value.kind() == Datum::Kind::tuple;
    if (tuple) json.object().key("tuple");
    json.array();
    for (const Datum& item : value.items()) write_datum(json, item);
    json.end();
    if (tuple) json.end();
  } else {
    json.null();
  }
}

}  // namespace seesaw
