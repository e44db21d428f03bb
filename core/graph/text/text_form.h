// A form in which a program is printed.
//
// What: a record in the file of its printer, `constinit const TextForm text_form::dot{...}`; the build lists them
// (core/list_records.cmake). `print` and its errors, describe, the command line and the page follow from the records.
// Why: a new form is one file.
//
//   for (const TextForm* form : graph_records::text_forms()) ...        // in their order
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/graph/ir/program.h"
#include "core/graph/text/print.h"

namespace seesaw {

// What is printed, and the options of `print` beside the form.
struct Printing {
  const Program& program;
  const Module& module;
  bool whole;    // the program, not a nested graph
  bool as_read;  // laid out as the text was, where the form can be
  std::string_view class_name;
  std::optional<bool> strides, devices;
  const Dialect* dialect;
  CodeOptions code(bool verbose) const { return {verbose, strides.value_or(false), devices.value_or(false), dialect}; }
  LayoutOptions layout() const { return {strides, devices, dialect}; }
  ReadableOptions readable() const { return {strides.value_or(false), devices.value_or(false), class_name, dialect}; }
};

struct TextForm {
  std::string_view name;
  int order;  // in lists
  std::string_view doc;
  std::string (*print)(const Printing&);
  bool annotated = false;          // shows values, so that strides and devices can be requested
  std::string_view ending = "py";  // of the name of a file
  bool plain = false;              // no Python: shown without its colours
  bool read_back = true;           // `open` reads it
};

}  // namespace seesaw
