#include "core/engine/capture/live/live_capture.h"

#include <algorithm>
#include <tuple>

#include "core/base/cat.h"
#include "core/engine/capture/library/library.h"
#include "core/engine/capture/torch/found_names.h"
#include "core/engine/capture/torch/input_maker.h"
#include "core/engine/capture/torch/script.h"
#include "core/engine/exec/python_call.h"
#include "core/graph/dialect/engine_novelty.h"
#include "core/graph/session/session.h"
#include "core/graph/text/annotation.h"

namespace seesaw {

namespace {

constexpr std::string_view kNoSource = "";

PyExpr nowhere(std::string_view text = {}) {
  PyExpr out;
  out.text = text;
  return out;
}

}  // namespace

std::unique_ptr<LiveCapture> LiveCapture::make(CaptureSettings settings) {
  auto own = std::make_unique<Own>();
  own->settings = std::move(settings);
  own->run = std::make_unique<CaptureRun>(kNoSource, own->settings, own->diagnostics);
  return std::unique_ptr<LiveCapture>(new LiveCapture(std::move(own)));
}

LiveCapture::LiveCapture(std::unique_ptr<Own> own)
    : CapturePart(*own->run), own_(std::move(own)), live_(run_), end_(run_) {
  tracer().copies_conversions = settings().functional;
  recorder().main.keeps_failed = !settings().strict;
  recorder().main.adopt = [this](Node* node) { return inputs().adopted(node); };
  recorder().current = &recorder().init;
  recorder().fixed_place.emplace();
  SymScope symbols(&values().symbols());
  for (const CaptureSize& size : settings().sizes)
    values().symbols().set_range(values().symbols().symbol(size.name), {size.low, size.high});
}

const LiveCapture::Row* LiveCapture::find_row(std::string_view name) {
  using L = LiveCapture;
  static constexpr Row kRows[] = {{"attribute", &L::attribute},
                                  {"augmented", &L::augmented},
                                  {"binary", &L::binary},
                                  {"builtin", &L::builtin},
                                  {"call", &L::call},
                                  {"enter_module", &L::enter_module, true},
                                  {"enter_region", &L::enter_region},
                                  {"function_mode", &L::function_mode},
                                  {"has", &L::has_attribute},
                                  {"item", &L::item},
                                  {"items", &L::items},
                                  {"leave_module", &L::leave_module, true},
                                  {"leave_region", &L::leave_region},
                                  {"method", &L::method},
                                  {"object", &L::object},
                                  {"outside", &L::outside},
                                  {"place", &L::place},
                                  {"reach", &L::reach},
                                  {"register_state", &L::register_state},
                                  {"remove", &L::remove},
                                  {"rename_class", &L::rename_class},
                                  {"set", &L::set},
                                  {"set_item", &L::set_item},
                                  {"start", &L::start},
                                  {"truth", &L::truth},
                                  {"unary", &L::unary}};
  auto found = std::find_if(std::begin(kRows), std::end(kRows), [&](const Row& row) { return row.name == name; });
  return found == std::end(kRows) ? nullptr : found;
}

void LiveCapture::answer(const JsonValue& request, JsonWriter& out) {
  const Row* row = find_row(request["do"].string());
  if (row == nullptr) throw json_error(request["do"], "this is nothing that a capture answers");
  if (row->within && stage_ != Stage::started)
    throw user_error("python", cat({"'", row->name, "' is asked for while a capture runs"}), "start it first");
  SymScope symbols(&values().symbols());
  note_place(request);
  python().reset_steps();
  (this->*row->function)(request, out);
}

void LiveCapture::set_caller(std::function<std::string(const std::string&)> caller) {
  if (!caller) return void(run_.call_outer = nullptr);
  run_.call_outer = [this, caller = std::move(caller)](std::int64_t function, const PyValues& args) {
    JsonWriter request;
    request.object().member("fn", function).key("args").array();
    for (const PyValue& arg : args) live_.write(request, arg);
    request.end().end();
    std::optional<std::string> place = recorder().fixed_place;
    JsonDocument answer;
    PyValue out = live_.read(answer.parse(caller(request.take()))["value"]);
    recorder().fixed_place = std::move(place);
    return out;
  };
}

void LiveCapture::note_place(const JsonValue& request) {
  if (const JsonValue* at = request.find("at")) recorder().fixed_place = std::string(at->string());
}

PyValue LiveCapture::result(JsonWriter& out, PyValue value) {
  live_.write(out, value);
  return value;
}

// --- values ---

// One frame of a stack trace: {file, line, function, code}, or a line of the library.
void LiveCapture::place(const JsonValue& r, JsonWriter& out) {
  std::string_view code = r["code"].string(), function = r["function"].string();
  out.value(std::string_view(traceback_of(
      r.has("file") ? cat({"File: ",
                           r["file"].string(),
                           ":",
                           std::to_string(r["line"].integer()),
                           " in ",
                           function,
                           ", code: ",
                           code})
                    : library_place(code, function, has(context().dialect, EngineNovelty::library_lines)))));
}

// A function that nobody knows is no attribute of its module.
void LiveCapture::attribute(const JsonValue& r, JsonWriter& out) {
  PyValue of = live_.read(r["of"]);
  std::string name(r["name"].string());
  PyValue found = python().attribute(nowhere(), of, name);
  if (found.is_path() && of.is_path() && r.has("checked") && !run_.host.has_attribute(of, name).value_or(true))
    throw fx_error("AttributeError", cat({"module '", of.path, "' has no attribute '", name, "'"}));
  result(out, std::move(found));
}

// hasattr().
void LiveCapture::has_attribute(const JsonValue& r, JsonWriter& out) {
  out.value(run_.host.has_attribute(live_.read(r["of"]), std::string(r["name"].string())).value_or(false));
}

void LiveCapture::method(const JsonValue& r, JsonWriter& out) {
  PyValue of = live_.read(r["of"]);
  std::string name(r["name"].string());
  PyExpr here = nowhere();
  PyValues args = live_.read_list(r, "args");
  PyNamedValues kwargs = live_.read_named(r, "kwargs");
  if (run_.host.is_foreign(of)) {
    of = run_.host.method_owner(here, run_.host.settled(of, name), name);
    result(out, run_.host.call_method(here, of, name, args, kwargs));
    return;
  }
  PyValue bound = python().attribute(here, of, name);
  result(out, python().call_value(here, bound, std::move(args), std::move(kwargs)));
}

void LiveCapture::call(const JsonValue& r, JsonWriter& out) {
  PyValue callee = r.has("of") ? live_.read(r["of"]) : PyValue::of_path(std::string(r["path"].string()));
  result(out, python().call_value(nowhere(), callee, live_.read_list(r, "args"), live_.read_named(r, "kwargs")));
}

void LiveCapture::binary(const JsonValue& r, JsonWriter& out) {
  result(out, python().binary(nowhere(), r["op"].string(), live_.read(r["left"]), live_.read(r["right"])));
}

void LiveCapture::augmented(const JsonValue& r, JsonWriter& out) {
  PyValue left = live_.read(r["left"]), right = live_.read(r["right"]);
  std::optional<PyValue> written = run_.host.augmented(nowhere(), r["op"].string(), left, right);
  result(out, written ? *written : python().binary(nowhere(), r["op"].string(), left, right));
}

void LiveCapture::unary(const JsonValue& r, JsonWriter& out) {
  PyExpr here = nowhere(r["op"].string());
  if (here.text != "-" && here.text != "+" && here.text != "~") throw json_error(r["op"], "this is no operator");
  PyValue of = live_.read(r["of"]);
  if (std::optional<PyValue> made = run_.host.unary(here, of)) return void(result(out, *made));
  result(out,
         python().python_function(here,
                                  here.text == "-"   ? "operator.neg"
                                  : here.text == "+" ? "operator.pos"
                                                     : "operator.invert",
                                  {python().to_arg(here, of)}));
}

void LiveCapture::item(const JsonValue& r, JsonWriter& out) {
  result(out, python().get_item(nowhere(), live_.read(r["of"]), live_.read(r["key"])));
}

void LiveCapture::set_item(const JsonValue& r, JsonWriter& out) {
  python().set_item(nowhere(), live_.read(r["of"]), live_.read(r["key"]), live_.read(r["value"]));
  out.null();
}

void LiveCapture::items(const JsonValue& r, JsonWriter& out) {
  result(out, python().make_list(PyKind::tuple, python().items_of(nowhere(), live_.read(r["of"]))));
}

void LiveCapture::truth(const JsonValue& r, JsonWriter& out) {
  out.value(python().truth(nowhere(), live_.read(r["of"])));
}

void LiveCapture::builtin(const JsonValue& r, JsonWriter& out) {
  result(out,
         python().builtin(
             nowhere(), std::string(r["name"].string()), live_.read_list(r, "args"), live_.read_named(r, "kwargs")));
}

// --- modules ---

PyClass* LiveCapture::class_of(const JsonValue& r) {
  std::string path(r["class"].string());
  auto [known, fresh] = classes_.try_emplace(path, nullptr);
  if (!fresh) return known->second;
  PyClass* base = modules().library_class(r["base"].string());
  if (base == nullptr) throw json_error(r["base"], "there is no such layer");
  if (base->path == path) return known->second = base;
  known->second = python().derived_class(base, std::string(last_of(path)));
  known->second->path = path;
  return known->second;
}

void LiveCapture::object(const JsonValue& r, JsonWriter& out) {
  PyObject* made = python().make(PyKind::instance);
  made->klass = class_of(r);
  made->prepared = true;
  result(out, PyValue(made));
}

// A module gets a class of its own, derived from the one that it has: one that computes a tensor.
void LiveCapture::rename_class(const JsonValue& r, JsonWriter& out) {
  PyObject* module = live_.read_module(r["of"]);
  std::string path(r["class"].string());
  module->klass = python().derived_class(module->klass, std::string(last_of(path)));
  module->klass->path = path;
  out.null();
}

// register_buffer and register_parameter. A tensor that is registered stays the same object in Python.
void LiveCapture::register_state(const JsonValue& r, JsonWriter& out) {
  PyObject* module = live_.read_module(r["of"]);
  PyValues args = live_.read_list(r, "args");
  if (args.size() < 2) throw json_error(r, "a name and a tensor are needed");
  PyExpr here = nowhere();
  modules().module_method(here, module, std::string(r["name"].string()), args, live_.read_named(r, "kwargs"));
  PyValue* held = python().find_attribute(module, python().name_argument(here, args[0]));
  if (held != nullptr) live_.rebind(args[1], *held);
  out.null();
}

// A buffer that gets a tensor outside of forward holds it as state: it stays the same object in Python.
void LiveCapture::set(const JsonValue& r, JsonWriter& out) {
  PyValue of = live_.read(r["of"]), value = live_.read(r["value"]);
  std::string name(r["name"].string());
  python().store_attribute(nowhere(), of, name, value);
  PyValue* held = is_module(of) && recorder().outside() ? python().find_attribute(of.object, name) : nullptr;
  if (held != nullptr && is_state(*held)) live_.rebind(value, *held);
  out.null();
}

void LiveCapture::remove(const JsonValue& r, JsonWriter& out) {
  PyValue of = live_.read(r["of"]);
  std::string name(r["name"].string());
  if (of.object != nullptr && python().find_attribute(of.object, name) != nullptr)
    python().delete_attribute(nowhere(), of, name);
  out.null();
}

// A module that has several names is the value of this attribute or item.
void LiveCapture::reach(const JsonValue& r, JsonWriter& out) {
  names().reach(live_.read_module(r["of"]), r["name"].string(), live_.read(r["value"]));
  out.null();
}

void LiveCapture::enter_module(const JsonValue& r, JsonWriter& out) {
  PyObject* module = live_.read_module(r["of"]);
  outer_calls_.push_back(names().calls.size());
  bool shown = module == names().root || !module->path.empty();
  if (shown) {
    names().begin_call(module);
    names().enter_call();
  }
  tracer().set_modules(names().module_stack());
  out.null();
}

// `broken`: an exception leaves it.
void LiveCapture::leave_module(const JsonValue& r, JsonWriter& out) {
  if (outer_calls_.empty()) throw user_error("python", "no module runs");
  bool shown = names().calls.size() > outer_calls_.back(), broken = r.has("broken");
  names().calls.resize(outer_calls_.back());
  outer_calls_.pop_back();
  if (shown && broken) names().break_call();
  if (shown && !broken) names().end_call(nowhere());
  tracer().set_modules(names().module_stack());
  out.null();
}

// --- regions ---

// `prepared`: made before what is captured runs, as a decorator is. set_grad_enabled(...) switches when it is made.
void LiveCapture::enter_region(const JsonValue& r, JsonWriter& out) {
  if (!is_region(r["path"].string())) throw json_error(r["path"], "this is no mode");
  PyObject* region = python().make_context(
      std::string(r["path"].string()), live_.read_list(r, "args"), live_.read_named(r, "kwargs"));
  region->prepared = bool_arg(r, "prepared", false);
  regions_.push_back(regions().enter(nowhere(), region));
  out.null();
}

void LiveCapture::leave_region(const JsonValue&, JsonWriter& out) {
  if (regions_.empty()) throw user_error("python", "no region is open");
  ModeRegions::Leave leave = std::move(regions_.back());
  regions_.pop_back();
  leave();
  out.null();
}

// PyTorch runs the forward of an autograd.Function without grad, and a region in it switches back to that.
void LiveCapture::function_mode(const JsonValue& r, JsonWriter& out) {
  if (bool_arg(r, "on", true)) {
    outer_modes_.push_back(regions().enter_function());
  } else if (!outer_modes_.empty()) {
    regions().set(outer_modes_.back());
    outer_modes_.pop_back();
  }
  out.null();
}

// What runs outside of forward makes initial values: {"on": true} begins it, false ends it.
void LiveCapture::outside(const JsonValue& r, JsonWriter& out) {
  if (bool_arg(r, "on", true)) {
    outer_tracers_.push_back(std::exchange(recorder().current, &recorder().init));
  } else if (!outer_tracers_.empty()) {
    recorder().current = outer_tracers_.back();
    outer_tracers_.pop_back();
  }
  out.null();
}

// --- the capture ---

void LiveCapture::make_root(const JsonValue& r) {
  names().declared = r.has("root");
  names().root = names().declared ? live_.read_module(r["root"]) : modules().plain_module("");
  recorder().current = &recorder().init;
  for (const CaptureState& state : settings().state) inputs().declare(state);
  if (names().declared) {
    modules().name_state(names().root);
    modules().separate_aliases(names().root);
    bind_constants();
  }
  values().symbols().count_unbacked_from(0);
  recorder().current = &recorder().main;
}

// Tensors that modules hold and that are neither parameters nor buffers are constants with the name of their attribute.
void LiveCapture::bind_constants() {
  recorder().current = &recorder().main;
  for (PyObject* module : modules().modules_of(names().root)) {
    for (auto& [name, value] : module->attributes) {
      PyValue before = value;
      if (before.is_arg() && before.arg.is_node()) live_.rebind(before, modules().read(module, name, value));
    }
  }
}

void LiveCapture::read_parameters(const JsonValue& r) {
  forward_.name = "forward";
  for (const JsonValue& one : r["parameters"].items()) {
    Parameter& made = forward_.parameters.emplace_back();
    made.name = std::string(one["name"].string());
    made.annotation = std::string(string_arg(one, "annotation", ""));
    std::string_view kind = string_arg(one, "kind", "plain");
    made.kind = kind == "keyword"  ? Parameter::Kind::keyword
                : kind == "rest"   ? Parameter::Kind::rest
                : kind == "others" ? Parameter::Kind::others
                                   : Parameter::Kind::plain;
    made.fallback = bool_arg(one, "fallback", false) ? 0 : -1;
  }
}

// Plain attributes of the root, as Python has them now: what forward sets there is judged at the end.
void LiveCapture::note_plain(const JsonValue& r) {
  const JsonValue* plain = r.find("plain");
  for (const JsonMember& one : plain == nullptr ? std::span<const JsonMember>() : plain->members())
    python().put_plain(names().root, one.key, live_.read(one.value));
}

// {root?, parameters, args?, kwargs?, shapes?, grad?}: gives the arguments that forward is called with.
void LiveCapture::start(const JsonValue& r, JsonWriter& out) {
  if (stage_ != Stage::made) throw user_error("python", "this capture has begun already");
  stage_ = Stage::started;
  own_->settings.ambient_grad = bool_arg(r, "grad", settings().ambient_grad);
  regions().set({settings().ambient_grad, settings().ambient_grad});
  make_root(r);
  inputs().add_state();
  if (modules().has_torch_forward(*names().root)) inputs().root_name = "fn";
  read_parameters(r);
  InputMaker maker(run_);
  if (r.has("args")) {
    ScriptCall given;
    given.module = names().root;
    given.args = live_.read_list(r, "args");
    given.kwargs = live_.read_named(r, "kwargs");
    if (r.has("shapes")) given.shapes = live_.read(r["shapes"]);
    end_.args = maker.of_call(given, forward_, end_.kwargs);
  } else {
    end_.args = maker.of_settings(forward_, end_.kwargs);
  }
  end_.parameters = forward_.parameters;
  names().calls.push_back({names().root, 0, names().root->path});
  names().enter_call();
  note_plain(r);
  watch().remember_attributes();
  recorder().main.set_modules(names().module_stack());
  out.object().key("args").array();
  for (const PyValue& value : end_.args) live_.write(out, value);
  out.end().key("kwargs").object();
  for (const auto& [name, value] : end_.kwargs) live_.write(out.key(name), value);
  out.end().member("shared", names().shared).end();
}

Program LiveCapture::finish(const JsonValue& r, CaptureDetails& details) {
  if (stage_ != Stage::started) throw user_error("python", "no capture runs that could end", "start one first");
  SymScope symbols(&values().symbols());
  end_.result = live_.read(r["result"]);
  stage_ = Stage::ended;
  names().end_call(nowhere());
  note_plain(r);
  end_.finish();
  end_.describe(details);
  Program out = std::move(program());
  // Behind it the script goes on, outside of what is captured.
  program().context = out.context;
  recorder().current = &recorder().init;
  names().calls.clear();
  regions_.clear();
  outer_calls_.clear();
  outer_tracers_.clear();
  outer_modes_.clear();
  return out;
}

}  // namespace seesaw
