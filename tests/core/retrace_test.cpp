// ExportPass: interpreting a graph and tracing it anew, callback by callback; propagation of shapes.
#include <doctest/doctest.h>

#include <functional>

#include "core/base/cat.h"
#include "core/engine/passes/retrace/export_pass.h"
#include "core/graph/text/print.h"
#include "core/graph/text/read.h"
#include "tests/core/pass_fixture.h"

namespace seesaw {

namespace {

using test::error_of;

// A program from any text.
Program program_of(std::string_view text) {
  Diagnostics diagnostics;
  std::optional<Program> program = read_program(text, diagnostics);
  REQUIRE_MESSAGE((program && !diagnostics.has_errors()), text);
  return std::move(*program);
}

std::string traced(std::string_view text, const std::function<std::unique_ptr<ExportPass>(Context&)>& make) {
  Program program = program_of(text);
  std::unique_ptr<ExportPass> pass = make(*program.context);
  retrace_program(program, *pass);
  program.root->graph().lint();
  return print_graph(program.root->graph());
}

template <class Pass>
std::string traced_by(std::string_view text) {
  return traced(text, [](Context& context) { return std::make_unique<Pass>(context); });
}

std::string line(const std::string& text, std::string_view part) {
  std::size_t at = text.find(part);
  if (at == std::string::npos) return {};
  std::size_t begin = text.rfind('\n', at) + 1;
  return text.substr(begin, text.find('\n', at) - begin);
}

constexpr std::string_view kPlain = R"(def forward(self, x: "f32[3, 4]", y: "f32[3, 4]"):
    weird = torch.ops.aten.add.Tensor(x, y);  x = y = None
    parts = torch.ops.aten.split.Tensor(weird, 2)
    second: "f32[1, 4]" = parts[1];  parts = None
    size = torch.ops.aten.sym_size.int(second, 1)
    twice = size * 2;  size = None
    made = torch.ops.aten.full.default([twice, 4], 1.5);  twice = None
    return (second, weird, made)
)";

constexpr std::string_view kCond = R"(class GraphModule(torch.nn.Module):
    def forward(self, p: "b8[]", x: "f32[s0, 4]"):
        t = self.t
        f = self.f
        cond = torch.ops.higher_order.cond(p, t, f, [x]);  p = t = f = x = None
        getitem = cond[0];  cond = None
        return (getitem,)

    class t(torch.nn.Module):
        def forward(self, a: "f32[s0, 4]"):
            sin_default = torch.ops.aten.sin.default(a);  a = None
            return (sin_default,)

    class f(torch.nn.Module):
        def forward(self, a: "f32[s0, 4]"):
            cos_default = torch.ops.aten.cos.default(a);  a = None
            return (cos_default,)
)";

constexpr std::string_view kMap = R"(class GraphModule(torch.nn.Module):
    def forward(self, xs: "f32[s0, 4]", y: "f32[4]"):
        body = self.body
        map_impl = torch.ops.higher_order.map_impl(body, [xs], [y]);  body = xs = y = None
        getitem = map_impl[0];  map_impl = None
        return (getitem,)

    class body(torch.nn.Module):
        def forward(self, p: "f32[4]", q: "f32[4]"):
            mul = torch.ops.aten.mul.Tensor(p, q);  p = q = None
            return (mul,)
)";

struct SinToCosNeg : ExportPass {
  using ExportPass::ExportPass;
  ProxyValue call_operator(const Callable* op, const Arguments& arguments, NodeMetadata meta) override {
    if (op->path.view() != "torch.ops.aten.sin.default") return ExportPass::call_operator(op, arguments, meta);
    ProxyValue cos = ExportPass::call_operator(context().callable("torch.ops.aten.cos.default"), arguments, meta);
    return ExportPass::call_operator(context().callable("torch.ops.aten.neg.default"), {{cos.arg()}, {}}, meta);
  }
};

}  // namespace

TEST_CASE("a pass tells the last node that it walked when the program has its new graph") {
  Program program = program_of(
      "def forward(self, x: \"f32[2]\"):\n    sin = torch.ops.aten.sin.default(x)\n    return (sin,)\n");
  ExportPass pass(*program.context);
  retrace_program(program, pass);
  CHECK(pass.node_debug_str() == "return (sin,)");  // of the graph that nobody else holds any more
}

