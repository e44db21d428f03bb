// Dtype and shape of every value from those of the inputs: torch.fx.passes.shape_prop.ShapeProp and
// fake_tensor_prop.FakeTensorProp.
#include <engine_records_passes.h>
#include "core/engine/passes/retrace/export_pass.h"
#include "core/graph/dialect/engine_novelty.h"

namespace seesaw {

namespace {

constexpr PassOption kOptions[] = {
    {"overwrite", OptionType::boolean, "false", "Compute values that are known already too."}};

bool has_value(const Context& context, const Node* node) { return node->find_meta(context.keys.val) != nullptr; }

bool continues_name(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// The symbols in the text of an assertion: "... for expression u0 >= 0 on node 'ge'".
void learn_asserted(SymTable& symbols, std::string_view text) {
  std::size_t at = 0;
  while ((at = text.find('u', at)) != std::string_view::npos) {
    std::size_t end = at + 1;
    while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
    bool whole = (at == 0 || !continues_name(text[at - 1])) && (end == text.size() || !continues_name(text[end]));
    if (end > at + 1 && whole) symbols.read(text.substr(at, end - at));
    at = end;
  }
}

// PyTorch 2.6 counts on from the symbols that the program has.
void learn_assertions(FakeValues& values, const Program& program) {
  for (const Module::Located& located : program.root->modules()) {
    if (!located.module->has_graph()) continue;
    for (const Node* node : located.module->graph()) {
      bool asserts = node->calls("torch.ops.aten._assert_scalar.default") && node->args().size() == 2 &&
                     node->args()[1].is_string();
      if (asserts) learn_asserted(values.symbols(), node->args()[1].text());
    }
  }
}

bool run(Program& program, PassContext& pass) {
  Context& context = *program.context;
  FakeValues values(context);
  values.learn(program);
  // A program of which nothing tells the version is worked out by itself, as for a comparison with what it had.
  bool older = context.dialect.older() != 0 && !has(context.dialect, EngineNovelty::known_sizes);
  if (older) learn_assertions(values, program);
  FakeCaller caller(values);
  bool overwrite = pass.flag("overwrite"), changed = false;
  caller.on_value = [&](Node* node, const Arg& value) {
    if (node->op() == Opcode::output || node->op() == Opcode::get_attr) return;
    if (has_value(context, node) && !overwrite) return;
    bool module_only = node->op() == Opcode::placeholder && value.is_none();
    if (module_only) return;
    const Meta* before = node->meta();
    node->set_meta(context.keys.val, value);
    if (value.kind() == ArgKind::tensor_meta) node->set_meta(context.keys.tensor_meta, value);
    changed = changed || node->meta() != before;
  };
  std::vector<Arg> inputs = ExportPass(context).inputs(*program.root);
  caller.run(*program.root, inputs);
  return changed;
}

}  // namespace

constinit const PassDef pass::shape_prop{
    .name = "shape_prop",
    .order = 20,
    .summary = "Work out dtype and shape of every value from those of the inputs.",
    .doc = R"(    def forward(self, x: "f32[s0, 3]", w: "f32[4, 3]"):
        t = torch.ops.aten.t.default(w)
        mm = torch.ops.aten.mm.default(x, t)
becomes
    def forward(self, x: "f32[s0, 3]", w: "f32[4, 3]"):
        t: "f32[3, 4]" = torch.ops.aten.t.default(w)
        mm: "f32[s0, 4]" = torch.ops.aten.mm.default(x, t)

By the operators' shape rules, through the graphs of higher-order operators as well; symbolic sizes are computed with.
Inputs need an annotation. An operator without a shape rule keeps the value it has. What does not fit is refused with
PyTorch's words.)",
    .options = kOptions,
    .run = run,
};

}  // namespace seesaw
