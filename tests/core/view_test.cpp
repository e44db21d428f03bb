// core/view: pictures. Boxes apart, lines downwards and past the boxes, groups around their nodes, stability, growth in
// counted steps.
#include <algorithm>
#include <cmath>
#include <map>

#include "core/engine/view/compare.h"
#include "core/engine/view/layered.h"
#include "core/engine/view/picture.h"
#include "core/graph/passes/pass_manager.h"
#include "tests/bench/view_graphs.h"
#include "tests/core/helpers.h"

using namespace seesaw;
using namespace seesaw::test;
using namespace seesaw::view;

namespace {

struct Box {
  float left, top, right, bottom;
};
Box box_at(const std::vector<float>& boxes, std::size_t i) {
  return {boxes[4 * i], boxes[4 * i + 1], boxes[4 * i] + boxes[4 * i + 2], boxes[4 * i + 1] + boxes[4 * i + 3]};
}

std::size_t index_of(const Picture& picture, std::string_view name, std::string_view path = "") {
  for (std::size_t i = 0; i < picture.size(); ++i) {
    if (picture.name[i] == name && picture.paths[picture.path[i]] == path) return i;
  }
  FAIL("no " << path << "." << name);
  return 0;
}

// Leaves of the nesting: boxes of nodes. Sorted by top, so that only neighbours are compared.
std::size_t overlaps(const Picture& picture) {
  std::vector<std::size_t> by_top(picture.size());
  for (std::size_t i = 0; i < by_top.size(); ++i) by_top[i] = i;
  std::sort(by_top.begin(), by_top.end(), [&](std::size_t a, std::size_t b) {
    return picture.box[4 * a + 1] < picture.box[4 * b + 1];
  });
  std::size_t found = 0;
  for (std::size_t i = 0; i < by_top.size(); ++i) {
    Box a = box_at(picture.box, by_top[i]);
    for (std::size_t j = i + 1; j < by_top.size(); ++j) {
      Box b = box_at(picture.box, by_top[j]);
      if (b.top >= a.bottom) break;
      found += a.left < b.right && b.left < a.right ? 1u : 0u;
    }
  }
  return found;
}

bool holds(const Box& outer, const Box& inner) {
  return outer.left <= inner.left && outer.right >= inner.right && outer.top <= inner.top &&
         outer.bottom >= inner.bottom;
}

// Also for all that follows from how a picture is made.
void check_sound(const Picture& picture) {
  CHECK(overlaps(picture) == 0);
  for (std::size_t i = 0; i < picture.size(); ++i) {
    if (picture.group[i] >= 0)
      CHECK(holds(box_at(picture.group_box, static_cast<std::size_t>(picture.group[i])), box_at(picture.box, i)));
    CHECK(holds({picture.left, picture.top, picture.left + picture.width, picture.top + picture.height},
                box_at(picture.box, i)));
  }
  for (std::size_t g = 0; g < picture.groups.size(); ++g) {
    if (picture.groups[g].parent < 0) continue;
    CHECK(static_cast<std::size_t>(picture.groups[g].parent) < g);
    CHECK(holds(box_at(picture.group_box, static_cast<std::size_t>(picture.groups[g].parent)),
                box_at(picture.group_box, g)));
  }
  std::size_t upwards = 0, misplaced = 0;
  for (std::size_t e = 0; e < picture.from.size(); ++e) {
    Box from = box_at(picture.box, picture.from[e]), to = box_at(picture.box, picture.to[e]);
    std::size_t first = picture.start[e], last = picture.start[e + 1] - 1;
    misplaced += std::fabs(picture.points[2 * first + 1] - from.bottom) > 0.5f ||
                 std::fabs(picture.points[2 * last + 1] - to.top) > 0.5f;
    misplaced += picture.points[2 * last] < to.left || picture.points[2 * last] > to.right;
    for (std::size_t p = first + 1; p <= last; ++p)
      upwards += picture.points[2 * p + 1] < picture.points[2 * p - 1] - 0.5f;
  }
  CHECK(upwards == 0);
  CHECK(misplaced == 0);
}

// How many pieces of lines go through the box of a node that is not at their end.
std::size_t pierced(const Picture& picture) {
  std::size_t found = 0;
  for (std::size_t e = 0; e < picture.from.size(); ++e) {
    for (std::size_t p = picture.start[e] + 1; p < picture.start[e + 1]; ++p) {
      float ax = picture.points[2 * p - 2], ay = picture.points[2 * p - 1], bx = picture.points[2 * p],
            by = picture.points[2 * p + 1];
      for (std::size_t i = 0; i < picture.size(); ++i) {
        if (i == picture.from[e] || i == picture.to[e]) continue;
        Box box = box_at(picture.box, i);
        float low = std::max(ay, box.top + 1), high = std::min(by, box.bottom - 1);
        if (low > high) continue;
        auto x_at = [&](float y) { return by == ay ? ax : ax + (bx - ax) * (y - ay) / (by - ay); };
        float left = std::min(x_at(low), x_at(high)), right = std::max(x_at(low), x_at(high));
        found += right > box.left + 1 && left < box.right - 1 ? 1u : 0u;
      }
    }
  }
  return found;
}

// Pairs of pieces of lines that cross and have no node in common.
std::size_t crossings(const Picture& picture) {
  auto point = [&](std::size_t p) { return std::pair(picture.points[2 * p], picture.points[2 * p + 1]); };
  auto side = [&](std::size_t a, std::size_t b, std::size_t p) {
    auto [ax, ay] = point(a);
    auto [bx, by] = point(b);
    auto [px, py] = point(p);
    return (bx - ax) * (py - ay) - (by - ay) * (px - ax);
  };
  std::size_t found = 0;
  for (std::size_t e = 0; e < picture.from.size(); ++e) {
    for (std::size_t f = 0; f < e; ++f) {
      auto [from, to] = std::pair(picture.from[f], picture.to[f]);
      if (picture.from[e] == from || picture.to[e] == to || picture.from[e] == to || picture.to[e] == from) continue;
      for (std::size_t p = picture.start[e]; p + 1 < picture.start[e + 1]; ++p) {
        for (std::size_t q = picture.start[f]; q + 1 < picture.start[f + 1]; ++q) {
          found += side(p, p + 1, q) * side(p, p + 1, q + 1) < 0 && side(q, q + 1, p) * side(q, q + 1, p + 1) < 0 ? 1u
                                                                                                                  : 0u;
        }
      }
    }
  }
  return found;
}

Anchor anchor_of(const Picture& picture, bool same_family = true) {
  return {same_family, picture.lineage, picture.key, picture.box, picture.group_key, picture.group_box};
}

// Of the nodes of the first picture, those that are more than five pixels away in the second.
std::size_t moved(const Picture& before, const Picture& after) {
  std::map<const Node*, std::size_t> now;
  for (std::size_t i = 0; i < after.size(); ++i) now[after.node[i]] = i;
  std::size_t count = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    auto found = now.find(before.node[i]);
    if (found == now.end()) continue;
    count += std::hypot(before.box[4 * i] - after.box[4 * found->second],
                        before.box[4 * i + 1] - after.box[4 * found->second + 1]) > 5
                 ? 1u
                 : 0u;
  }
  return count;
}

