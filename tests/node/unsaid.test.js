/**
 * Nothing is dropped, invented or merged without a word: what a text says and Seesaw does not take over is told, and what
 * Seesaw prints it can read and run again.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { Session } from '../../wasm/js/index.js';

const session = await Session.create();

/** @param {string} text @param {RegExp} [about] */
function refused(text, about = /./) {
  const answer = session.read(text);
  const errors = answer.diagnostics.filter((one) => one.severity === 'error');
  assert.equal(answer.readable, false, text);
  assert.ok(errors.length > 0 && errors.every((one) => (one.line ?? 0) > 0), text);
  assert.ok(errors.some((one) => about.test(one.message)), `${text}\n${errors.map((one) => one.message).join('\n')}`);
}

/** The text is refused, or read with a word about it. @param {string} text */
function told(text) {
  assert.ok(session.read(text).diagnostics.length > 0, text);
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
const forward = (parameters, ...lines) => `def forward(self, ${parameters}):\n${lines.map((line) => `    ${line}\n`).join('')}`;
/** @param {string[]} nodes @param {string} [returned] */
const graph = (nodes, returned = 'return x') => `graph():\n    %x : [num_users=1] = placeholder[target=x]\n${nodes.map((node) => `    ${node}\n`).join('')}    ${returned}`;

test('str(graph): a bare word or a broken list is no value', () => {
  const add = (/** @type {string} */ args) => `%add : [num_users=0] = call_function[target=torch.ops.aten.add.Tensor](args = ${args}, kwargs = {})`;
  assert.equal(printed(graph([])), graph([]));
  refused(graph([add('(%x, [1, (2], 3)')]));
  refused(graph([add('(%x, [1, 2)')]));
  refused(graph([], 'return zzz'), /zzz/);
  refused(graph([], 'return y z'));
  told(graph(['%w : [num_users=0] = get_attr[target=w](args = (%q,), kwargs = {})']));
});

test('a choice by a constant is the one that Python makes', () => {
  const chosen = (/** @type {string} */ condition) => /args = \(%(\w),\)/.exec(printed(forward('x, y', `a = torch.relu(x if ${condition} else y)`, 'return (a,)')))?.[1];
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
  for (const [line, attribute, method] of [['t = self.w.t()', 'w', 't'], ['t = self.lin.weight.t()', 'lin.weight', 't'], ['t = self.w.add_(1)', 'w', 'add_']]) {
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
