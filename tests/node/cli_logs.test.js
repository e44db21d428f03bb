/**
 * Logs on the command line: `seesaw graphs`, `LOG#ID/STAGE` where a file is expected, `seesaw diff`.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { SEESAW } from './support.js';
import { pieces } from './pieces.js';

const DATA = fileURLToPath(new URL('../data/logs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'seesaw-logs-'));
after(() => rmSync(folder, { recursive: true }));

/** @param {string} name @param {string | Uint8Array} content */
const file = (name, content) => writeFileSync(join(folder, name), content);
const trace = gunzipSync(readFileSync(`${DATA}/2.6/trace.log.gz`)).toString();
file('trace.log', trace);
file('text.log', gunzipSync(readFileSync(`${DATA}/2.6/text.log.gz`)));
mkdirSync(join(folder, 'ranks'));
for (const rank of [0, 1]) file(`ranks/dedicated_log_torch_trace_rank_${rank}_abc.log`, trace);

/** @param {string[]} args @param {string} [input] */
function seesaw(args, input = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...SEESAW, ...args], {
    cwd: folder,
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return { status, out: stdout, err: stderr };
}

test('graphs lists compilations with what the log says of them', () => {
  const { status, out, err } = seesaw(['graphs', 'trace.log']);
  assert.deepEqual([status, err], [0, '']);
  assert.match(
    out,
    pieces(
      /^trace\.log: TORCH_TRACE, [\d.]+ MB, [\d,]+ lines, 31 graphs\n\n/,
      /0\/0 forward \(record_compile_logs\.py:\d+\) {2}\d\d:\d\d:\d\d\.\d+ {2}[\d.]+ m?s {2}\(backend [\d.]+ /,
      /m?s.*\) {2}36 guards {2}2 attempts\n/,
    ),
  );
  assert.match(out, /^ {4}graph break: \/model\/record_compile_logs\.py:\d+: Unsupported/m);
  assert.match(out, /^ {5}2 {2}0\/0_1\/joint +\d+ nodes {2}line \d+ {2}from dynamo$/m);
  assert.match(out, /^ {4}recompiled: 0\/0: tensor 'L\['x'\]' size mismatch/m);
  assert.match(seesaw(['graphs', '-'], trace).out, /^<stdin>: TORCH_TRACE/);
});

test('graphs --json names every graph and the one before it', () => {
  const { status, out } = seesaw(['graphs', 'trace.log', '--json']);
  const tree = JSON.parse(out);
  assert.deepEqual([status, tree.format, tree.diagnostics], [0, 1, []]);
  const [first] = tree.compiles;
  assert.deepEqual([first.id, first.attempts, first.log], ['0/0', 2, 'trace.log']);
  const [dynamo, joint] = first.graphs;
  assert.deepEqual(
    [joint.pick, joint.stage, joint.name, joint.before, joint.whole],
    ['0/0_1/joint', 'joint', 'aot_joint_graph', dynamo.pick, true],
  );
  assert.ok(!out.includes('"place"'));
});

test('a graph of a log is printed, and read by every command that takes a file', () => {
  const picked = seesaw(['graphs', 'trace.log', '--pick', '0/0/joint']);
  assert.match(picked.out, /^class joint_helper\(torch\.nn\.Module\):\n/);
  file('picked.txt', picked.out);
  for (const args of [
    ['print'],
    ['print', '--format', 'graph'],
    ['run', '--passes', 'eliminate_dead_code'],
    ['check'],
  ]) {
    const [command, ...rest] = args;
    const [fromLog, fromFile] = ['trace.log#0/0/joint', 'picked.txt'].map((name) => seesaw([command, name, ...rest]));
    assert.deepEqual([fromLog.status, fromLog.out], [fromFile.status, fromFile.out], args.join(' '));
  }
  assert.equal(seesaw(['print', 'ranks#rank1/0/0/joint']).out, seesaw(['print', 'picked.txt']).out);
  assert.equal(seesaw(['print', 'trace.log#2']).out, seesaw(['print', 'picked.txt']).out);
  assert.match(seesaw(['print', 'text.log#0/0/forward', '--format', 'graph']).out, /^graph\(\):\n/);
});

test('a log where one graph is expected says which there are', () => {
  const { status, out, err } = seesaw(['print', 'trace.log']);
  assert.deepEqual([status, out], [2, '']);
  assert.match(
    err,
    pieces(
      /^trace\.log: error: this is a log with 31 graphs, and one is expected\n/,
      / {4}note: name it: trace\.log#0\/0_1\/dynamo, trace\.log#0\/0_1\/joint, .*\(seesaw graphs trace\.log /,
      /lists them\)\n$/,
    ),
  );
  assert.match(seesaw(['print', 'ranks']).err, /^ranks: error: this is a directory\n {4}note: .*FOLDER#ID\/STAGE/);
  // A log of one graph is that graph.
  const [head, tail] = [trace.indexOf('V', trace.indexOf('\n')), trace.indexOf('{"aot_joint_graph"')];
  const one = trace.slice(head, trace.lastIndexOf('\n', tail));
  file('one.log', one);
  assert.equal(seesaw(['print', 'one.log']).out, seesaw(['print', 'trace.log#1']).out);
});

