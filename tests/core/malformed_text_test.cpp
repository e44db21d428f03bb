// core/ir/read.h, syntax.h, lexer.h: limits, huge and malformed texts. Nothing may crash, hang, or pass without a word.
#include "core/ir/lexer.h"
#include "core/ir/syntax.h"
#include "tests/core/helpers.h"

using namespace seesaw;
using namespace seesaw::test;

namespace {

std::string repeat(std::string_view text, std::size_t count) {
  std::string out;
  out.reserve(text.size() * count);
  for (std::size_t i = 0; i < count; ++i) out += text;
  return out;
}

bool too_deep(const std::string& text) {
  bool found = false;
  std::vector<Diagnostic> all = diagnostics_of(text);
  for (const Diagnostic& d : all) found = found || d.message.find("nested deeper than 200 levels") != std::string::npos;
  CHECK((found || all.empty()));
  return found;
}

std::string forward(const std::string& value) { return "def forward(self, x):\n    return " + value + "\n"; }

}  // namespace

TEST_CASE("nesting: 200 levels are read, 201 are a diagnostic, of every bracket") {
  struct Row {
    const char *open, *close;
  };
  for (Row row : {Row{"[", "]"},
                  Row{"(", ",)"},
                  Row{"(", ")"},
                  Row{"{'k': ", "}"},
                  Row{"torch.relu(", ")"},
                  Row{"x[", "]"},
                  Row{"-", ""},
                  Row{"~", ""},
                  Row{"x ** ", ""}}) {
    CAPTURE(std::string(row.open));
    CHECK_FALSE(too_deep(forward(repeat(row.open, 200) + "x" + repeat(row.close, 200))));
    CHECK(too_deep(forward(repeat(row.open, 201) + "x" + repeat(row.close, 201))));
    CHECK(too_deep(forward(repeat(row.open, 100000) + "x" + repeat(row.close, 100000))));
    CHECK(too_deep(forward(repeat(row.open, 100000))));
  }
  std::string head = "graph():\n    %x : [num_users=1] = placeholder[target=x]\n    return ";
  CHECK_FALSE(too_deep(head + repeat("[", 200) + "x" + repeat("]", 200)));
  CHECK(too_deep(head + repeat("[", 201) + "x" + repeat("]", 201)));
  Program program = test::read(forward(repeat("[", 200) + "x" + repeat("]", 200)));
  std::string text = program.root->graph().str();
  CHECK(test::read(text).root->graph().str() == text);
  CHECK(test::read(print_code(program.root->graph())).root->graph().str() == text);
}

TEST_CASE("nesting: classes") {
  auto classes = [](int depth) {
    std::string out;
    for (int i = 0; i < depth; ++i) {
      std::string indent(static_cast<std::size_t>(i) * 4, ' ');
      out += indent + "class c" + std::to_string(i) + "(torch.nn.Module):\n" + indent + "    def forward(self, x):\n" +
             indent + "        return x\n";
    }
    return out;
  };
  Program program = test::read(classes(200));
  CHECK(program.root->named_modules().size() == 200);
  CHECK(too_deep(classes(201)));
  Program again = test::read(print_readable(*program.root));
  CHECK(print_readable(*again.root) == print_readable(*program.root));
}

TEST_CASE("nesting: modules of str(graph_module)") {
  auto modules = [](int depth) {
    std::string out = "GraphModule(\n";
    for (int i = 1; i < depth; ++i) out += "  (m): Block(\n";
    return out + repeat(")\n", static_cast<std::size_t>(depth)) + "\n\n\ndef forward(self, x):\n    return x\n";
  };
  Program program = test::read(modules(200));
  CHECK(program.root->named_modules().size() == 200);
  CHECK(too_deep(modules(201)));
  CHECK(too_deep(modules(50000)));
}

TEST_CASE("chains grow without nesting: sums, attributes, methods, subscripts, comparisons") {
  for (const char* piece : {" + x", " * x", ".f()", "[0]", " == x", " | x"}) {
    CAPTURE(std::string(piece));
    Program program = test::read(forward("x" + repeat(piece, 20000)));
    CHECK(program.root->graph().size() > 20000);
    CHECK_NOTHROW(program.root->graph().lint());
  }
}

