// Recognises the form of a text and puts its parts together.
#include "core/graph/text/read.h"

#include <algorithm>
#include <set>

#include "core/base/cat.h"
#include "core/base/number.h"
#include "core/base/rare.h"
#include "core/base/utf8.h"
#include "core/graph/text/annotation.h"
#include "core/graph/text/graph_text_reader.h"
#include "core/graph/text/module_reader.h"
#include "core/graph/text/prepared_text.h"
#include "core/graph/text/print_json.h"
#include "core/graph/text/signature_reader.h"

namespace seesaw {

namespace {

std::string_view strip(std::string_view text) {
  std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

enum class LineKind : std::uint8_t {
  blank,
  other,
  code,
  program,
  graph,
  module_repr,
};

LineKind kind_of(std::string_view line) {
  std::string_view content = strip(line);
  if (content.empty()) return LineKind::blank;
  if (content.starts_with("class ") || content.starts_with("def ") || content.starts_with("@") ||
      content.starts_with("async def "))
    return LineKind::code;
  if (content == "ExportedProgram:") return LineKind::program;
  if (content.starts_with("graph(") && content.ends_with("):")) return LineKind::graph;
  bool repr = content.ends_with("(") || content.ends_with("()");
  if (repr && line.front() != ' ') {
    std::string_view name = content.substr(0, content.find('('));
    bool plain = !name.empty() && name.find_first_of(" =.\"'[") == std::string_view::npos;
    if (plain && name != "graph") return LineKind::module_repr;
  }
  return LineKind::other;
}

bool is_function(std::string_view line) {
  std::string_view content = strip(line);
  return content.starts_with("def ") || content.starts_with("async def ");
}

std::size_t indent_of(std::string_view line) { return std::min(line.find_first_not_of(" \t"), line.size()); }

// Whether a text calls one of these names: `helper(`, where it is not defined.
bool calls_one_of(std::string_view text, const std::set<std::string, std::less<>>& names) {
  auto in_word = [](char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) != 0;
  };
  auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
  for (std::size_t at = text.find('('); at != std::string_view::npos; at = text.find('(', at + 1)) {
    std::size_t end = at;
    while (end > 0 && blank(text[end - 1])) --end;
    std::size_t begin = end;
    while (begin > 0 && in_word(text[begin - 1])) --begin;
    if (begin == end || !names.contains(text.substr(begin, end - begin))) continue;
    std::size_t before = begin;
    while (before > 0 && blank(text[before - 1])) --before;
    bool defined = before < begin && text.substr(0, before).ends_with("def");
    if (!defined) return true;
  }
  return false;
}

class Reader {
 public:
  Reader(std::string_view original, Diagnostics& diagnostics, ReadNotes& notes)
      : prepared_(original),
        text_(prepared_.text()),
        index_(original),
        diagnostics_(diagnostics),
        notes_(notes),
        next_break_(original.find('\n')) {}

  std::optional<Program> read() {
    std::size_t first = text_.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) {
      add(Severity::error,
          "empty",
          "there is no text to read",
          0,
          0,
          "paste what print_readable(), code or str(graph) printed");
      return std::nullopt;
    }
    if (text_[first] == '{') return read_document();
    if (!notes_.torch.empty()) program_.context->dialect.choose(notes_.torch);
    if (text_.substr(first).starts_with("# inputs\n") || text_.substr(first).starts_with("ExportGraphSignature("))
      return read_signature_alone(first);
    if (!find_start()) return std::nullopt;
    switch (kind_) {
      case LineKind::graph: read_graph(); break;
      case LineKind::module_repr: read_module_text(); break;
      case LineKind::program:
        program_.is_exported = true;
        at_ = line_end(at_);
        read_code(nullptr);
        break;
      default: read_code(nullptr);
    }
    if (!program_.root) return std::nullopt;
    read_rest();
    find_layout();
    return std::move(program_);
  }

