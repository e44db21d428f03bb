/**
 * `seesaw embed` and `seesaw report`: figures of graphs for other people's pages.
 *
 *   // model.html, model.svg, model.txt, model.json, seesaw/
 *   seesaw embed model.txt --passes cse_pass -o site/figures
 *   seesaw report *.txt --passes cse_pass -o report.html         // one live file
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { renderDiagnostic } from '../diagnostics.js';
import { SeesawError } from '../error.js';
import { copyElement } from './embed/files.js';
import { figureOf } from './embed/figure.js';
import { fragment } from './embed/html.js';
import { reportOf } from './embed/report.js';
import { JSON_FORMAT, statusOf, verdictOfSteps } from './checking.js';
import { CliError } from './input.js';
import { TABS } from '../tabs.js';

/** @typedef {Record<string, any>} Values */
/** @typedef {import('./embed/figure.js').Figure} Figure */
/**
 * Opens a file and hands it to `use`; gives the status, and calls `refused` with the reason if it was not read.
 * @typedef {(path: string, use: (opened: { session: import('../index.js').Session, handle: number, name: string,
 *   text: string | null, passes: import('../index.js').PassRequest[], ambientGrad: boolean, seed: number,
 *   print: import('../index.js').PrintOptions }) => void,
 *   refused: (diagnostics: import('../index.js').Diagnostic[]) => void) => Promise<number>} Open
 */

const THEMES = ['system', 'light', 'dark'];

/** A name of files, from the path of an input. @param {string} path */
const nameFrom = (path) =>
  basename(path)
    .replace(/\.(txt|py|log|pt2)\b/g, '')
    .replace(/[^\p{L}\p{N}_.-]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '') || 'graph';

/** A picture as an address. @param {string} svg */
const inlined = (svg) => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;

/** @param {Values} values */
function tabOf({ tab }) {
  if (tab === undefined || /** @type {readonly string[]} */ (TABS).includes(tab)) return tab;
  throw new CliError(`there is no tab '${tab}'`, `tabs are ${TABS.join(', ')}`);
}

/** @param {Values} values */
function themeOf({ theme }) {
  if (theme === undefined || THEMES.includes(theme)) return theme;
  throw new CliError(`there is no theme '${theme}'`, `themes are ${THEMES.join(', ')}`);
}

