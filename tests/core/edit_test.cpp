// Edits of a person: the command itself, and what it costs. What each edit makes of a text: tests/text/change.
#include <doctest/doctest.h>

#include "core/base/cat.h"
#include "core/engine/commands/change_commands.h"
#include "tests/core/helpers.h"

namespace seesaw {

namespace {

// A text as a person writes it.
const std::string kHand =
    "def forward(self, x):\n"
    "  # first\n"
    "  a = torch.sin(x)   # why\n"
    "\n"
    "  b = (a + 1).relu()\n"
    "  # last\n"
    "  c = torch.cat([a,\n"
    "                 b])\n"
    "  return c\n";

struct Changed {
  std::string text, title, format;
  std::string diagnostics;  // "severity code graph/node:line message", a line each
  std::string made;
};

std::string diagnostics_in(const JsonValue& list) {
  std::string out;
  for (const JsonValue& d : list.items()) {
    auto text = [&](std::string_view key) { return d.find(key) == nullptr ? std::string_view() : d[key].string(); };
    std::string line = d.find("line") == nullptr ? "" : cat({":", std::to_string(d["line"].integer())});
    out += cat(
        {text("severity"), " ", text("code"), " ", text("graph"), "/", text("node"), line, " ", text("message"), "\n"});
    if (d.find("notes") == nullptr) continue;
    for (const JsonValue& note : d["notes"].items()) out += cat({"  note ", note["message"].string(), "\n"});
  }
  return out;
}

struct Door {
  Session session{change_commands()};
  JsonDocument document;
  Answer answer;
  const JsonValue& call(std::string_view command, const std::string& args, std::string_view payload) {
    answer = session.call(command, args, payload);
    document = JsonDocument();
    return document.parse(answer.envelope);
  }
};

std::string request(std::string_view path, std::string_view item) {
  return cat({"{\"path\":\"", path, "\",\"change\":", item, "}"});
}

Changed change(std::string_view text, std::string_view item, std::string_view path = "") {
  Door door;
  const JsonValue& root = door.call("change", request(path, item), text);
  INFO(door.answer.envelope);
  REQUIRE(root["ok"].boolean());
  const JsonValue& value = root["value"];
  Changed out{door.answer.payload,
              std::string(value["title"].string()),
              std::string(value["format"].string()),
              diagnostics_in(value["diagnostics"]),
              {}};
  for (const JsonValue& name : value["made"].items()) out.made += cat({out.made.empty() ? "" : " ", name.string()});
  return out;
}

}  // namespace

TEST_CASE("edit: the form of the text that is given back") {
  CHECK(change(kHand, R"j({"do":"insert","text":"torch.cos(a)","after":"a"})j").format == "code");
  // A form that shows no bodies gives way to one that does.
  CHECK(change(kHand, R"j({"do":"extract","nodes":["a"]})j").format == "readable");
}

TEST_CASE("edit: nodes as statements") {
  Door door;
  const JsonValue& root = door.call("copy_nodes", R"j({"nodes":["c","a"]})j", kHand);
  CHECK(root["ok"].boolean());
  CHECK(door.answer.payload == "a = torch.sin(x)\nc = torch.cat([a, b])\n");
}

TEST_CASE("edit: nonsense is refused") {
  Door door;
  CHECK(diagnostics_in(door.call("change", R"j({"handle":7,"change":{"do":"inline","node":"x"}})j", "")["diagnostics"])
            .find("there is no open program 7") != std::string::npos);
  CHECK_FALSE(door.call("change", R"j({"change":{"do":"insert"}})j", kHand)["ok"].boolean());
  CHECK_FALSE(
      door.call("change", R"j({"change":{"do":"argument","node":"a","slot":{},"text":"1"}})j", kHand)["ok"].boolean());
}

TEST_CASE("edit: the cost grows with the text, not with its square") {
  auto chain = [](std::size_t lines) {
    std::string text = "def forward(self, x):\n";
    std::string last = "x";
    for (std::size_t i = 0; i < lines; ++i) {
      std::string name = cat({"v", std::to_string(i)});
      text += cat({"    ", name, " = torch.sin(", last, ")\n"});
      last = name;
    }
    return text + cat({"    return ", last, "\n"});
  };
  test::check_growth("edits", 250, chain, [](const std::string& text) {
    change(text, R"j({"do":"rename","node":"x","name":"y"})j");
    change(text, R"j({"do":"extract","nodes":["v3","v4"]})j");
  });
}

}  // namespace seesaw
