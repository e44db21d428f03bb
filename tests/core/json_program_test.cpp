// core/graph/text/print_json.h, read.h: programs as JSON. What is written is read and written again; mistakes have a
// place.
#include <cmath>

#include "core/graph/passes/pass_manager.h"
#include "core/graph/text/print_json.h"
#include "tests/core/helpers.h"

using namespace seesaw;
using namespace seesaw::test;

namespace {

std::string with_nodes(const std::string& nodes, const std::string& more = "") {
  return "{\"format\": \"seesaw.program\", \"version\": 1, \"metas\": [[[\"val\", 1]]], \"modules\": [{\"class\": "
         "\"G\", \"nodes\": [" +
         nodes + "]" + more + "}]}";
}

const std::string kX = "{\"id\": 0, \"op\": \"placeholder\", \"name\": \"x\", \"target\": \"x\"}";

const std::string kNode = "{\"id\": 0, \"op\": \"placeholder\", \"name\": \"x\", \"target\": \"x\"";

}  // namespace

TEST_CASE("JSON: every kind of argument goes out and comes back") {
  Program program;
  Context& context = *program.context;
  program.root = Module::make(context, "G", std::make_unique<Graph>(context));
  Graph& graph = program.root->graph();
  Node* x = graph.placeholder("x");
  TensorMeta meta;
  meta.dtype = find_dtype("bfloat16");
  Dim dims[] = {{2, nullptr}, {0, context.symbolic(ArgKind::sym_int, "s0 + 1", true, 4).as_sym()}};
  meta.shape = dims;
  meta.stride = dims;
  meta.has_stride = meta.requires_grad = meta.is_parameter = meta.is_constant = meta.is_real = true;
  meta.device = context.intern("cuda:0");
  TensorConst tensor;
  tensor.dtype = context.intern("float32");
  tensor.shape = {dims, 1};
  tensor.text = context.intern("tensor([1., 2.])");
  Arg names[] = {context.string("a"), context.string("b")};
  std::vector<Arg> args = {Arg(),
                           Arg::boolean(true),
                           context.integer(-5),
                           context.integer("123456789012345678901234567890"),
                           context.floating(0.1),
                           context.floating(-0.0),
                           context.floating(HUGE_VAL),
                           Arg::symbol(ArgKind::complex, context.intern("(1+2j)")),
                           context.string("a\"b\\\n\xc3\xa9"),
                           Arg::symbol(ArgKind::dtype, context.intern("torch.float32")),
                           Arg::symbol(ArgKind::device, context.intern("cuda:0")),
                           Arg::symbol(ArgKind::memory_format, context.intern("torch.channels_last")),
                           Arg::symbol(ArgKind::layout, context.intern("torch.strided")),
                           context.symbolic(ArgKind::sym_int, "s0", true, 3),
                           context.symbolic(ArgKind::sym_float, "zf"),
                           context.symbolic(ArgKind::sym_bool, "s0 > 1"),
                           arg(x),
                           graph.list({arg(x), graph.list({})}),
                           graph.tuple({arg(x)}),
                           graph.container(ArgKind::dict, names),
                           Arg::ellipsis(),
                           Arg::pointer(ArgKind::callable, context.callable("torch.relu")),
                           context.tensor(tensor),
                           context.tensor_meta(meta),
                           Arg::symbol(ArgKind::text, context.intern("<object>"))};
  Arg three[] = {Arg(), arg(x), context.integer(2)};
  args.push_back(graph.container(ArgKind::slice, three));
  Arg range[] = {context.integer(0), context.integer(3), context.integer(1)};
  args.push_back(graph.container(ArgKind::range, range));
  Kwarg kwargs[] = {{context.intern("k"), context.string("v")}};
  Node* f = graph.call_function(context.callable("torch.f"), std::span<const Arg>(args), kwargs);
  f->set_meta(context.keys.val, context.tensor_meta(meta));
  f->set_meta(context.intern("own"), context.string("kept"));
  graph.output(graph.tuple({arg(f)}), context.intern("Tensor"));
  program.root->set_attribute(context.intern("w"), {Attribute::Kind::parameter, context.tensor_meta(meta), Symbol()});
  program.root->set_attribute(context.intern("o"), {Attribute::Kind::object, Arg(), context.intern("T")});
  program.root->set_extra_repr("n=1");

  std::string text = print_json(program);
  Program again = read_json(text);
  CHECK(print_json(again) == text);
  const Graph& copy = again.root->graph();
  CHECK(copy.str() == graph.str());
  Node* twin = node_named(copy, f->name_text());
  REQUIRE(twin->args().size() == args.size());
  for (std::size_t i = 0; i < args.size(); ++i) {
    CAPTURE(i);
    CHECK(twin->args()[i].kind() == f->args()[i].kind());
  }
  CHECK(twin->find_meta(again.context->intern("own"))->text() == "kept");
  const TensorMeta* back = twin->find_meta(again.context->keys.val)->as_tensor_meta();
  CHECK(back->is_parameter);
  CHECK(back->requires_grad);
  CHECK(back->shape[1].sym->text.view() == "s0 + 1");
  CHECK(again.root->attribute(again.context->intern("o"))->type.view() == "T");
  CHECK(again.root->extra_repr() == "n=1");
  CHECK(twin->lineage() == f->lineage());
}