test('mistakes have a place and a remedy, and their exit status', () => {
  file('empty.log', '');
  file('binary.log', Buffer.from([0, 1, 2, 3, 0, 9]));
  file('words.log', 'epoch 1\nepoch 2\n');
  file(
    'bare.log',
    'V1126 19:13:17.369000 1 torch/a.py:1] {"dynamo_start": {"stack": []}, "frame_id": 0, "frame_compile_id": 0, ' +
      '"attempt": 0}\n',
  );
  file('broken.log', trace.replace('{"aot_joint_graph": {}', '{"aot_joint_graph": {'));
  mkdirSync(join(folder, 'nothing'), { recursive: true });
  const cases = /** @type {[string[], number, RegExp][]} */ ([
    [['graphs', 'missing.log'], 2, /^missing\.log: error: there is no such file\n {4}note: /],
    [['graphs', 'empty.log'], 2, /^empty\.log: error: the file is empty\n {4}note: record one with TORCH_TRACE=/],
    [['graphs', 'binary.log'], 2, /^binary\.log: error: this is a binary file, not a log\n {4}note: record/],
    [
      ['graphs', 'words.log'],
      2,
      /^words\.log: error: there is no graph in these 2 lines, and no head of a log\n {4}note: record/,
    ],
    [
      ['graphs', 'bare.log'],
      1,
      /^bare\.log: error: there is no graph among the 1 record of this log\n {4}note: record/,
    ],
    [['graphs', 'nothing'], 2, /^nothing: error: there is no log in it\n {4}note: record/],
    [['graphs', 'broken.log'], 0, /^broken\.log:\d+:1: warning: this record is no JSON \(.*\); it is left out\n/],
    [
      ['graphs', 'trace.log', '--pick', '9/9/joint'],
      2,
      /^trace\.log: error: there is no graph '9\/9\/joint' in the log\n {4}note: write one of 0\/0_1\/joint, /,
    ],
    [['graphs'], 2, /^seesaw: error: a log is missing\n {4}note: usage: seesaw graphs/],
    [
      ['print', 'trace.log#0/0/nothing'],
      2,
      pieces(
        /^trace\.log#0\/0\/nothing: error: there is no graph '0\/0\/nothing' in the log\n/,
        / {4}note: write one of 0\/0_1\/dynamo/,
      ),
    ],
    [
      ['diff', 'trace.log#0/0/dynamo'],
      2,
      /error: nothing in the log is before '0\/0_1\/dynamo'\n {4}note: name both sides/,
    ],
    [
      ['diff', 'words.log'],
      2,
      /^words\.log: error: one file is given, and two are compared\n {4}note: write seesaw diff A B/,
    ],
    [['diff', 'missing.txt', 'words.log'], 2, /^missing\.txt: error: there is no such file/],
    [['diff'], 2, /^seesaw: error: two files are missing\n {4}note: usage/],
    [['diff', '-', '-'], 2, /standard input is one file, and two are compared/],
  ]);
  for (const [args, status, err] of cases) {
    const answer = seesaw(args);
    assert.match(answer.err, err, args.join(' '));
    assert.equal(answer.status, status, args.join(' '));
  }
});

test('graphs of a folder: links to files are followed, and what is left out is said', () => {
  mkdirSync(join(folder, 'linked'));
  symlinkSync(join(folder, 'trace.log'), join(folder, 'linked/a.log'));
  symlinkSync(join(folder, 'nowhere.log'), join(folder, 'linked/b.log'));
  symlinkSync(join(folder, 'ranks'), join(folder, 'linked/c'));
  const deep = Array.from({ length: 13 }, (_, i) => `d${i}`).join('/');
  mkdirSync(join(folder, 'linked', deep), { recursive: true });
  file(`linked/${deep}/z.log`, trace);
  const { status, out, err } = seesaw(['graphs', 'linked']);
  assert.equal(status, 0);
  assert.match(out, /^a\.log: TORCH_TRACE, .*, 31 graphs\n\n/);
  assert.deepEqual(err.split('\n').sort(), [
    '',
    'b.log: warning: this link leads nowhere; it is left out',
    'c: warning: this is a link to a folder; it is left out',
    `${deep}: warning: this folder is deeper than 12; it is left out`,
  ]);
});

