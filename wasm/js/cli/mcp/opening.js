/**
 * What `open` opens: a text, or a file below the folders that the server was given.
 *
 * Why only these: who asks is a program that reads texts from anywhere, and a diagnostic shows lines of a file.
 */
import { realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { CliError, openInput, pickOf } from '../input.js';
import { SeesawError, failure } from '../../error.js';
import { readProgram } from '../../source.js';

/** @typedef {import('../../index.js').Session} Session */
/** @typedef {{ name: string, text: string | null, handle: number, nodes: number, captured: boolean,
 *   diagnostics: import('../../index.js').Diagnostic[] }} Opened */

/** What went wrong, with the text that its places are in. */
export class Refused extends Error {
  /** @param {import('../../index.js').Diagnostic[]} diagnostics @param {string} name @param {string | null} text */
  constructor(diagnostics, name, text) {
    super(diagnostics[0].message);
    Object.assign(this, { diagnostics, file: name, text });
  }
}

/** @param {string} file @param {string[]} roots */
const inside = (file, roots) =>
  roots.some((root) => {
    const way = relative(root, file);
    return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
  });

/** The file that a path leads to, links followed; null if there is none. @param {string} path */
function real(path) {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

/** @param {string} path @param {string[]} roots real paths */
function allowed(path, roots) {
  const file = resolve(roots[0], pickOf(resolve(roots[0], path))?.log ?? path);
  const found = real(file);
  // Of what is outside nobody hears whether it is there.
  if (!inside(found ?? file, roots))
    throw failure(
      'file',
      `'${path}' is outside of the folders that this server may read`,
      `it may read ${roots.join(', ')}; start it with --root FOLDER for another, or open the text itself`,
    );
  if (found === null) throw failure('file', `there is no file '${path}'`, `paths are relative to ${roots[0]}`);
}

/** @param {string} path @param {string[]} roots */
function absolute(path, roots) {
  allowed(path, roots);
  const pick = pickOf(resolve(roots[0], path));
  return pick === null ? resolve(roots[0], path) : `${pick.log}#${pick.pick}`;
}

/**
 * @param {Session} session a full one @param {string} name @param {string} text
 * @param {import('../../index.js').TraceSettings} trace @returns {Opened}
 */
export function openText(session, name, text, trace = {}) {
  const asked = trace.function !== undefined || trace.inputs !== undefined;
  const settings = { trace: { file: name, ...trace }, ...(asked ? { capture: /** @type {const} */ ('always') } : {}) };
  let program;
  try {
    program = readProgram(session, text, settings);
  } catch (error) {
    if (!(error instanceof SeesawError)) throw error;
    throw new Refused(error.diagnostics, name, text);
  }
  const { handle, captured, diagnostics } = program;
  if (handle === null) throw new Refused(diagnostics, name, text);
  return { name, text: captured ? null : text, handle, nodes: countOf(session, handle), captured, diagnostics };
}

/** Nodes in all graphs. @param {Session} session @param {number} handle */
export const countOf = (session, handle) =>
  JSON.parse(session.print(handle, { format: 'json' })).modules.reduce(
    (/** @type {number} */ sum, /** @type {any} */ module) => sum + (module.nodes?.length ?? 0),
    0,
  );

/**
 * @param {Session} session @param {string} path @param {string[]} roots
 * @param {import('../../index.js').TraceSettings} trace @returns {Promise<Opened>}
 */
export async function openFile(session, path, roots, trace = {}) {
  const given = absolute(path, roots);
  let input;
  try {
    input = await openInput(given);
  } catch (error) {
    if (error instanceof CliError) throw failure('file', `${path}: ${error.message}`, error.remedy);
    throw error;
  }
  try {
    if (input.text !== null) return openText(session, path, input.text, trace);
    if (input.archive === undefined) throw failure('file', `there is no graph in '${path}'`, 'open another file');
    const { handle, nodes, diagnostics } = session.openArchive(await input.archive.program());
    return { name: path, text: null, handle, nodes, captured: false, diagnostics };
  } finally {
    await input.close();
  }
}
