#include "core/engine/commands/host_interpreter.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <unordered_map>

#include "core/base/cat.h"
#include "core/base/number.h"
#include "core/engine/commands/retrace_commands.h"
#include "core/engine/exec/json_values.h"

namespace seesaw {

namespace {

class HostInterpreter : public Interpreter, public HostCalls {
 public:
  HostInterpreter(const Module& module, Attributes attributes, HostInterpreterSettings settings)
      : Interpreter(module, std::move(attributes)), settings_(std::move(settings)), scratch_(module.context()) {
    for (const auto& [name, value] : settings_.known) known_.emplace(name, value);
  }

  Datum run_node(Node* node) override {
    auto known = known_.find(node->name_text());
    Datum out = known != known_.end()  ? known->second
                : overrides("runNode") ? ask("runNode", node, {})
                                       : Interpreter::run_node(node);
    bool kept = !settings_.garbage_collect_values || node->op() == Opcode::output;
    if (kept && settings_.env != nullptr) settings_.env->emplace_back(node->name_text(), out);
    return out;
  }
  Datum placeholder(Node* node) override {
    return overrides("placeholder") ? ask("placeholder", node, {}) : Interpreter::placeholder(node);
  }
  Datum get_attr(Node* node) override {
    return overrides("getAttr") ? ask("getAttr", node, {}) : Interpreter::get_attr(node);
  }
  Datum call_function(Node* node, Arguments& arguments) override {
    return asked_or("callFunction", &Interpreter::call_function, node, arguments);
  }
  Datum call_method(Node* node, Arguments& arguments) override {
    return asked_or("callMethod", &Interpreter::call_method, node, arguments);
  }
  Datum call_module(Node* node, Arguments& arguments) override {
    return asked_or("callModule", &Interpreter::call_module, node, arguments);
  }
  Datum output(Node* node, Arguments& arguments) override {
    return asked_or("output", &Interpreter::output, node, arguments);
  }

  std::string next(const JsonValue& request) override;

 private:
  struct Frame {
    std::string_view callback;
    Node* node;
    Arguments arguments;
  };
  using Method = Datum (Interpreter::*)(Node*, Arguments&);

  bool overrides(std::string_view callback) const {
    return std::find(settings_.callbacks.begin(), settings_.callbacks.end(), callback) != settings_.callbacks.end();
  }
  Datum asked_or(std::string_view callback, Method, Node* node, Arguments& arguments) {
    if (overrides(callback)) return ask(callback, node, std::move(arguments));
    return original(callback, node, arguments);
  }
  Datum original(std::string_view callback, Node* node, Arguments& arguments) {
    if (callback == "runNode") return Interpreter::run_node(node);
    if (callback == "placeholder") return Interpreter::placeholder(node);
    if (callback == "getAttr") return Interpreter::get_attr(node);
    if (callback == "callFunction") return Interpreter::call_function(node, arguments);
    if (callback == "callMethod") return Interpreter::call_method(node, arguments);
    if (callback == "callModule") return Interpreter::call_module(node, arguments);
    if (callback == "output") return Interpreter::output(node, arguments);
    throw user_error("callback", cat({"an interpreter has no '", callback, "'"}));
  }
  // A node whose target differs from that of the running one; it is in no program.
  Node* stand_in(std::string_view callback, std::string_view target);

  Datum ask(std::string_view callback, Node* node, Arguments arguments);
  void write_request(JsonWriter& json, const Frame& frame);
  void write(JsonWriter& json, const Datum& value);
  Datum read(const JsonValue& json) const;

