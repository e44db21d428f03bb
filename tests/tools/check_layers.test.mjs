// The layer check can fail: each kind of violation, in a small tree of its own, is reported; a sound tree is not.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const script = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'scripts', 'check_layers');
/** @type {string} */
let folder;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'layers-'));
});
after(() => rmSync(folder, { recursive: true }));

const SOUND = {
  'core/base/arena.h': '#include <cstddef>\n',
  'core/graph/types/dtype.h': '#include "core/base/arena.h"\n',
  'core/graph/ops_table/op_def.h': '#include "core/graph/types/dtype.h"\n',
  'core/graph/ir/graph.h': '#include "core/graph/ops_table/op_def.h"\n#include "core/graph/ir/node.h"\n',
  'core/graph/ir/node.h': '',
  'core/engine/autograd/engine.h': '#include "core/graph/ops_table/op_def.h"\n',
  'core/graph/passes/pass.h': '#include "core/graph/ir/graph.h"\n',
  'core/graph/session/session.h': '#include "core/graph/passes/pass.h"\n',
  'wasm/bindings.cpp': '#include "core/graph/session/session.h"\n',
  'web/src/text/names.js':
    "/** @typedef {import('@codemirror/state').Text} Text a type: document.body, in words */\nexport const names " +
    '= 1;\n',
  'wasm/js/cli/main.js': "import 'node:fs';\n",
  'web/src/model/model.js': "import { names } from '../text/names.js';\nexport const model = names;\n",
  'web/src/features/contract.js': "/** @typedef {import('../model/model.js').Model} Model */\nexport {};\n",
  'web/src/features/graph/panel.js': "import { model } from '../../model/model.js';\nexport default model;\n",
  'web/src/features/edit/bar.js':
    "/** @typedef {import('../contract.js').Model} Model */\nexport const load = () => import('./dialog.js');\n",
  'web/src/features/edit/dialog.js': "/** @typedef {typeof import('./bar.js')} Bar */\nexport {};\n",
  'web/src/app/main.js': "import '../features/edit/bar.js';\nexport class Playground {}\n",
  'tests/core/t.cpp': '#include "wasm/../core/graph/session/session.h"\n#include "core/base/arena.h"\n',
};

/** @param {Record<string, string>} changes @returns {{ status: number | null, output: string }} */
function check(changes) {
  const root = mkdtempSync(join(folder, 'tree-'));
  for (const [path, text] of Object.entries({ ...SOUND, ...changes })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const run = spawnSync(script, [root], { encoding: 'utf8' });
  return { status: run.status, output: run.stdout + run.stderr };
}

test('a sound tree passes', () => assert.deepEqual(check({}).status, 0, check({}).output));

const VIOLATIONS = [
  [
    'upwards',
    'core/base/arena.h',
    '\n#include "core/graph/ir/graph.h"\n',
    'core/base/arena.h:2: core/base must not include core/graph/ir: it is above it',
  ],
  [
    'with blanks',
    'core/graph/ops_table/op_def.h',
    '  #  include "core/graph/passes/pass.h"\n',
    'core/graph/ops_table/op_def.h:1: core/graph/ops_table must not include core/graph/passes',
  ],
  [
    'the first module includes the second',
    'core/graph/ir/node.h',
    '#include "core/engine/autograd/engine.h"\n',
    'core/graph/ir must not include core/engine/autograd: it is above it',
  ],
  [
    'tensors include graphs',
    'core/engine/autograd/engine.h',
    '#include "core/graph/ir/graph.h"\n',
    'core/engine/autograd must not include core/graph/ir: tensors know no graph',
  ],
  [
    'core includes wasm',
    'core/graph/session/session.h',
    '#include "wasm/bindings.cpp"\n',
    'core/graph/session must not include wasm',
  ],
  ['core includes tests', 'core/graph/session/session.h', '#include "tests/core/t.cpp"\n', 'belongs to the tests'],
  [
    'nothing there',
    'core/graph/ir/node.h',
    '#include "core/graph/ir/gone.h"\n',
    'core/graph/ir/node.h:1: there is no core/graph/ir/gone.h',
  ],
  ['relative path', 'core/graph/ir/graph.h', '#include "node.h"\n', 'there is no node.h'],
  ['unknown folder', 'core/other/x.h', '', 'core/other/x.h:1: is in no known layer'],
  [
    'a module of the page, upwards',
    'web/src/model/model.js',
    "\nimport '../features/edit/bar.js';\n",
    'web/src/model/model.js:2: web/src/model must not import web/src/features: it is above it',
  ],
  [
    'upwards when it is loaded later',
    'web/src/text/names.js',
    "export const load = () => import('../features/contract.js');\n",
    'web/src/text must not import web/src/features',
  ],
  [
    'upwards for a type alone',
    'web/src/model/model.js',
    "/** @type {import('../app/main.js').Page} */\nexport const page = null;\n",
    'web/src/model/model.js:1: web/src/model must not import web/src/app',
  ],
  [
    'a feature imports another',
    'web/src/features/graph/panel.js',
    "export * from '../edit/bar.js';\n",
    'the feature graph must not import the feature edit',
  ],
  [
    'what features share imports one',
    'web/src/features/contract.js',
    "import './graph/panel.js';\n",
    'what features share must not import the feature graph',
  ],
  [
    'a circle',
    'web/src/features/edit/dialog.js',
    "import './bar.js';\n",
    'imports itself in a circle: web/src/features/edit/bar.js -> web/src/features/edit/dialog.js -> ' +
      'web/src/features/edit/bar.js',
  ],
  [
    'the class of the page outside of app',
    'web/src/features/graph/panel.js',
    '\n/** @param {Playground} page */\nexport const f = (page) => page;\n',
    'web/src/features/graph/panel.js:2: only web/src/app knows the class of the page',
  ],
  ['nothing there, in the page', 'web/src/text/names.js', "import './gone.js';\n", 'there is no web/src/text/gone.js'],
  [
    'the model imports a package',
    'web/src/model/model.js',
    "\nimport { html } from 'lit';\n",
    'web/src/model/model.js:2: must not import lit: it runs without a screen',
  ],
  [
    'a text imports a package when it is asked',
    'web/src/text/names.js',
    "export const load = () => import('@codemirror/state');\n",
    'web/src/text/names.js:1: must not import @codemirror/state',
  ],
  [
    'the model knows the document',
    'web/src/model/model.js',
    "export const page = () => document.querySelector('main');\n",
    'web/src/model/model.js:1: must not use document.query',
  ],
  [
    'what runs in browsers imports of Node',
    'wasm/js/engine.js',
    "export const read = () => import('node:fs');\n",
    'wasm/js/engine.js:1: runs in browsers, which have no node:fs',
  ],
  ['unknown folder of the page', 'web/src/other/x.js', '', 'web/src/other/x.js:1: is in no known layer'],
];
for (const [name, path, text, message] of VIOLATIONS) {
  test(`found: ${name}`, () => {
    const { status, output } = check({ [path]: text });
    assert.equal(status, 1, output);
    assert.ok(output.includes(message), output);
    assert.ok(output.includes('1 violations'), output);
  });
}
