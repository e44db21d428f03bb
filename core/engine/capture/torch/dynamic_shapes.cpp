#include "core/engine/capture/torch/dynamic_shapes.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/engine/capture/torch/script.h"

namespace seesaw {

namespace {

constexpr int kDeepestInput = 100;

PyValues items_of(const PyValue& value) {
  if (value.object != nullptr) return value.object->items;
  return value.is_arg() && value.arg.is_sequence() ? PyValues(value.arg.items().begin(), value.arg.items().end())
                                                   : PyValues();
}

// "list", "tuple" or "dict"; empty for what is no container.
std::string_view container_of(const PyValue& value) {
  if (value.object != nullptr) {
    if (value.object->kind == PyKind::list) return "list";
    if (value.object->kind == PyKind::tuple) return "tuple";
    return value.object->kind == PyKind::dict ? "dict" : "";
  }
  if (!value.is_arg() || !value.arg.is_sequence()) return "";
  return value.arg.kind() == ArgKind::list ? "list" : "tuple";
}

std::string type_of(const PyValue& value) {
  if (std::string_view name = container_of(value); !name.empty()) return cat({"<class '", name, "'>"});
  if (is_dimension(value)) return "a Dim";
  if (!hint_of(value).empty()) return "a hint of a dimension";
  if (value.is_arg() && value.arg.is_bool()) return "<class 'bool'>";
  if (value.is_arg() && value.arg.is_integer()) return "<class 'int'>";
  if (value.is_arg() && value.arg.is_string()) return "<class 'str'>";
  return value.is_arg() && !value.arg.is_node() ? "<class 'float'>" : "another type";
}

std::string key_text(const PyValue& key) {
  if (key.is_arg() && key.arg.is_string()) return cat({"'", key.arg.text(), "'"});
  if (key.is_arg() && key.arg.is_integer() && key.arg.fits_int64()) return std::to_string(key.arg.as_int());
  return "?";
}

std::string keys_text(const PyValues& items) {
  std::string out;
  for (std::size_t i = 0; i < items.size(); i += 2) out += cat({out.empty() ? "" : ", ", key_text(items[i])});
  return cat({"[", out, "]"});
}

[[noreturn]] void refuse(std::string message, std::string remedy) {
  Error error = fx_error("UserError", std::move(message));
  error.diagnostic().note(std::move(remedy));
  throw error;
}

[[noreturn]] void mismatch(std::string what) {
  refuse(cat({"Detected mismatch between the structure of `inputs` and `dynamic_shapes`: ", what}),
         "nest dynamic_shapes as the inputs are nested; None stands for what is not dynamic");
}

}  // namespace

bool is_dimension(const PyValue& value) {
  return value.object != nullptr && value.object->kind == PyKind::context && value.object->name == kDimension;
}

std::string_view hint_of(const PyValue& value) {
  bool ranged = value.object != nullptr && value.object->kind == PyKind::context;
  std::string_view path = value.is_path() ? std::string_view(value.path)
                          : ranged        ? std::string_view(value.object->name)
                                          : std::string_view();
  std::size_t at = path.find("Dim.");
  std::string_view name = at == std::string_view::npos ? std::string_view() : path.substr(at + 4);
  return name == "AUTO" || name == "DYNAMIC" || name == "STATIC" ? name : std::string_view();
}

void ShapeSpecs::check_count(std::size_t inputs, std::size_t shapes) {
  if (inputs == shapes) return;
  mismatch(cat({"`inputs` has ",
                std::to_string(inputs),
                " elements, but `dynamic_shapes` has ",
                std::to_string(shapes),
                " elements"}));
}

void ShapeSpecs::check(
    const PyValue& value, const PyValue& spec, const std::string& input, const std::string& shape, int depth) const {
  if (spec.is_none() || depth > kDeepestInput) return;
  if (std::optional<std::size_t> rank = rank_of_(value)) return check_tensor(*rank, spec, shape);
  if (!container_of(value).empty()) return check_items(value, spec, input, shape, depth);
  if (value.is_arg()) check_other(value, spec, input, shape);
}

void ShapeSpecs::check_items(
    const PyValue& value, const PyValue& spec, const std::string& input, const std::string& shape, int depth) const {
  std::string_view type = container_of(value);
  if (container_of(spec) != type)
    mismatch(cat({"`", input, "` is a <class '", type, "'>, but `", shape, "` is a ", type_of(spec)}));
  PyValues items = items_of(value), specs = items_of(spec);
  if (type != "dict") {
    if (items.size() != specs.size())
      mismatch(cat({"`",
                    input,
                    "` has ",
                    std::to_string(items.size()),
                    " elements, but `",
                    shape,
                    "` has ",
                    std::to_string(specs.size()),
                    " elements"}));
    for (std::size_t i = 0; i < items.size(); ++i) {
      std::string at = cat({"[", std::to_string(i), "]"});
      check(items[i], specs[i], cat({input, at}), cat({shape, at}), depth + 1);
    }
    return;
  }
  std::set<std::string> ours;
  std::map<std::string, PyValue> theirs;
  for (std::size_t i = 0; i + 1 < items.size(); i += 2) ours.insert(key_text(items[i]));
  for (std::size_t i = 0; i + 1 < specs.size(); i += 2) theirs.emplace(key_text(specs[i]), specs[i + 1]);
  bool same = std::equal(ours.begin(), ours.end(), theirs.begin(), theirs.end(), [](const auto& a, const auto& b) {
    return a == b.first;
  });
  if (!same)
    mismatch(cat({"`", input, "` has keys ", keys_text(items), ", but `", shape, "` has keys ", keys_text(specs)}));
  for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
    std::string key = key_text(items[i]), at = cat({"[", key, "]"});
    check(items[i + 1], theirs.at(key), cat({input, at}), cat({shape, at}), depth + 1);
  }
}

