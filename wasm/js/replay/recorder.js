/**
 * The books of a replay: what passed, what failed and how, what was skipped and why.
 *
 *   recorder.equalText('h_loop/N/set_grad/after.str', expected, actual);
 *   recorder.summary()        // '12 passed, 0 failed, 3 skipped'
 */

/** The first line in which two texts differ, both sides. @param {string} expected @param {string} actual */
export function textDifference(expected, actual) {
  const a = expected.split('\n');
  const b = actual.split('\n');
  let i = 0;
  while (i < a.length && i < b.length && a[i] === b[i]) i += 1;
  const show = (/** @type {string | undefined} */ line) =>
    line === undefined
      ? '(end of the text)'
      : JSON.stringify(line.length > 300 ? around(line, a[i] ?? '', b[i] ?? '') : line);
  return `line ${i + 1}: expected ${show(a[i])}, got ${show(b[i])}`;
}

/** A window of a long line round the first difference. @param {string} line @param {string} a @param {string} b */
function around(line, a, b) {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  return `…${line.slice(Math.max(0, at - 80), at + 160)}…`;
}

/**
 * The first place in which two JSON values differ, or null.
 * @param {unknown} expected @param {unknown} actual @param {string} [path]
 * @returns {string | null}
 */
export function valueDifference(expected, actual, path = '') {
  if (Object.is(expected, actual)) return null;
  const shown = (/** @type {unknown} */ v) => {
    const text = JSON.stringify(v) ?? 'nothing';
    return text.length > 200 ? `${text.slice(0, 200)}…` : text;
  };
  const container = (/** @type {unknown} */ v) => typeof v === 'object' && v !== null;
  if (!container(expected) || !container(actual) || Array.isArray(expected) !== Array.isArray(actual)) {
    return `at ${path || 'the top'}: expected ${shown(expected)}, got ${shown(actual)}`;
  }
  const a = /** @type {Record<string, unknown>} */ (expected);
  const b = /** @type {Record<string, unknown>} */ (actual);
  const { length } = /** @type {unknown[]} */ (actual);
  if (Array.isArray(expected) && expected.length !== length) {
    return `at ${path || 'the top'}: expected ${expected.length} items, got ${length}`;
  }
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    if (!(key in a)) return `at ${path}.${key}: expected nothing, got ${shown(b[key])}`;
    if (!(key in b)) return `at ${path}.${key}: expected ${shown(a[key])}, got nothing`;
    const inner = valueDifference(a[key], b[key], `${path}.${key}`);
    if (inner !== null) return inner;
  }
  return null;
}

export class Recorder {
  passed = 0;
  failed = 0;
  skipped = 0;
  /** @type {Map<string, number>} */
  reasons = new Map();
  /** @type {Map<string, number>} */
  leftOut = new Map();

  /** @param {(line: string) => void} print */
  constructor(print) {
    this.print = print;
  }

  pass() {
    this.passed += 1;
  }

  /** @param {string} what @param {string} why */
  fail(what, why) {
    this.failed += 1;
    this.print(`FAIL ${what}: ${why}`);
  }

  /** @param {string} reason @param {number} [count] */
  skip(reason, count = 1) {
    this.skipped += count;
    this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + count);
  }

  /** What was recorded of Python itself and has nothing here that could be held against it. @param {string} reason */
  leaveOut(reason) {
    this.leftOut.set(reason, (this.leftOut.get(reason) ?? 0) + 1);
  }

  /** @param {string} what @param {string} expected @param {string} actual */
  equalText(what, expected, actual) {
    if (expected === actual) this.pass();
    else this.fail(what, textDifference(expected, actual));
  }

  /** @param {string} what @param {unknown} expected @param {unknown} actual */
  equal(what, expected, actual) {
    const difference = valueDifference(expected, actual);
    if (difference === null) this.pass();
    else this.fail(what, difference);
  }

  /** Runs a check; an exception is a failure. @param {string} what @param {() => void} check */
  attempt(what, check) {
    try {
      check();
    } catch (error) {
      const e = /** @type {Error} */ (error);
      this.fail(
        what,
        e.name === 'SeesawError' ? e.message : (e.stack ?? String(e)).split('\n').slice(0, 3).join(' | '),
      );
    }
  }

  summary() {
    return `${this.passed} passed, ${this.failed} failed, ${this.skipped} skipped`;
  }
}
