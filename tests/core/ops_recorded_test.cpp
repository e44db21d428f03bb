// What PyTorch gave for the samples of all operators (tests/data/ops/recorded.json), compared with what Seesaw gives.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "core/base/cat.h"
#include "core/engine/autograd/functions.h"
#include "core/engine/ops/call/shape_rule.h"
#include "tests/core/ops_support.h"

using namespace seesaw;
using namespace seesaw::test;
using autograd::Gradients;

namespace {

const OpDef* op_at(std::string_view path) {
  for (const OpDef* op : tensor_ops()) {
    if (op->path == path) return op;
  }
  return nullptr;
}

template <class F>
void each_recorded(std::string_view list, F&& f) {
  for (const JsonValue& item : recorded_ops()[list].items()) {
    const OpDef* op = op_at(item["path"].string());
    std::string args = write_args(read_args(item["args"]));
    CAPTURE(item["path"].string());
    CAPTURE(args);
    if (op == nullptr) {
      FAIL_CHECK("no such operator");
      continue;
    }
    f(*op, item);
  }
}

// float32 loses more in sums than float64.
void check_recorded(const Tensor& got, const JsonValue& want, double relative = 1e-12) {
  Tensor expected = read_tensor(want);
  bool narrow = expected.element() == Element::f32 || relative > 1e-8;
  check_equal(got, expected, narrow ? 1e-5 : relative, narrow ? 1e-6 : 1e-13);
}

// The recording says nothing of strides that are row-major.
void check_strides(const Tensor& got, const JsonValue& want) {
  CHECK(dims_text(got.strides()) ==
        dims_text(want.has("strides") ? read_dims(want["strides"]) : contiguous_strides(got.sizes())));
}

// Products compare dtypes where they compute: PyTorch 2.6.0 and 2.14.1, mm, mv and addmm with device="meta".
bool compares_dtypes(std::string_view message) {
  return message.starts_with("expected m1 and m2 to have the same dtype") ||
         message.starts_with("mat1 and mat2 must have the same dtype") ||
         message.starts_with("self and mat2 must have the same dtype") ||
         message == "expected scalar type Double but found Float";
}

// Bad indices and values are only seen with the elements.
bool needs_elements(std::string_view message) {
  return message.find("out of bounds") != std::string_view::npos ||
         message.find("out of DATA bounds") != std::string_view::npos || message == "index out of range in self" ||
         message.find("elements of input should be between") != std::string_view::npos ||
         message.starts_with("\"slow_conv2d_cpu\"") || message.starts_with("\"topk_cpu\"") ||
         message.starts_with("\"argmin_cpu\"") || message.substr(0, 12) == "Class values" ||
         message.starts_with("Found an invalid max index") || message.starts_with("\"max_unpool") ||
         compares_dtypes(message);
}

Tensor weights_for(const Tensor& t, std::int64_t salt) {
  Tensor out = Tensor::zeros(t.sizes(), t.element());
  for (std::int64_t i = 0; i < out.numel(); ++i)
    out.set_item_at(i, 0.5 + 0.25 * static_cast<double>((i * 7 + salt * 3) % 5));
  return out;
}

std::vector<Tensor> floating_tensors(const SampleArgs& args) {
  std::vector<Tensor> out;
  for (const Tensor& t : tensors_of(args)) {
    if (is_floating(t.element())) out.push_back(t);
  }
  return out;
}

// Gradients of those of `outputs` that have a history, weighted, for the inputs that require grad.
Gradients derive(const std::vector<Tensor>& outputs, const std::vector<Tensor>& inputs, std::int64_t salt, bool again) {
  autograd::GradArgs request;
  Gradients seeds;
  for (const Tensor& t : outputs) {
    if (!t || !autograd::requires_grad(t)) continue;
    request.outputs.push_back({t, {}});
    seeds.push_back(weights_for(t, salt));
  }
  for (const Tensor& t : inputs) request.inputs.push_back({t, {}});
  request.grad_outputs = seeds;
  request.allow_unused = true;
  request.create_graph = again;
  return request.outputs.empty() || inputs.empty() ? Gradients(inputs.size()) : autograd::grad(request);
}

// Null and zeros are one thing to whoever adds gradients up; PyTorch itself is not consistent about them in second
// derivatives.
void check_gradients(const Gradients& got,
                     const std::vector<Tensor>& inputs,
                     const std::vector<Tensor>& all,
                     const JsonValue& want,
                     double relative) {
  REQUIRE(want.items().size() == all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    CAPTURE(i);
    auto at = std::find(inputs.begin(), inputs.end(), all[i]);
    Tensor one = at == inputs.end() ? Tensor() : got[static_cast<std::size_t>(at - inputs.begin())];
    const JsonValue& expected = want.items()[i];
    if (expected.is_null()) {
      for (std::int64_t k = 0; one && k < one.numel(); ++k) CHECK(one.item_at(k) == 0);
      continue;
    }
    if (!one) one = Tensor::zeros(all[i].sizes(), all[i].element());
    check_recorded(one, expected, relative);
  }
}

// Steps that PyTorch takes in one operator made for that derivative, slices that it fills and not their elements, and
// products whose order follows the strides.
bool other_step_there(const OpDef& op, std::string_view node) {
  // Their double derivatives are written with transposed convolutions, and with matrices of rows.
  bool in_one_formula = &op == &op::convolution_backward || &op == &op::native_layer_norm_backward ||
                        &op == &op::native_batch_norm_backward;
  return in_one_formula || node.find("BackwardBackward0") != std::string_view::npos || node == kNoDerivative ||
         node == "IndexFillBackward0" || (&op == &op::mm && node == "TBackward0");
}

// The nodes that made the gradients: formulas are PyTorch's down to their last step.
void check_gradient_nodes(const OpDef& op,
                          const Gradients& got,
                          const std::vector<Tensor>& inputs,
                          const std::vector<Tensor>& all,
                          const JsonValue& want) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    auto at = std::find(inputs.begin(), inputs.end(), all[i]);
    if (at == inputs.end() || want.items()[i].is_null() || other_step_there(op, want.items()[i].string())) continue;
    const Tensor& one = got[static_cast<std::size_t>(at - inputs.begin())];
    Ref<autograd::Node> node = one ? autograd::grad_fn(one) : Ref<autograd::Node>();
    CHECK((node ? node->name() : "none") == want.items()[i].string());
  }
}