TEST_CASE("JSON: shared children stay shared, names that collide stay as they are") {
  Program program;
  Context& context = *program.context;
  program.root = Module::make(context, "G", std::make_unique<Graph>(context));
  Ref<Module> shared = Module::make(context, "H", std::make_unique<Graph>(context));
  program.root->set_child(context.intern("a"), shared);
  program.root->set_child(context.intern("b"), shared);
  Graph& graph = program.root->graph();
  Node* x = graph.placeholder("x");
  graph.call_function(context.callable("torch.relu"), {arg(x)})->set_name(context.name("x"));
  std::string text = print_json(program);
  Program again = read_json(text);
  CHECK(print_json(again) == text);
  CHECK(again.root->find_path("a").module == again.root->find_path("b").module);
  CHECK(names_of(again.root->graph()) == "x x");
  // The name space knows what is used.
  again.root->graph().placeholder("x");
  again.root->graph().first()->next()->set_name(again.context->name("y"));
  CHECK_NOTHROW(again.root->graph().lint());
}

TEST_CASE("JSON: a chain of 2000 modules") {
  Program program;
  Context& context = *program.context;
  program.root = Module::make(context, "G", std::make_unique<Graph>(context));
  Module* at = program.root.get();
  for (int i = 0; i < 2000; ++i) {
    Ref<Module> next = Module::make(context, "M");
    at->set_child(context.intern("c"), next);
    at = next.get();
  }
  std::string text = print_json(program);
  CHECK(print_json(read_json(text)) == text);
}

TEST_CASE("JSON: what is wrong is said, with the place") {
  struct Row {
    std::string text;
    const char* message;
  };
  for (const Row& row :
       {Row{"{\"format\": \"other\", \"version\": 1}", "this JSON is not a Seesaw program"},
        Row{"{\"format\": \"seesaw.program\"}", "integer"},
        Row{"{\"format\": \"seesaw.program\", \"version\": 2, \"modules\": []}",
            "version 2 of the format is not known"},
        Row{"{\"format\": \"seesaw.program\", \"version\": 1, \"modules\": []}", "a program needs at least one module"},
        Row{"{\"format\": \"seesaw.program\", \"version\": 1, \"modules\": [{\"class\": \"G\"}]}",
            "the first module needs a graph"},
        Row{with_nodes(kX + ", " + kX), "two nodes have the id 0"},
        Row{with_nodes("{\"id\": -1, \"op\": \"placeholder\", \"name\": \"x\", \"target\": \"x\"}"), "out of range"},
        Row{with_nodes("{\"id\": 99999999, \"op\": \"placeholder\", \"name\": \"x\", \"target\": \"x\"}"),
            "out of range"},
        Row{with_nodes("{\"op\": \"output\", \"name\": \"o\", \"target\": \"output\", \"args\": [{\"n\": 3}]}"),
            "there is no node 3"},
        Row{with_nodes("{\"op\": \"output\", \"name\": \"o\", \"target\": \"output\", \"args\": [{\"what\": 3}]}"),
            "unknown kind of argument 'what'"},
        Row{with_nodes("{\"op\": \"output\", \"name\": \"o\", \"target\": \"output\", \"args\": [{\"f\": \"one\"}]}"),
            "expected a float, found 'one'"},
        Row{with_nodes("{\"op\": \"output\", \"name\": \"o\", \"target\": \"output\", \"args\": [{\"slice\": [1]}]}"),
            "expected three values"},
        Row{with_nodes("{\"op\": \"placeholder\", \"name\": \"x\", \"target\": \"x\", \"meta\": 5}"),
            "there is no meta 5"},
        Row{with_nodes("{\"op\": 1}"), "string"},
        Row{with_nodes(kX, ", \"children\": [[\"a\", 0]]"), "cannot be a child of module 0"},
        Row{with_nodes(kX, ", \"children\": [[\"a\"]]"), "expected a name and the number of a module"},
        Row{with_nodes(kX, ", \"attributes\": [{\"name\": \"w\", \"kind\": \"thing\"}]"),
            "unknown kind of attribute 'thing'"},
        Row{with_nodes(kNode + ", \"lineage\": -1}"), "lineage -1 is out of range"},
        Row{with_nodes(kNode + ", \"lineage\": 67108862, \"line\": 1}"), "lineage 67108862 is out of range"},
        Row{with_nodes(kNode + ", \"line\": -3}"), "line -3 is out of range"},
        Row{with_nodes(kNode + ", \"line\": 99999999999}"), "line 99999999999 is out of range"},
        Row{with_nodes(kX, ", \"lost_users\": [[-3, 0]]"), "node -3 is out of range"},
        Row{with_nodes(kX, ", \"lost_users\": [[0, 99999999999]]"), "node 99999999999 is out of range"},
        Row{with_nodes(kX, ", \"lost_users\": [[0]]"), "expected the ids of a value and of a user"},
        Row{with_nodes("{\"op\": \"output\", \"name\": \"o\", \"target\": \"output\", \"args\": [" +
                       std::string(500, '[') + std::string(500, ']') + "]}"),
            "deeper"}}) {
    CAPTURE(row.text);
    std::vector<Diagnostic> found = diagnostics_of(row.text);
    REQUIRE(found.size() == 1);
    CHECK(found[0].message.find(row.message) != std::string::npos);
    CHECK(found[0].place.line == 1);
    CHECK(found[0].place.column >= 1);
  }
}

