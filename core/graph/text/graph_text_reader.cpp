#include "core/graph/text/graph_text_reader.h"

#include <algorithm>
#include <utility>

#include "core/base/cat.h"
#include "core/base/identifier.h"
#include "core/base/number.h"
#include "core/graph/text/annotation.h"
#include "core/graph/text/lexer.h"

namespace seesaw {

namespace {

constexpr int kMaxDepth = ExpressionParser::kMaxDepth;

std::string_view strip(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r' || text.back() == '\n'))
    text.remove_suffix(1);
  return text;
}

bool is_constant(std::string_view text) {
  for (std::string_view word : {"None", "True", "False", "Ellipsis", "inf", "nan"}) {
    if (text == word) return true;
  }
  return false;
}

// Only names and blanks, or nothing: not a value that Python prints.
bool is_words(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return c == ' ' || c == '%' || is_identifier({&c, 1}) || (c >= '0' && c <= '9');
  });
}

// Whether a line starts a new record: `%name : ...` or `return ...`.
bool starts_record(std::string_view line) {
  line = strip(line);
  if (line.starts_with("return") && (line.size() == 6 || line[6] == ' ')) return true;
  if (!line.starts_with("%")) return false;
  std::size_t end = line.find(" : ");
  return end != std::string_view::npos && is_identifier(line.substr(1, end - 1));
}

// The tensor of a printed immediate: tensor([[0., 0.], [0., 0.]], dtype=torch.int32).
TensorConst read_tensor(Context& context, std::string_view text, std::vector<Dim>& shape) {
  TensorConst tensor;
  tensor.text = context.intern(text);
  std::vector<std::int64_t> counts;
  std::size_t depth = 0;
  bool any = false, point = false, boolean = false;
  for (std::size_t i = 7; i < text.size() && text[i] != ')'; ++i) {
    char c = text[i];
    if (c == '[') {
      if (depth++ == counts.size()) counts.push_back(0);
      any = false;
    } else if (c == ']') {
      if (depth == 0) break;  // it closes nothing
      if (any && counts[depth - 1] >= 0) counts[depth - 1] += 1;
      any = true;
      if (--depth == 0) break;
      for (std::size_t k = depth + 1; k < counts.size() + 1 && k > 0; ++k) {
        // The first row of each level determines its size.
        if (counts[k - 1] > 0) counts[k - 1] = -counts[k - 1];
      }
    } else if (c == ',') {
      if (any && depth > 0 && counts[depth - 1] >= 0) counts[depth - 1] += 1;
      any = false;
    } else if (c != ' ' && c != '\n') {
      any = true;
      point = point || c == '.' || c == 'i' || c == 'n';
      boolean = boolean || c == 'T' || c == 'F';
    }
  }
  for (std::int64_t count : counts) shape.push_back({count < 0 ? -count : count, nullptr});
  tensor.shape = shape;
  std::size_t dtype = text.find("dtype=torch.");
  std::string_view name = point ? "float32" : boolean ? "bool" : "int64";
  if (dtype != std::string_view::npos) {
    name = text.substr(dtype + 12);
    name = name.substr(0, name.find_first_of(",)"));
  }
  tensor.dtype = context.intern(name);
  return tensor;
}

}  // namespace

GraphTextReader::GraphTextReader(Context& context, std::string_view text, Report report, Report warn)
    : context_(context), text_(text), report_(std::move(report)), warn_(std::move(warn)) {}

void GraphTextReader::fail(std::string message, std::string_view where, std::uint32_t at, std::string remedy) {
  has_errors_ = true;
  report_(std::move(message), at, at + static_cast<std::uint32_t>(where.size()), std::move(remedy));
}

void GraphTextReader::read(std::uint32_t at) {
  module_ = Module::make(context_, "GraphModule", std::make_unique<Graph>(context_));
  Graph& graph = module_->graph();
  // graph(): or, in old versions, graph(x, y):
  std::size_t open = text_.find('(', at);
  std::size_t close = text_.find(')', open);
  std::size_t line_end = text_.find('\n', at);
  if (open != std::string_view::npos && close != std::string_view::npos &&
      (line_end == std::string_view::npos || close < line_end)) {
    for (std::string_view name : split(text_.substr(open + 1, close - open - 1), false)) {
      name = strip(name);
      if (!name.empty() && name.front() == '%') name.remove_prefix(1);
      std::size_t colon = name.find(':');
      std::string_view type = colon == std::string_view::npos ? std::string_view{} : strip(name.substr(colon + 1));
      if (is_identifier(strip(name.substr(0, colon)))) {
        add_node(strip(name.substr(0, colon)),
                 type,
                 Opcode::placeholder,
                 "placeholder",
                 strip(name.substr(0, colon)),
                 {},
                 {},
                 at);
      }
    }
  }
  at_ = static_cast<std::uint32_t>(line_end == std::string_view::npos ? text_.size() : line_end + 1);
  Record record{};
  while (next_record(record)) read_record(record);
  graph.set_meta_is_partial(true);
  imply_attributes(*module_);
  check_claims();
}

