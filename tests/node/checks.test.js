/** What `check` says of programs that a pass made: what it must not blame. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { causeOf } from '../../wasm/js/cause.js';
import { Session } from '../../wasm/js/index.js';

const session = await Session.create({ full: true });

/** @param {string} text @param {string[]} passes @param {object} [settings] */
function checked(text, passes, settings = {}) {
  const { handle } = session.open(text);
  const result = session.run(handle, passes, { ...settings, snapshots: true });
  assert.ok(result.succeeded, result.reports.at(-1)?.diagnostics[0]?.message);
  return { check: session.check(handle, result.handle, settings), reports: result.reports };
}

const LIFTED =
  'def forward(self, x: "f32[2]"):\n    c: "f32[2]" = self._tensor_constant0\n    add: "f32[2]" = ' +
  'torch.ops.aten.add.Tensor(x, c)\n    return (add,)\n';

test('a constant has its value under its new name, too', () => {
  assert.equal(checked(LIFTED, ['lift_constants_pass']).check.verdict, 'equal');
});

test('results that depend on random numbers are not called different; the others are compared', () => {
  const text = (/** @type {string} */ last) =>
    'def forward(self, x: "f32[2, 3, 4]"):\n    d: "f32[2, 3, 4]" = ' +
    'torch.ops.aten.feature_dropout.default(x, 0.5, True)\n    e: ' +
    '"f32[2, 3, 4]" = ' +
    `torch.ops.aten.${last}.default(x)\n    return (d, e)\n`;
  const { check } = checked(text('sin'), ['run_decompositions']);
  assert.deepEqual([check.verdict, check.what], ['unknown', 'random']);
  assert.match(check.message ?? '', /results depend on random numbers/);
  const [before, after] = ['sin', 'cos'].map((last) => session.open(text(last)).handle);
  assert.equal(session.check(before, after).verdict, 'differs', 'the second result has nothing to do with chance');
});

test('what a program without a signature writes to is compared with the results that it becomes', () => {
  const text =
    'def forward(self, x: "f32[2]"):\n    clone: "f32[2]" = torch.ops.aten.clone.default(x)\n    add_: ' +
    '"f32[2]" = torch.ops.aten.add_.Tensor(x, 1)\n    mul: "f32[2]" = ' +
    'torch.ops.aten.mul.Tensor(clone, ' +
    'add_)\n    return (mul,)\n';
  const { check } = checked(text, ['run_decompositions'], { ambientGrad: false });
  assert.deepEqual([check.verdict, check.results], ['equal', 2], check.message);
});

test('a node that gives a tuple now is looked through; the log says first what was lost', () => {
  const text = `def forward(self, x: "f32[2, 3]", w: "f32[3]", b: "f32[3]"):
    layer_norm: "f32[2, 3]" = torch.ops.aten.layer_norm.default(x, [3], w, b)
    std: "f32[2]" = torch.ops.aten.std.dim(layer_norm, [1])
    _set_grad_enabled = torch._C._set_grad_enabled(False)
    add: "f32[2]" = torch.ops.aten.add.Tensor(std, 1)
    _set_grad_enabled_1 = torch._C._set_grad_enabled(True)
    sub: "f32[2]" = torch.ops.aten.sub.Tensor(add, std)
    return (sub,)
`;
  const { handle } = session.open(text);
  const { handle: after } = session.run(handle, ['run_decompositions']);
  const check = session.check(handle, after);
  assert.doesNotMatch(check.message ?? '', /different kinds/);
  assert.notEqual(check.node, 'native_layer_norm');
});

test('the cause of a difference is the nearest warning of the log', () => {
  const why = (/** @type {boolean} */ warning, trigger = 'std') => [
    {
      decision: 'lost',
      warning,
      graph: '',
      region: 'submod_2',
      trigger,
      condition: 'it is not wrapped',
      nodes: 1,
      lineages: [],
    },
  ];
  const report = (/** @type {string} */ pass, /** @type {any[]} */ entries) =>
    /** @type {any} */ ({ pass, why: entries });
  const reports = [report('first', why(true)), report('second', why(false)), report('third', [])];
  assert.equal(causeOf(reports, 0), 'the region submod_2 after std is lost: it is not wrapped');
  assert.equal(causeOf(reports, 2), 'first: the region submod_2 after std is lost: it is not wrapped');
  assert.equal(causeOf(reports.slice(1), 1), '');
  const [entry] = why(true);
  const unnamed = [report('first', [{ ...entry, region: '' }])];
  assert.equal(causeOf(unnamed, 0), 'the region after std is lost: it is not wrapped');
});

test('the signature follows what insert_deferred_runtime_asserts replaces', () => {
  const text = `ExportedProgram:
    class GraphModule(torch.nn.Module):
        def forward(self, x: "f32[s0, 4]"):
            sym_size_int: "Sym(s0)" = torch.ops.aten.sym_size.int(x, 0)
            sym_size_int_1: "Sym(s0)" = torch.ops.aten.sym_size.int(x, 0);  x = None
            return (sym_size_int, sym_size_int_1)
            
Graph signature: ExportGraphSignature(input_specs=[InputSpec(kind=<InputKind.USER_INPUT: 1>, \
arg=TensorArgument(name='x'), target=None, persistent=None)], \
output_specs=[OutputSpec(kind=<OutputKind.USER_OUTPUT: 1>, arg=SymIntArgument(name='sym_size_int'), target=None), \
OutputSpec(kind=<OutputKind.USER_OUTPUT: 1>, arg=SymIntArgument(name='sym_size_int_1'), target=None)])
Range constraints: {s0: VR[2, 100]}
`;
  const { handle } = session.open(text);
  const result = session.run(handle, ['insert_deferred_runtime_asserts']);
  assert.equal(result.reports[0].diagnostics[0]?.message, undefined);
  assert.ok(result.succeeded);
});

test('a view of many pieces is taken apart in time that grows as they do', () => {
  const time = (/** @type {number} */ n) => {
    const { handle } = session.open(
      `def forward(self, x: "i32[${n}, 2]"):\n    split = torch.ops.aten.split.Tensor(x, 1)\n    g = ` +
        'split[0]\n    return (g,)\n',
    );
    const once = () => {
      const before = process.cpuUsage();
      session.close(session.run(handle, ['run_decompositions']).handle);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    return Math.min(once(), once());
  };
  const [few, many] = [time(20000), time(80000)];
  assert.ok(many < few * 9, `${few} µs, then ${many} µs`);
});
