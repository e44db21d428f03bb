// Half precision: what PyTorch gave (tests/data/ops/half.json, by tests/tools/oracle/record_half.py), compared with
// what Seesaw gives.
#include <cmath>
#include <cstdlib>

#include "core/base/cat.h"
#include "core/engine/autograd/functions.h"
#include "core/engine/exec/autocast.h"
#include "core/engine/ops/call/shape_rule.h"
#include "core/engine/tensor/format.h"
#include "tests/core/ops_support.h"

using namespace seesaw;
using namespace seesaw::test;

namespace {

// How many numbers of half precision were compared, and how many were not the same to the last bit.
struct Digits {
  std::int64_t all = 0, other = 0;
};

// Sums go in another order here, so that a result may be rounded to the number beside it.
// `least` is the size below which errors do not shrink; `through`: of what half precision the numbers are that it was
// computed from.
void check_half(const Tensor& got,
                const JsonValue& want,
                double steps,
                Digits& digits,
                double least = 0x1p-4,
                Element through = Element::f32) {
  Tensor expected = read_tensor(want);
  Element e = expected.element();
  bool half = is_half(e);
  if (e == Element::f32) e = through;
  double step = e == Element::f16 ? 0x1p-10 : e == Element::bf16 ? 0x1p-7 : e == Element::f32 ? 1e-5 : 1e-12;
  double most = least;
  for (std::int64_t i = 0; i < expected.numel(); ++i) {
    if (std::isfinite(expected.item_at(i))) most = std::max(most, std::abs(expected.item_at(i)));
  }
  check_equal(got, expected, step * steps, step * steps * most);
  if (!half || !got || got.numel() != expected.numel()) return;
  for (std::int64_t i = 0; i < got.numel(); ++i) {
    ++digits.all;
    double a = got.item_at(i), b = expected.item_at(i);
    if (a != b && !(std::isnan(a) && std::isnan(b))) ++digits.other;
  }
}

Tensor seed_of(const Tensor& t) {
  Tensor out = Tensor::zeros(t.sizes(), t.element());
  for (std::int64_t i = 0; i < out.numel(); ++i) out.set_item_at(i, 0.5 + 0.25 * static_cast<double>((i * 7) % 5));
  return out;
}

void check_half_gradients(
    const OpDef& op, const SampleArgs& args, const Outputs& results, const JsonValue& row, Digits& digits) {
  const JsonValue& want = row["grads"];
  Element through = !row.has("autocast") || op.run.autocast != Autocast::lower ? Element::f32
                    : row["autocast"].string() == "float16"                    ? Element::f16
                                                                               : Element::bf16;
  autograd::GradArgs request;
  std::vector<Tensor> seeds;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!results[i] || !autograd::requires_grad(results[i]) || (i > 0 && first_only(op))) continue;
    request.outputs.push_back({results[i], {}});
    seeds.push_back(seed_of(results[i]));
  }
  request.grad_outputs = seeds;
  request.allow_unused = true;
  std::vector<Tensor> floats;
  for (const Tensor& t : tensors_of(args)) {
    if (is_floating(t.element())) floats.push_back(t);
  }
  REQUIRE(floats.size() == want.items().size());
  for (const Tensor& t : floats) {
    if (autograd::requires_grad(t)) request.inputs.push_back({t, {}});
  }
  REQUIRE(!request.outputs.empty());
  autograd::Gradients got = autograd::grad(request);
  std::size_t next = 0;
  for (std::size_t i = 0; i < floats.size(); ++i) {
    Tensor one = autograd::requires_grad(floats[i]) ? got[next++] : Tensor();
    const JsonValue& expected = want.items()[i];
    if (expected.is_null()) continue;
    CAPTURE(i);
    if (!one) one = Tensor::zeros(floats[i].sizes(), floats[i].element());
    // Differences of rounded numbers: the error is that of what is subtracted.
    check_half(one, expected, &op == &op::gelu_backward ? 32 : 4, digits, 0x1p-3, through);
  }
}

// A call in a region of torch.autocast, if the row tells of one. What comes after it is outside.
Outputs run_half(const OpDef& op, const JsonValue& row, const SampleArgs& args) {
  AutocastScope scope;
  if (row.has("autocast"))
    enter_autocast({.on = true, .element = row["autocast"].string() == "float16" ? Element::f16 : Element::bf16});
  return row.has("inplace") ? Outputs(call_inplace(op, args)) : call(op, args);
}

void check_half_row(const OpDef& op, const JsonValue& row, Digits& digits) {
  autograd::AutogradScope scope;
  manual_seed(0);
  SampleArgs args = read_args(row["args"]);
  bool derives = row.has("grads");
  if (derives) {
    for (const Tensor& t : differentiable(op, args)) autograd::set_requires_grad(t, true);
  }
  if (row.has("error")) {
    auto error = row["error"].items();
    try {
      run_half(op, row, args);
      FAIL_CHECK("no error; expected " << error[1].string());
    } catch (const Error& e) {
      CHECK(e.diagnostic().exception == error[0].string());
      CHECK(e.diagnostic().message == error[1].string());
    }
    return;
  }
  Outputs results = run_half(op, row, args);
  auto want = row["out"].items();
  REQUIRE(results.size() == want.size());
  for (std::size_t i = 0; i < want.size(); ++i) check_half(results[i], want[i], 1, digits);
  if (derives) check_half_gradients(op, args, results, row, digits);
}