TEST_CASE("wide: a list of a million, as code and as str(graph)") {
  constexpr std::size_t kWide = 1000000;
  {
    Program program = test::read("def forward(self, x):\n    a = torch.stack([" + repeat("x, ", kWide) +
                                 "])\n    return (a,)\n");
    Graph& graph = program.root->graph();
    Node* a = node_named(graph, "a");
    CHECK(a->args()[0].items().size() == kWide);
    CHECK(graph.first()->num_users() == 1);
    CHECK(a->all_input_nodes().size() == 1);
    std::string text = graph.str();
    Program again = test::read(text);
    CHECK(again.root->graph().str() == text);
    Node* y = graph.placeholder("y");
    CHECK(graph.first()->replace_all_uses_with(y).size() == 1);
    CHECK_FALSE(graph.first()->has_users());
    CHECK(y->num_users() == 1);
  }
  Program program = test::read("def forward(self, x):\n    return (" + repeat("x, 1, ", kWide / 2) + ")\n");
  CHECK(program.root->graph().output_node()->args()[0].items().size() == kWide);
}

TEST_CASE("malformed: each is at least one error with a place, and what can be read is read") {
  struct Row {
    const char* body;
    std::uint32_t line, column;
    const char* message;
  };
  for (Row row : {Row{"    a = \n", 2, 9, "expected an expression, found the end of the line"},
                  Row{"    a = (x\n", 3, 0, "expected"},
                  Row{"    a = x y\n", 2, 11, "expected the end of the line, found 'y'"},
                  Row{"    a = f(x=1, x)\n", 2, 0, "a positional argument after a keyword argument"},
                  Row{"    a = f(1=x)\n", 2, 0, "a keyword argument needs a name before '='"},
                  Row{"    a = 'x\n", 2, 9, "a string without an end"},
                  Row{"    a = x ? 1\n", 2, 11, "a character that Python does not use"},
                  Row{"    a = lambda x: x\n", 2, 9, "a lambda is not part of the graph language"},
                  Row{"    a = x[1:2:3:4]\n", 2, 0, "expected ',' or ']'"},
                  Row{"    a = x.1\n", 2, 0, ""},
                  Row{"    a = {1: 2, 3}\n", 2, 0, "expected ':'"},
                  Row{"    a = x if x\n", 2, 15, "expected 'else', found the end of the line"},
                  Row{"    a = x not x\n", 2, 0, "expected 'in'"},
                  Row{"    for i in x:\n        a = i\n", 2, 5, "'for' is not part of the graph language"},
                  Row{"    with torch.no_grad():\n        a = x\n", 2, 5, "'with' is not part of the graph language"},
                  Row{"    1 = x\n", 2, 5, "only a name, an element or a list of names can be assigned to"},
                  Row{"    a = unknown_thing\n", 2, 9, "unknown name 'unknown_thing'"}}) {
    CAPTURE(std::string(row.body));
    Diagnostics diagnostics;
    auto program = read_program("def forward(self, x):\n" + std::string(row.body) + "    return x\n", diagnostics);
    REQUIRE(diagnostics.has_errors());
    const Diagnostic& d = diagnostics.items()[0];
    CHECK(d.code == "syntax");
    CHECK(d.message.find(row.message) != std::string::npos);
    CHECK(d.place.line >= 2);
    CHECK(d.place.line <= row.line);
    if (row.column != 0) CHECK(d.place.column == row.column);
    REQUIRE(program);
    CHECK(program->root->graph().size() >= 2);
    CHECK(diagnostics.items().size() == 1);
  }
}

namespace {

// Places and messages: "3:9 unknown name 'a'".
std::string mistakes(const std::string& text) {
  std::vector<std::string> out;
  for (const Diagnostic& d : diagnostics_of(text))
    out.push_back(std::to_string(d.place.line) + ":" + std::to_string(d.place.column) + " " + d.message);
  return joined(out);
}

std::string mistakes_of(const std::string& body) { return mistakes("def forward(self, x):\n" + body); }

}  // namespace

