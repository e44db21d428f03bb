// core/graph/ir/signature.h: specs of every kind, their text, renaming, and the replace hook. Facts are those of
// PyTorch 2.6.0 (oracle/facts.json: signature).
#include "core/graph/ir/signature.h"
#include "core/graph/passes/pass_manager.h"
#include "core/graph/text/print_json.h"
#include "tests/core/helpers.h"

using namespace seesaw;
using namespace seesaw::test;

namespace {

using Type = ArgumentSpec::Type;

InputSpec input(InputKind kind,
                Type type,
                std::string name,
                std::optional<std::string> target = std::nullopt,
                std::optional<bool> persistent = std::nullopt,
                Arg value = {}) {
  return {kind, {type, std::move(name), value, {}}, std::move(target), persistent};
}

OutputSpec output(
    OutputKind kind, Type type, std::string name, std::optional<std::string> target = std::nullopt, Arg value = {}) {
  return {kind, {type, std::move(name), value, {}}, std::move(target)};
}

Signature every_kind(Context& context) {
  Signature s;
  s.input_specs = {input(InputKind::parameter, Type::tensor, "p_w", "w"),
                   input(InputKind::buffer, Type::tensor, "b_b", "b", true),
                   input(InputKind::buffer, Type::tensor, "b_c", "c", false),
                   input(InputKind::constant_tensor, Type::tensor, "c_k", "k"),
                   input(InputKind::custom_obj, Type::custom_obj, "obj", "o"),
                   input(InputKind::token, Type::token, "token"),
                   input(InputKind::user_input, Type::tensor, "x"),
                   input(InputKind::user_input, Type::sym_int, "n"),
                   input(InputKind::user_input, Type::sym_bool, "q"),
                   input(InputKind::user_input, Type::constant, "k", {}, {}, context.integer(3)),
                   input(InputKind::user_input, Type::constant, "m", {}, {}, context.string("it's")),
                   input(InputKind::user_input, Type::constant, "none")};
  s.input_specs[4].arg.class_fqn = "__torch__.Foo";
  s.output_specs = {output(OutputKind::token, Type::token, "token_1"),
                    output(OutputKind::buffer_mutation, Type::tensor, "add", "b"),
                    output(OutputKind::user_input_mutation, Type::tensor, "x", "x"),
                    output(OutputKind::user_output, Type::tensor, "add"),
                    output(OutputKind::loss_output, Type::tensor, "loss"),
                    output(OutputKind::gradient_to_parameter, Type::tensor, "g", "w"),
                    output(OutputKind::gradient_to_user_input, Type::tensor, "h", "x"),
                    output(OutputKind::user_output, Type::constant, "x", {}, context.floating(1.5))};
  return s;
}

std::string expected(std::string x, std::string add) {
  return "ExportGraphSignature(input_specs=[InputSpec(kind=<InputKind.PARAMETER: 2>, arg=TensorArgument(name='p_w'), "
         "target='w', persistent=None), "
         "InputSpec(kind=<InputKind.BUFFER: 3>, arg=TensorArgument(name='b_b'), target='b', persistent=True), "
         "InputSpec(kind=<InputKind.BUFFER: 3>, arg=TensorArgument(name='b_c'), target='c', persistent=False), "
         "InputSpec(kind=<InputKind.CONSTANT_TENSOR: 4>, arg=TensorArgument(name='c_k'), target='k', persistent=None), "
         "InputSpec(kind=<InputKind.CUSTOM_OBJ: 5>, arg=CustomObjArgument(name='obj', class_fqn='__torch__.Foo', "
         "fake_val=None), target='o', persistent=None), "
         "InputSpec(kind=<InputKind.TOKEN: 6>, arg=TokenArgument(name='token'), target=None, persistent=None), "
         "InputSpec(kind=<InputKind.USER_INPUT: 1>, arg=TensorArgument(name='" +
         x +
         "'), target=None, persistent=None), "
         "InputSpec(kind=<InputKind.USER_INPUT: 1>, arg=SymIntArgument(name='n'), target=None, persistent=None), "
         "InputSpec(kind=<InputKind.USER_INPUT: 1>, arg=SymBoolArgument(name='q'), target=None, persistent=None), "
         "InputSpec(kind=<InputKind.USER_INPUT: 1>, arg=ConstantArgument(name='k', value=3), target=None, "
         "persistent=None), "
         "InputSpec(kind=<InputKind.USER_INPUT: 1>, arg=ConstantArgument(name='m', value=\"it's\"), target=None, "
         "persistent=None), "
         "InputSpec(kind=<InputKind.USER_INPUT: 1>, arg=ConstantArgument(name='none', value=None), target=None, "
         "persistent=None)], "
         "output_specs=[OutputSpec(kind=<OutputKind.TOKEN: 7>, arg=TokenArgument(name='token_1'), target=None), "
         "OutputSpec(kind=<OutputKind.BUFFER_MUTATION: 3>, arg=TensorArgument(name='" +
         add +
         "'), target='b'), "
         "OutputSpec(kind=<OutputKind.USER_INPUT_MUTATION: 6>, arg=TensorArgument(name='" +
         x +
         "'), target='x'), "
         "OutputSpec(kind=<OutputKind.USER_OUTPUT: 1>, arg=TensorArgument(name='" +
         add +
         "'), target=None), "
         "OutputSpec(kind=<OutputKind.LOSS_OUTPUT: 2>, arg=TensorArgument(name='loss'), target=None), "
         "OutputSpec(kind=<OutputKind.GRADIENT_TO_PARAMETER: 4>, arg=TensorArgument(name='g'), target='w'), "
         "OutputSpec(kind=<OutputKind.GRADIENT_TO_USER_INPUT: 5>, arg=TensorArgument(name='h'), target='x'), "
         "OutputSpec(kind=<OutputKind.USER_OUTPUT: 1>, arg=ConstantArgument(name='x', value=1.5), target=None)])";
}

}  // namespace