Program wrapped(std::string_view text) {
  Program program = read(text);
  PipelineResult result = run_pipeline(program, {{"replace_set_grad_with_hop_pass", {}, true}}, {});
  REQUIRE(result.ok);
  return std::move(result.program);
}

constexpr std::string_view kRegion =
    "def forward(self, x: \"f32[2, 3]\"):\n"
    "    sin = torch.ops.aten.sin.default(x)\n"
    "    _set_grad_enabled = torch._C._set_grad_enabled(False)\n"
    "    add = torch.ops.aten.add.Tensor(sin, x)\n"
    "    cos = torch.ops.aten.cos.default(add)\n"
    "    mul = torch.ops.aten.mul.Tensor(cos, sin)\n"
    "    _set_grad_enabled_1 = torch._C._set_grad_enabled(True)\n"
    "    sub = torch.ops.aten.sub.Tensor(mul, x)\n"
    "    return (sub, cos)\n";

}  // namespace

TEST_CASE("view: boxes do not overlap, lines go down, in graphs of any kind") {
  for (std::size_t nodes : {1UL, 2UL, 10UL, 300UL}) {
    check_sound(make_picture(bench::transformer_like(nodes)));
    for (std::size_t seed = 0; seed < 5; ++seed)
      check_sound(make_picture(bench::random_wide(nodes, seed, 5 + 10 * seed)));
  }
  check_sound(make_picture(wrapped(kRegion)));
}

