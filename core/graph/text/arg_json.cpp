// Arguments and signatures as JSON, both ways.
#include "core/base/cat.h"
#include "core/base/number.h"
#include "core/graph/text/annotation.h"
#include "core/graph/text/print_json.h"

namespace seesaw {

namespace {

constexpr int kMaxDepth = 200;
constexpr std::int64_t kExact = std::int64_t{1} << 53;

struct SymbolKind {
  ArgKind kind;
  std::string_view key;
};
constexpr SymbolKind kSymbolKinds[] = {{ArgKind::complex, "c"},
                                       {ArgKind::dtype, "dtype"},
                                       {ArgKind::device, "device"},
                                       {ArgKind::memory_format, "memory_format"},
                                       {ArgKind::layout, "layout"},
                                       {ArgKind::text, "text"}};
constexpr SymbolKind kSymKinds[] = {
    {ArgKind::sym_int, "symint"}, {ArgKind::sym_float, "symfloat"}, {ArgKind::sym_bool, "symbool"}};
constexpr SymbolKind kContainers[] = {
    {ArgKind::tuple, "t"}, {ArgKind::slice, "slice"}, {ArgKind::range, "range"}, {ArgKind::named_tuple, "named_tuple"}};

void write_dims(JsonWriter& json, std::span<const Dim> dims) {
  json.array();
  for (const Dim& dim : dims) {
    if (dim.sym != nullptr) {
      json.value(dim.sym->text.view());
    } else {
      json.value(dim.value);
    }
  }
  json.end();
}

void write_tensor_meta(JsonWriter& json, const TensorMeta& meta) {
  json.object().key("tensor_meta").object().member("dtype", meta.dtype->name).key("shape");
  write_dims(json, meta.shape);
  if (meta.has_stride) {
    json.key("stride");
    write_dims(json, meta.stride);
  }
  if (meta.device) json.member("device", meta.device.view());
  if (meta.requires_grad) json.member("requires_grad", true);
  if (meta.is_parameter) json.member("parameter", true);
  if (meta.is_constant) json.member("constant", true);
  if (meta.is_real) json.member("real", true);
  json.end().end();
}

void write_leaf(JsonWriter& json, const Arg& arg, bool by_name) {
  auto tagged = [&](std::string_view key, std::string_view text) { json.object().member(key, text).end(); };
  for (const SymbolKind& row : kSymbolKinds) {
    if (row.kind == arg.kind()) return tagged(row.key, arg.text());
  }
  for (const SymbolKind& row : kSymKinds) {
    if (row.kind != arg.kind()) continue;
    json.object().member(row.key, arg.as_sym()->text.view());
    if (arg.as_sym()->has_hint) json.member("hint", arg.as_sym()->hint);
    json.end();
    return;
  }
  switch (arg.kind()) {
    case ArgKind::boolean: json.value(arg.as_bool()); return;
    case ArgKind::integer:
      if (arg.fits_int64() && arg.as_int() <= kExact && arg.as_int() >= -kExact) {
        json.value(arg.as_int());
      } else {
        tagged("int", arg.fits_int64() ? std::to_string(arg.as_int()) : std::string(arg.text()));
      }
      return;
    case ArgKind::floating: tagged("f", format_float(arg.as_float())); return;
    case ArgKind::string: json.value(arg.text()); return;
    case ArgKind::node:
      json.object().key("n");
      if (by_name) {
        json.value(arg.as_node()->name_text());
      } else {
        json.value(arg.as_node()->id());
      }
      json.end();
      return;
    case ArgKind::ellipsis: json.object().member("ellipsis", true).end(); return;
    case ArgKind::callable: tagged("callable", arg.as_callable()->path.view()); return;
    case ArgKind::tensor:
      json.object().key("tensor").object().member("dtype", arg.as_tensor()->dtype.view()).key("shape");
      write_dims(json, arg.as_tensor()->shape);
      if (arg.as_tensor()->text) json.member("text", arg.as_tensor()->text.view());
      json.end().end();
      return;
    case ArgKind::tensor_meta: write_tensor_meta(json, *arg.as_tensor_meta()); return;
    default: json.null();
  }
}

}  // namespace

void write_arg(JsonWriter& json, const Arg& arg, bool by_name) {
  if (!arg.is_container()) {
    write_leaf(json, arg, by_name);
    return;
  }
  struct Frame {
    std::span<const Arg> items;
    std::size_t next;
    ArgKind kind;
  };
  auto open = [&](const Arg& container) {
    std::string_view key = container.kind() == ArgKind::dict ? "d" : "";
    for (const SymbolKind& row : kContainers) {
      if (row.kind == container.kind()) key = row.key;
    }
    if (!key.empty()) json.object().key(key);
    json.array();
    return Frame{container.items(), 0, container.kind()};
  };
  std::vector<Frame> stack{open(arg)};
  while (!stack.empty()) {
    Frame& top = stack.back();
    bool dict = top.kind == ArgKind::dict;
    if (dict && top.next > 0 && top.next % 2 == 0) json.end();  // the pair before
    if (top.next == top.items.size()) {
      json.end();
      if (top.kind != ArgKind::list) json.end();
      stack.pop_back();
      continue;
    }
    if (dict && top.next % 2 == 0) json.array();
    const Arg& item = top.items[top.next++];
    if (item.is_container()) {
      stack.push_back(open(item));
    } else {
      write_leaf(json, item, by_name);
    }
  }
}

namespace {

class ArgReader {
 public:
  ArgReader(Context& context, Arena& arena, const NodeFinder& node) : context_(context), arena_(arena), node_(node) {}