std::set<std::string_view> saved_names(const autograd::Node& node) {
  std::set<std::string_view> out;
  auto* op_node = const_cast<autograd::Node&>(node).as_op();
  if (op_node == nullptr) return out;
  auto& slots = op_node->slots();
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (slots[i].tensor.holds_anything()) out.insert(op_node->op().grad.saves[i].name);
  }
  return out;
}

// Where PyTorch goes another way to the same values: it folds a 2-D by 3-D product if the matrix requires grad, and
// divides by numbers with an overload of div that is not here; what is written in operators here may be one kernel
// there; one dimension is run as two.
constexpr std::string_view kWeightNorm = "torch.ops.aten._weight_norm.default";
bool known_other_node(const OpDef& op, const Outputs& results) {
  if (op.path == kWeightNorm || op.path == "torch.ops.aten.sort.stable") return true;
  return (&op == &op::matmul && results[0].dim() == 3) || &op == &op::cross_entropy_loss || &op == &op::einsum ||
         &op == &op::conv1d;
}

void check_node(const OpDef& op, const Outputs& results, const JsonValue& recorded) {
  Ref<autograd::Node> node = autograd::grad_fn(results[0]);
  if (!known_other_node(op, results))
    CHECK((node ? node->name() : "none") ==
          (recorded["grad_fn"].is_null() ? "none" : std::string(recorded["grad_fn"].string())));
  if (!node || op.run.composite || !recorded.has("saved")) return;
  std::set<std::string_view> want;
  for (const JsonValue& name : recorded["saved"].items()) want.insert(name.string());
  std::set<std::string_view> got = saved_names(*node);
  // A number given for a tensor is kept as a number here, as a tensor there.
  for (const SavedSlot& slot : op.grad.saves) {
    if (slot.source >= 0 && want.count(slot.name) != 0 &&
        static_cast<const autograd::OpNode&>(*node).args()[static_cast<std::size_t>(slot.source)].is_number())
      want.erase(slot.name);
  }
  auto joined = [](const std::set<std::string_view>& names) {
    std::string out;
    for (std::string_view name : names) out += std::string(name) + " ";
    return out;
  };
  CHECK(joined(got) == joined(want));
}

}  // namespace

TEST_CASE("every operator that PyTorch has is recorded, with all its samples") {
  CHECK(recorded_ops()["pytorch"].string() == "2.6.0");
  std::multiset<std::string> recorded;
  for (const JsonValue& item : recorded_ops()["samples"].items())
    recorded.insert(std::string(item["path"].string()) + write_args(read_args(item["args"])));
  for (const OpDef* op : tensor_ops()) {
    CAPTURE(op->path);
    bool known = op->path.substr(0, 15) == "torch.ops.aten." && op->path.find("_.") == std::string_view::npos;
    if (!known) continue;
    if (op->samples == nullptr) continue;
    for (const SampleArgs& args : op->samples()) CHECK(recorded.count(std::string(op->path) + write_args(args)) == 1);
  }
}

