/**
 * Seeds for the fuzzers: every short text of a recorded corpus, with pass letters in front for `pipeline`, and as
 * Seesaw's JSON for `json`; the JSON of short saved models for `archive`; sources for `capture` and `python`; commands
 * with a text for
 * `session`; three graphs for `pattern`; expressions, schemas, annotations and tree specs for `sym`; bytes for
 * `autograd`.
 *
 *   node scripts/lib/fuzz_seeds.mjs CORPUS OUT      # writes OUT/parse, OUT/pipeline, ...
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Archive, Session, SeesawError } from '../../wasm/js/index.js';

const TARGETS = ['parse', 'pipeline', 'json', 'archive', 'capture', 'python', 'session', 'pattern', 'sym', 'autograd'];
const MAX_BYTES = 6000;
/** Of a target: the run begins with going over them. */
const MAX_SEEDS = 500;
const KEYS = new Set(['str', 'code', 'readable', 'module_str', 'ep_str', 'before_str', 'after_str', 'before_code']);
const LETTERS = ['a', 'A', 'ab', 'aB', 'c', 'dac', 'ea', '!a', '!Ab', 'aecd', 'ba'];

const COMMANDS = [
  'exec',
  'gradients',
  'gradcheck',
  'check',
  'check_values',
  'change',
  'picture',
  'svg',
  'inputs',
  'compare',
  'lines',
  'node',
  'find',
  'copy_nodes',
  'retrace',
  'trace',
  'run',
  'edit',
  'split',
  'constant_fold',
  'check_inputs',
  'names',
  'print',
  'declare',
  'write_archive',
  'read_archive',
];
const ARGUMENTS = [
  'exec {"handle": 1, "inputs": [{"dtype": "f32", "shape": [2, 3], "data": [1, 2, 3, 4, 5, 6]}], "grad": true}',
  'run {"handle": 1, "passes": ["replace_set_grad_with_hop_pass", "shape_prop"], "ambientGrad": false}',
  'gradients {"handle": 1, "seed": 3, "values": {"x": {"fill": 2}}}',
  'change {"handle": 1, "change": {"do": "insert", "text": "torch.ops.aten.relu.default(x)", "after": "x", ' +
    '"users": true}}',
  'edit {"handle": 1, "steps": [{"do": "call_function", "target": "torch.relu", "args": [{"n": 0}]}]}',
  'picture {"handle": 1, "groupBy": "module", "against": 2}',
];
const PATTERN = 'def pattern(x, y):\n    return torch.ops.aten.relu.default(torch.ops.aten.add.Tensor(x, y))\n';
const REPLACEMENT =
  'def replacement(x, y):\n    return torch.ops.aten.clamp_min.default(torch.ops.aten.add.Tensor(x, y), 0)\n';
const ONE_CALL = 'def pattern(x):\n    return torch.ops.aten.sin.default(x)\n';
const ONE_OTHER = 'def replacement(x):\n    return x.cos()\n';
const SMALL = [
  'es0 + 1',
  'e2*s0*s1 + 4',
  'e(s0 + 1)//2',
  'eMax(1, u0)',
  'eMod(s0, 4)',
  'eIntTrueDiv(s0, 2)',
  'eEq(s0, 3) & ~(s1 > 4)',
  'eFloatPow(ToFloat(s0), 0.5)',
  'eWhere(s0 > 2, s0, s1)',
  'e1.0e-5*s0',
  "cAdd(Mul(Integer(2), Symbol('s0', positive=True, integer=True)), Integer(1))",
  "cFloorDiv(Symbol('s0'), Integer(2))",
  'af32[2, s0][s0, 1]cuda:0',
  'aSym(s0 + 1)',
  't[1, {"type": "builtins.tuple", "context": "null", "children_spec": [{"type": null, "context": null, ' +
    '"children_spec": []}]}]',
  'n1_000.5e-3',
  'n-17',
];

