/**
 * Passes of one's own in a pipeline: what the workbench asks Python for, and that nothing runs which nobody allowed.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Session } from '../../../wasm/js/index.js';
import { passOf, passesIn, titleOf } from '../../../web/src/engine/python/own.js';
import { Workbench } from '../../../web/src/engine/workbench.js';
import { LiveResult } from '../../../web/src/model/live_result.js';
import { PythonPasses } from '../../../web/src/model/python.js';
import { TEMPLATES } from '../../../web/src/features/python/templates.js';
import { remedyOf } from '../../../web/src/features/python/hooks.js';
import { BEGINNINGS } from '../../../web/src/features/python/beginnings.js';

const session = await Session.create({ full: true });
const bench = () => new Workbench(/** @type {any} */ (session), true);
const TEXT = `def forward(self, x: "f32[2]"):
    sin = torch.ops.aten.sin.default(x)
    dead = torch.ops.aten.cos.default(x)
    return (sin,)
`;
/** @param {string} source */
const python = (source) => ({ name: 'python', enabled: true, options: { source } });
const dce = { name: 'eliminate_dead_code', enabled: true, options: {} };
/** What Python would give: sin as tan. @param {any} wanted */
const made = (wanted) => ({
  ...wanted,
  microseconds: 5,
  answer: { program: wanted.program.replaceAll('aten.sin', 'aten.tan'), modified: true, printed: 'done' },
});
const shown = (/** @type {Workbench} */ on, /** @type {number} */ step) =>
  on.show({ step, format: 'graph', annotations: 'given' }).text;

test('what Python has to run is asked for, with the program before it; its answer is a step like any other', () => {
  const on = bench();
  const passes = [dce, python('def p(gm): pass'), { name: 'python', enabled: false, options: { source: '' } }, dce];
  const request = { text: TEXT, passes, ambientGrad: true };
  const first = on.evaluate(request);
  assert.equal(first.ok, false);
  assert.deepEqual(first.failures, []);
  assert.equal(first.wanted?.step, 1);
  assert.equal(first.wanted?.pass, 'p');
  assert.doesNotMatch(first.wanted?.program ?? '', /cos/, 'the pass before it has run');
  const second = on.evaluate({ ...request, python: [made(first.wanted)] });
  assert.equal(second.ok, true);
  assert.deepEqual(
    second.reports.map(({ pass, ran, changed, nodesBefore, nodesAfter }) => [
      pass,
      ran,
      changed,
      nodesBefore,
      nodesAfter,
    ]),
    [
      ['eliminate_dead_code', true, true, 4, 3],
      ['p', true, true, 3, 3],
      ['python', false, false, 3, 3],
      ['eliminate_dead_code', true, false, 3, 3],
    ],
  );
  assert.match(shown(on, 1), /aten\.sin/);
  assert.match(shown(on, 4), /aten\.tan/);
  assert.equal(on.check({ before: 1, after: 2 }).value?.verdict, 'differs');
});

test('an answer belongs to one source, program and mode; a mistake is a report, and keeps the last good result', () => {
  const on = bench();
  const request = { text: TEXT, passes: [python('def p(gm): pass')], ambientGrad: true };
  const answer = made(on.evaluate(request).wanted);
  assert.equal(on.evaluate({ ...request, python: [answer] }).ok, true);
  const others = [
    { ...request, text: TEXT.replace('sin.default', 'tanh.default') },
    { ...request, passes: [python('def p(gm): return gm')] },
    { ...request, ambientGrad: false },
  ];
  for (const other of others) assert.notEqual(on.evaluate({ ...other, python: [answer] }).wanted, undefined);
  const failed = { message: 'NameError: no', file: 'pass.py', line: 1, column: 3 };
  const bad = on.evaluate({ ...request, python: [{ ...answer, answer: { diagnostic: failed } }] });
  assert.equal(bad.ok, false);
  assert.deepEqual([bad.failures[0].message, bad.failures[0].line], ['NameError: no', 1]);
  assert.match(shown(on, 1), /aten\.tan/);
});

