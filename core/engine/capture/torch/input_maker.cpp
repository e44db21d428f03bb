#include <algorithm>
#include <map>
#include <set>
#include <span>

#include "core/base/cat.h"
#include "core/engine/capture/torch/bound_call.h"
#include "core/engine/capture/torch/capture_run.h"
#include "core/engine/capture/torch/dynamic_shapes.h"
#include "core/engine/capture/torch/input_maker.h"
#include "core/engine/ops/table/schema.h"
#include "core/engine/tensor/source_symbols.h"
#include "core/engine/tensor/sym_facts.h"
#include "core/graph/dialect/engine_novelty.h"
#include "core/graph/text/annotation.h"

namespace seesaw {

// What dynamic_shapes says, and the symbols that it makes.
class ExampleShapes {
 public:
  ExampleShapes(const PyValue& given, SymTable& symbols, bool strict, bool hashed, std::span<const EqualSizes> equal)
      : given_(given), table_(symbols), strict_(strict), hashed_(hashed), equal_(equal) {}

  // An error text if the names are not those of the arguments.
  std::string check_names(const std::vector<std::string>& names) const;
  // By the key of the dict around it, if one is.
  static PyValue child(const PyValue& shapes, std::size_t place, const PyValue& key);
  static PyValue dimension(const PyValue& shape, std::size_t dim);
  // "s0", or nothing for a dimension that has its size; `source` is where it stands: L['x'].size()[0].
  std::string symbol(const PyValue& told, std::int64_t size, const std::string& source);
  // All of them must be counted, in their order, before the first symbol is asked for.
  void count(const PyValue& told, std::int64_t size, const std::string& source);
  void count_roots();
  // An example that is a view: non-strict export makes what it is a view of first, with a symbol for each size of it
  // that is new.
  void pass_base(const TensorMeta& base, const std::string& source);
  const std::vector<std::string>& base_symbols() const { return base_symbols_; }
  // The next value among the flattened arguments: Dynamo names sizes after its number.
  void next_leaf(const InputPlace& place) {
    const std::string number = std::to_string(leaves_.size());
    leaves_.try_emplace(place.source, strict_ && hashed_ ? cat({"L['flat_args'][", number, "]"}) : place.source);
  }
  std::string source_of(const InputPlace& place, std::size_t dim) const {
    return cat({leaves_.at(place.source), ".size()[", std::to_string(dim), "]"});
  }
  // The symbol of an integer that Dim.AUTO or Dim.DYNAMIC stands for; nothing for one that is its number.
  std::string number_symbol(const PyValue& told, const Arg& number, const InputPlace& place);
  // Whether a symbol is that of the source itself, and not of another one that is equal.
  bool owns(const InputPlace& place, std::size_t dim, std::string_view symbol) {
    return hashed_ && fresh_name(source_of(place, dim)) == symbol;
  }
  // The sizes of the examples, and what may happen to them.
  void follow_examples() const;
  // What dynamic_shapes says that sizes may be, by their text.
  const std::map<std::string, SymRange>& ranges() const { return ranges_; }

 private:
  static SymRange range_of(const PyObject& dim);
  // What stands for this symbol.
  std::string kept(const std::string& symbol) const;
  std::string normal(const std::string& text) const;  // as PyTorch writes an expression
  const std::string& note(const std::string& symbol, std::int64_t size, SizeFreedom freedom);
  // Throws UserError for a dimension of the name with another range.
  void check_definition(const std::string& name, const SymRange& range);
  static void check_static(const SymRange& range, std::int64_t size, const std::string& source);
  // Throws for an example that is out of range, or of another size than an earlier one.
  void check_size(const std::string& name, std::int64_t size, const SymRange& range, const std::string& source);
  std::string fresh_name(const std::string& source);
  // The size that a dimension and those that differ from it by a number are written with.
  struct Base {
    std::string symbol;
    std::int64_t size, plus;  // it is the dimension + `plus`
  };
  void add_base(const std::string& name, const Base& base);

