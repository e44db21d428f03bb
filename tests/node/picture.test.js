// Pictures through the JavaScript surface: typed arrays that fit each other, groups, lines through borders.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pictureNode, SeesawError, Session } from '../../wasm/js/index.js';

const session = await Session.create({ full: true });

const NESTED = `
def forward(self, x: "f32[2, 3]"):
    sin: "f32[2, 3]" = torch.ops.aten.sin.default(x)
    _set_grad_enabled = torch._C._set_grad_enabled(False)
    add = torch.ops.aten.add.Tensor(sin, x)
    cos = torch.ops.aten.cos.default(add)
    _set_grad_enabled_1 = torch._C._set_grad_enabled(True)
    return (cos,)
`;

function nested() {
  return session.run(session.open(NESTED).handle, ['replace_set_grad_with_hop_pass']).handle;
}

/** @param {import('../../wasm/js/index.js').Picture} picture @param {string} name */
const indexOf = (picture, name, path = '') => {
  const found = picture.nodes.name.findIndex((one, i) => one === name && picture.paths[picture.nodes.path[i]] === path);
  assert.notEqual(found, -1, `${path}.${name}`);
  return found;
};
/** @param {Float32Array} box @param {number} i */
const boxOf = (box, i) => ({
  left: box[4 * i],
  top: box[4 * i + 1],
  right: box[4 * i] + box[4 * i + 2],
  bottom: box[4 * i + 1] + box[4 * i + 3],
});

test('columns of a picture fit each other, and lines end at slots', () => {
  const picture = session.picture(nested());
  const { nodes, edges } = picture;
  for (const column of [
    nodes.path,
    nodes.lineage,
    nodes.op,
    nodes.target,
    nodes.title,
    nodes.type,
    nodes.group,
    nodes.collapsedGroup,
    nodes.change,
  ]) {
    assert.ok(column instanceof Int32Array);
    assert.equal(column.length, nodes.count);
  }
  assert.equal(picture.box.length, 4 * nodes.count);
  assert.equal(picture.groupBox.length, 4 * picture.groups.length);
  assert.equal(edges.start.length, edges.from.length + 1);
  assert.equal(2 * edges.start[edges.from.length], picture.points.length);
  for (let e = 0; e < edges.from.length; ++e) {
    const [first, last] = [edges.start[e], edges.start[e + 1] - 1];
    const [from, to] = [boxOf(picture.box, edges.from[e]), boxOf(picture.box, edges.to[e])];
    assert.ok(Math.abs(picture.points[2 * first + 1] - from.bottom) < 0.1);
    assert.ok(Math.abs(picture.points[2 * last + 1] - to.top) < 0.1);
    assert.ok(picture.points[2 * last] > to.left && picture.points[2 * last] < to.right);
    for (let p = first + 1; p <= last; ++p)
      assert.ok(picture.points[2 * p + 1] >= picture.points[2 * p - 1] - 0.1, 'lines go down');
  }
});

test('a body is a box around its nodes; operands lead to its placeholders, its output to the operator', () => {
  const picture = session.picture(nested());
  assert.deepEqual(
    picture.groups.map(({ key, kind, title, parent, collapsed, nodes }) => ({
      key,
      kind,
      title,
      parent,
      collapsed,
      nodes,
    })),
    [{ key: 'graph:submod_1', kind: 'body', title: 'submod_1', parent: -1, collapsed: false, nodes: 5 }],
  );
  const inside = indexOf(picture, 'add', 'submod_1');
  assert.equal(picture.nodes.group[inside], 0);
  const [group, box] = [boxOf(picture.groupBox, 0), boxOf(picture.box, inside)];
  assert.ok(group.left < box.left && group.right > box.right && group.top < box.top && group.bottom > box.bottom);
  const lines = Array.from(picture.edges.from, (from, e) => {
    const [a, b] = [pictureNode(picture, from), pictureNode(picture, picture.edges.to[e])];
    return `${a.path}.${a.name} ${b.path}.${b.name} ${picture.edges.slot[e]}`;
  });
  for (const line of ['.sin submod_1.sin 0', '.x submod_1.x 0', 'submod_1.output .cos 0'])
    assert.ok(lines.includes(line), line);
  assert.ok(!lines.includes('.sin .cos 1'));
  const sin = pictureNode(picture, indexOf(picture, 'sin'));
  assert.deepEqual(
    [sin.op, sin.target, sin.title, sin.type],
    ['call_function', 'torch.ops.aten.sin.default', 'aten.sin', 'f32[2, 3]'],
  );
});

test('a collapsed group is one box, with one line from each producer', () => {
  const picture = session.picture(nested(), { collapsed: ['graph:submod_1'] });
  assert.equal(picture.groups[0].collapsed, true);
  assert.equal(picture.groups[0].nodes, 5);
  const box = picture.nodes.collapsedGroup.indexOf(0);
  assert.equal(pictureNode(picture, box).op, 'group');
  assert.deepEqual(boxOf(picture.groupBox, 0), boxOf(picture.box, box));
  const into = Array.from(picture.edges.to, (to, e) =>
    to === box ? pictureNode(picture, picture.edges.from[e]).name : '',
  ).filter((name) => name !== '');
  assert.deepEqual(into.sort(), ['sin', 'x']);
});

