// The text cases of tests/text under the sanitizers and as WebAssembly. SEESAW_TEXT in the environment names a file or
// a folder to run alone.
#include "tests/core/text_case.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include <doctest/doctest.h>

#include "core/base/cat.h"
#include "core/engine/commands/all_commands.h"
#include "core/graph/session/session.h"

namespace seesaw::test {

namespace {

const std::string kFolder = SEESAW_TEST_DATA "/../text";

bool is_given(const std::string& name) {
  return name == "input" || name == "options" || name == "settings" || name == "values" || name == "command";
}

std::string given(const TextStep& step, const std::string& name, std::string_view fallback) {
  auto found = step.given.find(name);
  return found == step.given.end() ? std::string(fallback) : found->second;
}

void add_line(std::string& out, const std::string& line) { out += (out.empty() ? "" : "\n") + line; }

std::string text_of(const JsonValue& value, std::string_view key) {
  const JsonValue* member = value.find(key);
  return member == nullptr || member->is_null() ? std::string() : std::string(member->string());
}

std::string indented(const std::string& text) {
  std::string out;
  for (char c : text) {
    out += c;
    if (c == '\n') out += "      ";
  }
  return out;
}

// "submod_1/x 3:5"
std::string place_text(const JsonValue& d) {
  std::string graph = text_of(d, "graph"), node = text_of(d, "node");
  std::string out = node.empty() ? graph : cat({graph, graph.empty() ? "" : "/", node});
  if (!d.has("line") || d["line"].integer() == 0) return out;
  return cat({out, out.empty() ? "" : " ", d["line"].number_text(), ":", d["column"].number_text()});
}

std::string diagnostic_text(const JsonValue& d) {
  std::string at = place_text(d), exception = text_of(d, "exception");
  std::string out = cat({at, at.empty() ? "" : ": ", text_of(d, "severity"), " ", text_of(d, "code")});
  out = indented(cat({out, exception.empty() ? "" : " ", exception, ": ", text_of(d, "message")}));
  if (!d.has("notes")) return out;
  for (const JsonValue& note : d["notes"].items()) {
    std::string place = place_text(note);
    out += cat({"\n    ", indented(cat({"note", place.empty() ? "" : " ", place, ": ", text_of(note, "message")}))});
  }
  return out;
}

std::string why_text(const JsonValue& entry) {
  std::string graph = text_of(entry, "graph"), region = text_of(entry, "region");
  std::string out = cat(
      {graph, graph.empty() || region.empty() ? "" : "/", region, graph.empty() && region.empty() ? "" : " "});
  out += text_of(entry, "decision");
  if (entry["warning"].boolean())
    out += entry.has("rule") ? cat({" (warning, rule ", entry["rule"].number_text(), ")"}) : " (warning)";
  return cat({out,
              " by ",
              text_of(entry, "trigger"),
              ", ",
              entry["nodes"].number_text(),
              " nodes: ",
              text_of(entry, "condition")});
}

std::string report_text(const JsonValue& report) {
  std::string name = text_of(report, "pass");
  if (!report["ran"].boolean()) return name + ": not run";
  if (!report["changed"].boolean()) return name + ": unchanged";
  return cat(
      {name, ": changed, ", report["nodesBefore"].number_text(), " -> ", report["nodesAfter"].number_text(), " nodes"});
}

std::string difference_text(const JsonValue& d) {
  std::string graph = text_of(d, "graph");
  return cat({graph,
              graph.empty() ? "" : "/",
              text_of(d, "node"),
              " ",
              text_of(d, "kind"),
              ": PyTorch ",
              text_of(d, "pytorch"),
              "; Seesaw ",
              text_of(d, "seesaw")});
}

std::string scalar_text(const JsonValue& value) {
  if (value.is_null()) return "null";
  if (value.is_bool()) return value.boolean() ? "true" : "false";
  std::string out;
  if (value.is_string()) {
    append_json_string(out, value.string());
    return out;
  }
  double number = value.number();
  char digits[40];
  bool whole = std::floor(number) == number && std::abs(number) < 1e15;
  std::snprintf(digits, sizeof digits, whole ? "%.0f" : "%.6g", number);
  return digits;
}

bool is_scalar(const JsonValue& value) { return !value.is_array() && !value.is_object(); }

// `outputs.0.shape = [2, 3]`; values nest a few levels only.
void add_value_lines(std::string& out, const JsonValue& value, const std::string& path) {
  auto below = [&](std::string_view key) { return cat({path, path.empty() ? "" : ".", key}); };
  if (value.is_object()) {
    for (const JsonMember& member : value.members()) add_value_lines(out, member.value, below(member.key));
    return;
  }
  if (is_scalar(value)) {
    add_line(out, cat({path, " = ", scalar_text(value)}));
    return;
  }
  std::string list;
  for (const JsonValue& item : value.items()) {
    if (is_scalar(item)) list += cat({list.empty() ? "" : ", ", scalar_text(item)});
  }
  if (std::all_of(value.items().begin(), value.items().end(), is_scalar)) {
    add_line(out, cat({path, " = [", list, "]"}));
    return;
  }
  for (std::size_t i = 0; i < value.items().size(); ++i)
    add_value_lines(out, value.items()[i], below(std::to_string(i)));
}

// One step, run.
class TextRun {
 public:
  TextRun(const std::string& path, const TextStep& step) : step_(step) {
    std::string subject = path.substr(0, path.find('/'));
    if (subject == "passes") {
      run_passes(path.substr(7, path.find('/', 7) - 7));
    } else if (subject == "read" || subject == "print") {
      open();
    } else if (subject == "capture") {
      capture();
    } else if (subject == "change") {
      change();
    } else {
      command(subject == "diagnostics" ? given(step, "command", "") : subject, subject == "split");
    }
  }

