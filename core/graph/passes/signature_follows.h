// Keeps a program's signature in step with node replacements.
//
// What: `SignatureFollows` renames specs whenever the output node uses a replaced node, during its lifetime.
// Why: torch.export does so around its passes (get_replace_hook), and then rejects a signature with old
// names.
//
//   SignatureFollows renaming(program);
//   node->replace_all_uses_with(other);      // an output spec named `node` is now named `other`
#pragma once

#include <optional>

#include "core/graph/ir/program.h"

namespace seesaw {

class SignatureFollows {
 public:
  explicit SignatureFollows(Program& program) {
    if (!program.signature) return;
    renamer_.emplace(*program.signature);
    root_ = program.root;
    root_->replace_hooks.push_back(renamer_->hook());
  }
  ~SignatureFollows() {
    if (root_) root_->replace_hooks.pop_back();
  }
  SignatureFollows(const SignatureFollows&) = delete;
  SignatureFollows& operator=(const SignatureFollows&) = delete;

 private:
  std::optional<SignatureRenamer> renamer_;
  Ref<Module> root_;
};

}  // namespace seesaw