/** @param {string[]} files @param {Values} values @returns {{ folder: string, name: string }} */
function placeOf(files, values) {
  const folder = values.output;
  if (files.length !== 1 || folder === undefined)
    throw new CliError(
      files.length !== 1 ? `one file is expected, got ${files.length}` : 'the folder is missing',
      'usage: seesaw embed FILE|- [--passes a,b] -o FOLDER, or seesaw embed --element -o FOLDER',
    );
  const name = values.name ?? nameFrom(files[0]);
  if (!/^[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u.test(name))
    throw new CliError(`--name is a name for files, not '${name}'`, 'letters, digits, _ . and -');
  return { folder, name };
}

/** @param {Figure} figure @param {string} name @param {Values} values @param {string | undefined} tab */
function fragmentOf(figure, name, values, tab) {
  const attributes = {
    readonly: values.edit !== true,
    compact: values.compact === true,
    tab,
    theme: values.theme,
    format: values.format,
    'ambient-grad': values['ambient-grad'],
  };
  const { svg } = figure;
  const picture = svg === null ? null : values.inline ? inlined(svg) : `${values.base ?? ''}${name}.svg`;
  return fragment(figure, { attributes, picture, caption: values.caption });
}

/**
 * Writes the files of a figure, and gives their names and the record, which is one of them.
 * @param {Figure} figure @param {string} folder @param {string} name @param {Values} values @param {string} html
 */
function writeFigure(figure, folder, name, values, html) {
  mkdirSync(folder, { recursive: true });
  const written = {
    html: `${name}.html`,
    text: `${name}.txt`,
    svg: figure.svg === null ? null : `${name}.svg`,
    script: 'seesaw/element/index.js',
  };
  if (values['no-element'] !== true) copyElement(join(folder, 'seesaw'));
  if (figure.svg !== null) writeFileSync(join(folder, `${name}.svg`), figure.svg);
  writeFileSync(join(folder, written.text), figure.result);
  const script = `<script type="module" src="${values.base ?? ''}${written.script}"></script>\n`;
  writeFileSync(join(folder, written.html), html + script);
  const { source, result, why, difference, nodes, passes } = figure;
  const made = { fragment: html, source, result, why, difference, nodes, passes };
  const record = { format: JSON_FORMAT, name, ...written, ...made };
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(record, null, 1)}\n`);
  return { files: { ...written, record: `${name}.json` }, record };
}

/** @param {string[]} files @param {Values} values @param {Open} open @param {(text: string) => void} out */
export async function runEmbed(files, values, open, out) {
  if (values.element === true && files.length === 0 && values.output !== undefined) {
    copyElement(join(values.output, 'seesaw'));
    return 0;
  }
  const { folder, name } = placeOf(files, values);
  const tab = tabOf(values);
  themeOf(values);
  /** @type {Figure | null} */
  let made = null;
  const status = await open(
    files[0],
    // A page says nothing of the machine that it was built on.
    ({ session, handle, ...given }) =>
      (made = figureOf(session, handle, { ...given, name: files[0] === '-' ? 'graph' : basename(given.name) })),
    () => {},
  );
  const figure = /** @type {Figure | null} */ (made);
  if (figure === null) return status;
  process.stderr.write(figure.diagnostics.map((one) => renderDiagnostic(one, figure.name)).join(''));
  if (!figure.ok) return 1;
  const html = fragmentOf(figure, name, values, tab);
  const { files: written, record } = writeFigure(figure, folder, name, values, html);
  const paths = Object.values(written).flatMap((one) => (one === null ? [] : [join(folder, one)]));
  out(values.json ? JSON.stringify(record, null, 2) : paths.join('\n'));
  return 0;
}

/** @param {string[]} files @param {Values} values @param {Open} open @param {string} pytorch */
export async function runReport(files, values, open, pytorch) {
  if (files.length === 0 || values.output === undefined)
    throw new CliError(
      files.length === 0 ? 'a file is missing' : 'the file to write is missing',
      'usage: seesaw report FILE... [--passes a,b] -o REPORT.html',
    );
  const tab = tabOf(values);
  /** @type {import('./embed/report.js').Entry[]} */
  const entries = [];
  for (const file of files) entries.push(await entryOf(file, values, open));
  const title = values.title ?? (files.length === 1 ? files[0] : `${files.length} graphs`);
  const settings = { title, pytorch, tab, ambientGrad: values['ambient-grad'] !== 'off', small: values.small === true };
  writeFileSync(values.output, reportOf(entries, settings));
  return statusOf(/** @type {import('./checking.js').Verdict[]} */ (entries.map(({ verdict }) => verdict)), values);
}

/**
 * @param {string} file
 * @param {Values} values
 * @param {Open} open
 * @returns {Promise<import('./embed/report.js').Entry>}
 */
async function entryOf(file, values, open) {
  /** @type {import('./embed/report.js').Entry} */
  const entry = { name: file, verdict: 'unreadable', figure: null, refused: '' };
  const refused = (/** @type {import('../index.js').Diagnostic[]} */ diagnostics) =>
    (entry.refused = diagnostics.map((one) => renderDiagnostic(one, file)).join(''));
  try {
    await open(
      file,
      ({ session, handle, ...given }) => {
        const figure = figureOf(session, handle, { ...given, check: values.check === true });
        refused(figure.diagnostics);
        entry.verdict = verdictOfSteps({ ok: figure.ok }, figure.steps);
        entry.figure = figure.ok ? figure : null;
      },
      refused,
    );
  } catch (error) {
    // What is wrong with one file is no reason to leave out the others.
    if (error instanceof SeesawError) refused(error.diagnostics);
    else if (error instanceof CliError && error.file !== undefined) entry.refused = error.text();
    else throw error;
    process.stderr.write(entry.refused);
  }
  return entry;
}
