/**
 * Passes of one's own among the others of a pipeline: a step called `python`, whose options hold the source.
 *
 *   { name: 'python', enabled: true, options: { source: 'def my_pass(gm): ...' } }
 */

/** The name that a step of Python has. */
export const PYTHON = 'python';
/** The file that its source is for Python. */
export const FILE = 'pass.py';

/** @param {{ name: string }} step */
export const isPython = ({ name }) => name === PYTHON;

/**
 * What Python has to run, and on what.
 * @typedef {{ step: number, program: string, source: string, pass: string, ambientGrad: boolean }} Wanted
 */
/**
 * What Python gave, and what it was asked.
 * @typedef {Wanted & { answer: any, microseconds: number }} Made
 */

/** @param {import('../../../../wasm/js/index.js').PassRequest} step */
export const sourceOf = ({ options = {} }) => String(options.source ?? '');
/** The class or function of the source that is the pass; '' the only one. @param {any} step */
export const passOf = ({ options = {} }) => String(options.pass ?? '');

/** What was asked for is what was made. @param {Wanted} one @param {Wanted} other */
export const sameWanted = (one, other) =>
  one.source === other.source &&
  one.pass === other.pass &&
  one.ambientGrad === other.ambientGrad &&
  one.program === other.program;