  // What a section says now; none if it does not apply.
  std::optional<std::string> found(const Section& section) {
    if (section.name == "output") return output(section.detail);
    if (section.name == "diagnostics") return diagnostics_;
    if (section.name == "error") return failed_ && !error_.empty() ? std::optional(error_) : std::nullopt;
    auto at = results_.find(section.name);
    return at == results_.end() ? std::nullopt : std::optional(at->second);
  }

 private:
  const JsonValue* call(std::string_view name, const std::string& args, std::string_view payload) {
    answer_ = session_.call(name, args, payload);
    document_ = JsonDocument();
    const JsonValue& root = document_.parse(answer_.envelope);
    if (root["ok"].boolean()) return &root["value"];
    failed_ = true;
    add_diagnostics(root["diagnostics"]);
    return nullptr;
  }

  void add_diagnostics(const JsonValue& list) {
    for (const JsonValue& d : list.items()) {
      add_line(diagnostics_, diagnostic_text(d));
      if (!error_.empty() || text_of(d, "severity") != "error") continue;
      std::string exception = text_of(d, "exception");
      error_ = cat({exception.empty() ? text_of(d, "code") : exception, ": ", text_of(d, "message")});
    }
  }

  void take_handle(const JsonValue& value) {
    failed_ = !value.has("handle");
    if (!failed_) handle_ = std::string(value["handle"].number_text());
    if (value.has("diagnostics")) add_diagnostics(value["diagnostics"]);
  }

  bool open() {
    const JsonValue* value = call("open", "{}", given(step_, "input", ""));
    if (value != nullptr) take_handle(*value);
    return !failed_;
  }

  std::string json() {
    return session_.call("print", cat({R"({"format":"json","handle":)", handle_, "}"}), "").payload;
  }

  void run_passes(const std::string& folder) {
    if (!open()) return;
    std::string before = json(), options = given(step_, "options", "{}"), settings = given(step_, "settings", "{}");
    std::string passes = options.starts_with('[') ? options
                                                  : cat({R"([{"name":")", folder, R"(","options":)", options, "}]"});
    std::string rest = settings == "{}" ? "}" : "," + settings.substr(1);
    const JsonValue* value = call("run", cat({R"({"handle":)", handle_, R"(,"passes":)", passes, rest}), "");
    if (value == nullptr) return;
    for (const char* name : {"report", "why", "differences"}) results_[name] = "";
    for (const JsonValue& report : (*value)["reports"].items()) {
      add_line(results_["report"], report_text(report));
      for (const JsonValue& entry : report["why"].items()) add_line(results_["why"], why_text(entry));
      for (const JsonValue& d : report["differences"].items()) add_line(results_["differences"], difference_text(d));
      add_diagnostics(report["diagnostics"]);
    }
    CHECK_MESSAGE(json() == before, "the pass changed the program that it was given");
    failed_ = !(*value)["succeeded"].boolean();
    handle_ = std::string((*value)["handle"].number_text());
  }

  void capture() {
    const JsonValue* value = call("trace", given(step_, "options", "{}"), given(step_, "input", ""));
    if (value != nullptr) take_handle(*value);
  }

  void change() {
    std::string change = given(step_, "options", "{}"), path;
    JsonDocument parsed;
    append_json_string(path, text_of(parsed.parse(change), "path"));
    const JsonValue* value = call(
        "change", cat({R"({"path":)", path, R"(,"change":)", change, "}"}), given(step_, "input", ""));
    if (value == nullptr) return;
    results_["title"] = text_of(*value, "title");
    results_["made"] = "";
    for (const JsonValue& name : (*value)["made"].items()) {
      results_["made"] += cat({results_["made"].empty() ? "" : " ", name.string()});
    }
    add_diagnostics((*value)["diagnostics"]);
    payload_ = answer_.payload;
  }