  Arg read(const JsonValue& value, int depth) {
    if (depth > kMaxDepth)
      throw json_error(value, cat({"arguments nested deeper than ", std::to_string(kMaxDepth), " levels"}));
    switch (value.kind()) {
      case JsonValue::Kind::null: return Arg();
      case JsonValue::Kind::boolean: return Arg::boolean(value.boolean());
      case JsonValue::Kind::string: return context_.string(value.string());
      case JsonValue::Kind::number: {
        std::optional<std::string> digits = normalize_int(value.number_text());
        if (!digits)
          throw json_error(
              value, "expected an integer", cat({"write a float as {\"f\": \"", value.number_text(), "\"}"}));
        return context_.integer(*digits);
      }
      case JsonValue::Kind::array: return items(ArgKind::list, value, depth);
      case JsonValue::Kind::object: return tagged(value, depth);
    }
    return Arg();
  }

 private:
  Arg items(ArgKind kind, const JsonValue& value, int depth) {
    std::vector<Arg> out;
    out.reserve(value.items().size());
    for (const JsonValue& item : value.items()) out.push_back(read(item, depth + 1));
    return make_container(arena_, kind, out);
  }

  Arg tagged(const JsonValue& value, int depth) {
    if (value.members().empty()) throw json_error(value, "expected an argument, found an empty object");
    std::string_view key = value.members()[0].key;
    const JsonValue& content = value.members()[0].value;
    if (key == "n") return node(content);
    if (key == "f") return floating(content);
    if (key == "int") return big_integer(content);
    if (key == "ellipsis" && content.boolean()) return Arg::ellipsis();
    if (key == "c") return complex(content);
    if (key == "callable") return Arg::pointer(ArgKind::callable, context_.callable(content.string()));
    if (key == "d") return dict(content, depth);
    if (key == "tensor") return tensor(content);
    if (key == "tensor_meta") return tensor_meta(content);
    for (const SymbolKind& row : kSymbolKinds) {
      if (row.key == key) return Arg::symbol(row.kind, context_.intern(content.string()));
    }
    for (const SymbolKind& row : kSymKinds) {
      if (row.key != key) continue;
      const JsonValue* hint = value.find("hint");
      return context_.symbolic(row.kind, content.string(), hint != nullptr, hint != nullptr ? hint->integer() : 0);
    }
    for (const SymbolKind& row : kContainers) {
      if (row.key == key) return container(row.kind, content, depth);
    }
    throw json_error(
        value, cat({"unknown kind of argument '", key, "'"}), "the kinds are listed in the JSON schema of the format");
  }

