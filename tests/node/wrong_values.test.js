/**
 * A value of each wrong kind in each place of each operator: PyTorch's words, and never a value out of nothing.
 *
 * Recorded by oracle/record_wrong_values.py. Each call runs through exec, gradients, gradcheck, check, check_values,
 * shape propagation and capture.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { beforeEach, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { SeesawError } from '../../wasm/js/index.js';
import { openedUp } from './support.js';

/** What differs, and why. */
const NOT_YET = new Map([
  ['torch.ops.inductor.accumulate_grad_.default', 'no schema is known'],
  ['torch.ops.inductor.resize_storage_bytes_.default', 'no schema is known'],
  ['torch.ops.aten.record_stream.default', 'an integer for a stream is refused in other words'],
  ['torch.ops.prims.as_strided.default', 'PyTorch takes numbers for its tensor'],
  ['torch.ops.prims.copy_to.default', 'PyTorch takes numbers for its tensor'],
  ['torch.ops.prims.resize.default', 'PyTorch takes numbers for its tensor'],
]);
const [head, ...rows] = gunzipSync(readFileSync(new URL('../data/wrong_values.jsonl.gz', import.meta.url)))
  .toString()
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

/** Values as a program writes them. @type {Record<string, string>} */
const WRITTEN = { ...head.kinds, device: "torch.device('cpu')", tensor: 'x', tensors: '[x]' };
/** Their text is that of a tensor, which stands here by its name. */
const SHOWN_OTHERWISE = ['tensor', 'tensors'];
const INPUTS = JSON.stringify({
  inputs: [
    { dtype: 'f32', shape: [2, 3], data: [1, 1, 1, 1, 1, 1] },
    { dtype: 'i64', shape: [1], data: [0] },
  ],
});
const FIXED =
  'def forward(self, x: "f32[2, 3]", i: "i64[1]"):\n    clone = torch.ops.aten.clone.default(x);  x = None\n ' +
  '   sin = torch.ops.aten.sin.default(clone);  clone = None\n    ' +
  'return (sin,)\n';

/**
 * @typedef {{ op: string, declaration: string, arguments: string[], places: Record<string, Record<string, string>> }}
 *   Row
 */

/** @param {Row} row @param {number} place @param {string} value */
function call({ op, declaration, arguments: base }, place, value) {
  const parameters = declaration.slice(declaration.indexOf('(') + 1, declaration.lastIndexOf(') ->')).split(', *, ');
  const names = parameters.map((part) =>
    [...part.replace(/^\*, /, '').matchAll(/(?:^|, )[\w.]+(?:\([^)]*\))?[^\s,(]* (\w+)(?==|,|$)/g)].map(
      (found) => found[1],
    ),
  );
  const positional = declaration.includes('(*, ') ? 0 : names[0].length;
  const all = names.flat();
  const given = base.map((text, i) => (i === place ? value : text));
  return `${op}(${given.map((text, i) => (i < positional ? text : `${all[i]}=${text}`)).join(', ')})`;
}

/** @param {string} code */
const program = (code) => `def forward(self, x: "f32[2, 3]", i: "i64[1]"):\n    y = ${code}\n    return (y,)\n`;

/**
 * What PyTorch says, or nothing if the value fits.
 * @param {Row} row
 * @param {number} place
 * @param {string} kind
 * @param {string} got
 */
function expected({ declaration }, place, kind, got) {
  if (!got.startsWith('M ')) return null;
  return `${got.slice(2)}\nPosition: ${place}\nValue: ${head.kinds[kind]}\nDeclaration: ${declaration}`;
}

/** @type {Awaited<ReturnType<typeof openedUp>>} */
let open;
/** @type {number} */
let fixed;
/** @type {string} */
let bits;
const values = JSON.parse(INPUTS);

beforeEach(async () => {
  if (open && !broken) return;
  broken = false;
  open = await openedUp({ full: true });
  open.restore();
  fixed = open.session.open(FIXED).handle;
  bits = JSON.stringify(open.session.exec(fixed, values));
});

/** Whether a call trapped: the next test opens a new session. */
let broken = false;

/**
 * Most calls are refused, and nothing reads the stacks of their errors: none is recorded.
 * @param {() => unknown} run @returns {string} its message, or nothing
 */
