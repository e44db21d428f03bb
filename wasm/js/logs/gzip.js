/**
 * Logs that are kept as gzip: unpacked into memory, up to the limit of an input.
 *
 *   if (isGzip(await source.read(0, 2))) source = await unzipped(source, budget);
 */
import { bytesSource } from '../archive/zip.js';
import { failure } from '../error.js';
import { LIMITS } from '../limits.js';

/** @typedef {import('../archive/zip.js').Source} Source */

/** Bytes that are read at a time. */
const PIECE = 1 << 20;

/** @param {Uint8Array} bytes the first of a file */
export const isGzip = (bytes) => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** What all gzip files of one call may unpack to. */
export class Budget {
  left = LIMITS.input.most;

  /** @param {number} bytes @param {string} name */
  take(bytes, name) {
    this.left -= bytes;
    if (this.left >= 0) return;
    const most = LIMITS.input.most.toLocaleString('en-US');
    throw failure('log', `${name} unpacks to more than ${most} bytes`, 'unpack it first: gunzip --keep FILE');
  }
}

/** @param {Source} source @param {AbortSignal} [signal] */
const streamOf = (source, signal) => {
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      signal?.throwIfAborted();
      const bytes = await source.read(at, Math.min(PIECE, source.size - at));
      at += bytes.length;
      if (bytes.length > 0) controller.enqueue(bytes);
      if (bytes.length === 0 || at >= source.size) controller.close();
    },
  });
};

/**
 * @param {string} name @param {Source} source @param {Budget} budget @param {AbortSignal} [signal]
 * @returns {Promise<Source>}
 */
export async function unzipped(name, source, budget, signal) {
  const reader = streamOf(source, signal).pipeThrough(new DecompressionStream('gzip')).getReader();
  /** @type {Uint8Array[]} */
  const parts = [];
  let size = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      budget.take(part.value.length, name);
      parts.push(part.value);
      size += part.value.length;
    }
  } catch (error) {
    await reader.cancel().catch(() => {});
    if (Array.isArray(/** @type {any} */ (error).diagnostics) || signal?.aborted) throw error;
    throw failure('log', `${name} is a gzip file that is damaged or not whole`, 'copy it again');
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts.splice(0)) {
    whole.set(part, at);
    at += part.length;
  }
  return bytesSource(whole);
}
