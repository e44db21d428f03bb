// core/graph/text/print.h: the forms of text. Short ones as PyTorch 2.6.0 prints them (oracle/facts.json); and for all
// of them that what is printed is read back, and prints the same again.
#include "core/graph/ir/program.h"
#include "core/graph/text/annotation.h"
#include "core/graph/text/print_json.h"
#include "tests/core/helpers.h"

using namespace seesaw;
using namespace seesaw::test;

namespace {

const std::string kPlain =
    "class GraphModule(torch.nn.Module):\n    def forward(self, x: \"f32[2, 3]\"):\n        # No stacktrace found for "
    "following nodes\n"
    "        t_default: \"f32[3, 2]\" = torch.ops.aten.t.default(x);  x = None\n"
    "        sum_default: \"f32[]\" = torch.ops.aten.sum.default(t_default);  t_default = None\n        return "
    "(sum_default,)\n        ";
const std::string kStrides =
    "class GraphModule(torch.nn.Module):\n    def forward(self, x: \"f32[2, 3][3, 1]\"):\n        # No stacktrace "
    "found for following nodes\n"
    "        t_default: \"f32[3, 2][1, 3]\" = torch.ops.aten.t.default(x);  x = None\n"
    "        sum_default: \"f32[][]\" = torch.ops.aten.sum.default(t_default);  t_default = None\n        return "
    "(sum_default,)\n        ";
const std::string kDevices =
    "class GraphModule(torch.nn.Module):\n    def forward(self, x: \"f32[2, 3][3, 1]cpu\"):\n        # No stacktrace "
    "found for following nodes\n"
    "        t_default: \"f32[3, 2][1, 3]cpu\" = torch.ops.aten.t.default(x);  x = None\n"
    "        sum_default: \"f32[][]cpu\" = torch.ops.aten.sum.default(t_default);  t_default = None\n        return "
    "(sum_default,)\n        ";

std::string body(const std::string& line) {
  return "\n\n\ndef forward(self, x, y):\n    " + line + "\n    return a\n    ";
}

}  // namespace

TEST_CASE("print_readable: with and without strides and devices, each from the fullest (facts: readable)") {
  Program program = test::read(kDevices);
  CHECK(print_readable(*program.root) == kPlain);
  CHECK(print_readable(*program.root, {.strides = true}) == kStrides);
  CHECK(print_readable(*program.root, {.strides = true, .devices = true}) == kDevices);
  CHECK(print_as_read(program) == kDevices);
  CHECK(print_as_read(program, {.strides = false, .devices = false}) == kPlain);
  CHECK(print_as_read(test::read(kStrides)) == kStrides);
  CHECK(print_as_read(test::read(kPlain)) == kPlain);
  CHECK(print_readable(*program.root, {.class_name = "<lambda>"}).rfind("class <lambda>(torch.nn.Module):\n", 0) == 0);
  CHECK(value_annotation(*program.root->graph().first(), true, true) == "f32[2, 3][3, 1]cpu");
  CHECK(value_annotation(*program.root->graph().output_node(), true, true).empty());
}

TEST_CASE("code: lines that are read and printed again as they are") {
  for (const std::string& line :
       {std::string("a = x + y;  x = y = None"),
        std::string("a = x // y;  x = y = None"),
        std::string("a = x @ y;  x = y = None"),
        std::string("a = x[y];  x = y = None"),
        std::string("a = x[(slice(None, 3, None), y)];  x = y = None"),
        std::string("a = -x;  x = None"),
        std::string("a = ~x;  x = None"),
        std::string("a = x.shape;  x = None"),
        std::string("a = getattr(x, '0');  x = None"),
        std::string("a = x.view(-1, 2, k = y);  x = y = None"),
        std::string("a = len(x);  x = None"),
        std::string("a = math_ceil(x);  x = None"),
        std::string("a = _operator_not_(x);  x = None"),
        std::string("a = torch._C._set_grad_enabled(False)"),
        std::string("a = torch.ops.aten.add.Tensor(x, y, alpha = 1.5);  x = y = None"),
        std::string("a = torch.ops.mylib.my_op.default(x, 'it\\'s \"q\"', [1, (y,), {'k': None}]);  x = y = None"),
        std::string("a = torch.ops.aten.full.default([2, 3], -1e-05, dtype = torch.float32, layout = torch.strided, "
                    "device = device(type='cuda', index=0), pin_memory = False)"),
        std::string("a = torch.ops.aten.clone.default(x, memory_format = torch.channels_last);  x = None"),
        std::string("a = torch.ops.aten.mul.Scalar(x, (1+2j));  x = None"),
        std::string("a = torch.ops.aten.f.default(x, inf, -inf, nan, 123456789012345678901234567890);  x = None"),
        std::string("a = torch.ops.aten.f.default(x, Ellipsis, range(0, 3), torch.ops.aten.add.Tensor);  x = None"),
        std::string("a = self.w"),
        std::string("a = getattr(self.layers, \"0\").weight"),
        std::string("a = self.block(x, k = y);  x = y = None"),
        std::string("a = getattr(self.layers, \"0\")(x);  x = None")}) {
    CAPTURE(line);
    std::string text = body(line);
    Program program = test::read(text);
    CHECK(print_code(program.root->graph()) == text);
    // By way of str(graph), which does not quote strings, only str(graph) itself is a fixed point.
    std::string shown = program.root->graph().str();
    CHECK(test::read(shown).root->graph().str() == shown);
    // JSON loses nothing.
    std::string json = print_json(program);
    Program again = test::read(json);
    CHECK(print_code(again.root->graph()) == text);
    CHECK(print_json(again) == json);
  }
}

