// core/graph/ir/node.h, namespace.h: names, the six forms, arguments, users, metadata, hooks. Facts are those of
// PyTorch 2.6.0 (oracle/facts.json; titles in the comments). Numbers of rules are those of the recorded behaviours.
#include "core/base/cat.h"
#include "core/graph/passes/rename_without_collisions.h"
#include "tests/core/helpers.h"

using namespace seesaw;
using namespace seesaw::test;

namespace {

// x, y, add(x, [x, (x, y)]), mul(y, x), sub(x, x, alpha=x), neg(mul)
struct Edited : Fixture {
  Node* y = graph.placeholder("y");
  Node* a = call("operator.add", {arg(x), graph.list({arg(x), graph.tuple({arg(x), arg(y)})})});
  Node* b = call("operator.mul", {arg(y), arg(x)});
  Node* c = nullptr;
  Node* d = nullptr;
  Symbol alpha = context.intern("alpha");
  Edited() {
    Arg args[] = {arg(x), arg(x)};
    Kwarg kwargs[] = {{alpha, arg(x)}};
    c = graph.call_function(context.callable("operator.sub"), std::span<const Arg>(args), kwargs);
    d = call("operator.neg", {arg(b)});
  }
};

// A graph with a node of each opcode, made by create_node and its six forms.
struct SixForms {
  Context context;
  Graph graph{context};
  Node *x, *y, *view;

  SixForms() {
    Arg three = context.integer(3);
    x = graph.create_node(Opcode::placeholder, Target(context.intern("x")), {&three, 1});
    y = graph.placeholder("y", {}, context.intern("torch.Tensor"));
    Node* w = graph.get_attr("layers.0.weight");
    Kwarg alpha[] = {{context.intern("alpha"), context.integer(2)}};
    Node* add = graph.call_function(context.callable("torch.ops.aten.add.Tensor"), {arg(x), arg(w)}, alpha);
    Arg view_args[] = {arg(add), graph.list({context.integer(-1), context.integer(2)})};
    Kwarg k[] = {{context.intern("k"), Arg()}};
    view = graph.create_node(Opcode::call_method, Target(context.intern("view")), view_args, k);
    Arg call_args[] = {arg(view), arg(y)};
    Node* block = graph.call_module("blocks.1", call_args);
    Arg pair[] = {context.string("k"), arg(view)};
    Arg slice[] = {Arg(), context.integer(3), Arg()};
    graph.output(graph.tuple({arg(block),
                              graph.list({arg(add), graph.container(ArgKind::dict, pair)}),
                              graph.container(ArgKind::slice, slice)}));
  }
};

}  // namespace

TEST_CASE("create_node: the six forms (facts: six forms)") {
  SixForms f;
  Graph& graph = f.graph;
  CHECK(names_of(graph) == "x y layers_0_weight add_tensor view blocks_1 output");
  CHECK(graph.str() ==
        "graph():\n    %x : [num_users=1] = placeholder[target=x](default=3)\n    %y : torch.Tensor [num_users=1] = "
        "placeholder[target=y]\n"
        "    %layers_0_weight : [num_users=1] = get_attr[target=layers.0.weight]\n"
        "    %add_tensor : [num_users=2] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, "
        "%layers_0_weight), kwargs = {alpha: 2})\n"
        "    %view : [num_users=2] = call_method[target=view](args = (%add_tensor, [-1, 2]), kwargs = {k: None})\n"
        "    %blocks_1 : [num_users=1] = call_module[target=blocks.1](args = (%view, %y), kwargs = {})\n"
        "    return (blocks_1, [add_tensor, {'k': view}], slice(None, 3, None))");
  CHECK(
      print_code(graph) ==
      "\n\n\ndef forward(self, x = 3, y : torch.Tensor):\n    layers_0_weight = getattr(self.layers, \"0\").weight\n"
      "    add_tensor = torch.ops.aten.add.Tensor(x, layers_0_weight, alpha = 2);  x = layers_0_weight = None\n"
      "    view = add_tensor.view([-1, 2], k = None)\n    blocks_1 = getattr(self.blocks, \"1\")(view, y);  y = None\n"
      "    return (blocks_1, [add_tensor, {'k': view}], slice(None, 3, None))\n    ");
  CHECK(print_tabular(graph) ==
        "opcode         name             target           args                                                         "
        "   kwargs\n"
        "-------------  ---------------  ---------------  "
        "--------------------------------------------------------------  ------------\n"
        "placeholder    x                x                (3,)                                                         "
        "   {}\n"
        "placeholder    y                y                ()                                                           "
        "   {}\n"
        "get_attr       layers_0_weight  layers.0.weight  ()                                                           "
        "   {}\n"
        "call_function  add_tensor       aten.add.Tensor  (x, layers_0_weight)                                         "
        "   {'alpha': 2}\n"
        "call_method    view             view             (add_tensor, [-1, 2])                                        "
        "   {'k': None}\n"
        "call_module    blocks_1         blocks.1         (view, y)                                                    "
        "   {}\n"
        "output         output           output           ((blocks_1, [add_tensor, {'k': view}], slice(None, 3, "
        "None)),)  {}\n");
}

