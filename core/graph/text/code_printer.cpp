#include "core/graph/text/code_printer.h"

#include "core/base/cat.h"
#include "core/base/complex_number.h"
#include "core/base/diagnostic.h"
#include "core/base/identifier.h"
#include "core/base/rare.h"
#include "core/graph/dialect/engine_novelty.h"
#include "core/graph/ops_table/op_def.h"

namespace seesaw {

namespace {

const Arg* shown_value(const Node& node) {
  const Context::Keys& keys = node.graph().context().keys;
  for (Symbol key : {keys.val, keys.tensor_meta, keys.example_value}) {
    if (const Arg* found = node.find_meta(key)) return found;
  }
  return nullptr;
}

}  // namespace

std::string value_annotation(const Node& node, bool strides, bool devices) {
  const Context::Keys& keys = node.graph().context().keys;
  if (const Arg* text = node.find_meta(keys.annotation)) return std::string(text->text());
  const Arg* value = shown_value(node);
  if (value == nullptr) return {};
  std::string out;
  bool shape_only = node.find_meta(keys.val) == nullptr && node.find_meta(keys.tensor_meta) != nullptr;
  switch (value->kind()) {
    case ArgKind::tensor_meta:
      append_tensor_annotation(out, *value->as_tensor_meta(), strides && !shape_only, devices && !shape_only);
      break;
    case ArgKind::sym_int:
    case ArgKind::sym_float:
    case ArgKind::sym_bool: out = cat({"Sym(", value->as_sym()->text.view(), ")"}); break;
    default: break;
  }
  return out;
}

CodePrinter::CodePrinter(
    std::string& out, const Graph& graph, const CodeOptions& options, const TextStyle* style, unsigned indent)
    : final_out_(out),
      graph_(graph),
      options_(options),
      dialect_(options.dialect != nullptr ? *options.dialect : graph.context().dialect),
      style_(style),
      indent_(indent),
      names_(graph.context().symbols, &dialect_),
      printed_(graph.id_limit()),
      deletions_(graph.id_limit()),
      next_deleted_(graph.id_limit()),
      has_last_use_(graph.id_limit()) {}

void CodePrinter::print() {
  find_last_uses();
  print_body();
  out_ = &final_out_;
  if (style_ != nullptr && style_->expanded_def) {
    print_expanded_prologue();
  } else {
    print_prologue();
  }
  final_out_ += '\n';
  final_out_ += body_;
}

// Backwards through the nodes: the first use seen is the last one in program order.
void CodePrinter::find_last_uses() {
  for (Node* user = graph_.last(); user != nullptr && user->op() != Opcode::root; user = user->prev()) {
    for (const Arg& root : user->all_args()) {
      for_each_node(root, [&](Node* node) {
        if (&node->graph() != &graph_ || has_last_use_[node->id()] != 0) return;
        has_last_use_[node->id()] = 1;
        Deletion& list = deletions_[user->id()];
        if (list.first == nullptr) {
          list.first = node;
        } else {
          next_deleted_[list.last->id()] = node;
        }
        list.last = node;
      });
    }
  }
}

void CodePrinter::begin_line() {
  if (!first_line_) *out_ += '\n';
  first_line_ = false;
  out_->append(indent_ + 4, ' ');
}

void CodePrinter::append_node(std::string& out, const Node* node) {
  if (&node->graph() != &graph_) {
    node->name().append_to(out);
    return;
  }
  Name& name = printed_[node->id()];
  if (!name) name = names_.create_name(node->name());
  name.append_to(out);
}

void CodePrinter::append_global(std::string& out, const Callable* callable) {
  if (!callable->code_name) {
    out += callable->qualified.view();
    return;
  }
  for (const auto& [known, name] : globals_) {
    if (known == callable) {
      name.append_to(out);
      return;
    }
  }
  Name name = names_.create_name(callable->code_name.view(), callable->kind == CallableKind::builtin);
  globals_.emplace_back(callable, name);
  name.append_to(out);
}

void CodePrinter::append_complex(std::string& out, std::string_view text) {
  std::optional<ComplexParts> parts = parse_complex_parts(text);
  if (!parts) {
    out += text;
  } else if (has(Novelty::complex_calls) && !is_written_exactly(*parts)) {
    out += format_complex_call(*parts);
  } else {
    out += format_complex(*parts);
  }
}

void CodePrinter::append_type(std::string& out, std::string_view qualified_name) {
  if (qualified_name.starts_with("torch.")) {
    out += qualified_name;
    return;
  }
  for (const auto& [known, name] : type_globals_) {
    if (known == qualified_name) {
      name.append_to(out);
      return;
    }
  }
  Name name = names_.create_name(qualified_name);
  type_globals_.emplace_back(std::string(qualified_name), name);
  name.append_to(out);
}

void CodePrinter::value(const Arg& arg) { ValuePrinter(*out_, ValuePrinter::Style::code, this).print(arg); }

namespace {

// The parts of a type's text between a separator that stands in no brackets and in no quotes, without the spaces
// around.
std::vector<std::string_view> type_parts(std::string_view text, char separator) {
  std::vector<std::string_view> out;
  std::size_t begin = 0;
  int depth = 0;
  char quote = 0;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    const char c = at < text.size() ? text[at] : separator;
    if (quote == 0 && (c == '[' || c == '(')) ++depth;
    if (quote == 0 && (c == ']' || c == ')')) --depth;
    if (c == '\'' || c == '"') quote = quote == 0 ? c : quote == c ? char{0} : quote;
    if (at < text.size() && (c != separator || depth != 0 || quote != 0)) continue;
    std::string_view part = text.substr(begin, at - begin);
    while (part.starts_with(' ')) part.remove_prefix(1);
    while (part.ends_with(' ')) part.remove_suffix(1);
    out.push_back(part);
    begin = at + 1;
  }
  return out;
}

constexpr std::string_view kContainers = " List Dict Set FrozenSet Tuple ";
constexpr std::string_view kInCollections = " OrderedDict Counter ChainMap ";
constexpr std::string_view kAbstract =
    " Callable Sequence Iterable Iterator Mapping MutableMapping MutableSequence MutableSet Collection Container "
    "Generator Hashable Sized Reversible Awaitable Coroutine AsyncIterable AsyncIterator AsyncGenerator KeysView "
    "ValuesView ItemsView MappingView ";
bool is_among(std::string_view words, std::string_view name) {
  return words.find(cat({" ", name, " "})) != std::string_view::npos;
}

// The class that a name of `typing` stands for; `list` is one of them where it has no parameters, or before 2.14.
std::string class_of_type(std::string_view name, bool parameters, bool newer) {
  constexpr std::string_view kTyping = "typing.";
  if (!name.starts_with(kTyping)) {
    constexpr std::pair<std::string_view, std::string_view> kPlain[] = {
        {"list", "List"}, {"dict", "Dict"}, {"set", "Set"}, {"frozenset", "FrozenSet"}, {"tuple", "Tuple"}};
    for (const auto& [plain, known] : kPlain) {
      if (plain == name && parameters && !newer) return cat({kTyping, known});
    }
    return std::string(name);
  }
  const std::string_view known = name.substr(kTyping.size());
  if (known == "Type") return "type";
  if (known == "Deque") return "collections.deque";
  if (known == "DefaultDict") return "collections.defaultdict";
  if (known == "AbstractSet") return "collections.abc.Set";
  if (is_among(kInCollections, known)) return cat({"collections.", known});
  if (is_among(kAbstract, known)) return cat({"collections.abc.", known});
  if (is_among(kContainers, known) && !parameters && newer) {
    std::string lower(known);
    for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    return lower;
  }
  return std::string(name);
}

}  // namespace

