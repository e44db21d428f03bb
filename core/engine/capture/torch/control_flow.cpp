#include "core/engine/capture/torch/control_flow.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/base/cat.h"
#include "core/engine/capture/library/library.h"
#include "core/engine/capture/torch/capture_run.h"
#include "core/graph/dialect/engine_novelty.h"
#include "core/graph/text/annotation.h"

namespace seesaw {

bool is_control_flow(std::string_view path, std::string_view name) {
  std::string_view last = path.substr(path.rfind('.') + 1);
  if (last != name) return false;
  std::string_view folder = path.substr(0, path.size() - last.size());
  static constexpr std::string_view kFolders[] = {"torch.",
                                                  "torch.ops.higher_order.",
                                                  "functorch.experimental.control_flow.",
                                                  "torch._higher_order_ops.",
                                                  "torch._higher_order_ops.cond.",
                                                  "torch._higher_order_ops.map.",
                                                  "torch._higher_order_ops.scan.",
                                                  "torch._higher_order_ops.while_loop."};
  return std::find(std::begin(kFolders), std::end(kFolders), folder) != std::end(kFolders);
}

// --- trees ---

// Whether both branches of a cond give the same dtypes; PyTorch refuses others.
template <class Branch>
bool same_dtypes(Branch& yes, Branch& no) {
  auto dtype = [](Branch& branch, std::size_t i) {
    Arg meta = branch.tracer->meta_of(branch.outputs[i]);
    return meta.kind() == ArgKind::tensor_meta ? meta.as_tensor_meta()->dtype : nullptr;
  };
  for (std::size_t i = 0; i < std::min(yes.outputs.size(), no.outputs.size()); ++i) {
    if (dtype(yes, i) != dtype(no, i)) return false;
  }
  return true;
}

// Whether both branches give tensors of the same shapes; PyTorch 2.14 takes other sizes, but no other rank.
template <class Branch>
bool same_shapes(Branch& yes, Branch& no, bool newer) {
  auto shape = [](Branch& branch, std::size_t i) {
    Arg meta = branch.tracer->meta_of(branch.outputs[i]);
    return meta.kind() == ArgKind::tensor_meta ? meta.as_tensor_meta()->shape : std::span<const Dim>();
  };
  for (std::size_t i = 0; i < std::min(yes.outputs.size(), no.outputs.size()); ++i) {
    std::span<const Dim> a = shape(yes, i), b = shape(no, i);
    if (a.size() != b.size()) return false;
    bool same = newer || std::equal(a.begin(), a.end(), b.begin(), [](const Dim& x, const Dim& y) {
                  return x.sym != nullptr || y.sym != nullptr || x.value == y.value;
                });
    if (!same) return false;
  }
  return true;
}

namespace {

[[noreturn]] void refuse_cond(bool newer) {
  throw fx_error("UncapturedHigherOrderOpError",
                 newer ? "This higher order operator doesn't work unless it is captured completely with torch.compile."
                       : "Cond doesn't work unless it is captured completely with torch.compile. Scroll up to find out "
                         "what causes the graph break.");
}

// The tensor whose elements a view shows.
const Node* shown_by(const Node* node) {
  while (node->op() == Opcode::call_function && !node->args().empty() && node->args()[0].is_node()) {
    const OpDef* record = find_record(node->callable()->path.view());
    bool item = node->callable()->path.view() == op_path::getitem;
    if (!item && (record == nullptr || !record->run.view)) break;
    node = node->args()[0].as_node();
  }
  return node;
}

std::string shape_text(const TensorMeta& meta) {
  std::string out = "(";
  for (const Dim& size : meta.shape) {
    if (out.size() > 1) out += ", ";
    out += size.sym != nullptr ? std::string(size.sym->text.view()) : std::to_string(size.value);
  }
  return out + (meta.shape.size() == 1 ? ",)" : ")");
}

}  // namespace

// Without strict the operator itself asks for one truth value, and PyTorch 2.6 for the sizes of its operands.
void ControlFlow::check_cond(const Arg& pred, const std::vector<Arg>& vals) {
  if (settings().strict) return;
  Arg meta = pred.is_node() ? tracer().meta_of(tracer().current(pred)) : Arg();
  if (meta.kind() == ArgKind::tensor_meta) {
    const TensorMeta& tensor = *meta.as_tensor_meta();
    bool one = std::all_of(tensor.shape.begin(), tensor.shape.end(), [](const Dim& size) {
      return size.sym != nullptr || size.value == 1;
    });
    if (!one)
      throw fx_error("RuntimeError",
                     cat({"Expected pred to be bool or single-element tensor, but got FakeTensor(..., size=",
                          shape_text(tensor),
                          ", dtype=torch.",
                          tensor.dtype->name,
                          ")."}));
  }
  if (has(context().dialect, EngineNovelty::inlined_layers)) return;
  for (const Arg& val : vals) {
    for (const Dim& size : val.as_tensor_meta()->shape) {
      std::string_view text = size.sym != nullptr ? size.sym->text.view() : std::string_view();
      if (!text.starts_with("u")) continue;
      throw fx_error("GuardOnDataDependentSymNode",
                     cat({"Could not extract specialized integer from data-dependent expression ",
                          text,
                          " (unhinted: ",
                          text,
                          ").  (Size-like symbols: ",
                          text,
                          ")"}));
    }
  }
}

// Nor does PyTorch 2.14 take branches that give back what they are given, or write to it.
void ControlFlow::refuse_aliases(const Branch& branch, std::string_view operation) {
  auto refuse = [operation](std::string_view what, std::string_view which) {
    Error error = fx_error("UncapturedHigherOrderOpError",
                           cat({"This higher order operator doesn't work unless it is captured completely with "
                                "torch.compile. Got graph break/error:\n\nEncountered ",
                                what,
                                " during higher order op tracing\n  Higher Order Operator: torch.",
                                operation,
                                "\n  Explanation: Higher order ops do not support ",
                                which,
                                "."}));
    error.diagnostic().note("return a copy: .clone()");
    throw error;
  };
  for (const Node* input : branch.tracer->graph()) {
    if (input->op() != Opcode::placeholder) continue;
    Arg now = branch.tracer->current(Arg::node(const_cast<Node*>(input)));
    if (now.as_node() != input) refuse("input mutation", "input mutation");
    bool given_back = std::any_of(branch.outputs.begin(), branch.outputs.end(), [&](const Arg& arg) {
      return arg.is_node() && shown_by(arg.as_node()) == input && branch.tracer->is_tensor(arg);
    });
    if (given_back) refuse("aliasing", "aliasing");
  }
}

// --- graphs of functions ---

// Runs a function on placeholders for its arguments; `vals` are what is known of their leaves.
ControlFlow::Branch ControlFlow::trace_branch(const PyExpr& e,
                                              const PyValue& function,
                                              const PyValues& args,
                                              const std::vector<Arg>& leaves,
                                              const std::vector<Arg>& vals) {
  Branch out;
  out.function = function.object;
  // Python may keep values of the branch wherever it likes, also when the branch fails.
  const Ref<Module>& module = recorder().kept.emplace_back(
      Module::make(context(), "<lambda>", std::make_unique<Graph>(context())));
  out.tracer = std::make_unique<Tracer>(caller(), module, recorder().current);
  out.tracer->set_modules(names().module_stack());
  std::vector<Arg> own;
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    out.operands.push_back(leaves[i].as_node());
    out.inputs.push_back(out.tracer->placeholder(cat({"arg", std::to_string(i), "_1"}), vals[i]));
    own.push_back(Arg::node(out.inputs.back()));
  }
  PyValues inputs;
  std::size_t next = 0;
  for (const PyValue& arg : args) inputs.push_back(trees().unflatten(arg, own, next));
  Tracer* outer = std::exchange(recorder().current, out.tracer.get());
  bool mode = regions().grad_mode();
  try {
    out.result = python().call_value(e, function, std::move(inputs), {});
    trees().flatten(out.result, out.outputs);
  } catch (...) {
    recorder().current = outer;
    throw;
  }
  for (Arg& output : out.outputs) output = out.tracer->current(output);
  recorder().current = outer;
  regions().set_grad_mode(mode);
  return out;
}

