#include "core/engine/passes/export/input_constraints.h"

#include <optional>
#include <unordered_map>

#include "core/base/cat.h"
#include "core/base/number.h"
#include "core/engine/exec/json_values.h"
#include "core/engine/exec/python_values.h"
#include "core/engine/passes/export/symbol_ranges.h"
#include "core/engine/passes/export/tree_spec.h"

namespace seesaw {

namespace {

// The access path of each leaf: *args[0], *args[1]['k'], scale.
std::vector<std::string> leaf_paths(const TreeSpec& spec) {
  std::vector<std::string> out;
  struct Task {
    std::size_t node;
    std::string path;
    int depth;
  };
  bool packed = spec.is_args_kwargs();
  std::vector<Task> open{{0, packed ? "" : "*args", packed ? 0 : 1}};
  while (!open.empty()) {
    Task task = std::move(open.back());
    open.pop_back();
    const TreeNode& node = spec.nodes[task.node];
    if (node.is_leaf()) {
      out.push_back(std::move(task.path));
      continue;
    }
    for (std::size_t i = node.children.size(); i-- > 0;) {
      std::string path;
      if (task.depth == 0) {
        path = i == 0 ? "*args" : "";
      } else if (task.path.empty()) {
        path = i < node.keys.size() ? cat({"'", node.keys[i], "'"}) : std::string();
      } else {
        path = cat({task.path, "[", i < node.keys.size() ? cat({"'", node.keys[i], "'"}) : std::to_string(i), "]"});
      }
      open.push_back({node.children[i], std::move(path), task.depth + 1});
    }
  }
  return out;
}

// A spec of n positional arguments, as Python prints it.
std::string positional_spec(std::size_t count) {
  std::string text = "TreeSpec(tuple, None, [TreeSpec(tuple, None, [";
  for (std::size_t i = 0; i < count; ++i) text += i == 0 ? "*" : ",\n    *";
  return text + "]),\n  TreeSpec(dict, [], [])])";
}

bool is_symbol(std::string_view text) {
  return !text.empty() && text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string_view::npos &&
         (text[0] < '0' || text[0] > '9');
}

class Checker {
 public:
  explicit Checker(const Program& program) {
    for (const auto& [symbol, range] : program.range_constraints) ranges_.emplace(symbol, range);
  }

  void check(const Node* node, const Datum& input, const std::string& path) {
    const Arg* val = node->find_meta(node->graph().context().keys.val);
    if (val == nullptr) return;
    if (val->kind() == ArgKind::tensor_meta) {
      if (!input.is_tensor())
        throw wrong(
            cat({"Expected input at ", path, " to be a tensor, but got <class '", python_type_name(input), "'>"}));
      shape(*val->as_tensor_meta(), input.tensor(), path);
    } else if (val->is_integer() || val->kind() == ArgKind::floating || val->is_bool() || val->is_string()) {
      constant(*val, input, path);
    }
  }

 private:
  static Error wrong(std::string message) { return fx_error("RuntimeError", std::move(message)); }

  void shape(const TensorMeta& meta, const Tensor& input, const std::string& path) {
    std::span<const Dim> expected = meta.shape;
    if (expected.size() != input.sizes().size()) {
      std::string want = "torch.Size([", got = "torch.Size([";
      for (std::size_t i = 0; i < expected.size(); ++i) want += cat({i == 0 ? "" : ", ", text_of(expected[i])});
      for (std::size_t i = 0; i < input.sizes().size(); ++i)
        got += cat({i == 0 ? "" : ", ", std::to_string(input.sizes()[i])});
      throw wrong(cat(
          {"Unexpected number of dimensions in input at ", path, ".shape (expected ", want, "]), got ", got, "]))"}));
    }
    for (std::size_t i = 0; i < expected.size(); ++i)
      size(expected[i], input.sizes()[i], cat({path, ".shape[", std::to_string(i), "]"}));
  }

  static std::string text_of(const Dim& dim) {
    return dim.sym != nullptr ? std::string(dim.sym->text.view()) : std::to_string(dim.value);
  }

