#include "core/engine/exec/program_inputs.h"

#include <cmath>

#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/base/number.h"
#include "core/engine/autograd/variable.h"
#include "core/engine/exec/sample_values.h"
#include "core/engine/ops/kernels/exact_numbers.h"
#include "core/engine/ops/kernels/narrow.h"
#include "core/graph/text/annotation.h"

namespace seesaw {

namespace {

Attribute::Kind kind_of(InputKind kind) {
  switch (kind) {
    case InputKind::parameter: return Attribute::Kind::parameter;
    case InputKind::buffer: return Attribute::Kind::buffer;
    case InputKind::constant_tensor: return Attribute::Kind::tensor;
    default: return Attribute::Kind::object;
  }
}

void add_placeholders(const Program& program, std::vector<WantedInput>& out) {
  const Symbol val_key = program.root->context().keys.val;
  for (Node* node : program.root->graph()) {
    if (node->op() != Opcode::placeholder) continue;
    std::size_t at = out.size();
    const InputSpec* spec = program.signature && at < program.signature->input_specs.size()
                                ? &program.signature->input_specs[at]
                                : nullptr;
    WantedInput& wanted = out.emplace_back();
    wanted.name = node->name_text();
    wanted.lineage = node->lineage();
    const Arg* val = node->find_meta(val_key);
    if (val != nullptr) wanted.val = *val;
    wanted.known = val != nullptr || !node->has_users();
    if (spec == nullptr || spec->kind == InputKind::user_input) continue;
    wanted.target = spec->target.value_or(spec->arg.name);
    wanted.kind = kind_of(spec->kind);
  }
}

// The kind of an attribute, from the module that has it or else from the text that reads it.
void learn(WantedInput& wanted, Node* node, const Attribute* attribute, Symbol val_key) {
  if (wanted.val.kind() == ArgKind::tensor_meta) return;
  const Arg* val = node->find_meta(val_key);
  if (attribute != nullptr && attribute->value.kind() == ArgKind::tensor_meta) {
    wanted.val = attribute->value;
  } else if (val != nullptr) {
    wanted.val = *val;
  }
  wanted.known = wanted.val.kind() != ArgKind::none || (wanted.known && !node->has_users());
}

// Execution looks them up by path alone, so equal paths of two modules are one value.
void add_attributes(const Program& program, std::vector<WantedInput>& out) {
  const Symbol val_key = program.root->context().keys.val;
  std::map<std::string_view, std::size_t> places;
  for (const Module::Located& located : program.root->modules()) {
    if (!located.module->has_graph()) continue;
    for (Node* node : located.module->graph()) {
      if (node->op() != Opcode::get_attr) continue;
      std::string_view path = node->target().text();
      Module::Found found = located.module->find_path(path);
      // A graph, or an object that no textual value can express.
      if (found.module != nullptr || (found.attribute != nullptr && found.attribute->kind == Attribute::Kind::object))
        continue;
      auto [place, is_new] = places.emplace(path, out.size());
      if (is_new)
        out.push_back({std::string(path),
                       std::string(path),
                       found.attribute == nullptr ? Attribute::Kind::implied : found.attribute->kind,
                       Arg(),
                       true,
                       node->lineage()});
      learn(out[place->second], node, found.attribute, val_key);
    }
  }
}

bool is_floating_tensor(const Datum& value) { return value.is_tensor() && is_differentiable(value.tensor().element()); }

Datum filled(const Datum& like, Number fill) {
  bool real = like.is_number() ? like.number().kind == Number::Kind::floating : is_floating_tensor(like);
  if (!real && fill.kind != Number::Kind::integer) {
    if (!(std::abs(fill.value) < 0x1p63))
      throw user_error(
          "inputs", cat({format_float(fill.value), " is no whole number"}), "give one that its dtype holds");
    fill = Number::of(static_cast<std::int64_t>(fill.value));
  }
  if (like.is_number()) return Datum(real ? Number::of(fill.value) : fill);
  if (!like.is_tensor()) return like;
  const Tensor& t = like.tensor();
  check_fits(fill, t.element());
  return Datum(filled_with(fill, TensorSpec::of(t.sizes(), t.element(), t.device())));
}

}  // namespace

std::vector<WantedInput> wanted_inputs(const Program& program) {
  std::vector<WantedInput> out;
  add_placeholders(program, out);
  add_attributes(program, out);
  return out;
}

std::string ProgramInputs::user_key(std::size_t index) { return cat({"input:", std::to_string(index)}); }

namespace {

// The chosen value; else a sample of the metadata.
Datum value_for(Context& context, const ProgramInputs::Entry& entry, const InputChoice& choice, std::uint64_t seed) {
  if (choice.value) return *choice.value;
  Arg val = choice.type.empty() ? entry.val : read_annotation(context, choice.type);
  if (!choice.type.empty() && val.kind() == ArgKind::none)
    throw user_error(
        "inputs", cat({"'", choice.type, "' is no type of a value"}), "write it as PyTorch prints it: f32[2, 3]");
  if (choice.type.empty() && !entry.known) {
    bool user = entry.target.empty();
    Error error = user_error(
        "inputs",
        cat({user ? "what the input '" : "the value of the attribute '",
             entry.name,
             user ? "' takes is not known" : "' is not known"}),
        user ? cat({"annotate it, as ", entry.name, ": \"f32[2, 3]\", or give its type with the values"})
             : cat({"annotate it, as w: \"f32[2, 3]\" = self.",
                    entry.name,
                    ", or give it with the inputs, by its name"}));
    error.diagnostic().place.node = entry.name;
    throw error;
  }
  try {
    Datum sample =
        SampleValues(choice.seed.value_or(seed)).value(entry.key, val, entry.kind == Attribute::Kind::buffer);
    return choice.fill ? filled(sample, *choice.fill) : sample;
  } catch (Error& error) {
    error.diagnostic().place.node = entry.name;
    throw;
  }
}

}  // namespace

ProgramInputs::ProgramInputs(
    const Program& program, std::uint64_t seed, const InputChoices& choices, bool wide, const ProgramInputs* before) {
  static const InputChoice none;
  for (WantedInput& wanted : wanted_inputs(program)) {
    bool user = wanted.target.empty();
    Entry entry{std::move(wanted), {}, {}, {}, false};
    entry.key = user ? user_key(user_.size()) : entry.target;
    entry.differentiable = user || entry.kind == Attribute::Kind::parameter || entry.kind == Attribute::Kind::implied;
    auto origin = before == nullptr ? by_lineage_.end() : before->by_lineage_.find(entry.lineage);
    if (before != nullptr && origin != before->by_lineage_.end()) {
      const Entry& was = before->entries_[origin->second];
      entry.key = was.key;
      entry.differentiable = was.differentiable;
    }
    auto known = by_target_.find(entry.target);
    if (!user && known != by_target_.end()) continue;
    auto chosen = choices.find(entry.name);
    const InputChoice& choice = chosen == choices.end() ? none : chosen->second;
    entry.value = value_for(*program.context, entry, choice, seed);
    if (wide && is_floating_tensor(entry.value))
      entry.value = Datum(entry.value.tensor().copy_to(
          is_complex(entry.value.tensor().element()) ? Element::c128 : Element::f64, Device::cpu));
    if (entry.differentiable && choice.requires_grad && is_floating_tensor(entry.value)) {
      autograd::set_requires_grad(entry.value.tensor(), true);
      leaves_.emplace_back(entry.key, entry.value.tensor());
    }
    if (entry.value.is_tensor()) entry.first = entry.value.tensor().copy();
    if (user) user_.push_back(entry.value);
    if (!user) by_target_.emplace(entry.target, entries_.size());
    by_lineage_.emplace(entry.lineage, entries_.size());
    entries_.push_back(std::move(entry));
  }
}

Datum ProgramInputs::state(std::string_view target) const {
  auto found = by_target_.find(target);
  return found == by_target_.end() ? Datum() : entries_[found->second].value;
}

}  // namespace seesaw
