/**
 * The command line as a user meets it: each command and format, what it reads, what it says of mistakes, exit status.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Session } from '../../wasm/js/index.js';
import { CLI, CORPUS, SHORT_LIVED, moduleBytesWithMemory, readJson } from './support.js';

/** @typedef {import('../../wasm/js/index.js').Format} Format */

const folder = mkdtempSync(join(tmpdir(), 'seesaw-cli-'));
after(() => rmSync(folder, { recursive: true }));

/** @param {string} name @param {string | Uint8Array} content */
function file(name, content) {
  writeFileSync(join(folder, name), content);
  return name;
}

/**
 * @param {string[]} args
 * @param {string} [input]
 * @param {string} [main]
 * @returns {Promise<{ status: number | null, out: string, err: string }>}
 */
function seesaw(args, input = '', main = CLI) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...SHORT_LIVED, main, ...args], { cwd: folder });
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (err += text));
    // A child that does not read its input may be gone by now.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    child.on('close', (status) => resolve({ status, out, err }));
  });
}

/** @param {string[]} args @param {string} err @param {string} [input] */
async function refused(args, err, input) {
  assert.deepEqual(await seesaw(args, input), { status: 2, out: '', err });
}

const OK = 'def forward(self, x):\n    add = torch.ops.aten.add.Tensor(x, 1);  x = None\n    return (add,)\n';
const GRAPH =
  'graph():\n    %x : [num_users=1] = placeholder[target=x]\n    %add : [num_users=1] = ' +
  'call_function[target=torch.ops.aten.add.Tensor](args = (%x, 1), ' +
  'kwargs = {})\n    return (add,)\n';
const recorded = readJson(`${CORPUS}/cases/h_ret_and_used/case.json`).variants[0];
const stage = recorded.stages.set_grad;
file('ok.py', OK);
file('recorded.txt', stage.before.readable);
const PASS = 'replace_set_grad_with_hop_pass';

/**
 * PyTorch's text, its own empty lines included, as standard output has it: once, with a line end.
 * @param {string} text
 */
const printed = (text) => (text.endsWith('\n') ? text : `${text}\n`);

test('print gives every format, as PyTorch recorded it', async () => {
  const session = await Session.create();
  const { handle } = session.open(stage.before.readable);
  const wanted = /** @type {Record<string, string | undefined>} */ ({
    readable: stage.before.readable,
    code: stage.before.code,
    graph: stage.before.str,
  });
  for (const { name: format } of session.describe().formats) {
    const { status, out, err } = await seesaw(['print', 'recorded.txt', '--format', format]);
    assert.deepEqual([status, err], [0, ''], format);
    assert.equal(out, printed(wanted[format] ?? session.print(handle, { format })), format);
  }
  assert.equal((await seesaw(['print', 'recorded.txt'])).out, printed(stage.before.readable), 'readable unless told');
});

test('print reads what it printed, and standard input', async () => {
  const session = await Session.create();
  const print = (/** @type {string} */ text, /** @type {Format} */ format) =>
    printed(session.print(session.open(text).handle, { format }));
  for (const { name: format, readBack } of session.describe().formats) {
    if (!readBack) continue;
    const { out } = await seesaw(['print', '-', '--format', format], OK);
    assert.deepEqual(await seesaw(['print', '-', '--format', format], out), { status: 0, out, err: '' }, format);
    for (const text of [stage.before.readable, stage.after.readable, stage.after.str]) {
      const once = print(text, format);
      assert.equal(print(once, format), once, format);
      const readable = print(once, 'readable');
      assert.equal(print(readable, 'readable'), readable, format);
    }
  }
  assert.equal((await seesaw(['print', '-', '--format', 'graph'], OK)).out, GRAPH);
});

test('print shows or hides strides and devices, and one nested graph', async () => {
  const text =
    'class GraphModule(torch.nn.Module):\n    def forward(self, x: "f32[3, 4][4, 1]cpu"):\n        return (x,)\n';
  file('strides.txt', text);
  const annotation = async (/** @type {string[]} */ ...flags) =>
    /x: "([^"]*)"/.exec((await seesaw(['print', 'strides.txt', ...flags])).out)?.[1];
  assert.equal(await annotation(), 'f32[3, 4][4, 1]cpu', 'as the text had it');
  assert.equal(await annotation('--no-strides'), 'f32[3, 4]cpu');
  assert.equal(await annotation('--no-strides', '--no-device'), 'f32[3, 4]');
  assert.equal(await annotation('--no-device', '--strides'), 'f32[3, 4][4, 1]');
  const result = await seesaw(['run', 'recorded.txt', '--passes', PASS]);
  const nested = await seesaw(['print', '-', '--path', 'submod_1', '--format', 'graph'], result.out);
  assert.equal(nested.status, 0, nested.err);
  assert.match(nested.out, /^graph\(\):\n/);
  await refused(
    ['print', 'ok.py', '--path', 'submod_1'],
    "ok.py: error: there is no graph 'submod_1' in this program\n",
  );
});

