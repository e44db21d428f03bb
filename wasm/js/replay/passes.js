/** Running passes for the replay, and reading what their reports say of PyTorch. */

/** @typedef {import('../index.js').Session} Session */

/** The verifier's dialect of a recorded kind of export. */
export const DIALECTS = { training: 'TRAINING', functional: 'ATEN' };

/**
 * @param {Session} session @param {number} handle @param {string} name
 * @param {import('../index.js').RunSettings} settings @param {Record<string, string>} [options]
 */
export function runPass(session, handle, name, settings, options = {}) {
  const answer = session.run(handle, [{ name, options }], settings);
  const report = answer.reports[0];
  const error = report.diagnostics.find((/** @type {any} */ d) => d.severity === 'error');
  return {
    handle: answer.handle,
    report,
    /** `ExceptionType: message` if the pass failed, else null. @type {string | null} */
    failure: report.ran ? null : `${error?.exception ?? 'Error'}: ${error?.message ?? ''}`,
    close() {
      session.close(answer.handle);
      for (const split of report.splits ?? []) session.close(split);
    },
  };
}

/**
 * What PyTorch raises, as far as the pass predicts it.
 * @param {any} report
 * @param {string[]} kinds
 * @returns {string[]}
 */
export function differencesOf(report, kinds) {
  return report.differences
    .filter((/** @type {any} */ d) => kinds.includes(d.kind))
    .map((/** @type {any} */ d) => d.pytorch);
}

/**
 * PyTorch's num_users by graph path and node name, where it has lost users: from the program itself, which keeps them.
 * @param {Session} session @param {number} handle @returns {Map<string, Map<string, number>>}
 */
export function lossesOf(session, handle) {
  const program = JSON.parse(session.print(handle, { format: 'json' }));
  /** @type {Map<string, Map<string, number>>} */
  const out = new Map();
  const visit = (/** @type {number} */ index, /** @type {string} */ path) => {
    const module = program.modules[index];
    if ((module.lost_users ?? []).length > 0) out.set(path, countsOf(module));
    for (const [name, child] of module.children ?? []) visit(child, path === '' ? name : `${path}.${name}`);
  };
  visit(0, '');
  return out;
}

/** @param {any} module @returns {Map<string, number>} */
function countsOf(module) {
  /** @type {Map<number, Set<number>>} */
  const users = new Map();
  const collect = (/** @type {any} */ arg, /** @type {number} */ user) => {
    if (arg === null || typeof arg !== 'object') return;
    if (typeof arg.n === 'number' && !Array.isArray(arg)) {
      if (!users.has(arg.n)) users.set(arg.n, new Set());
      users.get(arg.n)?.add(user);
      return;
    }
    Object.values(arg).forEach((inner) => collect(inner, user));
  };
  for (const node of module.nodes) {
    collect(node.args ?? [], node.id);
    collect(node.kwargs ?? {}, node.id);
  }
  for (const [value, user] of module.lost_users) users.get(value)?.delete(user);
  const lossy = new Set(module.lost_users.map((/** @type {number[]} */ pair) => pair[0]));
  return new Map(
    module.nodes
      .filter((/** @type {any} */ n) => lossy.has(n.id))
      .map((/** @type {any} */ n) => [n.name, users.get(n.id)?.size ?? 0]),
  );
}
