/**
 * What a document, a link or a file may hold at most: one table, which the page and the command line ask before they
 * open anything.
 *
 * What: `LIMITS` has the numbers; `checkLimit(name, count)` throws a `LimitError` that says what is too much, the limit
 * and what to do.
 * Why: a link of 2 kB can hold 20,000 passes. What is over a limit is refused whole, in words, and stays where it was;
 * nothing is cut off silently.
 *
 * checkLimit('passes', 20_000);        // LimitError: 20,000 passes are more than the 500 that a document may have; run
 * them in several documents
 */

/**
 * @typedef {{ most: number, what: string, holder: string, remedy: string }} Limit `what` is the plural of what is
 *   counted
 */

const REDUCE = 'take some out, or ask for a smaller document';

export const LIMITS = /** @satisfies {Record<string, Limit>} */ ({
  passes: { most: 500, what: 'passes', holder: 'a document', remedy: 'run them in several documents' },
  options: { most: 100, what: 'options', holder: 'a pass', remedy: REDUCE },
  optionText: { most: 1_000_000, what: 'characters', holder: 'an option of a pass', remedy: REDUCE },
  text: { most: 60_000_000, what: 'characters', holder: 'the text of a document', remedy: 'open a part of it' },
  stages: { most: 500, what: 'stages', holder: 'the view of a document', remedy: REDUCE },
  groups: { most: 50_000, what: 'closed groups', holder: 'the view of a document', remedy: REDUCE },
  name: { most: 10_000, what: 'characters', holder: 'a name in a document', remedy: REDUCE },
  values: { most: 10_000, what: 'values', holder: 'the inputs of a document', remedy: REDUCE },
  hooks: { most: 100, what: 'hooks', holder: 'the inputs of a document', remedy: REDUCE },
  literal: { most: 1_000_000, what: 'characters', holder: 'a value of a document', remedy: 'let a seed make it' },
  scenario: { most: 1_000_000, what: 'characters', holder: 'the lesson of a document', remedy: REDUCE },
  /** What a link unfolds to. */
  unpacked: { most: 20_000_000, what: 'bytes', holder: 'a link', remedy: 'ask for the document as a file' },
  /** Characters of a link: what browsers and servers take. */
  link: { most: 1_500_000, what: 'characters', holder: 'a link', remedy: 'ask for the document as a file' },
  /** What is loaded from an address. */
  download: { most: 20_000_000, what: 'bytes', holder: 'an address', remedy: 'download the file and open it' },
  /** A text that the command line reads: the module takes a text as one string. */
  input: { most: 400_000_000, what: 'bytes', holder: 'an input', remedy: 'give a part of it' },
});

/** @typedef {keyof typeof LIMITS} LimitName */

/** @param {number} count */
const grouped = (count) => count.toLocaleString('en-US');

/** More than a limit allows. */
export class LimitError extends Error {
  /** @param {LimitName} name @param {number} count */
  constructor(name, count) {
    const { most, what, holder, remedy } = LIMITS[name];
    super(`${grouped(count)} ${what} are more than the ${grouped(most)} that ${holder} may have`);
    this.name = 'LimitError';
    this.remedy = remedy;
  }

  /** The message and the remedy as sentences. */
  get sentences() {
    return `${this.message}. ${this.remedy[0].toUpperCase()}${this.remedy.slice(1)}.`;
  }
}

/** @param {LimitName} name @param {number} count */
export function checkLimit(name, count) {
  if (count > LIMITS[name].most) throw new LimitError(name, count);
}