test('run gives what PyTorch gave', async () => {
  for (const name of [PASS, PASS.replaceAll('_', '-')]) {
    const { status, out, err } = await seesaw(['run', 'recorded.txt', '--passes', name]);
    assert.deepEqual([status, err], [0, '']);
    assert.equal(out, printed(stage.after.readable));
  }
  const graph = await seesaw(['run', '-', '--passes', PASS, '--format', 'graph'], stage.before.readable);
  assert.equal(graph.out, printed(stage.after.str));
  // Several passes, in order, named in one list or in several.
  const session = await Session.create();
  const { handle } = session.open(stage.before.readable);
  const both = session.print(session.run(handle, [PASS, 'inline_submodules']).handle);
  assert.equal((await seesaw(['run', 'recorded.txt', '--passes', `${PASS}, inline_submodules`])).out, printed(both));
  assert.equal(
    (await seesaw(['run', 'recorded.txt', '--passes', PASS, '--passes', 'inline_submodules'])).out,
    printed(both),
  );
});

test('--why tells each region on standard error, with the lines it came from', async () => {
  const { status, out, err } = await seesaw(['run', 'recorded.txt', '--passes', PASS, '--why']);
  assert.equal(status, 0);
  assert.equal(out, printed(stage.after.readable), 'the result alone is on standard output');
  assert.match(err, /^replace_set_grad_with_hop_pass: changed the graph, \d+ -> \d+ nodes, [\d.]+ ms\n/);
  assert.match(err, /^recorded\.txt:\d+(-\d+)?: why: submod_1 after \S+: wrapped: .+$/m);
});

test('--ambient-grad and --option change what a pass does', async () => {
  const on = await seesaw(['run', 'recorded.txt', '--passes', PASS, '--why']);
  const off = await seesaw(['run', 'recorded.txt', '--passes', PASS, '--why', '--ambient-grad', 'off']);
  assert.equal((await seesaw(['run', 'recorded.txt', '--passes', PASS, '--ambient-grad', 'on'])).out, on.out);
  assert.notEqual(off.out, on.out);
  // PyTorch loses the mode of a region that holds cond; the option does what was meant.
  const lossy = file(
    'lossy.txt',
    readFileSync(fileURLToPath(new URL('../../web/examples/lost_region.py', import.meta.url))),
  );
  const session = await Session.create();
  const { handle } = session.open(readFileSync(join(folder, lossy), 'utf8'));
  const meant = session.print(session.run(handle, [{ name: PASS, options: { correct: true } }]).handle);
  const asPyTorch = session.print(session.run(handle, [PASS]).handle);
  assert.notEqual(meant, asPyTorch);
  assert.equal((await seesaw(['run', lossy, '--passes', PASS])).out, printed(asPyTorch));
  for (const option of [`${PASS}.correct=true`, `${PASS.replaceAll('_', '-')}.correct=true`]) {
    assert.equal((await seesaw(['run', lossy, '--passes', PASS, '--option', option])).out, printed(meant), option);
  }
  assert.match(
    (await seesaw(['run', lossy, '--passes', PASS, '--why'])).err,
    /^lossy\.txt(:\d+(-\d+)?)?: warning: .*lost.*\[rule \d+\]$/m,
  );
});

test('--json gives result and reports to a program', async () => {
  const { status, out, err } = await seesaw(['run', 'recorded.txt', '--passes', PASS, '--json', '--format', 'graph']);
  assert.deepEqual([status, err], [0, '']);
  const result = JSON.parse(out);
  assert.equal(result.text.trimEnd(), stage.after.str.trimEnd());
  assert.deepEqual(
    [result.succeeded, result.reports.length, result.reports[0].pass, result.reports[0].changed],
    [true, 1, PASS, true],
  );
  assert.ok(result.reports[0].why.length > 0);
  assert.equal('handle' in result, false, 'a handle means nothing outside');
});

