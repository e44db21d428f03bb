// Python's operators on tensors, numbers and lists.
#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/cat.h"
#include "core/engine/capture/interpreter/interpreter.h"
#include "core/engine/capture/interpreter/traced_argument.h"
#include "core/engine/exec/arg_equality.h"

namespace seesaw {

namespace {

constexpr OperatorNames kBinary[] = {
    {"+", "add", "__radd__", "operator.add", "__add__", "__radd__", "__iadd__"},
    {"-", "sub", "__rsub__", "operator.sub", "__sub__", "__rsub__", "__isub__"},
    {"*", "mul", "__rmul__", "operator.mul", "__mul__", "__rmul__", "__imul__"},
    {"/", "div", "__rtruediv__", "operator.truediv", "__truediv__", "__rtruediv__", "__itruediv__"},
    {"//", "floor_divide", "__rfloordiv__", "operator.floordiv", "__floordiv__", "__rfloordiv__", "__ifloordiv__"},
    {"%", "remainder", "__rmod__", "operator.mod", "__mod__", "__rmod__", "__imod__"},
    {"**", "pow", "__rpow__", "operator.pow", "__pow__", "__rpow__", "__ipow__"},
    {"@", "matmul", "", "", "__matmul__", "__rmatmul__", "__imatmul__"},
    {"&", "__and__", "bitwise_and", "operator.and_", "__and__", "__rand__", "__iand__"},
    {"|", "__or__", "bitwise_or", "operator.or_", "__or__", "__ror__", "__ior__"},
    {"^", "__xor__", "bitwise_xor", "operator.xor", "__xor__", "__rxor__", "__ixor__"},
    {"<", "lt", "gt", "operator.lt", "__lt__", "__gt__", ""},
    {">", "gt", "lt", "operator.gt", "__gt__", "__lt__", ""},
    {"<=", "le", "ge", "operator.le", "__le__", "__ge__", ""},
    {">=", "ge", "le", "operator.ge", "__ge__", "__le__", ""},
    {"==", "eq", "eq", "operator.eq", "__eq__", "__eq__", ""},
    {"!=", "ne", "ne", "operator.ne", "__ne__", "__ne__", ""},
    {"<<", "__lshift__", "__rlshift__", "operator.lshift", "__lshift__", "__rlshift__", "__ilshift__"},
    {">>", "__rshift__", "__rrshift__", "operator.rshift", "__rshift__", "__rrshift__", "__irshift__"},
};

bool is_list(const PyValue& value) {
  return value.object != nullptr && (value.object->kind == PyKind::list || value.object->kind == PyKind::tuple);
}

}  // namespace

std::span<const OperatorNames> operator_names() { return kBinary; }

const OperatorNames& names_of(std::string_view token) {
  for (const OperatorNames& row : kBinary) {
    if (row.token == token) return row;
  }
  return kBinary[0];
}

PyValue PythonInterpreter::unary(const PyExpr& e) {
  if (e.text == "*") fail(e, "* is only for arguments");
  PyValue operand = evaluate(e.kids[0]);
  if (e.text == "not") return PyValue(Arg::boolean(!truth(e, operand)));
  if (std::optional<PyValue> out = special_unary(e, operand)) return *out;
  operand = plain_value(operand);
  if (host_.is_foreign(operand)) {
    if (std::optional<PyValue> out = host_.unary(e, operand)) return *out;
  }
  Arg value = to_arg(e, operand);
  PyValue out = python_function(e,
                                e.text == "-"   ? "operator.neg"
                                : e.text == "+" ? "operator.pos"
                                                : "operator.invert",
                                {value});
  return operand.host_number != 0 ? as_host_number(std::move(out)) : out;
}

PyValue PythonInterpreter::binary(const PyExpr& e,
                                  std::string_view token,
                                  const PyValue& given_left,
                                  const PyValue& given_right) {
  // A tensor's own operator comes before that of an array behind it.
  if (const PyValue* tensor = host_.is_foreign(given_left) ? traced_argument(*this, given_right) : nullptr)
    return binary(e, token, given_left, *tensor);
  if (host_.is_foreign(given_left) && is_of_library(*this, given_right)) {
    if (std::optional<PyValue> number = host_.number_of(e, given_right)) return binary(e, token, given_left, *number);
  }
  if (host_.is_foreign(given_right) && is_of_library(*this, given_left)) {
    if (std::optional<PyValue> number = host_.number_of(e, given_left)) return binary(e, token, *number, given_right);
  }
  if (std::optional<PyValue> out = special_binary(e, token, given_left, given_right)) return *out;
  if (token == "|" && is_union_operand(given_left) && is_union_operand(given_right) &&
      !(given_left.is_none() && given_right.is_none()))
    return union_of(e, given_left, given_right);
  PyValue left = plain_value(given_left), right = plain_value(given_right);
  bool module = left.object != nullptr && left.object->kind == PyKind::instance && left.object->klass->is_module;
  if (module || host_.is_foreign(left) || host_.is_foreign(right)) {
    if (std::optional<PyValue> out = host_.binary(e, token, left, right)) return *out;
  }
  if (token == "+" && is_list(left) && is_list(right) && left.object->kind == right.object->kind && !is_no_list(left) &&
      !is_no_list(right)) {
    PyValues items = left.object->items;
    items.insert(items.end(), right.object->items.begin(), right.object->items.end());
    if (items.size() > kLongestList)
      fail(e, cat({"this list is longer than ", std::to_string(kLongestList)}), "make it shorter");
    PyValue out = make_list(left.object->kind, std::move(items));
    if (!host_.runs_in_dynamo()) out.object->name = left.object->name;  // a torch.Size, of which Dynamo makes a tuple
    return out;
  }
  if (std::optional<PyValue> out = view_binary(e, token, left, right)) return *out;
  if (std::optional<PyValue> out = set_binary(e, token, left, right)) return *out;
  if (std::optional<PyValue> out = order_of(e, token, left, right)) return *out;
  auto is_count = [](const PyValue& value) {
    return value.is_arg() && (value.arg.is_integer() || value.arg.is_bool());
  };
  auto is_symbol = [](const PyValue& value) { return value.is_arg() && value.arg.kind() == ArgKind::sym_int; };
  auto is_repeated = [&](const PyValue& value) {
    return (is_list(value) && !is_no_list(value)) || (value.is_arg() && value.arg.is_string());
  };
  if (token == "*" && is_repeated(left) && is_symbol(right)) host_.asks_number(e, "__index__", right.arg);
  if (token == "*" && is_repeated(right) && is_symbol(left)) host_.asks_number(e, "__index__", left.arg);
  if (is_no_list(left) || is_no_list(right)) {
    fail_as(e,
            "TypeError",
            cat({"unsupported operand type(s) for ", token, ": '", type_name(left), "' and '", type_name(right), "'"}),
            "make a list of it: list(...)");
  }
  if (token == "*" && is_count(left) && is_list(right)) std::swap(left, right);
  if (token == "*" && is_list(left) && is_count(right)) {
    PyValues items;
    std::int64_t times = right.arg.is_bool() ? right.arg.as_bool() : right.arg.fits_int64() ? right.arg.as_int() : 0;
    for (std::int64_t i = 0; i < times; ++i) {
      count_step(e.begin);
      items.insert(items.end(), left.object->items.begin(), left.object->items.end());
      if (items.size() > kLongestList)
        fail(e, cat({"this list is longer than ", std::to_string(kLongestList)}), "make it shorter");
    }
    return make_list(left.object->kind, std::move(items));
  }
  auto is_dict = [](const PyValue& value) { return value.object != nullptr && value.object->kind == PyKind::dict; };
  if (token == "|" && is_dict(left) && is_dict(right)) {
    PyValue out = make_list(PyKind::dict, left.object->items);
    dict_method(e, out.object, "update", {right}, {});
    return out;
  }
  if (token == "%" && left.is_arg() && left.arg.is_string())
    return PyValue(context().string(percent_text(e, left.arg.text(), right)));
  Arg a = to_arg(e, left), b = to_arg(e, right);
  // Dynamo of 2.6 adds what a tuple holds to a list.
  if (token == "+" && a.is_sequence() && b.is_sequence() && host_.generators_are_lazy() &&
      (a.kind() == ArgKind::list) != (b.kind() == ArgKind::list))
    fail_as(e,
            "TypeError",
            cat({"can only concatenate ", type_name(left), " (not \"", type_name(right), "\") to ", type_name(left)}),
            "make both of one type: list(...) or tuple(...)");
  if (token == "+" && a.is_sequence() && b.is_sequence()) {  // x.shape[:2] + (3,)
    PyValues items(a.items().begin(), a.items().end());
    items.insert(items.end(), b.items().begin(), b.items().end());
    return make_list(PyKind::tuple, std::move(items));
  }
  if (token == "*" && b.is_string()) std::swap(a, b);
  const bool counts = b.is_bool() || (b.is_integer() && b.fits_int64());
  if (token == "*" && a.is_string() && counts) {
    const std::int64_t times = b.is_bool() ? b.as_bool() : b.as_int();
    std::string out;
    for (std::int64_t i = 0; i < times && !a.text().empty(); ++i) {
      out += a.text();
      if (out.size() > kLongestList) fail(e, "this text is too long");
    }
    return PyValue(context().string(out));
  }
  if (token == "+" && a.is_string() && b.is_string() && a.text().size() + b.text().size() > kLongestList)
    fail(e, "this text is too long");
  if (token == "+" && a.is_string() && b.is_string()) return PyValue(context().string(cat({a.text(), b.text()})));
  check_operands(e, token, a, b);
  PyValue out = python_function(e, std::string(names_of(token).python), {a, b});
  return left.host_number != 0 || right.host_number != 0 ? as_host_number(std::move(out)) : out;
}

// Raises TypeError for operators between texts, lists, None and numbers that Python does not have.
void PythonInterpreter::check_operands(const PyExpr& e, std::string_view token, const Arg& left, const Arg& right) {
  auto is_number = [](const Arg& arg) {
    return arg.is_integer() || arg.is_bool() || arg.kind() == ArgKind::floating || arg.kind() == ArgKind::complex;
  };
  auto is_other = [](const Arg& arg) { return arg.is_none() || arg.is_string() || arg.is_sequence(); };
  const bool arithmetic = names_of(token).token == token && token.find_first_of("<>=!") == std::string_view::npos;
  const bool known = (is_other(left) && (is_number(right) || is_other(right))) || (is_number(left) && is_other(right));
  if (!arithmetic || !known) return;
  const std::string a = type_name(PyValue(left)), b = type_name(PyValue(right));
  auto is_row = [](const Arg& arg) { return arg.is_string() || arg.is_sequence(); };
  const bool joins = token == "+" && is_row(left), repeats = token == "*" && (is_row(left) || is_row(right));
  const std::string_view sign = token == "**" ? "** or pow()" : token;
  fail_as(e,
          "TypeError",
          joins     ? cat({"can only concatenate ", a, " (not \"", b, "\") to ", a})
          : repeats ? cat({"can't multiply sequence by non-int of type '", is_row(left) ? b : a, "'"})
                    : cat({"unsupported operand type(s) for ", sign, ": '", a, "' and '", b, "'"}),
          "make both of one type");
}

void PythonInterpreter::refuse_view_in_dynamo(const PyExpr& e, std::string_view what) {
  if (!host_.generators_are_lazy()) refuse_in_dynamo(e, what);
}

// What keys() and items() give is combined with anything that can be gone through, and compared with sets.
std::optional<PyValue> PythonInterpreter::view_binary(const PyExpr& e,
                                                      std::string_view token,
                                                      const PyValue& left,
                                                      const PyValue& right) {
  if (!is_set_view(left) && !is_set_view(right)) return std::nullopt;
  if (token == "-") refuse_view_in_dynamo(e, "builtin: sub of a view of a dict");
  const bool combines = token == "-" || token == "&" || token == "^" || token == "|";
  auto as_set = [&](const PyValue& value) {
    if (is_set_view(value)) return made_set(value.object->items);
    return is_kind(value, PyKind::set) || !combines ? value : without_twins(e, items_of(e, value));
  };
  return set_binary(e, token, as_set(left), as_set(right));
}

// < > <= >= of texts, of lists and of tuples: the first items that differ decide, else the lengths.
std::optional<PyValue> PythonInterpreter::order_of(const PyExpr& e,
                                                   std::string_view token,
                                                   const PyValue& left,
                                                   const PyValue& right) {
  if (token != "<" && token != ">" && token != "<=" && token != ">=") return std::nullopt;
  auto decided = [&](auto order) {
    return PyValue(Arg::boolean(order == 0 ? token.ends_with('=') : (order < 0) == token.starts_with('<')));
  };
  if (left.is_arg() && left.arg.is_string() && right.is_arg() && right.arg.is_string())
    return decided(left.arg.text().compare(right.arg.text()));
  auto is_tuple = [](const PyValue& value) {
    return value.object != nullptr ? value.object->kind == PyKind::tuple : value.arg.kind() == ArgKind::tuple;
  };
  auto sequence = [](const PyValue& value) { return is_list(value) || (value.is_arg() && value.arg.is_sequence()); };
  bool sizes = left.object == nullptr || right.object == nullptr;  // a torch.Size is a tuple
  if (!sequence(left) || !sequence(right) || (!sizes && is_tuple(left) != is_tuple(right))) return std::nullopt;
  if (is_no_list(left) || is_no_list(right))
    fail_as(
        e,
        "TypeError",
        cat({"'", token, "' not supported between instances of '", type_name(left), "' and '", type_name(right), "'"}),
        "make a list of it: list(...)");
  Deeper deeper(*this, e.begin);
  PyValues x = items_of(e, left), y = items_of(e, right);
  for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
    count_step(e.begin);
    if (!truth(e, equality(e, "==", x[i], y[i]))) return binary(e, token, x[i], y[i]);
  }
  return decided(x.size() < y.size() ? -1 : x.size() > y.size() ? 1 : 0);
}

