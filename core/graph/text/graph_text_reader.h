// Reads str(graph) back.
//
// What: reads lines such as `%add : [num_users=1] = call_function[target=operator.add](args = (%x, 1), kwargs = {})`.
// Why: it is what `print(graph)` shows and what error messages quote. Strings are not quoted, so kinds are guessed:
// text that parses as a number, a node or a known constant is one, the rest is a string. Printed again it gives the
// same text.
//
//   GraphTextReader reader(context, text, report, warn);
//   reader.read(offset_of("graph():"));       // reader.module(), reader.end()
#pragma once

#include <string_view>
#include <vector>

#include "core/graph/ir/module.h"
#include "core/graph/text/graph_builder.h"

namespace seesaw {

class GraphTextReader {
 public:
  using Report = ExpressionParser::Report;
  GraphTextReader(Context& context, std::string_view text, Report report, Report warn);
  void read(std::uint32_t at);
  const Ref<Module>& module() const { return module_; }
  std::uint32_t end() const { return at_; }
  std::function<void(Node*, std::uint32_t)> on_node;  // with the offset of its line

 private:
  struct Record {
    std::uint32_t begin, end;
  };
  bool next_record(Record& record);
  void read_record(const Record& record);
  void read_node(std::string_view line, std::uint32_t at);
  void read_return(std::string_view text, std::uint32_t at);
  bool read_call(std::string_view rest, std::uint32_t at, std::vector<Arg>& args, std::vector<Kwarg>& kwargs);
  void check_claims();
  Arg untold_input(std::string_view name);
  void fail(std::string message, std::string_view where, std::uint32_t at, std::string remedy = {});
  Node* add_node(std::string_view name,
                 std::string_view type,
                 Opcode op,
                 std::string_view opcode,
                 std::string_view target,
                 std::span<const Arg> args,
                 std::span<const Kwarg> kwargs,
                 std::uint32_t at);
  std::vector<Arg> items(std::string_view text, std::uint32_t at, bool python);
  Arg value(std::string_view text, std::uint32_t at, bool python, int depth);
  Arg scalar(std::string_view text, std::uint32_t at, bool python);
  void check_signs(std::string_view inside, std::uint32_t at);
  Arg node_or_error(std::string_view name, std::uint32_t at);
  std::vector<std::string_view> split(std::string_view text, bool python) const;

  Context& context_;
  std::string_view text_;
  Report report_;
  Report warn_;
  Ref<Module> module_;
  NameTable env_;
  std::uint32_t at_ = 0;
  std::string_view key_;       // of the keyword argument being read
  std::string_view overload_;  // of ATen, whose call is being read
  struct Claim {
    std::uint32_t users = 0;  // the number in the text, plus one
    std::uint32_t at = 0;
  };
  IdMap<Claim> claims_;
  // A part of a graph, as Inductor writes it: its inputs are PlaceHolder, and those of what it leaves out are not told.
  bool fragment_ = false;
  Node* last_input_ = nullptr;
  bool has_errors_ = false;
  bool returned_ = false;  // a return was read
};

}  // namespace seesaw
