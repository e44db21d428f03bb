/**
 * A program between two: some rewrites are done, the others not yet.
 *
 * What: `mixed(pairs, units, count)` gives the JSON of the program after the first `count` units: nodes of the earlier
 * program that are still there, nodes of the later one that are there already, each in the order of its graph.
 * Throws a `Broken` where that is no program: a node names another that is not there.
 * Why: what the film shows between two ends is a program like any other: the engine reads it, verifies it, draws it,
 * prints it and runs it. Names and metadata of what stays are those of the earlier one.
 */
import { withNodes } from './graphs.js';

/** @typedef {import('./graphs.js').Node} Node */
/** @typedef {import('./graphs.js').Graph} Graph */
/** @typedef {import('./pairs.js').Pairs} Pairs */
/** @typedef {import('./units.js').Unit} Unit */
/**
 * A node of the result: of which program it is, and its place.
 * @typedef {{ node: Node, later: boolean, at: number }} Item
 */

export class Broken extends Error {}

const RANK = /** @type {Record<string, number>} */ ({ placeholder: 0, output: 2 });
/** Places of new nodes between two old ones. */
const BETWEEN = 1e-6;

class Mixture {
  /** @type {Set<Node>} of before: not there any more, or there, changed */
  #left = new Set();
  /** @type {Set<Node>} of after: there already */
  #come = new Set();
  /** @type {Set<Node>} of before: as they are afterwards */
  #changed = new Set();

  /** @param {Pairs} pairs @param {Unit[]} done */
  constructor(pairs, done) {
    this.pairs = pairs;
    for (const { gone, made, moved, changed } of done) {
      for (const node of gone) this.#left.add(node);
      for (const node of made) this.#come.add(node);
      for (const [a, b] of moved) {
        this.#left.add(a);
        this.#come.add(b);
      }
      for (const [a] of changed) this.#changed.add(a);
    }
    this.offset = pairs.before.json.metas?.length ?? 0;
  }