TEST_CASE("view: lines pass the boxes") {
  CHECK(pierced(make_picture(bench::transformer_like(300))) == 0);
  CHECK(pierced(make_picture(bench::random_wide(200, 1, 20))) == 0);
  CHECK(pierced(make_picture(wrapped(kRegion))) == 0);
}

TEST_CASE("view: a chain is straight") {
  std::string text = "def forward(self, x):\n    a0 = torch.relu(x)\n";
  for (int i = 1; i < 50; ++i) text += "    a" + std::to_string(i) + " = torch.relu(a" + std::to_string(i - 1) + ")\n";
  Picture picture = make_picture(read(text + "    return a49\n"));
  float middle = picture.box[0] + picture.box[2] / 2;
  for (std::size_t i = 1; i < picture.size(); ++i)
    CHECK(picture.box[4 * i] + picture.box[4 * i + 2] / 2 == doctest::Approx(middle));
}

TEST_CASE("view: a node without neighbours stands beside what comes before it, in an anchored picture too") {
  bench::ViewGraph g;
  Node* last = g.input("x");
  Node* fourth = nullptr;
  for (int i = 0; i < 6; ++i) {
    last = g.call("neg.default", {last});
    if (i == 2) fourth = last;
  }
  Program program = g.finish(last);
  Picture before = make_picture(program);
  Graph& graph = program.root->graph();
  {
    InsertPoint here = graph.inserting_after(fourth);
    graph.call_function(program.context->callable("torch._C._set_grad_enabled"), {Arg::boolean(false)});
  }
  for (const Picture& picture :
       {make_picture(program), make_picture(program, {{}, GroupBy::none, anchor_of(before)})}) {
    CHECK(picture.box[4 * 4 + 1] == picture.box[4 * 3 + 1]);
  }
}

TEST_CASE("view: blocks of a transformer, of any number, cross no more lines than a few") {
  for (std::size_t nodes : {60u, 200u, 500u}) CHECK(crossings(make_picture(bench::transformer_like(nodes))) <= 4);
}

TEST_CASE(
    "view: of three that one node feeds, each with weights of its own, one goes down a row where a line joins later") {
  auto attention = [](bool later) {
    bench::ViewGraph g;
    Node* x = g.call("sin.default", {g.input("x")});
    auto head = [&](const std::string& name) {
      return g.call("view.default",
                    {g.call("linear.default", {x, g.input(name + "_weight"), g.input(name + "_bias")})});
    };
    Node *q = head("q"), *k = head("k"), *v = head("v");
    if (later) k = g.call("transpose.int", {k});
    return g.finish(later ? g.call("matmul.default", {g.call("softmax.int", {g.call("matmul.default", {q, k})}), v})
                          : g.call("where.self", {q, k, v}));
  };
  Program all_at_once = attention(false), later = attention(true);
  Picture square = make_picture(all_at_once, {}), fanned = make_picture(later, {});
  check_sound(fanned);
  CHECK(crossings(square) == 2);
  CHECK(crossings(fanned) < crossings(square));
  auto top = [&](const char* name) { return fanned.box[4 * index_of(fanned, name) + 1]; };
  CHECK(top("linear_default") > top("linear_default_1"));
  CHECK(top("linear_default_1") == top("linear_default_2"));
}

TEST_CASE("view: a long line with room beside it goes straight down") {
  bench::ViewGraph g;
  Node* x = g.input("x");
  Node* last = g.call("sin.default", {x});
  Node* long_one = g.call("cos.default", {x});
  for (int i = 0; i < 12; ++i)
    last = i % 3 == 0 ? g.call("add.Tensor", {last, g.input("w" + std::to_string(i))}) : g.call("neg.default", {last});
  Picture picture = make_picture(g.finish(g.call("add.Tensor", {last, long_one})));
  // Out of its box, down, and into the other: each row more would add two points.
  for (std::size_t edge = 0; edge < picture.from.size(); ++edge)
    CHECK(picture.start[edge + 1] - picture.start[edge] <= 5);
}

