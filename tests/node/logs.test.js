/**
 * Logs of torch.compile: recorded ones, the same as people have them from terminals and CI, folders and zip files, and
 * what is wrong with a log.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { Session } from '../../wasm/js/index.js';
import { Budget, unzipped } from '../../wasm/js/logs/gzip.js';
import { openLogs } from '../../wasm/js/logs/index.js';
import { openLogs as openByDoor } from '../../wasm/js/logs.js';
import { PIECE } from '../../wasm/js/logs/lines.js';
import { Sniffer } from '../../wasm/js/logs/sniff.js';
import { MOST } from '../../wasm/js/logs/tree.js';
import { readProgram } from '../../wasm/js/source.js';
import { makeZip } from './zip_maker.js';

/** @typedef {import('../../wasm/js/logs/index.js').Logs} Logs */

const DATA = fileURLToPath(new URL('../data/logs', import.meta.url));
const VERSIONS = ['2.6', '2.14'];
const MODES = ['trace', 'text'];
const read = (/** @type {string} */ path) => gunzipSync(readFileSync(`${DATA}/${path}`)).toString();
const recorded = VERSIONS.flatMap((version) =>
  MODES.map((mode) => ({ id: `${version} ${mode}`, version, mode, text: read(`${version}/${mode}.log.gz`) })),
);

/** @param {string | Uint8Array} content */
function sourceOf(content) {
  const bytes = Buffer.from(content);
  return {
    size: bytes.length,
    read: async (/** @type {number} */ from, /** @type {number} */ length) => bytes.subarray(from, from + length),
  };
}

/**
 * @param {string | Uint8Array} content
 * @param {string} [name]
 * @param {import('../../wasm/js/logs/lines.js').Reading} [reading]
 */
const opened = (content, name = 'a.log', reading = {}) => openLogs([{ name, source: sourceOf(content) }], reading);

/** @param {Logs} logs */
const textsOf = (logs) => Promise.all(logs.graphs.map((graph) => logs.text(graph)));
const picksOf = (/** @type {Logs} */ logs) => logs.graphs.map((graph) => graph.pick);

for (const { id, text } of recorded) {
  test(`${id}: every graph is listed, opens, and has the nodes that the list says`, async () => {
    const session = await Session.create();
    const logs = await opened(text);
    assert.ok(logs.graphs.length >= 30, `${logs.graphs.length} graphs`);
    assert.deepEqual(logs.diagnostics, []);
    for (const graph of logs.graphs) {
      const program = readProgram(session, await logs.text(graph), { capture: 'never' });
      assert.notEqual(program.handle, null, `${graph.pick}: ${program.diagnostics[0]?.message}`);
      const { modules } = JSON.parse(session.print(/** @type {number} */ (program.handle), { format: 'json' }));
      const nodes = modules.reduce(
        (/** @type {number} */ sum, /** @type {any} */ one) => sum + (one.nodes?.length ?? 0),
        0,
      );
      assert.equal(graph.nodes, nodes, graph.pick);
      assert.ok(graph.whole, graph.pick);
    }
  });
}

/** The graphs of both logs of a version that are the same, by name. @param {string} version */
async function both(version) {
  const logs = await Promise.all(MODES.map((mode) => opened(read(`${version}/${mode}.log.gz`))));
  const names = (/** @type {Logs} */ one) =>
    picksOf(one).filter((pick) => /^[01]\/\d_?\d?(~2)?\/(dynamo|joint|forward|backward|post-grad)$/.test(pick));
  return { logs, names: logs.map(names) };
}

test('a graph of the cache of AOTAutograd has its stage, and its heading is no part of it', async () => {
  const head = (/** @type {number} */ at) =>
    `I1130 21:45:59.33${at}000 15541 torch/_functorch/_aot_autograd/result.py:439] [0/0] [__aot_graphs] `;
  const graph = (/** @type {string} */ name) =>
    `${name} graph (from cache)\n\nclass GraphModule(torch.nn.Module):\n    def forward(self, x: "f32[2]"):\n` +
    '        neg: "f32[2]" = torch.ops.aten.neg.default(x);  x = None\n        return (neg,)\n';
  const lines = ['Joint', 'Forward', 'Backward'].flatMap((name, at) =>
    graph(name)
      .split('\n')
      .map((line) => `${head(at)}${line}\n`),
  );
  const logs = await opened(lines.join(''));
  assert.deepEqual(picksOf(logs), ['0/0/joint', '0/0/forward', '0/0/backward']);
  for (const text of await textsOf(logs)) assert.match(text.trimStart(), /^class GraphModule/);
});

