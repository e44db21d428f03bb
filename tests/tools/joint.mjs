/**
 * Compares joint graphs of AOTAutograd with what PyTorch gave for them: node tests/tools/joint.mjs FILE.jsonl.gz
 *
 * Prints a line for each graph that is refused or differs, then how many agree. An element is the same if it differs
 * by less than 1e-4 of the largest of its result, or 1e-6 of the largest of all: gradients that are 0 up to rounding
 * differ by more than their own size.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Session } from '../../wasm/js/index.js';

/** @type {Record<string, string>} */
const SHORT = { float32: 'f32', float64: 'f64', int64: 'i64', int32: 'i32', bool: 'b8', uint8: 'u8' };

/** @param {{ dtype: string, shape: number[], data: number[] }} value */
const given = ({ dtype, shape, data }) => ({ dtype: SHORT[dtype] ?? dtype, shape, data });

/** @param {(number | string)[]} values */
const largest = (values) =>
  values.reduce((/** @type {number} */ most, value) => {
    const size = Math.abs(Number(value));
    return Number.isFinite(size) && size > most ? size : most;
  }, 1e-3);

/**
 * What is wrong with one recorded graph; null if nothing is.
 * @param {Session} session
 * @param {{ name: string, text: string, in: any[], out: any[] }} row
 * @returns {string | null}
 */
export function judge(session, row) {
  /** @type {number | null} */
  let program = null;
  try {
    program = session.open(row.text).handle;
    const { outputs } = session.exec(program, { inputs: row.in.map(given) });
    if (outputs.length !== row.out.length) return `${outputs.length} outputs, not ${row.out.length}`;
    const most = row.out.map((want) => largest(want?.data ?? []));
    const floor = 1e-6 * largest(most);
    for (const [i, want] of row.out.entries()) {
      const got = /** @type {any} */ (outputs[i]?.value ?? null);
      if (want === null || got === null) {
        if (want !== got) return `output ${i}: ${got === null ? 'None' : 'a tensor'}`;
        continue;
      }
      if (got.dtype !== given(want).dtype) return `output ${i}: ${got.dtype}, not ${given(want).dtype}`;
      if (String(got.shape) !== String(want.shape)) return `output ${i}: shape ${got.shape}, not ${want.shape}`;
      const size = Math.max(1e-4 * most[i], floor);
      const odd = want.data.findIndex(
        (/** @type {any} */ value, /** @type {number} */ k) =>
          !(Math.abs(value - got.data[k]) <= size || String(value) === String(got.data[k])),
      );
      if (odd >= 0) return `output ${i}, element ${odd}: ${got.data[odd]}, not ${want.data[odd]}`;
    }
    return null;
  } catch (error) {
    return /** @type {Error} */ (error).message.split('\n')[0];
  } finally {
    if (program !== null) session.close(program);
  }
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const session = await Session.create({ full: true });
  let good = 0;
  const rows = gunzipSync(readFileSync(process.argv[2]))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  for (const row of rows) {
    const wrong = judge(session, row);
    if (wrong === null) good += 1;
    else console.log(`${row.name}: ${wrong}`);
  }
  console.log(`${good} of ${rows.length}`);
}
