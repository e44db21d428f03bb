// The signature of a program follows what a pass replaces.
//
// What: `SignatureFollows` renames specs whenever the output node is a user of a replaced node, as long as it lives.
// Why: torch.export does so around its passes (get_replace_hook), and a signature with old names is refused behind
// them.
//
//   SignatureFollows renaming(program);
//   node->replace_all_uses_with(other);      // an output spec called as `node` is called as `other` now
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
