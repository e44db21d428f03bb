/**
 * The examples "passes that lie" do: PyTorch's own runs say so, and Seesaw computes the same numbers before and after.
 */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { Session } from '../../wasm/js/session.js';
import { readProgram } from '../../wasm/js/source.js';
import { Workbench } from '../../web/src/engine/workbench.js';
import { exampleBody, exampleRecord } from '../../web/src/model/example_record.js';

const EXAMPLES = new URL('../../web/examples/', import.meta.url);
const RECORDED = new URL('../data/lies/', import.meta.url);
const session = await Session.create({ full: true });
const bench = new Workbench(await Session.create({ full: true }), true);

const lies = readdirSync(EXAMPLES)
  .map((name) => ({ id: name.replace(/\.\w+$/, ''), content: readFileSync(new URL(name, EXAMPLES), 'utf8') }))
  .map(({ id, content }) => ({ id, body: exampleBody(content), ...exampleRecord(content) }))
  .filter(({ topic }) => topic === 'Passes that lie');
const recordings = readdirSync(RECORDED).map((name) => JSON.parse(readFileSync(new URL(name, RECORDED), 'utf8')));

/** @param {number[]} numbers @param {number[]} expected @param {string} what */
function near(numbers, expected, what) {
  assert.equal(numbers.length, expected.length, what);
  for (const [at, number] of numbers.entries())
    assert.ok(
      Math.abs(number - expected[at]) <= 1e-5 * Math.max(1, Math.abs(expected[at])),
      `${what}: ${numbers}, ${expected}`,
    );
}

/** @param {number} handle @param {number[]} x */
function run(handle, x) {
  const inputs = [{ dtype: 'f32', shape: [x.length], data: x }];
  const { outputs, gradients } = session.exec(handle, { inputs }, { requiresGrad: true, grad: true });
  return { values: /** @type {any} */ (outputs[0].value).data, gradients: /** @type {any} */ (gradients)[0].data };
}

test('there are eight, each with the versions that it was seen in', () => {
  assert.equal(lies.length, 8);
  for (const { id, seen, issue } of lies) {
    assert.deepEqual(seen, ['2.6.0', '2.14.1'], id);
    assert.ok(issue === '' || /^\d+$/.test(issue), id);
  }
});

test('values and gradients before and after are those that PyTorch computes', () => {
  for (const { torch, x, cases } of recordings)
    for (const [id, { before, after }] of Object.entries(cases)) {
      const lie = lies.find((one) => one.id === id);
      if (lie === undefined) throw new Error(`no example is called ${id}`);
      assert.ok(lie.seen.includes(torch), `${id} ${torch}`);
      assert.notDeepEqual(after, before, `${id} is no lie in ${torch}`);
      const { handle } = readProgram(session, lie.body, { capture: 'auto' });
      assert.ok(handle !== null, id);
      const left = session.run(handle, lie.pipeline).handle;
      for (const [which, expected, program] of /** @type {const} */ ([
        ['before', before, handle],
        ['after', after, left],
      ])) {
        const got = run(program, x);
        near(got.values, expected.values, `${id} ${which}: values, ${torch}`);
        near(got.gradients, expected.gradients, `${id} ${which}: gradients, ${torch}`);
      }
    }
});

test('each is judged without opening it: the pass, and how it differs', () => {
  for (const { id, body, pipeline, ambientGrad } of lies) {
    const { value, diagnostics } = bench.judge({ text: body, passes: pipeline, ambientGrad });
    assert.ok(value, `${id}: ${JSON.stringify(diagnostics)}`);
    assert.equal(value.answer.verdict, 'differs', id);
    assert.ok(
      pipeline.some(({ name }) => name === value.pass),
      id,
    );
  }
  const { value } = bench.judge({
    text: 'def forward(self, x: "f32[2]"):\n    return (x,)\n',
    passes: [],
    ambientGrad: true,
  });
  assert.equal(value, null);
  const broken = bench.judge({ text: 'def forward(self, x:\n', passes: [], ambientGrad: true });
  assert.ok(broken.value === null);
});
