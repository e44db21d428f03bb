/**
 * Bytes as text that may stand in a <script> of an HTML file: four bytes in five characters.
 *
 * Why: a report holds the WebAssembly modules, and base64 needs four characters for three bytes: 6 % more. The
 * characters are those of Ascii85 with "v" in place of "<", so that the text neither ends its element nor opens a
 * comment. It has no line breaks and no short form of zeros.
 *
 *   bytesOfText(textOfBytes(new Uint8Array([1, 2, 3])))   // Uint8Array [1, 2, 3]
 */

const FIRST = 33;
/** "<", which the alphabet leaves out. */
const LESS = 60;

/**
 * Five characters for each four bytes; n + 1 for the last n.
 * @param {Uint8Array} bytes
 */
export function textOfBytes(bytes) {
  const whole = bytes.length >> 2;
  const rest = bytes.length & 3;
  const out = new Uint8Array(whole * 5 + (rest === 0 ? 0 : rest + 1));
  for (let i = 0, at = 0; at < out.length; i += 4, at += 5) {
    let word =
      (bytes[i] ?? 0) * 0x1000000 + ((bytes[i + 1] ?? 0) << 16) + ((bytes[i + 2] ?? 0) << 8) + (bytes[i + 3] ?? 0);
    for (let digit = 4; digit >= 0; digit--) {
      const code = FIRST + (word % 85);
      word = Math.floor(word / 85);
      if (at + digit < out.length) out[at + digit] = code < LESS ? code : code + 1;
    }
  }
  return new TextDecoder().decode(out);
}

/**
 * The inverse of textOfBytes; a text that textOfBytes did not give has no meaning.
 * @param {string} text
 */
export function bytesOfText(text) {
  const rest = text.length % 5;
  const out = new Uint8Array(((text.length - rest) / 5) * 4 + Math.max(rest - 1, 0));
  for (let at = 0, i = 0; at < text.length; at += 5, i += 4) {
    let word = 0;
    for (let digit = 0; digit < 5; digit++) {
      // What the last word lacks is the largest digit: its first bytes are then as they were.
      const code = at + digit < text.length ? text.charCodeAt(at + digit) : FIRST + 85;
      word = word * 85 + code - FIRST - (code > LESS ? 1 : 0);
    }
    for (let byte = 0; byte < 4 && i + byte < out.length; byte++) {
      out[i + byte] = Math.floor(word / 256 ** (3 - byte)) & 255;
    }
  }
  return out;
}
