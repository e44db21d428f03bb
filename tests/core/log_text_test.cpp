// core/graph/text/prepared_text.h, read.h: texts as logs, terminals and web pages have them, and where their mistakes
// are.
#include "core/graph/text/prepared_text.h"
#include "tests/core/helpers.h"

using namespace seesaw;
using namespace seesaw::test;

namespace {

const std::string kGraph =
    "class GraphModule(torch.nn.Module):\n"
    "    def forward(self, x: \"f32[2]\"):\n"
    "         # File: /m.py:3 in forward, code: y = x.sin()\n"
    "        sin: \"f32[2]\" = torch.ops.aten.sin.default(x);  x = None\n"
    "        return (sin,)\n"
    "        ";

std::string each_line(const std::string& text, const std::string& prefix, const std::string& suffix = "\n") {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = std::min(text.find('\n', at), text.size());
    out += prefix + text.substr(at, end - at) + suffix;
    at = end + 1;
  }
  return out;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

void check_same(const std::string& text) {
  CAPTURE(text);
  Program program = test::read(text);
  CHECK(print_readable(*program.root) == kGraph);
}

}  // namespace

TEST_CASE("log prefixes of PyTorch's versions are taken off") {
  check_same(kGraph);
  check_same(
      each_line(kGraph, "V0516 12:34:56.789000 140234 torch/_dynamo/output_graph.py:1234] [0/0] [__graph_code] "));
  check_same(each_line(kGraph, "I0101 00:00:00.000 1 a.py:1] "));
  check_same(each_line(kGraph, "[2024-05-01 12:34:56,789] [0/0] torch._dynamo.output_graph.__graph_code: [DEBUG] "));
  check_same(each_line(kGraph, "        "));
  check_same(each_line(kGraph, "", "\r\n"));
  check_same(each_line(kGraph, "", " \t\n"));
  check_same("\xef\xbb\xbf" + kGraph);
  check_same("\xef\xbb\xbf" + each_line(kGraph, "    "));
  check_same("Some words before it\n\n```python\n" + kGraph + "\n```\nand behind it\n");
  check_same("```\nnothing here\n```\ntext\n```\n" + kGraph + "\n```\n");
}

TEST_CASE("terminal control sequences are taken off, wherever they are") {
  check_same(replaced(kGraph, "sin", "\x1b[32msin\x1b[0m"));
  check_same(replaced(kGraph, "torch", "\x1b[01;31m\x1b[Ktorch\x1b[m\x1b[K"));
  check_same(replaced(kGraph, "self", "\x1b]8;;http://a/\x07self\x1b]8;;\x1b\\"));
  check_same("\x1b[2J\x1b[H" + kGraph);
  check_same(kGraph + "\x1b");
  check_same(replaced(kGraph, "return", "\x1b(Breturn"));
}

TEST_CASE("log prefixes are known behind and between colour codes") {
  const std::string red = "\x1b[31m", end = "\x1b[0m";
  for (const std::string& before :
       {red + "V0516 12:34:56.789000 140234 torch/_dynamo/output_graph.py:1234] [0/0] [__graph_code] ",
        red + "V0123 12:00:00.000000 99 a.py:1] " + end + "[0/0] " + red + "[__graph_code] ",
        "V0123 12:00:00.000000 99 " + red + "a.py:1" + end + "] [0/0] [__graph_code] ",
        red + "[2024-05-01 12:34:56,789]" + end + " [0/0] torch._dynamo.output_graph.__graph_code: [" + red + "DEBUG" +
            end + "] "}) {
    CAPTURE(before);
    check_same(each_line(kGraph, before));
    check_same(each_line(kGraph, before, end + "\n"));
    check_same(each_line(replaced(kGraph, "sin", red + "sin" + end), before));
    std::vector<Diagnostic> found = diagnostics_of(each_line("def forward(self, x):\n    return nowhere\n", before));
    REQUIRE(found.size() == 1);
    CHECK(found[0].place.line == 2);
    CHECK(found[0].place.column == before.size() + 12);
  }
}

TEST_CASE("PreparedText: pieces know where they came from") {
  PreparedText plain("def f(x):\n");
  CHECK(plain.text() == "def f(x):\n");
  CHECK(plain.original_offset(4) == 4);
  PreparedText indented("    a\n      b\n");
  CHECK(indented.text() == "a\n  b\n");
  CHECK(indented.original_offset(0) == 4);
  CHECK(indented.original_offset(4) == 12);
  PreparedText coloured("a\x1b[1mb\x1b[0mc");
  CHECK(coloured.text() == "abc");
  CHECK(coloured.original_offset(1) == 5);
  CHECK(coloured.original_offset(2) == 10);
  CHECK(PreparedText("").text().empty());
  CHECK(PreparedText("\xef\xbb\xbf").text().empty());
  CHECK(PreparedText("\x1b").text().empty());
  CHECK(PreparedText("\x1b[").text().empty());
}