test('a trace and the text of the same compilations have the same graphs', async () => {
  for (const version of VERSIONS) {
    const { logs, names } = await both(version);
    assert.deepEqual(names[0], names[1], version);
    assert.ok(names[0].length > 20);
    const lines = (/** @type {string} */ text) =>
      text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => /= torch/.test(line));
    for (const name of names[0]) {
      const [first, second] = await Promise.all(logs.map(async (one) => lines(await one.text(one.find(name)))));
      assert.deepEqual(first, second, name);
    }
  }
});

test('stages follow each other; restarts, breaks, recompilations and failures have their reasons', async () => {
  const logs = await opened(read('2.6/trace.log.gz'));
  const stages = (/** @type {string} */ compile) =>
    logs.graphs
      .filter((graph) => graph.pick.startsWith(compile))
      .map((graph) => [graph.stage, graph.before === null ? null : logs.graphs[graph.before].stage]);
  assert.deepEqual(stages('0/0_1/'), [
    ['dynamo', null],
    ['joint', 'dynamo'],
    ['forward', 'joint'],
    ['backward', 'joint'],
  ]);
  assert.deepEqual(stages('0/0_1~2/'), [
    ['dynamo', null],
    ['joint', 'dynamo'],
    ['forward', 'joint'],
    ['backward', 'joint'],
    ['runnable', null],
    ['post-grad', 'forward'],
  ]);
  const [first, , again] = logs.compiles;
  assert.deepEqual([first.id, first.run, first.attempts, first.guards], ['0/0', 1, 2, 36]);
  assert.deepEqual(first.frame, { name: 'forward', file: '/model/record_compile_logs.py', line: first.frame?.line });
  assert.match(first.breaks[0], /record_compile_logs\.py:\d+: Unsupported: 'skip function graph_break/);
  assert.match(first.restarts[0], /skip function graph_break/);
  assert.ok(first.seconds.total > 0 && first.seconds.backend > 0);
  assert.deepEqual(
    [again.id, again.recompiled],
    ['0/1', ["0/0: tensor 'L['x']' size mismatch at index 0. expected 2, actual 3"]],
  );
  const failed = logs.compiles.find((row) => row.id === '0/0' && row.run === 2);
  assert.match(String(failed?.failure), /BackendCompilerFailed.*\n.*InvalidCxxCompiler/);
  const text = await opened(read('2.6/text.log.gz'));
  assert.deepEqual(text.compiles.find((row) => row.id === '0/1')?.recompiled, again.recompiled);
  assert.match(String(text.compiles[0].breaks[0]), /record_compile_logs\.py:\d+: Unsupported/);
});

test('compiled autograd has ids of its own', async () => {
  const logs = await opened(read('2.14/trace.log.gz'));
  assert.equal(logs.find('!0/0/0/dynamo').stage, 'dynamo');
  assert.ok(logs.graphs.some((graph) => graph.stage === 'compiled-autograd'));
});

/** What stands in front of lines. @type {Record<string, (line: string, i: number) => string>} */
const DECORATIONS = {
  rank: (line) => `[rank0]:${line}`,
  'rank with a space': (line) => `[rank0]: ${line}`,
  'a time stamp of CI': (line, i) => `2024-03-30T12:00:${String(i % 60).padStart(2, '0')}.1234567Z ${line}`,
  'job, step and time stamp': (line) => `build\tRun tests\t2024-03-30T12:00:00.1234567Z ${line}`,
  'a time stamp and a rank': (line) => `2024-03-30T12:00:00.1Z [rank0]:${line}`,
  kubernetes: (line) => `2024-03-30T12:00:00.1Z stderr F ${line}`,
  'a service of docker': (line) => `trainer-1  | ${line}`,
  'quotes of mail': (line) => `> ${line}`,
  'quotes in quotes': (line) => `> > ${line}`,
  'colours in front': (line) => (/^[VIW]\d/.test(line) ? `\x1b[32m${line}\x1b[0m` : line),
  'words that nobody knows': (line) => `(worker pid=4711) ${line}`,
  'empty lines that lost their tab': (line) => (line === '\t' ? '' : line),
  'line ends of Windows': (line) => `${line}\r`,
};

for (const { id, text } of recorded) {
  test(`${id}: decorated lines hold the same graphs`, async () => {
    const plain = await opened(text);
    const wanted = await textsOf(plain);
    for (const [name, decorate] of Object.entries(DECORATIONS)) {
      const logs = await opened(
        text
          .split('\n')
          .map((line, i) => (line === '' ? line : decorate(line, i)))
          .join('\n'),
      );
      assert.deepEqual(
        logs.graphs.map((graph) => graph.pick),
        picksOf(plain),
        name,
      );
      assert.deepEqual(await textsOf(logs), wanted, name);
      assert.deepEqual(logs.diagnostics, [], name);
    }
  });
}

test('lines of two ranks that were written in turns, and other output between them', async () => {
  const plain = await opened(read('2.6/text.log.gz'));
  const lines = read('2.6/text.log.gz').split('\n');
  const mixed = lines.flatMap((line, i) =>
    line === '' ? [] : [`[rank0]:${line}`, `[rank1]:${line}`, ...(i % 3 === 0 ? ['epoch 1, loss 0.5'] : [])],
  );
  const logs = await opened(mixed.join('\n'));
  assert.equal(logs.graphs.length, 2 * plain.graphs.length);
  const wanted = await textsOf(plain);
  for (const rank of [0, 1]) {
    const own = picksOf(plain).map((pick) => logs.find(`rank${rank}/${pick}`));
    assert.deepEqual(await Promise.all(own.map((graph) => logs.text(graph))), wanted);
  }
});

const GRAPH = [
  ' ===== __compiled_fn_0 =====',
  ' <eval_with_key>.0 class GraphModule(torch.nn.Module):',
  '    def forward(self, x):',
  '        sin = torch.sin(x);  x = None',
  '        return (sin,)',
];

test('logs of 2023: a dated head, in each line or in the first alone', async () => {
  const head = '[2023-10-11 12:00:00,123] [0/0] torch._dynamo.output_graph.__graph_code: [DEBUG] ';
  for (const lines of [['TRACED GRAPH', ...GRAPH].map((line) => head + line), [`${head}TRACED GRAPH`, ...GRAPH]]) {
    const logs = await opened(
      [...lines, '', 'epoch 1', ...lines.map((line) => line.replace('0/0', '0/1')), ''].join('\n'),
    );
    assert.deepEqual(picksOf(logs).slice(0, 1), ['0/0/dynamo']);
    assert.equal(logs.graphs.length, 2);
    assert.match(
      await logs.text(logs.graphs[0]),
      /^class GraphModule\(torch\.nn\.Module\):\n {4}def forward\(self, x\):\n/,
    );
  }
});

test('headings without any head', async () => {
  const logs = await opened(
    [
      'TRACED GRAPH',
      ...GRAPH,
      '',
      'done',
      ' ===== Forward graph 0 =====',
      ...GRAPH.slice(1),
      'TRACED GRAPH',
      ...GRAPH,
    ].join('\n'),
  );
  assert.deepEqual(
    logs.graphs.map((graph) => [graph.pick, graph.nodes]),
    [
      ['-/dynamo', 3],
      ['-/forward', 3],
      ['-~2/dynamo', 3],
    ],
  );
});

test('a folder of tlparse, the same as a zip file, and beside its log', async () => {
  const plain = await opened(read('2.6/trace.log.gz'));
  const texts = await textsOf(plain);
  const files = plain.graphs.map((graph, i) => {
    const [, id, compile, attempt] = /^(-|\d+)(?:\/(\d+))?(?:_(\d+))?/.exec(graph.pick) ?? [];
    return { name: `-_${id}_${compile ?? '-'}_${attempt ?? 0}/${graph.name}_${i}.txt`, bytes: texts[i] };
  });
  const others = [
    { name: 'index.html', bytes: '<html>' },
    { name: '-_0_0_1/dynamo_guards_7.json', bytes: '{}' },
  ];
  const asFiles = (/** @type {{ name: string, bytes: string }[]} */ rows) =>
    rows.map(({ name, bytes }) => ({ name, source: sourceOf(bytes) }));
  const folder = await openLogs(asFiles([...files, ...others]), { folder: true });
  assert.deepEqual(new Set(await textsOf(folder)), new Set(texts));
  const zipped = await opened(makeZip([...files, ...others].map((row) => ({ ...row, deflate: true }))), 'out.zip');
  assert.deepEqual(new Set(await textsOf(zipped)), new Set(texts));
  const beside = await openLogs(asFiles([...files, { name: 'raw.log', bytes: read('2.6/trace.log.gz') }]), {
    folder: true,
  });
  assert.deepEqual(picksOf(beside), picksOf(plain));
});

test('several ranks are named by their files', async () => {
  const text = read('2.6/trace.log.gz');
  const logs = await openLogs(
    [0, 1].map((rank) => ({ name: `dedicated_log_torch_trace_rank_${rank}_x.log`, source: sourceOf(text) })),
    { folder: true },
  );
  assert.equal(logs.find('rank1/0/0/joint').pick, 'rank1/0/0_1/joint');
  assert.throws(() => logs.find('0/0/joint'), /'0\/0\/joint' may be 2 graphs/);
});

test("a graph is found by its name, by PyTorch's, without its attempt, by its number", async () => {
  const logs = await opened(read('2.6/trace.log.gz'));
  const wanted = logs.graphs[1];
  for (const pick of ['0/0_1/joint', '0/0/joint', '0/0_1/aot_joint_graph', '0/0/aot_joint_graph', '[0/0]/joint', '2'])
    assert.equal(logs.find(pick), wanted, pick);
  assert.throws(
    () => logs.find('0/0/jiont'),
    (/** @type {any} */ error) => {
      assert.match(error.message, /there is no graph '0\/0\/jiont' in the log/);
      assert.match(error.diagnostics[0].notes[0].message, /write one of 0\/0_1\/dynamo, 0\/0_1\/joint/);
      return true;
    },
  );
  assert.throws(() => logs.find('999'), /there is no graph 999: the log has 31/);
});

test('a log larger than what is read at a time; progress; stopping', async () => {
  const text = read('2.6/trace.log.gz');
  const times = Math.ceil((2.5 * PIECE) / text.length);
  const large = text.repeat(times);
  /** @type {number[]} */
  const told = [];
  const logs = await opened(large, 'a.log', { progress: (done) => told.push(done) });
  const wanted = await textsOf(await opened(text));
  assert.equal(logs.graphs.length, times * wanted.length);
  const texts = await textsOf(logs);
  texts.forEach((one, i) => assert.equal(one, wanted[i % wanted.length]));
  assert.ok(told.length >= 3 && told.at(-1) === large.length && told.every((one, i) => i === 0 || one > told[i - 1]));
  const stop = new AbortController();
  await assert.rejects(
    opened(large, 'a.log', { signal: stop.signal, progress: () => stop.abort(new Error('enough')) }),
    /enough/,
  );
});

test('a line longer than what is read at a time is passed over', async () => {
  const text = read('2.6/trace.log.gz');
  const long = `V1126 19:13:17.369000 1 torch/a.py:1] {"artifact": {"name": "${'x'.repeat(PIECE + 10)}"}}\n`;
  const logs = await opened(long + text);
  assert.equal(logs.graphs.length, 31);
  assert.match(logs.diagnostics[0].message, /this record is no JSON \(.*\); it is left out/);
});

test('what is wrong with a log has its place and a remedy', async () => {
  const text = read('2.6/trace.log.gz');
  const broken = text.replace('{"aot_joint_graph": {}', '{"aot_joint_graph": {');
  const logs = await opened(broken);
  const line = text.slice(0, text.indexOf('{"aot_joint_graph"')).split('\n').length;
  assert.deepEqual(
    [logs.graphs.length, logs.diagnostics.length, logs.diagnostics[0].line, logs.diagnostics[0].file],
    [30, 1, line, 'a.log'],
  );
  const at = text.indexOf('"aot_joint_graph"');
  const cut = await opened(text.slice(0, text.indexOf('detach_1', at)));
  assert.match(cut.diagnostics[0].message, /this graph has no return/);
  assert.match(String(cut.diagnostics[0].notes?.[0].message), /the log was cut off here/);
  assert.deepEqual([cut.graphs.at(-1)?.stage, cut.graphs.at(-1)?.whole], ['joint', false]);
  for (const [content, message] of /** @type {[Uint8Array, RegExp][]} */ ([
    [Buffer.from([0x1f, 0x8b, 8, 0]), /gzip/], // cut off
    [Buffer.from('\ufeffgraph', 'utf16le'), /UTF-16/],
    [Buffer.from([1, 0, 2, 0]), /binary/],
    [Buffer.from(''), /empty/],
    [Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), /zstd/],
  ]))
    await assert.rejects(
      opened(content),
      (/** @type {any} */ error) => message.test(error.message) && error.diagnostics[0].notes.length === 1,
    );
});

