// run: a pipeline of passes on a program.
#include <algorithm>

#include "core/graph/session/commands.h"

namespace seesaw {

namespace {

// Source lines of a region's nodes: the first and the last.
std::pair<std::uint32_t, std::uint32_t> line_range(const Program& program, const std::vector<std::uint32_t>& lineages) {
  std::uint32_t first = 0, last = 0;
  for (std::uint32_t lineage : lineages) {
    std::uint32_t line = lineage < program.lines.size() ? program.lines[lineage] : 0;
    if (line == 0) continue;
    if (first == 0 || line < first) first = line;
    last = std::max(last, line);
  }
  return {first, last};
}

void write_why(JsonWriter& json, const WhyEntry& entry, const Program& program) {
  json.object().member("decision", decision_name(entry.decision)).member("warning", entry.warning);
  json.member("graph", std::string_view(entry.graph)).member("region", std::string_view(entry.region));
  json.member("trigger", std::string_view(entry.trigger)).member("condition", std::string_view(entry.condition));
  if (entry.rule != 0) json.member("rule", entry.rule);
  json.member("nodes", static_cast<std::int64_t>(entry.nodes.size()));
  auto [first, last] = line_range(program, entry.nodes);
  if (first != 0) json.member("line", first).member("endLine", last);
  json.key("lineages").array();
  for (std::size_t i = 0; i < entry.nodes.size() && i < 1000; ++i) json.value(entry.nodes[i]);
  json.end().end();
}

std::vector<PassRequest> read_requests(const JsonValue& args) {
  std::vector<PassRequest> out;
  const JsonValue* passes = args.find("passes");
  if (passes == nullptr)
    throw user_error(
        "passes", "run needs a list of passes", "give {\"passes\": [{\"name\": \"eliminate_dead_code\"}]}");
  for (const JsonValue& item : passes->items()) {
    PassRequest request;
    if (item.is_string()) {
      request.name = std::string(item.string());
    } else {
      request.name = std::string(item["name"].string());
      request.enabled = bool_arg(item, "enabled", true);
      if (const JsonValue* options = item.find("options")) {
        for (const JsonMember& option : options->members()) {
          std::string text = option.value.is_bool() ? (option.value.boolean() ? "true" : "false")
                                                    : std::string(option.value.string());
          request.options.emplace_back(std::string(option.key), std::move(text));
        }
      }
    }
    out.push_back(std::move(request));
  }
  return out;
}

// A pass that is given any of its known options has all that it needs.
void add_known(std::vector<PassRequest>& requests, const std::vector<Session::KnownOption>& known) {
  for (PassRequest& request : requests) {
    std::string name = request.name;
    std::replace(name.begin(), name.end(), '-', '_');
    auto told = [&](const Session::KnownOption& one) {
      return one.pass == name && std::any_of(request.options.begin(), request.options.end(), [&](const auto& own) {
               std::string option = own.first;
               std::replace(option.begin(), option.end(), '-', '_');
               return option == one.option;
             });
    };
    if (std::any_of(known.begin(), known.end(), told)) continue;
    for (const Session::KnownOption& one : known) {
      if (one.pass == name) request.options.emplace_back(one.option, one.value);
    }
  }
}

void run_run(Session& session, const JsonValue& args, std::string_view, JsonWriter& value, std::string&) {
  PipelineSettings settings;
  settings.verify = bool_arg(args, "verify", true);
  settings.snapshots = bool_arg(args, "snapshots", false);
  settings.splits = bool_arg(args, "splits", false);
  const Program& before = session.program(args);
  settings.ambient_grad = before.ambient_grad && bool_arg(args, "ambientGrad", true);
  std::vector<PassRequest> requests = read_requests(args);
  std::vector<Session::KnownOption> known = session.known(static_cast<std::uint32_t>(integer_arg(args, "handle", 0)));
  add_known(requests, known);
  PipelineResult result = run_pipeline(before, requests, settings);
  value.object().member("succeeded", result.ok);
  std::vector<PassReport> reports = std::move(result.reports);
  std::shared_ptr<Context> context = result.program.context;
  std::uint32_t handle = session.add(std::move(result.program));
  if (!known.empty()) session.know(handle, std::move(known));
  const Program& program = session.program(handle);
  write_program_summary(value, program, handle);
  value.key("reports").array();
  for (PassReport& report : reports) {
    value.object();
    write_report(value, report, program);
    if (report.snapshot) value.member("snapshot", session.add(std::move(*report.snapshot)));
    if (!report.splits.empty()) {
      value.key("splits").array();
      for (Ref<Module>& split : report.splits) {
        Program piece(context);
        piece.ambient_grad = program.ambient_grad;
        piece.root = std::move(split);
        value.value(session.add(std::move(piece)));
      }
      value.end();
    }
    value.end();
  }
  value.end().end();
}

}  // namespace

void write_report(JsonWriter& json, const PassReport& report, const Program& program) {
  json.member("pass", report.def->name).member("ran", report.ran).member("changed", report.changed);
  json.key("microseconds").number(report.microseconds);
  json.member("nodesBefore", static_cast<std::int64_t>(report.nodes_before))
      .member("nodesAfter", static_cast<std::int64_t>(report.nodes_after));
  json.key("why").array();
  for (const WhyEntry& entry : report.why) write_why(json, entry, program);
  json.end().key("differences").array();
  for (const Difference& difference : report.differences) {
    json.object().member("kind", std::string_view(difference.kind)).member("graph", std::string_view(difference.graph));
    json.member("node", std::string_view(difference.node)).member("pytorch", std::string_view(difference.pytorch));
    json.member("seesaw", std::string_view(difference.seesaw)).end();
  }
  json.end().key("provenance").array();
  for (const auto& [to, from] : report.provenance) json.array().value(to).value(from).end();
  json.end().key("diagnostics");
  write_diagnostics(json, report.diagnostics);
}

constinit const Command command::run{
    "run",
    "Runs passes on a program; the result is a new program. {handle, passes: [{name, "
    "options?, enabled?}], ambientGrad? (where the program was captured with it), verify?, snapshots?, splits?}.",
    run_run};

}  // namespace seesaw
