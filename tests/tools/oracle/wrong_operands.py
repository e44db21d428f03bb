"""Calls of common operators that PyTorch refuses: each sample in recorded.json with one argument made wrong, and what
PyTorch says.

python3 wrong_operands.py ../../data/ops/recorded.json OUT.json          (PyTorch 2.6.0) SEESAW_REFUSALS=OUT.json
seesaw_tests -tc="refusals of a file" --no-skip"""

import copy
import json
import math
import sys

import record_ops as ops

OPERATORS = """add.Tensor sub.Tensor mul.Tensor div.Tensor matmul.default mm.default bmm.default linear.default addmm.default conv2d.default conv1d.default relu.default gelu.default
silu.default sigmoid.default tanh.default softmax.int log_softmax.int layer_norm.default batch_norm.default group_norm.default embedding.default dropout.default cat.default stack.default view.default
reshape.default permute.default transpose.int unsqueeze.default squeeze.dim expand.default sum.dim_IntList mean.dim max.dim argmax.default gather.default index_select.default where.self split.Tensor
chunk.default max_pool2d.default avg_pool2d.default adaptive_avg_pool2d.default cross_entropy_loss.default mse_loss.default nll_loss_nd.default scatter.src select.int slice.Tensor
flatten.using_ints masked_fill.Scalar pow.Tensor_Tensor clamp.default cumsum.default topk.default sort.default repeat.default pad.default roll.default einsum.default baddbmm.default
smooth_l1_loss.default l1_loss.default kl_div.default binary_cross_entropy.default binary_cross_entropy_with_logits.default upsample_nearest2d.vec instance_norm.default rms_norm.default
scaled_dot_product_attention.default tril.default triu.default var.correction std.correction amax.default prod.dim_int any.dim all.dim unbind.int outer.default dot.default mv.default""".split()


def other_tensors(t):
    plain = "strides" not in t
    for dtype in ("int64", "bool", "float32"):
        if t["dtype"] != dtype:
            yield {k: v for k, v in t.items() if k != "data"} | {
                "dtype": dtype,
                "data": t["data"] if dtype == "float32" else [int(abs(float(v))) % 2 for v in t["data"]],
            }
    shapes = [[], [7]] + ([t["shape"] + [1]] if plain else [[0]])
    if t["shape"] and plain:
        shapes += [t["shape"][:-1] + [t["shape"][-1] + 1], [t["shape"][0] + 1] + t["shape"][1:], [0] + t["shape"][1:]]
    for shape in shapes:
        yield {"dtype": t["dtype"], "shape": shape, "data": [1] * math.prod(shape)}


def variants(args):
    for i, arg in enumerate(args):
        ((kind, value),) = (arg or {"none": None}).items()
        others = {
            "t": lambda: other_tensors(value),
            "i": lambda: (-9, 9, 0, -1),
            "f": lambda: (-1.0, 2.5),
            "l": lambda: ([], [9], [-9], value + [1], [0, 0], [-1] * len(value)),
        }
        for other in others.get(kind, tuple)():
            out = copy.deepcopy(args)
            out[i] = {kind: other}
            yield out


def main():
    file, rows, seen = json.load(open(sys.argv[1])), [], set()
    for sample in file["samples"]:
        path = sample["path"]
        for args in variants(sample["args"]) if path.removeprefix("torch.ops.aten.") in OPERATORS else ():
            key = path + json.dumps(args)
            if key in seen:
                continue
            seen.add(key)
            case = {"schema": file["schemas"][path], "path": path, "args": args}
            try:
                ops.run(ops.overload(path), case, [ops.decode(a) for a in args])
            except (RuntimeError, IndexError, ValueError, TypeError, NotImplementedError) as e:
                rows.append(
                    {
                        "path": path,
                        "args": args,
                        "type": type(e).__name__,
                        "message": str(e).split("\nException raised")[0],
                    }
                )
    with open(sys.argv[2], "w") as out:
        out.write(ops.lines(rows) + "\n")
    print(len(rows), "of", len(seen), "calls are refused", file=sys.stderr)


if __name__ == "__main__":
    main()
