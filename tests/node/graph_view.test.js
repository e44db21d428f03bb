/**
 * The parts of the graph view that need no screen: grid, camera, search, where nodes went, rows of the outline, details
 * of nodes.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { nodeDetails } from '../../web/src/engine/details.js';
import { Session } from '../../wasm/js/index.js';
import { Camera } from '../../web/src/ui/canvas/camera.js';
import { VALUE_HEIGHT, VALUE_LINE, below, chipsBelow } from '../../web/src/ui/canvas/chips.js';
import { Drawing } from '../../web/src/model/graph/drawing.js';
import { LooseGrid } from '../../web/src/model/graph/grid.js';
import { related } from '../../web/src/model/graph/lineage.js';
import { outlineRows } from '../../web/src/model/graph/rows.js';
import { found, parseQuery } from '../../web/src/model/graph/search.js';
import { nextNode, spoken } from '../../web/src/model/graph/walk.js';

/**
 * A picture by hand: nodes as [name, title, type, group], edges as pairs.
 * @param {[string, string, string, number?][]} rows @param {[number, number][]} pairs @param {any[]} [groups]
 */
function picture(rows, pairs, groups = []) {
  /** @type {string[]} */
  const texts = [];
  const text = (/** @type {string} */ one) => (texts.includes(one) ? texts.indexOf(one) : texts.push(one) - 1);
  const column = (/** @type {(row: [string, string, string, number?], index: number) => number} */ of) =>
    Int32Array.from(rows, of);
  return /** @type {any} */ ({
    left: 0,
    top: 0,
    width: 400,
    height: 100 * rows.length,
    paths: [''],
    texts,
    nodes: {
      count: rows.length,
      name: rows.map(([name]) => name),
      path: column(() => 0),
      lineage: column((_, i) => i + 1),
      op: column(() => text('call_function')),
      target: column(([, title]) => text(`torch.ops.${title}.default`)),
      title: column(([, title]) => text(title)),
      type: column(([, , type]) => text(type)),
      group: column(([, , , group]) => group ?? -1),
      collapsedGroup: column(() => -1),
      change: column((_, i) => (i === 1 ? 1 : 0)),
    },
    box: Float32Array.from(rows.flatMap((_, i) => [0, 100 * i, 120, 42])),
    groups,
    groupBox: new Float32Array(4 * groups.length),
    edges: {
      from: Int32Array.from(pairs, ([from]) => from),
      to: Int32Array.from(pairs, ([, to]) => to),
      slot: Int32Array.from(pairs, () => 0),
      start: Int32Array.from({ length: pairs.length + 1 }, (_, i) => 2 * i),
    },
    points: Float32Array.from(pairs.flatMap(([from, to]) => [60, 100 * from + 42, 60, 100 * to])),
  });
}

const SMALL = picture(
  [
    ['x', 'x', 'f32[2, 3]'],
    ['sin', 'aten.sin', 'f32[2, 3]'],
    ['cos', 'aten.cos', 'f32[2, 3]'],
    ['add_1', 'aten.add', 'f32[s0]'],
  ],
  [
    [0, 1],
    [0, 2],
    [1, 3],
    [2, 3],
  ],
);

test('the grid finds exactly what a search of all boxes finds, large and small ones', () => {
  let seed = 7;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const boxes = Float32Array.from({ length: 4 * 3000 }, (_, i) =>
    i % 4 < 2 ? random() * 20000 : i % 40 === 2 ? random() * 9000 : random() * 60,
  );
  const grid = new LooseGrid(boxes);
  for (let round = 0; round < 100; round++) {
    const [x, y, size] = [random() * 20000, random() * 20000, random() * 4000];
    const expected = [];
    for (let i = 0; i < 3000; i++) {
      const [left, top, width, height] = boxes.subarray(4 * i, 4 * i + 4);
      if (left <= x + size && top <= y + size && left + width >= x && top + height >= y) expected.push(i);
    }
    const got = grid.query(x, y, x + size, y + size);
    assert.deepEqual(
      got.toSorted((one, other) => one - other),
      expected,
    );
    assert.ok(grid.estimate(x, y, x + size, y + size) >= expected.length);
  }
  assert.deepEqual(new LooseGrid(new Float32Array(0)).query(0, 0, 1, 1), []);
});

