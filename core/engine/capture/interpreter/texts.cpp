// Texts: f-strings, formats and the methods of str.
#include <algorithm>
#include <utility>

#include "core/base/cat.h"
#include "core/base/number.h"
#include "core/engine/capture/interpreter/format_spec.h"
#include "core/engine/capture/interpreter/interpreter.h"
#include "core/graph/ir/value_printer.h"

namespace seesaw {

namespace {

std::string_view stripped(std::string_view text, std::string_view letters, bool left, bool right) {
  while (left && !text.empty() && letters.find(text.front()) != std::string_view::npos) text.remove_prefix(1);
  while (right && !text.empty() && letters.find(text.back()) != std::string_view::npos) text.remove_suffix(1);
  return text;
}

// Where a part stands first, or how often it stands there.
std::int64_t found_in(std::string_view text, std::string_view part, bool all) {
  std::size_t at = text.find(part);
  if (!all) return at == std::string_view::npos ? -1 : static_cast<std::int64_t>(at);
  std::int64_t count = 0;
  for (; at != std::string_view::npos && !part.empty(); at = text.find(part, at + part.size())) ++count;
  return count;
}

}  // namespace

std::string PythonInterpreter::text_of_range(const PyExpr& e, const PyValue& range) {
  const PyValue *start = find_attribute(range.object, "start"), *stop = find_attribute(range.object, "stop"),
                *step = find_attribute(range.object, "step");
  if (start == nullptr) fail(e, "the text of a part of a range is outside of the subset that is captured");
  const std::string bounds = cat({text_of(e, *start, true), ", ", text_of(e, *stop, true)});
  return step->arg.as_int() == 1 ? cat({"range(", bounds, ")"})
                                 : cat({"range(", bounds, ", ", text_of(e, *step, true), ")"});
}

std::string PythonInterpreter::text_of(const PyExpr& e, const PyValue& value, bool quoted) {
  Deeper deeper(*this, e.begin);
  if (host_.is_foreign(value)) return host_.text_of(value);
  if (const PyObject* object = value.object; object != nullptr) {
    if (!quoted && has_special(value, "__str__")) return text_of(e, *special(e, value, "__str__"), false);
    if (has_special(value, "__repr__")) return text_of(e, *special(e, value, "__repr__"), false);
    PyValue plain = plain_value(value);
    if (plain.object != object) return text_of(e, plain, quoted);
    if (object->kind == PyKind::instance && object->klass->is_enum)
      return cat({object->klass->def->name, ".", find_attribute(value.object, "name")->arg.text()});
    if (object->kind == PyKind::instance && !object->klass->exception.empty()) {
      if (!quoted) return exception_text(e, object);
      const PyValue* args = find_attribute(value.object, "args");
      std::string shown = args == nullptr || args->object == nullptr ? "()" : text_of(e, *args, true);
      if (shown.ends_with(",)")) shown.replace(shown.size() - 2, 1, "");
      return cat({object->klass->def->name, shown});
    }
    bool set = object->kind == PyKind::set;
    bool dict = object->kind == PyKind::dict, list = object->kind == PyKind::list,
         tuple = object->kind == PyKind::tuple;
    if (is_range(value)) return text_of_range(e, value);
    if (tuple && object->name == "torch.Size")
      return cat({"torch.Size(", text_of(e, make_list(PyKind::list, object->items), true), ")"});
    if (is_no_list(value)) refuse_view_in_dynamo(e, "builtin: str of a view of a dict");
    if (is_no_list(value))
      return cat({object->name, "(", text_of(e, make_list(PyKind::list, object->items), true), ")"});
    if (set && object->items.empty()) return cat({type_name(value), "()"});
    if (object->kind == PyKind::instance)
      return object->klass->is_module ? cat({object->klass->def->name, "()"})
                                      : cat({"<", object->klass->path, " object>"});
    if (object->kind == PyKind::klass) return cat({"<class '", object->klass->path, "'>"});
    if (!dict && !list && !tuple && !set) return cat({"<", type_name(value), ">"});
    std::string out = dict || set ? "{" : list ? "[" : "(";
    const PyValues items = set ? items_of_set(e, object) : object->items;
    for (std::size_t i = 0; i < items.size(); ++i) {
      out += cat({i == 0 ? "" : dict && i % 2 == 1 ? ": " : ", ", text_of(e, items[i], true)});
      if (out.size() > kLongestList) fail(e, "this text is too long");
    }
    if (set && object->name == "frozenset") return cat({"frozenset(", out, "})"});
    return out + (dict || set ? "}" : list ? "]" : object->items.size() == 1 ? ",)" : ")");
  }
  if (value.is_path()) return value.path;
  if (value.arg.kind() == ArgKind::complex) return std::string(value.arg.text());
  const Arg& arg = value.arg;
  if (arg.is_string()) {
    if (!quoted) return std::string(arg.text());
    std::string out;
    append_string_repr(out, arg.text());
    return out;
  }
  if (arg.is_none()) return "None";
  if (arg.is_bool()) return arg.as_bool() ? "True" : "False";
  if (arg.is_integer() && arg.fits_int64()) return std::to_string(arg.as_int());
  if (arg.kind() == ArgKind::floating) return format_float(arg.as_float());
  if (arg.kind() == ArgKind::dtype || arg.kind() == ArgKind::device || arg.kind() == ArgKind::layout)
    return std::string(arg.text());
  if (arg.is_sequence())
    return text_of(e,
                   make_list(arg.kind() == ArgKind::list ? PyKind::list : PyKind::tuple,
                             PyValues(arg.items().begin(), arg.items().end())),
                   quoted);
  return host_.text_of(value);
}

PythonSource& PythonInterpreter::parsed(std::string text) {
  return parts_.emplace_back(texts_.emplace_back(std::move(text)));
}

// f"{a} and {b:.2f}"
PyValue PythonInterpreter::formatted(const PyExpr& e) {
  std::string out;
  std::string_view text = e.text;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if ((c == '{' || c == '}') && i + 1 < text.size() && text[i + 1] == c) {
      out += c;
      ++i;
    } else if (c == '{') {
      std::size_t depth = 0, end = i + 1;
      for (; end < text.size() && !(text[end] == '}' && depth == 0); ++end) {
        if (text[end] == '(' || text[end] == '[' || text[end] == '{') ++depth;
        if (depth > 0 && (text[end] == ')' || text[end] == ']' || text[end] == '}')) --depth;
      }
      if (end == text.size()) fail(e, "f-string: expecting '}'");
      out += format_part(e, text.substr(i + 1, end - i - 1));
      i = end;
    } else {
      out += c;
    }
    if (out.size() > kLongestList) fail(e, "this text is too long");
  }
  return PyValue(context().string(out));
}