TEST_CASE("schemas are PyTorch's") {
  for (const JsonMember& schema : recorded_ops()["schemas"].members()) {
    const OpDef* op = op_at(schema.key);
    REQUIRE(op != nullptr);
    CHECK(op->schema == schema.value.string());
  }
}

TEST_CASE("results, nodes and gradients are PyTorch's") {
  autograd::AutogradScope scope;
  std::int64_t results_seen = 0, firsts = 0, seconds = 0;
  each_recorded("samples", [&](const OpDef& op, const JsonValue& recorded) {
    SampleArgs args = read_args(recorded["args"]);
    std::vector<Tensor> inputs = differentiable(op, args), all = floating_tensors(args);
    for (const Tensor& t : inputs) autograd::set_requires_grad(t, true);
    manual_seed(0);
    Outputs results = call(op, args);
    auto want = recorded["out"].items();
    REQUIRE(results.size() == want.size());
    std::vector<Tensor> used;
    for (std::size_t i = 0; i < want.size(); ++i) {
      check_recorded(results[i], want[i]);
      check_strides(results[i], want[i]);
      if (is_floating(results[i].element()) && (i == 0 || !first_only(op))) used.push_back(results[i]);
      ++results_seen;
    }
    if (!recorded.has("grad_fn")) return;
    check_node(op, results, recorded);
    // PyTorch 2.6 gives self the gradient of what was written over, and none to the rest.
    if (&op == &op::as_strided_scatter) return;
    if (!recorded.has("grads")) return;
    // Gradients that pass through a float32 on their way are good to its digits only.
    bool narrow = std::any_of(all.begin(), all.end(), [](const Tensor& t) { return t.element() == Element::f32; });
    Gradients first = derive(used, inputs, 0, true);
    check_gradients(first, inputs, all, recorded["grads"], narrow ? 1e-6 : 1e-12);
    if (!op.run.composite && recorded.has("grad_fns"))
      check_gradient_nodes(op, first, inputs, all, recorded["grad_fns"]);
    ++firsts;
    // The second derivative of PyTorch's fused weight norm is not that of its formula in operators, which is here.
    if (!recorded.has("second") || op.path == kWeightNorm) return;
    // PyTorch adds 1e-12 to the divisors of the second derivative of binary_cross_entropy.
    check_gradients(derive(first, inputs, 1, false),
                    inputs,
                    all,
                    recorded["second"],
                    narrow                             ? 1e-6
                    : &op == &op::binary_cross_entropy ? 1e-9
                                                       : 1e-10);
    ++seconds;
  });
  MESSAGE("compared with PyTorch: " << results_seen << " results, gradients of " << firsts
                                    << " calls, second derivatives of " << seconds);
  CHECK(results_seen > 400);
  CHECK(seconds > 200);
}

TEST_CASE("in-place forms are those that PyTorch has") {
  autograd::AutogradScope scope;
  int compared = 0, refused = 0;
  each_recorded("samples", [&](const OpDef& op, const JsonValue& recorded) {
    // Views in place change no memory, and composite operators have no in-place form here.
    if (op.run.composite || op.run.view) return;
    CHECK(op.forms.inplace == recorded.has("has_inplace"));
    if (!op.forms.inplace || !recorded.has("has_inplace")) return;
    SampleArgs args = read_args(recorded["args"]);
    if (recorded.has("inplace_error")) {
      auto error = recorded["inplace_error"].items();
      try {
        call_inplace(op, args);
        FAIL_CHECK("no error; expected " << error[1].string());
      } catch (const Error& e) {
        CHECK(e.diagnostic().exception == error[0].string());
        CHECK(e.diagnostic().message == error[1].string());
      }
      ++refused;
      return;
    }
    check_recorded(call_inplace(op, args), recorded["inplace"]);
    ++compared;
    // Comparisons with numbers are another overload there.
    if (!recorded.has("inplace_grad_fn") || (!op.forms.node.empty() && op.grad.node.empty() && args[1].is_number()))
      return;
    SampleArgs again = read_args(recorded["args"]);
    autograd::set_requires_grad(again[0].tensor(), true);
    again[0] = clone(again[0].tensor());
    Tensor result = call_inplace(op, again);
    CHECK(autograd::grad_fn(result)->name() == recorded["inplace_grad_fn"].string());
  });
  CHECK(compared > 150);
  CHECK(refused > 5);
}

