// core/graph/ops_table/op_def.h, core/tensor, core/graph/ir/arg.h, core/graph/ir/context.h, namespace.h: records,
// values and names. Facts are those of PyTorch 2.6.0 (oracle/facts.json: dtypes, repr: numbers; namespace.json) and of
// CPython.
#include <limits>
#include <set>

#include "core/base/cat.h"
#include "core/base/number.h"
#include "core/graph/ops_table/op_def.h"
#include "core/graph/types/dtype.h"
#include "tests/core/helpers.h"

using namespace seesaw;
using namespace seesaw::test;

TEST_CASE("op table: each path once, found again; operators by form and token") {
  std::set<std::string_view> paths;
  for (const OpDef* def : op_table()) {
    CAPTURE(std::string(def->path));
    CHECK(paths.insert(def->path).second);
    CHECK(find_op(def->path) == def);
    if (def->python.syntax.form != PythonForm::call)
      CHECK(find_operator(def->python.syntax.form, def->python.syntax.token) != nullptr);
    if (def->schema.empty()) continue;
    std::string_view name = def->schema.substr(0, def->schema.find('('));
    CHECK(def->path.starts_with("torch.ops."));
    CHECK((def->path.ends_with(name) || def->path.ends_with(cat({name, ".default"}))));
  }
  CHECK(find_op("") == nullptr);
  CHECK(find_op("operator.ad") == nullptr);
  CHECK(find_op("zzz") == nullptr);
  CHECK(find_operator(PythonForm::infix, "+")->path == "operator.add");
  CHECK(find_operator(PythonForm::prefix, "-")->path == "operator.neg");
  CHECK(find_operator(PythonForm::inplace, "+=")->path == "operator.iadd");
  CHECK(find_operator(PythonForm::infix, "<=>") == nullptr);
  CHECK(find_op(op_path::set_grad_enabled)->fx.region_state);
  CHECK_FALSE(find_op("torch._assert")->fx.region_state);
  CHECK(find_op(op_path::wrap_with_set_grad_enabled)->fx.graph_args == 0b10);
  CHECK(find_op(op_path::wrap_with_autocast)->fx.graph_args == 0b10000);
}

TEST_CASE("is_mutable_op: by schema, by PyTorch's naming, never for packets") {
  auto mutates = [](std::string_view path) { return is_mutable_op(path, find_op(path)); };
  for (const char* path : {"torch.ops.aten.add_.Tensor",
                           "torch.ops.aten.add.out",
                           "torch.ops.aten.max.dim_max",
                           "torch.ops.mylib.fill_.default",
                           "torch.ops.aten.__ior__.Tensor",
                           "torch.ops.aten.cumsum.dimname_out",
                           "torch.ops.aten._native_batch_norm_legit.default",
                           "torch.ops.aten.sort.values_stable",
                           "torch.ops.aten.rrelu_with_noise.default",
                           "torch.ops.aten.tanh_backward.grad_input",
                           "torch.ops.aten.__lshift__.Scalar_out",
                           "torch.ops.aten.div.out_mode",
                           "torch.ops.aten.xlogy.OutTensor",
                           "torch.ops.aten.nll_loss_forward.output",
                           "torch.ops.aten.record_stream.default",
                           "torch.ops.prims.copy_to.default",
                           "torch.ops._c10d_functional.all_gather_into_tensor_out.default"}) {
    CAPTURE(std::string(path));
    CHECK(mutates(path));
  }
  for (const char* path : {"torch.ops.aten.add.Tensor",
                           "torch.ops.aten.add_",
                           "torch.ops.aten.__and__.Scalar",
                           "torch.ops.higher_order.f_",
                           "torch.add_",
                           "operator.iadd",
                           "torch.ops.aten._assert_async.msg",
                           "torch.ops.aten._slow_conv2d_backward.output_mask",
                           "torch.ops.aten.sort.stable",
                           "torch.ops.aten",
                           "torch.ops.",
                           ""}) {
    CAPTURE(std::string(path));
    CHECK_FALSE(mutates(path));
  }
}