// The type of a node as code names it: what a graph calls typing.Optional[int] is typing_Union[int,NoneType] here.
std::string CodePrinter::type_in_code(std::string_view type, int depth) {
  constexpr int kMostDepth = 50;
  const bool newer = seesaw::has(dialect_, EngineNovelty::type_names);
  std::string out;
  const std::vector<std::string_view> either = type_parts(type, '|');
  const std::size_t open = type.find('[');
  const bool quoted = type.starts_with('\'') || type.starts_with('"');
  if (depth < kMostDepth && either.size() > 1 && newer) return union_in_code(either, depth);
  if (depth >= kMostDepth || either.size() > 1 || quoted || open == std::string_view::npos || !type.ends_with(']')) {
    const std::string name = class_of_type(type, false, newer);
    if (is_identifier(name)) return name == "None" ? "NoneType" : name;
    if (name == "torch.device") return "device";
    if (name == "...") return "_";
    append_type(out, name);
    return out;
  }
  std::vector<std::string_view> items = type_parts(type.substr(open + 1, type.size() - open - 2), ',');
  const std::string_view name = type.substr(0, open);
  if (name == "typing.Optional") items.emplace_back("NoneType");
  if (name == "typing.Optional" || name == "typing.Union") return union_in_code(items, depth);
  const bool none = items.size() == 1 && items[0] == "()";
  const std::string known = class_of_type(name, true, newer);
  if (is_identifier(known)) {
    out = known;
  } else {
    append_type(out, known);
  }
  return none ? out : cat({out, "[", types_in_code(items, depth), "]"});
}

