#include "core/graph/ir/value_printer.h"

#include "core/base/cat.h"
#include "core/base/complex_number.h"
#include "core/base/number.h"
#include "core/base/utf8.h"

namespace seesaw {

namespace {

constexpr std::string_view kAddress = "0x000000000000";

// Code points that Python's repr escapes: controls, format characters, spaces other than ' ', private use.
bool is_printable(std::uint32_t c) {
  struct Range {
    std::uint32_t first, last;
  };
  static constexpr Range kHidden[] = {{0x00, 0x1F},
                                      {0x7F, 0xA0},
                                      {0xAD, 0xAD},
                                      {0x600, 0x605},
                                      {0x61C, 0x61C},
                                      {0x6DD, 0x6DD},
                                      {0x70F, 0x70F},
                                      {0x1680, 0x1680},
                                      {0x180E, 0x180E},
                                      {0x2000, 0x200F},
                                      {0x2028, 0x202F},
                                      {0x205F, 0x206F},
                                      {0x3000, 0x3000},
                                      {0xD800, 0xF8FF},
                                      {0xFEFF, 0xFEFF},
                                      {0xFFF0, 0xFFFB},
                                      {0xFFFE, 0xFFFF},
                                      {0xE0000, 0x10FFFF}};
  for (const Range& range : kHidden) {
    if (c < range.first) return true;
    if (c <= range.last) return false;
  }
  return true;
}

void append_hex(std::string& out, std::uint32_t value, int digits) {
  constexpr char hex[] = "0123456789abcdef";
  for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) out += hex[value >> shift & 15];
}

// A text that is no complex number, which only JSON can hold, stays as it is.
void append_complex_repr(std::string& out, std::string_view text) {
  std::optional<ComplexParts> parts = parse_complex_parts(text);
  out += parts ? format_complex(*parts) : text;
}

void append_device_repr(std::string& out, std::string_view device) {
  std::size_t colon = device.find(':');
  out += "device(type='";
  out += device.substr(0, colon);
  out += '\'';
  if (colon != std::string_view::npos) {
    out += ", index=";
    out += device.substr(colon + 1);
  }
  out += ')';
}

void append_dim_list(std::string& out, std::span<const Dim> dims) { append_dims(out, dims); }

void append_tensor(std::string& out, const TensorConst& tensor, bool code) {
  if (!code && tensor.text) {
    out += tensor.text.view();
    return;
  }
  out += code ? "torch.Tensor(size=" : "tensor(..., size=";
  append_dim_list(out, tensor.shape);
  out += code ? ", dtype=" : ", dtype=torch.";
  out += tensor.dtype.view();
  out += ')';
}

void append_callable_repr(std::string& out, const Callable& callable) {
  std::string_view path = callable.path.view();
  if (callable.kind == CallableKind::op_overload) {
    std::string_view rest = path.substr(10);
    std::size_t dot = rest.find('.', rest.find('.') + 1);
    out += "<OpOverload(op='";
    out += rest.substr(0, dot);
    out += "', overload='";
    out += rest.substr(dot + 1);
    out += "')>";
  } else if (callable.kind == CallableKind::op_packet) {
    out += "<OpOverloadPacket(op='";
    out += path.substr(10);
    out += "')>";
  } else {
    append_callable_str(out, callable);
  }
}

}  // namespace

void append_string_repr(std::string& out, std::string_view text) {
  char quote = text.find('\'') != std::string_view::npos && text.find('"') == std::string_view::npos ? '"' : '\'';
  out += quote;
  for (std::size_t i = 0; i < text.size();) {
    CodePoint point = decode_utf8(text, i);
    std::uint32_t c = point.value;
    if (!point.valid) {
      out += "\\x";
      append_hex(out, static_cast<unsigned char>(text[i]), 2);
    } else if (c == '\\' || c == static_cast<unsigned char>(quote)) {
      out += '\\';
      out += static_cast<char>(c);
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\r') {
      out += "\\r";
    } else if (c == '\t') {
      out += "\\t";
    } else if (is_printable(c)) {
      out.append(text, i, point.size);
    } else if (c < 0x100) {
      out += "\\x";
      append_hex(out, c, 2);
    } else if (c < 0x10000) {
      out += "\\u";
      append_hex(out, c, 4);
    } else {
      out += "\\U";
      append_hex(out, c, 8);
    }
    i += point.size;
  }
  out += quote;
}

