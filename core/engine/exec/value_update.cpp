#include "core/engine/exec/value_update.h"

#include <algorithm>

#include "core/base/cat.h"
#include "core/engine/exec/call_check.h"
#include "core/engine/exec/op_call.h"
#include "core/graph/ops_table/op_def.h"

namespace seesaw {

namespace {

bool same_dims(std::span<const Dim> a, std::span<const Dim> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Dim& x, const Dim& y) {
    if (x.sym == nullptr || y.sym == nullptr) return x.sym == y.sym && x.value == y.value;
    return x.sym == y.sym || x.sym->text == y.sym->text;
  });
}

// As far as both are known: a text without strides is consistent with any.
bool same_tensor(const TensorMeta& a, const TensorMeta& b) {
  bool strides = !a.has_stride || !b.has_stride || same_dims(a.stride, b.stride);
  return a.dtype == b.dtype && same_dims(a.shape, b.shape) && strides;
}

bool same_value(const Arg& a, const Arg& b) {
  std::vector<std::pair<Arg, Arg>> open{{a, b}};
  while (!open.empty()) {
    auto [x, y] = open.back();
    open.pop_back();
    if (x.kind() == ArgKind::tensor_meta && y.kind() == ArgKind::tensor_meta) {
      if (!same_tensor(*x.as_tensor_meta(), *y.as_tensor_meta())) return false;
    } else if (x.is_sequence() && y.is_sequence()) {
      if (x.items().size() != y.items().size()) return false;
      for (std::size_t i = 0; i < x.items().size(); ++i) open.emplace_back(x.items()[i], y.items()[i]);
    } else if (x.kind() == y.kind() &&
               (x.kind() == ArgKind::sym_int || x.kind() == ArgKind::sym_float || x.kind() == ArgKind::sym_bool)) {
      if (!(x.as_sym()->text == y.as_sym()->text)) return false;
    } else if (!(x == y)) {
      return false;
    }
  }
  return true;
}

// The begin or end of a region: it has no values.
bool is_mark(const Node* node) {
  if (node->op() != Opcode::call_function) return false;
  std::string_view path = node->callable()->path.view();
  return path == op_path::set_grad_enabled || path == op_path::enter_autocast || path == op_path::exit_autocast;
}

// PyTorch's errors have an exception; any other means that Seesaw cannot compute it.
bool is_mistake(const Node* node, const Error& error) {
  if (error.diagnostic().code == DiagnosticKind("budget")) return true;
  if (error.diagnostic().exception.empty()) return false;
  if (error.diagnostic().exception.find("DynamicOutputShape") != std::string::npos)
    return false;  // fake tensors report it; with elements it runs
  // Python functions choose an overload; if none fits here, PyTorch may still find one.
  bool overload = node->op() == Opcode::call_function && node->callable()->kind != CallableKind::torch_builtin &&
                  node->callable()->kind != CallableKind::torch_function;
  return overload || !error.diagnostic().message.starts_with("torch.ops.");
}

}  // namespace

ValueUpdate::ValueUpdate(Program& program) : program_(program), values_(*program.context), caller_(values_) {
  values_.learn(program);
  std::vector<Module::Located> modules = program.root->modules();
  for (std::size_t i = 0; i < modules.size(); ++i) {
    Module* module = modules[i].module;
    if (!module->has_graph()) continue;
    work_[module].path = path_of(modules, i);
    for (Node* node : module->graph()) {
      if (node->op() != Opcode::get_attr && node->op() != Opcode::call_module) continue;
      if (Module* body = module->find_path(node->target().text()).module) callers_[body].push_back({module, node});
    }
    learn_regions(*module);
  }
}

FakeCaller::Cast ValueUpdate::around(const Module& module) const {
  auto found = around_.find(&module);
  return found == around_.end() ? FakeCaller::Cast() : found->second;
}