TEST_CASE("view: empty graphs, single nodes, names that repeat, bodies that are missing") {
  Program empty;
  empty.root = Module::make(*empty.context, "GraphModule", std::make_unique<Graph>(*empty.context));
  Picture none = make_picture(empty);
  CHECK(none.size() == 0);
  CHECK(none.width > 0);
  CHECK(none.start.size() == 1);
  Node* a = empty.root->graph().placeholder("x");
  Node* b = empty.root->graph().placeholder("y");
  b->set_name(a->name());
  CHECK(make_picture(empty).size() == 2);
  Picture twice = make_picture(empty, {{}, GroupBy::none, anchor_of(make_picture(empty))});
  check_sound(twice);
  check_sound(
      make_picture(read("def forward(self, x):\n    gone = self.true_graph_0\n    cond = "
                        "torch.ops.higher_order.cond(x, gone, gone, [x])\n    return cond\n")));
}

TEST_CASE("view: a list of 10,000 values, and a chain of 100,000") {
  constexpr std::size_t kWide = test::scaled(10'000), kDeep = test::scaled(100'000);
  std::string text = "def forward(self, x):\n";
  std::string list;
  for (std::size_t i = 0; i < kWide; ++i) {
    text += "    a" + std::to_string(i) + " = torch.relu(x)\n";
    list += (i > 0 ? ", a" : "a") + std::to_string(i);
  }
  Picture wide = make_picture(read(text + "    cat = torch.cat([" + list + "])\n    return cat\n"));
  CHECK(wide.from.size() == 2 * kWide + 1);
  CHECK(overlaps(wide) == 0);
  Program deep;
  deep.root = Module::make(*deep.context, "GraphModule", std::make_unique<Graph>(*deep.context));
  Node* last = deep.root->graph().placeholder("x");
  for (std::size_t i = 0; i < kDeep; ++i)
    last = deep.root->graph().call_function(deep.context->callable("torch.relu"), {Arg::node(last)});
  Picture chain = make_picture(deep);
  CHECK(chain.size() == kDeep + 1);
  CHECK(chain.points.size() == 4 * chain.from.size());
}

TEST_CASE("view: the body of a higher-order operator is a group, wired through its border") {
  Program program = wrapped(kRegion);
  Picture picture = make_picture(program);
  REQUIRE(picture.groups.size() == 1);
  CHECK(picture.groups[0].key == "graph:submod_1");
  CHECK(picture.groups[0].kind == GroupKind::body);
  CHECK(picture.groups[0].nodes == 6);
  std::size_t add = index_of(picture, "add", "submod_1");
  CHECK(picture.group[add] == 0);
  auto has_line = [&](std::size_t from, std::size_t to) {
    for (std::size_t e = 0; e < picture.from.size(); ++e) {
      if (picture.from[e] == from && picture.to[e] == to) return true;
    }
    return false;
  };
  std::size_t body = index_of(picture, "output", "submod_1");
  CHECK(has_line(index_of(picture, "sin"), index_of(picture, "sin", "submod_1")));
  CHECK(has_line(index_of(picture, "x"), index_of(picture, "x", "submod_1")));
  std::size_t into = 0;
  for (std::size_t e = 0; e < picture.from.size(); ++e) into += picture.from[e] == body ? 1u : 0u;
  CHECK(into == 1);

  Picture collapsed = make_picture(program, {{"graph:submod_1"}});
  CHECK(collapsed.size() == picture.size() - 5);
  CHECK(collapsed.hidden.size() == 6);
  check_sound(collapsed);
  CHECK(collapsed.height < picture.height);
}

TEST_CASE("view: nesting as deep as a user makes it") {
  Program program;
  program.root = Module::make(*program.context, "GraphModule", std::make_unique<Graph>(*program.context));
  Ref<Module> module = program.root;
  for (int depth = 0; depth < 3000; ++depth) {
    Graph& graph = module->graph();
    Node* x = graph.placeholder("x");
    Ref<Module> inner = Module::make(*program.context, "GraphModule", std::make_unique<Graph>(*program.context));
    module->set_child(program.context->intern("body"), inner);
    Arg args[] = {Arg::node(x)};
    graph.output(Arg::node(graph.call_module("body", args)));
    module = inner;
  }
  Picture picture = make_picture(program);
  CHECK(picture.groups.size() == 3000);
  CHECK(picture.groups[2999].parent == 2998);
}

