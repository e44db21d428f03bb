// Values and metadata of an archive's nodes.
//
// What: `ValueReader` converts an archive's description of a value (`tensor_values`, `sym_int_values`, a node's
// `metadata`) into metadata records. Why: the same few shapes, expressions and module stacks repeat on every node; each
// is read once.
//
//   Arg val = values.tensor(json);        // a tensor_meta
#pragma once

#include <complex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/base/json.h"
#include "core/graph/ir/context.h"

namespace seesaw::archive {

// How deep plain values of node.meta["custom"] are nested at most; what is deeper stays text.
constexpr int kDeepest = 8;

// A float in PyTorch's JSON: a number, or one of NaN, Infinity, -Infinity (see plain_json).
double read_float(const JsonValue& value);
// Complex numbers to and from Python's repr(): "1j", "(1-2j)", "complex(0.0, -1.0)".
std::string complex_text(std::complex<double> value);
std::optional<std::complex<double>> read_complex(std::string_view text);
// "cuda:0"
std::string device_text(const JsonValue& device);
// Python writes NaN, Infinity and -Infinity into JSON, which does not allow them: strings of the same length replace
// them.
std::string plain_json(std::string_view text);
// The word that such a string replaces; empty for any other string.
std::string_view python_word(std::string_view plain);

class ValueReader {
 public:
  explicit ValueReader(Context& context) : context_(context) {}

  Arg tensor(const JsonValue& meta);
  // An `as_expr` or a plain value.
  Arg symbolic(ArgKind kind, const JsonValue& value);
  // Entries of a node's metadata, in PyTorch's order.
  void append_metadata(const JsonValue& metadata, std::vector<Meta::Entry>& entries);
  // Whether an expression with this text was part of any value.
  bool has_symbol(std::string_view text) const { return parts_.contains(std::string(text)); }

 private:
  Arg expression(ArgKind kind, const JsonValue& expr);
  Arg module_stack(std::string_view text);
  Arg custom_of(std::string_view text);
  std::optional<Arg> plain_value(const JsonValue& json, int deeper);
  Arg source_functions(std::string_view text);
  std::vector<Dim> dims(const JsonValue& sizes);

  Context& context_;
  std::unordered_map<std::string, Arg> expressions_, stacks_;
  std::unordered_set<std::string> parts_;
};

}  // namespace seesaw::archive
