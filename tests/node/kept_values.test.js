/**
 * Initial values of a net stay in the session: the same values and gradients as with their JSON, in a fraction of the
 * time, freed with the program.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SeesawError, Session } from '../../wasm/js/session.js';
import { Workbench } from '../../web/src/engine/workbench.js';

const session = await Session.create({ full: true });

/** @param {number} size @param {number} layers */
const net = (size, layers) => `import torch
import torch.nn as nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.frozen = nn.Parameter(torch.ones(${size}), requires_grad=False)
        self.register_buffer('count', torch.zeros(1))
${Array.from({ length: layers }, (_, i) => `        self.l${i} = nn.Linear(${size}, ${size})`).join('\n')}
    def forward(self, x: "f32[2, ${size}]"):
        self.count.add_(1)
        x = x * self.frozen
${Array.from({ length: layers }, (_, i) => `        x = self.l${i}(x)`).join('\n')}
        return x
`;

/** What is another number in each run. */
const VARYING = new Set(['id', 'memory', 'sequenceNr', 'graphTask', 'start', 'duration']);
const steady = (/** @type {unknown} */ answer) =>
  JSON.parse(JSON.stringify(answer), (key, value) => (VARYING.has(key) ? undefined : value));

/** @param {number | undefined} handle @returns {{ name: string, kind: string, target?: string, frozen?: boolean }[]} */
const inputs = (handle) => session.call('inputs', { handle }).value;

test('a run with kept values is the run with the same values as JSON', () => {
  const { handle, state = {} } = session.trace(net(4, 2), { details: true });
  const { handle: keeper, kept, ...more } = session.trace(net(4, 2), { keepState: true });
  assert.deepEqual(kept, Object.keys(state));
  assert.equal(more.state, undefined);
  assert.ok(kept?.includes('l0.weight') && kept.includes('count') && kept.includes('frozen'));
  const x = { dtype: 'f32', shape: [2, 4], data: [1, 2, 3, 4, 5, 6, 7, 8] };
  const trainable = new Set(
    inputs(handle).flatMap(({ kind, target, frozen }) => (kind === 'parameter' && !frozen ? [target] : [])),
  );
  const told = Object.fromEntries(
    Object.entries(state).map(([name, value]) => [
      name,
      trainable.has(name) ? { ...value, requires_grad: true } : value,
    ]),
  );
  const settings = { grad: true, requiresGrad: true };
  const byJson = session.call('exec', { ...settings, handle }, JSON.stringify({ inputs: [x], state: told })).value;
  for (const repeat of [1, 2]) {
    const byKept = session.call(
      'exec',
      { ...settings, handle, valuesOf: keeper },
      JSON.stringify({ inputs: [x] }),
    ).value;
    assert.deepEqual(byKept, byJson, `run ${repeat}: a run leaves the kept values as they were`);
  }
  const own = { dtype: 'f32', shape: [4], data: [0, 0, 0, 0] };
  const other = session.call(
    'exec',
    { ...settings, handle, valuesOf: keeper },
    JSON.stringify({ inputs: [x], state: { frozen: own } }),
  ).value;
  assert.deepEqual(other.mutatedBuffers, byJson.mutatedBuffers);
  assert.notDeepEqual(other.outputs, byJson.outputs, 'what is given goes before what is kept');
});

test('gradients and gradcheck take what is declared from the kept values', () => {
  const { handle, state = {} } = session.trace(net(3, 1), { details: true });
  const { handle: keeper } = session.trace(net(3, 1), { keepState: true });
  const own = inputs(handle).filter(({ target }) => target !== undefined);
  const values = (/** @type {(one: { target?: string }) => object} */ of) =>
    JSON.stringify({ values: Object.fromEntries(own.map((one) => [one.name, of(one)])) });
  for (const command of ['gradients', 'gradcheck']) {
    const byJson = session.call(
      command,
      { handle, milliseconds: 60_000 },
      values(({ target = '' }) => ({ value: state[target] })),
    ).value;
    assert.deepEqual(
      steady(
        session.call(
          command,
          { handle, valuesOf: keeper, milliseconds: 60_000 },
          values(() => ({ declared: true })),
        ).value,
      ),
      steady(byJson),
    );
  }
  const refused = (/** @type {object} */ args, /** @type {RegExp} */ words) =>
    assert.throws(
      () =>
        session.call(
          'gradients',
          { handle, ...args },
          values(() => ({ declared: true })),
        ),
      (error) => error instanceof SeesawError && words.test(error.message),
    );
  refused({}, /no value is kept for/);
  refused({ valuesOf: handle }, /no values are kept beside program/);
  session.close(/** @type {number} */ (keeper));
  refused({ valuesOf: keeper }, /there is no open program/);
});

test('the values of a net of millions of numbers take no seconds', () => {
  const bench = new Workbench(session, true);
  const answer = bench.evaluate({ text: net(1024, 4), passes: [], ambientGrad: true });
  assert.ok(answer.ok, JSON.stringify(answer.diagnostics));
  const before = process.cpuUsage();
  const { value: wanted } = bench.inputs({ step: 0 });
  const declared = (wanted ?? []).filter((one) => one.declared);
  assert.equal(declared.length, 10);
  const values = Object.fromEntries(declared.map(({ name }) => [name, { declared: true }]));
  const { value, diagnostics } = bench.differentiate({
    command: 'gradients',
    step: 0,
    args: { elements: 4 },
    payload: { values },
  });
  assert.deepEqual(diagnostics, []);
  assert.ok(value.events.length > 4);
  // As JSON it is seven seconds.
  const { user } = process.cpuUsage(before);
  assert.ok(user < 3e6, `${user / 1e6} s of processor time`);
});
