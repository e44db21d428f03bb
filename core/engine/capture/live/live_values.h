// Values that CPython and a capture hand to each other.
//
// What: `LiveValues` writes what the torch side gives as JSON, and reads what Python gives. Numbers, texts, lists and
// dtypes cross as such; tensors, parameters, modules and symbolic numbers by a number, {"v": [7, "tensor"]} there and
// {"v": 7} back. Why: Python holds views of what the capture owns, and the same tensor is the same object there.
//
//   values.write(json, x);                          // {"v": [3, "tensor"]}
//   values.read(request["value"]);                  // the tensor again
#pragma once

#include <deque>
#include <map>

#include "core/base/json.h"
#include "core/engine/capture/torch/capture_part.h"

namespace seesaw {

class LiveValues : public CapturePart {
 public:
  using CapturePart::CapturePart;

  void write(JsonWriter& json, const PyValue& value, int depth = 0);
  PyValue read(const JsonValue& json, int depth = 0);
  PyValues read_list(const JsonValue& request, std::string_view key);
  PyNamedValues read_named(const JsonValue& request, std::string_view key);
  // Throws Error if it is no object of this kind.
  PyObject* read_module(const JsonValue& json);
  // What stood for the tensor stands for this from here on: a tensor that is registered as a buffer.
  void rebind(const PyValue& before, const PyValue& after);

 private:
  std::int64_t number_of(const PyValue& value);
  void write_arg_value(JsonWriter& json, const Arg& arg, int depth);
  void write_items(JsonWriter& json, std::string_view tag, const PyValues& items, int depth);

  std::deque<PyValue> values_;
  std::map<const Node*, std::int64_t> of_nodes_;
  std::map<const PyObject*, std::int64_t> of_objects_;
};

}  // namespace seesaw