function messageOf(run) {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    run();
    return '';
  } catch (error) {
    Error.stackTraceLimit = stackTraceLimit; // for the assertions
    assert.ok(error instanceof SeesawError, String(error));
    broken = error.diagnostics[0].code === 'trap';
    assert.notEqual(error.diagnostics[0].code, 'trap', error.message);
    return error.diagnostics[0].message;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/**
 * What takes long is run a second time: V8 compiles hot code of the module in the background, and the processor's time
 * of that counts, too.
 * @param {() => unknown} run @returns {string} its message, or nothing
 */
function told(run) {
  let took = 0;
  for (let i = 0; i < 2; i++) {
    const begin = process.cpuUsage();
    const message = messageOf(run);
    const { user, system } = process.cpuUsage(begin);
    took = (user + system) / 1000;
    if (took < 1000) return message;
  }
  return assert.fail(`${took} ms`);
}

/** The ways in which a call is made, each with what it says. @param {string} text @returns {Record<string, string>} */
function ways(text) {
  const { session } = open;
  const answer = session.read(text);
  if (!answer.readable) return {};
  const handle = /** @type {number} */ (answer.handle);
  const first = (/** @type {any[]} */ list) => (list?.[0] ? list[0].message : '');
  try {
    return {
      exec: told(() => session.exec(handle, values)),
      gradients: told(() => {
        const { value } = session.call('gradients', { handle }, INPUTS);
        if (value.error) throw new SeesawError([value.error]);
      }),
      gradcheck: told(() => session.call('gradcheck', { handle, first: 0, milliseconds: 0 }, INPUTS)),
      check: told(() => {
        const answer = /** @type {any} */ (session.check(handle, handle));
        if (answer.what === 'error')
          throw new SeesawError([{ severity: 'error', code: 'check', message: answer.message }]);
      }),
      checkValues: first(session.checkValues(handle)),
      propagation: told(() => {
        const result = /** @type {any} */ (session.run(handle, ['shape_prop']));
        session.close(result.handle);
        if (result.reports[0].diagnostics.length > 0) throw new SeesawError(result.reports[0].diagnostics);
      }),
      capture: told(() => session.trace(text)),
    };
  } catch (error) {
    broken ||= error instanceof SeesawError && error.diagnostics[0].code === 'trap';
    throw error;
  } finally {
    // Behind a trap there is nothing to close, and the trap is what failed.
    if (!broken) session.close(handle);
  }
}

/** Ways that tell of a wrong value by the whole of PyTorch's text. */
const IN_WORDS = ['exec', 'checkValues'];

for (const row of /** @type {Row[]} */ (rows)) {
  // Of these only the names are known.
  if (row.op.includes('_c10d_functional') || NOT_YET.has(row.op)) continue;
  test(row.op, () => {
    for (const [place, [name, kinds]] of Object.entries(row.places).entries()) {
      for (const [kind, got] of Object.entries(kinds)) {
        if (got === 'X') continue;
        const code = call(row, place, WRITTEN[kind]);
        const words = expected(row, place, kind, got);
        const said = ways(program(code));
        for (const [way, message] of Object.entries(said)) {
          if (words === null) {
            assert.ok(!message.includes('Expected a value of type'), `${way} refuses ${code}: ${message}`);
            continue;
          }
          assert.notEqual(message, '', `${way} is silent about ${code}, ${name}: ${kind}`);
          if (!IN_WORDS.includes(way) || message.startsWith('there is no kernel')) continue;
          // Defaults stand in records as people write them: 2 for 2., 'fro' for "fro".
          const plain = (/** @type {string} */ text) =>
            text.replace(/\nDeclaration: .*$/, (line) => line.replace(/=(\[[^\]]*\]|[^,)]*)/g, ''));
          const short = (/** @type {string} */ text) =>
            plain(SHOWN_OTHERWISE.includes(kind) ? text.replace(/\nValue: [^]*\nDeclaration/, '\nDeclaration') : text);
          // An operator without a record of its own is declared by its name alone.
          const [, declared] = short(message).split('\nDeclaration: ');
          if (declared?.includes('(')) assert.equal(short(message), short(words), `${way} of ${code}`);
          else assert.ok(short(words).startsWith(short(message)), `${way} of ${code}`);
        }
      }
    }
    assert.equal(JSON.stringify(open.session.exec(fixed, values)), bits, 'another program computes the same');
  });
}
