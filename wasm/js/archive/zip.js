/**
 * ZIP files by random access.
 *
 * What: `readDirectory` lists the entries of a ZIP file, `readEntry` reads one, `rewrite` gives the file again with
 * some entries replaced and all others byte for byte.
 * Why: a saved model is a ZIP file with a few kilobytes of JSON and gigabytes of weights. Nothing is read but what is
 * asked for. The reader follows the ZIP specification (APPNOTE 6.3): end records with or without ZIP64, whether any
 * number needs it or not, bytes in front of the archive, comments and bytes behind it, extra fields, data descriptors,
 * stored or deflated entries. Inflating is the platform's, so that no worker and no eval is needed under a strict CSP,
 * and the package depends on nothing.
 *
 *   const source = blobSource(file);
 *   const directory = await readDirectory(source);
 *   const bytes = await readEntry(source, directory.find((entry) => entry.name === 'version'));
 */
import { failure } from '../error.js';

/**
 * Where the bytes are. `read` gives exactly the bytes asked for.
 * @typedef {{ size: number, read: (from: number, length: number) => Promise<Uint8Array> }} Source
 * @typedef {{ name: string, bytes: Uint8Array, flags: number, method: number, crc: number, compressed: number, size:
 *   number, header: number, time: number, attributes: number }} Entry
 *   `header`: where its local header begins; `bytes` is the name as it stands in the file
 * @typedef {Uint8Array | { from: number, length: number }} Part new bytes, or a piece of the source
 */

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END64 = 0x06064b50;
const LOCATOR64 = 0x07064b50;
const FULL16 = 0xffff;
const FULL32 = 0xffffffff;
/** A directory of more bytes is no model's. */
const MAX_DIRECTORY = 2 ** 26;
/**
 * How much entries may unfold to. `most` is for anything; what packs better than `RATIO` to one, as no program and no
 * weights do, may reach `free`.
 * @typedef {{ most: number, free: number }} Budget
 */
const RATIO = 250;
/** @type {Readonly<Record<'program' | 'data', Budget>>} */
export const BUDGETS = { program: { most: 2 ** 27, free: 2 ** 24 }, data: { most: 2 ** 31, free: 2 ** 26 } };
/** PyTorch aligns weights so. */
const ALIGNMENT = 64;

/** @param {string} message @param {string} [remedy] */
export const damaged = (message, remedy = 'it may have been cut off on its way: copy or download it again') =>
  failure('archive', message, remedy);

/** @param {number} bytes */
const megabytes = (bytes) => `${Math.round(bytes / 1e6)} MB`;

/** @param {Uint8Array} bytes @returns {Source} */
export const bytesSource = (bytes) => ({
  size: bytes.length,
  read: async (from, length) => bytes.subarray(from, from + length),
});

/** @param {Blob} blob @returns {Source} */
export const blobSource = (blob) => ({
  size: blob.size,
  read: async (from, length) => new Uint8Array(await blob.slice(from, from + length).arrayBuffer()),
});

/** @param {Source} source @param {number} from @param {number} length @param {string} what */
async function read(source, from, length, what) {
  if (!(from >= 0 && length >= 0 && from + length <= source.size))
    throw damaged(`the archive is damaged: ${what} is outside of the file`);
  const bytes = await source.read(from, length);
  if (!(bytes instanceof Uint8Array)) throw failure('argument', `read gave no Uint8Array for ${what}`);
  if (bytes.length !== length) throw damaged(`the archive is damaged: ${what} could not be read`);
  return new DataView(bytes.buffer, bytes.byteOffset, length);
}

/** @param {DataView} view @param {number} at */
function read64(view, at) {
  const value = view.getBigUint64(at, true);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw damaged('the archive is damaged: a size in it is impossible');
  return Number(value);
}

/** @param {DataView} view @param {number} at @param {number} length */
const bytesAt = (view, at, length) => new Uint8Array(view.buffer, view.byteOffset + at, length);

/**
 * Where the directory is, as the end of an archive says: `place` is where the end records begin.
 * @typedef {{ count: number, size: number, offset: number, place: number }} End
 */

/**
 * The end record that stands at `at` of the tail, without ZIP64.
 * @param {DataView} tail
 * @param {number} at
 * @param {number} place
 * @returns {End}
 */
