// core/archive, core/engine/ops/table/schema.h: programs as torch.export.save writes them.
#include <fstream>
#include <set>
#include <sstream>

#include "core/engine/archive/archive.h"
#include "core/engine/archive/sym_text.h"
#include "core/engine/commands/archive_commands.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/ops/table/schema.h"
#include "core/graph/text/print.h"
#include "tests/core/helpers.h"

using namespace seesaw;
using namespace seesaw::test;

namespace {

std::string file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  REQUIRE(file);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

const std::string kMeta =
    R"({"dtype": 7, "sizes": [{"as_int": 2}], "requires_grad": false, "device": {"type": "cpu"}, "strides": )"
    R"([{"as_int": 1}], "storage_offset": {"as_int": 0}, "layout": 7})";

std::string tensor(const std::string& name) { return R"({"as_tensor": {"name": ")" + name + R"("}})"; }

// A program of one input x and the given nodes, whose values are all f32[2].
std::string with_nodes(const std::string& nodes,
                       const std::string& result,
                       const std::vector<std::string>& values,
                       const std::string& more = "") {
  std::string metas = "\"x\": " + kMeta;
  for (const std::string& name : values) metas += ", \"" + name + "\": " + kMeta;
  return R"({"graph_module": {"graph": {"inputs": [)" + tensor("x") + R"(], "outputs": [)" + tensor(result) +
         R"(], "nodes": [)" + nodes + R"(], "tensor_values": {)" + metas +
         R"(}, "sym_int_values": {}, "sym_bool_values": {}, "is_single_tensor_return": false)" + more +
         R"(}, "signature": {"input_specs": [{"user_input": {"arg": )" + tensor("x") +
         R"(}}], "output_specs": [{"user_output": {"arg": )" + tensor(result) +
         R"(}}]}, "module_call_graph": [], "metadata": {}}, "opset_version": {"aten": 10}, "range_constraints": )"
         R"({}, "schema_version": {"major": 8, "minor": 2}, "verifiers": ["TRAINING"], "torch_version": "2.6.0"})";
}

std::string call(const std::string& target,
                 const std::string& inputs,
                 const std::string& outputs,
                 const std::string& more = "") {
  return R"({"target": ")" + target + R"(", "inputs": [)" + inputs + R"(], "outputs": [)" + outputs +
         R"(], "metadata": {})" + more + "}";
}

std::string input(const std::string& name, const std::string& arg, const std::string& more = "") {
  return R"({"name": ")" + name + R"(", "arg": )" + arg + more + "}";
}

Program read(const std::string& json) {
  Diagnostics diagnostics;
  Program program = read_archive(json, diagnostics);
  CHECK(diagnostics.items().empty());
  return program;
}

std::string line_of(const Program& program, const std::string& node) {
  return node_named(program.root->graph(), node)->format_node();
}

Diagnostic error_of(const std::string& json) {
  Diagnostics diagnostics;
  try {
    read_archive(json, diagnostics);
  } catch (const Error& error) {
    return error.diagnostic();
  }
  FAIL("no error");
  return {};
}

}  // namespace

TEST_CASE("archive: symbolic expressions print as PyTorch's") {
  JsonDocument document;
  const JsonValue& root = document.parse(file_text(SEESAW_TEST_DATA "/archives/sym_text.json"));
  std::size_t count = 0;
  for (const JsonValue& pair : root["pairs"].items()) {
    CHECK(sym_text(pair.items()[0].string()) == pair.items()[1].string());
    ++count;
  }
  CHECK(count > 500);
  std::vector<std::string> parts;
  CHECK(sym_text("Add(Mul(Integer(2), Symbol('s0', positive=True, integer=True)), Symbol('u1'))", &parts) ==
        "2*s0 + u1");
  CHECK(parts == std::vector<std::string>{"2*s0 + u1", "2*s0", "s0", "u1"});
  // Older archives hold the printed text; what is not understood stays.
  for (const char* same :
       {"s0 + 1", "", "Symbol(", "Symbol('s0'", "Add()", "Symbol('s0') ", "Mul(Integer(2), s0)", "2", "Pow(Integer())"})
    CHECK(sym_text(same) == same);
  std::string deep;
  for (int i = 0; i < 300; ++i) deep += "Mod(";
  CHECK(sym_text(deep) == deep);
}