TEST_CASE("view: groups by modules, grad mode and source line are intervals of the program") {
  Program program = read(kRegion);
  Picture grad = make_picture(program, {{}, GroupBy::grad});
  REQUIRE(grad.groups.size() == 2);
  CHECK(grad.groups[0].title == "no_grad");
  CHECK(grad.group[index_of(grad, "cos")] == 0);
  CHECK(grad.group[index_of(grad, "sub")] == 1);
  CHECK(grad.group[index_of(grad, "sin")] == -1);
  check_sound(grad);

  auto stack = [&](Node* node, std::vector<std::pair<std::string, std::string>> modules) {
    std::vector<Arg> entries;
    for (auto& [path, type] : modules) {
      Arg value[] = {program.context->string(path), program.context->string(type)};
      entries.push_back(program.context->string("L_" + path));
      entries.push_back(program.context->tuple(value));
    }
    node->set_meta(program.context->keys.nn_module_stack, program.context->dict(entries));
  };
  Graph& graph = program.root->graph();
  stack(node_named(graph, "sin"), {{"", "M"}, {"a", "torch.nn.Linear"}});
  stack(node_named(graph, "add"), {{"", "M"}, {"b", "torch.nn.Sequential"}, {"b.0", "torch.nn.ReLU"}});
  stack(node_named(graph, "cos"), {{"", "M"}, {"a", "torch.nn.Linear"}});
  Picture by_stack = make_picture(program, {{}, GroupBy::stack});
  std::vector<std::string> keys;
  for (const Group& group : by_stack.groups) keys.push_back(group.key);
  CHECK(joined(keys, " ") == "stack::a stack::b stack::b.0 stack::a#2");
  CHECK(by_stack.groups[2].parent == 1);
  CHECK(by_stack.groups[2].title == "b.0: ReLU");
  check_sound(by_stack);
  CHECK(make_picture(program, {{}, GroupBy::module}).groups.size() == 3);
  check_sound(make_picture(program, {{"stack::b"}, GroupBy::stack}));
}

TEST_CASE("view: one operator more moves nothing in a network, and little elsewhere") {
  for (std::size_t edge = 0; edge < 400; edge += 37) {
    Program program = bench::transformer_like(500);
    Picture before = make_picture(program);
    bench::insert_operator(program.root->graph(), edge);
    Picture after = make_picture(program, {{}, GroupBy::none, anchor_of(before)});
    CHECK(moved(before, after) == 0);
    CHECK(overlaps(after) == 0);
    program = bench::random_wide(500, edge);
    before = make_picture(program);
    bench::insert_operator(program.root->graph(), edge * 3);
    after = make_picture(program, {{}, GroupBy::none, anchor_of(before)});
    CHECK(20 * moved(before, after) <= before.size());
    check_sound(after);
  }
}

TEST_CASE("view: many edits one after the other leave a sound picture") {
  Program program = bench::transformer_like(200);
  Picture picture = make_picture(program);
  for (std::size_t step = 0; step < 60; ++step) {
    bench::insert_operator(program.root->graph(), step * step * 7 + step);
    Picture next = make_picture(program, {{}, GroupBy::none, anchor_of(picture)});
    picture = std::move(next);
  }
  check_sound(picture);
  CHECK(pierced(picture) == 0);
}

TEST_CASE("view: an anchor from anywhere is only a wish") {
  Program program = bench::random_wide(100, 3);
  Picture picture = make_picture(program);
  std::vector<float> boxes(picture.box);
  for (std::size_t i = 0; i < boxes.size(); ++i) boxes[i] = static_cast<float>((i * 7919) % 1000);
  Anchor wild{true, picture.lineage, picture.key, boxes, {}, {}};
  Picture after = make_picture(program, {{}, GroupBy::none, wild});
  check_sound(after);
  // The pass puts nodes into a group: they keep their order, and everything has room.
  Program plain = read(kRegion);
  Picture first = make_picture(plain);
  PipelineResult result = run_pipeline(plain, {{"replace_set_grad_with_hop_pass", {}, true}}, {});
  check_sound(make_picture(result.program, {{}, GroupBy::none, anchor_of(first)}));
}

