#include "wasm/tensor_boundary.h"

#include <emscripten.h>

#include <cmath>
#include <new>
#include <optional>

#include "core/engine/autograd/record.h"
#include "core/engine/autograd/scalar_objects.h"

// JavaScript's side is `dispatch` in wasm/js/tensor/host.js.
EM_JS(int, st_host, (int kind, int id, int count), { return Module.host(kind, id, count); })

namespace seesaw::host {

using autograd::Cell;

namespace {

constexpr std::size_t kPage = 32;

// Holds a tensor, a cell or nothing.
class Slot {
 public:
  explicit operator bool() const { return bits_ != 0; }
  bool is_cell() const { return (bits_ & 1) != 0; }
  Cell* cell() const { return reinterpret_cast<Cell*>(bits_ - 1); }
  TensorImpl* tensor() const { return reinterpret_cast<TensorImpl*>(bits_); }
  // Takes ownership of a reference.
  void set(Cell* counted) { bits_ = reinterpret_cast<std::uintptr_t>(counted) | 1; }
  void set(Tensor&& t) {
    t->retain();
    bits_ = reinterpret_cast<std::uintptr_t>(t.impl());
  }
  void clear() {
    Slot last = std::exchange(*this, Slot());
    if (!last) return;
    if (last.is_cell()) {
      autograd::tape.drop(last.cell());
    } else {
      TensorImpl::release(last.tensor());
    }
  }

 private:
  std::uintptr_t bits_ = 0;
};

struct Pages {
  std::vector<Slot> items;    // kPage for each page; page 0 is never used, so that no handle is 0
  std::vector<bool> is_free;  // by page
  std::vector<std::uint32_t> free_pages;
  std::size_t cursor[2] = {0, 0};  // next slot of the open page of each Room