  void size(const Dim& expected, std::int64_t got, const std::string& place) {
    if (expected.sym == nullptr) {
      if (got != expected.value)
        throw wrong(cat({"Expected input at ",
                         place,
                         " to be equal to ",
                         std::to_string(expected.value),
                         ", but got ",
                         std::to_string(got)}));
      return;
    }
    std::string symbol(expected.sym->text.view());
    if (!is_symbol(symbol)) return;
    auto [bound, first] = sizes_.emplace(symbol, got);
    if (!first && bound->second != got)
      throw wrong(cat({"Expected input at ",
                       place,
                       " to be equal to ",
                       std::to_string(bound->second),
                       ", but got ",
                       std::to_string(got)}));
    auto range = ranges_.find(symbol);
    if (range == ranges_.end()) return;
    SymbolRange limits = read_symbol_range(range->second);
    // Sizes 0 and 1 are accepted, as in PyTorch.
    if (limits.lower > 2 && got < limits.lower)
      throw wrong(cat({"Expected input at ",
                       place,
                       " to be >= ",
                       std::to_string(limits.lower),
                       ", but got ",
                       std::to_string(got)}));
    if (limits.upper != SymbolRange::kInfinite && got > limits.upper)
      throw wrong(cat({"Expected input at ",
                       place,
                       " to be <= ",
                       std::to_string(limits.upper),
                       ", but got ",
                       std::to_string(got)}));
  }

  static void constant(const Arg& expected, const Datum& input, const std::string& path) {
    std::string want, got;
    if (expected.is_string()) {
      want = expected.text();
      got = input.is_text() ? input.text() : std::string(python_type_name(input));
      if (input.kind() == Datum::Kind::text && want == got) return;
    } else {
      Number::Kind kind = expected.is_bool()      ? Number::Kind::boolean
                          : expected.is_integer() ? Number::Kind::integer
                                                  : Number::Kind::floating;
      double value = expected.is_bool()      ? (expected.as_bool() ? 1 : 0)
                     : expected.is_integer() ? static_cast<double>(expected.as_int())
                                             : expected.as_float();
      if (input.is_number() && input.number().kind == kind && input.number().value == value) return;
      want = number_text(kind, value);
      got = input.is_number() ? number_text(input.number().kind, input.number().value)
            : input.is_text() ? input.text()
                              : std::string(python_type_name(input));
    }
    throw wrong(cat({"Expected input at ", path, " to be equal to ", want, ", but got ", got}));
  }

  static std::string number_text(Number::Kind kind, double value) {
    std::string text;
    if (kind == Number::Kind::boolean) return value != 0 ? "True" : "False";
    if (kind == Number::Kind::integer) return std::to_string(static_cast<std::int64_t>(value));
    append_float(text, value);
    return text;
  }

  std::unordered_map<std::string, std::string> ranges_;
  std::unordered_map<std::string, std::int64_t> sizes_;
};

}  // namespace

void check_input_constraints(const Program& program, const std::vector<Datum>& inputs, std::string_view in_spec) {
  std::vector<const Node*> placeholders;
  std::size_t at = 0;
  for (Node* node : program.root->graph()) {
    if (node->op() != Opcode::placeholder) continue;
    bool user = !program.signature || at >= program.signature->input_specs.size() ||
                program.signature->input_specs[at].kind == InputKind::user_input;
    ++at;
    if (user) placeholders.push_back(node);
  }
  std::vector<std::string> paths;
  if (!in_spec.empty()) paths = leaf_paths(read_tree_spec(in_spec));
  for (std::size_t i = paths.size(); i < placeholders.size() && in_spec.empty(); ++i)
    paths.push_back(cat({"*args[", std::to_string(i), "]"}));
  if (inputs.size() != placeholders.size() || paths.size() != placeholders.size()) {
    if (in_spec.empty()) {
      throw fx_error("ValueError",
                     cat({"Trying to flatten user inputs with exported input tree spec: \n",
                          positional_spec(placeholders.size()),
                          "\nbut actually got inputs with tree spec of: \n",
                          positional_spec(inputs.size()),
                          ".\nPlease check that the inputs have the same number of args and kwargs as the ones you "
                          "used when tracing."}));
    }
    throw fx_error("RuntimeError",
                   cat({"Unexpected number of inputs (expected ",
                        std::to_string(placeholders.size()),
                        ", got ",
                        std::to_string(inputs.size()),
                        ")"}));
  }
  Checker checker(program);
  for (std::size_t i = 0; i < inputs.size(); ++i) checker.check(placeholders[i], inputs[i], paths[i]);
}

}  // namespace seesaw
