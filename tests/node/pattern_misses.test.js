/**
 * Why a pattern does not occur: data/pattern_misses.txt has graphs, patterns and what is said of them.
 *
 * A case is `== pattern`, and below it a line for each place that is nearest: the nodes alike, the reason, the message.
 */
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Session } from '../../wasm/js/index.js';

const text = readFileSync(new URL('../data/pattern_misses.txt', import.meta.url), 'utf8');
const [graph, ...cases] = text.split(/^== /m);
const CLI = fileURLToPath(new URL('../../wasm/js/cli/main.js', import.meta.url));

test('the nearest places and what is otherwise there', async (context) => {
  const session = await Session.create({ full: true });
  const { handle } = session.open(graph);
  for (const one of cases) {
    const [pattern, ...expected] = one.trimEnd().split('\n');
    await context.test(pattern, () => {
      const { matches, nearest } = session.explainPattern(handle, pattern);
      const lines = nearest.map(
        (/** @type {any} */ miss) =>
          `${miss.anchor ?? '-'} ${miss.pattern ?? '-'} ${miss.node ?? '-'} ` +
          `${miss.matched}/${miss.of} ${miss.reason}: ${miss.message}`,
      );
      assert.deepEqual([`${matches.length} matches`, ...lines], expected);
    });
  }
});

test('a pass that replaces nothing says why, at the lines of the graph', async () => {
  const session = await Session.create({ full: true });
  const { handle } = session.open(graph);
  const options = {
    pattern: 'lambda x: torch.ops.aten.relu.default(torch.ops.aten.add.Tensor(x, 1))',
    replacement: 'lambda x: torch.ops.aten.relu.default(x)',
  };
  const [report] = session.run(handle, [{ name: 'replace_pattern', options }]).reports;
  assert.equal(report.changed, false);
  assert.deepEqual(
    report.why.map((/** @type {any} */ { trigger, line, warning }) => [trigger, line, warning]),
    [
      ['relu', 3, false],
      ['relu_1', 6, false],
      ['relu_2', 8, false],
    ],
  );
  assert.match(report.why[0].condition, /^the pattern does not occur, 2 of 2 nodes alike: %add is used by %mul/);
});

test('a pass that replaces something says nothing of other places', async () => {
  const session = await Session.create({ full: true });
  const { handle } = session.open(graph);
  const options = { pattern: 'lambda x: torch.ops.aten.sub.Tensor(x, 2)', replacement: 'lambda x: torch.neg(x)' };
  const [report] = session.run(handle, [{ name: 'replace_pattern', options }]).reports;
  assert.equal(report.changed, true);
  assert.deepEqual(report.why ?? [], []);
});

test('the command line says it', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'misses-')), 'graph.txt');
  writeFileSync(file, graph);
  const options = ['pattern=lambda x: torch.ops.aten.gelu.default(x)', 'replacement=lambda x: torch.neg(x)'];
  const given = options.flatMap((one) => ['--option', `replace_pattern.${one}`]);
  const { stderr } = spawnSync(process.execPath, [CLI, 'run', file, '--passes', 'replace_pattern', ...given, '--why']);
  assert.match(String(stderr), /why: .*: the pattern does not occur: no node of the graph is %gelu_default/);
});

test('many candidates are looked at once each', async () => {
  const session = await Session.create({ full: true });
  const count = 20000;
  const call = (/** @type {string} */ name, /** @type {string} */ op, /** @type {string} */ args) =>
    `    %${name} : [num_users=1] = call_function[target=torch.ops.aten.${op}](args = (${args}), kwargs = {})\n`;
  const lines = Array.from(
    { length: count },
    (_, i) => call(`add_${i}`, 'add.Tensor', `%x, ${i}`) + call(`relu_${i}`, 'relu.default', `%add_${i},`),
  );
  const names = Array.from({ length: count }, (_, i) => `%relu_${i}`).join(', ');
  const { handle } = session.open(
    `graph():\n    %x : [num_users=${count}] = placeholder[target=x]\n${lines.join('')}    return (${names})\n`,
  );
  const began = performance.now();
  const { nearest } = session.explainPattern(
    handle,
    'lambda x: torch.ops.aten.relu.default(torch.ops.aten.add.Tensor(x, -1))',
  );
  assert.equal(nearest.length, 3);
  assert.ok(performance.now() - began < 5000);
});
