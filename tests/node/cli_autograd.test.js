/** `seesaw autograd`, and `seesaw replay` with folders of scenarios. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CORPUS, SEESAW } from './support.js';

const DATA = fileURLToPath(new URL('../data/scenarios', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'seesaw-cli-autograd-'));
after(() => rmSync(folder, { recursive: true }));

/** @param {string[]} args @param {string} [input] */
function seesaw(args, input = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...SEESAW, ...args], {
    cwd: folder,
    input,
    encoding: 'utf8',
  });
  return { status, out: stdout, err: stderr };
}

const LEAF = { op: 'leaf', out: 'a', shape: [2], data: [1, 2], requires_grad: true };
const PROGRAM = [
  LEAF,
  { op: 'call', fn: 'mul', args: ['a', 'a'], out: 'y' },
  { op: 'register_hook', on: 'y', fn: { params: ['g'], body: [{ op: 'emit', label: 'hook', values: ['g'] }] } },
  { op: 'call', fn: 'sum', args: ['y'], out: 's' },
  { op: 'with', ctx: 'debug_log', body: [{ op: 'backward', tensors: ['s'] }] },
  { op: 'observe', what: 'grad_fn', of: 'y' },
  { op: 'backward', tensors: ['y'], catch: 'again' },
];
const EXPECT = [
  { ev: 'log', message: 'Executing: <SumBackward0 object at 0xADDR> with grad_outputs: [f64[]]' },
  { ev: 'emit', label: 'hook', values: [{ shape: [2], data: [1, 1] }] },
  { ev: 'log', message: 'Executing: <MulBackward0 object at 0xADDR> with grad_outputs: [f64[2]]' },
  { ev: 'log', message: 'Executing: <AccumulateGrad object at 0xADDR> with grad_outputs: [f64[2]]' },
  { ev: 'observe', what: 'grad_fn', of: 'y', value: 'MulBackward0' },
  {
    ev: 'error',
    label: 'again',
    type: 'RuntimeError',
    message: 'grad can be implicitly created only for scalar outputs',
  },
];
const TEXT = `log: Executing: <SumBackward0 object at 0xADDR> with grad_outputs: [f64[]]
emit: hook [{"shape":[2],"data":[1,1]}]
log: Executing: <MulBackward0 object at 0xADDR> with grad_outputs: [f64[2]]
log: Executing: <AccumulateGrad object at 0xADDR> with grad_outputs: [f64[2]]
observe: grad_fn y "MulBackward0"
error: again RuntimeError: grad can be implicitly created only for scalar outputs
a = tensor([1., 2.], requires_grad=True)
a.grad = tensor([2., 4.])
y = tensor([1., 4.], grad_fn=<MulBackward0>)
s = tensor(5., grad_fn=<SumBackward0>)
`;

test('a scenario prints its events, then values and gradients', () => {
  assert.deepEqual(seesaw(['autograd', '-'], JSON.stringify({ program: PROGRAM })), { status: 0, out: TEXT, err: '' });
  writeFileSync(join(folder, 'one.json'), JSON.stringify({ program: PROGRAM, expect: EXPECT }));
  assert.deepEqual(seesaw(['autograd', 'one.json']), { status: 0, out: TEXT, err: '' });
  const { status, out } = seesaw(['autograd', 'one.json', '--json']);
  const report = JSON.parse(out);
  assert.equal(status, 0);
  assert.deepEqual(report.events, EXPECT);
  assert.equal(report.difference, null);
  assert.deepEqual(report.tensors[0], {
    name: 'a',
    text: 'tensor([1., 2.], requires_grad=True)',
    value: { shape: [2], data: [1, 2] },
    grad: { shape: [2], data: [2, 4] },
    gradText: 'tensor([2., 4.])',
  });
});

