// Sets: what they hold, and the order in which CPython goes through it.
//
// A set of numbers is gone through in the order of CPython's table, which depends on how it was filled: `items`
// and SetHistory say what is known of that. Where it is not known, and matters, a loop over the set is refused. Texts
// have another order in each run of Python; they keep the order in which they came. What forward makes under Dynamo is
// a dict.
#include <algorithm>
#include <cmath>

#include "core/base/cat.h"
#include "core/engine/capture/interpreter/interpreter.h"

namespace seesaw {

namespace {

bool is_set(const PyValue& value) { return value.object != nullptr && value.object->kind == PyKind::set; }

// What the order of `items` is, in a set's `at`. Its `generator` is the size of the table that they went into at first,
// or -1: that of an empty set.
enum SetHistory : std::size_t {
  added,    // they went into the table in this order
  settled,  // a loop goes through them in this order; some were taken out
  unknown,
};

constexpr std::int64_t kLargestHash = (std::int64_t{1} << 61) - 1;

// Whether CPython's hash of the value is the same in each run, and known here: of numbers.
bool is_hashed_by_value(const PyValue& item) {
  if (!item.is_arg()) return false;
  if (item.arg.is_bool()) return true;
  if (item.arg.kind() == ArgKind::floating) return !std::isnan(item.arg.as_float());
  return item.arg.is_integer() && item.arg.fits_int64() && item.arg.as_int() > -kLargestHash &&
         item.arg.as_int() < kLargestHash;
}

// Of a float: its mantissa and exponent as a number modulo 2^61 - 1, so that 2.0 has the hash of 2.
std::int64_t hash_of(double value) {
  constexpr int kBits = 61, kTaken = 28;
  if (std::isinf(value)) return value > 0 ? 314159 : -314159;
  int exponent = 0;
  double mantissa = std::frexp(std::fabs(value), &exponent);
  auto modulus = static_cast<std::uint64_t>(kLargestHash);
  auto turned = [&](std::uint64_t x, int by) { return ((x << by) & modulus) | (x >> (kBits - by)); };
  std::uint64_t out = 0;
  while (mantissa != 0) {
    out = turned(out, kTaken);
    mantissa = std::ldexp(mantissa, kTaken);
    exponent -= kTaken;
    auto whole = static_cast<std::uint64_t>(mantissa);
    mantissa -= static_cast<double>(whole);
    out += whole;
    if (out >= modulus) out -= modulus;
  }
  exponent = exponent >= 0 ? exponent % kBits : kBits - 1 - ((-1 - exponent) % kBits);
  out = turned(out, exponent);
  return value < 0 ? -static_cast<std::int64_t>(out) : static_cast<std::int64_t>(out);
}

std::int64_t hash_of(const PyValue& item) {
  std::int64_t hash = item.arg.is_bool()                     ? std::int64_t{item.arg.as_bool()}
                      : item.arg.kind() == ArgKind::floating ? hash_of(item.arg.as_float())
                                                             : item.arg.as_int();
  return hash == -1 ? -2 : hash;
}

bool is_full(std::size_t used, std::size_t size) { return used * 5 >= (size - 1) * 3; }

std::size_t size_above(std::size_t wanted) {
  std::size_t size = 8;
  while (size <= wanted) size *= 2;
  return size;
}

// CPython's table (Objects/setobject.c): nine neighbours are tried, then a place that more bits of the hash decide;
// three fifths full, it grows to four times of what it holds.
class SetTable {
 public:
  explicit SetTable(std::size_t size = 8) : places_(size) {}