void append_callable_str(std::string& out, const Callable& callable) {
  std::string_view path = callable.path.view();
  std::string_view name = callable.name.view();
  std::string text;
  switch (callable.kind) {
    case CallableKind::op_overload:
    case CallableKind::op_packet: text = path.substr(10); break;
    case CallableKind::higher_order: text = name; break;
    case CallableKind::tensor_method: text = cat({"<method '", name, "' of 'torch._C.TensorBase' objects>"}); break;
    case CallableKind::torch_builtin:
      if (path == "torch.Tensor" || path == "torch.Size" || path == "torch.device" || path == "torch.dtype" ||
          path == "torch.Generator") {
        text = cat({"<class '", path, "'>"});
      } else if (path.starts_with("torch._C.")) {
        text = cat({"<built-in function ", name, ">"});
      } else {
        text = cat({"<built-in method ", name, " of type object at ", kAddress, ">"});
      }
      break;
    case CallableKind::builtin: {
      constexpr std::string_view kTypes =
          " slice int float bool str tuple list dict range set zip map complex type enumerate reversed filter "
          "frozenset bytes object ";
      bool is_type = kTypes.find(cat({" ", name, " "})) != std::string_view::npos;
      text = (is_type ? "<class '" : "<built-in function ") + std::string(name) + (is_type ? "'>" : ">");
      break;
    }
    case CallableKind::operator_function: text = cat({"<built-in function ", name, ">"}); break;
    case CallableKind::torch_function:
    case CallableKind::function:
      if (path.starts_with("math.")) {
        text = cat({"<built-in function ", name, ">"});
      } else {
        text = cat({"<function ", name, " at ", kAddress, ">"});
      }
      break;
  }
  out += text;
}

void ValuePrinter::node(const Node* node, Style style) {
  if (style == Style::fx) out_ += '%';
  if (names_ != nullptr) {
    names_->append_node(out_, node);
  } else {
    node->name().append_to(out_);
  }
}

void ValuePrinter::leaf(const Arg& arg, Style style) {
  switch (arg.kind()) {
    case ArgKind::none: out_ += "None"; return;
    case ArgKind::boolean: out_ += arg.as_bool() ? "True" : "False"; return;
    case ArgKind::integer:
      if (arg.fits_int64()) {
        append_int(out_, arg.as_int());
      } else {
        out_ += arg.text();
      }
      return;
    case ArgKind::floating: append_float(out_, arg.as_float()); return;
    case ArgKind::string:
      if (style == Style::fx) {
        out_ += arg.text();
      } else {
        append_string_repr(out_, arg.text());
      }
      return;
    case ArgKind::device:
      if (style == Style::fx) {
        out_ += arg.text();
      } else {
        append_device_repr(out_, arg.text());
      }
      return;
    case ArgKind::complex:
      if (names_ != nullptr && style == style_ && style != Style::fx) {
        names_->append_complex(out_, arg.text());
      } else {
        append_complex_repr(out_, arg.text());
      }
      return;
    case ArgKind::dtype:
    case ArgKind::memory_format:
    case ArgKind::layout:
    case ArgKind::text: out_ += arg.text(); return;
    case ArgKind::sym_int:
    case ArgKind::sym_float:
    case ArgKind::sym_bool: out_ += arg.as_sym()->text.view(); return;
    case ArgKind::node: node(arg.as_node(), style); return;
    case ArgKind::ellipsis: out_ += "Ellipsis"; return;
    case ArgKind::callable: {
      const Callable& callable = *arg.as_callable();
      bool by_path = callable.kind == CallableKind::op_overload || callable.kind == CallableKind::higher_order;
      if (style == Style::code && by_path) {
        out_ += callable.path.view();
      } else if (style == Style::fx) {
        append_callable_str(out_, callable);
      } else {
        append_callable_repr(out_, callable);
      }
      return;
    }
    case ArgKind::tensor: append_tensor(out_, *arg.as_tensor(), style == Style::code); return;
    case ArgKind::tensor_meta:
      out_ += '\'';
      append_tensor_annotation(out_, *arg.as_tensor_meta(), true, true);
      out_ += '\'';
      return;
    default: return;
  }
}

