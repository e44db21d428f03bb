/**
 * Random forward functions: captured and run here as PyTorch captured and ran them (data/forwards, oracle:
 * tools/oracle/random_forwards.py), and random passes that keep what they compute.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { Session } from '../../wasm/js/index.js';
import { compareForward } from '../tools/forwards.mjs';

const ROWS = readFileSync(new URL('../data/forwards/sample.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line));

/** @type {Session} */
let session;
before(async () => {
  session = await Session.create({ full: true });
});

test("text, values, gradients and errors are PyTorch's; passes keep what a program computes", () => {
  const steps = new Map();
  const different = ROWS.map((row) => ({ seed: row.seed, ...compareForward(session, row, { steps }) })).filter(
    (found) => found.kind !== 'same',
  );
  assert.deepEqual(different, []);
  assert.equal(ROWS.length, 122);
  assert.ok((steps.get('equal') ?? 0) > 100, `${steps.get('equal')} steps compared`);
  assert.equal(session.call('status').value.programs, 0);
});

test('a recording that says something else is seen', () => {
  const row = ROWS.find(
    (one) =>
      one.gradients?.some((/** @type {any} */ g) => g?.data.length > 0) &&
      one.outputs[0]?.dtype === 'f32' &&
      one.outputs[0].data.length > 0,
  );
  const changed = (/** @type {(copy: any) => void} */ change) => {
    const copy = structuredClone(row);
    change(copy);
    return compareForward(session, copy, { passes: 0 }).kind;
  };
  const moved = (/** @type {any} */ value) => (value.data[0] = Number(value.data[0]) + 1);
  assert.equal(
    changed(() => {}),
    'same',
  );
  assert.equal(
    changed((copy) => (copy.readable = copy.readable.replace('torch.ops.aten', 'torch.ops.atem'))),
    'text',
  );
  assert.equal(
    changed((copy) => moved(copy.outputs[0])),
    'value',
  );
  assert.equal(
    changed((copy) => moved(copy.gradients.find((/** @type {any} */ g) => g?.data.length > 0))),
    'gradient',
  );
  assert.equal(
    changed((copy) => (copy.requires_grad[0] = !copy.requires_grad[0])),
    'requires_grad',
  );
  assert.equal(
    changed((copy) => (copy.backward_error = 'something else')),
    'error',
  );
  assert.equal(
    changed((copy) => (copy.source = 'def forward(self, x):\n    return x.frobnicate()\n')),
    'refused',
  );
});