TEST_CASE("callables: one record for all spellings of a path") {
  Context context;
  CHECK(context.callable("aten.add.Tensor") == context.callable("torch.ops.aten.add.Tensor"));
  CHECK(context.callable("torch._ops.aten.add.Tensor") == context.callable("torch.ops.aten.add.Tensor"));
  CHECK(context.callable("_operator.add") == context.callable("operator.add"));
  CHECK(context.callable("len") == context.callable("builtins.len"));
  CHECK(context.callable("add") != context.callable("operator.add"));
  CHECK(context.callable("torch.ops.aten.add.Tensor")->kind == CallableKind::op_overload);
  CHECK(context.callable("torch.ops.aten.add")->kind == CallableKind::op_packet);
  CHECK(context.callable("torch.ops.higher_order.cond")->kind == CallableKind::higher_order);
  CHECK(context.callable("torch.nn.functional.relu")->kind == CallableKind::torch_function);
  CHECK(context.callable("torch.relu")->kind == CallableKind::torch_builtin);
  CHECK(context.callable("torch.Tensor.view")->kind == CallableKind::tensor_method);
  CHECK(context.callable("math.ceil")->kind == CallableKind::function);
  CHECK(context.callable("operator.not_")->code_name.view() == "_operator.not_");
  CHECK(context.callable("torch.ops.aten.sum.dim_IntList")->name.view() == "sum.dim_IntList");
  CHECK(context.callable("")->path.view().empty());
  CHECK(is_python_keyword("lambda"));
  CHECK_FALSE(is_python_keyword("Lambda"));
  CHECK(is_python_builtin("sum"));
  CHECK_FALSE(is_python_builtin("relu"));
}

TEST_CASE("dtypes as PyTorch calls them, with their sizes (fact: dtypes)") {
  struct Row {
    const char *name, *abbr;
    int bytes;
  };
  for (Row row : {Row{"float64", "f64", 8},
                  Row{"float32", "f32", 4},
                  Row{"float16", "f16", 2},
                  Row{"bfloat16", "bf16", 2},
                  Row{"int8", "i8", 1},
                  Row{"int16", "i16", 2},
                  Row{"int32", "i32", 4},
                  Row{"int64", "i64", 8},
                  Row{"uint8", "u8", 1},
                  Row{"uint16", "u16", 2},
                  Row{"uint32", "u32", 4},
                  Row{"uint64", "u64", 8},
                  Row{"bool", "b8", 1},
                  Row{"complex32", "c32", 4},
                  Row{"complex64", "c64", 8},
                  Row{"complex128", "c128", 16},
                  Row{"float8_e4m3fn", "f8e4m3fn", 1},
                  Row{"float8_e5m2", "f8e5m2", 1},
                  Row{"float8_e4m3fnuz", "f8e4m3fnuz", 1},
                  Row{"float8_e5m2fnuz", "f8e5m2fnuz", 1}}) {
    CAPTURE(std::string(row.name));
    const DTypeInfo* info = find_dtype(row.name);
    REQUIRE(info != nullptr);
    CHECK(info->abbr == row.abbr);
    CHECK(info->bytes == row.bytes);
    CHECK(find_dtype(cat({"torch.", row.name})) == info);
    CHECK(find_dtype_abbr(row.abbr) == info);
  }
  CHECK(find_dtype("") == nullptr);
  CHECK(find_dtype("torch.") == nullptr);
  CHECK(find_dtype_abbr("float32") == nullptr);
}

TEST_CASE("tensor metadata: one record for equal ones, and its text") {
  Context context;
  auto make = [&](std::string_view dtype, std::vector<Dim> shape, std::string_view device) {
    TensorMeta meta;
    meta.dtype = find_dtype(dtype);
    meta.shape = shape;
    if (!device.empty()) meta.device = context.intern(device);
    return context.tensor_meta(meta);
  };
  Dim s0{0, context.symbolic(ArgKind::sym_int, "s0").as_sym()};
  Dim again{0, context.symbolic(ArgKind::sym_int, "s0").as_sym()};
  CHECK(make("float32", {{2}, s0}, "cpu") == make("float32", {{2}, again}, "cpu"));
  CHECK_FALSE(make("float32", {{2}}, "cpu") == make("float32", {{3}}, "cpu"));
  CHECK_FALSE(make("float32", {{2}}, "cpu") == make("float16", {{2}}, "cpu"));
  CHECK_FALSE(make("float32", {{2}}, "cpu") == make("float32", {{2}}, ""));
  CHECK_FALSE(make("float32", {{0}}, "") == make("float32", {s0}, ""));
  Arg first = make("int64", {{1}}, "");
  for (int i = 0; i < 1000; ++i) make("int64", {{i}}, "");
  CHECK(make("int64", {{1}}, "") == first);
  std::string out;
  append_tensor_annotation(out, *make("float32", {{2}, s0}, "cuda:0").as_tensor_meta(), true, true);
  CHECK(out == "f32[2, s0]cuda:0");  // no stride: it is not known
  out.clear();
  append_dims(out, {});
  CHECK(out == "[]");
}

