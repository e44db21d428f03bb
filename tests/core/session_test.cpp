// core/session: commands and their envelopes; errors of open, print, run, edit, split, describe. Nothing may escape as
// an exception or change a program when it fails.
#include <set>

#include <graph_records_forms.h>

#include "core/engine/commands/graph_commands.h"
#include "core/engine/commands/operator_reference.h"
#include "core/engine/ops/table/ops.h"
#include "core/graph/passes/pass.h"
#include "core/graph/session/commands.h"
#include "core/graph/session/session.h"
#include "tests/core/helpers.h"

using namespace seesaw;

namespace {

const std::string kText = "def forward(self, x):\n    a = torch.relu(x)\n    dead = -a\n    return (a,)\n";

struct Fixture {
  Session session{graph_commands()};
  JsonDocument document;
  std::string payload;

  // The value of a command that succeeds.
  const JsonValue& ok(std::string_view command, std::string_view args, std::string_view text = {}) {
    const JsonValue& root = call(command, args, text);
    INFO(std::string(command) << " " << std::string(args));
    REQUIRE(root["ok"].boolean());
    return root["value"];
  }
  // The first diagnostic of one that fails.
  const JsonValue& bad(std::string_view command, std::string_view args, std::string_view text = {}) {
    const JsonValue& root = call(command, args, text);
    INFO(std::string(command) << " " << std::string(args));
    REQUIRE_FALSE(root["ok"].boolean());
    REQUIRE_FALSE(root["diagnostics"].items().empty());
    CHECK(payload.empty());
    return root["diagnostics"].items()[0];
  }
  const JsonValue& call(std::string_view command, std::string_view args, std::string_view text) {
    Answer answer = session.call(command, args, text);
    payload = answer.payload;
    document = JsonDocument();
    return document.parse(answer.envelope);
  }
  // The first step of an edit.
  const JsonValue& step(std::string_view item) {
    return ok("edit", "{\"handle\":1,\"steps\":[" + std::string(item) + "]}")["steps"].items()[0];
  }
  std::string graph(int handle = 1) {
    ok("print", "{\"handle\":" + std::to_string(handle) + ",\"format\":\"graph\"}");
    return payload;
  }
};

}  // namespace

TEST_CASE("session: open answers what it read, or why it could not") {
  Fixture f;
  const JsonValue& value = f.ok("open", "{}", kText);
  CHECK(value["readable"].boolean());
  CHECK(value["handle"].integer() == 1);
  CHECK(value["nodes"].integer() == 4);
  CHECK(value["graphs"].integer() == 1);
  CHECK_FALSE(value["exported"].boolean());
  CHECK_FALSE(value["signature"].boolean());
  CHECK(value["diagnostics"].items().empty());
  const JsonValue& failed = f.ok("open", "", "def forward(self, x):\n    return (y, z)\n");
  CHECK_FALSE(failed["readable"].boolean());
  CHECK_FALSE(failed.has("handle"));
  REQUIRE(failed["diagnostics"].items().size() == 2);
  const JsonValue& d = failed["diagnostics"].items()[1];
  CHECK(d["severity"].string() == "error");
  CHECK(d["message"].string() == "unknown name 'z'");
  CHECK(d["line"].integer() == 2);
  CHECK(d["column"].integer() == 16);
  CHECK(d["endColumn"].integer() == 17);
  CHECK_FALSE(d["notes"].items()[0]["message"].string().empty());
  std::string many = "def forward(self, x):\n    return (";
  for (int i = 0; i < 150; ++i) many += "u" + std::to_string(i) + ", ";
  CHECK(f.ok("open", "", many + ")\n")["suppressed"].integer() == 50);
  CHECK(f.ok("status", "")["programs"].integer() == 1);
}

TEST_CASE("session: print in every format that describe lists; a wrong one names them") {
  Fixture f;
  f.ok("open", "{}", kText);
  std::vector<std::string> formats;
  for (const JsonValue& format : f.ok("describe", "{}")["formats"].items()) {
    formats.emplace_back(format["name"].string());
    CHECK_FALSE(format["doc"].string().empty());
  }
  CHECK(formats.size() == graph_records::text_forms().size());
  std::set<std::string> texts;
  for (const std::string& format : formats) {
    f.ok("print", "{\"handle\":1,\"format\":\"" + format + "\"}");
    CHECK_FALSE(f.payload.empty());
    texts.insert(f.payload);
  }
  // Without annotations the verbose text differs by its comments only if there are any.
  CHECK(texts.size() >= 8);
  const JsonValue& d = f.bad("print", R"({"handle":1,"format":"xml"})");
  CHECK(d["code"].string() == "format");
  for (const std::string& format : formats)
    CHECK(d["notes"].items()[0]["message"].string().find(format) != std::string::npos);
  CHECK(f.bad("print", R"({"handle":1,"path":"nowhere"})")["code"].string() == "path");
  CHECK(f.bad("print", R"({"handle":1,"format":7})")["message"].string().find("format") != std::string::npos);
  CHECK(f.bad("print", R"({"handle":1,"strides":"yes"})")["message"].string().find("strides") != std::string::npos);
  f.ok("print", R"({"handle":1,"format":"readable","className":"<lambda>"})");
  CHECK(f.payload.rfind("class <lambda>(torch.nn.Module):", 0) == 0);
}