test('bytes at random, and lines of a log in any order, are no failure', async () => {
  const lines = read('2.6/text.log.gz').split('\n');
  const trace = read('2.6/trace.log.gz').split('\n').slice(0, 4000);
  let state = 7;
  const next = () => (state = (Math.imul(state, 1103515245) + 12345) >>> 0);
  for (let round = 0; round < 20; round += 1) {
    const all = [...lines, ...trace].map((line) => [next(), next() % 17 === 0 ? line.slice(0, next() % 80) : line]);
    const mixed = all
      .sort((a, b) => Number(a[0]) - Number(b[0]))
      .map(([, line]) => line)
      .join('\n');
    await textsOf(await opened(mixed));
  }
});

test('what the minifier writes opens, and fx_graph_runnable with words in front', async () => {
  const session = await Session.create();
  for (const version of VERSIONS)
    for (const name of ['after_dynamo_0', 'after_dynamo_1', 'after_aot_0', 'after_aot_1']) {
      const text = readFileSync(`${DATA}/${version}/repro/${name}.txt`, 'utf8');
      for (const given of [
        text,
        text.replace('class Repro', '"""\nTo run this in fbcode:\n```\nload("//x")\n```\n"""\n\nclass Repro'),
      ]) {
        const { handle, diagnostics } = readProgram(session, given, { capture: 'never' });
        assert.notEqual(
          handle,
          null,
          `${version} ${name}: ${diagnostics.find((one) => one.severity === 'error')?.message}`,
        );
        assert.match(session.print(/** @type {number} */ (handle), { format: 'graph' }), /relu/);
      }
    }
});