// PyTorch's own count is wrong where its node_inline_ cleared the users of a value. After an error users are missing
// anyway.
void GraphTextReader::check_claims() {
  if (has_errors_ || fragment_) return;  // users of a fragment's values may stand in another one
  for (Node* node : module_->graph()) {
    Claim claim = claims_.get(node->id());
    if (claim.users == 0 || node->num_users() == claim.users - 1) continue;
    warn_(cat({"the text says num_users=",
               std::to_string(claim.users - 1),
               ", but ",
               std::to_string(node->num_users()),
               " nodes use '",
               node->name_text(),
               "'"}),
          claim.at,
          claim.at + 1,
          "the true count is used; the text may have been edited, or PyTorch lost users when it inlined a part of the "
          "graph");
  }
}

// A record is a line and the text up to the next line that starts one; strings and tensors may contain line breaks.
bool GraphTextReader::next_record(Record& record) {
  while (at_ < text_.size()) {
    std::size_t end = text_.find('\n', at_);
    if (end == std::string_view::npos) end = text_.size();
    std::string_view line = text_.substr(at_, end - at_);
    if (strip(line).empty()) {
      at_ = static_cast<std::uint32_t>(end) + 1;
      continue;
    }
    if (!starts_record(line)) return false;
    record.begin = at_;
    bool is_return = strip(line).starts_with("return");
    // A call ends with `})`; a line with another end continues.
    bool complete = is_return || strip(line).ends_with("})") || strip(line).ends_with("]") ||
                    line.find("= placeholder[") != std::string_view::npos;
    while (!complete && end < text_.size()) {
      std::size_t next = text_.find('\n', end + 1);
      if (next == std::string_view::npos) next = text_.size();
      std::string_view more = text_.substr(end + 1, next - end - 1);
      if (starts_record(more)) break;
      end = next;
      complete = strip(more).ends_with("})");
    }
    record.end = static_cast<std::uint32_t>(end);
    at_ = static_cast<std::uint32_t>(end < text_.size() ? end + 1 : end);
    return true;
  }
  return false;
}

void GraphTextReader::read_record(const Record& record) {
  std::string_view line = text_.substr(record.begin, record.end - record.begin);
  std::size_t first = line.find_first_not_of(" \t");
  std::string_view content = strip(line);
  std::uint32_t at = record.begin + static_cast<std::uint32_t>(first);
  if (content.starts_with("return")) {
    read_return(content.size() > 7 ? content.substr(7) : std::string_view{}, at + 7);
  } else {
    read_node(content, at);
  }
}

