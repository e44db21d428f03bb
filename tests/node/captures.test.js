/**
 * Modules captured, held against what torch.export made of them (data/captures.json, recorded by
 * oracle/record_captures.py).
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { Session } from '../../wasm/js/index.js';
import { fromProgram } from '../../wasm/js/replay/format.js';

const { rows } = JSON.parse(readFileSync(new URL('../data/captures.json', import.meta.url), 'utf8'));

/** @type {Session} */
let session;
before(async () => {
  session = await Session.create({ full: true });
});

/** Names of code that Dynamo made are counted in its process. @param {string} text */
const comparable = (text) =>
  text.includes('<eval_with_key>')
    ? text
        .split('\n')
        .filter((line) => line.trim() !== '' && !line.trim().startsWith('#'))
        .join('\n')
    : text;

for (const row of rows) {
  for (const mode of ['nonstrict', 'strict']) {
    const expected = row[mode];
    if (expected === undefined) continue;
    test(`${row.name}, ${mode}: text and modules as PyTorch has them`, () => {
      const answer = session.trace(row.source, {
        inputs: row.inputs,
        strict: mode === 'strict',
        file: `/models/${row.name}.py`,
        module: 'models',
        details: true,
      });
      const handle = /** @type {number} */ (answer.handle);
      assert.equal(session.print(handle, { format: 'graph' }), expected.str);
      const plain = expected.readable.includes('<eval_with_key>')
        ? (/** @type {string} */ text) =>
            text
              .split('\n')
              .filter((line) => line.trim() !== '' && !line.trim().startsWith('#'))
              .join('\n')
        : (/** @type {string} */ text) => text;
      assert.equal(plain(session.print(handle, { format: 'readable' })), comparable(expected.readable));
      const { graph } = fromProgram(session.print(handle, { format: 'json' }));
      assert.deepEqual(
        graph.nodes.map((/** @type {any} */ node) => node.nn ?? null),
        expected.modules,
      );
      session.close(handle);
    });
  }
  test(`${row.name}: initial values as PyTorch draws them`, () => {
    const { handle, state } = session.trace(row.source, { inputs: row.inputs, details: true });
    session.close(/** @type {number} */ (handle));
    for (const [name, value] of Object.entries(row.state)) {
      assert.deepEqual(state?.[name]?.shape, /** @type {any} */ (value).shape, name);
      const { data } = /** @type {any} */ (value);
      state?.[name].data.forEach((x, i) =>
        assert.ok(
          Math.abs(Number(x) - data[i]) <= 1e-6 * Math.max(1, Math.abs(data[i])),
          `${name}[${i}]: ${x}, PyTorch has ${data[i]}`,
        ),
      );
    }
  });
}
