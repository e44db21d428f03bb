#include "core/engine/exec/sample_values.h"

#include "core/base/budget.h"
#include "core/base/cat.h"
#include "core/base/diagnostic.h"
#include "core/base/number.h"

namespace seesaw {

namespace {

// splitmix64.
class Stream {
 public:
  Stream(std::uint64_t seed, std::string_view name) : state_(seed) {
    for (char c : name) state_ = (state_ ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  }
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15ULL;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
    return z ^ z >> 31;
  }
  double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

 private:
  std::uint64_t state_;
};

std::int64_t size_of_symbol(const SymExpr& sym) {
  if (sym.has_hint) return sym.hint;
  std::string_view text = sym.text.view();
  // s0, u1: a plain symbol; values computed from symbols must be consistent with them, which only their hint ensures.
  bool plain = text.size() > 1 && (text[0] == 's' || text[0] == 'u') && parse_int(text.substr(1)).has_value();
  if (!plain)
    throw user_error("inputs", cat({"the size '", text, "' is not known"}), "give inputs, with `seesaw exec`");
  return 2 + *parse_int(text.substr(1)) % 5;
}

Tensor sample_tensor(const TensorMeta& meta, Stream stream, bool is_buffer) {
  Element element;
  if (meta.dtype == nullptr || !element_of(*meta.dtype, element)) {
    throw user_error(
        "no-kernel",
        cat({"values of ", meta.dtype == nullptr ? "an unknown dtype" : meta.dtype->name, " cannot be computed with"}),
        "use float64, float32, float16, bfloat16, complex64, complex128, a signed integer dtype, uint8 or bool");
  }
  Dims sizes;
  std::int64_t count = 1;
  for (const Dim& dim : meta.shape) {
    sizes.push_back(dim.sym == nullptr ? dim.value : size_of_symbol(*dim.sym));
    if (sizes.back() < 0 || (sizes.back() > 0 && count > limit_of(Budget::elements) / sizes.back()))
      throw user_error("inputs", "a tensor of this size is too large to try the program with");
    count *= sizes.back();
  }
  Tensor out = Tensor::zeros(sizes, element);
  double low = is_buffer ? 0.5 : -1.5, range = is_buffer ? 1 : 3;
  if (is_complex(element)) {
    for (bool imaginary : {false, true}) {
      Tensor part = out.part(imaginary);
      for (std::int64_t i = 0; i < count; ++i) part.set_item_at(i, low + range * stream.uniform());
    }
    return out;
  }
  for (std::int64_t i = 0; i < count; ++i)
    out.set_item_at(i, is_floating(element) ? low + range * stream.uniform() : static_cast<double>(stream.next() & 1));
  return out;
}

}  // namespace

Datum SampleValues::value(std::string_view name, const Arg& val, bool is_buffer) const {
  Stream stream(seed_, name);
  switch (val.kind()) {
    case ArgKind::tensor_meta: return Datum(sample_tensor(*val.as_tensor_meta(), stream, is_buffer));
    case ArgKind::integer:
      if (val.fits_int64()) return Datum(Number::of(val.as_int()));
      break;
    case ArgKind::boolean: return Datum(Number::of(val.as_bool()));
    case ArgKind::floating: return Datum(Number::of(val.as_float()));
    case ArgKind::sym_int: return Datum(Number::of(size_of_symbol(*val.as_sym())));
    case ArgKind::string: return Datum::text(std::string(val.text()));
    case ArgKind::none: return Datum();
    default: break;
  }
  throw user_error("inputs",
                   cat({"what '", name, "' takes is not known well enough to try a value"}),
                   "annotate it, as x: \"f32[2, 3]\"");
}

}  // namespace seesaw