// What stands between braces: an expression, !r, a format.
std::string PythonInterpreter::format_part(const PyExpr& e, std::string_view part) {
  std::size_t depth = 0, end = 0;
  for (; end < part.size(); ++end) {
    char c = part[end];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (depth > 0 && (c == ')' || c == ']' || c == '}')) --depth;
    if (depth == 0 && (c == ':' || (c == '!' && end + 1 < part.size() && part[end + 1] != '='))) break;
  }
  std::string_view rest = part.substr(end);
  std::string code(part.substr(0, end)), shown;
  std::string_view trimmed = stripped(code, " ", false, true);
  if (trimmed.size() > 1 && trimmed.back() == '=' &&
      std::string_view("=!<>").find(trimmed[trimmed.size() - 2]) == std::string_view::npos) {  // f"{x=}"
    shown = code;
    code = std::string(trimmed.substr(0, trimmed.size() - 1));
  }
  PythonSource*& source = format_parts_[code];
  bool quoted = !shown.empty() && rest.empty();
  if (rest.starts_with("!")) {
    quoted = rest.substr(1, 1) == "r";
    rest.remove_prefix(std::min<std::size_t>(2, rest.size()));
  }
  PyValue value;
  std::size_t frames = frames_.size();
  try {
    if (source == nullptr) source = &parsed(cat({"v = (", code, ")\n"}));
    Frame inner = frame();
    inner.globals = inner.globals != nullptr ? inner.globals : inner.source;
    inner.source = source;
    frames_.push_back(inner);
    value = evaluate(source->statement_at(0).value);
    frames_.resize(frames);
  } catch (Error& error) {
    frames_.resize(frames);
    error.diagnostic().offset = e.begin;
    throw;
  }
  if (value.is_arg() && value.arg.is_symbolic()) host_.shows_number(e, value.arg);
  if (!rest.starts_with(":") || rest.size() == 1) return shown + text_of(e, value, quoted);
  rest.remove_prefix(1);
  if (rest.find('{') != std::string_view::npos) {  // {width} in the format itself
    std::string spec;
    for (std::size_t at = 0; at < rest.size();) {
      std::size_t open = std::min(rest.find('{', at), rest.size());
      spec += rest.substr(at, open - at);
      std::size_t close = rest.find('}', open);
      if (close == std::string_view::npos) break;
      spec += format_part(e, rest.substr(open + 1, close - open - 1));
      at = close + 1;
    }
    rest = texts_.emplace_back(std::move(spec));
  }
  PyValue plain = value.is_arg() || host_.is_foreign(value) ? value
                                                            : PyValue(context().string(text_of(e, value, false)));
  std::optional<std::string> out = plain.is_arg() ? format_value(rest, plain.arg) : std::nullopt;
  if (!out) fail(e, cat({"the format ':", rest, "' is outside of the subset that is captured"}), "leave it out");
  return shown + *out;
}

