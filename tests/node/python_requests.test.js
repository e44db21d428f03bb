/**
 * What a request leaves to the next one of the same Python, and what files say of operators of ExecuTorch's dialects.
 * Expected texts are what PyTorch 2.6 and ExecuTorch 0.5 give; where Seesaw refuses, the sentence is asserted.
 */
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { Session } from '../../wasm/js/index.js';
import { pyodideFolder } from '../../wasm/js/python/host.js';
import { stopPython } from '../../wasm/js/python/pass.js';

const skip = pyodideFolder() === null ? 'pyodide is not installed: scripts/setup test installs it' : false;

/** @type {Session} */
let session;
before(async () => {
  session = await Session.create({ full: true });
});
after(stopPython);

/** @param {string} graph @param {string} source @param {string} name */
async function made(graph, source, name) {
  const { handle } = session.open(graph);
  const answer = await session.pythonPass(source, name, { file: 'a.py' }).run(handle);
  if (!answer.succeeded) return { refused: answer.reports[0].diagnostics[0].message, printed: answer.printed };
  return { text: session.print(answer.handle, { format: 'readable' }), printed: answer.printed };
}

const PLAIN = `def forward(self, x: "f32[2, 3]"):
    relu: "f32[2, 3]" = torch.ops.aten.relu.default(x)
    return (relu,)
`;
const QUANTIZE = 'quantized_decomposed_quantize_per_tensor_default';
const DIALECTS = `def forward(self, x: "f32[2, 3]"):
    q: "i8[2, 3]" = executorch_exir_dialects_backend__ops_${QUANTIZE}(x, 0.1, 0, -128, 127, torch.int8)
    relu: "f32[2, 3]" = executorch_exir_dialects_edge__ops_aten_relu_default(x)
    return (q, relu)
`;
const HEAD = `import torch
from executorch.exir.dialects._ops import _BACKEND_OP_LIB, ops as exir_ops
from torch._export.pass_base import _ExportPassBaseDeprecatedDoNotUse as ExportPass
from torch.library import Library, register_fake
`;

test('operators of backends are found by the text of a graph, in a Python that has seen none', { skip }, async () => {
  const source = `${HEAD}
def ask(gm):
    q, relu = [node.target for node in gm.graph.nodes if node.op == "call_function"]
    print(q == exir_ops.backend.quantized_decomposed.quantize_per_tensor.default)
    print(relu == exir_ops.edge.aten.relu.default)
    print(q == exir_ops.edge.quantized_decomposed.quantize_per_tensor.default)
`;
  const { printed, text } = await made(DIALECTS, source, 'ask');
  assert.equal(printed, 'True\nTrue\nFalse\n');
  assert.match(text ?? '', /= executorch_exir_dialects_backend__ops_quantized_decomposed_quantize_per_tensor_default/);
});

test('operators and libraries that a file adds to a dialect are gone with it', { skip }, async () => {
  const adds = `${HEAD}
def adds(gm):
    Library("a_space", "DEF").define("one(Tensor x) -> Tensor")
    _BACKEND_OP_LIB.append("a_space")
    for dialect in (exir_ops.edge, exir_ops.backend):
        print(dialect.a_space.one.default._schema)
`;
  const asks = `${HEAD}
def asks(gm):
    print(_BACKEND_OP_LIB)
    for use in (lambda: exir_ops.backend.a_space, lambda: exir_ops.edge.a_space.one.default._schema.arguments):
        try:
            print(use())
        except (AttributeError, RuntimeError) as error:
            print(error)
`;
  const schema = 'a_space::one(Tensor x) -> Tensor\n';
  assert.equal((await made(PLAIN, adds, 'adds')).printed, schema + schema);
  const { printed } = await made(PLAIN, asks, 'asks');
  assert.deepEqual(printed.trim().split('\n'), [
    "['executorch_prim', 'quantized_decomposed', 'DO_NOT_USE_TEST_ONLY']",
    'a_space op library does not belong to backend ops.',
    'the schema of torch.ops.a_space.one.default is not known in Seesaw but for its name',
  ]);
  assert.equal((await made(PLAIN, adds, 'adds')).printed, schema + schema);
});

