// Symbolic sizes: arithmetic, simplification and texts as PyTorch 2.6.0 has them (oracle/sym_facts.py).
#include <array>

#include <doctest/doctest.h>

#include "core/base/diagnostic.h"
#include "core/engine/ops/call/shape_rule.h"
#include "core/engine/ops/table/ops.h"
#include "core/engine/tensor/sym.h"

using namespace seesaw;

namespace {

struct Fact {
  const char* text;     // read
  const char* printed;  // PyTorch prints it so
};

// Made by oracle/sym_facts.py: str of the expression that PyTorch makes of each.
constexpr Fact kFacts[] = {
#include "tests/core/oracle/sym_facts.h"
};

Tensor fake(Dims sizes, Element element = Element::f32) {
  return Tensor::fake(TensorSpec::of(sizes, element, Device::cpu));
}

}  // namespace

TEST_CASE("symbolic expressions print as PyTorch prints them") {
  SymTable table;
  for (const char* name : {"s0", "s1", "s2"}) table.symbol(name, 6);
  int count = 0;
  for (const Fact& fact : kFacts) {
    std::optional<std::int64_t> value = table.read(fact.text);
    REQUIRE_MESSAGE(value.has_value(), fact.text);
    CHECK_MESSAGE((is_sym(*value) ? table.text(*value) : std::to_string(*value)) == fact.printed, fact.text);
    ++count;
  }
  CHECK(count >= 40);
}

TEST_CASE("equal symbolic sizes are equal integers") {
  SymTable table;
  SymScope scope(&table);
  std::int64_t s0 = table.symbol("s0", 4), s1 = table.symbol("s1", 6), u0 = table.fresh_unbacked();
  CHECK(dim_add(dim_mul(2, s0), s1) == dim_add(s1, dim_add(s0, s0)));
  CHECK(dim_sub(dim_add(s0, 1), s0) == 1);
  CHECK(dim_floordiv(dim_mul(6, s0), 3) == dim_mul(2, s0));
  CHECK(dim_floordiv(dim_mul(s0, s1), s0) == s1);
  CHECK(dim_floordiv(dim_mul(dim_add(s0, 1), s1), dim_add(s0, 1)) == s1);
  CHECK(dim_mod(dim_mul(4, s0), 2) == 0);
  CHECK(dim_max(s0, 1) == s0);
  CHECK(dim_text(dim_max(u0, 1)) == "Max(1, u0)");
  CHECK(dim_max(dim_max(u0, 1), 1) == dim_max(u0, 1));
  CHECK(dim_text(dim_floordiv(dim_add(s0, 1), 2)) == "((s0 + 1)//2)");
  CHECK(dim_floordiv(dim_floordiv(s0, 2), 3) == dim_floordiv(s0, 6));
  CHECK(*table.hint(dim_floordiv(dim_add(s0, 1), 2)) == 2);
  CHECK_FALSE(table.hint(u0).has_value());
  CHECK(table.text(table.fresh_unbacked()) == "u1");
}

// str() of PyTorch 2.6 and 2.14.
TEST_CASE("a positive number stands before a negative multiple of one expression") {
  SymTable table;
  SymScope scope(&table);
  for (const char* printed : {"1 - s0**2",
                              "7 - ((s0//3))",
                              "-s0*s1 + 1",
                              "-s0 - 3",
                              "s0 - 3",
                              "1.5 - 2.0*ToFloat(s0)",
                              "-ToFloat(s0) - 3.2",
                              "-ToFloat(s0*s1) - 1.5"}) {
    CAPTURE(printed);
    const std::optional<std::int64_t> value = table.read(printed);
    REQUIRE(value);
    CHECK(table.text(*value) == printed);
  }
}

