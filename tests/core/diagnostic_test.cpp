// core/base/diagnostic.h: places, limits and how a diagnostic looks in a terminal.
#include <string>

#include <doctest/doctest.h>

#include "core/base/diagnostic.h"
#include "core/base/json.h"

using namespace seesaw;

TEST_CASE("errors carry exception, code and remedy") {
  Error fx = fx_error("KeyError", "'val'");
  CHECK(std::string(fx.what()) == "'val'");
  CHECK(fx.diagnostic().exception == "KeyError");
  CHECK(fx.diagnostic().code == "fx");
  CHECK(fx.diagnostic().severity == Severity::error);
  Error own = user_error("handle", "gone", "open it again");
  CHECK(own.diagnostic().exception.empty());
  REQUIRE(own.diagnostic().notes.size() == 1);
  CHECK(own.diagnostic().notes[0].message == "open it again");
  CHECK(user_error("handle", "gone").diagnostic().notes.empty());
  CHECK(severity_name(Severity::warning) == "warning");
  CHECK(severity_name(Severity::info) == "info");
}

TEST_CASE("Diagnostics keeps the first ones and counts the rest") {
  Diagnostics diagnostics(3);
  Diagnostic warning;
  warning.severity = Severity::warning;
  CHECK_FALSE(diagnostics.has_errors());
  diagnostics.add(warning);
  CHECK_FALSE(diagnostics.has_errors());
  for (int i = 0; i < 5; ++i) {
    Diagnostic d;
    d.message = std::to_string(i);
    diagnostics.add(d).note("n");
  }
  CHECK(diagnostics.has_errors());
  CHECK(diagnostics.suppressed() == 3);
  REQUIRE(diagnostics.items().size() == 3);
  CHECK(diagnostics.items()[2].message == "1");
  CHECK(diagnostics.items()[2].notes.size() == 1);
  CHECK(diagnostics.take().size() == 3);
  Diagnostics late(0);
  late.add(Diagnostic{});
  CHECK(late.has_errors());
  CHECK(late.suppressed() == 1);
}

TEST_CASE("LineIndex: lines, UTF-16 columns, ends and what is out of range") {
  LineIndex index("ab\n\xc3\xa9\xf0\x9f\x98\x80x\r\n\nend");
  CHECK(index.lines() == 4);
  CHECK(index.line(1) == "ab");
  CHECK(index.line(2) == "\xc3\xa9\xf0\x9f\x98\x80x");
  CHECK(index.line(3).empty());
  CHECK(index.line(4) == "end");
  CHECK(index.line(0).empty());
  CHECK(index.line(5).empty());
  Place x = index.place(9, 10);  // x: behind e-acute (one unit) and a smiley (two)
  CHECK(x.line == 2);
  CHECK(x.column == 4);
  CHECK(x.end_column == 5);
  Place over = index.place(0, 13);
  CHECK(over.line == 1);
  CHECK(over.end_line == 4);
  CHECK(over.end_column == 1);
  Place beyond = index.place(1000, 5);
  CHECK(beyond.line == 4);
  CHECK(beyond.column == 4);
  CHECK(beyond.end_line == 4);
  CHECK(LineIndex("").place(0, 0).line == 1);
  CHECK(LineIndex("").lines() == 1);
}

TEST_CASE("LineIndex::resolve fills places that a reader left as offsets") {
  LineIndex index("one\ntwo\n");
  Diagnostic d;
  d.offset = 5;
  index.resolve(d);
  CHECK(d.place.line == 2);
  CHECK(d.place.column == 2);
  d.offset = 0;
  index.resolve(d);
  CHECK(d.place.line == 2);
  Diagnostic none;
  index.resolve(none);
  CHECK(none.place.line == 0);
}

TEST_CASE("render: file, line, column, source line, caret, notes") {
  std::string text = "def f(x):\n\tadd = x + yy\n";
  LineIndex index(text);
  Diagnostic d;
  d.code = "syntax";
  d.message = "unknown name 'yy'";
  d.place = index.place(21, 23);
  d.note("did you mean 'x'?");
  d.note("defined here", index.place(6, 7));
  CHECK(render(d, "m.py", &index) ==
        "m.py:2:12: error: unknown name 'yy'\n"
        "    \tadd = x + yy\n"
        "    \t          ^^\n"
        "    note: did you mean 'x'?\n"
        "m.py:1:7: note: defined here\n"
        "    def f(x):\n"
        "          ^\n");
  CHECK(render(d, "m.py", nullptr).find("add = x") == std::string::npos);
  Diagnostic fx = fx_error("RuntimeError", "Node redefined name x!").diagnostic();
  fx.place.node = "x";
  fx.place.graph = "submod_1";
  CHECK(render(fx, "m.py", &index) == "m.py: error: node 'x' of 'submod_1': RuntimeError: Node redefined name x!\n");
}

TEST_CASE("render: a long line is cut round the place") {
  std::string text = std::string(300, 'a') + "HERE" + std::string(300, 'b');
  LineIndex index(text);
  Diagnostic d;
  d.message = "m";
  d.place = index.place(300, 304);
  std::string shown = render(d, "f", &index);
  CHECK(shown.size() < 500);
  CHECK(shown.find("...") != std::string::npos);
  std::size_t source = shown.find("    ...");
  std::size_t caret_line = shown.find('\n', source) + 1;
  CHECK(shown.find("^^^^") - caret_line == shown.find("HERE") - source);
}

TEST_CASE("json errors point at the value") {
  JsonDocument doc;
  std::string text = "{\"a\":\n [1, \"x\"]}";
  const JsonValue& root = doc.parse(text);
  Diagnostic d = json_error(root["a"].items()[1], "not this").diagnostic();
  LineIndex(text).resolve(d);
  CHECK(d.code == "json");
  CHECK(d.place.line == 2);
  CHECK(d.place.column == 6);
}