TEST_CASE("graph_copy makes all but the output, and returns it (facts: graph_copy)") {
  SixForms f;
  Graph& graph = f.graph;
  Graph copy(f.context);
  IdMap<Node*> map;
  Arg result = copy.graph_copy(graph, map);
  std::string text;
  append_arg_repr(text, result);
  CHECK(text == "(blocks_1, [add_tensor, {'k': view}], slice(None, 3, None))");
  CHECK(copy.size() == 6);
  CHECK(copy.str().find("%view : [num_users=1]") != std::string::npos);
  for_each_node(result, [&](Node* node) { CHECK(&node->graph() == &copy); });
  CHECK(map.get(f.view->id())->name_text() == "view");
  copy.output(result);
  CHECK(copy.str() == graph.str());
}

TEST_CASE("deep copy and clone print the same; a clone keeps ids and sort keys") {
  SixForms f;
  Graph& graph = f.graph;
  CHECK(graph.deep_copy()->str() == graph.str());
  graph.erase_node(graph.output_node());
  f.x->append(f.y);
  std::unique_ptr<Graph> clone = graph.clone();
  CHECK(clone->str() == graph.str());
  for (Node* node : graph) {
    Node* twin = node_named(*clone, node->name_text());
    CHECK(twin->id() == node->id());
    CHECK(twin->sort_key() == node->sort_key());
    CHECK(twin->lineage() == node->lineage());
    CHECK(twin->name() == node->name());
  }
  CHECK(clone->call_method("view", {})->name_text() == graph.call_method("view", {})->name_text());
}

TEST_CASE("create_node: explicit names and names of callables (facts: explicit names, callable candidates)") {
  Fixture f;
  std::string names;
  for (const char* name : {"add", "add", "add_7", "add", "a.b", "1x", "sum", "x", "class", "_", "add_007", "print_3"}) {
    Arg x = arg(f.x);
    names += f.graph.call_function(f.context.callable("torch.relu"), {&x, 1}, {}, Name{f.context.intern(name), 0})
                 ->name_text() +
             " ";
  }
  CHECK(names == "add add_1 add_7 add_8 a_b _1x sum_1 x_1 class_1 _ add_9 print_3 ");
  names.clear();
  for (const char* path : {"aten.add.Tensor",
                           "aten.sum.dim_IntList",
                           "aten.relu.default",
                           "aten.add_.Tensor",
                           "torch.relu",
                           "torch.nn.functional.relu",
                           "operator.getitem",
                           "len",
                           "builtins.getattr",
                           "torch._C._set_grad_enabled",
                           "torch.ops.higher_order.cond",
                           "torch.ops.aten.add",
                           "torch.Tensor.view",
                           "operator.not_"}) {
    names += f.call(path, {arg(f.x)})->name_text() + " ";
  }
  CHECK(names ==
        "add_tensor sum_dim_int_list relu_default add__tensor relu relu_1 getitem len_1 getattr_1 _set_grad_enabled "
        "cond add_10 view not_ ");
}