  void add(const PyValue& item) {
    put(&item);
    if (!is_full(++used_, places_.size())) return;
    constexpr std::size_t kLarge = 50'000;
    std::vector<const PyValue*> old = std::move(places_);
    places_.assign(size_above(used_ > kLarge ? used_ * 2 : used_ * 4), nullptr);
    for (const PyValue* one : old) {
      if (one != nullptr) put(one);
    }
  }
  // Without growth.
  void put(const PyValue* item) {
    constexpr std::size_t kNeighbours = 9, kBitsATry = 5;
    auto rest = static_cast<std::uint64_t>(hash_of(*item));
    std::size_t mask = places_.size() - 1, at = static_cast<std::size_t>(rest) & mask;
    for (;;) {
      std::size_t last = at + kNeighbours <= mask ? at + kNeighbours : at;
      for (std::size_t i = at; i <= last; ++i) {
        if (places_[i] != nullptr) continue;
        places_[i] = item;
        return;
      }
      rest >>= kBitsATry;
      at = (at * 5 + 1 + static_cast<std::size_t>(rest)) & mask;
    }
  }
  std::size_t size() const { return places_.size(); }
  PyValues items() const {
    PyValues out;
    for (const PyValue* one : places_) {
      if (one != nullptr) out.push_back(*one);
    }
    return out;
  }