TEST_CASE("JSON: what a pass left of a large program is read back, whatever the gaps in its numbers") {
  std::string text = "def forward(self, x):\n";
  for (int i = 0; i < 70000; ++i) text += "    a" + std::to_string(i) + " = torch.ops.aten.sin.default(x)\n";
  Program program = read(text + "    cos = torch.ops.aten.cos.default(x)\n    return (cos,)\n");
  program.root->graph().eliminate_dead_code();
  REQUIRE(program.root->graph().size() == 3);
  std::string json = print_json(program);
  CHECK(print_json(read_json(json)) == json);
  CHECK(read_json(json).root->graph().last()->id() > 70000);
}

TEST_CASE("JSON: unknown opcodes stay and lint tells; every prefix is refused without a crash") {
  std::string text = with_nodes(
      kX +
      ", {\"id\": 5, \"op\": \"strange\", \"name\": \"s\", \"target\": \"t\", \"args\": [{\"n\": 0}], \"meta\": 0}");
  Program program = read_json(text);
  CHECK(program.root->graph().opcode_text(program.root->graph().last()) == "strange");
  CHECK(program.root->graph().last()->id() == 5);
  check_error([&] { program.root->graph().lint(); }, "RuntimeError", "Node s had unknown opcode strange!");
  CHECK(verify(program).has_value());
  for (std::size_t i = 0; i < text.size(); ++i) CHECK_THROWS_AS(read_json(text.substr(0, i)), Error);
}

TEST_CASE("JSON: names that collide, or that no namespace gives, come back, and use up no other name") {
  Program program;
  Context& context = *program.context;
  program.root = Module::make(context, "G", std::make_unique<Graph>(context));
  Graph& graph = program.root->graph();
  Node* x = graph.placeholder("x");
  Arg arguments[] = {arg(x)};
  // Ids are not in order, and one is missing.
  std::uint32_t id = 90;
  for (const char* name : {"add", "add", "sum", "x_007", "input", "add_12345678901", "mul_3", "add_2", "a.b", "x"}) {
    Node* node = graph.call_function(context.callable("torch.relu"), arguments);
    graph.set_id(node, id--);
    node->set_name(context.name(name));
  }
  graph.output(graph.tuple({}));
  std::string text = print_json(program);
  Program again = read_json(text);
  CHECK(print_json(again) == text);
  CHECK(names_of(again.root->graph()) == "x add add sum x_007 input add_12345678901 mul_3 add_2 a.b x output");
  std::string next;
  for (const char* name : {"add_1", "add", "sum_1", "x_7", "input_1", "x_1", "mul_1", "mul", "mul", "a_b"}) {
    Node* node = again.root->graph().create_node(
        Opcode::call_function, Target(again.context->callable("torch.relu")), {}, {}, again.context->name(name));
    next += (next.empty() ? "" : " ") + node->name_text();
  }
  CHECK(next == "add_1 add_3 sum_1 x_7 input_1 x_1 mul_1 mul mul_2 a_b");
  // The counters stand as if each node had asked for its name.
  Program counted = read_json(with_nodes(
      kX + R"(, {"id": 1, "op": "get_attr", "name": "w_10", "target": "w"}, {"id": 2, "op": "get_attr", "name": "w", )"
           R"("target": "w"})"));
  CHECK(counted.root->graph()
            .create_node(Opcode::get_attr, Target(counted.context->intern("w")), {}, {}, counted.context->name("w"))
            ->name_text() == "w_11");
}
