/**
 * The known word that was probably meant.
 *
 *   didYouMean('elimnate-dead-code', ['eliminate_dead_code'])     // "did you mean 'eliminate_dead_code'?"
 */

/** Insertions, deletions and replacements that lead from one word to the other. @param {string} a @param {string} b */
function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1)
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length];
}

/** So much must be typed to be taken for a part of a name. */
const PART = 3;

/** @param {string} word @param {string[]} known @returns {string} nothing if none is near, and none holds the word */
export function didYouMean(word, known) {
  const plain = (/** @type {string} */ text) => text.slice(0, 100).toLowerCase().replaceAll('-', '_');
  const typed = plain(word);
  let best = '';
  let least = Math.max(1, Math.floor(typed.length / 3)) + 1;
  for (const candidate of known) {
    const steps = distance(typed, plain(candidate));
    if (steps < least) [best, least] = [candidate, steps];
  }
  if (best === '' && typed.length >= PART) best = known.find((one) => plain(one).includes(typed)) ?? '';
  return best === '' ? '' : `did you mean '${best}'?`;
}
