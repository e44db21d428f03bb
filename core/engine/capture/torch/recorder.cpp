#include "core/engine/capture/torch/recorder.h"

#include <algorithm>

#include "core/base/cat.h"
#include "core/engine/capture/library/library.h"
#include "core/engine/capture/torch/capture_run.h"
#include "core/graph/dialect/engine_novelty.h"
#include "core/graph/text/annotation.h"

namespace seesaw {

namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\r' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// A call costs more than a step of Python, and quotes its line: the beginning, where thousands of calls would each hold
// all of a long one.
std::string quoted(std::string_view line) {
  return line.size() <= 4000 ? std::string(line) : cat({line.substr(0, 4000), "..."});
}

}  // namespace

Recorder::Recorder(CaptureRun& run)
    : CapturePart(run),
      initial(Module::make(context(), "initial", std::make_unique<Graph>(context()))),
      main(caller(), program().root),
      init(caller(), initial),
      current(&main) {}

Recorder::~Recorder() = default;

std::vector<Arg> Recorder::sizes_of(const TensorMeta& meta) {
  std::vector<Arg> out;
  SymScope symbols(&values().symbols());
  const Dims& sizes = values().tensor(&meta).sizes();
  for (std::size_t d = 0; d < sizes.size(); ++d) out.push_back(values().number(sizes[d]));
  return out;
}

std::vector<Arg> Recorder::sizes_asked(const Arg& tensor) {
  std::vector<Arg> out = sizes_of(*tracer().meta_of(tensor).as_tensor_meta());
  tracer().asked_by_program = !runs_within_call();
  bool own = current == &main && tensor.is_node() && &tensor.as_node()->graph() == &main.graph();
  for (std::size_t d = 0; own && d < out.size(); ++d) {
    if (out[d].is_symbolic()) out[d] = tracer().own_number(tensor, d, out[d]);
  }
  tracer().asked_by_program = false;
  return out;
}

bool Recorder::runs_within_call() {
  if (!settings().strict || outside()) return false;
  if (modules().leaves > 0 && !has(context().dialect, EngineNovelty::inlined_layers)) return true;
  const auto& frames = python().frames();
  return std::any_of(frames.begin(), frames.end(), [&](const PythonInterpreter::Frame& frame) {
    return frame.source == &python().library() && frame.function.starts_with("F_");
  });
}

Tensor Recorder::tensor_of(const Arg& val, const std::vector<Arg>& numbers) {
  Dims sizes;
  for (const Dim& dim : val.as_tensor_meta()->shape) sizes.push_back(dim.value);
  Element element = Element::f32;
  element_of(*val.as_tensor_meta()->dtype, element);
  Tensor out = Tensor::zeros(sizes, element);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const Arg& n = numbers[i];
    if (element == Element::i64 && n.kind() == ArgKind::integer) {
      out.data<std::int64_t>()[i] = n.fits_int64() ? n.as_int() : 0;
      continue;
    }
    double number = n.kind() == ArgKind::floating ? n.as_float()
                    : n.is_bool()                 ? n.as_bool()
                    : n.fits_int64()              ? static_cast<double>(n.as_int())
                                                  : 0;
    out.set_item_at(static_cast<std::int64_t>(i), number);
  }
  return out;
}

// Dynamo knows the functions of the user; non-strict tracing shows those that are called forward, of PyTorch's layers
// too.
std::string Recorder::place() {
  python().add_steps(8);
  if (fixed_place) return *fixed_place;
  std::string out;
  // The file itself is a frame only while nothing of it is called.
  for (std::size_t i = std::min<std::size_t>(1, python().frames().size() - 1); i < python().frames().size(); ++i) {
    const PythonInterpreter::Frame& f = python().frames()[i];
    bool library = f.source != &python().own_source();
    // Dynamo does not look into modules of PyTorch's; later ones show what is a person's in them.
    if (settings().strict && modules().leaves > 0 && i >= modules().leaf_frames && f.place.empty() &&
        (library || !has(context().dialect, EngineNovelty::inlined_layers)))
      continue;
    bool hidden = library && f.place.empty() && !library_line_is_shown(f.source->line(f.line));
    if (settings().strict ? hidden : f.function != "forward" && (i > 1 || names().declared)) continue;
    std::string code = quoted(trimmed(f.source->line(f.line)));
    out += traceback_of(
        settings().strict && !f.place.empty() ? std::string(f.place)
        : library
            ? library_place(code, f.function, has(context().dialect, EngineNovelty::library_lines))
            : cat({"File: ", settings().file, ":", std::to_string(f.line), " in ", f.function, ", code: ", code}));
  }
  // A module of PyTorch's itself is called by Dynamo's wrapper.
  if (settings().strict && out.empty() && names().root != nullptr && modules().has_torch_forward(*names().root)) {
    out = traceback_of(
        cat({"File: ",
             kTorchFolder,
             has(context().dialect, EngineNovelty::inlined_layers)
                 ? "_dynamo/functional_export.py:243 in forward, code: res = self._export_root(*args, **kwargs)"
                 : "_dynamo/external_utils.py:45 in inner, code: return fn(*args, **kwargs)"}));
  }
  return out;
}

Arg Recorder::with_strides(const Arg& val) {
  if (val.kind() != ArgKind::tensor_meta || val.as_tensor_meta()->has_stride) return val;
  const Tensor& fake = values().tensor(val.as_tensor_meta());
  return values().of(fake.spec(), val.as_tensor_meta()->requires_grad);
}

// Dynamo names a node after the first variable that it is kept in, if that name is free; inputs after their parameter.
void Recorder::note_variable(const std::string& name, const PyValue& value) {
  if (!settings().strict || !value.is_arg() || !value.arg.is_node()) return;
  auto [at, added] = dynamo_names.try_emplace(value.arg.as_node(), name);
  if (!added) return;
  int& number = last_numbers_[name];
  while (!taken_names_.insert(at->second).second) at->second = cat({name, "_", std::to_string(++number)});
}

PyValue Recorder::in_reduce(std::string_view line, const std::function<PyValue()>& step) {
  PythonInterpreter::Frame own = python().frame();
  own.place = line;
  own.function = "reduce";
  std::vector<PythonInterpreter::Frame>& frames = python().frames();
  std::size_t depth = frames.size();
  frames.push_back(own);
  try {
    PyValue out = step();
    frames.resize(depth);
    return out;
  } catch (...) {
    frames.resize(depth);
    throw;
  }
}

}  // namespace seesaw