test('what is no option is refused', () => {
  const { handle } = session.open(NESTED);
  const refused = (/** @type {any} */ options) =>
    assert.throws(
      () => session.picture(handle, options),
      (error) => error instanceof SeesawError && error.diagnostics[0].message.length > 10,
    );
  refused({ groupBy: 'colour' });
  refused({ groupBy: 7 });
  refused({ collapsed: 'graph:submod_1' });
  refused({ collapsed: [1] });
  assert.throws(() => session.picture(handle + 1000), SeesawError);
});

test('with an anchor, what was there stays; what is no picture is refused', () => {
  const before = session.picture(session.open(NESTED).handle);
  const changed = session.open(
    NESTED.replace('    cos =', '    neg = torch.ops.aten.neg.default(add)\n    cos =').replace(
      'default(add)\n    _set',
      'default(neg)\n    _set',
    ),
  );
  const after = session.picture(changed.handle, { anchor: before });
  assert.notEqual(after.family, before.family);
  for (let i = 0; i < before.nodes.count; ++i) {
    const now = indexOf(after, before.nodes.name[i]);
    assert.deepEqual(after.box.slice(4 * now, 4 * now + 2), before.box.slice(4 * i, 4 * i + 2), before.nodes.name[i]);
  }
  const { handle } = changed;
  const broken = { ...before, box: new Float32Array(3) };
  const wild = {
    ...before,
    box: before.box.map((_, i) => [NaN, Infinity, -1e30, 1e30][i % 4]),
    nodes: { ...before.nodes, key: before.nodes.key.map(() => 7) },
  };
  for (const anchor of [1, 'x', {}, [], { nodes: {} }, broken, { ...before, family: 'x' }]) {
    assert.throws(
      () => session.picture(handle, { anchor: /** @type {any} */ (anchor) }),
      (error) => error instanceof SeesawError && error.diagnostics[0].code !== 'trap',
    );
  }
  assert.ok(Number.isFinite(session.picture(handle, { anchor: wild }).width));
});

test('another program that has a few of the names is laid out as if nothing had been there', () => {
  const before = session.picture(session.open(NESTED).handle);
  const text =
    'def forward(self, y):\n    sin = torch.ops.aten.sin.default(y)\n    tanh = ' +
    'torch.ops.aten.tanh.default(sin)\n    return (tanh,)\n';
  const alone = session.picture(session.open(text).handle);
  assert.deepEqual(session.picture(session.open(text).handle, { anchor: before }).box, alone.box);
  // The other way round it is a small program that grew.
  assert.deepEqual(
    [
      ...session
        .picture(session.open(text.replace('return', 'exp = torch.ops.aten.exp.default(tanh)\n    return')).handle, {
          anchor: alone,
        })
        .box.slice(4, 8),
    ],
    [...alone.box.slice(4, 8)],
  );
});

test('a picture survives a worker: plain data, buffers of its own', () => {
  const picture = session.picture(nested());
  const copy = structuredClone(picture, { transfer: [picture.box.buffer, picture.points.buffer] });
  assert.equal(copy.box.length, 4 * copy.nodes.count);
  assert.equal(picture.box.length, 0);
  assert.equal(pictureNode(copy, 0).name, copy.nodes.name[0]);
});

test('compare says what became of each node, in pairs', () => {
  const before = session.open(NESTED).handle;
  const after = session.run(before, ['replace_set_grad_with_hop_pass']).handle;
  const diff = session.compare(before, after);
  const classes = (/** @type {import('../../wasm/js/index.js').ComparisonSide} */ side) =>
    Object.fromEntries(side.name.map((name, i) => [`${side.paths[side.path[i]]}.${name}`, side.change[i]]));
  assert.deepEqual(classes(diff.before), {
    '.x': 0,
    '.sin': 0,
    '._set_grad_enabled': 5,
    '.add': 4,
    '.cos': 4,
    '._set_grad_enabled_1': 5,
    '.output': 0,
  });
  assert.equal(classes(diff.after)['submod_1.add'], 4);
  assert.ok(diff.pairs instanceof Int32Array && diff.pairs.length % 2 === 0);
  const picture = session.picture(after, { against: before });
  assert.equal(picture.nodes.change[indexOf(picture, 'add', 'submod_1')], 4);
  assert.equal(picture.groups[0].change, 2);
  const old = session.picture(before, { against: after });
  assert.equal(old.nodes.change[indexOf(old, '_set_grad_enabled')], 5);
});

test('an SVG file is escaped, themed, and opens again as the program', () => {
  const { handle } = session.open(NESTED);
  const svg = session.print(handle, { format: 'svg' });
  assert.match(svg, /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="/);
  assert.match(svg, /prefers-color-scheme: dark/);
  assert.match(svg, /<title>sin: call_function torch\.ops\.aten\.sin\.default -&gt; f32\[2, 3\]<\/title>/);
  const again = session.open(svg);
  assert.equal(session.print(again.handle, { format: 'json' }), session.print(handle, { format: 'json' }));
  session.edit(handle, [{ do: 'placeholder', target: '<script>alert(1)</script>' }]);
  const hostile = session.print(handle, { format: 'svg', groupBy: 'source' });
  assert.doesNotMatch(hostile, /<script/);
  assert.match(hostile, /&lt;script&gt;/);
  assert.ok(session.describe().formats.some(({ name }) => name === 'svg'));
  const { readable, diagnostics } = session.read('<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>');
  assert.equal(readable, false);
  assert.match(diagnostics[0].message, /holds no program/);
  // Read in time that is linear in what is there.
  const noise = session.read(`<svg ${'<metadata '.repeat(300_000)}`);
  assert.equal(noise.readable, false);
});
