// Values of a running graph.
//
// What: a `Datum` is a Python value: None, a tensor, a number, a text, a list, tuple or dict of them, a slice, a
// module. Why: nodes of a graph return more than tensors (shapes, lists of results, functions of a region), and their
// arguments nest.
//
//   Datum pair = Datum::tuple({Datum(x), Datum(Number::of(2))});
//   pair.items()[0].tensor()
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/engine/autograd/variable.h"
#include "core/engine/ops/call/value.h"

namespace seesaw {

class Module;

class Datum {
 public:
  enum class Kind : std::uint8_t {
    none,
    tensor,
    number,
    text,  // a string
    name,  // of a dtype, device, layout or memory format
    list,
    tuple,
    dict,   // items alternate key, value
    slice,  // three items
    ellipsis,
    module,
  };

  Datum() = default;
  explicit Datum(Tensor t) : kind_(t ? Kind::tensor : Kind::none), tensor_(std::move(t)) {}
  explicit Datum(Number n) : kind_(Kind::number), number_(n) {}
  static Datum text(std::string text) { return Datum(Kind::text, std::move(text)); }
  static Datum name(std::string text) { return Datum(Kind::name, std::move(text)); }
  static Datum list(std::vector<Datum> items) { return Datum(Kind::list, std::move(items)); }
  static Datum tuple(std::vector<Datum> items) { return Datum(Kind::tuple, std::move(items)); }
  static Datum group(Kind kind, std::vector<Datum> items) { return Datum(kind, std::move(items)); }
  static Datum module(const Module* module) {
    Datum out;
    out.kind_ = Kind::module;
    out.module_ = module;
    return out;
  }

  Kind kind() const { return kind_; }
  bool is_none() const { return kind_ == Kind::none; }
  bool is_tensor() const { return kind_ == Kind::tensor; }
  bool is_number() const { return kind_ == Kind::number; }
  bool is_text() const { return kind_ == Kind::text || kind_ == Kind::name; }
  bool is_sequence() const { return kind_ == Kind::list || kind_ == Kind::tuple; }
  bool is_module() const { return kind_ == Kind::module; }
  // Throws for a non-tensor: a null tensor would be memory at address 0.
  const Tensor& tensor() const {
    if (kind_ != Kind::tensor) not_a("Tensor");
    return tensor_;
  }
  Number number() const { return number_; }
  // Throws if the value is not a text.
  const std::string& text() const {
    if (!is_text()) not_a("str");
    return *text_;
  }
  const std::vector<Datum>& items() const {
    static const std::vector<Datum> none;
    return items_ ? *items_ : none;
  }
  const Module* module() const { return module_; }

 private:
  Datum(Kind kind, std::string text) : kind_(kind), text_(std::make_shared<const std::string>(std::move(text))) {}
  Datum(Kind kind, std::vector<Datum> items)
      : kind_(kind), items_(std::make_shared<const std::vector<Datum>>(std::move(items))) {}

  [[noreturn]] void not_a(std::string_view expected) const;  // python_values.cpp

  Kind kind_ = Kind::none;
  Tensor tensor_;
  Number number_;
  std::shared_ptr<const std::string> text_;
  std::shared_ptr<const std::vector<Datum>> items_;  // shared: values are never changed in place
  const Module* module_ = nullptr;
};

// Whether its gradient is required.
inline bool wants_grad(const Datum& value) { return value.is_tensor() && autograd::requires_grad(value.tensor()); }

}  // namespace seesaw
