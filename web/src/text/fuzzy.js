/**
 * Finding by a few letters: all words of a query occur, whole words and beginnings before what is in the middle, in the
 * first text before the others. Only if nothing is found so, letters may be spread over the first text, in order.
 *
 *   ranked(passes, 'repl gr', (pass) => [pass.name, pass.summary]);
 */

/** How well a word fits a text; 0 not at all. @param {string} word @param {string} text */
function fit(word, text) {
  const at = text.indexOf(word);
  if (at < 0) return 0;
  const begins = at === 0 || !/[a-z0-9]/.test(text[at - 1]);
  return (begins ? 3 : 2) + (begins && !/[a-z0-9]/.test(text[at + word.length] ?? ' ') ? 1 : 0);
}

/** The letters of a word in order, though not together. @param {string} word @param {string} text */
function scattered(word, text) {
  let at = -1;
  for (const letter of word) {
    at = text.indexOf(letter, at + 1);
    if (at < 0) return 0;
  }
  return 1;
}

/**
 * 0 if some word has no place.
 * @param {string[]} words
 * @param {string[]} texts the first counts most
 * @param {boolean} loose
 */
function score(words, texts, loose) {
  let sum = 0;
  for (const word of words) {
    const best = loose
      ? scattered(word, texts[0])
      : Math.max(...texts.map((text, index) => fit(word, text) / (1 + index)));
    if (best === 0) return 0;
    sum += best;
  }
  return sum;
}

/**
 * @template T
 * @param {readonly T[]} items
 * @param {string} query
 * @param {(item: T) => string[]} texts
 * @returns {T[]} best first; all, as they are, for an empty query
 */
export function ranked(items, query, texts) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...items];
  const found = (/** @type {boolean} */ loose) =>
    items
      .map((item) => ({
        item,
        points: score(
          words,
          texts(item).map((text) => text.toLowerCase()),
          loose,
        ),
      }))
      .filter(({ points }) => points > 0)
      .sort((one, other) => other.points - one.points)
      .map(({ item }) => item);
  const exact = found(false);
  return exact.length > 0 ? exact : found(true);
}
