/**
 * Captures in the functional form, held against what PyTorch made of them (data/functional_captures.json, recorded by
 * oracle/record_captures.py).
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { Session } from '../../wasm/js/index.js';

const { rows } = JSON.parse(
  readFileSync(process.env.SEESAW_FUNCTIONAL ?? new URL('../data/functional_captures.json', import.meta.url), 'utf8'),
);

/** What is not captured as PyTorch does yet, and why. @type {Record<string, string>} */
const NOT_YET = {
  conversions:
    'a conversion that gives its input back renames it, as in the training form; here PyTorch goes on with the input',
};

/** @type {Session} */
let session;
before(async () => {
  session = await Session.create({ full: true });
});

for (const row of rows) {
  for (const mode of ['nonstrict', 'strict']) {
    if (row[mode] === undefined) continue;
    test(
      `${row.name}, ${mode}: writes are results, in PyTorch's order and names`,
      { todo: NOT_YET[row.name] ?? false },
      () => {
        const { handle } = session.trace(row.source, {
          inputs: row.inputs,
          strict: mode === 'strict',
          functional: true,
          file: `/models/${row.name}.py`,
          module: 'models',
        });
        assert.equal(session.print(/** @type {number} */ (handle), { format: 'graph' }), row[mode].str);
        session.close(/** @type {number} */ (handle));
      },
    );
  }
}

test('a write to the result of a conversion is refused as PyTorch refuses it', () => {
  const source = 'def forward(self, x: "f32[3]"):\n    y = x.to(torch.float64)\n    y.add_(1)\n    return y\n';
  assert.throws(() => session.trace(source, { functional: true }), /cannot mutate tensors with frozen storage/);
});
