#include "core/engine/commands/operator_reference.h"

#include <string>

#include "core/base/cat.h"
#include "core/engine/commands/derivative_formula.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/schema.h"

namespace seesaw {

namespace {

// "torch.ops.aten.add.Tensor" is overload Tensor of add in torch.ops.aten; other paths have no overload.
struct PathParts {
  std::string_view space, name, overload;

  explicit PathParts(std::string_view path) {
    constexpr std::string_view kOps = "torch.ops.";
    std::string_view rest = path.starts_with(kOps) ? path.substr(kOps.size()) : path;
    std::size_t first = rest.find('.'), last = rest.rfind('.');
    if (path.starts_with(kOps) && first != last) {
      overload = rest.substr(last + 1);
      name = rest.substr(first + 1, last - first - 1);
    } else {
      name = path.substr(path.rfind('.') + 1);
    }
    std::size_t before = path.size() - name.size() - (overload.empty() ? 0 : overload.size() + 1);
    space = path.substr(0, before == 0 ? 0 : before - 1);
  }
};

void write_traits(JsonWriter& json, const OpDef& def, const OpDef& head) {
  json.key("traits").array();
  auto trait = [&](bool has, std::string_view name) {
    if (has) json.value(name);
  };
  trait(def.run.composite, "composite");
  trait(def.run.view, "view");
  trait(def.run.multi_view, "multi_view");
  trait(is_mutable_op(def.path, &head), "mutates");
  trait(head.fx.side_effect, "side_effect");
  trait(def.fx.region_state, "region_state");
  trait(def.fx.graph_args != 0, "higher_order");
  json.end();
}

// Its other spelling: the form that writes to its first argument.
void write_aliases(JsonWriter& json, const OpDef& def) {
  json.key("aliases").array();
  if (def.forms.inplace) json.value(std::string_view(inplace_path(def)));
  json.end();
}

void write_autocast(JsonWriter& json, const OpDef& def) {
  constexpr std::string_view names[] = {"none", "lower", "full", "widest"};
  if (def.run.autocast != Autocast::none) json.member("autocast", names[static_cast<int>(def.run.autocast)]);
}

void write_formula_of(JsonWriter& json, const OpDef& def) {
  std::optional<DerivativeFormula> found = derivative_formula(def);
  if (!found || found->gradients.empty()) return;
  json.key("formula");
  write_formula(json, *found);
}

// An overload without a doc takes that of another one; the doc of a Python operator is its notation.
std::string doc_of(const OpDef& def) {
  if (!def.doc.empty()) return std::string(def.doc);
  std::string_view sign = def.python.syntax.token;
  switch (def.python.syntax.form) {
    case PythonForm::call: break;
    case PythonForm::prefix: return cat({sign, "a"});
    case PythonForm::infix:
    case PythonForm::inplace: return cat({"a ", sign, " b"});
    case PythonForm::index: return "a[b]";
    case PythonForm::setitem: return "a[b] = c";
  }
  for (const OpDef* other : overloads_of(def.path.substr(0, def.path.rfind('.')))) {
    if (!other->doc.empty()) return std::string(other->doc);
  }
  return {};
}

void write_head(JsonWriter& json, const OpDef& def) {
  constexpr std::string_view forms[] = {"call", "prefix", "infix", "index", "inplace", "setitem"};
  // A record with only a rule completes one of the graph side.
  const OpDef* graph_side = find_op(def.path);
  const OpDef& head = def.schema.empty() && graph_side != nullptr ? *graph_side : def;
  json.object().member("path", def.path);
  if (!head.schema.empty()) json.member("schema", head.schema);
  json.member("doc", std::string_view(doc_of(def)));
  if (graph_side != nullptr && graph_side->fx.side_effect) json.member("sideEffect", true);
  if (def.python.syntax.form != PythonForm::call)
    json.key("python")
        .array()
        .value(forms[static_cast<int>(def.python.syntax.form)])
        .value(def.python.syntax.token)
        .end();
  write_traits(json, def, head);
}

void write_operator(JsonWriter& json, const OpDef& def, bool formulas) {
  PathParts parts(def.path);
  write_head(json, def);
  json.member("namespace", parts.space).member("name", parts.name);
  if (!parts.overload.empty()) json.member("overload", parts.overload);
  write_aliases(json, def);
  write_autocast(json, def);
  json.member("kernel", def.run.kernel != nullptr);
  json.member("shapeRule", def.run.meta != nullptr || def.run.fake != nullptr || def.run.composite);
  json.member("derivative", def.grad.vjp != nullptr || (def.run.composite && def.run.kernel != nullptr));
  if (!def.grad.node.empty()) json.member("gradFn", def.grad.node);
  if (formulas) write_formula_of(json, def);
  json.end();
}

std::string all_operators(bool formulas) {
  JsonWriter all;
  all.array();
  each_record([&](const OpDef& def) {
    if (find_record(def.path) == &def) write_operator(all, def, formulas);
  });
  all.end();
  std::string text = all.take();
  return text.substr(1, text.size() - 2);
}

}  // namespace

void write_operator_reference(JsonWriter& json, bool formulas) {
  // The records never change, and a page requests them often.
  static std::string kept[2];
  std::string& items = kept[formulas ? 1 : 0];
  if (items.empty()) items = all_operators(formulas);
  json.raw(items);
}

}  // namespace seesaw