std::pair<ControlFlow::Branch, ControlFlow::Branch> ControlFlow::trace_both(const PyExpr& e,
                                                                            const PyValue& first,
                                                                            const PyValue& second,
                                                                            const PyValues& args,
                                                                            const std::vector<Arg>& leaves,
                                                                            const std::vector<Arg>& vals) {
  const bool outside = std::exchange(regions().in_branch, true), mode = regions().grad_mode();
  auto restore = [&] {
    regions().in_branch = outside;
    regions().set_grad_mode(mode);
  };
  if (!settings().strict) regions().set_grad_mode(settings().ambient_grad);
  std::pair<Branch, Branch> both;
  try {
    both.first = trace_branch(e, first, args, leaves, vals);
    both.second = trace_branch(e, second, args, leaves, vals);
  } catch (...) {
    restore();
    throw;
  }
  restore();
  return both;
}

// A tensor that a branch has several times, as an operand or from around it, is as many inputs as `outer` has.
void ControlFlow::merge_inputs(Branch& branch, const std::vector<Node*>& outer) {
  IdMap<Node*> first;
  IdMap<std::size_t> wanted;
  for (const Node* node : outer) ++wanted[node->id()];
  for (std::size_t i = 0; i < branch.operands.size(); ++i) {
    Node* operand = branch.operands[i];
    Node*& known = first[operand->id()];
    if (known == nullptr) {
      known = branch.inputs[i];
    } else if (wanted.get(operand->id()) == 1) {
      branch.inputs[i]->replace_all_uses_with(known);
    }
  }
  for (Node* lifted : branch.tracer->lifted()) {
    Node *known = first.get(lifted->id()), *own = branch.tracer->placeholder_of(lifted);
    if (known != nullptr && own != nullptr) own->replace_all_uses_with(known);
  }
}

