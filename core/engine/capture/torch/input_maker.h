// What forward is called with.
//
// What: an `InputMaker` makes placeholders of what the settings tell or a script gives; tensors that a script made
// become inputs with their shapes, some of which dynamic_shapes makes symbols. Why: the shapes of a program are said in
// one of three places: annotations, the settings, or the file's own call of export.
//
//   class Net: def forward(self, x: "f32[2, 3]"): ...                            // of_settings
//   export(Net(), (torch.randn(2, 3),), dynamic_shapes={"x": {0: Dim("n")}})     // of_call: f32[s0, 3]
#pragma once

#include <map>
#include <string>

#include "core/engine/capture/torch/script.h"

namespace seesaw {

class BoundCall;
class ExampleShapes;

// Where a value stands among the arguments: as ExportedProgram names it, "x_a_0", and as PyTorch writes its source,
// "L['x']['a'][0]".
struct InputPlace {
  std::string name, source;

  // Of a parameter; of one in a row or in a dict that a parameter takes.
  static InputPlace of(std::string_view parameter);
  InputPlace item(std::size_t index) const;
  InputPlace item(std::string_view key) const;
  InputPlace attribute(std::string_view field) const;  // of a dataclass
};

class InputMaker : public CapturePart {
 public:
  using CapturePart::CapturePart;

  // Values by position; those by name go to `kwargs`.
  PyValues of_settings(const Function& function, PyNamedValues& kwargs);
  PyValues of_call(const ScriptCall& call, const Function& function, PyNamedValues& kwargs);

 private:
  // Whether dynamic_shapes fits the arguments.
  void check_specs(const ScriptCall& call, const BoundCall& bound);
  void check_order(const ScriptCall& call, const BoundCall& bound);
  std::vector<InputPlace> places_of(const ScriptCall& call, const BoundCall& bound);
  PyValue input(const Parameter& parameter, const CaptureInput& given, const InputPlace& place);
  Arg literal(const std::string& text);
  PyValue example(const PyExpr& e,
                  const std::string& name,
                  const PyValue& value,
                  const PyValue& shape,
                  ExampleShapes& shapes,
                  const InputPlace& place,
                  int depth);
  void count(const PyValue& value, const PyValue& shape, ExampleShapes& shapes, const InputPlace& place, int depth);
  InputPlace place_at(const InputPlace& place, const PyValue& key);
  std::vector<std::string> bound_names(const ScriptCall& call,
                                       const Function& function,
                                       const std::vector<std::size_t>& ends);
  void share(PyValue& value);
  PyValue field_shape(const PyValue& shape, const PyObject& object, std::size_t attribute);
  void pass_base(const Node* example, ExampleShapes& shapes, const InputPlace& place);
  Arg with_symbols(const TensorMeta& meta, const PyValue& shape, ExampleShapes& shapes, const InputPlace& place);

  std::map<const Node*, const void*> tensor_of_;  // inputs: the tensor that the script gave
  std::map<const void*, PyValue> last_input_;     // tensors: the last input of each
};

}  // namespace seesaw
