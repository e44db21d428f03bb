// names, callable, format_arg, stack_trace, split: single rules of torch.fx, for tools and tests that need just one.
// Only in the larger module.
#include <unordered_map>

#include "core/base/cat.h"
#include "core/graph/ir/value_printer.h"
#include "core/graph/passes/node_utils.h"
#include "core/graph/passes/rename_without_collisions.h"
#include "core/graph/passes/split_module.h"
#include "core/graph/session/commands.h"
#include "core/graph/session/session.h"
#include "core/graph/text/print.h"
#include "core/graph/text/print_json.h"

namespace seesaw {

namespace {

// {candidates: ["add", "add"]} -> ["add", "add_1"]; {candidates: [["add", 3], ...]} names objects, an object keeps its
// name; {renames: [[original, candidate, is_placeholder], ...]} calls _rename_without_collisions.
void run_names(Session&, const JsonValue& args, std::string_view, JsonWriter& value, std::string&) {
  SymbolTable symbols;
  Namespace names(symbols);
  value.array();
  if (const JsonValue* renames = args.find("renames")) {
    RenameWithoutCollisions map;
    for (const JsonValue& row : renames->items()) {
      if (row.items().size() < 3) throw json_error(row, "expected original, candidate and whether it is a placeholder");
      value.value(
          std::string_view(map.rename(row.items()[0].string(), row.items()[1].string(), row.items()[2].boolean())));
    }
  } else if (const JsonValue* snake = args.find("snakeCase")) {
    for (const JsonValue& text : snake->items()) value.value(std::string_view(snake_case(text.string())));
  } else {
    std::unordered_map<std::int64_t, std::string> of_object;
    for (const JsonValue& candidate : args["candidates"].items()) {
      if (candidate.is_string()) {
        value.value(std::string_view(names.create_name(candidate.string()).text()));
        continue;
      }
      if (candidate.items().size() < 2) throw json_error(candidate, "expected a candidate and an object");
      auto [known, added] = of_object.try_emplace(candidate.items()[1].integer());
      if (added) known->second = names.create_name(candidate.items()[0].string()).text();
      value.value(std::string_view(known->second));
    }
  }
  value.end();
}

// {path: "torch.ops.aten.add.Tensor"} -> its names and whether dead code elimination keeps it.
void run_callable(Session&, const JsonValue& args, std::string_view, JsonWriter& value, std::string&) {
  Context context;
  const Callable* callable = context.callable(string_arg(args, "path", ""));
  std::string shown;
  append_callable_str(shown, *callable);
  Namespace names(context.symbols);
  value.object().member("path", callable->path.view()).member("qualified", callable->qualified.view());
  value.member("name", callable->name.view()).member("snakeCase", std::string_view(snake_case(callable->name.view())));
  value.member("nodeName", std::string_view(names.create_name(callable->candidate).text()));
  value.member("impure", callable->impure).member("str", std::string_view(shown)).end();
}

// {arg, limit} -> the text of _format_arg, long lists cut.
void run_format_arg(Session&, const JsonValue& args, std::string_view, JsonWriter& value, std::string&) {
  Context context;
  std::string out;
  std::int64_t limit = integer_arg(args, "limit", -1);
  append_arg_str(out,
                 read_arg(args["arg"], context, context.arena, nullptr),
                 limit < 0 ? SIZE_MAX : static_cast<std::size_t>(limit));
  value.value(std::string_view(out));
}

void run_stack_trace(Session&, const JsonValue&, std::string_view payload, JsonWriter& value, std::string&) {
  StackFrame frame = parse_stack_trace(payload);
  bool found = frame.found && frame.has_function;
  value.object().member("found", found);
  if (found) {
    value.member("file", frame.file)
        .member("line", frame.line)
        .member("function", frame.function)
        .member("code", frame.code);
    value.member("summary", std::string_view(stack_trace_summary(payload)));
  }
  value.end();
}

// {handle, partition: {name: number}, keepOriginalOrder, keepOriginalNodeName} or {handle, cuts: [name, ...], inline}.
void run_split(Session& session, const JsonValue& args, std::string_view, JsonWriter& value, std::string&) {
  const Program& program = session.program(args);
  Context& context = *program.context;
  Program result(program.context);
  result.ambient_grad = program.ambient_grad;
  auto by_name = [&](std::string_view text) {
    Name name = context.name(text);
    return nodes_first(program.root->graph(), [&](Node* node) { return node->name() == name; });
  };
  IdMap<std::int64_t> chosen(program.root->graph().id_limit());
  if (const JsonValue* cuts = args.find("cuts")) {
    for (const JsonValue& cut : cuts->items()) {
      if (Node* node = by_name(cut.string())) chosen[node->id()] = 1;
    }
    result.root = sequential_split(*program.root, [&](Node* node) { return chosen.get(node->id()) != 0; });
    if (bool_arg(args, "inline", false)) {
      SubmoduleNames names(*result.root);
      nodes_map(result.root->graph(), [&](Node* node) {
        if (node->op() != Opcode::call_module) return;
        Inlined inlined = node_inline_(node, &names);
        for (Node* user : inlined.cleared) result.lost_users.push_back({"", inlined.value->id(), user->id()});
      });
    }
  } else {
    for (const JsonMember& member : args["partition"].members()) {
      if (Node* node = by_name(member.key)) chosen[node->id()] = member.value.integer();
    }
    SplitOptions options{bool_arg(args, "keepOriginalOrder", false), bool_arg(args, "keepOriginalNodeName", false)};
    result.root = split_module(
        *program.root, [&](Node* node) { return chosen.get(node->id()); }, options);
  }
  std::uint32_t handle = session.add(std::move(result));
  value.object();
  write_program_summary(value, session.program(handle), handle);
  value.end();
}

}  // namespace

constinit const Command command::names{"names",
                                       "Names as torch.fx makes them unique. {candidates: [text, ...]} in one fresh "
                                       "namespace; {renames: [...]}; {snakeCase: [...]}.",
                                       run_names};
constinit const Command command::callable{"callable", "What is known of a function. {path}.", run_callable};
constinit const Command command::format_arg{
    "format_arg", "An argument as str(graph) prints it. {arg, limit?}: longer lists are cut.", run_format_arg};
constinit const Command command::stack_trace{
    "stack_trace", "The frame that print_readable shows of a Python traceback, the payload.", run_stack_trace};
constinit const Command command::split{"split",
                                       "split_module and sequential_split. {handle, partition: {name: number}, "
                                       "keepOriginalOrder?, keepOriginalNodeName?} or {handle, cuts: [name], inline?}.",
                                       run_split};

}  // namespace seesaw