TEST_CASE("a pass that overrides nothing names nodes after packets and propagates values") {
  Program program = program_of(kPlain);
  ExportPass pass(*program.context);
  Ref<Module> result = pass.call(*program.root);
  CHECK(print_graph(result->graph()) == R"(graph():
    %x : [num_users=1] = placeholder[target=x]
    %y : [num_users=1] = placeholder[target=y]
    %add : [num_users=2] = call_function[target=torch.ops.aten.add.Tensor](args = (%x, %y), kwargs = {})
    %split : [num_users=1] = call_function[target=torch.ops.aten.split.Tensor](args = (%add, 2), kwargs = {})
    %getitem : [num_users=2] = call_function[target=operator.getitem](args = (%split, 1), kwargs = {})
    %sym_size : [num_users=1] = call_function[target=torch.ops.aten.sym_size.int](args = (%getitem, 1), kwargs = {})
    %mul : [num_users=1] = call_function[target=operator.mul](args = (%sym_size, 2), kwargs = {})
    %full : [num_users=1] = call_function[target=torch.ops.aten.full.default](args = ([%mul, 4], 1.5), kwargs = {})
    return (getitem, add, full))");
  auto annotation = [&](std::string_view name) {
    return value_annotation(*test::node_named(result->graph(), name), true, false);
  };
  CHECK(annotation("add") == "f32[3, 4][4, 1]");
  CHECK(annotation("getitem") == "f32[1, 4][4, 1]");
  CHECK(annotation("full") == "f32[8, 4][4, 1]");
  // The old graph is as it was.
  CHECK(print_graph(program.root->graph()).find("%weird") != std::string::npos);
  CHECK(pass.node_debug_str() == "return (second, weird, made)");
}

TEST_CASE("each callback can be overridden") {
  CHECK(line(traced_by<SinToCosNeg>(
                 "def forward(self, x: \"f32[3]\"):\n    s = torch.ops.aten.sin.default(x)\n    return (s,)\n"),
             "%neg") ==
        "    %neg : [num_users=1] = call_function[target=torch.ops.aten.neg.default](args = (%cos,), kwargs = {})");

  struct RenamedInput : ExportPass {
    using ExportPass::ExportPass;
    ProxyValue placeholder(std::string_view name, const Arg& value, NodeMetadata meta) override {
      return ExportPass::placeholder(cat({"in_", name}), value, meta);
    }
  };
  CHECK(line(traced_by<RenamedInput>(kPlain), "placeholder") == "    %in_x : [num_users=1] = placeholder[target=in_x]");

  struct ThirdPart : ExportPass {
    using ExportPass::ExportPass;
    ProxyValue call_getitem(const Arg& value, const Arg&, NodeMetadata meta) override {
      return ExportPass::call_getitem(value, context().integer(0), meta);
    }
  };
  CHECK(line(traced_by<ThirdPart>(kPlain), "getitem]") ==
        "    %getitem : [num_users=2] = call_function[target=operator.getitem](args = (%split, 0), kwargs = {})");

  struct Tripled : ExportPass {
    using ExportPass::ExportPass;
    ProxyValue call_sym(const Callable* target, std::span<const Arg> args, NodeMetadata meta) override {
      Arg three[] = {args[0], context().integer(3)};
      return ExportPass::call_sym(target, three, meta);
    }
  };
  CHECK(line(traced_by<Tripled>(kPlain), "%mul :") ==
        "    %mul : [num_users=1] = call_function[target=operator.mul](args = (%sym_size, 3), kwargs = {})");

  struct FirstOnly : ExportPass {
    using ExportPass::ExportPass;
    ProxyValue output(const Arg& results, NodeMetadata meta) override {
      return ExportPass::output(tracer().graph().tuple({results.items()[0]}), meta);
    }
  };
  CHECK(line(traced_by<FirstOnly>(kPlain), "return") == "    return (getitem,)");

  struct BranchesSwapped : ExportPass {
    using ExportPass::ExportPass;
    ProxyValue call_cond(
        const Arg& pred, const Module& true_fn, const Module& false_fn, const Arg& inputs, NodeMetadata meta) override {
      return ExportPass::call_cond(pred, false_fn, true_fn, inputs, meta);
    }
  };
  Program program = program_of(kCond);
  BranchesSwapped swapped(*program.context);
  Ref<Module> result = swapped.call(*program.root);
  CHECK(print_graph(result->find_path("submodule_0").module->graph()).find("%cos :") != std::string::npos);

  struct Doubled : ExportPass {
    using ExportPass::ExportPass;
    ProxyValue call_map(const Module& f, const Arg& mapped_args, const Arg& operands, NodeMetadata meta) override {
      ExportPass::call_map(f, mapped_args, operands, meta);
      return ExportPass::call_map(f, mapped_args, operands, meta);
    }
  };
  CHECK(line(traced_by<Doubled>(kMap), "%map_impl_1 :").find("args = (%submodule_1, [%xs], [%y])") !=
        std::string::npos);

  struct Counting : ExportPass {
    using ExportPass::ExportPass;
    int submodules = 0;
    std::size_t given = 0;
    Ref<Module> call_submodule(const Module& module, std::span<const Arg> inputs) override {
      ++submodules;
      return ExportPass::call_submodule(module, inputs);
    }
    std::vector<Arg> inputs(const Module& module) override {
      std::vector<Arg> out = ExportPass::inputs(module);
      given = out.size();
      return out;
    }
  };
  Program nested = program_of(kCond);
  Counting counting(*nested.context);
  counting.call(*nested.root);
  CHECK(counting.submodules == 3);
  CHECK(counting.given == 2);
}

