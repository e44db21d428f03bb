// One test over the whole table of operators: every record, every sample.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <utility>

#include "core/base/cat.h"
#include "core/base/number.h"
#include "core/engine/ops/call/shape_rule.h"
#include "core/engine/ops/table/out_forms.h"
#include "core/engine/ops/table/schema.h"
#include "core/engine/ops/table/surfaces.h"
#include "core/engine/ops/table/torch_names.h"
#include "tests/core/ops_support.h"
#include "tests/core/sizes.h"

using namespace seesaw;
using namespace seesaw::test;
using autograd::Gradients;

namespace {

// Whether no memory is in two of them.
bool are_apart(const std::vector<SampleArgs>& samples) {
  std::map<const void*, std::size_t> owners;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    for (const Tensor& t : tensors_of(samples[i])) {
      const void* memory = t->storage ? static_cast<const void*>(t->storage.get()) : t.impl();
      if (owners.emplace(memory, i).first->second != i) return false;
    }
  }
  return true;
}

// A sample made anew, so that what a call writes to is nobody else's. An operator makes all of its samples at once:
// those that are not asked for now are kept for later, unless they share memory.
SampleArgs fresh(const OpDef& op, std::size_t index) {
  static const OpDef* of = nullptr;
  static std::vector<std::vector<SampleArgs>> kept;
  if (std::exchange(of, &op) != &op) kept.clear();
  if (index < kept.size() && !kept[index].empty()) {
    SampleArgs out = std::move(kept[index].back());
    kept[index].pop_back();
    return out;
  }
  std::vector<SampleArgs> all = op.samples();
  bool apart = are_apart(all);
  SampleArgs out = std::move(all[index]);
  if (!apart) return out;
  kept.resize(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i != index) kept[i].push_back(std::move(all[i]));
  }
  return out;
}

// A call that draws the same random numbers each time.
Outputs seeded_call(const OpDef& op, const SampleArgs& args) {
  manual_seed(0);
  return call(op, args);
}

template <class F>
void each_sample(F&& f) {
  for (const OpDef* op : tensor_ops()) {
    if (op->samples == nullptr) continue;
    std::size_t count = op->samples().size();
    for (std::size_t i = 0; i < count; ++i) {
      CAPTURE(op->path);
      CAPTURE(i);
      f(*op, i);
    }
  }
}

// Operators between real and complex tensors: tests/node/complex.test.js holds them against PyTorch.
bool of_complex(const OpDef& op) { return op.run.complex != nullptr || op.grad.complex_vjp; }

bool all_double(const SampleArgs& args) {
  std::vector<Tensor> all = tensors_of(args);
  return std::all_of(all.begin(), all.end(), [](const Tensor& t) { return t.element() != Element::f32; });
}

// Outputs that gradients do not flow through, here as in PyTorch: statistics beside the result.

// And of those that stand beside two results.
bool among_two(const OpDef& op) { return op.path == "torch.ops.aten._linalg_slogdet.default"; }

std::vector<Tensor> floating_outputs(const OpDef& op, Outputs& results) {
  std::vector<Tensor> out;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (is_floating(results[i].element()) && (i == 0 || !first_only(op)) && (i < 2 || !among_two(op)))
      out.push_back(results[i]);
  }
  return out;
}

// Weights of the elements of a loss.
Tensor weights_for(const Tensor& t, std::size_t salt) {
  Tensor out = Tensor::zeros(t.sizes(), t.element());
  for (std::int64_t i = 0; i < out.numel(); ++i)
    out.set_item_at(i, 0.5 + 0.25 * static_cast<double>((i * 7 + static_cast<std::int64_t>(salt) * 3) % 5));
  return out;
}

double weighted_sum(const std::vector<Tensor>& list, std::size_t salt) {
  double sum = 0;
  for (const Tensor& t : list) {
    if (!t) continue;
    Tensor w = weights_for(t, salt);
    for (std::int64_t i = 0; i < t.numel(); ++i) sum += w.item_at(i) * t.item_at(i);
  }
  return sum;
}

