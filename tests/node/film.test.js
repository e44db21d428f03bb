/**
 * The film of a pipeline: every shot is a program that the engine reads, each computes what its pass was given or left,
 * and the last of a pass is what the pass left.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { Session } from '../../wasm/js/session.js';
import { Workbench } from '../../web/src/engine/workbench.js';
import { exampleBody, exampleRecord } from '../../web/src/model/example_record.js';

const bench = new Workbench(await Session.create({ full: true }), true);
const EXAMPLES = new URL('../../web/examples/', import.meta.url);

/** @param {string} name */
const read = (name) => readFileSync(new URL(name, EXAMPLES), 'utf8');

/** @param {string} text @param {(string | object)[]} passes @param {boolean} [ambientGrad] */
async function filmOf(text, passes, ambientGrad = true) {
  const requests = /** @type {any[]} */ (passes.map((pass) => (typeof pass === 'string' ? { name: pass } : pass)));
  const answer = bench.evaluate({ text, passes: requests, ambientGrad });
  assert.ok(answer.ok, JSON.stringify([answer.diagnostics, answer.failures]));
  const { value, diagnostics } = await bench.film();
  assert.ok(value, JSON.stringify(diagnostics));
  return value;
}

/** @param {number} at */
function shotAt(at) {
  const { value, diagnostics } = bench.shot({ at });
  assert.ok(value, JSON.stringify(diagnostics));
  return value;
}

test('each example has its film: each shot is a program, and computes what the pass got or left', async () => {
  for (const id of readdirSync(EXAMPLES)) {
    const record = exampleRecord(read(id));
    const own = ['py', 'txt']
      .map((ending) => `${record.text}.${ending}`)
      .find((one) => existsSync(new URL(one, EXAMPLES)));
    const { pipeline, ambientGrad } = record;
    const plan = await filmOf(exampleBody(read(record.text ? (own ?? id) : id)), pipeline, ambientGrad);
    assert.equal(plan[0].title, 'the input');
    const given = pipeline.some(({ options }) => options.state);
    const verdicts = plan.map((shot, at) => {
      assert.ok(shotAt(at).picture.nodes.count > 0, id);
      assert.ok(at === 0 || (shot.title !== '' && shot.count >= 1 && shot.count <= shot.of), id);
      return bench.shotCheck({ at, ambientGrad }).value?.verdict;
    });
    /** Of what each pass left. @type {Map<number, unknown>} */
    const ends = new Map(plan.map(({ step }, at) => [step, verdicts[at]]));
    const before = (/** @type {number} */ step) => ends.get(Math.max(...[...ends.keys()].filter((one) => one < step)));
    for (const [at, { step }] of plan.entries())
      if (step > 0 && !given) assert.ok([before(step), ends.get(step)].includes(verdicts[at]), `${id}, shot ${at}`);
  }
});

test('a region that is lost: gradients change at that rewrite and at no other', async () => {
  const plan = await filmOf(exampleBody(read('lost_gradients.py')), ['replace_set_grad_with_hop_pass']);
  assert.deepEqual(
    plan.map(({ title }) => title),
    [
      'the input',
      'the graph is split into 3 submodules',
      'submod_0 is inlined: 1 node',
      'submod_1 is inlined: 12 nodes',
      'submod_2 is inlined: 1 node',
    ],
  );
  const lost = plan.findIndex(({ decision }) => decision === 'lost');
  assert.match(plan[lost].reason, /^submod_1 lost: the first node of the region is 'true_graph_0'/);
  assert.equal(plan[lost].warning, true);
  const verdicts = plan.map((_, at) => bench.shotCheck({ at, ambientGrad: true }).value?.verdict);
  assert.deepEqual(verdicts, ['equal', 'equal', 'equal', 'differs', 'differs']);
  // What a rewrite made is marked, and what the next takes is reported.
  assert.equal(shotAt(lost).made.length, 12);
  assert.ok(shotAt(lost - 1).next.length >= 12);
  assert.match(shotAt(lost).diff, /^@@ [\s\S]*^-.*submod_1/m);
});

