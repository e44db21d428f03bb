/** What keeps values and gradients in step with a program that changes between two questions. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Runs } from '../../../web/src/model/autograd/runs.js';

const BEFORE = { nodes: 1 };
const AFTER = { nodes: 2 };
/** What the engine says of the inputs of each program. */
const INPUTS = new Map([
  [BEFORE, [{ name: 'old', kind: 'input', dtype: 'f32', shape: [1] }]],
  [AFTER, [{ name: 'x', kind: 'input', dtype: 'f32', shape: [2] }]],
]);

/** A model whose program becomes another one while the question `during` is answered for the first time. */
function changing(/** @type {string} */ during) {
  /** @type {string[]} */
  const asked = [];
  const live = {
    good: BEFORE,
    /** @param {string} method */
    async ask(method) {
      const of = live.good;
      asked.push(method);
      if (method === during) live.good = AFTER;
      if (method === 'inputs') return { value: INPUTS.get(of), diagnostics: [] };
      return { value: null, diagnostics: [{ severity: 'error', code: 'of', message: of === AFTER ? 'after' : 'old' }] };
    },
  };
  const model = { shownStep: 0, doc: { ambientGrad: true }, live, setValues() {} };
  return { model, asked };
}

/** @param {{ busy: boolean }} runs */
async function finished(runs) {
  for (let turn = 0; runs.busy && turn < 100; turn++) await null;
  assert.equal(runs.busy, false);
}

for (const during of ['inputs', 'differentiate'])
  test(`another program during the question "${during}": both questions are asked again`, async () => {
    const { model, asked } = changing(during);
    const runs = new Runs(/** @type {any} */ (model), () => {});
    runs.want(/** @type {any} */ ({ values: {}, hooks: [], loss: null }));
    await finished(runs);
    const once = during === 'inputs' ? ['inputs'] : ['inputs', 'differentiate'];
    assert.deepEqual(asked, [...once, 'inputs', 'differentiate']);
    assert.deepEqual(
      runs.wanted.map(({ name }) => name),
      ['x'],
    );
    assert.deepEqual(
      runs.diagnostics.map(({ message }) => message),
      ['after'],
    );
  });