struct Move {
  std::size_t tensor = 0;
  std::int64_t element = -1;  // -1: nothing is moved
  double by = 0;
};

SampleArgs moved(const OpDef& op, std::size_t sample, const Move& move) {
  SampleArgs args = fresh(op, sample);
  if (move.element >= 0) {
    Tensor t = differentiable(op, args)[move.tensor];
    t.set_item_at(move.element, t.item_at(move.element) + move.by);
  }
  return args;
}

double loss_at(const OpDef& op, std::size_t sample, const Move& move) {
  SampleArgs args = moved(op, sample, move);
  Outputs results = seeded_call(op, args);
  return weighted_sum(floating_outputs(op, results), 0);
}

// Gradients of the loss, recorded so that they can be differentiated again.
struct Derived {
  std::vector<Tensor> inputs, outputs;
  Gradients grads;
};
Derived derive(const OpDef& op, const SampleArgs& args) {
  Derived out;
  out.inputs = differentiable(op, args);
  for (const Tensor& t : out.inputs) autograd::set_requires_grad(t, true);
  Outputs results = seeded_call(op, args);
  autograd::GradArgs request;
  Gradients seeds;
  for (const Tensor& t : floating_outputs(op, results)) {
    if (!autograd::requires_grad(t)) continue;
    out.outputs.push_back(t);
    request.outputs.push_back({t, {}});
    seeds.push_back(weights_for(t, 0));
  }
  for (const Tensor& t : out.inputs) request.inputs.push_back({t, {}});
  request.grad_outputs = seeds;
  request.create_graph = true;
  request.allow_unused = true;
  if (out.outputs.empty()) {
    out.grads.resize(out.inputs.size());
  } else {
    out.grads = autograd::grad(request);
  }
  return out;
}

double gradient_sum_at(const OpDef& op, std::size_t sample, const Move& move) {
  return weighted_sum(derive(op, moved(op, sample, move)).grads, 1);
}

// Where PyTorch refuses a second derivative, ops_refusals_test.cpp looks at what it says.
bool refuses_second(const Derived& d) {
  return std::any_of(d.grads.begin(), d.grads.end(), [](const Tensor& g) {
    return g && autograd::grad_fn(g) && autograd::grad_fn(g)->name() == kNoDerivative;
  });
}

Gradients second_derivative(const Derived& d) {
  autograd::GradArgs request;
  Gradients seeds;
  for (const Tensor& g : d.grads) {
    if (!g || !autograd::requires_grad(g)) continue;
    request.outputs.push_back({g, {}});
    seeds.push_back(weights_for(g, 1));
  }
  for (const Tensor& t : d.inputs) request.inputs.push_back({t, {}});
  request.grad_outputs = seeds;
  request.allow_unused = true;
  return request.outputs.empty() ? Gradients(d.inputs.size()) : autograd::grad(request);
}

// Compares gradients with central differences of `f`.
template <class F>
std::int64_t check_differences(const OpDef& op, std::size_t sample, const Gradients& grads, F&& f) {
  constexpr double kStep = 1e-5;
  std::vector<Tensor> inputs = differentiable(op, fresh(op, sample));
  std::int64_t checked = 0;
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    // Kernels look at every element each time, so that under the sanitizers three say as much.
    std::int64_t count = inputs[k].numel(), step = test::kSanitized ? std::max<std::int64_t>(1, count / 2) : 1;
    for (std::int64_t i = 0; i < count; i += step, ++checked) {
      double slope = (f(op, sample, Move{k, i, kStep}) - f(op, sample, Move{k, i, -kStep})) / (2 * kStep);
      double got = grads[k] ? grads[k].item_at(i) : 0;
      if (std::abs(got - slope) <= 2e-6 * std::max(1.0, std::abs(slope))) continue;
      FAIL_CHECK("input " << k << " element " << i << ": derivative " << got << ", differences " << slope);
      return checked;
    }
  }
  return checked;
}

