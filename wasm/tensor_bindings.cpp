// Tensors and operators, as exported functions over handles. wasm/js/tensor is the only caller.
//
// What: making tensors, reading them, calling any operator of the table.
// Why: a scalar operation is one call with integers; everything else goes through the scratch buffer.
//
//   st_binary(op, a, b)        // the handle of the result; -1: see st_error()
#include <algorithm>
#include <cmath>
#include <cstring>

#include <emscripten.h>

#include "core/base/json.h"
#include "core/engine/autograd/functions.h"
#include "core/engine/autograd/grad_mode.h"
#include "core/engine/autograd/graph.h"
#include "core/engine/autograd/hook_calls.h"
#include "core/engine/autograd/variable.h"
#include "core/engine/ops/call/functional_form.h"
#include "core/engine/ops/call/random.h"
#include "core/engine/ops/call/samples.h"
#include "core/engine/ops/call/shape_rule.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/schema.h"
#include "core/engine/ops/table/torch_names.h"
#include "core/engine/tensor/current_dialect.h"
#include "wasm/tensor_boundary.h"
#include "wasm/tensor_scalars.h"
#include "wasm/tensor_signature.h"

using namespace seesaw;
using namespace seesaw::host;

namespace {

// Integers beyond 64 bits, -0 and non-integers stay floating.
Number number_of(int kind, double value) {
  if (kind == 0) return Number::of(value != 0);
  return kind == 1 && std::fabs(value) < 9.2e18 && !(value == 0 && std::signbit(value))
             ? Number::of(static_cast<std::int64_t>(value))
             : Number::of(value);
}

// Tags of values in the scratch buffer; wasm/js/tensor/core.js writes them.
enum class Tag : int {
  none,
  tensor,
  tensors,
  boolean,
  integer,
  floating,
  ints,
  dtype,
  text,
  reals,
};

// UTF-8 bytes, one per number.
std::string read_text(Reader& in) {
  std::string out(in.count(), ' ');
  for (char& c : out) c = static_cast<char>(in.integer());
  return out;
}

Value read_value(Reader& in) {
  switch (static_cast<Tag>(in.integer())) {
    case Tag::none: return {};
    case Tag::tensor: return tensor_at(in.integer());
    case Tag::tensors: return read_tensors(in);
    case Tag::boolean: return Number::of(in.number() != 0);
    case Tag::integer: return number_of(1, in.number());
    case Tag::floating: return Number::of(in.number());
    case Tag::ints: return in.dims();
    case Tag::dtype: return element_from(in.integer());
    case Tag::text: return read_text(in);
    case Tag::reals: {
      std::vector<double> out(in.count());
      for (double& one : out) one = in.number();
      return out;
    }
  }
  throw user_error("argument", "a value of no known kind");
}

// As `read_value` reads it.
void write_value(const Value& value, std::vector<double>& out) {
  auto tag = [&](Tag t) { out.push_back(static_cast<double>(t)); };
  auto list = [&](const auto& items, auto&& one) {
    out.push_back(static_cast<double>(items.size()));
    for (const auto& item : items) out.push_back(static_cast<double>(one(item)));
  };
  switch (value.kind()) {
    case Value::Kind::none: return tag(Tag::none);
    case Value::Kind::tensor: return tag(Tag::tensor), out.push_back(handle_of(value.tensor()));
    case Value::Kind::tensors:
      return tag(Tag::tensors), list(value.tensors(), [](const Tensor& t) { return handle_of(t); });
    case Value::Kind::number: {
      Number::Kind kind = value.number().kind;
      tag(kind == Number::Kind::boolean ? Tag::boolean : kind == Number::Kind::integer ? Tag::integer : Tag::floating);
      return out.push_back(value.number().value);
    }
    case Value::Kind::ints: return tag(Tag::ints), list(value.ints(), [](std::int64_t i) { return i; });
    case Value::Kind::reals: return tag(Tag::reals), list(value.reals(), [](double one) { return one; });
    case Value::Kind::dtype: return tag(Tag::dtype), out.push_back(static_cast<double>(value.element()));
    case Value::Kind::text:
      return tag(Tag::text), list(value.text(), [](char c) { return static_cast<unsigned char>(c); });
  }
}

std::vector<Value> read_values(int count) {
  Reader in;
  std::vector<Value> out;
  if (count < 0) throw user_error("argument", "a number of arguments is not negative");
  for (int i = 0; i < count; ++i) out.push_back(read_value(in));
  return out;
}

int attribute(const Tensor& t, Attribute which) {
  switch (which) {
    case Attribute::requires_grad: return autograd::requires_grad(t);
    case Attribute::is_leaf: return !autograd::grad_fn(t);  // also for a stale view
    case Attribute::retains_grad: return autograd::retains_grad(t);
    case Attribute::version: return static_cast<int>(autograd::version(t));
    case Attribute::output_nr: return static_cast<int>(autograd::output_nr(t));
    case Attribute::is_view: return autograd::is_view(t);
    case Attribute::is_inference: return autograd::is_inference(t);
    case Attribute::dtype: return static_cast<int>(t.element());
    case Attribute::rank: return static_cast<int>(t.dim());
    case Attribute::numel: return static_cast<int>(t.numel());
    case Attribute::contiguous: return t.is_contiguous();
    case Attribute::device: return static_cast<int>(t.device());
    case Attribute::storage: return static_cast<int>(reinterpret_cast<std::uintptr_t>(t.data<std::uint8_t>()));
  }
  throw user_error("argument", "there is no such attribute");
}

// Whether PyTorch has a form that writes its result into a tensor: `out=`.
bool takes_out(const OpDef& op) {
  constexpr std::string_view kPrefix = "torch.ops.aten.";
  if (op.path.substr(0, kPrefix.size()) != kPrefix) return false;
  std::string_view name = op.path.substr(kPrefix.size());
  std::string_view forms = overloads_in_torch("aten", name.substr(0, name.find('.')));
  return (" " + std::string(forms) + " ").find("out ") != std::string::npos;
}

}  // namespace

