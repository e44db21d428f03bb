/**
 * Models saved by torch.export.save: `.pt2` files.
 *
 * What: `Archive` opens such a file, in its older layout and the newer one, gives the programs in it as JSON, and the
 * whole file with a program changed. `Session.openArchive` and `Session.writeArchive` turn the JSON into programs and
 * back.
 * Why: only the JSON entries are read; weights stay where they are, and are copied byte for byte.
 *
 *   const session = await Session.create({ archives: true });
 *   const archive = await Archive.open(file);                        // a Blob or File, bytes, or { size, read }
 *   const json = await archive.program();
 *   const { handle } = session.openArchive(json);
 *   const result = session.run(handle, ['replace_set_grad_with_hop_pass']);
 *   const blob = await archive.withProgram(session.writeArchive(result.handle, json));
 */
import { failure, messageOf, SeesawError } from '../error.js';
import { BUDGETS, blobSource, bytesSource, readDirectory, readEntry, rewrite } from './zip.js';

/**
 * @typedef {import('./zip.js').Source} Source
 * @typedef {import('./zip.js').Entry} Entry
 * @typedef {import('./zip.js').Part} Part
 */

const OLD_NAME = 'serialized_exported_program.json';
/** The program of a file with the older layout has no name; the newer layout calls a single one so. */
const ONLY = 'model';

/** Only `Archive.open` knows it. */
const OPENED = Symbol('Archive.open');

/** Whether a file with these first bytes is a ZIP archive. @param {Uint8Array} bytes */
export const isArchive = (bytes) =>
  ArrayBuffer.isView(bytes) &&
  bytes.length >= 4 &&
  bytes[0] === 0x50 &&
  bytes[1] === 0x4b &&
  ((bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6));

/** @param {unknown} given @returns {Source} */
function sourceAs(given) {
  if (given instanceof Uint8Array) return bytesSource(given);
  if (given instanceof ArrayBuffer) return bytesSource(new Uint8Array(given));
  if (typeof Blob !== 'undefined' && given instanceof Blob) return blobSource(given);
  const source = /** @type {Partial<Source> | null} */ (given);
  if (typeof source === 'object' && typeof source?.read === 'function' && typeof source.size === 'number')
    return /** @type {Source} */ (source);
  throw failure('argument', 'a file is a Blob, a Uint8Array, an ArrayBuffer, or an object with size and read');
}

/** The same; getters and proxies run the caller's code, and may throw. @param {unknown} given @returns {Source} */
export function sourceOf(given) {
  try {
    return sourceAs(given);
  } catch (error) {
    throw error instanceof SeesawError
      ? error
      : failure('argument', `what an archive is opened from cannot be read: ${messageOf(error)}`);
  }
}

/** The name of the model in an entry of this name, or null. @param {string} name */
function modelName(name) {
  if (name === OLD_NAME) return ONLY;
  // The newer layout has everything in one folder, of any name.
  return /^(?:[^/]+\/)?models\/(.+)\.json$/.exec(name)?.[1] ?? null;
}

/** What a file is that holds no program. @param {Entry[]} entries */
function noProgram(entries) {
  const names = entries.map((entry) => entry.name);
  if (names.length === 0) return failure('archive', 'the archive is empty', 'save the model with torch.export.save');
  if (names.some((name) => name.includes('data/aotinductor/')))
    return failure(
      'archive',
      'the archive holds compiled code and no program',
      'save the exported program itself, with torch.export.save',
    );
  if (names.some((name) => name.endsWith('data.pkl')))
    return failure(
      'archive',
      'this is what torch.save or torch.jit.save wrote, not an exported program',
      'export the model and save it with torch.export.save',
    );
  return failure(
    'archive',
    `there is no exported program among the ${names.length} entries of the archive`,
    `what torch.export.save writes holds ${OLD_NAME} or models/NAME.json`,
  );
}

export class Archive {
  #source;
  #directory;
  /** @type {Map<string, Entry>} */
  #programs = new Map();

  /** @param {symbol} opened @param {Source} source @param {Entry[]} directory */
  constructor(opened, source, directory) {
    if (opened !== OPENED)
      throw failure(
        'argument',
        'an Archive is made by Archive.open()',
        'write: const archive = await Archive.open(file)',
      );
    this.#source = source;
    this.#directory = directory;
    for (const entry of directory) {
      const name = modelName(entry.name);
      if (name !== null) this.#programs.set(name, entry);
    }
    if (this.#programs.size === 0) throw noProgram(directory);
  }

  /** @param {Blob | Uint8Array | ArrayBuffer | Source} given @returns {Promise<Archive>} */
  static async open(given) {
    const source = sourceOf(given);
    return new Archive(OPENED, source, await readDirectory(source));
  }

  /** Names of the programs in the file; one, as a rule. */
  get models() {
    return [...this.#programs.keys()];
  }

  /** Names and sizes of everything in the file. */
  get entries() {
    return this.#directory.map(({ name, size }) => ({ name, size }));
  }

  /** @param {string} [name] @returns {Entry} */
  #entry(name) {
    const names = this.models;
    const entry = this.#programs.get(name ?? (names.length === 1 ? names[0] : ONLY));
    if (entry !== undefined) return entry;
    if (name === undefined)
      throw failure('archive', 'the archive holds several programs', `name one of ${names.join(', ')}`);
    throw failure('archive', `the archive holds no program called '${name}'`, `it holds ${names.join(', ')}`);
  }

  /** The JSON of a program. @param {string} [name] needed where there are several @returns {Promise<string>} */
  async program(name) {
    const entry = this.#entry(name);
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(await readEntry(this.#source, entry, BUDGETS.program));
    } catch (error) {
      if (error instanceof TypeError) throw failure('archive', `the entry '${entry.name}' is not UTF-8 text`);
      throw error;
    }
  }

  /** The bytes of any entry, weights for example. @param {string} name @returns {Promise<Uint8Array>} */
  async read(name) {
    const entry = this.#directory.find((one) => one.name === name);
    if (entry === undefined) throw failure('archive', `the archive has no entry '${name}'`, 'entries lists them');
    return readEntry(this.#source, entry, BUDGETS.data);
  }

  /**
   * The file with a program changed, in parts: bytes, or places in the source.
   * @param {string} json
   * @param {string} [name]
   * @returns {Promise<Part[]>}
   */
  parts(json, name) {
    return rewrite(this.#source, this.#directory, new Map([[this.#entry(name).name, new TextEncoder().encode(json)]]));
  }

  /**
   * Calls `write` with the pieces of the changed file, in order.
   * @param {string} json
   * @param {(bytes: Uint8Array) => unknown} write
   * @param {string} [name]
   */
  async writeTo(json, write, name) {
    const piece = 2 ** 22;
    for (const part of await this.parts(json, name)) {
      if (part instanceof Uint8Array) {
        await write(part);
        continue;
      }
      for (let done = 0; done < part.length; done += piece)
        await write(await this.#source.read(part.from + done, Math.min(piece, part.length - done)));
    }
  }

  /** The changed file. @param {string} json @param {string} [name] @returns {Promise<Blob>} */
  async withProgram(json, name) {
    /** @type {any[]} */
    const pieces = [];
    // Copies: the source may give views of one buffer.
    await this.writeTo(json, (bytes) => pieces.push(bytes.slice()), name);
    return new Blob(pieces, { type: 'application/zip' });
  }
}
