/**
 * index.d.ts against what it describes: the exports, the methods and what calls really answer, key by key; and a
 * program that a user would write, through tsc.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, mkdirSync, cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as seesaw from '../../wasm/js/index.js';
import { SETTINGS } from '../../wasm/js/settings.js';
import { recordedTexts } from './support.js';

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const source = readFileSync(here('../../wasm/js/index.d.ts'), 'utf8');
const declarations = (source + readFileSync(here('../../wasm/js/graph-types.d.ts'), 'utf8')).replace(
  /\/\*\*[\s\S]*?\*\//g,
  '',
);

/** The body of a declaration. @param {string} kind @param {string} name */
function body(kind, name) {
  const match = new RegExp(`^export ${kind} ${name}\\b([^{]*)\\{\\n([\\s\\S]*?)^\\}`, 'm').exec(declarations);
  assert.ok(match, `${kind} ${name} is declared`);
  const parents = [...match[1].matchAll(/\b([A-Z]\w+)\b/g)]
    .map((m) => m[1])
    .filter((parent) => parent !== 'Partial' && parent !== 'Error');
  return { text: match[2], parents, partial: match[1].includes('Partial<') };
}

/** Keys of an interface and whether they may be absent. @param {string} name @returns {Map<string, boolean>} */
function keysOf(name) {
  const { text, parents, partial } = body('interface', name);
  /** @type {Map<string, boolean>} */
  const keys = new Map();
  for (const parent of parents) for (const [key, optional] of keysOf(parent)) keys.set(key, optional || partial);
  for (const [, key, mark] of text.matchAll(/^ {2}(\w+)(\??):/gm)) keys.set(key, mark === '?');
  return keys;
}

test('names of PyTorch modules that capture knows are those of the record', async () => {
  await promisify(execFile)(process.execPath, [here('../../wasm/torch_namespaces.mjs'), '--check']).catch((error) =>
    assert.fail(error.stderr),
  );
});

test('every export is declared, and every declared value is exported', () => {
  const declared = [...declarations.matchAll(/^export (?:declare )?(?:class|function|const|let) (\w+)/gm)].map(
    (m) => m[1],
  );
  assert.deepEqual(declared.sort(), Object.keys(seesaw).sort());
  assert.doesNotMatch(declarations, /export (default|\*|=)/);
});

/**
 * A declaration on one line, wherever a formatter breaks it: lines end outside parentheses alone.
 * @param {string} text
 */
function joined(text) {
  let depth = 0;
  let out = '';
  for (const line of text.split('\n')) {
    const comment = /^\s*(\/?\*|\/\/)/.test(line);
    out += depth > 0 ? ` ${line.trim()}` : line;
    if (!comment) for (const c of line) depth += c === '(' ? 1 : c === ')' ? -1 : 0;
    if (depth === 0) out += '\n';
  }
  return out.replaceAll('( ', '(').replaceAll(/,? \)/g, ')');
}

test('the methods of a session are those declared, with as many parameters', () => {
  const text = joined(body('class', 'Session').text);
  /** @type {Record<string, [number, number]>} parameters that must be given, and all */
  const declared = {};
  for (const [, isStatic, name, list] of text.matchAll(/^ {2}(static )?(\w+)\((.*)\):/gm)) {
    const parameters = [...list.matchAll(/(?:^|, )(\w+)(\??):/g)];
    declared[`${isStatic ?? ''}${name}`] = [parameters.filter((p) => p[2] === '').length, parameters.length];
  }
  const real = Object.fromEntries([
    ...[seesaw.Session.prototype, Object.getPrototypeOf(seesaw.Session.prototype)]
      .flatMap((one) => (one === Object.prototype ? [] : Object.getOwnPropertyNames(one)))
      .filter((name) => name !== 'constructor')
      .map((name) => [name, /** @type {any} */ (seesaw.Session.prototype)[name]]),
    ...Object.getOwnPropertyNames(seesaw.Session)
      .filter((name) => typeof (/** @type {any} */ (seesaw.Session)[name]) === 'function')
      .map((name) => [`static ${name}`, /** @type {any} */ (seesaw.Session)[name]]),
  ]);
  assert.deepEqual(Object.keys(declared).sort(), Object.keys(real).sort());
  // `length` counts the parameters before the first that has a default.
  for (const [name, [needed]] of Object.entries(declared)) assert.equal(real[name].length, needed, name);
});

/**
 * What has been seen of an interface: keys, and those that were there each time.
 * @type {Map<string, { seen: Set<string>, always: Set<string> }>}
 */
const observed = new Map();

/** @param {string} name @param {any} value */
function observe(name, value) {
  const keys = new Set(Object.keys(value));
  const entry = observed.get(name) ?? { seen: new Set(), always: keys };
  keys.forEach((key) => entry.seen.add(key));
  entry.always = new Set([...entry.always].filter((key) => keys.has(key)));
  observed.set(name, entry);
}

/** @param {any[]} diagnostics */
function observeDiagnostics(diagnostics) {
  for (const diagnostic of diagnostics) {
    observe('Diagnostic', diagnostic);
    for (const note of diagnostic.notes ?? []) observe('DiagnosticNote', note);
  }
}

/** @param {any} result */
function observeRun(result) {
  observe('RunAnswer', result);
  for (const report of result.reports) {
    observe('PassReport', report);
    report.why.forEach((/** @type {any} */ entry) => observe('WhyEntry', entry));
    report.differences.forEach((/** @type {any} */ row) => observe('Difference', row));
    observeDiagnostics(report.diagnostics);
  }
}

