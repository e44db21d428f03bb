/**
 * A document in an address: the whole of it comes after the `#`, so that no server keeps it or sees it.
 *
 *   #v1:eJyrVsrJLE…                           the document, packed
 *   #v1:eJyrVsrJLE…&step=2&node=submod_1.add  the same, opened at what step 2 left, at a node
 *   #ref=pass/eliminate_dead_code             no document: a page of the reference
 *
 *   const fragment = await fragmentOf(doc);              // '#v1:…'
 * const found = await openFragment(location.hash);     // { doc, ref }, or null; throws a LinkError that says what is
 * wrong
 *
 * `v1` is the way it is packed: sparse JSON, zlib (whose checksum shows a damaged link), base64url.
 * What once was a link stays one: a new way gets a new row in `PACKINGS`, and the old rows stay. What the JSON holds is
 * versioned by itself (document.js).
 */
import { LIMITS, LimitError } from '../../../../wasm/js/limits.js';
import { asDocument, sparse } from '../../model/document.js';

/** @typedef {import('../../model/document.js').Document} Document */

/** Browsers and servers take fragments up to about this length. */
export const MAX_LENGTH = LIMITS.link.most;
/** Mail programs, chats and issue forms cut or refuse longer ones. */
export const LONG = 30_000;

/** A link that does not open; the message is for a person. */
export class LinkError extends Error {}

const DAMAGED = 'This link is damaged or cut off. Ask for it again, or for the document as a file.';

/**
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {CompressionStream | DecompressionStream} through
 * @param {number} most
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
async function piped(bytes, through, most) {
  const reader = new Blob([bytes]).stream().pipeThrough(through).getReader();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel().catch(() => {});
      throw new LinkError(`This link unfolds to more than ${most / 1e6} MB. It was not opened.`);
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** @param {Uint8Array} bytes */
function toBase64Url(bytes) {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @param {string} text */
function fromBase64Url(text) {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/**
 * How documents are packed, by prefix. `unpack` gives what `asDocument` understands; the first row is how links are
 * made now.
 */
const PACKINGS = [
  {
    prefix: 'v1',
    /** @param {Document} doc */
    pack: async (doc) => {
      const bytes = new TextEncoder().encode(JSON.stringify(sparse(doc)));
      return toBase64Url(await piped(bytes, new CompressionStream('deflate'), Infinity));
    },
    /** @param {string} packed @returns {Promise<unknown>} */
    unpack: async (packed) => {
      const bytes = await piped(fromBase64Url(packed), new DecompressionStream('deflate'), LIMITS.unpacked.most);
      return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    },
  },
];

/** @param {Document} doc with the step and the node that the link shall point to @returns {Promise<string>} */
export async function fragmentOf(doc) {
  const { step, node, ...view } = doc.view;
  const [{ prefix, pack }] = PACKINGS;
  const place = new URLSearchParams();
  if (step !== null) place.set('step', String(step));
  if (node !== null) place.set('node', node);
  const packed = await pack({ ...doc, view: { ...view, theme: 'system', step: null, node: null } });
  return `#${prefix}:${packed}${place.size > 0 ? `&${place}` : ''}`;
}

/** @param {unknown} json @returns {Document | null} */
function documentOf(json) {
  try {
    return asDocument(json);
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
    throw new LinkError(`This link was not opened: ${error.sentences}`);
  }
}

/** @param {string} prefix @param {string} packed @returns {Promise<Document>} */
async function unpacked(prefix, packed) {
  const packing = PACKINGS.find((one) => one.prefix === prefix);
  if (packing === undefined)
    throw new LinkError(
      `This link was made by a newer Seesaw (${prefix}). Reload this page to get the newest, or ask for the ` +
        'document as a file.',
    );
  if (packed === '') throw new LinkError(`This link is cut off: nothing follows ${prefix}:. Ask for it again.`);
  if (packed.length > MAX_LENGTH)
    throw new LinkError('This link is longer than any that Seesaw makes. It was not opened.');
  /** @type {unknown} */
  let json;
  try {
    json = await packing.unpack(packed);
  } catch (error) {
    throw error instanceof LinkError ? error : new LinkError(DAMAGED);
  }
  const doc = documentOf(json);
  if (doc === null) throw new LinkError('There is no document of Seesaw in this link.');
  return doc;
}

/**
 * What an address asks for behind its `#`; null if nothing.
 * @param {string} hash `location.hash` @returns {Promise<{ doc: Document | null, ref: string | null } | null>}
 */
export async function openFragment(hash) {
  const [first, ...rest] = hash.replace(/^#/, '').split('&');
  if (first === '') return null;
  const [, prefix, packed] = /^(v\d{1,4}):(.*)$/s.exec(first) ?? [];
  const place = new URLSearchParams((prefix === undefined ? [first, ...rest] : rest).join('&'));
  const ref = place.get('ref');
  if (prefix === undefined && ref === null)
    throw new LinkError(
      `The address ends in #${first.slice(0, 30)}, which is no link to a document. Nothing was opened.`,
    );
  if (prefix === undefined) return { doc: null, ref };
  const doc = await unpacked(prefix, packed);
  const asked = { step: Number(place.get('step') ?? NaN), node: place.get('node') };
  return { doc: /** @type {Document} */ (asDocument({ ...doc, view: { ...doc.view, ...asked } })), ref };
}
