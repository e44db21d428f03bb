// Which calls of a module leave something behind that later calls read.
//
// Why: a script may call its module before it exports it. Such a call runs here only where that matters: where forward,
// or what it calls in the file, sets an attribute, changes a list, or counts in a variable of the file.
//
//   RememberingMethods(source, file).change(klass)   // by the statements of its methods
#pragma once

#include "core/engine/capture/interpreter/value.h"

namespace seesaw {

class RememberingMethods {
 public:
  // The methods of the class (and of those behind it in the same file) that a call of an object reaches, and the
  // functions of the file that these mention.
  RememberingMethods(PythonSource& source, const PyClass& klass);

  // Whether one of them changes what outlives the call.
  bool change() const { return change_; }
  // Whether one of them can end by an exception of its own.
  bool raise() const { return raise_; }

 private:
  PythonSource& source_;
  bool change_ = false, raise_ = false;
};

}  // namespace seesaw