test('a pass that asks for an operator of one dialect gets it, also in place of one of another', { skip }, async () => {
  const source = `${HEAD}
class Swap(ExportPass):
    def call_operator(self, op, args, kwargs, meta):
        if op == exir_ops.backend.quantized_decomposed.quantize_per_tensor.default:
            op = exir_ops.edge.quantized_decomposed.quantize_per_tensor.default
        elif op == exir_ops.edge.aten.relu.default:
            _BACKEND_OP_LIB.append("aten")
            op = exir_ops.backend.aten.relu.default
            value = super().call_operator(torch.ops.aten.sin.default, args, kwargs, meta)
            args = (super().call_operator(exir_ops.edge.aten.cos.default, (value,), kwargs, meta),)
        return super().call_operator(op, args, kwargs, meta)
`;
  const { text } = await made(DIALECTS, source, 'Swap');
  const called = [...(text ?? '').matchAll(/= ([\w.]+)\(/g)].map((one) => one[1]);
  assert.deepEqual(called, [
    'executorch_exir_dialects_edge__ops_quantized_decomposed_quantize_per_tensor_default',
    'torch.ops.aten.sin.default',
    'executorch_exir_dialects_edge__ops_aten_cos_default',
    'executorch_exir_dialects_backend__ops_aten_relu_default',
  ]);
});

test('an operator that writes to `out` gives what `out` is', { skip }, async () => {
  const source = `${HEAD}
class Out(ExportPass):
    def call_operator(self, op, args, kwargs, meta):
        if op != exir_ops.edge.aten.relu.default:
            return super().call_operator(op, args, kwargs, meta)
        space = exir_ops.edge.dim_order_ops
        options = {"dtype": torch.float64, "dim_order": [0, 1]}
        out = super().call_operator(space._empty_dim_order.default, ([2, 3],), options, meta)
        made = super().call_operator(space._to_dim_order_copy.out, args, {"out": out, "dim_order": [0, 1]}, meta)
        print(made.data.dtype, tuple(made.data.shape))
        return made
`;
  const { text, printed } = await made(DIALECTS, source, 'Out');
  assert.equal(printed, 'torch.float64 (2, 3)\n');
  assert.match(
    text ?? '',
    /_out: "f64\[2, 3\]" = executorch_exir_dialects_edge__ops_dim_order_ops__to_dim_order_copy_out/,
  );
});

const SYMBOLIC = `class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[s0, 3]"):
        # No stacktrace found for following nodes
        one: "f32[s0, 3]" = torch.ops.a_space.one.default(x);  x = None
        two = torch.ops.a_space.two.default(one)
        getitem: "f32[s0, 3]" = two[0];  two = None
        none = torch.ops.a_space.none.default(one);  one = none = None
        relu: "f32[s0, 3]" = torch.ops.aten.relu.default(getitem);  getitem = None
        return (relu,)
        `;
const KERNELS = `${HEAD}
space = Library("a_space", "DEF")
space.define("one(Tensor x) -> Tensor")
space.define("two(Tensor x) -> (Tensor, Tensor)")
space.define("none(Tensor x) -> ()")
register_fake("a_space::one", lambda x: torch.empty_like(x))
register_fake("a_space::two", lambda x: (torch.empty_like(x), torch.empty_like(x)))
register_fake("a_space::none", lambda x: None)
class Empty(ExportPass):
    pass
class Same(ExportPass):
    def call_operator(self, op, args, kwargs, meta):
        return super().call_operator(op, args, kwargs, meta)
class Wide(ExportPass):
    def call_operator(self, op, args, kwargs, meta):
        if op == torch.ops.a_space.one.default:
            wide = torch.ops.aten._to_copy.default
            args = (super().call_operator(wide, args, {"dtype": torch.float64}, meta),)
        return super().call_operator(op, args, kwargs, meta)
`;

test('operators of a file are traced again where sizes are symbols', { skip }, async () => {
  for (const name of ['Empty', 'Same']) {
    const { text, refused } = await made(SYMBOLIC, KERNELS, name);
    assert.deepEqual([name, refused, text?.trimEnd()], [name, undefined, SYMBOLIC.trimEnd()]);
  }
  const { refused } = await made(SYMBOLIC, KERNELS, 'Wide');
  assert.match(
    refused ?? '',
    /a_space\.one\.default gives another type or other sizes here than the graph has recorded/,
  );
});

test('what is not known of a schema is refused, however it is asked', { skip }, async () => {
  const uses = ['str(op._schema)', 'repr(op._schema)', 'op._schema == op._schema', 'op.is_view', 'op._schema.returns'];
  const source = `${HEAD}
def ask(gm):
    op = torch.ops.a_space.unknown.default
    for use in (${uses.map((use) => `lambda: ${use}`).join(', ')}):
        try:
            print(use())
        except (AttributeError, NotImplementedError) as error:
            print(error)
`;
  const said = 'the schema of torch.ops.a_space.unknown.default is not known in Seesaw but for its name\n';
  assert.equal((await made(PLAIN, source, 'ask')).printed, said.repeat(uses.length));
});

test('symbols of a run are answered at once by guard_or_false, and no others', { skip }, async () => {
  const source = `${HEAD}
from torch import SymBool
from torch.fx.experimental.symbolic_shapes import guard_or_false, guard_or_true
def ask(gm):
    print(guard_or_false(SymBool("u0 > 2")), guard_or_true(SymBool("u0 > 2")), guard_or_false(True))
    guard_or_false(SymBool("s0 > 2"))
`;
  const { printed, refused } = await made(PLAIN, source, 'ask');
  assert.equal(printed, 'False True True\n');
  assert.match(refused ?? '', /s0 > 2 is a symbol/);
});

test('an enumeration with an absent value is absent', { skip }, async () => {
  const source = `import enum
from a_package_of_a_backend import values
from enum import Enum, auto
class Kind(Enum):
    A = values.first
    B = auto()
class Other(enum.Enum):
    A = enum.auto()
    B = enum.auto()
def fine(gm):
    print(Other.B.value)
def uses(gm):
    Kind.B
`;
  assert.equal((await made(PLAIN, source, 'fine')).printed, '2\n');
  assert.match((await made(PLAIN, source, 'uses')).refused ?? '', /Kind\.B is not in Seesaw/);
});

test('settings that are containers are kept once, however many requests read them', { skip }, async () => {
  const source = `import torch._inductor.config
from torch import _config
def count(gm):
    print(len(_config._CONTAINERS))
`;
  const first = (await made(PLAIN, source, 'count')).printed;
  assert.ok(Number(first) > 0);
  assert.equal((await made(PLAIN, source, 'count')).printed, first);
});

test('a table of nodes and torch say what there is', { skip }, async () => {
  const ask = (/** @type {string} */ use) => made(PLAIN, `import torch\ndef ask(gm):\n    ${use}\n`, 'ask');
  assert.match((await ask('gm.graph._find_nodes_lookup_table.insert')).refused ?? '', /there is find_nodes/);
  assert.match((await ask('torch._check_inde')).refused ?? '', /did you mean _check_index/);
});

test('a type of a node has one name in a graph and another in code', { skip }, async () => {
  for (const [kind, graph, code] of [
    ['"a text"', "'a text'", '_a_text_'],
    ['torch.device', 'torch.device', 'device'],
  ]) {
    const head = 'import torch\ndef ask(gm):\n    node = next(iter(gm.graph.nodes))\n';
    const source = `${head}    node.type = ${kind}\n    print(gm.graph)\n    print(gm.code)\n`;
    const { printed } = await made(PLAIN, source, 'ask');
    assert.match(printed, new RegExp(`%x : ${graph} \\[num_users=1\\]`));
    assert.match(printed, new RegExp(`forward\\(self, x : ${code}\\)`));
  }
});

test('a part of a graph is lifted in time that grows as it does', { skip }, async () => {
  const source = `import torch
from torch.fx.passes.utils.common import lift_subgraph_as_module
def lift(gm):
    part = torch.fx.Graph()
    part.output(part.graph_copy(gm.graph, {}))
    asked = []
    call = torch._core.call
    torch._core.call = lambda command, *rest: (asked.append(command), call(command, *rest))[1]
    lifted, moved = lift_subgraph_as_module(gm, part, "part")
    print(len(moved), sum(node.op == "get_attr" for node in lifted.graph.nodes), asked.count("print") < 10)
    print(tuple(lifted.p7.shape), len(dict(lifted.named_buffers())), asked.count("print") < 10)
`;
  for (const count of [20, 300]) {
    const numbers = [...Array(count).keys()];
    const reads = numbers.map((at) => `    p${at}: "f32[2, 3]" = self.p${at}\n`).join('');
    const sums = numbers
      .map((at) => `    a${at + 1}: "f32[2, 3]" = torch.ops.aten.add.Tensor(a${at}, p${at})\n`)
      .join('');
    const graph = `def forward(self, a0: "f32[2, 3]"):\n${reads}${sums}    return (a${count},)\n`;
    const { printed } = await made(graph, source, 'lift');
    assert.equal(printed, `${count} ${count} True\n(2, 3) ${count} True\n`);
  }
});

const LINEAR = (/** @type {string} */ place) => `class GraphModule(torch.nn.Module):
    def forward(self, w: "f32[3, 3]", x: "f32[2, 3]"):
        # File: ${place} in forward, code: return F.linear(input, self.weight, self.bias)
        linear: "f32[2, 3]" = torch.ops.aten.linear.default(x, w);  x = w = None
        return (linear,)
`;

test(
  'sources of nodes are asked for: what cannot match is not there, what may match is refused',
  { skip },
  async () => {
    const source = `import torch
from torch.fx.passes.utils.source_matcher_utils import get_source_partitions
def ask(gm):
    print(get_source_partitions(gm.graph, [torch.nn.LayerNorm, torch.add, "add"]))
    print(get_source_partitions(gm.graph, [torch.nn.functional.linear]))
    print(get_source_partitions(gm.graph, [torch.nn.Linear]))
`;
    // Only export that is not strict names lines within the layers of torch: it records no function, and classes only
    // in newer versions.
    const layer = await made(LINEAR('/a/torch/nn/modules/linear.py:125'), source, 'ask');
    assert.equal(layer.printed, '{}\n{}\n');
    assert.match(layer.refused ?? '', /get_source_partitions\(\) cannot be answered in Seesaw/);
    const told = await made(LINEAR('/a/model.py:7'), source, 'ask');
    assert.equal(told.printed, '{}\n');
    assert.match(told.refused ?? '', /get_source_partitions\(\) cannot be answered in Seesaw/);
  },
);

test(
  'values without elements are compared by elements, as tensors are; in tables they are told apart',
  { skip },
  async () => {
    const source = `import torch
def ask(gm):
    value = next(iter(gm.graph.nodes)).meta["val"]
    same = value == value
    print(same.dtype, list(same.shape), (value != 3).dtype, value == None, value in {value: 1})
    for found in (torch.ones(2, 3) == 1, same):
        try:
            print(bool(found))
        except RuntimeError as e:
            print(e)
    print(torch.result_type(value, True), torch.result_type(value, 1j))
    try:
        torch.result_type(value, None)
    except TypeError as e:
        print("refused")
`;
    const { printed, refused } = await made(LINEAR('/a/model.py:7'), source, 'ask');
    const ambiguous = 'Boolean value of Tensor with more than one value is ambiguous\n';
    assert.equal(refused, undefined);
    assert.equal(
      printed,
      `torch.bool [3, 3] torch.bool False True\n${ambiguous}${ambiguous}torch.float32 torch.complex64\nrefused\n`,
    );
  },
);

test(
  'a name of an operator of a file, without its overload, is traced again by what the file says',
  { skip },
  async () => {
    const source = `${HEAD}
from executorch.exir.pass_base import ExportPass
from torch.library import impl
library = Library("a_space", "DEF")
library.define("turned(Tensor self, int[] order) -> Tensor")
@impl(library, "turned")
def turned(*args):
    return args[0]
class Turn(ExportPass):
    def call(self, gm):
        print("add" in exir_ops.edge.aten._dir, "a_space" in exir_ops.backend._dir)
        for node in list(gm.graph.nodes):
            if node.op == "placeholder":
                with gm.graph.inserting_after(node):
                    made = gm.graph.call_function(torch.ops.a_space.turned, (node, [1, 0]))
                node.replace_all_uses_with(made, delete_user_cb=lambda user, made=made: user is not made)
        return super().call(gm)
`;
    const { text, printed, refused } = await made(PLAIN, source, 'Turn');
    assert.deepEqual([refused, printed], [undefined, 'False False\n']);
    assert.match(text ?? '', /turned: "f32\[2, 3\]" = torch\.ops\.a_space\.turned\(x, \[1, 0\]\)/);
  },
);

test('a pass over a program gives a program', { skip }, async () => {
  const source = `import torch
from executorch.exir.pass_base import ExportedProgramPassBase, ExportedProgramPassResult
class Twice(ExportedProgramPassBase):
    def requires(self, exported_program):
        print(len(exported_program.graph.nodes), exported_program.dialect)
    def call(self, exported_program):
        gm = exported_program.graph_module
        relu = next(node for node in gm.graph.nodes if node.op == "call_function")
        relu.target = torch.ops.aten.neg.default
        return ExportedProgramPassResult(exported_program, True)
`;
  const { text, printed, refused } = await made(PLAIN, source, 'Twice');
  assert.deepEqual([refused, printed], [undefined, '3 ATEN\n']);
  assert.match(text ?? '', /torch\.ops\.aten\.neg\.default\(x\)/);
});

test('rules that a file adds to a pass of Inductor by its name are gone with it', { skip }, async () => {
  const rules = `import torch
from torch._inductor.fx_passes.split_cat import construct_pattern_matcher_pass
from torch._inductor.pattern_matcher import Arg, CallFunction, register_graph_pattern
def applied(gm):
    print(construct_pattern_matcher_pass("decompose_mm_pass").apply(gm))
    construct_pattern_matcher_pass("normalization_pass")
`;
  const adds = `${rules}
@register_graph_pattern(
    CallFunction(torch.ops.aten.relu.default, Arg()), pass_dict=construct_pattern_matcher_pass("decompose_mm_pass")
)
def negated(match, x):
    match.replace_by_example(lambda x: torch.ops.aten.neg.default(x), [x])
`;
  for (const [source, count] of [
    [adds, 1],
    [rules, 0],
  ]) {
    const { printed, refused } = await made(PLAIN, String(source), 'applied');
    assert.equal(printed, `${count}\n`);
    assert.match(refused ?? '', /the rules of normalization_pass are not in Seesaw: give it the file of PyTorch/);
  }
});

const TRACED = `import torch
import torch.fx as fx
from typing import *
class Inner(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.k = torch.ones(2)
        self.register_buffer("buf", torch.ones(3))
    def forward(self, x):
        return x + self.k
class Outer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = torch.ones(2)
        self.inner = Inner()
        self.again = self.scale
    def forward(self, x):
        return x * self.scale + torch.ones(2) + self.inner.k + self.inner.buf
`;

test('tensors that a traced module holds beside its buffers are read by their names', { skip }, async () => {
  const source = `${TRACED}
def ask(gm):
    print([node.target for node in fx.symbolic_trace(Outer()).graph.nodes if node.op == "get_attr"])
`;
  const { printed } = await made(PLAIN, source, 'ask');
  assert.equal(printed, "['again', '_tensor_constant0', 'inner.k', 'inner.buf']\n");
});

test('values that a trace is made for are checked: all kinds, in a dict and in a tuple', { skip }, async () => {
  const source = `${TRACED}
def f(x, y=None):
    return x + 1 if y is None else x
def ask(gm):
    values = (torch.float16, torch.device("cpu"), torch.strided, torch.channels_last, torch.ops.aten.add.Tensor, 2.5)
    for value in values:
        graph = fx.symbolic_trace(f, concrete_args={"y": value}).graph
        print([str(node.args) for node in graph.nodes if node.op == "call_function"])
    for given in ({"y": fx.PH}, (fx.PH, 3), (fx.PH, None)):
        graph = fx.symbolic_trace(f, concrete_args=given).graph
        print([node.name for node in graph.nodes])
    for given in ((3,), {"y": (1, 2)}):
        try:
            fx.symbolic_trace(f, concrete_args=given)
        except Exception as error:
            print(type(error).__name__, error)
`;
  const { printed } = await made(PLAIN, source, 'ask');
  const said = 'y has been specialized to have value';
  const ADD = "<OpOverload(op='aten.add', overload='Tensor')>";
  const checked = ['torch.float16', "device(type='cpu')", 'torch.strided', 'torch.channels_last'].map(
    (text, i) => `["(y_1, ${text})", "(eq, '${said} ${i === 1 ? 'cpu' : text} but got another value')"]`,
  );
  assert.deepEqual(
    printed
      .split('\n')
      .slice(0, -1)
      .map((line) => line.replaceAll('"', "'")),
    [
      ...checked.map((line) => line.replaceAll('"', "'")),
      `['(y_1, ${ADD})', '(eq, '${said} aten.add.Tensor but got another value')']`,
      `['(y_1, 2.5)', '(eq, '${said} 2.5 but got another value')']`,
      "['x', 'y_1', 'output']",
      "['x_1', 'y_1', 'eq', '_assert', 'output']",
      "['x_1', 'y_1', '_assert_is_none', 'add', 'output']",
      'RuntimeError Tracing expected 2 arguments but got 1 concrete arguments',
      'NotImplementedError concrete_args with the container that y is are not in Seesaw',
    ],
  );
});

/** Annotations, with the names of the type in code and in a graph: what PyTorch 2.6.0 prints. */
const TYPES = [
  ['Optional[torch.Tensor]', 'typing_Union[torch.Tensor,NoneType]', 'typing.Optional[torch.Tensor]'],
  ['List[torch.Tensor]', 'typing_List[torch.Tensor]', 'typing.List[torch.Tensor]'],
  ['list[torch.Tensor]', 'typing_List[torch.Tensor]', 'list[torch.Tensor]'],
  ['Tuple[torch.Tensor, int]', 'typing_Tuple[torch.Tensor,int]', 'typing.Tuple[torch.Tensor, int]'],
  ['tuple[torch.Tensor, ...]', 'typing_Tuple[torch.Tensor,_]', 'tuple[torch.Tensor, ...]'],
  ['Tuple[()]', 'typing_Tuple', 'typing.Tuple[()]'],
  ['Dict[str, torch.Tensor]', 'typing_Dict[str,torch.Tensor]', 'typing.Dict[str, torch.Tensor]'],
  ['dict[str, int]', 'typing_Dict[str,int]', 'dict[str, int]'],
  ['Union[torch.Tensor, int]', 'typing_Union[torch.Tensor,int]', 'typing.Union[torch.Tensor, int]'],
  ['Union[int, float, None]', 'typing_Union[int,float,NoneType]', 'typing.Union[int, float, NoneType]'],
  ['Any', 'typing_Any', 'typing.Any'],
  ['Callable', 'collections_abc_Callable', 'typing.Callable'],
  ['Sequence[int]', 'collections_abc_Sequence[int]', 'typing.Sequence[int]'],
  ['List', 'typing_List', 'typing.List'],
  ["'torch.Tensor'", '_torch_Tensor_', "'torch.Tensor'"],
  ["'Optional[torch.Tensor]'", '_Optional_torch_Tensor_', "'Optional[torch.Tensor]'"],
  ['Optional[List[int]]', 'typing_Union[typing_List[int],NoneType]', 'typing.Optional[typing.List[int]]'],
  ['torch.device', 'device', 'torch.device'],
  ['Optional[torch.device]', 'typing_Union[device,NoneType]', 'typing.Optional[torch.device]'],
  ['torch.dtype', 'torch.dtype', 'torch.dtype'],
  ['torch.Size', 'torch.Size', 'torch.Size'],
  ['int', 'int', 'int'],
  ['torch.nn.Parameter', 'torch.nn.parameter.Parameter', 'torch.nn.parameter.Parameter'],
  ['Set[int]', 'typing_Set[int]', 'typing.Set[int]'],
  ['Type[int]', 'type[int]', 'typing.Type[int]'],
  ['Deque[int]', 'collections_deque[int]', 'typing.Deque[int]'],
  [
    'Dict[str, List[Tuple[int, torch.Tensor]]]',
    'typing_Dict[str,typing_List[typing_Tuple[int,torch.Tensor]]]',
    'typing.Dict[str, typing.List[typing.Tuple[int, torch.Tensor]]]',
  ],
  ["Literal['a', 'b']", 'typing_Literal[_a_,_b_]', "typing.Literal['a', 'b']"],
];

test('types of arguments stand in a traced graph and in its code', { skip }, async () => {
  const source = `${TRACED}
def ask(gm):
    for kind in ${JSON.stringify(TYPES.map(([kind]) => kind))}:
        env = dict(globals())
        exec(f"def f(x : {kind}) -> {kind}:\\n    return x\\n", env)
        traced = fx.symbolic_trace(env["f"])
        print(traced.code.strip().split("\\n")[0])
        print(str(traced.graph).strip().split("\\n")[1].strip())
`;
  const { printed, refused } = await made(PLAIN, source, 'ask');
  assert.equal(refused, undefined);
  const wanted = TYPES.flatMap(([, code, graph]) => [
    `def forward(self, x : ${code}) -> ${code}:`,
    `%x : ${graph} [num_users=1] = placeholder[target=x]`,
  ]);
  assert.deepEqual(printed.split('\n').slice(0, -1), wanted);
});

test('whatever is done with a name or a module that is not there is refused', { skip }, async () => {
  const uses = [
    ...['o | 3', '3 | o', 'o & 1', '1 & o', 'o ^ 1', 'o + 1', '1 + o', 'o - o', '1 - o', 'o * 2', 'o @ o', 'o / 2'],
    ...['o // 2', '1 // o', 'o % 2', '1 % o', 'o ** 2', '2 ** o', 'o << 1', 'o >> 1', 'divmod(o, 2)', '-o', '+o', '~o'],
    ...[
      'abs(o)',
      'round(o)',
      'int(o)',
      'float(o)',
      'o == 1',
      '1 == o',
      'o != 1',
      'o < 1',
      'o >= 1',
      'bool(o)',
      'not o',
    ],
    ...['1 in o', 'len(o)', 'list(o)', 'next(o)', 'reversed(o)', 'str(o)', 'f"{o}"', 'o()', 'o.other', '{o: 1}'],
    ...['isinstance(1, o)', 'issubclass(int, o)', '[*o]', 'o[0] + 1', '(o | o) & 1', '(int | o)()'],
  ];
  const statements = [
    'with o: pass',
    'for _ in o: pass',
    'o.q = 3',
    'del o.q',
    'o[0] = 1',
    'del o[0]',
    'o += 1',
    'o |= 3',
  ];
  const source = `${HEAD}
from typing import Optional
import torch.an_absent_module as module
from torch.an_absent_module import name
def ask(gm):
    for o in (name, module):
        for text in ${JSON.stringify([...uses, ...statements])}:
            try:
                exec(text, {"o": o})
                print(text)
            except Exception as error:
                if "is not in Seesaw" not in str(error):
                    print(text, type(error).__name__, error)
    int | name
    module | None
    def annotated(x: name | int, y: Optional[module] = None): pass
    print("to the end")
`;
  const { printed, refused } = await made(PLAIN, source, 'ask');
  // The file has caught the refusals; the run ends with the first of them for that.
  assert.match(String(refused), /^NotInSeesaw: torch.an_absent_module.name is not in Seesaw/);
  assert.equal(printed, 'to the end\n');
});