test('an option that is a text is given as it is, or by its file', async () => {
  file('relu.py', 'def forward(self, x):\n    relu = torch.relu(x)\n    return (relu,)\n');
  file('new.py', 'def replacement(x):\n    return torch.neg(x)\n');
  const options = [
    '--option',
    'replace-pattern.pattern=def pattern(x):\n    return torch.relu(x)',
    '--option',
    'replace-pattern.replacement=@new.py',
  ];
  const { status, out, err } = await seesaw(['run', 'relu.py', '--passes', 'replace-pattern', ...options]);
  assert.deepEqual([status, err], [0, '']);
  assert.match(out, /neg = torch\.neg\(x\)/);
  assert.match((await seesaw(['passes'])).out, /--option replace_pattern\.pattern=TEXT\|@FILE\n/);
});

test('passes lists the registry, its options, and the differences from PyTorch', async () => {
  const { passes, differences } = (await Session.create({ full: true })).describe();
  assert.deepEqual(JSON.parse((await seesaw(['passes', '--json'])).out), passes);
  assert.deepEqual(JSON.parse((await seesaw(['passes', '--differences', '--json'])).out), differences);
  const text = (await seesaw(['passes'])).out;
  for (const pass of passes)
    for (const option of pass.options) assert.ok(text.includes(`--option ${pass.name}.${option.name}=`), option.name);
  const why = (await seesaw(['passes', '--differences'])).out;
  for (const row of differences)
    assert.ok(
      why.includes(`${row.id}: ${row.title}`) && row.reason.split('\n').every((line) => why.includes(line)),
      row.id,
    );
});

test('help and version', async () => {
  const help = await seesaw(['--help']);
  assert.equal(help.status, 0);
  for (const name of ['print', 'run', 'passes', 'replay', 'version']) {
    assert.match(help.out, new RegExp(`^  seesaw ${name}\\b`, 'm'));
    const one = await seesaw(['help', name]);
    assert.match(one.out, new RegExp(`^usage: seesaw ${name}\\b`));
    assert.deepEqual(await seesaw([name, '--help']), one);
  }
  // It fits a terminal; the first line can be copied as a whole.
  for (const name of help.out.matchAll(/^ {2}seesaw (\w+)/gm)) {
    const [, ...lines] = (await seesaw(['help', name[1]])).out.split('\n');
    assert.deepEqual(
      lines.filter((line) => line.length > 100),
      [],
      name[1],
    );
  }
  // What is said of formats is what the core says.
  for (const name of ['print', 'run']) {
    const { out } = await seesaw(['help', name]);
    for (const row of (await Session.create()).describe().formats)
      assert.ok(out.includes(`  ${row.name.padEnd(8)}  ${row.doc}\n`), row.name);
  }
  const bare = await seesaw([]);
  assert.deepEqual(bare, { status: 2, out: '', err: help.out });
  const { version } = readJson(fileURLToPath(new URL('../../wasm/package.json', import.meta.url)));
  assert.equal((await seesaw(['--version'])).out, `${version}\n`);
});

test('mistakes in a text: place, line, caret, remedy, all of them', async () => {
  const first = "3:13: error: unknown name 'zz'\n        a = x + zz\n                ^^\n    note: ";
  file('bad.py', 'def forward(self, x):\n\n    a = x + zz\n    return a +\n');
  const bad = await seesaw(['print', 'bad.py']);
  assert.deepEqual([bad.status, bad.out], [2, '']);
  assert.ok(bad.err.startsWith(`bad.py:${first}`), bad.err);
  assert.match(bad.err, /^bad\.py:4:15: error: .+\n {8}return a \+\n {18}\^\n/m);
  const piped = await seesaw(['run', '-', '--passes', PASS], readFileSync(join(folder, 'bad.py'), 'utf8'));
  assert.ok(piped.err.startsWith(`<stdin>:${first}`), piped.err);
  // A tab stays a tab above and below, so that the caret is under its character; other control characters are shown.
  const tabs = await seesaw(['print', '-'], 'def forward(self, x):\n\ta = torch.f(x, yy)\n\treturn (a,)\n');
  assert.ok(tabs.err.startsWith('<stdin>:2:17: error:'), tabs.err);
  assert.ok(tabs.err.includes(`\n    \ta = torch.f(x, yy)\n    \t${' '.repeat(15)}^^\n`), tabs.err);
  const control = await seesaw(['print', '-'], 'a\0b\x1b[31m');
  // eslint-disable-next-line no-control-regex
  assert.doesNotMatch(control.err, /[\0\x1b]/);
});