void ControlFlow::refuse_twice(const PyExpr& e, std::string_view loop, const std::vector<Node*>& inputs) {
  IdMap<char> seen;
  for (const Node* node : inputs) {
    if (std::exchange(seen[node->id()], 1) != 0)
      fail(e,
           cat({loop,
                " of a tensor that is given twice, or also read from around it, is outside of the subset that is "
                "captured"}),
           "write .clone() behind it in one of the places");
  }
}

// Placeholders for these nodes of the graph around, in their order.
void ControlFlow::finish_branch(Branch& branch, const std::vector<Node*>& outer, Returns returns) {
  branch.tracer->graph().output(returns == Returns::value  ? branch.outputs[0]
                                : returns == Returns::list ? context().list(branch.outputs)
                                                           : context().tuple(branch.outputs));
  merge_inputs(branch, outer);
  std::vector<Tracer::Input> inputs;
  // The places of each operand, from 1 on, in their order.
  IdMap<std::size_t> first;
  std::vector<std::size_t> next(branch.operands.size() + 1);
  for (std::size_t place = branch.operands.size(); place > 0; --place)
    next[place] = std::exchange(first[branch.operands[place - 1]->id()], place);
  for (Node* node : outer) {
    std::size_t place = first.get(node->id());
    if (place > 0) first[node->id()] = next[place];
    Node* own = place > 0 ? branch.inputs[place - 1] : branch.tracer->placeholder_of(node);
    inputs.push_back({own, cat({"arg", std::to_string(inputs.size()), "_1"}), tracer().value(node)});
  }
  branch.tracer->drop_unused_numbers(true);
  recorder().kept.push_back(branch.tracer->rebuild(inputs));
}

// What a branch uses of the graph around it.
std::vector<Node*> ControlFlow::used_by(const Branch& branch) {
  std::vector<Node*> out;
  for (std::size_t i = 0; i < branch.operands.size(); ++i) {
    bool given_back = std::any_of(branch.outputs.begin(), branch.outputs.end(), [&](const Arg& arg) {
      return arg.is_node() && arg.as_node() == branch.inputs[i];
    });
    if (branch.inputs[i]->num_users() > 0 || given_back) out.push_back(branch.operands[i]);
  }
  out.insert(out.end(), branch.tracer->lifted().begin(), branch.tracer->lifted().end());
  return out;
}

