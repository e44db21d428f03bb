/** What stands in front of the lines of a log, or of a session of Python, is taken away where each line has it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutPrefixes } from '../../web/src/features/log/prefixes.js';

const GRAPH = 'class M(torch.nn.Module):\n    def forward(self, x: "f32[2]"):\n        return (x,)';
const HEADS = [
  'V1130 09:12:44.303000 4711 torch/fx/x.py:118] [__graph_code_log] ',
  'V1130 09:12:44.303000 4711 torch/fx/x.py:118] [0/0_1] [__graph_code] ',
  '[rank0]:V1130 09:12:44.303000 4711 torch/fx/x.py:118] [0/0] [__graph_code] ',
  '[2023-10-11 12:00:00,123] [0/0] torch._dynamo.x.__graph_code: [DEBUG] ',
];

test('heads of a log are taken away, those of any PyTorch, and the text behind them stays', () => {
  for (const head of HEADS) assert.equal(withoutPrefixes(GRAPH.replace(/^/gm, head)), GRAPH, head);
  const [head] = HEADS;
  const wrapped = `${head}one\nand what belongs to it\n\n${head}two`;
  assert.equal(withoutPrefixes(wrapped), 'one\nand what belongs to it\n\ntwo');
});

test('of a session of Python what was typed stays, and what it printed goes', () => {
  const session = '>>> import torch\n>>> def f(x):\n...     return x\n...\n>>> f(1)\n1\n>>>\n';
  assert.equal(withoutPrefixes(session), 'import torch\ndef f(x):\n    return x\n\nf(1)\n\n');
});

test('a text whose lines have none, or few of them, stays as it is', () => {
  for (const text of [GRAPH, '', `${HEADS[0]}one\n${GRAPH}\n`]) assert.equal(withoutPrefixes(text), null, text);
});
