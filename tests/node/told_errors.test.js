/**
 * What an error of the package says to who reads it in a terminal, and what callers hear who give a wrong kind of
 * argument: its name, what it is, what it must be.
 */
import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { inspect } from 'node:util';
import { renderDiagnostic, SeesawError, Session } from '../../wasm/js/index.js';
import { checkPasses, printGraph, runPasses } from '../../wasm/js/passes.js';

const TEXT = 'def forward(self, x):\n    sin = torch.ops.aten.sin.default(x)\n    return (sin,)\n';
const WRONG = 'def forward(self, x):\n    return (zz,)\n';
/** What JavaScript lets anyone write. @type {any} */
let small;
/** @type {any} */
let full;
let handle = 0;
let fullHandle = 0;
before(async () => {
  small = await Session.create();
  full = await Session.create({ full: true });
  handle = small.open(TEXT).handle;
  fullHandle = full.open(TEXT).handle;
});

/** @param {() => unknown} call @returns {Promise<SeesawError>} */
const thrownBy = async (call) => {
  try {
    await call();
  } catch (error) {
    assert.ok(error instanceof SeesawError, String(error));
    return error;
  }
  return assert.fail(`nothing was thrown: ${call}`);
};

test('the stack has the place, the line and the notes; the message is that of the diagnostic', async () => {
  const error = await thrownBy(() => small.open(WRONG));
  assert.equal(error.message, "unknown name 'zz'");
  const head =
    "SeesawError: unknown name 'zz'\n    line 2, column 13\n" +
    '        return (zz,)\n                ^^\n    note: define it above';
  assert.ok(error.stack?.startsWith(head), error.stack);
  assert.match(String(error.stack), /\n +at /);
  assert.match(inspect(error), /line 2, column 13/);
  assert.ok(!Object.keys(error).includes('stack'));
  assert.equal(renderDiagnostic(error.diagnostics[0], 'm', WRONG).split('\n')[0], "m:2:13: error: unknown name 'zz'");
});

test('many diagnostics, long notes and odd ones are shown in part', () => {
  const one = (/** @type {number} */ line) => ({
    severity: /** @type {const} */ ('error'),
    code: 'x',
    message: 'm',
    line,
  });
  const many = new SeesawError(Array.from({ length: 9 }, (_, i) => one(i + 1)));
  assert.match(
    String(many.stack),
    /line 1, column 1\n {4}line 2, column 1: m\n {4}line 3, column 1: m\n {4}and 6 more\n/,
  );
  const long = new SeesawError([{ ...one(1), notes: [{ message: 'n'.repeat(1e6) }] }], 'x');
  assert.ok(String(long.stack).length < 5000);
  for (const notes of [7, [null], [{}], [{ message: Symbol('s') }]])
    assert.equal(new SeesawError([{ ...one(1), notes: /** @type {any} */ (notes) }]).message, 'm');
  const inGraph = new SeesawError([{ severity: 'error', code: 'x', message: 'm', node: 'add', graph: 'sub' }]);
  assert.match(String(inGraph.stack), /node 'add' of graph 'sub'/);
});

test('functions for tests have all of it in the message', async () => {
  const error = await thrownBy(() => runPasses(WRONG, ['cse_pass']));
  assert.match(
    error.message,
    /^unknown name 'zz'\n {4}line 2, column 13\n {8}return \(zz,\)\n {16}\^\^\n {4}note: define it/,
  );
  assert.equal(error.diagnostics[0].message, "unknown name 'zz'");
  assert.equal(String(error.stack).split('line 2, column 13').length, 2, 'once');
  const failed = await thrownBy(() =>
    runPasses(TEXT, [{ name: 'replace_pattern', options: { pattern: 'lambda x: (', replacement: 'lambda x: x' } }]),
  );
  assert.match(failed.message, /^the pass replace_pattern failed: /);
});

