/**
 * Nothing is dropped, invented or merged without a word: what a text says and Seesaw does not take over is reported,
 * and what Seesaw prints it can read and run again.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { Session } from '../../wasm/js/index.js';
import { CORPUS, readJson } from './support.js';
import { pieces } from './pieces.js';

const session = await Session.create();
const PASS = 'replace_set_grad_with_hop_pass';

/** @param {string} text @param {RegExp} [about] */
function refused(text, about = /./) {
  const answer = session.read(text);
  const errors = answer.diagnostics.filter((one) => one.severity === 'error');
  assert.equal(answer.readable, false, text);
  assert.ok(errors.length > 0 && errors.every((one) => (one.line ?? 0) > 0), text);
  assert.ok(
    errors.some((one) => about.test(one.message)),
    `${text}\n${errors.map((one) => one.message).join('\n')}`,
  );
}

/** The text is refused, or read with a word about it. @param {string} text @param {RegExp} [about] */
function told(text, about = /./) {
  assert.ok(
    session.read(text).diagnostics.some((one) => about.test(one.message)),
    text,
  );
}

/** @param {string} text @param {import('../../wasm/js/index.js').Format} [format] */
function printed(text, format = 'graph') {
  const { handle, diagnostics } = session.open(text);
  assert.deepEqual(diagnostics, [], text);
  const out = session.print(handle, { format });
  session.close(handle);
  return out;
}

/** @param {string} parameters @param {string[]} lines */
const forward = (parameters, ...lines) =>
  `def forward(self, ${parameters}):\n${lines.map((line) => `    ${line}\n`).join('')}`;
/** @param {string[]} nodes @param {string} [returned] */
const graph = (nodes, returned = 'return x') =>
  'graph():\n    %x : [num_users=1] = ' +
  `placeholder[target=x]\n${nodes.map((node) => `    ${node}\n`).join('')} ` +
  `   ${returned}`;

test('subscripts are merged as PyTorch merges them; unequal ones are reported, and stay apart where correct', () => {
  /** @param {string} first @param {string} second @param {boolean} correct */
  const merged = (first, second, correct) => {
    const { handle } = session.open(forward('d, x', `a = d[${first}]`, `b = d[${second}]`, 'return (a, b)'));
    const result = session.run(handle, [{ name: 'common_getitem_elimination', options: { correct } }]);
    assert.ok(result.succeeded);
    const left = [...session.print(result.handle, { format: 'graph' }).matchAll(/target=operator\.getitem/g)].length;
    const [report] = result.reports;
    return { left, told: report.why.some((entry) => entry.warning) || report.diagnostics.length > 0 };
  };
  for (const key of ['0', '"0"', 'x']) assert.deepEqual(merged(key, key, false), { left: 1, told: false }, key);
  assert.deepEqual(merged('0', '1', false), { left: 2, told: false });
  for (const [first, second] of [
    ['0', '"0"'],
    ['x', '"x"'],
  ]) {
    assert.deepEqual(merged(first, second, true), { left: 2, told: false }, `${first} ${second}, correct`);
    const { left, told: said } = merged(first, second, false);
    assert.ok(left === 2 || said, `${first} ${second}`);
  }
});

test('str(graph): a bare word or a broken list is no value', () => {
  const add = (/** @type {string} */ args) =>
    `%add : [num_users=0] = call_function[target=torch.ops.aten.add.Tensor](args = ${args}, kwargs = {})`;
  assert.equal(printed(graph([])), graph([]));
  // Strings have no quotes in this form, so it may have been one.
  for (const args of ['(%x, [1, (2], 3)', '(%x, [1, 2)']) told(graph([add(args)]), /bracket/);
  told(graph([], 'return zzz'), /zzz/);
  told(graph([], 'return y z'), /y z/);
  told(graph(['%w : [num_users=0] = get_attr[target=w](args = (%q,), kwargs = {})']));
});

