/**
 * What the command line reads: a file or standard input, as text, with errors that say what to do.
 *
 *   const { name, text } = readInput('model.txt');     // '-' is standard input, shown as <stdin>
 */
import { readFileSync, statSync } from 'node:fs';

/** An error of the command line or of a file, not of a place in it. */
export class CliError extends Error {
  /** @param {string} message @param {string} [remedy] @param {string} [file] */
  constructor(message, remedy, file) {
    super(message);
    this.name = 'CliError';
    this.remedy = remedy;
    this.file = file;
  }

  text() {
    return `${this.file ?? 'seesaw'}: error: ${this.message}\n${this.remedy === undefined ? '' : `    note: ${this.remedy}\n`}`;
  }
}

/** @type {Record<string, string>} */
const REASONS = { ENOENT: 'there is no such file', EISDIR: 'this is a directory', EACCES: 'permission denied', ENOTDIR: 'a part of the path is not a directory' };

/** @param {string} path @returns {Buffer} */
function readBytes(path) {
  try {
    return readFileSync(path === '-' ? 0 : path);
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    // A terminal that is closed without a byte gives EOF here.
    if (path === '-' && (code === 'EOF' || code === 'EAGAIN')) return Buffer.alloc(0);
    throw new CliError(REASONS[code ?? ''] ?? message, 'give the path of a text file, or - for standard input', path);
  }
}

/** An error if this is no folder. @param {string} path */
export function checkFolder(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new CliError('there is no such folder', 'give the path of a folder with recorded data', path);
  if (!found.isDirectory()) throw new CliError('this is a file, not a folder', 'give the path of a folder with recorded data', path);
}

/** @param {string} path @returns {{ name: string, text: string }} */
export function readInput(path) {
  const name = path === '-' ? '<stdin>' : path;
  const bytes = readBytes(path);
  try {
    return { name, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    throw new CliError('this is not a UTF-8 text', 'save what PyTorch printed as UTF-8 text', name);
  }
}