bool PythonInterpreter::same(const PyValue& a, const PyValue& b) {
  if (is_kind(a, PyKind::klass) && is_kind(b, PyKind::klass)) return a.object->klass == b.object->klass;
  if (a.object != nullptr || b.object != nullptr)
    return a.object == b.object ||
           (a.object != nullptr && b.object != nullptr && host_.known_as(a.object) == host_.known_as(b.object));
  return a.path == b.path && args_equal(a.arg, b.arg);
}

// Of plain data: whole numbers, real ones and truth values are equal by their value.
bool PythonInterpreter::equal_data(const PyValue& a, const PyValue& b) {
  if (same(a, b)) return true;
  bool whole = a.is_arg() && b.is_arg() && a.arg.is_integer() && b.arg.is_integer();
  std::optional<double> x = whole ? std::nullopt : plain_number(a), y = plain_number(b);
  return x && y && *x == *y;
}

// Two numbers, one of which is symbolic: a condition like any other.
std::optional<bool> PythonInterpreter::symbolic_equality(const PyValue& a, const PyValue& b) {
  auto number = [](const PyValue& one) { return one.is_arg() && (one.arg.is_symbolic() || plain_number(one)); };
  if (!number(a) || !number(b) || !(a.arg.is_symbolic() || b.arg.is_symbolic())) return std::nullopt;
  PyExpr here;
  here.line = frame().line;
  return truth(here, binary(here, "==", a, b));
}

