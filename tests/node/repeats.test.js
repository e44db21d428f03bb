// Groups by repetition: equal blocks in a row are found where the text has no module stack.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Session } from '../../wasm/js/index.js';

const session = await Session.create({ full: true });

/** A graph of calls in a row, each on the last; `x` of a call is an earlier one. @param {string[]} calls */
function graph(calls) {
  const lines = calls.map((call, at) => `    v${at} = torch.ops.aten.${call.replaceAll('_', `v${at - 1}`)}`);
  const text = `def forward(self, v: "f32[2, 3]"):\n${lines.join('\n')}\n    return (v${calls.length - 1},)\n`;
  return session.open(text.replaceAll('v-1', 'v')).handle;
}

/** @param {string[]} calls */
const blocks = (calls) =>
  session
    .picture(graph(calls), { groupBy: 'repeat' })
    .groups.filter(({ kind }) => kind === 'repeat')
    .map(({ title, nodes }) => `${title}, ${nodes}`);

const times = (/** @type {number} */ count, /** @type {(copy: number) => string[]} */ make) =>
  Array.from({ length: count }, (_, copy) => make(copy)).flat();

test('twelve equal blocks between other nodes are twelve groups', () => {
  const block = ['sin.default(_)', 'exp.default(_)', 'cos.default(_)', 'relu.default(_)'];
  const found = blocks(['tanh.default(_)', ...times(12, () => block), 'sigmoid.default(_)']);
  assert.equal(found.length, 12);
  assert.equal(found[0], 'A.0: aten.sin … aten.relu, 4');
  assert.equal(found[11], 'A.11: aten.sin … aten.relu, 4');
});

test('a block begins where the fewest values cross its border', () => {
  // A residual block; what stands before the first one ends as a block does.
  const block = (/** @type {number} */ copy) => {
    const x = 1 + 4 * copy;
    return [`neg.default(v${x})`, `sin.default(v${x + 1})`, `exp.default(v${x + 2})`, `add.Tensor(v${x}, v${x + 3})`];
  };
  const found = blocks(['tanh.default(v)', 'add.Tensor(v0, v)', ...times(6, block), 'sum.default(_)']);
  assert.deepEqual([found.length, found[0]], [6, 'A.0: aten.neg … aten.add, 4']);
});

test('two kinds of blocks are found, each with a letter; what does not repeat has no group', () => {
  const one = times(5, () => ['sin.default(_)', 'exp.default(_)', 'cos.default(_)', 'relu.default(_)']);
  const other = times(4, () => ['tanh.default(_)', 'neg.default(_)', 'abs.default(_)', 'sigmoid.default(_)']);
  const found = blocks([...one, 'floor.default(_)', ...other]);
  assert.deepEqual(
    found.map((title) => title.slice(0, 3)),
    ['A.0', 'A.1', 'A.2', 'A.3', 'A.4', 'B.0', 'B.1', 'B.2', 'B.3'],
  );
  assert.deepEqual(blocks(['sin.default(_)', 'exp.default(_)', 'cos.default(_)', 'relu.default(_)']), []);
  assert.deepEqual(blocks([]), []);
});

test('each kind has a letter of its own, and two where the letters are used up', () => {
  const names = [
    ...['sin', 'cos', 'exp', 'tanh', 'neg', 'abs', 'relu', 'sigmoid', 'sqrt', 'rsqrt', 'log', 'log2', 'log10', 'log1p'],
    ...['expm1', 'erf', 'erfc', 'asin', 'acos', 'atan', 'sinh', 'cosh', 'asinh', 'acosh', 'atanh', 'tan', 'square'],
    ...['reciprocal'],
  ];
  const kinds = names.map((name, at) => [name, names[(at + 9) % names.length], names[(at + 19) % names.length]]);
  const found = blocks(kinds.flatMap((block) => times(4, () => block.map((name) => `${name}.default(_)`))));
  const families = [...new Set(found.map((title) => title.split('.')[0]))];
  assert.deepEqual([found.length, families.length], [4 * kinds.length, kinds.length]);
  assert.deepEqual(families.slice(24), ['Y', 'Z', 'AA', 'AB']);
});

test('modules that are called are one kind, whatever their number', () => {
  const calls = times(4, (copy) => [`layers.${copy}.up`, `layers.${copy}.act`, `layers.${copy}.down`]);
  const lines = calls.map(
    (path, at) => `    %v${at} : [num_users=1] = call_module[target=${path}](args = (%v${at - 1},), kwargs = {})`,
  );
  const text = `graph():\n    %v : [num_users=1] = placeholder[target=v]\n${lines.join('\n')}\n    return (v11,)\n`;
  const { handle } = session.open(text.replaceAll('v-1', 'v'));
  const { groups } = session.picture(handle, { groupBy: 'repeat' });
  assert.equal(groups.filter(({ kind }) => kind === 'repeat').length, 4);
});

test('closed blocks are boxes; the picture of another step has the same keys', () => {
  const handle = graph(times(6, () => ['sin.default(_)', 'exp.default(_)', 'cos.default(_)']));
  const keys = session.picture(handle, { groupBy: 'repeat' }).groups.map(({ key }) => key);
  const { nodes } = session.picture(handle, { groupBy: 'repeat', collapsed: keys });
  assert.equal(nodes.count, 8);
});