TEST_CASE(
    "rules 15 to 17: create_node refuses; the name is used up, no node and no user is made (fact: failed "
    "create_node)") {
  Fixture f;
  Node* add = f.call("operator.add", {arg(f.x), f.integer(1)});
  f.call("operator.mul", {arg(add), arg(f.x)});
  Arg x = arg(f.x);
  check_error([&] { f.graph.create_node(Opcode::root, Target(f.context.intern("r"))); }, "AssertionError", "");
  check_error(
      [&] {
        f.graph.create_node(Opcode::call_function, Target(f.context.intern("text")), {&x, 1});
      },
      "ValueError",
      "Node [graph = graph():\n    %x : [num_users=2] = placeholder[target=x]\n"
      "    %add : [num_users=1] = call_function[target=operator.add](args = (%x, 1), kwargs = {})\n"
      "    %mul : [num_users=0] = call_function[target=operator.mul](args = (%add, %x), kwargs = {}), name = 'text'] "
      "target text has type str but a Callable is expected");
  CHECK(f.graph.size() == 3);
  CHECK(names_of(f.x->users()) == "add mul");
  CHECK(f.graph.call_method("text", {x})->name_text() == "text_1");
  // special.json, "call_method with a callable target"
  for (Opcode op : {Opcode::call_method, Opcode::call_module, Opcode::get_attr, Opcode::placeholder, Opcode::output}) {
    Fixture g;
    check_error([&] { g.graph.create_node(op, Target(g.context.callable("operator.add"))); },
                "ValueError",
                "Node [graph = graph():\n    %x : [num_users=0] = placeholder[target=x], name = 'add'] target "
                "<built-in function add> has type _operator.add but a str is expected");
  }
  CHECK(find_opcode("call_function") == Opcode::call_function);
  CHECK(find_opcode("root") == Opcode::unknown);
  CHECK(find_opcode("") == Opcode::unknown);
}

TEST_CASE("rules 19 to 26: users and arguments through a series of edits (facts: edit)") {
  Edited f;
  CHECK(names_of(f.x->users()) == "add mul sub");
  CHECK(names_of(f.y->users()) == "add mul");
  f.b->replace_input_with(f.x, f.y);
  CHECK(names_of(f.x->users()) == "add sub");
  CHECK(names_of(f.y->users()) == "add mul");
  CHECK(names_of(f.x->replace_all_uses_with(f.y, [&](Node* user) { return user != f.c; })) == "add");
  CHECK(names_of(f.x->users()) == "sub");
  CHECK(names_of(f.y->users()) == "mul add");
  Arg y = arg(f.y);
  f.a->set_args({&y, 1});
  CHECK(names_of(f.y->users()) == "mul add");
  Kwarg kwargs[] = {{f.alpha, arg(f.y)}};
  f.c->set_kwargs(kwargs);
  CHECK(names_of(f.y->users()) == "mul add sub");
  CHECK(names_of(f.c->all_input_nodes()) == "x y");
  f.c->update_kwarg(f.context.intern("beta"), arg(f.d));
  f.c->update_kwarg(f.alpha, f.integer(1));
  CHECK(f.c->format_node() ==
        "%sub : [num_users=0] = call_function[target=operator.sub](args = (%x, %x), kwargs = {alpha: 1, beta: %neg})");
  CHECK(names_of(f.y->users()) == "mul add");
  f.a->insert_arg(0, arg(f.d));
  f.a->insert_arg(2, f.integer(5));
  CHECK(f.a->format_node() ==
        "%add : [num_users=0] = call_function[target=operator.add](args = (%neg, %y, 5), kwargs = {})");
  CHECK(names_of(f.d->users()) == "sub add");
  CHECK(names_of(f.a->all_input_nodes()) == "y neg");
  f.a->update_arg(-1, arg(f.x));
  CHECK(names_of(f.y->users()) == "mul add");
  CHECK(names_of(f.x->users()) == "sub add");
  check_error([&] { f.a->update_arg(3, arg(f.x)); }, "IndexError", "list assignment index out of range");
  check_error([&] { f.a->update_arg(-4, arg(f.x)); }, "IndexError", "list assignment index out of range");
  check_error([&] { f.a->insert_arg(-1, arg(f.x)); },
              "AssertionError",
              "insert_args index must be between 0 and len(self.args)");
  check_error([&] { f.a->insert_arg(4, arg(f.x)); },
              "AssertionError",
              "insert_args index must be between 0 and len(self.args)");
  CHECK(f.graph.str() ==
        "graph():\n    %x : [num_users=2] = placeholder[target=x]\n    %y : [num_users=2] = placeholder[target=y]\n"
        "    %add : [num_users=0] = call_function[target=operator.add](args = (%neg, %y, %x), kwargs = {})\n"
        "    %mul : [num_users=1] = call_function[target=operator.mul](args = (%y, %y), kwargs = {})\n"
        "    %sub : [num_users=0] = call_function[target=operator.sub](args = (%x, %x), kwargs = {alpha: 1, beta: "
        "%neg})\n"
        "    %neg : [num_users=2] = call_function[target=operator.neg](args = (%mul,), kwargs = {})");
  f.graph.erase_node(f.c);
  CHECK(names_of(f.x->users()) == "add");
  CHECK(names_of(f.d->users()) == "add");
  CHECK(f.c->format_node() ==
        "%sub : [num_users=0] = call_function[target=operator.sub](args = (None, None), kwargs = {alpha: 1, beta: "
        "None})");
  CHECK(f.d->is_user(f.a));
  CHECK_FALSE(f.d->is_user(f.c));
  Arg slice[] = {arg(f.d), arg(f.x), arg(f.y)};
  Arg dict[] = {f.context.string("k"), arg(f.b), f.context.string("l"), f.graph.list({arg(f.a)})};
  Arg args[] = {f.graph.container(ArgKind::slice, slice), f.graph.container(ArgKind::dict, dict)};
  Kwarg z[] = {{f.context.intern("z"), f.graph.tuple({arg(f.x)})}};
  Node* e = f.graph.call_function(f.context.callable("operator.add"), std::span<const Arg>(args), z);
  CHECK(names_of(e->all_input_nodes()) == "neg x y mul add");
}