bool PythonInterpreter::equals(const PyValue& a, const PyValue& b) {
  auto symbolic = [](const PyValue& one) { return one.is_arg() && one.arg.is_symbolic(); };
  // The host is asked about symbols, even about equal ones.
  auto alike = [&](const PyValue& one, const PyValue& other) {
    return !symbolic(one) && !symbolic(other) && equal_data(one, other);
  };
  if (alike(a, b)) return true;
  if (std::optional<bool> told = symbolic_equality(a, b)) return *told;
  if (a.object == nullptr || b.object == nullptr) {
    bool special = (a.object != nullptr && a.object->klass != nullptr) ||
                   (b.object != nullptr && b.object->klass != nullptr);
    if (!special) return false;
  }
  PyExpr here;  // a method of the program may be called
  here.line = frame().line;
  std::vector<std::pair<PyValue, PyValue>> open{{a, b}};
  for (std::size_t compared = 0; !open.empty(); ++compared) {
    PyValue x = plain_value(open.back().first), y = plain_value(open.back().second);
    open.pop_back();
    count_step(here.begin);
    if (alike(x, y)) continue;
    std::optional<bool> told = symbolic_equality(x, y);
    if (!told) told = special_equality(here, x, y);
    if (told) {
      if (!*told) return false;
      continue;
    }
    if (is_set_view(x)) x = made_set(x.object->items);
    if (is_set_view(y)) y = made_set(y.object->items);
    bool objects = x.object != nullptr && y.object != nullptr && x.object->kind == y.object->kind &&
                   x.object->items.size() == y.object->items.size() && is_no_list(x) == is_no_list(y) &&
                   !(is_no_list(x) && x.object->name == kDictValues);  // two of these are never equal
    if (compared > kLongestList) fail(here, "these lists are too deep to be compared", "compare parts of them");
    if (!objects) return false;
    PyKind kind = x.object->kind;
    const PyValues &left = x.object->items, &right = y.object->items;
    if (kind == PyKind::set && !(is_part_of_set(left, right))) return false;
    if (kind == PyKind::set) continue;
    if (kind != PyKind::list && kind != PyKind::tuple && kind != PyKind::dict) return false;
    if (kind != PyKind::dict) {  // the first items are compared first
      for (std::size_t i = left.size(); i-- > 0;) open.emplace_back(left[i], right[i]);
      continue;
    }
    for (std::size_t i = 0; i < left.size(); i += 2) {
      PyValue* found = dict_item(y.object, left[i]);
      if (found == nullptr) return false;
      open.emplace_back(left[i + 1], *found);
    }
  }
  return true;
}