ValuePrinter::Frame ValuePrinter::open(const Arg& arg, Style style, std::size_t limit) {
  Frame frame{arg.items(), 0, arg.kind(), style, limit};
  switch (arg.kind()) {
    case ArgKind::list: out_ += '['; break;
    case ArgKind::named_tuple: {
      // items: the type's qualified name, a tuple of field names, the values
      std::string_view type = arg.items()[0].text();
      if (style == Style::code && names_ != nullptr) {
        names_->append_type(out_, type);
      } else if (style != Style::fx) {
        out_ += type.substr(type.rfind('.') == std::string_view::npos ? 0 : type.rfind('.') + 1);
      }
      frame.next = 2;
      frame.field_names = style == Style::python || style == Style::repr;
      // Generated code calls the type with the repr of a plain tuple.
      if (style == Style::code) frame.style = Style::python;
      out_ += '(';
      break;
    }
    case ArgKind::tuple: out_ += '('; break;
    case ArgKind::dict:
      out_ += '{';
      if (style == Style::code) frame.style = Style::python;
      if (style == Style::python && style_ == Style::python) frame.style = Style::repr;
      break;
    case ArgKind::slice:
    case ArgKind::range:
      out_ += arg.kind() == ArgKind::slice ? "slice(" : "range(";
      if (style == Style::fx) frame.style = Style::python;
      if (arg.kind() == ArgKind::range) {
        frame.style = Style::python;
        // range(0, 3) for a step of one
        if (frame.items.size() == 3 && frame.items[2].is_integer() && frame.items[2].as_int() == 1)
          frame.items = frame.items.first(2);
      }
      break;
    default: break;
  }
  return frame;
}

void ValuePrinter::close(const Frame& frame) {
  std::size_t shown = frame.items.size() - (frame.kind == ArgKind::named_tuple ? 2 : 0);
  bool tuple = frame.kind == ArgKind::tuple || frame.kind == ArgKind::named_tuple;
  if (tuple && shown == 1 && !frame.field_names) out_ += ',';
  if (shown > frame.limit) {
    out_ += ", ...[total_len=";
    append_int(out_, static_cast<std::int64_t>(shown));
    out_ += ']';
  }
  out_ += frame.kind == ArgKind::list ? ']' : frame.kind == ArgKind::dict ? '}' : ')';
}

void ValuePrinter::separator(const Frame& frame) {
  std::size_t first = frame.kind == ArgKind::named_tuple ? 2 : 0;
  if (frame.next == first) return;
  out_ += frame.kind == ArgKind::dict && frame.next % 2 == 1 ? ": " : ", ";
}

void ValuePrinter::print(const Arg& arg, std::size_t max_list_len) {
  if (!arg.is_container()) {
    leaf(arg, style_);
    return;
  }
  std::vector<Frame> stack{open(arg, style_, arg.is_sequence() ? max_list_len : SIZE_MAX)};
  while (!stack.empty()) {
    Frame& top = stack.back();
    if (top.next >= top.items.size() || top.next >= top.limit) {
      Frame done = top;
      stack.pop_back();
      close(done);
      continue;
    }
    separator(top);
    if (top.field_names && top.next - 2 < top.items[1].items().size()) {
      out_ += top.items[1].items()[top.next - 2].text();
      out_ += '=';
    }
    const Arg& item = top.items[top.next++];
    if (item.is_container()) {
      stack.push_back(open(item, top.style, SIZE_MAX));
    } else {
      leaf(item, top.style);
    }
  }
}

void append_arg_str(std::string& out, const Arg& arg, std::size_t max_list_len) {
  ValuePrinter(out, ValuePrinter::Style::fx).print(arg, max_list_len);
}

void append_arg_repr(std::string& out, const Arg& arg) { ValuePrinter(out, ValuePrinter::Style::python).print(arg); }

void append_plain_str(std::string& out, const Arg& arg) {
  bool plain = arg.is_string() || arg.kind() == ArgKind::device || arg.kind() == ArgKind::callable;
  if (plain) {
    append_arg_str(out, arg);
  } else {
    append_arg_repr(out, arg);
  }
}

}  // namespace seesaw
