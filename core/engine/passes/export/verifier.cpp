#include "core/engine/passes/export/verifier.h"

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/ops/table/schema.h"
#include "core/graph/ir/value_printer.h"

namespace seesaw {

namespace {

// In the order in which PyTorch's message lists them.
constexpr std::string_view kBuiltins[] = {
    "operator.getitem", "operator.add",  "operator.mul", "operator.sub",  "operator.truediv", "operator.ge",
    "operator.le",      "operator.gt",   "operator.lt",  "operator.eq",   "operator.ne",      "operator.floordiv",
    "operator.mod",     "operator.and_", "operator.or_", "operator.not_", "operator.pow",     "operator.neg",
    "operator.abs",     "math.ceil",     "math.floor",   "math.trunc",    "builtins.round"};

struct AllowedFunction {
  std::string_view path;
  std::string_view repr = {};  // if it differs from that of the path
};
constexpr AllowedFunction kFunctions[] = {
    {"torch.autograd.grad_mode.set_grad_enabled", "<class 'torch.autograd.grad_mode.set_grad_enabled'>"},
    {"torch.sym_int"},
    {"torch.sym_float"},
    {"torch.sym_ite"},
    {"torch.sym_max"},
    {"torch.sym_min"},
    {"torch.sym_not"},
    {"torch._sym_sqrt"},
    {"torch._C._set_grad_enabled"},
    {"torch.amp.autocast_mode._enter_autocast"},
    {"torch.amp.autocast_mode._exit_autocast"},
    {"torch.fx.experimental.symbolic_shapes.cast_symbool_to_symint_guardless"}};
// Another name of an allowed function.
constexpr std::string_view kSymSqrt = "torch.sym_sqrt";

Error violation(const Node* node, std::string message) {
  return node_error(node, "SpecViolationError", std::move(message));
}

std::string repr_of(Context& context, std::string_view path) {
  std::string text;
  append_callable_str(text, *context.callable(path));
  // Python functions of torch, whether or not the operator table knows them as such.
  if (text.starts_with("<built-in method "))
    text = cat({"<function ", context.callable(path)->name.view(), " at 0x00000000000000>"});
  return text;
}

class NodeVerifier {
 public:
  NodeVerifier(const Program& program, std::string_view dialect)
      : context_(*program.context), functional_(dialect != "TRAINING") {
    for (std::string_view path : kBuiltins) allow(path);
    for (const AllowedFunction& function : kFunctions) allow(function.path);
    allow(kSymSqrt);
  }

  void graph(const Module& module) {
    module.graph().lint();
    for (Node* node : module.graph()) {
      switch (node->op()) {
        case Opcode::call_module:
        case Opcode::call_method:
          throw violation(node, cat({"call_module is not valid: got a class '", node->target().text(), "' "}));
        case Opcode::call_function:
          value(node);
          function(node);
          break;
        case Opcode::get_attr: attribute(module, node); break;
        case Opcode::placeholder: value(node); break;
        default: break;
      }
    }
  }

 private:
  void allow(std::string_view path) { allowed_.insert(context_.callable(path)); }

  void value(const Node* node) {
    const Arg* val = node->find_meta(context_.keys.val);
    if (val == nullptr) {
      // A text does not contain every value.
      if (node->graph().meta_is_partial() || returns_nothing(node)) return;
      throw violation(node, cat({"Node.meta ", node->name_text(), " is missing val field."}));
    }
    if (is_correct(*val)) return;
    std::string text = cat({"Node.meta ", node->name_text(), " has invalid val field "});
    ValuePrinter(text, ValuePrinter::Style::python).print(*val);
    throw violation(node, std::move(text));
  }

  static bool returns_nothing(const Node* node) {
    if (node->op() != Opcode::call_function || node->callable()->kind != CallableKind::op_overload) return false;
    const OpSchema* schema = find_schema(node->target().text());
    return schema != nullptr && schema->returns.empty();
  }

  // Whether a program can hold every value in it. In a dict Python checks the keys alone.
  static bool is_correct(const Arg& val) {
    std::vector<Arg> open{val};
    while (!open.empty()) {
      Arg at = open.back();
      open.pop_back();
      if (at.kind() == ArgKind::dict) {
        for (std::size_t i = 0; i + 1 < at.items().size(); i += 2) open.push_back(at.items()[i]);
      } else if (at.is_container()) {
        if (at.kind() == ArgKind::slice) return false;
        std::span<Arg> items = at.items().subspan(at.kind() == ArgKind::named_tuple ? 1 : 0);
        open.insert(open.end(), items.begin(), items.end());
      } else if (!is_correct_leaf(at)) {
        return false;
      }
    }
    return true;
  }