  PyValue given_;
  SymTable& table_;
  bool strict_, hashed_;
  SourceSymbols of_sources_;
  std::map<std::string, std::string> leaves_;
  std::map<std::string, SymRange> ranges_;
  std::vector<std::pair<std::string, SymRange>> hinted_;     // of sizes: Dim.AUTO(min=2, max=9)
  std::vector<std::pair<std::string, std::int64_t>> roots_;  // what others are made of, and its size then
  std::set<std::string> found_free_;                         // what Dim.AUTO and Dim.DYNAMIC are written with
  std::set<std::string> owned_;                              // dimensions that an input has
  std::map<std::string, Base> bases_;                        // by the names of dimensions
  std::map<std::string, std::string> symbols_;               // what stands for each: "s0", or "s1 + 1"
  std::span<const EqualSizes> equal_;
  std::map<std::string, std::pair<std::int64_t, SizeFreedom>> examples_;  // of symbols
  std::map<std::string, SymRange> definitions_;                           // of dimensions, by their names
  std::map<std::string, std::pair<std::int64_t, std::string>> sizes_;     // of each the first example, and its source
  std::size_t count_ = 0;
  std::set<std::int64_t> base_sizes_;
  std::vector<std::string> base_symbols_;
};

std::string ExampleShapes::check_names(const std::vector<std::string>& names) const {
  if (given_.object == nullptr || given_.object->kind != PyKind::dict) return {};
  std::set<std::string> known(names.begin(), names.end()), told;
  auto add = [](std::string& list, std::string_view name) { list += cat({list.empty() ? "'" : ", '", name, "'"}); };
  std::string told_list, list;
  for (std::size_t i = 0; i < given_.object->items.size(); i += 2) {
    const PyValue& key = given_.object->items[i];
    std::string name = key.is_arg() && key.arg.is_string() ? std::string(key.arg.text()) : "?";
    add(told_list, name);
    told.insert(std::move(name));
  }
  if (told == known) return {};
  for (const std::string& name : names) add(list, name);
  return cat({"When `dynamic_shapes` is specified as a dict, its top-level keys must be the arg names [",
              list,
              "] of `inputs`, but here they are [",
              told_list,
              "]. Alternatively, you could also ignore arg names entirely and specify `dynamic_shapes` as a list/tuple "
              "matching `inputs`."});
}

// Of an item of an argument.
PyValue ExampleShapes::child(const PyValue& shapes, std::size_t place, const PyValue& key) {
  if (key.is_none()) return shape_entry(shapes, place, {});
  if (key.is_arg() && key.arg.is_string()) return shape_entry(shapes, place, key.arg.text());
  bool dict = shapes.object != nullptr && shapes.object->kind == PyKind::dict;
  for (std::size_t i = 0; dict && key.is_arg() && i + 1 < shapes.object->items.size(); i += 2) {
    const PyValue& one = shapes.object->items[i];
    if (one.is_arg() && one.arg == key.arg) return shapes.object->items[i + 1];
  }
  return {};
}

// Of one dimension of a tensor.
PyValue ExampleShapes::dimension(const PyValue& shape, std::size_t dim) {
  if (shape.object == nullptr) return {};
  const PyValues& items = shape.object->items;
  if (shape.object->kind != PyKind::dict) return dim < items.size() ? items[dim] : PyValue();
  for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
    const PyValue& key = items[i];
    if (key.is_arg() && key.arg.is_integer() && key.arg.fits_int64() &&
        key.arg.as_int() == static_cast<std::int64_t>(dim))
      return items[i + 1];
  }
  return {};
}

InputPlace InputPlace::of(std::string_view parameter) {
  InputPlace out{"", cat({"L['", parameter, "']"})};
  for (char c : parameter) out.name += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}
