#include "tests/core/ops_support.h"

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include "core/base/number.h"

namespace seesaw::test {

namespace {

void write_number(std::string& out, double v) {
  if (std::isfinite(v)) {
    append_float(out, v);
  } else {
    out += '"';
    append_float(out, v);
    out += '"';
  }
}

void write_dims(std::string& out, const Dims& dims) {
  out += "[";
  for (std::size_t i = 0; i < dims.size(); ++i) {
    if (i > 0) out += ",";
    append_int(out, dims[i]);
  }
  out += "]";
}

void write_tensor(std::string& out, const Tensor& t) {
  out += "{\"dtype\":\"" + std::string(t.dtype().name) + "\",\"shape\":";
  write_dims(out, t.sizes());
  if (!t.is_contiguous()) {
    out += ",\"strides\":";
    write_dims(out, t.strides());
  }
  out += ",\"data\":[";
  for (std::int64_t i = 0; i < t.numel(); ++i) {
    if (i > 0) out += ",";
    write_number(out, t.item_at(i));
  }
  out += "]}";
}

void write_value(std::string& out, const Value& v) {
  switch (v.kind()) {
    case Value::Kind::none: out += "null"; return;
    case Value::Kind::tensor:
      out += "{\"t\":";
      write_tensor(out, v.tensor());
      break;
    case Value::Kind::tensors:
      out += "{\"ts\":[";
      for (std::size_t i = 0; i < v.tensors().size(); ++i) {
        if (i > 0) out += ",";
        if (v.tensors()[i]) {
          write_tensor(out, v.tensors()[i]);
        } else {
          out += "null";
        }
      }
      out += "]";
      break;
    case Value::Kind::number:
      if (v.number().kind == Number::Kind::boolean) {
        out += v.truth() ? "{\"b\":true" : "{\"b\":false";
      } else if (v.number().kind == Number::Kind::integer) {
        out += "{\"i\":";
        append_int(out, v.integer());
      } else {
        out += "{\"f\":";
        write_number(out, v.number().value);
      }
      break;
    case Value::Kind::reals:
      out += "{\"r\":[";
      for (std::size_t i = 0; i < v.reals().size(); ++i) out += (i > 0 ? "," : "") + std::to_string(v.reals()[i]);
      out += "]";
      break;
    case Value::Kind::ints:
      out += "{\"l\":";
      write_dims(out, v.ints());
      break;
    case Value::Kind::dtype: out += "{\"dtype\":\"" + std::string(dtype_of(v.element()).name) + "\""; break;
    case Value::Kind::text: out += "{\"s\":\"" + v.text() + "\""; break;
  }
  out += "}";
}

Element read_element(std::string_view name) {
  Element e = Element::f64;
  const DTypeInfo* info = find_dtype(name);
  REQUIRE(info != nullptr);
  REQUIRE(element_of(*info, e));
  return e;
}

double read_number(const JsonValue& v) { return v.is_string() ? parse_float(v.string()).value() : v.number(); }

bool close(double a, double b, double relative, double absolute) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  if (std::isinf(a) || std::isinf(b)) return a == b;
  return std::abs(a - b) <= absolute + relative * std::abs(b);
}

}  // namespace

Dims read_dims(const JsonValue& list) {
  Dims out;
  for (const JsonValue& item : list.items()) out.push_back(item.integer());
  return out;
}

std::vector<Tensor> tensors_of(const SampleArgs& args) {
  std::vector<Tensor> out;
  for (const Value& v : args) {
    if (v.is_tensor()) out.push_back(v.tensor());
    std::copy_if(v.tensors().begin(), v.tensors().end(), std::back_inserter(out), [](const Tensor& t) {
      return static_cast<bool>(t);
    });
  }
  return out;
}

// Arguments of composite operators that PyTorch has no derivative for.
static bool constant_argument(const OpDef& op, const SampleArgs& args, std::size_t i) {
  bool loss = op.path.find("nll_loss") != std::string_view::npos ||
              op.path.find("cross_entropy_loss") != std::string_view::npos;
  if (loss && is_floating(args[1].tensor().element())) return false;  // weights of probabilities have one
  bool batch_norm = op.path.find("batch_norm") != std::string_view::npos;
  // Of the derivatives: mean and rstd.
  bool moments = (&op == &op::native_layer_norm_backward && (i == 3 || i == 4)) ||
                 (&op == &op::native_batch_norm_backward && (i == 5 || i == 6));
  return (loss && i == 2) || (batch_norm && (i == 3 || i == 4)) || moments;
}