function endAt(tail, at, place) {
  const [disk, first, here, count] = [4, 6, 8, 10].map((field) => tail.getUint16(at + field, true));
  const parts = [disk, first].some((number) => number !== 0 && number !== FULL16) || here !== count;
  if (parts) throw damaged('this is one part of an archive that was split', 'join the parts into one file first');
  return { count, size: tail.getUint32(at + 12, true), offset: tail.getUint32(at + 16, true), place };
}

/**
 * Where the ZIP64 end record before a locator begins. The locator counts from the beginning of the archive, which is
 * not that of the file if bytes were put in front; the record then ends where the locator begins.
 * @param {Source} source @param {number} stated @param {number} locator
 */
async function findEnd64(source, stated, locator) {
  const fits = (/** @type {DataView} */ view, /** @type {number} */ at, /** @type {number} */ place) =>
    view.getUint32(at, true) === END64 && place + 12 + Number(view.getBigUint64(at + 4, true)) <= locator;
  if (stated + 56 <= locator && fits(await read(source, stated, 56, 'its ZIP64 end'), 0, stated)) return stated;
  const tail = Math.min(locator, 2 ** 16);
  const view = await read(source, locator - tail, tail, 'its ZIP64 end');
  for (let at = tail - 56; at >= 0; at -= 1) {
    const place = locator - tail + at;
    if (fits(view, at, place) && place + 12 + Number(view.getBigUint64(at + 4, true)) === locator) return place;
  }
  throw damaged('the archive is damaged: its ZIP64 end is not where it should be');
}

/**
 * The numbers of a ZIP64 end record. It may stand there although no number needs it: PyTorch always writes one.
 * @param {Source} source @param {End} end @param {DataView} locator @returns {Promise<End>}
 */
async function end64Of(source, end, locator) {
  const place = await findEnd64(source, read64(locator, 8), end.place - 20);
  const view = await read(source, place, 56, 'its ZIP64 end');
  const large = { count: read64(view, 32), size: read64(view, 40), offset: read64(view, 48), place };
  for (const [key, full] of /** @type {const} */ ([
    ['count', FULL16],
    ['size', FULL32],
    ['offset', FULL32],
  ])) {
    if (end[key] !== full && end[key] !== large[key])
      throw damaged(`the archive is damaged: its two ends say ${end[key]} and ${large[key]} (${key} of the directory)`);
  }
  return large;
}

/**
 * The end of the archive. A comment, and bytes behind it, may hold what looks like an end.
 * @param {Source} source
 * @returns {Promise<End>}
 */
async function findEnd(source) {
  const tail = Math.min(source.size, 22 + FULL16);
  const view = await read(source, source.size - tail, tail, 'its end');
  let loose = -1;
  for (let at = tail - 22; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== END) continue;
    const stop = at + 22 + view.getUint16(at + 20, true);
    // The record whose comment reaches the end of the file is meant; if there is none, the last one is.
    if (stop < tail && loose < 0) loose = at;
    if (stop === tail) {
      loose = at;
      break;
    }
  }
  if (loose < 0) throw damaged('this is no ZIP archive, or it is cut off: the directory at its end is missing');
  const end = endAt(view, loose, source.size - tail + loose);
  if (end.place < 20) return end;
  const locator = await read(source, end.place - 20, 20, 'its end');
  return locator.getUint32(0, true) === LOCATOR64 ? end64Of(source, end, locator) : end;
}

/**
 * Where the directory begins, and by how much everything is shifted: it ends where the end records begin, and bytes in
 * front of the archive shift what it says; or it is where the end says, and something else stands between.
 * @param {Source} source @param {End} end
 */
async function findDirectory(source, end) {
  if (end.size > MAX_DIRECTORY)
    throw damaged(
      `the directory of the archive is too large: ${megabytes(end.size)}, at most ${megabytes(MAX_DIRECTORY)} are read`,
      'a model has a few thousand entries: pack it again as torch.export.save does',
    );
  const begins = async (/** @type {number} */ at) =>
    at >= 0 &&
    at + end.size <= end.place &&
    end.size >= 46 &&
    (await read(source, at, 4, 'its directory')).getUint32(0, true) === CENTRAL;
  const adjacent = end.place - end.size;
  if (end.count === 0 || (await begins(adjacent))) return { begin: adjacent, shift: adjacent - end.offset };
  if (await begins(end.offset)) return { begin: end.offset, shift: 0 };
  throw damaged('the archive is damaged: its directory is not where its end says');
}

