/**
 * Programs as torch.export gives them to a person, of PyTorch 2.6.0 and 2.14.1, non-strict and strict: the same text
 * from `trace` with that version (data/exports_2.6.jsonl.gz and exports_2.14.jsonl.gz, recorded by
 * oracle/record_exports.py from exports_sources.jsonl.gz, which oracle/choose_exports.mjs chooses). The list of what
 * differs may only become shorter.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { Session, SeesawError } from '../../wasm/js/index.js';
import { SEESAW } from './support.js';
import { REFUSED_SOURCES } from './refused_sources.js';

/** @param {string} name @returns {any[]} */
const lines = (name) =>
  gunzipSync(readFileSync(new URL(`../data/${name}.jsonl.gz`, import.meta.url)))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Sets of rows that each have both modes; those that name what differs. */
const NAMED = [
  'ordinary',
  'data_dependent',
  'ported',
  'foreign_p',
  'foreign_q',
  'foreign_r',
  'foreign_s',
  'foreign_t',
  'foreign_u',
  'foreign_v',
  'foreign_w',
  'foreign_x',
  'foreign_y',
  'foreign_z',
  'foreign_aa',
  'foreign_bb',
  'numpy_numbers',
  'numpy_traced',
  'found_sizes',
  'told_sizes',
  'asked_sizes',
  'plain_values',
  'names_and_views',
  'python_operators',
  'python_library',
  'contiguity',
  'review_found',
  'size_names',
  'size_numbers',
  'export_forms',
  'decomposed',
];
const KINDS = ['stray', 'modes', ...NAMED];
const sources = new Map(
  ['exports', 'found', ...KINDS].flatMap((name) => lines(`${name}_sources`)).map((row) => [row.name, row]),
);
/** @type {Record<string, Record<string, string[]>>} */
const NOT_YET = JSON.parse(readFileSync(new URL('../data/exports_not_yet.json', import.meta.url), 'utf8'));

/** @type {Session} */
let session;
before(async () => {
  session = await Session.create({ full: true });
});

/** @param {string} name @param {string} mode @param {'2.6' | '2.14'} torch @param {boolean} [decomposed] */
function captured(name, mode, torch, decomposed = false) {
  const { source, inputs } = sources.get(name);
  const said = /strict\s*=\s*(True|False)/.test(source);
  const { handle } = session.trace(source, {
    file: `/models/${name}.py`,
    torch,
    ...(inputs ? { inputs } : {}),
    ...(said ? {} : { strict: mode === 'strict' }),
  });
  const made = decomposed ? session.run(/** @type {number} */ (handle), ['run_decompositions']) : { handle };
  const printed = session.print(/** @type {number} */ (made.handle), { format: 'program' });
  session.close(/** @type {number} */ (handle));
  return printed;
}

/** @param {string} text */
const plain = (text) =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('#'))
    .join('\n');

/**
 * What PyTorch printed with lines of code that Dynamo made has other comments.
 * @param {string} got @param {string} want @returns {[string, string]}
 */
const comparable = (got, want) =>
  got !== want && want.includes('<eval_with_key>') ? [plain(got), plain(want)] : [got, want];

/** @param {'2.6' | '2.14'} torch @param {string} mode @param {'ep' | 'decomposed'} what */
function differing(torch, mode, what) {
  const rows = lines(`exports_${torch}`).filter((row) => row[mode]?.[what] !== undefined);
  const differ = rows.filter((row) => {
    try {
      return captured(row.name, mode, torch, what === 'decomposed') !== row[mode][what];
    } catch {
      return true;
    }
  });
  return { count: rows.length, differ: differ.map((row) => row.name) };
}

for (const torch of /** @type {const} */ (['2.6', '2.14'])) {
  for (const mode of ['nonstrict', 'strict']) {
    test(`${torch}, ${mode}: what print(ep) prints`, () => {
      const { count, differ } = differing(torch, mode, 'ep');
      assert.ok(count > 140, String(count));
      assert.deepEqual(differ, NOT_YET[torch][mode], `${count - differ.length} of ${count} are the same`);
    });
  }
  test(`${torch}: what run_decompositions() makes of it`, () => {
    const { count, differ } = differing(torch, 'nonstrict', 'decomposed');
    assert.deepEqual(differ, NOT_YET[torch].decomposed, `${count - differ.length} of ${count} are the same`);
  });
}