// The cell of the branch's closure that holds a tensor, or the module of one; nothing for others.
std::string ControlFlow::cell_name(const Branch& branch, Node* outer) {
  if (branch.function == nullptr || branch.function->kind != PyKind::function) return {};
  const bool state = is_state(outer);
  std::size_t place = 0;
  for (const auto& [name, value] : cells_of(*branch.function)) {
    const bool tensor = value.is_arg() && tracer().is_tensor(value.arg);
    const bool found = state ? is_module(value) : tensor && tracer().current(value.arg).as_node() == outer;
    if (found) return cat({"closure_", std::to_string(place), "_cell_contents_"});
    ++place;
  }
  return {};
}

// Dynamo's names of what it lifts, by which it sorts: closures stand before operands, attributes of modules by their
// path.
std::string ControlFlow::sort_name(const Branch& branch, Node* outer) {
  for (const PyObject& object : python().objects()) {
    if (object.kind != PyKind::foreign || object.node != outer) continue;
    std::string path = object.path;
    std::replace(path.begin(), path.end(), '.', '_');
    if (settings().strict) return cat({"l__self___", path});
    // Of closures PyTorch tells the way: by modules, then among parameters or buffers.
    std::string way;
    std::string_view rest = object.path;
    for (std::size_t dot; (dot = rest.find('.')) != std::string_view::npos; rest.remove_prefix(dot + 1))
      way += cat({"modules_", rest.substr(0, dot), "_"});
    way += object.state == PyStateKind::parameter ? "parameters_"
           : object.state == PyStateKind::buffer  ? "buffers_"
                                                  : "";
    return cat({"l_args_1_", cell_name(branch, outer), way, rest});
  }
  auto operand = std::find(branch.operands.begin(), branch.operands.end(), outer);
  if (settings().strict) {
    // A variable of a closure has no name of its own for Dynamo of 2.14: it is called as what computes it.
    bool own = has(context().dialect, EngineNovelty::inlined_layers) && outer->op() != Opcode::placeholder &&
               operand == branch.operands.end();
    if (own && outer->calls("torch.ops.aten.detach_.default")) return "tensor";
    auto named = own ? recorder().dynamo_names.end() : recorder().dynamo_names.find(outer);
    return named == recorder().dynamo_names.end() ? std::string(outer->name_text()) : named->second;
  }
  if (operand != branch.operands.end()) return cat({"l_args_3_", std::to_string(operand - branch.operands.begin())});
  const std::string cell = cell_name(branch, outer);
  return cat({"l_args_1_", cell.empty() ? outer->name_text() : std::string_view(cell)});
}

// Whether it is a parameter or a buffer of a module.
bool ControlFlow::is_state(const Node* node) {
  const auto& objects = python().objects();
  return std::any_of(objects.begin(), objects.end(), [&](const PyObject& object) {
    return object.kind == PyKind::foreign && object.node == node;
  });
}

// The module in the graph that is traced now, and the node that names it.
Node* ControlFlow::branch_node(const char* kind, Branch& branch) {
  for (std::size_t i = 0;; ++i) {
    std::string name = cat({kind, std::to_string(i)});
    if (tracer().owner().has_attr(context().intern(name))) continue;
    tracer().owner().set_child(context().intern(name), branch.tracer->shared_owner());
    branch.tracer->owner().set_class_name(context().intern("<lambda>"));
    return tracer().get_attr(name);
  }
}

// What both branches use comes first, then what the first uses alone.
std::vector<Node*> ControlFlow::inputs_of_both(const Branch& yes,
                                               const std::vector<Node*>& in_yes,
                                               const Branch& no,
                                               const std::vector<Node*>& in_no) {
  std::vector<Node*> inputs;
  std::set<Node*> second_used(in_no.begin(), in_no.end()), taken;
  auto take = [&](const Branch& branch, const std::vector<Node*>& from, const std::set<Node*>* other) {
    std::vector<std::pair<std::string, Node*>> named;
    for (Node* node : from) {
      if ((other == nullptr || other->contains(node)) && taken.insert(node).second)
        named.emplace_back(sort_name(branch, node), node);
    }
    std::sort(named.begin(), named.end());
    for (const auto& [name, node] : named) inputs.push_back(node);
  };
  take(yes, in_yes, &second_used);
  take(yes, in_yes, nullptr);
  take(no, in_no, nullptr);
  return inputs;
}