// Callers precede their callees, so the region around this graph is known.
void ValueUpdate::learn_regions(Module& module) {
  CastRegions regions(around(module));
  for (const Node* node : module.graph()) {
    FakeCaller::Cast cast = regions.follow(node);
    bool wraps = node->op() == Opcode::call_function &&
                 node->callable()->path.view() == "torch.ops.higher_order.wrap_with_autocast";
    if (!cast.on && !wraps) continue;
    casts_ = true;
    if (wraps) cast = FakeCaller::cast_of(std::vector<Arg>(node->args().begin(), node->args().end()), cast);
    for (const Arg& arg : node->args()) {
      if (!arg.is_node() || arg.as_node()->op() != Opcode::get_attr) continue;
      if (Module* body = module.find_path(arg.as_node()->target().text()).module) around_.emplace(body, cast);
    }
  }
}

void ValueUpdate::touch(Module& module, Node* node) {
  Work& work = work_[&module];
  mark(work, node);
  if (!std::exchange(work.waiting, true)) open_.push_back(&module);
}

void ValueUpdate::mark(Work& work, Node* node) { work.stale[node->id()] = 1; }

Arg ValueUpdate::value(const Node* node) {
  if (const Arg* known = node->find_meta(program_.context->keys.val)) return *known;
  if (Arg found = work_[current_].worked_out.get(node->id()); !found.is_none()) return found;
  if (node->op() == Opcode::get_attr) {
    const Attribute* attribute = current_->find_path(node->target().text()).attribute;
    if (attribute != nullptr) return attribute->value;
  }
  return Arg();
}

const Module* ValueUpdate::module(const Node* node) {
  return node->op() == Opcode::get_attr ? current_->find_path(node->target().text()).module : nullptr;
}

bool ValueUpdate::knows_inputs(const Node* node) {
  for (const Node* input : node->all_input_nodes()) {
    const Module* body = module(input);
    bool known = input->find_meta(program_.context->keys.val) != nullptr ||
                 (body != nullptr ? body->has_graph() : !value(input).is_none());
    if (!known) return false;
  }
  return true;
}

Arg ValueUpdate::call(Node* node) {
  if (node->op() == Opcode::call_function) return caller_.call(node->callable(), call_args(node), *this);
  if (node->op() == Opcode::call_method) {
    const Callable* method = program_.context->callable(cat({"torch.Tensor.", node->target().text()}));
    return caller_.call(method, call_args(node), *this);
  }
  const Module* body = current_->find_path(node->target().text()).module;
  if (body == nullptr || !body->has_graph() || node->num_kwargs() > 0)
    throw user_error("operator", "the graph of this module is not known");
  std::vector<Arg> inputs;
  for (const Arg& arg : node->args()) inputs.push_back(arg.is_node() ? value(arg.as_node()) : arg);
  return caller_.run(*body, inputs);
}

void ValueUpdate::report(const Node* node, Diagnostic d) {
  std::string inner = d.place.node;
  if (d.code != DiagnosticKind("unknown-operator") && d.code != DiagnosticKind("annotation")) d.code = "shape";
  d.place.graph = work_[current_].path;
  d.place.node = node->name_text();
  if (!inner.empty() && inner != d.place.node) d.note(cat({"raised by '", inner, "' of the graph that it calls"}));
  wrong_.push_back(std::move(d));
}

ValueUpdate::Outcome ValueUpdate::compute(Node* node, Arg& out) {
  if (std::optional<Error> wrong = check_call(node)) {
    report(node, wrong->diagnostic());
    return Outcome::wrong;
  }
  if (!knows_inputs(node)) return Outcome::unknown;
  try {
    out = call(node);
    return Outcome::value;
  } catch (const Error& error) {
    if (!is_mistake(node, error)) return Outcome::unknown;
    report(node, error.diagnostic());
    return Outcome::wrong;
  }
}

