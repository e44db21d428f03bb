#include "core/engine/commands/graph_commands.h"

#include <algorithm>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/cat.h"
#include "core/engine/commands/retrace_commands.h"
#include "core/engine/passes/export/replace_pattern.h"
#include "core/engine/passes/export/symbolic_trace.h"
#include "core/graph/session/commands.h"
#include "core/graph/text/print_json.h"
#include "core/graph/text/read.h"

namespace seesaw {

namespace {

Module& module_at(Program& program, std::string_view path) {
  Module* module = path.empty() ? program.root.get() : program.root->find_path(path).module;
  if (module == nullptr || !module->has_graph())
    throw user_error("path", cat({"there is no graph '", path, "' in this program"}));
  return *module;
}

void write_node(JsonWriter& json, const Node& node) {
  json.object().member("id", node.id()).member("name", std::string_view(node.name_text()));
  json.member("op", node.graph().opcode_text(&node)).member("target", node.target().text()).end();
}

// {"node": {...}} or {"value": argument}
void write_found(JsonWriter& json, const Arg& arg) {
  json.object();
  if (arg.is_node()) {
    json.key("node");
    write_node(json, *arg.as_node());
  } else {
    json.key("value");
    write_arg(json, arg, true);
  }
  json.end();
}

void run_symbolic_trace(Session& session, const JsonValue&, std::string_view payload, JsonWriter& value, std::string&) {
  Program program;
  program.root = read_traced(payload, program.context, "the source");
  std::uint32_t handle = session.add(std::move(program));
  value.object();
  write_program_summary(value, session.program(handle), handle);
  value.end();
}

// A pattern or a replacement: a text, or the handle of a program.
Ref<Module> rule_module(Session& session,
                        const JsonValue& rule,
                        const std::shared_ptr<Context>& context,
                        std::string_view what) {
  if (rule.is_number())
    return read_json(print_json(session.program(static_cast<std::uint32_t>(rule.integer()))), context).root;
  return read_traced(rule.string(), context, what);
}

void write_near_misses(JsonWriter& value, const SubgraphMatcher& matcher) {
  auto name = [&](std::string_view key, const std::string& text) {
    value.key(key);
    if (text.empty()) {
      value.null();
    } else {
      value.value(std::string_view(text));
    }
  };
  value.key("nearest").array();
  for (const NearMiss& miss : matcher.near_misses()) {
    value.object();
    name("anchor", miss.anchor);
    name("pattern", miss.pattern);
    name("node", miss.node);
    value.member("reason", miss.reason)
        .member("message", std::string_view(miss.message))
        .member("matched", static_cast<std::int64_t>(miss.matched))
        .member("of", static_cast<std::int64_t>(matcher.size()))
        .end();
  }
  value.end();
}

// {handle, path?, pattern: text or handle, ignoreLiterals?} -> {matches: [{anchors, nodesMap, placeholderNodes,
// returningNodes}], nearest: [{anchor, pattern, node, reason, message, matched, of}]}
void run_match_pattern(Session& session, const JsonValue& args, std::string_view, JsonWriter& value, std::string&) {
  Program& program = session.program(args);
  Ref<Module> pattern = rule_module(session, args["pattern"], program.context, "the pattern");
  SubgraphMatcher matcher(pattern->graph(), bool_arg(args, "ignoreLiterals", false));
  value.object().key("matches").array();
  for (const SubgraphMatch& match : matcher.match(module_at(program, string_arg(args, "path", "")).graph())) {
    value.object().key("anchors").array();
    for (const Node* anchor : match.anchors) value.value(std::string_view(anchor->name_text()));
    value.end().key("nodesMap").array();
    for (const auto& [node, found] : match.nodes_map) {
      value.array();
      write_node(value, *node);
      write_found(value, found);
      value.end();
    }
    value.end().key("placeholderNodes").array();
    for (const Arg& found : match.placeholder_nodes) write_found(value, found);
    value.end().key("returningNodes").array();
    for (const Node* node : match.returning_nodes) write_node(value, *node);
    value.end().end();
  }
  value.end();
  write_near_misses(value, matcher);
  value.end();
}

// {handle, path?, pattern, replacement, or replacements: one for each match, accepted?: [bool], ignoreLiterals?}; texts
// or handles
void run_replace_pattern(Session& session, const JsonValue& args, std::string_view, JsonWriter& value, std::string&) {
  Program program = session.program(args).clone();
  Module& module = module_at(program, string_arg(args, "path", ""));
  Ref<Module> pattern = rule_module(session, args["pattern"], program.context, "the pattern");
  std::vector<Ref<Module>> replacements;
  const JsonValue* each = args.find("replacements");
  if (each != nullptr) {
    for (const JsonValue& one : each->items())
      replacements.push_back(one.is_null() ? Ref<Module>()
                                           : rule_module(session, one, program.context, "a replacement"));
  } else {
    replacements.push_back(rule_module(session, args["replacement"], program.context, "the replacement"));
  }
  const JsonValue* accepted = args.find("accepted");
  PatternRule rule{*pattern, bool_arg(args, "ignoreLiterals", false), {}, {}};
  if (accepted != nullptr)
    rule.accepts = [&](std::size_t i) { return i < accepted->items().size() && accepted->items()[i].boolean(); };
  rule.replacement = [&](std::size_t i) -> const Module& {
    const Ref<Module>* one = each == nullptr ? &replacements[0] : i < replacements.size() ? &replacements[i] : nullptr;
    if (one == nullptr || !*one)
      throw user_error("rule", cat({"there is no replacement for match ", std::to_string(i)}));
    return **one;
  };
  std::vector<ReplacedPattern> done = replace_pattern(program, module, rule);
  std::uint32_t handle = session.add(std::move(program));
  value.object();
  write_program_summary(value, session.program(handle), handle);
  value.key("replaced").array();
  for (const ReplacedPattern& place : done) {
    value.object().key("anchor").value(
        std::string_view(place.match.anchors.empty() ? "" : place.match.anchors[0]->name_text()));
    value.key("replacements").array();
    for (const Node* node : place.replacements) write_node(value, *node);
    value.end().end();
  }
  value.end().end();
}

// torch.fx.Transformer: an interpreter whose values are nodes of a new graph.
class HostTransformer : public HostCalls {
 public:
  HostTransformer(Context& context, std::vector<std::string> callbacks)
      : context_(context), callbacks_(std::move(callbacks)), graph_(std::make_unique<Graph>(context)) {}

