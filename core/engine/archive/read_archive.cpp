// The whole of an archive's program: graphs, signature, range constraints.
#include "core/base/cat.h"
#include "core/engine/archive/archive.h"
#include "core/engine/archive/graph_reader.h"

namespace seesaw {

namespace {

using namespace archive;

class ArchiveReader {
 public:
  ArchiveReader(const JsonValue& root, Program& program, Shared& shared)
      : root_(root), program_(program), shared_(shared) {}

  void read() {
    const JsonValue* graph_module = root_.is_object() ? root_.find("graph_module") : nullptr;
    if (graph_module == nullptr || !graph_module->is_object() || !graph_module->has("graph")) {
      throw json_error(
          root_,
          "this is not the program of an archive",
          "it is the file serialized_exported_program.json, or one in models/, of what torch.export.save wrote");
    }
    Context& context = *program_.context;
    program_.is_exported = true;
    program_.is_loaded = true;
    read_ir();
    program_.root = Module::make(context, "GraphModule", std::make_unique<Graph>(context));
    read_signature((*graph_module)["signature"]);
    if (program_.signature) shared_.signature = &*program_.signature;
    shared_.pending.push_back({&(*graph_module)["graph"], program_.root, ""});
    while (!shared_.pending.empty()) {
      PendingGraph next = std::move(shared_.pending.back());
      shared_.pending.pop_back();
      GraphReader(shared_, *next.module, *next.json, next.path).read();
    }
    shared_.graph.clear();
    shared_.node.clear();
    read_constraints();
  }

 private:
  void read_ir() {
    const JsonValue* verifiers = root_.find("verifiers");
    if (verifiers == nullptr || !verifiers->is_array() || verifiers->items().empty()) return;
    const JsonValue& first = verifiers->items()[0];
    if (first.is_string()) program_.ir = first.string() == "TRAINING" ? Program::Ir::training : Program::Ir::aten;
  }

  void read_signature(const JsonValue& json) {
    if (json.is_null()) return;
    Signature signature;
    for (const JsonValue& spec : json["input_specs"].items()) {
      if (!read_input(spec, signature)) return;
    }
    for (const JsonValue& spec : json["output_specs"].items()) {
      if (!read_output(spec, signature)) return;
    }
    program_.signature = std::move(signature);
  }

  // An unknown spec leaves the program without a signature: an incomplete one would be wrong.
  bool unknown(const JsonValue& spec, std::string_view key) {
    shared_.diagnostics.add(
        {Severity::warning,
         "archive",
         cat({"the signature holds a spec that is not known: '", key, "'; the program is read without its signature"}),
         {},
         {},
         spec.offset(),
         {}});
    return false;
  }

  const JsonMember& only_member(const JsonValue& spec) {
    if (spec.members().size() != 1) throw json_error(spec, "expected a spec: an object with one member");
    return spec.members()[0];
  }

  bool read_input(const JsonValue& json, Signature& signature) {
    const JsonMember& member = only_member(json);
    const InputField* field = find_input_field(member.key);
    if (field == nullptr) return unknown(json, member.key);
    InputSpec spec;
    spec.kind = field->kind;
    if (member.key == "constant_input") {
      spec.arg.type = ArgumentSpec::Type::constant;
      spec.arg.name = std::string(member.value["name"].string());
      spec.arg.value = constant(member.value["value"]);
    } else {
      spec.arg = argument(member.value["arg"], field->kind == InputKind::token);
    }
    if (!field->target.empty()) spec.target = std::string(member.value[field->target].string());
    if (field->kind == InputKind::buffer) {
      const JsonValue* persistent = member.value.find("persistent");
      spec.persistent = persistent == nullptr || !persistent->is_bool() || persistent->boolean();
    }
    signature.input_specs.push_back(std::move(spec));
    return true;
  }

  bool read_output(const JsonValue& json, Signature& signature) {
    const JsonMember& member = only_member(json);
    const OutputField* field = find_output_field(member.key);
    if (field == nullptr) return unknown(json, member.key);
    OutputSpec spec;
    spec.kind = field->kind;
    spec.arg = argument(member.value["arg"], field->kind == OutputKind::token);
    if (!field->target.empty()) spec.target = std::string(member.value[field->target].string());
    signature.output_specs.push_back(std::move(spec));
    return true;
  }