PyValue ControlFlow::cond(const PyExpr& e, const PyValues& args, const PyNamedValues& kwargs) {
  static constexpr std::string_view kParameters[] = {"pred", "true_fn", "false_fn", "operands"};
  PyValue given[4];
  if (args.size() > 4) fail(e, "cond takes pred, true_fn, false_fn and operands");
  std::copy(args.begin(), args.end(), given);
  for (const auto& [key, value] : kwargs) {
    auto at = std::find(std::begin(kParameters), std::end(kParameters), key);
    if (at == std::end(kParameters)) fail(e, cat({"cond has no argument '", key, "'"}));
    given[at - std::begin(kParameters)] = value;
  }
  Arg pred = python().to_arg(e, given[0]);
  PyValues operands = given[3].is_none() ? PyValues{} : python().items_of(e, given[3]);
  if (pred.is_bool()) return python().call_value(e, given[pred.as_bool() ? 1 : 2], operands, {});  // decided now
  std::vector<Arg> leaves, vals;
  for (const PyValue& operand : operands) trees().flatten(operand, leaves);
  for (Arg& leaf : leaves) {
    leaf = tracer().current(leaf);
    if (!tracer().is_tensor(leaf))
      fail(e, "operands of cond are tensors", "a function takes other values from around it");
    vals.push_back(tracer().meta_of(leaf));
  }
  const bool newer = has(context().dialect, EngineNovelty::inlined_layers), untold = !settings().strict && !newer;
  check_cond(pred, vals);
  auto fresh = [&] { return values().symbols().fresh_symbols().size(); };
  const std::size_t before = fresh();
  auto [yes, no] = trace_both(e, given[1], given[2], operands, leaves, vals);
  if (!same_dtypes(yes, no) || !same_shapes(yes, no, newer) || (untold && fresh() != before)) refuse_cond(newer);
  std::vector<Node*> inputs = inputs_of_both(yes, used_by(yes), no, used_by(no));
  auto symbolic = [&](Node* node) { return tracer().value(node).is_symbolic(); };
  if (untold && std::any_of(inputs.begin(), inputs.end(), symbolic)) refuse_cond(newer);
  if (newer) refuse_aliases(yes, "cond"), refuse_aliases(no, "cond");
  finish_branch(yes, inputs, Returns::tuple);
  finish_branch(no, inputs, Returns::tuple);
  leaves.clear();
  for (Node* node : inputs) leaves.push_back(Arg::node(node));
  python().frame().line = e.line;
  tracer().set_place(recorder().place());
  pred = tracer().current(pred);
  tracer().set_place(
      settings().strict && !has(context().dialect, EngineNovelty::inlined_layers)
          ? recorder().place() +
                traceback_of(cat(
                    {"File: ",
                     kTorchFolder,
                     "_higher_order_ops/cond.py:144 in cond, code: return cond_op(pred, true_fn, false_fn, operands)"}))
          : recorder().place());
  Node* first = branch_node("true_graph_", yes);
  Node* second = branch_node("false_graph_", no);
  Arg out = located(e, [&] {
    return tracer().call(
        "torch.ops.higher_order.cond",
        {pred,
         Arg::node(first),
         Arg::node(second),
         has(context().dialect, EngineNovelty::cond_operands) ? context().tuple(leaves) : context().list(leaves)});
  });
  std::vector<Arg> results = out.is_sequence() ? std::vector<Arg>(out.items().begin(), out.items().end())
                                               : std::vector<Arg>{out};
  for (std::size_t i = 0; newer && i < std::min(results.size(), yes.outputs.size()); ++i) {  // a number that both give
    const bool number = yes.outputs[i].is_integer() || yes.outputs[i].is_bool();
    if (number && i < no.outputs.size() && yes.outputs[i] == no.outputs[i]) results[i] = yes.outputs[i];
  }
  return trees().with_leaves(yes.result, results);
}