InputPlace InputPlace::attribute(std::string_view field) const {
  InputPlace out = item(field);
  out.source = cat({source, ".", field});
  return out;
}
InputPlace InputPlace::item(std::size_t index) const {
  std::string number = std::to_string(index);
  return {cat({name, "_", number}), cat({source, "[", number, "]"})};
}
InputPlace InputPlace::item(std::string_view key) const {
  InputPlace out{cat({name, "_"}), cat({source, "['", key, "']"})};
  for (char c : key) {
    bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    out.name += !plain ? '_' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return out;
}

namespace {

std::string name_of(const PyObject& dim) {
  return dim.items.empty() || !dim.items[0].is_arg() || !dim.items[0].arg.is_string()
             ? "dim"
             : std::string(dim.items[0].arg.text());
}

std::string range_text(const SymRange& range, std::string_view name) {
  std::string low = range.low > 0 ? cat({std::to_string(range.low), " <= "}) : "",
              high = range.high < INT64_MAX ? cat({" <= ", std::to_string(range.high)}) : "";
  return cat({"in the specified range ", low.empty() && high.empty() ? std::string() : cat({low, name, high, " "})});
}

[[noreturn]] void refuse_size(std::string exception, std::string message, std::string remedy) {
  Error error = fx_error(std::move(exception), std::move(message));
  error.diagnostic().note(std::move(remedy));
  throw error;
}

}  // namespace

SymRange ExampleShapes::range_of(const PyObject& dim) {
  SymRange range{0, INT64_MAX};
  for (const auto& [key, value] : dim.kwargs) {
    bool number = value.is_arg() && value.arg.is_integer() && value.arg.fits_int64();
    if (number && key == "min") range.low = value.arg.as_int();
    if (number && key == "max") range.high = value.arg.as_int();
  }
  return range;
}

std::string ExampleShapes::kept(const std::string& symbol) const {
  if (equal_.empty()) return symbol;
  auto named = [](char c) { return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z'); };
  std::string out = symbol;
  for (const EqualSizes& one : equal_) {
    std::string next;
    for (std::size_t at = 0; at < out.size();) {
      std::size_t end = at;
      while (end < out.size() && named(out[end])) ++end;
      if (end == at) ++end;
      std::string_view word = std::string_view(out).substr(at, end - at);
      next += word == one.replaced ? cat({"(", one.kept, ")"}) : std::string(word);
      at = end;
    }
    out = std::move(next);
  }
  return normal(out);
}

std::string ExampleShapes::normal(const std::string& text) const {
  SymScope scope(&table_);
  std::optional<std::int64_t> value = table_.read(text);
  return !value ? text : is_sym(*value) ? table_.text(*value) : std::to_string(*value);
}

const std::string& ExampleShapes::note(const std::string& symbol, std::int64_t size, SizeFreedom freedom) {
  auto [found, added] = examples_.try_emplace(symbol, size, freedom);
  found->second.second = std::min(found->second.second, freedom);
  return found->first;
}

void ExampleShapes::follow_examples() const {
  for (const auto& [symbol, example] : examples_) {
    std::optional<std::int64_t> value = table_.read(symbol);
    bool plain = value && is_sym(*value) && table_.operation(*value).operands.empty();
    if (plain) table_.facts().follow_example(*value, example.first, example.second);
  }
  auto keep = [&](const std::string& text, const SymRange& range, bool plain) {
    std::optional<std::int64_t> value = table_.read(text);
    if (value && is_sym(*value) && (plain || !table_.operation(*value).operands.empty()))
      table_.facts().keep_in_range(*value, range);
  };
  for (const auto& [text, range] : hinted_) keep(text, range, true);
  for (const auto& [text, range] : ranges_) keep(text, range, false);
}

std::string ExampleShapes::fresh_name(const std::string& source) {
  return hashed_ ? of_sources_.symbol(source) : cat({"s", std::to_string(count_++)});
}

void ExampleShapes::count(const PyValue& told, std::int64_t size, const std::string& source) {
  std::string_view hint = hint_of(told);
  bool any = hint == "AUTO" || hint == "DYNAMIC", named = is_dimension(told);
  if ((!any && !named) || (any && size < 2)) return;
  std::string fresh = fresh_name(source);
  if (!named) return;
  const bool derived = told.object->self.object != nullptr;
  const PyObject& root = derived ? *told.object->self.object : *told.object;
  std::int64_t times = derived ? told.object->items[0].arg.as_int() : 1;
  std::int64_t plus = derived ? told.object->items[1].arg.as_int() : 0;
  if (derived) roots_.emplace_back(name_of(root), (size - plus) / (times == 0 ? 1 : times));
  if (!derived) owned_.insert(name_of(root));
  if (times == 1) add_base(name_of(root), {fresh, size, plus});
}

void ExampleShapes::add_base(const std::string& name, const Base& base) {
  auto [known, added] = bases_.try_emplace(name, base);
  Base& least = known->second;
  if (!added && (base.size < least.size || (base.size == least.size && base.symbol < least.symbol))) least = base;
}

void ExampleShapes::pass_base(const TensorMeta& base, const std::string& source) {
  for (std::size_t d = 0; d < base.shape.size(); ++d) {
    std::int64_t size = base.shape[d].value;
    if (size < 2 || !base_sizes_.insert(size).second) continue;
    std::string name = fresh_name(cat({source, "._base.size()[", std::to_string(d), "]"}));
    if (std::find(base_symbols_.begin(), base_symbols_.end(), name) == base_symbols_.end())
      base_symbols_.push_back(std::move(name));
  }
}

namespace {

std::string sum_text(const std::string& symbol, std::int64_t plus) {
  return plus == 0 ? symbol : cat({symbol, plus > 0 ? " + " : " - ", std::to_string(plus > 0 ? plus : -plus)});
}

}  // namespace

// Of dimensions that differ by a number the smallest gives its symbol to all, and of equal ones the first by name. A
// dimension that others are made of, and that no input has, is counted behind all.
void ExampleShapes::count_roots() {
  for (const auto& [name, size] : roots_) {
    if (owned_.insert(name).second) add_base(name, {fresh_name(name), size, 0});
  }
  for (const auto& [name, base] : bases_) symbols_.emplace(name, sum_text(base.symbol, -base.plus));
  count_ = 0;
  base_sizes_.clear();
}

void ExampleShapes::check_definition(const std::string& name, const SymRange& range) {
  auto [known, added] = definitions_.try_emplace(name, range);
  if (added || (known->second.low == range.low && known->second.high == range.high)) return;
  refuse_size("UserError",
              cat({"Found different definitions of Dim('", name, "') for the same symbolic dimension"}),
              "give another name to one of them");
}

void ExampleShapes::check_size(const std::string& name,
                               std::int64_t size,
                               const SymRange& range,
                               const std::string& source) {
  std::int64_t low = std::max<std::int64_t>(range.low, 2);
  if (size < low || size > range.high)
    refuse_size("ConstraintViolationError",
                cat({std::to_string(size),
                     " not in range [",
                     std::to_string(low),
                     ", ",
                     range.high == INT64_MAX ? "int_oo" : std::to_string(range.high),
                     "]"}),
                "give an example whose size is in the range, or widen the Dim");
  auto [first, added] = sizes_.try_emplace(name, size, source);
  if (added || first->second.first == size) return;
  refuse_size("UserError",
              cat({source,
                   " = ",
                   std::to_string(size),
                   " is not equal to ",
                   first->second.second,
                   " = ",
                   std::to_string(first->second.first)}),
              "give both the same size in the examples, or a Dim of its own to each");
}

// Dim.STATIC(min=2, max=9)
void ExampleShapes::check_static(const SymRange& range, std::int64_t size, const std::string& source) {
  if (size >= range.low && size <= range.high) return;
  const std::string number = std::to_string(size);
  refuse_size("ValueError",
              cat({"Found the following conflicts between user-specified ranges and inferred ranges from model "
                   "tracing:\n- Received user-specified min/max range of [",
                   std::to_string(range.low),
                   ", ",
                   range.high == INT64_MAX ? "int_oo" : std::to_string(range.high),
                   "], conflicting with the inferred min/max range of [",
                   number,
                   ", ",
                   number,
                   "], for ",
                   source,
                   "."}),
              "give an example whose size is in the range, or widen it");
}

std::string ExampleShapes::symbol(const PyValue& told, std::int64_t size, const std::string& source) {
  std::string_view hint = hint_of(told);
  bool automatic = hint == "AUTO", any = automatic || hint == "DYNAMIC", named = is_dimension(told);
  if (!any && !named && !told.is_none() && !told.is_arg() && hint != "STATIC") {
    throw user_error("python",
                     "this entry of dynamic_shapes is outside of the subset that is captured",
                     "write a Dim, a sum or product of one with a number, Dim.AUTO or None");
  }
  if (told.is_arg() && told.arg.is_integer() && told.arg.fits_int64() && told.arg.as_int() != size)
    refuse_size("ConstraintViolationError",
                cat({"Static shape constraint of ",
                     std::to_string(told.arg.as_int()),
                     " does not match input size of ",
                     std::to_string(size),
                     ", for ",
                     source}),
                "write the size of the example, or None");
  if (hint == "STATIC" && told.object != nullptr) check_static(range_of(*told.object), size, source);
  if (any && !automatic && size < 2 && hashed_)
    refuse_size("ValueError",
                cat({"Found the following conflicts between user-specified ranges and inferred ranges from model "
                     "tracing:\n- Received user-specified dim hint Dim.DYNAMIC(min=None, max=None), but export 0/1 "
                     "specialized due to hint of ",
                     std::to_string(size),
                     " for dimension ",
                     source,
                     "."}),
                "give an example of two or more, or Dim.AUTO");
  if ((!any && !named) || (any && size < 2)) return {};
  std::string fresh = fresh_name(source);
  if (any) {
    std::string text = kept(fresh);
    if (text == std::to_string(size)) return {};
    if (told.object != nullptr) hinted_.emplace_back(text, range_of(*told.object));
    found_free_.insert(text);
    if (auto told_range = ranges_.find(text); told_range != ranges_.end())
      told_range->second.low = std::max<std::int64_t>(told_range->second.low, 2);
    return note(text, size, automatic ? SizeFreedom::automatic : SizeFreedom::dynamic);
  }
  const PyObject &dim = *told.object, &root = dim.self.object == nullptr ? dim : *dim.self.object;
  std::string name = name_of(root), found = kept(symbols_.contains(name) ? symbols_.at(name) : fresh);
  SymRange range = range_of(root);
  check_definition(name, range);
  bool plain = found.find(' ') == std::string::npos && found.find('*') == std::string::npos;
  if (plain && (range.low > 0 || range.high < INT64_MAX)) table_.set_range(table_.symbol(found), range);
  if (dim.self.object == nullptr) {
    bool met = hashed_ && found_free_.contains(found);  // until 2.14 the last dimension says what the range is
    ranges_[found] = {met ? std::max<std::int64_t>(range.low, 2) : range.low, range.high};
    if (size >= 2) return check_size(name, size, range, source), note(found, size, SizeFreedom::told);
    throw fx_error("UserError",
                   constraints_violated(name,
                                        cat({" ",
                                             range_text(range, name),
                                             "are valid because ",
                                             name,
                                             " was inferred to be a constant (",
                                             std::to_string(size),
                                             ")."})));
  }
  std::int64_t times = dim.items[0].arg.as_int(), plus = dim.items[1].arg.as_int();
  std::string text = normal(
      sum_text(cat({times == 1 ? std::string() : cat({std::to_string(times), "*"}), "(", found, ")"}), plus));
  if (strict_ && times != 1 && !hashed_)
    throw user_error("python",
                     cat({"strict capture asserts of ",
                          text,
                          " what follows from it, which is outside of the subset that is captured"}),
                     "capture it without strict");
  auto of_root = [&](std::int64_t bound) {
    std::int64_t out = 0;
    bool large = __builtin_mul_overflow(times, bound, &out) || __builtin_add_overflow(out, plus, &out);
    return bound == INT64_MAX || large ? INT64_MAX : out;
  };
  if (of_root(range.low) < 0)
    refuse_size("AssertionError",
                cat({"Expected derived min value of ",
                     sum_text(times == 1 ? name : cat({std::to_string(times), "*", name}), plus),
                     " to be >= 0. Please specify an appropriate min value for ",
                     name,
                     " (currently ",
                     std::to_string(range.low),
                     ")."}),
                cat({"write Dim('", name, "', min=...)"}));
  ranges_[text] = {of_root(range.low), of_root(range.high)};
  if ((size - plus) % times == 0 && (size - plus) / times >= 2) return text;
  throw user_error(
      "python",
      cat({"a dimension of ",
           std::to_string(size),
           " is not ",
           times == 1 ? std::string() : cat({std::to_string(times), "*"}),
           name,
           plus == 0 ? std::string() : cat({plus > 0 ? " + " : " - ", std::to_string(plus > 0 ? plus : -plus)}),
           " for a ",
           name,
           " of 2 or more"}),
      "give an example of a size that fits");
}

std::string ExampleShapes::number_symbol(const PyValue& told, const Arg& number, const InputPlace& place) {
  const std::string_view hint = hint_of(told);
  const bool automatic = hint == "AUTO", any = automatic || hint == "DYNAMIC";
  if (!any || !hashed_ || !number.is_integer() || number.is_bool() || !number.fits_int64()) return {};
  std::string text = kept(fresh_name(leaves_.at(place.source)));
  if (text == std::to_string(number.as_int()))
    throw user_error(
        "python",
        cat({"an integer of dynamic_shapes that can only be ", text, " is outside of the subset that is captured"}),
        "leave its entry out, so that the program is for this number");
  table_.set_range(table_.symbol(text, number.as_int()), {0, INT64_MAX});
  return note(text, number.as_int(), automatic ? SizeFreedom::automatic : SizeFreedom::dynamic);
}

PyValues InputMaker::of_settings(const Function& function, PyNamedValues& kwargs) {
  PyValues out;
  std::size_t next = 0;
  bool left_out = false;
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    const Parameter& parameter = function.parameters[i];
    if (parameter.kind == Parameter::Kind::others) continue;
    const std::size_t before = out.size();
    if (parameter.kind == Parameter::Kind::rest) {  // all that is told, but for what stands behind it and needs a value
      auto needed = std::count_if(function.parameters.begin(), function.parameters.end(), [](const Parameter& p) {
        return p.kind == Parameter::Kind::keyword && p.fallback < 0;
      });
      while (next + static_cast<std::size_t>(needed) < settings().inputs.size())
        out.push_back(
            input(parameter, settings().inputs[next++], InputPlace::of(parameter.name).item(out.size() - before)));
      continue;
    }
    CaptureInput given(parameter.annotation);
    if (parameter.annotation.empty() && next < settings().inputs.size()) given = settings().inputs[next];
    ++next;
    bool known = given.kind != CaptureInput::Kind::annotation || !given.text.empty();
    if (!known && parameter.fallback >= 0) {
      left_out = true;
      continue;
    }
    PyValue value = input(parameter, given, InputPlace::of(parameter.name));
    if (parameter.kind == Parameter::Kind::keyword || left_out) {
      kwargs.emplace_back(parameter.name, value);
    } else {
      out.push_back(value);
    }
  }
  return out;
}

PyValue InputMaker::input(const Parameter& parameter, const CaptureInput& given, const InputPlace& place) {
  if (given.kind == CaptureInput::Kind::list || given.kind == CaptureInput::Kind::tuple ||
      given.kind == CaptureInput::Kind::dict) {
    bool dict = given.kind == CaptureInput::Kind::dict;
    PyValues items;
    for (std::size_t i = 0; i < given.items.size(); ++i) {
      const std::string key = i < given.keys.size() ? given.keys[i] : std::string();
      if (dict) items.emplace_back(context().string(key));
      items.push_back(input(parameter, given.items[i], dict ? place.item(key) : place.item(i)));
    }
    return python().make_list(dict                                     ? PyKind::dict
                              : given.kind == CaptureInput::Kind::list ? PyKind::list
                                                                       : PyKind::tuple,
                              std::move(items));
  }
  auto at = [&](std::string message, std::string remedy) {
    source_error(parameter.begin,
                 parameter.begin + static_cast<std::uint32_t>(parameter.name.size()),
                 std::move(message),
                 std::move(remedy));
  };
  if (given.text.empty())
    at(cat({"what '", parameter.name, "' is, is not known"}),
       cat({"annotate it: ",
            parameter.name,
            ": \"f32[2, 3]\", or end the file in torch.export.export(model, (torch.randn(2, 3),))"}));
  Arg val = given.kind == CaptureInput::Kind::value ? literal(given.text) : read_annotation(context(), given.text);
  bool constant = given.kind == CaptureInput::Kind::value;
  if (!constant && val.kind() != ArgKind::tensor_meta && val.kind() != ArgKind::sym_int)
    at(cat({"'", given.text, "' is no type of a tensor"}), "write it as \"f32[2, 3]\": dtype and shape");
  return inputs().add_input(parameter.name, constant ? val : recorder().with_strides(val), constant, place.name);
}

Arg InputMaker::literal(const std::string& text) {
  PythonSource& source = python().parsed(cat({"v = ", text, "\n"}));
  python().frames().push_back({"<input>", &source, python().make_scope(nullptr), 0, nullptr, {}, {}});
  Stmt statement = source.statement_at(0);
  Arg out = python().to_arg(python().expr(statement.value), python().evaluate(statement.value));
  python().frames().pop_back();
  return out;
}

void InputMaker::check_specs(const ScriptCall& call, const BoundCall& bound) {
  if (call.shapes.object == nullptr) return;
  auto rank_of = [&](const PyValue& value) -> std::optional<std::size_t> {
    bool held = value.object != nullptr && value.object->kind == PyKind::foreign;
    if (!held && !(value.is_arg() && value.arg.is_node())) return std::nullopt;
    Arg val = recorder().init.meta_of(held ? value.object->initial : value.arg);
    return val.kind() == ArgKind::tensor_meta ? std::optional(val.as_tensor_meta()->shape.size()) : std::nullopt;
  };
  ShapeSpecs specs(rank_of, has(context().dialect, EngineNovelty::inlined_layers), settings().strict);
  if (call.shapes.object->kind != PyKind::dict)
    ShapeSpecs::check_count(bound.names().size(), call.shapes.object->items.size());
  for (std::size_t i = 0; i < bound.count(); ++i) {
    std::string at = bound.place_of(i);
    if (const BoundCall::Argument& one = bound.argument(i); one.rest) {  // a tuple, for which one entry stands
      PyValues rest;
      for (std::size_t j = i; j < bound.count() && bound.argument(j).rest; ++j) rest.push_back(bound.value(j));
      i += rest.size() - 1;
      at = at.substr(0, at.rfind('['));
      PyValue all = python().make_list(PyKind::tuple, std::move(rest));
      specs.check(all, bound.shape_of_rest(i), cat({"inputs", at}), cat({"dynamic_shapes", at}));
      continue;
    }
    specs.check(bound.value(i), bound.shape_of(i), cat({"inputs", at}), cat({"dynamic_shapes", at}));
  }
}

// Where each argument stands: of *args and **kwargs, an item of them.
std::vector<InputPlace> InputMaker::places_of(const ScriptCall& call, const BoundCall& bound) {
  std::vector<InputPlace> out;
  for (std::size_t i = 0; i < bound.count(); ++i) {
    const BoundCall::Argument& one = bound.argument(i);
    const bool named = i >= call.args.size();
    out.push_back(InputPlace::of(named ? call.kwargs[i - call.args.size()].first : one.parameter));
    if (one.rest) out.back() = out.back().item(one.index);
    if (!one.key.empty()) out.back().source = InputPlace::of(bound.others()).item(std::string_view(one.key)).source;
  }
  return out;
}

namespace {

// Whether two entries of dynamic_shapes say the same; a Dim is known by its name.
bool says_the_same(const PyValue& first, const PyValue& second) {
  std::vector<std::pair<PyValue, PyValue>> open{{first, second}};
  std::set<std::pair<const PyObject*, const PyObject*>> compared;  // a list may hold itself
  while (!open.empty()) {
    auto [a, b] = open.back();
    open.pop_back();
    if (a.object == nullptr || b.object == nullptr) {
      const bool plain = a.object == nullptr && b.object == nullptr;
      if (!plain || a.is_arg() != b.is_arg() || (a.is_arg() && a.arg != b.arg) || hint_of(a) != hint_of(b))
        return false;
      continue;
    }
    const bool dims = is_dimension(a) && is_dimension(b);
    if (a.object == b.object || !compared.insert({a.object, b.object}).second) continue;
    if (a.object->kind != b.object->kind || a.object->items.size() != b.object->items.size()) return false;
    if (is_dimension(a) != is_dimension(b) || hint_of(a) != hint_of(b)) return false;
    auto root = [](const PyObject& dim) -> const PyObject& { return dim.self.object ? *dim.self.object : dim; };
    if (dims && name_of(root(*a.object)) != name_of(root(*b.object))) return false;
    for (std::size_t i = 0; i < a.object->items.size(); ++i) open.emplace_back(a.object->items[i], b.object->items[i]);
  }
  return true;
}

}  // namespace

// PyTorch 2.6 takes the entries of dynamic_shapes in the order of forward's parameters, and the arguments in the order
// in which they are given: what it says of a size is said of another one's.
void InputMaker::check_order(const ScriptCall& call, const BoundCall& bound) {
  if (call.shapes.is_none() || call.kwargs.size() < 2) return;
  std::vector<std::size_t> given;
  for (std::size_t i = call.args.size(); i < bound.count(); ++i) given.push_back(i);
  std::vector<std::size_t> ordered = given;
  std::stable_sort(ordered.begin(), ordered.end(), [&](std::size_t a, std::size_t b) {
    return bound.place(bound.argument(a).parameter) < bound.place(bound.argument(b).parameter);
  });
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (given[i] == ordered[i]) continue;
    if (!says_the_same(bound.shape_of(given[i]), bound.shape_of(ordered[i])))
      fail_as(call.place,
              "KeyError",
              "keyword arguments stand in another order than the entries of dynamic_shapes",
              "give them in the order of forward's parameters");
  }
}

