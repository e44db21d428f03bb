// Programs as versioned JSON that carries everything: ids, lineage, names, arguments, metadata, modules, signature.
//
// What: `print_json` writes a document, `read_json` (read.h) reads it back; printed again it is the same text.
// Why: other texts lose the quotes of strings, metadata, and the origin of copies. The
// format is published as a JSON schema (wasm/schema/seesaw-program-1.schema.json), so other tools can write it.
//
//   {"format": "seesaw.program", "version": 1, "modules": [{"class": "GraphModule", "nodes": [
//     {"id": 0, "op": "placeholder", "name": "x", "target": "x", "meta": 0},
//     {"id": 1, "op": "call_function", "name": "add", "target": "torch.ops.aten.add.Tensor", "args": [{"n": 0}, 1]},
//     ...
//
// Arguments: null, true, numbers and strings represent themselves, [..] a list, and objects with one key the rest:
// {"n": id} a node, {"t": [..]} a tuple, {"d": [[k, v], ..]} a dict, {"f": "1e-05"} a float, {"dtype": ..} ...
#pragma once

#include <string>
#include <string_view>

#include "core/base/json.h"
#include "core/graph/ir/program.h"

namespace seesaw {

inline constexpr int kJsonVersion = 1;
inline constexpr std::string_view kJsonFormat = "seesaw.program";

std::string print_json(const Program& program);

// One argument. Nodes are written as {"n": id}; with `by_name` as {"n": "name"}.
void write_arg(JsonWriter& json, const Arg& arg, bool by_name = false);
void write_signature(JsonWriter& json, const Signature& signature);

// "parameter", "buffer", ...: kinds of attributes as JSON and edits name them.
std::string_view attribute_kind_name(Attribute::Kind kind);
// The `kind` of an object; throws Error with its location if there is no such kind.
Attribute::Kind read_attribute_kind(const JsonValue& item, std::string_view kind);

// Reads an argument. `node` finds the node of an {"n": ...} value. Containers are made in `arena`. Throws Error with a
// location if the value is malformed or nested deeper than 200.
using NodeFinder = std::function<Node*(const JsonValue&)>;
Arg read_arg(const JsonValue& value, Context& context, Arena& arena, const NodeFinder& node);
Signature read_signature(const JsonValue& value, Context& context);

}  // namespace seesaw
