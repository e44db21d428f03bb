/**
 * A text with the names that its nodes have in another program, so that a mere renaming is no change.
 *
 * What: `renamed(text, comparison)` writes the names of `comparison.after` in place of those of `comparison.before`,
 * graph by graph. Lines stay lines.
 * Why: a pass that inserts one node renumbers the names behind it; a diff of the plain texts then marks them all.
 *
 *   diff(before, after, renamed(before, session.compare(one, other)));
 */
import { Names } from '../text/names.js';

/** @typedef {import('../../../wasm/js/index.js').Comparison} Comparison */

/** New names by graph and old name, of nodes that are one node before and after. @param {Comparison} comparison */
function newNames({ before, after, pairs }) {
  const count = (/** @type {0 | 1} */ side, /** @type {number} */ length) => {
    const times = new Uint32Array(length);
    for (let at = side; at < pairs.length; at += 2) times[pairs[at]]++;
    return times;
  };
  const [timesBefore, timesAfter] = [count(0, before.name.length), count(1, after.name.length)];
  /** @type {Map<string, Map<string, string>>} */
  const names = new Map();
  for (let at = 0; at < pairs.length; at += 2) {
    const [one, other] = [pairs[at], pairs[at + 1]];
    const path = before.paths[before.path[one]];
    const single = timesBefore[one] === 1 && timesAfter[other] === 1;
    if (!single || path !== after.paths[after.path[other]] || before.name[one] === after.name[other]) continue;
    if (!names.has(path)) names.set(path, new Map());
    names.get(path)?.set(before.name[one], after.name[other]);
  }
  return names;
}

/** @param {string} text @param {Comparison} comparison */
export function renamed(text, comparison) {
  const names = newNames(comparison);
  if (names.size === 0) return text;
  /** @type {{ from: number, to: number, name: string }[]} */
  const places = [];
  for (const { path, uses } of new Names(text).graphs) {
    for (const [old, name] of names.get(path) ?? [])
      for (const { from, to } of uses.get(old) ?? []) places.push({ from, to, name });
  }
  places.sort((one, other) => one.from - other.from);
  let out = '';
  let at = 0;
  for (const { from, to, name } of places) {
    if (from < at) continue;
    out += text.slice(at, from) + name;
    at = to;
  }
  return out + text.slice(at);
}