  Arg container(ArgKind kind, const JsonValue& content, int depth) {
    std::size_t size = content.items().size();
    bool three = kind == ArgKind::slice || kind == ArgKind::range;
    if (three && size != 3) throw json_error(content, "expected three values");
    bool named = kind == ArgKind::named_tuple;
    if (named && (size < 2 || !content.items()[0].is_string() || !content.items()[1].is_object())) {
      throw json_error(content, "expected a type name, a tuple of field names and the values");
    }
    return items(kind, content, depth);
  }

  Arg node(const JsonValue& content) {
    Node* found = node_ ? node_(content) : nullptr;
    if (found == nullptr) {
      std::string text = content.is_number()   ? std::string(content.number_text())
                         : content.is_string() ? std::string(content.string())
                                               : "?";
      throw json_error(content, cat({"there is no node ", text, " above this one"}));
    }
    return Arg::node(found);
  }

  Arg floating(const JsonValue& content) {
    std::optional<double> value = parse_float(content.string());
    if (!value) throw json_error(content, cat({"expected a float, found '", content.string(), "'"}));
    return context_.floating(*value);
  }

  // Its text is kept verbatim.
  Arg complex(const JsonValue& content) {
    std::string_view text = content.string();
    bool call = text.starts_with("complex(") && text.ends_with(')');
    if (!call && !text.ends_with('j') && !text.ends_with("j)"))
      throw json_error(content, cat({"expected a complex number, found '", text, "'"}));
    return Arg::symbol(ArgKind::complex, context_.intern(text));
  }

  Arg big_integer(const JsonValue& content) {
    std::optional<std::string> digits = normalize_int(content.string());
    if (!digits) throw json_error(content, cat({"expected an integer, found '", content.string(), "'"}));
    return context_.integer(*digits);
  }

  Arg dict(const JsonValue& content, int depth) {
    std::vector<Arg> out;
    for (const JsonValue& pair : content.items()) {
      if (pair.items().size() != 2) throw json_error(pair, "expected a key and a value");
      out.push_back(read(pair.items()[0], depth + 1));
      out.push_back(read(pair.items()[1], depth + 1));
    }
    return make_container(arena_, ArgKind::dict, out);
  }

  std::vector<Dim> dims(const JsonValue& value) {
    std::vector<Dim> out;
    for (const JsonValue& item : value.items()) {
      out.push_back(item.is_string() ? Dim{0, context_.symbolic(ArgKind::sym_int, item.string()).as_sym()}
                                     : Dim{item.integer(), nullptr});
    }
    return out;
  }

  Arg tensor(const JsonValue& content) {
    TensorConst tensor;
    std::vector<Dim> shape = dims(content["shape"]);
    tensor.dtype = context_.intern(content["dtype"].string());
    tensor.shape = shape;
    if (content.has("text")) tensor.text = context_.intern(content["text"].string());
    return context_.tensor(tensor);
  }

  Arg tensor_meta(const JsonValue& content) {
    TensorMeta meta;
    meta.dtype = find_dtype(content["dtype"].string());
    if (meta.dtype == nullptr) throw json_error(content, cat({"unknown dtype '", content["dtype"].string(), "'"}));
    std::vector<Dim> shape = dims(content["shape"]);
    std::vector<Dim> stride;
    meta.has_stride = content.has("stride");
    if (meta.has_stride) stride = dims(content["stride"]);
    meta.shape = shape;
    meta.stride = stride;
    if (content.has("device")) meta.device = context_.intern(content["device"].string());
    auto flag = [&](std::string_view key) { return content.has(key) && content[key].boolean(); };
    meta.requires_grad = flag("requires_grad");
    meta.is_parameter = flag("parameter");
    meta.is_constant = flag("constant");
    meta.is_real = flag("real");
    return context_.tensor_meta(meta);
  }