PyValues InputMaker::of_call(const ScriptCall& call, const Function& function, PyNamedValues& kwargs) {
  const bool hashed = has(context().dialect, EngineNovelty::symbol_names);
  const BoundCall bound(call, function, hashed);
  const std::vector<InputPlace> stands = places_of(call, bound);
  ExampleShapes shapes(call.shapes, values().symbols(), settings().strict, hashed, settings().equal_sizes);
  if (std::string refused = shapes.check_names(bound.names()); !refused.empty())
    fail_as(call.place,
            "UserError",
            std::move(refused),
            "name each argument that is given, with None for one that is not dynamic");
  located(call.place, [&] { check_specs(call, bound); });
  if (!hashed) check_order(call, bound);
  for (std::size_t i = 0; i < bound.count(); ++i) count(bound.value(i), bound.shape_of(i), shapes, stands[i], 0);
  shapes.count_roots();
  PyValues out;
  std::vector<std::size_t> ends;  // of the inputs that are of each argument
  for (std::size_t i = 0; i < bound.count(); ++i) {
    const bool named = i >= call.args.size();
    const std::string& name = named ? call.kwargs[i - call.args.size()].first : bound.argument(i).parameter;
    PyValue value = located(
        call.place, [&] { return example(call.place, name, bound.value(i), bound.shape_of(i), shapes, stands[i], 0); });
    if (named) {
      kwargs.emplace_back(name, value);
    } else {
      out.push_back(value);
    }
    ends.push_back(inputs().public_names().size());
  }
  if (!settings().strict && !has(context().dialect, EngineNovelty::inlined_layers))
    inputs().set_public_names(bound_names(call, function, ends));
  located(call.place, [&] { shapes.follow_examples(); });
  inputs().told_ranges = shapes.ranges();
  inputs().base_symbols = shapes.base_symbols();
  for (PyValue& value : out) share(value);
  for (auto& [name, value] : kwargs) share(value);
  return out;
}