TEST_CASE("code: in place operators, hand made layouts and other spellings") {
  Program program = test::read(
      "def forward(self, x, y):\n    x += y;  iadd = x;  x = None\n    iadd[0] = y;  setitem = iadd;  y = setitem = "
      "None\n    return iadd\n");
  CHECK(print_code(program.root->graph()) ==
        "\n\n\ndef forward(self, x, y):\n    x += y;  iadd = x;  x = None\n    iadd[0] = y;  setitem = iadd;  y = "
        "setitem = None\n    return iadd\n    ");
  std::string tabs = "\tdef forward(self, x):\n\t\ta = x + 1\n\t\tb = a * 2  # comment\n\t\treturn (a,\n\t\t\tb)\n";
  CHECK(names_of(test::read(tabs).root->graph()) == "x a b output");
  std::string crlf = test::read(kPlain).root->graph().str();
  std::string with_cr;
  for (char c : crlf) with_cr += c == '\n' ? std::string("\r\n") : std::string(1, c);
  CHECK(test::read(with_cr).root->graph().str() == crlf);
  CHECK(names_of(test::read("def forward(self, x):\n    a = torch.relu(\\\n        x)\n    return a").root->graph()) ==
        "x a output");
}

TEST_CASE("str(graph_module): children, code, hint; and back") {
  std::string text =
      "GraphModule(\n  (lin): Linear(in_features=4, out_features=8, bias=True)\n  (seq): Sequential(\n    (0): "
      "ReLU()\n  )\n)\n\n\n\ndef forward(self, x):\n"
      "    lin = self.lin(x);  x = None\n    seq_0 = getattr(self.seq, \"0\")(lin);  lin = None\n    return seq_0\n    "
      "\n"
      "# To see more debug info, please use `graph_module.print_readable()`";
  Program program = test::read(text);
  CHECK(print_module(*program.root) == text);
  CHECK(program.root->find_path("seq.0").module->class_name().view() == "ReLU");
  CHECK_NOTHROW(program.root->graph().lint());
}

TEST_CASE("pytree code: flatten and unflatten lines stay") {
  std::string text =
      "class GraphModule(torch.nn.Module):\n    def forward(self, x, k):\n        a: \"f32[2]\"; b: \"f32[2]\"; \n    "
      "\n"
      "        a, b, = fx_pytree.tree_flatten_spec(([x], {'k':k}), self._in_spec)\n        # No stacktrace found for "
      "following nodes\n"
      "        add: \"f32[2]\" = torch.ops.aten.add.Tensor(a, b);  a = b = None\n        return "
      "pytree.tree_unflatten((add,), self._out_spec)\n        ";
  Program program = test::read(text);
  REQUIRE(program.root->graph().pytree() != nullptr);
  CHECK(program.root->graph().pytree()->orig_args == std::vector<std::string>{"x", "k"});
  CHECK(program.root->graph().pytree()->kwarg_names == std::vector<std::string>{"k"});
  CHECK(names_of(program.root->graph()) == "a b add output");
  CHECK(print_readable(*program.root) == text);
  CHECK(print_json(test::read(print_json(program))) == print_json(program));
}