TEST_CASE("signature: repr with every kind, and replace_all_uses (facts: signature: repr, replaced)") {
  Context context;
  Signature signature = every_kind(context);
  CHECK(print_signature(signature) == expected("x", "add"));
  signature.replace_all_uses("add", "sub");
  signature.replace_all_uses("x", "renamed");
  CHECK(print_signature(signature) == expected("renamed", "sub"));
}

TEST_CASE("signature: names of kinds and types, both ways") {
  for (int i = 1; i <= 6; ++i)
    CHECK(find_input_kind(input_kind_name(static_cast<InputKind>(i))) == static_cast<InputKind>(i));
  for (int i = 1; i <= 7; ++i)
    CHECK(find_output_kind(output_kind_name(static_cast<OutputKind>(i))) == static_cast<OutputKind>(i));
  for (int i = 0; i <= 6; ++i)
    CHECK(find_argument_type(argument_type_name(static_cast<Type>(i))) == static_cast<Type>(i));
  CHECK_FALSE(find_input_kind("USER_OUTPUT"));
  CHECK_FALSE(find_output_kind(""));
  CHECK_FALSE(find_argument_type("Tensor"));
}

TEST_CASE("signature: every kind goes through str(ExportedProgram) and through JSON and comes back") {
  Program program;
  Context& context = *program.context;
  program.root = Module::make(context, "GraphModule", std::make_unique<Graph>(context));
  Graph& graph = program.root->graph();
  program.signature = every_kind(context);
  Node* x = nullptr;
  for (const InputSpec& spec : program.signature->input_specs) {
    Node* node = graph.placeholder(spec.arg.name, context.name(spec.arg.name));
    if (spec.arg.name == "x") x = node;
  }
  graph.output(graph.tuple({arg(x)}));
  program.range_constraints = {{"s0", "VR[2, int_oo]"}, {"s0 + 1", "VR[3, int_oo]"}};
  program.is_exported = true;
  std::string text = print_program(program);
  CHECK(text.rfind("ExportedProgram:\n    class GraphModule(torch.nn.Module):\n", 0) == 0);
  CHECK(text.find("\nGraph signature: " + expected("x", "add") +
                  "\nRange constraints: {s0: VR[2, int_oo], s0 + 1: VR[3, int_oo]}\n") != std::string::npos);
  Program again = test::read(text);
  CHECK(again.is_exported);
  CHECK(print_signature(*again.signature) == expected("x", "add"));
  CHECK(again.range_constraints == program.range_constraints);
  CHECK(print_program(again) == text);
  std::string json = print_json(program);
  Program from_json = read_json(json);
  CHECK(print_signature(*from_json.signature) == expected("x", "add"));
  CHECK(print_json(from_json) == json);
}

