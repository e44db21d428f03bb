// The boundary: the functions that JavaScript can call.
//
// What: five functions over one session, and one more for callbacks of retracing passes. JavaScript requests an input
// buffer, copies bytes into it, invokes, and copies the outputs. Why: Embind's strings cost forty times a plain copy of
// bytes, and its object handles leak. The buffers belong to this side: no pointer ever comes from JavaScript, so no
// call can write out of bounds. Sizes arrive as doubles and are checked here.
//
//   const at = module.inputBuffer(2, bytes.length); module.HEAPU8.set(bytes, at); ... module.invoke();
//
// wasm/js/session.js is the only caller.
#include <cmath>
#include <new>
#include <span>
#include <string>
#include <vector>

#include <emscripten/bind.h>

#include "core/graph/session/session.h"
#ifdef SEESAW_FULL
#include "core/engine/commands/all_commands.h"
#include "core/engine/commands/operator_reference.h"
#include "core/engine/commands/retrace_commands.h"
#include "core/graph/session/editor.h"

#include <emscripten.h>

// 0: the callback returned a value, which is in input 3; else it failed.
EM_JS(int, seesaw_retrace_host, (), { return Module.retraceHost(); })
#endif

namespace {

using seesaw::Answer;
using seesaw::Session;

struct Boundary {
#ifdef SEESAW_FULL
  Session session{seesaw::engine_commands(), seesaw::write_operator_reference};
  Boundary();
#else
  Session session;
#endif
  std::string inputs[4];  // command, arguments, payload; a callback's result or request
  Answer answer;
  std::string callback;  // arguments of a callback, or the answer of next()
};

Boundary& boundary() {
  static Boundary instance;
  return instance;
}

#ifdef SEESAW_FULL
bool ask_host(const std::string& request, std::string& answer) {
  boundary().callback = request;
  bool good = seesaw_retrace_host() == 0;
  answer = boundary().inputs[3];
  return good;
}

Boundary::Boundary() {
  seesaw::add_engine();
  seesaw::set_retrace_host(ask_host);
}

// While a callback runs: its request in input 3 is answered in output 2.
void retrace_next() { boundary().callback = seesaw::retrace_next(std::string(boundary().inputs[3])); }
#endif

int index_of(double value, int count) {
  bool whole = value >= 0 && value < count && std::floor(value) == value;
  return whole ? static_cast<int>(value) : -1;
}

// Address of `size` bytes for input 0 (command), 1 (arguments), 2 (payload) or 3 (of callbacks); 0 if that is
// impossible.
double input_buffer(double which, double size) {
  int index = index_of(which, 4);
  if (index < 0 || !(size >= 0 && size <= 2e9) || std::floor(size) != size) return 0;
  try {
    std::string& buffer = boundary().inputs[index];
    buffer.clear();
    if (buffer.capacity() > (1u << 20)) buffer.shrink_to_fit();
    buffer.resize(static_cast<std::size_t>(size) + 1);  // never empty, so that the address is real
    buffer.resize(static_cast<std::size_t>(size));
    return static_cast<double>(reinterpret_cast<std::uintptr_t>(buffer.data()));
  } catch (const std::bad_alloc&) {
    return 0;
  }
}

// Runs the command in the input buffers. False only if there was no memory even for an answer.
bool invoke() {
  Boundary& b = boundary();
  try {
    b.answer = b.session.call(b.inputs[0], b.inputs[1], b.inputs[2]);
    return true;
  } catch (const std::bad_alloc&) {
    b.answer = Answer();
    return false;
  }
}

const std::string& output(double which) {
  static const std::string empty;
  int index = index_of(which, 3);
  if (index < 0) return empty;
  if (index == 2) return boundary().callback;
  return index == 0 ? boundary().answer.envelope : boundary().answer.payload;
}

// Address and size of output 0 (envelope) or 1 (payload), until the next call.
double output_pointer(double which) {
  return static_cast<double>(reinterpret_cast<std::uintptr_t>(output(which).data()));
}
double output_size(double which) { return static_cast<double>(output(which).size()); }

// Frees the data that the last call left in the buffers.
void release_buffers() {
  Boundary& b = boundary();
  for (std::string& input : b.inputs) std::string().swap(input);
  b.answer = Answer();
  std::string().swap(b.callback);
}

}  // namespace

// The C++ runtime calls this before it aborts. The default version prints, and pulls printf into the module; here
// nothing is printed: the trap reaches JavaScript as an exception, and a fresh instance takes over.
extern "C" [[noreturn]] void abort_message(const char*, ...) { __builtin_trap(); }

EMSCRIPTEN_BINDINGS(seesaw) {
  emscripten::function("inputBuffer", &input_buffer);
  emscripten::function("invoke", &invoke);
  emscripten::function("outputPointer", &output_pointer);
  emscripten::function("outputSize", &output_size);
  emscripten::function("releaseBuffers", &release_buffers);
#ifdef SEESAW_FULL
  emscripten::function("retraceNext", &retrace_next);
#endif
}
