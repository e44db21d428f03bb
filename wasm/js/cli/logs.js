/**
 * `seesaw graphs`: logs of compilations as a tree, and `LOG#ID/STAGE` as an input of every command.
 *
 *   seesaw graphs trace.log
 *   seesaw graphs FOLDER --json
 *   seesaw graphs trace.log --pick 0/0/joint
 */
import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { failure } from '../error.js';
import { bytesSource } from '../archive/zip.js';
import { renderDiagnostic } from '../diagnostics.js';
import { openLogs } from '../logs/index.js';
import { MOST } from '../logs/tree.js';
import { JSON_FORMAT } from './checking.js';
import { counted } from './execution.js';
import { CliError, readBytes, statOf } from './input.js';

/** @typedef {import('../logs/index.js').Logs} Logs */
/** @typedef {import('../logs/index.js').LogFile} LogFile */
/** @typedef {import('../logs/tree.js').CompileRow} CompileRow */
/** @typedef {import('../logs/tree.js').GraphRow} GraphRow */

/** Folders in folders. */
const DEEPEST = 12;
/** Milliseconds without an answer before somebody at a terminal hears how far it is. */
const PATIENCE = 300;
const REMEDY = 'record one with TORCH_TRACE=FOLDER, or with TORCH_LOGS=graph_code,aot_graphs,post_grad_graphs';
/** Graphs that are named where one is to be chosen. */
const NAMED = 8;
const WIDTH = 116;

/**
 * A file that is opened for each read: a folder has more of them than may be open.
 * @param {string} path
 * @param {number} size
 */
const fileOf = (path, size) => ({
  size,
  async read(/** @type {number} */ from, /** @type {number} */ length) {
    const bytes = new Uint8Array(length);
    const file = openSync(path, 'r');
    try {
      let done = 0;
      for (let count = -1; done < length && count !== 0; done += count)
        count = readSync(file, bytes, done, length - done, from + done);
      return bytes.subarray(0, done);
    } finally {
      closeSync(file);
    }
  },
});

/**
 * All files below a folder, by their names in it; `left`: what is not read, and why.
 * @param {string} folder
 */
