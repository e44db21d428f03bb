/**
 * The difference of two texts: changed lines first, changed words inside them.
 *
 * What: `diff(a, b)` gives changes as four numbers each (from and to in a, from and to in b; everything between two
 * changes is equal), and the number of places where lines differ.
 * Why: printed graphs have many thousand lines; few of them change, and they move in blocks. Lines are compared as
 * numbers, lines that occur once in both texts are the anchors, and only what lies between them is searched, so that
 * time stays close to linear. It runs in the engine's worker, never between two keystrokes.
 *
 *   diff('a = 1\nb = 2\n', 'a = 1\nb = 3\n');       // { changes: [10, 11, 10, 11], places: 1 }
 */

/** Edit distance at which a search gives up and takes everything as changed. */
const LIMIT = 400;
/** Longer changes are marked as whole lines. */
const WORDS = 4000;
/** Words are marked where no more than this part of the lines has changed. */
const SIMILAR = 0.6;

/** @typedef {[number, number, number, number]} Range from and to in a, from and to in b */

/**
 * Myers' search for the shortest edit, bounded.
 * @param {ArrayLike<number>} a @param {ArrayLike<number>} b @param {Range} range @param {(change: Range) => void} emit
 */
function shortestEdit(a, b, [a0, a1, b0, b1], emit) {
  const [n, m] = [a1 - a0, b1 - b0];
  const most = Math.min(n + m, LIMIT);
  const reach = new Int32Array(2 * most + 3);
  /** @type {Int32Array[]} */
  const trace = [];
  for (let d = 0; d <= most; d++) {
    trace.push(reach.slice(most - d, most + d + 3));
    for (let k = -d; k <= d; k += 2) {
      const at = most + 1 + k;
      let x = k === -d || (k !== d && reach[at - 1] < reach[at + 1]) ? reach[at + 1] : reach[at - 1] + 1;
      while (x < n && x - k < m && a[a0 + x] === b[b0 + x - k]) x++;
      reach[at] = x;
      if (x >= n && x - k >= m) {
        walkBack(trace, [n, m], (x0, x1, y0, y1) => emit([a0 + x0, a0 + x1, b0 + y0, b0 + y1]));
        return;
      }
    }
  }
  emit([a0, a1, b0, b1]);
}

/**
 * @param {Int32Array[]} trace
 * @param {[number, number]} end
 * @param {(x0: number, x1: number, y0: number, y1: number) => void} emit
 */
function walkBack(trace, [x, y], emit) {
  /** @type {number[][]} */
  const found = [];
  for (let d = trace.length - 1; d > 0; d--) {
    const reach = trace[d];
    const at = (/** @type {number} */ k) => reach[k + d + 1];
    const k = x - y;
    const down = k === -d || (k !== d && at(k - 1) < at(k + 1));
    const before = down ? k + 1 : k - 1;
    const [x0, y0] = [at(before), at(before) - before];
    const last = found[found.length - 1];
    const [x1, y1] = down ? [x0, y0 + 1] : [x0 + 1, y0];
    if (last !== undefined && last[0] === x1 && last[2] === y1) [last[0], last[2]] = [x0, y0];
    else found.push([x0, x1, y0, y1]);
    [x, y] = [x0, y0];
  }
  for (const [x0, x1, y0, y1] of found.reverse()) emit(x0, x1, y0, y1);
}

/**
 * Positions of numbers that occur exactly once in a range, by number; 0 for none, -1 for many.
 * @param {Int32Array} ids
 * @param {number} from
 * @param {number} to
 * @param {Map<number, number>} seen
 */
function once(ids, from, to, seen) {
  for (let i = from; i < to; i++) seen.set(ids[i], seen.has(ids[i]) ? -1 : i);
  return seen;
}

/**
 * Pairs of equal lines that occur once on both sides, as the longest run that rises on both.
 * @param {Int32Array} a
 * @param {Int32Array} b
 * @param {Range} range
 */
function anchors(a, b, [a0, a1, b0, b1]) {
  const inA = once(a, a0, a1, new Map());
  const inB = once(b, b0, b1, new Map());
  /** @type {[number, number][]} */
  const pairs = [];
  for (let i = a0; i < a1; i++) {
    const j = inB.get(a[i]) ?? -1;
    if (j >= 0 && inA.get(a[i]) === i) pairs.push([i, j]);
  }
  const tails = /** @type {number[]} */ ([]);
  const previous = new Int32Array(pairs.length);
  pairs.forEach(([, j], index) => {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[tails[middle]][1] < j) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? tails[low - 1] : -1;
    tails[low] = index;
  });
  const run = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index]) run.push(pairs[index]);
  return run.reverse();
}

/**
 * Without what is equal at both ends.
 * @param {ArrayLike<number>} a
 * @param {ArrayLike<number>} b
 * @param {Range} range
 * @returns {Range}
 */