extern "C" {

// --- operators ---

// For scalars in cells that the tape records; see tensor_scalars.h.
EMSCRIPTEN_KEEPALIVE int st_unary(int op, int self) {
  return guarded([&] {
    if (int done = scalar_unary(op, self)) return done;
    return handle_of(call(op_at(op, ShortCall::unary), {tensor_at(self)})[0]);
  });
}
EMSCRIPTEN_KEEPALIVE int st_binary(int op, int self, int other) {
  return guarded([&] {
    if (int done = scalar_binary(op, self, other)) return done;
    return handle_of(call(op_at(op, ShortCall::binary), {tensor_at(self), tensor_at(other)})[0]);
  });
}
// `kind`: 0 bool, 1 int, 2 float.
EMSCRIPTEN_KEEPALIVE int st_binary_number(int op, int self, double other, int kind) {
  return guarded([&] {
    if (int done = scalar_number(op, self, other, kind)) return done;
    return handle_of(call(op_at(op, ShortCall::binary_number), {tensor_at(self), number_of(kind, other)})[0]);
  });
}
EMSCRIPTEN_KEEPALIVE int st_unary_inplace(int op, int self) {
  return guarded([&] {
    if (scalar_write(op, self, nullptr)) return self;
    return handle_of(call_inplace(op_at(op, ShortCall::unary), {tensor_at(self)}));
  });
}
EMSCRIPTEN_KEEPALIVE int st_binary_inplace(int op, int self, int other) {
  return guarded([&] {
    if (scalar_write(op, self, other)) return self;
    return handle_of(call_inplace(op_at(op, ShortCall::binary), {tensor_at(self), tensor_at(other)}));
  });
}
EMSCRIPTEN_KEEPALIVE int st_number_inplace(int op, int self, double other, int kind) {
  return guarded([&] {
    if (scalar_write(op, self, &other)) return self;
    return handle_of(call_inplace(op_at(op, ShortCall::binary_number), {tensor_at(self), number_of(kind, other)}));
  });
}
// Any call; the results are in the scratch buffer, and their number is returned.
EMSCRIPTEN_KEEPALIVE int st_call(int op, int arguments, int inplace) {
  return guarded([&] {
    std::vector<Value> args = read_values(arguments);
    check_arguments(op, args, inplace != 0);
    if (inplace != 0) {
      Tensor self = call_inplace(op_at(op), args);
      scratch(1)[0] = handle_of(self);
      return 1;
    }
    Outputs results = call(op_at(op), args);
    scratch(results.size());
    for (std::size_t i = 0; i < results.size(); ++i) scratch(0)[i] = handle_of(results[i]);
    return static_cast<int>(results.size());
  });
}

// The operators as JSON, in the order of their numbers.
EMSCRIPTEN_KEEPALIVE int st_operators() {
  return guarded([] {
    std::string out = "[";
    for (const OpDef* op : tensor_ops()) {
      if (out.size() > 1) out += ',';
      out += "{\"path\":";
      append_json_string(out, op->path);
      out += ",\"schema\":";
      append_json_string(out, op->schema);
      out += ",\"doc\":";
      append_json_string(out, op->doc);
      out += ",\"functional\":";
      append_json_string(out, op->python.functional);
      out += ",\"sizes\":" + std::to_string(static_cast<int>(op->python.sizes));
      out += ",\"places\":[";  // positions of the operator's parameters in it
      if (!op->python.functional.empty()) {
        for (int place : functional_places(read_schema(op->python.functional), read_schema(op->schema)))
          out += (out.back() == '[' ? "" : ",") + std::to_string(place);
      }
      out += takes_out(*op) ? "],\"out\":true" : "],\"out\":false";
      out += op->forms.inplace ? ",\"inplace\":true,\"numbers\":[" : ",\"inplace\":false,\"numbers\":[";
      for (std::uint32_t form : number_forms(*op)) out += (out.back() == '[' ? "" : ",") + std::to_string(form);
      out += "]}";
    }
    text() = out + "]";
    return 0;
  });
}

// The arguments of an operator's own samples, for tests: their number. 0: there is no such sample.
EMSCRIPTEN_KEEPALIVE int st_sample(int op, int index) {
  return guarded([&] {
    const OpDef& record = op_at(op);
    SampleList samples = record.samples == nullptr ? SampleList() : record.samples();
    if (index < 0 || static_cast<std::size_t>(index) >= samples.size()) return 0;
    std::vector<double> out;
    for (const Value& value : samples[static_cast<std::size_t>(index)]) write_value(value, out);
    std::copy(out.begin(), out.end(), scratch(out.size()));
    return static_cast<int>(out.size());
  });
}

// For floats without a deciding tensor.
EMSCRIPTEN_KEEPALIVE int st_set_default_dtype(int element) {
  return guarded([&] {
    Element kind = element_from(element);
    if (!is_floating(kind)) throw fx_error("TypeError", "only floating-point types are supported as the default type");
    set_default_dtype(kind);
    return 0;
  });
}
// As in PyTorch, a negative seed counts from the end of 64 bits.
EMSCRIPTEN_KEEPALIVE int st_manual_seed(double seed) {
  return guarded([&] {
    if (!(std::fabs(seed) < 9.2e18)) throw fx_error("RuntimeError", "Overflow when unpacking long");
    manual_seed(static_cast<std::uint64_t>(static_cast<std::int64_t>(seed)));
    return 0;
  });
}

// --- tensors ---

// From the scratch buffer: sizes preceded by their number, then the elements, or one element for all.
EMSCRIPTEN_KEEPALIVE int st_tensor(int element, int device, int count, int requires_grad) {
  return guarded([&] {
    Reader in;
    Dims sizes = in.dims();
    Element kind = element_from(element);
    Device where = device_from(device);
    if (count < 0) throw user_error("argument", "a number of elements is not negative");
    std::vector<double> values(static_cast<std::size_t>(count));
    for (double& value : values) value = in.number();
    Tensor out = count == 1 && seesaw::numel(sizes) != 1 ? Tensor::full(sizes, values[0], kind)
                                                         : Tensor::from(values, sizes, kind);
    if (device != 0) out = out.copy_to(kind, where);
    out->inference = autograd::modes().inference;
    if (requires_grad != 0) autograd::set_requires_grad(out, true);
    return handle_of(out, Room::lasting);
  });
}

// A float64 leaf of rank 0.
EMSCRIPTEN_KEEPALIVE int st_scalar(double value, int requires_grad) {
  return guarded([&] {
    if (!autograd::modes().inference)
      return handle_of(requires_grad != 0 ? autograd::Scalar::leaf(value) : autograd::Scalar(value), Room::lasting);
    Tensor out = Tensor::scalar(value);
    out->inference = true;
    if (requires_grad != 0) autograd::set_requires_grad(out, true);
    return handle_of(out, Room::lasting);
  });
}

EMSCRIPTEN_KEEPALIVE int st_attribute(int self, int which) {
  return guarded([&] {
    if (const autograd::Cell* cell = cell_at(self)) {
      if (std::optional<int> known = scalar_attribute(*cell, static_cast<Attribute>(which))) return *known;
    }
    return attribute(tensor_at(self), static_cast<Attribute>(which));
  });
}
EMSCRIPTEN_KEEPALIVE int st_sizes(int self, int strides) {
  return guarded([&] {
    if (cell_at(self) != nullptr) return 0;
    Tensor t = tensor_at(self);
    const Dims& dims = strides != 0 ? t.strides() : t.sizes();
    double* out = scratch(dims.size());
    for (std::size_t i = 0; i < dims.size(); ++i) out[i] = static_cast<double>(dims[i]);
    return static_cast<int>(dims.size());
  });
}
EMSCRIPTEN_KEEPALIVE int st_item(int self) {
  return guarded([&] {
    const autograd::Cell* cell = cell_at(self);
    scratch(1)[0] = cell != nullptr ? cell->value : tensor_at(self).item();
    return 0;
  });
}
// All elements in row-major order.
EMSCRIPTEN_KEEPALIVE int st_data(int self) {
  return guarded([&] {
    if (const autograd::Cell* cell = cell_at(self)) {
      scratch(1)[0] = cell->value;
      return 1;
    }
    Tensor t = tensor_at(self);
    auto count = static_cast<std::size_t>(t.numel());
    Tensor doubles = t.element() == Element::f64 ? t.contiguous() : t.copy_to(Element::f64, Device::cpu);
    double* out = scratch(count);
    if (count > 0) std::memcpy(out, doubles.data<double>(), count * sizeof(double));
    return static_cast<int>(count);
  });
}
EMSCRIPTEN_KEEPALIVE int st_to_device(int self, int device) {
  return guarded([&] {
    Tensor t = tensor_at(self);
    Device where = device_from(device);
    return handle_of(autograd::to_device(t, where));
  });
}

// --- autograd's attributes of tensors ---

EMSCRIPTEN_KEEPALIVE int st_set_requires_grad(int self, int value, int method) {
  return guarded([&] {
    if (scalar_set_requires_grad(self, value != 0)) return 0;
    autograd::set_requires_grad(tensor_at(self), value != 0, method != 0);
    return 0;
  });
}
EMSCRIPTEN_KEEPALIVE int st_grad(int self) {
  return guarded([&] {
    autograd::Cell* cell = cell_at(self);
    if (cell != nullptr && cell->op == autograd::ScalarOp::value)
      return cell->a == nullptr ? 0 : handle_of(autograd::Scalar::share(cell->a), Room::lasting);
    return handle_of(autograd::grad(tensor_at(self)));
  });
}
EMSCRIPTEN_KEEPALIVE int st_set_grad(int self, int value) {
  return guarded([&] {
    autograd::Cell* cell = cell_at(self);
    if (value == 0 && cell != nullptr && cell->op == autograd::ScalarOp::value) {
      autograd::Scalar::share(cell).zero_grad();
      return 0;
    }
    autograd::set_grad(tensor_at(self), tensor_or_null(value));
    return 0;
  });
}
EMSCRIPTEN_KEEPALIVE int st_retain_grad(int self) {
  return guarded([&] {
    autograd::retain_grad(tensor_at(self));
    return 0;
  });
}
EMSCRIPTEN_KEEPALIVE int st_detach_inplace(int self) {
  return guarded([&] {
    autograd::detach_inplace(tensor_at(self));
    return 0;
  });
}
EMSCRIPTEN_KEEPALIVE int st_increment_version(int self) {
  return guarded([&] {
    autograd::increment_version(tensor_at(self));
    return 0;
  });
}
EMSCRIPTEN_KEEPALIVE int st_grad_fn(int self) {
  return guarded([&] {
    const autograd::Cell* cell = cell_at(self);
    if (cell != nullptr && cell->op == autograd::ScalarOp::value) return 0;
    return handle_of(autograd::grad_fn(tensor_at(self)));
  });
}
EMSCRIPTEN_KEEPALIVE int st_grad_accumulator(int self) {
  return guarded([&] { return handle_of(autograd::grad_accumulator(tensor_at(self))); });
}
// The node; its output number is in the scratch buffer, and behind it the token that owns the node, or 0.
EMSCRIPTEN_KEEPALIVE int st_gradient_edge(int self) {
  return guarded([&] {
    Tensor t = tensor_at(self);
    autograd::Edge edge = autograd::get_gradient_edge(t);
    Ref<autograd::Node> token = autograd::ownership_token(t, edge);
    int owner = token ? handle_of(token) : 0;
    scratch(2)[0] = edge.input_nr;
    scratch(2)[1] = owner;
    return handle_of(edge.node);
  });
}

// --- the memory of a tensor ---

// tensor.data = value
EMSCRIPTEN_KEEPALIVE int st_set_data(int self, int value) {
  return guarded([&] {
    autograd::set_data(tensor_at(self), tensor_at(value));
    return 0;
  });
}
// tensor.data: the same memory without history and with a separate version counter.
EMSCRIPTEN_KEEPALIVE int st_get_data(int self) {
  return guarded([&] { return handle_of(tensor_at(self).unversioned_alias()); });
}
// tensor.set_(source); 0: no elements.
EMSCRIPTEN_KEEPALIVE int st_set_source(int self, int source) {
  return guarded([&] {
    autograd::set_source(tensor_at(self), tensor_or_null(source));
    return 0;
  });
}
// The sizes in the scratch buffer, preceded by their number.
EMSCRIPTEN_KEEPALIVE int st_resize(int self, int of_result) {
  return guarded([&] {
    Reader in;
    Dims sizes = in.dims();
    autograd::resize(tensor_at(self), sizes, of_result != 0);
    return 0;
  });
}
// Tensors in the scratch buffer, results there: the identity of the non-null ones, whose backward raises the
// text.
EMSCRIPTEN_KEEPALIVE int st_delayed_error() {
  return guarded([] {
    Reader in;
    std::vector<Tensor> out = autograd::delayed_error(read_tensors(in), text());
    write_handles(0, out);
    return static_cast<int>(out.size());
  });
}

// The two nodes of PyTorch's own tests: an identity whose gradient is undefined, or whose backward raises the text.
EMSCRIPTEN_KEEPALIVE int st_test_node(int self, int raises) {
  return guarded([&] {
    Tensor from = tensor_at(self);
    Tensor out;
    if (raises != 0) {
      out = from.unversioned_alias();
      out->version_stays = out->inference && !autograd::modes().inference;
    } else {
      ModeScope plain(nullptr);
      out = call(op::clone, {from})[0];
      out->inference = autograd::modes().inference;
    }
    if (!autograd::requires_grad(from)) return handle_of(out);
    Ref<autograd::Node> node(raises != 0 ? static_cast<autograd::Node*>(new autograd::DelayedError(text()))
                                         : new autograd::UndefinedGrad);
    node->set_next({autograd::gradient_edge(from)});
    autograd::set_history(out, node);
    autograd::created(*node);
    return handle_of(out);
  });
}

// Follows the version of PyTorch that stands in the text; 0 if it is none that is known.
EMSCRIPTEN_KEEPALIVE int st_follow() {
  static Dialect followed;
  if (!followed.choose(text())) return 0;
  CurrentDialect::current() = &followed;
  return 1;
}

}  // extern "C"