TEST_CASE("view: growth is linear, in steps that are counted") {
  auto steps = [](std::size_t cells, std::size_t span) {
    Sheet sheet;
    for (std::size_t i = 0; i < cells; ++i) {
      sheet.cells.push_back({60, 40});
      if (i > 0) sheet.links.push_back({static_cast<std::uint32_t>(i - 1), static_cast<std::uint32_t>(i)});
      // Each cell leads to the end: as many rows for each line as can be.
      if (i + 1 < cells && span > 0)
        sheet.links.push_back(
            {static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(std::min(cells - 1, i + span))});
    }
    return static_cast<double>(lay_out(sheet).steps);
  };
  for (std::size_t span : {std::size_t{0}, std::size_t{10}, std::size_t{100000}}) {
    double half = steps(10000, span), whole = steps(20000, span);
    CHECK(whole < 2.2 * half);
    CHECK(whole < 400.0 * 20000);
  }
}

TEST_CASE("compare: what a pass took into a body moved, the rest is the same") {
  Program before = read(kRegion);
  PipelineResult result = run_pipeline(before, {{"replace_set_grad_with_hop_pass", {}, true}}, {});
  REQUIRE(result.ok);
  Comparison diff = compare(before, result.program);
  std::map<std::string, Change> was, is;
  for (std::size_t i = 0; i < diff.before.node.size(); ++i)
    was[diff.before.node[i]->name_text()] = diff.before.change[i];
  for (std::size_t i = 0; i < diff.after.node.size(); ++i)
    is[diff.after.paths[diff.after.path[i]] + "." + diff.after.node[i]->name_text()] = diff.after.change[i];
  CHECK(was["sin"] == Change::same);
  CHECK(was["_set_grad_enabled"] == Change::removed);
  for (const char* name : {"add", "cos", "mul"}) CHECK(was[name] == Change::moved);
  CHECK(is["submod_1.add"] == Change::moved);
  CHECK(is["submod_1.x"] == Change::added);
  // Its input comes through the border now, and is the same.
  CHECK(was["sub"] == Change::same);
  CHECK(was["output"] == Change::same);
  Picture picture = make_picture(result.program, {{"graph:submod_1"}});
  show_changes(picture, diff.after);
  CHECK(picture.groups[0].change == Change::changed);
  CHECK(picture.change[index_of(picture, "sub")] == Change::same);
}

TEST_CASE("compare: an edit of the text") {
  auto classes = [](std::string_view before, std::string_view after) {
    Program a = read(before), b = read(after);
    Comparison diff = compare(a, b);
    std::map<std::string, Change> out;
    for (std::size_t i = 0; i < diff.after.node.size(); ++i)
      out[diff.after.node[i]->name_text()] = diff.after.change[i];
    for (std::size_t i = 0; i < diff.before.node.size(); ++i) {
      if (diff.before.change[i] == Change::removed) out["-" + diff.before.node[i]->name_text()] = Change::removed;
    }
    return out;
  };
  std::string text = "def forward(self, x):\n    a = torch.sin(x)\n    b = torch.cos(a)\n    return (b,)\n";
  auto same = classes(text, text);
  for (auto& [name, change] : same) CHECK(change == Change::same);
  auto renamed = classes(text, "def forward(self, x):\n    c = torch.sin(x)\n    b = torch.cos(c)\n    return (b,)\n");
  CHECK(renamed["c"] == Change::renamed);
  CHECK(renamed["b"] == Change::same);
  auto changed = classes(text, "def forward(self, x):\n    a = torch.tan(x)\n    b = torch.cos(a)\n    return (b,)\n");
  CHECK(changed["a"] == Change::changed);
  CHECK(changed["b"] == Change::same);
  auto added = classes(
      text,
      "def forward(self, x):\n    a = torch.sin(x)\n    n = torch.neg(a)\n    b = torch.cos(n)\n    return (b,)\n");
  CHECK(added["n"] == Change::added);
  CHECK(added["b"] == Change::changed);
  CHECK(added["a"] == Change::same);
  auto removed = classes(text, "def forward(self, x):\n    a = torch.sin(x)\n    return (a,)\n");
  CHECK(removed["-b"] == Change::removed);
}
