/**
 * Pictures that were saved, read back: the program stands in their <metadata>.
 *
 *   programOf('<svg ...><metadata id="seesaw-program">{&quot;format&quot;: ...')   // '{"format": ...'
 *   programOf('def forward(self, x): ...')                                        // the text itself
 */
const START = /^\s*(?:<\?xml[^<>]*\?>\s*)?(?:<!--[^<>]*-->\s*)*(?:<!DOCTYPE[^<>]*>\s*)?<svg\b/;
const METADATA = /<metadata\b[^<>]*\bid="seesaw-program"[^<>]*>([^<]*)<\/metadata>/;
/** @type {Record<string, string>} */
const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** @param {string} name `lt`, `#60`, `#x3c` @param {string} whole */
function character(name, whole) {
  if (name[0] !== '#') return ENTITIES[name] ?? whole;
  const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}

/** @param {string} text @returns {string | null} null for a picture that holds no program */
export function programOf(text) {
  if (!START.test(text)) return text;
  const found = METADATA.exec(text);
  return found === null ? null : found[1].replace(/&(amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});/g, (whole, name) => character(name, whole));
}
