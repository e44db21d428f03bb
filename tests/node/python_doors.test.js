/**
 * Whose Python runs is not known: every way out of it that is closed is tried here (data/python_passes/cases/doors.py),
 * and that a pass which ends Python, or never ends, does no harm to the next.
 */
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { Session } from '../../wasm/js/index.js';
import { PythonHost, pyodideFolder } from '../../wasm/js/python/host.js';

const skip = pyodideFolder() === null ? 'pyodide is not installed: scripts/setup test installs it' : false;
const DOORS = readFileSync(new URL('../data/python_passes/cases/doors.py', import.meta.url), 'utf8');

/** @type {any} */
let session;
/** @type {string} */
let program;
const python = new PythonHost({ seconds: 20 });
let connections = 0;
const server = createServer((socket) => {
  connections += 1;
  socket.destroy();
});

before(async () => {
  if (skip) return;
  process.env.SEESAW_SECRET_FOR_TESTS = 'SEESAW_SECRET';
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  session = await Session.create({ full: true });
  program = session.print(session.open('def forward(self, x):\n    return (x,)\n').handle, { format: 'json' });
});
after(async () => {
  await python.stop();
  server.close();
});

/** What a function of doors.py printed, as rows of name and outcome. @param {string} pass */
async function tried(pass) {
  const text = DOORS.replace(
    'PORT = 0',
    `PORT = ${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`,
  );
  const files = [{ name: 'doors.py', module: 'doors', text }];
  const answer = await python.run({ program, files, entry: 'doors', pass, options: {} });
  assert.equal(answer.diagnostic, undefined);
  const rows = answer.printed
    .trim()
    .split('\n')
    .filter((/** @type {string} */ line) => line !== '');
  return Object.fromEntries(
    rows.map((/** @type {string} */ line) => [
      line.replace(/ (gave|refused) .*/, ''),
      line.replace(/^.* (?=gave|refused)/, ''),
    ]),
  );
}

test('modules that lead to JavaScript are not there, also past the hook that says so', { skip }, async () => {
  for (const [name, outcome] of Object.entries(await tried('imports')))
    assert.match(outcome, /^refused ModuleNotFoundError/, name);
});

test('no object of JavaScript leads to code or to the worker', { skip }, async () => {
  const { proxies, ...rest } = await tried('objects');
  assert.equal(proxies, 'gave []');
  for (const [name, outcome] of Object.entries(rest))
    assert.match(
      outcome,
      /^(refused (AttributeError|JsException|ModuleNotFoundError|ImportError)|gave (None|undefined))/,
      name,
    );
});

test('no process, no connection, no file and no variable of the host', { skip }, async () => {
  const { system, root, secret, datagram, ...rest } = await tried('system');
  assert.equal(system, 'gave False');
  assert.equal(root, "gave ['dev', 'home', 'lib', 'proc', 'seesaw', 'tmp']");
  assert.equal(secret, 'gave []');
  assert.match(datagram, /^refused/);
  for (const [name, outcome] of Object.entries(rest)) assert.match(outcome, /^refused/, name);
  assert.equal(connections, 0);
});

test('memory has a limit, and Python goes on behind it', { skip }, async () => {
  assert.deepEqual(await tried('memory'), {
    'more than there is': 'refused MemoryError',
    'little by little': 'refused MemoryError',
    'what is left': 'gave 1048576',
  });
});

test('a timer does not outlive its pass', { skip }, async () => {
  await tried('later');
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual(await tried('quiet'), {});
});

test('what ends Python ends nothing else', { skip }, async () => {
  await assert.rejects(tried('code_of_text'), /Python failed/);
  await assert.rejects(tried('leaves'), /Python (failed|ended)/);
  assert.deepEqual(await tried('quiet'), {});
});

test('a pass that never ends is ended', { skip }, async () => {
  await assert.rejects(tried('loops'), /did not end within 20 seconds/);
  assert.equal(session.print(session.open('def forward(self, x):\n    return (x,)\n').handle).length > 0, true);
});
