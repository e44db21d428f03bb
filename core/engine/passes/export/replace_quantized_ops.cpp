// replace_quantized_ops_with_standard_ops (torch/_export/passes/replace_quantized_ops_with_standard_ops_pass.py).
#include <optional>

#include <engine_records_passes.h>
#include "core/base/cat.h"
#include "core/engine/passes/export/module_paths.h"

namespace seesaw {

namespace {

constexpr std::string_view kPass = "torch._export.passes.replace_quantized_ops_with_standard_ops_pass.";
constexpr std::string_view kDecomposed = "torch.ao.quantization.fx._decomposed.";

enum class Form : std::uint8_t {
  convolution,
  linear,
  scaled,  // the last two arguments are scale and zero point
  scalar,
  batch_norm,
};

// A quantized operator, its replacement, and whether a relu is fused to it.
struct Rule {
  std::string_view name;  // with its overload
  Form form;
  std::string_view standard;
  bool relu = false;
};

constexpr std::string_view kConv1d = "_conv1d_op_with_squeeze";
constexpr Rule kRules[] = {
    {"conv1d.new", Form::convolution, kConv1d},
    {"conv1d_relu.new", Form::convolution, kConv1d, true},
    {"conv1d.default", Form::convolution, kConv1d},
    {"conv1d_relu.default", Form::convolution, kConv1d, true},
    {"conv2d.new", Form::convolution, "torch.ops.aten.conv2d"},
    {"conv2d_relu.new", Form::convolution, "torch.ops.aten.conv2d", true},
    {"conv2d.default", Form::convolution, "torch.ops.aten.conv2d"},
    {"conv2d_relu.default", Form::convolution, "torch.ops.aten.conv2d", true},
    {"linear.default", Form::linear, "torch.ops.aten.linear"},
    {"linear_relu.default", Form::linear, "torch.ops.aten.linear", true},
    {"add.default", Form::scaled, "torch.ops.aten.add"},
    {"add_relu.default", Form::scaled, "torch.ops.aten.add", true},
    {"mul.default", Form::scaled, "torch.ops.aten.mul"},
    {"mul_relu.default", Form::scaled, "torch.ops.aten.mul", true},
    {"softmax.default", Form::scaled, "torch.ops.aten.softmax"},
    {"cat.default", Form::scaled, "torch.ops.aten.cat"},
    {"hardswish.default", Form::scaled, "torch.ops.aten.hardswish"},
    {"batch_norm2d.default", Form::batch_norm, "torch.ops.aten.native_batch_norm"},
    {"mul.Scalar", Form::scalar, "torch.ops.aten.mul.Scalar"},
    {"add.Scalar", Form::scalar, "torch.ops.aten.add.Scalar"},
};

// An operator overload in its parts: quantized, conv2d, conv2d.new.
struct Operator {
  std::string_view space, name, with_overload;
};

std::optional<Operator> operator_of(const Node* node) {
  if (node->op() != Opcode::call_function || node->callable()->kind != CallableKind::op_overload) return std::nullopt;
  std::string_view path = node->target().text().substr(std::string_view("torch.ops.").size());
  std::size_t dot = path.find('.');
  std::string_view rest = path.substr(dot + 1);
  return Operator{path.substr(0, dot), rest.substr(0, rest.find('.')), rest};
}

class Replacer {
 public:
  Replacer(Program& program) : module_(*program.root), graph_(program.root->graph()), context_(*program.context) {}

  bool run() {
    bool changed = false;
    for (Node* node : graph_) {
      std::optional<Operator> op = operator_of(node);
      if (!op) continue;
      InsertPoint here = graph_.inserting_before(node);
      changed = visit(node, *op) || changed;
    }
    if (!quantized_) return changed;
    graph_.eliminate_dead_code();
    drop_packed_attributes();
    return true;
  }