TEST_CASE("one mistake, one diagnostic: what follows from an unknown value is not reported") {
  for (const char* use : {"nothing_here + 1",
                          "1 + nothing_here",
                          "-nothing_here",
                          "not nothing_here",
                          "nothing_here[0]",
                          "f(*nothing_here)",
                          "x if nothing_here else x",
                          "(nothing_here + 1) * 2",
                          "[nothing_here][0] - 1"}) {
    CAPTURE(std::string(use));
    std::string text = "    y = " + std::string(use) + "\n    z = y * 2 + 1\n    return (z, -y)\n";
    std::size_t at = std::string_view(use).find("nothing_here");
    CHECK(mistakes_of(text) == "2:" + std::to_string(9 + at) + " unknown name 'nothing_here'");
  }
  CHECK(mistakes_of("    a, b = nothing_here\n    return a + b\n") == "2:12 unknown name 'nothing_here'");
  CHECK(mistakes_of("    y = one + two\n    return y + three\n") ==
        "2:9 unknown name 'one'\n2:15 unknown name 'two'\n3:16 unknown name 'three'");
  // A name that a mistake left without a value.
  const char* rest = "    return (torch.relu(a), a + 1, -a, a[0])\n";
  for (const char* line : {"a = x y",
                           "a = ",
                           "a = b = (x,,)",
                           "a: 'f32' = x +",
                           "a: f( = x",
                           "a = lambda x: x",
                           "b, a = x +",
                           "b, (a, *c) = x +",
                           "a = {x, x}",
                           "a, b = (x, x, x)",
                           "for a in x:\n        b = a",
                           "for b, a in x:\n        b = a",
                           "with f() as a:\n        b = 1",
                           "if x:\n        b: 'f32[2]' = x\n        a: 'f32[2]' = x\n    else:\n        a = x"}) {
    CAPTURE(std::string(line));
    std::string found = mistakes_of("    " + std::string(line) + "\n" + rest);
    CHECK(found.find("unknown name") == std::string::npos);
    bool two = std::string_view(line).starts_with("if");  // `else` is a second one
    CHECK(std::count(found.begin(), found.end(), '\n') == (two ? 1 : 0));
    CHECK_FALSE(found.empty());
  }
  CHECK(mistakes_of("    a = x +\n    return a(x)\n") == "2:12 expected an expression, found the end of the line");
  // What no line would have defined is one.
  CHECK(mistakes_of("    with f() as b:\n        c = 1\n    return a\n") ==
        "2:5 'with' is not part of the graph language\n4:12 unknown name 'a'");
}

TEST_CASE("an open bracket does not take the next statements with it") {
  for (const char* line : {"a = torch.relu(x",
                           "a = torch.relu(x,",
                           "a = (x",
                           "a = [x,",
                           "a = x[0",
                           "a = {'k': x,",
                           "a = f(g(h(x)",
                           "a: 'f32[2]' = f(x",
                           "a, b = f(x"}) {
    CAPTURE(std::string(line));
    std::string text = "def forward(self, x):\n    " + std::string(line) +
                       "\n    c = torch.sin(x)\n\n    d = c + wrong\n    e: 'f32[2]' = f(c\n    return (a, c, d, e)\n";
    Diagnostics diagnostics;
    auto program = read_program(text, diagnostics);
    REQUIRE(program);
    CHECK(diagnostics.items().size() == 3);
    CHECK(diagnostics.items()[1].message == "unknown name 'wrong'");
    CHECK(diagnostics.items()[1].place.line == 5);
    CHECK(diagnostics.items()[2].place.line == 7);
    CHECK(names_of(program->root->graph()) == "x c d output");
  }
  // Lines that belong to the bracket are not read as statements.
  CHECK(mistakes_of("    a = f(x +,\n          y,\n    z\n    )\n    return wrong\n") ==
        "2:14 expected an expression, found ','\n6:12 unknown name 'wrong'");
  CHECK(mistakes_of("    a = f(x +,\n          y)\n    return wrong\n") ==
        "2:14 expected an expression, found ','\n4:12 unknown name 'wrong'");
  CHECK(mistakes_of("    a = f(x,\n          y z)\n    return wrong\n") ==
        "3:13 expected ',' or ')', found 'z'\n4:12 unknown name 'wrong'");
  // Where the bracket stands is told, if that is on another line.
  auto remedy_of = [](const char* body) {
    std::vector<Diagnostic> found = diagnostics_of("def forward(self, x):\n" + std::string(body));
    return found.empty() || found[0].notes.empty() ? std::string() : found[0].notes[0].message;
  };
  CHECK(remedy_of("    a = f(x\n    return a\n") == "the '(' of the line before is still open");
  CHECK(remedy_of("    a = f([(x, x),\n          x, {1: x}\n    return a\n") ==
        "the '[' opened 2 lines before is still open");
  CHECK(remedy_of("    a = f(x[\n0 1])\n") == "the '[' of the line before is still open");
  CHECK(remedy_of("    a = f(x y)\n    return a\n").empty());
  // Correct ones are no mistakes, however they are laid out.
  CHECK(mistakes_of("    a = f(\n    x,\n  alpha = 1,\n    )\n    return a\n").empty());
  std::string many;
  for (int i = 0; i < 20000; ++i) many += "    a = f(x,\n";
  std::vector<Diagnostic> found = diagnostics_of("def forward(self, x):\n" + many + "    return a\n");
  CHECK(found.size() == 100);
}