// Non-strict export of 2.6 names inputs as if forward's signature had bound them: keywords in the order of its
// parameters, then what **kwargs takes. The inputs themselves have the order in which they were given.
std::vector<std::string> InputMaker::bound_names(const ScriptCall& call,
                                                 const Function& function,
                                                 const std::vector<std::size_t>& ends) {
  const std::vector<std::string>& names = inputs().public_names();
  std::vector<std::string> out;
  auto take = [&](std::size_t argument, std::string_view prefix) {
    for (std::size_t i = argument == 0 ? 0 : ends[argument - 1]; i < ends[argument]; ++i)
      out.push_back(cat({prefix, names[i]}));
  };
  for (std::size_t i = 0; i < call.args.size(); ++i) take(i, "");
  std::vector<bool> taken(call.kwargs.size());
  std::string others;
  for (const Parameter& one : function.parameters) {
    if (one.kind == Parameter::Kind::others) others = cat({InputPlace::of(one.name).name, "_"});
    if (one.kind == Parameter::Kind::others || one.kind == Parameter::Kind::rest) continue;
    auto given = std::find_if(
        call.kwargs.begin(), call.kwargs.end(), [&](const auto& kwarg) { return kwarg.first == one.name; });
    if (given == call.kwargs.end()) continue;
    auto at = static_cast<std::size_t>(given - call.kwargs.begin());
    taken[at] = true;
    take(call.args.size() + at, "");
  }
  for (std::size_t i = 0; i < taken.size(); ++i) {
    if (!taken[i]) take(call.args.size() + i, others);
  }
  return out;
}

