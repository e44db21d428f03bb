"""Records what torch.compile logs: python3 -B record_compile_logs.py OUT

Writes OUT/trace.log.gz (TORCH_TRACE) and OUT/text.log.gz (TORCH_LOGS) of one small model: a graph break, a
recompilation with a dynamic size, the same again after a reset, with Inductor up to where it asks for a C++ compiler,
and compiled autograd. OUT/repro has what the minifier writes after Dynamo and after AOTAutograd, and fx_graph_runnable.
"""

import glob
import gzip
import io
import os
import re
import subprocess
import sys
import tempfile

# What Seesaw does not look at is left out of the traces: they would be ten times as long.
LEFT_OUT = re.compile(
    r'"(describe_\w+|create_symbol|chromium_event|guard_added\w*|symbolic_shape_specialization|'
    r'dynamo_cpp_guards_str|inductor_output_code)"|"name": "(torch\._functorch\.config|\w+_BYTECODE|'
    r'aot_forward_graph_fw_metadata|\w+_cache_(miss|hash|bypass)|inductor_metrics)"'
)
TEXT = (
    "graph_code,graph,aot_graphs,aot_joint_graph,post_grad_graphs,pre_grad_graphs,"
    "graph_breaks,recompiles,compiled_autograd"
)


def record(out):
    import torch._logging._internal as internal

    known = set(internal.log_registry.artifact_names) | set(internal.log_registry.log_alias_to_log_qnames)
    here = os.path.abspath(__file__)
    with tempfile.TemporaryDirectory() as folder:
        for mode in ("trace", "text"):
            asked = ",".join(name for name in TEXT.split(",") if name in known)
            setting = {"TORCH_TRACE": folder} if mode == "trace" else {"TORCH_LOGS": asked}
            environment = dict(os.environ, TORCHINDUCTOR_CACHE_DIR=f"{folder}/cache", CXX="none", **setting)
            ran = subprocess.run([sys.executable, "-B", here], env=environment, capture_output=True, text=True)
            text = open(glob.glob(f"{folder}/*.log")[0]).read() if mode == "trace" else ran.stderr
            if mode == "trace":
                records = re.split(r"(?m)^(?=[VIW]\d{4} )", text)
                text = "".join(part for part in records if not LEFT_OUT.search(part[:400]))
            text = text.replace(os.path.dirname(here), "/model").replace(folder, "/tmp/log")
            with open(f"{out}/{mode}.log.gz", "wb") as file, gzip.GzipFile(fileobj=file, mode="wb", mtime=0) as packed:
                packed.write(text.encode())
    repros(out)


def compile_all():
    import torch
    from torch._dynamo import compiled_autograd

    class Model(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.lin = torch.nn.Linear(4, 4)

        def forward(self, x):
            y = self.lin(x).relu()
            torch._dynamo.graph_break()
            return y.sum() * 2

    model = Model()
    for backend in ("aot_eager", "inductor"):
        torch._dynamo.reset()
        compiled = torch.compile(model, backend=backend)
        for rows in (2, 3):
            try:
                compiled(torch.ones(rows, 4)).backward()
            except Exception as error:
                print(f"{type(error).__name__} of {backend}", file=sys.stderr)
    torch._dynamo.reset()
    enable = getattr(compiled_autograd, "_enable", None) or compiled_autograd.enable
    loss = torch.nn.Linear(2, 2)(torch.ones(1, 2)).sum()
    with enable(torch.compile(backend="aot_eager")):
        loss.backward()


def neutral(text):
    # The folder of the cache is called after who records.
    return re.sub(r"(TORCHINDUCTOR_CACHE_DIR'\] = )'[^'\n]*'", r"\1'/tmp/torchinductor'", text)


def repros(out):
    import torch
    from torch._dynamo.repro import after_aot, after_dynamo
    from torch.fx.experimental.proxy_tensor import make_fx

    seen = []

    def backend(graph, inputs):
        seen.append((graph, inputs))
        return graph.forward

    def function(x, weight, n):
        return torch.nn.functional.linear(x, weight).relu() + n

    torch._dynamo.reset()
    torch.compile(function, backend=backend)(torch.ones(2, 4), torch.ones(3, 4), 3)
    torch.compile(lambda x: torch.relu(x) + 1, backend=backend, dynamic=True)(torch.ones(2, 4, dtype=torch.float16))
    os.makedirs(f"{out}/repro", exist_ok=True)
    for i, (graph, inputs) in enumerate(seen):
        values = [value if isinstance(value, torch.Tensor) else int(value) for value in inputs]
        with open(f"{out}/repro/after_dynamo_{i}.txt", "w") as file:
            file.write(neutral(after_dynamo.generate_dynamo_fx_repro_string(graph, inputs, "inductor")))
        traced = make_fx(graph, tracing_mode="symbolic" if i else "real")(*values)
        text = io.StringIO()
        after_aot.save_graph_repro(text, traced, values, "inductor", save_dir=None)
        with open(f"{out}/repro/after_aot_{i}.txt", "w") as file:
            file.write(neutral(text.getvalue()))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        record(sys.argv[1])
    else:
        compile_all()
