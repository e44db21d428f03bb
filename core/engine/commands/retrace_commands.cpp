#include "core/engine/commands/retrace_commands.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/base/number.h"
#include "core/engine/passes/retrace/export_pass.h"
#include "core/graph/session/commands.h"
#include "core/graph/text/print.h"
#include "core/graph/text/print_json.h"

namespace seesaw {

namespace {

RetraceHost host = nullptr;

constexpr std::string_view kAttribute = "attribute #";

class HostPass : public ExportPass, public HostCalls {
 public:
  HostPass(Context& context, std::vector<std::string> callbacks)
      : ExportPass(context), callbacks_(std::move(callbacks)) {}

  std::string next(const JsonValue& request) override;

  void on_attr(const ProxyValue& attr) override {
    if (!overrides("onAttr")) return;
    ask({"onAttr", nullptr, nullptr}, [&](JsonWriter& json) { write(json, "attr", attr.arg()); });
  }

  ProxyValue placeholder(std::string_view name, const Arg& value, NodeMetadata meta) override {
    auto original = [this, value](const Request& r, NodeMetadata m) {
      return ExportPass::placeholder(r.name, value, m);
    };
    if (!overrides("placeholder")) return ExportPass::placeholder(name, value, meta);
    return ask({"placeholder", original, &meta, std::string(name)}, [&](JsonWriter& json) {
      json.member("name", name).key("val");
      write_arg(json, value);
    });
  }

  ProxyValue call_operator(const Callable* op, const Arguments& arguments, NodeMetadata meta) override {
    if (!overrides("callOperator")) return ExportPass::call_operator(op, arguments, meta);
    auto original = [this](const Request& r, NodeMetadata m) {
      return ExportPass::call_operator(r.op, r.arguments, m);
    };
    return ask({"callOperator", original, &meta, {}, op, arguments}, {});
  }

  ProxyValue call_sym(const Callable* target, std::span<const Arg> args, NodeMetadata meta) override {
    if (!overrides("callSym")) return ExportPass::call_sym(target, args, meta);
    auto original = [this](const Request& r, NodeMetadata m) {
      return ExportPass::call_sym(r.op, r.arguments.args, m);
    };
    return ask({"callSym", original, &meta, {}, target, {{args.begin(), args.end()}, {}}}, {});
  }

  ProxyValue call_getitem(const Arg& value, const Arg& key, NodeMetadata meta) override {
    if (!overrides("callGetitem")) return ExportPass::call_getitem(value, key, meta);
    auto original = [this](const Request& r, NodeMetadata m) { return ExportPass::call_getitem(r.at(0), r.at(1), m); };
    return ask({"callGetitem", original, &meta, {}, nullptr, {{value, key}, {}}}, {});
  }

  ProxyValue call_cond(
      const Arg& pred, const Module& true_fn, const Module& false_fn, const Arg& inputs, NodeMetadata meta) override {
    if (!overrides("callCond")) return ExportPass::call_cond(pred, true_fn, false_fn, inputs, meta);
    auto original = [&](const Request& r, NodeMetadata m) {
      return ExportPass::call_cond(r.at(0), true_fn, false_fn, r.at(1), m);
    };
    return ask({"callCond", original, &meta, {}, nullptr, {{pred, inputs}, {}}}, {});
  }

  ProxyValue call_map(const Module& f, const Arg& mapped_args, const Arg& operands, NodeMetadata meta) override {
    if (!overrides("callMap")) return ExportPass::call_map(f, mapped_args, operands, meta);
    auto original = [&](const Request& r, NodeMetadata m) { return ExportPass::call_map(f, r.at(0), r.at(1), m); };
    return ask({"callMap", original, &meta, {}, nullptr, {{mapped_args, operands}, {}}}, {});
  }

  ProxyValue output(const Arg& results, NodeMetadata meta) override {
    if (!overrides("output")) return ExportPass::output(results, meta);
    auto original = [this](const Request& r, NodeMetadata m) { return ExportPass::output(r.at(0), m); };
    return ask({"output", original, &meta, {}, nullptr, {{results}, {}}}, {});
  }

  Ref<Module> call_submodule(const Module& module, std::span<const Arg> inputs) override {
    if (!overrides("callSubmodule")) return ExportPass::call_submodule(module, inputs);
    Ref<Module> out;
    auto original = [&](const Request&, NodeMetadata) {
      out = ExportPass::call_submodule(module, inputs);
      return ProxyValue();
    };
    ask({"callSubmodule", original, nullptr},
        [&](JsonWriter& json) { json.member("inputs", static_cast<std::int64_t>(inputs.size())); });
    if (!out) throw user_error("callback", "callSubmodule must call next() once: the graph it gives is the result");
    return out;
  }

