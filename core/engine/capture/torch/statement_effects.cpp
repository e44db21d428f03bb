#include "core/engine/capture/torch/statement_effects.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/base/diagnostic.h"

namespace seesaw {

namespace {

// Functions that change nothing that they are given, and methods of containers and modules that do not.
constexpr std::string_view kReading[] = {
    "abs",   "all",  "any",        "bool", "dict",   "enumerate", "float", "format", "getattr", "hasattr",
    "id",    "int",  "isinstance", "iter", "len",    "list",      "map",   "max",    "min",     "print",
    "range", "repr", "round",      "set",  "sorted", "str",       "sum",   "tuple",  "type",    "zip"};
constexpr std::string_view kReadingMethods[] = {"buffers",
                                                "children",
                                                "copy",
                                                "count",
                                                "get",
                                                "index",
                                                "items",
                                                "keys",
                                                "modules",
                                                "named_buffers",
                                                "named_children",
                                                "named_modules",
                                                "named_parameters",
                                                "parameters",
                                                "state_dict",
                                                "values"};
// Methods that give a module another part.
constexpr std::string_view kBuilding[] = {"__setattr__",
                                          "add_module",
                                          "append",
                                          "extend",
                                          "insert",
                                          "register_buffer",
                                          "register_module",
                                          "register_parameter"};
// Attributes of tensors: what is in them is no part of a graph.
constexpr std::string_view kTensorParts[] = {"data", "grad", "requires_grad"};

bool is_one_of(std::span<const std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::string dotted_path(const PythonSource& source, const PyExpr& e) {
  std::string path;
  const PyExpr* one = &e;
  for (; one->kind == PyExprKind::attribute; one = &source.expr(one->kids[0])) path.insert(0, "." + one->text);
  return one->kind == PyExprKind::name ? one->text + path : std::string();
}

StatementEffects::StatementEffects(PythonSource& source, const Stmt& statement) : source_(source) {
  add_statements({}, {&statement});
  follow_functions();
}

void StatementEffects::follow_functions() {
  while (!waiting_.empty()) {
    const Function& function = *waiting_.back();
    waiting_.pop_back();
    try {
      std::vector<const Stmt*> open;
      for (const Stmt& statement : source_.body(function)) open.push_back(&statement);
      add_statements({&function, names_of(source_, function)}, std::move(open));
    } catch (const Error&) {  // it is outside of the subset
      writes_objects_ = true;
    }
  }
}

// Parameters, and what the body assigns without saying that it is of the file.
StatementEffects::Names StatementEffects::names_of(PythonSource& source, const Function& function) {
  Names own;
  for (const Parameter& parameter : function.parameters) own.insert(parameter.name);
  std::vector<const Stmt*> open;
  for (const Stmt& statement : source.body(function)) open.push_back(&statement);
  StatementEffects inner(source, {});
  inner.add_statements({}, std::move(open));
  for (const std::string& name : inner.assigned_) {
    if (!function.globals.contains(name)) own.insert(name);
  }
  return own;
}

void StatementEffects::add_statements(const Place& place, std::vector<const Stmt*> open) {
  while (!open.empty()) {
    const Stmt& statement = *open.back();
    open.pop_back();
    bool stores = statement.kind == StmtKind::assign || statement.kind == StmtKind::augmented ||
                  statement.kind == StmtKind::loop || statement.kind == StmtKind::forget;
    for (int target : statement.targets) {
      if (stores) add_target(place, target);
    }
    for (int name : statement.names) {
      if (name >= 0) add_target(place, name);
    }
    if (statement.kind == StmtKind::define || statement.kind == StmtKind::import) {
      if (!place.own.contains(statement.name)) assigned_.insert(statement.name);
    }
    std::vector<int> values = statement.targets;
    if (statement.value >= 0) values.push_back(statement.value);
    add_expressions(place, std::move(values));
    for (const auto* block : {&statement.body, &statement.other, &statement.handlers}) {
      for (const Stmt& inner : *block) open.push_back(&inner);
    }
  }
}

void StatementEffects::add_target(const Place& place, int index) {
  std::vector<int> open = {index};
  while (!open.empty()) {
    const PyExpr& e = source_.expr(open.back());
    int at = open.back();
    open.pop_back();
    if (e.kind == PyExprKind::name) {
      if (!place.own.contains(e.text)) assigned_.insert(e.text);
    } else if (e.kind == PyExprKind::tuple || e.kind == PyExprKind::list || e.kind == PyExprKind::unary) {
      open.insert(open.end(), e.kids.begin(), e.kids.end());
    } else if (e.kind == PyExprKind::attribute || e.kind == PyExprKind::subscript) {
      write_to(place, at);
    }
  }
}

// The object of an attribute or subscript that gets a value.
void StatementEffects::write_to(const Place& place, int index) {
  const PyExpr* e = &source_.expr(index);
  if (e->kind == PyExprKind::attribute && is_one_of(kTensorParts, e->text)) return;
  if (std::string path = dotted_path(source_, *e); e->kind == PyExprKind::attribute && !path.empty())
    attributes_.insert(std::move(path));
  writes_objects_ = writes_objects_ || place.function != nullptr;
  while (e->kind == PyExprKind::attribute || e->kind == PyExprKind::subscript) e = &source_.expr(e->kids[0]);
  if (e->kind == PyExprKind::name && !place.own.contains(e->text)) written_.insert(e->text);
}

void StatementEffects::add_expressions(const Place& place, std::vector<int> open) {
  while (!open.empty()) {
    if (open.back() < 0) {
      open.pop_back();
      continue;
    }
    const PyExpr& e = source_.expr(open.back());
    open.pop_back();
    if (e.kind == PyExprKind::call) add_call(place, e);
    if (e.kind == PyExprKind::named && !place.own.contains(e.text)) assigned_.insert(e.text);
    open.insert(open.end(), e.kids.begin(), e.kids.end());
  }
}

void StatementEffects::add_call(const Place& place, const PyExpr& call) {
  const PyExpr& callee = source_.expr(call.kids[0]);
  std::string path = dotted_path(source_, callee);
  bool setter = path == "setattr" || path == "delattr";
  bool method = callee.kind == PyExprKind::attribute;
  if (method && !is_one_of(kReadingMethods, callee.text)) {
    const PyExpr* root = &callee;
    while (!root->kids.empty() && root->kind != PyExprKind::call) root = &source_.expr(root->kids[0]);
    if (root->kind == PyExprKind::name && !place.own.contains(root->text)) written_.insert(root->text);
  }
  bool builds = setter || (method && is_one_of(kBuilding, callee.text));
  writes_objects_ = writes_objects_ || (builds && place.function != nullptr);
  if (path.empty() || is_one_of(kReading, path)) return;
  called_.insert(path);
  const PythonSource::Global* global = source_.find(path);
  bool function = global != nullptr && global->kind == PythonSource::Global::Kind::function;
  if (function && followed_.insert(path).second) waiting_.push_back(&source_.function(static_cast<int>(global->index)));
  for (std::size_t i = 1; i < call.kids.size(); ++i) {
    const PyExpr* given = &source_.expr(call.kids[i]);
    while (given->kind == PyExprKind::attribute || given->kind == PyExprKind::subscript)
      given = &source_.expr(given->kids[0]);
    if (given->kind != PyExprKind::name || place.own.contains(given->text)) continue;
    (setter && i == 1 ? written_ : passed_).insert(given->text);
  }
}

}  // namespace seesaw