  std::unique_ptr<Graph> transform(const Graph& source) {
    env_ = IdMap<Arg>(source.id_limit());
    for (Node* node : source) {
      Frame frame{node, method_of(node), node->target().text(), {}, {}};
      for (const Arg& arg : node->args()) frame.args.push_back(mapped(arg));
      for (std::size_t i = 0; i < node->num_kwargs(); ++i)
        frame.kwargs.push_back({node->kwarg(i).key, mapped(node->kwarg(i).value)});
      frames_.push_back(std::move(frame));
      struct End {
        std::vector<Frame>& frames;
        ~End() { frames.pop_back(); }
      } end{frames_};
      Arg result = overrides("runNode") ? ask("runNode") : called(frames_.back().method);
      if (node->op() != Opcode::output) {
        env_[node->id()] = result;
        continue;
      }
      // A container belongs to one node.
      Node* output = graph_->output(graph_->copy(result, [](Node* same) { return Arg::node(same); }), node->type());
      output->set_meta(node->meta());
      output->set_lineage(node->lineage());
      break;
    }
    return std::move(graph_);
  }

  std::string next(const JsonValue& given) override {
    std::int64_t frame = given["frame"].integer();
    if (frame != static_cast<std::int64_t>(frames_.size()))
      throw user_error("callback", "a method was called after its callback had ended");
    std::string_view wanted = given["do"].string();
    Frame asked = frames_.back();
    if (const JsonValue* target = given.find("target")) asked.target = context_.intern(target->string()).view();
    if (const JsonValue* args = given.find("args")) {
      asked.args.clear();
      for (const JsonValue& arg : args->items()) asked.args.push_back(received(arg));
    }
    if (const JsonValue* kwargs = given.find("kwargs")) {
      asked.kwargs.clear();
      for (const JsonMember& member : kwargs->members())
        asked.kwargs.push_back({context_.intern(member.key), received(member.value)});
    }
    Arg result = wanted == "runNode" ? called(asked.method) : original(wanted, asked);
    JsonWriter json;
    json.object().member("ok", true).key("value");
    write_arg(json, result);
    if (result.is_node()) json.member("name", std::string_view(result.as_node()->name_text()));
    json.end();
    return json.take();
  }