test('answers have the declared keys, and those that are always declared are always there', async () => {
  const session = await seesaw.Session.create();
  const PASSES = ['replace_set_grad_with_hop_pass', 'replace_autocast_with_hop_pass', 'eliminate_dead_code'];
  for (const { text } of recordedTexts()) {
    const program = session.open(text);
    observe('OpenAnswer', program);
    const result = session.run(program.handle, PASSES, { snapshots: true, splits: true });
    observeRun(result);
    const broken = session.read(text.replace(')', '').replace('[', '(('));
    observe('ReadAnswer', broken);
    observeDiagnostics(broken.diagnostics);
    for (const h of [
      program.handle,
      broken.handle,
      result.handle,
      ...result.reports.flatMap((r) => [r.snapshot, ...(r.splits ?? [])]),
    ])
      if (h !== undefined) session.close(h);
  }
  observe('EditAnswer', session.edit(null, [{ do: 'placeholder', target: 'x' }, { do: 'nothing' }], { hooks: true }));
  observe('EditAnswer', session.edit(null, []));
  const described = session.describe();
  observe('Description', described);
  described.ops.forEach((op) => observe('OpDescription', op));
  described.formats.forEach((row) => observe('FormatDescription', row));
  described.passes.flatMap((pass) => pass.options).forEach((option) => observe('PassOption', option));
  for (const [name, { seen, always }] of observed) {
    const declared = keysOf(name);
    assert.deepEqual(
      [...seen].filter((key) => !declared.has(key)),
      [],
      `${name}: keys that are not declared`,
    );
    assert.deepEqual(
      [...declared].filter(([key, optional]) => !optional && !always.has(key)).map(([key]) => key),
      [],
      `${name}: declared as always there`,
    );
  }
  assert.ok(observed.size >= 10, [...observed.keys()].join());
  const { formats } = (await seesaw.Session.create({ full: true })).describe();
  assert.deepEqual(
    formats.map((row) => row.name),
    [.../** @type {RegExpExecArray} */ (/type Format =([^;]*);/.exec(declarations))[1].matchAll(/'(\w+)'/g)].map(
      (m) => m[1],
    ),
  );
});

test('what the texts about the project list is what the module lists', async () => {
  const session = await seesaw.Session.create();
  const { formats, passes, version } = session.describe();
  const names = formats.map((row) => row.name);
  const { handle } = session.open('def forward(self, x):\n    return (x,)\n');
  assert.throws(
    () => session.print(handle, { format: /** @type {any} */ ('cod') }),
    (/** @type {any} */ error) => error.diagnostics[0].notes[0].message === `formats are: ${names.join(', ')}`,
  );
  // One version: that of the package.
  assert.equal(version, JSON.parse(readFileSync(here('../../wasm/package.json'), 'utf8')).version);
  for (const path of ['../../CMakeLists.txt', '../../web/package.json', '../../wasm/README.md'])
    assert.ok(!readFileSync(here(path), 'utf8').includes(version), path);
  // Every pass that the front page names exists.
  for (const [, name] of readFileSync(here('../../README.md'), 'utf8').matchAll(/--passes (\w{3,})/g))
    assert.ok(
      passes.some((pass) => pass.name === name),
      name,
    );
});

test('tsc takes a program of a user, and refuses what is wrong', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'seesaw-types-'));
  t.after(() => rmSync(folder, { recursive: true }));
  // As npm would install it: only what is declared is seen, not the sources of this checkout.
  const installed = join(folder, 'node_modules/seesaw');
  mkdirSync(join(installed, 'js'), { recursive: true });
  cpSync(here('../../wasm/package.json'), join(installed, 'package.json'));
  for (const file of ['index.d.ts', 'graph-types.d.ts', 'picture-types.d.ts', 'pass_names.d.ts'])
    cpSync(here(`../../wasm/js/${file}`), join(installed, 'js', file));
  cpSync(here('types/consumer.ts'), join(folder, 'consumer.ts'));
  symlinkSync(here('../../web/node_modules'), join(folder, 'tools'));
  const options = {
    target: 'es2022',
    module: 'nodenext',
    moduleResolution: 'nodenext',
    lib: ['es2023', 'dom'],
    types: [],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['consumer.ts'] }));
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  const tsc = join(folder, 'tools/.bin/tsc');
  await promisify(execFile)(tsc, ['-p', folder]).catch((error) => assert.fail(error.stdout));
  // The declarations are really what decides.
  writeFileSync(join(installed, 'js/index.d.ts'), source.replace('close(handle: number): void;', ''));
  await assert.rejects(promisify(execFile)(tsc, ['-p', folder]), (/** @type {any} */ error) =>
    /close/.test(error.stdout),
  );
});

test('settings are checked by the names that are declared', () => {
  const passes = readFileSync(here('../../wasm/js/passes.d.ts'), 'utf8');
  const picture = readFileSync(here('../../wasm/js/picture-types.d.ts'), 'utf8');
  const all = (declarations + passes + picture).replace(/\/\*\*[\s\S]*?\*\//g, '');
  let compared = 0;
  for (const [name, names] of Object.entries(SETTINGS)) {
    const own = new RegExp(`^export interface ${name}\\b([^{]*)\\{\\n([\\s\\S]*?)^\\}`, 'm').exec(all);
    if (own === null) continue;
    const declared = [...own[2].matchAll(/^ {2}(\w+)\??:/gm)].map(([, key]) => key);
    for (const [, key] of own[1].matchAll(/'(\w+)'/g)) declared.push(key);
    if (own[1].includes('PassesSettings')) declared.push('ambientGrad');
    assert.deepEqual([...names].sort(), declared.sort(), name);
    compared += 1;
  }
  assert.ok(compared >= 12, `${compared}`);
});

test('the names of passes are those of the module', async () => {
  const script = here('../../wasm/pass_names.mjs');
  await promisify(execFile)(process.execPath, [script, '--check']).catch((error) => assert.fail(error.stderr));
});
