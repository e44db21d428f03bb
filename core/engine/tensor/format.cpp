#include "core/engine/tensor/format.h"

#include <cmath>
#include <cstdio>
#include <optional>
#include <vector>

#include "core/base/number.h"

namespace seesaw {

namespace {

constexpr std::string_view kPrefix = "tensor(";

std::string printed(const char* format, int precision, double value) {
  if (std::isnan(value)) return "nan";
  char buffer[400];
  int length = std::snprintf(buffer, sizeof buffer, format, precision, value);
  return std::string(buffer, static_cast<std::size_t>(length));
}

// The indices of a dimension that are printed; -1 means "...".
std::vector<std::int64_t> shown(std::int64_t size, bool summarize, std::int64_t edge) {
  std::vector<std::int64_t> out;
  bool cut = summarize && size > 2 * edge;
  for (std::int64_t i = 0; i < (cut ? edge : size); ++i) out.push_back(i);
  if (!cut) return out;
  out.push_back(-1);
  for (std::int64_t i = size - edge; i < size; ++i) out.push_back(i);
  return out;
}

// Walks over the printed elements of a tensor: indices of all dimensions, the last one fastest.
class Cursor {
 public:
  Cursor(const Tensor& t, bool summarize, std::int64_t edge) : tensor_(t), at_(t.dim(), 0) {
    for (std::int64_t size : t.sizes()) indices_.push_back(shown(size, summarize, edge));
  }
  // Positions of the last dimension in the cursor's row.
  const std::vector<std::int64_t>& row() const { return indices_.back(); }
  double value(std::int64_t last) const {
    std::int64_t offset = tensor_.dim() == 0 ? 0 : last * tensor_.strides()[tensor_.dim() - 1];
    for (std::size_t d = 0; d + 1 < tensor_.dim(); ++d) offset += indices_[d][at_[d]] * tensor_.strides()[d];
    return with_element(tensor_.element(), [&](auto* t) {
      return static_cast<double>(tensor_.data<std::remove_pointer_t<decltype(t)>>()[offset]);
    });
  }
  std::int64_t integer(std::int64_t last) const {
    std::int64_t offset = tensor_.dim() == 0 ? 0 : last * tensor_.strides()[tensor_.dim() - 1];
    for (std::size_t d = 0; d + 1 < tensor_.dim(); ++d) offset += indices_[d][at_[d]] * tensor_.strides()[d];
    return tensor_.data<std::int64_t>()[offset];
  }
  // Goes to the next row. Returns the dimension that moved on, or -1 at the end; `skipped`: it passed a gap.
  std::ptrdiff_t next(bool& skipped) {
    skipped = false;
    for (std::size_t d = tensor_.dim() - (tensor_.dim() > 0 ? 1 : 0); d-- > 0;) {
      if (++at_[d] < indices_[d].size()) {
        if (indices_[d][at_[d]] < 0) {
          skipped = true;
          ++at_[d];
        }
        return static_cast<std::ptrdiff_t>(d);
      }
      at_[d] = 0;
    }
    return -1;
  }

 private:
  Tensor tensor_;
  std::vector<std::vector<std::int64_t>> indices_;
  std::vector<std::size_t> at_;
};

// One format for all elements: as integers, with a fixed number of digits, or with exponents.
class ElementFormat {
 public:
  ElementFormat(const Tensor& t, bool summarize, const PrintOptions& options)
      : element_(t.element()), precision_(options.precision) {
    if (is_floating(element_)) {
      measure_floats(t, summarize, options);
    } else {
      each(t, summarize, options, [&](const Cursor& c, std::int64_t i) { widen(plain(c, i).size()); });
    }
  }
  std::size_t width() const { return width_; }
  std::string text(const Cursor& cursor, std::int64_t i) const {
    std::string out = is_floating(element_) ? number(cursor.value(i)) : plain(cursor, i);
    return out.size() < width_ ? std::string(width_ - out.size(), ' ') + out : out;
  }

 private:
  template <class F>
  static void each(const Tensor& t, bool summarize, const PrintOptions& options, F&& f) {
    Cursor cursor(t, summarize, options.edgeitems);
    bool skipped;
    if (t.dim() == 0) return f(cursor, 0);
    do {
      for (std::int64_t i : cursor.row()) {
        if (i >= 0) f(cursor, i);
      }
    } while (cursor.next(skipped) >= 0);
  }

  std::string plain(const Cursor& cursor, std::int64_t i) const {
    if (element_ == Element::b8) return cursor.value(i) != 0 ? "True" : "False";
    std::string out;
    append_int(out, cursor.integer(i));
    return out;
  }

  std::string number(double v) const {
    if (scientific_) return printed("%.*e", precision_, v);
    if (!integers_) return printed("%.*f", precision_, v);
    std::string out = printed("%.*f", 0, v);
    return std::isfinite(v) ? out + "." : out;
  }
  void widen(std::size_t width) { width_ = std::max(width_, width); }

  void measure_floats(const Tensor& t, bool summarize, const PrintOptions& options) {
    double low = INFINITY, high = 0;
    bool any = false;
    auto usable = [](double v) { return std::isfinite(v) && v != 0; };
    each(t, summarize, options, [&](const Cursor& c, std::int64_t i) {
      double v = c.value(i);
      if (!usable(v)) return;
      any = true;
      low = std::min(low, std::abs(v));
      high = std::max(high, std::abs(v));
      if (v != std::ceil(v)) integers_ = false;
    });
    if (!any) return;
    scientific_ = high / low > 1000 || high > 1e8 || (!integers_ && low < 1e-4);
    each(t, summarize, options, [&](const Cursor& c, std::int64_t i) {
      if (usable(c.value(i))) widen(number(c.value(i)).size());
    });
    // As in PyTorch the columns keep the width of the other mode.
    if (options.scientific != PrintOptions::Scientific::automatic)
      scientific_ = options.scientific == PrintOptions::Scientific::on;
  }

