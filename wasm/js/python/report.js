/**
 * What came of a pass in Python, in the form of the other passes: the same under Node and in a page.
 */

/** @typedef {import('../index.js').Diagnostic} Diagnostic */

/** Nodes of a program, all graphs of it. @param {string} json */
export const nodeCount = (json) =>
  JSON.parse(json).modules.reduce(
    (/** @type {number} */ sum, /** @type {any} */ module) => sum + (module.nodes?.length ?? 0),
    0,
  );

/** @param {any} found of _seesaw_driver @returns {Diagnostic} */
export function diagnosticOf({ message, file, line, column, remedy, callers = [] }) {
  const notes = callers.map((/** @type {any} */ one) => ({
    message: `called from ${one.file}:${one.line}, in ${one.name}`,
  }));
  if (remedy) notes.push({ message: remedy });
  return {
    severity: 'error',
    code: 'python',
    message,
    ...(line === undefined ? {} : { file, line, column }),
    ...(notes.length === 0 ? {} : { notes }),
  };
}

/**
 * Statements of a captured script that failed, and what became of the rest: each a warning at its place. And what is to
 * be said of the result as a whole.
 * @param {any} answer of _seesaw_driver @returns {Diagnostic[]}
 */
export const leftOf = ({ left = [], remarks = [] }) => [
  ...remarks.map((/** @type {string} */ message) => ({ severity: 'warning', code: 'python', message })),
  ...left.map((/** @type {any} */ one) => ({
    ...diagnosticOf(one),
    severity: 'warning',
    message: one.ends
      ? `the rest of the script was not run: ${one.message}`
      : `this statement failed and was passed over: ${one.message}`,
  })),
];

/** A report before anything is known. @param {string} pass @param {number} nodes */
export const emptyReport = (pass, nodes) => ({
  pass,
  ran: true,
  changed: false,
  microseconds: 0,
  nodesBefore: nodes,
  nodesAfter: nodes,
  why: [],
  differences: [],
  provenance: [],
  diagnostics: /** @type {Diagnostic[]} */ ([]),
});