TEST_CASE("attributes get their get_attr where they are used, and on_attr is reported") {
  struct Watching : ExportPass {
    using ExportPass::ExportPass;
    std::string seen;
    void on_attr(const ProxyValue& attr) override { seen += attr.node()->name_text() + " "; }
  };
  Program program = program_of(
      "def forward(self, x: \"f32[3]\"):\n    w: \"f32[3]\" = self.w\n    a = torch.ops.aten.add.Tensor(x, w)\n    b = "
      "torch.ops.aten.mul.Tensor(a, w)\n    return (b,)\n");
  TensorMeta meta;
  Dim dims[] = {{3, nullptr}}, steps[] = {{1, nullptr}};
  meta.dtype = find_dtype("float32");
  meta.shape = dims;
  meta.stride = steps;
  meta.has_stride = meta.requires_grad = meta.is_parameter = true;
  program.root->set_attribute(program.context->intern("w"),
                              {Attribute::Kind::parameter, program.context->tensor_meta(meta), Symbol()});
  Watching pass(*program.context);
  Ref<Module> result = pass.call(*program.root);
  CHECK(pass.seen == "_param_constant0 _param_constant0_1 ");
  CHECK(result->attribute(program.context->intern("_param_constant0")) != nullptr);
  const Arg* val = test::node_named(result->graph(), "mul")->find_meta(program.context->keys.val);
  REQUIRE(val != nullptr);
  CHECK(val->as_tensor_meta()->requires_grad);
}

TEST_CASE("cond and map trace their graphs anew, symbolic sizes and all") {
  Program program = program_of(kCond);
  ExportPass pass(*program.context);
  Ref<Module> result = pass.call(*program.root);
  CHECK(value_annotation(*test::node_named(result->graph(), "getitem"), false, false) == "f32[s0, 4]");
  CHECK(print_graph(result->find_path("submodule_0").module->graph()).find("%sin :") != std::string::npos);
  Program mapped = program_of(kMap);
  ExportPass again(*mapped.context);
  Ref<Module> out = again.call(*mapped.root);
  CHECK(value_annotation(*test::node_named(out->graph(), "getitem"), false, false) == "f32[s0, 4]");
  CHECK(value_annotation(*test::node_named(out->find_path("submodule_0").module->graph(), "mul"), false, false) ==
        "f32[4]");
}

TEST_CASE("errors have PyTorch's words") {
  auto failure = [](std::string_view text) {
    Program program = program_of(text);
    return error_of([&] {
      ExportPass pass(*program.context);
      pass.call(*program.root);
    });
  };
  CHECK(failure("def forward(self, x: \"f32[3]\"):\n    s = x.sin()\n    return (s,)\n")
            .starts_with("ExportPassBaseError: call_method is not supported.\n\nWhile executing %s"));
  CHECK(failure("def forward(self, x: \"f32[3]\"):\n    r = torch.relu(x)\n    return (r,)\n")
            .starts_with(
                "ExportPassBaseError: Unsupported target type: <built-in method relu of type object at 0x...>\n"));
  CHECK(failure("def forward(self, x):\n    r = torch.ops.aten.relu.default(x)\n    return (r,)\n")
            .starts_with("ExportPassBaseError: Cannot construct an input for graph module: "));
  CHECK(failure("def forward(self, x: \"f32[3, 4]\"):\n    m = torch.ops.aten.mm.default(x, x)\n    return (m,)\n")
            .starts_with(
                "RuntimeError: a and b must have same reduction dim, but got [3, 4] X [3, 4].\n\nWhile executing %m"));
  Context context;
  NodeMetadata meta(context, nullptr);
  CHECK(error_of([&] { meta.set("val", Arg()); }) == "RuntimeError: Could not override node key: val");
  meta.set("mine", Arg::boolean(true));
  CHECK(meta.contains("mine"));
  CHECK(error_of([&] { meta["other"]; }) == "KeyError: 'other'");
}