PyValue ControlFlow::map(const PyExpr& e, const PyValues& args) {
  if (args.size() < 2) fail(e, "map takes a function, what to map it over, and further arguments");
  if (settings().strict && args[1].object != nullptr && args[1].object->kind != PyKind::foreign) {
    // Dynamo takes one tensor only.
    python().frame().line = e.line;
    throw fx_error("AssertionError",
                   cat({"\n\nfrom user code:\n ",
                        recorder().place(),
                        "\nSet TORCH_LOGS=\"+dynamo\" and TORCHDYNAMO_VERBOSE=1 for more information\n"}));
  }
  std::vector<Arg> xs, rest, vals;
  trees().flatten(args[1], xs);
  for (std::size_t i = 2; i < args.size(); ++i) trees().flatten(args[i], rest);
  for (Arg& leaf : xs) {
    leaf = tracer().current(leaf);
    if (!tracer().is_tensor(leaf)) fail(e, "what is mapped over are tensors");
    vals.push_back(located(e, [&] { return caller().row_of(tracer().meta_of(leaf)); }));
    std::vector<Arg> sizes = recorder().sizes_of(*tracer().meta_of(leaf).as_tensor_meta());
    bool none = sizes[0].is_integer() && sizes[0].fits_int64() && sizes[0].as_int() == 0;
    if (none)
      fail_as(e, "RuntimeError", "Leading dimensions of mapped xs cannot be 0.", "map over a tensor that has rows");
  }
  for (Arg& leaf : rest) {
    leaf = tracer().current(leaf);
    if (!leaf.is_node())
      fail(e, "further arguments of map are tensors", "the function takes other values from around it");
    vals.push_back(tracer().meta_of(leaf));
  }
  std::vector<Arg> leaves = xs;
  leaves.insert(leaves.end(), rest.begin(), rest.end());
  Branch body = trace_branch(e, args[0], PyValues(args.begin() + 1, args.end()), leaves, vals);
  std::vector<Node*> inputs = body.operands;
  inputs.insert(inputs.end(), body.tracer->lifted().begin(), body.tracer->lifted().end());
  const bool lists = !settings().strict && !has(context().dialect, EngineNovelty::inlined_layers);
  finish_branch(body, inputs, lists ? Returns::list : Returns::tuple);
  for (Node* node : body.tracer->lifted()) rest.push_back(Arg::node(node));
  python().frame().line = e.line;
  tracer().set_place(recorder().place());
  Node* graph = branch_node("body_graph_", body);
  Arg out = located(e, [&] {
    return tracer().call("torch.ops.higher_order.map_impl",
                         {Arg::node(graph), context().list(xs), context().list(rest)});
  });
  return trees().with_leaves(
      body.result,
      out.is_sequence() ? std::vector<Arg>(out.items().begin(), out.items().end()) : std::vector<Arg>{out});
}

// scan(combine_fn, init, xs, *, dim=0, reverse=False). PyTorch runs the function once beside it, on the first slices,
// to see what it gives: those nodes stay in the graph. Each step of a scan gives what the next one takes. `first`: what
// the first one takes.
void ControlFlow::check_carry(const PyExpr& e, std::span<const Arg> carry, std::span<const Arg> first) {
  for (std::size_t i = 0; i < carry.size(); ++i) {
    const Arg now = tracer().meta_of(tracer().current(carry[i]));
    if (now.kind() != ArgKind::tensor_meta) fail(e, "the next carry of scan is made of tensors");
    const TensorMeta &have = *now.as_tensor_meta(), &want = *first[i].as_tensor_meta();
    auto told = [&](std::string_view what, std::string_view a, std::string_view b) {
      fail(e,
           cat({"RuntimeError: The ",
                what,
                " of the new_carry[",
                std::to_string(i),
                "] ",
                a,
                " doesn't match that of the init[",
                std::to_string(i),
                "] ",
                b,
                "."}));
    };
    auto shape = [](const TensorMeta& meta) {
      std::string out;
      for (const Dim& size : meta.shape)
        out += cat({out.empty() ? "" : ", ",
                    size.sym == nullptr ? std::to_string(size.value) : std::string(size.sym->text.view())});
      return cat({"torch.Size([", out, "])"});
    };
    bool same = std::equal(
        have.shape.begin(), have.shape.end(), want.shape.begin(), want.shape.end(), [](const Dim& a, const Dim& b) {
          return a.sym == b.sym && (a.sym != nullptr || a.value == b.value);
        });
    if (!same) told("shape", shape(have), shape(want));
    if (have.dtype != want.dtype) told("dtype", cat({"torch.", have.dtype->name}), cat({"torch.", want.dtype->name}));
  }
}