int check_half_list(std::string_view list, Digits& digits, bool (*chosen)(std::string_view path) = nullptr) {
  int count = 0;
  for (const JsonValue& row : recorded_values("half")[list].items()) {
    const OpDef* op = op_at_path(row["path"].string());
    if (chosen != nullptr && !chosen(row["path"].string())) continue;
    std::string args = write_args(read_args(row["args"]));
    bool inplace = row.has("inplace");
    CAPTURE(row["path"].string());
    CAPTURE(args);
    CAPTURE(inplace);
    REQUIRE(op != nullptr);
    // Operators written in others have no such forms here.
    if (inplace && !op->forms.inplace && op->forms.kernel == nullptr) continue;
    ++count;
    try {
      check_half_row(*op, row, digits);
    } catch (const Error& e) {
      FAIL_CHECK("refused: " << e.diagnostic().exception << ": " << e.diagnostic().message);
    }
  }
  MESSAGE(list << ": " << digits.other << " of " << digits.all << " numbers are not the same to the last bit");
  return count;
}

}  // namespace

TEST_CASE("half precision: every operator gives what PyTorch gives, and its gradients") {
  Digits digits;
  CHECK(check_half_list("samples", digits) > 1000);
  CHECK(digits.all > 10000);
  CHECK(digits.other * 12 < digits.all);
}
TEST_CASE("half precision: numbers beside it") {
  Digits digits;
  CHECK(check_half_list("numbers", digits) > 200);
}
TEST_CASE("half precision: pairs of dtypes, in place too") {
  Digits digits;
  CHECK(check_half_list("pairs", digits) > 200);
}
TEST_CASE("half precision: conversions round to the nearest, ties to even") {
  Digits exact, digits;
  CHECK(check_half_list(
            "conversions", exact, [](std::string_view path) { return path.ends_with("_to_copy.default"); }) > 10);
  CHECK(exact.all > 80);
  CHECK(exact.other == 0);
  CHECK(check_half_list("conversions", digits) > 60);
}

TEST_CASE("autocast: every operator gets its arguments in the dtype of its record, and passes gradients back") {
  Digits digits;
  CHECK(check_half_list("autocast", digits) > 500);
  CHECK(digits.all > 100);
}

TEST_CASE("autocast: regions nest, end with their scope, and cast a leaf once") {
  autograd::AutogradScope recorded;
  Tensor w = Tensor::from({1, 2, 3, 4}, {2, 2}, Element::f32), x = Tensor::from({1, 0, 0, 1}, {2, 2}, Element::f32);
  autograd::set_requires_grad(w, true);
  auto product = [&] { return first(op::mm, {w, x}); };
  auto cast_of = [&](const Tensor& t) { return autograd::grad_fn(t)->next()[0].node.get(); };
  {
    AutocastScope scope;
    CHECK(product().element() == Element::f32);
    enter_autocast({.on = true, .element = Element::f16});
    CHECK(product().element() == Element::f16);
    enter_autocast({.on = false});
    CHECK(product().element() == Element::f32);
    exit_autocast();
    Tensor a = product(), b = product();
    CHECK(cast_of(a) == cast_of(b));
    enter_autocast({.on = true, .element = Element::bf16, .cache = false});
    CHECK(product().element() == Element::bf16);
    CHECK(cast_of(product()) != cast_of(product()));
    {
      AutocastScope inner;
      exit_autocast();  // opened outside: it stays
      CHECK(product().element() == Element::bf16);
      enter_autocast({.on = false});
    }
    CHECK(product().element() == Element::bf16);
  }
  CHECK(product().element() == Element::f32);
  CHECK_FALSE(AutocastRegion::inside({}, "cuda", "torch.float16", true, true).on);
  CHECK_FALSE(AutocastRegion::inside({}, "cpu", "torch.float32", true, true).on);
  CHECK(AutocastRegion::inside({}, "cpu", "", true, true).element == Element::bf16);
}

TEST_CASE("half precision is stored in two bytes and printed with its dtype") {
  Tensor t = Tensor::from({0.1, -2, 1e6}, {3}, Element::f16);
  CHECK(t->storage->bytes() == 6);
  CHECK(t.item_at(0) == 0.0999755859375);
  CHECK(tensor_text(t) == "tensor([ 0.1000, -2.0000,     inf], dtype=torch.float16)");
  CHECK(tensor_text(Tensor::scalar(0.1, Element::bf16)) == "tensor(0.1001, dtype=torch.bfloat16)");
}
