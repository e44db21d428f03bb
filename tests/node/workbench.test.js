/** The page's workbench, as its worker holds it: which programs it has, and what a captured source declares. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { Session } from '../../wasm/js/index.js';
import { hasForward, isSource, readProgram } from '../../wasm/js/source.js';
import { Workbench } from '../../web/src/engine/workbench.js';

const session = await Session.create({ full: true });
const graph = (/** @type {string} */ name) =>
  `def forward(self, x: "f32[2]"):\n    ${name} = torch.ops.aten.${name}.default(x)\n    return (${name},)\n`;
const MODULE = `class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(2, 1)
        self.register_buffer('scale', torch.tensor([2.0]))

    def forward(self, x: "f32[2]"):
        return self.linear(x) * self.scale
`;
const bench = () => new Workbench(/** @type {any} */ (session), true);
/** @param {Workbench} on @param {string} text @param {object} [more] */
const evaluate = (on, text, more = {}) => on.evaluate({ text, passes: [], ambientGrad: true, ...more });
const shown = (/** @type {Workbench} */ on) => on.show({ step: 0, format: 'graph', annotations: 'given' }).text;

test('an evaluation that comes after a newer one leaves its programs as they are', () => {
  const one = bench();
  assert.equal(evaluate(one, graph('sin'), { serial: 1 }).ok, true);
  assert.equal(evaluate(one, graph('cos'), { serial: 2 }).ok, true);
  assert.equal(one.restore({ text: graph('sin'), passes: [], ambientGrad: true, serial: 1 }).ok, false);
  assert.match(shown(one), /aten\.cos/);
  // A fresh engine has none yet.
  const fresh = bench();
  assert.equal(fresh.restore({ text: graph('sin'), passes: [], ambientGrad: true, serial: 1 }).ok, true);
  assert.match(shown(fresh), /aten\.sin/);
  assert.equal(evaluate(fresh, 'def', { serial: 3 }).ok, false);
  assert.match(shown(fresh), /aten\.sin/);
});

test('what another engine laid out stays where it is', () => {
  const users = (/** @type {number} */ count) => {
    const names = Array.from({ length: count }, (_, at) => `tanh_${at}`);
    const lines = ['sin = torch.ops.aten.sin.default(x)', 'cos = torch.ops.aten.cos.default(sin)'];
    for (const name of names) lines.push(`${name} = torch.ops.aten.tanh.default(cos)`);
    return `def forward(self, x):\n    ${lines.join('\n    ')}\n    return (sin, ${names.join(', ')},)\n`;
  };
  const pictures = { key: '', requests: [{ step: 0, pane: 'main' }] };
  const boxes = (/** @type {any} */ answer) => Array.from(answer.pictures.answers[0].value.box);
  const [worker, page] = [bench(), bench()];
  evaluate(worker, users(1), { pictures });
  const seen = evaluate(page, users(3), { pictures });
  assert.notDeepEqual(
    boxes(seen),
    boxes(evaluate(worker, users(3), { pictures })),
    'by itself, it grows from the last',
  );
  const laid = new Map([['main', seen.pictures?.answers[0].value]]);
  assert.equal(evaluate(worker, users(3), { laid }).pictures, undefined);
  assert.deepEqual(Array.from(worker.picture(pictures.requests[0]).value?.box ?? []), boxes(seen));
});

const SWITCHED = `import torch
from torch import nn

torch.set_grad_enabled(False)

class M(nn.Module):
    def forward(self, x):
        with torch.enable_grad():
            y = x.sin()
        return y * 2

ep = torch.export.export(M(), (torch.ones(2),))
`;
const WRAP = [{ name: 'replace_set_grad_with_hop_pass' }];

