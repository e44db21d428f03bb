/**
 * What stands in front of each line of a text: heads of a log, `>>>` of a session of Python. A text is read with them;
 * a person sees nothing else of it in a narrow pane.
 *
 *   withoutPrefixes(text)      // the text without them; null where lines have none
 */
import { bodyOf, headOf } from '../../../../wasm/js/logs/prefix.js';

/** @param {string} line @returns {string | null} null: it has none */
function body(line) {
  const head = headOf(line, 0, line.length);
  return head === null ? null : line.slice(bodyOf(line, head, line.length).at);
}

/** Of a session, what was typed. @param {string[]} lines */
const typed = (lines) => lines.filter((line) => /^(?:>>>|\.\.\.)(?: |$)/.test(line)).map((line) => line.slice(4));

/** @param {string} text */
export function withoutPrefixes(text) {
  const lines = text.split('\n');
  const full = lines.filter((line) => line.trim() !== '');
  if (full.some((line) => /^>>> /.test(line))) return `${typed(lines).join('\n')}\n`;
  const bodies = lines.map(body);
  const found = bodies.filter((one) => one !== null).length;
  if (found === 0 || found < full.length / 2) return null;
  return bodies.map((one, at) => one ?? lines[at]).join('\n');
}