  // A command by its name: on a text, or with values on the program of the input.
  void command(const std::string& name, bool without_values) {
    std::string options = given(step_, "options", "{}"), body = given(step_, "input", "");
    bool on_program = without_values || step_.given.contains("values");
    if (on_program) {
      if (!open()) return;
      body = given(step_, "values", "");
      options = options.substr(0, options.rfind('}')) + (options == "{}" ? "" : ",") + R"("handle":)" + handle_ + "}";
    }
    const JsonValue* value = call(name, options, body);
    if (value == nullptr) return;
    if (value->is_object() && value->has("diagnostics")) add_diagnostics((*value)["diagnostics"]);
    if (on_program && value->has("handle")) {
      handle_ = std::string((*value)["handle"].number_text());
      return;
    }
    if (on_program) add_value_lines(results_["value"], *value, "");
    payload_ = answer_.payload;
  }

  std::optional<std::string> output(const std::string& detail) {
    if (failed_) return std::nullopt;
    if (payload_) return payload_->empty() ? std::nullopt : payload_;
    if (handle_.empty()) return std::string();
    std::size_t space = std::min(detail.find(' '), detail.size());
    std::string format = space == 0 ? "readable" : detail.substr(0, space),
                args = cat({R"({"format":")", format, "\""});
    if (space < detail.size()) args += cat({R"(,"path":")", detail.substr(space + 1), "\""});
    return session_.call("print", cat({args, R"(,"handle":)", handle_, "}"}), "").payload;
  }

  const TextStep& step_;
  Session session_{engine_commands()};
  JsonDocument document_;
  Answer answer_;
  std::string handle_, diagnostics_, error_;
  bool failed_ = false;
  std::optional<std::string> payload_;
  std::map<std::string, std::string> results_;
};

}  // namespace

std::vector<TextStep> read_steps(std::string_view text) {
  std::vector<TextStep> steps(1);
  std::string* open = nullptr;
  std::vector<std::string> lines;
  auto close = [&](bool behind_header) {
    if (behind_header && !lines.empty() && lines.back().empty()) lines.pop_back();
    if (open != nullptr) {
      open->clear();
      for (std::size_t i = 0; i < lines.size(); ++i) *open += (i == 0 ? "" : "\n") + lines[i];
    }
    lines.clear();
  };
  if (text.ends_with('\n')) text.remove_suffix(1);
  for (std::size_t at = 0; at <= text.size();) {
    std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line(text.substr(at, end - at));
    at = end + 1;
    if (!line.starts_with("==== ")) {
      lines.push_back(line);
      continue;
    }
    close(true);
    line = line.substr(5, line.find(" (PyTorch ") - 5);
    std::size_t space = std::min(line.find(' '), line.size());
    Section section{line.substr(0, space), space < line.size() ? line.substr(space + 1) : "", ""};
    if (!is_given(section.name)) {
      steps.back().expected.push_back(section);
      open = &steps.back().expected.back().text;
      continue;
    }
    if (!steps.back().expected.empty()) steps.push_back({steps.back().given, {}});
    open = &steps.back().given[section.name];
  }
  close(false);
  return steps;
}

std::vector<std::string> text_cases() {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kFolder)) {
    std::string path = entry.path().string();
    if (path.ends_with(".txt")) out.push_back(path.substr(kFolder.size() + 1));
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::string mistakes_in(const std::string& path) {
  std::stringstream text;
  text << std::ifstream(kFolder + "/" + path, std::ios::binary).rdbuf();
  std::string out;
  std::size_t number = 0;
  for (TextStep& step : read_steps(text.str())) {
    ++number;
    TextRun run(path, step);
    // What is said goes never unsaid.
    bool stated = std::any_of(step.expected.begin(), step.expected.end(), [](const Section& one) {
      return one.name == "diagnostics" || one.name == "error";
    });
    if (!stated) step.expected.push_back({"diagnostics", "", ""});
    for (const Section& section : step.expected) {
      std::optional<std::string> found = run.found(section);
      if (found == section.text) continue;
      out += cat({path,
                  ", step ",
                  std::to_string(number),
                  ", ",
                  section.name,
                  " ",
                  section.detail,
                  "\n--- expected\n",
                  section.text,
                  "\n--- found\n",
                  found.value_or("(nothing)"),
                  "\n"});
    }
  }
  return out;
}

}  // namespace seesaw::test

TEST_CASE("text cases: files of tests/text") {
  const char* only = std::getenv("SEESAW_TEXT");
  std::size_t count = 0;
  for (const std::string& path : seesaw::test::text_cases()) {
    if (only != nullptr && !path.starts_with(only)) continue;
    ++count;
    std::string mistakes = seesaw::test::mistakes_in(path);
    if (!mistakes.empty()) FAIL_CHECK(mistakes);
  }
  CHECK(count > 0);
}