TEST_CASE("statements of a class outside of forward are not lost without a word") {
  std::string head = "class G(torch.nn.Module):\n    \"\"\"Says\n    something.\"\"\"\n    pass\n";
  std::string forward_text = "    def forward(self, x):\n        y = torch.relu(x)\n        return y\n";
  CHECK(mistakes(head + forward_text).empty());
  CHECK(mistakes(head + forward_text + "    x = undefined_thing + 1\n    sin.default(x,,)\n    z = f(\n        1)\n") ==
        "8:5 this line stands behind the graph and is not part of it\n9:5 this line stands behind the graph and is not "
        "part of it\n"
        "10:5 this line stands behind the graph and is not part of it");
  std::vector<Diagnostic> found = diagnostics_of(
      head + forward_text + "    z = f(\n    def other(self):\n        return 1\n    'open\n    y = 1\n");
  REQUIRE(found.size() == 4);
  CHECK(found[0].place.line == 8);
  CHECK(found[1].message == "the function 'other' is left out");
  CHECK(found[2].place.line == 11);
  CHECK(found[3].place.line == 12);
  std::string many;
  for (int i = 0; i < 20000; ++i) many += "    f(\n    g(1,)\n";
  CHECK(diagnostics_of(head + forward_text + many).size() <= 100);
  found = diagnostics_of(head + "    scale: float = 2\n" + forward_text);
  REQUIRE(found.size() == 1);
  CHECK(found[0].severity == Severity::warning);
  CHECK(found[0].place.line == 5);
  // Also in nested classes, and the classes behind such a line are still read.
  std::string nested =
      "class G(torch.nn.Module):\n    def forward(self, x):\n        body = self.body\n        return torch.relu(x)\n  "
      "  x = 1\n    class body(torch.nn.Module):\n"
      "        def forward(self, x):\n            return x\n        x = 2\n";
  CHECK(mistakes(nested) ==
        "5:5 this line stands behind the graph and is not part of it\n9:9 this line stands behind the graph and is not "
        "part of it");
}

TEST_CASE("malformed: str(graph)") {
  std::string x = "graph():\n    %x : [num_users=0] = placeholder[target=x]\n";
  for (const char* line : {"    %a : [num_users=0] = call_function[target=f](args = (%y,), kwargs = {})\n",
                           "    %a : [num_users=0] = call_function[target=f](args = (%x\n",
                           "    %a : [num_users=0] = call_function\n",
                           "    %a [num_users=0]\n",
                           "    %\n",
                           "    a = 1\n",
                           "    return %x %x\n    return x\n",
                           "    %a : [num_users=0] = nothing[target=f](args = (), kwargs = {})\n",
                           "    %x : [num_users=0] = placeholder[target=x]\n"}) {
    CAPTURE(std::string(line));
    Diagnostics diagnostics;
    read_program(x + line + "    return x", diagnostics);
    REQUIRE_FALSE(diagnostics.items().empty());
    CHECK(diagnostics.items()[0].place.line >= 2);
    CHECK_FALSE(diagnostics.items()[0].message.empty());
  }
}