 private:
  // str(ep.graph_signature): the inputs are those of a graph that is not in the text.
  SEESAW_RARE std::optional<Program> read_signature_alone(std::size_t first) {
    auto begin = static_cast<std::uint32_t>(first);
    SignatureReader reader(*program_.context, text_, reporter(Severity::error, "signature"));
    std::uint32_t end = reader.read_signature(begin);
    see(Novelty::signature_lines, reader.is_new_form(), prepared_.original_offset(begin));
    program_.root = Module::make(*program_.context, "GraphModule", std::make_unique<Graph>(*program_.context));
    for (const InputSpec& spec : reader.signature().input_specs) {
      Node* input = program_.root->graph().placeholder(spec.arg.name, program_.context->name(spec.arg.name));
      input->set_target(Target(program_.context->intern(spec.arg.name)));
    }
    program_.signature = std::move(reader.signature());
    program_.is_exported = true;
    TextStyle& style = program_.root->style();
    std::string_view whole = original_text();
    style.form = "signature";
    style.lead = whole.substr(0, whole.find_first_not_of(" \n"));
    style.tail = whole.substr(whole.find_last_not_of(" \n") + 1);
    add(Severity::warning,
        "left-out",
        "this is the signature of a program, without its graph",
        begin,
        end,
        "open what print(ep) printed");
    return std::move(program_);
  }

  void add(Severity severity,
           DiagnosticKind code,
           std::string message,
           std::uint32_t begin,
           std::uint32_t end,
           std::string remedy) {
    Diagnostic d;
    d.severity = severity;
    d.code = code;
    d.message = std::move(message);
    if (!diagnostics_.full()) d.place = index_.place(prepared_.original_offset(begin), prepared_.original_offset(end));
    if (!remedy.empty()) d.note(std::move(remedy));
    diagnostics_.add(std::move(d));
  }

  ExpressionParser::Report reporter(Severity severity, DiagnosticKind code) {
    return [this, severity, code](std::string message, std::uint32_t begin, std::uint32_t end, std::string remedy) {
      add(severity, code, std::move(message), begin, end, std::move(remedy));
    };
  }

  // The first of each kind in each way; `place` is of the original text.
  void note_sign(Novelty row, bool newer, std::size_t place) {
    for (const ReadNotes::Sign& sign : notes_.signs) {
      if (sign.row == row && sign.newer == newer) return;
    }
    notes_.signs.push_back({row, newer, index_.place(place, place).line});
  }
  void see(Novelty row, bool newer, std::size_t place) {
    program_.context->dialect.see(row, newer);
    note_sign(row, newer, place);
  }

  std::size_t line_end(std::size_t at) const {
    std::size_t end = text_.find('\n', at);
    return end == std::string_view::npos ? text_.size() : end + 1;
  }

  std::string_view line_at(std::size_t at) const {
    std::string_view line = text_.substr(at, line_end(at) - at);
    while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.remove_suffix(1);
    return line;
  }

  // The first possible start of a graph; lines before it are kept as a header.
  bool find_start() {
    std::optional<std::size_t> after_defs;  // after the last function; searched on demand
    std::size_t empty = 0;                  // lines above the present one
    for (at_ = 0; at_ < text_.size(); at_ = line_end(at_)) {
      std::string_view line = line_at(at_);
      kind_ = kind_of(line);
      if (kind_ == LineKind::blank) {
        ++empty;
        continue;
      }
      if (kind_ == LineKind::module_repr) {
        if (!after_defs) after_defs = text_.rfind("def ") + 1;
        if (*after_defs <= at_) kind_ = LineKind::other;
      }
      if (kind_ != LineKind::other) {
        if (header_.size() == 1) header_.resize(1 + std::min<std::size_t>(empty, 10));  // a title, and the graph
        return true;
      }
      empty = 0;
      std::string_view content = strip(line);
      bool import = content.starts_with("import ") || content.starts_with("from ");
      if (!import && header_.size() < 50) header_.emplace_back(line);
    }
    std::size_t first = text_.find_first_not_of(" \t\r\n");
    add(Severity::error,
        "no-graph",
        "this is not a graph that can be read",
        static_cast<std::uint32_t>(first),
        static_cast<std::uint32_t>(first + strip(line_at(first)).size()),
        "start with `class ...(torch.nn.Module):`, `def forward(self, ...):`, `graph():`, `ExportedProgram:` or "
        "Seesaw's JSON");
    return false;
  }