/** Milliseconds of this process that something takes. @param {() => unknown} work */
async function timeOf(work) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e3;
}

const HEAD = 'V1126 19:13:17.369000 1 torch/a.py:1] [0/0] [__aot_graphs] ';
const LIMIT = 2500;

test('a line that only begins like a heading takes no longer than another line', async () => {
  const long = `== ${' '.repeat(4000)}x`;
  assert.ok((await timeOf(() => opened(`${HEAD}${long}\n`))) < LIMIT);
  // The same in the text of a graph: bars without an end.
  const text = [`TRACED GRAPH`, `${'='.repeat(4000)}x`, 'def forward(self, x):', '    return (x,)'];
  const logs = await opened(text.map((line) => `${HEAD}${line}\n`).join(''));
  assert.equal(logs.graphs.length, 1);
  assert.ok((await timeOf(() => textsOf(logs))) < LIMIT);
});

test('long lines of a payload take time by their length', async () => {
  const n = 60_000;
  const spaces = ' '.repeat(n);
  const begin = 'def forward(self, x):';
  for (const [name, lines] of /** @type {[string, string[]][]} */ ([
    ['another name', [begin, `    x${spaces}= y(`, `    x${spaces}y`]],
    ['a typed value', [begin, `    x : ${spaces}`, `    x : f32${spaces}y`]],
    ['a class', [`${'class a('.repeat(n)}`, `${'class a '.repeat(n)}`]],
    ['a printed node', ['graph():', `    %a : ${spaces}`, `    %a${spaces}y`]],
    ['the end of a head', [`def forward(${')->'.repeat(n)}`, `${')->'.repeat(n)}${': '.repeat(n)}x`]],
    ['a remark in a head', [`def forward(${' #'.repeat(n)}\rx`]],
  ])) {
    const sniffer = new Sniffer();
    assert.ok((await timeOf(() => lines.forEach((line) => sniffer.line(line)))) < LIMIT, name);
  }
});