  std::size_t fresh_page() {
    if (!free_pages.empty()) {
      std::size_t page = free_pages.back();
      free_pages.pop_back();
      is_free[page] = false;
      return page * kPage;
    }
    if (items.empty()) items.resize(kPage);
    items.resize(items.size() + kPage);
    is_free.resize(items.size() / kPage);
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
  std::vector<std::optional<autograd::HookHandle>> hooks{1};
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

Slot* slot_at(int handle) {
  auto& items = state().tensors.items;
  auto at = static_cast<std::size_t>(handle);
  return handle <= 0 || at >= items.size() || !items[at] ? nullptr : &items[at];
}

// For a leaf that was written to, the slot holds its current cell.
void renew(Slot& slot) {
  Cell* now = autograd::current(slot.cell());
  ++now->refs;
  autograd::tape.drop(slot.cell());
  slot.set(now);
}

// The tensor of a slot that has held a cell so far.
Tensor look_at(int handle) {
  Tensor t = autograd::tensor_of(slot_at(handle)->cell());
  Slot& slot = *slot_at(handle);
  Cell* cell = slot.cell();
  t->handle = static_cast<std::uint32_t>(handle);
  slot.set(Tensor(t));
  autograd::tape.drop(cell);
  return t;
}

}  // namespace

int fail(const Error& error) {
  state().error = error.diagnostic();
  return kFailed;
}

int fail_memory() {
  state().error = {Severity::error, "memory", "not enough memory for this", {}, "MemoryError", -1, {}};
  return kFailed;
}

namespace {
int fail_disposed() { return fail(user_error("disposed", "there is nothing of this number, or not any more")); }
}  // namespace

double* scratch(std::size_t count) {
  if (state().scratch.size() < count) state().scratch.resize(count);
  return state().scratch.data();
}

std::string& text() { return state().text; }

Reader::Reader() : at_(state().scratch.data()), end_(at_ + state().scratch.size()) {}

void Reader::fail() { throw user_error("argument", "the scratch buffer does not hold what this call reads"); }

int Reader::integer() {
  double value = number();
  // Also true of NaN.
  if (!(value >= -2147483648.0 && value <= 2147483647.0)) fail();
  return static_cast<int>(value);
}

std::int64_t Reader::wide() {
  double value = number();
  if (!(std::fabs(value) < 9.2e18)) fail();
  return static_cast<std::int64_t>(value);
}

std::size_t Reader::count() {
  double value = number();
  if (!(value >= 0 && value <= static_cast<double>(end_ - at_))) fail();
  return static_cast<std::size_t>(value);
}

Dims Reader::dims() {
  Dims out(count(), 0);
  for (std::int64_t& size : out) size = wide();
  return out;
}

Element element_from(int number) {
  if (number < 0 || number > 255 || !has_elements(static_cast<Element>(number)) ||
      is_complex(static_cast<Element>(number)))
    throw user_error("argument", "there is no such dtype");
  return static_cast<Element>(number);
}
Device device_from(int number) {
  if (number < 0 || number > 1) throw user_error("argument", "there is no such device");
  return static_cast<Device>(number);
}

int handle_of(const Tensor& t, Room place) {
  if (!t) return 0;
  if (t->handle != 0) return static_cast<int>(t->handle);
  if (t.dim() > 0 && t.numel() > kLarge) place = Room::own;
  std::size_t at = state().tensors.next(place);
  state().tensors.items[at].set(Tensor(t));
  t->handle = static_cast<std::uint32_t>(at);
  return static_cast<int>(at);
}

int handle_of(autograd::Scalar s, Room place) {
  if (s.is_object()) return handle_of(s.tensor(), place);
  Cell* cell = autograd::current(s.cell());
  if (cell->handle() != 0) return static_cast<int>(cell->handle());
  std::size_t at = state().tensors.next(place);
  if (cell == s.cell()) {
    s.detach();
  } else {
    ++cell->refs;
  }
  state().tensors.items[at].set(cell);
  cell->set_handle(static_cast<std::uint32_t>(at));
  return static_cast<int>(at);
}

Cell* cell_at(int handle) {
  Slot* slot = slot_at(handle);
  if (slot == nullptr || !slot->is_cell()) return nullptr;
  if (slot->cell()->is(Cell::kStale)) renew(*slot);
  return slot->cell()->is(Cell::kObject) ? nullptr : slot->cell();
}

Tensor tensor_at(int handle) {
  Slot* slot = slot_at(handle);
  if (slot == nullptr) throw user_error("disposed", "this tensor has been disposed of");
  return slot->is_cell() ? look_at(handle) : Tensor(slot->tensor());
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

std::size_t write_list(std::size_t at, const std::vector<Tensor>& tensors) {
  scratch(at + 1)[at] = static_cast<double>(tensors.size());
  write_handles(at + 1, tensors);
  return at + 1 + tensors.size();
}

std::vector<Tensor> read_tensors(Reader& in) {
  std::size_t count = in.count();
  std::vector<Tensor> out;
  out.reserve(count);
  for (std::size_t i = 0; i < count; ++i) out.push_back(tensor_or_null(in.integer()));
  return out;
}

std::vector<autograd::Root> read_roots(Reader& in) {
  std::vector<autograd::Root> out(in.count());
  for (autograd::Root& root : out) {
    int handle = in.integer();
    if (handle != 0) {
      root.tensor = tensor_at(handle);
      continue;
    }
    root.edge.node = node_at(in.integer());
    int output = in.integer();
    if (output < 0 || static_cast<std::size_t>(output) >= root.edge.node->inputs().size())
      throw user_error("argument", "the node has no such output");
    root.edge.input_nr = static_cast<std::uint32_t>(output);
  }
  return out;
}

JsValue::~JsValue() { st_host(static_cast<int>(Call::release), id, 0); }

namespace {
// The modes at the time when JavaScript was called: its calls start from there.
struct Ground {
  Mode* mode = nullptr;
  autograd::EnginePosition engine;
  Entry entry;  // of the call that called JavaScript
};
// The first applies outside all calls.
std::vector<Ground>& grounds() {
  static std::vector<Ground> instance{{&autograd::record_mode(), {}, {}}};
  return instance;
}

// `alive`: number of live grounds. The lost call was made from the last of them.
void recover_to(std::size_t alive) {
  bool deeper = alive < grounds().size();
  autograd::modes() = deeper ? grounds()[alive].entry.modes : detail::entry.modes;
  if (deeper) grounds().resize(alive);
  // A scope that never ends.
  alignas(ModeScope) static unsigned char scope[sizeof(ModeScope)];
  new (scope) ModeScope(grounds().back().mode);
  autograd::abandon_passes(grounds().back().engine);
  st_host(static_cast<int>(Call::recovered), 0, 0);
  detail::entry.inside = false;
}
}  // namespace

void recover() { recover_to(static_cast<std::size_t>(st_host(static_cast<int>(Call::depth), 0, 0)) + 1); }

Result call_js(Call kind, int id, std::size_t arguments) {
  std::size_t alive = grounds().size() + 1;
  grounds().push_back({current_mode(), autograd::engine_position(), std::exchange(detail::entry, Entry())});
  auto result = static_cast<Result>(st_host(static_cast<int>(kind), id, static_cast<int>(arguments)));
  if (detail::entry.inside || grounds().size() > alive) recover_to(alive);
  detail::entry = grounds().back().entry;
  grounds().pop_back();
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
  out.kind = result == Result::tensor    ? Kind::tensor
             : result == Result::list    ? Kind::list
             : result == Result::nothing ? Kind::nothing
                                         : Kind::other;
  out.in_list = result == Result::other_in_list;
  if (out.kind == Kind::other) out.type = text();
  return out;
}

std::vector<Tensor> take_returned() { return std::exchange(state().returned, {}); }
int returned_object() { return state().object; }

}  // namespace seesaw::host

using namespace seesaw;
using namespace seesaw::host;

extern "C" {

// Null if there is not enough memory.
EMSCRIPTEN_KEEPALIVE double* st_scratch(int count) {
  double* out = nullptr;
  if (count >= 0) guarded([&] { return out = scratch(static_cast<std::size_t>(count)), 0; });
  return out;
}

// The stack pointer: a lost call does not restore it. JavaScript does, when no call is running.
extern void* stackSave();
extern void stackRestore(void* to);
static void* bottom = nullptr;
EMSCRIPTEN_KEEPALIVE void st_mark_stack() { bottom = stackSave(); }
EMSCRIPTEN_KEEPALIVE void st_restore_stack() {
  if (bottom != nullptr) stackRestore(bottom);
}

EMSCRIPTEN_KEEPALIVE bool* st_lost() { return &seesaw::host::detail::entry.inside; }
EMSCRIPTEN_KEEPALIVE autograd::Modes* st_modes() { return &autograd::modes(); }

// Room for a text of `size` bytes.
EMSCRIPTEN_KEEPALIVE char* st_text(int size) {
  if (size < 0) return nullptr;
  bool fits = guarded([&] { return text().resize(static_cast<std::size_t>(size)), 0; }) == 0;
  return fits ? text().data() : nullptr;
}
EMSCRIPTEN_KEEPALIVE const char* st_text_data() { return text().data(); }
EMSCRIPTEN_KEEPALIVE int st_text_size() { return static_cast<int>(text().size()); }

// Puts `type`, `code` and message of the last error into the text, with a line break after the first two.
EMSCRIPTEN_KEEPALIVE void st_error() {
  const Diagnostic& error = state().error;
  text() = error.exception + "\n" + std::string(error.code.name()) + "\n" + error.message;
}

// A handle issued by C++, for one slot or a whole page of tensors.
EMSCRIPTEN_KEEPALIVE int st_release_tensor(int handle) {
  Slot* slot = slot_at(handle);
  if (slot == nullptr) return fail_disposed();
  Cell* cell = slot->is_cell() ? autograd::current(slot->cell()) : nullptr;
  if (cell != nullptr) cell->set_handle(0);
  TensorImpl* impl = cell == nullptr ? slot->tensor() : cell->is(Cell::kObject) ? cell->object : nullptr;
  if (impl != nullptr) impl->handle = 0;
  slot->clear();
  return 0;
}
EMSCRIPTEN_KEEPALIVE int st_release_page(int page) {
  Pages& pages = state().tensors;
  auto number = static_cast<std::size_t>(page);
  if (page <= 0 || number >= pages.is_free.size() || pages.is_free[number]) return fail_disposed();
  std::size_t first = number * kPage;
  for (std::size_t i = 0; i < kPage; ++i) {
    if (pages.items[first + i]) st_release_tensor(static_cast<int>(first + i));
  }
  for (std::size_t& cursor : pages.cursor) {
    if (cursor > first && cursor < first + kPage) cursor = 0;  // it was not yet full
  }
  pages.is_free[number] = true;
  pages.free_pages.push_back(static_cast<std::uint32_t>(page));
  return 0;
}
EMSCRIPTEN_KEEPALIVE int st_release_node(int handle) {
  NodeTable& table = state().nodes;
  auto at = static_cast<std::size_t>(handle);
  if (handle <= 0 || at >= table.items.size() || !table.items[at]) return fail_disposed();
  table.items[at]->make_extras().handle = 0;
  Ref<autograd::Node> last = std::move(table.items[at]);
  table.spare.push_back(static_cast<std::uint32_t>(at));
  return 0;
}

// Removes the hooks of a handle, or releases only the handle.
EMSCRIPTEN_KEEPALIVE int st_release_hook(int handle, int remove) {
  State& s = state();
  auto at = static_cast<std::size_t>(handle);
  if (handle <= 0 || at >= s.hooks.size() || !s.hooks[at]) return fail_disposed();
  autograd::HookHandle hook = std::move(*s.hooks[at]);
  s.hooks[at].reset();
  s.spare_hooks.push_back(static_cast<std::uint32_t>(handle));
  if (remove != 0) hook.remove();
  return 0;
}

// JavaScript's result of a call: a tensor or 0, or the number of a value.
EMSCRIPTEN_KEEPALIVE int st_give(int handle) {
  return guarded([&] { return state().returned.push_back(tensor_or_null(handle)), 0; });
}
EMSCRIPTEN_KEEPALIVE void st_give_object(int id) { state().object = id; }

}  // extern "C"
