// Objects of the library that stand for an argument of PyTorch's functions: an array of NumPy that is traced stands for
// its tensor. What a program itself calls `__argument__` is an attribute like any other.
//
//   if (const PyValue* tensor = traced_argument(python(), value)) return to_arg(e, *tensor);
#pragma once

#include "core/engine/capture/interpreter/interpreter.h"

namespace seesaw {

inline bool is_of_library(PythonInterpreter& python, const PyValue& value) {
  return value.object != nullptr && value.object->kind == PyKind::instance && value.object->klass != nullptr &&
         value.object->klass->source == &python.library();
}

// What the object stands for, or nullptr.
inline const PyValue* traced_argument(PythonInterpreter& python, const PyValue& value) {
  return is_of_library(python, value) ? python.find_attribute(value.object, "__argument__") : nullptr;
}

}  // namespace seesaw
