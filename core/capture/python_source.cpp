// Functions of Python's own library, written in the Python that is captured; see layers.h. module_name is module.name
// outside.
#include "core/capture/layers.h"

namespace seesaw {

std::string_view python_library() {
  return R"PY(
def utils_weight_norm(module, name='weight', dim=0):
    weight = getattr(module, name).detach()
    dim = -1 if dim is None else dim
    size = torch.linalg.vector_norm(weight, 2) if dim == -1 else torch.linalg.vector_norm(weight, 2, [d for d in range(weight.dim()) if d != dim], True)
    delattr(module, name)
    setattr(module, name + '_g', Parameter(size))
    setattr(module, name + '_v', Parameter(weight))
    def computed(module, inputs):
        size = getattr(module, name + '_g')
        setattr(module, name, torch._weight_norm(getattr(module, name + '_v'), size, dim))
    computed(module, None)
    module.register_forward_pre_hook(computed)
    module.seesaw_weight_norms = [name]
    return module

def utils_remove_weight_norm(module, name='weight'):
    if name not in getattr(module, 'seesaw_weight_norms', []):
        raise ValueError('weight_norm of \'' + name + '\' not found in this module')
    weight = getattr(module, name).detach()
    delattr(module, name)
    delattr(module, name + '_g')
    delattr(module, name + '_v')
    setattr(module, name, Parameter(weight))
    module.seesaw_weight_norms = []
    module.seesaw_without_hooks(None)
    return module

class FunctionCtx:
    def save_for_backward(self, *tensors):
        self.saved_tensors = tensors
    def save_for_forward(self, *tensors):
        pass
    def mark_non_differentiable(self, *args):
        pass
    def mark_dirty(self, *args):
        pass
    def set_materialize_grads(self, value):
        pass

# ---- torch.utils.checkpoint ----
class NoopSaveInputs:
    def forward(self):
        return torch.empty((0,))  # @/utils/checkpoint.py:781

class CheckpointFunction:
    def forward(self, run_function, args):
        with torch.no_grad():  # @/utils/checkpoint.py:263
            return run_function(*args)

# ---- functools, itertools, math ----
def functools_reduce(function, items, *initial):
    items = [*initial, *items]
    out = items[0]
    for item in items[1:]:
        out = function(out, item)
    return out

def itertools_chain(*lists):
    out = []
    for items in lists:
        out.extend(items)
    return out

def itertools_product(*lists, repeat=1):
    out = [()]
    for items in list(lists) * repeat:
        items = list(items)
        out = [row + (item,) for row in out for item in items]
    return out

def itertools_combinations(items, r):
    items = list(items)
    rows = [((), 0)]
    for _ in range(r):
        rows = [(row + (items[i],), i + 1) for row, start in rows for i in range(start, len(items))]
    return [row for row, _ in rows]

def itertools_permutations(items, r=None):
    items = list(items)
    rows = [((), ())]
    for _ in range(len(items) if r is None else r):
        rows = [(row + (items[i],), used + (i,)) for row, used in rows for i in range(len(items)) if i not in used]
    return [row for row, _ in rows]

def itertools_accumulate(items, func=None, *, initial=None):
    items = list(items) if initial is None else [initial, *items]
    out = items[:1]
    for item in items[1:]:
        out.append(out[-1] + item if func is None else func(out[-1], item))
    return out

def itertools_repeat(object, times):
    return [object] * times

def itertools_starmap(function, items):
    return [function(*item) for item in items]

def itertools_islice(items, *bounds):
    return list(items)[slice(*bounds)]

def itertools_pairwise(items):
    items = list(items)
    return [(items[i], items[i + 1]) for i in range(len(items) - 1)]

def itertools_zip_longest(*lists, fillvalue=None):
    lists = [list(items) for items in lists]
    count = max([len(items) for items in lists])
    return [tuple([items[i] if i < len(items) else fillvalue for items in lists]) for i in range(count)]

def math_gcd(*numbers):
    out = 0
    for number in numbers:
        number = abs(number)
        while number != 0:
            out, number = number, out % number
    return out

def math_lcm(*numbers):
    out = 1
    for number in numbers:
        if number == 0:
            return 0
        out = abs(out * number) // math_gcd(out, number)
    return out

def math_comb(n, k):
    out = 1
    for i in range(min(k, n - k)):
        out = out * (n - i) // (i + 1)
    return out if k <= n else 0

def math_hypot(*coordinates):
    return math.sqrt(sum([x * x for x in coordinates]))
)PY";
}

}  // namespace seesaw
