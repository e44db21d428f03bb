/**
 * `seesaw mcp` as an agent has it: sessions with the SDK's own client, whose text is kept in
 * tests/data/mcp_session.txt.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { TOOLS } from '../../wasm/js/cli/mcp/tools.js';
import { Session } from '../../wasm/js/index.js';
import { SEESAW } from './support.js';

const GOLDEN = new URL('../data/mcp_session.txt', import.meta.url);
const packages = createRequire(new URL('../../web/package.json', import.meta.url));

const base = realpathSync(mkdtempSync(join(tmpdir(), 'seesaw-mcp-')));
const folder = join(base, 'work');
mkdirSync(folder);
after(() => rmSync(base, { recursive: true }));

const MODEL = `def forward(self, x: "f32[3]"):
    sin = torch.ops.aten.sin.default(x);  x = None
    _set_grad_enabled = torch._C._set_grad_enabled(False)
    cos = torch.ops.aten.cos.default(sin)
    _set_grad_enabled_1 = torch._C._set_grad_enabled(True)
    dead = torch.ops.aten.sin.default(cos)
    add = torch.ops.aten.add.Tensor(cos, 1)
    return (add,)
`;
const SOURCE = 'def forward(self, x: "f32[2]"):\n    with torch.no_grad():\n        y = x.abs()\n    return y + 1\n';
writeFileSync(join(folder, 'model.txt'), MODEL);
writeFileSync(join(base, 'secret.txt'), 'def forward(self, x):\n    return (password,)\n');
symlinkSync(join(base, 'secret.txt'), join(folder, 'link.txt'));

/** @type {any} */
let client;
before(async () => {
  const { Client } = await import(packages.resolve('@modelcontextprotocol/client'));
  const { StdioClientTransport } = await import(packages.resolve('@modelcontextprotocol/client/stdio'));
  client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [...SEESAW, 'mcp'], cwd: folder, stderr: 'inherit' }),
  );
});
after(() => client?.close());

/** @param {string} name @param {object} [args] @returns {Promise<{ text: string, wrong: boolean }>} */
async function call(name, args = {}) {
  const answer = await client.callTool({ name, arguments: args });
  return { text: answer.content[0].text, wrong: answer.isError === true };
}

/** @type {[string, object][]} */
const SESSION = [
  ['open', { file: 'model.txt' }],
  ['passes', { query: 'dead' }],
  ['run', { passes: ['replace_set_grad_with_hop_pass'] }],
  ['why', {}],
  ['diff', {}],
  ['check', {}],
  ['bookmark', { name: 'wrapped' }],
  ['step', { pass: 'eliminate_dead_code' }],
  ['print', { format: 'code' }],
  ['rewind', { to: 0 }],
  ['step', {}],
  ['run', { passes: [{ name: 'replace_set_grad_with_hop_pass', options: { correct: 'true' } }] }],
  ['rewind', { to: 'wrapped' }],
  ['search', { query: 'cos' }],
  ['edit', { change: { do: 'insert', text: 'torch.ops.aten.relu.default(add)', after: 'add', users: true } }],
  ['edit', { change: { do: 'target', node: 'relu', target: 'torch.ops.aten.mm.default' } }],
  ['diff', { before: 'wrapped' }],
  ['print', { count: 5 }],
  ['print', { step: 0, format: 'graph', from: 3, count: 2 }],
  ['open', { text: SOURCE, name: 'source.py' }],
  ['diff', { with: 'g1', before: 0 }],
  ['state', {}],
  ['close', { graph: 'g1' }],
  // What goes wrong is an answer, too.
  ['open', { text: 'def forward(self, x):\n    return (zz,)\n' }],
  ['open', { file: 'gone.txt' }],
  ['open', {}],
  ['run', { passes: ['eliminate_dead_cod'] }],
  ['edit', { change: { do: 'delete', nodes: ['zz'] } }],
  ['rewind', { to: 'nowhere' }],
  ['step', {}],
  ['print', { graph: 'g9' }],
  ['print', { format: 'pdf' }],
];

test('a session from open to rewind, word for word', async () => {
  const { passes } = (await Session.create({ full: true })).describe();
  const allPasses = passes.map((pass) => pass.name).join(', ');
  const elided = (/** @type {string} */ text) =>
    text.replaceAll(folder, 'FOLDER').replaceAll(allPasses, '(all passes)');
  let said = '';
  for (const [name, args] of SESSION) {
    const { text, wrong } = await call(name, args);
    said += `> ${name} ${JSON.stringify(args)}\n${wrong ? 'ERROR\n' : ''}${elided(text)}\n\n`;
  }
  if (process.env.SEESAW_UPDATE === 'yes') writeFileSync(GOLDEN, said);
  assert.equal(said, readFileSync(GOLDEN, 'utf8'));
});