TEST_CASE("schemas: parameters, defaults, keywords, returns") {
  OpSchema schema = read_schema(
      R"(f.g(Tensor(a!) self, int[2]? dim=[0, 1], str how="a, b", *, Scalar alpha, bool keep=False) -> (Tensor )"
      R"(values, Tensor[] rest))");
  REQUIRE(schema.parameters.size() == 5);
  CHECK(schema.parameters[0].name == "self");
  CHECK(schema.parameters[0].type == "Tensor(a!)");
  CHECK(schema.parameters[0].positional());
  CHECK(schema.parameters[1].name == "dim");
  CHECK(schema.parameters[1].has_default);
  CHECK(schema.parameters[2].name == "how");
  CHECK_FALSE(schema.parameters[2].keyword_only);
  CHECK(schema.parameters[3].keyword_only);
  CHECK_FALSE(schema.parameters[3].positional());
  CHECK(schema.returns == std::vector<std::string_view>{"Tensor", "Tensor[]"});
  CHECK(read_schema("f(Tensor x) -> ()").returns.empty());
  CHECK(read_schema("f() -> Tensor").parameters.empty());
  CHECK(find_schema("torch.ops.aten.sum.dim_IntList")->parameters[1].name == "dim");
  CHECK(find_schema("torch.ops.aten.add_.Tensor")->parameters.size() == 3);
  CHECK(find_schema("torch.ops.aten.full.default")->parameters[0].name == "size");
  CHECK(find_schema("torch.ops.aten.__and__.Scalar") != nullptr);
  CHECK(find_schema("torch.ops.mylib.foo.default") == nullptr);
  CHECK(find_schema("") == nullptr);
}

TEST_CASE("schemas: an operator has one record") {
  std::set<std::string_view> kernels;
  for (const OpDef* op : tensor_ops()) kernels.insert(op->path);
  for (const OpDef* op : op_table()) kernels.insert(op->path);
  for (const OpDef& op : op_records::schema_only()) {
    CAPTURE(op.path);
    // It has a kernel now: its row in schema_only.cpp must go.
    CHECK(kernels.insert(op.path).second);
    std::string name = op.path.ends_with(".default") ? std::string(op.path.substr(15, op.path.size() - 23))
                                                     : std::string(op.path.substr(15));
    CHECK(op.schema.starts_with(name + "("));
  }
}

TEST_CASE("archive: arguments without a default are passed by position") {
  std::string x = input("self", tensor("x"));
  Program program = read(with_nodes(
      call("torch.ops.aten.sum.dim_IntList",
           x + "," + input("dim", R"({"as_ints": [0]})") + "," + input("keepdim", R"({"as_bool": true})"),
           tensor("a")) +
          "," +
          call("torch.ops.aten.add_.Tensor",
               input("self", tensor("a")) + "," + input("other", R"({"as_int": 3})") + "," +
                   input("alpha", R"({"as_float": 2.0})"),
               tensor("b")) +
          "," +
          call("torch.ops.mylib.foo.default",
               input("x", tensor("b")) + "," + input("n", R"({"as_int": 3})") + "," + input("y", tensor("x")),
               tensor("c")) +
          "," +
          call("torch.ops.mylib.foo.default",
               input("x", tensor("c"), R"(, "kind": 2)") + "," + input("n", R"({"as_int": 3})", R"(, "kind": 2)"),
               tensor("d")) +
          "," +
          call("torch.ops.mylib.bar.default",
               input("n", R"({"as_int": 3})", R"(, "kind": 1)") + "," + input("from", R"({"as_int": 4})"),
               tensor("e")),
      "e",
      {"a", "b", "c", "d", "e"}));
  CHECK(line_of(program, "a") ==
        "%a : [num_users=1] = call_function[target=torch.ops.aten.sum.dim_IntList](args = (%x, [0]), kwargs = "
        "{keepdim: True})");
  CHECK(line_of(program, "b") ==
        "%b : [num_users=1] = call_function[target=torch.ops.aten.add_.Tensor](args = (%a, 3), kwargs = {alpha: 2.0})");
  CHECK(line_of(program, "c") ==
        "%c : [num_users=1] = call_function[target=torch.ops.mylib.foo.default](args = (%b,), kwargs = {n: 3, y: %x})");
  CHECK(line_of(program, "d") ==
        "%d : [num_users=0] = call_function[target=torch.ops.mylib.foo.default](args = (), kwargs = {x: %c, n: 3})");
  CHECK(line_of(program, "e") ==
        "%e : [num_users=1] = call_function[target=torch.ops.mylib.bar.default](args = (3, 4), kwargs = {})");
}

