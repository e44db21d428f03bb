/**
 * `seesaw run` with passes in Python: files with what they import from beside them, mixed with built-in passes.
 *
 *   await runMixed(session, handle, passes, [{ name: 'pass', value: 'p.py:DecomposeSilu' }], {})
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { stopPython } from '../python/pass.js';
import { CliError, readInput, withinLimit } from './input.js';

/** @typedef {import('../index.js').PassReport & { source?: { name: string, text: string } }} Report */

/** Packages whose files name each other by their place in them. */
const PACKAGES = ['torch', 'executorch', 'vllm', 'torchao'];
/** Files beside a pass that it may import. */
const MAX_FILES = 500;

/** The name under which a file is imported. @param {string} path @returns {string} */
function moduleOf(path) {
  const parts = path.replace(/\.py$/, '').split(sep);
  const at = Math.max(...PACKAGES.map((name) => parts.lastIndexOf(name)));
  const named = at >= 0 && at < parts.length - 1 ? parts.slice(at) : parts.slice(-1);
  return named.filter((part) => part !== '').join('.');
}

/**
 * The Python files of a folder, but the one that runs.
 * @param {string} path
 * @returns {import('../index.js').PythonFile[]}
 */
export function beside(path) {
  const folder = dirname(path);
  const names = readdirSync(folder).filter((name) => name.endsWith('.py') && name !== basename(path));
  return names.slice(0, MAX_FILES).flatMap((name) => {
    const one = join(folder, name);
    return statSync(one).isFile() ? [{ name: one, module: moduleOf(one), text: readInput(one).text }] : [];
  });
}

/** `p.py:Name:option=value`. @param {string} value */
function partsOf(value) {
  const match = /^(.+?\.py)(?::([^:=]+))?((?::[^:=]+=[^:]*)*)$/.exec(value);
  if (match === null)
    throw new CliError(`'${value}' is no pass in Python`, 'write --pass FILE.py:NAME, with :option=value after it');
  const options = match[3]
    .split(':')
    .filter((one) => one !== '')
    .map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]);
  return { path: match[1], name: match[2] ?? '', options: Object.fromEntries(options) };
}

/**
 * @param {import('../index.js').Session} session
 * @param {string} path
 * @param {string | null} name
 * @param {Record<string, string>} options
 */
function openedPass(session, path, name, options) {
  if (!existsSync(path)) throw new CliError('there is no such file', 'give the path of a Python file', path);
  const { text } = readInput(path);
  const settings = { options, file: path, module: moduleOf(path), files: beside(path) };
  return { pass: session.pythonPass(text, name, settings), source: { name: path, text } };
}

/**
 * Runs built-in passes and passes in Python in the order of the command line.
 * @param {import('../index.js').Session} session @param {number} handle
 * @param {import('../index.js').PassRequest[]} passes the built-in ones, in their order
 * @param {{ name: string, value?: string }[]} given the options
 * @param {import('../index.js').RunSettings} settings
 * @returns {Promise<{ handle: number, succeeded: boolean, reports: Report[] }>}
 */
export async function runMixed(session, handle, passes, given, settings) {
  const rest = [...passes];
  /** @type {Report[]} */
  const reports = [];
  let at = handle;
  let summary = {};
  withinLimit('passes', given.length);
  try {
    for (const { name, value = '' } of given) {
      if (name === 'passes') {
        const count = value.split(',').filter((one) => one.trim() !== '').length;
        const result = /** @type {import('../index.js').RunAnswer} */ (
          session.run(at, rest.splice(0, count), settings)
        );
        reports.push(...result.reports);
        ({ handle: at } = result);
        summary = result;
        if (!result.succeeded) return { ...result, handle: at, reports };
      } else if (name === 'pass' || name === 'python') {
        const { path, name: of, options } = name === 'pass' ? partsOf(value) : { path: value, name: null, options: {} };
        const { pass, source } = openedPass(session, path, of, options);
        const result = await pass.run(at, settings);
        at = result.handle;
        const { printed, ...made } = result;
        process.stderr.write(printed);
        summary = made;
        for (const report of result.reports)
          reports.push({ ...report, source, ...(settings.snapshots && result.succeeded ? { snapshot: at } : {}) });
        if (!result.succeeded) return { ...summary, handle: at, succeeded: false, reports };
      }
    }
    return { ...summary, handle: at, succeeded: true, reports };
  } finally {
    await stopPython();
  }
}