test('zooming keeps the point under the pointer, fitting shows all', () => {
  const camera = new Camera();
  camera.resize(800, 600);
  camera.pan(-100, 40);
  const before = camera.toWorld(300, 200);
  camera.zoomAt(300, 200, 1.7);
  const after = camera.toWorld(300, 200);
  assert.ok(Math.abs(before.x - after.x) < 1e-9 && Math.abs(before.y - after.y) < 1e-9);
  camera.state = camera.fitted(10, 20, 4000, 1000);
  const [x0, y0, x1, y1] = camera.seen;
  assert.ok(x0 <= 10 && y0 <= 20 && x1 >= 4010 && y1 >= 1020);
});

test('searches: words, patterns, fields, several at once, turned around, and mistakes told', () => {
  const drawing = new Drawing(SMALL);
  const names = (/** @type {string} */ query) => found(drawing, query).nodes?.map((node) => drawing.name(node)) ?? null;
  assert.deepEqual(names('sin'), ['sin']);
  assert.deepEqual(names('op:aten'), ['sin', 'cos', 'add_1']);
  assert.deepEqual(names('shape:f32[2, 3] op:cos'), ['cos']);
  assert.deepEqual(names('shape:[2,3]'), ['x', 'sin', 'cos']);
  assert.deepEqual(names('/^(sin|cos)$/'), ['sin', 'cos']);
  assert.deepEqual(names('/^SIN$/i'), ['sin']);
  assert.deepEqual(names('users:>1'), ['x']);
  assert.deepEqual(names('users:0'), ['add_1']);
  assert.deepEqual(names('change:added'), ['sin']);
  assert.deepEqual(names('-op:aten'), ['x']);
  assert.deepEqual(names('name:"add_1"'), ['add_1']);
  assert.equal(names('  '), null, 'no search');
  assert.match(String(found(drawing, '/(/').error), /\(/);
  assert.match(String(found(drawing, 'users:many').error), /users:/);
  for (const endless of ['/(a+)+$/', '/(a|b)*/', '/((a*)b){2,}/', '/(?:\\w+\\s?)+x/'])
    assert.match(String(parseQuery(endless).error), /forever/, endless);
  for (const fine of ['/(add|mul)_\\d+/', '/^[a+*]+(x)$/', '/(ab)+/', '/\\(a+\\)+/', '/a{2}(b)?/'])
    assert.equal(parseQuery(fine).error, null, fine);
  assert.equal(parseQuery('other:x').error, null, 'an unknown field is a word');
});

test('lineages go forward one to many, and back many to one, through several passes', () => {
  const reports = /** @type {any} */ ([
    {
      provenance: [
        [10, 1],
        [11, 1],
      ],
    },
    {
      provenance: [
        [20, 11],
        [20, 2],
      ],
    },
  ]);
  assert.deepEqual(related(reports, 0, 2, new Set([1])), new Set([1, 10, 11, 20]));
  assert.deepEqual(related(reports, 2, 0, new Set([20])), new Set([20, 11, 2, 1]));
  assert.deepEqual(related(reports, 0, 1, new Set([2])), new Set([2]));
  assert.deepEqual(related(reports, 1, 1, new Set([10])), new Set([10]));
});

test('arrow keys walk to producers, users and siblings, and say where they are', () => {
  const drawing = new Drawing(SMALL);
  assert.equal(nextNode(drawing, -1, 'ArrowDown'), 0);
  assert.equal(nextNode(drawing, 0, 'ArrowDown'), 1);
  assert.equal(nextNode(drawing, 1, 'ArrowRight'), 2);
  assert.equal(nextNode(drawing, 2, 'ArrowLeft'), 1);
  assert.equal(nextNode(drawing, 2, 'ArrowDown'), 3);
  assert.equal(nextNode(drawing, 3, 'ArrowDown'), -1);
  assert.equal(nextNode(drawing, 3, 'ArrowUp'), 1);
  const row = picture(
    [
      ['a', 'a', ''],
      ['b', 'b', ''],
    ],
    [],
  );
  row.box.set([300, 0, 120, 42], 4);
  assert.equal(nextNode(new Drawing(row), 0, 'ArrowRight'), 1, 'inputs have no siblings, but neighbours');
  assert.equal(spoken(drawing, 1), 'sin, aten.sin, f32[2, 3], 1 user, added');
});

test('the outline has groups and nodes in order, each with its place, and 10,000 nested groups are no burden', () => {
  const group = (/** @type {number} */ parent) => ({
    key: `g${parent}`,
    kind: 'body',
    title: 'g',
    parent,
    collapsed: false,
    nodes: 1,
    change: 0,
  });
  const three = new Drawing(
    picture(
      [
        ['a', 'a', ''],
        ['b', 'b', '', 0],
        ['c', 'c', ''],
      ],
      [],
      [group(-1)],
    ),
  );
  const rows = outlineRows(three, null);
  assert.deepEqual(
    rows.map(({ node, depth, at, of }) => [node, depth, at, of]),
    [
      [0, 0, 1, 3],
      [-1, 0, 2, 3],
      [1, 1, 1, 1],
      [2, 0, 3, 3],
    ],
  );
  const some = outlineRows(three, new Set([1, 2]));
  assert.deepEqual(
    some.map(({ node }) => node),
    [-1, 1, 2],
    'a search keeps the order, and the groups of what it found',
  );
  const deep = Array.from({ length: 10_000 }, (_, i) => group(i - 1));
  const all = outlineRows(new Drawing(picture([['a', 'a', '', 9999]], [], deep)), null);
  assert.equal(all.length, 10_001);
  assert.equal(
    outlineRows(new Drawing(picture([['a', 'a', '', 9999]], [], deep)), new Set()).length,
    0,
    'a search leaves no empty groups',
  );
});

test(
  'details: arguments with links, users, metadata and the line, from the core, one node at a time; nested ' +
    'as deep as one likes',
  async () => {
    const session = await Session.create({ full: true });
    const deep = `${'['.repeat(150)}x${', 1'.repeat(3000)}${']'.repeat(150)}`;
    const { handle } = session.open(`class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2]"):
         # File: a.py:1 in forward, code: y = cat(x)
        cat: "f32[4]" = torch.ops.aten.cat.default([x, x], 0)
        sin: "f32[4]" = torch.ops.aten.sin.default(cat)
        clamp: "f32[4]" = torch.ops.aten.clamp.default(sin, None, max = 2.5)
        f = torch.ops.my.f.default(${deep}, True, 'a', (clamp,))
        return (f, cat)
`);
    const ask = (/** @type {string} */ name, path = '') =>
      nodeDetails(session.call('node', { handle, path, name }).value, path);
    const texts = (/** @type {string} */ name) =>
      ask(name).args.map(({ name, pieces }) => [name, pieces.map((piece) => piece.text).join('')]);
    const cat = ask('cat');
    assert.deepEqual(texts('cat'), [
      ['0', '[x, x]'],
      ['1', '0'],
    ]);
    assert.equal(cat.args[0].pieces[1].node, 'x');
    assert.deepEqual(
      [cat.op, cat.target, cat.users, cat.line],
      ['call_function', 'torch.ops.aten.cat.default', ['sin', 'output'], 4],
    );
    assert.match(cat.stackTrace ?? '', /a\.py", line 1/);
    assert.deepEqual(ask('x').users, ['cat', 'f'], 'once, however often');
    assert.deepEqual(texts('clamp'), [
      ['0', 'sin'],
      ['1', 'None'],
      ['max', '2.5'],
    ]);
    const [nested, ...rest] = texts('f');
    assert.match(nested[1], /^\[{150}x, 1, 1/);
    assert.ok(nested[1].length < 5000, 'not all of it');
    assert.deepEqual(
      rest.map(([, text]) => text),
      ['True', "'a'", '(clamp,)'],
    );
    const deeper = JSON.parse(`${'['.repeat(20_000)}{"n":"x"}${']'.repeat(20_000)}`);
    const made = nodeDetails(
      {
        name: 'f',
        op: 'call_function',
        target: 'f',
        lineage: 1,
        args: [deeper],
        kwargs: [],
        users: [],
        meta: [['nn_module_stack', { d: [] }]],
      },
      '',
    );
    assert.match(made.args[0].pieces[0].text, /^\[{1000}/);
    assert.deepEqual(made.meta, [], 'what says nothing is not shown');
    assert.throws(() => ask('nowhere'), /there is no node 'nowhere'/);
    assert.throws(() => ask('x', 'sub.mod'), /there is no graph 'sub\.mod'/);
    const lines = /** @type {number[]} */ (session.call('lines', { handle }).value);
    assert.equal(
      lines.find((_, at) => at % 2 === 1 && lines[at - 1] === cat.lineage),
      4,
    );
    const found = session.call('find', { handle, lineages: [0, cat.lineage, 9999, cat.lineage] }).value;
    assert.deepEqual(
      found,
      [null, { path: '', name: 'cat' }, null, { path: '', name: 'cat' }],
      'in the order asked for',
    );
  },
);

const CALLED = `class M(torch.nn.Module):
    def forward(self, x: "f64[1]", y: "f64[1]"):
        one = self.sub(x)
        two = self.sub(y)
        sub_1 = self.sub_1
        wrap = torch.ops.higher_order.wrap_with_set_grad_enabled(True, sub_1, one)
        getitem = wrap[0]
        sub_2 = self.sub_1
        wrap_1 = torch.ops.higher_order.wrap_with_set_grad_enabled(True, sub_2, two)
        getitem_1 = wrap_1[0]
        return (getitem, getitem_1)

    class sub(torch.nn.Module):
        def forward(self, a: "f64[1]"):
            sin = self.inner(a)
            cos = self.inner(sin)
            return cos

        class inner(torch.nn.Module):
            def forward(self, a):
                tan = torch.ops.aten.tan.default(a)
                return tan

    class sub_1(torch.nn.Module):
        def forward(self, a: "f64[1]"):
            sin = torch.ops.aten.sin.default(a)
            return (sin,)
`;

test('a body that several nodes run is drawn at the first of them; the others say where, open and closed', async () => {
  const session = await Session.create({ full: true });
  const { handle } = session.open(CALLED);
  for (const collapsed of [[], ['graph:sub', 'graph:sub_1']]) {
    const drawing = new Drawing(/** @type {any} */ (session.picture(handle, { collapsed })));
    const told = Array.from({ length: drawing.count }, (_, node) => [
      drawing.qualified(node),
      below(drawing, node, null),
    ]).filter(([, text]) => text !== '');
    const inner = collapsed.length > 0 ? [] : [['sub.cos', 'body: at sin']];
    assert.deepEqual(
      Object.fromEntries(told),
      Object.fromEntries([['two', 'body: at one'], ['wrap_1', 'body: at wrap'], ...inner]),
      String(collapsed),
    );
    const two = drawing.find('\ntwo');
    const inside = drawing.find(collapsed.length > 0 ? 'group graph:sub' : 'sub\nsin');
    assert.match(spoken(drawing, inside), collapsed.length > 0 ? /closed group of \d+ nodes/ : /^sin, inner, 1 user/);
    assert.equal(below(drawing, two, new Map([['two', '[1]']])), 'body: at one · [1]');
    assert.match(spoken(drawing, two), /its body is drawn at one$/);
    assert.doesNotMatch(spoken(drawing, drawing.find('\none')), /body/);
  }
  session.close(handle);
});

test('texts below boxes cover no other box, nor a group beside theirs', async () => {
  const session = await Session.create({ full: true });
  const { handle } = session.open(
    readFileSync(new URL('../../web/examples/region_in_cond.py', import.meta.url), 'utf8'),
  );
  const drawing = new Drawing(/** @type {any} */ (session.picture(handle, {})));
  const nodes = Array.from({ length: drawing.count }, (_, node) => node);
  const values = new Map(
    nodes.map((node) => [drawing.qualified(node), '[0.1234, 0.1234, 0.1234, 0.1234, …] · grad [1, 1, 1]']),
  );
  const chips = chipsBelow(drawing, nodes, values, 1);
  assert.equal(chips.length, drawing.count);
  const covers = (
    /** @type {typeof chips[number]} */ { left, top, width, line = 0 },
    /** @type {ArrayLike<number>} */ box,
    /** @type {number} */ at,
  ) =>
    box[at] > left &&
    box[at] < left + width &&
    box[at + 1] < top + line * VALUE_LINE + VALUE_HEIGHT &&
    box[at + 1] + box[at + 3] > top + line * VALUE_LINE;
  const { groups, groupBox } = drawing.picture;
  for (const chip of chips) {
    assert.deepEqual(
      nodes.filter((node) => covers(chip, drawing.box, 4 * node)).map((node) => drawing.qualified(node)),
      [],
    );
    assert.deepEqual(
      groups.filter((_, group) => covers(chip, groupBox, 4 * group)).map(({ title }) => title),
      [],
    );
  }
  assert.ok(
    chips.some(({ width }) => width > 200),
    'where there is room they have it',
  );
  session.close(handle);
});
