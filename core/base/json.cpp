#include "core/base/json.h"

#include <cstring>

#include "core/base/cat.h"
#include "core/base/number.h"
#include "core/base/utf8.h"

namespace seesaw {

namespace {

std::string_view kind_name(JsonValue::Kind kind) {
  constexpr std::string_view names[] = {"null", "a boolean", "a number", "a string", "an array", "an object"};
  return names[static_cast<int>(kind)];
}

const JsonValue kNull{};

}  // namespace

void JsonValue::wrong_kind(std::string_view expected) const {
  throw json_error(*this, cat({"expected ", expected, ", found ", kind_name(kind_)}));
}

std::string_view JsonValue::string() const {
  if (kind_ != Kind::string) wrong_kind("a string");
  return text_view();
}

bool JsonValue::boolean() const {
  if (kind_ != Kind::boolean) wrong_kind("true or false");
  return flag_;
}

std::int64_t JsonValue::integer() const {
  if (kind_ != Kind::number) wrong_kind("an integer");
  std::optional<std::int64_t> value = parse_int(text_view());
  if (!value) throw json_error(*this, cat({"expected an integer of at most 64 bits, found ", text_view()}));
  return *value;
}

double JsonValue::number() const {
  if (kind_ != Kind::number) wrong_kind("a number");
  return parse_float(text_view()).value_or(0);
}

std::span<const JsonValue> JsonValue::items() const {
  if (kind_ != Kind::array) wrong_kind("an array");
  return {items_, count_};
}

std::span<const JsonMember> JsonValue::members() const {
  if (kind_ != Kind::object) wrong_kind("an object");
  return {members_, count_};
}

const JsonValue* JsonValue::find(std::string_view key) const {
  if (kind_ != Kind::object) return nullptr;
  for (const JsonMember& member : std::span<const JsonMember>(members_, count_)) {
    if (member.key == key) return &member.value;
  }
  return nullptr;
}

const JsonValue& JsonValue::operator[](std::string_view key) const {
  if (kind_ != Kind::object) wrong_kind("an object");
  const JsonValue* found = find(key);
  return found == nullptr ? kNull : *found;
}

Error json_error(const JsonValue& value, std::string message, std::string remedy) {
  Error error = user_error("json", std::move(message), std::move(remedy));
  error.diagnostic().offset = value.offset();
  return error;
}

// A parser with an explicit stack of open containers.
class JsonReader {
 public:
  JsonReader(std::string_view text, Arena& arena) : text_(text), arena_(arena) {}

  JsonValue read() {
    for (;;) {
      JsonValue value = read_scalar_or_open();
      if (opened_) continue;
      if (!place_value(value)) return finish(value);
      while (close_if_done(value)) {
        if (!place_value(value)) return finish(value);
      }
    }
  }

 private:
  struct Open {
    bool object;
    std::uint32_t offset;
    std::size_t first;  // index of the first child in values_ or members_
    std::string_view key;
  };

  [[noreturn]] void fail(std::string message, std::size_t at) {
    Error error = user_error("json", std::move(message));
    error.diagnostic().place = LineIndex(text_).place(at, at + 1);
    error.diagnostic().offset = static_cast<std::int64_t>(at);
    throw error;
  }

  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\r' || text_[at_] == '\t'))
      ++at_;
  }

  JsonValue finish(JsonValue value) {
    skip_space();
    if (at_ != text_.size()) fail("unexpected text after the end of the JSON value", at_);
    return value;
  }

  JsonValue make(JsonValue::Kind kind, std::size_t offset) {
    JsonValue value;
    value.kind_ = kind;
    value.offset_ = static_cast<std::uint32_t>(offset);
    return value;
  }

  // Reads a scalar, or opens a container (then opened_ is true, unless the container is empty).
  JsonValue read_scalar_or_open() {
    opened_ = false;
    skip_space();
    if (at_ >= text_.size()) fail("unexpected end of the JSON text", at_);
    std::size_t start = at_;
    char c = text_[at_];
    if (c == '{' || c == '[') return open(c == '{');
    if (c == '"') {
      JsonValue value = make(JsonValue::Kind::string, start);
      std::string_view text = read_string();
      value.text_ = text.data();
      value.count_ = static_cast<std::uint32_t>(text.size());
      return value;
    }
    if (c == '-' || (c >= '0' && c <= '9')) return read_number();
    if (take_word("true")) {
      JsonValue value = make(JsonValue::Kind::boolean, start);
      value.flag_ = true;
      return value;
    }
    if (take_word("false")) return make(JsonValue::Kind::boolean, start);
    if (take_word("null")) return make(JsonValue::Kind::null, start);
    fail("expected a JSON value", at_);
  }

