/**
 * The difference of two texts in the form of `diff -u`: lines with a sign before them, a few equal ones around.
 *
 *   unifiedDiff('a\nb\n', 'a\nc\n');          // { text: '@@ -1,2 +1,2 @@\n a\n-b\n+c\n', more: 0 }
 */
import { diffLines, linesOf } from './diff.js';

/** Equal lines around a change that are shown with it. */
const CONTEXT = 3;

/** @param {number} from @param {number} to */
const span = (from, to) => `${to === from ? from : from + 1},${to - from}`;

/**
 * @param {string} before @param {string} after @param {{ lines?: number }} [most] at most so many lines
 * @returns {{ text: string, more: number }} `more`: lines that had no room
 */
export function unifiedDiff(before, after, { lines = Infinity } = {}) {
  const [a, b] = [linesOf(before), linesOf(after)];
  /** @type {[number, number, number, number][][]} changes that share their surroundings */
  const groups = [];
  for (const change of diffLines(before, after)) {
    const last = groups.at(-1);
    if (last !== undefined && change[0] - last[last.length - 1][1] <= 2 * CONTEXT) last.push(change);
    else groups.push([change]);
  }
  /** @type {string[]} */
  const out = [];
  const put = (/** @type {string} */ sign, /** @type {string[]} */ part) =>
    part.forEach((line) => out.push(sign + line.replace(/\n$/, '')));
  for (const group of groups) {
    const [first, last] = [group[0], group[group.length - 1]];
    const room = Math.min(CONTEXT, first[0], first[2]);
    const end = Math.min(CONTEXT, a.length - last[1], b.length - last[3]);
    out.push(`@@ -${span(first[0] - room, last[1] + end)} +${span(first[2] - room, last[3] + end)} @@`);
    let at = first[0] - room;
    for (const [a0, a1, b0, b1] of group) {
      put(' ', a.slice(at, a0));
      put('-', a.slice(a0, a1));
      put('+', b.slice(b0, b1));
      at = a1;
    }
    put(' ', a.slice(at, at + end));
  }
  const shown = out.slice(0, lines);
  return { text: shown.map((line) => `${line}\n`).join(''), more: out.length - shown.length };
}
