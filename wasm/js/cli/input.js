/**
 * What the command line reads: a file or standard input, as text or as an archive, with errors that say what to do.
 *
 *   const { name, text } = await openInput('model.txt');       // '-' is standard input, shown as <stdin>
 *   const { archive } = await openInput('model.pt2');          // only what is needed is read
 */
import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { Archive, isArchive } from '../index.js';
import { foreignBytes } from '../foreign.js';
import { LimitError, checkLimit } from '../limits.js';
import { isGzip } from '../logs/gzip.js';
import { BEGINNING, isLog } from '../logs/index.js';

/** Bytes that are read at a time. */
const PART = 1 << 20;

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
    return (
      `${this.file ?? 'seesaw'}: error: ` +
      `${this.message}\n${this.remedy === undefined ? '' : `    note: ${this.remedy}\n`}`
    );
  }
}

/**
 * An error of the command line where there is too much of something.
 * @param {import('../limits.js').LimitName} name
 * @param {number} count
 * @param {string} [file]
 */
export function withinLimit(name, count, file) {
  try {
    checkLimit(name, count);
  } catch (error) {
    throw error instanceof LimitError ? new CliError(error.message, error.remedy, file) : error;
  }
}

/** @type {Record<string, string>} */
const REASONS = {
  ENOENT: 'there is no such file',
  EISDIR: 'this is a directory',
  EACCES: 'permission denied',
  ENOTDIR: 'a part of the path is not a directory',
};

/** The bytes of a file or of standard input, up to the limit: a device may have no end. @param {string} path */
function bytesOf(path) {
  const descriptor = path === '-' ? 0 : openSync(path, 'r');
  /** @type {Buffer[]} */
  const parts = [];
  try {
    withinLimit('input', fstatSync(descriptor).size, path);
    for (let size = 0; ;) {
      const part = Buffer.allocUnsafe(PART);
      const count = readSync(descriptor, part, 0, PART, null);
      if (count === 0) return Buffer.concat(parts);
      parts.push(part.subarray(0, count));
      withinLimit('input', (size += count), path === '-' ? '<stdin>' : path);
    }
  } finally {
    if (descriptor !== 0) closeSync(descriptor);
  }
}

/**
 * Runs `read`; what the system says against it becomes an error of the file.
 * @template T
 * @param {string} path
 * @param {() => T} read
 * @returns {T}
 */
function reading(path, read) {
  try {
    return read();
  } catch (error) {
    if (error instanceof CliError) throw error;
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    // A terminal that is closed without a byte gives EOF here.
    if (path === '-' && (code === 'EOF' || code === 'EAGAIN')) return /** @type {any} */ (Buffer.alloc(0));
    throw new CliError(REASONS[code ?? ''] ?? message, 'give the path of a text file, or - for standard input', path);
  }
}

/** An error if this is no folder. @param {string} path */
export function checkFolder(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined)
    throw new CliError('there is no such folder', 'give the path of a folder with recorded data', path);
  if (!found.isDirectory())
    throw new CliError('this is a file, not a folder', 'give the path of a folder with recorded data', path);
}

/** @param {string} name @param {Buffer} bytes @returns {{ name: string, text: string }} */
function decoded(name, bytes) {
  withinLimit('input', bytes.length, name);
  const foreign = foreignBytes(name, bytes);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // The bytes of a small model may be a text by chance.
    if (foreign === null || bytes[0] !== 8) return { name, text };
  } catch {
    if (foreign === null)
      throw new CliError('this is not a UTF-8 text', 'save what PyTorch printed as UTF-8 text', name);
  }
  throw new CliError(foreign.message, foreign.remedy, name);
}

/** A text. @param {string} path */
export const readInput = (path) =>
  decoded(
    path === '-' ? '<stdin>' : path,
    reading(path, () => bytesOf(path)),
  );

/** The first bytes of a file. @param {string} path */
function beginning(path) {
  const bytes = Buffer.alloc(BEGINNING);
  const file = openSync(path, 'r');
  try {
    return bytes.subarray(0, readSync(file, bytes, 0, BEGINNING, 0));
  } finally {
    closeSync(file);
  }
}

/** The bytes of standard input, or of a file, and what to say of it. @param {string} path */
export const readBytes = (path) => reading(path, () => bytesOf(path));

/** What the system knows of a path; an error if there is nothing. @param {string} path */
export const statOf = (path) => reading(path, () => statSync(path));

/**
 * `LOG#ID/STAGE` in its two parts, where a log has this name and no file has the whole.
 * @param {string} path @returns {{ log: string, pick: string } | null}
 */
export function pickOf(path) {
  for (let at = path.lastIndexOf('#'); at > 0; at = path.lastIndexOf('#', at - 1)) {
    const log = path.slice(0, at);
    if ((log === '-' || existsSync(log)) && !existsSync(path)) return { log, pick: path.slice(at + 1) };
  }
  return null;
}

/**
 * A file by random access.
 * @param {string} path
 * @returns {Promise<import('../index.js').ArchiveSource & { close: () => Promise<void> }>}
 */
async function fileSource(path) {
  const file = await open(path, 'r');
  return {
    size: (await file.stat()).size,
    async read(from, length) {
      const bytes = new Uint8Array(length);
      let done = 0;
      while (done < length) {
        const { bytesRead } = await file.read(bytes, done, length - done, from + done);
        if (bytesRead === 0) break;
        done += bytesRead;
      }
      return bytes.subarray(0, done);
    },
    close: () => file.close(),
  };
}

/**
 * A text, or an archive.
 * @typedef {{ name: string, text: string | null, archive?: Archive, close: () => Promise<void> }} Input
 */

/** Bytes as text, to be looked at. @param {Uint8Array} bytes */
const looked = (bytes) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, BEGINNING)).toString('latin1');

/** @param {string} path @returns {Promise<Input>} a SeesawError if this is an archive or a log that cannot be opened */
export async function openInput(path) {
  const picked = pickOf(path);
  if (picked !== null) return (await import('./logs.js')).openPicked(picked.log, picked.pick);
  const name = path === '-' ? '<stdin>' : path;
  if (path !== '-' && statOf(path).isDirectory())
    throw new CliError(
      REASONS.EISDIR,
      'give the path of a text file, or - for standard input; ' +
        'a graph of a folder of logs is FOLDER#ID/STAGE (seesaw graphs FOLDER)',
      path,
    );
  const bytes = path === '-' ? readBytes(path) : null;
  const first = bytes ?? reading(path, () => beginning(path));
  if (isArchive(first) || path.endsWith('.pt2')) {
    const source = bytes === null ? await fileSource(path) : null;
    const close = async () => source?.close();
    try {
      return { name, text: null, archive: await Archive.open(source ?? /** @type {Buffer} */ (bytes)), close };
    } catch (error) {
      await close();
      throw error;
    }
  }
  if (isGzip(first) || isLog(looked(first))) {
    const { openPicked } = await import('./logs.js');
    const graph = await openPicked(path, null, bytes);
    if (graph.text !== null) return graph;
    if (isGzip(first))
      throw new CliError('this is a gzip file without a log in it', 'unpack it first: gunzip --keep FILE', name);
  }
  return { ...decoded(name, bytes ?? readBytes(path)), close: async () => {} };
}