  JsonValue open(bool object) {
    std::size_t start = at_++;
    skip_space();
    if (at_ < text_.size() && text_[at_] == (object ? '}' : ']')) {
      ++at_;
      return make(object ? JsonValue::Kind::object : JsonValue::Kind::array, start);
    }
    if (open_.size() >= JsonDocument::kMaxDepth)
      fail(cat({"the JSON text is nested deeper than ", std::to_string(JsonDocument::kMaxDepth)}), start);
    open_.push_back({object, static_cast<std::uint32_t>(start), object ? members_.size() : values_.size(), {}});
    if (object) read_key();
    opened_ = true;
    return {};
  }

  void read_key() {
    skip_space();
    if (at_ >= text_.size() || text_[at_] != '"') fail("expected a member name in quotes", at_);
    open_.back().key = read_string();
    skip_space();
    if (at_ >= text_.size() || text_[at_] != ':') fail("expected ':' after the member name", at_);
    ++at_;
  }

  // Adds a finished value to the innermost container; false if there is none.
  bool place_value(const JsonValue& value) {
    if (open_.empty()) return false;
    if (open_.back().object) {
      members_.push_back({open_.back().key, value});
    } else {
      values_.push_back(value);
    }
    return true;
  }

  // After a value: a comma continues, a bracket closes the container, which becomes `value`.
  bool close_if_done(JsonValue& value) {
    skip_space();
    Open& top = open_.back();
    char closing = top.object ? '}' : ']';
    if (at_ >= text_.size())
      fail(cat({"unexpected end of the JSON text, expected '", std::string(1, closing), "'"}), at_);
    char c = text_[at_];
    if (c == ',') {
      ++at_;
      if (top.object) read_key();
      return false;
    }
    if (c != closing) fail(cat({"expected ',' or '", std::string(1, closing), "'"}), at_);
    ++at_;
    value = make(top.object ? JsonValue::Kind::object : JsonValue::Kind::array, top.offset);
    if (top.object) {
      value.members_ = copy_tail(members_, top.first, value.count_);
    } else {
      value.items_ = copy_tail(values_, top.first, value.count_);
    }
    open_.pop_back();
    return true;
  }

  template <class T>
  const T* copy_tail(std::vector<T>& from, std::size_t first, std::uint32_t& count) {
    count = static_cast<std::uint32_t>(from.size() - first);
    T* out = arena_.make_array<T>(count).data();
    for (std::uint32_t i = 0; i < count; ++i) out[i] = from[first + i];
    from.resize(first);
    return out;
  }

  bool take_word(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }

  JsonValue read_number() {
    std::size_t start = at_;
    if (text_[at_] == '-') ++at_;
    auto digits = [&] {
      std::size_t from = at_;
      while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') ++at_;
      if (at_ == from) fail("expected a digit", at_);
    };
    std::size_t first = at_;
    digits();
    if (text_[first] == '0' && at_ > first + 1) fail("a number must not begin with a zero", first);
    if (at_ < text_.size() && text_[at_] == '.') {
      ++at_;
      digits();
    }
    if (at_ < text_.size() && (text_[at_] == 'e' || text_[at_] == 'E')) {
      ++at_;
      if (at_ < text_.size() && (text_[at_] == '+' || text_[at_] == '-')) ++at_;
      digits();
    }
    JsonValue value = make(JsonValue::Kind::number, start);
    std::string_view kept = keep(text_.substr(start, at_ - start));
    value.text_ = kept.data();
    value.count_ = static_cast<std::uint32_t>(kept.size());
    return value;
  }

  std::string_view keep(std::string_view text) {
    std::span<char> copy = arena_.make_array<char>(text.size());
    if (!text.empty()) std::memcpy(copy.data(), text.data(), text.size());
    return {copy.data(), text.size()};
  }