test('a signature is taken whole or not at all', () => {
  const text = readJson(`${CORPUS}/cases/h_buffer_mutation/case.json`).variants.find(
    (/** @type {any} */ one) => one.ep_str,
  ).ep_str;
  assert.equal(session.open(text).signature, true);
  const spec = pieces(
    /InputSpec\(kind=<InputKind\.USER_INPUT: 1>, /,
    /arg=TensorArgument\(name='(\w+)'\), target=None, persistent=None\)/,
  ).exec(text);
  assert.ok(spec);
  const spoiled = (/** @type {string} */ from, /** @type {string} */ to) => {
    assert.ok(text.includes(from), from);
    return text.replace(from, to);
  };
  for (const broken of [
    spoiled('input_specs=[', 'input_specs=[foo, '),
    spoiled(spec[0], spec[0].replace(`name='${spec[1]}'`, '')),
    spoiled(spec[0], spec[0].replace('target=None', 'target=3')),
    spoiled(spec[0], spec[0].replace(`'${spec[1]}'`, "'zzz'")),
    spoiled('input_specs=[', 'inputs=['),
  ]) {
    told(broken);
  }
  const constraint = 'Range constraints: {';
  if (text.includes(constraint)) told(text.replace(constraint, 'Range constraints: {garbage, s1'));
});

test(
  'what is printed as a program runs again',
  { todo: 'a program without a signature is printed with an empty one' },
  () => {
    const toggled = forward(
      'x',
      '_set_grad_enabled = torch._C._set_grad_enabled(False)',
      'cos = torch.ops.aten.cos.default(x)',
      '_set_grad_enabled_1 = torch._C._set_grad_enabled(True)',
      'return (cos,)',
    );
    const program = session.print(session.open(toggled).handle, { format: 'program' });
    const again = session.open(program);
    assert.deepEqual(again.diagnostics, []);
    const [direct, late] = [session.open(toggled).handle, again.handle].map((handle) => session.run(handle, [PASS]));
    assert.deepEqual([late.succeeded, late.reports[0].diagnostics], [true, []]);
    assert.equal(session.print(late.handle, { format: 'graph' }), session.print(direct.handle, { format: 'graph' }));
    assert.match(session.print(late.handle, { format: 'graph' }), /wrap_with_set_grad_enabled/);
  },
);

test('a choice by a constant is the one that Python makes', () => {
  const chosen = (/** @type {string} */ condition) =>
    /args = \(%(\w),\)/.exec(printed(forward('x, y', `a = torch.relu(x if ${condition} else y)`, 'return (a,)')))?.[1];
  for (const yes of ['True', '1', '2.5', '"a"', '-1', '(0,)']) assert.equal(chosen(yes), 'x', yes);
  for (const no of ['False', '0', '0.0', '""', 'None', '()', '[]']) assert.equal(chosen(no), 'y', no);
  told(forward('x, y', 'a = torch.relu(x if y else y)', 'return (a,)'));
});

test('a method of a parameter is a method of a value', () => {
  const text = (/** @type {string} */ line) => `class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.nn.Parameter(torch.empty([2, 2], dtype=torch.float32))
        self.lin = torch.nn.Linear(2, 2)
    def forward(self, x):
        ${line}
        return (t,)
`;
  for (const [line, attribute, method] of [
    ['t = self.w.t()', 'w', 't'],
    ['t = self.lin.weight.t()', 'lin.weight', 't'],
    ['t = self.w.add_(1)', 'w', 'add_'],
  ]) {
    const answer = session.read(text(line));
    const out = answer.readable ? session.print(/** @type {number} */ (answer.handle), { format: 'graph' }) : '';
    const right = out.includes(`get_attr[target=${attribute}]`) && out.includes(`call_method[target=${method}]`);
    assert.ok(right || answer.diagnostics.length > 0, `${line}\n${out}`);
  }
});

test('what Python refuses is refused', () => {
  refused(forward('x, x', 'return (x,)'), /x/);
  refused(forward('x', 'a = torch.f(x, other=1, other=2)', 'return (a,)'), /other/);
  refused(forward('x', 'a = torch.add(x, 0777)', 'return (a,)'));
  refused('def forward(self, x):\n    a = torch.relu(x)\n        b = torch.relu(a)\n    return (b,)\n');
  refused('def forward(self, x):\n        a = torch.relu(x)\n    b = torch.relu(a)\n        return (b,)\n');
});
