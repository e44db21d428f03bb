// An error as a value: message, location and remedy.
//
// What: a `Diagnostic` has a severity, a stable code, a message, a location in the text and/or the graph, and notes
// with a remedy. `Error` is the one exception type of Seesaw; it carries a Diagnostic. Why: the same diagnostic appears
// as a squiggle in the editor, on a node, on stderr and in JSON. Code that can continue collects diagnostics; code that
// cannot throws `Error`, which is caught at the session guard and nowhere else.
//
//   throw fx_error("RuntimeError", "Tried to erase Node add but it still had 1 users in the graph: {mul: None}!");
//   diagnostics.add({Severity::error, "syntax", "expected ')'", place}).note("opened here", open_place);
//
// Lines and columns start at 1; columns count UTF-16 units, as the language server protocol and editors do.
// Line 0: no location in a text.
#pragma once

#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/diagnostic_kind.h"

namespace seesaw {

enum class Severity : std::uint8_t {
  error,
  warning,
  info,
};
std::string_view severity_name(Severity severity);

struct Place {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t end_line = 0;
  std::uint32_t end_column = 0;
  std::string graph;  // path of the graph module, e.g. "submod_1.true_graph_0"; empty for the root
  std::string node;   // name of the node, if the location is in a graph
};

struct DiagnosticNote {
  std::string message;
  Place place;
};

struct Diagnostic {
  Severity severity = Severity::error;
  DiagnosticKind code;  // stable, for programs: "syntax", "fx", "json", "pass-option" ...
  std::string message;  // for people; PyTorch's own message where it has one
  Place place;
  std::string exception;     // the Python exception that PyTorch raises here ("RuntimeError"), or empty
  std::int64_t offset = -1;  // byte offset in the text while line and column are unknown; see LineIndex::resolve
  std::vector<DiagnosticNote> notes;

  Diagnostic& note(std::string text, Place where = {}) {
    notes.push_back({std::move(text), std::move(where)});
    return *this;
  }
};

class Error : public std::exception {
 public:
  explicit Error(Diagnostic diagnostic) : diagnostic_(std::move(diagnostic)) {}
  const char* what() const noexcept override { return diagnostic_.message.c_str(); }
  const Diagnostic& diagnostic() const { return diagnostic_; }
  Diagnostic& diagnostic() { return diagnostic_; }

 private:
  Diagnostic diagnostic_;
};

// An error that PyTorch raises too: its exception type and text.
Error fx_error(std::string_view exception, std::string message);
// A caller's error that has no counterpart in PyTorch.
Error user_error(DiagnosticKind code, std::string message, std::string remedy = {});

// Diagnostics in the order found. Keeps the first `limit` and counts the rest, so that ten megabytes of noise do not
// become a million messages.
class Diagnostics {
 public:
  explicit Diagnostics(std::size_t limit = 100) : limit_(limit) {}
  // The returned reference is valid until the next add; past the limit it refers to a spare one that is not kept.
  Diagnostic& add(Diagnostic diagnostic);
  bool has_errors() const { return errors_ > 0; }
  // Whether further diagnostics are only counted: their locations need not be computed.
  bool full() const { return items_.size() >= limit_; }
  std::size_t suppressed() const { return suppressed_; }
  const std::vector<Diagnostic>& items() const { return items_; }
  std::vector<Diagnostic> take() { return std::move(items_); }

 private:
  std::vector<Diagnostic> items_;
  Diagnostic spare_;
  std::size_t limit_;
  std::size_t errors_ = 0;
  std::size_t suppressed_ = 0;
};

// Converts byte offsets of one text into lines and columns.
class LineIndex {
 public:
  explicit LineIndex(std::string_view text);
  Place place(std::size_t begin, std::size_t end) const;
  // Converts a byte offset, left by a reader without access to the text, into line and column.
  void resolve(Diagnostic& diagnostic) const;
  std::string_view text() const { return text_; }
  // The text of a line without its line break; empty if there is no such line.
  std::string_view line(std::uint32_t number) const;
  std::size_t lines() const { return starts_.size(); }

 private:
  std::pair<std::uint32_t, std::uint32_t> locate(std::size_t offset) const;
  std::string_view text_;
  std::vector<std::size_t> starts_;
};

// One diagnostic as a terminal shows it, with the source line and a caret below it when its location is in `text`:
//   model.py:3:9: error: unknown name 'y'
//       add = x + y
//                 ^
std::string render(const Diagnostic& diagnostic, std::string_view file, const LineIndex* text);

}  // namespace seesaw