 private:
  bool visit(Node* node, const Operator& op) {
    if (op.space == "quantized" && op.name != "conv_prepack" && op.name != "linear_prepack") {
      quantized_ = true;
      last_ = standard(node, op);
    } else if (op.space == "prepacked") {
      throw packed_error(node);
    } else if (op.space == "aten" && op.name == "quantize_per_tensor") {
      if (node->args().size() != 4)
        throw node_error(
            node,
            "ValueError",
            cat({node->args().size() < 4 ? "not enough" : "too many",
                 " values to unpack (expected 4",
                 node->args().size() < 4 ? cat({", got ", std::to_string(node->args().size())}) : std::string(),
                 ")"}));
      dtype_ = Arg::node(call(cat({kPass, "int_to_valid_dtype"}), {loose(node->args()[3])}));
      last_ = quantize(loose(node->args()[0]), loose(node->args()[1]), loose(node->args()[2]));
    } else if (op.space == "aten" && op.name == "dequantize") {
      if (last_ == nullptr) throw node_error(node, "AssertionError", "");
    } else {
      last_ = node;
      return false;
    }
    node->replace_all_uses_with(last_);
    return true;
  }

  Node* standard(Node* node, const Operator& op) {
    const Rule* rule = nullptr;
    for (const Rule& row : kRules) {
      if (row.name == op.with_overload) rule = &row;
    }
    if (rule == nullptr)
      throw node_error(
          node, "RuntimeError", cat({"Unsupported quantized op during transformation: ", op.with_overload}));
    Node* result = nullptr;
    switch (rule->form) {
      case Form::convolution:
      case Form::linear: result = packed(node, *rule); break;
      case Form::scaled: result = call(rule->standard, copies(node, 0, node->args().size() - needed(node, 2))); break;
      case Form::scalar: result = call(rule->standard, copies(node, 0, node->args().size())); break;
      case Form::batch_norm: result = batch_norm(node); break;
    }
    if (rule->form == Form::convolution || rule->form == Form::linear) {
      needed(node, 4);
      scale_ = loose(node->args()[2]);
      zero_point_ = loose(node->args()[3]);
    } else if (rule->form != Form::scalar) {
      scale_ = loose(node->args()[node->args().size() - 2]);
      zero_point_ = loose(node->args()[node->args().size() - 1]);
    }
    if (rule->relu) result = call("torch.ops.aten.relu", {Arg::node(result)});
    if (dtype_.is_none()) throw node_error(node, "AssertionError", "");
    return quantize(Arg::node(result), scale_, zero_point_);
  }

  // Weight and bias were packed by a call, which is skipped.
  Node* packed(Node* node, const Rule& rule) {
    needed(node, 4);
    const Arg& parameters = node->args()[1];
    if (!parameters.is_node()) throw node_error(node, "AssertionError", "");
    Node* pack = parameters.as_node();
    if (pack->op() != Opcode::call_function) throw packed_error(pack);
    needed(pack, 2);
    Node* weight = dequantized(pack->args()[0], "_w");
    std::vector<Arg> args{loose(node->args()[0]), Arg::node(weight), Arg()};
    if (!pack->args()[1].is_none()) args[2] = Arg::node(dequantized(pack->args()[1], "_b"));
    for (const Arg& rest : copies(pack, 2, pack->args().size())) args.push_back(rest);
    return call(rule.standard == kConv1d ? cat({kPass, kConv1d}) : std::string(rule.standard), args);
  }

  // The attribute with the values that a quantized one represents.
  Node* dequantized(const Arg& source, std::string_view suffix) {
    if (!source.is_node() || source.as_node()->op() != Opcode::get_attr) throw fx_error("AssertionError", "");
    std::string name = cat({"dequantized_", source.as_node()->target().text(), suffix});
    auto [holder, last] = holder_of(module_, name);
    holder->set_attribute(last, {Attribute::Kind::buffer, Arg(), Symbol()});
    return graph_.get_attr(name);
  }

  Node* batch_norm(Node* node) {
    needed(node, 3);
    std::vector<Arg> args = copies(node, 0, node->args().size() - 3);
    args.push_back(Arg::boolean(false));
    args.push_back(context_.floating(0.1));
    args.push_back(loose(node->args()[node->args().size() - 3]));
    Node* result = call("torch.ops.aten.native_batch_norm", args);
    return call("operator.getitem", {Arg::node(result), context_.integer(0)});
  }

