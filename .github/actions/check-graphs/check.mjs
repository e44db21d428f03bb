/**
 * What the action does: `seesaw check` on all files, its diagnostics as annotations, a table in the summary, and the
 * report. What it is told stands in the environment (action.yml). Its exit status is that of `check`.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const env = process.env;
const GRAPH = /\.(txt|py|pt2)$/;
const lines = (/** @type {string | undefined} */ text) =>
  (text ?? '')
    .split('\n')
    .map((one) => one.trim())
    .filter(Boolean);

/** @param {string} path @returns {string[]} */
function filesOf(path) {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => GRAPH.test(name))
    .sort()
    .map((name) => join(path, name));
}

/** @param {string[]} args */
function seesaw(args) {
  const [command, ...given] = (env.SEESAW_COMMAND ?? 'npx --no-install seesaw').split(' ');
  return spawnSync(command, [...given, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 });
}

/** A text in a command of the runner. @param {string} text */
const data = (text) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
/** @param {string} text */
const property = (text) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** @param {string} file @param {any} diagnostic */
function annotation(file, { severity, message, line, column, notes = [] }) {
  const level = severity === 'error' ? 'error' : severity === 'warning' ? 'warning' : 'notice';
  const place = line === undefined ? '' : `,line=${line}${column === undefined ? '' : `,col=${column}`}`;
  const said = [message, ...notes.map((/** @type {any} */ note) => note.message)].join('\n');
  return `::${level} file=${property(file)}${place}::${data(said)}\n`;
}

/** What a file has to say in a cell. @param {any} one */
function remark({ diagnostics, passes = [], calls, judged }) {
  const wrong = passes.find((/** @type {any} */ { verdict }) => verdict !== 'equal');
  if (wrong !== undefined) return `${wrong.pass}: ${wrong.message}`;
  if (diagnostics.length > 0) return diagnostics[0].message;
  return calls === undefined ? `${passes.length} passes keep results` : `${judged} of ${calls} calls judged`;
}

const files = lines(env.SEESAW_FILES).flatMap(filesOf);
if (files.length === 0) {
  process.stdout.write('::error::there is no graph in what the input files names\n');
  process.exit(2);
}
const asked = [
  ...(env.SEESAW_PASSES ? ['--passes', env.SEESAW_PASSES] : []),
  ...lines(env.SEESAW_OPTIONS).flatMap((option) => ['--option', option]),
  ...(env.SEESAW_ALLOW_UNKNOWN === 'true' ? ['--allow-unknown'] : []),
];
const { status, stdout, stderr, error } = seesaw(['check', ...files, ...asked, '--json']);
if (error !== undefined || !stdout.startsWith('{')) {
  process.stdout.write(`::error::${data(error?.message ?? stderr)}\n`);
  process.exit(2);
}
const checked = JSON.parse(stdout);
for (const { file, diagnostics } of checked.files)
  for (const one of diagnostics) process.stdout.write(annotation(file, one));
process.stderr.write(stderr);

const cell = (/** @type {string} */ text) => text.replace(/[|\n<>]/g, ' ');
const rows = checked.files.map(
  (/** @type {any} */ one) => `| ${cell(one.file)} | ${one.verdict} | ${cell(remark(one))} |\n`,
);
const table = `### Graphs: ${checked.verdict}\n\n| file | verdict | |\n|---|---|---|\n${rows.join('')}`;
process.stdout.write(table);
if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, table);
if (env.GITHUB_OUTPUT) appendFileSync(env.GITHUB_OUTPUT, `verdict=${checked.verdict}\n`);
if (env.SEESAW_REPORT) {
  const check = env.SEESAW_PASSES ? ['--check'] : [];
  const made = seesaw(['report', ...files, ...asked, ...check, '--title', 'Graphs', '-o', env.SEESAW_REPORT]);
  if (made.error !== undefined || made.status === null)
    process.stdout.write(`::warning::no report: ${data(String(made.error))}\n`);
}
process.exitCode = status ?? 2;
