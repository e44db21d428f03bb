"""Texts that PyTorch prints of its graphs while programs run.   python3 -B record_printed_texts.py OUT.jsonl SECONDS
TEST.py...

Runs the tests of each file (PyTorch's own, as torch-xpu-ops ports them; devices become the CPU), each for at most
SECONDS altogether, and keeps what is printed: by the tests themselves, and of each graph that export, Dynamo,
AOTAutograd or make_fx gives: print_readable(), code, str(graph), print(ep). A line of OUT is [form, text, test].
`choose_printed_texts.py` makes the data of the repository of several such files."""

import contextlib, hashlib, importlib.util, io, json, os, re, signal, sys, time, types, unittest, warnings

warnings.simplefilter("ignore")
os.environ.setdefault("TORCHDYNAMO_VERBOSE", "0")
import torch, torch.fx, torch.export
import torch._dynamo, torch._dynamo.output_graph
from torch.fx.graph_module import GraphModule

LIMIT = 30000
seen = set()
out = open(sys.argv[1], "a")
current = ["?"]
busy = [False]


def keep(form, text):
    if not isinstance(text, str) or len(text) > LIMIT or len(text) < 40 or "\x1b" in text:
        return
    key = hashlib.sha1((form + text).encode("utf-8", "replace")).digest()
    if key in seen:
        return
    seen.add(key)
    out.write(json.dumps([form, text, current[0]]) + "\n")
    out.flush()


@contextlib.contextmanager
def quiet():
    old = busy[0]
    busy[0] = True
    try:
        yield
    finally:
        busy[0] = old


def attempt(form, f):
    if busy[0]:
        return
    with quiet():
        try:
            text = f()
        except Exception:
            return
    keep(form, text)


original_readable = GraphModule.print_readable


def print_readable(self, print_output=True, *args, **kwargs):
    text = original_readable(self, print_output, *args, **kwargs)
    if not busy[0] and not kwargs.get("colored"):
        keep("readable", text)
    return text


GraphModule.print_readable = print_readable

original_str = torch.fx.Graph.__str__


def graph_str(self):
    text = original_str(self)
    if not busy[0]:
        keep("graph", text)
    return text


torch.fx.Graph.__str__ = graph_str

code = GraphModule.code
GraphModule.code = property(lambda self: (lambda t: (None if busy[0] else keep("code", t), t)[1])(code.fget(self)))


def program(ep):
    attempt("program", lambda: str(ep))
    attempt("readable", lambda: original_readable(ep.graph_module, False))
    attempt("readable", lambda: original_readable(ep.module(), False))
    attempt("code", lambda: code.fget(ep.graph_module))
    attempt("signature", lambda: str(ep.graph_signature))


count = [0]


def module(gm):
    if not isinstance(gm, GraphModule):
        return
    count[0] += 1
    wide = count[0] % 4 == 0
    attempt("readable", lambda: original_readable(gm, False, include_stride=wide, include_device=wide))
    if count[0] % 3 == 0:
        attempt("graph", lambda: original_str(gm.graph))
    if count[0] % 5 == 0:
        attempt("readable", lambda: original_readable(gm, False, expanded_def=True))
    if count[0] % 7 == 0:
        attempt("readable", lambda: original_readable(gm, False, additional_meta=["seq_nr"]))
    if count[0] % 11 == 0:
        attempt("code", lambda: code.fget(gm))


original_export = torch.export.export


def export(*args, **kwargs):
    ep = original_export(*args, **kwargs)
    program(ep)
    return ep


torch.export.export = export

original_decompositions = torch.export.ExportedProgram.run_decompositions


def run_decompositions(self, *args, **kwargs):
    ep = original_decompositions(self, *args, **kwargs)
    program(ep)
    return ep


torch.export.ExportedProgram.run_decompositions = run_decompositions

original_compiler = torch._dynamo.output_graph.OutputGraph.call_user_compiler


def call_user_compiler(self, gm, *args, **kwargs):
    module(gm)
    return original_compiler(self, gm, *args, **kwargs)


torch._dynamo.output_graph.OutputGraph.call_user_compiler = call_user_compiler

