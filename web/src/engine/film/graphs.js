/**
 * A program as `session.print(handle, { format: 'json' })` gives it, indexed: graphs by path, nodes with what they
 * refer to.
 *
 *   const program = indexed(JSON.parse(text));
 *   program.graphs.get('submod_1').nodes[0].refs          // nodes, in the order of the arguments
 */

/**
 * @typedef {{ id: number, op: string, name: string, target: string, args?: any[], kwargs?: Record<string, any>, meta?:
 *   number, lineage?: number, users?: number[] }} Raw
 */
/**
 * @typedef {object} Node
 * @property {Raw} raw
 * @property {string} path of its graph
 * @property {number} order its place among all nodes of the program
 * @property {Node[]} refs what its arguments name, in their order
 * @property {Node[]} users
 * @property {string | null} inner path of the graph that it names
 */
/**
 * @typedef {{ path: string, module: any, nodes: Node[], children: [string, string, number][] }} Graph children: name,
 *   path, index among the modules
 */
/** @typedef {{ json: any, graphs: Map<string, Graph>, nodes: Node[] }} Indexed */

/** Ids of the nodes that arguments name, in order. @param {unknown} value @returns {number[]} */
function idsIn(value) {
  /** @type {number[]} */
  const out = [];
  const rest = [value];
  while (rest.length > 0) {
    const next = rest.pop();
    if (typeof next !== 'object' || next === null) continue;
    const { n } = /** @type {any} */ (next);
    if (typeof n === 'number') out.push(n);
    else for (const one of Object.values(next).reverse()) rest.push(one);
  }
  return out;
}

/** The same value with other nodes in it. @param {unknown} value @param {(id: number) => number} map */
export const withNodes = (value, map) =>
  JSON.parse(JSON.stringify(value), (_key, one) =>
    typeof one === 'object' && one !== null && typeof one.n === 'number' ? { n: map(one.n) } : one,
  );

/** @param {any} json @returns {Map<string, Graph>} a module that stands in two places has its first path */
function graphsOf(json) {
  const graphs = new Map();
  const pathOf = new Map([[0, '']]);
  const waiting = [0];
  while (waiting.length > 0) {
    const at = /** @type {number} */ (waiting.shift());
    const module = json.modules[at];
    const path = /** @type {string} */ (pathOf.get(at));
    /** @type {[string, string, number][]} */
    const children = [];
    for (const [name, index] of module.children ?? []) {
      if (!pathOf.has(index)) {
        pathOf.set(index, path === '' ? name : `${path}.${name}`);
        waiting.push(index);
      }
      children.push([name, /** @type {string} */ (pathOf.get(index)), index]);
    }
    graphs.set(path, { path, module, nodes: [], children });
  }
  return graphs;
}

/** @param {any} json @returns {Indexed} */
export function indexed(json) {
  const graphs = graphsOf(json);
  /** @type {Node[]} */
  const nodes = [];
  for (const graph of graphs.values()) {
    /** @type {Map<number, Node>} */
    const byId = new Map();
    for (const raw of graph.module.nodes ?? []) {
      const named = raw.op === 'get_attr' || raw.op === 'call_module';
      const inner = graph.path === '' ? raw.target : `${graph.path}.${raw.target}`;
      /** @type {Node} */
      const node = {
        raw,
        path: graph.path,
        order: nodes.length,
        refs: [],
        users: [],
        inner: named && graphs.has(inner) ? inner : null,
      };
      graph.nodes.push(node);
      nodes.push(node);
      byId.set(raw.id, node);
    }
    for (const node of graph.nodes) {
      for (const id of idsIn([node.raw.args ?? [], node.raw.kwargs ?? {}])) {
        const other = byId.get(id);
        if (other === undefined) continue;
        node.refs.push(other);
        other.users.push(node);
      }
    }
  }
  return { json, graphs, nodes };
}

/** `aten.add` of torch.ops.aten.add.Tensor. @param {Raw} raw */
export function shortTarget({ op, target }) {
  if (op !== 'call_function') return target;
  const parts = target.split('.');
  const at = parts.indexOf('ops');
  return at >= 0 && parts.length > at + 2 ? `${parts[at + 1]}.${parts[at + 2]}` : /** @type {string} */ (parts.at(-1));
}