test('a caret stands under its character in a long line', async () => {
  const { err } = await seesaw(
    ['print', '-'],
    `def forward(self, x):\n    a = torch.f(${'x, '.repeat(500)}zz, ${'x, '.repeat(500)})\n    return (a,)\n`,
  );
  const [, line, caret] = err.split('\n');
  assert.equal(line.slice(caret.indexOf('^'), caret.lastIndexOf('^') + 1), 'zz');
  assert.ok(line.length < 200);
});

test('line ends, byte order mark, tabs', async () => {
  const variants = {
    crlf: OK.replaceAll('\n', '\r\n'),
    bom: `\ufeff${OK}`,
    both: `\ufeff${OK.replaceAll('\n', '\r\n')}`,
    tabs: OK.replaceAll('    ', '\t'),
    'no last line end': OK.trimEnd(),
    indented: OK.replace(/^/gm, '    '),
  };
  for (const [name, text] of Object.entries(variants)) {
    assert.deepEqual(await seesaw(['print', '-', '--format', 'graph'], text), { status: 0, out: GRAPH, err: '' }, name);
  }
  const bad = await seesaw(['print', '-'], '\ufeffdef forward(self, x):\r\n    return (zz,)\r\n');
  assert.ok(
    bad.err.startsWith("<stdin>:2:13: error: unknown name 'zz'\n        return (zz,)\n                ^^\n"),
    JSON.stringify(bad.err),
  );
});

/**
 * The package with other modules in it.
 * @param {string} name
 * @param {Uint8Array} wasm
 * @param {Uint8Array} [full]
 * @returns {string} its command
 */
function packageWith(name, wasm, full) {
  const copy = join(folder, name);
  cpSync(fileURLToPath(new URL('../../wasm/js', import.meta.url)), join(copy, 'js'), { recursive: true });
  cpSync(fileURLToPath(new URL('../../wasm/package.json', import.meta.url)), join(copy, 'package.json'));
  mkdirSync(join(copy, 'dist'));
  cpSync(fileURLToPath(new URL('../../wasm/dist/seesaw.mjs', import.meta.url)), join(copy, 'dist/seesaw.mjs'));
  writeFileSync(join(copy, 'dist/seesaw.wasm'), wasm);
  if (full !== undefined) {
    cpSync(
      fileURLToPath(new URL('../../wasm/dist/seesaw-full.mjs', import.meta.url)),
      join(copy, 'dist/seesaw-full.mjs'),
    );
    writeFileSync(join(copy, 'dist/seesaw-full.wasm'), full);
  }
  return join(copy, 'js/cli/main.js');
}

test('a module that cannot be loaded, and a text that it has no room for, are reported without a stack', async () => {
  const whole = readFileSync(fileURLToPath(new URL('../../wasm/dist/seesaw.wasm', import.meta.url)));
  const cut = await seesaw(['print', 'ok.py'], '', packageWith('cut', whole.subarray(0, 5000)));
  assert.deepEqual([cut.status, cut.out], [2, '']);
  assert.match(cut.err, /^seesaw: error: the engine could not be loaded: .+\n {4}note: see that seesaw\.wasm .+\n$/);
  // 48 MB at most, and a text that takes them all.
  const small = packageWith('small', moduleBytesWithMemory(768), moduleBytesWithMemory(768, 'seesaw-full'));
  file('long.py', `${OK}#${' '.repeat(60_000_000)}\n`);
  for (const args of [
    ['print', 'long.py'],
    ['run', 'long.py', '--passes', PASS],
  ]) {
    const { status, out, err } = await seesaw(args, '', small);
    assert.deepEqual([status, out], [2, '']);
    assert.match(err, /^long\.py: error: the text is too long for the memory of the engine\n {4}note: .+\n$/);
  }
  assert.equal((await seesaw(['print', 'ok.py'], '', small)).status, 0, 'the same module reads what fits');
});

