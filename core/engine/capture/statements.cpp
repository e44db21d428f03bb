#include <algorithm>

#include "core/base/cat.h"
#include "core/engine/capture/evaluator.h"
#include "core/engine/capture/script.h"
#include "core/engine/capture/torch_calls.h"

namespace seesaw {

Evaluator::Flow Evaluator::run_block(const std::vector<Stmt>& block) {
  if (script_ != nullptr) {
    if (std::optional<Flow> flow = script_->run_block(block)) return *flow;
  }
  for (const Stmt& statement : block) {
    Flow flow = run_statement(statement);
    if (flow != Flow::on) return flow;
  }
  return Flow::on;
}

Evaluator::Flow Evaluator::run_statement(const Stmt& s) {
  Deeper deeper(*this, s.begin);
  frame().line = s.line;
  switch (s.kind) {
    case StmtKind::nothing: break;
    case StmtKind::expression: evaluate(s.value); break;
    case StmtKind::give_back: {
      PyValue value = s.value < 0 ? PyValue() : evaluate(s.value);
      frame().result = std::move(value);
      return Flow::give_back;
    }
    case StmtKind::assign: {
      PyValue value = evaluate(s.value);
      for (int target : s.targets) assign(target, value);
      break;
    }
    case StmtKind::augmented: run_augmented(s); break;
    case StmtKind::with: return run_with(s, 0);
    case StmtKind::branch: return run_block(truth(expr(s.value), evaluate(s.value)) ? s.body : s.other);
    case StmtKind::loop: return run_loop(s);
    case StmtKind::repeat: return run_repeat(s);
    case StmtKind::leave: return Flow::leave;
    case StmtKind::next: return Flow::next;
    case StmtKind::define: define(s); break;
    case StmtKind::import: {
      slot_of_name(s.name) = PyValue::of_path(s.text);
      if (!s.body.empty()) return run_statement(s.body[0]);
      break;
    }
    case StmtKind::attempt: return run_attempt(s);
    case StmtKind::select: return run_select(s);
    case StmtKind::check: check(s); break;
    case StmtKind::raise: raise(s);
    case StmtKind::forget:
      for (int target : s.targets) forget(expr(target));
      break;
  }
  return Flow::on;
}

Evaluator::Flow Evaluator::run_loop(const Stmt& s) {
  Flow flow = Flow::on;
  each_item(expr(s.value), evaluate(s.value), [&](const PyValue& item) {
    count_step(s.begin);
    frame().line = s.line;
    assign(s.targets[0], item);
    flow = run_block(s.body);
    frame().line = s.line;  // what makes the next item stands there
    return flow != Flow::give_back && flow != Flow::leave;
  });
  if (flow == Flow::give_back) return flow;
  if (flow == Flow::leave) return Flow::on;
  return run_block(s.other);
}

Evaluator::Flow Evaluator::run_repeat(const Stmt& s) {
  while (truth(expr(s.value), evaluate(s.value))) {
    count_step(s.begin);
    Flow flow = run_block(s.body);
    if (flow == Flow::give_back) return flow;
    if (flow == Flow::leave) return Flow::on;
  }
  return run_block(s.other);
}

// x += y writes to a tensor; a number or a list gets a new value. What stands in a subscript is computed once.
void Evaluator::run_augmented(const Stmt& s) {
  const PyExpr& target = expr(s.targets[0]);
  bool item = target.kind == PyExprKind::subscript;
  PyValue object = item ? evaluate(target.kids[0]) : PyValue(), key = item ? evaluate(target.kids[1]) : PyValue();
  PyValue left = item ? get_item(target, object, key) : evaluate(s.targets[0]);
  PyValue right = evaluate(s.value);
  PyValue out = augmented(s, left, right);
  if (item) {
    set_item(target, object, key, out);
  } else if (left.object == nullptr || out.object != left.object) {
    assign(s.targets[0], out);
  } else if (target.kind == PyExprKind::attribute && left.object->kind == PyKind::state && tracer_ != &init_) {
    PyObject* owner = evaluate(target.kids[0]).object;
    if (settings_.strict) refuse_mutation(target, owner, target.text, left);
    if (slot_of(*owner, target.text) == PySlot::buffer) note_buffer(target, owner, target.text, left);
  }
}

PyValue Evaluator::augmented(const Stmt& s, const PyValue& left, const PyValue& right) {
  const PyExpr& e = expr(s.value);
  bool tensor = (left.object != nullptr && left.object->kind == PyKind::state) ||
                (left.is_arg() && tracer().is_tensor(left.arg));
  if (left.object != nullptr && left.object->kind == PyKind::list && s.text == "+") {
    for (PyValue& item : items_of(e, right)) left.object->items.push_back(std::move(item));
    left.object->changed = e.begin;
    return left;
  }
  if (!tensor || names_of(s.text).left.starts_with("__")) return binary(e, s.text, left, right);
  Arg a = to_arg(e, left), b = to_arg(e, right);
  Arg out = guarded(e, [&] { return call_torch(tracer(), cat({names_of(s.text).left, "_"}), {a, b}, {}); });
  return left.object == nullptr ? PyValue(out) : left;
}

void Evaluator::define(const Stmt& s) {
  PyObject* out = make(PyKind::function);
  out->function = &source().function(s.function);
  out->source = &source();
  out->scope = frame().scope;
  PyValue made = with_decorators(source(), PyValue(out));
  slot_of_name(out->function->name) = made;
}

void Evaluator::raise(const Stmt& s) {
  const PyExpr* what = s.value < 0 ? nullptr : &expr(s.value);
  if (what == nullptr && !caught_.empty()) throw caught_.back();
  std::string message = "the source raises an error here";
  if (what != nullptr && what->kind == PyExprKind::call) {
    message = expr(what->kids[0]).text;
    if (what->kids.size() > 1 && expr(what->kids[1]).kind == PyExprKind::string)
      message += cat({": ", expr(what->kids[1]).text});
  }
  source_error(s.begin,
               s.begin,
               std::move(message),
               in_library() ? "this form of the layer is outside of the subset that is captured"
                            : "only what does not raise can be captured");
}

// An assertion on data is none of the capture's.
void Evaluator::check(const Stmt& s) {
  const PyExpr& e = expr(s.value);
  PyValue value = evaluate(s.value);
  if (value.is_arg() && value.arg.is_node())
    fail(e, "an assertion on data cannot be captured", "use torch._assert_async, or leave it out");
  // A condition on sizes that no range decides holds for the sizes that it was exported with only where PyTorch narrows
  // the range by itself.
  if (value.is_arg() && value.arg.kind() == ArgKind::sym_bool && !decided(value.arg) && may_narrow(value.arg)) return;
  if (truth(e, value)) return;
  PyValue message = s.targets.empty() ? PyValue() : evaluate(s.targets[0]);
  fail(e,
       message.is_arg() && message.arg.is_string() ? cat({"AssertionError: ", message.arg.text()}) : "AssertionError");
}

void Evaluator::forget(const PyExpr& e) {
  if (e.kind == PyExprKind::name) {
    frame().scope->names.erase(e.text);
  } else if (e.kind == PyExprKind::tuple || e.kind == PyExprKind::list) {
    for (int kid : e.kids) forget(expr(kid));
  } else if (e.kind == PyExprKind::attribute) {
    delete_attribute(e, evaluate(e.kids[0]), e.text);
  } else if (e.kind == PyExprKind::subscript) {
    PyValue object = evaluate(e.kids[0]);
    forget_item(e, object, evaluate(e.kids[1]));
  } else {
    fail(e, "only names, attributes and items can be deleted");
  }
}

// del d[key], l[0], modules["name"]
void Evaluator::forget_item(const PyExpr& e, const PyValue& object, const PyValue& key) {
  PyObject* of = object.object;
  Arg at = to_arg(e, key);
  if (of != nullptr && of->kind == PyKind::dict) {
    for (std::size_t i = 0; i + 1 < of->items.size(); i += 2) {
      if (!same(of->items[i], key)) continue;
      auto from = of->items.begin() + static_cast<std::ptrdiff_t>(i);
      of->items.erase(from, from + 2);
      of->changed = e.begin;
      return;
    }
    fail_as(e, "KeyError", text_of(e, key, true), "delete what is there");
  }
  if (of != nullptr && of->kind == PyKind::list && at.is_integer() && at.fits_int64()) {
    auto count = static_cast<std::int64_t>(of->items.size());
    std::int64_t place = at.as_int() < 0 ? at.as_int() + count : at.as_int();
    if (place < 0 || place >= count)
      fail_as(e, "IndexError", "list assignment index out of range", "delete what is there");
    of->items.erase(of->items.begin() + static_cast<std::ptrdiff_t>(place));
    of->changed = e.begin;
    return;
  }
  if (of != nullptr && of->kind == PyKind::instance && is_dict_container(*of) && at.is_string())
    return delete_attribute(e, object, std::string(at.text()));
  fail(e, "items of this cannot be deleted", "delete those of a dict or a list");
}

// a, *rest, b = ...: the name with the star gets what the others leave.
void Evaluator::assign_rest(const PyExpr& e, std::size_t star, PyValues parts) {
  if (parts.size() + 1 < e.kids.size())
    fail(e,
         cat({"not enough values to unpack (expected at least ",
              std::to_string(e.kids.size() - 1),
              ", got ",
              std::to_string(parts.size()),
              ")"}));
  std::size_t behind = e.kids.size() - star - 1, end = parts.size() - behind;
  for (std::size_t i = 0; i < star; ++i) assign(e.kids[i], parts[i]);
  assign(expr(e.kids[star]).kids[0],
         make_list(PyKind::list,
                   PyValues(parts.begin() + static_cast<std::ptrdiff_t>(star),
                            parts.begin() + static_cast<std::ptrdiff_t>(end))));
  for (std::size_t i = 0; i < behind; ++i) assign(e.kids[star + 1 + i], parts[end + i]);
}

// A tuple is taken apart; names, and what a subscript or an attribute names, are set.
void Evaluator::assign(int target, const PyValue& value) {
  const PyExpr& e = expr(target);
  switch (e.kind) {
    case PyExprKind::name:
      note_variable(e.text, value);
      slot_of_name(e.text) = value;
      return;
    case PyExprKind::attribute: set_attribute(e, evaluate(e.kids[0]), e.text, value); return;
    case PyExprKind::subscript: {
      PyValue object = evaluate(e.kids[0]);
      set_item(e, object, evaluate(e.kids[1]), value);
      return;
    }
    case PyExprKind::tuple:
    case PyExprKind::list: {
      PyValues parts = items_of(e, value);
      for (std::size_t i = 0; i < e.kids.size(); ++i) {
        const PyExpr& kid = expr(e.kids[i]);
        if (kid.kind == PyExprKind::unary && kid.text == "*") return assign_rest(e, i, std::move(parts));
      }
      if (parts.size() != e.kids.size()) {
        fail(e,
             cat({parts.size() > e.kids.size() ? "too many values to unpack (expected "
                                               : "not enough values to unpack (expected ",
                  std::to_string(e.kids.size()),
                  parts.size() > e.kids.size() ? ")" : cat({", got ", std::to_string(parts.size()), ")"})}));
      }
      for (std::size_t i = 0; i < parts.size(); ++i) assign(e.kids[i], parts[i]);
      return;
    }
    default: fail(e, "this cannot be assigned to", "assign to a name");
  }
}

}  // namespace seesaw