// What is given several times is the last of its inputs, as PyTorch has it; nothing uses the others.
void InputMaker::share(PyValue& value) {
  if (value.object != nullptr) {
    for (PyValue& item : value.object->items) share(item);
    if (value.object->kind == PyKind::instance) {
      for (std::size_t i : trees().fields_of(*value.object)) share(value.object->attributes[i].second);
    }
    return;
  }
  auto tensor = value.is_arg() && value.arg.is_node() ? tensor_of_.find(value.arg.as_node()) : tensor_of_.end();
  if (tensor != tensor_of_.end()) value = last_input_.at(tensor->second);
}

// Of a field of a dataclass, which dynamic_shapes tells as a list, or by names.
PyValue InputMaker::field_shape(const PyValue& shape, const PyObject& object, std::size_t attribute) {
  std::vector<std::size_t> fields = trees().fields_of(object);
  auto at = static_cast<std::size_t>(std::find(fields.begin(), fields.end(), attribute) - fields.begin());
  if (is_kind(shape, PyKind::instance)) {
    PyValue* found = python().find_attribute(shape.object, object.attributes[attribute].first);
    return found == nullptr ? PyValue() : *found;
  }
  return shape_entry(shape, at, object.attributes[attribute].first);
}

// A key that is no text stands by what str() makes of it: x_1 for x[1], x_true for x[True].
InputPlace InputMaker::place_at(const InputPlace& place, const PyValue& key) {
  std::string text = python().text_of(PyExpr(), key, false);
  InputPlace out = place.item(std::string_view(text));
  if (!key.is_arg() || !key.arg.is_string()) out.source = cat({place.source, "[", text, "]"});
  return out;
}