  std::optional<Program> read_document() {
    try {
      Program program = read_json(text_);
      if (!notes_.torch.empty()) program.context->dialect.choose(notes_.torch);
      return program;
    } catch (Error& error) {
      Diagnostic& d = error.diagnostic();
      if (d.offset >= 0) {
        d.offset = static_cast<std::int64_t>(prepared_.original_offset(static_cast<std::size_t>(d.offset)));
        d.place.line = 0;
        index_.resolve(d);
      }
      diagnostics_.add(d);
      return std::nullopt;
    }
  }

  void remember_line(Node* node, std::uint32_t offset) {
    std::size_t original = prepared_.original_offset(offset);
    // Nodes come in the order of the text: continue from the line of the last one.
    std::string_view whole = original_text();
    if (original < counted_at_) {
      counted_at_ = 0;
      counted_line_ = 1;
      next_break_ = whole.find('\n');
    }
    for (; next_break_ < original; next_break_ = whole.find('\n', counted_at_)) {
      ++counted_line_;
      counted_at_ = next_break_ + 1;
    }
    if (program_.lines.size() <= node->lineage())
      program_.lines.resize(node->lineage() + program_.lines.size() / 2 + 16);
    program_.lines[node->lineage()] = counted_line_;
  }

  std::string_view original_text() const { return index_.text(); }

  void read_graph() {
    GraphTextReader reader(
        *program_.context, text_, reporter(Severity::error, "syntax"), reporter(Severity::warning, "graph-text"));
    reader.on_node = [this](Node* node, std::uint32_t at) { remember_line(node, at); };
    reader.read(static_cast<std::uint32_t>(at_));
    program_.root = reader.module();
    at_ = reader.end();
  }

  void read_code(Ref<Module> known) {
    if (is_function(line_at(at_))) function_indent_ = indent_of(line_at(at_));
    ModuleReader reader(
        *program_.context, text_, reporter(Severity::error, "syntax"), reporter(Severity::warning, "left-out"));
    reader.on_node = [this](Node* node, const Expr* e) {
      if (e != nullptr) remember_line(node, e->begin);
    };
    reader.on_sign = [this](Novelty row, bool newer, std::uint32_t place) {
      note_sign(row, newer, prepared_.original_offset(place));
    };
    reader.read(static_cast<std::uint32_t>(at_), std::move(known));
    program_.root = reader.root();
    if (!reader.left_out().empty()) notes_.calls_left_out = calls_one_of(text_, reader.left_out());
    bool no_function = program_.root &&
                       (!program_.root->has_graph() ||
                        (program_.root->graph().empty() && text_.find("def ", at_) == std::string_view::npos));
    if (no_function) program_.root = nullptr;
    if (!program_.root) {
      add(Severity::error,
          "no-graph",
          "there is no forward function in this text",
          static_cast<std::uint32_t>(at_),
          static_cast<std::uint32_t>(at_ + 1),
          "add `def forward(self, ...):` with the operations of the graph");
      return;
    }
    // A log has the file in front of the class, in one line.
    if (!header_.empty() && original_text().find(cat({header_.back(), " class "})) != std::string_view::npos)
      header_.back() += ' ';
    program_.root->style().header = std::move(header_);
    at_ = reader.end();
    find_style();
  }

  // str(graph_module): the tree of modules, then code.
  void read_module_text() {
    Ref<Module> root;
    std::vector<Ref<Module>> open;
    for (; at_ < text_.size(); at_ = line_end(at_)) {
      std::string_view line = line_at(at_);
      std::string_view content = strip(line);
      if (content.starts_with("def ") || content.starts_with("class ")) break;
      if (content.empty()) continue;
      if (content == ")") {
        if (!open.empty()) open.pop_back();
        continue;
      }
      std::string_view name;
      if (content.front() == '(' && content.find("): ") != std::string_view::npos) {
        std::size_t close = content.find("): ");
        name = content.substr(1, close - 1);
        content = content.substr(close + 3);
      }
      std::size_t paren = content.find('(');
      if (paren == std::string_view::npos) continue;
      if (open.size() >= ExpressionParser::kMaxDepth) {
        add(Severity::error,
            "syntax",
            cat({"modules nested deeper than ", std::to_string(ExpressionParser::kMaxDepth), " levels"}),
            static_cast<std::uint32_t>(at_),
            static_cast<std::uint32_t>(at_ + line.size()),
            "");
        return;
      }
      Ref<Module> module = Module::make(*program_.context, content.substr(0, paren));
      bool closed = content.ends_with(")");
      if (closed) module->set_extra_repr(std::string(content.substr(paren + 1, content.size() - paren - 2)));
      if (!root) {
        root = module;
      } else if (!open.empty() && !name.empty()) {
        open.back()->set_child(program_.context->intern(name), module);
      }
      if (!closed) open.push_back(module);
    }
    module_text_ = true;
    read_code(root);
  }

