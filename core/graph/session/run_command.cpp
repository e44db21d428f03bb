// run: a pipeline of passes on a program.
#include <algorithm>

#include "core/base/cat.h"
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

constexpr std::string_view kRequest = "a pass is its name, or {\"name\": ..., \"options\": {...}, \"enabled\": ...}";

// The members of a request are those that it can have: a name written wrong would be no option at all.
void check_request(const JsonValue& item) {
  for (const JsonMember& member : item.members()) {
    if (member.key != "name" && member.key != "options" && member.key != "enabled")
      throw json_error(item, cat({"a pass has no '", member.key.substr(0, 100), "'"}), std::string(kRequest));
  }
  const JsonValue* name = item.find("name");
  if (name == nullptr) throw json_error(item, "the name of the pass is missing", std::string(kRequest));
  if (!name->is_string()) throw json_error(*name, "the name of a pass is a string", std::string(kRequest));
}

std::string read_option(const JsonValue& value) {
  if (value.is_bool()) return value.boolean() ? "true" : "false";
  if (value.is_string()) return std::string(value.string());
  if (value.is_number())
    throw json_error(
        value, "an option is a string, true or false, not a number", cat({"write \"", value.number_text(), "\""}));
  throw json_error(value, "an option is a string, true or false");
}

PassRequest read_request(const JsonValue& item) {
  PassRequest request;
  if (item.is_string()) {
    request.name = std::string(item.string());
    return request;
  }
  if (!item.is_object()) throw json_error(item, "this is no pass", std::string(kRequest));
  check_request(item);
  request.name = std::string(item["name"].string());
  request.enabled = bool_arg(item, "enabled", true);
  const JsonValue* options = item.find("options");
  if (options == nullptr || options->is_null()) return request;
  if (!options->is_object()) throw json_error(*options, "options are an object", "write {\"option\": \"value\"}");
  for (const JsonMember& option : options->members())
    request.options.emplace_back(std::string(option.key), read_option(option.value));
  return request;
}

std::vector<PassRequest> read_requests(const JsonValue& args) {
  std::vector<PassRequest> out;
  const JsonValue* passes = args.find("passes");
  if (passes == nullptr)
    throw user_error(
        "passes", "run needs a list of passes", "give {\"passes\": [{\"name\": \"eliminate_dead_code\"}]}");
  for (const JsonValue& item : passes->items()) out.push_back(read_request(item));
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
