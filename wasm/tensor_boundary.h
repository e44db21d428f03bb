// The base of the tensor surface: tables of handles, the scratch buffer, calls into JavaScript.
//
// What: tensors, nodes and hook handles cross as integers. Lists of numbers cross through one scratch buffer of
// doubles, texts through a buffer of bytes. `guarded` turns an error into a status, and the diagnostic is fetched
// separately. Why: an Embind object costs hundreds of nanoseconds and leaks; a call with integers costs twenty. A C++
// object keeps one handle as long as JavaScript holds it, so the same tensor is the same JavaScript object.
//
//   int st_item(int h) { return guarded([&] { scratch(1)[0] = tensor_at(h).item(); return 0; }); }
//
// Scalars cross without becoming objects: their handles represent tape cells until something needs the tensor.
//
// Handles of tensors are in pages of 32. JavaScript holds and drops whole pages (see wasm/js/tensor/handles.js), since
// one weak reference per tensor would cost more than the operation.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/engine/autograd/engine.h"
#include "core/engine/autograd/grad_mode.h"
#include "core/engine/autograd/scalar.h"
#include "core/engine/tensor/tensor.h"

namespace seesaw::host {

inline constexpr int kFailed = -1;

// --- errors ---
int fail(const Error& error);
int fail_memory();

// The running call. An overflow of JavaScript's stack ends a call without destructors: the next one finds `inside` set,
// and `recover` restores what scopes of the lost call had changed.
struct Entry {
  bool inside = false;
  autograd::Modes modes;
};
namespace detail {
inline Entry entry;
}
void recover();
inline void recover_if_lost() {
  if (detail::entry.inside) recover();
}

template <class F>
int guarded(F&& body) {
  recover_if_lost();
  detail::entry = {true, autograd::modes()};
  int result = kFailed;
  try {
    result = body();
  } catch (const Error& error) {
    result = fail(error);
  } catch (const std::bad_alloc&) {
    result = fail_memory();
  } catch (const std::length_error&) {
    result = fail_memory();
  }
  detail::entry.inside = false;
  return result;
}

// --- buffers ---
// At least `count` doubles. JavaScript writes arguments there before a call and reads results after it.
double* scratch(std::size_t count);
// The bytes of a text that JavaScript wrote or will read.
std::string& text();

// Reads numbers from the scratch buffer in order. Throws at its end.
class Reader {
 public:
  Reader();
  double number() {
    if (at_ == end_) fail();
    return *at_++;
  }
  int integer();
  std::int64_t wide();
  // The number of things that follow, each at least one number.
  std::size_t count();
  Dims dims();

 private:
  [[noreturn]] static void fail();
  const double *at_, *end_;
};

Element element_from(int number);
Device device_from(int number);

// --- handles ---
enum class Room : int {
  young,
  lasting,
  own,
};
// The handle of a tensor, assigned if needed; 0 for a null tensor.
int handle_of(const Tensor& t, Room place = Room::young);
// Throws a diagnostic for an unused handle.
Tensor tensor_at(int handle);
// The same, but 0 is a null tensor.
Tensor tensor_or_null(int handle);

// A scalar that was never inspected is in the table as its cell: no tensor object is made for it.
int handle_of(autograd::Scalar s, Room place = Room::young);
// The cell of a handle; null for a tensor object, or an unused handle.
autograd::Cell* cell_at(int handle);

int handle_of(const Ref<autograd::Node>& node);
Ref<autograd::Node> node_at(int handle);

int keep_hook(autograd::HookHandle handle);

// Writes handles into the scratch buffer from `at` on.
void write_handles(std::size_t at, const std::vector<Tensor>& tensors);
// The same, preceded by their number. Returns the position after them.
std::size_t write_list(std::size_t at, const std::vector<Tensor>& tensors);
std::vector<Tensor> read_tensors(Reader& in);
// A root is a tensor's handle, or 0, a node's handle and the number of its output.
std::vector<autograd::Root> read_roots(Reader& in);

// --- calls into JavaScript ---
enum class Call : int {
  tensor_hook,
  pre_hook,
  post_hook,
  accumulate_hook,
  multi_hook,
  pack,
  unpack,
  callback,
  custom_backward,
  release,
  warning,
  log,
  depth,
  recovered,
  traceback,
  creation,
};
// The JavaScript side's description of a call's result; values are in `returned`, texts in `text`.
enum class Result : int {
  threw = -1,
  nothing,
  tensor,
  list,
  other,
  object,
  other_in_list,
};

// A JavaScript value, by number, released with the last reference.
struct JsValue : autograd::HostObject {
  explicit JsValue(int number) : id(number) {}
  ~JsValue() override;
  JsValue(const JsValue&) = delete;
  JsValue& operator=(const JsValue&) = delete;
  int id;
};

// A JavaScript function, as hooks store it.
using Function = std::shared_ptr<JsValue>;
inline Function function_of(int id) { return std::make_shared<JsValue>(id); }

// Throws if the function threw: its error stays in JavaScript and is rethrown there.
Result call_js(Call kind, int id, std::size_t arguments);
autograd::HookResult call_hook(Call kind, int id, std::size_t arguments);
// Tensors that JavaScript returned, taken out of `returned`.
std::vector<Tensor> take_returned();
int returned_object();

}  // namespace seesaw::host