TEST_CASE("session: handles are never reused, and wrong ones are refused everywhere") {
  Fixture f;
  f.ok("open", "{}", kText);
  f.ok("close", R"({"handle":1})");
  CHECK(f.ok("open", "{}", kText)["handle"].integer() == 2);
  for (const char* handle : {"1", "0", "-2", "3", "4294967298", "9007199254740993"}) {
    for (const char* command : {"print", "run", "close", "split", "edit"}) {
      CAPTURE(std::string(handle) + " " + command);
      CHECK(f.bad(command, "{\"handle\":" + std::string(handle) + ",\"passes\":[],\"cuts\":[],\"steps\":[]}")["code"]
                .string() == "handle");
    }
  }
  CHECK(f.ok("status", "{}")["programs"].integer() == 1);
}

TEST_CASE("session: run makes a new program and reports") {
  Fixture f;
  f.ok("open", "{}", kText);
  std::string before = f.graph();
  const JsonValue& value = f.ok(
      "run",
      R"({"handle":1,"passes":["eliminate-dead-code",{"name":"inline_submodules","enabled":false}],"snapshots":true})");
  CHECK(value["succeeded"].boolean());
  CHECK(value["handle"].integer() == 2);
  CHECK(value["nodes"].integer() == 3);
  REQUIRE(value["reports"].items().size() == 2);
  const JsonValue& report = value["reports"].items()[0];
  CHECK(report["pass"].string() == "eliminate_dead_code");
  CHECK(report["changed"].boolean());
  CHECK(report["microseconds"].number() >= 0);
  CHECK(report["snapshot"].integer() == 3);
  CHECK_FALSE(value["reports"].items()[1]["ran"].boolean());
  CHECK(f.graph(1) == before);
  CHECK(f.graph(2).find("dead") == std::string::npos);
  CHECK(f.graph(3) == f.graph(2));
}

TEST_CASE("session: run says why with lines of the text, and refuses wrong requests before it runs") {
  Fixture f;
  f.ok("open",
       "{}",
       "def forward(self, x):\n    t = torch._C._set_grad_enabled(False)\n    a = torch.sin(x)\n    u = "
       "torch._C._set_grad_enabled(True)\n    return (a,)\n");
  const JsonValue& value = f.ok(
      "run",
      R"({"handle":1,"passes":[{"name":"replace_set_grad_with_hop_pass","options":{"correct":true}}],"splits":true})");
  const JsonValue& report = value["reports"].items()[0];
  const JsonValue& why = report["why"].items()[0];
  CHECK(why["decision"].string() == "wrapped");
  CHECK(why["region"].string() == "submod_1");
  CHECK(why["line"].integer() == 2);
  CHECK(why["endLine"].integer() == 3);
  CHECK(why["nodes"].integer() == 2);
  CHECK(report["splits"].items().size() == 1);
  CHECK(f.bad("run", R"({"handle":1})")["code"].string() == "passes");
  CHECK(f.bad("run", R"({"handle":1,"passes":["x"]})")["code"].string() == "unknown-pass");
  CHECK(f.bad("run",
              R"({"handle":1,"passes":[{"name":"eliminate_dead_code","options":{"recursive":"perhaps"}}]})")["code"]
            .string() == "pass-option");
  for (const char* passes : {"3",
                             "{}",
                             "\"eliminate_dead_code\"",
                             "[3]",
                             "[{}]",
                             "[null]",
                             "[{\"name\":3}]",
                             "[{\"name\":\"eliminate_dead_code\",\"options\":3}]",
                             "[{\"name\":\"eliminate_dead_code\",\"options\":{\"recursive\":3}}]"}) {
    CAPTURE(std::string(passes));
    f.bad("run", "{\"handle\":1,\"passes\":" + std::string(passes) + "}");
  }
  std::int64_t open = f.ok("status", "")["programs"].integer();
  const JsonValue& failing = f.ok(
      "open", "{}", "def forward(self, x):\n    t = torch._C._set_grad_enabled(1)\n    return (x,)\n");
  std::string handle = std::to_string(failing["handle"].integer());
  const JsonValue& failed = f.ok("run", "{\"handle\":" + handle + ",\"passes\":[\"replace_set_grad_with_hop_pass\"]}");
  CHECK_FALSE(failed["succeeded"].boolean());
  CHECK(failed["reports"].items()[0]["diagnostics"].items()[0]["exception"].string() == "AssertionError");
  CHECK(f.ok("status", "")["programs"].integer() == open + 2);
}