void GraphTextReader::read_node(std::string_view line, std::uint32_t at) {
  std::size_t colon = line.find(" : ");
  std::string_view name = line.substr(1, colon - 1);
  std::string_view rest = line.substr(colon + 3);
  // [type ][num_users=N] = op[target=T]...
  std::size_t users = rest.find("[num_users=");
  if (users == std::string_view::npos) users = rest.find("[#users=");
  std::size_t equals = users == std::string_view::npos ? rest.find("= ") : rest.find("] = ", users);
  if (equals == std::string_view::npos) {
    fail("expected `[num_users=N] = opcode[target=...]`", line, at, "copy the whole line of str(graph)");
    return;
  }
  std::string_view type = strip(rest.substr(0, users == std::string_view::npos ? equals : users));
  std::string_view call = rest.substr(equals + (users == std::string_view::npos ? 2 : 4));
  std::size_t target_open = call.find("[target=");
  if (target_open == std::string_view::npos) {
    fail("expected `[target=...]`", line, at, "copy the whole line of str(graph)");
    return;
  }
  std::string_view opcode = call.substr(0, target_open);
  if (opcode == "PlaceHolder") {
    fragment_ = true;
    opcode = "placeholder";
  }
  std::string_view after = call.substr(target_open + 8);
  std::size_t target_close = after.find("](");
  if (target_close == std::string_view::npos) target_close = after.rfind(']');
  if (target_close == std::string_view::npos) {
    fail("expected ']' after the target", line, at);
    return;
  }
  std::string_view target = after.substr(0, target_close);
  std::string_view arguments = after.substr(target_close + 1);
  auto arguments_at = at + static_cast<std::uint32_t>(arguments.data() - line.data());
  Opcode op = find_opcode(opcode);
  std::vector<Arg> args;
  std::vector<Kwarg> kwargs;
  if (op == Opcode::placeholder && arguments.starts_with("(default=") && arguments.ends_with(")")) {
    // str() of the value: strings in containers alone stand in quotes.
    std::string_view text = arguments.substr(9, arguments.size() - 10);
    bool python = !text.empty() && std::string_view("[({'\"").find(text.front()) != std::string_view::npos;
    args.push_back(value(text, arguments_at + 9, python, 0));
  } else if (op == Opcode::placeholder || op == Opcode::get_attr) {
    if (!arguments.empty()) {
      warn_(cat({"what follows the target of a ", opcode, " is left out"}),
            arguments_at,
            arguments_at + static_cast<std::uint32_t>(arguments.size()),
            "");
    }
  } else {
    overload_ = op == Opcode::call_function && target.starts_with("torch.ops.aten.") ? target : std::string_view();
    if (!arguments.empty() && !read_call(arguments, arguments_at, args, kwargs)) return;
  }
  Node* node = add_node(name, type, op, opcode, target, args, kwargs, at);
  if (users == std::string_view::npos) return;
  std::string_view count = rest.substr(rest.find('=', users) + 1);
  std::optional<std::int64_t> claimed = parse_int(count.substr(0, count.find(']')));
  if (claimed && *claimed >= 0 && *claimed < INT32_MAX)
    claims_[node->id()] = {static_cast<std::uint32_t>(*claimed) + 1, at};
}

// (args = (...), kwargs = {...})
bool GraphTextReader::read_call(std::string_view rest,
                                std::uint32_t at,
                                std::vector<Arg>& args,
                                std::vector<Kwarg>& kwargs) {
  std::size_t middle = rest.rfind("), kwargs = {");
  if (!rest.starts_with("(args = (") || middle == std::string_view::npos || !rest.ends_with("})")) {
    fail("expected `(args = (...), kwargs = {...})`", rest, at, "the line may have been cut off; copy it whole");
    return false;
  }
  std::string_view inside = rest.substr(9, middle - 9);
  if (inside.ends_with(",")) inside.remove_suffix(1);
  args = items(inside, at + 9, false);
  check_signs(inside, at + 9);
  std::size_t keys_at = middle + 13;
  std::string_view keys = rest.substr(keys_at, rest.size() - keys_at - 2);
  std::string_view rest_of;  // the last string read, which may continue after a comma
  auto finish = [&] {
    if (!rest_of.empty()) kwargs.back().value = context_.string(rest_of);
    rest_of = {};
  };
  std::size_t last_at = 0;  // start of the last value read, in `keys`
  for (std::string_view item : split(keys, false)) {
    std::size_t colon = item.find(": ");
    auto item_at = at + static_cast<std::uint32_t>(item.data() - rest.data());
    bool is_key = colon != std::string_view::npos && is_identifier(item.substr(0, colon));
    if (!is_key) {
      // The rest of a string that contains a comma.
      if (!kwargs.empty() && kwargs.back().value.is_string()) {
        rest_of = keys.substr(last_at, static_cast<std::size_t>(item.data() - keys.data()) + item.size() - last_at);
      } else {
        warn_("a keyword argument without a name", item_at, item_at + static_cast<std::uint32_t>(item.size()), "");
      }
      continue;
    }
    finish();
    last_at = static_cast<std::size_t>(item.data() - keys.data()) + colon + 2;
    key_ = item.substr(0, colon);
    kwargs.push_back({context_.intern(key_),
                      value(item.substr(colon + 2), item_at + static_cast<std::uint32_t>(colon) + 2, false, 0)});
    key_ = {};
  }
  finish();
  return true;
}

// An input of a fragment that its text does not list, behind those that it does.
Arg GraphTextReader::untold_input(std::string_view name) {
  Graph& graph = module_->graph();
  Node* at = last_input_ != nullptr ? last_input_->next() : graph.empty() ? nullptr : *graph.begin();
  std::optional<InsertPoint> here;
  if (at != nullptr && at->op() != Opcode::root) here.emplace(graph.inserting_before(at));
  Name wanted = context_.name(name);
  last_input_ = graph.create_node_called(wanted, Opcode::placeholder, Target(context_.intern(name)), {}, {}, Symbol());
  Arg node = Arg::node(last_input_);
  env_.set(wanted, node);
  return node;
}