  HostInterpreterSettings settings_;
  std::unordered_map<std::string, Datum> known_;
  Graph scratch_;
  std::vector<Frame> frames_;
  std::vector<Datum> values_;  // that crossed
};

Node* HostInterpreter::stand_in(std::string_view callback, std::string_view target) {
  Context& context = scratch_.context();
  if (callback == "callFunction") return scratch_.create_node(Opcode::call_function, Target(context.callable(target)));
  Opcode op = callback == "callMethod"   ? Opcode::call_method
              : callback == "callModule" ? Opcode::call_module
              : callback == "getAttr"    ? Opcode::get_attr
                                         : Opcode::placeholder;
  return scratch_.create_node(op, Target(context.intern(target)));
}

void HostInterpreter::write(JsonWriter& json, const Datum& value) {
  switch (value.kind()) {
    case Datum::Kind::none: json.null(); return;
    case Datum::Kind::text: json.value(std::string_view(value.text())); return;
    case Datum::Kind::name: json.object().member("name", std::string_view(value.text())).end(); return;
    case Datum::Kind::number:
      if (value.number().kind == Number::Kind::boolean) {
        json.value(value.number().exact != 0);
      } else {
        write_datum(json, value);
      }
      return;
    case Datum::Kind::list:
    case Datum::Kind::tuple:
      if (value.kind() == Datum::Kind::tuple) json.object().key("t");
      json.array();
      for (const Datum& item : value.items()) write(json, item);
      json.end();
      if (value.kind() == Datum::Kind::tuple) json.end();
      return;
    default: values_.push_back(value); json.object().member("n", static_cast<std::int64_t>(values_.size() - 1)).end();
  }
}

// The depth of a document is limited by its reader.
Datum HostInterpreter::read(const JsonValue& json) const {
  auto all = [&](const JsonValue& list) {
    std::vector<Datum> items;
    for (const JsonValue& item : list.items()) items.push_back(read(item));
    return items;
  };
  if (json.is_array()) return Datum::list(all(json));
  if (!json.is_object()) return read_datum(json);
  if (const JsonValue* id = json.find("n")) {
    std::int64_t at = id->integer();
    if (at < 0 || at >= static_cast<std::int64_t>(values_.size()))
      throw user_error("callback", "a callback used a value of another run");
    return values_[static_cast<std::size_t>(at)];
  }
  if (const JsonValue* items = json.find("t")) return Datum::tuple(all(*items));
  if (!json.has("data")) {
    for (std::string_view kind : {"name", "dtype", "device", "layout", "memory_format"}) {
      if (const JsonValue* text = json.find(kind)) return Datum::name(std::string(text->string()));
    }
  }
  return read_datum(json);
}

void HostInterpreter::write_request(JsonWriter& json, const Frame& frame) {
  const Node& node = *frame.node;
  json.object().member("callback", frame.callback).member("frame", static_cast<std::int64_t>(frames_.size()));
  json.key("node").object().member("id", node.id()).member("name", std::string_view(node.name_text()));
  json.member("op", node.graph().opcode_text(&node))
      .member("target", node.target().text())
      .member("text", std::string_view(node.format_node()))
      .end();
  json.member("target", node.target().text()).key("args").array();
  for (const Datum& arg : frame.arguments.args) write(json, arg);
  json.end().key("kwargs").object();
  for (const auto& [key, value] : frame.arguments.kwargs) {
    json.key(key.view());
    write(json, value);
  }
  json.end().end();
}

Datum HostInterpreter::ask(std::string_view callback, Node* node, Arguments arguments) {
  frames_.push_back({callback, node, std::move(arguments)});
  struct End {
    std::vector<Frame>& frames;
    ~End() { frames.pop_back(); }
  } end{frames_};
  JsonWriter json;
  write_request(json, frames_.back());
  std::string answer = call_host(json.take());
  JsonDocument document;
  const JsonValue* value = document.parse(answer).find("value");
  return value == nullptr ? Datum() : read(*value);
}

std::string HostInterpreter::next(const JsonValue& given) {
  JsonWriter json;
  json.object().member("ok", true);
  std::string_view wanted = given["do"].string();
  if (wanted == "value") {
    json.key("value");
    write_datum(json, read(given["of"]));
    json.end();
    return json.take();
  }
  std::int64_t frame = given["frame"].integer();
  if (frame < 1 || frame != static_cast<std::int64_t>(frames_.size()))
    throw user_error("callback", "a method was called after its callback had ended");
  Node* node = frames_.back().node;
  Arguments arguments = frames_.back().arguments;
  if (const JsonValue* args = given.find("args")) {
    arguments.args.clear();
    for (const JsonValue& arg : args->items()) arguments.args.push_back(read(arg));
  }
  if (const JsonValue* kwargs = given.find("kwargs")) {
    arguments.kwargs.clear();
    for (const JsonMember& member : kwargs->members())
      arguments.kwargs.emplace_back(scratch_.context().intern(member.key), read(member.value));
  }
  const JsonValue* target = given.find("target");
  bool other = target != nullptr &&
               (target->string() != node->target().text() ||
                (wanted != frames_.back().callback && wanted != "runNode" && frames_.back().callback != "runNode"));
  if (other) node = stand_in(wanted, target->string());
  json.key("value");
  write(json, original(wanted, node, arguments));
  json.end();
  return json.take();
}

}  // namespace

std::unique_ptr<Interpreter> make_host_interpreter(const Module& module,
                                                   Interpreter::Attributes attributes,
                                                   HostInterpreterSettings settings) {
  return std::make_unique<HostInterpreter>(module, std::move(attributes), std::move(settings));
}

}  // namespace seesaw