test('graphs says how many reasons are not shown, in text and in JSON', () => {
  const broken = Array.from(
    { length: 80 },
    (_, i) =>
      `V1126 19:13:17.369000 1 torch/a.py:1] {"artifact": {"name": "dynamo_graph_break_reason", ` +
      `"encoding": "string"}, "frame_id": 0, "frame_compile_id": 0, "attempt": 0, "has_payload": "0"}\n` +
      `\treason ${i}\n`,
  );
  file('breaks.log', broken.join(''));
  const { out } = seesaw(['graphs', 'breaks.log']);
  assert.match(out, /^ {4}graph break: reason 49\n {4}graph break: … and 30 more$/m);
  assert.deepEqual(JSON.parse(seesaw(['graphs', 'breaks.log', '--json']).out).compiles[0].omitted, { breaks: 30 });
});

test('diff: the same graph under other names and in another order, and what makes a difference', () => {
  const a =
    'def forward(self, x, y):\n' +
    '    sin = torch.ops.aten.sin.default(x)\n' +
    '    cos = torch.ops.aten.cos.default(y)\n' +
    '    add = torch.ops.aten.add.Tensor(sin, cos)\n' +
    '    return (add,)\n';
  const b =
    'def forward(self, arg0, arg1):\n' +
    '    c = torch.ops.aten.cos.default(arg1)\n' +
    '    s = torch.ops.aten.sin.default(arg0)\n' +
    '    r = torch.ops.aten.add.Tensor(s, c)\n' +
    '    return (r,)\n';
  file('a.txt', a);
  file('b.txt', b);
  assert.deepEqual(seesaw(['diff', 'a.txt', 'b.txt']), {
    status: 0,
    out: 'the same: 6 nodes, 5 of the pairs with other names\n',
    err: '',
  });
  const other = (/** @type {string} */ text) => {
    file('c.txt', text);
    const { status, out } = seesaw(['diff', 'a.txt', 'c.txt', '--json']);
    const { differences } = JSON.parse(out);
    assert.equal(status, 1);
    return differences.map((/** @type {any} */ one) => [one.kind, one.before?.name ?? null, one.after?.name ?? null]);
  };
  assert.deepEqual(other(a.replace('cos.default(y)', 'cos.default(x)')), [['changed', 'cos', 'cos']]);
  assert.deepEqual(other(a.replace('(sin, cos)', '(sin, cos, alpha = 2)')), [['changed', 'add', 'add']]);
  assert.deepEqual(other(a.replace('return (add,)', 'return (sin,)')), [['changed', 'output', 'output']]);
  assert.deepEqual(
    other(
      a
        .replace('add = torch', 'neg = torch.ops.aten.neg.default(sin)\n    add = torch')
        .replace('(sin, cos)', '(neg, cos)'),
    ),
    [
      ['added', null, 'neg'],
      ['changed', 'add', 'add'],
    ],
  );
  const shown = seesaw(['diff', 'a.txt', 'c.txt']);
  assert.equal(
    shown.out,
    'A: a.txt, 6 nodes\n' +
      'B: c.txt, 7 nodes\n' +
      '5 the same, 1 changed, 0 only in A, 1 only in B\n' +
      '\n' +
      'first difference: B:4: only in B\n' +
      '    + neg = torch.ops.aten.neg.default(sin)\n' +
      'A:4, B:5: other arguments\n' +
      '    - add = torch.ops.aten.add.Tensor(sin, cos)\n' +
      '    + add = torch.ops.aten.add.Tensor(neg, cos)\n',
  );
});

test(
  'diff: a change at the beginning, or two of them, does not hide that the rest is the same under other ' + 'names',
  () => {
    const chain = (/** @type {string} */ name, /** @type {Record<number, string>} */ other = {}) => {
      const lines = Array.from(
        { length: 30 },
        (_, i) =>
          `    ${name}${i} = torch.ops.aten.${other[i] ?? 'sin'}.default(${i === 0 ? 'x' : `${name}${i - 1}`})\n`,
      );
      return `def forward(self, x):\n${lines.join('')}    return (${name}29,)\n`;
    };
    file('a.txt', chain('a'));
    for (const [other, kinds] of /** @type {[Record<number, string>, string[]][]} */ ([
      [{ 0: 'cos' }, ['changed']],
      [{ 0: 'cos', 15: 'tan' }, ['changed', 'changed']],
      [{ 29: 'cos' }, ['changed']],
    ])) {
      file('b.txt', chain('other_', other));
      const { differences } = JSON.parse(seesaw(['diff', 'a.txt', 'b.txt', '--json']).out);
      assert.deepEqual(
        differences.map((/** @type {any} */ one) => one.kind),
        kinds,
      );
    }
  },
);