test('the head of a function of many lines is read once', async () => {
  const lines = Array.from({ length: 40_000 }, (_, i) => `    arg${i}: "f32[3]",  # (of`);
  const sniffer = new Sniffer(true);
  const time = await timeOf(() => {
    for (const line of ['def forward(', '    self,', ...lines, ') -> Tuple[', '    tangents_1', ']:', '    return x'])
      sniffer.line(line);
  });
  assert.ok(time < LIMIT, `${time} ms`);
  assert.deepEqual([sniffer.graph, sniffer.whole, sniffer.nodes], [true, true, 40_001]);
});

test('graphs and reasons over the limit are counted, and said once', async () => {
  const { graphs, reasons } = MOST;
  try {
    [MOST.graphs, MOST.reasons] = [3, 5];
    const record = (/** @type {string} */ name, /** @type {string[]} */ payload) =>
      `V1126 19:13:17.369000 1 torch/a.py:1] {"${name}": {}, "frame_id": 0, "frame_compile_id": 0, ` +
      '"attempt": 0, "has_payload": "0"}\n' +
      payload.map((line) => `\t${line}\n`).join('');
    const graph = record('aot_joint_graph', ['def forward(self, x):', '    return (x,)']);
    const broken = Array.from({ length: 9 }, (_, i) =>
      record('artifact', [`reason ${i}`]).replace('{}', '{"name": "dynamo_graph_break_reason", "encoding": "string"}'),
    );
    const logs = await opened(graph.repeat(8) + broken.join(''));
    assert.deepEqual([logs.graphs.length, logs.logs[0].graphs], [3, 3]);
    assert.deepEqual(
      logs.diagnostics.map(({ message, line }) => [message, line]),
      [['there are 8 graphs, more than the 3 of a list; those from here on are left out', 11]],
    );
    const [row] = logs.compiles;
    assert.deepEqual([row.breaks.length, row.omitted], [5, { breaks: 4 }]);
  } finally {
    [MOST.graphs, MOST.reasons] = [graphs, reasons];
  }
});

