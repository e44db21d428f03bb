/**
 * Passes of one's own among the others of a pipeline: a step called `python`, whose options hold the source.
 *
 *   { name: 'python', enabled: true, options: { source: 'def my_pass(gm): ...' } }
 */

/** The name that a step of Python has. */
export const PYTHON = 'python';
/** The file that its source is for Python. */
export const FILE = 'pass.py';
/** The file that a model is for Python, as our own evaluator names it. */
export const TRACED = 'source.py';

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
/**
 * What CPython captured of a text: a program, or why there is none; `diagnostics`: warnings beside it, as of
 * statements that were passed over.
 * @typedef {{ text: string, ambientGrad: boolean, program?: string, diagnostic?: any, printed: string, diagnostics?:
 *   import('../protocol.js').Diagnostic[] }} Traced
 */

/** @param {import('../../../../wasm/js/index.js').PassRequest} step */
export const sourceOf = ({ options = {} }) => String(options.source ?? '');
/** Classes and functions of a file that may be passes, in their order. @param {string} source */
export const passesIn = (source) => [
  ...new Set([...source.matchAll(/^(?:class|def)[ \t]+([^\W_]\w*)/gmu)].map(([, name]) => name)),
];

/**
 * The class or function of the source that is the pass: the last one, unless another was chosen. '' if there is none.
 * @param {{ options?: Record<string, string | boolean> }} step
 */
export function passOf({ options = {} }) {
  const names = passesIn(String(options.source ?? ''));
  return names.includes(String(options.pass)) ? String(options.pass) : (names.at(-1) ?? '');
}

/** What a step is called. @param {{ name: string, options?: Record<string, string | boolean> }} step */
export const titleOf = (step) => (isPython(step) ? passOf(step) || PYTHON : step.name);

/** What was asked for is what was made. @param {Wanted} one @param {Wanted} other */
export const sameWanted = (one, other) =>
  one.source === other.source &&
  one.pass === other.pass &&
  one.ambientGrad === other.ambientGrad &&
  one.program === other.program;