  Context& context_;
  Arena& arena_;
  const NodeFinder& node_;
};

ArgumentSpec read_argument_spec(const JsonValue& value, Context& context) {
  ArgumentSpec spec;
  std::optional<ArgumentSpec::Type> type = find_argument_type(value["type"].string());
  if (!type) throw json_error(value, cat({"unknown kind of argument '", value["type"].string(), "'"}));
  spec.type = *type;
  spec.name = std::string(value["name"].string());
  if (value.has("value")) spec.value = read_arg(value["value"], context, context.arena, nullptr);
  if (value.has("class_fqn")) spec.class_fqn = std::string(value["class_fqn"].string());
  return spec;
}

std::optional<std::string> read_target(const JsonValue& value) {
  const JsonValue* target = value.find("target");
  if (target == nullptr || target->is_null()) return std::nullopt;
  return std::string(target->string());
}

void write_argument_spec(JsonWriter& json, const ArgumentSpec& arg) {
  json.key("arg").object().member("type", argument_type_name(arg.type)).member("name", std::string_view(arg.name));
  if (arg.type == ArgumentSpec::Type::constant) {
    json.key("value");
    write_arg(json, arg.value);
  }
  if (arg.type == ArgumentSpec::Type::custom_obj) json.member("class_fqn", std::string_view(arg.class_fqn));
  json.end();
}

void write_target(JsonWriter& json, const std::optional<std::string>& target) {
  json.key("target");
  if (target) {
    json.value(std::string_view(*target));
  } else {
    json.null();
  }
}

}  // namespace

Arg read_arg(const JsonValue& value, Context& context, Arena& arena, const NodeFinder& node) {
  return ArgReader(context, arena, node).read(value, 0);
}

void write_signature(JsonWriter& json, const Signature& signature) {
  json.object().key("input_specs").array();
  for (const InputSpec& spec : signature.input_specs) {
    json.object().member("kind", input_kind_name(spec.kind));
    write_argument_spec(json, spec.arg);
    write_target(json, spec.target);
    if (spec.persistent) json.member("persistent", *spec.persistent);
    json.end();
  }
  json.end().key("output_specs").array();
  for (const OutputSpec& spec : signature.output_specs) {
    json.object().member("kind", output_kind_name(spec.kind));
    write_argument_spec(json, spec.arg);
    write_target(json, spec.target);
    json.end();
  }
  json.end().end();
}

Signature read_signature(const JsonValue& value, Context& context) {
  Signature signature;
  for (const JsonValue& item : value["input_specs"].items()) {
    InputSpec spec;
    std::optional<InputKind> kind = find_input_kind(item["kind"].string());
    if (!kind) throw json_error(item, cat({"unknown kind of input '", item["kind"].string(), "'"}));
    spec.kind = *kind;
    spec.arg = read_argument_spec(item["arg"], context);
    spec.target = read_target(item);
    if (const JsonValue* persistent = item.find("persistent"); persistent != nullptr && !persistent->is_null())
      spec.persistent = persistent->boolean();
    signature.input_specs.push_back(std::move(spec));
  }
  for (const JsonValue& item : value["output_specs"].items()) {
    OutputSpec spec;
    std::optional<OutputKind> kind = find_output_kind(item["kind"].string());
    if (!kind) throw json_error(item, cat({"unknown kind of output '", item["kind"].string(), "'"}));
    spec.kind = *kind;
    spec.arg = read_argument_spec(item["arg"], context);
    spec.target = read_target(item);
    signature.output_specs.push_back(std::move(spec));
  }
  return signature;
}

}  // namespace seesaw
