// Composed operators at their edges: what PyTorch gives or refuses (tests/data/ops/composed.json, by
// tests/tools/oracle/record_composed.py), run and on tensors without elements.
#include "core/engine/autograd/engine.h"
#include "core/engine/autograd/record.h"
#include "core/engine/autograd/variable.h"
#include "core/engine/ops/call/shape_rule.h"
#include "core/engine/ops/composed/decompositions.h"
#include "core/engine/ops/table/schema.h"
#include "tests/core/helpers.h"
#include "tests/core/ops_support.h"

using namespace seesaw;
using namespace seesaw::test;

namespace {

std::string recorded_error(const JsonValue& row) {
  return std::string(row["error"].items()[0].string()) + ": " + std::string(row["error"].items()[1].string());
}

void check_shape(const TensorSpec& got, const JsonValue& want) {
  CHECK(dtype_of(got.element).name == want["dtype"].string());
  Dims sizes = read_dims(want["shape"]);
  CHECK(dims_text(got.sizes) == dims_text(sizes));
  CHECK(dims_text(got.strides) ==
        dims_text(want.has("strides") ? read_dims(want["strides"]) : contiguous_strides(sizes)));
}

// Whether the operator's shapes are those recorded, or refused in the words recorded.
void check_shapes(const OpDef& op, const SampleArgs& args, const JsonValue& row) {
  if (op.run.fake == nullptr && op.run.meta == nullptr) return;
  std::vector<TensorSpec> got;
  std::string error = error_of([&] {
    ModeScope none(&fake_mode());
    Specs specs = fake_specs(op, faked(args));
    for (std::size_t i = 0; i < specs.size(); ++i) got.push_back(specs[i]);
  });
  // Only the elements tell how many there are.
  if (error.find("symbolic sizes are not in use") != std::string::npos ||
      error.find("DynamicOutputShapeException") != std::string::npos)
    return;
  // What only the kernel refuses may be refused before.
  if (row.has("error") && (error != "none" || !row.has("shapes"))) {
    // An impossible view has other words while PyTorch traces.
    if (error.starts_with("ValueError: Cannot view a tensor")) return;
    CHECK(error == recorded_error(row));
    return;
  }
  const JsonValue* want = row.has("out") ? row.find("out") : row.find("shapes");
  CHECK(error == "none");
  REQUIRE(got.size() == want->items().size());
  for (std::size_t i = 0; i < got.size(); ++i) check_shape(got[i], want->items()[i]);
}

void check_values(const OpDef& op, const SampleArgs& args, const JsonValue& row) {
  Outputs got;
  std::string error = error_of([&] { got = run_kernel(op, args); });
  if (!row.has("out")) {
    CHECK(error == recorded_error(row));
    return;
  }
  CHECK(error == "none");
  REQUIRE(got.size() == row["out"].items().size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    Tensor want = read_tensor(row["out"].items()[i]);
    check_equal(got[i], want, 1e-5, 1e-6);
    check_shape(got[i].spec(), row["out"].items()[i]);
  }
}

}  // namespace

// PyTorch reads beyond such weights.
TEST_CASE("weights that do not hold all gates are refused, by kernels and by rules") {
  Tensor x = Tensor::zeros({2, 1, 3}), h = Tensor::zeros({1, 1, 2}), row = Tensor::zeros({1, 3}),
         own = Tensor::zeros({2, 3});
  std::vector<Tensor> hx = {h, h}, narrow = {row, Tensor::zeros({1, 2})};
  const SampleArgs layer = {x, hx, narrow, false, 1, 0.0, false, false, false};
  using Run = void (*)(const SampleArgs&);
  for (Run run : {Run([](const SampleArgs& args) { call(*op_at_path("torch.ops.aten.lstm.input"), args); }),
                  Run([](const SampleArgs& args) { decomposition::lstm(args); })}) {
    CHECK(error_of([&] { run(layer); }) == "RuntimeError: weights of 1 rows do not hold 4 gates");
    SampleArgs many = layer;
    many[4] = std::int64_t{1} << 32;
    CHECK(error_of([&] { run(many); }) != "none");
  }
  const SampleArgs cell = {own, own, own, own, Value(), Value()};
  CHECK(error_of([&] { call(*op_at_path("torch.ops.aten.gru_cell.default"), cell); }) ==
        "RuntimeError: weights of 2 rows do not hold 3 gates");
  CHECK(error_of([&] { decomposition::gru_cell(cell); }) == "RuntimeError: weights of 2 rows do not hold 3 gates");
}

TEST_CASE("composed operators give and refuse what PyTorch does") {
  for (const JsonValue& row : recorded_values("composed").items()) {
    std::string_view path = row["path"].string();
    SampleArgs args = read_args(row["args"]);
    CAPTURE(path);
    CAPTURE(write_args(args));
    const OpDef* op = op_at_path(path) != nullptr ? op_at_path(path) : find_record(path);
    REQUIRE(op != nullptr);
    check_shapes(*op, args, row);
    if (op->run.kernel != nullptr || op->decompose.rule != nullptr) check_values(*op, args, row);
  }
}

TEST_CASE("huber_loss has its input's dtype where it runs, and the wider one where only shapes go on, as in PyTorch") {
  const OpDef& op = *op_at_path("torch.ops.aten.huber_loss.default");
  Tensor narrow = Tensor::from({1, 2}, {2}, Element::f32), wide = Tensor::from({2, 4}, {2}, Element::f64),
         whole = Tensor::from({1, 2}, {2}, Element::i64);
  for (std::int64_t reduction : {0, 1, 2}) {
    SampleArgs args = {narrow, wide, reduction, 1.0};
    CHECK(call(op, args)[0].element() == Element::f32);
    ModeScope none(&fake_mode());
    CHECK(fake_specs(op, faked(args))[0].element == Element::f64);
  }
  CHECK(error_of([&] {
          call(op, SampleArgs{whole, wide, 1, 1.0});
        }) == "RuntimeError: result type Double can't be cast to the desired output type Long");
}

TEST_CASE("a norm of order 0 has no gradient") {
  autograd::AutogradScope scope;
  Tensor x = Tensor::from({1, 2}, {2}, Element::f64);
  autograd::set_requires_grad(x, true);
  auto gradient = [&](double order) {
    return autograd::grad({.outputs = {{first(op::linalg_vector_norm, {x, order}), {}}},
                           .inputs = {{x, {}}},
                           .grad_outputs = {},
                           .allow_unused = true})[0];
  };
  CHECK_FALSE(gradient(0));
  CHECK(gradient(1).item_at(1) == 1);
}