function trimmed(a, b, [a0, a1, b0, b1]) {
  while (a0 < a1 && b0 < b1 && a[a0] === b[b0]) [a0, b0] = [a0 + 1, b0 + 1];
  while (a1 > a0 && b1 > b0 && a[a1 - 1] === b[b1 - 1]) [a1, b1] = [a1 - 1, b1 - 1];
  return [a0, a1, b0, b1];
}

/** @param {Int32Array} a @param {Int32Array} b @param {(change: Range) => void} emit */
function compareLines(a, b, emit) {
  const whole = trimmed(a, b, [0, a.length, 0, b.length]);
  let [x, y] = [whole[0], whole[2]];
  for (const [i, j] of [...anchors(a, b, whole), [whole[1], whole[3]]]) {
    const gap = trimmed(a, b, [x, i, y, j]);
    if (gap[0] < gap[1] || gap[2] < gap[3]) shortestEdit(a, b, gap, emit);
    [x, y] = [i, j];
  }
}

/** Numbers for pieces of text; equal pieces have equal numbers. */
class Numbers {
  /** @type {Map<string, number>} */
  #known = new Map();

  /** @param {string[]} pieces */
  of(pieces) {
    const ids = new Int32Array(pieces.length);
    pieces.forEach((piece, index) => {
      let id = this.#known.get(piece);
      if (id === undefined) this.#known.set(piece, (id = this.#known.size + 1));
      ids[index] = id;
    });
    return ids;
  }
}

/** Where each piece begins, and where the last ends. @param {string[]} pieces @param {number} start */
function starts(pieces, start) {
  const places = new Int32Array(pieces.length + 1);
  places[0] = start;
  pieces.forEach((piece, index) => (places[index + 1] = places[index] + piece.length));
  return places;
}

/** Lines with their line ends. @param {string} text */
export const linesOf = (text) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
/** @param {string} text */
const wordsOf = (text) => text.match(/\w+|\s+|[^\w\s]/g) ?? [];

/**
 * The changed words of changed lines.
 * @param {string} a
 * @param {string} b
 * @param {Range} range in characters
 * @param {number[]} out
 * @param {string} read these lines of a, as they are compared
 */
function compareWords(a, b, [a0, a1, b0, b1], out, read) {
  if (a0 === a1 || b0 === b1 || a1 - a0 + (b1 - b0) > WORDS) {
    out.push(a0, a1, b0, b1);
    return;
  }
  const numbers = new Numbers();
  const [wordsA, wordsB] = [wordsOf(a.slice(a0, a1)), wordsOf(b.slice(b0, b1))];
  const wordsRead = wordsOf(read);
  const [idsA, idsB] = [numbers.of(wordsRead.length === wordsA.length ? wordsRead : wordsA), numbers.of(wordsB)];
  const [placesA, placesB] = [starts(wordsA, a0), starts(wordsB, b0)];
  /** @type {number[]} */
  const found = [];
  let changed = 0;
  shortestEdit(idsA, idsB, [0, idsA.length, 0, idsB.length], ([i, j, k, l]) => {
    const change = [placesA[i], placesA[j], placesB[k], placesB[l]];
    const end = found.length > 0 ? found[found.length - 3] : -Infinity;
    // A lone blank or bracket between two changes reads worse than one change.
    if (change[0] - end <= 2) [found[found.length - 3], found[found.length - 1]] = [change[1], change[3]];
    else found.push(...change);
    changed += change[1] - change[0] + change[3] - change[2];
  });
  // Lines that have little in common are not each other's successors.
  if (changed > SIMILAR * (a1 - a0 + b1 - b0)) out.push(a0, a1, b0, b1);
  else for (const place of found) out.push(place);
}

/** Lines that differ: from and to in a, from and to in b. @param {string} a @param {string} b @returns {Range[]} */
export function diffLines(a, b) {
  const numbers = new Numbers();
  /** @type {Range[]} */
  const found = [];
  compareLines(numbers.of(linesOf(a)), numbers.of(linesOf(b)), (range) => found.push(range));
  return found;
}

/**
 * @param {string} a
 * @param {string} b
 * @param {string} [read] what a is compared as, line by line: with other names, where a mere renaming is no change
 * @returns {{ changes: number[], places: number }}
 */
export function diff(a, b, read = a) {
  const [linesA, linesB, linesRead] = [linesOf(a), linesOf(b), linesOf(read)];
  const compared = linesRead.length === linesA.length ? linesRead : linesA;
  const [placesA, placesB] = [starts(linesA, 0), starts(linesB, 0)];
  /** @type {number[]} */
  const changes = [];
  const found = diffLines(compared.join(''), b);
  for (const [i, j, k, l] of found)
    compareWords(a, b, [placesA[i], placesA[j], placesB[k], placesB[l]], changes, compared.slice(i, j).join(''));
  return { changes, places: found.length };
}
