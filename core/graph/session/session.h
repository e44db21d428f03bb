// The one door to the core: programs by handle, commands by name, JSON in and out.
//
// What: `Session::call` runs one command. Arguments come as JSON and, for long texts, as a payload beside it; the
// answer is an envelope, {"ok": true, "value": ...} or {"ok": false, "diagnostics": [...]}, and a payload. Why: page,
// worker, Node and tests use the same few coarse calls, so nothing of the object model crosses a boundary and no input
// of a caller can break it: every error becomes a diagnostic here and nowhere else.
//
//   Session session;
//   Answer a = session.call("open", "{}", "def forward(self, x):\n    return x\n");
//   a.envelope                                          // {"ok":true,"value":{"handle":1,...}}
//   session.call("print", R"({"handle": 1, "format": "graph"})", "").payload      // graph(): ...
//
// `describe` lists the commands, passes, operators and formats.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/json.h"
#include "core/graph/ir/program.h"

namespace seesaw {

struct Answer {
  std::string envelope;
  std::string payload;
};

class Session;

// A command: its name, its description, and the function that writes its value. Errors are thrown.
struct Command {
  std::string_view name;
  std::string_view doc;
  void (*run)(Session& session, const JsonValue& args, std::string_view payload, JsonWriter& value, std::string& out);
};
std::span<const Command* const> command_table();

class Session {
 public:
  // Additions of a larger module: commands beside command_table, and operators that `describe` reports.
  using OperatorWriter = void (*)(JsonWriter& items, bool formulas);
  explicit Session(std::span<const Command* const> more = {}, OperatorWriter operators = nullptr)
      : more_(more), operators_(operators) {}
  std::span<const Command* const> more_commands() const { return more_; }
  // `formulas`: with the derivatives as formulas. They take longer than everything else in `describe`.
  void write_operators(JsonWriter& items, bool formulas) const {
    if (operators_ != nullptr) operators_(items, formulas);
  }

  Answer call(std::string_view command, std::string_view args, std::string_view payload);

  // Handles are numbers from 1, never reused.
  std::uint32_t add(Program program);
  // Throws Error (code "handle") if there is no such program.
  Program& program(const JsonValue& args, std::string_view key = "handle");
  Program& program(std::uint32_t handle);
  // Data that a command keeps with a program until the program is closed.
  struct Attachment {
    virtual ~Attachment() = default;
  };
  void attach(std::uint32_t handle, std::unique_ptr<Attachment> kept) { attachments_[handle] = std::move(kept); }
  // Null if there is none.
  Attachment* attachment(std::uint32_t handle) const;
  // Options of passes that are known of a program, where a run does not tell them.
  struct KnownOption {
    std::string_view pass, option;
    std::string value;
  };
  void know(std::uint32_t handle, std::vector<KnownOption> options) { known_[handle] = std::move(options); }
  std::vector<KnownOption> known(std::uint32_t handle) const;
  void close(std::uint32_t handle);
  std::size_t open_programs() const { return programs_.size(); }

 private:
  std::unordered_map<std::uint32_t, std::unique_ptr<Program>> programs_;
  std::unordered_map<std::uint32_t, std::unique_ptr<Attachment>> attachments_;
  std::unordered_map<std::uint32_t, std::vector<KnownOption>> known_;
  std::uint32_t next_handle_ = 0;
  std::span<const Command* const> more_;
  OperatorWriter operators_;
};

void write_diagnostic(JsonWriter& json, const Diagnostic& diagnostic);

// Arguments with a default; a value of the wrong kind is an error that names the member.
std::string_view string_arg(const JsonValue& args, std::string_view key, std::string_view fallback);
bool bool_arg(const JsonValue& args, std::string_view key, bool fallback);
std::int64_t integer_arg(const JsonValue& args, std::string_view key, std::int64_t fallback);

}  // namespace seesaw
