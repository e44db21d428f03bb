/**
 * js/tensor/*.d.ts against what they describe: the exports, the members, the operator table; and a
 * program that a user would write, through tsc.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
/** @type {any} */
const torch = await import('../../wasm/js/tensor/index.js');
const source = readFileSync(here('../../wasm/js/tensor/index.d.ts'), 'utf8');
const declarations = source.replace(/\/\*\*[\s\S]*?\*\//g, '');
const [methods, functions] = ['methods', 'functions'].map((name) =>
  readFileSync(here(`../../wasm/js/tensor/operator-${name}.d.ts`), 'utf8'),
);
/** Names of the members of a generated interface. @param {string} text */
const generatedNames = (text) => new Set([...text.matchAll(/^ {2}(\w+)\(/gm)].map((m) => m[1]));

/** Names of the members of a declared class or object. @param {string} start */
function members(start) {
  const from = declarations.indexOf(start);
  assert.ok(from >= 0, start);
  const body = declarations.slice(from, declarations.indexOf('\n}', from));
  return new Set(
    [...body.matchAll(/^ {2}(?:static |get |set |readonly )*(\w+)[?(:<]/gm)]
      .map((m) => m[1])
      .filter((name) => name !== 'constructor'),
  );
}

test('the declarations of operators are those of the table', async () => {
  await run(process.execPath, [here('../../wasm/tensor_types.mjs'), '--check']).catch((error) =>
    assert.fail(error.stderr),
  );
});

test('every export is declared, and every declared value is exported', () => {
  const declared = [...declarations.matchAll(/^export (?:class|function|const) (\w+)/gm)].map((m) => m[1]);
  assert.deepEqual([...new Set(declared)].sort(), Object.keys(torch).sort());
  assert.deepEqual([...members('export const graph: {')].sort(), Object.keys(torch.graph).sort());
});

test('members are declared, and declared members are there', () => {
  const own = (/** @type {any} */ type) =>
    Object.getOwnPropertyNames(type.prototype).filter((name) => name !== 'constructor');
  const operators = generatedNames(methods);
  const byHand = members('export class Tensor ');
  const real = own(torch.Tensor);
  // `constructor` and what is made from the table aside, each member is written by hand once.
  assert.deepEqual(
    real.filter((name) => !byHand.has(name) && !operators.has(name)),
    [],
  );
  assert.deepEqual(
    [...byHand, ...operators].filter((name) => !real.includes(name)),
    [],
  );
  for (const [name, type] of /** @type {[string, any][]} */ ([
    ['Node', torch.Node],
    ['RemovableHandle', torch.RemovableHandle],
  ])) {
    assert.deepEqual([...members(`export class ${name} `)].sort(), own(type).sort(), name);
  }
  const [ofOps, ofFunctional] = functions.split('export interface FunctionalForms');
  assert.deepEqual([...generatedNames(ofOps)].sort(), Object.keys(torch.ops).sort());
  assert.deepEqual([...generatedNames(ofFunctional)].sort(), Object.keys(torch.functional).sort());
});

test('what inspect and recordExecution give has the declared keys', () => {
  const keysOf = (/** @type {string} */ name) => members(`export interface ${name} `);
  const a = torch.tensor([1, 2], { requiresGrad: true });
  const loss = a.exp().mul(2).sum();
  const { nodes, ...rest } = torch.graph.inspect(loss, { nodes: true });
  const known = (/** @type {object} */ value, /** @type {Set<string>} */ keys, /** @type {string} */ what) =>
    assert.deepEqual(
      Object.keys(value).filter((key) => !keys.has(key)),
      [],
      what,
    );
  known(rest, keysOf('BackwardGraph'), 'BackwardGraph');
  for (const node of nodes) {
    known(node, keysOf('GraphNode'), 'GraphNode');
    for (const saved of node.saved)
      known(saved, new Set([...keysOf('SavedValue'), ...keysOf('ShapeInfo')]), 'SavedValue');
  }
  const { events } = torch.graph.recordExecution(() => loss.backward());
  assert.ok(events.length === 4 && nodes.length === 4);
  for (const event of events) assert.deepEqual(Object.keys(event).sort(), [...keysOf('ExecutionEvent')].sort());
});

test('tsc takes a program of a user, and refuses what is wrong', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'seesaw-tensor-types-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const installed = join(folder, 'node_modules/seesaw');
  mkdirSync(join(installed, 'js/tensor'), { recursive: true });
  cpSync(here('../../wasm/package.json'), join(installed, 'package.json'));
  for (const name of ['index.d.ts', 'operator-methods.d.ts', 'operator-functions.d.ts'])
    cpSync(here(`../../wasm/js/tensor/${name}`), join(installed, 'js/tensor', name));
  writeFileSync(join(folder, 'consumer.ts'), readFileSync(here('types/tensor_consumer.ts'), 'utf8'));
  symlinkSync(here('../../web/node_modules'), join(folder, 'tools'));
  const options = {
    target: 'es2022',
    module: 'nodenext',
    moduleResolution: 'nodenext',
    lib: ['es2023', 'esnext.disposable', 'dom'],
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
  await run(tsc, ['-p', folder]).catch((error) => assert.fail(error.stdout));
  // The generated declarations are really what decides.
  writeFileSync(join(installed, 'js/tensor/operator-methods.d.ts'), methods.replaceAll('  unbind(', '  unbound('));
  await assert.rejects(run(tsc, ['-p', folder]), (/** @type {any} */ error) => /unbind/.test(error.stdout));
});