void ShapeSpecs::check_tensor(std::size_t rank, const PyValue& spec, const std::string& shape) const {
  std::string_view type = container_of(spec);
  if (type.empty())
    refuse(cat({"Unexpected input tensor shape ",
                type_of(spec),
                " specified at `",
                shape,
                "` (expected either a list/tuple of dimensions, or a dict mapping indices to dimensions, where each "
                "dimension is an int, a Dim, Dim.AUTO, Dim.STATIC, or Dim.DYNAMIC)"}),
           "write {0: Dim(\"n\")}, or a tuple with an entry for each dimension");
  PyValues items = items_of(spec);
  for (std::size_t i = 0; type == "dict" && i + 1 < items.size(); i += 2) check_index(items[i], items[i + 1], rank);
  if (newer_ && type != "dict" && items.size() != rank)
    refuse(cat({"Expected dynamic shape spec specified at `",
                shape,
                "` to have the same length as the actual tensor shape (expected ",
                std::to_string(rank),
                ", but got ",
                std::to_string(items.size()),
                " instead)"}),
           "write an entry for each dimension, None for one that is not dynamic");
}

// What torch.export asserts of the keys of {0: Dim("n")}. A hint for a dimension that is not there is passed over, as
// PyTorch does.
void ShapeSpecs::check_index(const PyValue& index, const PyValue& entry, std::size_t rank) const {
  bool number = index.is_arg() && index.arg.is_integer() && index.arg.fits_int64();
  if (!number) {
    Error error = fx_error(
        "AssertionError",
        newer_ ? cat({"Expected index to be int, list, or tuple, got ", type_of(index)}) : std::string());
    error.diagnostic().note("count the dimensions from 0: {0: Dim(\"n\")}");
    throw error;
  }
  bool there = index.arg.as_int() >= 0 && static_cast<std::size_t>(index.arg.as_int()) < rank;
  if (there || strict_ || !is_dimension(entry)) return;
  Error error = fx_error("IndexError", "list assignment index out of range");
  error.diagnostic().note(cat({"the tensor has ", std::to_string(rank), " dimensions; they are counted from 0"}));
  throw error;
}

void ShapeSpecs::check_other(const PyValue& value,
                             const PyValue& spec,
                             const std::string& input,
                             const std::string& shape) const {
  bool integer = value.arg.is_integer() && !value.arg.is_bool();
  if (newer_ && integer && spec.is_arg() && spec.arg.is_integer()) return;
  if (newer_ && integer && !hint_of(spec).empty()) return;
  refuse(cat({"Cannot associate shape ",
              type_of(spec),
              " specified at `",
              shape,
              "` to non-tensor type ",
              type_of(value),
              " at `",
              input,
              "` (expected None)"}),
         "write None for what is no tensor");
}

}  // namespace seesaw