  std::string_view read_string() {
    std::size_t start = ++at_;
    while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\\' &&
           static_cast<unsigned char>(text_[at_]) >= 0x20)
      ++at_;
    if (at_ < text_.size() && text_[at_] == '"') return keep(text_.substr(start, at_++ - start));
    std::string out(text_.substr(start, at_ - start));
    for (;;) {
      if (at_ >= text_.size()) fail("a string without an end", start - 1);
      char c = text_[at_];
      if (c == '"') break;
      if (static_cast<unsigned char>(c) < 0x20) fail("a control character in a string; write it as an escape", at_);
      if (c == '\\') {
        read_escape(out);
      } else {
        out += c;
        ++at_;
      }
    }
    ++at_;
    return keep(out);
  }

  void read_escape(std::string& out) {
    std::size_t start = at_++;
    char c = at_ < text_.size() ? text_[at_++] : '\0';
    switch (c) {
      case 'n': out += '\n'; return;
      case 't': out += '\t'; return;
      case 'r': out += '\r'; return;
      case 'b': out += '\b'; return;
      case 'f': out += '\f'; return;
      case '"':
      case '\\':
      case '/': out += c; return;
      case 'u': break;
      default: fail("unknown escape in a string", start);
    }
    std::uint32_t unit = read_hex4(start);
    if (unit >= 0xD800 && unit <= 0xDBFF && text_.substr(at_, 2) == "\\u") {
      at_ += 2;
      std::uint32_t low = read_hex4(start);
      if (low >= 0xDC00 && low <= 0xDFFF) {
        append_utf8(out, 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00));
        return;
      }
      append_utf8(out, 0xFFFD);
      unit = low;
    }
    append_utf8(out, unit >= 0xD800 && unit <= 0xDFFF ? 0xFFFD : unit);
  }

  std::uint32_t read_hex4(std::size_t start) {
    std::uint32_t value = 0;
    for (int i = 0; i < 4; ++i) {
      char c = at_ < text_.size() ? text_[at_++] : '\0';
      std::uint32_t digit = c >= '0' && c <= '9'                     ? static_cast<std::uint32_t>(c - '0')
                            : (c | 0x20) >= 'a' && (c | 0x20) <= 'f' ? static_cast<std::uint32_t>((c | 0x20) - 'a' + 10)
                                                                     : 99;
      if (digit == 99) fail("expected four hexadecimal digits", start);
      value = value * 16 + digit;
    }
    return value;
  }

  std::string_view text_;
  Arena& arena_;
  std::size_t at_ = 0;
  bool opened_ = false;
  std::vector<Open> open_;
  std::vector<JsonValue> values_;
  std::vector<JsonMember> members_;
};

const JsonValue& JsonDocument::parse(std::string_view text) {
  if (text.size() > UINT32_MAX - 1) throw user_error("json", "a JSON text of 4 GiB or more cannot be read");
  root_ = JsonReader(text, arena_).read();
  return root_;
}

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  auto plain = [](char c) { return c >= 0x20 && c < 0x7F && c != '"' && c != '\\'; };
  for (std::size_t i = 0; i < text.size();) {
    std::size_t run = i;
    while (run < text.size() && plain(text[run])) ++run;
    if (run > i) {
      out.append(text, i, run - i);
      i = run;
      continue;
    }
    auto byte = static_cast<unsigned char>(text[i]);
    if (byte >= 0x80) {
      CodePoint point = decode_utf8(text, i);
      if (point.valid) {
        out.append(text, i, point.size);
      } else {
        out += "\xEF\xBF\xBD";
      }
      i += point.size;
      continue;
    }
    ++i;
    switch (byte) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\n': out += "\\n"; break;
      case '\t': out += "\\t"; break;
      case '\r': out += "\\r"; break;
      default:
        constexpr char hex[] = "0123456789abcdef";
        out += "\\u00";
        out += hex[byte >> 4];
        out += hex[byte & 15];
    }
  }
  out += '"';
}

void JsonWriter::separate() {
  if (after_key_) {
    after_key_ = false;
  } else if (!first_) {
    *out_ += ',';
  }
  first_ = false;
}

JsonWriter& JsonWriter::open(char bracket) {
  separate();
  *out_ += bracket;
  open_.push_back(bracket == '{' ? '}' : ']');
  first_ = true;
  return *this;
}

JsonWriter& JsonWriter::end() {
  *out_ += open_.back();
  open_.pop_back();
  first_ = false;
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  append_json_string(*out_, name);
  *out_ += ':';
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
  separate();
  append_json_string(*out_, text);
  return *this;
}

JsonWriter& JsonWriter::value(bool flag) { return raw(flag ? "true" : "false"); }

JsonWriter& JsonWriter::value(std::int64_t number) {
  separate();
  append_int(*out_, number);
  return *this;
}

JsonWriter& JsonWriter::number(double number) {
  std::string text = format_float(number);
  bool finite = text.find_first_of("na") == std::string::npos;
  return raw(finite ? text : "null");
}

JsonWriter& JsonWriter::null() { return raw("null"); }

JsonWriter& JsonWriter::raw(std::string_view json) {
  separate();
  *out_ += json;
  return *this;
}

}  // namespace seesaw