 private:
  struct Request;
  using Original = std::function<ProxyValue(const Request&, NodeMetadata)>;
  // A running callback: its arguments, which next() uses unless the host passes others.
  struct Request {
    std::string_view callback;
    Original original;
    const NodeMetadata* meta = nullptr;
    std::string name;
    const Callable* op = nullptr;
    Arguments arguments;
    const Arg& at(std::size_t i) const {
      if (i >= arguments.args.size()) throw user_error("callback", cat({callback, ": an argument is missing"}));
      return arguments.args[i];
    }
  };

  bool overrides(std::string_view callback) const {
    return std::find(callbacks_.begin(), callbacks_.end(), callback) != callbacks_.end();
  }

  // Attributes of the old graph by number: the host cannot distinguish their nodes from those of the new one.
  Arg sent(const Arg& arg) {
    auto leaf = [&](const Arg& one) {
      if (!one.is_node() || &one.as_node()->graph() == &tracer().graph()) return one;
      attributes_.push_back(one.as_node());
      return Arg::symbol(ArgKind::text, context().intern(cat({kAttribute, std::to_string(attributes_.size() - 1)})));
    };
    return copy_arg(arg, context().arena, leaf);
  }
  void write(JsonWriter& json, std::string_view key, const Arg& arg) {
    json.key(key);
    write_arg(json, sent(arg));
  }
  Arg received(const JsonValue& value) {
    Graph& graph = tracer().graph();
    auto node = [&](const JsonValue& found) {
      const std::vector<Node*>& made = index_nodes();
      std::int64_t id = found.integer();
      if (id < 0 && -id <= static_cast<std::int64_t>(constants_.size()))
        return constants_[static_cast<std::size_t>(-id - 1)];
      Node* out = id >= 0 && id < static_cast<std::int64_t>(made.size()) ? made[static_cast<std::size_t>(id)] : nullptr;
      if (out == nullptr) throw user_error("callback", "a callback used a value of another graph");
      return out;
    };
    Arg out = read_arg(value, context(), graph.arena(), node);
    auto leaf = [&](const Arg& one) {
      if (one.kind() != ArgKind::text || !one.text().starts_with(kAttribute)) return one;
      std::optional<std::int64_t> at = parse_int(one.text().substr(kAttribute.size()));
      if (!at || *at < 0 || *at >= static_cast<std::int64_t>(attributes_.size()))
        throw user_error("callback", "a callback used an unknown attribute");
      return Arg::node(attributes_[static_cast<std::size_t>(*at)]);
    };
    return copy_arg(out, graph.arena(), leaf);
  }
  // Nodes of the graph being recorded, by id: new ones are at its end.
  const std::vector<Node*>& index_nodes() {
    Graph& graph = tracer().graph();
    std::vector<Node*>& made = made_[&graph];
    std::size_t known = made.size();
    if (known == graph.id_limit()) return made;
    made.resize(graph.id_limit(), nullptr);
    for (Node* node = graph.last(); node != nullptr && node->op() != Opcode::root && node->id() >= known;
         node = node->prev())
      made[node->id()] = node;
    return made;
  }

  // Tensors that the caller made, by number: each is the attribute of a module of its own until a node takes it.
  void read_constants(const JsonValue& given) {
    const JsonValue* list = given.find("constants");
    if (list == nullptr) return;
    Context& own = context();
    for (const JsonValue& one : list->items()) {
      Ref<Module> holder = Module::make(own, "Module", std::make_unique<Graph>(own));
      Arg value = read_arg(one, own, own.arena, nullptr);
      holder->set_attribute(own.intern("constant"), {Attribute::Kind::tensor, value, Symbol()});
      Node* node = holder->graph().get_attr("constant");
      node->set_meta(own.keys.val, value);
      holders_.push_back(std::move(holder));
      constants_.push_back(node);
    }
  }

  ProxyValue ask(Request request, const std::function<void(JsonWriter&)>& more);
  void merge(Request& request, const JsonValue& given);

