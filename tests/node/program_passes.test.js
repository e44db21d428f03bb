/**
 * What each pass makes of 300 programs made by chance, of PyTorch 2.6.0 and of 2.14.1: the same text
 * (data/program_passes_2.6.jsonl.gz and program_passes_2.14.jsonl.gz, recorded by
 * tools/oracle/record_program_passes.py). The list of what differs may only become shorter.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { Session } from '../../wasm/js/index.js';

/** @typedef {{ pass: string, options: Record<string, any>, before: number, after?: number | null, error?: any }} Run */

/** PyTorch's own package is not whole there. @param {Run} run */
const comparable = (run) => !/'_OpNamespace' 'pt2e_quant'/.test(run.error?.message ?? '');

/** @param {string} torch @returns {{ name: string, texts: string[], passes: Run[] }[]} */
const rowsOf = (torch) =>
  gunzipSync(readFileSync(new URL(`../data/program_passes_${torch}.jsonl.gz`, import.meta.url)))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** @type {Record<string, Record<string, string[]>>} */
const NOT_YET = JSON.parse(readFileSync(new URL('../data/program_passes_not_yet.json', import.meta.url), 'utf8'));

/** Passes that PyTorch runs with a signature; of the others the graphs are compared: Seesaw's signatures follow. */
const SIGNED = new Set([
  'lift_constants_pass',
  'replace_set_grad_with_hop_pass',
  'replace_autocast_with_hop_pass',
  'common_getitem_elimination',
  'run_decompositions',
]);

/** @type {Session} */
let session;
before(async () => {
  session = await Session.create({ full: true });
});

/** @param {Run} run */
const title = ({ pass, options }) => [pass, options.table ?? options.banned].filter((part) => part).join(' ');

/** Passes that trace a graph anew give new numbers to what only a run tells; the recorder ran several in a row. */
const RETRACED = new Set([
  'identity_retrace',
  'replace_view_ops_with_view_copy_ops',
  'functionalize_side_effectful_ops',
  'shape_prop',
  'run_decompositions',
]);

/** Symbols that only a run tells, numbered as they occur. @param {string} text */
function renumbered(text) {
  /** @type {Map<string, string>} */
  const numbers = new Map();
  return text.replace(/\bu\d+\b/g, (symbol) => {
    if (!numbers.has(symbol)) numbers.set(symbol, `u${numbers.size}`);
    return /** @type {string} */ (numbers.get(symbol));
  });
}

/** A text as it is compared. @param {Run} run @param {string} text @param {string} before */
function compared({ pass, error }, text, before) {
  let out = SIGNED.has(pass) || !text.startsWith('ExportedProgram') ? text : text.split('\nGraph signature:')[0];
  // shape_prop also tells sizes that are symbols, which PyTorch's leaves out.
  if (pass === 'shape_prop') out = out.replace(/: "Sym\([^"]*\)"/g, '');
  if (RETRACED.has(pass)) out = renumbered(out);
  // Ranges of symbols that passes before this one made.
  const known = /Range constraints: (.*)/.exec(before)?.[1] ?? '';
  out = out.replace(/(?<=Range constraints: .*)(, )?\bu\d+: VR\[[^\]]*\]/g, (range) =>
    known.includes(range.replace(', ', '')) ? range : '',
  );
  // A text tells the innermost frame of a trace alone.
  if (/Original traceback:\n *File .*\n.*\n *File /.test(error?.message ?? ''))
    out = out.split('\nOriginal traceback:')[0];
  // A text does not tell whether a trace begins with spaces. Addresses and N differ from process to process.
  out = out.replace(/\n +File "/g, '\nFile "').replace(/ at 0x[0-9a-f.]+/g, ' at 0x...');
  return out.replace(/<eval_with_key>\.\d+/g, '<eval_with_key>.N').trimEnd();
}

/** @param {string} text @param {Run} run @param {'2.6' | '2.14'} torch */
function made(text, run, torch) {
  const { handle } = session.open(text, { torch });
  const result = session.run(/** @type {number} */ (handle), [{ name: run.pass, options: run.options }]);
  const error = result.reports[0].diagnostics.find((/** @type {any} */ one) => one.severity === 'error');
  const program = text.startsWith('ExportedProgram') && run.pass !== 'unlift_module';
  const printed = error
    ? `${error.exception}: ${error.message}`
    : session.print(result.handle, program ? { format: 'program' } : { format: 'readable', plain: true });
  session.close(/** @type {number} */ (handle));
  if (result.handle !== handle) session.close(result.handle);
  return printed;
}

/** @param {string} text @param {Run} run @param {string[]} texts @param {'2.6' | '2.14'} torch */
function same(text, run, texts, torch) {
  const wanted = run.error
    ? `${run.error.type}: ${run.error.message}`
    : texts[run.after === null || run.after === undefined ? run.before : run.after];
  try {
    // The recorder keeps 600 characters of a message.
    const got = made(text, run, torch).slice(0, run.error ? `${run.error.type}: `.length + 600 : undefined);
    return compared(run, got, text) === compared(run, wanted, text);
  } catch {
    return false;
  }
}

for (const torch of /** @type {const} */ (['2.6', '2.14'])) {
  test(`${torch}: what each pass makes of 300 programs`, () => {
    const rows = rowsOf(torch);
    assert.equal(rows.length, 300);
    /** @type {Record<string, string[]>} */
    const differ = {};
    /** @type {Record<string, number>} */
    const counts = {};
    for (const { name, texts, passes } of rows)
      for (const run of passes.filter(comparable)) {
        const key = title(run);
        counts[key] = (counts[key] ?? 0) + 1;
        if (!same(texts[run.before], run, texts, torch)) (differ[key] ??= []).push(name);
      }
    if (process.env.SEESAW_RATES)
      for (const [key, count] of Object.entries(counts))
        console.log(`${torch} ${key}: ${count - (differ[key]?.length ?? 0)} of ${count}`);
    assert.deepEqual(differ, NOT_YET[torch] ?? {});
  });
}
