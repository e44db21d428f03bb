// core/graph/text/read.h, syntax.h, lexer.h: limits, huge and malformed texts. Nothing may crash, hang, or pass without
// a word.
#include "core/base/json.h"
#include "core/graph/text/lexer.h"
#include "core/graph/text/syntax.h"
#include "core/python/syntax.h"
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
  constexpr std::size_t kWide = test::scaled(1'000'000);
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
  // Where the bracket stands is reported, if that is on another line.
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
  for (std::size_t i = 0; i < test::scaled(2000); ++i) many += "    a = f(x,\n";
  std::vector<Diagnostic> found = diagnostics_of("def forward(self, x):\n" + many + "    return a\n");
  CHECK(found.size() == 100);
}

TEST_CASE("statements of a class outside of forward are not lost without a word") {
  std::string head = "class G(torch.nn.Module):\n    \"\"\"Says\n    something.\"\"\"\n    pass\n";
  std::string forward_text = "    def forward(self, x):\n        y = torch.relu(x)\n        return y\n";
  CHECK(mistakes(head + forward_text).empty());
  CHECK(mistakes(head + forward_text + "    x = undefined_thing + 1\n    sin.default(x,,)\n    z = f(\n        1)\n") ==
        "8:5 this line follows the graph and is not part of it\n9:5 this line follows the graph and is not "
        "part of it\n"
        "10:5 this line follows the graph and is not part of it");
  std::vector<Diagnostic> found = diagnostics_of(
      head + forward_text + "    z = f(\n    def other(self):\n        return 1\n    'open\n    y = 1\n");
  REQUIRE(found.size() == 4);
  CHECK(found[0].place.line == 8);
  CHECK(found[1].message == "the function 'other' is left out");
  CHECK(found[2].place.line == 11);
  CHECK(found[3].place.line == 12);
  std::string many;
  for (int i = 0; i < 2000; ++i) many += "    f(\n    g(1,)\n";
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
        "5:5 this line follows the graph and is not part of it\n9:9 this line follows the graph and is not "
        "part of it");
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
  for (std::size_t i = 0; i < test::scaled(100'000); ++i) many += "k" + std::to_string(i) + "=1, ";
  CHECK(diagnostics_of(many + ")\n").empty());
  CHECK(diagnostics_of(many + "k7=2)\n").size() == 1);
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

TEST_CASE("a text that is not UTF-8 is refused where it enters, with its place") {
  std::string graph = "graph():\n    %x : f32[3\xf2] = placeholder[target=x]\n    return x\n";
  std::vector<Diagnostic> found = diagnostics_of(graph);
  REQUIRE(found.size() == 1);
  CHECK(found[0].message == "the text is not UTF-8 here");
  CHECK(found[0].place.line == 2);
  CHECK(found[0].place.column == 15);
  for (std::string_view bytes : {"\xf2", "\xc0\xaf", "\xed\xa0\x80", "\xe2\x82", "\x80"}) {
    CHECK(diagnostics_of(forward("x['" + std::string(bytes) + "']")).size() == 1);
    JsonDocument document;
    CHECK_THROWS_AS(document.parse("[\"" + std::string(bytes) + "\"]"), Error);
    CHECK_THROWS_AS(PythonSource("def forward(self, x):\n    return '" + std::string(bytes) + "'\n"), Error);
  }
  CHECK(diagnostics_of(forward("x['\xe2\x82\xac']")).empty());
}
