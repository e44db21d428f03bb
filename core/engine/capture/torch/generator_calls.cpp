// torch.Generator: sequences of random numbers of their own, outside of forward.
//
// What: a generator has a number; `generator=` of a call becomes two nodes of the graph of initial values, which put
// its sequence in the place of the default one and back. Why: what a seeded generator draws are the values that
// parameters have.
//
//   g = torch.Generator().manual_seed(3)    // torch.Generator.restart(0, 3)
//   torch.randn(3, generator=g)             // torch.Generator.swap(0), randn, torch.Generator.swap(0)
#include <algorithm>

#include "core/base/cat.h"
#include "core/engine/capture/torch/capture_run.h"

namespace seesaw {

namespace {

constexpr std::string_view kSwap = "torch.Generator.swap";

}  // namespace

std::optional<PyValue> TorchFunctions::make_generator(const PyExpr& e,
                                                      const std::string& path,
                                                      const PyValues& args,
                                                      const PyNamedValues&) {
  if (!recorder().outside())
    fail(e,
         "a torch.Generator that forward makes or seeds is outside of the subset that is captured",
         "make it in __init__, or call torch.manual_seed outside");
  if (path.ends_with(".number")) return PyValue(integer(generators_++));
  Arg seed = args.size() == 2 ? python().to_arg(e, args[1]) : Arg();
  if (!seed.is_integer() || !seed.fits_int64()) fail(e, "manual_seed takes a whole number", "give it a number: 3");
  recorder().init.call_known(path, {python().to_arg(e, args[0]), seed}, Arg());
  return PyValue();
}

std::optional<PyValue> TorchFunctions::with_generator(const PyExpr& e,
                                                      const PyNamedValues& kwargs,
                                                      const std::function<PyValue(const PyNamedValues&)>& draw) {
  auto is_generator = [&](const auto& one) {
    return one.first == "generator" && one.second.object != nullptr && one.second.object->kind == PyKind::instance &&
           one.second.object->klass->source == &python().library() &&
           one.second.object->klass->def->name == "torch_Generator";
  };
  auto found = std::find_if(kwargs.begin(), kwargs.end(), is_generator);
  if (found == kwargs.end()) return std::nullopt;
  if (!recorder().outside())
    fail(e,
         "random numbers of a torch.Generator in forward are outside of the subset that is captured",
         "leave generator= out, and call torch.manual_seed outside");
  Arg number = python().to_arg(e, python().attribute(e, found->second, "_number"));
  PyNamedValues rest = kwargs;
  rest.erase(rest.begin() + (found - kwargs.begin()));
  recorder().init.call_known(kSwap, {number}, Arg());
  try {
    PyValue out = draw(rest);
    recorder().init.call_known(kSwap, {number}, Arg());
    return out;
  } catch (const Error&) {
    recorder().init.call_known(kSwap, {number}, Arg());
    throw;
  }
}

}  // namespace seesaw