  // White space of the text, which printing it again reproduces.
  SEESAW_RARE void find_layout() {
    constexpr std::string_view kWhite = " \n";
    TextStyle& style = program_.root->style();
    std::string_view whole = original_text();
    std::size_t first = whole.find_first_not_of(kWhite);
    std::size_t begin = whole.rfind('\n', first) + 1;
    std::size_t last = whole.find_last_not_of(kWhite) + 1;
    LineKind kind = kind_of(line_at(text_.find_first_not_of(kWhite)));
    style.form = kind == LineKind::graph                                                                  ? "graph"
                 : kind == LineKind::module_repr                                                          ? "module"
                 : !is_function(line_at(text_.find_first_not_of(kWhite)))                                 ? "readable"
                 : program_.root->graph().meta_is_partial() && (has_annotations() || has_comments(whole)) ? "verbose"
                                                                                                          : "code";
    style.lead = whole.substr(0, begin);
    style.margin = static_cast<std::uint32_t>(first - begin);
    style.tail = whole.substr(last);
    // Of an ExportedProgram every line is indented by four.
    const std::size_t indent = kind == LineKind::program ? 4 : 0;
    bool any = false, white = false;
    std::size_t deep = 0;
    for (std::size_t at = whole.find('\n', first); at < last; at = whole.find('\n', at + 1)) {
      std::size_t end = whole.find_first_not_of(' ', at + 1);
      if (end >= last || whole[end] != '\n') continue;
      any = true;
      white = white || end > at + 1;
      if (deep == 0 && end > at + 1 + indent) deep = at + 1;
    }
    style.trimmed = !white;
    // White space that 2.14 leaves out of classes.
    if (deep != 0 && style.form != "verbose" && style.form != "code") see(Novelty::flush_comments, false, deep);
    style.bare_lines = style.form == "readable" && any && deep == 0;
    if (style.form == "verbose") see_declarations(whole);
  }

  bool has_annotations() const {
    for (Node* node : program_.root->graph()) {
      if (node->find_meta(program_.context->keys.val) != nullptr) return true;
    }
    return false;
  }

  // 2.6 leaves a space behind the last declaration in front of tree_flatten_spec.
  void see_declarations(std::string_view text) {
    std::size_t call = text.find("fx_pytree.tree_flatten_spec(");
    std::size_t line = call == std::string_view::npos ? call : text.rfind('\n', call);
    std::size_t last = line == std::string_view::npos ? line : text.find_last_not_of(" \n", line);
    if (last != std::string_view::npos && text[last] == ';') see(Novelty::declarations, text[last + 1] == '\n', last);
  }

  // Whether a line of the text is a comment that PyTorch writes above nodes.
  static bool has_comments(std::string_view text) {
    for (std::size_t at = text.find("\n"); at != std::string_view::npos; at = text.find('\n', at + 1)) {
      std::size_t begin = text.find_first_not_of(' ', at + 1);
      if (begin == std::string_view::npos) return false;
      std::string_view line = text.substr(begin, 40);
      if (line.starts_with("# File: ") || line.starts_with("# No stacktrace found ")) return true;
    }
    return false;
  }

  // Whether annotations in the text show strides and devices.
  void find_style() {
    TextStyle& style = program_.root->style();
    const Context::Keys& keys = program_.context->keys;
    for (const auto& [module, parent, name] : program_.root->modules()) {
      if (!module->has_graph()) continue;
      for (Node* node : module->graph()) {
        const Arg* value = node->find_meta(keys.val);
        if (value == nullptr || value->kind() != ArgKind::tensor_meta) continue;
        style.strides = style.strides || value->as_tensor_meta()->has_stride;
        style.devices = style.devices || static_cast<bool>(value->as_tensor_meta()->device);
      }
    }
  }

