#include "core/engine/capture/torch/regions.h"

#include <algorithm>

#include <utility>

#include "core/base/cat.h"
#include "core/engine/capture/library/library.h"
#include "core/engine/capture/torch/capture_run.h"
#include "core/graph/dialect/engine_novelty.h"

namespace seesaw {

namespace {

constexpr std::string_view kDevices[] = {"cpu",    "cuda", "ipu",  "xpu",  "mkldnn", "opengl",       "opencl",
                                         "ideep",  "hip",  "ve",   "fpga", "maia",   "xla",          "lazy",
                                         "vulkan", "mps",  "meta", "hpu",  "mtia",   "privateuseone"};
bool is_autocast(std::string_view path) { return last_of(path) == "autocast"; }

// Which kernels attention may take, what a profiler calls a part: no graph shows it.
bool leaves_no_trace(std::string_view path) {
  return path == "torch.backends.cuda.sdp_kernel" || path == "torch.nn.attention.sdpa_kernel" ||
         path == "torch.profiler.record_function" || path == "torch.autograd.profiler.record_function";
}

}  // namespace

bool is_region(std::string_view path) {
  if (leaves_no_trace(path)) return true;
  static constexpr std::string_view kNames[] = {
      "no_grad", "enable_grad", "set_grad_enabled", "autocast", "inference_mode"};
  return path.starts_with("torch.") && !path.starts_with("torch._C.") &&
         std::find(std::begin(kNames), std::end(kNames), last_of(path)) != std::end(kNames);
}

ModeRegions::ModeRegions(CaptureRun& run)
    : CapturePart(run), modes_{settings().ambient_grad, settings().ambient_grad} {}

bool ModeRegions::quiet() const { return settings().strict || in_branch; }

// Whether a switch really switches, and is not only recorded.
bool ModeRegions::follows_switches() const {
  return quiet() || recorder().outside() || has(context().dialect, EngineNovelty::switched_modes);
}

bool ModeRegions::seen_mode() const { return follows_switches() ? modes_.grad : modes_.ambient; }

void ModeRegions::set(Modes modes) {
  modes_ = modes;
  // Results of a function get gradients behind it, although it runs without.
  caller().set_grad_mode(modes.in_function || seen_mode());
}

ModeRegions::Modes ModeRegions::enter_function() {
  Modes before = modes_;
  if (!quiet()) set({false, false, true});
  return before;
}

PyObject* ModeRegions::make_region(const std::string& path, PyValues args, PyNamedValues kwargs) {
  PyObject* region = python().make_context(path, std::move(args), std::move(kwargs));
  region->prepared = recorder().outside();
  if (!region->prepared) region->attributes.emplace_back("prev", PyValue(Arg::boolean(modes_.grad)));
  return region;
}

PyValue ModeRegions::call_region(const PyExpr& e, const std::string& path, PyValues args, PyNamedValues kwargs) {
  PyObject* region = make_region(path, std::move(args), std::move(kwargs));
  // @torch.no_grad without parentheses
  if (region->items.size() == 1 && region->items[0].object != nullptr && !leaves_no_trace(path))
    return python().decorated(e, region, PyValues(region->items));
  if (last_of(path) == "set_grad_enabled") {
    tracer().set_place(recorder().place());
    switch_mode(mode_of(e, region));
  }
  return PyValue(region);
}

// Without the switch that set_grad_enabled makes when it is called outside of a with statement.
PyObject* ModeRegions::region_of(const PyExpr& e) {
  auto is_name = [&](int at) {  // a name with dots: to look at it does nothing
    const PyExpr* one = &python().expr(at);
    while (one->kind == PyExprKind::attribute) one = &python().expr(one->kids[0]);
    return one->kind == PyExprKind::name;
  };
  if (e.kind == PyExprKind::call && is_name(e.kids[0])) {
    PyValue callee = python().evaluate(e.kids[0]);
    if (callee.is_path() && is_region(callee.path)) {
      PyValues args;
      PyNamedValues kwargs;
      python().arguments(e, args, kwargs);
      return make_region(callee.path, std::move(args), std::move(kwargs));
    }
  }
  return nullptr;
}

void ModeRegions::in_region(const PyExpr& e, PyObject* region, const std::function<void()>& body) {
  FakeCaller::Cast cast = caller().cast();
  Leave leave = enter(e, region);
  try {
    body();
  } catch (const Error& error) {  // an exception of the program's leaves the mode as its end does
    if (!exception_of(error.diagnostic()).empty()) leave();
    caller().set_cast(cast);
    run_.host.exception_leaves(e, error, python().is_of_raise(error));
    throw;
  } catch (...) {
    caller().set_cast(cast);
    throw;
  }
  leave();
}

ModeRegions::Leave ModeRegions::enter(const PyExpr& e, PyObject* region) {
  if (settings().strict && !recorder().outside() && last_of(region->name) == "sdp_kernel")
    fail_as(e,
            "Unsupported",
            "torch.* op returned non-Tensor _GeneratorContextManager call_function <function sdp_kernel>",
            "use torch.nn.attention.sdpa_kernel, or capture it without strict");
  if (leaves_no_trace(region->name)) return [] {};  // torch.export records nothing of it
  if (last_of(region->name) == "inference_mode") return enter_inference(region);
  return is_autocast(region->name) ? enter_autocast(e, region) : enter_grad_mode(e, region);
}

// torch.export records nothing of it, but it switches grad mode off, which the end of a region in it then records.
ModeRegions::Leave ModeRegions::enter_inference(const PyObject* region) {
  bool idle = !region->items.empty() && region->items[0].arg.is_bool() && !region->items[0].arg.as_bool();
  if (idle) return [] {};
  Modes before = modes_;
  set({false, false, modes_.in_function});
  return [this, before] { set(before); };
}

bool ModeRegions::mode_of(const PyExpr& e, const PyObject* region) {
  if (last_of(region->name) != "set_grad_enabled") return last_of(region->name) == "enable_grad";
  const PyValue* given = !region->items.empty()    ? &region->items[0]
                         : !region->kwargs.empty() ? &region->kwargs[0].second
                                                   : nullptr;
  if (given == nullptr || !given->arg.is_bool()) fail(e, "set_grad_enabled takes True or False");
  return given->arg.as_bool();
}

// Dynamo knows the mode and records a switch only where it changes, without a place.
void ModeRegions::switch_mode(bool wanted) {
  if (quiet() && wanted == modes_.grad) return;
  leave_places();
  tracer().set_grad_enabled(wanted);
  tracer().set_modules(names().module_stack());
  set_grad_mode(wanted);
}

void ModeRegions::without_grad(const std::function<void()>& body) {
  const bool outer = modes_.grad;
  const std::string place = recorder().place();
  switch_mode(false);
  tracer().set_place(place);
  body();
  switch_mode(outer);
  tracer().set_place(place);
}

void ModeRegions::leave_places() {
  if (!quiet()) return;
  tracer().set_place({});
  std::vector<ModuleNames::Called> inner;
  if (!names().calls.empty()) inner.assign(names().calls.begin() + 1, names().calls.end());
  if (!in_branch && !names().calls.empty()) names().calls.resize(1);
  tracer().set_modules(names().module_stack());
  if (!in_branch) names().calls.insert(names().calls.end(), inner.begin(), inner.end());
}

// Whether a mode is of a decorator of the forward that is captured: nothing of the program stands around it.
bool ModeRegions::is_above_all(const PyObject& region) {
  return region.prepared && !quiet() && python().frames().size() == 1 && !recorder().fixed_place;
}

ModeRegions::Leave ModeRegions::enter_grad_mode(const PyExpr& e, PyObject* region) {
  bool mode = mode_of(e, region);
  bool switches = last_of(region->name) == "set_grad_enabled";
  if (switches && region->prepared && settings().strict && !recorder().outside())
    fail_as(e,
            "Unsupported",
            cat({"'skip function set_grad_enabled.clone in file ", kTorchFolder, "autograd/grad_mode.py'"}),
            "use torch.no_grad or torch.enable_grad, or set_grad_enabled in a with statement");
  python().frame().line = e.line;
  auto place = [this, region] { return is_above_all(*region) ? std::string() : recorder().place(); };
  tracer().set_place(place());
  // It switches when it is made, and again when it is entered.
  if (switches && !quiet()) tracer().set_grad_enabled(mode);
  bool outer = mode_behind(*region);
  switch_mode(mode);
  return [this, place, outer, line = e.line, begin = e.begin] {
    python().frame().line = line;
    tracer().set_place(place());
    leave_grad_mode(outer, begin);
  };
}

// The mode at its end: that at its begin. Dynamo takes the mode in which forward made the object.
bool ModeRegions::mode_behind(PyObject& region) {
  const PyValue* made = settings().strict ? python().find_attribute(&region, "prev") : nullptr;
  return made != nullptr ? made->arg.as_bool() : modes_.grad;
}

void ModeRegions::leave_grad_mode(bool outer, std::uint32_t begin) {
  if (quiet()) {
    switch_mode(outer);
    return;
  }
  const bool ambient = modes_.ambient;
  tracer().set_grad_enabled(follows_switches() ? outer : ambient);
  set_grad_mode(outer);
  if (outer == ambient || follows_switches()) return;
  Diagnostic warning;
  warning.severity = Severity::warning;
  warning.code = "region";
  warning.message = cat({"after this region grad mode is ",
                         ambient ? "on" : "off",
                         ", not what the region around it set: torch.export does not switch modes while it traces"});
  warning.offset = begin;
  warning.note("put the regions one after the other instead of into each other");
  diagnostics().add(std::move(warning));
}

// As torch.autocast records itself: with the dtype at hand, and off where there is no such device or it does not lower
// to that dtype.
void ModeRegions::enter_cast(std::span<Arg, 4> given, bool prepared) {
  FakeCaller::Cast inside = FakeCaller::cast_of(given, caller().cast());
  std::string_view device = given[0].text();
  Element element = device == "cpu" ? inside.element : Element::f16;
  if (given[1].is_none())
    given[1] = Arg::symbol(ArgKind::dtype, context().intern(cat({"torch.", dtype_of(element).name})));
  if (device == "cpu") given[2] = Arg::boolean(inside.on);
  if (device == "cuda") given[2] = Arg::boolean(false);
  if (given[3].is_none()) given[3] = Arg::boolean(prepared);  // while PyTorch traces, casts are not cached
  if (!quiet()) caller().set_cast(inside);
}

// Raises what PyTorch says of a text that names no device.
void ModeRegions::check_device(const PyExpr& e, std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view device = text.substr(0, colon);
  if (std::find(std::begin(kDevices), std::end(kDevices), device) == std::end(kDevices)) {
    std::string known;
    for (std::string_view one : kDevices) known += cat({known.empty() ? "" : ", ", one});
    fail_as(e,
            "RuntimeError",
            cat({"Expected one of ", known, " device type at start of device string: ", text}),
            "name a device that PyTorch has, for instance \"cpu\"");
  }
  const std::string_view number = colon == std::string_view::npos ? "0" : text.substr(colon + 1);
  if (number.empty() || number.find_first_not_of("0123456789") != std::string_view::npos)
    fail_as(e, "RuntimeError", cat({"Invalid device string: '", text, "'"}), "write a number behind the colon");
}

// Non-strict tracing runs in the region and fills in what was left out; Dynamo records what was written, and its
// results have the dtypes of a program without the region.
ModeRegions::Leave ModeRegions::enter_autocast(const PyExpr& e, PyObject* region) {
  static constexpr std::string_view kParameters[] = {"device_type", "dtype", "enabled", "cache_enabled"};
  Arg given[4];
  // torch.autocast(device_type, dtype, enabled, cache_enabled); torch.cuda.amp.autocast(enabled, dtype, cache_enabled),
  // and the same of the CPU
  static constexpr std::size_t kPlaces[] = {0, 1, 2, 3}, kPlacesOfDevice[] = {2, 1, 3};
  bool of_cuda = region->name.starts_with("torch.cuda."), of_device = of_cuda || region->name.starts_with("torch.cpu.");
  if (region->items.size() > (of_device ? std::size(kPlacesOfDevice) : std::size(kPlaces)))
    fail(e, "autocast takes device_type, dtype, enabled and cache_enabled");
  if (of_device) {
    given[0] = context().string(of_cuda ? "cuda" : "cpu");
    given[1] = Arg::symbol(ArgKind::dtype, context().intern(of_cuda ? "torch.float16" : "torch.bfloat16"));
    given[3] = Arg::boolean(true);
  }
  for (std::size_t i = 0; i < region->items.size(); ++i)
    given[of_device ? kPlacesOfDevice[i] : kPlaces[i]] = python().to_arg(e, region->items[i]);
  for (const auto& [key, value] : region->kwargs) {
    auto at = std::find(std::begin(kParameters), std::end(kParameters), key);
    if (at == std::end(kParameters)) fail(e, cat({"autocast has no argument '", key, "'"}));
    given[at - std::begin(kParameters)] = python().to_arg(e, value);
  }
  if (!given[0].is_string()) fail(e, "autocast needs a device_type", "write torch.autocast(\"cpu\")");
  check_device(e, given[0].text());
  if (given[2].is_none()) given[2] = Arg::boolean(true);
  FakeCaller::Cast cast = caller().cast();
  if (!quiet() || region->prepared) enter_cast(given, region->prepared);
  python().frame().line = e.line;
  auto place = [this, region] { return is_above_all(*region) ? std::string() : recorder().place(); };
  tracer().set_place(place());
  leave_places();
  Node* enter = tracer().call_known(op_path::enter_autocast, {given[0], given[1], given[2], given[3]}, Arg());
  tracer().set_modules(names().module_stack());
  return [this, place, cast, enter, line = e.line] {
    caller().set_cast(cast);
    python().frame().line = line;
    tracer().set_place(place());
    leave_places();
    tracer().call_known(op_path::exit_autocast, {Arg::node(enter)}, Arg());
    tracer().set_modules(names().module_stack());
  };
}

}  // namespace seesaw