// "%s of %d" % values
std::string PythonInterpreter::percent_text(const PyExpr& e, std::string_view text, const PyValue& values) {
  bool several = values.object != nullptr && values.object->kind == PyKind::tuple;
  PyValues given = several ? values.object->items : PyValues{values};
  std::string out;
  std::size_t next = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    std::size_t end = std::min(text.find_first_not_of("0123456789.+-", i + 1), text.size());
    char letter = end < text.size() ? text[end] : ' ';
    if (letter == '%') {
      out += '%';
      i = end;
      continue;
    }
    if (next == given.size())
      fail_as(e, "TypeError", "not enough arguments for format string", "give a value for each %");
    PyValue value = given[next++];
    std::string_view sizes = text.substr(i + 1, end - i - 1);
    const bool whole = std::string_view("dixXo").find(letter) != std::string_view::npos;
    if (host_.is_foreign(value) && (whole || std::string_view("feEgG").find(letter) != std::string_view::npos))
      value = call_value(e, PyValue::of_path(whole ? "int" : "float"), {value}, {});  // a tensor whose value is known
    std::optional<std::string> shown;
    if (sizes.empty() && (letter == 's' || letter == 'r')) shown = text_of(e, value, letter == 'r');
    if (!sizes.empty() && letter == 's') {
      bool left = sizes.starts_with("-");
      shown = format_value(cat({left ? "<" : ">", sizes.substr(left ? 1 : 0)}),
                           context().string(text_of(e, value, false)));
    }
    if (std::string_view("difeEgGxXo").find(letter) != std::string_view::npos && value.is_arg())
      shown = format_value(cat({sizes, std::string(1, letter == 'i' ? 'd' : letter)}), value.arg);
    if (!shown)
      fail(e,
           cat({"the format '", text.substr(i, end + 1 - i), "' is outside of the subset that is captured"}),
           "use an f-string");
    out += *shown;
    i = end;
    if (out.size() > kLongestList) fail(e, "this text is too long");
  }
  return out;
}

// "{} of {name:.2f}".format(...)
std::string PythonInterpreter::format_text(const PyExpr& e,
                                           std::string_view text,
                                           const PyValues& args,
                                           const PyNamedValues& kwargs) {
  std::string out;
  std::size_t next = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c != '{' && c != '}') {
      out += c;
      continue;
    }
    if (i + 1 < text.size() && text[i + 1] == c) {
      out += c;
      ++i;
      continue;
    }
    std::size_t end = text.find('}', i);
    if (c == '}' || end == std::string_view::npos)
      fail_as(
          e, "ValueError", cat({"Single '", std::string(1, c), "' encountered in format string"}), "write it twice");
    std::string_view part = text.substr(i + 1, end - i - 1), name = part.substr(0, part.find(':')),
                     format = name.size() < part.size() ? part.substr(name.size() + 1) : std::string_view();
    auto named = std::find_if(kwargs.begin(), kwargs.end(), [&](const auto& one) { return one.first == name; });
    std::optional<std::int64_t> place = name.empty() ? std::optional(static_cast<std::int64_t>(next++))
                                                     : parse_int(name);
    bool known = named != kwargs.end() || (place && *place >= 0 && static_cast<std::size_t>(*place) < args.size());
    if (!known) fail(e, cat({"nothing is given for '{", part, "}'"}), "use an f-string");
    const PyValue& value = named != kwargs.end() ? named->second : args[static_cast<std::size_t>(*place)];
    std::optional<std::string> shown = format.empty()   ? text_of(e, value, false)
                                       : value.is_arg() ? format_value(format, value.arg)
                                                        : std::nullopt;
    if (!shown) fail(e, cat({"the format ':", format, "' is outside of the subset that is captured"}), "leave it out");
    out += *shown;
    i = end;
    if (out.size() > kLongestList) fail(e, "this text is too long");
  }
  return out;
}