std::string CodePrinter::union_in_code(std::span<const std::string_view> items, int depth) {
  std::string out;
  append_type(out, "typing.Union");
  return cat({out, "[", types_in_code(items, depth), "]"});
}

std::string CodePrinter::types_in_code(std::span<const std::string_view> items, int depth) {
  std::string out;
  for (std::string_view item : items) out += cat({out.empty() ? "" : ",", type_in_code(item, depth + 1)});
  return out;
}

std::string CodePrinter::annotation(const Node* node) {
  if (options_.verbose) {
    std::string text = value_annotation(*node, options_.strides, options_.devices);
    if (!text.empty()) return cat({": \"", text, "\""});
  }
  return node->type() ? cat({" : ", type_in_code(node->type().view(), 0)}) : std::string();
}

void CodePrinter::append_comment_line(std::string_view prefix, std::string_view text) {
  if (!first_line_) begin_line();
  begin_line();
  *out_ += prefix;
  *out_ += text;
}

// 2.14: what is known of a node in one line, where the line is another one than before.
void CodePrinter::print_whole_comment(const Node* node) {
  const Context::Keys& keys = graph_.context().keys;
  const Arg* trace = node->find_meta(keys.stack_trace);
  if (trace != nullptr && trace->kind() == ArgKind::ellipsis) return;  // the source text did not state it
  std::string line;
  auto part = [&](std::string_view before, const Arg* value) {
    if (value == nullptr) return;
    line += before;
    append_plain_str(line, *value);
  };
  part("# ", node->find_meta(keys.additional));
  if (!line.empty()) line += ' ';
  line += '#';
  part(" Annotation: ", node->find_meta(keys.custom));
  const Arg* recompute = node->find_meta(keys.recompute);
  const Arg* region = node->find_meta(keys.ac_graph_id);
  part(" ac_graph_id: ", region);
  part(region != nullptr ? " - " : " recompute: ", recompute);
  std::string summary = stack_trace_summary(node->stack_trace());
  if (summary.empty()) {
    line += " No stacktrace found for following nodes";
  } else {
    const Arg* backward = node->find_meta(keys.autograd_backward);
    line += backward != nullptr && backward->is_bool() && backward->as_bool() ? " Backward of forward node: " : " ";
    line += summary;
  }
  if (line == previous_line_) return;
  append_comment_line(has(Novelty::flush_comments) ? "" : " ", line);
  previous_line_ = std::move(line);
}

void CodePrinter::print_comment(const Node* node) {
  if (node->op() == Opcode::placeholder || node->op() == Opcode::output) return;
  const Context::Keys& keys = graph_.context().keys;
  const Arg* comment = node->find_meta(keys.comment);
  const bool flush = has(Novelty::flush_comments);
  if (comment != nullptr && comment->text().empty()) {
    begin_line();  // an empty line of the text
  } else if (comment != nullptr) {
    append_comment_line(flush ? "# " : " # ", comment->text());
  }
  if (has(Novelty::comment_lines)) return print_whole_comment(node);
  const Arg* trace = node->find_meta(keys.stack_trace);
  if (trace != nullptr && trace->kind() == ArgKind::ellipsis) return;  // the source text did not state it
  std::string_view text = node->stack_trace();
  if (!text.empty()) {
    if (any_trace_ && text == previous_trace_) return;
    append_comment_line(flush ? "# " : " # ", stack_trace_summary(text));
  } else {
    if (any_trace_ && previous_trace_.empty()) return;
    append_comment_line("# No stacktrace found for following nodes", "");
  }
  previous_trace_ = text;
  any_trace_ = true;
}

void CodePrinter::print_deletions(const Node* node) {
  if (node->op() == Opcode::placeholder || node->op() == Opcode::output) return;
  const Node* deleted = deletions_[node->id()].first;
  const Module* owner = graph_.owning_module();
  bool unused = !node->has_users() && (owner == nullptr || !owner->style().keep_unused);
  if (deleted == nullptr && !unused) return;
  *out_ += ";  ";
  for (; deleted != nullptr; deleted = next_deleted_[deleted->id()]) {
    append_node(*out_, deleted);
    *out_ += " = ";
  }
  if (unused) {
    append_node(*out_, node);
    *out_ += " = ";
  }
  *out_ += "None";
}

