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
  for (Row row : {Row{"[", "]"}, Row{"(", ",)"}, Row{"(", ")"}, Row{"{'k': ", "}"}, Row{"torch.relu(", ")"}, Row{"x[", "]"}, Row{"-", ""}, Row{"~", ""}, Row{"x ** ", ""}}) {
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
      out += indent + "class c" + std::to_string(i) + "(torch.nn.Module):\n" + indent + "    def forward(self, x):\n" + indent + "        return x\n";
    }
    return out;
  };
  Program program = test::read(classes(200));
  CHECK(program.root->named_modules().size() == 200);
  CHECK(too_deep(classes(201)));
  Program again = test::read(print_readable(*program.root));
  CHECK(print_readable(*again.root) == print_readable(*program.root));
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
    Program program = test::read("def forward(self, x):\n    a = torch.stack([" + repeat("x, ", kWide) + "])\n    return (a,)\n");
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
    // An open bracket takes the next line with it.
    CHECK(program->root->graph().size() >= (row.line == 3 ? 1 : 2));
    CHECK(diagnostics.items().size() == 1);
  }
}

TEST_CASE("malformed: str(graph)") {
  std::string x = "graph():\n    %x : [num_users=0] = placeholder[target=x]\n";
  for (const char* line : {"    %a : [num_users=0] = call_function[target=f](args = (%y,), kwargs = {})\n", "    %a : [num_users=0] = call_function[target=f](args = (%x\n",
                           "    %a : [num_users=0] = call_function\n", "    %a [num_users=0]\n", "    %\n", "    a = 1\n", "    return %x %x\n    return x\n",
                           "    %a : [num_users=0] = nothing[target=f](args = (), kwargs = {})\n", "    %x : [num_users=0] = placeholder[target=x]\n"}) {
    CAPTURE(std::string(line));
    Diagnostics diagnostics;
    read_program(x + line + "    return x", diagnostics);
    REQUIRE_FALSE(diagnostics.items().empty());
    CHECK(diagnostics.items()[0].place.line >= 2);
    CHECK_FALSE(diagnostics.items()[0].message.empty());
  }
}

TEST_CASE("not a graph: empty, blank, binary, prose, other languages") {
  for (const std::string& text : {std::string(), std::string("\n\n\n"), std::string("\0\0\0", 3), std::string("hello world"), std::string("{"), std::string("[1, 2]"), std::string("{}"),
                                  std::string("def"), std::string("class"), std::string("class X:"), std::string("graph("), std::string("ExportedProgram:\n"), std::string("def f(:\n"),
                                  std::string("\xff\xfe\x00g", 4), std::string("class A(torch.nn.Module):\n    pass\n"), std::string("#include <x>\nint main() {}\n"), std::string("```\n```\n")}) {
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
      "class G(torch.nn.Module):\n    def forward(self, x: \"f32[2, s0][s0, 1]cpu\"):\n        # File: m.py:3 in f, code: y\n"
      "        a = torch.ops.aten.add.Tensor(x, [1, -2.5e-3, 'q', None], alpha = (1,));  x = None\n        a += a;  b = a\n        s = self.body\n        return {'k': (a, s)}\n"
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
  Program program = test::read("def forward(self, x):\n    " + repeat("a = torch.relu(x); ", 50000) + "\n    return a\n");
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
  CHECK(unquote("'a\\n\\x41\\u00e9\\101\\q\\''") == "a\nA\xc3\xa9" "A\\q'");
  CHECK(unquote("r'\\n'") == "\\n");
  CHECK(unquote("'''a'b'''") == "a'b");
  CHECK(unquote("'\\ud800'") == "\xef\xbf\xbd");
  CHECK(unquote("'") == "");
}
