#include "wasm/tensor_boundary.h"

#include <emscripten.h>

#include "core/autograd/record.h"

// JavaScript's side is `dispatch` in wasm/js/tensor/host.js.
EM_JS(int, st_host, (int kind, int id, int count), { return Module.host(kind, id, count); })

namespace seesaw::host {

namespace {

constexpr std::size_t kPage = 32;

struct Pages {
  std::vector<Tensor> items;  // kPage for each page; page 0 is never used, so that no handle is 0
  std::vector<std::uint32_t> free_pages;
  std::size_t cursor[2] = {0, 0};  // next slot of the open page of each place

  std::size_t fresh_page() {
    if (!free_pages.empty()) {
      std::size_t page = free_pages.back();
      free_pages.pop_back();
      return page * kPage;
    }
    if (items.empty()) items.resize(kPage);
    items.resize(items.size() + kPage);
    return items.size() - kPage;
  }
  std::size_t next(Room place) {
    if (place == Room::own) return fresh_page();
    std::size_t& at = cursor[static_cast<int>(place)];
    if (at % kPage == 0) at = fresh_page();
    return at++;
  }
};

struct NodeTable {
  std::vector<Ref<autograd::Node>> items{1};
  std::vector<std::uint32_t> spare;
};

struct State {
  std::vector<double> scratch = std::vector<double>(4096);
  std::string text;
  Diagnostic error;
  Pages tensors;
  NodeTable nodes;
  std::vector<autograd::HookHandle> hooks{1};
  std::vector<std::uint32_t> spare_hooks;
  std::vector<Tensor> returned;
  int object = 0;
  autograd::AutogradScope recording;
};

State& state() {
  static State instance;
  return instance;
}

constexpr std::int64_t kLarge = 1024;  // elements

}  // namespace

int fail(const Error& error) {
  state().error = error.diagnostic();
  return kFailed;
}

int fail_memory() {
  state().error = {Severity::error, "memory", "not enough memory for this", {}, "MemoryError", -1, {}};
  return kFailed;
}

double* scratch(std::size_t count) {
  if (state().scratch.size() < count) state().scratch.resize(count);
  return state().scratch.data();
}

std::string& text() { return state().text; }

Dims Reader::dims() {
  auto count = static_cast<std::size_t>(number());
  Dims out(count, 0);
  for (std::size_t i = 0; i < count; ++i) out[i] = wide();
  return out;
}

int handle_of(const Tensor& t, Room place) {
  if (!t) return 0;
  if (t->handle != 0) return static_cast<int>(t->handle);
  if (t.dim() > 0 && t.numel() > kLarge) place = Room::own;
  std::size_t at = state().tensors.next(place);
  state().tensors.items[at] = t;
  t->handle = static_cast<std::uint32_t>(at);
  return static_cast<int>(at);
}

Tensor tensor_at(int handle) {
  const auto& items = state().tensors.items;
  auto at = static_cast<std::size_t>(handle);
  if (handle <= 0 || at >= items.size() || !items[at]) throw user_error("disposed", "this tensor has been disposed of");
  return items[at];
}

Tensor tensor_or_null(int handle) { return handle == 0 ? Tensor() : tensor_at(handle); }

int handle_of(const Ref<autograd::Node>& node) {
  if (!node) return 0;
  autograd::NodeExtras& extras = node->make_extras();
  if (extras.handle != 0) return static_cast<int>(extras.handle);
  NodeTable& table = state().nodes;
  std::size_t at = table.items.size();
  if (table.spare.empty()) {
    table.items.push_back(node);
  } else {
    at = table.spare.back();
    table.spare.pop_back();
    table.items[at] = node;
  }
  extras.handle = static_cast<std::uint32_t>(at);
  return static_cast<int>(at);
}

Ref<autograd::Node> node_at(int handle) {
  const auto& items = state().nodes.items;
  auto at = static_cast<std::size_t>(handle);
  if (handle <= 0 || at >= items.size() || !items[at]) throw user_error("disposed", "this node has been disposed of");
  return items[at];
}

int keep_hook(autograd::HookHandle handle) {
  State& s = state();
  if (s.spare_hooks.empty()) {
    s.hooks.push_back(std::move(handle));
    return static_cast<int>(s.hooks.size() - 1);
  }
  std::size_t at = s.spare_hooks.back();
  s.spare_hooks.pop_back();
  s.hooks[at] = std::move(handle);
  return static_cast<int>(at);
}

void write_handles(std::size_t at, const std::vector<Tensor>& tensors) {
  double* out = scratch(at + tensors.size());
  for (std::size_t i = 0; i < tensors.size(); ++i) out[at + i] = handle_of(tensors[i]);
}

std::vector<Tensor> read_tensors(Reader& in) {
  auto count = static_cast<std::size_t>(in.number());
  std::vector<Tensor> out;
  out.reserve(count);
  for (std::size_t i = 0; i < count; ++i) out.push_back(tensor_or_null(in.integer()));
  return out;
}

JsValue::~JsValue() { st_host(static_cast<int>(Call::release), id, 0); }

Result call_js(Call kind, int id, std::size_t arguments) {
  auto result = static_cast<Result>(st_host(static_cast<int>(kind), id, static_cast<int>(arguments)));
  if (result == Result::threw) {
    state().returned.clear();
    throw user_error("host", "a function of JavaScript threw");
  }
  return result;
}

autograd::HookResult call_hook(Call kind, int id, std::size_t arguments) {
  Result result = call_js(kind, id, arguments);
  autograd::HookResult out;
  out.values = take_returned();
  using Kind = autograd::HookResult::Kind;
  out.kind = result == Result::tensor ? Kind::tensor : result == Result::list ? Kind::list
                                                   : result == Result::other  ? Kind::other
                                                                              : Kind::nothing;
  if (result == Result::other) out.type = text();
  return out;
}

std::vector<Tensor> take_returned() { return std::exchange(state().returned, {}); }
int returned_object() { return state().object; }

}  // namespace seesaw::host

