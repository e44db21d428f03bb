/**
 * Shifts of integers in all their forms and dtypes, as PyTorch has them. Recorded by oracle/record_shifts.py with
 * PyTorch 2.6.0.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { SeesawError, Session } from '../../wasm/js/index.js';

/**
 * @typedef {{ call: string, x: [string, number[]], y: [string, number[]], result?: [string, string[]], error?: string
 *   }} Row
 */
/** @type {{ rows: Row[] }} */
const { rows } = JSON.parse(readFileSync(new URL('../data/shifts.json', import.meta.url), 'utf8'));
/** @type {Record<string, string>} */
const SHORT = {
  uint8: 'u8',
  int8: 'i8',
  int16: 'i16',
  int32: 'i32',
  int64: 'i64',
  bool: 'b8',
  float32: 'f32',
  float16: 'f16',
};

/** @type {Session} */
let session;
before(async () => {
  session = await Session.create({ full: true });
});

/** @param {Row} row @returns {string} */
function outcome({ call, x, y }) {
  const given = [x, y].map(([dtype, data]) => ({ dtype: SHORT[dtype], shape: [data.length], data: data.map(Number) }));
  const { handle } = session.open(
    `def forward(self, x: "${given[0].dtype}[${x[1].length}]", y: "${given[1].dtype}[${y[1].length}]"):\n    ` +
      `out = ${call}\n    return (out,)\n`,
  );
  try {
    const { dtype, data } = /** @type {any} */ (session.exec(handle, { inputs: given }).outputs[0].value);
    return `${dtype} ${data.map((/** @type {number | boolean} */ one) => String(Number(one))).join(' ')}`;
  } catch (error) {
    assert.ok(error instanceof SeesawError, String(error));
    return error.diagnostics[0].message;
  } finally {
    session.close(handle);
  }
}

for (const form of new Set(rows.map((row) => row.call))) {
  test(form, () => {
    // In place PyTorch looks at the dtype of the result before it looks for a kernel.
    const own = rows.filter((row) => row.call === form && !row.error?.startsWith('result type Float'));
    const told = own.map((row) => [row.x[0], row.y[0], outcome(row)]);
    assert.deepEqual(
      told,
      own.map((row) => [
        row.x[0],
        row.y[0],
        row.result ? `${SHORT[row.result[0]]} ${row.result[1].map((one) => String(Number(one))).join(' ')}` : row.error,
      ]),
    );
  });
}
