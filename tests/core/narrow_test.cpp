// Narrow integers: what PyTorch gave (tests/data/ops/narrow.json, by tests/tools/oracle/record_narrow.py), compared
// with what Seesaw gives.
#include "core/base/cat.h"
#include "core/engine/ops/call/shape_rule.h"
#include "core/engine/tensor/format.h"
#include "tests/core/ops_support.h"

using namespace seesaw;
using namespace seesaw::test;

namespace {

Outputs run_row(const OpDef& op, const JsonValue& row) {
  manual_seed(0);
  SampleArgs args = read_args(row["args"]);
  return row.has("inplace") ? Outputs(call_inplace(op, args)) : call(op, args);
}

void check_row(const OpDef& op, const JsonValue& row) {
  if (!row.has("error")) {
    Outputs results = run_row(op, row);
    auto want = row["out"].items();
    REQUIRE(results.size() == want.size());
    for (std::size_t i = 0; i < want.size(); ++i) {
      Tensor expected = read_tensor(want[i]);
      bool single = expected.element() == Element::f32;
      check_equal(results[i], expected, single ? 1e-5 : 1e-12, single ? 1e-6 : 1e-13);
    }
    return;
  }
  auto error = row["error"].items();
  try {
    run_row(op, row);
    FAIL_CHECK("no error; expected " << error[1].string());
  } catch (const Error& e) {
    CHECK(e.diagnostic().exception == error[0].string());
    CHECK(e.diagnostic().message == error[1].string());
  }
}

int check_list(std::string_view list) {
  int count = 0;
  for (const JsonValue& row : recorded_values("narrow")[list].items()) {
    const OpDef* op = op_at_path(row["path"].string());
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
      check_row(*op, row);
    } catch (const Error& e) {
      FAIL_CHECK("refused: " << e.diagnostic().exception << ": " << e.diagnostic().message);
    }
  }
  return count;
}

}  // namespace

TEST_CASE("narrow integers: every operator gives what PyTorch gives") { CHECK(check_list("samples") > 1000); }
TEST_CASE("narrow integers: numbers beside them take their dtype") { CHECK(check_list("numbers") > 400); }
TEST_CASE("narrow integers: pairs of dtypes, in place too") { CHECK(check_list("pairs") > 200); }
TEST_CASE("narrow integers: conversions wrap around as on the processors that PyTorch runs on") {
  CHECK(check_list("conversions") > 40);
}

TEST_CASE("narrow integers are stored in their size and printed with their dtype") {
  Tensor t = Tensor::from({1, -2, 300}, {3}, Element::i8);
  CHECK(t->storage->bytes() == 3);
  CHECK(t.item_at(2) == 44);
  CHECK(tensor_text(t) == "tensor([ 1, -2, 44], dtype=torch.int8)");
  CHECK(tensor_text(Tensor::scalar(7, Element::u8)) == "tensor(7, dtype=torch.uint8)");
  Tensor every_other = t.as_strided({2}, {2}, 0);
  copy_elements(every_other, Tensor::from({-1.5, 127.9}, {2}));
  CHECK(t.item_at(0) == -1);
  CHECK(t.item_at(1) == -2);
  CHECK(t.item_at(2) == 127);
}
