// What the page knows of texts by itself: names and their uses, schemas and calls, differences that renaming does not
// make.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { nodesText } from '../../web/src/text/plural.js';
import { diff } from '../../web/src/text/diff.js';
import { argumentsIn, callText, parametersOf, search, valuesOf } from '../../web/src/model/edits/operators.js';
import { Names } from '../../web/src/text/names.js';
import { renamed } from '../../web/src/engine/renamed.js';
import { remediesOf } from '../../web/src/text/remedies.js';

const TEXT = `class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 3]", dim):
        # sin is first
        sin: "f32[2, 3]" = torch.ops.aten.sin.default(x, dim = dim == 1);  x = None
        a, b = self.submod_1(sin, 'sin',
                             sin)
        return (a, b)

    class submod_1(torch.nn.Module):
        def forward(self, sin):
            cos = sin.cos()
            return cos
`;

/** @param {Names} names @param {number} index */
const outline = ({ graphs }, index) => {
  const { path, definitions, uses, statements } = graphs[index];
  return {
    path,
    defined: [...definitions.keys()].join(' '),
    uses: [...uses].map(([name, { length }]) => `${name}${length}`).join(' '),
    nodes: statements.map((one) => one.names.join()).join(' '),
  };
};

describe('names of a text', () => {
  it('belong to their graph; comments, strings, attributes and keywords are none', () => {
    const names = new Names(TEXT);
    assert.deepEqual(outline(names, 0), {
      path: '',
      defined: 'x dim sin a b',
      uses: 'x3 dim2 sin3 torch1 a2 b2',
      nodes: 'x,dim sin a,b output',
    });
    assert.deepEqual(outline(names, 1), {
      path: 'submod_1',
      defined: 'sin cos',
      uses: 'sin2 cos2',
      nodes: 'sin cos output',
    });
    assert.equal(names.at(TEXT.indexOf('sin.cos'))?.graph.path, 'submod_1');
    assert.equal(names.at(TEXT.indexOf('# sin') + 2), null);
    assert.deepEqual(names.nodesIn(TEXT.indexOf('a, b ='), TEXT.indexOf('return')), {
      path: '',
      names: ['a', 'b', 'output'],
    });
  });

  it('are those with a percent sign in the text of str(graph)', () => {
    const names = new Names(
      'graph():\n    %x : [num_users=1] = placeholder[target=x]\n    %sin : [num_users=1] = ' +
        'call_function[target=torch.sin](args = (%x,), kwargs = {})\n    ' +
        'return sin',
    );
    assert.deepEqual(outline(names, 0), { path: '', defined: 'x sin', uses: 'x2 sin2', nodes: 'x sin output' });
  });

  it('take time in proportion to the text', () => {
    const seconds = (/** @type {number} */ lines) => {
      const text =
        'def forward(self, ' +
        `x):\n${Array.from({ length: lines }, (_, i) => `    v${i + 1} = torch.sin(v${i})\n`).join('')}`;
      const start = process.cpuUsage();
      assert.equal(new Names(text).graphs[0].definitions.size, lines + 1);
      const { user } = process.cpuUsage(start);
      return user / 1e6;
    };
    seconds(2000);
    const [once, twice] = [seconds(10000), seconds(20000)];
    assert.ok(twice < 4 * once + 0.1, `${once} s, then ${twice} s`);
  });
});

