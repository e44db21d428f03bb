// Reading and writing JSON.
//
// What: `JsonDocument` parses a text into a tree of `JsonValue`s that live in its arena; `JsonWriter` appends
// JSON to a string and inserts the commas. Why: the boundary and the file format speak JSON. The reader
// keeps the location of each value, so that an error in a file has a line and a column; numbers stay text,
// so that integers of any size survive; nothing recurses, so that a million '[' is an error and not a
// crash.
//
//   JsonDocument doc;
//   const JsonValue& root = doc.parse(R"({"name": "add", "args": [1, 2]})");   // throws Error with a location
//   root["name"].string();                                                      // "add"
//   JsonWriter w; w.object().key("ok").value(true).end();                       // {"ok":true}
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/arena.h"
#include "core/base/diagnostic.h"

namespace seesaw {

struct JsonMember;

class JsonValue {
 public:
  enum class Kind : std::uint8_t {
    null,
    boolean,
    number,
    string,
    array,
    object,
  };

  Kind kind() const { return kind_; }
  bool is_null() const { return kind_ == Kind::null; }
  bool is_string() const { return kind_ == Kind::string; }
  bool is_number() const { return kind_ == Kind::number; }
  bool is_bool() const { return kind_ == Kind::boolean; }
  bool is_array() const { return kind_ == Kind::array; }
  bool is_object() const { return kind_ == Kind::object; }

  // Byte offset of the value in its text.
  std::uint32_t offset() const { return offset_; }

  // Each of these throws an Error that names the expected kind when the value is of another kind.
  std::string_view string() const;
  bool boolean() const;
  std::int64_t integer() const;
  double number() const;
  std::span<const JsonValue> items() const;
  std::span<const JsonMember> members() const;

  // The digits as written; empty if this is not a number.
  std::string_view number_text() const { return kind_ == Kind::number ? text_view() : std::string_view{}; }

  // A member of an object; a null value with the location of this one if it is absent. Linear in the members.
  const JsonValue& operator[](std::string_view key) const;
  bool has(std::string_view key) const { return find(key) != nullptr; }
  const JsonValue* find(std::string_view key) const;

 private:
  friend class JsonReader;
  std::string_view text_view() const { return {text_, count_}; }
  [[noreturn]] void wrong_kind(std::string_view expected) const;

  Kind kind_ = Kind::null;
  bool flag_ = false;
  std::uint32_t offset_ = 0;
  std::uint32_t count_ = 0;
  union {
    const char* text_ = nullptr;
    const JsonValue* items_;
    const JsonMember* members_;
  };
};

struct JsonMember {
  std::string_view key;
  JsonValue value;
};

class JsonDocument {
 public:
  static constexpr std::size_t kMaxDepth = 2000;
  // Throws Error (code "json") with line and column. The text must stay alive only during the call.
  const JsonValue& parse(std::string_view text);
  const JsonValue& root() const { return root_; }

 private:
  Arena arena_;
  JsonValue root_;
};

// An error about a value of a document: for readers of a format, when the JSON is valid but its content is not.
Error json_error(const JsonValue& value, std::string message, std::string remedy = {});

class JsonWriter {
 public:
  JsonWriter() = default;
  explicit JsonWriter(std::string& out) : out_(&out) {}

  JsonWriter& object() { return open('{'); }
  JsonWriter& array() { return open('['); }
  JsonWriter& end();
  JsonWriter& key(std::string_view name);
  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& value(bool flag);
  JsonWriter& value(std::int64_t number);
  JsonWriter& value(int number) { return value(static_cast<std::int64_t>(number)); }
  JsonWriter& value(std::uint32_t number) { return value(static_cast<std::int64_t>(number)); }
  JsonWriter& number(double number);
  JsonWriter& null();
  // Text that already is JSON.
  JsonWriter& raw(std::string_view json);
  template <class T>
  JsonWriter& member(std::string_view name, const T& v) {
    return key(name).value(v);
  }

  std::string take() { return std::move(own_); }
  std::string& text() { return *out_; }

 private:
  JsonWriter& open(char bracket);
  void separate();
  std::string own_;
  std::string* out_ = &own_;
  std::vector<char> open_;
  bool first_ = true;
  bool after_key_ = false;
};

// `text` as a JSON string with quotes. Invalid UTF-8 bytes become U+FFFD, so the result is always valid.
void append_json_string(std::string& out, std::string_view text);

}  // namespace seesaw