  static bool is_correct_leaf(const Arg& at) {
    switch (at.kind()) {
      case ArgKind::complex:
      case ArgKind::node:
      case ArgKind::ellipsis:
      case ArgKind::callable: return false;
      case ArgKind::text: return at.text().starts_with("CustomObjArgument");
      default: return true;
    }
  }

  void function(const Node* node) {
    const Callable& op = *node->callable();
    bool overload = op.kind == CallableKind::op_overload;
    if (!overload && op.kind != CallableKind::higher_order && !allowed_.contains(&op)) {
      std::string text = "Operator '";
      append_callable_str(text, op);
      throw violation(node, text + allowed_text());
    }
    if (overload && functional_ && is_mutable_op(op.path.view(), op.def)) {
      std::string text = "operator '";
      append_callable_str(text, op);
      throw violation(node, text + "' is not functional");
    }
  }

  std::string allowed_text() {
    std::string text =
        "' is not an allowed operator type: (<class 'torch._ops.OpOverload'>, <class "
        "'torch._ops.HigherOrderOperator'>)\nValid builtin ops: [";
    std::string_view comma;
    for (std::string_view path : kBuiltins) text += cat({std::exchange(comma, ", "), repr_of(context_, path)});
    text += "]Valid torch functions: (";
    comma = {};
    for (const AllowedFunction& function : kFunctions) {
      text += cat({std::exchange(comma, ", "),
                   function.repr.empty() ? repr_of(context_, function.path) : std::string(function.repr)});
    }
    return text + ")";
  }

  // Missing attributes are reported by lint before.
  void attribute(const Module& module, const Node* node) {
    Module::Found found = module.find_path(node->target().text());
    std::string type;
    if (found.module != nullptr) {
      if (found.module->has_graph() || found.module->class_name().view() == "LoweredBackendModule") return;
      type = module_type(found.module->class_name().view());
    } else if (found.attribute != nullptr) {
      switch (found.attribute->kind) {
        case Attribute::Kind::implied: return;
        case Attribute::Kind::parameter: type = "torch.nn.parameter.Parameter"; break;
        case Attribute::Kind::object:
          type = found.attribute->type ? std::string(found.attribute->type.view()) : "object";
          break;
        default: type = "torch.Tensor"; break;
      }
    }
    if (type.empty()) return;
    throw violation(node,
                    cat({"Invalid get_attr type <class '",
                         type,
                         "'>. \nValid get_attr types: (<class 'torch.fx.graph_module.GraphModule'>,)"}));
  }

  // The class as Python qualifies it, for the most common layers.
  static std::string module_type(std::string_view name) {
    constexpr std::pair<std::string_view, std::string_view> kFiles[] = {{"Linear", "linear"},
                                                                        {"Bilinear", "linear"},
                                                                        {"Identity", "linear"},
                                                                        {"Conv1d", "conv"},
                                                                        {"Conv2d", "conv"},
                                                                        {"Conv3d", "conv"},
                                                                        {"BatchNorm1d", "batchnorm"},
                                                                        {"BatchNorm2d", "batchnorm"},
                                                                        {"LayerNorm", "normalization"},
                                                                        {"GroupNorm", "normalization"},
                                                                        {"Dropout", "dropout"},
                                                                        {"Embedding", "sparse"},
                                                                        {"ReLU", "activation"},
                                                                        {"GELU", "activation"},
                                                                        {"Tanh", "activation"},
                                                                        {"Sigmoid", "activation"},
                                                                        {"Softmax", "activation"},
                                                                        {"MultiheadAttention", "activation"},
                                                                        {"MaxPool2d", "pooling"},
                                                                        {"AvgPool2d", "pooling"},
                                                                        {"Sequential", "container"},
                                                                        {"ModuleList", "container"},
                                                                        {"Flatten", "flatten"},
                                                                        {"Module", "module"}};
    for (const auto& [known, file] : kFiles) {
      if (known == name) return cat({"torch.nn.modules.", file, ".", name});
    }
    return std::string(name);
  }

  Context& context_;
  bool functional_;
  std::unordered_set<const Callable*> allowed_;
};

}  // namespace

void verify_nodes(const Program& program, std::string_view dialect) {
  NodeVerifier verifier(program, dialect);
  std::vector<Module::Located> modules = program.root->modules();
  for (std::size_t i = 0; i < modules.size(); ++i) {
    if (!modules[i].module->has_graph()) continue;
    try {
      verifier.graph(*modules[i].module);
    } catch (const Error& error) {
      Diagnostic d = error.diagnostic();
      d.place.graph = path_of(modules, i);
      throw Error(std::move(d));
    }
  }
}

void verify_export(const Program& program, const VerifyOptions& options) {
  verify_nodes(program, options.dialect);
  if (program.signature) verify_export_signature(program, options.state);
}

}  // namespace seesaw
