#include "core/engine/capture/interpreter/type_attributes.h"

#include <algorithm>
#include <iterator>

#include "core/base/words.h"

namespace seesaw {

namespace {

using Dynamo = TypeAttributes::Dynamo;

constexpr std::string_view kOfObjects =
    "__class__ __delattr__ __dir__ __doc__ __eq__ __format__ __ge__ __getattribute__ __getstate__ __gt__ "
    "__hash__ __init__ __init_subclass__ __le__ __lt__ __ne__ __new__ __reduce__ __reduce_ex__ __repr__ "
    "__setattr__ __sizeof__ __str__ __subclasshook__";
constexpr std::string_view kOfIntegers =
    "__abs__ __add__ __and__ __bool__ __ceil__ __divmod__ __float__ __floor__ __floordiv__ __getnewargs__ "
    "__index__ __int__ __invert__ __lshift__ __mod__ __mul__ __neg__ __or__ __pos__ __pow__ __radd__ "
    "__rand__ __rdivmod__ __rfloordiv__ __rlshift__ __rmod__ __rmul__ __ror__ __round__ __rpow__ "
    "__rrshift__ __rshift__ __rsub__ __rtruediv__ __rxor__ __sub__ __truediv__ __trunc__ __xor__ "
    "as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag is_integer numerator "
    "real to_bytes";
constexpr std::string_view kOfRows = "__iter__ __next__";
constexpr std::string_view kOfIterators = "__iter__ __length_hint__ __next__ __setstate__";

constexpr TypeAttributes kTypes[] = {
    {"int", kOfIntegers},
    {"bool", kOfIntegers},
    {"float",
     "__abs__ __add__ __bool__ __ceil__ __divmod__ __float__ __floor__ __floordiv__ __getformat__ "
     "__getnewargs__ __int__ __mod__ __mul__ __neg__ __pos__ __pow__ __radd__ __rdivmod__ __rfloordiv__ "
     "__rmod__ __rmul__ __round__ __rpow__ __rsub__ __rtruediv__ __sub__ __truediv__ __trunc__ "
     "as_integer_ratio conjugate fromhex hex imag is_integer real"},
    {"complex",
     "__abs__ __add__ __bool__ __complex__ __getnewargs__ __mul__ __neg__ __pos__ __pow__ __radd__ "
     "__rmul__ __rpow__ __rsub__ __rtruediv__ __sub__ __truediv__ conjugate imag real"},
    {"str",
     "__add__ __contains__ __getitem__ __getnewargs__ __iter__ __len__ __mod__ __mul__ __rmod__ __rmul__ "
     "capitalize casefold center count encode endswith expandtabs find format format_map index isalnum "
     "isalpha isascii isdecimal isdigit isidentifier islower isnumeric isprintable isspace istitle isupper "
     "join ljust lower lstrip maketrans partition removeprefix removesuffix replace rfind rindex rjust "
     "rpartition rsplit rstrip split splitlines startswith strip swapcase title translate upper zfill"},
    {"NoneType", "__bool__"},
    {"list",
     "__add__ __class_getitem__ __contains__ __delitem__ __getitem__ __iadd__ __imul__ __iter__ __len__ "
     "__mul__ __reversed__ __rmul__ __setitem__ append clear copy count extend index insert pop remove "
     "reverse sort"},
    {"tuple",
     "__add__ __class_getitem__ __contains__ __getitem__ __getnewargs__ __iter__ __len__ __mul__ __rmul__ "
     "count index"},
    {"dict",
     "__class_getitem__ __contains__ __delitem__ __getitem__ __ior__ __iter__ __len__ __or__ __reversed__ "
     "__ror__ __setitem__ clear copy fromkeys get items keys pop popitem setdefault update values"},
    {"set",
     "__and__ __class_getitem__ __contains__ __iand__ __ior__ __isub__ __iter__ __ixor__ __len__ __or__ "
     "__rand__ __ror__ __rsub__ __rxor__ __sub__ __xor__ add clear copy difference difference_update "
     "discard intersection intersection_update isdisjoint issubset issuperset pop remove "
     "symmetric_difference symmetric_difference_update union update"},
    {"frozenset",
     "__and__ __class_getitem__ __contains__ __iter__ __len__ __or__ __rand__ __ror__ __rsub__ __rxor__ "
     "__sub__ __xor__ copy difference intersection isdisjoint issubset issuperset symmetric_difference "
     "union"},
    {"range",
     "__bool__ __contains__ __getitem__ __iter__ __len__ __reversed__ count index start step stop",
     Dynamo::newer},
    {"dict_keys",
     "__and__ __contains__ __iter__ __len__ __or__ __rand__ __reversed__ __ror__ __rsub__ __rxor__ __sub__ __xor__ "
     "isdisjoint mapping",
     Dynamo::newer},
    {"dict_items",
     "__and__ __contains__ __iter__ __len__ __or__ __rand__ __reversed__ __ror__ __rsub__ __rxor__ __sub__ __xor__ "
     "isdisjoint mapping",
     Dynamo::newer},
    {"dict_values", "__iter__ __len__ __reversed__ mapping", Dynamo::newer},
    {"slice", "indices start step stop", Dynamo::present},
    {"function",
     "__annotations__ __builtins__ __call__ __closure__ __code__ __defaults__ __dict__ __get__ __globals__ "
     "__kwdefaults__ __module__ __name__ __qualname__ __type_params__"},
    // A method has what its function has.
    {"method",
     "__annotations__ __builtins__ __call__ __closure__ __code__ __defaults__ __dict__ __func__ __get__ __globals__ "
     "__kwdefaults__ __module__ __name__ __qualname__ __self__ __type_params__"},
    {"generator",
     "__class_getitem__ __del__ __iter__ __name__ __next__ __qualname__ close gi_code gi_frame gi_running "
     "gi_suspended gi_yieldfrom send throw",
     Dynamo::newer},
    {"zip", "__iter__ __next__ __setstate__", Dynamo::present},
    {"enumerate", "__class_getitem__ __iter__ __next__", Dynamo::newer},
    {"map", kOfRows, Dynamo::newer},
    {"filter", kOfRows, Dynamo::newer},
    {"reversed", kOfIterators, Dynamo::newer},
    {"list_iterator", kOfIterators, Dynamo::newer},
    {"functools.partial",
     "__call__ __class_getitem__ __dict__ __get__ __module__ __setstate__ __vectorcalloffset__ args func "
     "keywords"},
    {"collections.OrderedDict",
     "__class_getitem__ __contains__ __delitem__ __dict__ __getitem__ __ior__ __iter__ __len__ __or__ "
     "__reversed__ __ror__ __setitem__ clear copy fromkeys get items keys move_to_end pop popitem "
     "setdefault update values",
     Dynamo::present},
    {"builtin_function_or_method", "__call__ __module__ __name__ __qualname__ __self__ __text_signature__"},
    {"object", ""},
    {"type", "__bases__ __dict__ __module__ __mro__ __name__ __qualname__"},
};

}  // namespace

bool TypeAttributes::has(std::string_view name) const { return has_word(names, name); }

const TypeAttributes* find_type_attributes(std::string_view type) {
  auto row = std::find_if(std::begin(kTypes), std::end(kTypes), [&](const auto& one) { return one.type == type; });
  return row == std::end(kTypes) ? nullptr : row;
}

bool has_object_attribute(std::string_view name) { return has_word(kOfObjects, name); }

}  // namespace seesaw