TEST_CASE("mistakes have line and column in the text as given") {
  std::string prefix = "V0516 12:34:56.789000 140234 torch/_dynamo/output_graph.py:1234] [0/0] [__graph_code] ";
  for (const std::string& before : {std::string(), prefix, std::string("    "), std::string("\x1b[0m")}) {
    CAPTURE(before);
    std::string text = each_line(
        "def forward(self, x):\n    a = torch.relu(nowhere)\n    b = torch.relu(x))\n    return (a, missing)\n",
        before);
    std::vector<Diagnostic> found = diagnostics_of(text);
    REQUIRE(found.size() == 3);
    auto at = static_cast<std::uint32_t>(before.size());
    CHECK(found[0].message == "unknown name 'nowhere'");
    CHECK(found[0].place.line == 2);
    CHECK(found[0].place.column == at + 20);
    CHECK(found[0].place.end_column == at + 27);
    CHECK(found[1].place.line == 3);
    CHECK(found[1].place.column == at + 22);
    CHECK(found[2].message == "unknown name 'missing'");
    CHECK(found[2].place.line == 4);
    CHECK(found[2].place.column == at + 16);
  }
  std::string json = "\xef\xbb\xbf  {\n  \"format\": \"seesaw.program\",\n  \"version\": x}";
  std::vector<Diagnostic> found = diagnostics_of(json);
  REQUIRE(found.size() == 1);
  CHECK(found[0].code == "json");
  CHECK(found[0].place.line == 3);
  CHECK(found[0].place.column == 14);
  found = diagnostics_of("    {\"format\": \"seesaw.program\",\n     \"version\": 77}");
  REQUIRE(found.size() == 1);
  CHECK(found[0].place.line == 2);
  CHECK(found[0].place.column == 17);
}

TEST_CASE("rules 91 to 95: comments of stack traces are read and printed (fact: readable: stack traces)") {
  std::string text =
      "class GraphModule(torch.nn.Module):\n    def forward(self, x):\n         # File: /m.py:3 in forward, code: a = "
      "x.sin()\n"
      "        sin_default = torch.ops.aten.sin.default(x);  x = None\n        sin_default_1 = "
      "torch.ops.aten.sin.default(sin_default);  sin_default = None\n"
      "        \n         # File: /m.py:4 in forward, code: b = a.cos()\n        sin_default_2 = "
      "torch.ops.aten.sin.default(sin_default_1);  sin_default_1 = None\n"
      "        \n        # No stacktrace found for following nodes\n        sin_default_3 = "
      "torch.ops.aten.sin.default(sin_default_2);  sin_default_2 = None\n"
      "        sin_default_4 = torch.ops.aten.sin.default(sin_default_3);  sin_default_3 = None\n"
      "        \n         # File: /m.py:4 in forward, code: b = a.cos()\n        sin_default_5 = "
      "torch.ops.aten.sin.default(sin_default_4);  sin_default_4 = None\n"
      "        \n         # \n        sin_default_6 = torch.ops.aten.sin.default(sin_default_5);  sin_default_5 = "
      "None\n        return (sin_default_6,)\n        ";
  Program program = test::read(text);
  CHECK(print_readable(*program.root) == text);
  const Graph& graph = program.root->graph();
  auto frame = [&](std::string_view name) { return parse_stack_trace(node_named(graph, name)->stack_trace()); };
  CHECK(frame("sin_default").file == "/m.py");
  CHECK(frame("sin_default").line == "3");
  CHECK(frame("sin_default").function == "forward");
  CHECK(frame("sin_default_1").code == "a = x.sin()");
  CHECK(frame("sin_default_2").line == "4");
  CHECK(node_named(graph, "sin_default_4")->stack_trace().empty());
  CHECK(stack_trace_summary(node_named(graph, "sin_default_5")->stack_trace()) ==
        "File: /m.py:4 in forward, code: b = a.cos()");
  CHECK_FALSE(frame("sin_default_6").found);
}

TEST_CASE("comments of stack traces: paths with colons and spaces, no function, equal ones in a row") {
  for (const char* comment : {"File: C:\\a b\\m.py:12 in forward, code: y = f(x), g",
                              "File: /m.py:3, code: y = x",
                              "File: <eval_with_key>.0:5 in forward, code: y = x",
                              "File: /m.py:3 in <lambda>, code: f = lambda x: x",
                              "File: /m.py:3 in forward, code: "}) {
    CAPTURE(comment);
    std::string text = "class G(torch.nn.Module):\n    def forward(self, x):\n         # " + std::string(comment) +
                       "\n        a = torch.relu(x)\n        \n         # " + comment +
                       "\n        b = torch.relu(a);  a = None\n        return (b, x)\n        ";
    Program program = test::read(text);
    CHECK(print_readable(*program.root) == text);
  }
  std::string many = "class G(torch.nn.Module):\n    def forward(self, x):\n";
  for (int i = 0; i < 20000; ++i)
    many += "         # File: m.py:3 in f, code: y\n        a" + std::to_string(i) + " = torch.relu(x)\n";
  Program program = test::read(many + "        return x\n");
  CHECK(program.context->symbols.bytes() < 10000000);
  CHECK(print_readable(*program.root).find("# File: m.py:3 in f, code: y", many.size() / 2) != std::string::npos);
}
