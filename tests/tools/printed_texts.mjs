/**
 * Texts that PyTorch 2.14 printed while programs ran, read and printed again in the form that they had.
 *
 *   node tests/tools/printed_texts.mjs [FILE.jsonl[.gz]] [--details N]     # a table; the first N that differ
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { Session } from '../../wasm/js/index.js';

const RECORDED = fileURLToPath(new URL('../data/printed_texts.jsonl.gz', import.meta.url));

/** @typedef {'identical' | 'white space' | 'comments' | 'differs' | 'unread'} Verdict */
/** @typedef {{ form: string, text: string, test: string, printed: string, verdict: Verdict }} Row */

/** @param {string} file @returns {[form: string, text: string, test: string][]} */
export function recordedTexts(file = RECORDED) {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** @param {string} text */
const lines = (text) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
/** @param {string} text */
const bare = (text) => lines(text).join('\n');
/** @param {string} text */
const uncommented = (text) =>
  lines(text)
    .filter((line) => !line.startsWith('#'))
    .join('\n');

/** @param {Session} session @param {string} text @returns {{ printed: string, verdict: Verdict }} */
export function printedAgain(session, text) {
  const { handle, readable } = session.read(text);
  if (!readable || handle === undefined) return { printed: '', verdict: 'unread' };
  const printed = session.print(handle, { format: 'read' });
  session.close(handle);
  const verdict =
    printed === text
      ? 'identical'
      : bare(printed) === bare(text)
        ? 'white space'
        : uncommented(printed) === uncommented(text)
          ? 'comments'
          : 'differs';
  return { printed, verdict };
}

/** @param {Session} session @param {[string, string, string][]} texts @returns {Row[]} */
export const judged = (session, texts) =>
  texts.map(([form, text, test]) => ({ form, text, test, ...printedAgain(session, text) }));

/** How many of each verdict, by form. @param {Row[]} rows */
export function counted(rows) {
  /** @type {Record<string, Record<Verdict, number>>} */
  const table = {};
  for (const { form, verdict } of rows)
    for (const key of [form, 'all'])
      (table[key] ??= { identical: 0, 'white space': 0, comments: 0, differs: 0, unread: 0 })[verdict]++;
  return table;
}

/** @param {Row} row */
function showRow({ form, text, test, printed, verdict }) {
  console.log(`----- ${verdict}, ${form}, ${test}`);
  const [given, got] = [text.split('\n'), printed.split('\n')];
  let left = 3;
  for (let at = 0; at < Math.max(given.length, got.length) && left > 0; at++) {
    if (given[at] === got[at]) continue;
    left--;
    console.log(
      `${at + 1} ${JSON.stringify(given[at]?.slice(0, 300))}\n     ${JSON.stringify(got[at]?.slice(0, 300))}`,
    );
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , ...given] = process.argv;
  const at = given.indexOf('--details');
  const details = at < 0 ? 0 : Number(given.splice(at, 2)[1]);
  const session = await Session.create();
  const rows = (given.length === 0 ? [RECORDED] : given).flatMap((file) => judged(session, recordedTexts(file)));
  rows
    .filter((row) => row.verdict !== 'identical')
    .slice(0, details)
    .forEach(showRow);
  console.table(counted(rows));
}