// How many results there are, or how long, only the elements tell: nonzero, and what is written in it.
bool counts_elements(const OpDef& op) {
  constexpr std::string_view kNames[] = {"where.default",
                                         "nonzero.default",
                                         "nonzero_numpy.default",
                                         "argwhere.default",
                                         "bincount.default",
                                         "masked_select.default",
                                         "_unique2.default",
                                         "unique_consecutive.default",
                                         "unique_dim.default",
                                         "unique_dim_consecutive.default",
                                         "repeat_interleave.Tensor",
                                         "repeat_interleave.self_Tensor"};
  return std::any_of(std::begin(kNames), std::end(kNames), [&](std::string_view name) {
    return op.path == cat({"torch.ops.aten.", name});
  });
}

bool slots_in_order(std::span<const SavedSlot> slots) {
  return std::is_sorted(slots.begin(), slots.end(), [](const SavedSlot& a, const SavedSlot& b) {
    return (a.source < 0) != (b.source < 0) ? a.source >= 0 : a.name < b.name;
  });
}

// Samples where the derivative is by definition something else than differences: ties, rounding, a row that gets no
// gradient.
bool differs(const OpDef& op, const SampleArgs& args) {
  bool converts = op.grad.node == "ToCopyBackward0" || op.path == "torch.ops.aten.to.dtype";
  if (converts && args[1].element() != Element::f64) return true;
  if (op.grad.node == "EmbeddingBackward0" && args.size() > 2) return true;
  // The gradient of a symmetric matrix or a triangular one, of which only one half is read; one divided by how often a
  // row occurs; equal elements.
  if (op.path.find("cholesky") != std::string_view::npos || op.grad.node == "ModeBackward0") return true;
  if (op.grad.node == "EmbeddingBagBackward0" && args[3].truth()) return true;
  // Their mean and rstd are taken as functions of the input, although they stand beside it.
  if (&op == &op::native_layer_norm_backward || (&op == &op::native_batch_norm_backward && args[7].truth()))
    return true;
  // Their second result, which stands beside the first, has no gradient.
  if (op.grad.node == "ScaledDotProductFlashAttentionForCpuBackward0" || op.grad.node == "WeightNormInterfaceBackward0")
    return true;
  // PyTorch's formula gives self what belongs to src.
  if (op.grad.node == "AsStridedScatterBackward0") return true;
  if (!(op.grad.node == "AmaxBackward0" || op.grad.node == "AminBackward0" || op.grad.node == "MaxBackward1" ||
        op.grad.node == "MinBackward1"))
    return false;
  const Tensor& t = args[0].tensor();
  std::set<double> seen;
  for (std::int64_t i = 0; i < t.numel(); ++i) seen.insert(t.item_at(i));
  return static_cast<std::int64_t>(seen.size()) != t.numel();
}

}  // namespace

TEST_CASE("op table: PyTorch has every operator of aten and prims that a record tells of, overload for overload") {
  std::size_t count = 0;
  std::string missing;
  each_record([&](const OpDef& op) {
    for (std::string_view library : {"aten", "prims"}) {
      std::string prefix = cat({"torch.ops.", library, "."});
      if (!op.path.starts_with(prefix)) continue;
      std::string_view name = op.path.substr(prefix.size()), overload;
      if (std::size_t dot = name.find('.'); dot != std::string_view::npos) {
        overload = name.substr(dot + 1);
        name = name.substr(0, dot);
      }
      std::string known = cat({" ", overloads_in_torch(library, name), " "});
      ++count;
      if (known.find(overload.empty() ? std::string(" default ") : cat({" ", overload, " "})) == std::string::npos)
        missing += cat({op.path, "\n"});
    }
  });
  CHECK(count > 850);
  CHECK(missing == "");
}