  // The signature has the names of inputs that code cannot show: a user input named `input` is not input_1.
  void name_inputs() {
    std::size_t at = 0;
    for (Node* node : program_.root->graph()) {
      if (node->op() != Opcode::placeholder || at >= program_.signature->input_specs.size()) break;
      const std::string& name = program_.signature->input_specs[at++].arg.name;
      if (node->target().text() == name) node->set_name(program_.context->name(name));
    }
  }

  // Passes on an exported program are verified against the signature only if it fits the graph they are given.
  void check_signature(std::uint32_t begin, std::uint32_t end) {
    auto differ = [&](std::string_view what, std::string_view spec, std::string_view node) {
      add(Severity::warning,
          "signature",
          cat({"the signature does not fit the graph: ", what, " '", spec, "' is '", node, "' there"}),
          begin,
          end,
          "signature and graph may be of different programs; what passes make of them is not verified");
    };
    const Signature& signature = *program_.signature;
    std::size_t at = 0;
    for (Node* node : program_.root->graph()) {
      if (node->op() != Opcode::placeholder) continue;
      std::string_view spec = at < signature.input_specs.size() ? std::string_view(signature.input_specs[at].arg.name)
                                                                : "(none)";
      if (spec != node->name_text()) return differ("the input", spec, node->name_text());
      ++at;
    }
    if (at < signature.input_specs.size()) return differ("the input", signature.input_specs[at].arg.name, "(none)");
    const Node* output = program_.root->graph().output_or_null();
    if (output == nullptr || output->args().empty() || !output->args()[0].is_sequence()) return;
    std::span<Arg> values = output->args()[0].items();
    for (at = 0; at < values.size() || at < signature.output_specs.size(); ++at) {
      std::string node = at >= values.size()    ? "(none)"
                         : values[at].is_node() ? values[at].as_node()->name_text()
                                                : std::string();
      if (at >= signature.output_specs.size()) return differ("the output", "(none)", node);
      const ArgumentSpec& spec = signature.output_specs[at].arg;
      if (!node.empty() && spec.type != ArgumentSpec::Type::constant && spec.name != node)
        return differ("the output", spec.name, node);
    }
  }

  // `def load_args(reader):` after the graph of fx_graph_runnable: sizes, strides, dtype and device of each input, in
  // order.
  //
  //   buf0 = reader.storage(None, 52, device=device(type='cuda', index=0), dtype_hint=torch.float16)
  //   reader.tensor(buf0, (2, 13), dtype=torch.float16, is_leaf=True)  # arg0_1
  //
  // The rest runs the module, without information about the graph.
  SEESAW_RARE void read_load_args(std::uint32_t place, std::uint32_t end) {
    std::vector<std::pair<std::string_view, std::string>> devices;  // of the storages
    Graph& graph = program_.root->graph();
    Node* node = graph.first();
    std::size_t described = 0, inputs = 0;
    for (const Node* each : graph) inputs += each->op() == Opcode::placeholder ? 1u : 0u;
    Arena scratch(4096);
    for (; at_ < text_.size(); at_ = line_end(at_)) {
      std::string_view line = line_at(at_), content = strip(line);
      if (!content.empty() && indent_of(line) == 0) break;
      std::size_t storage = content.find(" = reader.storage(");
      if (storage != std::string_view::npos) {
        devices.emplace_back(content.substr(0, storage), device_in(content));
        continue;
      }
      if (!content.starts_with("reader.")) continue;
      ++described;
      while (node != nullptr && node->op() != Opcode::placeholder && node->op() != Opcode::root) node = node->next();
      if (node == nullptr || node->op() == Opcode::root) continue;
      Node* input = std::exchange(node, node->next());
      if (content.starts_with("reader.tensor(") && input->find_meta(program_.context->keys.val) == nullptr)
        describe_input(input, devices, scratch);
    }
    if (described != inputs) {
      add(Severity::warning,
          "left-out",
          cat({"load_args describes ", std::to_string(described), " inputs, and forward has ", std::to_string(inputs)}),
          place,
          end,
          "both should be of one file");
    }
    at_ = text_.size();
  }