TEST_CASE("session: edit steps have torch.fx's errors, and a failed step changes nothing") {
  Fixture f;
  f.ok("open", "{}", kText);
  CHECK(f.step(R"({"do":"erase_node","node":1})")["error"]["message"].string() ==
        "Tried to erase Node a but it still had 2 users in the graph: {dead: None, output: None}!");
  CHECK(f.step(R"({"do":"create_node","op":"nothing"})")["error"]["exception"].string() == "AssertionError");
  CHECK(f.step(R"({"do":"update_arg","node":1,"index":4,"arg":1})")["error"]["exception"].string() == "IndexError");
  CHECK(f.step(R"({"do":"call_function","target":"torch.relu","args":{}})")["error"]["message"].string() ==
        "args must be a tuple");
  CHECK(f.step(R"({"do":"call_function","target":"torch.relu","kwargs":[]})")["error"]["message"].string() ==
        "kwargs must be a dict");
  std::string before = f.graph();
  for (const char* item : {"{}",
                           "3",
                           "null",
                           "{\"do\":3}",
                           "{\"do\":\"nothing\"}",
                           "{\"do\":\"erase_node\"}",
                           "{\"do\":\"erase_node\",\"node\":99}",
                           "{\"do\":\"erase_node\",\"node\":-1}",
                           "{\"do\":\"erase_node\",\"node\":1e99}",
                           "{\"do\":\"erase_node\",\"node\":\"a\"}",
                           "{\"do\":\"replace_all_uses_with\",\"node\":1}",
                           "{\"do\":\"update_arg\",\"node\":1,\"index\":\"0\",\"arg\":1}",
                           "{\"do\":\"set_meta\",\"node\":1,\"key\":\"k\",\"value\":{\"n\":0}}",
                           "{\"do\":\"set_opcode\",\"node\":1,\"op\":\"output\"}",
                           "{\"do\":\"restore_insert_point\"}",
                           "{\"do\":\"set_attribute\",\"name\":\"w\",\"kind\":\"x\"}",
                           "{\"do\":\"find_nodes\",\"op\":\"call_function\"}",
                           "{\"do\":\"call_function\",\"target\":\"f\",\"args\":[{\"n\":77}]}",
                           "{\"do\":\"call_function\",\"target\":\"f\",\"args\":[{\"zz\":1}]}",
                           "{\"do\":\"call_module\",\"target\":\"nope\"}",
                           "{\"do\":\"set_name\",\"node\":1}"}) {
    CAPTURE(std::string(item));
    CHECK(f.step(item).has("error"));
    CHECK(f.graph() == before);
  }
  CHECK(f.step(R"({"do":"call_function","target":"torch.relu","args":[{"n":0}]})")["value"]["name"].string() == "relu");
  std::string shown(f.step(R"({"do":"str"})")["value"].string());  // the answer lives until the next command
  CHECK(shown == f.graph());
  CHECK(f.step(R"({"do":"lint"})")["value"].is_null());
}

TEST_CASE("session: edit goes on after an error unless told, names nodes by 'as', records hooks, can work on a copy") {
  Fixture f;
  f.ok("open", "{}", kText);
  const JsonValue& value = f.ok(
      "edit",
      R"({"handle":1,"hooks":true,"steps":[{"do":"erase_node","node":1},{"do":"inserting_before","node":1,)"
      R"("scoped":true},{"do":"call_method","target":"neg","args":[{"n":0}],"as":"n"},
    {"do":"replace_all_uses_with","node":1,"with":"n"},{"do":"erase_node","node":1}]})");
  CHECK(value["failed"].boolean());
  REQUIRE(value["steps"].items().size() == 5);
  CHECK(value["steps"].items()[3]["value"].items().size() == 2);
  REQUIRE(value["events"].items().size() == 4);
  CHECK(value["events"].items()[0].items()[0].string() == "create");
  CHECK(value["events"].items()[3].items()[0].string() == "erase");
  CHECK(f.ok("edit", R"({"handle":1,"stopOnError":true,"steps":[{"do":"erase_node","node":0},{"do":"lint"}]})")["steps"]
            .items()
            .size() == 1);
  std::string before = f.graph();
  const JsonValue& copy = f.ok("edit", R"({"handle":1,"deepCopy":true,"steps":[{"do":"output","args":[1]}]})");
  CHECK(copy["handle"].integer() == 2);
  CHECK(f.graph(1) == before);
  CHECK(f.graph(2) != before);
  const JsonValue& fresh = f.ok("edit", R"({"steps":[{"do":"placeholder","target":"x"},{"do":"nodes"}]})");
  CHECK(fresh["steps"].items()[1]["value"].items().size() == 1);
  CHECK(f.bad("edit", R"({"handle":1,"path":"nowhere"})")["code"].string() == "path");
}