TEST_CASE("numbers as CPython writes them (fact: repr: numbers)") {
  struct Row {
    double value;
    const char* text;
  };
  for (Row row : {Row{1e22, "1e+22"},
                  Row{1e-7, "1e-07"},
                  Row{123456789.123, "123456789.123"},
                  Row{1.0 / 3, "0.3333333333333333"},
                  Row{100000.0, "100000.0"},
                  Row{-2.5e-10, "-2.5e-10"},
                  Row{1180591620717411303424.0, "1.1805916207174113e+21"},
                  Row{1e16, "1e+16"},
                  Row{9999999999999998.0, "9999999999999998.0"},
                  Row{0.0001, "0.0001"},
                  Row{0.00001, "1e-05"}}) {
    CHECK(format_float(row.value) == row.text);
    CHECK(parse_float(row.text) == row.value);
  }
  std::string out = "x";
  append_int(out, std::numeric_limits<std::int64_t>::min());
  append_float(out, 2.5);
  CHECK(out == "x-92233720368547758082.5");
  for (const char* bad : {"", "-", "0x", "0b2", "0o8", "1.0", "abc", " 1", "1 "}) {
    CAPTURE(std::string(bad));
    CHECK_FALSE(normalize_int(bad));
  }
  CHECK(normalize_int("-0x10") == "-16");
  CHECK(normalize_int("00") == "0");
  CHECK(increment_decimal("") == "1");
  CHECK(increment_decimal("999999999999999999999999") == "1000000000000000000000000");
}

TEST_CASE("arguments: kinds, equality, big integers, deep containers without recursion") {
  Context context;
  Arena arena;
  CHECK(context.integer(5) == context.integer("5"));
  Arg big = context.integer("-170141183460469231731687303715884105728");
  CHECK_FALSE(big.fits_int64());
  CHECK(big.text() == "-170141183460469231731687303715884105728");
  CHECK(context.integer(std::numeric_limits<std::int64_t>::min()).fits_int64());
  CHECK(context.integer(std::numeric_limits<std::int64_t>::min()).as_int() == std::numeric_limits<std::int64_t>::min());
  Arg deep = context.integer(1);
  for (int i = 0; i < 100000; ++i)
    deep = make_container(arena, i % 2 == 0 ? ArgKind::list : ArgKind::tuple, {&deep, 1});
  Arena other;
  int leaves = 0;
  Arg copy = copy_arg(deep, other, [&](const Arg& leaf) {
    ++leaves;
    return context.integer(leaf.as_int() + 1);
  });
  CHECK(leaves == 1);
  int containers = 0;
  std::int64_t value = 0;
  walk_args({&copy, 1}, [&](Arg& a) {
    if (a.is_container()) ++containers;
    if (a.is_integer()) value = a.as_int();
  });
  CHECK(containers == 100000);
  CHECK(value == 2);
  std::string text;
  append_arg_str(text, copy);
  CHECK(text.size() == 250001);
  CHECK(make_container(arena, ArgKind::list, {}).items().empty());
  text.clear();
  Arg items[] = {context.integer(1), context.integer(2), context.integer(3)};
  append_arg_str(text, context.list(items), 2);
  CHECK(text == "[1, 2, ...[total_len=3]]");
}

TEST_CASE("names: text and pair are one to one; numbers of any size") {
  Context context;
  for (const char* text : {"add",
                           "add_0",
                           "add_12",
                           "add_007",
                           "_1",
                           "_",
                           "a_b_3",
                           "x_4294967294",
                           "x_4294967295",
                           "x_99999999999999999999",
                           "add_",
                           "1"}) {
    CAPTURE(std::string(text));
    CHECK(context.name(text).text() == text);
    CHECK(context.name(text) == context.name(std::string(text)));
  }
  CHECK(context.name("add_12").number() == 12);
  CHECK_FALSE(context.name("add_012").has_number());
  Namespace names(context.symbols);
  CHECK(names.create_name("x_99999999999999999999").text() == "x_99999999999999999999");
  CHECK(names.create_name("x_99999999999999999999").text() == "x_100000000000000000000");
  CHECK(names.create_name("x_4294967295").text() == "x_4294967295");
  names.reserve(context.name("y_3"));
  CHECK(names.is_used(context.name("y_3")));
  CHECK_FALSE(names.is_used(context.name("y_4")));
  CHECK(names.create_name("y_3").text() == "y_4");
  CHECK(names.create_name("len", true).text() == "len");
  CHECK(names.create_name("len").text() == "len_1");
  CHECK(is_reserved_name("fx_pytree"));
  CHECK_FALSE(is_reserved_name("self"));
  for (int i = 0; i < 100000; ++i) names.create_name("many");
  CHECK(names.create_name("many").text() == "many_100000");
  CHECK(names.create_name("many_5").text() == "many_100001");
}

TEST_CASE("names by kind of character (rules 1 to 9, namespace.json)") {
  CHECK(snake_case("addTensor") == "add_tensor");
  CHECK(snake_case("sum.dim_IntList") == "sum.dim_int_list");
  CHECK(snake_case("A") == "a");
  CHECK(snake_case("aB1C") == "a_b1c");
  CHECK(snake_case("").empty());
  CHECK(snake_case("\xc3\xa9"
                   "A") ==
        "\xc3\xa9"
        "a");
}