TEST_CASE("a power that is printed is read") {
  SymTable table;
  SymScope scope(&table);
  std::int64_t s0 = table.symbol("s0", 4), power = s0;
  for (int i = 1; i < 17; ++i) power = dim_mul(power, s0);
  CHECK(dim_text(power) == "s0**17");
  CHECK(table.read("s0**17") == power);
  CHECK(table.read("s0**16*s0") == power);
  CHECK(table.read("(s0**2)**3") == table.read("s0**6"));
  CHECK(table.read("2**10") == 1024);
  CHECK_FALSE(table.read("s0**-1").has_value());
}

TEST_CASE("arithmetic that does not know of symbols is found out") {
  SymTable table;
  SymScope scope(&table);
  std::int64_t s0 = table.symbol("s0", 4);
  for (std::int64_t v : {s0 + 1, s0 - 1, s0 / 2, s0 / 3 + 7, -s0}) CHECK(is_spoiled_size(v));
  for (std::int64_t v : {std::int64_t{0}, std::int64_t{1} << 40, s0}) CHECK_FALSE(is_spoiled_size(v));
}

TEST_CASE("growth of expressions has an end") {
  SymTable table;
  SymScope scope(&table);
  std::int64_t value = table.symbol("s0", 4);
  CHECK_THROWS_AS(
      [&] {
        for (int i = 0; i < 500; ++i) value = dim_mod(dim_add(dim_floordiv(value, 7 + i), 3), 1000 + i);
      }(),
      Error);
  std::int64_t product = 1;
  CHECK_THROWS_AS(
      [&] {
        for (int i = 0; i < 1100; ++i)
          product = dim_mul(
              product, dim_add(table.symbol("s" + std::to_string(i), 2), table.symbol("t" + std::to_string(i), 2)));
      }(),
      Error);
  // What is shared counts as often as it is used: nothing doubles 60 times.
  std::int64_t doubled = table.symbol("u0");
  CHECK_THROWS_AS(
      [&] {
        for (int i = 0; i < 60; ++i) doubled = dim_max(dim_floordiv(doubled, 3), dim_mod(doubled, 7));
      }(),
      Error);
  std::int64_t power = table.symbol("s0", 4);
  CHECK_THROWS_AS(
      [&] {
        for (int i = 0; i < 70; ++i) power = dim_mul(power, power);
      }(),
      Error);
  std::int64_t sum = dim_mul(table.symbol("s0", 4), std::int64_t{1} << 54);
  CHECK_THROWS_AS(
      [&] {
        for (int i = 0; i < 4; ++i) sum = dim_add(sum, sum);
      }(),
      Error);
  std::int64_t most = table.symbol("u1");
  CHECK_THROWS_AS(
      [&] {
        for (int i = 2; i < 400; ++i) most = dim_max(most, table.symbol("u" + std::to_string(i)));
      }(),
      Error);
  for (const char* text : {"Mod(-9223372036854775808, -1)",
                           "-9223372036854775808//-1",
                           "-9223372036854775808//3",
                           "Mod(-9223372036854775808, 3)",
                           "s0*-9223372036854775808//-1"}) {
    try {
      table.read(text);
    } catch (const Error&) {}
  }
  std::string deep(100000, '(');
  CHECK_FALSE(table.read(deep).has_value());
  for (const char* garbage : {"", "s0 +", "2**", "Max(", "Max()", "f(x", "s0 s1", "))", "1..2", "**2", "a//"})
    CHECK_FALSE(table.read(garbage).has_value());
}