// Whether arguments read for a node, which is yet to be made, name `wanted`.
static bool mentions(const Node* wanted, std::span<const Arg> args, std::span<const Kwarg> kwargs) {
  bool found = false;
  auto visit = [&](const Node* node) { found = found || node == wanted; };
  for (const Arg& arg : args) for_each_node(arg, visit);
  for (const Kwarg& kwarg : kwargs) for_each_node(kwarg.value, visit);
  return found;
}

Node* GraphTextReader::add_node(std::string_view name,
                                std::string_view type,
                                Opcode op,
                                std::string_view opcode,
                                std::string_view target,
                                std::span<const Arg> args,
                                std::span<const Kwarg> kwargs,
                                std::uint32_t at) {
  Graph& graph = module_->graph();
  Target what = op == Opcode::call_function ? Target(context_.callable(target)) : Target(context_.intern(target));
  Name wanted = context_.name(name);
  // The text shows the nodes' own names, even those that collide or shadow a builtin.
  const Arg* before = env_.find(wanted);
  // A fragment lists what its kernel reads, its own results among it. An input that this very node reads stays: it has
  // no users yet.
  Node* listed = fragment_ && before != nullptr && before->is_node() ? before->as_node() : nullptr;
  if (listed != nullptr && listed->op() == Opcode::placeholder && !listed->has_users() &&
      !mentions(listed, args, kwargs)) {
    if (last_input_ == listed) last_input_ = nullptr;
    graph.erase_node(listed);
  } else if (before != nullptr) {
    warn_(cat({"the name '", name, "' is used twice; later uses mean the later node"}),
          at,
          at + static_cast<std::uint32_t>(name.size()) + 1,
          "");
  }
  constexpr std::string_view kTensor = "Tensor \"";
  bool annotated = type.starts_with(kTensor) && type.ends_with('"') && type.size() > kTensor.size();
  Arg val = annotated ? read_annotation(context_, type.substr(kTensor.size(), type.size() - kTensor.size() - 1))
                      : Arg();
  Node* node = graph.create_node_called(
      wanted, op, what, args, kwargs, type.empty() ? Symbol() : context_.intern(type));
  if (!val.is_none()) node->set_meta(context_.keys.val, val);
  if (op == Opcode::placeholder) last_input_ = node;
  if (op == Opcode::unknown) {
    graph.set_unknown_opcode(node, context_.intern(opcode));
    warn_(cat({"unknown opcode '", opcode, "'"}), at, at + static_cast<std::uint32_t>(name.size()) + 1, "");
  }
  env_.set(wanted, Arg::node(node));
  if (on_node) on_node(node, at);
  return node;
}

void GraphTextReader::read_return(std::string_view text, std::uint32_t at) {
  Graph& graph = module_->graph();
  if (std::exchange(returned_, true)) {
    warn_("a second return is left out",
          at - 7,
          at + static_cast<std::uint32_t>(text.size()),
          "a graph has one output: keep one of them");
    return;
  }
  // The only position of an unquoted string: `return abc`.
  bool lone = is_identifier(text) && env_.find(context_.name(text)) == nullptr && !is_constant(text);
  if (lone)
    warn_(cat({"'", text, "' is no node of this graph: it is taken as a string"}),
          at,
          at + static_cast<std::uint32_t>(text.size()),
          "nodes must be defined above their uses; copy the whole graph");
  if (text.starts_with('%') && text.find(' ') == std::string_view::npos) {  // of a fragment: %a,%b
    std::vector<Arg> results;
    while (!text.empty()) {
      std::string_view name = text.substr(1, text.find(',') - 1);
      results.push_back(node_or_error(name, at));
      text.remove_prefix(std::min(text.size(), name.size() + 2));
    }
    Node* node = graph.output(graph.container(ArgKind::tuple, results));
    if (on_node) on_node(node, at);
    return;
  }
  Node* node = graph.output(lone ? context_.string(text) : value(text, at, true, 0));
  if (on_node) on_node(node, at);
}

// The end of the string that begins at `at`: the offset of its closing quote, or the end of the text.
static std::size_t quoted_end(std::string_view text, std::size_t at) {
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == text[at]) {
      return i;
    }
  }
  return text.size();
}