 private:
  struct Frame {
    Node* node;
    std::string_view method, target;
    std::vector<Arg> args;
    std::vector<Kwarg> kwargs;
  };

  static std::string_view method_of(const Node* node) {
    switch (node->op()) {
      case Opcode::placeholder: return "placeholder";
      case Opcode::get_attr: return "getAttr";
      case Opcode::call_function: return "callFunction";
      case Opcode::call_method: return "callMethod";
      case Opcode::call_module: return "callModule";
      default: return "output";
    }
  }
  bool overrides(std::string_view callback) const {
    return std::find(callbacks_.begin(), callbacks_.end(), callback) != callbacks_.end();
  }
  Arg mapped(const Arg& arg) {
    return graph_->copy(arg, [&](Node* node) {
      return graph_->copy(env_.get(node->id()), [](Node* same) { return Arg::node(same); });
    });
  }
  Arg called(std::string_view method) { return overrides(method) ? ask(method) : original(method, frames_.back()); }

  Arg original(std::string_view method, const Frame& frame) {
    if (method == "output") return frame.args.empty() ? Arg() : frame.args[0];
    Opcode op = method == "placeholder"    ? Opcode::placeholder
                : method == "getAttr"      ? Opcode::get_attr
                : method == "callFunction" ? Opcode::call_function
                : method == "callMethod"   ? Opcode::call_method
                : method == "callModule"   ? Opcode::call_module
                                           : Opcode::unknown;
    if (op == Opcode::unknown) throw user_error("callback", cat({"a transformer has no '", method, "'"}));
    Target target = op == Opcode::call_function ? Target(context_.callable(frame.target))
                                                : Target(context_.intern(frame.target));
    std::vector<Arg> args;
    std::vector<Kwarg> kwargs;
    auto copied = [&](const Arg& arg) { return graph_->copy(arg, [](Node* same) { return Arg::node(same); }); };
    for (const Arg& arg : frame.args) args.push_back(copied(arg));
    for (const Kwarg& kwarg : frame.kwargs) kwargs.push_back({kwarg.key, copied(kwarg.value)});
    Node* made = graph_->create_node(op, target, args, kwargs);
    made->set_lineage(frame.node->lineage());
    keep_meta(made, frame.node);
    made_[made->id()] = made;
    return Arg::node(made);
  }

  // The part of TracerBase.create_node that depends on the running node.
  void keep_meta(Node* made, const Node* from) {
    constexpr std::string_view kCopied[] = {"stack_trace",
                                            "nn_module_stack",
                                            "torch_fn",
                                            "source_fn_stack",
                                            "original_aten",
                                            "recompute",
                                            "ac_graph_id",
                                            "has_backward_hook",
                                            "from_node",
                                            "quantization_tag",
                                            "_numeric_debug_handle",
                                            "custom",
                                            "partitioner_tag"};
    if (from->meta() == nullptr) return;
    std::vector<Meta::Entry> kept;
    for (std::string_view key : kCopied) {
      if (const Arg* found = from->find_meta(context_.intern(key))) kept.push_back({context_.intern(key), *found});
    }
    if (!kept.empty()) made->set_meta(context_.meta_of(kept));
  }