test('what is no text is reported', async () => {
  file('binary', Uint8Array.from([0xff, 0xfe, 0, 0x80, 0xc3, 0x28]));
  file('empty', '');
  await refused(
    ['print', 'missing.txt'],
    'missing.txt: error: there is no such file\n    note: give the path of a text file, or - for standard input\n',
  );
  await refused(
    ['print', '.'],
    '.: error: this is a directory\n    note: give the path of a text file, or - for standard input; ' +
      'a graph of a folder of logs is FOLDER#ID/STAGE (seesaw graphs FOLDER)\n',
  );
  await refused(
    ['print', 'ok.py/x'],
    'ok.py/x: error: a part of the path is not a directory\n    note: give the path of a text file, or - for ' +
      'standard input\n',
  );
  await refused(
    ['print', 'binary'],
    'binary: error: this is not a UTF-8 text\n    note: save what PyTorch printed as UTF-8 text\n',
  );
  for (const [args, name, input] of /** @type {[string[], string, string][]} */ ([
    [['print', 'empty'], 'empty', ''],
    [['run', 'empty', '--passes', PASS], 'empty', ''],
    [['print', '-'], '<stdin>', ''],
    [['print', '-'], '<stdin>', ' \n\n'],
  ])) {
    const { status, out, err } = await seesaw(args, input);
    assert.deepEqual([status, out], [2, '']);
    assert.ok(err.startsWith(`${name}:1:1: error: there is no text to read\n`), err);
  }
});

test('mistakes in the command line are reported with what was meant', async () => {
  await refused(
    ['prnt', 'ok.py'],
    "seesaw: error: there is no command 'prnt'\n    note: did you mean 'print'? Commands are print, run, " +
      'check, trace, exec, passes, ops, graphs, diff, embed, report, replay, autograd, mcp, completion, version; see ' +
      'seesaw --help.\n',
  );
  await refused(
    ['help', 'prnt'],
    "seesaw: error: there is no command 'prnt'\n    note: did you mean 'print'? Commands are print, run, " +
      'check, trace, exec, passes, ops, graphs, diff, embed, report, replay, autograd, mcp, completion, version; see ' +
      'seesaw --help.\n',
  );
  await refused(
    ['constructor'],
    "seesaw: error: there is no command 'constructor'\n    note: Commands are print, run, check, trace, " +
      'exec, passes, ops, graphs, diff, embed, report, replay, autograd, mcp, completion, version; ' +
      'see seesaw --help.\n',
  );
  await refused(
    ['run', 'ok.py', '--passes', 'elimnate-dead-code'],
    "seesaw: error: there is no pass called 'elimnate-dead-code'\n    note: did you mean " +
      "'eliminate_dead_code'? seesaw passes lists them.\n",
  );
  await refused(
    ['run', 'ok.py', '--passes', 'xyzzy'],
    "seesaw: error: there is no pass called 'xyzzy'\n    note: seesaw passes lists them.\n",
  );
  await refused(
    ['run', 'ok.py', '--passes', PASS, '--option', `${PASS}.corect=true`],
    `seesaw: error: the pass ${PASS} has no option 'corect'\n    note: did you mean 'correct'? Its options ` +
      'are correct, generation.\n',
  );
  await refused(
    ['run', 'ok.py', '--passes', PASS, '--option', 'eliminate_dead_code.x=1'],
    "seesaw: error: the pass 'eliminate_dead_code' of --option eliminate_dead_code.x=1 does not run\n    " +
      'note: Name it in --passes.\n',
  );
  const { formats } = (await Session.create({ full: true })).describe();
  await refused(
    ['print', 'ok.py', '--format', 'grap'],
    "seesaw: error: there is no format 'grap'\n    note: did you mean 'graph'? Formats are " +
      `${formats.map(({ name }) => name).join(', ')}.\n`,
  );
  await refused(
    ['print', 'ok.py', '--fromat', 'graph'],
    "seesaw: error: Unknown option '--fromat'\n    note: did you mean '--format'? See seesaw help print.\n",
  );
  await refused(
    ['run', 'ok.py'],
    'seesaw: error: no pass is named\n    note: write --passes a,b; seesaw passes lists them\n',
  );
  await refused(
    ['run', 'ok.py', '--passes', PASS, '--ambient-grad', 'maybe'],
    "seesaw: error: --ambient-grad is on or off, not 'maybe'\n",
  );
  await refused(
    ['run', 'ok.py', '--passes', PASS, '--option', `${PASS}.correct=maybe`],
    `ok.py: error: option 'correct' of the pass ${PASS} cannot be 'maybe'\n    note: it takes one of: true|false\n`,
  );
  for (const [args, start] of /** @type {[string[], string][]} */ ([
    [
      ['run', 'ok.py', '--passes', PASS, '--option', 'correct=true'],
      "seesaw: error: 'correct=true' is not an option of a pass\n",
    ],
    [['print'], 'seesaw: error: a file is missing\n'],
    [['print', 'ok.py', 'ok.py'], 'seesaw: error: one file is expected, got 2\n'],
    [['replay'], 'seesaw: error: a folder with recorded data is missing\n'],
  ])) {
    const { status, out, err } = await seesaw(args);
    assert.deepEqual([status, out], [2, ''], args.join(' '));
    assert.ok(err.startsWith(start), err);
  }
});