TEST_CASE("archive: what older and newer versions of the format write") {
  std::string x = input("self", tensor("x"));
  std::string old_list = R"({"as_optional_tensors": [{"as_none": []}, {"as_tensor": "x"}]})";
  std::string submodule = R"({"as_graph": {"name": "body", "graph": {"inputs": [)" + tensor("y") +
                          R"(], "outputs": [)" + tensor("y") + R"(], "nodes": [], "tensor_values": {"y": )" + kMeta +
                          R"(}, "unknown_field": 1}}})";
  std::string json = with_nodes(
      call("torch.ops.aten.index.Tensor", x + "," + input("indices", old_list), tensor("a")) + "," +
          call("torch.ops.aten.clamp.default",
               input("self", tensor("a")) + "," + input("min", R"({"as_none": []})") + "," +
                   input("max", R"({"as_float": Infinity})"),
               tensor("b")) +
          "," +
          call("torch.ops.aten.clamp.default",
               input("self", tensor("b")) + "," + input("min", R"({"as_float": "-Infinity"})"),
               tensor("c")) +
          "," +
          call("torch.ops.higher_order.wrap_with_set_grad_enabled",
               input("", R"({"as_bool": false})") + "," + input("", submodule) + "," + input("", tensor("c")),
               tensor("d"),
               R"(, "is_hop_single_tensor_return": false, "name": "wrapped")") +
          "," +
          call("torch.ops.mylib.foo.default",
               input("x", tensor("d")) + "," + input("l", R"({"as_int_lists": [[1], [2, 3]]})") + "," +
                   input("m", R"({"as_string_to_argument": {"k": {"as_int": 1}}})") + "," +
                   input("z", R"({"as_complex": {"real": 1.0, "imag": -2.0}})"),
               tensor("e")),
      "e",
      {"a", "b", "c", "d", "e"});
  Program program = read(json);
  CHECK(line_of(program, "a") ==
        "%a : [num_users=1] = call_function[target=torch.ops.aten.index.Tensor](args = (%x, [None, %x]), kwargs = {})");
  CHECK(line_of(program, "b") ==
        "%b : [num_users=1] = call_function[target=torch.ops.aten.clamp.default](args = (%a,), kwargs = {min: None, "
        "max: inf})");
  CHECK(line_of(program, "c") ==
        "%c : [num_users=1] = call_function[target=torch.ops.aten.clamp.default](args = (%b,), kwargs = {min: -inf})");
  CHECK(line_of(program, "wrapped") ==
        "%wrapped : [num_users=1] = call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args = "
        "(False, %body, %c), kwargs = {})");
  CHECK(line_of(program, "d") ==
        "%d : [num_users=1] = call_function[target=operator.getitem](args = (%wrapped, 0), kwargs = {})");
  CHECK(line_of(program, "e") ==
        "%e : [num_users=1] = call_function[target=torch.ops.mylib.foo.default](args = (%d,), kwargs = {l: [[1], [2, "
        "3]], m: {k: 1}, z: (1-2j)})");
  CHECK(program.root->child(program.context->intern("body"))->graph().str() ==
        "graph():\n    %y : [num_users=1] = placeholder[target=y]\n    return (y,)");
}