TEST_CASE("op table: overloads with out= are those of PyTorch's schemas, for every record that has one") {
  const JsonValue& recorded = recorded_values("out_forms");
  constexpr std::string_view kAten = "torch.ops.aten.";
  std::size_t found = 0;
  each_record([&](const OpDef& op) {
    if (!op.path.starts_with(kAten)) return;
    std::size_t dot = op.path.rfind('.');
    std::string_view packet = op.path.substr(kAten.size(), dot - kAten.size());
    const JsonValue* row = recorded.find(packet);
    const JsonValue* name = row == nullptr ? nullptr : (*row)["forms"].find(op.path.substr(dot + 1));
    std::string want = name == nullptr ? std::string() : cat({kAten, packet, ".", name->string()});
    INFO(op.path);
    CHECK(out_path(op.path) == want);
    if (want.empty()) return;
    ++found;
    CHECK(functional_of_out(want) == op.path);
    if (!packet.starts_with('_')) CHECK(python_takes_out(packet) == (*row)["python"].boolean());
  });
  CHECK(found > 300);
}

TEST_CASE("every record is complete") {
  std::set<std::string_view> paths;
  for (const OpDef* op : tensor_ops()) {
    CAPTURE(op->path);
    CHECK(paths.insert(op->path).second);
    CHECK(!op->doc.empty());
    CHECK((op->run.kernel != nullptr));
    bool derived = op->grad.vjp != nullptr, recorded = !op->grad.node.empty() || !op->forms.node.empty();
    CHECK(derived == recorded);
    CHECK(!(op->run.composite && recorded));
    CHECK((op->run.meta != nullptr) == !op->run.composite);
    CHECK(slots_in_order(op->grad.saves));
    CHECK((op->samples != nullptr || of_complex(*op)));
    if (op->samples != nullptr) CHECK(!op->samples().empty());
    if (op->path.substr(0, 15) != "torch.ops.aten.") continue;
    // The path is the schema's name: "mul.Tensor(...)" or, without an overload, "neg(...)".
    std::string_view name = op->schema.substr(0, op->schema.find('(')), rest = op->path.substr(15);
    bool bare = name.find('.') == std::string_view::npos;
    CHECK((bare ? std::string(name) + ".default" : std::string(name)) == rest);
  }
}

TEST_CASE("shape rules say what kernels give") {
  int compared = 0;
  each_sample([&](const OpDef& op, std::size_t i) {
    SampleArgs args = fresh(op, i);
    bool masked = &op == &op::index && std::any_of(args[1].tensors().begin(),
                                                   args[1].tensors().end(),
                                                   [](const Tensor& t) { return t && t.element() == Element::b8; });
    if (counts_elements(op) || masked) return;  // the shape depends on the elements
    Outputs said = fake_call(op, faked(args)), got = seeded_call(op, args);
    REQUIRE(said.size() == got.size());
    for (std::size_t k = 0; k < got.size(); ++k) {
      CAPTURE(k);
      CHECK(said[k].is_fake());
      CHECK(dims_text(said[k].sizes()) == dims_text(got[k].sizes()));
      // PyTorch's fake result lies in rows, the kernel's like its operand.
      bool in_rows = op.path == "torch.ops.aten.nan_to_num.default";
      if (!in_rows) CHECK(dims_text(said[k].strides()) == dims_text(got[k].strides()));
      CHECK(said[k].dtype().name == got[k].dtype().name);
      CHECK(said[k].device() == got[k].device());
      CHECK((!op.run.view || said[k]->offset == got[k]->offset));
      ++compared;
    }
  });
  MESSAGE("results compared with their shape rule: " << compared);
  CHECK(compared > 700);
}

// Every floating tensor of the arguments in another dtype; complex elements have an imaginary part.
Tensor in_element(const Tensor& t, Element element) {
  if (!t || !is_floating(t.element())) return t;
  Tensor out = t.copy_to(element, t.device());
  if (is_complex(element) && out.numel() > 0) copy_elements(out.part(true), t.copy_to(part_of(element), t.device()));
  return out;
}
SampleArgs in_element(SampleArgs args, Element element) {
  for (Value& v : args) {
    if (v.is_tensor()) v = in_element(v.tensor(), element);
    if (!v.is_tensors()) continue;
    std::vector<Tensor> list;
    for (const Tensor& t : v.tensors()) list.push_back(in_element(t, element));
    v = list;
  }
  return args;
}