// The symbols of an example, as `example` asks for them.
void InputMaker::count(
    const PyValue& value, const PyValue& shape, ExampleShapes& shapes, const InputPlace& place, int depth) {
  if (depth > kDeepestSource) return;
  bool held = value.object != nullptr && value.object->kind == PyKind::foreign;
  if (held || (value.is_arg() && value.arg.is_node())) {
    shapes.next_leaf(place);
    Arg val = recorder().init.meta_of(held ? value.object->initial : value.arg);
    if (val.kind() != ArgKind::tensor_meta) return;
    if (!held) pass_base(value.arg.as_node(), shapes, place);
    const auto& sizes = val.as_tensor_meta()->shape;
    for (std::size_t d = 0; d < sizes.size(); ++d)
      shapes.count(ExampleShapes::dimension(shape, d), sizes[d].value, shapes.source_of(place, d));
    return;
  }
  if (value.object == nullptr && !(value.is_arg() && value.arg.is_sequence())) {
    shapes.next_leaf(place);
    if (value.is_arg()) shapes.number_symbol(shape, value.arg, place);
    return;
  }
  if (is_kind(value, PyKind::instance)) {
    for (std::size_t i : trees().fields_of(*value.object)) {
      const auto& [key, field] = value.object->attributes[i];
      count(field, field_shape(shape, *value.object, i), shapes, place.attribute(key), depth + 1);
    }
    return;
  }
  PyValues items = value.object != nullptr ? value.object->items
                                           : PyValues(value.arg.items().begin(), value.arg.items().end());
  bool dict = value.object != nullptr && value.object->kind == PyKind::dict;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (dict && i % 2 == 0) continue;
    InputPlace at = dict ? place_at(place, items[i - 1]) : place.item(i);
    count(items[i], ExampleShapes::child(shape, i, dict ? items[i - 1] : PyValue()), shapes, at, depth + 1);
  }
}