test('a trace that differs, a step that fails, and what is no scenario', () => {
  const wrong = [...EXPECT.slice(0, 4), { ...EXPECT[4], value: 'SinBackward0' }, EXPECT[5]];
  const differs = seesaw(['autograd', '-'], JSON.stringify({ program: PROGRAM, expect: wrong }));
  assert.deepEqual([differs.status, differs.out], [1, TEXT]);
  assert.equal(
    differs.err,
    '<stdin>: difference from PyTorch: event 4 (grad_fn y): observe.value: expected "SinBackward0", got ' +
      '"MulBackward0"\n',
  );
  const fails = seesaw(
    ['autograd', '-'],
    JSON.stringify({ program: [LEAF, { op: 'call', fn: 'add_', args: ['a', 1] }] }),
  );
  assert.deepEqual(fails, {
    status: 1,
    out: 'a = tensor([1., 2.], requires_grad=True)\n',
    err:
      '<stdin>: error: step 2 (call add_): RuntimeError: a leaf Variable that requires grad is being used ' +
      'in an in-place operation.\n',
  });
  for (const [text, says] of [
    ['', /this is not JSON/],
    ['{"program": 3}', /this is not a scenario/],
    ['{"program": [3]}', /this is not a scenario/],
    [
      '{"program": [{"op": "levitate"}]}',
      /error: step 1 \(levitate\): .*no such step: levitate\n {4}note: the steps are leaf, call, /,
    ],
    ['{"program": [{"op": "lea"}]}', /note: did you mean 'leaf'\?/],
    [
      '{"program": [{"op": "backward", "tensors": ["x"]}]}',
      /step 1 \(backward\): ReferenceError: name 'x' is not defined\n {4}note: an earlier step/,
    ],
    ['{"program": [{"op": "leaf"}]}', /error: step 1 \(leaf\): a field is missing or of another kind\n {4}note: /],
    [
      '{"program": [{"op": "call", "fn": "constructor", "args": []}]}',
      /step 1 \(call constructor\): .*there is no function constructor\n {4}note: /,
    ],
    [
      `{"program": [${'{"op": "with", "ctx": "no_grad", "body": ['.repeat(3000)}${']}'.repeat(3000)}]}`,
      /^$|RangeError/,
    ],
  ]) {
    const { status, err } = seesaw(['autograd', '-'], /** @type {string} */ (text));
    assert.match(err, /** @type {RegExp} */ (says));
    assert.doesNotMatch(err, /\n {4}at /, 'no stack');
    assert.equal(status === 0, err === '');
  }
  assert.equal(seesaw(['autograd']).status, 2);
  assert.equal(seesaw(['autograd', 'missing.json']).status, 2);
});

test('replay tells a folder of scenarios from recorded programs', () => {
  const some = readdirSync(`${DATA}/cases`).slice(0, 3);
  mkdirSync(join(folder, 'good/cases'), { recursive: true });
  for (const name of some) cpSync(`${DATA}/cases/${name}`, join(folder, 'good/cases', name));
  for (const path of ['good', 'good/cases'])
    assert.deepEqual(seesaw(['replay', path]), { status: 0, out: '3 passed, 0 failed, 0 skipped\n', err: '' });
  mkdirSync(join(folder, 'programs/cases'), { recursive: true });
  cpSync(`${CORPUS}/cases/h_identity_region`, join(folder, 'programs/cases/h_identity_region'), { recursive: true });
  const both = seesaw(['replay', 'programs', 'good']);
  const alone = seesaw(['replay', 'programs']);
  const passed = (/** @type {string} */ out) => Number(/(\d+) passed, 0 failed/.exec(out)?.[1]);
  assert.equal(passed(both.out), passed(alone.out) + 3);

  cpSync(join(folder, 'good'), join(folder, 'bad'), { recursive: true });
  const file = join(folder, 'bad/cases', some[1]);
  const scenario = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...scenario, expect: scenario.expect.slice(1) }));
  writeFileSync(join(folder, 'bad/cases', some[2]), '{');
  const bad = seesaw(['replay', 'bad']);
  assert.equal(bad.status, 1);
  assert.match(bad.out, new RegExp(`^FAIL ${scenario.id}: event 0 .*expected .*, got `, 'm'));
  assert.match(bad.out, new RegExp(`^FAIL ${some[2]}: SyntaxError`, 'm'));
  assert.match(bad.out, /\n1 passed, 2 failed, 0 skipped\n$/);
});