TEST_CASE("session: split, names, callable, format_arg, stack_trace") {
  Fixture f;
  f.ok("open", "{}", kText);
  const JsonValue& value = f.ok("split", R"({"handle":1,"cuts":["dead"]})");
  CHECK(value["graphs"].integer() == 3);
  CHECK(f.graph(2).find("call_module[target=submod_1]") != std::string::npos);
  f.ok("split", R"({"handle":1,"cuts":["dead"],"inline":true})");
  CHECK(f.graph(3) == f.graph(1));
  f.ok("split", R"({"handle":1,"partition":{"a":1,"dead":0,"nobody":5},"keepOriginalNodeName":true})");
  CHECK(f.bad("split", R"({"handle":1,"partition":{"a":"x"}})")["code"].string() == "json");
  CHECK(f.ok("names", R"({"candidates":["add","add","sum"]})").items()[2].string() == "sum_1");
  CHECK(f.ok("names", R"({"candidates":[["add",7],["mul",7],["add",8]]})").items()[1].string() == "add");
  CHECK(f.ok("names", R"({"snakeCase":["addTensor"]})").items()[0].string() == "add_tensor");
  CHECK(f.ok("names", R"({"renames":[["a","x",true],["b","x",false]]})").items()[1].string() == "x_1");
  CHECK(f.ok("callable", R"({"path":"aten.add_.Tensor"})")["impure"].boolean());
  CHECK(f.ok("callable", R"({"path":"operator.add"})")["str"].string() == "<built-in function add>");
  CHECK(f.ok("format_arg", R"({"arg":[1,2,3],"limit":2})").string() == "[1, 2, ...[total_len=3]]");
  CHECK(f.ok("stack_trace", "{}", "  File \"/m.py\", line 3, in f\n    x = 1\n")["line"].string() == "3");
  CHECK_FALSE(f.ok("stack_trace", "{}", "nothing")["found"].boolean());
  for (const char* args :
       {"{\"candidates\":3}", "{\"candidates\":[3]}", "{\"candidates\":[[]]}", "{\"renames\":[[]]}", "{}"})
    f.bad("names", args);
  CHECK(f.bad("format_arg", R"({"arg":{"n":1}})")["code"].string() == "json");
}

TEST_CASE("session: describe lists every command, pass and difference; unknown commands are refused") {
  Fixture f;
  const JsonValue& value = f.ok("describe", "");
  CHECK(value["pytorch"].string() == "2.6.0");
  CHECK(value["commands"].items().size() == command_table().size() + graph_commands().size());
  CHECK(value["passes"].items().size() == pass_table().size());
  CHECK(value["differences"].items().size() == 6);
  std::set<std::string_view> names;
  for (const Command* command : command_table()) {
    CHECK(command->doc.size() > 10);
    CHECK(names.insert(command->name).second);
  }
  CHECK(f.bad("nothing", "{}")["notes"].items()[0]["message"].string().find("describe") != std::string::npos);
  CHECK(f.bad(std::string(100000, 'x'), "{}")["message"].string().size() < 200);
  CHECK(f.bad("describe", "[1]")["code"].string() == "json");
  CHECK(f.bad("describe", "{\"a\":}")["line"].integer() == 1);
}

TEST_CASE("session: describe tells of operators where the module has them, each time the same") {
  Session session({}, write_operator_reference);
  std::string first = session.call("describe", "{}", "").envelope;
  CHECK(session.call("describe", "{}", "").envelope == first);
  JsonDocument document;
  std::span<const JsonValue> ops = document.parse(first)["value"]["ops"].items();
  CHECK(ops.size() > op_table().size() + tensor_ops().size());
  for (const JsonValue& op : ops) {
    CAPTURE(op["path"].string());
    CHECK(op["doc"].string().size() >= 2);  // "-a" is the shortest
  }
}
