/**
 * `?url=…`: a text from an address, fetched only after the visitor was shown where from.
 *
 *   const address = addressAsked(location.search, location.href);     // a URL, or null; throws an Error in words
 *   const file = await fetched(address);                              // a File, for files.js; throws an Error in words
 *
 * No cookies go along, and nothing beyond a limit is read. What other origins send is readable only if they allow it
 * (CORS) and if the page's own policy does (`connect-src`; as the README has it, only this origin).
 */

import { LIMITS } from '../../../../wasm/js/limits.js';

const PATIENCE = 20_000;

/** @param {string} search @param {string} base @returns {URL | null} */
export function addressAsked(search, base) {
  const given = new URLSearchParams(search).get('url');
  if (given === null) return null;
  const address = URL.canParse(given, base) ? new URL(given, base) : null;
  if (address === null || !/^https?:$/.test(address.protocol))
    throw new Error(`?url=${given.slice(0, 80)} is no address of the web. Nothing was opened.`);
  return address;
}

/** The address of this page without what it asks for, so that a reload does not ask again. @param {string} href */
export function withoutRequest(href) {
  const address = new URL(href);
  address.searchParams.delete('url');
  address.hash = '';
  return address.href.replace(/#$/, '');
}

/** What an answer holds, up to a limit. @param {Response} response @param {string} name @returns {Promise<File>} */
export async function bounded(response, name) {
  const { most } = LIMITS.download;
  const reader = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (response.body).getReader();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new File(parts, name);
    size += value.length;
    parts.push(value);
    if (size <= most) continue;
    await reader.cancel().catch(() => {});
    throw new Error(`${name} is larger than ${most / 1e6} MB. It was not opened.`);
  }
}

/** @param {URL} address @returns {Promise<File>} */
export async function fetched(address) {
  const name = address.pathname.split('/').at(-1) || address.host;
  const signal = AbortSignal.timeout(PATIENCE);
  const failed = (/** @type {unknown} */ error) => {
    const slow = error instanceof DOMException && error.name === 'TimeoutError';
    const reason = slow
      ? `no answer within ${PATIENCE / 1000} seconds`
      : 'the address cannot be reached, or its server (CORS) or this page’s policy (connect-src) forbids it';
    return new Error(`${address.href} could not be loaded: ${reason}. Download the file and drop it here.`);
  };
  const response = await fetch(address, { credentials: 'omit', referrerPolicy: 'no-referrer', signal }).catch(
    (error) => {
      throw failed(error);
    },
  );
  if (!response.ok)
    throw new Error(`${address.href} could not be loaded: ${response.status} ${response.statusText}`.trim());
  return bounded(response, name).catch((error) => {
    throw error instanceof DOMException || error instanceof TypeError ? failed(error) : error;
  });
}