function filesOf(folder) {
  /** @type {LogFile[]} */
  const files = [];
  /** @type {{ name: string, message: string }[]} */
  const left = [];
  const open = [{ path: '', depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const entries = readdirSync(join(folder, next.path), { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    );
    for (const entry of entries) {
      const path = next.path === '' ? entry.name : `${next.path}/${entry.name}`;
      if (entry.isDirectory()) {
        if (next.depth < DEEPEST) open.push({ path, depth: next.depth + 1 });
        else left.push({ name: path, message: `this folder is deeper than ${DEEPEST}; it is left out` });
      } else {
        const remark = unreadable(entry, join(folder, path));
        if (remark !== null) left.push({ name: path, message: `${remark}; it is left out` });
        else files.push({ name: path, source: fileOf(join(folder, path), statOf(join(folder, path)).size) });
      }
      // Of ten times as many files some may be none of a log.
      if (files.length + left.length > 10 * MOST.logs)
        throw new CliError(
          'this folder has too many files to be a folder of logs',
          'give a folder inside of it',
          folder,
        );
    }
  }
  return { files: files.sort((a, b) => (a.name < b.name ? -1 : 1)), left };
}

/**
 * Why this is no file to be read; null if it is one. Links to files are followed; links to folders are not, for they
 * may lead in a circle.
 * @param {import('node:fs').Dirent} entry @param {string} path
 */
function unreadable(entry, path) {
  if (entry.isFile()) return null;
  if (!entry.isSymbolicLink()) return 'this is neither a file nor a folder';
  try {
    const target = statSync(path);
    if (target.isFile()) return null;
    return target.isDirectory() ? 'this is a link to a folder' : 'this link does not lead to a file';
  } catch {
    return 'this link leads nowhere';
  }
}

/** Says on a terminal how far the reading is, if it takes long. */
function progressOf() {
  if (!process.stderr.isTTY) return { progress: undefined, end: () => {} };
  const begin = Date.now();
  let shown = 0;
  return {
    progress: (/** @type {number} */ done, /** @type {number} */ of) => {
      const now = Date.now();
      if (now - begin < PATIENCE || now - shown < 100) return;
      shown = now;
      process.stderr.write(`\rreading: ${Math.floor((100 * done) / of)} % of ${megabytes(of)}`);
    },
    end: () => shown > 0 && process.stderr.write('\r\x1b[K'),
  };
}

/** @param {number} bytes */
const megabytes = (bytes) =>
  bytes < 1e5 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;

/** Logs that were read: a comparison names one twice. @type {Map<string, Promise<Logs>>} */
const known = new Map();

/** The same, once. @param {string} path @param {Uint8Array | null} [bytes] of standard input */
export function readLogs(path, bytes = null) {
  const logs = known.get(path) ?? readAnew(path, bytes);
  known.set(path, logs);
  return logs;
}

/**
 * Reads a log, a folder or a zip file of them. A SeesawError or CliError says what is wrong with it.
 * @param {string} path @param {Uint8Array | null} bytes of standard input
 * @returns {Promise<Logs>}
 */
async function readAnew(path, bytes) {
  const folder = path !== '-' && statOf(path).isDirectory();
  const given = path === '-' ? (bytes ?? readBytes(path)) : bytes;
  const one = () => ({
    name: path === '-' ? '<stdin>' : path,
    source: given === null ? fileOf(path, statOf(path).size) : bytesSource(given),
  });
  const { files, left } = folder ? filesOf(path) : { files: [one()], left: [] };
  const stop = new AbortController();
  const stopped = () => stop.abort(failure('log', 'stopped'));
  const { progress, end } = progressOf();
  process.once('SIGINT', stopped);
  try {
    return await openLogs(files, { folder, left, signal: stop.signal, ...(progress ? { progress } : {}) });
  } finally {
    process.removeListener('SIGINT', stopped);
    end();
  }
}

/** What there is to choose from. @param {Logs} logs @param {string} path */
function choose({ graphs }, path) {
  const names = graphs.slice(0, NAMED).map((one) => `${path}#${one.pick}`);
  const more = graphs.length > NAMED ? `, ... (seesaw graphs ${path} lists them)` : '';
  return new CliError(
    `this is a log with ${graphs.length} graphs, and one is expected`,
    `name it: ${names.join(', ')}${more}`,
    path,
  );
}

/**
 * The text of a graph of a log as an input. Without a name the only one; for a text without graphs null,
 * to be read as a graph itself.
 * @param {string} path @param {string | null} pick @param {Uint8Array | null} [bytes]
 * @returns {Promise<import('./input.js').Input>}
 */
export async function openPicked(path, pick, bytes = null) {
  const shown = path === '-' ? '<stdin>' : path;
  const logs = await readLogs(path, bytes);
  const close = async () => {};
  if (pick === null && logs.graphs.length > 1) throw choose(logs, shown);
  if (pick === null && logs.graphs.length === 0) {
    const records = logs.logs.reduce((sum, log) => sum + log.records, 0);
    if (records === 0) return { name: shown, text: null, close };
    throw new CliError(noGraphs(logs), REMEDY, shown);
  }
  const graph = pick === null ? logs.graphs[0] : logs.find(pick);
  return { name: `${shown}#${graph.pick}`, text: await logs.text(graph), close };
}

/** @param {Logs} logs */
function noGraphs({ logs }) {
  const records = logs.reduce((sum, log) => sum + log.records, 0);
  const lines = logs.reduce((sum, log) => sum + log.lines, 0);
  if (logs.length === 0) return 'there is no log in it';
  return records > 0
    ? `there is no graph among the ${counted(records, 'record')} of this log`
    : `there is no graph in ${lines === 1 ? 'this line' : `these ${lines} lines`}, and no head of a log`;
}

/** @param {string} text @param {string} indent */
function clipped(text, indent) {
  const lines = text.split('\n').map((one) => one.trim());
  const line = lines.filter((one) => one !== '').join(' ');
  return `${indent}${line.length > WIDTH ? `${line.slice(0, WIDTH)}…` : line}\n`;
}

/** @param {number} seconds */
const shortTime = (seconds) => (seconds < 0.0995 ? `${Math.round(1e3 * seconds)} ms` : `${seconds.toFixed(2)} s`);

/** The first line of a compilation. @param {CompileRow} row */
function heading(row) {
  const place =
    row.frame === null ? '' : ` ${row.frame.name} (${row.frame.file.replace(/^.*\//, '')}:${row.frame.line})`;
  const { total, ...parts } = row.seconds;
  const shares = Object.entries(parts).map(([name, value]) => `${name} ${shortTime(value)}`);
  const facts = [
    row.time?.slice(-15, -3) ?? '',
    total === undefined ? '' : shortTime(total),
    shares.length === 0 ? '' : `(${shares.join(', ')})`,
    row.guards === null ? '' : `${row.guards} guards`,
    row.attempts > 1 ? `${row.attempts} attempts` : '',
    row.caches.join(', '),
  ].filter((fact) => fact !== '');
  return `${row.scope}${row.id}${row.run === 1 ? '' : `~${row.run}`}${place}  ${facts.join('  ')}\n`;
}

/** @param {CompileRow} row @param {number} width @param {(index: number) => string} name */
function renderCompile(row, width, name) {
  const told = (/** @type {import('../logs/tree.js').Reasons} */ kind, /** @type {string} */ word) => [
    ...row[kind].map((reason) => clipped(`${word}: ${reason}`, '    ')),
    ...(row.omitted[kind] === undefined ? [] : [`    ${word}: … and ${row.omitted[kind]} more\n`]),
  ];
  const said = [
    ...told('recompiled', 'recompiled'),
    ...told('breaks', 'graph break'),
    ...told('restarts', 'restarted'),
    ...(row.failure === null ? [] : [clipped(`failed: ${row.failure}`, '    ')]),
  ];
  const graphs = row.graphs.map((one) => {
    const from = one.before === null ? '' : `  from ${name(one.before)}`;
    const whole = one.whole ? '' : '  not whole';
    const nodes = `${String(one.nodes).padStart(6)} node${one.nodes === 1 ? ' ' : 's'}`;
    const index = String(one.index + 1).padStart(6);
    return `${index}  ${one.pick.padEnd(width)}  ${nodes}  line ${one.line}${from}${whole}\n`;
  });
  return heading(row) + said.join('') + graphs.join('');
}

/** @param {Logs} logs */
function renderTree(logs) {
  const width = Math.min(60, Math.max(0, ...logs.graphs.map((one) => one.pick.length)));
  const kinds = { trace: 'TORCH_TRACE', text: 'TORCH_LOGS', files: 'of tlparse', none: 'no log' };
  const heads = logs.logs
    .filter((log) => log.kind !== 'files')
    .map(
      (log) =>
        `${log.name}: ${kinds[log.kind]}, ${megabytes(log.bytes)}, ` +
        `${log.lines.toLocaleString('en-US')} lines, ${counted(log.graphs, 'graph')}\n`,
    );
  const name = (/** @type {number} */ index) => logs.graphs[index].stage;
  return `${heads.join('')}${logs.compiles.map((row) => `\n${renderCompile(row, width, name)}`).join('')}`;
}

/** A compilation as JSON: without places. @param {CompileRow} row @param {Logs} logs */
function plainCompile({ index: _index, log, mappings, graphs, started: _started, scope: _scope, ...row }, logs) {
  return {
    ...row,
    log: logs.logs[log].name,
    provenance: mappings !== null,
    graphs: graphs.map(({ place: _place, order: _order, index, before, ...graph }) => ({
      number: index + 1,
      ...graph,
      before: before === null ? null : logs.graphs[before].pick,
    })),
  };
}

/** @param {string[]} files @param {Record<string, any>} values @param {(text: string) => void} out */
export async function runGraphs(files, values, out) {
  const [file] = files;
  if (files.length !== 1)
    throw new CliError(
      files.length === 0 ? 'a log is missing' : `one log or folder is expected, got ${files.length}`,
      'usage: seesaw graphs LOG|FOLDER|- [--pick ID/STAGE] [--json]',
    );
  const shown = file === '-' ? '<stdin>' : file;
  /** @type {Logs} */
  let logs;
  try {
    logs = await readLogs(file);
    if (values.pick !== undefined) {
      const graph = logs.find(values.pick);
      out(await logs.text(graph));
      return 0;
    }
  } catch (error) {
    const { diagnostics } = /** @type {any} */ (error);
    if (!Array.isArray(diagnostics)) throw error;
    process.stderr.write(diagnostics.map((one) => renderDiagnostic(one, shown)).join(''));
    return 2;
  }
  const none = logs.graphs.length === 0 ? [new CliError(noGraphs(logs), REMEDY, shown)] : [];
  if (values.json) {
    const compiles = logs.compiles.map((row) => plainCompile(row, logs));
    out(
      JSON.stringify(
        { format: JSON_FORMAT, logs: logs.logs, compiles, diagnostics: logs.diagnostics, suppressed: logs.suppressed },
        null,
        2,
      ),
    );
  } else out(renderTree(logs));
  for (const { file: of, ...diagnostic } of logs.diagnostics) process.stderr.write(renderDiagnostic(diagnostic, of));
  if (logs.suppressed > 0) process.stderr.write(`${shown}: note: ${logs.suppressed} more not shown\n`);
  for (const error of none) process.stderr.write(error.text());
  const nothing = logs.logs.every((log) => log.kind === 'none');
  return none.length === 0 ? 0 : nothing ? 2 : 1;
}