PyValue PythonInterpreter::compare(const PyExpr& e) {
  PyValue left = evaluate(e.kids[0]), right = evaluate(e.kids[1]);
  bool negated = e.text == "is not" || e.text == "not in";
  if (e.text == "is" || e.text == "is not") return PyValue(Arg::boolean(same(left, right) != negated));
  if (e.text == "in" || e.text == "not in") {
    if (left.is_arg() && left.arg.is_string() && right.is_arg() && right.arg.is_string())
      return PyValue(Arg::boolean((right.arg.text().find(left.arg.text()) != std::string_view::npos) != negated));
    if (std::optional<PyValue> told = special(e, right, "__contains__", {left}))
      return PyValue(Arg::boolean(truth(e, *told) != negated));
    auto is_data = [&](const PyValue& one) {
      return (one.is_arg() && one.arg.is_node()) || (one.object != nullptr && one.object->kind == PyKind::foreign);
    };
    if (is_data(right)) {  // any element of a tensor
      PyValue any = host_.call_method(e, equality(e, "==", left, right), "any", {}, {});
      return PyValue(Arg::boolean(truth(e, any) != negated));
    }
    if (is_kind(right, PyKind::context) && right.object->name == kNamesOfObject) {
      const std::string name = name_argument(e, left);
      const PyValue& object = right.object->items[0];
      const bool own = object.object != nullptr && find_attribute(object.object, name) != nullptr;
      const std::optional<bool> has = own ? std::optional(true) : has_name(object, name);
      if (!has) fail(e, cat({"whether dir() lists '", name, "' is not known here"}), "ask with hasattr");
      return PyValue(Arg::boolean(*has != negated));
    }
    bool found = false;
    auto other = [&](const PyValue& given) {
      const PyValue item = given.host_number != 0 ? this->found(e, given) : given;
      if (is_data(item) && is_data(left)) refuse_in_dynamo(e, "Dynamic control flow is not supported at the moment.");
      bool data = (is_data(item) || is_data(left)) && !same(item, left);
      if (std::optional<bool> told = host_.found_equal(item, left)) return !(found = *told);
      return !(found = data ? truth(e, equality(e, "==", item, left)) : equals(item, left));
    };
    bool keyed = right.object != nullptr && (right.object->kind == PyKind::set || right.object->kind == PyKind::dict);
    if (keyed) check_hashable(e, left);
    if (right.object != nullptr && right.object->kind == PyKind::set) {
      for (const PyValue& item : unordered_items(e, right)) {
        if (!other(item)) break;
      }
    } else {
      each_item(e, right, other);
    }
    return PyValue(Arg::boolean(found != negated));
  }
  if (e.text == "==" || e.text == "!=") return equality(e, e.text, left, right);
  return binary(e, e.text, left, right);
}

