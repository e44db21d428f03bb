/**
 * The nodes of all graphs of a program: where each is, and its line as PyTorch writes it.
 *
 *   const { json, pathOf, textOf } = nodesOf(session, handle);
 */

/** @typedef {import('./align.js').Node} Node */

/** The path of each module, from the root down. @param {any[]} modules @returns {string[]} */
function pathsOf(modules) {
  /** @type {string[]} */
  const paths = [''];
  const queue = [0];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    for (const [name, child] of modules[next]?.children ?? []) {
      if (paths[child] !== undefined) continue;
      paths[child] = paths[next] === '' ? name : `${paths[next]}.${name}`;
      queue.push(child);
    }
  }
  return paths;
}

/** @param {import('../index.js').Session} session @param {number} handle */
export function nodesOf(session, handle) {
  const json = JSON.parse(session.print(handle, { format: 'json' }));
  const paths = pathsOf(json.modules);
  /** @type {Map<string, Map<string, string>>} */
  const texts = new Map();
  const pathOf = (/** @type {Node} */ node) => paths[node.module] ?? '';
  const textOf = (/** @type {Node} */ node) => {
    const path = pathOf(node);
    const own =
      texts.get(path) ??
      new Map(session.nodes(handle, path === '' ? {} : { path }).map(({ name, text = '' }) => [name, text]));
    texts.set(path, own);
    return own.get(node.name) ?? `${node.name} = ${node.op} ${node.target}`;
  };
  return { json, pathOf, textOf };
}