import torch.fx.experimental.proxy_tensor as proxy_tensor

original_make = proxy_tensor.make_fx


def make_fx(*args, **kwargs):
    run = original_make(*args, **kwargs)

    def wrapped(*a, **k):
        gm = run(*a, **k)
        module(gm)
        return gm

    return wrapped


proxy_tensor.make_fx = make_fx

import torch._functorch._aot_autograd.graph_capture as graph_capture

for name in ("aot_dispatch_base_graph", "aot_dispatch_autograd_graph"):

    def hook(original):
        def wrapped(*args, **kwargs):
            result = original(*args, **kwargs)
            module(result[0] if isinstance(result, tuple) else result)
            return result

        return wrapped

    original = getattr(graph_capture, name)
    import torch._functorch._aot_autograd.graph_compile as graph_compile

    setattr(graph_capture, name, hook(original))
    if hasattr(graph_compile, name):
        setattr(graph_compile, name, hook(original))

# What the tests compare: texts without comments, stripped, or as they were.
import torch.testing._internal.common_utils as common_utils


def inline(original):
    def wrapped(self, actual, *args, **kwargs):
        if isinstance(actual, str) and re.search(r"def forward\(|^graph\(|^ *graph\(", actual):
            keep("inline", actual)
        return original(self, actual, *args, **kwargs)

    return wrapped


common_utils.TestCase.assertExpectedInline = inline(common_utils.TestCase.assertExpectedInline)

# A package of one decorator, which is not everywhere.
try:
    import parameterized
except ImportError:
    parameterized = types.ModuleType("parameterized")

    def parameterized_class(rows, *args, **kwargs):
        def decorate(cls):
            row = rows[0]
            for key, value in (
                row.items()
                if isinstance(row, dict)
                else zip(args[0] if args else rows, rows[1][0] if not args else row)
            ):
                setattr(cls, key, value)
            return cls

        return decorate

    parameterized.parameterized_class = parameterized_class
    sys.modules["parameterized"] = parameterized


class Late(BaseException):
    pass


def late(*_):
    raise Late()


signal.signal(signal.SIGALRM, late)


def tests_of(path):
    source = open(path).read()
    source = source.replace('["cpu", "xpu"]', '["cpu"]')
    source = re.sub(r"(['\"])xpu(:0)?\1", lambda m: '"cpu"', source)
    source = re.sub(
        r'\[torch\.device\("cpu"\), torch\.device\((?:"cpu"|DEVICE_TYPE)\)\]', '[torch.device("cpu")]', source
    )
    name = os.path.basename(path)[:-3]
    found = types.ModuleType(name)
    found.__file__ = os.path.abspath(path)
    sys.modules[name] = found
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
    exec(compile(source, path, "exec"), found.__dict__)
    return found


def run(path, seconds):
    try:
        found = tests_of(path)
    except BaseException as error:
        print(path, "not imported:", type(error).__name__, str(error)[:200])
        return
    cases = []
    for value in list(vars(found).values()):
        if isinstance(value, type) and issubclass(value, unittest.TestCase) and value.__module__ == found.__name__:
            cases += [(value, name) for name in unittest.TestLoader().getTestCaseNames(value)]
    import random

    random.Random(7).shuffle(cases)
    end, passed, failed = time.time() + seconds, 0, 0
    for cls, name in cases:
        if time.time() > end:
            break
        current[0] = "%s.%s.%s" % (found.__name__, cls.__name__, name)
        result = unittest.TestResult()
        signal.alarm(15)
        try:
            with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
                cls(name).run(result)
        except BaseException as error:
            pass
        finally:
            signal.alarm(0)
        if result.wasSuccessful():
            passed += 1
        else:
            failed += 1
        busy[0] = False
        try:
            torch._dynamo.reset()
        except Exception:
            pass
    print(path, "tests", len(cases), "passed", passed, "failed", failed, "texts", len(seen), flush=True)


for path in sys.argv[3:]:
    run(path, float(sys.argv[2]))
if not sys.argv[3:]:
    import printed_programs

    printed_programs.run(keep, module, program, current)