TEST_CASE("str(graph): bare words, brackets without an end, and what a get_attr does not take, are told") {
  std::string x =
      "graph():\n    %x : [num_users=0] = placeholder[target=x]\n    %w : [num_users=0] = get_attr[target=w]\n";
  for (const char* bad :
       {"(zzz,)", "y z", "(x, y z)", "[x, , w]", "{'k': zzz}", "{zzz: x}", "slice(zzz, None, None)"}) {
    CAPTURE(std::string(bad));
    std::vector<Diagnostic> found = diagnostics_of(x + "    return " + bad);
    REQUIRE(found.size() == 1);
    CHECK(found[0].severity == Severity::error);
    CHECK(found[0].place.line == 4);
  }
  auto warning = [&](const std::string& text) {
    std::vector<Diagnostic> found = diagnostics_of(text);
    REQUIRE_FALSE(found.empty());
    CHECK(found[0].severity == Severity::warning);
    return std::to_string(found[0].place.line) + ":" + std::to_string(found[0].place.column) + " " + found[0].message;
  };
  // A string that is all that is returned has no quotes (unit/format_args.json), but hardly anybody does that.
  CHECK(warning(x + "    return zzz") == "4:12 'zzz' is no node of this graph: it is taken as a string");
  CHECK(diagnostics_of(x + "    return (x, None, inf, 'a b', -1.5, torch.float32, device(type='cuda', index=0), w)")
            .size() == 2);  // of num_users
  CHECK(warning("graph():\n    %w : [num_users=1] = get_attr[target=w](args = (%q,))\n    return w") ==
        "2:44 what stands behind the target of a get_attr is left out");
  CHECK(
      warning(
          "graph():\n    %f : [num_users=1] = call_function[target=f](args = ([1, (2], 3), kwargs = {})\n    return f")
          .find("2:58 a bracket without its end") == 0);
}

TEST_CASE("str(graph): the number of users is not doubted after a mistake, and the text may be at fault") {
  std::string head = "graph():\n    %x : [num_users=2] = placeholder[target=x]\n";
  std::vector<Diagnostic> found = diagnostics_of(head + "    return x");
  REQUIRE(found.size() == 1);
  CHECK(found[0].message == "the text says num_users=2, but 1 nodes use 'x'");
  CHECK(found[0].notes[0].message.find("the text may have been edited") != std::string::npos);
  for (const char* line :
       {"    %y : [num_users=1] = call_function[target=f](args = (%x\n    return x",
        "    %y : [num_users=0] = call_function[target=f](args = (%q, %x), kwargs = {})\n    return x",
        "    %y : [num_users=0] nothing\n    return x",
        "    return (x, zzz)"}) {
    CAPTURE(std::string(line));
    found = diagnostics_of(head + line);
    REQUIRE(found.size() == 1);
    CHECK(found[0].severity == Severity::error);
  }
}

TEST_CASE("str(graph): a string with commas, however many, is one argument in linear time") {
  auto graph = [](const std::string& value) {
    return "graph():\n    %f : [num_users=1] = call_function[target=f](args = (), kwargs = {a: " + value +
           ", b: 1, c: p, q})\n    return f";
  };
  std::string text = graph("ij, jk -> ik, and more");
  Program program = test::read(text);
  Node* f = node_named(program.root->graph(), "f");
  REQUIRE(f->num_kwargs() == 3);
  CHECK(f->kwarg(0).value.text() == "ij, jk -> ik, and more");
  CHECK(f->kwarg(2).value.text() == "p, q");
  CHECK(program.root->graph().str() == text);
  std::string large = graph(repeat("s, ", 300000) + "s");  // 45 seconds if each comma copied the string
  CHECK(test::read(large).root->graph().str() == large);
}