// Methods of str.
std::optional<PyValue> PythonInterpreter::text_method(const PyExpr& e,
                                                      std::string_view text,
                                                      const std::string& name,
                                                      const PyValues& args,
                                                      const PyNamedValues& kwargs) {
  auto given = [&](std::size_t i) {
    return i < args.size() && args[i].is_arg() && args[i].arg.is_string() ? std::optional(args[i].arg.text())
                                                                          : std::nullopt;
  };
  auto made = [&](std::string_view out) { return PyValue(context().string(out)); };
  if (name == "format") return made(format_text(e, text, args, kwargs));
  if ((name == "endswith" || name == "startswith") && args.size() == 1) {
    PyValues parts = given(0) ? args : items_of(e, args[0]);
    bool found = std::any_of(parts.begin(), parts.end(), [&](const PyValue& part) {
      return part.is_arg() && part.arg.is_string() &&
             (name == "endswith" ? text.ends_with(part.arg.text()) : text.starts_with(part.arg.text()));
    });
    return PyValue(Arg::boolean(found));
  }
  if ((name == "find" || name == "count") && given(0) && args.size() == 1)
    return PyValue(context().integer(found_in(text, *given(0), name == "count")));
  if (name == "upper" || name == "lower") {
    std::string out(text);
    for (char& c : out)
      c = name == "upper" && c >= 'a' && c <= 'z'   ? static_cast<char>(c - 32)
          : name == "lower" && c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32)
                                                    : c;
    return made(out);
  }
  if (name == "strip" || name == "lstrip" || name == "rstrip")
    return made(stripped(text, given(0).value_or(" \t\r\n"), name != "rstrip", name != "lstrip"));
  if (name == "replace" && given(0) && given(1) && !given(0)->empty() && args.size() == 2) {
    std::string out;
    for (std::size_t at = 0; at <= text.size();) {
      std::size_t next = text.find(*given(0), at);
      out += text.substr(at, next == std::string_view::npos ? next : next - at);
      if (next == std::string_view::npos) break;
      out += *given(1);
      at = next + given(0)->size();
      if (out.size() > kLongestList) fail(e, "this text is too long");
    }
    return made(out);
  }
  if (name == "split" && kwargs.empty() && (args.empty() || (args.size() == 1 && given(0) && !given(0)->empty()))) {
    PyValues out;
    std::string_view between = given(0).value_or(" ");
    for (std::size_t at = 0; at <= text.size();) {
      std::size_t next = std::min(text.find(between, at), text.size());
      if (!args.empty() || next > at) out.push_back(made(text.substr(at, next - at)));
      at = next + between.size();
    }
    return make_list(PyKind::list, std::move(out));
  }
  if (name == "join" && args.size() == 1) {
    std::string out;
    bool first = true;
    for (const PyValue& item : items_of(e, args[0])) {
      if (!item.is_arg() || !item.arg.is_string())
        fail_as(e,
                "TypeError",
                cat({"sequence item: expected str instance, ", type_name(item), " found"}),
                "make it a text with str()");
      out += cat({std::exchange(first, false) ? std::string_view() : text, item.arg.text()});
      if (out.size() > kLongestList) fail(e, "this text is too long");
    }
    return made(out);
  }
  // The others are written in Python, with the text as their first argument.
  PyValue* function = find_global(library_, cat({"str_", name}));
  if (function == nullptr || function->object == nullptr) return std::nullopt;
  PyValues all{made(text)};
  all.insert(all.end(), args.begin(), args.end());
  return call_value(e, *function, std::move(all), kwargs);
}

}  // namespace seesaw
