// PyTorch, as the interpreter's host: its questions are handed to the parts of the capture.
//
// What: `TorchHost` says which values are PyTorch's, and whose rule holds for each. Why: this is the only place where
// the interpreter and the torch side meet; interpreter/host.h says what each function is asked.
#pragma once

#include "core/engine/capture/interpreter/host.h"
#include "core/engine/capture/torch/capture_part.h"

namespace seesaw {

class TorchHost final : public PythonHost, private CapturePart {
 public:
  using CapturePart::CapturePart;

  bool is_foreign(const PyValue& value) override;
  Arg argument(const PyExpr& e, const PyValue& value) override;
  PyValue attribute_of(const PyExpr& e, const PyValue& object, const std::string& name) override;
  bool is_data(const PyValue& value) override;
  PyValue settled(PyValue value, const std::string& name) override;
  PyValue method_owner(const PyExpr& e, const PyValue& object, const std::string& name) override;
  PyValue call_method(const PyExpr& e,
                      const PyValue& object,
                      const std::string& name,
                      const PyValues& args,
                      const PyNamedValues& kwargs) override;
  std::optional<PyValue> unary(const PyExpr& e, const PyValue& operand) override;
  std::optional<PyValue> binary(const PyExpr& e,
                                std::string_view token,
                                const PyValue& left,
                                const PyValue& right) override;
  std::optional<PyValue> augmented(const PyExpr& e,
                                   std::string_view token,
                                   const PyValue& left,
                                   const PyValue& right) override;
  bool truth(const PyExpr& e, const PyValue& value) override;
  PyValues items_of(const PyExpr& e, const PyValue& value) override;
  PyValue get_item(const PyExpr& e, const PyValue& object, const PyValue& key) override;
  void set_item(const PyExpr& e, const PyValue& object, const PyValue& key, const PyValue& value) override;
  void delete_item(const PyExpr& e, const PyValue& object, const Arg& key) override;
  void attribute_written(const PyExpr& target, const PyValue& owner, const PyValue& value) override;
  std::string type_name(const PyValue& value) override;
  std::string operand_name(const PyValue& value) override;
  std::string class_of(const PyValue& value) override;
  std::string class_path(const PyClass& klass) override;
  std::string text_of(const PyValue& value) override;
  bool is_variable(const PyValue& value);
  std::optional<bool> is_instance(const PyValue& value, std::string_view type) override;
  std::optional<bool> has_attribute(const PyValue& object, const std::string& name) override;
  bool is_computed_attribute(const PyValue& object, std::string_view name) override;
  void item_taken(PyObject* object, std::int64_t at, const PyValue& item) override;

  std::optional<PyValue> convert(const PyExpr& e, std::string_view name, const PyValues& args) override;
  std::optional<PyValue> length(const PyExpr& e, const PyValue& value) override;
  PyValue extreme(const PyExpr& e, bool most, const Arg& best, const Arg& next, bool compared) override;
  PyValue in_sum(SumPart part, const std::function<PyValue()>& run) override;
  std::optional<Arg> compute(const PyExpr& e, std::string_view path, const std::vector<Arg>& args) override;
  void asks_number(const PyExpr& e, std::string_view function, const Arg& number) override;
  void lists_unlike(const PyExpr& e, std::string_view token) override;
  void before_pattern(const PyExpr& e, PatternKind kind) override;
  bool generators_are_lazy() override;
  bool is_type_path(const std::string& path) override;
  std::optional<bool> is_callable_path(const std::string& path) override;
  void shows_number(const PyExpr& e, const Arg& number) override;
  void check_hashable(const PyExpr& e, const PyValue& key) override;
  bool set_shown(const PyExpr& e, PyObject& dict, const std::string& name, const PyValue& value) override;
  bool is_passing(const PyObject& dict, const std::string& name) override;
  std::optional<PyValues> own_names(PyObject* module) override;
  void show_again(PyObject& table) override;
  bool counts_items(const PyObject& module) const override { return is_parameter_list(module); }
  PyValues items_by(const PyExpr& e, PyObject* module, std::string_view by) override;
  void names_changed(PyObject& names) override;
  std::optional<bool> found_equal(const PyValue& a, const PyValue& b) override;
  bool runs_in_dynamo() override;
  const PyObject* known_as(const PyObject* object) override;
  bool assumes(const PyExpr& e, const PyValue& condition, std::optional<std::string_view> message) override;