/**
 * Sizes and places that do not fit 32 bits.
 * @param {Entry} entry
 * @param {DataView} view
 * @param {number} at
 * @param {number} end
 */
function readExtra(entry, view, at, end) {
  while (at + 4 <= end) {
    const id = view.getUint16(at, true);
    const stop = at + 4 + view.getUint16(at + 2, true);
    at += 4;
    // Padding behind the fields has no form.
    if (stop > end) break;
    if (id === 1) {
      for (const key of /** @type {const} */ (['size', 'compressed', 'header'])) {
        if (entry[key] !== FULL32) continue;
        if (at + 8 > stop)
          throw damaged(`the archive is damaged: the ZIP64 field of the entry '${entry.name}' is too short`);
        entry[key] = read64(view, at);
        at += 8;
      }
    }
    at = stop;
  }
}

/** A name: UTF-8 as PyTorch and most others write it, flagged or not. @param {Uint8Array} bytes */
function nameText(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('latin1').decode(bytes);
  }
}

/** @param {Source} source @returns {Promise<Entry[]>} in the order of the directory */
export async function readDirectory(source) {
  if (source.size === 0) throw damaged('the file is empty');
  const end = await findEnd(source);
  const { begin, shift } = await findDirectory(source, end);
  const view = await read(source, begin, end.size, 'its directory');
  const entries = [];
  let at = 0;
  let packed = 0;
  for (let i = 0; i < end.count; i += 1) {
    if (at + 46 > end.size || view.getUint32(at, true) !== CENTRAL)
      throw damaged(`the archive is damaged: entry ${i + 1} of ${end.count} is missing in its directory`);
    const [name, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
    const next = at + 46 + name + extra + comment;
    if (next > end.size)
      throw damaged(`the archive is damaged: entry ${i + 1} of ${end.count} is cut off in its directory`);
    const bytes = bytesAt(view, at + 46, name).slice();
    const entry = {
      name: nameText(bytes),
      bytes,
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      time: view.getUint32(at + 12, true),
      crc: view.getUint32(at + 16, true),
      compressed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      attributes: view.getUint32(at + 38, true),
      header: view.getUint32(at + 42, true),
    };
    readExtra(entry, view, at + 46 + name, at + 46 + name + extra);
    entry.header += shift;
    packed += entry.compressed;
    entries.push(entry);
    at = next;
  }
  // Entries that share bytes are made to unfold to more than anybody can hold.
  if (packed > source.size)
    throw damaged('the archive is damaged: its entries together are larger than the file', SAVE_AGAIN);
  keptApart(entries, begin);
  return entries;
}

const SAVE_AGAIN = 'copy or download it again, or save the model again';

/**
 * Each name once, and each entry in a place of its own before the directory: readers that disagree about which entry is
 * meant would open two different models. @param {Entry[]} entries @param {number} directory where it begins
 */
function keptApart(entries, directory) {
  const names = new Set();
  for (const { name } of entries) {
    if (names.has(name)) throw damaged(`the archive holds two entries called '${name}'`, SAVE_AGAIN);
    names.add(name);
  }
  const byPlace = [...entries].sort((a, b) => a.header - b.header);
  byPlace.forEach((entry, i) => {
    const next = i + 1 < byPlace.length ? byPlace[i + 1] : undefined;
    if (entry.header + 30 + entry.bytes.length + entry.compressed <= (next?.header ?? directory)) return;
    throw damaged(
      `the archive is damaged: the entry '${entry.name}' reaches into ` +
        `${next === undefined ? 'the directory' : `the entry '${next.name}'`}`,
      SAVE_AGAIN,
    );
  });
}

/**
 * Where the bytes of an entry begin. What stands in front of them must say what the directory says.
 * @param {Source} source
 * @param {Entry} entry
 */
async function dataOf(source, entry) {
  const length = 30 + entry.bytes.length;
  const local = await read(source, entry.header, length, `the entry '${entry.name}'`);
  if (local.getUint32(0, true) !== LOCAL)
    throw damaged(`the archive is damaged: the entry '${entry.name}' is not where its directory says`);
  const same =
    local.getUint16(26, true) === entry.bytes.length && entry.bytes.every((byte, i) => local.getUint8(30 + i) === byte);
  if (!same)
    throw damaged(
      `the archive is damaged: what the directory calls '${entry.name}' has another name in its place`,
      SAVE_AGAIN,
    );
  if (local.getUint16(8, true) !== entry.method)
    throw damaged(
      `the archive is damaged: the entry '${entry.name}' is packed in two ways, as its directory and its header say`,
      SAVE_AGAIN,
    );
  const begin = entry.header + 30 + local.getUint16(26, true) + local.getUint16(28, true);
  if (begin + entry.compressed > source.size) throw damaged(`the archive is cut off within the entry '${entry.name}'`);
  return begin;
}

/** @type {Uint32Array | undefined} */
let table;

/** @param {Uint8Array} bytes */
export function crc32(bytes) {
  table ??= Uint32Array.from({ length: 256 }, (_, n) => {
    for (let bit = 0; bit < 8; bit += 1) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
    return n;
  });
  let crc = -1;
  for (let i = 0; i < bytes.length; i += 1) crc = (crc >>> 8) ^ table[(crc ^ bytes[i]) & 0xff];
  return ~crc >>> 0;
}

/** @param {Uint8Array} packed @param {Entry} entry */
async function inflate(packed, entry) {
  // Deflate packs no more than 1032 to 1.
  if (entry.size > packed.length * 1100 + 64)
    throw damaged(`the archive is damaged: the size of the entry '${entry.name}' is impossible`);
  const out = new Uint8Array(entry.size);
  let at = 0;
  try {
    const stream = new Blob([/** @type {any} */ (packed)]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    const reader = stream.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (at + value.length > entry.size) {
        await reader.cancel();
        throw new RangeError('longer than the directory says');
      }
      out.set(value, at);
      at += value.length;
    }
  } catch (error) {
    throw damaged(
      `the entry '${entry.name}' cannot be inflated: ${error instanceof Error ? error.message : 'it is damaged'}`,
    );
  }
  if (at !== entry.size) throw damaged(`the entry '${entry.name}' is shorter than the directory says`);
  return out;
}

/**
 * The bytes of an entry, checked. What is larger than the budget is refused before anything is read; inflating stops at
 * the size that the directory says. @param {Source} source @param {Entry} entry @param {Budget} budget
 * @returns {Promise<Uint8Array>}
 */
export async function readEntry(source, entry, budget = BUDGETS.data) {
  if (entry.flags & 1)
    throw failure(
      'archive',
      `the entry '${entry.name}' is encrypted`,
      'unpack the archive with its password and pack it again without',
    );
  if (entry.method !== 0 && entry.method !== 8)
    throw failure(
      'archive',
      `the entry '${entry.name}' is compressed in a way that is not known (method ${entry.method})`,
      'pack it again, stored or deflated',
    );
  if (Math.max(entry.size, entry.compressed) > budget.most) {
    throw failure(
      'archive',
      `the entry '${entry.name}' is too large: ${megabytes(entry.size)}, at most ${megabytes(budget.most)} are read`,
      'save a smaller part of the model, or the model without stack traces',
    );
  }
  if (entry.size > budget.free && entry.size > entry.compressed * RATIO) {
    throw failure(
      'archive',
      `the entry '${entry.name}' would unfold from ${megabytes(entry.compressed)} to ` +
        `${megabytes(entry.size)}: more than ${RATIO} to 1 is refused over ` +
        `${megabytes(budget.free)}`,
      'if the file is to be trusted, pack it again without compression',
    );
  }
  const view = await read(source, await dataOf(source, entry), entry.compressed, `the entry '${entry.name}'`);
  const packed = bytesAt(view, 0, entry.compressed);
  if (entry.method === 0 && entry.size !== entry.compressed)
    throw damaged(`the archive is damaged: the entry '${entry.name}' has two sizes`);
  const bytes = entry.method === 0 ? packed : await inflate(packed, entry);
  if (crc32(bytes) !== entry.crc) throw damaged(`the entry '${entry.name}' is damaged: its checksum does not match`);
  return bytes;
}

/** Little-endian fields: pairs of width in bytes and value. @param {...[number, number]} fields */
function pack(...fields) {
  const bytes = new Uint8Array(fields.reduce((sum, [width]) => sum + width, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [width, value] of fields) {
    if (width === 8) view.setBigUint64(at, BigInt(value), true);
    else if (width === 4) view.setUint32(at, value, true);
    else view.setUint16(at, value, true);
    at += width;
  }
  return bytes;
}

/** @param {...Uint8Array} pieces */
function join(...pieces) {
  const out = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    out.set(piece, at);
    at += piece.length;
  }
  return out;
}

const clamp = (/** @type {number} */ value) => Math.min(value, FULL32);

/** @param {Entry} entry @param {number} at where it begins @param {boolean} aligned whether its data were aligned */
function localHeader(entry, at, aligned) {
  const name = entry.bytes;
  const large = entry.size >= FULL32 || entry.compressed >= FULL32;
  const sizes = large ? pack([2, 1], [2, 16], [8, entry.size], [8, entry.compressed]) : new Uint8Array(0);
  const free = at + 30 + name.length + sizes.length;
  // Padding as PyTorch writes it: a field of its own, at least four bytes.
  const padding = !aligned || free % ALIGNMENT === 0 ? 0 : ((ALIGNMENT - ((free + 4) % ALIGNMENT)) % ALIGNMENT) + 4;
  const extra =
    padding === 0 ? sizes : join(sizes, pack([2, 0x4246], [2, padding - 4]), new Uint8Array(padding - 4).fill(0x5a));
  const [size, compressed] = large ? [FULL32, FULL32] : [entry.size, entry.compressed];
  return join(
    pack(
      [4, LOCAL],
      [2, large ? 45 : 20],
      [2, entry.flags],
      [2, entry.method],
      [4, entry.time],
      [4, entry.crc],
      [4, compressed],
      [4, size],
      [2, name.length],
      [2, extra.length],
    ),
    name,
    extra,
  );
}

/** @param {Entry} entry */
function centralHeader(entry) {
  const name = entry.bytes;
  const large = [entry.size, entry.compressed, entry.header].filter((value) => value >= FULL32);
  const extra =
    large.length === 0
      ? new Uint8Array(0)
      : pack([2, 1], [2, 8 * large.length], ...large.map((value) => /** @type {[number, number]} */ ([8, value])));
  const version = large.length === 0 ? 20 : 45;
  return join(
    pack(
      [2, CENTRAL & FULL16],
      [2, CENTRAL >>> 16],
      [2, version],
      [2, version],
      [2, entry.flags],
      [2, entry.method],
      [4, entry.time],
      [4, entry.crc],
    ),
    pack(
      [4, clamp(entry.compressed)],
      [4, clamp(entry.size)],
      [2, name.length],
      [2, extra.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, entry.attributes],
      [4, clamp(entry.header)],
    ),
    name,
    extra,
  );
}

/** The end of an archive. @param {number} count @param {number} begin @param {number} size */
function endOf(count, begin, size) {
  const end = pack(
    [4, END],
    [2, 0],
    [2, 0],
    [2, Math.min(count, FULL16)],
    [2, Math.min(count, FULL16)],
    [4, clamp(size)],
    [4, clamp(begin)],
    [2, 0],
  );
  if (count < FULL16 && size < FULL32 && begin < FULL32) return end;
  const end64 = pack(
    [4, END64],
    [8, 44],
    [2, 45],
    [2, 45],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, size],
    [8, begin],
  );
  return join(end64, pack([4, LOCATOR64], [4, 0], [8, begin + size], [4, 1]), end);
}

/**
 * The archive with entries replaced, as parts to be put together in order: bytes of the source are named, not read.
 * @param {Source} source @param {Entry[]} directory @param {Map<string, Uint8Array>} replacements by name
 * @returns {Promise<Part[]>}
 */
export async function rewrite(source, directory, replacements) {
  /** @type {Part[]} */
  const parts = [];
  /** @type {Entry[]} */
  const written = [];
  let at = 0;
  const put = (/** @type {Part} */ part) => {
    parts.push(part);
    at += part.length;
  };
  for (const entry of directory) {
    const begin = await dataOf(source, entry);
    const bytes = replacements.get(entry.name);
    const changed =
      bytes === undefined ? {} : { method: 0, crc: crc32(bytes), size: bytes.length, compressed: bytes.length };
    // Sizes stand in front now: no data descriptor follows.
    const fresh = { ...entry, ...changed, flags: entry.flags & ~8, header: at };
    written.push(fresh);
    put(localHeader(fresh, at, begin % ALIGNMENT === 0));
    put(bytes ?? { from: begin, length: entry.compressed });
  }
  const begin = at;
  for (const entry of written) put(centralHeader(entry));
  put(endOf(written.length, begin, at - begin));
  return parts;
}
