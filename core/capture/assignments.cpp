// Attributes of modules that forward sets: `self.n = self.n + 1`, `self.n += 1`.
//
// Non-strict export gives a buffer of the root the value that it was last set to, by a copy_ at the end of the graph; what a module below sets
// is lost, and other tensors are refused when forward is done. Dynamo refuses where the attribute is set. The texts are PyTorch's.
#include <algorithm>

#include "core/capture/declared_arguments.h"
#include "core/capture/evaluator.h"
#include "core/exec/op_call.h"
#include "core/ops/schema.h"
#include "core/support/cat.h"
#include "core/support/diagnostic.h"

namespace seesaw {

namespace {

bool is_state(const PyValue& value, CaptureState::Kind kind) { return value.object != nullptr && value.object->kind == PyKind::state && value.object->state == kind; }

// What Module.__dict__ holds beside parameters, buffers and modules.
bool is_plain(const std::string& name, const PyValue& value) {
  if (name == "training" || is_state(value, CaptureState::Kind::parameter) || is_state(value, CaptureState::Kind::buffer)) return false;
  return value.object == nullptr || value.object->kind != PyKind::instance || !value.object->klass->is_module;
}

}  // namespace

void Evaluator::fail_as(const PyExpr& e, std::string_view exception, std::string message, std::string remedy) {
  Error error = fx_error(exception, std::move(message));
  error.diagnostic().offset = e.begin;
  error.diagnostic().note(std::move(remedy));
  throw error;
}

void Evaluator::set_frozen(const PyExpr& e, PyObject* parameter, bool frozen) {
  if (parameter->frozen != frozen && tracer_ != &init_) fail(e, "forward cannot change what requires grad", "do it in __init__");
  parameter->frozen = frozen;
}

// p.requires_grad_(False)
PyValue Evaluator::freeze(const PyExpr& e, const PyValue& parameter) {
  PyValues args;
  PyNamedValues kwargs;
  arguments(e, args, kwargs);
  PyValues given = located(e, [&] { return bind_declared(read_schema("requires_grad_(bool requires_grad=True)"), "requires_grad_", args, kwargs, [&](const SchemaParameter& p) { return PyValue(default_argument(context(), p)); }); });
  set_frozen(e, parameter.object, !truth(e, given[0]));
  return parameter;
}

// Before forward runs: what its assignments are compared with.
void Evaluator::remember_attributes() {
  for (const auto& [name, value] : root_->attributes) {
    if (is_plain(name, value)) plain_before_.emplace_back(name, value);
  }
}

bool Evaluator::note_assigned(const PyExpr& e, PyObject* owner, const std::string& name, const PyValue& old, const PyValue& value) {
  bool tensor = value.is_arg() && tracer().is_tensor(value.arg);
  tensor = tensor || is_state(value, CaptureState::Kind::parameter) || is_state(value, CaptureState::Kind::buffer) || is_state(value, CaptureState::Kind::constant);
  if (settings_.strict && tensor) {
    fail_as(e, "AssertionError", cat({"Mutating module attribute ", name, " during export."}), cat({"write into a buffer: self.", name, ".copy_(...)"}));
  }
  bool parameter = is_state(old, CaptureState::Kind::parameter);
  if (parameter && tensor && !is_state(value, CaptureState::Kind::parameter)) {
    fail_as(e, "TypeError", cat({"cannot assign 'torch.FloatTensor' as parameter '", name, "' (torch.nn.Parameter or None expected)"}), cat({"declare a buffer, or write into it: self.", name, ".copy_(...)"}));
  }
  auto known = std::find_if(assigned_.begin(), assigned_.end(), [&](const Assigned& one) { return one.owner == owner && one.name == name; });
  if (!tensor || owner != root_ || (known == assigned_.end() && !is_state(old, CaptureState::Kind::buffer))) return false;
  if (tracer_ != &main_) fail(e, cat({"'self.", name, "' is a buffer: a branch cannot give it another tensor"}), "give it back, and set the buffer outside");
  if (known == assigned_.end()) known = assigned_.insert(assigned_.end(), {owner, name, old.object, nullptr});
  known->last = tracer().current(to_arg(e, value)).as_node();
  return true;
}

// What non-strict export refuses when forward is done.
void Evaluator::check_attributes() {
  std::vector<std::string> tensors;
  std::size_t count = 0;
  for (const auto& [name, value] : root_->attributes) {
    bool buffer = std::any_of(assigned_.begin(), assigned_.end(), [&, &n = name](const Assigned& one) { return one.name == n; });
    count += !buffer && is_plain(name, value) ? std::size_t{1} : 0;
  }
  if (count != plain_before_.size()) {
    Error error = fx_error("ValueError", cat({"Node arity mismatch; expected ", std::to_string(plain_before_.size()), ", but got ", std::to_string(count), "."}));
    error.diagnostic().note("forward makes an attribute of the module that __init__ did not make: make it there, or keep the value in a variable");
    throw error;
  }
  for (const auto& [name, old] : plain_before_) {
    const PyValue* now = find_attribute(root_, name);
    bool tensor = old.is_arg() && old.arg.is_node();
    if (tensor && now != nullptr && now->is_arg() && now->arg.is_node() && &now->arg.as_node()->graph() == &main_.graph()) tensors.push_back(name);
  }
  if (!tensors.empty()) {
    std::string shown;
    for (const std::string& name : tensors) shown += cat({shown.empty() ? "" : ", ", "self.", name});
    throw fx_error("ValueError", cat({"The tensor attribute", tensors.size() > 1 ? "s " : " ", shown, tensors.size() > 1 ? " were" : " was", " assigned during export. Such attributes must be registered as buffers using the `register_buffer` API (https://pytorch.org/docs/stable/generated/torch.nn.Module.html#torch.nn.Module.register_buffer)."}));
  }
}

// Both nodes have one table of modules, whose keys PyTorch completes for each of them.
void Evaluator::name_modules_again(Node* node) {
  const Arg* stack = node->find_meta(context().keys.nn_module_stack);
  if (stack == nullptr || !stack->is_container()) return;
  std::vector<Arg> items(stack->items().begin(), stack->items().end());
  for (std::size_t i = 0; i < items.size(); i += 2) items[i] = context().string(cat({"L__self__", items[i].text()}));
  node->set_meta(context().keys.nn_module_stack, context().dict(items));
}

// At the end of forward.
void Evaluator::write_assigned() {
  if (settings_.strict) return;
  if (declared_) check_attributes();
  for (const Assigned& one : assigned_) {
    if (settings_.functional && main_.current(Arg::node(input_of(one.state))).as_node() == one.last) continue;  // it was written to
    Node* copy = main_.graph().call_function(context().callable("torch.ops.aten.copy_.default"), {Arg::node(input_of(one.state)), Arg::node(one.last)});
    name_modules_again(one.last);
    copy->set_meta(one.last->meta());
  }
}

}  // namespace seesaw
