#include "core/engine/capture/torch/capture_run.h"

#include "core/engine/capture/library/library.h"
#include "core/engine/capture/torch/script.h"

namespace seesaw {

namespace {

Program& prepared(Program& program, const CaptureSettings& settings) {
  program.context->dialect.choose(settings.torch);
  program.root = Module::make(*program.context, "<lambda>", std::make_unique<Graph>(*program.context));
  program.signature.emplace();
  return program;
}

// Read once: what a capture adds to it are bodies of functions that it runs, parsed.
PythonSource& parsed_library() {
  static PythonSource source(library_source());
  return source;
}

}  // namespace

CaptureRun::CaptureRun(std::string_view source, const CaptureSettings& given, Diagnostics& found)
    : settings(given),
      diagnostics(found),
      program(std::make_shared<Context>()),
      values(*prepared(program, given).context),
      caller(values),
      host(*this),
      python(source, parsed_library(), *program.context, host),
      recorder(*this),
      inputs(*this),
      modules(*this),
      names(*this),
      watch(*this),
      regions(*this),
      control(*this),
      trees(*this),
      tensors(*this),
      functions(*this),
      sizes(*this),
      shapes(*this) {
  shapes.prepare(source);
  values.symbols().count_unbacked_from(kOutsideSymbols);
}

CaptureRun::~CaptureRun() = default;

}  // namespace seesaw