TEST_CASE("annotations: read and printed; what is not understood stays text") {
  Context context;
  for (const char* text : {"f32[2, 3]",
                           "f32[]",
                           "f32[2, 3][3, 1]",
                           "f32[][]",
                           "bf16[s0, 4*s1][4*s1, 1]cuda:0",
                           "i64[s0 + 1]",
                           "b8[(s0//2), 1]",
                           "f8e4m3fn[1]",
                           "c64[2]cpu",
                           "f32[Max(1, s0), 2]"}) {
    CAPTURE(std::string(text));
    Arg value = read_annotation(context, text);
    REQUIRE(value.kind() == ArgKind::tensor_meta);
    std::string out;
    append_tensor_annotation(out, *value.as_tensor_meta(), true, true);
    CHECK(out == text);
    CHECK(read_annotation(context, text) == value);
  }
  CHECK(read_annotation(context, "Sym(s0 + 1)").kind() == ArgKind::sym_int);
  CHECK(read_annotation(context, "Sym(u0 >= 1)").kind() == ArgKind::sym_bool);
  CHECK(read_annotation(context, "Sym(Eq(s0, 1))").kind() == ArgKind::sym_bool);
  for (const char* text : {"", "Tensor", "f32", "f32[2", "q99[2]", "f32[2]nowhere", "f32[2][1", "[2]", "Sym"}) {
    CAPTURE(std::string(text));
    CHECK(read_annotation(context, text).is_none());
  }
  CHECK(is_device_text("cuda:12"));
  CHECK_FALSE(is_device_text("cuda:"));
  CHECK_FALSE(is_device_text("gpu"));
  std::string odd =
      "class G(torch.nn.Module):\n    def forward(self, x: \"odd annotation\"):\n        return x\n        ";
  CHECK(print_readable(*test::read(odd).root) == odd);
}

TEST_CASE("repr of strings as Python writes them (fact: repr: strings)") {
  auto repr = [](std::string_view text) {
    std::string out;
    append_string_repr(out, text);
    return out;
  };
  CHECK(repr("a") == "'a'");
  CHECK(repr("it's") == "\"it's\"");
  CHECK(repr("say \"x\"") == "'say \"x\"'");
  CHECK(repr("it's \"x\"") == "'it\\'s \"x\"'");
  CHECK(repr("a\nb\t\\") == "'a\\nb\\t\\\\'");
  CHECK(repr(std::string_view("\0\x7f", 2)) == "'\\x00\\x7f'");
  CHECK(repr("\xc3\xa9") == "'\xc3\xa9'");
  CHECK(repr("\xe2\x80\x8b") == "'\\u200b'");
  CHECK(repr("\xf0\x9f\x98\x80") == "'\xf0\x9f\x98\x80'");
  CHECK(repr("").size() == 2);
}

TEST_CASE("print_dot: every node and every use, child graphs as clusters, quotes escaped") {
  Program program = test::read(
      "class G(torch.nn.Module):\n    def forward(self, x):\n        body = self.body\n        a = "
      "torch.ops.higher_order.wrap(body, x, x)\n        return (a,)\n"
      "    class body(torch.nn.Module):\n        def forward(self, y):\n            b = y.view('\"');  y = None\n      "
      "      return (b,)\n");
  std::string dot = print_dot(*program.root);
  auto count = [&](std::string_view part) {
    int n = 0;
    for (std::size_t at = dot.find(part); at != std::string::npos; at = dot.find(part, at + 1)) ++n;
    return n;
  };
  CHECK(dot.rfind("digraph \"G\" {\n", 0) == 0);
  CHECK(dot.substr(dot.size() - 2) == "}\n");
  CHECK(count(" [label=") == 7);
  CHECK(count("subgraph cluster_") == 1);
  CHECK(count(" -> ") == 3 + 2 + 1);
  CHECK(count("style=dashed") == 1);
  CHECK(count("{") == count("}"));
  program.root->set_class_name(program.context->intern("a\"b\\c\nd"));
  CHECK(print_dot(*program.root).rfind("digraph \"a\\\"b\\\\c\\nd\" {\n", 0) == 0);
}

TEST_CASE("print_tabular: an empty graph, and columns as wide as their widest") {
  Context context;
  Graph graph(context);
  CHECK(print_tabular(graph).rfind(
            "opcode    name    target    args    kwargs\n--------  ------  --------  ------  --------\n", 0) == 0);
}

TEST_CASE("a header and a footer of the text stay with print_as_read") {
  std::string text = "/m/_lazy_graph_module.py\n" + kPlain;
  Program program = test::read(text);
  CHECK(print_as_read(program) == text);
  CHECK(print_readable(*program.root) == kPlain);
}

TEST_CASE(
    "verbose code: nodes with, without, and with an empty trace are told apart when it is read again (verbose forms of "
    "ep_str)") {
  std::string head = "\n\n\ndef forward(self, input, x):\n    input_1 = input\n    \n     # ";
  std::string rest =
      "\n    sin = torch.sin(input_1);  input_1 = None\n    \n    # No stacktrace found for following nodes\n    cos = "
      "torch.cos(sin);  sin = None\n    \n"
      "     # File: /m.py:10 in forward, code: c = b - nan\n    add = cos + x;  cos = x = None\n    return add\n    ";
  for (const char* first : {"", "File: /m.py:9 in forward, code: a = b"}) {
    std::string text = head + first + rest;
    CHECK(print_code(test::read(text).root->graph(), {.verbose = true}) == text);
  }
}