TEST_CASE("rule 27: erasing a node with several users names them all; users are looked at before the graph") {
  Fixture f;
  f.call("operator.add", {arg(f.x), arg(f.x)});
  f.call("operator.mul", {arg(f.x)});
  Graph other(f.context);
  check_error([&] { f.graph.erase_node(f.x); },
              "RuntimeError",
              "Tried to erase Node x but it still had 2 users in the graph: {add: None, mul: None}!");
  check_error([&] { other.erase_node(f.x); },
              "RuntimeError",
              "Tried to erase Node x but it still had 2 users in the graph: {add: None, mul: None}!");
  Node* mul = f.graph.last();
  f.graph.erase_node(mul);
  f.graph.erase_node(mul);
  CHECK(f.context.warnings == std::vector<std::string>{"erase_node(mul) on an already erased node"});
  CHECK(f.graph.size() == 2);
}

TEST_CASE("rule 24: replacing may make a node use itself; only lint tells") {
  Fixture f;
  Node* a = f.call("operator.add", {arg(f.x), f.integer(1)});
  Node* b = f.call("operator.mul", {arg(a), arg(f.x)});
  a->replace_all_uses_with(b);
  f.x->replace_all_uses_with(b);
  check_error([&] { f.graph.lint(); },
              "RuntimeError",
              "Argument 'mul' of Node 'add' was used before it has been defined! Please check that Nodes in the graph "
              "are topologically ordered\n"
              "graph():\n    %x : [num_users=0] = placeholder[target=x]\n    %add : [num_users=0] = "
              "call_function[target=operator.add](args = (%mul, 1), kwargs = {})\n"
              "    %mul : [num_users=2] = call_function[target=operator.mul](args = (%mul, %mul), kwargs = {})");
}