TEST_CASE("what Python refuses is not accepted unsaid: repeated names, numbers with a leading zero, other indents") {
  CHECK(mistakes("def forward(self, x, y, x):\n    return x\n") == "1:25 the parameter 'x' is repeated");
  CHECK(mistakes_of("    y = f(x, other=1, alpha=2, other=3)\n    return y + 1\n") ==
        "2:38 the keyword argument 'other' is repeated");
  CHECK(mistakes_of("    return x + 0777\n") == "2:16 a malformed number");
  CHECK(mistakes_of("    y = x + 1\n      z = y + 1\n   w = z\n    return w\n") ==
        "3:7 this line is indented differently than the lines before it\n4:4 this line is indented differently than "
        "the lines before it");
  CHECK(mistakes_of("  y = f(x,\n x)\n\n     # a comment\n  return y\n").empty());
  std::string many = "def forward(self, x):\n    return f(";
  for (int i = 0; i < 100000; ++i) many += "k" + std::to_string(i) + "=1, ";
  CHECK(diagnostics_of(many + ")\n").empty());
  CHECK(diagnostics_of(many + "k7=2)\n").size() == 1);
}

TEST_CASE("a value that a line deletes and a later one uses is told, once") {
  CHECK(mistakes_of("    y = torch.cos(x);  x = None\n    z = x + x\n    return (z, y)\n") ==
        "3:9 'x' is used after `x = None`: the value from before is meant");
  CHECK(mistakes_of("    y = torch.cos(x);  y = x = None\n    return (y,)\n") ==
        "3:13 'y' is used after `y = None`: the value from before is meant");
  // A name that stands for something else by then, or another name of the same node, is no such use.
  CHECK(mistakes_of("    b = x\n    y = torch.cos(x);  x = None\n    x = torch.sin(y);  y = None\n    z = b + x;  x = "
                    "None\n    return z\n")
            .empty());
}

TEST_CASE("a, b = c = value: the value once, each target bound") {
  Program program = test::read(
      "def forward(self, x):\n    a, b = c = torch.topk(x)\n    d = e, f = x\n    x[0] = g = torch.sin(b)\n    return "
      "(a, b, c, d, e, f, g)\n");
  CHECK(names_of(program.root->graph()) == "x c a b e f g setitem output");
  CHECK(program.root->graph().str().find("return (a, b, c, x, e, f, g)") != std::string::npos);
  CHECK(mistakes_of("    a, b = c, d = f(x)\n    return a + d\n") ==
        "2:5 several targets without a plain name among them");
  CHECK(mistakes_of("    a, b = c, d = x\n    return a + d\n").empty());
}

TEST_CASE("constants choose as in Python: x if 1 else y") {
  for (const char* truth :
       {"1", "-1", "True", "0.5", "'a'", "(0,)", "[None]", "{'k': 0}", "123456789012345678901234567890", "nan"}) {
    CAPTURE(std::string(truth));
    CHECK(test::read("def forward(self, x, y):\n    return x if " + std::string(truth) + " else y\n")
              .root->graph()
              .str()
              .find("return x") != std::string::npos);
  }
  for (const char* truth : {"0", "False", "None", "0.0", "''", "()", "[]", "{}"}) {
    CAPTURE(std::string(truth));
    CHECK(test::read("def forward(self, x, y):\n    return x if " + std::string(truth) + " else y\n")
              .root->graph()
              .str()
              .find("return y") != std::string::npos);
  }
  CHECK(mistakes_of("    return x if x else 1\n") == "2:12 a condition on a value of the graph");
  CHECK(mistakes_of("    return x if 1j else 1\n").find("2:12") == 0);
}