  Arg ask(std::string_view callback) {
    const Frame& frame = frames_.back();
    JsonWriter json;
    json.object()
        .member("callback", callback)
        .member("frame", static_cast<std::int64_t>(frames_.size()))
        .key("node")
        .object();
    json.member("id", frame.node->id())
        .member("name", std::string_view(frame.node->name_text()))
        .member("op", frame.node->graph().opcode_text(frame.node));
    json.member("target", frame.node->target().text())
        .member("text", std::string_view(frame.node->format_node()))
        .end();
    json.member("target", frame.target).key("args").array();
    for (const Arg& arg : frame.args) write_arg(json, arg);
    json.end().key("kwargs").object();
    for (const Kwarg& kwarg : frame.kwargs) {
      json.key(kwarg.key.view());
      write_arg(json, kwarg.value);
    }
    json.end().end();
    std::string answer = call_host(json.take());
    JsonDocument document;
    const JsonValue* value = document.parse(answer).find("value");
    return value == nullptr ? Arg() : received(*value);
  }

  Arg received(const JsonValue& value) {
    return read_arg(value, context_, graph_->arena(), [&](const JsonValue& id) {
      std::int64_t number = id.integer();
      Node* found = number >= 0 && number < static_cast<std::int64_t>(graph_->id_limit())
                        ? made_.get(static_cast<std::uint32_t>(number))
                        : nullptr;
      if (found == nullptr) throw user_error("callback", "a callback used a value of another graph");
      return found;
    });
  }

  Context& context_;
  std::vector<std::string> callbacks_;
  std::unique_ptr<Graph> graph_;
  IdMap<Arg> env_;
  IdMap<Node*> made_;
  std::vector<Frame> frames_;
};

// {handle, path?, callbacks: [names]}: a new program with the graph transformed.
void run_transform(Session& session, const JsonValue& args, std::string_view, JsonWriter& value, std::string&) {
  std::vector<std::string> callbacks;
  if (const JsonValue* list = args.find("callbacks")) {
    for (const JsonValue& item : list->items()) callbacks.emplace_back(item.string());
  }
  Program copy = session.program(args).clone();
  Module& module = module_at(copy, string_arg(args, "path", ""));
  HostTransformer transformer(*copy.context, std::move(callbacks));
  module.set_graph(transformer.transform(module.graph()));
  module.delete_all_unused_submodules();
  copy.signature.reset();
  copy.is_exported = false;
  std::uint32_t handle = session.add(std::move(copy));
  value.object();
  write_program_summary(value, session.program(handle), handle);
  value.end();
}

constinit const Command kSymbolicTrace{"symbolic_trace",
                                       "The graph that torch.fx.symbolic_trace records of Python source, the payload: "
                                       "a function, a lambda, a module class. {}",
                                       run_symbolic_trace};
constinit const Command kMatchPattern{
    "match_pattern",
    "Where a pattern occurs: SubgraphMatcher. {handle, path?, pattern: text or handle, ignoreLiterals?}",
    run_match_pattern};
constinit const Command kReplacePattern{
    "replace_pattern",
    "replace_pattern_with_filters on a copy. {handle, path?, pattern, replacement or replacements: [for each match], "
    "accepted?: [bool], ignoreLiterals?}; texts or handles.",
    run_replace_pattern};
constinit const Command kTransform{
    "transform",
    "torch.fx.Transformer on a copy; the caller's functions replace its methods. {handle, path?, callbacks: [names]}",
    run_transform};
constinit const Command* const kCommands[] = {&kSymbolicTrace,
                                              &kMatchPattern,
                                              &kReplacePattern,
                                              &kTransform,
                                              &command::names,
                                              &command::callable,
                                              &command::format_arg,
                                              &command::stack_trace,
                                              &command::split};

}  // namespace

std::span<const Command* const> graph_commands() { return kCommands; }

}  // namespace seesaw
