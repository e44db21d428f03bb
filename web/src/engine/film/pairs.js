/**
 * Which nodes of two programs are the same, and which took the place of which.
 *
 * What: nodes are paired by lineage, in one graph first. Where a node is in both, its arguments tell more: what stands
 * in the place of an argument now replaced what stood there.
 *
 *   const pairs = new Pairs(before, after);
 *   pairs.later.get(node)                  // the same node afterwards
 *   pairs.replaced(node, '')               // what users in the root take instead, if anything
 */

/** @typedef {import('./graphs.js').Indexed} Indexed */
/** @typedef {import('./graphs.js').Node} Node */

/** Nodes by a key; those without one are left out. @param {Node[]} nodes @param {(node: Node) => unknown} keyOf */
function listed(nodes, keyOf) {
  /** @type {Map<unknown, Node[]>} */
  const lists = new Map();
  for (const node of nodes) {
    const key = keyOf(node);
    if (key === null) continue;
    const list = lists.get(key);
    if (list === undefined) lists.set(key, [node]);
    else list.push(node);
  }
  return lists;
}

/** @param {Node} node */
const lineage = ({ raw }) => raw.lineage || null;

export class Pairs {
  /** From before to after, and back. @type {Map<Node, Node>} */
  later = new Map();
  /** @type {Map<Node, Node>} */
  earlier = new Map();
  /** @type {Map<Node, Map<string, Node>>} */
  #replaced = new Map();
  /** @type {Map<Node, Map<string, Node>>} */
  #stoodFor = new Map();

  /** @param {Indexed} before @param {Indexed} after @param {[number, number][]} [provenance] */
  constructor(before, after, provenance = []) {
    this.before = before;
    this.after = after;
    const inPath = (/** @type {Node} */ node) => (lineage(node) === null ? null : `${lineage(node)} ${node.path}`);
    this.#pair(inPath);
    this.#pair(lineage);
    // What is no node of a pass's own, such as the output of a graph.
    this.#pair(({ raw, path }) => (raw.op === 'output' || raw.op === 'placeholder' ? `${raw.name}\n${path}` : null));
    for (const [a, b] of this.later) {
      this.#vote(a, b);
      this.#parts(a, b);
    }
    for (const node of before.nodes) if (node.raw.op === 'call_module' && node.inner !== null) this.#inlined(node);
    this.#merged(provenance);
  }

  /** @param {(node: Node) => unknown} keyOf */
  #pair(keyOf) {
    const free = listed(
      this.before.nodes.filter((node) => !this.later.has(node)),
      keyOf,
    );
    for (const node of this.after.nodes) {
      const key = keyOf(node);
      const other = key === null || this.earlier.has(node) ? undefined : free.get(key)?.shift();
      if (other === undefined) continue;
      this.later.set(other, node);
      this.earlier.set(node, other);
    }
  }

  /** @param {Node} a @param {Node} b */
  #vote(a, b) {
    if (a.refs.length !== b.refs.length) return;
    for (const [at, one] of a.refs.entries()) {
      const other = b.refs[at];
      if (this.later.get(one) === other && one.path === other.path) continue;
      put(this.#replaced, one, b.path, other);
      put(this.#stoodFor, other, a.path, one);
    }
  }

  /** Parts of a tuple, which are taken one by one. @param {Node} a @param {Node} b */
  #parts(a, b) {
    /** @type {Map<number, Node>} */
    const taken = new Map();
    for (const user of b.users) if (partOf(user) >= 0 && !this.earlier.has(user)) taken.set(partOf(user), user);
    for (const user of taken.size > 0 ? a.users : []) {
      const now = this.later.has(user) ? undefined : taken.get(partOf(user));
      if (now !== undefined && now.path === user.path) this.#put(user, now, user.path);
    }
  }

  /**
   * A call whose graph stands around it now: its value is what the graph returned, and what the graph took is known to
   * those that use it there.
   * @param {Node} call
   */
  #inlined(call) {
    const graph = /** @type {import('./graphs.js').Graph} */ (
      this.before.graphs.get(/** @type {string} */ (call.inner))
    );
    if (this.later.has(call) || this.after.graphs.has(graph.path)) return;
    const result = graph.nodes.at(-1);
    const one = typeof result?.raw.args?.[0]?.n === 'number';
    for (const [place, node] of (result?.refs ?? []).entries()) {
      const now = this.later.get(node);
      const taken = one ? call : call.users.find((user) => partOf(user) === place);
      if (now !== undefined && taken !== undefined && now.path === call.path) this.#put(taken, now, call.path);
    }
    const inputs = graph.nodes.filter(({ raw }) => raw.op === 'placeholder');
    for (const [at, input] of inputs.entries()) {
      const [given, taken] = [call.refs[at], this.replaced(input, call.path)];
      if (given !== undefined && taken !== null && this.later.get(given) !== taken) this.#put(given, taken, call.path);
    }
  }

  /** One that goes for another that stays: the pass says so. @param {[number, number][]} provenance */
  #merged(provenance) {
    const staying = listed(
      this.after.nodes.filter((node) => this.stayed(node)),
      lineage,
    );
    const going = listed(
      this.before.nodes.filter((node) => !this.later.has(node)),
      lineage,
    );
    for (const [one, other] of provenance)
      for (const node of going.get(other) ?? []) {
        const found = staying.get(one)?.find(({ path }) => path === node.path);
        if (found !== undefined) this.#put(node, found, node.path);
      }
  }

  /** @param {Node} one @param {Node} other what took its place @param {string} path of the users */
  #put(one, other, path) {
    put(this.#replaced, one, path, other);
    put(this.#stoodFor, other, path, one);
  }

  /** Its users take another, if they are not known to take something else. @param {Node} one @param {Node} other */
  replace(one, other) {
    this.#put(one, other, other.path);
  }

  /** What its users in a graph take now. @param {Node} node of before @param {string} path */
  replaced(node, path) {
    return this.#replaced.get(node)?.get(path) ?? null;
  }

  /** What its users took before. @param {Node} node of after @param {string} path */
  stoodFor(node, path) {
    return this.#stoodFor.get(node)?.get(path) ?? null;
  }

  /** All that took a place. @returns {IterableIterator<[Node, Map<string, Node>]>} */
  replacements() {
    return this.#replaced.entries();
  }

  /** It stays where it is. @param {Node} node of before */
  stays(node) {
    return this.later.get(node)?.path === node.path;
  }

  /** It was there before. @param {Node} node of after */
  stayed(node) {
    return this.earlier.get(node)?.path === node.path;
  }
}

/** Which part of a tuple a node takes; -1 if it takes none. @param {Node} node */
export const partOf = ({ raw }) => (raw.target === 'operator.getitem' ? Number(raw.args?.[1] ?? -1) : -1);

/** @param {Map<Node, Map<string, Node>>} map @param {Node} node @param {string} path @param {Node} other */
function put(map, node, path, other) {
  const places = map.get(node);
  if (places === undefined) map.set(node, new Map([[path, other]]));
  else if (!places.has(path)) places.set(path, other);
}
