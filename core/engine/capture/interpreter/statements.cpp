// Statements: blocks, loops, assignments, definitions.
#include <algorithm>

#include "core/base/cat.h"
#include "core/engine/capture/interpreter/interpreter.h"

namespace seesaw {

PyFlow PythonInterpreter::run_block(const std::vector<Stmt>& block) {
  if (std::optional<PyFlow> flow = host_.run_block(block)) return *flow;
  for (const Stmt& statement : block) {
    PyFlow flow = run_statement(statement);
    if (flow != PyFlow::on) return flow;
  }
  return PyFlow::on;
}

PyFlow PythonInterpreter::run_statement(const Stmt& s) {
  Deeper deeper(*this, s.begin);
  frame().line = s.line;
  switch (s.kind) {
    case StmtKind::nothing: break;
    case StmtKind::expression: evaluate(s.value); break;
    case StmtKind::give_back: {
      PyValue value = s.value < 0 ? PyValue() : evaluate(s.value);
      frame().result = std::move(value);
      return PyFlow::give_back;
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
    case StmtKind::leave: return PyFlow::leave;
    case StmtKind::next: return PyFlow::next;
    case StmtKind::define: define(s); break;
    case StmtKind::import: {
      slot_of_name(s.name) = imported(s.text);
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
  return PyFlow::on;
}

PyFlow PythonInterpreter::run_loop(const Stmt& s) {
  PyFlow flow = PyFlow::on;
  PyValue items = evaluate_source(s.value);
  each_item(expr(s.value), items, [&](const PyValue& item) {
    count_step(s.begin);
    frame().line = s.line;
    assign(s.targets[0], item);
    flow = run_block(s.body);
    frame().line = s.line;  // what makes the next item stands there
    return flow != PyFlow::give_back && flow != PyFlow::leave;
  });
  bool left = flow == PyFlow::give_back || flow == PyFlow::leave;
  // Nothing else knows the iterator of a call.
  bool own = expr(s.value).kind == PyExprKind::call && is_lazy(items) && items.object->running >= 0;
  if (left && own) {
    PyValue result = frame().result;
    close_run(items.object);
    frame().result = result;
  }
  if (flow == PyFlow::give_back) return flow;
  if (flow == PyFlow::leave) return PyFlow::on;
  return run_block(s.other);
}

PyFlow PythonInterpreter::run_repeat(const Stmt& s) {
  while (truth(expr(s.value), evaluate(s.value))) {
    count_step(s.begin);
    PyFlow flow = run_block(s.body);
    if (flow == PyFlow::give_back) return flow;
    if (flow == PyFlow::leave) return PyFlow::on;
  }
  return run_block(s.other);
}

// x += y writes to a tensor; a number or a list gets a new value. What stands in a subscript is computed once.
void PythonInterpreter::run_augmented(const Stmt& s) {
  const PyExpr& target = expr(s.targets[0]);
  bool item = target.kind == PyExprKind::subscript;
  PyValue object = item ? evaluate(target.kids[0]) : PyValue(), key = item ? evaluate(target.kids[1]) : PyValue();
  PyValue left = item ? get_item(target, object, key) : evaluate(s.targets[0]);
  PyValue right = evaluate(s.value);
  PyValue out = augmented(expr(s.value), s.text, left, right);
  if (item) {
    set_item(target, object, key, out);
  } else if (left.object == nullptr || out.object != left.object) {
    assign(s.targets[0], out);
  } else if (target.kind == PyExprKind::attribute && host_.is_foreign(left)) {
    host_.attribute_written(target, evaluate(target.kids[0]), left);
  }
}

static bool is_constant_item(const PyValue& item) {
  if (item.is_arg()) return !item.arg.is_node() && !item.arg.is_symbolic();
  const bool row = is_kind(item, PyKind::tuple);
  return row && std::all_of(item.object->items.begin(), item.object->items.end(), [](const PyValue& one) {
           return one.is_arg() && !one.arg.is_node() && !one.arg.is_symbolic();
         });
}

PyValue PythonInterpreter::augmented(const PyExpr& e,
                                     std::string_view token,
                                     const PyValue& left,
                                     const PyValue& right) {
  if (std::optional<PyValue> out = special_augmented(e, token, left, right)) return *out;
  if (left.object != nullptr && left.object->kind == PyKind::set && left.object->name != "frozenset") {
    if (token == "|" && right.object != nullptr && right.object->kind == PyKind::set) {
      merge_set(e, left.object, *right.object);
      return left;
    }
    if (std::optional<PyValue> out = set_binary(e, token, left, right)) {
      replace_items(left.object, *out->object, token);
      return left;
    }
  }
  if (left.object != nullptr && left.object->kind == PyKind::dict && token == "|") {
    note_change(e, *left.object);
    dict_method(e, left.object, "update", {right}, {});
    return left;
  }
  if (left.object != nullptr && left.object->kind == PyKind::list && !is_no_list(left) && token == "+") {
    for (PyValue& item : items_of(e, right)) left.object->items.push_back(std::move(item));
    note_change(e, *left.object);
    return left;
  }
  if (is_kind(left, PyKind::list) && !is_no_list(left) && token == "*") {
    // Dynamo of 2.6 makes another list of constants, and no other.
    const bool constants = std::all_of(left.object->items.begin(), left.object->items.end(), is_constant_item);
    if (!host_.generators_are_lazy() && constants) return binary(e, token, left, right);
    if (!host_.generators_are_lazy()) refuse_in_dynamo(e, "builtin: imul of a list");
    PyValue repeated = binary(e, token, left, right);
    if (!is_kind(repeated, PyKind::list)) return repeated;
    left.object->items = std::move(repeated.object->items);
    note_change(e, *left.object);
    return left;
  }
  bool module = left.object != nullptr && left.object->kind == PyKind::instance && left.object->klass->is_module;
  if (module || host_.is_foreign(left)) {
    if (std::optional<PyValue> out = host_.augmented(e, token, left, right)) return *out;
  }
  return binary(e, token, left, right);
}

void PythonInterpreter::define(const Stmt& s) {
  if (s.klass >= 0) return define_class(s);
  PyObject* out = make(PyKind::function);
  out->function = &source().function(s.function);
  out->source = &source();
  out->scope = frame().scope;
  keep_defaults(out);
  PyValue made = with_decorators(source(), PyValue(out));
  slot_of_name(out->function->name) = made;
}

// A class in a function: its methods see the names around it. Each time it is another class.
void PythonInterpreter::define_class(const Stmt& s) {
  PyExpr here;
  here.begin = s.begin;
  here.line = s.line;
  refuse_in_dynamo(here, "a class that is defined (__build_class__)");
  PyObject* out = make(PyKind::klass);
  const ClassDef& def = source().klass(s.klass);
  out->klass = new_class(source(), def);
  out->klass->scope = frame().scope;
  fill_class(out->klass);
  run_class_body(*out->klass);
  PyValue made(out);
  for (std::size_t i = s.targets.size(); i-- > 0;) {
    PyValue mark = evaluate(s.targets[i]);
    if (!mark.is_path()) made = call_value(expr(s.targets[i]), mark, {made}, {});  // dataclass is known by its name
  }
  slot_of_name(def.name) = made;
}

// An assertion on data is none of the capture's.
void PythonInterpreter::check(const Stmt& s) {
  const PyExpr& e = expr(s.value);
  PyValue value = evaluate(s.value);
  if (host_.is_foreign(value)) {
    const PyExpr* said = s.targets.empty() ? nullptr : &expr(s.targets[0]);
    bool text = said != nullptr && said->kind == PyExprKind::string;
    std::optional<std::string_view> message = text ? std::optional<std::string_view>(said->text) : std::nullopt;
    if (said == nullptr) message = "assertion error";
    if (host_.assumes(e, value, message)) return;
  }
  if (truth(e, value)) return;
  PyValue message = s.targets.empty() ? PyValue() : evaluate(s.targets[0]);
  fail(e,
       message.is_arg() && message.arg.is_string() ? cat({"AssertionError: ", message.arg.text()}) : "AssertionError");
}

void PythonInterpreter::forget(const PyExpr& e) {
  if (e.kind == PyExprKind::name) {
    if (frame().scope == script_scope_) deleted_.insert(e.text);
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
void PythonInterpreter::forget_item(const PyExpr& e, const PyValue& object, const PyValue& key) {
  PyObject* of = object.object;
  if (special(e, object, "__delitem__", {key})) return;
  Arg at = of != nullptr && of->kind == PyKind::dict ? Arg() : to_arg(e, key);
  if (of != nullptr && of->kind == PyKind::dict) {
    for (std::size_t i = 0; i + 1 < of->items.size(); i += 2) {
      if (!equals(of->items[i], key)) continue;
      auto from = of->items.begin() + static_cast<std::ptrdiff_t>(i);
      of->items.erase(from, from + 2);
      of->at = i / 2;
      note_loss(e, *of);
      drop_shown(e, *of, key);
      return;
    }
    fail_as(e, "KeyError", text_of(e, key, true), "delete what is there");
  }
  if (is_no_list(object))
    fail_as(
        e, "TypeError", cat({"'", of->name, "' object doesn't support item deletion"}), "make a list of it: list(...)");
  if (of != nullptr && of->kind == PyKind::list && at.is_integer() && at.fits_int64()) {
    if (!host_.generators_are_lazy()) refuse_in_dynamo(e, "call_method ListVariable __delitem__");
    auto count = static_cast<std::int64_t>(of->items.size());
    std::int64_t place = at.as_int() < 0 ? at.as_int() + count : at.as_int();
    if (place < 0 || place >= count)
      fail_as(e, "IndexError", "list assignment index out of range", "delete what is there");
    of->items.erase(of->items.begin() + static_cast<std::ptrdiff_t>(place));
    note_change(e, *of);
    return;
  }
  if (of != nullptr && of->kind == PyKind::list && at.kind() == ArgKind::slice) {
    if (!host_.generators_are_lazy()) refuse_in_dynamo(e, "call_method ListVariable __delitem__ of a slice");
    constexpr std::size_t kMovedInAStep = 64;
    add_steps(of->items.size() / kMovedInAStep);
    count_step(e.begin);
    std::vector<std::size_t> places = places_of_slice(e, at, of->items.size());
    std::sort(places.begin(), places.end());
    PyValues kept;
    for (std::size_t i = 0, next = 0; i < of->items.size(); ++i) {
      if (next < places.size() && places[next] == i)
        ++next;
      else
        kept.push_back(of->items[i]);
    }
    of->items = std::move(kept);
    note_change(e, *of);
    return;
  }
  host_.delete_item(e, object, at);
}

// a, *rest, b = ...: the name with the star gets what the others leave.
void PythonInterpreter::assign_rest(const PyExpr& e, std::size_t star, PyValues parts) {
  if (parts.size() + 1 < e.kids.size())
    fail_as(e,
            "ValueError",
            cat({"not enough values to unpack (expected at least ",
                 std::to_string(e.kids.size() - 1),
                 ", got ",
                 std::to_string(parts.size()),
                 ")"}),
            "give it as many as there are names");
  std::size_t behind = e.kids.size() - star - 1, end = parts.size() - behind;
  for (std::size_t i = 0; i < star; ++i) assign(e.kids[i], parts[i]);
  assign(expr(e.kids[star]).kids[0],
         make_list(PyKind::list,
                   PyValues(parts.begin() + static_cast<std::ptrdiff_t>(star),
                            parts.begin() + static_cast<std::ptrdiff_t>(end))));
  for (std::size_t i = 0; i < behind; ++i) assign(e.kids[star + 1 + i], parts[end + i]);
}

// A tuple is taken apart; names, and what a subscript or an attribute names, are set.
void PythonInterpreter::assign(int target, const PyValue& value) {
  const PyExpr& e = expr(target);
  switch (e.kind) {
    case PyExprKind::name:
      host_.name_assigned(e.text, value);
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
        fail_as(e,
                "ValueError",
                cat({parts.size() > e.kids.size() ? "too many values to unpack (expected "
                                                  : "not enough values to unpack (expected ",
                     std::to_string(e.kids.size()),
                     parts.size() > e.kids.size() ? ")" : cat({", got ", std::to_string(parts.size()), ")"})}),
                "give it as many as there are names");
      }
      for (std::size_t i = 0; i < parts.size(); ++i) assign(e.kids[i], parts[i]);
      return;
    }
    default: fail(e, "this cannot be assigned to", "assign to a name");
  }
}

PyObject* PythonInterpreter::make_context(std::string path, PyValues args, PyNamedValues kwargs) {
  PyObject* out = make(PyKind::context);
  out->name = std::move(path);
  out->items = std::move(args);
  out->kwargs = std::move(kwargs);
  return out;
}

}  // namespace seesaw