std::vector<Tensor> differentiable(const OpDef& op, const SampleArgs& args) {
  std::vector<Tensor> out;
  if (op.grad.node == kNoDerivative) return out;
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (constant_argument(op, args, i)) continue;
    if (!op.run.composite && (op.grad.node.empty() || (op.grad.edges >> i & 1) == 0)) continue;
    for (const Tensor& t : tensors_of({args[i]})) {
      if (is_floating(t.element())) out.push_back(t);
    }
  }
  return out;
}

SampleArgs faked(const SampleArgs& args) {
  SampleArgs out;
  for (const Value& v : args) {
    if (v.is_tensor()) {
      out.push_back(Tensor::fake(v.tensor().spec()));
    } else if (v.is_tensors()) {
      std::vector<Tensor> list;
      for (const Tensor& t : v.tensors()) list.push_back(t ? Tensor::fake(t.spec()) : t);
      out.push_back(list);
    } else {
      out.push_back(v);
    }
  }
  return out;
}

std::string write_args(const SampleArgs& args) {
  std::string out = "[";
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (i > 0) out += ",";
    write_value(out, args[i]);
  }
  return out + "]";
}

Tensor read_tensor(const JsonValue& value) {
  std::vector<double> data;
  for (const JsonValue& item : value["data"].items()) data.push_back(read_number(item));
  Tensor out = Tensor::from(data, read_dims(value["shape"]), read_element(value["dtype"].string()));
  if (!value.has("strides")) return out;
  Dims strides = read_dims(value["strides"]);
  std::int64_t last = 0;
  for (std::size_t d = 0; d < strides.size(); ++d) last += (out.sizes()[d] - 1) * strides[d];
  Tensor laid = Tensor::zeros({last + 1}, out.element()).as_strided(out.sizes(), strides, 0);
  copy_elements(laid, out);
  return laid;
}

Value read_value(const JsonValue& value) {
  if (value.is_null()) return {};
  const JsonMember& member = value.members()[0];
  if (member.key == "t") return read_tensor(member.value);
  if (member.key == "b") return member.value.boolean();
  if (member.key == "i") return member.value.integer();
  if (member.key == "f") return read_number(member.value);
  if (member.key == "l") return read_dims(member.value);
  if (member.key == "r") {
    std::vector<double> out;
    for (const JsonValue& item : member.value.items()) out.push_back(read_number(item));
    return out;
  }
  if (member.key == "dtype") return read_element(member.value.string());
  if (member.key == "s") return std::string(member.value.string());
  std::vector<Tensor> list;
  for (const JsonValue& item : member.value.items()) list.push_back(item.is_null() ? Tensor() : read_tensor(item));
  return list;
}

SampleArgs read_args(const JsonValue& list) {
  SampleArgs out;
  for (const JsonValue& item : list.items()) out.push_back(read_value(item));
  return out;
}

void check_equal(const Tensor& got, const Tensor& want, double relative, double absolute) {
  REQUIRE(got);
  CHECK(dims_text(got.sizes()) == dims_text(want.sizes()));
  CHECK(got.dtype().name == want.dtype().name);
  if (!(got.sizes() == want.sizes())) return;
  for (std::int64_t i = 0; i < want.numel(); ++i) {
    if (close(got.item_at(i), want.item_at(i), relative, absolute)) continue;
    FAIL_CHECK("element " << i << " of " << want.numel() << ": " << format_float(got.item_at(i)) << ", expected "
                          << format_float(want.item_at(i)));
    return;
  }
}

const JsonValue& recorded_values(const std::string& name) {
  static std::map<std::string, std::pair<JsonDocument, const JsonValue*>> files;
  auto& [document, root] = files[name];
  if (root == nullptr) {
    std::ifstream file(std::string(SEESAW_TEST_DATA "/ops/") + name + ".json");
    REQUIRE_MESSAGE(file.good(), "there is no recording ops/" << name << ".json");
    std::stringstream text;
    text << file.rdbuf();
    root = &document.parse(text.str());
  }
  return *root;
}
const JsonValue& recorded_ops() { return recorded_values("recorded"); }

const OpDef* op_at_path(std::string_view path) {
  for (const OpDef* op : tensor_ops()) {
    if (op->path == path) return op;
  }
  return nullptr;
}

}  // namespace seesaw::test
