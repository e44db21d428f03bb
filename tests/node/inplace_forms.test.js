/**
 * Forms that write to their first argument: of each operator that has a kernel, each form in place that PyTorch has, or
 * a reason why not; and what the random ones and those with a node of their own give (recorded from PyTorch 2.6.0).
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { Session } from '../../wasm/js/index.js';

/** Names of aten, with their overloads. @returns {[string, string][]} */
function names() {
  const text = readFileSync(new URL('../../core/engine/ops/table/torch_names.inc', import.meta.url), 'utf8');
  return [...text.matchAll(/"([^"]*)"/g)]
    .map((match) => match[1])
    .join('')
    .split(';')
    .flatMap((part) => {
      const [name, ...overloads] = part.split(' ');
      return overloads.map((overload) => /** @type {[string, string]} */ ([name, overload]));
    });
}

/** Of those that have no form in place here: why. */
const REASONS = new Map([
  ['aten.float_power_.Scalar', 'a Python function: it refuses what is not float64'],
  ['aten.hardshrink_.default', 'declared, but torch.ops.aten of 2.6.0 has no such name'],
  ['aten.polygamma_.default', 'it takes the tensor first, unlike polygamma'],
]);

/** @type {Session} */
let session;
/** @type {Map<string, { kernel?: boolean }>} */
const records = new Map();
before(async () => {
  session = await Session.create({ full: true });
  for (const row of session.describe().ops) {
    for (const path of [row.path, ...(row.aliases ?? [])]) if (!records.has(path)) records.set(path, row);
  }
});

test('what has a kernel has its form in place', () => {
  const missing = [];
  for (const [name, overload] of names()) {
    if (!/^aten\.\w+[^_]_$/.test(name) || overload.split('_').includes('out')) continue;
    const functional = records.get(`torch.ops.${name.slice(0, -1)}.${overload}`);
    const path = `${name}.${overload}`;
    if (functional?.kernel && !records.has(`torch.ops.${path}`) && !REASONS.has(path)) missing.push(path);
  }
  assert.deepEqual(missing, []);
});

/** @param {string} call @param {any[]} data */
function run(call, data) {
  const source = [
    'def forward(self, x):',
    '    y = torch.ops.aten.mul.Tensor(x, 1)',
    `    z = torch.ops.aten.${call}`,
    '    return (z, y)\n',
  ].join('\n');
  const program = session.open(source);
  const handle = /** @type {number} */ (program.handle);
  try {
    return session
      .exec(handle, { inputs: [{ dtype: 'f32', shape: [data.length], data }] })
      .outputs.map(({ text }) => text);
  } finally {
    session.close(handle);
  }
}

test('a form that is refused is named', () => {
  assert.throws(() => run('polygamma_.default(y, 1)', [1, 2]), /polygamma_/);
});

for (const [call, text] of [
  ['conj_physical_.default(y)', 'tensor([-1.0000,  0.2500,  0.7500, -0.0000])'],
  ['dropout_.default(y, 0.5, False)', 'tensor([-1.0000,  0.2500,  0.7500, -0.0000])'],
  ['dropout_.default(y, 1.0, True)', 'tensor([-0., 0., 0., -0.])'],
  ['alpha_dropout_.default(y, 1.0, True)', 'tensor([-0., 0., 0., -0.])'],
]) {
  test(`${call} writes, and gives what it wrote`, () => {
    const [given, written] = run(call, [-1, 0.25, 0.75, '-0.0']);
    assert.equal(given, written);
    assert.equal(given, text);
  });
}
