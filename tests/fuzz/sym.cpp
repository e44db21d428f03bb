// A letter, then a text in one of the small languages: `e` a symbolic expression, `c` the constructor form of archives,
// `a` an annotation, `s` a schema, `t` a tree spec, `n` a number.
#include "core/engine/tensor/sym.h"
#include "core/base/number.h"
#include "core/engine/archive/sym_text.h"
#include "core/engine/ops/table/schema.h"
#include "core/engine/passes/export/tree_spec.h"
#include "core/graph/text/annotation.h"
#include "tests/fuzz/targets.h"

namespace seesaw::fuzz {

namespace {

// What is printed is read again, to the same print.
void expression(std::string_view text) {
  SymTable table;
  SymScope scope(&table);
  table.symbol("s0", 6);
  table.symbol("s1", 3);
  std::optional<std::int64_t> value = table.read(text);
  if (!value || !is_sym(*value)) return;
  table.hint(*value);
  table.representative(*value);
  table.operation(*value);
  std::string printed = table.text(*value);
  // What a sum of floats with 15 digits is depends on the order of adding them.
  std::optional<std::int64_t> again = table.read(printed);
  require(again.has_value(), "a printed expression is not read", printed);
  require((is_sym(*again) ? table.text(*again) : std::to_string(*again)) == printed,
          "a printed expression reads otherwise",
          printed);
}

void annotation(std::string_view text) {
  Context context;
  Arg value = read_annotation(context, text);
  if (value.kind() == ArgKind::tensor_meta)
    require(value.as_tensor_meta()->dtype != nullptr, "a tensor without a dtype");
}

void run(char kind, std::string_view text) {
  switch (kind) {
    case 'e': return expression(text);
    case 'c': return void(sym_text(text));
    case 'a': return annotation(text);
    case 's': {
      for (const SchemaParameter& parameter : read_schema(text).parameters) default_value(parameter);
      return;
    }
    case 't': return void(read_tree_spec(text).is_args_kwargs());
    default: parse_int(text); parse_float(text);
  }
}

}  // namespace

void sym(std::string_view input) {
  if (input.empty()) return;
  text_or_nothing([&] { return run(input[0], input.substr(1)), std::string(); });
}

}  // namespace seesaw::fuzz