TEST_CASE("shape rules say what kernels give, of complex numbers and of half precision too") {
  int compared = 0;
  each_sample([&](const OpDef& op, std::size_t sample) {
    for (Element element : {Element::c64, Element::f16, Element::bf16}) {
      SampleArgs args = in_element(fresh(op, sample), element);
      // Of a bag PyTorch states other sizes for tensors without elements.
      if (counts_elements(op) || op.path == "torch.ops.aten.embedding_bag.padding_idx") return;
      Outputs got, said;
      try {
        got = seeded_call(op, args);
      } catch (const Error&) {
        continue;  // refused
      }
      CAPTURE(scalar_name(element));
      try {
        said = fake_call(op, faked(args));
      } catch (const Error& e) {
        bool by_elements = &op == &op::index || &op == &op::index_put;
        CHECK_MESSAGE(by_elements, e.what());
        continue;
      }
      REQUIRE(said.size() == got.size());
      for (std::size_t k = 0; k < got.size(); ++k) {
        if (!got[k] || !said[k]) continue;
        CAPTURE(k);
        CHECK(dims_text(said[k].sizes()) == dims_text(got[k].sizes()));
        CHECK(said[k].dtype().name == got[k].dtype().name);
        ++compared;
      }
    }
  });
  CHECK(compared > 2000);
}

TEST_CASE("shape rules need no elements, and what needs them says so") {
  Tensor x = Tensor::fake(TensorSpec::of({2, 3}, Element::f32, Device::sim));
  Tensor wide = fake_call(op::matmul, {x, fake_call(op::t, {x})[0]})[0];
  CHECK(wide.is_fake());
  CHECK(dims_text(wide.sizes()) == "[2, 2]");
  CHECK(wide.device() == Device::sim);
  CHECK_THROWS_WITH_AS(wide.item(), doctest::Contains("a Tensor with 4 elements"), Error);
  CHECK_THROWS_WITH_AS(wide.item_at(0), doctest::Contains("no elements"), Error);
  ModeScope scope(&fake_mode());
  CHECK(call_inplace(op::add, {x, 1}) == x);
  CHECK_THROWS_WITH_AS(call_inplace(op::add, {x, Tensor::zeros({4, 2, 3}, Element::f64, Device::sim)}),
                       doctest::Contains("doesn't match the broadcast shape [4, 2, 3]"),
                       Error);
}

TEST_CASE("derivatives of all operators are what differences say") {
  autograd::AutogradScope scope;
  std::int64_t firsts = 0, seconds = 0;
  each_sample([&](const OpDef& op, std::size_t i) {
    SampleArgs args = fresh(op, i);
    if (!all_double(args) || differs(op, args) || differentiable(op, args).empty()) return;
    if (call(op, fresh(op, i)).size() == 0) return;
    Derived d = derive(op, args);
    if (d.outputs.empty()) return;
    firsts += check_differences(op, i, d.grads, loss_at);
    if (!refuses_second(d)) seconds += check_differences(op, i, second_derivative(d), gradient_sum_at);
  });
  MESSAGE("derivatives compared with differences: " << firsts << " first, " << seconds << " second");
  CHECK(firsts > (test::kSanitized ? 2000 : 3000));
}

TEST_CASE("in-place forms give what the others give") {
  int compared = 0, refused = 0;
  auto kind = [](Element e) { return is_floating(e) ? 2 : e == Element::i64 ? 1 : 0; };
  each_sample([&](const OpDef& op, std::size_t i) {
    if (!op.forms.inplace) return;
    manual_seed(7);  // dropout draws the same elements in both forms
    Tensor want = call(op, fresh(op, i))[0];
    SampleArgs args = fresh(op, i);
    Tensor self = args[0].tensor();
    bool view = op.run.view ||
                op.schema.find("(Tensor(a) self") != std::string_view::npos;  // becomes another look at its memory
    bool fits = view || (want.sizes() == self.sizes() &&
                         (op.forms.keeps_dtype || kind(want.element()) <= kind(self.element())));
    if (!fits) {
      ++refused;
      CHECK_THROWS_AS(call_inplace(op, args), Error);
      return;
    }
    std::uint32_t version = self.version();
    manual_seed(7);
    Tensor got = call_inplace(op, args);
    CHECK(got == self);
    // A form that is written in others counts as they do: dropout_ that drops nothing writes nothing.
    if (op.forms.kernel == nullptr) CHECK(self.version() == version + 1);
    check_equal(got, want.copy_to(self.element(), self.device()), 0, 0);
    ++compared;
  });
  CHECK(compared > 150);
  CHECK(refused > 10);
}