  std::vector<std::string> callbacks_;
  std::vector<Request*> frames_;
  std::vector<Node*> attributes_;
  std::vector<Ref<Module>> holders_;
  std::vector<Node*> constants_;
  std::unordered_map<const Graph*, std::vector<Node*>>
      made_;  // the modules live as long as the pass: no address is reused
};

// A frame that ends also on a callback's error.
template <class T>
struct FrameEnd {
  std::vector<T>& frames;
  ~FrameEnd() { frames.pop_back(); }
};
template <class T>
FrameEnd(std::vector<T>&) -> FrameEnd<T>;

ProxyValue HostPass::ask(Request request, const std::function<void(JsonWriter&)>& more) {
  JsonWriter json;
  json.object().member("callback", request.callback).member("frame", static_cast<std::int64_t>(frames_.size() + 1));
  if (request.op != nullptr) json.member("op", request.op->path.view());
  json.key("args").array();
  for (const Arg& arg : request.arguments.args) write_arg(json, sent(arg));
  json.end().key("kwargs").object();
  for (const Kwarg& kwarg : request.arguments.kwargs) write(json, kwarg.key.view(), kwarg.value);
  json.end().member("node", node_debug_str()).key("meta").object();
  if (request.meta != nullptr && request.meta->data() != nullptr) {
    for (const Meta::Entry& entry : *request.meta->data()) write(json, entry.key.view(), entry.value);
  }
  json.end();
  if (more) more(json);
  json.end();
  frames_.push_back(&request);
  FrameEnd end{frames_};
  std::string answer = call_host(json.take());
  JsonDocument document;
  const JsonValue& read = document.parse(answer);
  read_constants(read);
  const JsonValue* value = read.find("value");
  if (value == nullptr) return {};
  Arg result = received(*value);
  if (!result.is_node())
    throw user_error("callback",
                     cat({request.callback, " must return a value: what next() gave, or one of its arguments"}));
  return {data_of(result), result.as_node()};
}

// The host's values in place of the original arguments.
void HostPass::merge(Request& request, const JsonValue& given) {
  if (const JsonValue* op = given.find("op")) request.op = context().callable(op->string());
  if (const JsonValue* name = given.find("name")) request.name = std::string(name->string());
  if (const JsonValue* args = given.find("args")) {
    request.arguments.args.clear();
    for (const JsonValue& arg : args->items()) request.arguments.args.push_back(received(arg));
  }
  if (const JsonValue* kwargs = given.find("kwargs")) {
    request.arguments.kwargs.clear();
    for (const JsonMember& member : kwargs->members())
      request.arguments.kwargs.push_back({context().intern(member.key), received(member.value)});
  }
}

std::string HostPass::next(const JsonValue& given) {
  std::int64_t frame = given["frame"].integer();
  if (frame < 1 || frame != static_cast<std::int64_t>(frames_.size()))
    throw user_error("callback", "next() was called after its callback had ended");
  Request request = *frames_.back();
  read_constants(given);
  std::string_view wanted = given.has("do") ? given["do"].string() : request.callback;
  merge(request, given);
  NodeMetadata meta = request.meta != nullptr ? request.meta->copy() : NodeMetadata(context(), nullptr);
  if (const JsonValue* extra = given.find("meta")) {
    for (const JsonMember& member : extra->members()) meta.set(member.key, received(member.value));
  }
  ProxyValue out;
  if (wanted == request.callback) {
    if (!request.original) throw user_error("callback", cat({"there is nothing next() could do in ", wanted}));
    out = request.original(request, meta);
  } else if (wanted == "callOperator" && request.op != nullptr) {
    out = ExportPass::call_operator(request.op, request.arguments, meta);
  } else {
    throw user_error("callback", cat({"next() cannot do '", wanted, "' in ", request.callback}));
  }
  JsonWriter json;
  json.object().member("ok", true);
  if (out.node() != nullptr) {
    json.key("value");
    write_arg(json, out.arg());
    json.member("name", out.node()->name_text())
        .member("annotation", value_annotation(*out.node(), true, false))
        .key("val");
    write_arg(json, out.data());
  }
  json.end();
  return json.take();
}

// {handle, callbacks: [names]}: a new program, retraced.
void run_retrace(Session& session, const JsonValue& args, std::string_view, JsonWriter& value, std::string&) {
  std::vector<std::string> callbacks;
  if (const JsonValue* list = args.find("callbacks")) {
    for (const JsonValue& item : list->items()) callbacks.emplace_back(item.string());
  }
  const Program& source = session.program(args);
  Program copy = source.clone();
  HostPass pass(*copy.context, std::move(callbacks));
  retrace_program(copy, pass);
  std::uint32_t handle = session.add(std::move(copy));
  value.object();
  write_program_summary(value, session.program(handle), handle);
  value.member("nodeDebugStr", pass.node_debug_str()).end();
}

constinit const Command kRetrace{
    "retrace",
    "Traces a program again; the caller's functions replace methods of ExportPass. {handle, callbacks: [names]}",
    run_retrace};
constinit const Command* const kCommands[] = {&kRetrace};

}  // namespace

void set_retrace_host(RetraceHost function) { host = function; }

std::string HostCalls::call_host(const std::string& request) {
  if (host == nullptr) throw user_error("callback", "there is nobody to ask: callbacks need the surface of JavaScript");
  std::string answer;
  if (host(request, answer)) return answer;
  if (answer.empty() && failure) throw *failure;
  throw fx_error("Error", answer.empty() ? "a callback failed" : answer);
}

std::string retrace_next(std::string_view request) {
  HostCalls* pass = HostCalls::active();
  JsonWriter json;
  try {
    if (pass == nullptr) throw user_error("callback", "next() was called while no program is traced or run");
    JsonDocument document;
    return pass->next(document.parse(request));
  } catch (const Error& error) {
    if (pass != nullptr) pass->failure.emplace(error);
    json.object().member("ok", false).key("diagnostics").array();
    write_diagnostic(json, error.diagnostic());
    json.end().end();
  }
  return json.take();
}

std::span<const Command* const> retrace_commands() { return kCommands; }

}  // namespace seesaw