// The lines of the profiler that python_code(record_func=True) writes; without a mark, the end of a range.
SEESAW_RARE void CodePrinter::print_profiled(std::string_view name, std::string_view mark) {
  begin_line();
  *out_ += cat({"_rf", name.empty() ? "" : "_", name});
  *out_ += mark.empty() ? std::string(".__exit__(None, None, None)")
                        : cat({" = torch._C._profiler._RecordFunctionFast('## ",
                               mark,
                               " ##'); _rf",
                               name.empty() ? "" : "_",
                               name,
                               ".__enter__()"});
}

void CodePrinter::print_body() {
  const Module* owner = graph_.owning_module();
  const bool record = owner != nullptr && owner->style().record_func;
  std::size_t index = 0;
  if (record) print_profiled({}, "ENTER_GRAPH_PLACEHOLDER_KEY");
  for (Node* node : graph_) {
    std::string number = record ? std::to_string(index++) : std::string();
    if (node->op() == Opcode::placeholder) {
      print_parameter(node);
      continue;
    }
    if (options_.verbose) print_comment(node);
    const bool call = record && node->op() != Opcode::get_attr && node->op() != Opcode::output;
    if (call) print_profiled(node->name_text(), number);
    begin_line();
    print_statement(node);
    print_deletions(node);
    if (call) print_profiled(node->name_text(), {});
  }
  if (record) print_profiled({}, {});
  if (graph_.empty()) {
    begin_line();
    *out_ += "pass";
  }
  begin_line();  // an empty one: PyTorch's body ends with a line break
}

void CodePrinter::print_parameter(const Node* node) {
  std::string text(node->target().text());
  text += annotation(node);
  if (!node->args().empty()) {
    std::string* saved = std::exchange(out_, &text);
    text += " = ";
    value(node->args()[0]);
    out_ = saved;
  }
  parameters_.push_back({node, std::move(text)});
  std::string raw;
  for (char c : node->target().text()) {
    if (c != '*') raw += c;
  }
  std::string printed;
  append_node(printed, node);
  if (raw == printed) return;
  begin_line();
  *out_ += cat({printed, " = ", raw});
}

void CodePrinter::assign_to(const Node* node) {
  append_node(*out_, node);
  *out_ += annotation(node);
  *out_ += " = ";
}

void CodePrinter::arguments(std::span<const Arg> args, const Node* node) {
  *out_ += '(';
  bool any = false;
  for (const Arg& arg : args) {
    if (any) *out_ += ", ";
    any = true;
    value(arg);
  }
  for (std::size_t i = 0; i < node->num_kwargs(); ++i) {
    if (any) *out_ += ", ";
    any = true;
    *out_ += node->kwarg(i).key.view();
    *out_ += " = ";
    value(node->kwarg(i).value);
  }
  *out_ += ')';
}

// `self.a.b`; an atom that is not an identifier becomes getattr(self.a, "0").
void CodePrinter::dotted(std::string_view base, std::string_view path) {
  std::string text(base);
  for_each_atom(path, [&](std::string_view atom) {
    if (is_identifier(atom)) {
      text += '.';
      text += atom;
    } else {
      text = cat({"getattr(", text, ", \"", atom, "\")"});
    }
  });
  *out_ += text;
}

void CodePrinter::attribute_of(const Arg& object, std::string_view path) {
  std::string base;
  std::string* saved = std::exchange(out_, &base);
  value(object);
  out_ = saved;
  dotted(base, path);
}

namespace {

// Python formats an operator with its arguments and fails when one is missing.
void require_args(const Node* node, std::size_t count) {
  if (node->args().size() >= count) return;
  Error error = fx_error(
      "IndexError",
      cat({"Replacement index ", std::to_string(node->args().size()), " out of range for positional args tuple"}));
  error.diagnostic().place.node = node->name_text();
  throw error;
}

void require_tuple_index(const Node* node, std::size_t index) {
  if (node->args().size() > index) return;
  Error error = fx_error("IndexError", "tuple index out of range");
  error.diagnostic().place.node = node->name_text();
  throw error;
}

}  // namespace