TEST_CASE("signature: the replace hook renames while the output is a user (fact: signature: hook)") {
  ModuleFixture f;
  Node* x = f.graph.placeholder("x");
  Node* a = f.call("operator.add", {arg(x), f.context.integer(1)});
  Node* b = f.call("operator.mul", {arg(a), arg(x)});
  Node* out = f.graph.output(f.graph.tuple({arg(b), arg(a)}));
  Signature signature;
  signature.input_specs = {input(InputKind::user_input, Type::tensor, "x")};
  signature.output_specs = {output(OutputKind::user_output, Type::tensor, "mul"),
                            output(OutputKind::user_output, Type::tensor, "add")};
  auto outputs = [&] { return signature.output_specs[0].arg.name + " " + signature.output_specs[1].arg.name; };
  SignatureRenamer renamer(signature);
  f.module->replace_hooks.push_back(renamer.hook());
  Node* n = nullptr;
  {
    InsertPoint here = f.graph.inserting_before(out);
    n = f.call("operator.neg", {arg(x)});
  }
  a->replace_all_uses_with(n, [&](Node* user) { return user == b; });
  CHECK(outputs() == "mul add");
  a->replace_all_uses_with(n);
  CHECK(outputs() == "mul neg");
  n->rename(f.context.name("final"));
  b->set_name(f.context.name("direct"));
  CHECK(outputs() == "direct final");
  Arg both = f.graph.tuple({arg(x), arg(n)});
  out->set_args({&both, 1});
  x->rename(f.context.name("y"));
  CHECK(signature.input_specs[0].arg.name == "y");
  f.module->replace_hooks.pop_back();
  b->set_name(f.context.name("later"));
  CHECK(outputs() == "direct final");
}

TEST_CASE("SignatureRenamer: specs that came to share a name are renamed together; constants never") {
  Context context;
  Signature signature;
  signature.output_specs = {output(OutputKind::user_output, Type::tensor, "a"),
                            output(OutputKind::user_output, Type::tensor, "b"),
                            output(OutputKind::user_output, Type::constant, "a", {}, context.integer(1))};
  SignatureRenamer renamer(signature);
  renamer.rename("a", "b");
  renamer.rename("none", "c");
  renamer.rename("b", "b");
  renamer.rename("b", "c");
  CHECK(signature.output_specs[0].arg.name == "c");
  CHECK(signature.output_specs[1].arg.name == "c");
  CHECK(signature.output_specs[2].arg.name == "a");
}