TEST_CASE("forward is the graph, wherever it stands; other functions are told of") {
  const std::string helper = "def helper(x,\n           y=(1,\n    2)):\n    return x + 1\n\n",
                    forward_text = "def forward(self, x):\n    y = torch.sin(x)\n    return y\n";
  for (const std::string& text : {helper + forward_text, helper + "SCALE = 2\n\n" + helper + forward_text}) {
    Diagnostics diagnostics;
    auto program = read_program(text, diagnostics);
    REQUIRE(program);
    CHECK(names_of(program->root->graph()) == "x y output");
    CHECK_FALSE(diagnostics.has_errors());
    REQUIRE_FALSE(diagnostics.items().empty());
    CHECK(diagnostics.items()[0].message == "the function 'helper' is left out");
  }
  CHECK(names_of(test::read(helper).root->graph()) == "x y add output");
  std::string head = "class M(torch.nn.Module):\n    def helper(self, x):\n        return x\n";
  std::string indented = "    def forward(self, x):\n        return self.helper(x)\n";
  CHECK(mistakes(head + indented) == "2:9 the function 'helper' is left out");
  CHECK(mistakes(helper + head + indented) ==
        "1:5 the function 'helper' is left out\n7:9 the function 'helper' is left out");
}

TEST_CASE("a method of a declared parameter or buffer is no module; generated code and modules are as ever") {
  std::string head =
      "class M(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.w = "
      "nn.Parameter(torch.ones(2))\n        self.register_buffer(\"b\", torch.ones(2))\n"
      "        self.lin = nn.Linear(2, 2)\n        self.block = Block()\n    def forward(self, x):\n        return ";
  auto targets = [&](const std::string& text) {
    std::string out;
    Program program = test::read(text);
    for (Node* node : program.root->graph()) {
      if (node->op() == Opcode::get_attr || node->op() == Opcode::call_module || node->op() == Opcode::call_method)
        out += std::string(node->target().text()) + " ";
    }
    return out;
  };
  CHECK(targets(head + "self.w.t()\n") == "w t ");
  CHECK(targets(head + "self.b.add_(1).t()\n") == "b add_ t ");
  CHECK(targets(head + "self.lin(self.block.inner(x))\n") == "block.inner lin ");
  CHECK(mistakes(head + "self.block.inner(self.w.t())\n").empty());
  CHECK(mistakes(head + "self.lin.weight.t()\n") ==
        "9:16 'self.lin.weight' is not declared: this is read as a call of the module 'lin.weight.t'");
  CHECK(targets("def forward(self, x):\n    return self.w.t(x)\n") == "w.t ");
  CHECK(mistakes("def forward(self, x):\n    return self.w.t(x)\n").empty());
}

TEST_CASE("not a graph: empty, blank, binary, prose, other languages") {
  for (const std::string& text : {std::string(),
                                  std::string("\n\n\n"),
                                  std::string("\0\0\0", 3),
                                  std::string("hello world"),
                                  std::string("{"),
                                  std::string("[1, 2]"),
                                  std::string("{}"),
                                  std::string("def"),
                                  std::string("class"),
                                  std::string("class X:"),
                                  std::string("graph("),
                                  std::string("ExportedProgram:\n"),
                                  std::string("def f(:\n"),
                                  std::string("\xff\xfe\x00g", 4),
                                  std::string("class A(torch.nn.Module):\n    pass\n"),
                                  std::string("#include <x>\nint main() {}\n"),
                                  std::string("```\n```\n")}) {
    CAPTURE(text);
    Diagnostics diagnostics;
    read_program(text, diagnostics);
    REQUIRE(diagnostics.has_errors());
    CHECK(diagnostics.items()[0].place.line >= 1);
    CHECK(diagnostics.items()[0].place.column >= 1);
  }
}

TEST_CASE("every prefix of a text, and every text with one character changed, is read or refused") {
  std::string text =
      "class G(torch.nn.Module):\n    def forward(self, x: \"f32[2, s0][s0, 1]cpu\"):\n        # File: m.py:3 in f, "
      "code: y\n"
      "        a = torch.ops.aten.add.Tensor(x, [1, -2.5e-3, 'q', None], alpha = (1,));  x = None\n        a += a;  b "
      "= a\n        s = self.body\n        return {'k': (a, s)}\n"
      "    class body(torch.nn.Module):\n        def forward(self, y):\n            return (y,)\n";
  int good = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    Diagnostics diagnostics;
    auto program = read_program(text.substr(0, i), diagnostics);
    CHECK((program.has_value() || diagnostics.has_errors()));
    if (program && !diagnostics.has_errors()) ++good;
  }
  CHECK(good > 5);
  CHECK(good < 200);
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (char c : {'(', '\n', '"', '\\', '#', '\0', '\xff', ';', '='}) {
      std::string changed = text;
      changed[i] = c;
      Diagnostics diagnostics;
      auto program = read_program(changed, diagnostics);
      if (!program) {
        CHECK(diagnostics.has_errors());
        continue;
      }
      print_readable(*program->root);
    }
  }
}