/** Texts of graphs anywhere in recorded JSON. @param {any} value @param {Set<string>} out */
function collect(value, out) {
  if (value === null || typeof value !== 'object') return;
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'string' && KEYS.has(key) && inner.length > 0 && inner.length <= MAX_BYTES) out.add(inner);
    else collect(inner, out);
  }
}

/** Python sources anywhere in recorded JSON. @param {any} value @param {Set<string>} out */
function collectSources(value, out) {
  if (value === null || typeof value !== 'object') return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'source' && typeof inner === 'string' && inner.length <= MAX_BYTES) out.add(inner);
    else collectSources(inner, out);
  }
}

/** @param {string} folder @returns {string[]} */
function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)],
  );
}

/** Seeds of each folder, written at the end. @type {Map<string, Set<string>>} */
const seeds = new Map();
/** @param {string} folder @param {string} text */
function write(folder, text) {
  seeds.set(folder, (seeds.get(folder) ?? new Set()).add(text));
}
function writeAll() {
  for (const [folder, all] of seeds) {
    const every = Math.max(1, all.size / MAX_SEEDS);
    let i = 0;
    for (const text of all)
      if (Math.floor(i++ / every) !== Math.floor(i / every))
        writeFileSync(join(folder, createHash('sha1').update(text).digest('hex')), text);
  }
}

const [corpus, out] = process.argv.slice(2);
if (corpus === undefined || out === undefined) {
  console.error('usage: node scripts/lib/fuzz_seeds.mjs CORPUS OUT');
  process.exit(2);
}
/** @type {Set<string>} */
const texts = new Set();
/** @type {Set<string>} */
const sources = new Set();
for (const file of filesBelow(corpus)) {
  if (file.endsWith('.jsonl'))
    for (const row of readFileSync(file, 'utf8').split('\n').filter(Boolean)) collectSources(JSON.parse(row), sources);
  if (file.endsWith('.json')) {
    const recorded = JSON.parse(readFileSync(file, 'utf8'));
    collect(recorded, texts);
    collectSources(recorded, sources);
  }
  if (file.endsWith('.txt')) texts.add(readFileSync(file, 'utf8').slice(0, MAX_BYTES * 4));
}
const folders = Object.fromEntries(TARGETS.map((name) => [name, join(out, name)]));
for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });

for (const [i, source] of [...sources].entries()) {
  write(folders.capture, `#${i % 2 ? 's' : 'n'}\n${source}`);
  write(folders.python, source);
}
for (const text of SMALL) write(folders.sym, text);
let state = 20260;
for (let i = 0; i < 200; ++i) {
  const bytes = Uint8Array.from({ length: 16 + i }, () => (state = (state * 1103515245 + 12345) % 2 ** 31) >> 16);
  writeFileSync(join(folders.autograd, String(i)), bytes);
}

const session = await Session.create({ full: true });
for (const { schema } of session.describe().ops) if (schema) write(folders.sym, `s${schema}`);
let index = 0;
for (const text of texts) {
  write(folders.parse, text);
  write(folders.pipeline, `${LETTERS[index++ % LETTERS.length]}\n${text}`);
  if (text.length > MAX_BYTES / 2) continue;
  const lines = [
    COMMANDS[index % COMMANDS.length],
    COMMANDS[(index * 7) % COMMANDS.length],
    ARGUMENTS[index % ARGUMENTS.length],
  ];
  write(folders.session, `${lines.join('\n')}\n\n${text}`);
  if (text.length < 1500)
    write(folders.pattern, [text, index % 2 ? PATTERN : ONE_CALL, index % 2 ? REPLACEMENT : ONE_OTHER].join('\n---\n'));
  try {
    const { handle } = session.open(text);
    write(folders.json, session.print(handle, { format: 'json' }));
    session.close(handle);
  } catch (error) {
    if (!(error instanceof SeesawError)) throw error;
  }
}
for (const file of filesBelow(corpus).filter((name) => name.endsWith('.pt2'))) {
  const text = await (await Archive.open(readFileSync(file))).program();
  if (text.length <= MAX_BYTES * 2) write(folders.archive, text);
}
writeAll();
console.log(`${texts.size} texts`);