/** What is not as PyTorch has it yet, with its cause. @type {Map<string, string>} */
const KINDS_NOT_YET = new Map([
  ['2.6, strict: mode_decorated', 'a decorated function that calls another one of the same function'],
  ...NAMED.flatMap((name) =>
    Object.entries(JSON.parse(readFileSync(new URL(`../data/${name}_not_yet.json`, import.meta.url), 'utf8'))),
  ),
]);

// data/stray_*, modes_*, ordinary_*, data_dependent_*, ported_*, foreign_p_* to foreign_bb_*, numpy_traced_*,
// asked_sizes_*, contiguity_*, review_found_*, size_names_*, size_numbers_*, found_sizes_*, plain_values_*,
// names_and_views_*,
// python_operators_*, python_library_* and export_forms_*, recorded with both by oracle/record_exports.py from what
// stray_sources.py and so on write; ported_* are the programs of PyTorch's export tests.
for (const torch of /** @type {const} */ (['2.6', '2.14'])) {
  for (const row of KINDS.flatMap((name) => lines(`${name}_${torch}`))) {
    for (const mode of ['nonstrict', 'strict']) {
      if (row[mode] === undefined) continue; // PyTorch ended without an answer
      const name = `${torch}, ${mode}: ${row.name}`;
      const differs = KINDS_NOT_YET.get(name);
      test(`${name}${differs ? ` (not yet: ${differs})` : ''}`, () => {
        const check = () => {
          if (row[mode].ep !== undefined)
            return assert.equal(...comparable(captured(row.name, mode, torch), row[mode].ep));
          assert.throws(() => captured(row.name, mode, torch), SeesawError);
        };
        if (differs) assert.throws(check);
        else check();
      });
    }
  }
}

/** What is not as PyTorch has it yet, with its cause. @type {Map<string, string>} */
const FOUND_NOT_YET = new Map([
  ['attr14_generic_alias, strict', 'attributes that forward sets, in strict capture'],
  ...REFUSED_SOURCES,
  ['cause_spectral_train_new, nonstrict', 'div with out='],
  ['cause_spectral_train_new, strict', 'div with out='],
]);

// data/found_2.14.jsonl.gz, recorded in the same way from what oracle/found_sources.py writes.
for (const row of lines('found_2.14')) {
  for (const mode of ['nonstrict', 'strict']) {
    const differs = FOUND_NOT_YET.get(`${row.name}, ${mode}`);
    test(`2.14, ${mode}: ${row.name}${differs ? ` (not yet: ${differs})` : ''}`, () => {
      const check = () => {
        if (row[mode].ep !== undefined) assert.equal(captured(row.name, mode, '2.14'), row[mode].ep);
        else assert.throws(() => captured(row.name, mode, '2.14'), SeesawError);
      };
      if (differs) assert.throws(check);
      else check();
    });
  }
}

test('the command line captures as a version and prints what print(ep) prints', () => {
  const run = (/** @type {string[]} */ ...args) =>
    spawnSync(process.execPath, [...SEESAW, 'trace', '-', ...args], {
      input: sources.get('made_and_exported').source,
      encoding: 'utf8',
    });
  assert.match(
    run('--torch', '2.14').stdout,
    /^ExportedProgram:[^]*\n {4}p_linear_weight: PARAMETER target='linear.weight'\n/,
  );
  assert.match(run('--torch', '2.14', '--stage', 'graph').stdout, /^class <lambda>[^]*arg0_1/);
  assert.match(run('--stage', 'last').stderr, /--stage is program or graph, not 'last'/);
});

test('the newer default is non-strict, the older strict', () => {
  const { source } = sources.get('made_and_exported');
  const strict = (/** @type {'2.6' | '2.14'} */ torch) =>
    !session
      .print(/** @type {number} */ (session.trace(source, { torch }).handle), { format: 'program' })
      .includes('nn/modules/linear.py');
  assert.equal(strict('2.6'), true);
  assert.equal(strict('2.14'), false);
});

test('the stage before the passes of torch.export has numbers for names', () => {
  const { source } = sources.get('made_and_exported');
  const { handle } = session.trace(source, { torch: '2.14', stage: 'graph' });
  assert.match(session.print(/** @type {number} */ (handle)), /def forward\(self, arg0_1: "f32\[2, 16\]", arg1_1/);
  assert.throws(() => session.trace(source, { stage: /** @type {any} */ ('last') }), /stage is 'program' or 'graph'/);
  assert.throws(() => session.trace(source, { torch: /** @type {any} */ ('2.5') }), /torch is '2.6' or '2.14'/);
});