TEST_CASE("rules 25 and 30: metadata is copied shallowly, propagated once (facts: node_copy, propagate_meta)") {
  Fixture f;
  Node* a = f.call("operator.neg", {arg(f.x)});
  a->set_meta(f.context.keys.val, f.integer(7));
  a->set_meta(f.context.intern("other"), f.context.string("o"));
  Node* b = f.graph.node_copy(a, [](Node* n) { return Arg::node(n); });
  CHECK(b->name_text() == "neg_1");
  CHECK(b->find_meta(f.context.keys.val)->as_int() == 7);
  b->set_meta(f.context.keys.val, f.integer(8));
  CHECK(a->find_meta(f.context.keys.val)->as_int() == 7);
  CHECK(b->lineage() == a->lineage());
  Node* c = f.call("operator.pos", {arg(a)});
  Node* d = f.call("operator.abs", {arg(f.x)});
  a->replace_all_uses_with(d, nullptr, true);
  CHECK(d->find_meta(f.context.intern("other"))->text() == "o");
  CHECK(c->args()[0].as_node() == d);
  check_error(
      [&] { d->replace_all_uses_with(a, nullptr, true); },
      "AssertionError",
      "Called node.replace_all_uses_with(replace_with, propagate_meta=True), but replace_with already has .meta keys");
  CHECK(c->args()[0].as_node() == d);
  a->remove_meta(f.context.keys.val);
  CHECK(a->find_meta(f.context.keys.val) == nullptr);
  a->remove_meta(f.context.intern("other"));
  CHECK(a->meta() == nullptr);
  CHECK(a->stack_trace().empty());
  a->set_meta(f.context.keys.stack_trace, f.context.string("trace"));
  CHECK(a->stack_trace() == "trace");
}

TEST_CASE("metadata records are shared by contents and keep the order of their keys") {
  Fixture f;
  Symbol k1 = f.context.intern("k1"), k2 = f.context.intern("k2");
  const Meta* first = f.context.meta_with(f.context.meta_with(nullptr, k1, f.integer(1)), k2, f.integer(2));
  CHECK(f.context.meta_with(f.context.meta_with(nullptr, k1, f.integer(1)), k2, f.integer(2)) == first);
  const Meta* changed = f.context.meta_with(first, k1, f.integer(3));
  CHECK(changed->begin()[0].key == k1);
  CHECK(changed->begin()[0].value.as_int() == 3);
  CHECK(f.context.meta_without(first, f.context.intern("none")) == first);
  CHECK(f.context.meta_without(nullptr, k1) == nullptr);
  CHECK(f.context.meta_without(first, k1)->size == 1);
  for (int i = 0; i < 2000; ++i) f.context.meta_with(nullptr, k1, f.integer(i));
  CHECK(f.context.meta_with(nullptr, k1, f.integer(77))->find(k1)->as_int() == 77);
}

TEST_CASE("rule 12: node.name and _rename (fact: renaming)") {
  Fixture f;
  Node* a = f.call("operator.neg", {arg(f.x)});
  a->rename(f.context.name("neg"));
  CHECK(a->name_text() == "neg");
  a->rename(f.context.name("x"));
  CHECK(a->name_text() == "x_1");
  a->rename(f.context.name("x"));
  CHECK(a->name_text() == "x_2");
  a->set_name(f.context.name("x"));
  CHECK(a->name_text() == "x");
  CHECK(f.call("operator.neg", {arg(f.x)})->name_text() == "neg_1");
  CHECK(print_code(f.graph) ==
        "\n\n\ndef forward(self, x):\n    x_1 = -x;  x_1 = None\n    neg_1 = -x;  x = neg_1 = None\n    ");
  CHECK(f.graph.str() ==
        "graph():\n    %x : [num_users=2] = placeholder[target=x]\n    %x : [num_users=0] = "
        "call_function[target=operator.neg](args = (%x,), kwargs = {})\n"
        "    %neg_1 : [num_users=0] = call_function[target=operator.neg](args = (%x,), kwargs = {})");
}