TEST_CASE("many mistakes: the first hundred are kept, in time that does not grow with their square") {
  std::string line = "def forward(self, x):\n    a = torch.stack([";
  for (int i = 0; i < 30000; ++i) line += "u" + std::to_string(i) + ", ";
  Diagnostics diagnostics;
  read_program(line + "])\n    return a\n", diagnostics);
  CHECK(diagnostics.items().size() == 100);
  CHECK(diagnostics.suppressed() == 29900);
  CHECK(diagnostics.items()[99].place.line == 2);
  std::string graph = "graph():\n    %x : [num_users=0] = placeholder[target=x]\n    return (";
  for (int i = 0; i < 30000; ++i) graph += "%u" + std::to_string(i) + ", ";
  CHECK(diagnostics_of(graph + ")").size() <= 100);
  Program program = test::read("def forward(self, x):\n    " + repeat("a = torch.relu(x); ", 50000) +
                               "\n    return a\n");
  CHECK(program.lines.at(program.root->graph().last()->prev()->lineage()) == 2);
  CHECK(program.root->graph().size() == 50002);
}

TEST_CASE("remedies: the nearest known name") {
  std::vector<Diagnostic> found = diagnostics_of("def forward(self, weight):\n    return wieght\n");
  REQUIRE(found.size() == 1);
  REQUIRE(found[0].notes.size() == 1);
  CHECK(found[0].notes[0].message == "did you mean 'weight'?");
  found = diagnostics_of("def forward(self, weight):\n    return something_else\n");
  REQUIRE(found.size() == 1);
  CHECK(found[0].notes[0].message.find("did you mean") == std::string::npos);
}

TEST_CASE("lexer: tokens and where they are") {
  Lexer lexer("a1 = 0x1F + 1.5e-3j ** b'c\\'d' # note\n<lambda> ... \"\"\"x\ny\"\"\"");
  std::string seen;
  while (lexer.token().kind != TokenKind::end) {
    REQUIRE(lexer.token().kind != TokenKind::error);
    seen += lexer.token().kind == TokenKind::newline ? "NL " : std::string(lexer.text()) + " ";
    lexer.next();
  }
  CHECK(seen == "a1 = 0x1F + 1.5e-3j ** b'c\\'d' NL <lambda> ... \"\"\"x\ny\"\"\" ");
  CHECK(lexer.take_comment() == "note");
  CHECK(unquote("'a\\n\\x41\\u00e9\\101\\q\\''") ==
        "a\nA\xc3\xa9"
        "A\\q'");
  CHECK(unquote("r'\\n'") == "\\n");
  CHECK(unquote("'''a'b'''") == "a'b");
  CHECK(unquote("'\\ud800'") == "\xef\xbf\xbd");
  CHECK(unquote("'") == "");
}
TEST_CASE("a tensor as an immediate is read as torch.fx prints it; a dtype that is none is no constant") {
  std::string code =
      "\n\n\ndef forward(self, x):\n    add = torch.add(x, torch.Tensor(size=[2, 3], dtype=float32));  x = None\n    "
      "return add\n    ";
  Program program = test::read(code);
  CHECK(print_code(program.root->graph()) == code);
  CHECK(
      mistakes("def forward(self, x):\n    return torch.add(x, torch.Tensor(size=[2], dtype=torch.int64))\n").empty());
  Program call = test::read(
      "def forward(self, x):\n    return torch.add(x, torch.Tensor(size=[1], dtype=other.t32))\n");
  CHECK(print_graph(call.root->graph()).find("call_function[target=torch.Tensor]") != std::string::npos);
  CHECK(mistakes("def forward(self, x):\n    return torch.add(x, float32)\n") == "2:25 unknown name 'float32'");
}
