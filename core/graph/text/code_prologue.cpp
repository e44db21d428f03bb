// CodePrinter, second part: the header of the function, with the source of its placeholders, and boxed arguments.
#include "core/base/cat.h"
#include "core/base/rare.h"
#include "core/graph/text/code_printer.h"

namespace seesaw {

// `f_boxed_arg_0 = [a, b];  a = None` above `f = g(f_boxed_arg_0, b);  f_boxed_arg_0 = None`: values that live in no
// other argument end with the list.
SEESAW_RARE void CodePrinter::print_boxed_arguments(const Node* node, const Arg& places) {
  std::vector<Arg> args(node->args().begin(), node->args().end());
  constexpr std::uint8_t kBoxed = 1, kElsewhere = 2;
  std::vector<Node*> used;
  auto mark = [&](const Arg& arg, std::uint8_t where) {
    for_each_node(arg, [&](Node* value) {
      used.push_back(value);
      boxed_[value->id()] |= where;
    });
  };
  std::vector<std::string> names;
  for (const Arg& place : places.items()) {
    if (!place.is_integer() || place.as_int() < 0 || place.as_int() >= static_cast<std::int64_t>(args.size())) continue;
    Arg& arg = args[static_cast<std::size_t>(place.as_int())];
    if (!names.empty()) begin_line();
    names.push_back(cat({node->name_text(), "_boxed_arg_", std::to_string(place.as_int())}));
    *out_ += cat({names.back(), " = "});
    value(arg);
    mark(arg, kBoxed);
    arg = Arg::symbol(ArgKind::text, graph_.context().intern(names.back()));
  }
  for (const Arg& arg : args) mark(arg, kElsewhere);
  for (std::size_t i = 0; i < node->num_kwargs(); ++i) mark(node->kwarg(i).value, kElsewhere);
  Deletion rest;
  std::string ended;
  for (const Node *at = deletions_[node->id()].first, *next; at != nullptr; at = next) {
    next = std::exchange(next_deleted_[at->id()], nullptr);
    if (boxed_.get(at->id()) == kBoxed) {
      append_node(ended, at);
      ended += " = ";
      continue;
    }
    (rest.first == nullptr ? rest.first : next_deleted_[rest.last->id()]) = at;
    rest.last = at;
  }
  deletions_[node->id()] = rest;
  for (const Node* value : used) boxed_[value->id()] = 0;
  if (!ended.empty()) *out_ += cat({";  ", ended, "None"});
  if (!names.empty()) begin_line();
  assign_to(node);
  append_global(*out_, node->callable());
  arguments(args, node);
  if (names.empty()) return;
  *out_ += ";  ";
  for (const std::string& name : names) *out_ += cat({name, " = "});
  *out_ += "None";
}

SEESAW_RARE void CodePrinter::append_flatten_call() {
  const PytreeInfo& pytree = *graph_.pytree();
  auto join = [&](std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count && i < pytree.orig_args.size(); ++i)
      text += (i > 0 ? ", " : "") + pytree.orig_args[i];
    return text;
  };
  auto line = [&](std::string_view text) {
    *out_ += text;
    *out_ += '\n';
    out_->append(indent_ + 4, ' ');
  };
  for (const std::string& text : pytree.lines) line(text);
  if (!pytree.cleared.empty()) {
    for (const Parameter& parameter : parameters_) line(cat({parameter.node->target().text(), " = ", pytree.flatten}));
    *out_ += pytree.cleared;
    return;
  }
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    if (i > 0) *out_ += ", ";
    std::string_view text = parameters_[i].text;
    std::size_t colon = text.find(':');
    *out_ += text.substr(0, colon);
    if (colon == std::string_view::npos) *out_ += pytree.gap;
  }
  *out_ += ", = ";
  if (!pytree.flatten.empty()) {
    *out_ += pytree.flatten;
    return;
  }
  *out_ += "fx_pytree.tree_flatten_spec(";
  if (pytree.has_kwargs) {
    *out_ += cat({"([", join(pytree.num_args), "], {"});
    for (std::size_t i = 0; i < pytree.kwarg_names.size() && pytree.num_args + i < pytree.orig_args.size(); ++i) {
      *out_ += cat({(i > 0 ? ", '" : "'"), pytree.kwarg_names[i], "':", pytree.orig_args[pytree.num_args + i]});
    }
    *out_ += "}), self._in_spec)";
  } else {
    *out_ += cat({"[", join(pytree.orig_args.size()), "], self._in_spec)"});
  }
}

void CodePrinter::print_prologue() {
  const PytreeInfo* pytree = graph_.pytree();
  std::string signature;
  auto add = [&](std::string_view text) {
    if (!signature.empty()) signature += ", ";
    signature += text;
  };
  if (pytree != nullptr) {
    for (const std::string& arg : pytree->orig_args) add(arg);
    if (pytree->orig_args.empty() || pytree->orig_args[0] != "self")
      signature = signature.empty() ? "self" : cat({"self, ", signature});
  } else {
    if (parameters_.empty() || parameters_[0].text != "self") add("self");
    for (const Parameter& parameter : parameters_) add(parameter.text);
  }
  out_->append(indent_, ' ');
  *out_ += cat({"def forward(", signature, ")", return_annotation_, ":"});
  if (pytree == nullptr || parameters_.empty()) return;
  std::string annotated;
  for (const Parameter& parameter : parameters_) {
    if (pytree->flatten.empty() && parameter.text.find(':') != std::string::npos)
      annotated += cat({parameter.text, "; "});
  }
  if (!annotated.empty()) {
    if (has(Novelty::declarations) || (style_ != nullptr && style_->bare_lines)) annotated.pop_back();
    *out_ += '\n';
    out_->append(indent_ + 4, ' ');
    *out_ += cat({annotated, "\n"});
    out_->append(indent_, ' ');
  }
  *out_ += '\n';
  out_->append(indent_ + 4, ' ');
  append_flatten_call();
}

// The layout of versions that print a description beside each input: one parameter per line.
void CodePrinter::print_expanded_prologue() {
  const PytreeInfo* pytree = graph_.pytree();
  auto desc_of = [&](const Node* node) {
    const Arg* desc = node->find_meta(graph_.context().keys.desc);
    return desc != nullptr && desc->is_string() ? cat({"  # ", desc->text()}) : std::string();
  };
  auto line = [&](std::string_view text) {
    *out_ += '\n';
    out_->append(indent_ + 4, ' ');
    *out_ += text;
  };
  out_->append(indent_, ' ');
  *out_ += "def forward(";
  line("self,");
  if (pytree != nullptr) {
    for (const std::string& arg : pytree->orig_args) line(cat({arg, ","}));
  } else {
    for (const Parameter& parameter : parameters_) line(cat({parameter.text, ",", desc_of(parameter.node)}));
  }
  *out_ += '\n';
  out_->append(indent_, ' ');
  *out_ += cat({")", return_annotation_, ":"});
  if (pytree == nullptr || parameters_.empty()) return;
  for (const Parameter& parameter : parameters_) {
    if (pytree->flatten.empty() && parameter.text.find(':') != std::string::npos)
      line(parameter.text + desc_of(parameter.node));
  }
  line("");
  append_flatten_call();
}

}  // namespace seesaw