test('the tools are those of the records, each with a schema that takes nothing else', async () => {
  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.map((/** @type {any} */ { name }) => name),
    Object.keys(TOOLS),
  );
  for (const { name, inputSchema, description } of tools) {
    assert.equal(inputSchema.additionalProperties, false, name);
    assert.ok(description.length > 20, name);
  }
  const { text, wrong } = await call('print', { colour: 'red' });
  assert.ok(wrong);
  assert.match(text, /additional properties|additionalProperties|unrecognized/i);
});

test('answers are bounded, and what is cut can be read on', async () => {
  const count = 3000;
  const body = Array.from({ length: count }, (_, i) => `    y${i + 1} = torch.ops.aten.sin.default(y${i})\n`).join('');
  await call('open', { text: `def forward(self, y0):\n${body}    return (y${count},)\n` });
  let [from, whole] = [1, ''];
  for (let parts = 0; parts < 100; parts++) {
    const { text } = await call('print', { format: 'code', from, count: 2000 });
    assert.ok(text.length < 21_000);
    const more = /\n\.\.\. lines \d+-\d+ of \d+(?:; from=(\d+) goes on)?$/.exec(text);
    whole += `${more === null ? text : text.slice(0, more.index)}\n`;
    if (more?.[1] === undefined) break;
    from = Number(more[1]);
  }
  assert.equal(whole.match(/torch\.ops\.aten\.sin\.default/g)?.length, count);
  assert.match(whole, /return \(y3000,\)/);
  const { text } = await call('search', { query: 'sin', from: 101 });
  assert.match(text, /^%y101 .*\n(.*\n){49}\.\.\. nodes 101-150 of 3000; from=151 goes on$/);
  assert.ok((await call('diff', { before: 0 })).text.length < 21_000);
  const { text: huge } = await call('open', { text: `x${'y'.repeat(100_000)}` });
  assert.ok(huge.length < 21_000);
});

test('files outside of its folders are not read, by whatever way', async () => {
  for (const file of [
    '../secret.txt',
    join(base, 'secret.txt'),
    'link.txt',
    `${base}/secret.txt#0/0/joint`,
    '../gone.txt',
  ]) {
    const { text, wrong } = await call('open', { file });
    assert.ok(wrong, file);
    assert.match(text, /is outside of the folders that this server may read/, file);
    assert.doesNotMatch(text, /password/, file);
  }
});

test('a stage of a log is a file like others', async () => {
  writeFileSync(
    join(folder, 'trace.log'),
    gunzipSync(readFileSync(new URL('../data/logs/2.6/trace.log.gz', import.meta.url))),
  );
  const { text, wrong } = await call('open', { file: 'trace.log' });
  assert.ok(wrong);
  const [, pick] = /trace\.log#(\S+?)[,\s]/.exec(text) ?? [];
  assert.ok(pick, text);
  const opened = await call('open', { file: `trace.log#${pick}` });
  assert.equal(opened.wrong, false, opened.text);
  assert.match(opened.text, /\[0\] open \(\d+ nodes\) <- here/);
});

test('a client of the protocol of 2025 is served, and the end of the input ends the server', async () => {
  const server = spawn(process.execPath, [...SEESAW, 'mcp'], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
  const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'old', version: '1' } };
  server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: hello })}\n`);
  const [line] = await server.stdout.take(1).toArray();
  const { result } = JSON.parse(String(line));
  assert.equal(result.protocolVersion, '2025-06-18');
  assert.equal(result.serverInfo.name, 'seesaw');
  server.stdin.end();
  const status = await new Promise((resolve) => server.once('exit', resolve));
  assert.equal(status, 0);
});

test('a folder that is not there is said before anything is served', async () => {
  const server = spawn(process.execPath, [...SEESAW, 'mcp', '--root', 'gone'], { cwd: folder });
  let said = '';
  server.stderr.on('data', (part) => (said += part));
  assert.equal(await new Promise((resolve) => server.once('exit', resolve)), 2);
  assert.equal(said, 'gone: error: there is no such folder\n    note: give a folder whose files may be opened\n');
});