PyValue ControlFlow::scan(const PyExpr& e, const PyValues& args, const PyNamedValues& kwargs) {
  static constexpr std::string_view kParameters[] = {"combine_fn", "init", "xs", "dim", "reverse"};
  PyValue given[5] = {{}, {}, {}, PyValue(integer(0)), PyValue(Arg::boolean(false))};
  if (args.size() > 3) fail(e, "scan takes combine_fn, init and xs, and dim and reverse by name");
  std::copy(args.begin(), args.end(), given);
  for (const auto& [key, value] : kwargs) {
    auto at = std::find(std::begin(kParameters), std::end(kParameters), key);
    if (at == std::end(kParameters)) fail(e, cat({"scan has no argument '", key, "'"}));
    given[at - std::begin(kParameters)] = value;
  }
  Arg dim = python().to_arg(e, given[3]), reverse = python().to_arg(e, given[4]);
  if (!dim.is_integer() || !dim.fits_int64() || !reverse.is_bool())
    fail(e, "dim of scan is a whole number, reverse is True or False");
  std::vector<Arg> leaves, vals, xs;
  trees().flatten(given[1], leaves);
  std::size_t carried = leaves.size();
  trees().flatten(given[2], leaves);
  for (Arg& leaf : leaves) {
    leaf = tracer().current(leaf);
    if (!tracer().is_tensor(leaf)) fail(e, "init and xs of scan are tensors");
    vals.push_back(tracer().meta_of(leaf));
  }
  if (carried == 0 || carried == leaves.size()) fail(e, "scan needs tensors to begin with and tensors to go over");
  if (dim.as_int() < 0)
    dim = context().integer(dim.as_int() + static_cast<std::int64_t>(recorder().rank_of(leaves[carried])));

  python().frame().line = e.line;
  auto told = [&](std::string_view line) {
    return settings().strict
               ? recorder().place() + traceback_of(cat({"File: ", kTorchFolder, "_higher_order_ops/scan.py:", line}))
               : recorder().place();
  };
  tracer().set_place(
      told("140 in scan, code: pytree.tree_unflatten([elem.select(dim, 0) for elem in leaves_xs], spec_xs),"));
  for (std::size_t i = carried; i < leaves.size(); ++i) {
    xs.push_back(located(e, [&] { return tracer().call("torch.ops.aten.select.int", {leaves[i], dim, integer(0)}); }));
    vals[i] = located(e, [&] { return caller().row_of(vals[i], dim.as_int()); });
  }
  PyValue first = python().call_value(e, given[0], {given[1], trees().with_leaves(given[2], xs)}, {});
  std::vector<Arg> carry;
  PyValues results = first.is_arg() && !first.arg.is_sequence() ? PyValues() : python().items_of(e, first);
  if (results.size() != 2) fail(e, "the function of scan gives the next carry, and what is stacked");
  trees().flatten(results[0], carry);
  if (carry.size() != carried)
    fail(e,
         cat({"the function of scan gives ",
              std::to_string(carry.size()),
              " tensors as the next carry; it begins with ",
              std::to_string(carried)}));
  check_carry(e, carry, std::span(vals).first(carried));

  Branch body = trace_branch(e, given[0], {given[1], given[2]}, leaves, vals);
  std::vector<Node*> inputs = body.operands, lifted = body.tracer->lifted();
  inputs.insert(inputs.end(), lifted.begin(), lifted.end());
  refuse_twice(e, "scan", inputs);
  finish_branch(body, inputs, Returns::list);
  std::vector<Arg> rest;
  for (Node* node : lifted) rest.push_back(Arg::node(node));
  python().frame().line = e.line;
  tracer().set_place(told("191 in run_flattened_scan, code: return scan_op("));
  Node* graph = branch_node("scan_combine_graph_", body);
  std::span<const Arg> all(leaves);
  Arg out = located(e, [&] {
    return tracer().call("torch.ops.higher_order.scan",
                         {Arg::node(graph),
                          context().list(all.first(carried)),
                          context().list(all.subspan(carried)),
                          dim,
                          reverse,
                          context().list(rest)});
  });
  return trees().with_leaves(body.result, std::vector<Arg>(out.items().begin(), out.items().end()));
}

}  // namespace seesaw