TEST_CASE("values that depend on data get new symbols, and their bindings are kept") {
  Program program = program_of(
      "def forward(self, x: \"f32[4]\", n: \"i64[]\"):\n    item: \"Sym(u0)\" = torch.ops.aten.item.default(n)\n    nz "
      "= torch.ops.aten.nonzero.default(x)\n    ge = item >= 0\n    return (item, nz, ge)\n");
  ExportPass pass(*program.context);
  Ref<Module> result = pass.call(*program.root);
  auto annotation = [&](std::string_view name) {
    return value_annotation(*test::node_named(result->graph(), name), false, false);
  };
  CHECK(annotation("item") == "Sym(u1)");
  CHECK(annotation("nonzero") == "i64[u2, 1]");
  CHECK(annotation("ge") == "Sym(u1 >= 0)");
  const Arg* bindings =
      test::node_named(result->graph(), "nonzero")->find_meta(program.context->keys.unbacked_bindings);
  REQUIRE(bindings != nullptr);
  CHECK(bindings->text() == "{\"u2\":\"(CallMethodKey(name='size'), SequenceKey(idx=0))\"}");
}

TEST_CASE("a call that was made before is told from its own arguments, mode and symbols") {
  Program program = program_of(
      R"(def forward(self, x: "f32[2, 3]", y: "f32[3, 2]", w: "f32[2, 3]", n: "i64[4]", s: "f32[s0, 3]"):
    first: "f32[3, 3]" = torch.ops.aten.permute.default(x, [1, 0])
    again = torch.ops.aten.permute.default(w, [1, 0])
    other = torch.ops.aten.permute.default(y, [1, 0])
    same = torch.ops.aten.permute.default(x, [0, 1])
    flat = torch.ops.aten.sum.dim_IntList(x, [0])
    kept = torch.ops.aten.sum.dim_IntList(x, [0], True)
    typed = torch.ops.aten.sum.dim_IntList(x, [0], dtype = torch.float64)
    half = torch.ops.aten.sum.dim_IntList(x, [0], dtype = torch.float16)
    two = torch.ops.aten.cat.default([x, w])
    three = torch.ops.aten.cat.default([x, w, x])
    beside = torch.ops.aten.cat.default([x, w], 1)
    one = torch.ops.aten.nonzero.default(n)
    next = torch.ops.aten.nonzero.default(n)
    long = torch.ops.aten.cat.default([s, s])
    return (first, again, other, same, flat, kept, typed, half, two, three, beside, one, next, long)
)");
  FakeValues values(*program.context);
  values.learn(program);
  FakeCaller caller(values);
  std::string told;
  caller.on_value = [&](Node* node, const Arg& value) {
    node->set_meta(program.context->keys.val, value);
    if (node->op() == Opcode::call_function) told += cat({value_annotation(*node, false, false), " "});
  };
  caller.run(*program.root, ExportPass(*program.context).inputs(*program.root));
  CHECK(told ==
        "f32[3, 2] f32[3, 2] f32[2, 3] f32[2, 3] f32[3] f32[1, 3] f64[3] f16[3] f32[4, 3] f32[6, 3] f32[2, 6] i64[u0, "
        "1] i64[u1, 1] f32[2*s0, 3] ");
}

TEST_CASE("gradients are wanted of a call as its own arguments and mode say, made before or not") {
  Program program = program_of(R"(def forward(self, x: "f32[2]", y: "f32[2]"):
    a = torch.ops.aten.sin.default(x)
    b = torch.ops.aten.sin.default(y)
    _set_grad_enabled = torch._C._set_grad_enabled(False)
    c = torch.ops.aten.sin.default(x)
    _set_grad_enabled_1 = torch._C._set_grad_enabled(True)
    d = torch.ops.aten.sin.default(x)
    return (a, b, c, d)
)");
  FakeValues values(*program.context);
  FakeCaller caller(values);
  TensorSpec spec = TensorSpec::of({2}, Element::f32, Device::cpu);
  std::string told;
  caller.on_value = [&](Node* node, const Arg& value) {
    if (value.kind() == ArgKind::tensor_meta && node->op() == Opcode::call_function)
      told += value.as_tensor_meta()->requires_grad ? 'y' : 'n';
  };
  std::vector<Arg> inputs{values.of(spec, true), values.of(spec, false)};
  caller.run(*program.root, inputs);
  CHECK(told == "ynny");
}

TEST_CASE("retracing is linear") {
  auto chain = [](std::size_t n) {
    std::string text = "def forward(self, v0: \"f32[4, 4]\"):\n";
    for (std::size_t i = 0; i < n; ++i)
      text += cat({"    v",
                   std::to_string(i + 1),
                   " = torch.ops.aten.add.Tensor(v",
                   std::to_string(i),
                   ", v",
                   std::to_string(i / 2),
                   ")\n"});
    text += cat({"    return (v", std::to_string(n), ",)\n"});
    return program_of(text);
  };
  test::check_growth(
      "retracing", 1500, chain, [](Program& program) { ExportPass(*program.context).call(*program.root); });
}

}  // namespace seesaw
