/**
 * The lines of a large file, a piece of it in memory at a time.
 *
 * What: `eachLine` calls `visit` with each line as a range of a text, and where it begins in the file.
 * Why: a log has a gigabyte, and most of its lines are only counted. A piece is one string with a character a byte, so
 * that places in it are places in the file; a line becomes a string of its own only where somebody wants it.
 *
 *   await eachLine(source, (text, from, to, offset) => { ... }, { signal, progress });
 */

/** @typedef {import('../archive/zip.js').Source} Source */
/**
 * @typedef {{ signal?: AbortSignal, progress?: (done: number, of: number) => void }} Reading
 * @typedef {(text: string, from: number, to: number, offset: number, end: number) => void} Visit `from` and `to` are
 *   places in `text`, `offset` and `end` in the file, without the line end
 */

/** Bytes that are read at a time; a longer line is given with so many. */
export const PIECE = 1 << 22;
const NEWLINE = 10;
const RETURN = 13;

/** Arguments that a call takes. */
const CALL = 1 << 13;

/** A text with a character a byte. @param {Uint8Array} bytes @returns {string} */
function asText(bytes) {
  if (typeof Buffer !== 'undefined')
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  // What browsers decode as latin1 is another table: some bytes become characters that are no bytes.
  const parts = [];
  for (let at = 0; at < bytes.length; at += CALL) parts.push(String.fromCharCode(...bytes.subarray(at, at + CALL)));
  return parts.join('');
}

/**
 * Where the line that is longer than a piece ends.
 * @param {Source} source
 * @param {number} from
 * @param {Reading} reading
 */
async function endOfLine(source, from, { signal }) {
  for (let at = from; at < source.size; at += PIECE) {
    signal?.throwIfAborted();
    const found = (await source.read(at, Math.min(PIECE, source.size - at))).indexOf(NEWLINE);
    if (found >= 0) return at + found;
  }
  return source.size;
}

/**
 * Every line of a file, in order.
 * @param {Source} source
 * @param {Visit} visit
 * @param {Reading} [reading]
 */
export async function eachLine(source, visit, reading = {}) {
  const { signal, progress } = reading;
  for (let at = 0; at < source.size;) {
    signal?.throwIfAborted();
    const text = asText(await source.read(at, Math.min(PIECE, source.size - at)));
    if (text.length === 0) break;
    let from = 0;
    for (let to = text.indexOf('\n'); to >= 0; to = text.indexOf('\n', from)) {
      const end = to > from && text.charCodeAt(to - 1) === RETURN ? to - 1 : to;
      visit(text, from, end, at + from, at + end);
      from = to + 1;
    }
    const last = at + text.length >= source.size;
    if (from === 0 || (last && from < text.length)) {
      // Longer than a piece, or the end of the file without a line end.
      const end = last ? source.size : await endOfLine(source, at + text.length, reading);
      visit(text, from, text.length, at + from, end);
      at = end + 1;
    } else at += from;
    progress?.(Math.min(at, source.size), source.size);
  }
}