test('diff: types, symbols of sizes, and the order of effects', () => {
  const typed = (/** @type {string} */ shape, /** @type {string} */ out) =>
    `def forward(self, x: "${shape}"):\n    sin: "${out}" = torch.ops.aten.sin.default(x)\n    return (sin,)\n`;
  file('a.txt', typed('f32[s0, 3]', 'f32[s0, 3]'));
  file('b.txt', typed('f32[s7, 3]', 'f32[s7, 3]'));
  assert.equal(seesaw(['diff', 'a.txt', 'b.txt']).status, 0);
  file('b.txt', typed('f32[s7, 3]', 'f32[s8, 3]'));
  assert.match(seesaw(['diff', 'a.txt', 'b.txt']).out, /type float32\[s0, 3\] is float32\[s8, 3\]/);
  file('b.txt', typed('f32[s0, 3]', 'f16[s0, 3]'));
  assert.equal(seesaw(['diff', 'a.txt', 'b.txt']).status, 1);
  const lines = ['add_ = torch.ops.aten.add_.Tensor(x, 1)', 'mul_ = torch.ops.aten.mul_.Tensor(x, 2)'];
  const written = (/** @type {string[]} */ order) =>
    `def forward(self, x):\n${order.map((line) => `    ${line}\n`).join('')}    return (x,)\n`;
  file('a.txt', written(lines));
  file('b.txt', written([...lines].reverse()));
  assert.match(seesaw(['diff', 'a.txt', 'b.txt']).out, /order of calls with effects/);
});

test('diff: constants count where spellings of operators do not', () => {
  const graph = (/** @type {string} */ call) => `def forward(self, x):\n    add = ${call}\n    return (add,)\n`;
  file('a.txt', graph('torch.relu(x)'));
  file('b.txt', graph('torch.ops.aten.relu.default(x)'));
  assert.equal(seesaw(['diff', 'a.txt', 'b.txt']).status, 0);
  file('a.txt', graph('x + 1'));
  file('b.txt', graph('torch.ops.aten.add.Tensor(x, 1)'));
  assert.equal(seesaw(['diff', 'a.txt', 'b.txt']).status, 0);
  file('b.txt', graph('torch.ops.aten.add.Tensor(x, 2)'));
  assert.equal(seesaw(['diff', 'a.txt', 'b.txt']).status, 1);
});

test('diff: graphs in graphs', () => {
  const nested = (/** @type {string} */ inner) =>
    `class GraphModule(torch.nn.Module):\n` +
    `    def forward(self, x):\n` +
    `        body = self.body\n` +
    `        y = torch.ops.higher_order.wrap_with_set_grad_enabled(False, body, x)\n` +
    `        getitem = y[0]\n` +
    `        return (getitem,)\n` +
    `\n` +
    `    class body(torch.nn.Module):\n` +
    `        def forward(self, x):\n` +
    `            z = torch.ops.aten.${inner}.default(x)\n` +
    `            return (z,)\n`;
  file('a.txt', nested('sin'));
  file('b.txt', nested('sin').replaceAll('body', 'submod_1'));
  file('c.txt', nested('cos'));
  assert.equal(seesaw(['diff', 'a.txt', 'b.txt']).status, 0);
  const { status, out } = seesaw(['diff', 'a.txt', 'c.txt']);
  assert.equal(status, 1);
  assert.match(out, /first difference: A:10, B:10: other operator\n {4}- z = torch\.ops\.aten\.sin\.default\(x\)\n/);
});

test('diff: stages of a log, the one before, and the same stage of two logs', () => {
  const { status, out } = seesaw(['diff', 'trace.log#0/0/forward']);
  assert.equal(status, 1);
  assert.match(
    out,
    pieces(
      /^A: trace\.log#0\/0_1\/joint, 19 nodes\nB: trace\.log#0\/0_1\/forward, 11 nodes\n/,
      /10 the same, 1 changed, 8 only in A, 0 only in B\n/,
    ),
  );
  const lowered = seesaw(['diff', 'trace.log#0/0/joint', '--all']);
  assert.match(
    lowered.out,
    pieces(
      /by line of the source:\n {4}record_compile_logs\.py:\d+ y = self\.lin\(x\)\.relu\(\)\n/,
      / {8}linear, y -> t, addmm, relu/,
    ),
  );
  assert.equal(seesaw(['diff', 'trace.log#0/0/forward', 'text.log#0/0/forward']).status, 0);
  assert.equal(seesaw(['diff', 'trace.log#0/0_1~2/post-grad']).status, 0, 'the passes of post-grad changed nothing');
  assert.equal(seesaw(['diff', 'trace.log#0/0/dynamo', 'trace.log#0/1/dynamo']).status, 1, 'a size became a symbol');
});
