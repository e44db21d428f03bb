// Lines of commands, an empty line, a text: the session runs the commands on the text, opened once.
//
//   exec {"inputs": [1]}          a command and its arguments; without arguments it gets those that fit any program
//   x                             other words stand for a command by their first letter
//
// Answers are JSON; whatever was asked, the session then computes what it computed before.
#include "core/graph/session/session.h"
#include "core/engine/commands/all_commands.h"
#include "core/engine/commands/operator_reference.h"
#include "core/engine/commands/retrace_commands.h"
#include "core/graph/session/editor.h"
#include "tests/fuzz/targets.h"

namespace seesaw::fuzz {

namespace {

constexpr std::size_t kMostCommands = 8;
constexpr std::string_view kKnown =
    "def forward(self, x):\n    sin = torch.ops.aten.sin.default(x)\n    return (torch.ops.aten.add.Tensor(sin, 1),)\n";

// What a command gets that comes without arguments: program 1 is the text, 2 the program that is known.
struct Fallback {
  std::string_view command, args;
};
constexpr Fallback kFallbacks[] = {
    {"run", R"({"handle": 1, "passes": ["run_decompositions", "eliminate_dead_code"], "snapshots": true})"},
    {"edit", R"({"handle": 1, "steps": [{"do": "eliminate_dead_code"}, {"do": "lint"}]})"},
    {"change", R"({"handle": 1, "change": {"do": "delete", "nodes": ["x"]}})"},
    {"copy_nodes", R"({"handle": 1, "nodes": ["x"]})"},
    {"node", R"({"handle": 1, "name": "x"})"},
    {"find", R"({"handle": 1, "lineages": [1, 2, 3]})"},
    {"retrace", R"({"handle": 1, "callbacks": ["callOperator", "placeholder", "output", "callSym"]})"},
    {"trace", R"({"inputs": ["f32[2, 3]", "f32[2, 3]"], "details": true})"},
    {"callable", R"({"path": "torch.ops.aten.add.Tensor"})"},
    {"format_arg", R"({"arg": [1, "x", null]})"},
    {"gradcheck", R"({"handle": 1, "milliseconds": 5})"},
};
constexpr std::string_view kAny = R"({"handle": 1, "before": 1, "after": 2})";

std::span<const Command* const> commands() {
  static const std::span<const Command* const> all = [] {
    add_engine();
    set_retrace_host([](const std::string& request, std::string& answer) {  // each method goes on as it is
      std::string same = request;
      if (std::size_t at = same.find("\"callback\""); at != std::string::npos) same.replace(at, 10, "\"do\"");
      answer = retrace_next(same);
      return true;
    });
    return engine_commands();
  }();
  return all;
}

const Command* command_of(std::string_view word) {
  std::vector<const Command*> all(command_table().begin(), command_table().end());
  all.insert(all.end(), commands().begin(), commands().end());
  for (const Command* one : all) {
    if (one->name == word) return one;
  }
  return word.empty() ? nullptr : all[static_cast<unsigned char>(word[0]) % all.size()];
}

std::string_view args_for(std::string_view command) {
  for (const Fallback& row : kFallbacks) {
    if (row.command == command) return row.args;
  }
  return kAny;
}

void expect_json(const std::string& text) {
  try {
    JsonDocument().parse(text);
  } catch (const Error& error) {
    require(false, "an answer that is no JSON", text);
  }
}

std::string known_result(Session& session) {
  return session.call("exec", R"({"handle": 2, "inputs": [{"dtype": "f64", "shape": [1], "data": [0.5]}]})", "")
      .envelope;
}

}  // namespace

void session(std::string_view input) {
  std::span<const Command* const> more = commands();
  Session session(more);
  std::size_t cut = input.find("\n\n");
  std::string_view lines = input.substr(0, cut),
                   text = cut == std::string_view::npos ? std::string_view() : input.substr(cut + 2);
  expect_json(session.call("open", "{}", text).envelope);
  bool readable = session.open_programs() == 1;
  if (!readable) session.call("open", "{}", "def forward(self, x):\n    return (x,)\n");
  session.call("open", "{}", kKnown);
  static const std::string known = known_result(session);
  require(known.find("1.479") != std::string::npos, "the known program does not run", known);
  for (std::size_t count = 0; count < kMostCommands && !lines.empty(); ++count) {
    std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(lines.size(), line.size() + 1));
    std::size_t blank = line.find(' ');
    const Command* command = command_of(line.substr(0, blank));
    if (command == nullptr || command->name == "describe") continue;  // all it can say takes half a second
    std::string_view args = blank == std::string_view::npos ? args_for(command->name) : line.substr(blank + 1);
    // Payloads are inputs of a run, another picture, or the text again.
    bool takes_text = command->name == "open" || command->name == "trace" || command->name == "declare" ||
                      command->name == "change" || command->name == "check_values";
    expect_json(session.call(command->name, args, takes_text ? text : std::string_view()).envelope);
    expect_json(session.call("print", R"({"handle": 1})", "").envelope);
  }
  Session fresh(more);
  fresh.call("open", "{}", kKnown);
  fresh.call("open", "{}", kKnown);
  require(known_result(fresh) == known, "the program of another session gives another result");
}

}  // namespace seesaw::fuzz