void CodePrinter::print_statement(const Node* node) {
  switch (node->op()) {
    case Opcode::call_function: print_call_function(node); return;
    case Opcode::call_method:
      require_tuple_index(node, 0);
      assign_to(node);
      attribute_of(node->args()[0], node->target().text());
      arguments(node->args().subspan(1), node);
      return;
    case Opcode::call_module:
      assign_to(node);
      dotted("self", node->target().text());
      arguments(node->args(), node);
      return;
    case Opcode::get_attr:
      assign_to(node);
      dotted("self", node->target().text());
      return;
    case Opcode::output: print_output(node); return;
    default:
      *out_ += "# ";
      *out_ += graph_.opcode_text(node);
      *out_ += ' ';
      append_node(*out_, node);
  }
}

bool CodePrinter::print_operator(const Node* node) {
  const OpDef* def = node->callable()->def;
  PythonSyntax syntax = def == nullptr ? PythonSyntax{} : def->python.syntax;
  std::span<const Arg> args = node->args();
  auto text = [&](std::string_view before, std::size_t i, std::string_view after) {
    *out_ += before;
    value(args[i]);
    *out_ += after;
  };
  auto infix = [&] {
    text("", 0, " ");
    *out_ += syntax.token;
    text(" ", 1, "");
  };
  switch (syntax.form) {
    case PythonForm::call: return false;
    case PythonForm::infix:
      require_args(node, 2);
      assign_to(node);
      infix();
      return true;
    case PythonForm::prefix:
      require_args(node, 1);
      assign_to(node);
      text(syntax.token, 0, "");
      return true;
    case PythonForm::index:
      require_args(node, 2);
      assign_to(node);
      text("", 0, "[");
      text("", 1, "]");
      return true;
    case PythonForm::inplace:
      require_args(node, 2);
      infix();
      break;
    case PythonForm::setitem:
      require_args(node, 3);
      text("", 0, "[");
      text("", 1, "] = ");
      text("", 2, "");
      break;
  }
  *out_ += ";  ";
  assign_to(node);
  value(args[0]);
  return true;
}

void CodePrinter::print_call_function(const Node* node) {
  const Callable* callable = node->callable();
  if (print_operator(node)) return;
  if (node->meta() != nullptr) {
    for (const Meta::Entry& entry : *node->meta()) {
      if (entry.key.view() == "boxed_arg_indices" && entry.value.is_sequence())
        return print_boxed_arguments(node, entry.value);
    }
  }
  std::string global;
  append_global(global, callable);
  assign_to(node);
  std::span<const Arg> args = node->args();
  if (global == "getattr") require_tuple_index(node, 1);
  bool attribute = global == "getattr" && args.size() == 2 && args[1].is_string() && is_identifier(args[1].text());
  if (attribute) {
    attribute_of(args[0], args[1].text());
    return;
  }
  *out_ += global;
  arguments(node->args(), node);
}

void CodePrinter::print_output(const Node* node) {
  if (node->type()) return_annotation_ = cat({" -> ", type_in_code(node->type().view(), 0)});
  Arg result = node->args().empty() ? Arg() : node->args()[0];
  const PytreeInfo* pytree = graph_.pytree();
  bool unflatten = pytree != nullptr && pytree->has_out_spec;
  *out_ += "return ";
  if (pytree != nullptr && !pytree->before.empty() && result.is_sequence()) {
    *out_ += pytree->before;
    for (std::size_t i = 0; i < result.items().size(); ++i) {
      if (i > 0) *out_ += ", ";
      value(result.items()[i]);
    }
    *out_ += pytree->after;
    return;
  }
  if (unflatten) *out_ += "pytree.tree_unflatten(";
  const Arg* desc = node->find_meta(graph_.context().keys.desc);
  ValuePrinter printer(*out_, ValuePrinter::Style::python, this);
  if (options_.verbose && desc != nullptr && result.is_sequence()) {
    *out_ += result.kind() == ArgKind::list ? '[' : '(';
    std::span<Arg> items = result.items();
    for (std::size_t i = 0; i < items.size(); ++i) {
      begin_line();
      *out_ += "    ";
      printer.print(items[i]);
      *out_ += ',';
      if (i < desc->items().size() && desc->items()[i].is_string()) {
        *out_ += "  # ";
        *out_ += desc->items()[i].text();
      }
    }
    begin_line();
    *out_ += result.kind() == ArgKind::list ? ']' : ')';
  } else {
    printer.print(result);
  }
  if (unflatten) *out_ += ", self._out_spec)";
}

}  // namespace seesaw
