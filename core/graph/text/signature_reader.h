// The part after the code in str(ExportedProgram): signature and range constraints.
//
// What: reads `Graph signature: ...` in the form of 2.6 (the repr of a dataclass) and of 2.7 (one line per spec), and
// `Range constraints: {...}`.
// Why: a pass that renames outputs must also rename them in the signature.
//
//   SignatureReader reader(context, text, report);
//   reader.read_signature(offset_behind("Graph signature:"));      // reader.signature()
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/graph/ir/program.h"
#include "core/graph/text/syntax.h"

namespace seesaw {

class SignatureReader {
 public:
  using Report = ExpressionParser::Report;
  SignatureReader(Context& context, std::string_view text, Report report);

  // Reads from `at`, the offset after "Graph signature:". Returns the offset after the signature.
  std::uint32_t read_signature(std::uint32_t at);
  Signature& signature() { return signature_; }
  bool is_new_form() const { return new_form_; }
  // Reads the text between the braces of "Range constraints: {...}", which begins at `at`.
  static std::vector<std::pair<std::string, std::string>> read_constraints(std::string_view inside,
                                                                           std::uint32_t at,
                                                                           const Report& report);

 private:
  void read_repr(const Expr* e);
  void read_input(const Expr* e);
  void read_output(const Expr* e);
  ArgumentSpec read_argument(const Expr* e);
  std::uint32_t read_lines(std::uint32_t at);
  void read_line(std::string_view line, bool inputs, std::uint32_t at);
  const Expr* key(const Expr* call, std::string_view name);
  // The same; an absent one is reported.
  const Expr* required(const Expr* call, std::string_view name);
  // Whether this is a call of `name`. Reports another one, and unknown fields.
  bool has_class(const Expr* e, std::string_view name, std::initializer_list<std::string_view> fields);
  std::string kind_of(const Expr* call);
  std::optional<std::string> string_of(const Expr* e);
  Arg constant_of(const Expr* e);

  Context& context_;
  std::string_view text_;
  Report report_;
  Arena scratch_;
  Signature signature_;
  bool new_form_ = false;
};

}  // namespace seesaw