 private:
  std::vector<const PyValue*> places_;
  std::size_t used_ = 0;
};

SetTable table_of(const PyValues& items, int size = -1) {
  SetTable table(size < 0 ? 8 : static_cast<std::size_t>(size));
  for (const PyValue& item : items) table.add(item);
  return table;
}

// Small numbers stand at their own places in any table that has room for so many.
bool is_ascending(const PyValues& items) {
  std::size_t size = 8;
  while (is_full(items.size(), size)) size *= 2;
  return std::all_of(items.begin(), items.end(), [&](const PyValue& item) {
    return hash_of(item) >= 0 && hash_of(item) < static_cast<std::int64_t>(size);
  });
}

bool is_ordered_by_table(const PyObject& set) {
  return !set.prepared && std::all_of(set.items.begin(), set.items.end(), is_hashed_by_value);
}

// A set that is made of another one: its table is copied, or filled into one of twice the size.
void copy_table(PyObject& out, const SetTable& table) {
  PyValues items = table.items();
  std::size_t size = is_full(items.size(), 8) ? size_above(items.size() * 2) : 8;
  if (size == table.size()) return;  // out has the other's history
  out.items = std::move(items);
  out.generator = static_cast<int>(size);
}

}  // namespace

// What a loop over a set goes through; nothing, if that is not known.
std::optional<PyValues> PythonInterpreter::known_order(const PyObject& set) {
  if (!is_ordered_by_table(set) || set.items.size() < 2) return set.items;
  if (is_ascending(set.items)) {
    PyValues out = set.items;
    std::sort(out.begin(), out.end(), [](const PyValue& a, const PyValue& b) { return hash_of(a) < hash_of(b); });
    return out;
  }
  if (set.at == SetHistory::added) return table_of(set.items, set.generator).items();
  if (set.at == SetHistory::settled) return set.items;
  return std::nullopt;
}

PyValues PythonInterpreter::items_of_set(const PyExpr& e, const PyObject* set) {
  if (std::optional<PyValues> known = known_order(*set)) return *known;
  fail(e,
       "the order of this set is not known here: it depends on what was added and taken out, one after the other",
       "go through sorted(...) of it");
}

// Of what asks for no order: a length, the greatest, what is sorted.
PyValues PythonInterpreter::unordered_items(const PyExpr& e, const PyValue& value) {
  return is_set(value) && value.object->at == SetHistory::unknown ? value.object->items : items_of(e, value);
}

PyValue PythonInterpreter::made_set(PyValues items) {
  PyValue out = make_list(PyKind::set, std::move(items));
  out.object->prepared = host_.runs_in_dynamo();
  return out;
}

bool PythonInterpreter::is_set_of_constants(const PyExpr& e, std::size_t fewest) {
  auto is_constant = [&](int at) {
    const PyExpr& kid = expr(at).kind == PyExprKind::unary ? expr(expr(at).kids[0]) : expr(at);
    return kid.kind == PyExprKind::integer || kid.kind == PyExprKind::floating || kid.kind == PyExprKind::string ||
           kid.kind == PyExprKind::constant;
  };
  return e.kids.size() >= fewest && std::all_of(e.kids.begin(), e.kids.end(), is_constant);
}

// {3, 1, 2}: CPython makes a constant of three and more, orders it once more as it looks for twins among constants, and
// copies it.
PyValue PythonInterpreter::set_of_constants(const PyExpr& e, const PyValues& items, bool itself) {
  PyValue out = without_twins(e, items);
  PyObject& set = *out.object;
  if (!std::all_of(set.items.begin(), set.items.end(), is_hashed_by_value)) return out;
  PyValues mentioned = table_of(set.items).items();
  SetTable constant = table_of(mentioned);
  set.items = set.prepared ? constant.items() : mentioned;
  if (!set.prepared && !itself) copy_table(set, constant);
  return out;
}

// for i in {3, 1, 2}: the constant itself.
PyValue PythonInterpreter::evaluate_source(int at) {
  const PyExpr& e = expr(at);
  bool literal = e.kind == PyExprKind::tuple && e.text == "set" && is_set_of_constants(e, 1);
  return literal ? set_of_constants(e, items(e), true) : evaluate(at);
}

// set(other), other.copy()
PyValue PythonInterpreter::copy_of_set(const PyObject& set) {
  PyValue out = made_set(set.items);
  out.object->name = set.name;  // of a frozenset one
  if (set.prepared || !is_ordered_by_table(*out.object)) return out;
  out.object->at = set.at == SetHistory::added ? SetHistory::added : SetHistory::unknown;
  out.object->generator = set.generator;
  if (set.at == SetHistory::added) copy_table(*out.object, table_of(set.items, set.generator));
  return out;
}

// a | b: b's items go into a copy of a, which grows beforehand.
PyValue PythonInterpreter::union_of_sets(const PyExpr& e, const PyObject& left, const PyObject& right) {
  PyValue out = copy_of_set(left);
  merge_set(e, out.object, right);
  return out;
}

void PythonInterpreter::merge_set(const PyExpr& e, PyObject* set, const PyObject& other) {
  add_steps(set->items.size() * other.items.size() / kComparedInAStep);
  std::optional<PyValues> order = known_order(other);
  bool exact = set->at == SetHistory::added && order && is_ordered_by_table(*set) && is_ordered_by_table(other);
  if (exact) {
    SetTable table = table_of(set->items, set->generator);
    if (is_full(set->items.size() + other.items.size(), table.size())) {
      std::size_t size = size_above((set->items.size() + other.items.size()) * 2);
      set->items = table.items();
      set->generator = static_cast<int>(size);
    }
  }
  for (const PyValue& one : order ? *order : other.items) {
    bool there = std::any_of(
        set->items.begin(), set->items.end(), [&](const PyValue& item) { return equals(item, one); });
    if (!there) set->items.push_back(one);
  }
  check_set_size(e, set->items.size());
  if (!exact) set->at = SetHistory::unknown;
}

void PythonInterpreter::check_set_size(const PyExpr& e, std::size_t size) {
  if (size > kLargestSet)
    fail(e, cat({"this set has more than ", std::to_string(kLargestSet), " items"}), "use a list");
}

// What a set holds, in the order of its first mention.
PyValue PythonInterpreter::without_twins(const PyExpr& e, const PyValues& items) {
  PyValues out;
  for (const PyValue& item : items) {
    count_step(e.begin);
    check_hashable(e, item);
    add_steps(out.size() / kComparedInAStep);
    if (std::none_of(out.begin(), out.end(), [&](const PyValue& one) { return equals(one, item); }))
      out.push_back(item);
    check_set_size(e, out.size());
  }
  return made_set(std::move(out));
}

// As CPython makes them: what is left of a set goes through it, what two sets share through the smaller one.
PyValue PythonInterpreter::set_operation(const PyExpr& e,
                                         std::string_view token,
                                         const PyObject& left,
                                         const PyObject& right) {
  const PyValues &a = left.items, &b = right.items;
  if (a.size() > kLargestSet || b.size() > kLargestSet)
    fail(e, cat({"a set of more than ", std::to_string(kLargestSet), " items is not looked through"}), "use a list");
  add_steps(a.size() * b.size() / kComparedInAStep);
  if (token == "|") return union_of_sets(e, left, right);
  auto among = [&](const PyValues& items, const PyValue& one) {
    return std::any_of(items.begin(), items.end(), [&](const PyValue& item) { return equals(item, one); });
  };
  bool both = token == "&", dict = host_.runs_in_dynamo();
  const PyObject &through = both && !dict && b.size() <= a.size() ? right : left,
                 &other = &through == &left ? right : left;
  std::optional<PyValues> order = dict ? through.items : known_order(through);
  PyValues out;
  for (const PyValue& one : order ? *order : through.items) {
    if (among(other.items, one) == both) out.push_back(one);
  }
  if (token == "^") {
    for (const PyValue& one : b) {
      if (!among(a, one)) out.push_back(one);
    }
  }
  PyValue made = made_set(std::move(out));
  made.object->name = left.name;
  bool cut = token == "-" && a.size() / 4 > b.size();  // a copy, out of which the few are taken
  if (!order || token == "^" || cut) made.object->at = SetHistory::unknown;
  return made;
}

// Sets within sets are looked through to a depth that no program needs.
bool PythonInterpreter::is_part_of_set(const PyValues& part, const PyValues& whole) {
  add_steps(part.size() * whole.size() / kComparedInAStep);
  constexpr int kDeepestSets = 50;
  if (compared_sets_ >= kDeepestSets) return false;
  ++compared_sets_;
  bool all = std::all_of(part.begin(), part.end(), [&](const PyValue& one) {
    return std::any_of(whole.begin(), whole.end(), [&](const PyValue& item) { return equals(item, one); });
  });
  --compared_sets_;
  return all;
}

// Operators and comparisons of two sets.
std::optional<PyValue> PythonInterpreter::set_binary(const PyExpr& e,
                                                     std::string_view token,
                                                     const PyValue& left,
                                                     const PyValue& right) {
  if (!is_set(left) || !is_set(right)) return std::nullopt;
  const PyValues &a = left.object->items, &b = right.object->items;
  if (token == "-" || token == "&" || token == "^" || token == "|")
    return set_operation(e, token, *left.object, *right.object);
  if (token == "<=" || token == "<")
    return PyValue(Arg::boolean(is_part_of_set(a, b) && (token == "<=" || a.size() < b.size())));
  if (token == ">=" || token == ">")
    return PyValue(Arg::boolean(is_part_of_set(b, a) && (token == ">=" || b.size() < a.size())));
  if (token == "==" || token == "!=")
    return PyValue(Arg::boolean((a.size() == b.size() && is_part_of_set(a, b)) == (token == "==")));
  return std::nullopt;
}

// The rest stays where it is.
void PythonInterpreter::take_out(PyObject* set, PyValue item) {
  std::optional<PyValues> order = known_order(*set);
  if (order && !set->prepared) set->items = std::move(*order);
  set->at = order ? SetHistory::settled : SetHistory::unknown;
  auto at = std::find_if(set->items.begin(), set->items.end(), [&](const PyValue& one) { return equals(one, item); });
  set->items.erase(at);
}

// a -= b and its like: what stays keeps its place, unless so much is taken out that the table is filled anew.
void PythonInterpreter::replace_items(PyObject* set, const PyObject& with, std::string_view token) {
  if (token == "^") ++set->revision;  // the number of items may be the same
  std::optional<PyValues> order = known_order(*set);
  bool few = set->items.size() <= with.items.size() + 1, takes = token == "-" && order && !set->prepared;
  if (!takes) {
    set->items = PyValues(with.items);
    set->at = with.at;
    set->generator = with.generator;
    return;
  }
  std::erase_if(*order, [&](const PyValue& one) {
    return std::none_of(with.items.begin(), with.items.end(), [&](const PyValue& item) { return equals(item, one); });
  });
  if (order->size() == set->items.size()) return;
  set->items = std::move(*order);
  set->at = few ? SetHistory::settled : SetHistory::unknown;
}

std::optional<PyValue> PythonInterpreter::set_method(
    const PyExpr& e, PyObject* self, const std::string& name, const PyValues& args, const PyNamedValues& kwargs) {
  if (!kwargs.empty()) return std::nullopt;
  PyValues& items = self->items;
  auto found = [&](const PyValue& wanted) {
    return std::find_if(items.begin(), items.end(), [&](const PyValue& one) { return equals(one, wanted); });
  };
  if (name == "add" && args.size() == 1) {
    if (found(args[0]) == items.end()) {
      if (self->at == SetHistory::settled) self->at = SetHistory::unknown;
      items.push_back(args[0]);
    }
    check_set_size(e, items.size());
    return PyValue();
  }
  if ((name == "discard" || name == "remove") && args.size() == 1) {
    auto at = found(args[0]);
    if (at == items.end() && name == "remove")
      fail_as(e, "KeyError", text_of(e, args[0], true), "use discard, or test it with 'in' first");
    if (at != items.end()) take_out(self, *at);
    return PyValue();
  }
  if (name == "clear" && args.empty()) {
    items.clear();
    self->at = SetHistory::added;
    self->generator = -1;
    return PyValue();
  }
  if (name == "copy" && args.empty()) return copy_of_set(*self);
  if (name == "pop" && args.empty()) {
    if (items.empty()) fail_as(e, "KeyError", "'pop from an empty set'", "test it first");
    PyValue out = items_of_set(e, self).front();
    take_out(self, out);
    return out;
  }
  if ((name == "issubset" || name == "issuperset" || name == "isdisjoint") && args.size() == 1) {
    PyValues other = unordered_items(e, args[0]);
    if (name == "isdisjoint") {
      PyValue shared = set_operation(e, "&", *self, *made_set(other).object);
      return PyValue(Arg::boolean(shared.object->items.empty()));
    }
    return PyValue(Arg::boolean(name == "issubset" ? is_part_of_set(items, other) : is_part_of_set(other, items)));
  }
  struct Row {
    std::string_view name, token;
  };
  static constexpr Row kRows[] = {{"union", "|"},
                                  {"update", "|"},
                                  {"intersection", "&"},
                                  {"intersection_update", "&"},
                                  {"difference", "-"},
                                  {"difference_update", "-"},
                                  {"symmetric_difference", "^"},
                                  {"symmetric_difference_update", "^"}};
  for (const Row& row : kRows) {
    if (row.name != name) continue;
    bool changes = name == "update" || name.ends_with("_update");
    PyValue out = changes ? PyValue(self) : copy_of_set(*self);
    for (const PyValue& arg : args) {
      if (row.token == "|" && !is_set(arg)) {  // one by one
        for (const PyValue& item : items_of(e, arg)) set_method(e, out.object, "add", {item}, {});
        continue;
      }
      if (row.token == "|") {
        merge_set(e, out.object, *arg.object);
        continue;
      }
      PyValue other = is_set(arg) ? arg : without_twins(e, items_of(e, arg));
      PyValue next = *set_binary(e, row.token, out, other);
      if (changes) replace_items(self, *next.object, row.token);
      if (!changes) out = next;
    }
    return changes ? PyValue() : out;
  }
  return std::nullopt;
}

}  // namespace seesaw