test('passes run in the grad mode that the captured file sets where it calls torch.export', () => {
  const one = bench();
  const text = () => one.show({ step: 1, format: 'readable', annotations: 'given' }).text;
  assert.equal(evaluate(one, SWITCHED, { passes: WRAP }).ambientGrad, false);
  // As torch.export.export(..., strict=False) of PyTorch 2.6.0 has it: only what has gradients is a region.
  assert.match(text(), /wrap_with_set_grad_enabled\(True, submod/);
  assert.doesNotMatch(text(), /enabled\(False/);
  const again = one.evaluate({ text: SWITCHED, passes: WRAP, ambientGrad: false });
  assert.equal(again.ambientGrad, false);
  const kept = session.open(session.print(/** @type {number} */ (session.trace(SWITCHED).handle), { format: 'json' }));
  assert.equal(kept.ambientGrad, false, 'in a document, too');
  const on = evaluate(one, SWITCHED.replace('torch.set_grad_enabled(False)', ''), { passes: WRAP });
  assert.equal(on.ambientGrad, true);
});

test('parameters and buffers have the values that the source declares, where they are asked for', () => {
  const one = bench();
  assert.equal(evaluate(one, MODULE).captured, true);
  const wanted = one.inputs({ step: 0 }).value ?? [];
  assert.deepEqual(
    wanted.map(({ kind, declared }) => [kind, declared ?? false]),
    [
      ['parameter', true],
      ['parameter', true],
      ['buffer', true],
      ['input', false],
    ],
  );
  const x = { value: { dtype: 'f32', shape: [2], data: [1, 2] } };
  const values = Object.fromEntries(wanted.map(({ name, declared }) => [name, declared ? { declared: true } : x]));
  const run = one.differentiate({ command: 'gradients', step: 0, args: {}, payload: { values } }).value;
  // As torch.manual_seed(0); nn.Linear(2, 1): 2 * (-0.0053 + 2 * 0.3793 - 0.5820).
  assert.ok(Math.abs(run.nodes.at(-1).first.data[0] - 0.3427) < 1e-3, JSON.stringify(run.nodes.at(-1)));
  // Of a graph nothing is declared.
  evaluate(one, graph('sin'));
  assert.deepEqual(
    (one.inputs({ step: 0 }).value ?? []).map(({ declared }) => declared),
    [undefined],
  );
});

test('a text is a graph, or Python source, by what is in it', () => {
  assert.equal(isSource(MODULE), true);
  assert.equal(isSource(graph('sin')), false);
  assert.equal(
    isSource(
      'class Repro(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n    def ' +
        'forward(self, x):\n        sin = torch.sin(x);  x = None\n        ' +
        'return (sin,)\n',
    ),
    false,
  );
  assert.equal(
    isSource(
      'class FxModule(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.l ' +
        "= torch.load(r'l.pt')\n    def forward(self, x):\n        return " +
        'self.l(x)\n',
    ),
    false,
  );
  assert.equal(hasForward('x = 1'), false);
  // What calls functions of its own is captured, though it could be read as a graph without them.
  const calls = 'def helper(x):\n    return x * 2\n\ndef forward(x: "f32[2]"):\n    return helper(x) + 1\n';
  assert.equal(readProgram(session, calls).captured, true);
  const method =
    'class A(nn.Module):\n    def scale(self, x):\n        return x * 2\n    def forward(self, x: ' +
    '"f32[2]"):\n        return self.scale(x) + 1\n';
  assert.equal(readProgram(session, method).captured, true);
  assert.deepEqual(
    [readProgram(session, calls, { capture: 'never' })].map(({ captured, misread }) => [captured, misread]),
    [[false, true]],
  );
  assert.equal(readProgram(session, calls.replace('helper(x) + 1', 'x + 1')).captured, false);
  // A mistake in a source is no node of a graph.
  const nested = 'def forward(x: "f32[3]"):\n    def inner(y):\n        return y.sin()\n    return inner(x)\n';
  assert.equal(readProgram(session, nested).captured, true, 'a function in forward is source');
  const untyped = readProgram(session, nested.replace(': "f32[3]"', ''));
  assert.deepEqual(
    [untyped.handle, untyped.diagnostics[0].line, untyped.diagnostics[0].notes?.[0].message],
    [null, 1, 'annotate it: x: "f32[2, 3]", or end the file in torch.export.export(model, (torch.randn(2, 3),))'],
  );
  const wrong = readProgram(session, MODULE.replace('self.linear(x)', 'self.liner(x)'));
  assert.equal(wrong.handle, null);
  assert.match(wrong.diagnostics[0].message, /liner/);
  assert.equal(readProgram(session, MODULE, { capture: 'never' }).captured, false);
  assert.equal(readProgram(session, MODULE).captured, true);
});

test('what CPython warned of beside a captured program is told with it', () => {
  const { handle } = session.trace(MODULE);
  const program = session.print(Number(handle), { format: 'json' });
  session.close(Number(handle));
  const warning = {
    severity: 'warning',
    code: 'python',
    message: 'this statement failed and was passed over',
    line: 9,
  };
  const traced = { text: MODULE, ambientGrad: true, program, printed: '', diagnostics: [warning] };
  const answer = evaluate(bench(), MODULE, { traced });
  assert.equal(answer.ok, true);
  assert.deepEqual(answer.diagnostics, [warning]);
});