// True if the value of the node changed.
bool ValueUpdate::update(Node* node) {
  Symbol key = program_.context->keys.val;
  bool computes = node->op() == Opcode::call_function || node->op() == Opcode::call_method ||
                  node->op() == Opcode::call_module;
  if (!computes) return node->op() == Opcode::get_attr;
  const Arg* before = node->find_meta(key);
  Arg now;
  switch (compute(node, now)) {
    case Outcome::unknown: return false;
    case Outcome::wrong:
      node->remove_meta(key);
      node->remove_meta(program_.context->keys.tensor_meta);
      return false;
    case Outcome::value: break;
  }
  if (before != nullptr ? same_value(*before, now) : now.is_none()) return false;
  node->set_meta(key, now);
  node->remove_meta(program_.context->keys.tensor_meta);
  return true;
}

bool ValueUpdate::update(Module& module) {
  Work& work = work_[&module];
  bool output = false;
  current_ = &module;
  CastRegions regions(around(module));
  for (Node* node : module.graph()) {
    caller_.set_cast(regions.follow(node));
    if (work.stale.get(node->id()) == 0) continue;
    work.stale[node->id()] = 0;
    if (node->op() == Opcode::output) output = true;
    if (!update(node)) continue;
    for (Node* user : node->users()) mark(work, user);
  }
  return output;
}

void ValueUpdate::mark_callers(Module& module) {
  auto found = callers_.find(&module);
  if (found == callers_.end()) return;
  for (const Caller& caller : found->second) touch(*caller.module, caller.node);
}

std::vector<Diagnostic> ValueUpdate::run() {
  // The bodies of called graphs get the values of the call.
  Symbol key = program_.context->keys.val;
  caller_.on_value = [key](Node* node, const Arg& value) {
    if (node->op() == Opcode::output || node->op() == Opcode::get_attr || value.is_none()) return;
    const Arg* before = node->find_meta(key);
    if (before == nullptr || !same_value(*before, value)) node->set_meta(key, value);
  };
  while (!open_.empty()) {
    Module* module = open_.back();
    open_.pop_back();
    work_[module].waiting = false;
    if (update(*module)) mark_callers(*module);
  }
  return std::move(wrong_);
}

// Compares the value in the text with that of the call: dtype and numbers of the shape. Symbols have many spellings,
// and a strict export annotates regions of autocast as if nothing were cast.
void ValueUpdate::compare(const Node* node, const Arg& now) {
  const Arg* said = node->find_meta(program_.context->keys.val);
  if (said == nullptr) {
    work_[current_].worked_out[node->id()] = now;
    return;
  }
  if (said->kind() != ArgKind::tensor_meta || now.kind() != ArgKind::tensor_meta) return;
  const TensorMeta &a = *said->as_tensor_meta(), &b = *now.as_tensor_meta();
  bool same = (casts_ || a.dtype == b.dtype) &&
              std::equal(
                  a.shape.begin(), a.shape.end(), b.shape.begin(), b.shape.end(), [](const Dim& x, const Dim& y) {
                    return x.sym != nullptr || y.sym != nullptr || x.value == y.value;
                  });
  if (same) return;
  std::string written, given;
  append_tensor_annotation(written, a, false, false);
  append_tensor_annotation(given, b, false, false);
  Diagnostic d;
  d.severity = Severity::warning;
  d.code = "annotation";
  d.message = cat({"the text says ", written, ", and the call gives ", given});
  d.note("correct the annotation, or the call: what uses this value is judged by the annotation");
  report(node, std::move(d));
}

std::vector<Diagnostic> ValueUpdate::check() {
  for (const Module::Located& located : program_.root->modules()) {
    if (!located.module->has_graph()) continue;
    current_ = located.module;
    CastRegions regions(around(*located.module));
    for (Node* node : located.module->graph()) {
      caller_.set_cast(regions.follow(node));
      if (node->op() != Opcode::call_function && node->op() != Opcode::call_method) continue;
      if (is_mark(node)) continue;
      ++judged_.calls;
      if (std::optional<Diagnostic> unknown = unknown_.told(node)) {
        report(node, std::move(*unknown));
        continue;
      }
      Arg now;
      Outcome outcome = compute(node, now);
      if (outcome != Outcome::unknown) ++judged_.judged;
      if (outcome == Outcome::value) compare(node, now);
    }
  }
  return std::move(wrong_);
}

}  // namespace seesaw
