// Values and metadata in the form of an archive.
//
// What: `ValueWriter` writes the input of GraphReader and ValueReader: references to values, constants, the tables
// of named values, the metadata of nodes. Why: graph_writer decides which references exist; this file spells
// them.
//
//   ValueWriter values(json, context, original);
//   values.result("x", val);      // {"as_tensor": {"name": "x"}}, remembered
//   values.tables();              // "tensor_values": {"x": {...}}, ...
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/engine/archive/fields.h"
#include "core/engine/archive/original.h"
#include "core/graph/ir/module.h"

namespace seesaw::archive {

// The name of a kind of value; Leaf::string for kinds without a name.
Leaf leaf_of(const Arg& val);

// A constant: {"as_int": 3}. False if the format cannot represent it.
bool write_constant(JsonWriter& json, const Arg& value, const Original& original);
void write_integer(JsonWriter& json, const Arg& value);
void write_float(JsonWriter& json, double value, const Original& original);

class ValueWriter {
 public:
  ValueWriter(JsonWriter& json, Context& context, const Original& original)
      : json_(json), context_(context), original_(original) {}

  // A reference, and an entry in the tables.
  void result(Leaf leaf, std::string_view name, const Arg& val);
  // {"as_tensor": {"name": "x"}}
  void reference(Leaf leaf, std::string_view name, const Arg& val);
  // {"name": "x"}
  void name(Leaf leaf, std::string_view name, const Arg& val);
  // An entry in the tables alone.
  void remember(Leaf leaf, std::string_view name, const Arg& val) { values_.push_back({std::string(name), val, leaf}); }
  void tables();
  void metadata(const Node* node);
  void device(std::string_view text);

 private:
  struct NamedValue {
    std::string name;
    Arg val;
    Leaf leaf;
  };
  void expression(std::string_view text);
  void symbolic(const Arg& val);
  void dims(std::span<const Dim> dims);
  void tensor(std::string_view name, const TensorMeta& meta);

  JsonWriter& json_;
  Context& context_;
  const Original& original_;
  std::vector<NamedValue> values_;
};

}  // namespace seesaw::archive