test('a value that is computed twice goes for the other, an operator becomes those it is written in', async () => {
  const twice = `def forward(self, x: "f32[4]"):
    mul = torch.ops.aten.mul.Tensor(x, 2)
    mul_1 = torch.ops.aten.mul.Tensor(x, 2)
    sin = torch.ops.aten.sin.default(mul_1)
    return (mul, sin)
`;
  const plan = await filmOf(twice, ['cse_pass']);
  assert.deepEqual(plan.map(({ title }) => title).slice(1), ['mul_1 goes: its users take mul']);
  const layers = await filmOf(exampleBody(read('decomposed.py')), ['run_decompositions']);
  assert.deepEqual(layers.map(({ title }) => title).slice(1), [
    'linear becomes aten.permute, aten.addmm',
    'layer_norm becomes aten.native_layer_norm, getitem',
  ]);
});

test('operators of a block are decomposed one after the other, with results in tuples and other names', async () => {
  const text = `import torch
import torch.nn as nn

class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(8)
        self.qkv = nn.Linear(8, 24)
        self.out = nn.Linear(8, 8)

    def forward(self, x: "f32[2, 4, 8]"):
        q, k, v = self.qkv(self.norm(x)).chunk(3, dim=-1)
        return x + self.out(torch.softmax(q @ k.transpose(-1, -2), dim=-1) @ v)

torch.export.export_for_training(Block(), (torch.randn(2, 4, 8),))
`;
  const plan = await filmOf(text, ['run_decompositions']);
  assert.deepEqual(
    plan.slice(1).map(({ title }) => title),
    [
      'layer_norm becomes aten.native_layer_norm, getitem',
      'linear becomes aten.view, aten.permute, aten.addmm, aten.view',
      'chunk becomes aten.split_with_sizes, getitem, getitem, getitem',
      'transpose: aten.transpose becomes aten.permute',
      'matmul becomes aten.expand, aten.view, aten.expand and 3 more',
      'softmax: aten.softmax becomes aten._softmax',
      'matmul_1 becomes aten.expand, aten.view, aten.expand and 3 more',
      'linear_1 becomes aten.view, aten.permute, aten.addmm, aten.view',
    ],
  );
  for (const at of plan.keys())
    assert.equal(bench.shotCheck({ at, ambientGrad: true }).value?.verdict, 'equal', `${at}`);
});

test('dead code goes from its end, one node after the other, also where there is much of it', async () => {
  const count = 600;
  const lines = Array.from(
    { length: count },
    (_, i) => `    d${i} = torch.ops.aten.sin.default(${i === 0 ? 'x' : `d${i - 1}`})`,
  );
  const text = [
    'def forward(self, x: "f32[4]"):',
    ...lines,
    '    cos = torch.ops.aten.cos.default(x)',
    '    return (cos,)\n',
  ].join('\n');
  const started = performance.now();
  const plan = await filmOf(text, ['eliminate_dead_code']);
  assert.equal(plan.length, count + 1);
  assert.equal(plan[1].title, `d${count - 1} goes: nothing uses it`);
  assert.equal(plan[count].title, 'd0 goes: nothing uses it');
  assert.equal(shotAt(300).picture.nodes.count, count + 3 - 300);
  assert.ok(performance.now() - started < 8000, 'in bounded time');
});

test('a pipeline that changes nothing has no rewrites; what is asked for beyond the end is none', async () => {
  const plan = await filmOf('def forward(self, x: "f32[4]"):\n    return (x.sin(),)\n', ['eliminate_dead_code']);
  assert.equal(plan.length, 1);
  assert.equal(bench.shot({ at: 0 }).value?.picture.nodes.count, 3);
  for (const at of [-1, 1, 1e9, NaN]) assert.equal(bench.shot({ at }).value, null);
});

test('a signature that changes comes as a whole: there is no program in between', async () => {
  const plan = await filmOf(exampleBody(read('counter.py')), exampleRecord(read('counter.py')).pipeline);
  assert.deepEqual(
    plan.map(({ title }) => title),
    ['the input', 'all of it at once'],
  );
});

test('a pass that is switched off stands between two that are not', async () => {
  const off = { name: 'eliminate_dead_code', enabled: false, options: {} };
  const text = exampleBody(read('lost_gradients.py'));
  const plan = await filmOf(text, [off, 'replace_set_grad_with_hop_pass']);
  assert.deepEqual([...new Set(plan.map(({ step }) => step))], [0, 2]);
  assert.equal(plan[1].title, 'the graph is split into 3 submodules');
});
