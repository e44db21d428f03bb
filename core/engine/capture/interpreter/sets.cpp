// Sets: what they hold, in the order in which it came; whole numbers are gone through in the order of CPython's table.
//
// Python's order of a set is that of hashes: of a whole number itself, of a text another one in each run.
#include <algorithm>

#include "core/base/cat.h"
#include "core/engine/capture/interpreter/interpreter.h"

namespace seesaw {

namespace {

bool is_set(const PyValue& value) { return value.object != nullptr && value.object->kind == PyKind::set; }

}  // namespace

// What a loop over a set goes through: its table is filled one by one, as CPython fills it (Objects/setobject.c: nine
// neighbours are tried, then a place that more bits of the hash decide; three fifths full, it grows to four times).
// Dynamo keeps a set that forward makes in the order of insertion.
PyValues PythonInterpreter::items_of_set(const PyObject* set) {
  const PyValues& items = set->items;
  if (set->prepared) return items;
  constexpr std::int64_t kLargestHash = (std::int64_t{1} << 61) - 1;
  constexpr std::size_t kNeighbours = 9, kBitsATry = 5, kLarge = 50'000;
  auto is_number = [&](const PyValue& item) {
    return item.is_arg() && item.arg.is_integer() && item.arg.fits_int64() && item.arg.as_int() > -kLargestHash &&
           item.arg.as_int() < kLargestHash;
  };
  if (!std::all_of(items.begin(), items.end(), is_number)) return items;
  std::vector<const PyValue*> table(8);
  auto put = [&](const PyValue* item) {
    std::int64_t number = item->arg.as_int();
    auto hash = static_cast<std::size_t>(number == -1 ? -2 : number);
    std::uint64_t rest = static_cast<std::uint64_t>(number == -1 ? -2 : number);
    std::size_t mask = table.size() - 1, at = hash & mask;
    for (;;) {
      std::size_t last = at + kNeighbours <= mask ? at + kNeighbours : at;
      for (std::size_t i = at; i <= last; ++i) {
        if (table[i] != nullptr) continue;
        table[i] = item;
        return;
      }
      rest >>= kBitsATry;
      at = (at * 5 + 1 + static_cast<std::size_t>(rest)) & mask;
    }
  };
  std::size_t used = 0;
  for (const PyValue& item : items) {
    put(&item);
    if (++used * 5 < (table.size() - 1) * 3) continue;
    std::vector<const PyValue*> old = std::move(table);
    std::size_t wanted = used > kLarge ? used * 2 : used * 4, size = 8;
    while (size <= wanted) size *= 2;
    table.assign(size, nullptr);
    for (const PyValue* one : old) {
      if (one != nullptr) put(one);
    }
  }
  PyValues out;
  for (const PyValue* one : table) {
    if (one != nullptr) out.push_back(*one);
  }
  return out;
}

PyValue PythonInterpreter::made_set(PyValues items) {
  PyValue out = make_list(PyKind::set, std::move(items));
  out.object->prepared = host_.sets_are_dicts();
  return out;
}

// What a set holds, in the order of its first mention.
PyValue PythonInterpreter::without_twins(const PyExpr& e, const PyValues& items) {
  PyValues out;
  for (const PyValue& item : items) {
    count_step(e.begin);
    add_steps(out.size() / kComparedInAStep);
    if (std::none_of(out.begin(), out.end(), [&](const PyValue& one) { return equals(one, item); }))
      out.push_back(item);
    if (out.size() > kLargestSet)
      fail(e, cat({"this set has more than ", std::to_string(kLargestSet), " items"}), "use a list");
  }
  return made_set(std::move(out));
}

PyValue PythonInterpreter::set_operation(const PyExpr& e,
                                         std::string_view token,
                                         const PyValues& left,
                                         const PyValues& right) {
  if (left.size() > kLargestSet || right.size() > kLargestSet)
    fail(e, cat({"a set of more than ", std::to_string(kLargestSet), " items is not looked through"}), "use a list");
  add_steps(left.size() * right.size() / kComparedInAStep);
  auto among = [&](const PyValues& items, const PyValue& one) {
    return std::any_of(items.begin(), items.end(), [&](const PyValue& item) { return equals(item, one); });
  };
  PyValues out;
  for (const PyValue& one : left) {
    if (token == "|" || among(right, one) == (token == "&")) out.push_back(one);
  }
  for (const PyValue& one : right) {
    if ((token == "|" || token == "^") && !among(left, one)) out.push_back(one);
  }
  return made_set(std::move(out));
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
  if (token == "-" || token == "&" || token == "^") return set_operation(e, token, a, b);
  if (token == "|") {
    PyValues all = a;
    all.insert(all.end(), b.begin(), b.end());
    return without_twins(e, all);
  }
  if (token == "<=" || token == "<")
    return PyValue(Arg::boolean(is_part_of_set(a, b) && (token == "<=" || a.size() < b.size())));
  if (token == ">=" || token == ">")
    return PyValue(Arg::boolean(is_part_of_set(b, a) && (token == ">=" || b.size() < a.size())));
  if (token == "==" || token == "!=")
    return PyValue(Arg::boolean((a.size() == b.size() && is_part_of_set(a, b)) == (token == "==")));
  return std::nullopt;
}

std::optional<PyValue> PythonInterpreter::set_method(
    const PyExpr& e, PyObject* self, const std::string& name, const PyValues& args, const PyNamedValues& kwargs) {
  if (!kwargs.empty()) return std::nullopt;
  PyValues& items = self->items;
  auto found = [&](const PyValue& wanted) {
    return std::find_if(items.begin(), items.end(), [&](const PyValue& one) { return equals(one, wanted); });
  };
  if (name == "add" && args.size() == 1) {
    if (found(args[0]) == items.end()) items.push_back(args[0]);
    if (items.size() > kLargestSet)
      fail(e, cat({"this set has more than ", std::to_string(kLargestSet), " items"}), "use a list");
    return PyValue();
  }
  if ((name == "discard" || name == "remove") && args.size() == 1) {
    auto at = found(args[0]);
    if (at == items.end() && name == "remove")
      fail_as(e, "KeyError", text_of(e, args[0], true), "use discard, or test it with 'in' first");
    if (at != items.end()) items.erase(at);
    return PyValue();
  }
  if (name == "clear" && args.empty()) return items.clear(), PyValue();
  if (name == "copy" && args.empty()) return made_set(items);
  if (name == "pop" && args.empty()) {
    if (items.empty()) fail_as(e, "KeyError", "'pop from an empty set'", "test it first");
    PyValue out = items_of_set(self).front();
    items.erase(std::find_if(items.begin(), items.end(), [&](const PyValue& one) { return same(one, out); }));
    return out;
  }
  if ((name == "issubset" || name == "issuperset" || name == "isdisjoint") && args.size() == 1) {
    PyValues other = items_of(e, args[0]);
    if (name == "isdisjoint") return PyValue(Arg::boolean(set_operation(e, "&", items, other).object->items.empty()));
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
    PyValue out = made_set(items);
    for (const PyValue& arg : args) {
      PyValue other = without_twins(e, items_of(e, arg));
      out = *set_binary(e, row.token, out, other);
    }
    if (name != "update" && !name.ends_with("_update")) return out;
    items = PyValues(out.object->items);
    return PyValue();
  }
  return std::nullopt;
}

}  // namespace seesaw