  static std::string device_in(std::string_view content) {
    constexpr std::string_view kDevice = "device(type='";
    std::size_t begin = content.find(kDevice);
    if (begin == std::string_view::npos) return "cpu";
    begin += kDevice.size();
    std::size_t stop = content.find('\'', begin), index = content.find("index=", begin);
    std::string out(content.substr(begin, stop - begin));
    if (index != std::string_view::npos)
      out += cat({":", content.substr(index + 6, content.find(')', index) - index - 6)});
    return out;
  }

  // `reader.tensor(buf0, sizes[, strides], dtype=...)` at the current line.
  void describe_input(Node* input,
                      const std::vector<std::pair<std::string_view, std::string>>& devices,
                      Arena& scratch) {
    Lexer lexer(text_, static_cast<std::uint32_t>(text_.size()));
    lexer.seek(static_cast<std::uint32_t>(at_ + line_at(at_).find("reader.")));
    ExpressionParser parser(lexer, scratch, [](std::string, std::uint32_t, std::uint32_t, std::string) {});
    const Expr* call = parser.parse();
    if (call == nullptr || call->kind != ExprKind::call || call->items.size() < 2) return;
    std::size_t positional = call->items.size() - call->keys.size();
    std::string_view dtype = "f32";
    const Expr* strides = positional > 2 ? call->items[2] : nullptr;
    for (std::size_t i = 0; i < call->keys.size(); ++i) {
      const Expr* value = call->items[positional + i];
      const DTypeInfo* info = call->keys[i] == "dtype"
                                  ? find_dtype(text_.substr(value->begin, value->end - value->begin))
                                  : nullptr;
      if (info != nullptr) dtype = info->abbr;
    }
    auto listed = [&](const Expr* sizes) {
      std::string out = "[";
      for (const Expr* size : sizes->items)
        out += cat({out.size() > 1 ? ", " : "", text_.substr(size->begin, size->end - size->begin)});
      return cat({out, "]"});
    };
    std::string text = cat({dtype, listed(call->items[1])});
    text += strides != nullptr ? listed(strides) : contiguous(call->items[1]->items);
    for (const auto& [name, device] : devices) {
      if (name == call->items[0]->text) text += device;
    }
    Arg value = read_annotation(*program_.context, text);
    if (!value.is_none()) input->set_meta(program_.context->keys.val, value);
  }

  // The strides of a tensor in order; nothing if a size is not a number.
  std::string contiguous(std::span<Expr* const> sizes) const {
    std::string out = "]";
    std::int64_t stride = 1;
    for (std::size_t i = sizes.size(); i-- > 0;) {
      out = cat({i > 0 ? ", " : "[", std::to_string(stride), out});
      std::optional<std::int64_t> size = parse_int(text_.substr(sizes[i]->begin, sizes[i]->end - sizes[i]->begin));
      if (!size || *size < 0 || (*size > 0 && stride > INT64_MAX / *size)) return {};
      stride *= std::max<std::int64_t>(*size, 1);
    }
    return sizes.empty() ? "[]" : out;
  }

  // The lines of 2.14 leave out the values of constant results.
  void value_outputs() {
    const Node* output = program_.root->has_graph() ? program_.root->graph().output_or_null() : nullptr;
    if (output == nullptr || output->args().empty() || !output->args()[0].is_sequence()) return;
    std::vector<OutputSpec>& specs = program_.signature->output_specs;
    std::span<const Arg> values = output->args()[0].items();
    for (std::size_t i = 0; i < specs.size() && i < values.size(); ++i) {
      if (specs[i].arg.type == ArgumentSpec::Type::constant && !values[i].is_node()) specs[i].arg.value = values[i];
    }
  }

  std::size_t empty_lines_above(std::size_t at) const {
    std::size_t count = 0;
    while (at > 0) {
      std::size_t begin = at < 2 ? 0 : text_.rfind('\n', at - 2) + 1;  // 0 behind npos
      if (!strip(line_at(begin)).empty()) break;
      ++count;
      at = begin;
    }
    return count;
  }

