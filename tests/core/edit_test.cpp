// Edits of a person: what each makes of a program and of its text, and what is refused.
#include <ctime>

#include <doctest/doctest.h>

#include "core/session/full/change_commands.h"
#include "core/support/cat.h"

namespace seesaw {

namespace {

const std::string kText =
    "class GraphModule(torch.nn.Module):\n"
    "    def forward(self, x: \"f32[2, 3]\", w: \"f32[3, 4]\"):\n"
    "        sin: \"f32[2, 3]\" = torch.ops.aten.sin.default(x);  x = None\n"
    "        mm: \"f32[2, 4]\" = torch.ops.aten.mm.default(sin, w);  w = None\n"
    "        cos: \"f32[2, 3]\" = torch.ops.aten.cos.default(sin);  sin = None\n"
    "        return (mm, cos)\n"
    "        ";

// A text as a person writes it.
const std::string kHand =
    "def forward(self, x):\n"
    "  # first\n"
    "  a = torch.sin(x)   # why\n"
    "\n"
    "  b = (a + 1).relu()\n"
    "  # last\n"
    "  c = torch.cat([a,\n"
    "                 b])\n"
    "  return c\n";

struct Changed {
  std::string text, title, format;
  std::string diagnostics;  // "severity code graph/node:line message", a line each
  std::string made;
};

std::string diagnostics_in(const JsonValue& list) {
  std::string out;
  for (const JsonValue& d : list.items()) {
    auto text = [&](std::string_view key) { return d.find(key) == nullptr ? std::string_view() : d[key].string(); };
    std::string line = d.find("line") == nullptr ? "" : cat({":", std::to_string(d["line"].integer())});
    out += cat(
        {text("severity"), " ", text("code"), " ", text("graph"), "/", text("node"), line, " ", text("message"), "\n"});
    if (d.find("notes") == nullptr) continue;
    for (const JsonValue& note : d["notes"].items()) out += cat({"  note ", note["message"].string(), "\n"});
  }
  return out;
}

struct Door {
  Session session{change_commands()};
  JsonDocument document;
  Answer answer;
  const JsonValue& call(std::string_view command, const std::string& args, std::string_view payload) {
    answer = session.call(command, args, payload);
    document = JsonDocument();
    return document.parse(answer.envelope);
  }
};

std::string request(std::string_view path, std::string_view item) {
  return cat({"{\"path\":\"", path, "\",\"change\":", item, "}"});
}

Changed change(std::string_view text, std::string_view item, std::string_view path = "") {
  Door door;
  const JsonValue& root = door.call("change", request(path, item), text);
  INFO(door.answer.envelope);
  REQUIRE(root["ok"].boolean());
  const JsonValue& value = root["value"];
  Changed out{door.answer.payload,
              std::string(value["title"].string()),
              std::string(value["format"].string()),
              diagnostics_in(value["diagnostics"]),
              {}};
  for (const JsonValue& name : value["made"].items()) out.made += cat({out.made.empty() ? "" : " ", name.string()});
  return out;
}

std::string refused(std::string_view text, std::string_view item, std::string_view path = "") {
  Door door;
  const JsonValue& root = door.call("change", request(path, item), text);
  INFO(door.answer.payload);
  REQUIRE_FALSE(root["ok"].boolean());
  return diagnostics_in(root["diagnostics"]);
}

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

// The same, told of where it is expected.
bool has(const std::string& text, std::string_view part) {
  bool found = contains(text, part);
  if (!found) MESSAGE(text);
  return found;
}

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// `text` with one part replaced.
std::string with(std::string text, std::string_view part, std::string_view other) {
  std::size_t at = text.find(part);
  REQUIRE_MESSAGE(at != std::string::npos, part);
  return text.replace(at, part.size(), other);
}

}  // namespace

TEST_CASE("edit: a node behind another one, whose users take it") {
  Changed now = change(kText,
                       R"j({"do":"insert","text":"torch.ops.aten.relu.default(sin)","after":"sin","users":true})j");
  CHECK(now.title == "Insert relu");
  CHECK(now.made == "relu");
  CHECK(now.diagnostics.empty());
  CHECK(has(now.text,
            "        relu: \"f32[2, 3]\" = torch.ops.aten.relu.default(sin);  sin = None\n        mm: \"f32[2, 4]\" = "
            "torch.ops.aten.mm.default(relu, w);  w = None\n"));
  CHECK(has(now.text, "cos: \"f32[2, 3]\" = torch.ops.aten.cos.default(relu);  relu = None\n"));
  // Several operations in one expression, a name of one's own, values that come later.
  now = change(
      kText,
      R"j({"do":"insert","text":"torch.ops.aten.add.Tensor(sin * 2, cos)","after":"sin","users":true,"name":"total"})j");
  CHECK(now.made == "mul total");
  CHECK_FALSE(contains(now.diagnostics, "'mul' keeps using"));
  CHECK(has(now.text,
            "        total: \"f32[2, 3]\" = torch.ops.aten.add.Tensor(mul, cos);  mul = None\n        mm: \"f32[2, "
            "4]\" = torch.ops.aten.mm.default(total, w)"));
  CHECK(has(now.diagnostics, "'cos' keeps using 'sin': 'total' is made from it"));
  CHECK(
      has(refused(kText, R"j({"do":"insert","text":"torch.relu(sin)","name":"mm"})j"), "there is a node 'mm' already"));
  CHECK(has(refused(kText, R"j({"do":"insert","text":"torch.relu(zin)"})j"),
            "error syntax /:1 unknown name 'zin'\n  note did you mean 'sin'?"));
  CHECK(has(refused(kText, R"j({"do":"insert","text":"torch.relu(sin"})j"), "error syntax"));
  CHECK(has(refused(kText, R"j({"do":"insert","text":"  "})j"), "there is no operation in this text"));
  CHECK(has(refused(kText, R"j({"do":"insert","text":"self.lin(sin)"})j"), "the graph has no attribute 'self.lin'"));
}

TEST_CASE("edit: a node on an edge") {
  Changed now = change(kText,
                       R"j({"do":"insert","text":"torch.ops.aten.neg.default(sin)","into":{"node":"cos","slot":0}})j");
  CHECK(has(now.text,
            "        mm: \"f32[2, 4]\" = torch.ops.aten.mm.default(sin, w);  w = None\n        neg: \"f32[2, 3]\" = "
            "torch.ops.aten.neg.default(sin);  sin = None\n"));
  CHECK(has(now.text, "torch.ops.aten.cos.default(neg);  neg = None"));
  // Of the output's list.
  now = change(kText,
               R"j({"do":"insert","text":"torch.ops.aten.neg.default(mm)","into":{"node":"output","slot":[ 0, 0 ]}})j");
  CHECK(has(now.text, "return (neg, cos)"));
  CHECK(
      has(refused(kText, R"j({"do":"insert","text":"torch.ops.aten.neg.default(cos)","into":{"node":"mm","slot":7}})j"),
          "'mm' has no such argument"));
}

TEST_CASE("edit: shapes follow, and what PyTorch refuses is told") {
  Changed now = change(kText, R"j({"do":"insert","text":"torch.ops.aten.t.default(sin)","after":"sin","users":true})j");
  CHECK(has(now.text, "cos: \"f32[3, 2]\" = torch.ops.aten.cos.default(t)"));
  CHECK(has(now.text, "        mm = torch.ops.aten.mm.default(t, w)"));
  CHECK(has(now.diagnostics, "error shape /mm:5 a and b must have same reduction dim, but got [3, 2] X [3, 4]."));
  // Told of again by whoever asks.
  Door door;
  const JsonValue& root = door.call("check_values", "{}", now.text);
  CHECK(has(diagnostics_in(root["value"]["diagnostics"]), "error shape /mm:5 a and b must have"));
  // Arguments against the schema, in PyTorch's words.
  now = change(kText, R"j({"do":"arguments","node":"mm","text":"sin"})j");
  CHECK(has(now.diagnostics,
            "error shape /mm:4 aten::mm() is missing value for argument 'mat2'. Declaration: aten::mm(Tensor self, "
            "Tensor mat2) -> Tensor"));
  now = change(kText, R"j({"do":"arguments","node":"cos","text":"sin, beta=1"})j");
  CHECK(has(now.diagnostics,
            "Unknown keyword argument 'beta' for operator 'aten::cos'. Schema: aten::cos(Tensor self) -> Tensor"));
  now = change(kText, R"j({"do":"insert","text":"torch.ops.aten.sum.dim_IntList(sin, ['a'])","after":"sin"})j");
  CHECK(has(now.diagnostics,
            "aten::sum() Expected a value of type 'Optional[List[int]]' for argument 'dim' but instead found type "
            "'list'.\nPosition: 1\nValue: ['a']"));
}

TEST_CASE("edit: arguments") {
  const std::string text = with(
      kText, "torch.ops.aten.cos.default(sin)", "torch.ops.aten.add.Tensor(sin, sin, alpha = 2)");
  CHECK(has(change(text, R"j({"do":"argument","node":"cos","slot":["alpha"],"text":"3"})j").text,
            "add.Tensor(sin, sin, alpha = 3);"));
  CHECK(has(change(text, R"j({"do":"argument","node":"cos","slot":[1],"text":"x"})j").text,
            "add.Tensor(sin, x, alpha = 2);  sin = x = None"));
  CHECK(has(change(text, R"j({"do":"argument","node":"cos","slot":1,"text":"x * 2"})j").text,
            "        mul: \"f32[2, 3]\" = x * 2;  x = None\n        cos: \"f32[2, 3]\" = "
            "torch.ops.aten.add.Tensor(sin, mul, alpha = 2)"));
  CHECK(has(change(kText, R"j({"do":"argument","node":"output","slot":[0,1],"text":"[x, 1.5, None]"})j").text,
            "return (mm, [x, 1.5, None])"));
  CHECK(change(text, R"j({"do":"argument","node":"cos","slot":["alpha"],"text":"3"})j").title ==
        "Set an argument of cos to 3");
  CHECK(has(refused(text, R"j({"do":"argument","node":"cos","slot":[0],"text":"x, w"})j"), "one value is needed"));
  CHECK(has(refused(text, R"j({"do":"argument","node":"cos","slot":[0],"text":"nothing"})j"),
            "/:1 unknown name 'nothing'"));
  CHECK(has(refused(text, R"j({"do":"argument","node":"cos","slot":[5],"text":"x"})j"), "'cos' has no such argument"));
  CHECK(has(refused(text, R"j({"do":"argument","node":"x","slot":[0],"text":"w"})j"),
            "'x' takes no arguments: it is a placeholder"));
  // A node that stands behind is moved in front, unless that makes a cycle.
  Changed now = change(kText, R"j({"do":"argument","node":"mm","slot":[0],"text":"cos"})j");
  CHECK(has(now.text,
            "        cos: \"f32[2, 3]\" = torch.ops.aten.cos.default(sin);  sin = None\n        mm: \"f32[2, 4]\" = "
            "torch.ops.aten.mm.default(cos, w);  w = None\n"));
  CHECK(has(refused(kText, R"j({"do":"argument","node":"sin","slot":[0],"text":"mm"})j"),
            "'mm' depends on 'sin': the graph would have a cycle"));
  CHECK(has(refused(kText, R"j({"do":"argument","node":"sin","slot":[0],"text":"sin"})j"), "'sin' cannot use itself"));
  const std::string toggled = with(
      kText,
      "        cos:",
      "        _set_grad_enabled = torch._C._set_grad_enabled(False);  _set_grad_enabled = None\n        cos:");
  CHECK(has(refused(toggled, R"j({"do":"argument","node":"mm","slot":[0],"text":"cos"})j"),
            "would move nodes across '_set_grad_enabled', which has a side effect"));
}

TEST_CASE("edit: delete") {
  CHECK(has(refused(kText, R"j({"do":"delete","nodes":["sin"]})j"),
            "error used /sin 'sin' is used by 'mm', 'cos'\n  note let its users take one of its arguments: 'x'"));
  Changed now = change(kText, R"j({"do":"delete","nodes":["sin"],"input":"x"})j");
  CHECK(has(now.text, "(x, w);  w = None\n        cos: \"f32[2, 3]\" = torch.ops.aten.cos.default(x);  x = None\n"));
  CHECK_FALSE(contains(now.text, "sin"));
  // A chain at once: what is left takes what the first one had.
  now = change(kText, R"j({"do":"delete","nodes":["sin","cos"],"input":"first"})j");
  CHECK(has(now.text, "torch.ops.aten.mm.default(x, w);  w = None\n        return (mm, x)"));
  CHECK(has(refused(kText, R"j({"do":"delete","nodes":["output"]})j"), "the output cannot be deleted"));
  CHECK(has(refused(kText, R"j({"do":"delete","nodes":["x"],"input":"first"})j"),
            "'x' is used by 'sin'\n  note delete them first"));
  CHECK(has(refused(kText, R"j({"do":"delete","nodes":["sin"],"input":"mm"})j"), "'mm' stands behind 'sin'"));
  CHECK(has(refused(kText, R"j({"do":"delete","nodes":[]})j"), "no node is chosen"));
  CHECK(has(refused(kText, R"j({"do":"delete","nodes":["gone"]})j"), "there is no node 'gone'"));
}

TEST_CASE("edit: rename and target") {
  Changed now = change(kText, R"j({"do":"rename","node":"sin","name":"wave"})j");
  CHECK(now.text == with(with(with(with(kText, "sin: ", "wave: "), "(sin, w)", "(wave, w)"), "(sin)", "(wave)"),
                         "sin = None",
                         "wave = None"));
  now = change(kText, R"j({"do":"rename","node":"x","name":"image"})j");
  CHECK(has(now.text, "def forward(self, image: \"f32[2, 3]\", w: \"f32[3, 4]\"):"));
  CHECK(has(refused(kText, R"j({"do":"rename","node":"sin","name":"mm"})j"), "there is a node 'mm' already"));
  CHECK(has(refused(kText, R"j({"do":"rename","node":"sin","name":"for"})j"), "'for' is reserved"));
  CHECK(has(refused(kText, R"j({"do":"rename","node":"sin","name":"1a"})j"), "'1a' is no name"));
  now = change(kText, R"j({"do":"target","node":"sin","target":"torch.ops.aten.argmax.default"})j");
  CHECK(has(now.text, "        sin: \"i64[]\" = torch.ops.aten.argmax.default(x)"));
  CHECK(has(now.diagnostics, "error shape /mm:4"));
  CHECK(has(refused(kText, R"j({"do":"target","node":"sin","target":"relu"})j"), "'relu' is no function"));
  CHECK(has(refused(kText, R"j({"do":"target","node":"x","target":"y"})j"), "rename it instead"));
}

TEST_CASE("edit: a region without grad") {
  Changed now = change(kText, R"j({"do":"set_grad","nodes":["cos"]})j");
  CHECK(has(now.text,
            "        _set_grad_enabled = torch._C._set_grad_enabled(False);  _set_grad_enabled = None\n        cos: "));
  CHECK(has(now.text,
            "sin = None\n        _set_grad_enabled_1 = torch._C._set_grad_enabled(True);  _set_grad_enabled_1 = None\n "
            "       return"));
  // What stands between and has nothing to do with it makes room.
  now = change(kText, R"j({"do":"set_grad","nodes":["sin","cos"]})j");
  CHECK(now.text.find(" mm:") > now.text.find("_set_grad_enabled_1 ="));
  CHECK(has(refused(now.text, R"j({"do":"set_grad","nodes":["cos"]})j"), "grad mode is disabled there already"));
  CHECK(has(refused(now.text, R"j({"do":"set_grad","nodes":["_set_grad_enabled","sin"]})j"), "switches a mode itself"));
  CHECK(has(refused(kText, R"j({"do":"set_grad","nodes":["x"]})j"), "no operation is chosen"));
}

TEST_CASE("edit: nodes into a submodule and back") {
  Changed now = change(kText, R"j({"do":"extract","nodes":["sin","cos"]})j");
  CHECK(now.title == "Extract submod_1");
  CHECK(has(now.text,
            "        submod_1 = self.submod_1(x);  x = None\n        getitem: \"f32[2, 3]\" = submod_1[0]\n        "
            "getitem_1: \"f32[2, 3]\" = submod_1[1];  submod_1 = None\n"));
  CHECK(has(now.text,
            "    class submod_1(torch.nn.Module):\n        def forward(self, x: \"f32[2, 3]\"):\n            sin: "
            "\"f32[2, 3]\" = torch.ops.aten.sin.default(x);  x = None\n"));
  Changed back = change(now.text, R"j({"do":"inline","node":"submod_1"})j");
  CHECK(has(back.text, "        mm: \"f32[2, 4]\" = torch.ops.aten.mm.default(sin, w)"));
  CHECK_FALSE(contains(back.text, "submod"));
  // One value comes out as it is; the name is chosen.
  now = change(kText, R"j({"do":"extract","nodes":["cos"],"name":"head"})j");
  CHECK(has(now.text, "        head: \"f32[2, 3]\" = self.head(sin);  sin = None\n        return (mm, head)"));
  // An edit inside of it reaches the caller.
  Changed inner = change(now.text, R"j({"do":"target","node":"cos","target":"torch.ops.aten.t.default"})j", "head");
  CHECK(has(inner.text, "        head: \"f32[3, 2]\" = self.head(sin)"));
  CHECK(
      has(refused(now.text, R"j({"do":"extract","nodes":["mm"],"name":"head"})j"), "has an attribute 'head' already"));
  CHECK(has(refused(kText, R"j({"do":"inline","node":"sin"})j"), "'sin' is a call_function, no call of a submodule"));
  const std::string chain = with(kText, "cos.default(sin)", "cos.default(mm)");
  CHECK(has(refused(with(chain, "(mm, cos)", "(cos,)"), R"j({"do":"extract","nodes":["sin","cos"]})j"),
            "'mm' is in the way: it uses the selection, and 'cos' of the selection uses it\n  note select 'mm' too"));
  CHECK(has(refused(kText, R"j({"do":"extract","nodes":["sin"]})j", "nowhere"), "there is no graph 'nowhere'"));
  // A graph that an operator takes goes along with it.
  const std::string branches =
      "class GraphModule(torch.nn.Module):\n    def forward(self, p: \"b8[]\", x: \"f32[2]\"):\n        t = self.t\n   "
      "     cond = torch.ops.higher_order.cond(p, t, t, [x]);  p = t = x = None\n        getitem: \"f32[2]\" = "
      "cond[0];  cond = None\n        return (getitem,)\n        \n    class t(torch.nn.Module):\n        def "
      "forward(self, a: \"f32[2]\"):\n            sin: \"f32[2]\" = torch.ops.aten.sin.default(a);  a = None\n         "
      "   return (sin,)\n            ";
  now = change(branches, R"j({"do":"extract","nodes":["cond","getitem"]})j");
  CHECK(now.diagnostics.empty());
  CHECK(has(now.text, "        submod_1: \"f32[2]\" = self.submod_1(p, x);  p = x = None\n        return (submod_1,)"));
  CHECK(has(now.text, "            t = self.t\n            cond = torch.ops.higher_order.cond(p, t, t, [x])"));
  CHECK(has(now.text, "        class t(torch.nn.Module):"));
  // A form that shows no bodies gives way to one that does.
  CHECK(change(kHand, R"j({"do":"extract","nodes":["a"]})j").format == "readable");
}

TEST_CASE("edit: duplicate, copy and paste") {
  Changed now = change(kText, R"j({"do":"duplicate","nodes":["sin","cos"]})j");
  CHECK(now.made == "sin_1 cos_1");
  CHECK(has(now.text, "cos_1: \"f32[2, 3]\" = torch.ops.aten.cos.default(sin_1)"));
  Door door;
  const JsonValue& root = door.call("copy_nodes", R"j({"nodes":["cos","sin"]})j", kText);
  CHECK(root["ok"].boolean());
  CHECK(door.answer.payload == "sin = torch.ops.aten.sin.default(x)\ncos = torch.ops.aten.cos.default(sin)\n");
  now = change(
      kText,
      R"j({"do":"insert","text":"sin = torch.ops.aten.sin.default(x)\ncos = torch.ops.aten.cos.default(sin)\n","after":"mm"})j");
  CHECK(now.made == "sin_1 cos_1");
}

TEST_CASE("edit: what the edit leaves alone stays as it was written") {
  Changed now = change(kHand, R"j({"do":"insert","text":"torch.cos(a)","after":"a"})j");
  CHECK(now.text == with(kHand, "\n\n  b =", "\n  cos = torch.cos(a)\n\n  b ="));
  CHECK(now.format == "code");
  // The statement that makes a node with others is written anew, its neighbours are not.
  now = change(kHand, R"j({"do":"argument","node":"add","slot":[1],"text":"2"})j");
  CHECK(has(now.text,
            "  # first\n  a = torch.sin(x)   # why\n\n  add = a + 2\n  b = add.relu()\n  # last\n  c = torch.cat([a,\n "
            "                b])\n  return c\n"));
  // A comment stays when its line goes.
  now = change(kHand, R"j({"do":"delete","nodes":["a"],"input":"x"})j");
  CHECK(has(now.text, "  # first\n"));
  CHECK(has(now.text, "  # why\n"));
  CHECK_FALSE(contains(now.text, "  b = (x + 1).relu()"));
  CHECK(has(now.text, "  # last\n  c = torch.cat([x, b])\n"));
  // What print_readable() sets between lines does not come into a text that has it not.
  const std::string noted =
      "class GraphModule(torch.nn.Module):\n    def forward(self, x: \"f32[2]\"):\n        # mine\n        cos: "
      "\"f32[2]\" = torch.ops.aten.cos.default(x);  x = None\n        return (cos,)\n        ";
  CHECK(has(change(noted, R"j({"do":"duplicate","nodes":["cos"]})j").text,
            "        # mine\n        cos: \"f32[2]\" = torch.ops.aten.cos.default(x)\n        cos_1: \"f32[2]\" = "
            "torch.ops.aten.cos.default(x);  x = cos_1 = None\n        return (cos,)\n        "));
  CHECK(has(change(noted, R"j({"do":"set_grad","nodes":["cos"]})j").text,
            "):\n        _set_grad_enabled = torch._C._set_grad_enabled(False);  _set_grad_enabled = None\n        # "
            "mine\n        cos:"));
  // The text of str(graph) stays that.
  const std::string graph =
      "graph():\n    %x : [num_users=1] = placeholder[target=x]\n    %sin : [num_users=1] = "
      "call_function[target=torch.sin](args = (%x,), kwargs = {})\n    return sin";
  CHECK(has(change(graph, R"j({"do":"rename","node":"sin","name":"wave"})j").text,
            "    %wave : [num_users=1] = call_function[target=torch.sin](args = (%x,), kwargs = {})\n    return wave"));
}

TEST_CASE("edit: the signature follows") {
  const std::string program =
      "ExportedProgram:\n    class GraphModule(torch.nn.Module):\n        def forward(self, p_w: \"f32[2]\", x: "
      "\"f32[2]\"):\n            add: \"f32[2]\" = torch.ops.aten.add.Tensor(x, p_w);  x = p_w = None\n            "
      "return (add,)\n            \nGraph signature: "
      "ExportGraphSignature(input_specs=[InputSpec(kind=<InputKind.PARAMETER: 2>, arg=TensorArgument(name='p_w'), "
      "target='w', persistent=None), InputSpec(kind=<InputKind.USER_INPUT: 1>, arg=TensorArgument(name='x'), "
      "target=None, persistent=None)], output_specs=[OutputSpec(kind=<OutputKind.USER_OUTPUT: 1>, "
      "arg=TensorArgument(name='add'), target=None)])\nRange constraints: {}\n";
  Changed now = change(program,
                       R"j({"do":"insert","text":"torch.ops.aten.relu.default(add)","after":"add","users":true})j");
  CHECK(has(now.text, "output_specs=[OutputSpec(kind=<OutputKind.USER_OUTPUT: 1>, arg=TensorArgument(name='relu')"));
  now = change(program, R"j({"do":"rename","node":"x","name":"image"})j");
  CHECK(has(now.text, "arg=TensorArgument(name='image')"));
  // An output that becomes an input leaves the input's own name alone.
  now = change(program, R"j({"do":"delete","nodes":["add"],"input":"x"})j");
  CHECK(has(now.text, "arg=TensorArgument(name='p_w'), target='w'"));
  now = change(now.text, R"j({"do":"delete","nodes":["p_w"]})j");
  CHECK_FALSE(contains(now.text, "p_w"));
  CHECK(has(now.text, "InputKind.USER_INPUT: 1>, arg=TensorArgument(name='x')"));
}

TEST_CASE("edit: nonsense is refused") {
  CHECK(
      has(refused(kText, R"j({"do":"explode"})j"), "there is no change 'explode'\n  note changes are: insert, delete"));
  CHECK(
      has(refused("def forward(self, x):\n    return y\n", R"j({"do":"delete","nodes":["x"]})j"), "unknown name 'y'"));
  CHECK(has(refused("", R"j({"do":"delete","nodes":["x"]})j"), "there is no text to read"));
  Door door;
  CHECK(has(
      diagnostics_in(door.call("change", R"j({"handle":7,"change":{"do":"inline","node":"x"}})j", "")["diagnostics"]),
      "there is no open program 7"));
  CHECK_FALSE(door.call("change", R"j({"change":{"do":"insert"}})j", kText)["ok"].boolean());
  CHECK_FALSE(door.call("change", R"j({"change":{"do":"argument","node":"sin","slot":{},"text":"1"}})j", kText)["ok"]
                  .boolean());
}

TEST_CASE("edit: the cost grows with the text, not with its square") {
  auto seconds = [](int lines) {
    std::string text = "def forward(self, x):\n";
    std::string last = "x";
    for (int i = 0; i < lines; ++i) {
      std::string name = cat({"v", std::to_string(i)});
      text += cat({"    ", name, " = torch.sin(", last, ")\n"});
      last = name;
    }
    text += cat({"    return ", last, "\n"});
    double start = cpu_seconds();
    change(text, R"j({"do":"rename","node":"x","name":"y"})j");
    change(text, R"j({"do":"extract","nodes":["v3","v4"]})j");
    return cpu_seconds() - start;
  };
  seconds(500);
  double once = seconds(4000), twice = seconds(8000);
  CHECK(twice < 4 * once + 0.2);
}

}  // namespace seesaw