TEST_CASE("views share memory, and nothing else does") {
  each_sample([&](const OpDef& op, std::size_t i) {
    if (op.run.composite) return;
    SampleArgs args = fresh(op, i);
    Outputs results = call(op, args);
    for (std::size_t k = 0; k < results.size(); ++k) {
      for (const Tensor& t : tensors_of(args)) {
        bool viewed = (op.run.view || op.grad.node == "UnsafeViewBackward0" || op.grad.node == "SqueezeBackward4") &&
                      t == args[0].tensor();
        CHECK(results[k].shares_memory_with(t) == viewed);
      }
    }
  });
}

// Of each sample with its floating tensors made complex: a result or an error, whatever the record says of complex
// values.
TEST_CASE("op table: operators compute complex values or refuse them") {
  int computed = 0, refused = 0;
  each_sample([&](const OpDef& op, std::size_t i) {
    SampleArgs args = fresh(op, i);
    bool any = false;
    for (Value& arg : args) {
      if (!arg.is_tensor() || !is_floating(arg.tensor().element())) continue;
      arg = arg.tensor().copy_to(complex_of(arg.tensor().element()), Device::cpu);
      any = true;
    }
    if (!any) return;
    try {
      call(op, args);
      ++computed;
    } catch (const Error&) {
      ++refused;
    }
  });
  CHECK(computed > 750);
  CHECK(refused > 300);
}

// What tests/tools/oracle/record_ops.py asks PyTorch: SEESAW_WRITE_SAMPLES=FILE seesaw_tests -tc="write samples"
// --no-skip
TEST_CASE("write samples" * doctest::skip()) {
  const char* file = std::getenv("SEESAW_WRITE_SAMPLES");
  std::ofstream written(file != nullptr ? file : "");
  std::ostream& out = file != nullptr ? written : std::cout;  // the WebAssembly build has no files
  out << "[";
  const char* separator = "\n";
  each_sample([&](const OpDef& op, std::size_t i) {
    out << separator << "{\"path\":\"" << op.path << "\",\"schema\":";
    std::string schema;
    append_json_string(schema, op.schema);
    out << schema << ",\"args\":" << write_args(fresh(op, i)) << "}";
    separator = ",\n";
  });
  out << "\n]\n";
}

// tests/data/ops/surfaces.json, by tests/tools/oracle/record_surfaces.py. Names with an underscore in front are
// nobody's to call.
TEST_CASE("op table: operators are where PyTorch has them") {
  constexpr std::pair<std::string_view, unsigned> kWords[] = {{"torch", kInTorch},
                                                              {"method", kMethod},
                                                              {"method_", kInplaceMethod},
                                                              {"functional", kInFunctional},
                                                              {"functional_", kInplaceInFunctional}};
  int count = 0;
  for (const JsonMember& row : recorded_values("surfaces").members()) {
    CAPTURE(std::string(row.key));
    std::optional<std::uint8_t> found = surfaces_of(row.key);
    REQUIRE(found.has_value());
    if (row.key.starts_with('_')) continue;
    std::string text = cat({" ", row.value.string(), " "});
    for (const auto& [word, surface] : kWords)
      CHECK(((*found & surface) != 0) == (text.find(cat({" ", word, " "})) != std::string::npos));
    ++count;
  }
  CHECK(count > 500);
  CHECK_FALSE(surfaces_of("sinn").has_value());
  CHECK(library_of("linalg_solve") == "linalg");
  CHECK(library_of("linalg").empty());
}