  void read_rest() {
    std::size_t empty = empty_lines_above(at_);  // of the present one
    constexpr std::size_t kMostFooter = 1000;
    while (at_ < text_.size()) {
      std::string_view line = line_at(at_);
      std::string_view content = strip(line);
      std::size_t begin = at_;
      at_ = line_end(at_);
      if (content.empty()) {
        ++empty;
        continue;
      }
      auto place = static_cast<std::uint32_t>(begin + static_cast<std::size_t>(content.data() - line.data()));
      if (content.starts_with("def load_args(reader")) {
        read_load_args(place, place + static_cast<std::uint32_t>(content.size()));
      } else if (content.starts_with("Graph signature:")) {
        SignatureReader reader(*program_.context, text_, reporter(Severity::error, "signature"));
        std::uint32_t end = reader.read_signature(place + 16);
        program_.signature = std::move(reader.signature());
        see(Novelty::signature_lines, reader.is_new_form(), prepared_.original_offset(place));
        program_.is_exported = true;
        if (reader.is_new_form()) value_outputs();
        name_inputs();
        check_signature(place, place + 16);
        at_ = reader.is_new_form() ? end : line_end(end);
      } else if (content.starts_with("Range constraints:")) {
        std::size_t open = content.find('{');
        std::size_t close = content.rfind('}');
        if (open != std::string_view::npos && close != std::string_view::npos && close > open) {
          program_.range_constraints = SignatureReader::read_constraints(content.substr(open + 1, close - open - 1),
                                                                         place + static_cast<std::uint32_t>(open) + 1,
                                                                         reporter(Severity::error, "signature"));
        } else {
          add(Severity::error,
              "signature",
              "expected `{symbol: range, ...}`",
              place,
              place + static_cast<std::uint32_t>(content.size()),
              "copy the whole line");
        }
      } else if (module_text_ && content.starts_with("# To see more debug info")) {
        continue;
      } else if (is_function(line) && indent_of(line) > function_indent_) {
        add(Severity::error,
            "syntax",
            "a function in a function: this is Python source, no graph",
            place,
            place + static_cast<std::uint32_t>(content.size()),
            "annotate the inputs, as in x: \"f32[2, 3]\", to have it captured");
        return;
      } else if (LineKind kind = kind_of(line);
                 kind == LineKind::code || kind == LineKind::graph || kind == LineKind::program) {
        add(Severity::warning,
            "left-out",
            "this text holds another graph, which is left out",
            place,
            place + static_cast<std::uint32_t>(content.size()),
            "open it by itself");
        return;
      } else if (content.front() == '#' || content.starts_with("=") || content.starts_with("-")) {
        std::vector<std::string>& footer = program_.root->style().footer;
        for (; empty > 0 && footer.size() < kMostFooter; --empty) footer.emplace_back();
        footer.emplace_back(line);
        empty = 0;
      } else {
        add(Severity::error,
            "syntax",
            "this line is not part of a graph",
            place,
            place + static_cast<std::uint32_t>(content.size()),
            "remove it, or indent it if it belongs to forward");
        return;
      }
    }
  }

  PreparedText prepared_;
  std::string_view text_;
  LineIndex index_;
  Diagnostics& diagnostics_;
  ReadNotes& notes_;
  Program program_;
  LineKind kind_ = LineKind::other;
  std::size_t at_ = 0;
  std::vector<std::string> header_;
  bool module_text_ = false;
  std::size_t function_indent_ = std::string_view::npos;  // of the function at the start of the text
  std::size_t counted_at_ = 0;                            // where the line begins
  std::size_t next_break_;                                // where it ends
  std::uint32_t counted_line_ = 1;
};

}  // namespace

std::optional<Program> read_program(std::string_view text, Diagnostics& diagnostics, ReadNotes* notes) {
  if (text.size() >= UINT32_MAX / 2) {
    diagnostics.add(user_error("too-long", "a text of 2 GiB or more cannot be read").diagnostic());
    return std::nullopt;
  }
  if (std::size_t at = first_invalid_utf8(text); at != std::string_view::npos) {
    Error error = user_error("syntax", std::string(kNotUtf8), std::string(kSaveAsUtf8));
    error.diagnostic().place = LineIndex(text).place(at, at + 1);
    diagnostics.add(error.diagnostic());
    return std::nullopt;
  }
  ReadNotes unused;
  return Reader(text, diagnostics, notes == nullptr ? unused : *notes).read();
}

}  // namespace seesaw