// mm speaks otherwise of tensors without elements: PyTorch 2.6.0, `torch.mm` with device="meta".
std::string without_elements(std::string text) {
  // The rule of max_unpool is written in Python, and prints shapes and dtypes as Python does.
  constexpr std::pair<std::string_view, std::string_view> kInPython[] = {
      {"_forward_out_cpu()", "()"},
      {"should be type int64 but got: Double", "should be type int64 but got: torch.float64"},
      {"tensor ([", "tensor (torch.Size(["},
      {"]) but got indices tensor with shape: [", "])) but got indices tensor with shape: torch.Size(["},
      {"dimensions, but got [", "dimensions, but got torch.Size(["},
      {"] with dimension", "]) with dimension"},
  };
  if (text.find("indices") != std::string::npos || text.find("max_unpooling") != std::string::npos) {
    for (auto [from, to] : kInPython) {
      if (std::size_t at = text.find(from); at != std::string::npos) text.replace(at, from.size(), to);
    }
    return text;
  }
  int a, b, c, d;
  if (std::sscanf(text.c_str(), "mat1 and mat2 shapes cannot be multiplied (%dx%d and %dx%d)", &a, &b, &c, &d) == 4) {
    return cat({"a and b must have same reduction dim, but got [",
                std::to_string(a),
                ", ",
                std::to_string(b),
                "] X [",
                std::to_string(c),
                ", ",
                std::to_string(d),
                "]."});
  }
  return text == "self must be a matrix" ? "a must be 2D" : text == "mat2 must be a matrix" ? "b must be 2D" : text;
}

TEST_CASE("what PyTorch refuses is refused with its words") {
  int count = 0, by_rule = 0;
  auto expect = [](const JsonValue& recorded, bool fake, auto&& run) {
    try {
      run();
      FAIL_CHECK("no error; expected " << recorded["message"].string());
    } catch (const Error& error) {
      std::string wanted(recorded["message"].string()), got = error.diagnostic().message;
      bool as_mm = fake && got.starts_with(without_elements(wanted));
      CHECK_MESSAGE((got == wanted || as_mm), got);
      CHECK(error.diagnostic().exception == recorded["type"].string());
    }
  };
  each_recorded("errors", [&](const OpDef& op, const JsonValue& recorded) {
    ++count;
    expect(recorded, false, [&] { call(op, read_args(recorded["args"])); });
    // PyTorch's rule of index_put looks at the input alone (2.6.0 and 2.14.1, with FakeTensorMode).
    if (needs_elements(recorded["message"].string()) || op.path == "torch.ops.aten.index_put.default") return;
    ++by_rule;
    CAPTURE("by its shape rule");
    expect(recorded, true, [&] { fake_call(op, faked(read_args(recorded["args"]))); });
  });
  MESSAGE("errors: " << count << ", by shape rules: " << by_rule);
  CHECK(count > 150);
  CHECK(by_rule > count - 40);
}

TEST_CASE("mixed arguments give the dtype that PyTorch gives") {
  int count = 0;
  each_recorded("promotion", [&](const OpDef& op, const JsonValue& recorded) {
    ++count;
    auto dtype = [&](auto&& run) {
      try {
        return std::string(run()[0].dtype().name);
      } catch (const Error&) {
        return std::string("none");
      }
    };
    std::string want(recorded["dtype"].is_null() ? "none" : recorded["dtype"].string());
    CHECK(dtype([&] { return call(op, read_args(recorded["args"])); }) == want);
    CHECK(dtype([&] { return fake_call(op, faked(read_args(recorded["args"]))); }) == want);
  });
  CHECK(count > 500);
}

// Wrong calls made by tools/oracle/wrong_operands.py, too many to keep: SEESAW_REFUSALS names the file, and what is
// said otherwise is printed.
TEST_CASE("refusals of a file" * doctest::skip()) {
  const char* path = std::getenv("SEESAW_REFUSALS");
  REQUIRE(path != nullptr);
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  JsonDocument document;
  int count = 0, same = 0;
  for (const JsonValue& row : document.parse(text.str()).items()) {
    const OpDef* op = op_at_path(row["path"].string());
    if (op == nullptr) continue;
    ++count;
    std::string said = "taken";
    try {
      call(*op, read_args(row["args"]));
    } catch (const Error& error) {
      said = cat({error.diagnostic().exception, ": ", error.diagnostic().message});
    }
    std::string wanted = cat({row["type"].string(), ": ", row["message"].string()});
    same += said == wanted ? 1 : 0;
    if (said != wanted)
      std::printf("%s %s\n  wanted %s\n  said   %s\n",
                  std::string(op->path).c_str(),
                  write_args(read_args(row["args"])).c_str(),
                  wanted.c_str(),
                  said.c_str());
  }
  MESSAGE(same << " of " << count << " refusals in PyTorch's words");
}
