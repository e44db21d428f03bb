// Arguments and results of operators.
//
// What: a `Value` is one argument of a call: nothing, a tensor, a list of tensors, a number, a list of numbers, a dtype
// or a text. `Outputs` are the tensors that a call returns. Why: a common signature lets one function record, trace or
// run any operator.
//
//   call(op::sum, {x, Value::ints({0, 1}), Value::boolean(true)})
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "core/engine/tensor/tensor.h"

namespace seesaw {

// A Python number: bool, int, float or complex.
struct Number {
  enum class Kind : std::uint8_t {
    boolean,
    integer,
    floating,
    complex,
  };
  Kind kind = Kind::integer;
  double value = 0;
  std::int64_t exact = 0;  // of a boolean or an integer; of a symbolic float its expression, 0 of a plain one
  double imaginary = 0;    // of a complex number, whose real part is `value`

  static Number of(double v) { return {Kind::floating, v, 0}; }
  static Number of(std::int64_t v) { return {Kind::integer, static_cast<double>(v), v}; }
  static Number of(int v) { return of(std::int64_t{v}); }
  static Number of(double real, double imaginary) { return {Kind::complex, real, 0, imaginary}; }
  bool is(double v) const { return value == v && imaginary == 0; }
  static Number of(bool v) { return {Kind::boolean, v ? 1.0 : 0.0, v ? 1 : 0}; }
};

class Value {
 public:
  enum class Kind : std::uint8_t {
    none,
    tensor,
    tensors,
    number,
    ints,
    reals,
    dtype,
    text,
  };

  Value() = default;
  Value(const Tensor& t) : kind_(t ? Kind::tensor : Kind::none), tensor_(t) {}
  Value(Tensor&& t) : kind_(t ? Kind::tensor : Kind::none), tensor_(std::move(t)) {}
  Value(Number n) : kind_(Kind::number), number_(n) {}
  Value(double v) : Value(Number::of(v)) {}
  Value(std::int64_t v) : Value(Number::of(v)) {}
  Value(int v) : Value(Number::of(v)) {}
  Value(bool v) : Value(Number::of(v)) {}
  Value(Dims d) : kind_(Kind::ints), ints_(std::move(d)) {}
  Value(std::vector<double> r) : kind_(Kind::reals), reals_(std::move(r)) {}
  Value(Element e) : kind_(Kind::dtype), element_(e) {}
  Value(std::vector<Tensor> list) : kind_(Kind::tensors), tensors_(std::move(list)) {}
  Value(std::string text) : kind_(Kind::text), text_(std::move(text)) {}

  Kind kind() const { return kind_; }
  bool is_none() const { return kind_ == Kind::none; }
  bool is_tensor() const { return kind_ == Kind::tensor; }
  bool is_tensors() const { return kind_ == Kind::tensors; }
  bool is_number() const { return kind_ == Kind::number; }
  const Tensor& tensor() const { return tensor_; }
  const std::vector<Tensor>& tensors() const { return tensors_; }
  Number number() const { return number_; }
  std::int64_t integer() const { return number_.exact; }
  bool truth() const { return !number_.is(0); }
  // Integers; a single number counts as a list of one.
  Dims ints() const { return kind_ == Kind::number ? Dims{number_.exact} : ints_; }
  const std::vector<double>& reals() const { return reals_; }
  Element element() const { return element_; }
  const std::string& text() const { return text_; }

 private:
  Kind kind_ = Kind::none;
  Element element_ = Element::f64;
  Tensor tensor_;
  Number number_;
  Dims ints_;
  std::vector<double> reals_;
  std::vector<Tensor> tensors_;
  std::string text_;
};

class Outputs {
 public:
  Outputs() = default;
  Outputs(Tensor one) : first_(std::move(one)), count_(1) {}
  Outputs(std::vector<Tensor> many) : rest_(std::move(many)), count_(rest_.size()), list_(true) {}
  std::size_t size() const { return count_; }
  Tensor& operator[](std::size_t i) { return list_ ? rest_[i] : first_; }
  const Tensor& operator[](std::size_t i) const { return list_ ? rest_[i] : first_; }

 private:
  Tensor first_;
  std::vector<Tensor> rest_;
  std::size_t count_ = 0;
  bool list_ = false;
};

}  // namespace seesaw
