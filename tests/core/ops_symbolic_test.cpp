// Shape rules on symbolic sizes, beside what PyTorch gave for the numbers (tests/data/ops/recorded.json).
//
// What: each recorded call is done again with symbols in the place of sizes, and of SymInt arguments; the sizes and
// strides of its results are computed with the numbers that the symbols stand for, and compared. Why: a rule that
// computes with plain arithmetic gives a wrong size in silence, or none at all.
#include <algorithm>
#include <optional>
#include <string>

#include "core/base/cat.h"
#include "core/engine/ops/call/shape_rule.h"
#include "core/engine/ops/table/schema.h"
#include "tests/core/ops_support.h"

using namespace seesaw;
using namespace seesaw::test;

namespace {

// A symbol for each number of at least 2: one symbol a number, or another one each time.
class Symbols {
 public:
  Symbols(SymTable& table, bool shared) : table_(table), shared_(shared) {}
  std::int64_t of(std::int64_t number) {
    if (number < 2) return number;
    std::string name = cat({"s", std::to_string(shared_ ? number : 1000 + 100 * count_++ + number)});
    return table_.symbol(name, number);
  }
  Dims of(const Dims& numbers) {
    Dims out;
    for (std::int64_t number : numbers) out.push_back(of(number));
    return out;
  }

 private:
  SymTable& table_;
  bool shared_;
  std::int64_t count_ = 0;
};

Tensor symbolic(const Tensor& t, Symbols& symbols) {
  if (!t || t.strides() != contiguous_strides(t.sizes())) return t ? Tensor::fake(t.spec()) : t;
  return Tensor::fake(TensorSpec::of(symbols.of(t.sizes()), t.element(), t.device()));
}

SampleArgs symbolic(const OpDef& op, const SampleArgs& args, Symbols& symbols, bool arguments_too) {
  const OpSchema* schema = find_schema(op.path);
  SampleArgs out;
  for (std::size_t i = 0; i < args.size(); ++i) {
    const Value& v = args[i];
    bool takes = arguments_too && schema != nullptr && i < schema->parameters.size() &&
                 is_type(schema->parameters[i].type, "SymInt");
    if (v.is_tensor()) {
      out.push_back(symbolic(v.tensor(), symbols));
    } else if (v.is_tensors()) {
      std::vector<Tensor> list;
      for (const Tensor& t : v.tensors()) list.push_back(symbolic(t, symbols));
      out.push_back(list);
    } else if (takes && v.is_number()) {
      out.push_back(symbols.of(v.integer()));
    } else if (takes && v.kind() == Value::Kind::ints) {
      out.push_back(symbols.of(v.ints()));
    } else {
      out.push_back(v);
    }
  }
  return out;
}

// The numbers that sizes stand for; the expression of what has none.
std::string numbers_of(SymTable& table, const Dims& dims) {
  std::string out;
  for (std::int64_t dim : dims) {
    std::optional<double> value = is_sym(dim) ? table.hint(dim) : static_cast<double>(dim);
    std::string text = value ? std::to_string(static_cast<std::int64_t>(*value)) : table.text(dim);
    out += cat({out.empty() ? "" : ", ", text});
  }
  return cat({"[", out, "]"});
}

bool only_data_tell(SymTable& table, const Dims& dims) {
  return std::any_of(dims.begin(), dims.end(), [&](std::int64_t dim) { return is_sym(dim) && !table.hint(dim); });
}

// PyTorch's rule for tensors without elements gives other sizes or strides than its kernel: with include_last_offset
// the kernel counts a bag more; 2.6 lays the result of nan_to_num in rows.
bool rule_differs(std::string_view path) {
  return path == "torch.ops.aten._embedding_bag_forward_only.default" || path == "torch.ops.aten.nan_to_num.default";
}

void check_symbolic(const OpDef& op, const JsonValue& recorded, bool shared, bool arguments_too) {
  SymTable table;
  SymScope scope(&table);
  Symbols symbols(table, shared);
  SampleArgs args = symbolic(op, read_args(recorded["args"]), symbols, arguments_too);
  Outputs results;
  try {
    results = fake_call(op, args);
  } catch (const Error& error) {
    // What has as many elements as the data say is refused by its name.
    CHECK(cat({"torch.ops.", error.diagnostic().message}) == op.path);
    return;
  }
  auto want = recorded["out"].items();
  REQUIRE(results.size() == want.size());
  for (std::size_t i = 0; i < want.size(); ++i) {
    if (only_data_tell(table, results[i].sizes())) continue;
    Tensor expected = read_tensor(want[i]);
    CHECK(numbers_of(table, results[i].sizes()) == dims_text(expected.sizes()));
    CHECK(numbers_of(table, results[i].strides()) ==
          dims_text(want[i].has("strides") ? read_dims(want[i]["strides"]) : contiguous_strides(expected.sizes())));
  }
}

}  // namespace

TEST_CASE("shapes of symbolic sizes are those of their numbers") {
  int count = 0;
  for (const JsonValue& item : recorded_ops()["samples"].items()) {
    const OpDef* op = op_at_path(item["path"].string());
    if (op == nullptr || rule_differs(op->path)) continue;
    CAPTURE(item["path"].string());
    CAPTURE(write_args(read_args(item["args"])).substr(0, 200));
    for (int form = 0; form < 4; ++form) {
      CAPTURE(form);
      check_symbolic(*op, item, (form & 1) != 0, (form & 2) != 0);
      ++count;
    }
  }
  CHECK(count > 4000);
}