  /** The node of the result for one of before, in a graph. @param {Node} node @param {string} path */
  #early(node, path) {
    return node.path === path && !this.#left.has(node) ? node : null;
  }

  /** For one of after. @param {Node} node @param {string} path @returns {Node | null} */
  #late(node, path) {
    if (node.path !== path) return null;
    if (this.#come.has(node)) return node;
    return this.pairs.stayed(node) ? /** @type {Node} */ (this.pairs.earlier.get(node)) : null;
  }

  /** @param {Node} node @param {string} path */
  #earlyOrReplaced(node, path) {
    const early = this.#early(node, path);
    const replaced = this.pairs.replaced(node, path);
    // An operator that is written in others is known as the first of them; its value is that of the last.
    const value = this.#changed.has(node) && replaced !== null ? this.#late(replaced, path) : null;
    if (early !== null) return value ?? early;
    const other = replaced ?? this.pairs.later.get(node) ?? null;
    return other === null ? null : this.#late(other, path);
  }

  /** @param {Node} node @param {string} path */
  #lateOrStoodFor(node, path) {
    const late = this.#late(node, path);
    if (late !== null) return late;
    const other = this.pairs.stoodFor(node, path) ?? this.pairs.earlier.get(node) ?? null;
    return other === null ? null : this.#early(other, path);
  }

  /** What a node that stays names at one place: what replaced it, once that is there. @param {Node} a @param {Node} b
   * @param {string} path */
  #stays(a, b, path) {
    if (!this.pairs.stayed(b)) return this.#late(b, path) ?? this.#earlyOrReplaced(a, path);
    return this.#earlyOrReplaced(a, path) ?? this.#lateOrStoodFor(b, path);
  }

  /** What a node names, in order. @param {Item} item @returns {Node[]} */
  refsOf({ node, later }) {
    const { path } = node;
    const other = later ? null : this.pairs.later.get(node);
    const inPlace = other?.path === path && other.refs.length === node.refs.length && !this.#changed.has(node);
    return node.refs.map((one, at) => {
      const found = later
        ? this.#lateOrStoodFor(one, path)
        : inPlace
          ? this.#stays(one, /** @type {Node} */ (other).refs[at], path)
          : this.#earlyOrReplaced(one, path);
      if (found === null) throw new Broken(`${node.raw.name} names ${one.raw.name}, which is not there`);
      return found;
    });
  }

  /** The nodes of a graph, those that are the same node afterwards under the earlier one. @param {string} path */
  #items(path) {
    const { before, after, earlier } = this.pairs;
    /** @type {Item[]} */
    const items = [];
    for (const node of before.graphs.get(path)?.nodes ?? []) {
      if (this.#left.has(node)) continue;
      const changed = this.#changed.has(node);
      const now = changed ? /** @type {Node} */ (this.pairs.later.get(node)) : node;
      items.push({ node: now, later: changed, at: node.order });
    }
    let [last, after_] = [-1, 0];
    for (const node of after.graphs.get(path)?.nodes ?? []) {
      if (this.pairs.stayed(node)) [last, after_] = [/** @type {Node} */ (earlier.get(node)).order, 0];
      else if (this.#come.has(node)) items.push({ node, later: true, at: last + ++after_ * BETWEEN });
    }
    const rank = (/** @type {Item} */ { node }) => RANK[node.raw.op] ?? 1;
    return items.sort((one, other) => rank(one) - rank(other) || one.at - other.at);
  }

  /** What represents a node of either program: the one of before if it stays. @param {Node} node */
  #standing(node) {
    return this.pairs.stayed(node) ? /** @type {Node} */ (this.pairs.earlier.get(node)) : node;
  }

  /** In an order in which each comes after what it names. @param {Item[]} items @param {Map<Node, Node[]>} refs */
  #sorted(items, refs) {
    const place = new Map(items.map(({ node }, at) => [this.#standing(node), at]));
    const state = new Uint8Array(items.length);
    /** @type {Item[]} */
    const out = [];
    for (let first = 0; first < items.length; first++) {
      const stack = [first];
      while (stack.length > 0) {
        const at = /** @type {number} */ (stack.at(-1));
        if (state[at] === 2) {
          stack.pop();
          continue;
        }
        const ready = state[at] === 1;
        state[at] = 1;
        const open = /** @type {Node[]} */ (refs.get(items[at].node))
          .map((one) => place.get(one))
          .filter((one) => one !== undefined && state[one] !== 2);
        if (open.length === 0) {
          state[at] = 2;
          out.push(items[at]);
          stack.pop();
        } else if (ready) throw new Broken('nodes name each other in a circle');
        else for (const one of open.reverse()) stack.push(/** @type {number} */ (one));
      }
    }
    return out;
  }

  /** @param {string} path @param {any} module what else it has */
  graph(path, module) {
    const items = this.#items(path);
    const refs = new Map(items.map((item) => [item.node, this.refsOf(item)]));
    const sorted = this.#sorted(items, refs);
    const ids = new Map(sorted.map(({ node }, at) => [this.#standing(node), at]));
    const names = this.#names(sorted);
    const nodes = sorted.map(({ node, later }, id) => {
      const raw = { ...node.raw };
      delete raw.users;
      const own = /** @type {Node[]} */ (refs.get(node));
      let at = 0;
      const map = () => ids.get(own[at++]) ?? -1;
      const [args, kwargs] = withNodes([raw.args ?? [], raw.kwargs ?? {}], map);
      const out = { ...raw, id, name: names[id] };
      if (raw.args !== undefined) out.args = args;
      if (raw.kwargs !== undefined) out.kwargs = kwargs;
      if (later && raw.meta !== undefined) out.meta = raw.meta + this.offset;
      return out;
    });
    return { ...module, nodes };
  }

  /** Names that are there stay; of two the new one takes another. @param {Item[]} items */
  #names(items) {
    const taken = new Set(items.filter(({ later }) => !later).map(({ node }) => node.raw.name));
    return items.map(({ node: { raw }, later }) => {
      if (!later) return raw.name;
      let name = raw.name;
      for (let count = 1; taken.has(name); count++) name = `${raw.name}_${count}`;
      taken.add(name);
      return name;
    });
  }

  /** Whether a graph is there: in both, or with nodes of its own. @param {string} path */
  has(path) {
    const { before, after } = this.pairs;
    const [one, other] = [before.graphs.get(path), after.graphs.get(path)];
    if (one !== undefined && other !== undefined) return true;
    if (one !== undefined) return one.nodes.length === 0 || one.nodes.some((node) => !this.#left.has(node));
    return other !== undefined && (other.nodes.length === 0 || other.nodes.some((node) => this.#come.has(node)));
  }
}

/** @param {Pairs} pairs @param {Unit[]} units @param {number} count */
export function mixed(pairs, units, count) {
  const mixture = new Mixture(pairs, units.slice(0, count));
  const { before, after } = pairs;
  /** @type {any[]} */
  const modules = [];
  const indices = new Map([['', 0]]);
  for (const [path] of indices) {
    const [one, other] = [before.graphs.get(path), after.graphs.get(path)];
    /** @type {[string, number][]} */
    const children = [];
    for (const [name, child] of [...(one?.children ?? []), ...(other?.children ?? [])]) {
      if (children.some(([known]) => known === name) || !mixture.has(child)) continue;
      if (!indices.has(child)) indices.set(child, indices.size);
      children.push([name, /** @type {number} */ (indices.get(child))]);
    }
    const module = { ...(one ?? other)?.module };
    delete module.children;
    const made = module.nodes === undefined ? module : mixture.graph(path, module);
    modules.push(children.length > 0 ? { ...made, children } : made);
  }
  return {
    ...resigned(before.json, modules[0]),
    modules,
    metas: [...(before.json.metas ?? []), ...(after.json.metas ?? [])],
  };
}

/**
 * The signature says what the results are called: what the output of the graph names.
 * @param {any} json @param {{ nodes: import('./graphs.js').Raw[] }} root
 */
function resigned(json, { nodes }) {
  const { signature } = json;
  const [results] = nodes.find(({ op }) => op === 'output')?.args ?? [];
  const list = Array.isArray(results) ? results : results?.t;
  if (signature === undefined || !Array.isArray(list) || list.length !== signature.output_specs.length) return json;
  const names = list.map((one) => nodes.find(({ id }) => id === one?.n)?.name);
  const specs = signature.output_specs.map((/** @type {any} */ spec, /** @type {number} */ at) =>
    names[at] === undefined || spec.arg.name === undefined ? spec : { ...spec, arg: { ...spec.arg, name: names[at] } },
  );
  return { ...json, signature: { ...signature, output_specs: specs } };
}
