// The lowest layer: names of numbers, JSON, text, tables. Expected texts of floats are CPython's repr.
#include <cmath>
#include <limits>
#include <string>

#include <doctest/doctest.h>

#include "core/base/id_map.h"
#include "core/base/json.h"
#include "core/base/number.h"
#include "core/base/ordered_map.h"
#include "core/base/utf8.h"
#include "core/graph/types/dtype.h"

using namespace seesaw;

TEST_CASE("rule 62: floats print as Python's repr") {
  CHECK(format_float(1e-5) == "1e-05");
  CHECK(format_float(0.0001) == "0.0001");
  CHECK(format_float(1e20) == "1e+20");
  CHECK(format_float(1e16) == "1e+16");
  CHECK(format_float(1e15) == "1000000000000000.0");
  CHECK(format_float(123456789012345680.0) == "1.2345678901234568e+17");
  CHECK(format_float(0.1 + 0.2) == "0.30000000000000004");
  CHECK(format_float(-0.0) == "-0.0");
  CHECK(format_float(2) == "2.0");
  CHECK(format_float(5e-324) == "5e-324");
  CHECK(format_float(std::numeric_limits<double>::max()) == "1.7976931348623157e+308");
  CHECK(format_float(std::numeric_limits<double>::infinity()) == "inf");
  CHECK(format_float(-std::numeric_limits<double>::infinity()) == "-inf");
  CHECK(format_float(std::nan("")) == "nan");
}

TEST_CASE("floats: literals are read, anything else is not") {
  CHECK(parse_float("1e-05") == 1e-5);
  CHECK(parse_float("1_000.5") == 1000.5);
  CHECK(std::signbit(*parse_float("-0.0")));
  CHECK(std::isinf(*parse_float("-inf")));
  CHECK(std::isnan(*parse_float("nan")));
  CHECK_FALSE(parse_float(""));
  CHECK_FALSE(parse_float("1.0x"));
  CHECK_FALSE(parse_float("e5"));
  CHECK(parse_float("1_0.0_1e1_0") == 10.01e10);
  for (const char* bad : {"1_.0", "1._0", "1__0.0", "_1.0", "1.0_", "1_e5", "1e_5", "1e5_"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_float(bad));
  }
}

TEST_CASE("integers of any size") {
  CHECK(parse_int("-9223372036854775808") == std::numeric_limits<std::int64_t>::min());
  CHECK(parse_int("9223372036854775807") == std::numeric_limits<std::int64_t>::max());
  CHECK_FALSE(parse_int("9223372036854775808"));
  CHECK_FALSE(parse_int(""));
  CHECK_FALSE(parse_int("12a"));
  CHECK(normalize_int("0xff") == "255");
  CHECK(normalize_int("0b101") == "5");
  CHECK(normalize_int("0o17") == "15");
  CHECK(normalize_int("1_000") == "1000");
  CHECK(normalize_int("0x400000000000000000") == "1180591620717411303424");
  // As CPython's int(text, 0) reads them.
  for (const char* good :
       {"1_0", "0x_f", "0X_1_0", "0b_1", "0o7_7", "-1_0", "+5", "0", "00", "0_0", "-0", "000_000", "0xFFFF_FFFF"}) {
    CAPTURE(good);
    CHECK(normalize_int(good));
  }
  for (const char* bad : {"",    "_",   "-",   "0x",    "0x_", "_1",  "1_",  "1__0", "0x1_", "0x__1", "0_x1",
                          "0b2", "0b_", "0o8", "0b1_2", "012", "0_1", "-01", "--1",  "1a",   "0xg",   "1 0"}) {
    CAPTURE(bad);
    CHECK_FALSE(normalize_int(bad));
  }
  CHECK(increment_decimal("99") == "100");
  CHECK(increment_decimal("1299") == "1300");
}

TEST_CASE("JSON: values, escapes and surrogate pairs") {
  JsonDocument doc;
  const JsonValue& root = doc.parse(
      R"( {"a": [1, -2.5e3, true, null], "s": "\u00e9\n\ud83d\ude00", "big": 1180591620717411303424} )");
  REQUIRE(root["a"].items().size() == 4);
  CHECK(root["a"].items()[0].integer() == 1);
  CHECK(root["a"].items()[1].number() == -2500.0);
  CHECK(root["a"].items()[2].boolean());
  CHECK(root["a"].items()[3].is_null());
  CHECK(root["s"].string() == "\xc3\xa9\n\xf0\x9f\x98\x80");
  CHECK(root["big"].number_text() == "1180591620717411303424");
  CHECK(root["missing"].is_null());
  CHECK_THROWS_AS((void)root["s"].integer(), Error);
}