PyValue PythonInterpreter::equality(const PyExpr& e,
                                    std::string_view token,
                                    const PyValue& given_left,
                                    const PyValue& given_right) {
  if (const PyValue* tensor = host_.is_foreign(given_left) ? traced_argument(*this, given_right) : nullptr)
    return equality(e, token, given_left, *tensor);
  // Comparisons of arrays give arrays.
  if (traced_argument(*this, given_left) != nullptr || traced_argument(*this, given_right) != nullptr) {
    if (std::optional<PyValue> out = special_binary(e, token, given_left, given_right)) return *out;
  }
  if (token == "!=") {
    if (std::optional<PyValue> out = special_binary(e, token, given_left, given_right)) return *out;
  }
  if (std::optional<bool> equal = special_equality(e, given_left, given_right))
    return PyValue(Arg::boolean(*equal == (token == "==")));
  PyValue left = plain_value(given_left), right = plain_value(given_right);
  for (PyValue* side : {&left, &right}) {  // an array's dtype is PyTorch's
    const PyValue& other = side == &left ? right : left;
    if (side->path.starts_with("numpy.") && other.is_arg() && other.arg.kind() == ArgKind::dtype)
      *side = PyValue(Arg::symbol(ArgKind::dtype, context().intern(cat({"torch.", side->path.substr(6)}))));
  }
  if (std::optional<PyValue> out = view_binary(e, token, left, right)) return *out;
  if (std::optional<PyValue> out = set_binary(e, token, left, right)) return *out;
  bool data = left.is_arg() && right.is_arg();
  // Sizes in them are compared by what they are in the example.
  bool sequences = data && left.arg.is_sequence() && right.arg.is_sequence();
  auto as_object = [&](const PyValue& value) {
    if (!value.is_arg() || !value.arg.is_sequence()) return value;
    return make_list(value.arg.kind() == ArgKind::list ? PyKind::list : PyKind::tuple,
                     PyValues(value.arg.items().begin(), value.arg.items().end()));
  };
  bool objects = (left.object == nullptr || !host_.is_foreign(left)) &&
                 (right.object == nullptr || !host_.is_foreign(right));
  if ((!data || sequences) && objects) {
    bool lists = is_list(left) || is_list(right);
    auto listed = [](const PyValue& value) { return is_list(value) || (value.is_arg() && value.arg.is_sequence()); };
    if (lists && !(listed(left) && listed(right))) {
      host_.lists_unlike(e, token);
      return PyValue(Arg::boolean(token == "!="));
    }
    bool equal = equals(as_object(left), as_object(right));
    return PyValue(Arg::boolean(equal == (token == "==")));
  }
  auto number = [&](const PyValue& v) {
    return v.arg.is_integer() || v.arg.is_bool() || v.arg.kind() == ArgKind::floating || v.arg.is_node() ||
           v.arg.kind() == ArgKind::sym_int || v.arg.kind() == ArgKind::sym_float || v.arg.kind() == ArgKind::complex;
  };
  if (data && !(number(left) && number(right))) return PyValue(Arg::boolean(same(left, right) == (token == "==")));
  return binary(e, token, left, right);
}

}  // namespace seesaw