describe('schemas and calls', () => {
  const op = {
    path: 'torch.ops.aten.sum.dim_IntList',
    schema: 'sum.dim_IntList(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor',
  };

  it('a schema is taken apart, and a call put together from values', () => {
    const parameters = parametersOf(op.schema) ?? [];
    assert.deepEqual(
      parameters.map(({ name, type, fallback, keyword }) => [name, type, fallback, keyword]),
      [
        ['self', 'Tensor', null, false],
        ['dim', 'int[1]?', null, false],
        ['keepdim', 'bool', 'False', false],
        ['dtype', 'ScalarType?', 'None', true],
      ],
    );
    const call = callText(
      op,
      new Map([
        ['self', 'x'],
        ['dim', '[0, 1]'],
        ['dtype', 'torch.float64'],
      ]),
    );
    assert.equal(call, 'torch.ops.aten.sum.dim_IntList(x, [0, 1], dtype = torch.float64)');
    const parts = argumentsIn(call);
    assert.deepEqual(
      [...valuesOf(parameters, parts?.args ?? [])],
      [
        ['self', 'x'],
        ['dim', '[0, 1]'],
        ['dtype', 'torch.float64'],
      ],
    );
    assert.equal(argumentsIn('x + 1'), null);
    assert.deepEqual(
      parametersOf("upsample(Tensor input, str mode='a, b)', *, SymInt[2] size=[0, 0]) -> Tensor")?.map(
        (one) => one.fallback,
      ),
      [null, "'a, b)'", '[0, 0]'],
    );
  });

  it('operators are found by parts of their names', () => {
    const ops = ['torch.ops.aten.sub.Tensor', 'torch.ops.aten.add.Scalar', 'torch.ops.aten.add.Tensor'].map((path) => ({
      path,
    }));
    assert.equal(search(ops, 'add tens')[0].path, 'torch.ops.aten.add.Tensor');
    assert.equal(search(ops, 'aten.sub.T')[0].path, 'torch.ops.aten.sub.Tensor');
    assert.deepEqual(search(ops, 'qqq'), []);
  });
});

describe('a difference', () => {
  const before =
    'class G(torch.nn.Module):\n    def forward(self, x):\n        sin = torch.sin(x);  x = None\n        ' +
    'cos = torch.cos(sin);  sin = None\n        return (cos,)\n';
  const after = before
    .replace('sin = torch', 'sin_1 = torch')
    .replace('(sin);  sin', '(sin_1);  sin_1')
    .replace('cos = torch.cos', 'cos_1 = torch.tan')
    .replace('(cos,)', '(cos_1,)');
  const side = (/** @type {string[]} */ name) => ({
    paths: [''],
    name,
    path: new Int32Array(3),
    lineage: new Int32Array(3),
    change: new Int32Array(3),
  });
  const comparison = {
    before: side(['x', 'sin', 'cos']),
    after: side(['x', 'sin_1', 'cos_1']),
    pairs: new Int32Array([0, 0, 1, 1, 2, 2]),
  };

  it('is not made by renaming', () => {
    assert.ok(diff(before, after).changes.length > 4);
    const { changes, places } = diff(before, after, renamed(before, comparison));
    assert.equal(places, 1);
    assert.deepEqual([before.slice(changes[0], changes[1]), after.slice(changes[2], changes[3])], ['cos', 'tan']);
    assert.equal(changes.length, 4);
  });

  it('is made where one node became two, or went elsewhere', () => {
    const twice = { ...comparison, pairs: new Int32Array([0, 0, 1, 1, 1, 2]) };
    assert.equal(renamed(before, twice), before);
  });
});

describe('remedies', () => {
  it('name views of the page where the core names commands', () => {
    const core = new URL('../../core/', import.meta.url);
    const files = readdirSync(core, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(cpp|h)$/.test(name));
    const told = files.flatMap((name) =>
      [
        ...readFileSync(new URL(name, core), 'utf8')
          .replace(/^\s*\/\/.*$/gm, '')
          .matchAll(/"((?:[^"\\]|\\.)*`seesaw (?:[^"\\]|\\.)*)"/g),
      ].map(([, text]) => text),
    );
    assert.ok(told.length >= 5, String(told));
    for (const message of told) assert.doesNotMatch(remediesOf({ notes: [{ message }] })[0], /`seesaw/, message);
    assert.deepEqual(remediesOf({ notes: [{ message: '`seesaw ops` lists what can be run' }] }), [
      'the reference lists what can be run (Shift+F1)',
    ]);
    assert.deepEqual(remediesOf({}), []);
  });

  it('name all that can be pasted where a text is no graph', () => {
    const cases = readFileSync(new URL('../text/read/not_a_graph.txt', import.meta.url), 'utf8');
    const [, message] = /^ +note: (start with .*)$/m.exec(cases) ?? ['', ''];
    const [told] = remediesOf({ notes: [{ message }] });
    for (const what of ['Python source', 'TORCH_LOGS', 'TORCH_TRACE', '`def forward(self, ...):`'])
      assert.ok(told.includes(what), `${what} in ${told}`);
  });
});

it('one node is no nodes', () => {
  assert.deepEqual(
    [nodesText(1), nodesText(-1, '−1'), nodesText(0), nodesText(2, '+2')],
    ['1 node', '−1 node', '0 nodes', '+2 nodes'],
  );
});