TEST_CASE("JSON: malformed texts are errors with a place") {
  for (const char* text :
       {"",   " ", "{",  "[",  "[1,]", "{\"a\"}", "{\"a\":}",  "{\"a\":1,}", "{a:1}", "tru", "01",       "-00", "1.",
        "1e", "-", "+1", ".5", "\"",   "\"\\x\"", "\"\\u12\"", "[1] 2",      "'a'",   "NaN", "\"a\nb\"", "]"}) {
    CAPTURE(text);
    JsonDocument doc;
    CHECK_THROWS_AS(doc.parse(text), Error);
  }
  JsonDocument doc;
  try {
    doc.parse("{\n  \"a\": 1,\n  \"b\": x\n}");
    FAIL("accepted");
  } catch (const Error& error) {
    CHECK(error.diagnostic().code == "json");
    CHECK(error.diagnostic().place.line == 3);
    CHECK(error.diagnostic().place.column == 8);
  }
}

TEST_CASE("JSON: depth is limited, not the stack") {
  std::string good(1900, '['), bad(1000000, '[');
  good += std::string(1900, ']');
  JsonDocument doc;
  CHECK_NOTHROW(doc.parse(good));
  JsonDocument other;
  CHECK_THROWS_AS(other.parse(bad), Error);
}

TEST_CASE("JSON: the writer puts commas and keeps its output valid") {
  JsonWriter w;
  w.object()
      .member("a", true)
      .key("b")
      .array()
      .value(1)
      .value("x\"\\\n\x01")
      .null()
      .end()
      .key("c")
      .object()
      .end()
      .end();
  CHECK(w.take() == "{\"a\":true,\"b\":[1,\"x\\\"\\\\\\n\\u0001\",null],\"c\":{}}");
  std::string out;
  append_json_string(out,
                     "a\xff"
                     "b");
  CHECK(out ==
        "\"a\xef\xbf\xbd"
        "b\"");
}

TEST_CASE("UTF-8: good and bad sequences") {
  CHECK(decode_utf8("\xf0\x9f\x98\x80", 0).value == 0x1F600);
  CHECK(decode_utf8("\xc3\xa9", 0).size == 2);
  for (const char* bad : {"\xff", "\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82", "\x80"}) {
    CodePoint c = decode_utf8(bad, 0);
    CHECK_FALSE(c.valid);
    CHECK(c.size == 1);
  }
  for (std::uint32_t value : {0x24u, 0xA2u, 0x20ACu, 0x10FFFFu}) {
    std::string text;
    append_utf8(text, value);
    CHECK(decode_utf8(text, 0).value == value);
    CHECK(decode_utf8(text, 0).size == text.size());
  }
}

TEST_CASE("OrderedMap keeps the place of a known key, as Python's dict") {
  SymbolTable symbols;
  OrderedMap<int> map;
  for (int i = 0; i < 1000; ++i) map.set(symbols.intern(std::to_string(i)), i);
  map.set(symbols.intern("5"), -5);
  CHECK(map.erase(symbols.intern("0")));
  CHECK_FALSE(map.erase(symbols.intern("0")));
  map.set(symbols.intern("0"), 7);
  std::vector<int> values;
  for (auto& entry : map) values.push_back(entry.value);
  REQUIRE(values.size() == 1000);
  CHECK(values.front() == 1);
  CHECK(values[4] == -5);
  CHECK(values.back() == 7);
}

TEST_CASE("IdMap reads as empty beyond what was written") {
  IdMap<int> map;
  CHECK(map.get(7) == 0);
  map[7] = 3;
  CHECK(map.get(7) == 3);
  CHECK(map.get(6) == 0);
  CHECK(map.get(70000) == 0);
}

TEST_CASE("SymbolTable gives one symbol a text") {
  SymbolTable symbols;
  Symbol a = symbols.intern("add");
  for (int i = 0; i < 5000; ++i) symbols.intern("n" + std::to_string(i));
  CHECK(symbols.intern("add") == a);
  CHECK(symbols.find("n4999").view() == "n4999");
  CHECK_FALSE(symbols.find("nowhere"));
  CHECK(symbols.intern(std::string_view("a\0b", 3)).view().size() == 3);
}

TEST_CASE("dtypes by long and short name") {
  CHECK(find_dtype("torch.float32")->abbr == "f32");
  CHECK(find_dtype("bfloat16")->abbr == "bf16");
  CHECK(find_dtype_abbr("b8")->name == "bool");
  CHECK(find_dtype_abbr("i64")->bytes == 8);
  CHECK(find_dtype("torch.nothing") == nullptr);
}