using namespace seesaw;
using namespace seesaw::host;

extern "C" {

EMSCRIPTEN_KEEPALIVE double* st_scratch(int count) {
  try {
    return scratch(static_cast<std::size_t>(count));
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

// Room for a text of `size` bytes.
EMSCRIPTEN_KEEPALIVE char* st_text(int size) {
  try {
    text().resize(static_cast<std::size_t>(size));
    return text().data();
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
EMSCRIPTEN_KEEPALIVE const char* st_text_data() { return text().data(); }
EMSCRIPTEN_KEEPALIVE int st_text_size() { return static_cast<int>(text().size()); }

// Puts `type`, `code` and message of the last error into the text, with a line break behind the first two.
EMSCRIPTEN_KEEPALIVE void st_error() {
  const Diagnostic& error = state().error;
  text() = error.exception + "\n" + error.code + "\n" + error.message;
}

// A handle that C++ gave out, for one slot or a whole page of tensors.
EMSCRIPTEN_KEEPALIVE void st_release_tensor(int handle) {
  auto& items = state().tensors.items;
  auto at = static_cast<std::size_t>(handle);
  if (handle <= 0 || at >= items.size() || !items[at]) return;
  items[at]->handle = 0;
  Tensor last = std::move(items[at]);
  items[at] = Tensor();
}
EMSCRIPTEN_KEEPALIVE void st_release_page(int page) {
  auto first = static_cast<std::size_t>(page) * kPage;
  for (std::size_t i = 0; i < kPage; ++i) st_release_tensor(static_cast<int>(first + i));
  for (std::size_t& cursor : state().tensors.cursor) {
    if (cursor > first && cursor < first + kPage) cursor = 0;  // it was not full yet
  }
  state().tensors.free_pages.push_back(static_cast<std::uint32_t>(page));
}
EMSCRIPTEN_KEEPALIVE void st_release_node(int handle) {
  NodeTable& table = state().nodes;
  auto at = static_cast<std::size_t>(handle);
  if (handle <= 0 || at >= table.items.size() || !table.items[at]) return;
  table.items[at]->make_extras().handle = 0;
  Ref<autograd::Node> last = std::move(table.items[at]);
  table.spare.push_back(static_cast<std::uint32_t>(at));
}

EMSCRIPTEN_KEEPALIVE void st_remove_hook(int handle) {
  State& s = state();
  if (handle <= 0 || static_cast<std::size_t>(handle) >= s.hooks.size()) return;
  autograd::HookHandle hook = std::move(s.hooks[static_cast<std::size_t>(handle)]);
  s.spare_hooks.push_back(static_cast<std::uint32_t>(handle));
  hook.remove();
}
// The hook stays, only its handle goes.
EMSCRIPTEN_KEEPALIVE void st_release_hook(int handle) {
  State& s = state();
  if (handle <= 0 || static_cast<std::size_t>(handle) >= s.hooks.size()) return;
  s.hooks[static_cast<std::size_t>(handle)] = {};
  s.spare_hooks.push_back(static_cast<std::uint32_t>(handle));
}

// JavaScript's result of a call: a tensor, or the number of a value.
EMSCRIPTEN_KEEPALIVE void st_give(int handle) { state().returned.push_back(handle > 0 ? tensor_at(handle) : Tensor()); }
EMSCRIPTEN_KEEPALIVE void st_give_object(int id) { state().object = id; }

}  // extern "C"