PyValue InputMaker::example(const PyExpr& e,
                            const std::string& name,
                            const PyValue& value,
                            const PyValue& shape,
                            ExampleShapes& shapes,
                            const InputPlace& place,
                            int depth) {
  auto refuse = [&](std::string_view what) {
    fail(e,
         cat({"the example for '", name, "' ", what}),
         "give tensors, numbers, texts, and lists, tuples and dicts of them");
  };
  if (depth > kDeepestSource) refuse("is nested too deep");
  bool held = value.object != nullptr && value.object->kind == PyKind::foreign;
  if (held || (value.is_arg() && value.arg.is_node())) {
    Arg val = recorder().init.meta_of(held ? value.object->initial : value.arg);
    if (val.kind() != ArgKind::tensor_meta) refuse("is no tensor");
    TensorMeta meta = *val.as_tensor_meta();
    meta.is_parameter = false;
    if (!held) pass_base(value.arg.as_node(), shapes, place);
    PyValue input = inputs().add_input(name, with_symbols(meta, shape, shapes, place), false, place.name);
    const Arg* val_given = input.arg.as_node()->find_meta(context().keys.val);
    for (std::size_t d = 0; d < val_given->as_tensor_meta()->shape.size(); ++d) {
      const Dim& size = val_given->as_tensor_meta()->shape[d];
      if (size.sym != nullptr && shapes.owns(place, d, size.sym->text.view()))
        recorder().main.own_size(input.arg.as_node(), d);
    }
    const void* tensor = held ? static_cast<const void*>(value.object) : value.arg.as_node();
    tensor_of_.emplace(input.arg.as_node(), tensor);
    return last_input_[tensor] = input;
  }
  if (value.is_path()) refuse(cat({"is not known: ", value.path}));
  if (value.object == nullptr && !value.arg.is_sequence()) {
    std::string symbol = shapes.number_symbol(shape, value.arg, place);
    if (symbol.empty()) return inputs().add_input(name, value.arg, true, place.name);
    SymScope scope(&values().symbols());
    return inputs().add_input(name, values().number(values().symbols().symbol(symbol)), false, place.name);
  }
  if (is_kind(value, PyKind::instance) && functions().is_pytree_constant(value.object->klass)) return value;
  if (is_kind(value, PyKind::instance) && functions().is_pytree_class(value.object->klass)) {
    PyObject* made = python().make(PyKind::instance);
    *made = *value.object;
    for (std::size_t i : trees().fields_of(*value.object)) {
      auto& [key, field] = made->attributes[i];
      field = example(e, name, field, field_shape(shape, *value.object, i), shapes, place.attribute(key), depth + 1);
    }
    return PyValue(made);
  }
  PyKind kind = value.object != nullptr             ? value.object->kind
                : value.arg.kind() == ArgKind::list ? PyKind::list
                                                    : PyKind::tuple;
  if (kind != PyKind::list && kind != PyKind::tuple && kind != PyKind::dict)
    refuse("is a function, a class or a module");
  PyValues items = value.object != nullptr ? value.object->items
                                           : PyValues(value.arg.items().begin(), value.arg.items().end());
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (kind == PyKind::dict && i % 2 == 0) continue;
    items[i] = example(e,
                       name,
                       items[i],
                       ExampleShapes::child(shape, i, kind == PyKind::dict ? items[i - 1] : PyValue()),
                       shapes,
                       kind == PyKind::dict ? place_at(place, items[i - 1]) : place.item(i),
                       depth + 1);
  }
  return python().make_list(kind, std::move(items));
}

void InputMaker::pass_base(const Node* example, ExampleShapes& shapes, const InputPlace& place) {
  const Node* base = example;
  while (base->op() == Opcode::call_function && !base->args().empty() && base->args()[0].is_node()) {
    const OpDef* record = find_record(base->callable()->path.view());
    if (record == nullptr || !record->run.view) break;
    base = base->args()[0].as_node();
  }
  if (base == example || settings().strict) return;
  Arg val = recorder().init.value(base);
  if (val.kind() == ArgKind::tensor_meta) shapes.pass_base(*val.as_tensor_meta(), place.source);
}

namespace {

// A size or stride: its value, and as an annotation has it.
struct Written {
  std::int64_t value;
  std::string text;
};

Written times(const Written& a, const Written& b) {
  auto is_number = [](const Written& one) { return one.text.find_first_not_of("0123456789") == std::string::npos; };
  auto part = [](const Written& one) {
    return one.text.find(' ') == std::string::npos ? one.text : cat({"(", one.text, ")"});
  };
  std::int64_t value = a.value * b.value;
  if (is_number(a) && is_number(b)) return {value, std::to_string(value)};
  if (a.text == "1") return {value, b.text};
  if (b.text == "1") return {value, a.text};
  return is_number(b) ? Written{value, cat({b.text, "*", part(a)})} : Written{value, cat({part(a), "*", part(b)})};
}

// As PyTorch finds strides for sizes that are symbols: from the smallest on, each is what another dimension of the
// example takes up, where it is that much there; else its number.
std::vector<Written> strides_for(const std::vector<Written>& sizes, const std::vector<std::int64_t>& strides) {
  std::vector<std::size_t> order;
  for (std::size_t i = strides.size(); i-- > 0;) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return strides[a] < strides[b]; });
  std::map<std::int64_t, Written> taken;
  std::vector<Written> out(strides.size());
  for (std::size_t i : order) {
    std::int64_t stride = strides[i];
    bool rows = i + 1 < strides.size() && stride == sizes[i + 1].value * strides[i + 1];
    auto found = taken.find(stride);
    bool plain = (stride == 0 || stride == 1) && !rows;
    out[i] = plain || found == taken.end() ? Written{stride, std::to_string(stride)} : found->second;
    taken.insert_or_assign(sizes[i].value * stride, times(sizes[i], out[i]));
  }
  return out;
}

}  // namespace

// The metadata of an example with the symbols that dynamic_shapes names.
Arg InputMaker::with_symbols(const TensorMeta& meta,
                             const PyValue& shape,
                             ExampleShapes& shapes,
                             const InputPlace& place) {
  std::vector<Written> sizes;
  bool any = false;
  for (std::size_t d = 0; d < meta.shape.size(); ++d) {
    std::string symbol = shapes.symbol(
        ExampleShapes::dimension(shape, d), meta.shape[d].value, shapes.source_of(place, d));
    any = any || !symbol.empty();
    sizes.push_back({meta.shape[d].value, symbol.empty() ? std::to_string(meta.shape[d].value) : symbol});
  }
  if (!any) return context().tensor_meta(meta);
  auto listed = [](const std::vector<Written>& items) {
    std::string out = "[";
    for (const Written& one : items) out += cat({out.size() == 1 ? "" : ", ", one.text});
    return out + "]";
  };
  std::string text = cat({meta.dtype->abbr, listed(sizes)});
  if (meta.has_stride) {
    std::vector<std::int64_t> strides;
    for (const Dim& stride : meta.stride) strides.push_back(stride.value);
    text += listed(strides_for(sizes, strides));
  }
  TensorMeta out = *recorder().with_strides(read_annotation(context(), text)).as_tensor_meta();
  out.requires_grad = meta.requires_grad;
  return context().tensor_meta(out);
}

}  // namespace seesaw