const CALLS = /** @type {[string, () => unknown, RegExp, RegExp?][]} */ ([
  ['a name for the list', () => small.run(handle, 'dce'), /^the passes must be an array, got a string$/, /\['dce'\]/],
  ['no list', () => small.run(handle), /^the passes must be an array, got undefined$/, /\['cse_pass'\]/],
  ['a pass that is a number', () => small.run(handle, [3]), /'passes\[0\]': this is no pass/, /a pass is its name/],
  ['a pass without a name', () => small.run(handle, [{}]), /'passes\[0\]': the name of the pass is missing/],
  [
    'another name for the name',
    () => small.run(handle, ['eliminate_dead_code', { pass: 'x' }]),
    /'passes\[1\]': .*'pass'/,
  ],
  [
    'a number as an option',
    () => full.run(fullHandle, [{ name: 'cse_pass', options: { foo: 1 } }]),
    /'passes\[0\]\.options\.foo': an option is a string, true or false, not a number/,
    /"1"/,
  ],
  [
    'options as text',
    () => small.run(handle, [{ name: 'x', options: 'y' }]),
    /'passes\[0\]\.options': options are an object/,
  ],
  ['a name almost right', () => small.run(handle, ['elimnate_dead_code']), /no pass/, /mean 'eliminate_dead_code'/],
  ['a part of a name', () => full.run(fullHandle, ['dead_code']), /no pass/, /mean 'eliminate_dead_code'/],
  ['a pass of full sessions', () => small.run(handle, ['cse_pass']), /no pass called 'cse_pass'/, /\{ full: true \}/],
  ['almost one of them', () => small.run(handle, ['cse-pas']), /no pass/, /mean 'cse_pass'\?.*\{ full: true \}/],
  [
    'a seed as text',
    () => full.check(fullHandle, fullHandle, { seed: 'x' }),
    /'seed': expected an integer, found a string/,
  ],
  [
    'inputs that are no list',
    () => full.exec(fullHandle, { inputs: 3 }),
    /'inputs': expected an array, found a number/,
  ],
  ['a format as a number', () => small.print(handle, { format: 3 }), /'format': expected a string, found a number/],
  ['a setting with a slip', () => small.print(handle, { fromat: 'code' }), /have no 'fromat'/, /mean 'format'/],
  ['a setting of run', () => small.run(handle, [], { ambient: false }), /have no 'ambient'/, /mean 'ambientGrad'/],
  ['a setting of create', () => Session.create(/** @type {any} */ ({ ful: true })), /have no 'ful'/, /mean 'full'/],
  ['a setting of open', () => small.open(TEXT, { version: '2.6' }), /have no 'version'/, /torch/],
  ['settings as text', () => small.print(handle, 'code'), /the options must be an object, got a string/],
  ['a number as text', () => small.open(3), /the text must be a string, got a number/, /print\(handle/],
  [
    'a buffer as text',
    () => small.open(Buffer.from(TEXT)),
    /must be a string, got a Buffer/,
    /readFile\(path, 'utf8'\)/,
  ],
  ['bytes as text', () => small.open(new Uint8Array(3)), /must be a string, got bytes/, /TextDecoder/],
  ['a promise as text', () => small.open(Promise.resolve(TEXT)), /must be a string, got a Promise/, /await/],
  ['an answer as a handle', () => small.print({ handle }), /a handle must be an integer, got an object/, /\.handle/],
  ['runPasses: a name', () => runPasses(TEXT, /** @type {any} */ ('dce')), /got a string\n {4}note: .*\['dce'\]/],
  ['runPasses: none', () => runPasses(TEXT, /** @type {any} */ (undefined)), /got undefined/],
  [
    'runPasses: a setting',
    () => runPasses(TEXT, [], /** @type {any} */ ({ fromat: 'code' })),
    /no 'fromat'\n.*'format'/,
  ],
  ['printGraph: a setting', () => printGraph(TEXT, /** @type {any} */ ({ fromat: 'code' })), /no 'fromat'\n.*'format'/],
  [
    'checkPasses: a seed',
    () => checkPasses(TEXT, ['cse_pass'], /** @type {any} */ ({ seed: 'x' })),
    /'seed': expected an/,
  ],
]);

test('what is given wrong is named, with what it must be', async () => {
  for (const [what, call, said, remedy] of CALLS) {
    const error = await thrownBy(call);
    assert.match(error.message, said, what);
    if (remedy) assert.match(error.diagnostics[0].notes?.map(({ message }) => message).join('\n') ?? '', remedy, what);
  }
  const { steps } = small.edit(handle, [{ node: 3 }]);
  assert.equal(steps[0].error.message, 'a step says what to do');
});

test('settings that are undefined are those that are absent', () => {
  assert.equal(small.print(handle, { format: undefined, fromat: undefined }), small.print(handle));
});