TEST_CASE("signature: the newer form, a line a spec, is read and printed again") {
  std::string text =
      "ExportedProgram:\n    class GraphModule(torch.nn.Module):\n        def forward(self, p_w, b_b, x):\n"
      "            add = torch.ops.aten.add.Tensor(x, p_w);  x = p_w = None\n            return (add,)\n            \n"
      "Graph signature: \n    # inputs\n    p_w: PARAMETER target='w'\n    b_b: BUFFER target='b' persistent=True\n    "
      "x: USER_INPUT\n    \n    # outputs\n    add: USER_OUTPUT\n    \n"
      "Range constraints: {}\n";
  Program program = test::read(text);
  REQUIRE(program.signature);
  CHECK(program.signature->input_specs[1].persistent == true);
  CHECK(program.signature->input_specs[0].target == "w");
  CHECK(program.context->dialect.has(Novelty::signature_lines));
  CHECK(print_signature_lines(*program.signature) ==
        "\n# inputs\np_w: PARAMETER target='w'\nb_b: BUFFER target='b' persistent=True\nx: USER_INPUT\n\n# "
        "outputs\nadd: USER_OUTPUT\n");
  CHECK(print_as_read(program) == text);
}

namespace {

// Codes aside: "7:16 message" of each, for a program of one input x.
std::vector<std::string> findings(const std::string& inputs,
                                  const std::string& outputs,
                                  const std::string& constraints = "{}") {
  std::string head =
      "ExportedProgram:\n    class GraphModule(torch.nn.Module):\n        def forward(self, x):\n            return "
      "(x,)\n            \nGraph signature: ";
  std::vector<std::string> out;
  std::string text = head + "ExportGraphSignature(input_specs=[" + inputs + "], output_specs=[" + outputs +
                     "])\nRange constraints: " + constraints + "\n";
  for (const Diagnostic& d : diagnostics_of(text)) {
    CHECK(d.code == "signature");
    CHECK(d.place.line == (d.message.find("range") == std::string::npos ? 6 : 7));
    out.push_back((d.severity == Severity::error ? "error: " : "warning: ") + d.message);
  }
  return out;
}

const std::string kInput =
    "InputSpec(kind=<InputKind.USER_INPUT: 1>, arg=TensorArgument(name='x'), target=None, persistent=None)";
const std::string kOutput = "OutputSpec(kind=<OutputKind.USER_OUTPUT: 1>, arg=TensorArgument(name='x'), target=None)";

std::string without(const std::string& text, const std::string& part, const std::string& instead = {}) {
  std::size_t at = text.find(part);
  REQUIRE(at != std::string::npos);
  return std::string(text).replace(at, part.size(), instead);
}

}  // namespace

TEST_CASE("signature: nothing of a spec is dropped without a word") {
  using Found = std::vector<std::string>;
  CHECK(findings(kInput, kOutput, "{s0: VR[2, 5], s0 + 1: VR[3, 6]}").empty());
  CHECK(findings("foo, " + kInput, kOutput) == Found{"error: expected InputSpec(...)"});
  CHECK(findings("Other(a=1), " + kInput, kOutput) == Found{"error: expected InputSpec(...)"});
  CHECK(findings(kInput, kOutput + ", " + kInput) == Found{"error: expected OutputSpec(...)"});
  CHECK(findings(without(kInput, "name='x'"), kOutput).at(0) == "error: the field 'name' is missing");
  CHECK(findings(without(kInput, "'x'", "3"), kOutput).at(0) == "error: expected a string or None");
  CHECK(findings(without(kInput, "target=None", "target=3"), kOutput) == Found{"error: expected a string or None"});
  CHECK(findings(without(kInput, "persistent=None", "persistent=1"), kOutput) ==
        Found{"error: expected True, False or None"});
  CHECK(findings(without(kInput, "target=None", "tarket=None"), kOutput) ==
        Found{"error: unknown field 'tarket' of InputSpec"});
  CHECK(findings(without(kInput, "target=", ""), kOutput).at(0) ==
        "error: a positional argument after a keyword argument");
  CHECK(findings(kInput, without(kOutput, "arg=TensorArgument(name='x'), ")).at(0) ==
        "error: the field 'arg' is missing");
  CHECK(findings(kInput, kOutput + "], extra=[").at(0) == "error: unknown field 'extra' of ExportGraphSignature");
  CHECK(findings(kInput, kOutput, "{garbage, s1}") ==
        Found{"error: expected `symbol: range`, found 'garbage'", "error: expected `symbol: range`, found 's1'"});
  CHECK(findings(kInput, kOutput, "garbage") == Found{"error: expected `{symbol: range, ...}`"});
}