// Splits at ", " outside brackets and, if strings are quoted, outside quotes. Unbalanced brackets (in unquoted strings)
// are ignored.
std::vector<std::string_view> GraphTextReader::split(std::string_view text, bool python) const {
  std::vector<std::string_view> out;
  if (text.empty()) return out;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (python && (c == '\'' || c == '"')) {
      i = std::min(quoted_end(text, i), text.size() - 1);
      continue;
    }
    if (c == '(' || c == '[' || c == '{') ++depth;
    if ((c == ')' || c == ']' || c == '}') && depth > 0) --depth;
    if (c == ',' && depth == 0 && i + 1 < text.size() && text[i + 1] == ' ') {
      out.push_back(text.substr(begin, i - begin));
      begin = i + 2;
    }
  }
  if (depth != 0 && !out.empty() && begin < text.size()) {
    // An unclosed opening bracket is part of a string: split the rest plainly.
    std::string_view rest = text.substr(begin);
    for (std::size_t comma = rest.find(", "); comma != std::string_view::npos; comma = rest.find(", ")) {
      out.push_back(rest.substr(0, comma));
      rest.remove_prefix(comma + 2);
    }
    out.push_back(rest);
    return out;
  }
  out.push_back(text.substr(begin));
  return out;
}

std::vector<Arg> GraphTextReader::items(std::string_view text, std::uint32_t at, bool python) {
  std::vector<Arg> out;
  for (std::string_view item : split(text, python))
    out.push_back(value(item, at + static_cast<std::uint32_t>(item.data() - text.data()), python, 0));
  return out;
}

Arg GraphTextReader::node_or_error(std::string_view name, std::uint32_t at) {
  if (Arg* known = env_.find(context_.name(name))) return *known;
  if (fragment_) return untold_input(name);
  std::string node = cat({"%", name});
  fail(cat({"unknown node '", node, "'"}), node, at, "nodes must be defined above their uses; copy the whole graph");
  return Arg::symbol(ArgKind::text, context_.intern(node));
}

// One value. Inside `return`, slices and dictionaries' Python forms nodes are bare names and strings are quoted.
// Recursion ends at kMaxDepth with a diagnostic.
Arg GraphTextReader::value(std::string_view text, std::uint32_t at, bool python, int depth) {
  Graph& graph = module_->graph();
  if (depth > kMaxDepth) {
    fail(cat({"nested deeper than ", std::to_string(kMaxDepth), " levels"}), text.substr(0, 1), at);
    return Arg();
  }
  auto inner = [&](std::size_t skip, bool as_python) {
    std::string_view inside = text.substr(skip, text.size() - skip - 1);
    if (inside.ends_with(",")) inside.remove_suffix(1);
    std::vector<Arg> out;
    for (std::string_view item : split(inside, as_python)) {
      out.push_back(value(item, at + static_cast<std::uint32_t>(item.data() - text.data()), as_python, depth + 1));
    }
    return out;
  };
  if (text.size() >= 2) {
    char first = text.front(), last = text.back();
    if (first == '%' && is_identifier(text.substr(1))) return node_or_error(text.substr(1), at);
    if (first == '[' && last == ']') return graph.container(ArgKind::list, inner(1, python));
    if (first == '(' && last == ')' &&
        !(text.find('j') != std::string_view::npos && text.find(',') == std::string_view::npos)) {
      return graph.container(ArgKind::tuple, inner(1, python));
    }
    if (text.starts_with("slice(") && last == ')') {
      std::vector<Arg> parts = inner(6, true);
      if (parts.size() == 3) return graph.container(ArgKind::slice, parts);
    }
    if (text.starts_with("range(") && last == ')') {
      std::vector<Arg> parts = inner(6, true);
      if (parts.size() == 2) parts.push_back(context_.integer(1));
      if (parts.size() == 3) return graph.container(ArgKind::range, parts);
    }
    if (text.starts_with("tensor(") && last == ')') {
      std::vector<Dim> shape;
      TensorConst tensor = read_tensor(context_, text, shape);
      return context_.tensor(tensor);
    }
    if (first == '{' && last == '}') {
      std::vector<Arg> parts;
      for (std::string_view item : split(text.substr(1, text.size() - 2), python)) {
        bool quoted = python && !item.empty() && (item.front() == '\'' || item.front() == '"');
        std::size_t colon = item.find(": ", quoted ? quoted_end(item, 0) : 0);
        if (colon == std::string_view::npos) return scalar(text, at, python);
        auto item_at = at + static_cast<std::uint32_t>(item.data() - text.data());
        parts.push_back(scalar(item.substr(0, colon), item_at, python));
        parts.push_back(
            value(item.substr(colon + 2), item_at + static_cast<std::uint32_t>(colon) + 2, python, depth + 1));
      }
      return graph.container(ArgKind::dict, parts);
    }
  }
  if (python && is_identifier(text)) {
    if (Arg* known = env_.find(context_.name(text))) return *known;
  }
  return scalar(text, at, python);
}