  Element element_;
  int precision_;
  bool integers_ = true, scientific_ = false;
  std::size_t width_ = 1;
};

// The elements of a tensor in one format; for complex ones, a format for each part.
class Elements {
 public:
  Elements(const Tensor& t, bool summarize, const PrintOptions& options)
      : cursor_(real_part(t), summarize, options.edgeitems), format_(real_part(t), summarize, options) {
    if (!is_complex(t.element())) return;
    imaginary_.emplace(t.part(true), summarize, options.edgeitems);
    imaginary_format_.emplace(t.part(true), summarize, options);
  }
  const std::vector<std::int64_t>& row() const { return cursor_.row(); }
  std::ptrdiff_t next(bool& skipped) {
    if (imaginary_) imaginary_->next(skipped);
    return cursor_.next(skipped);
  }
  std::size_t width() const { return format_.width() + (imaginary_ ? imaginary_format_->width() + 1 : 0); }
  std::string text(std::int64_t i) const {
    std::string out = format_.text(cursor_, i);
    if (!imaginary_) return out;
    std::string imaginary = imaginary_format_->text(*imaginary_, i);
    imaginary.erase(0, imaginary.find_first_not_of(' '));
    return out + (imaginary[0] == '-' ? "" : "+") + imaginary + "j";
  }

 private:
  static Tensor real_part(const Tensor& t) { return is_complex(t.element()) ? t.part(false) : t; }
  Cursor cursor_;
  ElementFormat format_;
  std::optional<Cursor> imaginary_;
  std::optional<ElementFormat> imaginary_format_;
};

// A row in its brackets, broken into lines.
void append_row(std::string& out, const Elements& elements, std::size_t indent, const PrintOptions& options) {
  std::int64_t room = options.linewidth - static_cast<std::int64_t>(indent);
  std::int64_t per_line = std::max<std::int64_t>(1, room / static_cast<std::int64_t>(elements.width() + 2));
  std::int64_t count = 0;
  out += "[";
  for (std::int64_t i : elements.row()) {
    if (count > 0) out += count % per_line == 0 ? ",\n" + std::string(indent + 1, ' ') : ", ";
    out += i < 0 ? " ..." : elements.text(i);
    ++count;
  }
  out += "]";
}

std::string body(const Tensor& narrow, const PrintOptions& options) {
  Tensor t = is_narrow(narrow.element()) ? narrow.copy_to(wide_of(narrow.element()), narrow.device()) : narrow;
  bool summarize = t.numel() > options.threshold;
  Elements elements(t, summarize, options);
  if (t.dim() == 0) return elements.text(0);
  std::size_t rank = t.dim(), indent = kPrefix.size();
  std::string out(rank - 1, '[');
  for (;;) {
    append_row(out, elements, indent + rank - 1, options);
    bool skipped;
    std::ptrdiff_t moved = elements.next(skipped);
    if (moved < 0) break;
    auto d = static_cast<std::size_t>(moved);
    // Lists inside the continuing one are closed and opened again.
    std::size_t inner = rank - 2 - d;
    out.append(inner, ']');
    std::string separator = "," + std::string(rank - 1 - d, '\n') + std::string(indent + d + 1, ' ');
    out += separator;
    if (skipped) out += "..." + separator;
    out.append(inner, '[');
  }
  return out.append(rank - 1, ']');
}

std::string size_text(const Dims& sizes) {
  std::string out = "size=(";
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (d > 0) out += ", ";
    append_int(out, sizes[d]);
  }
  return out + (sizes.size() == 1 ? ",)" : ")");
}

}  // namespace

std::string tensor_text(const Tensor& t, std::string_view autograd, const PrintOptions& options) {
  std::vector<std::string> suffixes;
  std::string dtype = "dtype=torch." + std::string(t.dtype().name);
  if (t.device() != Device::cpu) suffixes.push_back("device='" + std::string(device_name(t.device())) + ":0'");
  std::string out(kPrefix);
  if (t.numel() == 0) {
    if (t.dim() != 1) suffixes.push_back(size_text(t.sizes()));
    if (t.element() != options.default_dtype) suffixes.push_back(dtype);
    out += "[]";
  } else {
    // A dtype evident from the digits needs no name.
    bool told = t.element() == options.default_dtype || t.element() == complex_of(options.default_dtype) ||
                t.element() == Element::i64 || t.element() == Element::b8;
    if (!told) suffixes.push_back(dtype);
    out += body(t, options);
  }
  if (!autograd.empty()) suffixes.emplace_back(autograd);
  // Suffixes that do not fit on the last line go to the next one.
  std::size_t last = out.rfind('\n'), line = last == std::string::npos ? out.size() + 2 : out.size() - last + 1;
  for (const std::string& suffix : suffixes) {
    if (line + suffix.size() + 2 > static_cast<std::size_t>(options.linewidth)) {
      out += ",\n" + std::string(kPrefix.size(), ' ') + suffix;
      line = kPrefix.size() + suffix.size();
    } else {
      out += ", " + suffix;
      line += suffix.size() + 2;
    }
  }
  return out + ")";
}

}  // namespace seesaw