test('replay: 0 when all is as recorded, 1 when not, 2 when there is nothing to read', async () => {
  mkdirSync(join(folder, 'good/cases'), { recursive: true });
  cpSync(`${CORPUS}/cases/h_identity_region`, join(folder, 'good/cases/h_identity_region'), { recursive: true });
  for (const path of ['good', 'good/cases', 'good/cases/h_identity_region']) {
    const { status, out, err } = await seesaw(['replay', path]);
    assert.deepEqual([status, err], [0, ''], out);
    assert.match(out, /^(skipped \d+: .+\n)*\d+ passed, 0 failed, \d+ skipped\n$/);
    // The reasons add up to what was skipped.
    const skipped = [...out.matchAll(/^skipped (\d+): /gm)].reduce((sum, m) => sum + Number(m[1]), 0);
    assert.equal(skipped, Number(/(\d+) skipped\n$/.exec(out)?.[1]));
  }
  cpSync(join(folder, 'good'), join(folder, 'broken'), { recursive: true });
  const path = join(folder, 'broken/cases/h_identity_region/case.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace('wrap_with_set_grad_enabled', 'wrap_with_set_grad_disabled'));
  const broken = await seesaw(['replay', 'broken']);
  assert.equal(broken.status, 1);
  assert.match(broken.out, /^FAIL h_identity_region\/.+: line \d+: expected ".*disabled.*", got ".*enabled.*"$/m);
  assert.match(broken.out, /\n\d+ passed, [1-9]\d* failed, \d+ skipped\n$/);
  writeFileSync(path, '{');
  const cut = await seesaw(['replay', 'broken', 'good']);
  assert.equal(cut.status, 1);
  assert.match(cut.out, /^FAIL broken\/cases\/h_identity_region\/case\.json:1:2: Expected property name/);
  assert.equal((await seesaw(['replay', '.'])).status, 1, 'a folder without recordings');
  await refused(
    ['replay', 'missing'],
    'missing: error: there is no such folder\n    note: give the path of a folder with recorded data\n',
  );
  await refused(
    ['replay', 'good', 'ok.py'],
    'ok.py: error: this is a file, not a folder\n    note: give the path of a folder with recorded data\n',
  );
});

test('a pass that fails gives status 1', async () => {
  const rows = readJson(`${CORPUS}/unit/set_grad_special.json`);
  for (const [title, pass] of [
    ['result of the toggle is returned', PASS],
    ['autocast without exit', 'replace_autocast_with_hop_pass'],
  ]) {
    const row = rows.find((/** @type {any} */ r) => r.title === title);
    const { status, out, err } = await seesaw(['run', '-', '--passes', pass], row.before.str);
    assert.deepEqual([status, out], [1, '']);
    assert.ok(err.startsWith('<stdin>') && err.includes(`${row.error.type}: ${row.error.message}`), err);
    const json = await seesaw(['run', '-', '--passes', pass, '--json'], row.before.str);
    assert.deepEqual([json.status, JSON.parse(json.out).succeeded], [1, false]);
  }
});

test('it starts fast', async (t) => {
  const times = [];
  for (let i = 0; i < 5; i += 1) {
    const begun = performance.now();
    await seesaw(['print', 'ok.py']);
    times.push(performance.now() - begun);
  }
  t.diagnostic(
    `seesaw print, from start to end: ${Math.min(...times).toFixed(0)} ms at best, ` +
      `${times.map((ms) => ms.toFixed(0)).join(', ')}`,
  );
  // Ten times what it takes on an idle machine.
  assert.ok(Math.min(...times) < 1500);
});
