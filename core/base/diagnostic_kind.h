// Kinds of diagnostics: the stable part that programs rely on; messages may be reworded.
//
// What: one table of all kinds with a line for each; `DiagnosticKind` refers to a row.
// Why: a kind is part of the public surface (`code` in JSON). A kind missing from the table does not compile, and
// tests/node/diagnostic_kinds.test.js checks that each kind occurs in a text case or another test.
//
//   throw user_error("handle", "there is no open program 7");   // checked at compile time
//   if (error.diagnostic().code == DiagnosticKind("budget")) ...
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace seesaw {

struct DiagnosticKindRow {
  std::string_view name, doc;
};

inline constexpr DiagnosticKindRow kDiagnosticKinds[] = {
    {"", "None: a diagnostic that is not filled in."},
    {"annotation", "A shape or dtype that the text states differs from what its line computes."},
    {"archive", "A saved model that cannot be read, or a program that cannot be saved."},
    {"argument", "An argument of a command, of an edit or of a call from JavaScript that cannot be used."},
    {"budget", "Work that would take more than a budget allows: elements, bytes, steps."},
    {"callback", "A function of the caller that ran at a wrong time or gave a wrong value."},
    {"check", "PyTorch decides or writes something while it captures that the program may not have meant."},
    {"command", "A command that does not exist."},
    {"disposed", "An object of JavaScript whose counterpart has been freed."},
    {"edit", "What an edit of a person did beside what was asked, or a step of `edit` that is not possible."},
    {"empty", "No text."},
    {"fake-tensor", "A value is needed where only its shape is known."},
    {"format", "A form of text that does not exist."},
    {"fx", "PyTorch raises this too: `exception` is its type, `message` its text."},
    {"getitem-text", "PyTorch takes two different indices of getitem for the same."},
    {"graph-text", "A statement of str(graph) that its graph contradicts, or a part of a line that is left out."},
    {"handle", "A program that is not open."},
    {"hook", "A hook that has no tensor to watch."},
    {"host", "A function of JavaScript threw."},
    {"inline", "A call that cannot be inlined."},
    {"inputs", "Values that do not fit the inputs or the state of the program."},
    {"json", "JSON that cannot be parsed, or that is not what is expected there."},
    {"left-out", "A part of the text that is not part of the graph."},
    {"length", "A text that would be too long to print."},
    {"memory", "Not enough memory."},
    {"module-call", "The calling convention of a preserved module."},
    {"name", "A name that is taken, reserved, or not a name."},
    {"nesting", "Regions that are nested too deep."},
    {"no-decomposition", "An operator that is not decomposed."},
    {"no-derivative", "A formula for a derivative that is not used."},
    {"no-graph", "A text or a module without a graph."},
    {"no-kernel", "An operator or a dtype that Seesaw cannot compute with."},
    {"no-record", "An operator that is unknown, and therefore kept as it is."},
    {"no-value", "An attribute whose value is not given."},
    {"node", "A node that does not exist, or none chosen."},
    {"not-folded", "A constant that was kept, because it cannot be computed."},
    {"operator", "An operator that is called in a way that Seesaw has no rule for."},
    {"option", "A condition on symbolic sizes that cannot be read."},
    {"order", "An edit that needs nodes in an order that is not possible."},
    {"overflow", "An integer that does not fit 64 bits."},
    {"packed-parameters", "A packed object of quantized operators whose content is unknown."},
    {"pass-option", "An option that a pass does not have, or a value that it does not take."},
    {"passes", "A run without a list of passes."},
    {"path", "A nested graph that does not exist."},
    {"python", "Python that cannot be captured."},
    {"python-warning", "A warning that PyTorch raises."},
    {"pytorch-fails", "PyTorch would raise here; Seesaw goes on."},
    {"region", "A region of grad mode or autocast that an edit or a capture cannot make as asked."},
    {"rule", "A pattern, a replacement or a match that cannot be used."},
    {"shape", "PyTorch would refuse the shapes or the arguments of this call."},
    {"signature", "A signature that cannot be read, or that does not fit the graph."},
    {"symbolic", "An expression on symbolic sizes that cannot be read or decided."},
    {"syntax", "A line that cannot be read."},
    {"target", "A target of a node that cannot be used."},
    {"text", "A program that no form of text shows as it is."},
    {"too-deep", "Graphs that are nested too deep, or that contain themselves."},
    {"too-large", "A result that would be too large."},
    {"too-long", "A text that is too long to read."},
    {"trace", "Python that runs while a function is traced, and is no part of the graph."},
    {"tree-spec", "A tree spec that cannot be read, or that does not fit."},
    {"unknown-operator", "An operator of a known namespace that PyTorch does not have."},
    {"unknown-pass", "A pass that does not exist."},
    {"used", "A node that cannot be deleted, because others use it."},
};

class DiagnosticKind {
 public:
  constexpr DiagnosticKind() = default;
  // Implicit: a kind is written as its name. An unknown name is not a constant expression and does not compile.
  consteval DiagnosticKind(const char* name) : row_(find(name)) {}

  constexpr std::string_view name() const { return kDiagnosticKinds[row_].name; }
  constexpr std::string_view doc() const { return kDiagnosticKinds[row_].doc; }
  constexpr bool empty() const { return row_ == 0; }
  explicit constexpr operator std::string_view() const { return name(); }
  friend constexpr bool operator==(DiagnosticKind a, DiagnosticKind b) { return a.row_ == b.row_; }
  // For tests: doctest's CHECK forwards a literal, which is then no longer a constant expression.
  template <std::size_t N>
  friend constexpr bool operator==(DiagnosticKind a, const char (&name)[N]) {
    return a.name() == std::string_view(name, N - 1);
  }

 private:
  static constexpr std::uint8_t find(std::string_view name) {
    for (std::size_t i = 0; i < sizeof kDiagnosticKinds / sizeof kDiagnosticKinds[0]; ++i) {
      if (kDiagnosticKinds[i].name == name) return static_cast<std::uint8_t>(i);
    }
    throw "this kind of diagnostic is not in kDiagnosticKinds";
  }
  std::uint8_t row_ = 0;
};

}  // namespace seesaw