Arg GraphTextReader::scalar(std::string_view text, std::uint32_t at, bool python) {
  if (text == "None") return Arg();
  if (text == "True") return Arg::boolean(true);
  if (text == "False") return Arg::boolean(false);
  if (text == "Ellipsis") return Arg::ellipsis();
  if (python && text.size() >= 2 && (text.front() == '\'' || text.front() == '"') && text.back() == text.front()) {
    return context_.string(unquote(text));
  }
  if (python && text.starts_with("device(type='") && text.ends_with(")")) {
    std::string_view rest = text.substr(13, text.size() - 14);
    std::string_view type = rest.substr(0, rest.find('\''));
    std::size_t index = rest.find("', index=");
    return Arg::symbol(ArgKind::device,
                       context_.intern(index == std::string_view::npos ? std::string(type)
                                                                       : cat({type, ":", rest.substr(index + 9)})));
  }
  std::optional<std::string> digits = normalize_int(text);
  if (digits && *digits == text) return context_.integer(*digits);
  std::optional<double> number = parse_float(text);
  if (number && format_float(*number) == text) return context_.floating(*number);
  if (text.starts_with("torch.") && text.find_first_of(" (") == std::string_view::npos) {
    std::string_view last = text.substr(6);
    if (const DTypeInfo* info = find_dtype(last))
      return Arg::symbol(ArgKind::dtype, context_.intern(cat({"torch.", info->name})));
    if (last.ends_with("_format") || last.starts_with("channels_last"))
      return Arg::symbol(ArgKind::memory_format, context_.intern(text));
    if (last == "strided" || last.starts_with("sparse_")) return Arg::symbol(ArgKind::layout, context_.intern(text));
  }
  if (key_ == "device" && is_device_text(text)) return Arg::symbol(ArgKind::device, context_.intern(text));
  bool complex = text.ends_with("j") || (text.ends_with("j)") && text.starts_with("("));
  if (complex && text.find_first_not_of("0123456789.+-ejinfa()") == std::string_view::npos &&
      text.find_first_of("0123456789") != std::string_view::npos) {
    return Arg::symbol(ArgKind::complex, context_.intern(text));
  }
  if (python && is_words(text)) {
    fail(text.empty() ? "expected a value" : cat({"unknown name '", text, "'"}),
         text.empty() ? "," : text,
         at,
         "nodes must be defined above their uses; strings stand in quotes here");
    return Arg::symbol(ArgKind::text, context_.intern(text));
  }
  if (!python && text.size() > 1 && (text[0] == '[' || text[0] == '(')) {
    warn_("a bracket without its end: the text up to the next comma is taken as a string",
          at,
          at + static_cast<std::uint32_t>(text.size()),
          "copy the whole line of str(graph)");
  }
  return context_.string(text);
}

// Names without their sign. Strings are unquoted here; but the first argument of an ATen operator is not a string
// (einsum aside), and its lists contain none.
void GraphTextReader::check_signs(std::string_view inside, std::uint32_t at) {
  if (overload_.empty()) return;
  bool first = !overload_.starts_with("torch.ops.aten.einsum.");
  auto look = [&](std::string_view text, bool never) {
    if (!is_identifier(text) || is_constant(text)) return;
    auto begin = at + static_cast<std::uint32_t>(text.data() - inside.data());
    bool node = env_.find(context_.name(text)) != nullptr;
    std::string remedy = cat({"write '%", text, "' for the node"});
    if (node && never) {
      fail(cat({"'", text, "' is a string here, where a node must stand"}), text, begin, remedy);
    } else if (node) {
      warn_(cat({"'", text, "' is taken as a string, not as the node of this name"}),
            begin,
            begin + static_cast<std::uint32_t>(text.size()),
            remedy);
    }
  };
  for (std::string_view item : split(inside, false)) {
    look(item, first);
    first = false;
    if (item.size() < 2 || item.front() != '[' || item.back() != ']') continue;
    for (std::string_view inner : split(item.substr(1, item.size() - 2), false))
      look(inner, is_identifier(inner) && env_.find(context_.name(inner)) != nullptr);
  }
}

}  // namespace seesaw