test('a gzip file is what is in it: alone, in a folder, in a zip file; one that is damaged is said', async () => {
  const [packed, text] = [readFileSync(`${DATA}/2.6/trace.log.gz`), read('2.6/trace.log.gz')];
  const logs = await opened(packed, 'trace.log.gz');
  assert.deepEqual(picksOf(logs), picksOf(await opened(text, 'trace.log')));
  assert.equal(logs.logs[0].name, 'trace.log');
  assert.equal(await logs.text(logs.graphs[3]), await (await opened(text)).text((await opened(text)).graphs[3]));
  /** @type {number[]} */
  const told = [];
  await opened(packed, 'trace.log.gz', { progress: (done, of) => told.push(done / of) });
  assert.ok(told.every((one) => one >= 0 && one <= 1) && told.length > 0, `${told}`);
  const cut = packed.subarray(0, packed.length / 2);
  const files = [
    { name: 'a/rank_0.log.gz', source: sourceOf(packed) },
    { name: 'a/rank_1.log.gz', source: sourceOf(cut) },
  ];
  const folder = await openLogs(files, { folder: true });
  assert.equal(folder.graphs.length, logs.graphs.length);
  assert.match(
    folder.diagnostics[0].message,
    /rank_1\.log\.gz is a gzip file that is damaged or not whole; it is left out/,
  );
  const zip = await opened(makeZip([{ name: 'logs/trace.log.gz', bytes: packed }]), 'logs.zip');
  assert.equal(zip.graphs.length, logs.graphs.length);
  const budget = Object.assign(new Budget(), { left: 1000 });
  await assert.rejects(unzipped('big.gz', sourceOf(packed), budget), /big\.gz unpacks to more than 400,000,000 bytes/);
});

test('the door of the package takes files as people have them', async () => {
  const packed = readFileSync(`${DATA}/2.6/trace.log.gz`);
  for (const source of [packed, new Blob([packed]), new Uint8Array(packed).buffer, sourceOf(packed)])
    assert.equal((await openByDoor([{ name: 'trace.log.gz', source }])).graphs.length, 31);
  assert.throws(
    () => openByDoor([{ name: 'x', source: /** @type {any} */ ('path') }]),
    /a file is a Blob, a Uint8Array/,
  );
});