TEST_CASE("archive: mistakes have a place") {
  auto sin = [](const std::string& of) {
    return call("torch.ops.aten.sin.default", input("self", tensor(of)), tensor("a"));
  };
  Diagnostic unknown = error_of(with_nodes(sin("q"), "a", {"a"}));
  CHECK(unknown.message == "there is no value called 'q' before this place");
  CHECK(unknown.place.node == "torch.ops.aten.sin.default");
  CHECK(unknown.place.line == 1);
  CHECK(unknown.place.column > 100);
  CHECK_FALSE(unknown.notes.empty());
  CHECK(error_of(with_nodes(sin("x") + "," + sin("x"), "a", {"a"})).message == "there are two values called 'a'");
  CHECK(error_of("{}").message == "this is not the program of an archive");
  CHECK(error_of("[1]").message == "this is not the program of an archive");
  CHECK(error_of("").code == "json");
  CHECK(error_of(with_nodes(sin("x"), "a", {"a"}, ", \"custom_obj_values\": 1")).code == "json");
  std::string deep = R"({"as_string_to_argument": {"k": )";
  std::string nested;
  for (int i = 0; i < 300; ++i) nested += deep;
  nested += R"({"as_int": 1})";
  for (int i = 0; i < 300; ++i) nested += "}}";
  CHECK(error_of(with_nodes(call("torch.ops.mylib.f.default", input("x", nested), tensor("a")), "a", {"a"})).message ==
        "arguments nested deeper than 100 levels");
  Diagnostics diagnostics;
  read_archive(with_nodes(sin("x"), "a", {}), diagnostics);
  REQUIRE(diagnostics.items().size() == 1);
  CHECK(diagnostics.items()[0].message == "the archive does not say what value 'a' is");
}

TEST_CASE("archive: graphs nested as deeply as the JSON allows, without recursion") {
  std::string graph = R"({"inputs": [], "outputs": [], "nodes": [)";
  std::string open, close;
  for (int i = 0; i < 200; ++i) {
    open +=
        graph +
        R"({"target": "torch.ops.higher_order.f", "inputs": [{"name": "", "arg": {"as_graph": {"name": "g", "graph": )";
    close = R"(}}}], "outputs": [{"as_none": true}], "metadata": {}}]})" + close;
  }
  std::string json = R"({"graph_module": {"graph": )" + open + graph + "]}" + close +
                     R"(, "signature": null}, "schema_version": {"major": 8, "minor": 2}})";
  Program program = read(json);
  CHECK(program.root->modules().size() == 201);
  std::string written = write_archive(program, json);
  CHECK(read(written).root->modules().size() == 201);
}

TEST_CASE("archive: what cannot be saved is reported") {
  std::string json = with_nodes(
      call("torch.ops.aten.add.Tensor", input("self", tensor("x")) + "," + input("other", tensor("x")), tensor("a")),
      "a",
      {"a"});
  Program program = read(json);
  Graph& graph = program.root->graph();
  auto refuses = [&](std::string_view part) {
    try {
      write_archive(program, json);
      FAIL("it was written");
    } catch (const Error& error) {
      CHECK_MESSAGE(error.diagnostic().message.find(part) != std::string::npos, error.diagnostic().message);
    }
  };
  Node* add = node_named(graph, "a");
  const Meta* meta = add->meta();
  add->remove_meta(program.context->keys.val);
  refuses("it is not known what value 'a' is");
  add->set_meta(meta);
  Node* x = graph.first();
  Arg args[] = {Arg::node(x), Arg::ellipsis()};
  add->set_args(args);
  refuses("an argument of 'a'");
  Arg plain[] = {Arg::node(x), Arg::node(x)};
  add->set_args(plain);
  CHECK(print_graph(read(write_archive(program, json)).root->graph()) == print_graph(graph));
  CHECK_THROWS_AS(write_archive(program, "{}"), Error);
  InsertPoint here = graph.inserting_before(add);
  graph.call_method("neg", {Arg::node(x)});
  refuses("'call_method' has no place");
}

TEST_CASE("archive: commands of a session") {
  Session session(archive_commands());
  std::string json = with_nodes(
      call("torch.ops.aten.sin.default", input("self", tensor("x")), tensor("a")), "a", {"a"});
  Answer opened = session.call("open_archive", "{}", json);
  CHECK(opened.envelope.find(R"("readable":true,"handle":1)") != std::string::npos);
  CHECK(opened.envelope.find(R"("schema":"8.2","torch":"2.6.0")") != std::string::npos);
  Answer written = session.call("write_archive", R"({"handle": 1})", json);
  CHECK(written.envelope == R"({"ok":true,"value":{}})");
  CHECK(session.call("open_archive", "{}", written.payload).envelope.find(R"("readable":true)") != std::string::npos);
  CHECK(session.call("open_archive", "{}", "nonsense").envelope.find(R"("ok":false)") != std::string::npos);
  CHECK(session.call("describe", "{}", "").envelope.find("write_archive") != std::string::npos);
  Session without;
  CHECK(without.call("open_archive", "{}", json).envelope.find("there is no command") != std::string::npos);
}