TEST_CASE("rules 14 and 29: hooks (fact: hooks)") {
  ModuleFixture f;
  Node* x = f.graph.placeholder("x");
  Node* a = f.call("operator.add", {arg(x), f.context.integer(1)});
  Node* b = f.call("operator.mul", {arg(a), arg(x)});
  f.graph.output(f.graph.tuple({arg(b)}));
  std::vector<std::string> log;
  auto listed = [&](Node* node) {
    return (" " + names_of(f.graph) + " ").find(" " + node->name_text() + " ") != std::string::npos;
  };
  f.module->create_node_hooks.push_back([&](Node* node) {
    log.push_back(cat({"create ", node->name_text(), listed(node) ? " listed" : " not listed"}));
  });
  f.module->erase_node_hooks.push_back([&](Node* node) {
    log.push_back(
        cat({"erase ", node->name_text(), listed(node) ? " listed" : "", node->is_erased() ? " erased" : ""}));
  });
  f.module->replace_hooks.push_back([&](Node* old_node, Name name, Node* user) {
    std::string args;
    append_arg_repr(args, make_container(f.context.arena, ArgKind::tuple, user->args()));
    log.push_back(cat({"replace ", old_node->name_text(), " ", name.text(), " ", user->name_text(), " ", args}));
  });
  Node* c = nullptr;
  {
    InsertPoint here = f.graph.inserting_before(b);
    c = f.call("operator.neg", {arg(a)});
  }
  b->replace_input_with(a, c);
  c->replace_all_uses_with(a, [&](Node* user) { return user == b; });
  x->replace_all_uses_with(c, [](Node* user) { return user->op() == Opcode::output; });
  b->set_name(f.context.name("renamed"));
  b->rename(f.context.name("renamed"));
  b->rename(f.context.name("x"));
  f.graph.erase_node(c);
  CHECK(log == std::vector<std::string>{"create neg not listed",
                                        "replace add neg mul (add, x)",
                                        "replace neg add mul (neg, x)",
                                        "replace mul renamed output ((mul,),)",
                                        "replace renamed x_1 output ((renamed,),)",
                                        "erase neg listed"});
}

TEST_CASE("rename_without_collisions: placeholders keep their name, others count up (rule 174)") {
  RenameWithoutCollisions names;
  CHECK(names.rename("arg0_1", "x", true) == "x");
  CHECK(names.rename("x", "x", false) == "x_1");
  CHECK(names.rename("mul", "mul_2", false) == "mul_2");
  CHECK(names.rename("mul_9", "mul_2", false) == "mul_3");
  CHECK(names.rename("arg1_1", "mul_2", true) == "mul_2_1");
  CHECK(names.rename("arg0_1", "y", true) == "y");
  CHECK(names.rename("other", "x", true) == "x");
}

TEST_CASE("unknown opcodes: the text of each node, the last one that was set, through clone and node_copy") {
  Fixture f;
  std::vector<Node*> nodes;
  for (const char* text : {"frobnicate", "twist"}) {
    nodes.push_back(f.call("operator.neg", {arg(f.x)}));
    f.graph.set_unknown_opcode(nodes.back(), f.context.intern(text));
  }
  f.graph.set_unknown_opcode(nodes[1], f.context.intern("shout"));
  f.graph.set_id(nodes[0], 70);
  CHECK(f.graph.opcode_text(nodes[0]) == "frobnicate");
  CHECK(f.graph.opcode_text(nodes[1]) == "shout");
  std::unique_ptr<Graph> clone = f.graph.clone();
  CHECK(clone->opcode_text(node_named(*clone, "neg")) == "frobnicate");
  CHECK(clone->opcode_text(node_named(*clone, "neg_1")) == "shout");
  Node* copy = f.graph.node_copy(nodes[0], [](Node* n) { return arg(n); });
  CHECK(f.graph.opcode_text(copy) == "frobnicate");
  f.graph.erase_node(nodes[0]);
  CHECK(f.graph.clone()->size() == f.graph.size());
}

TEST_CASE("insert_arg: wide values with inputs that are there already, and with inputs used far and wide") {
  Fixture f;
  std::vector<Node*> inputs;
  for (int i = 0; i < 12; ++i) inputs.push_back(f.graph.placeholder(cat({"p", std::to_string(i)})));
  Node* user = f.call("operator.add", {arg(inputs[3]), arg(inputs[7])});
  for (int i = 0; i < 50000; ++i) f.call("operator.neg", {arg(inputs[7])});
  std::vector<Arg> items;
  for (std::size_t i = 12; i-- > 0;) items.push_back(arg(inputs[i]));
  items.push_back(arg(inputs[0]));
  for (int i = 0; i < 200; ++i) user->insert_arg(0, f.graph.container(ArgKind::list, items));
  CHECK(names_of(user->all_input_nodes()) == "p3 p7 p11 p10 p9 p8 p6 p5 p4 p2 p1 p0");
  CHECK(user->args().size() == 202);
  CHECK(inputs[7]->users().front() == user);
  CHECK(inputs[7]->num_users() == 50001);
  CHECK(inputs[0]->num_users() == 1);
}