  // To integers and back, with the type of the program's first quantization.
  Node* quantize(const Arg& value, const Arg& scale, const Arg& zero_point) {
    Node* limits = call("torch.ao.quantization.utils.calculate_qmin_qmax",
                        {Arg(), Arg(), Arg::boolean(false), dtype_, Arg::boolean(false)});
    Arg low = Arg::node(call("operator.getitem", {Arg::node(limits), context_.integer(0)}));
    Arg high = Arg::node(call("operator.getitem", {Arg::node(limits), context_.integer(1)}));
    Node* integers = call(cat({kDecomposed, "quantize_per_tensor"}), {value, scale, zero_point, low, high, dtype_});
    return call(cat({kDecomposed, "dequantize_per_tensor"}),
                {Arg::node(integers), scale, zero_point, low, high, dtype_});
  }

  Node* call(std::string_view path, std::vector<Arg> args) {
    return graph_.call_function(context_.callable(path), args);
  }

  Arg loose(const Arg& arg) {
    return graph_.copy(arg, [](Node* same) { return Arg::node(same); });
  }

  std::vector<Arg> copies(const Node* node, std::size_t from, std::size_t to) {
    std::vector<Arg> out;
    for (std::size_t i = from; i < to; ++i) out.push_back(loose(node->args()[i]));
    return out;
  }

  static std::size_t needed(const Node* node, std::size_t count) {
    if (node->args().size() < count) throw node_error(node, "IndexError", "tuple index out of range");
    return count;
  }

  static Error packed_error(const Node* node) {
    Error error = user_error("packed-parameters",
                             cat({"what the object '", node->target().text(), "' packs is not known"}),
                             "pack weight and bias by quantized.linear_prepack or quantized.conv_prepack in the graph");
    error.diagnostic().place.node = node->name_text();
    return error;
  }

  // Objects and quantized buffers that are no longer used.
  void drop_packed_attributes() {
    for (const Module::Located& found : module_.modules()) {
      std::vector<Symbol> dropped;
      for (const auto& entry : found.module->attributes()) {
        const Arg& value = entry.value.value;
        bool quantized = entry.value.kind == Attribute::Kind::buffer && value.kind() == ArgKind::tensor_meta &&
                         value.as_tensor_meta()->dtype->name.find("qint") != std::string_view::npos;
        if (quantized || entry.value.kind == Attribute::Kind::object) dropped.push_back(entry.key);
      }
      for (Symbol name : dropped) found.module->delete_attribute(name);
    }
  }

  Module& module_;
  Graph& graph_;
  Context& context_;
  Arg dtype_, scale_, zero_point_;
  Node* last_ = nullptr;
  bool quantized_ = false;
};

bool run(Program& program, PassContext&) { return Replacer(program).run(); }

}  // namespace

constinit const PassDef pass::replace_quantized_ops_with_standard_ops{
    .name = "replace_quantized_ops_with_standard_ops",
    .order = 16,
    .summary = "Standard operators between quantize and dequantize, for the quantized operators of old.",
    .doc = R"(    %q = call_function[target=torch.ops.aten.quantize_per_tensor.default](args = (%x, 0.1, 0, 13))
    %mul = call_function[target=torch.ops.quantized.mul.default](args = (%q, %q, 0.2, 0))
    %y = call_function[target=torch.ops.aten.dequantize.self](args = (%mul,))
becomes
    x -> quantize_per_tensor -> dequantize_per_tensor -> aten.mul -> quantize_per_tensor -> dequantize_per_tensor -> y

Every value between is a float again, rounded to what its integers can say: calls of torch.ao.quantization's decomposed
functions. Weights that linear_prepack and conv_prepack packed become attributes dequantized_<name>_w and _b. Dead code
is eliminated.)",
    .run = run,
};

}  // namespace seesaw