TEST_CASE("symbolic functions have as many operands as they take") {
  SymTable table;
  SymScope scope(&table);
  std::int64_t s0 = table.symbol("s0", 6);
  for (const char* text : {"IntTrueDiv(s0)",
                           "FloatTrueDiv(s0)",
                           "PowByNatural(s0)",
                           "FloatPow(s0, 2, 2)",
                           "FloorDiv(s0)",
                           "FloorDiv(s0, 2, 3)",
                           "Mod(s0)",
                           "Where(s0)",
                           "ToFloat(s0, 1)",
                           "truediv(s0)",
                           "not_(s0, 1)",
                           "Eq(s0)",
                           "Not(s0, s0)",
                           "OpaqueUnaryFn_sqrt(s0, 2)",
                           "Integer(s0)",
                           "Float(s0)",
                           "ModularIndexing(s0, 2)",
                           "Pow(s0)"}) {
    CHECK_MESSAGE(!table.read(text).has_value(), text);
  }
  CHECK_THROWS_AS(table.apply("truediv", std::array{s0}), Error);
  CHECK_THROWS_AS(table.apply("sym_ite", std::array{s0, s0}), Error);
  CHECK_THROWS_AS(table.apply("not_", std::span<const std::int64_t>()), Error);
  // Constructors of what has an operator are read as that: what they print is read again as the same.
  CHECK(table.read("FloorDiv(s0, 4)") == table.read("s0//4"));
  CHECK(table.read("Add(s0, 1)") == table.read("s0 + 1"));
  CHECK(table.read("Not(Equality(s0, 3))") == table.read("~Eq(s0, 3)"));
  CHECK(table.text(*table.read("1.0e-5*s0")) == table.text(*table.read(table.text(*table.read("1.0e-5*s0")))));
  CHECK_FALSE(table.read("1e999*s0").has_value());
}

TEST_CASE("shape rules take symbolic sizes") {
  SymTable table;
  SymScope scope(&table);
  std::int64_t s0 = table.symbol("s0", 4), s1 = table.symbol("s1", 6);
  auto sizes = [](const OpDef& op, std::initializer_list<Value> args) {
    return dims_text(fake_call(op, args)[0].sizes());
  };
  Tensor x = fake({s0, 4}), y = fake({s0, s1});
  CHECK(sizes(op::add, {x, fake({4})}) == "[s0, 4]");
  CHECK(sizes(op::linear, {x, fake({5, 4}), fake({5})}) == "[s0, 5]");
  CHECK(sizes(op::matmul, {fake({2, s0, 4}), fake({4, s1})}) == "[2, s0, s1]");
  CHECK(sizes(op::reshape, {x, Dims{-1}}) == "[4*s0]");
  CHECK(sizes(op::view, {x, Dims{2, -1}}) == "[2, 2*s0]");
  CHECK(sizes(op::flatten, {y}) == "[s0*s1]");
  CHECK(sizes(op::cat, {std::vector<Tensor>{x, x}, 0}) == "[2*s0, 4]");
  CHECK(sizes(op::slice, {y, 0, 1, INT64_MAX, 1}) == "[s0 - 1, s1]");
  CHECK(sizes(op::slice, {y, 1, 0, -1, 2}) == "[s0, (s1//2)]");
  CHECK(sizes(op::sum_dim, {y, Dims{0}, true}) == "[1, s1]");
  CHECK(sizes(op::conv2d, {fake({s0, 3, 8, s1}), fake({5, 3, 3, 3}), Value(), 1, 1, 1, 1}) == "[s0, 5, 8, s1]");
  CHECK(sizes(op::max_pool2d, {fake({s0, 3, 8, s1}), 2, 2, 0, 1, false}) == "[s0, 3, 4, (s1//2)]");
  CHECK(sizes(op::repeat, {x, Dims{2, 1}}) == "[2*s0, 4]");
  CHECK(sizes(op::arange, {Value(s0)}) == "[s0]");
  CHECK(dims_text(fake_call(op::t, {y})[0].strides()) == "[1, s1]");
  CHECK(dims_text(fake_call(op::add, {fake_call(op::t, {y})[0], fake_call(op::t, {y})[0]})[0].strides()) == "[1, s1]");
  CHECK_THROWS_AS(fake_call(op::add, {x, fake({5})}), Error);
  CHECK_THROWS_AS(fake_call(op::view, {x, Dims{3, -1}}), Error);
  CHECK_THROWS_AS(Tensor::zeros({s0}), Error);
}