test('which part of a file is the pass', () => {
  const source = 'import torch\n\nclass Base:\n    pass\n\ndef _own(): pass\n\ndef mine(gm):\n    def inner(): pass\n';
  assert.deepEqual(passesIn(source), ['Base', 'mine']);
  assert.equal(passOf({ options: { source } }), 'mine');
  assert.equal(passOf({ options: { source, pass: 'Base' } }), 'Base');
  assert.equal(passOf({ options: { source, pass: 'Gone' } }), 'mine');
  assert.equal(titleOf(python('')), 'python');
  assert.deepEqual(
    BEGINNINGS.map(({ id }) => id),
    TEMPLATES.map(({ id }) => id),
  );
});

/** A live result over a workbench, and what of Python was run. @param {string[]} allowed */
function live(allowed) {
  const on = bench();
  const engine = Object.assign(new EventTarget(), {
    rest: 'ready',
    supersede() {},
    call: async (/** @type {string} */ _method, /** @type {any} */ request) => on.evaluate(request),
  });
  const own = new PythonPasses({ changed: () => {}, remember: () => null });
  for (const source of allowed) own.allow(source);
  /** @type {string[]} */
  const ran = [];
  const make = own.make.bind(own);
  own.make = async (wanted) => {
    if (!own.isAllowed(wanted.source)) return make(wanted);
    ran.push(wanted.source);
    return made(wanted);
  };
  const result = new LiveResult(
    /** @type {any} */ (engine),
    () => {},
    null,
    async () => own,
  );
  const evaluate = async (/** @type {any[]} */ passes) => {
    result.want(() => /** @type {any} */ ({ text: TEXT, passes, ambientGrad: true }), true);
    await result.decided();
  };
  return { on, own, ran, result, evaluate };
}

test('what nobody allowed does not run: the result ends before it, and goes on once it is allowed', async () => {
  const { own, ran, result, evaluate } = live(['def mine(gm): pass']);
  const passes = [python('def mine(gm): pass'), dce, python('def theirs(gm): pass'), dce];
  await evaluate(passes);
  assert.deepEqual([result.refused, result.good?.reports.length, ran], [2, 2, ['def mine(gm): pass']]);
  assert.deepEqual(own.waiting(passes), [2]);
  own.allow('def theirs(gm): pass');
  await evaluate(passes);
  assert.deepEqual([result.refused, result.good?.reports.length, result.stale], [null, 4, false]);
  assert.equal(own.isAllowed('def theirs(gm): pass # more'), false);
});

test('CPython is offered until it has captured the text with this grad mode, again where it failed', () => {
  const offered = (/** @type {any[]} */ traces, ambientGrad = true) => {
    const python = new PythonPasses({ changed: () => undefined, remember: () => null });
    python.traced = (text, grad) => traces.find((one) => one.text === text && one.ambientGrad === grad) ?? null;
    const model = { live: { pending: false, failed: null }, python, text: 'x', doc: { ambientGrad } };
    const item = /** @type {any} */ ({ severity: 'error', code: 'python', message: 'no' });
    return remedyOf(/** @type {any} */ ({ model }), item)?.title ?? null;
  };
  const captured = { text: 'x', ambientGrad: true, program: '{}', printed: '' };
  const refused = { text: 'x', ambientGrad: true, diagnostic: { message: 'no' }, printed: '' };
  assert.equal(offered([]), 'Run with CPython');
  assert.equal(offered([captured]), null);
  assert.equal(offered([captured], false), 'Run with CPython');
  assert.equal(offered([refused]), 'Run with CPython again');
});

test("CPython's capture is not shown of a text that is read as a graph", () => {
  const { handle } = session.open(TEXT);
  const program = session.print(handle, { format: 'json' });
  const text = TEXT.replaceAll('aten.sin', 'aten.tan');
  const traced = { text, ambientGrad: true, program, printed: '' };
  const request = { text, passes: [], ambientGrad: true, traced };
  const on = bench();
  assert.equal(on.evaluate(request).captured, true);
  assert.match(shown(on, 0), /aten\.sin/);
  assert.equal(on.evaluate({ ...request, capture: 'never' }).captured, false);
  assert.match(shown(on, 0), /aten\.tan/);
});
