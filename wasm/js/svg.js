/**
 * Pictures that were saved, read back: the program stands in their <metadata>, and the document of the page that saved
 * it, if one did.
 *
 *   withDocument(svg, json)                                       // the picture with a document in it
 *   documentOf(svg)                                               // the document's JSON, or null
 *   programOf('<svg ...><metadata id="seesaw-program">{&quot;format&quot;: ...')   // '{"format": ...'
 *   programOf('def forward(self, x): ...')                                        // the text itself
 */
const START = /^\s*(?:<\?xml[^<>]*\?>\s*)?(?:<!--[^<>]*-->\s*)*(?:<!DOCTYPE[^<>]*>\s*)?<svg\b/;
const METADATA = /<metadata\b[^<>]*\bid="seesaw-program"[^<>]*>([^<]*)<\/metadata>/;
const DOCUMENT = /<metadata\b[^<>]*\bid="seesaw-document"[^<>]*>([^<]*)<\/metadata>/;
const ESCAPES = /** @type {Record<string, string>} */ ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' });
/** @type {Record<string, string>} */
const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** @param {string} name `lt`, `#60`, `#x3c` @param {string} whole */
function character(name, whole) {
  if (name[0] !== '#') return ENTITIES[name] ?? whole;
  const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}

/** What stands in an element. @param {RegExpExecArray | null} found */
const content = (found) =>
  found === null
    ? null
    : found[1].replace(/&(amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});/g, (whole, name) => character(name, whole));

/** @param {string} text @returns {string | null} null for a picture that holds no program */
export const programOf = (text) => (START.test(text) ? content(METADATA.exec(text)) : text);

/** @param {string} text @returns {string | null} null for what is no picture, or holds no document */
export const documentOf = (text) => (START.test(text) ? content(DOCUMENT.exec(text)) : null);

/** @param {string} svg a picture @param {string} json */
export const withDocument = (svg, json) =>
  svg.replace(
    /<svg\b[^<>]*>/,
    (start) => `${start}\n<metadata id="seesaw-document">${json.replace(/[&<>]/g, (one) => ESCAPES[one])}</metadata>`,
  );