  void check_name(std::string_view name) override;
  void name_assigned(const std::string& name, const PyValue& value) override;
  std::optional<PyValue> name(std::string_view name) override;
  void call_begins(const PyValue& callee) override;
  PyValue path_attribute(const PyExpr& e, const std::string& owner, const std::string& name) override;
  std::optional<PyValue> call_first(const PyExpr& e,
                                    const std::string& path,
                                    const PyValues& args,
                                    const PyNamedValues& kwargs) override;
  PyValue call_path(const PyExpr& e, const std::string& path, PyValues& args, PyNamedValues& kwargs) override;
  std::string function_name(const PyObject& callee) override;
  bool may_ignore(std::string_view parameter, const PyValue& given) override;
  std::string declared_by(PythonSource& source, const PyExpr& mark) override;
  void* enter_outside() override;
  void leave_outside(void* before) override;
  std::optional<PyFlow> run_block(const std::vector<Stmt>& block) override;
  std::function<void()> mark() override;

  bool is_context(std::string_view path) override;
  std::optional<PyValue> number_of(const PyExpr& e, const PyValue& value) override;
  PyValue class_of_number(const PyValue& number) override;
  PyValue found(const PyExpr& e, PyValue value) override;
  bool runs_outside(const PyObject& function) override;
  void enter_function(const PyObject& function) override;
  PyObject* context_of(const PyExpr& e) override;
  bool is_idle_context(const PyValue& value) override;
  void check_kept_context(const PyExpr& e, const PyObject& kept) override;
  void in_context(const PyExpr& e, PyObject* context, const std::function<void()>& body) override;

  void describe(PyClass& klass) override;
  std::optional<bool> is_descriptor(std::string_view path) override;
  PyClass* class_at(std::string_view path) override;
  void note_base(PyClass& klass, const PyValue& base) override;
  void begin_object(PyObject* object) override;
  void construct(PyObject* object, PyNamedValues& kwargs, const std::function<void(PyNamedValues)>& init) override;
  PyValue call_instance(const PyExpr& e, PyObject* object, PyValues args, PyNamedValues kwargs) override;
  std::optional<PyValue> call_bound(const PyExpr& e, PyObject* method, PyValues& args, PyNamedValues& kwargs) override;
  PyValue call_builtin_method(const PyExpr& e,
                              PyObject* object,
                              const std::string& name,
                              const PyValues& args,
                              const PyNamedValues& kwargs) override;
  PyValue read(PyObject* owner, const std::string& name, PyValue& value) override;
  bool may_catch(const Error& error, bool raised) override;
  void check_class_value(const PyExpr& e,
                         const PyObject& object,
                         const std::string& name,
                         const PyValue& value) override;
  void put(PyObject* object, std::string_view name, const PyValue& value) override;
  std::optional<PyValue> computed_attribute(const PyExpr& e, PyObject* object, const std::string& name) override;
  void set_attribute(const PyExpr& e, const PyValue& object, const std::string& name, const PyValue& value) override;
  void before_delete(const PyExpr& e, PyObject* owner, const std::string& name) override;
  std::optional<PyValue> instance_attribute(PyObject* object, const std::string& name) override;
  std::optional<PyValue> class_method(PyClass* klass, const std::string& name) override;
  std::optional<PyValue> class_attribute(PyClass* klass, const std::string& name) override;
  void exception_leaves(const PyExpr& e, const Error& error, bool raised) override;
  bool follows_setters() override;
  void check_instance(const PyExpr& e, const PyClass& klass, bool with_init) override;
  void definition_failed(const Error& error) override;
  void statement_failed(PythonSource& in, const Stmt& statement, const Error& error) override;

 private:
  std::optional<PyValue> traced_numpy(const PyExpr& e,
                                      const std::string& path,
                                      const PyValues& args,
                                      const PyNamedValues& kwargs);
  static bool is_python_module(std::string_view path);
  std::optional<bool> path_has_name(const std::string& path, const std::string& name);
  std::optional<bool> class_has_name(const std::string& path, const std::string& name);
  std::optional<bool> module_has_name(const PyObject& instance, const std::string& name);
};

}  // namespace seesaw