  // {"as_tensor": {"name": "x"}} for user inputs and outputs, {"name": "x"} for the others.
  ArgumentSpec argument(const JsonValue& json, bool token) {
    ArgumentSpec spec;
    if (const JsonValue* name = json.find("name")) {
      spec.name = std::string(name->string());
      const JsonValue* type = json.find("class_fqn");
      if (type != nullptr) spec.class_fqn = std::string(type->string());
      spec.type = token             ? ArgumentSpec::Type::token
                  : type != nullptr ? ArgumentSpec::Type::custom_obj
                                    : ArgumentSpec::Type::tensor;
      return spec;
    }
    const JsonMember& member = only_member(json);
    const Field* field = find_field(member.key);
    const JsonValue* name = member.value.find("as_name");
    if (field != nullptr && field->lists == 0 && field->leaf == Leaf::tensor) return argument(member.value, token);
    if (field != nullptr && field->lists == 0 && field->leaf == Leaf::custom_obj) return argument(member.value, token);
    if (field != nullptr && name != nullptr) {
      spec.type = field->leaf == Leaf::sym_int     ? ArgumentSpec::Type::sym_int
                  : field->leaf == Leaf::sym_float ? ArgumentSpec::Type::sym_float
                                                   : ArgumentSpec::Type::sym_bool;
      spec.name = std::string(name->string());
      return spec;
    }
    spec.type = ArgumentSpec::Type::constant;
    spec.value = constant(json);
    return spec;
  }

  Arg constant(const JsonValue& json) {
    const JsonMember& member = only_member(json);
    const Field* field = find_field(member.key);
    Context& context = *program_.context;
    switch (field == nullptr || field->lists > 0 ? Leaf::map : field->leaf) {
      case Leaf::none: return Arg();
      case Leaf::integer: return context.integer(member.value.integer());
      case Leaf::floating: return context.floating(read_float(member.value));
      case Leaf::string: return context.string(member.value.string());
      case Leaf::boolean: return Arg::boolean(member.value.boolean());
      default: throw json_error(json, cat({"'", member.key, "' is no constant of a signature"}));
    }
  }

  static std::string bound(const JsonValue& value, std::string_view none) {
    if (value.is_null()) return std::string(none);
    if (value.is_number()) return std::string(value.number_text());
    return read_float(value) < 0 ? "-int_oo" : "int_oo";
  }

  // For symbols that the graphs use, as PyTorch keeps them.
  void read_constraints() {
    const JsonValue* constraints = root_.find("range_constraints");
    if (constraints == nullptr || constraints->is_null()) return;
    for (const JsonMember& member : constraints->members()) {
      std::string text = cat(
          {"VR[", bound(member.value["min_val"], "-int_oo"), ", ", bound(member.value["max_val"], "int_oo"), "]"});
      if (shared_.values.has_symbol(member.key)) program_.range_constraints.emplace_back(member.key, text);
    }
  }

  const JsonValue& root_;
  Program& program_;
  Shared& shared_;
};

void read_version(const JsonValue& root, ArchiveVersion& version) {
  const JsonValue* schema = root.is_object() ? root.find("schema_version") : nullptr;
  if (schema != nullptr && schema->is_object()) {
    version.major = (*schema)["major"].integer();
    version.minor = (*schema)["minor"].integer();
  } else if (schema != nullptr && schema->is_number()) {
    version.major = schema->integer();
  }
  const JsonValue* torch = root.is_object() ? root.find("torch_version") : nullptr;
  if (torch != nullptr && torch->is_string()) version.torch = std::string(torch->string());
  const JsonValue* module = root.is_object() ? root.find("graph_module") : nullptr;
  const JsonValue* calls = module != nullptr && module->is_object() ? module->find("module_call_graph") : nullptr;
  if (calls == nullptr || !calls->is_array() || calls->items().empty()) return;
  const JsonValue& entry = calls->items()[0];
  const JsonValue* signature = entry.is_object() ? entry.find("signature") : nullptr;
  if (signature == nullptr || !signature->is_object()) return;
  if (const JsonValue* spec = signature->find("in_spec"); spec != nullptr && spec->is_string())
    version.in_spec = std::string(spec->string());
  const JsonValue* names = signature->find("forward_arg_names");
  if (names == nullptr || !names->is_array()) return;
  for (const JsonValue& name : names->items()) version.forward_args.emplace_back(name.string());
}

}  // namespace

Program read_archive(std::string_view json, Diagnostics& diagnostics, ArchiveVersion* version) {
  Program program;
  Shared shared{*program.context, diagnostics, ValueReader(*program.context), nullptr, {}, {}, {}};
  try {
    std::string plain = plain_json(json);
    JsonDocument document;
    const JsonValue& root = document.parse(plain);
    ArchiveVersion found;
    read_version(root, found);
    program.context->dialect.state(found.torch);
    if (version != nullptr) *version = std::move(found);
    ArchiveReader(root, program, shared).read();
    return program;
  } catch (Error& error) {
    Diagnostic& d = error.diagnostic();
    if (d.offset >= 0) LineIndex(json).resolve(d);
    if (d.place.graph.empty()) d.place.graph = shared.graph;
    if (d.place.node.empty()) d.place.node = shared.node;
    throw;
  }
}

}  // namespace seesaw
