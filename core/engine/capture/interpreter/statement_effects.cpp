#include "core/engine/capture/interpreter/statement_effects.h"

#include <algorithm>
#include <iterator>
#include <span>
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
  add_statements({&statement});
}

// A function's own names are its parameters, and what the body assigns without saying that it is of the file.
StatementEffects::StatementEffects(PythonSource& source, const Function& function)
    : source_(source), of_function_(true) {
  try {
    std::vector<const Stmt*> body;
    for (const Stmt& statement : source.body(function)) body.push_back(&statement);
    add_statements(body);
    for (const Parameter& parameter : function.parameters) own_.insert(parameter.name);
    for (const std::string& name : assigned_) {
      if (!function.globals.contains(name)) own_.insert(name);
    }
  } catch (const Error&) {  // it is outside of the subset
    writes_objects_ = true;
  }
  for (Names* names : {&assigned_, &written_, &passed_}) std::erase_if(*names, [&](auto& one) { return is_own(one); });
}

void StatementEffects::add(const StatementEffects& other) {
  assigned_.insert(other.assigned_.begin(), other.assigned_.end());
  written_.insert(other.written_.begin(), other.written_.end());
  passed_.insert(other.passed_.begin(), other.passed_.end());
  attributes_.insert(other.attributes_.begin(), other.attributes_.end());
  called_.insert(other.called_.begin(), other.called_.end());
  writes_objects_ = writes_objects_ || other.writes_objects_;
}

std::size_t StatementEffects::size() const {
  return assigned_.size() + written_.size() + passed_.size() + attributes_.size() + called_.size();
}

void StatementEffects::add_statements(std::vector<const Stmt*> open) {
  while (!open.empty()) {
    const Stmt& statement = *open.back();
    open.pop_back();
    bool stores = statement.kind == StmtKind::assign || statement.kind == StmtKind::augmented ||
                  statement.kind == StmtKind::loop || statement.kind == StmtKind::forget;
    for (int target : statement.targets) {
      if (stores) add_target(target);
    }
    for (int name : statement.names) {
      if (name >= 0) add_target(name);
    }
    if (statement.kind == StmtKind::define || statement.kind == StmtKind::import) {
      assigned_.insert(statement.name);
    }
    std::vector<int> values = statement.targets;
    if (statement.value >= 0) values.push_back(statement.value);
    add_expressions(std::move(values));
    for (const auto* block : {&statement.body, &statement.other, &statement.handlers}) {
      for (const Stmt& inner : *block) open.push_back(&inner);
    }
  }
}

void StatementEffects::add_target(int index) {
  std::vector<int> open = {index};
  while (!open.empty()) {
    const PyExpr& e = source_.expr(open.back());
    int at = open.back();
    open.pop_back();
    if (e.kind == PyExprKind::name) {
      assigned_.insert(e.text);
    } else if (e.kind == PyExprKind::tuple || e.kind == PyExprKind::list || e.kind == PyExprKind::unary) {
      open.insert(open.end(), e.kids.begin(), e.kids.end());
    } else if (e.kind == PyExprKind::attribute || e.kind == PyExprKind::subscript) {
      write_to(at);
    }
  }
}

// The object of an attribute or subscript that gets a value.
void StatementEffects::write_to(int index) {
  const PyExpr* e = &source_.expr(index);
  if (e->kind == PyExprKind::attribute && is_one_of(kTensorParts, e->text)) return;
  if (std::string path = dotted_path(source_, *e); e->kind == PyExprKind::attribute && !path.empty())
    attributes_.insert(std::move(path));
  writes_objects_ = writes_objects_ || of_function_;
  while (e->kind == PyExprKind::attribute || e->kind == PyExprKind::subscript) e = &source_.expr(e->kids[0]);
  if (e->kind == PyExprKind::name) written_.insert(e->text);
}

void StatementEffects::add_expressions(std::vector<int> open) {
  while (!open.empty()) {
    if (open.back() < 0) {
      open.pop_back();
      continue;
    }
    const PyExpr& e = source_.expr(open.back());
    open.pop_back();
    if (e.kind == PyExprKind::call) add_call(e);
    if (e.kind == PyExprKind::named) assigned_.insert(e.text);
    open.insert(open.end(), e.kids.begin(), e.kids.end());
  }
}

void StatementEffects::add_call(const PyExpr& call) {
  const PyExpr& callee = source_.expr(call.kids[0]);
  std::string path = dotted_path(source_, callee);
  bool setter = path == "setattr" || path == "delattr";
  bool method = callee.kind == PyExprKind::attribute;
  if (method && !is_one_of(kReadingMethods, callee.text)) {
    const PyExpr* root = &callee;
    while (!root->kids.empty() && root->kind != PyExprKind::call) root = &source_.expr(root->kids[0]);
    if (root->kind == PyExprKind::name) written_.insert(root->text);
  }
  bool builds = setter || (method && is_one_of(kBuilding, callee.text));
  writes_objects_ = writes_objects_ || (builds && of_function_);
  if (path.empty() || is_one_of(kReading, path)) return;
  called_.insert(path);
  for (std::size_t i = 1; i < call.kids.size(); ++i) {
    const PyExpr* given = &source_.expr(call.kids[i]);
    while (given->kind == PyExprKind::attribute || given->kind == PyExprKind::subscript)
      given = &source_.expr(given->kids[0]);
    if (given->kind != PyExprKind::name) continue;
    (setter && i == 1 ? written_ : passed_).insert(given->text);
  }
}

const StatementEffects* FileEffects::of_function(const std::string& name) {
  auto [found, is_new] = functions_.try_emplace(name);
  if (!is_new) return found->second ? &*found->second : nullptr;
  const PythonSource::Global* global = source_.find(name);
  if (global == nullptr || global->kind != PythonSource::Global::Kind::function) return nullptr;
  return &found->second.emplace(source_, source_.function(static_cast<int>(global->index)));
}

std::optional<StatementEffects> FileEffects::of(const Stmt& statement) {
  StatementEffects out(source_, statement);
  StatementEffects::Names seen = out.called();
  std::vector<std::string> open(seen.begin(), seen.end());
  while (!open.empty()) {
    const StatementEffects* function = of_function(open.back());
    open.pop_back();
    if (function == nullptr) continue;
    names_ += 1 + function->size();
    if (names_ > kMostNames) return std::nullopt;
    out.add(*function);
    for (const std::string& name : function->called()) {
      if (seen.insert(name).second) open.push_back(name);
    }
  }
  return out;
}

}  // namespace seesaw