TEST_CASE("signature: one that does not fit the graph is reported on reading") {
  auto told = [](const std::vector<std::string>& found) {
    return found.size() == 1 ? found[0].substr(0, found[0].rfind(" is ")) : std::to_string(found.size());
  };
  const std::string fits = "warning: the signature does not fit the graph: ";
  CHECK(told(findings(without(kInput, "'x'", "'zzz'"), kOutput)) == fits + "the input 'zzz'");
  CHECK(told(findings(kInput + ", " + kInput, kOutput)) == fits + "the input 'x'");
  CHECK(told(findings("", kOutput)) == fits + "the input '(none)'");
  CHECK(told(findings(kInput, without(kOutput, "'x'", "'zzz'"))) == fits + "the output 'zzz'");
  CHECK(told(findings(kInput, "")) == fits + "the output '(none)'");
  CHECK(told(findings(kInput, kOutput + ", " + kOutput)) == fits + "the output 'x'");
}

TEST_CASE("signature: the newer form, too, drops nothing") {
  auto found = [](const std::string& line) {
    return diagnostics_of(
        "ExportedProgram:\n    class GraphModule(torch.nn.Module):\n        def forward(self, x):\n            return "
        "(x,)\n            \n"
        "Graph signature: \n    # inputs\n    " +
        line + "\n    \n    # outputs\n    x: USER_OUTPUT\n    \nRange constraints: {}\n");
  };
  CHECK(found("x: PARAMETER target='a.b' persistent=True").empty());
  for (const char* bad : {"x: USER_INPUT junk",
                          "x: USER_INPUT target='a' junk",
                          "x: USER_INPUT target='a",
                          "x: USER_INPUT target=a",
                          "x: USER_INPUT persistent=1"}) {
    CAPTURE(std::string(bad));
    REQUIRE(found(bad).size() == 1);
    CHECK(found(bad)[0].place.line == 8);
    CHECK(found(bad)[0].severity == Severity::error);
  }
}

TEST_CASE("signature: malformed ones are diagnostics with a place") {
  std::string head =
      "ExportedProgram:\n    class GraphModule(torch.nn.Module):\n        def forward(self, x):\n            return "
      "(x,)\n            \nGraph signature: ";
  for (const char* bad : {"ExportGraphSignature(input_specs=[InputSpec(kind=<InputKind.NOTHING: 1>, "
                          "arg=TensorArgument(name='x'), target=None, persistent=None)], output_specs=[])",
                          "ExportGraphSignature(input_specs=[",
                          "ExportGraphSignature(input_specs=[InputSpec(kind=1)], output_specs=[])",
                          "Nothing()",
                          "ExportGraphSignature(input_specs=[InputSpec(kind=<InputKind.USER_INPUT: 1>, "
                          "arg=Other(name='x'), target=None)], output_specs=[])"}) {
    CAPTURE(bad);
    std::vector<Diagnostic> found = diagnostics_of(head + bad + "\nRange constraints: {}\n");
    REQUIRE_FALSE(found.empty());
    CHECK(found[0].severity == Severity::error);
    CHECK(found[0].place.line >= 6);
  }
}

TEST_CASE("signature: a program without one is printed without, and a pass runs on what was printed") {
  Program program = test::read(
      "def forward(self, x):\n    a = torch.sin(x)\n    t = torch._C._set_grad_enabled(False)\n    return (a,)\n");
  std::string text = print_program(program);
  CHECK(text.find("Graph signature") == std::string::npos);
  Program again = test::read(text);
  CHECK(again.is_exported);
  CHECK_FALSE(again.signature);
  CHECK(print_program(again) == text);
  PipelineResult result = run_pipeline(again, {{"replace_set_grad_with_hop_pass", {}}}, {});
  CHECK(result.ok);
}
