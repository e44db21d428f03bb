// How tensors print, compared with what PyTorch printed (tests/data/ops/printed.json).
#include <fstream>
#include <sstream>

#include <doctest/doctest.h>

#include "core/base/json.h"
#include "core/base/number.h"
#include "core/engine/tensor/format.h"

using namespace seesaw;

namespace {

Element element_named(std::string_view name) {
  Element e = Element::f32;
  const DTypeInfo* info = find_dtype(name);
  REQUIRE(info != nullptr);
  REQUIRE(element_of(*info, e));
  return e;
}

Tensor tensor_of(const JsonValue& item) {
  Dims shape;
  for (const JsonValue& size : item["shape"].items()) shape.push_back(size.integer());
  Element e = element_named(item["dtype"].string());
  Tensor out = Tensor::zeros(shape, e);
  for (std::int64_t i = 0; i < out.numel(); ++i) {
    if (item.has("start")) {
      out.set_item_at(i, item["start"].number() + item["step"].number() * static_cast<double>(i));
      continue;
    }
    const JsonValue& v = item["data"].items()[static_cast<std::size_t>(i)];
    double value = v.is_string() ? parse_float(v.string()).value() : v.is_bool() ? (v.boolean() ? 1 : 0) : v.number();
    if (e == Element::i64) {
      out.contiguous().data<std::int64_t>()[i] = v.integer();
    } else {
      out.set_item_at(i, value);
    }
  }
  return out;
}

PrintOptions options_of(const JsonValue& item) {
  PrintOptions out;
  if (item.has("default")) out.default_dtype = element_named(item["default"].string());
  if (!item.has("options")) return out;
  const JsonValue& o = item["options"];
  if (o.has("precision")) out.precision = static_cast<int>(o["precision"].integer());
  if (o.has("threshold")) out.threshold = o["threshold"].integer();
  if (o.has("edgeitems")) out.edgeitems = o["edgeitems"].integer();
  if (o.has("linewidth")) out.linewidth = o["linewidth"].integer();
  if (o.has("sci_mode"))
    out.scientific = o["sci_mode"].boolean() ? PrintOptions::Scientific::on : PrintOptions::Scientific::off;
  return out;
}

}  // namespace

TEST_CASE("tensors print as PyTorch prints them") {
  std::ifstream file(SEESAW_TEST_DATA "/ops/printed.json");
  REQUIRE_MESSAGE(file.good(), "there is no recording of printed tensors");
  std::stringstream text;
  text << file.rdbuf();
  JsonDocument document;
  const JsonValue& root = document.parse(text.str());
  CHECK(root["pytorch"].string() == "2.6.0");
  int count = 0;
  for (const JsonValue& item : root["cases"].items()) {
    std::string_view autograd = item.has("autograd") ? item["autograd"].string() : std::string_view();
    CHECK(tensor_text(tensor_of(item), autograd, options_of(item)) == item["text"].string());
    ++count;
  }
  CHECK(count == 398);
}

TEST_CASE("views print their own elements") {
  Tensor m = Tensor::from({1, 2, 3, 4, 5, 6}, {2, 3});
  PrintOptions options;
  options.default_dtype = Element::f64;
  CHECK(tensor_text(m.as_strided({3, 2}, {1, 3}, 0), {}, options) ==
        "tensor([[1., 4.],\n        [2., 5.],\n        [3., 6.]])");
  CHECK(tensor_text(m.as_strided({2, 2}, {0, 0}, 4), {}, options) == "tensor([[5., 5.],\n        [5., 5.]])");
}

TEST_CASE("what lies elsewhere says so") {
  Tensor t = Tensor::full({2}, 1.5, Element::f32, Device::sim);
  CHECK(tensor_text(t) == "tensor([1.5000, 1.5000], device='sim:0')");
}
