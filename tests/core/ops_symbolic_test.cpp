// Shape rules on symbolic sizes, beside what PyTorch gave for the numbers (tests/data/ops/recorded.json).
//
// What: each recorded call is done again with symbols in the place of sizes, and of SymInt arguments; the sizes and
// strides of its results are computed with the numbers that the symbols stand for, and compared. Why: a rule that
// computes with plain arithmetic gives a wrong size in silence, or none at all.
#include <cmath>
#include <map>
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

std::string numbers_of(SymTable& table, const Dims& dims) {
  std::string out = "[";
  for (std::int64_t dim : dims) {
    if (out.size() > 1) out += ", ";
    std::optional<double> value = is_sym(dim) ? table.hint(dim) : static_cast<double>(dim);
    out += !value                   ? table.text(dim)
           : is_spoiled_size(dim)   ? std::string("spoiled")
                                    : std::to_string(static_cast<std::int64_t>(*value));
  }
  return out + "]";
}

}  // namespace

TEST_CASE("shapes of symbolic sizes are those of their numbers") {
  int count = 0, refused = 0;
  for (const JsonValue& item : recorded_ops()["samples"].items()) {
    const OpDef* op = op_at_path(item["path"].string());
    if (op == nullptr) continue;
    for (int form = 0; form < 4; ++form) {
      SymTable table;
      SymScope scope(&table);
      Symbols symbols(table, (form & 1) != 0);
      SampleArgs args = symbolic(*op, read_args(item["args"]), symbols, (form & 2) != 0);
      std::string said = cat({item["path"].string(), " form ", std::to_string(form), " ", write_args(read_args(item["args"])).substr(0, 200)});
      ++count;
      auto want = item["out"].items();
      try {
        Outputs results = fake_call(*op, args);
        for (std::size_t i = 0; i < want.size() && i < results.size(); ++i) {
          Tensor expected = read_tensor(want[i]);
          if (numbers_of(table, results[i].sizes()) != dims_text(expected.sizes()))
            std::printf("SIZES %s\n  %s want %s\n", said.c_str(), numbers_of(table, results[i].sizes()).c_str(), dims_text(expected.sizes()).c_str());
          else { Dims strides = want[i].has("strides") ? read_dims(want[i]["strides"]) : contiguous_strides(expected.sizes());
          if (numbers_of(table, results[i].strides()) != dims_text(strides))
            std::printf("STRIDES %s\n  %s want %s\n", said.c_str(), numbers_of(table, results[i].strides()).c_str(), dims_text(strides).c_str()); }
        }
      } catch (const Error& error) {
        ++refused;
        std::printf("ERROR %s\n  %s\n", said.c_str(), error.diagnostic().message.c_str());
      }
    }
  }
  MESSAGE(count << " calls, refused " << refused);
}
