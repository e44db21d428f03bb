/**
 * The single rewrites between two programs: which nodes go, come, move and change together, and in which order.
 *
 * What: `unitsOf(pairs, report)` gives units, each of which can be done when those before it are: half the units done
 * are a program, which mixed.js makes.
 * Why: a pass reports its two ends. What it did in between is to be seen as single steps: a region becomes a submodule,
 * a duplicate goes, an operator becomes the operators that it is written in.
 *
 * How: nodes join by what is known of them: graphs that come or go as a whole, what took the place of what, the pass's
 * own provenance, one stack trace; what is left joins its users. Every step is linear in nodes and arguments.
 */

import { partOf } from './pairs.js';

/** @typedef {import('./graphs.js').Node} Node */
/** @typedef {import('./pairs.js').Pairs} Pairs */
/**
 * @typedef {object} Unit
 * @property {Node[]} gone of before
 * @property {Node[]} made of after
 * @property {[Node, Node][]} moved into another graph
 * @property {[Node, Node][]} changed in its place
 */

/** Sets that grow together. */
class Union {
  /** @type {Map<unknown, unknown>} */
  #above = new Map();

  /** @param {unknown} one */
  find(one) {
    let top = one;
    for (let next = this.#above.get(top); next !== undefined; next = this.#above.get(top)) top = next;
    for (let at = one; at !== top;) {
      const next = this.#above.get(at);
      this.#above.set(at, top);
      at = next;
    }
    return top;
  }

  /** @param {unknown} one @param {unknown} other */
  join(one, other) {
    const [a, b] = [this.find(one), this.find(other)];
    if (a !== b) this.#above.set(a, b);
  }
}

/** @template T @param {Map<number, T[]>} lists @param {number} key @param {T} value */
function pushTo(lists, key, value) {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** What of a node is its own: all but the nodes that it names, its name, where it came from. @param {Node} node */
const ownOf = ({ raw }) => {
  // What an input is called comes with the names.
  const target = raw.op === 'placeholder' || raw.op === 'output' ? '' : raw.target;
  return JSON.stringify([raw.op, target, raw.args ?? [], raw.kwargs ?? {}]).replace(/\{"n":\d+\}/g, '{"n":0}');
};

/** @param {any} json @param {Node} node */
function typeOf(json, node) {
  const entries = node.raw.meta === undefined ? [] : (json.metas?.[node.raw.meta] ?? []);
  const value = entries.find((/** @type {[string, any]} */ [key]) => key === 'val')?.[1]?.tensor_meta;
  return value === undefined ? '' : `${value.dtype} [${(value.shape ?? []).map(String).join(', ')}]`;
}

/** @param {any} json @param {Node} node */
function traceOf(json, node) {
  const entries = node.raw.meta === undefined ? [] : (json.metas?.[node.raw.meta] ?? []);
  const trace = entries.find((/** @type {[string, any]} */ [key]) => key === 'stack_trace')?.[1];
  return typeof trace === 'string' && trace !== '' ? `${node.path}\n${trace}` : null;
}

/** The type before and after, if that is what changed. @param {Pairs} pairs @param {[Node, Node]} pair */
export function typesOf({ before, after }, [a, b]) {
  return [typeOf(before.json, a), typeOf(after.json, b)];
}

/** A node that stays, whose arguments name another one that was there all the time, or that is another call now.
 * @param {Pairs} pairs @param {Node} a @param {Node} b */
function changedItself(pairs, a, b) {
  if (ownOf(a) !== ownOf(b) || a.refs.length !== b.refs.length) return true;
  const [was, is] = typesOf(pairs, [a, b]);
  if (is !== '' && was !== is) return true;
  return a.refs.some((one, at) => {
    const other = b.refs[at];
    return pairs.later.get(one) !== other && pairs.stays(one) && pairs.stayed(other);
  });
}

class Grouping {
  #union = new Union();
  /** What operators are written in now. @type {Set<Node>} */
  #rewritten = new Set();

  /** @param {Pairs} pairs */
  constructor(pairs) {
    this.pairs = pairs;
    this.gone = pairs.before.nodes.filter((node) => !pairs.later.has(node));
    this.made = pairs.after.nodes.filter((node) => !pairs.earlier.has(node));
    this.moved = [...pairs.later].filter(([a, b]) => a.path !== b.path);
    this.changed = [...pairs.later].filter(([a, b]) => a.path === b.path && changedItself(pairs, a, b));
  }

  /** @param {Node} node of either program */
  of(node) {
    return this.#union.find(this.pairs.earlier.get(node) ?? node);
  }

  /** @param {Node | string} one @param {Node | string} other a string is the path of a graph */
  #join(one, other) {
    const [a, b] = [one, other].map((it) => (typeof it === 'string' ? it : (this.pairs.earlier.get(it) ?? it)));
    this.#union.join(a, b);
  }

  /** Graphs that come or go do so as a whole, with whoever names them. */
  graphs() {
    const { before, after } = this.pairs;
    for (const [nodes, own, others] of /** @type {const} */ ([
      [[...this.gone, ...this.moved.map(([a]) => a)], before.graphs, after.graphs],
      [[...this.made, ...this.moved.map(([, b]) => b)], after.graphs, before.graphs],
    ])) {
      for (const node of nodes) {
        if (!others.has(node.path)) this.#join(node, `graph ${node.path}`);
        if (node.inner !== null && own.has(node.inner) && !others.has(node.inner))
          this.#join(node, `graph ${node.inner}`);
      }
    }
    for (const node of this.gone)
      if (node.raw.op === 'call_module')
        for (const user of node.users) if (partOf(user) >= 0 && !this.pairs.later.has(user)) this.#join(user, node);
    this.#calls();
  }

  /** What a graph takes and returns changes with the call of it. */
  #calls() {
    const taken = this.changed.filter(([{ path, raw }]) => path !== '' && /^(placeholder|output)$/.test(raw.op));
    const paths = new Set(taken.map(([{ path }]) => path));
    for (const [node] of taken) this.#join(node, `graph ${node.path}`);
    for (const node of [...this.gone, ...this.made].filter(({ inner }) => inner !== null))
      if (paths.has(/** @type {string} */ (node.inner)) || !this.#alone(node)) this.#join(node, `graph ${node.inner}`);
  }

  /** Whoever names its graph in the other program is the same node. @param {Node} node */
  #alone({ inner }) {
    const { before, after } = this.pairs;
    return !(before.graphs.has(/** @type {string} */ (inner)) && after.graphs.has(/** @type {string} */ (inner)));
  }

  /** What took the place of what. */
  places() {
    for (const [a, byPath] of this.pairs.replacements())
      for (const [path, b] of byPath)
        if (a.path === path && !this.pairs.earlier.has(b) && !this.pairs.stays(a)) this.#join(a, b);
  }

  /** What the pass says of where its nodes came from. @param {[number, number][]} provenance */
  provenance(provenance) {
    const byLineage = (/** @type {Node[]} */ nodes) => {
      /** @type {Map<number, Node[]>} */
      const map = new Map();
      for (const node of nodes) if (node.raw.lineage) pushTo(map, node.raw.lineage, node);
      return map;
    };
    const made = byLineage(this.made);
    // An input of a part has the lineage of what it is given.
    const older = byLineage(
      [...this.gone, ...this.moved.map(([a]) => a)].filter(({ raw }) => raw.op !== 'placeholder'),
    );
    for (const [one, other] of provenance)
      for (const b of made.get(one) ?? []) for (const a of older.get(other) ?? []) this.#join(a, b);
  }

  /** What is made at the line of one that goes is made of it, if nothing else is known. */
  traces() {
    const { before, after } = this.pairs;
    /** @type {Map<string, Node>} */
    const byTrace = new Map();
    for (const node of this.gone) {
      const trace = traceOf(before.json, node);
      if (trace !== null && !byTrace.has(trace)) byTrace.set(trace, node);
    }
    const known = this.#old();
    for (const node of this.made) {
      if (this.#rewritten.has(node) || known.has(this.of(node))) continue;
      const trace = traceOf(after.json, node);
      const other = trace === null ? undefined : byTrace.get(trace);
      if (other !== undefined) this.#join(node, other);
    }
  }

  /** Of what an operator is written in the first node is known as the operator, and the others follow it. */
  written() {
    const { earlier, after } = this.pairs;
    const known = this.#old();
    /** @type {Node[]} */
    let group = [];
    for (const node of after.nodes) {
      const before = earlier.get(node);
      if (before === undefined && group[0]?.path === node.path && !known.has(this.of(node))) {
        group.push(node);
        this.#rewritten.add(node);
        this.#join(node, group[0]);
      } else if (before !== undefined) {
        this.#result(group);
        const other = node.raw.op.startsWith('call') && before.raw.target !== node.raw.target;
        group = other ? [node] : [];
        if (!other) continue;
        this.#rewritten.add(node);
        for (const user of before.users) if (partOf(user) >= 0 && !this.pairs.later.has(user)) this.#join(user, node);
      }
    }
    this.#result(group);
  }

  /** What they compute takes the place of the operator. @param {Node[]} group */
  #result(group) {
    if (group.length < 2) return;
    const own = new Set(group);
    const results = group.filter(({ users }) => users.some((user) => !own.has(user)));
    const operator = /** @type {Node} */ (this.pairs.earlier.get(group[0]));
    if (results.length === 1 && results[0] !== group[0]) this.pairs.replace(operator, results[0]);
  }

  /** Units of what was there before. */
  #old() {
    return new Set([...this.gone, ...this.moved.map(([a]) => a)].map((node) => this.of(node)));
  }

  /** What is left goes with the first that uses it. */
  users() {
    const withGone = this.#old();
    const made = new Set(this.made);
    const rewritten = this.#rewritten;
    for (const node of [...this.made].reverse()) {
      if (withGone.has(this.of(node)) || rewritten.has(node)) continue;
      const user = node.users.find((one) => made.has(one)) ?? node.users.find((one) => rewritten.has(one));
      if (user !== undefined) this.#join(node, user);
    }
    const withMade = new Set([...this.made, ...this.moved.map(([a]) => a)].map((node) => this.of(node)));
    const gone = new Set(this.gone);
    for (const node of [...this.gone].reverse()) {
      if (withMade.has(this.of(node)) || node.users.length === 0) continue;
      const units = new Set(node.users.map((one) => (gone.has(one) ? this.of(one) : null)));
      const [unit] = units;
      if (units.size === 1 && unit !== null && withMade.has(unit)) {
        this.#join(node, node.users[0]);
        withMade.add(this.of(node));
      }
    }
  }

  /** @returns {{ units: Unit[], unitOf: Map<Node, number> }} */
  units() {
    /** @type {Map<unknown, Unit>} */
    const units = new Map();
    const unit = (/** @type {Node} */ node) => {
      const key = this.of(node);
      const known = units.get(key) ?? { gone: [], made: [], moved: [], changed: [] };
      units.set(key, known);
      return known;
    };
    for (const node of this.gone) unit(node).gone.push(node);
    for (const node of this.made) unit(node).made.push(node);
    for (const pair of this.moved) unit(pair[0]).moved.push(pair);
    for (const pair of this.changed) unit(pair[0]).changed.push(pair);
    const list = [...units.values()];
    /** @type {Map<Node, number>} */
    const unitOf = new Map();
    for (const [at, { gone, made, moved, changed }] of list.entries())
      for (const node of [...gone, ...made, ...moved.flat(), ...changed.flat()]) unitOf.set(node, at);
    return { units: list, unitOf };
  }
}

/**
 * Which units must be done before which: one that goes while another still names it, one that comes before what it
 * names is there.
 * @param {Pairs} pairs @param {Unit[]} units @param {Map<Node, number>} unitOf
 * @returns {Set<number>[]} by unit: those before it
 */
function needs(pairs, units, unitOf) {
  return units.map(({ gone, made, moved, changed }, at) => {
    /** @type {Set<number>} */
    const before = new Set();
    for (const node of [...gone, ...moved.map(([a]) => a)])
      for (const user of node.users) {
        const other = unitOf.get(user);
        if (other !== undefined && other !== at && pairs.replaced(node, node.path) === null) before.add(other);
      }
    for (const node of [...made, ...[...moved, ...changed].map(([, b]) => b)])
      for (const one of node.refs) {
        const other = unitOf.get(one);
        if (other !== undefined && other !== at && !pairs.stayed(one) && pairs.stoodFor(one, node.path) === null)
          before.add(other);
      }
    return before;
  });
}

/** Where a unit is in the program: those further up come first. @param {Pairs} pairs @param {Unit} unit */
function placeOf(pairs, { gone, made, moved, changed }) {
  const own = [...gone, ...moved.map(([a]) => a), ...changed.map(([a]) => a)].map(({ order }) => order);
  if (own.length > 0) return own.reduce((one, other) => Math.min(one, other));
  const [first] = made;
  const user = first.users.map((one) => pairs.earlier.get(one)?.order).find((order) => order !== undefined);
  const used = first.refs.map((one) => pairs.earlier.get(one)?.order).find((order) => order !== undefined);
  return user ?? used ?? first.order;
}

/** @param {Unit[]} units */
const joined = (units) => ({
  gone: units.flatMap(({ gone }) => gone),
  made: units.flatMap(({ made }) => made),
  moved: units.flatMap(({ moved }) => moved),
  changed: units.flatMap(({ changed }) => changed),
});

/**
 * A unit and all that it waits for, in the order in which they can be done; those that wait for each other at the end,
 * together.
 * @param {number} first @param {Set<number>[]} waits @param {Set<number>} done
 * @returns {number[][]}
 */
function withNeeds(first, waits, done) {
  const found = new Set([first]);
  for (const one of found) for (const other of waits[one]) if (!done.has(other)) found.add(other);
  /** @type {Map<number, number[]>} */
  const waiting = new Map();
  const open = new Map([...found].map((one) => [one, [...waits[one]].filter((other) => found.has(other))]));
  for (const [one, others] of open) for (const other of others) pushTo(waiting, other, one);
  const left = new Map([...open].map(([one, others]) => [one, others.length]));
  const out = [...found].filter((one) => left.get(one) === 0).sort((one, other) => one - other);
  for (const one of out)
    for (const other of waiting.get(one) ?? []) {
      left.set(other, /** @type {number} */ (left.get(other)) - 1);
      if (left.get(other) === 0) out.push(other);
    }
  const together = [...found].filter((one) => /** @type {number} */ (left.get(one)) > 0);
  return [...out.map((one) => [one]), ...(together.length > 0 ? [together] : [])];
}

/**
 * @param {Pairs} pairs
 * @param {[number, number][]} provenance
 * @returns {Unit[]} in an order in which they can be done
 */
export function unitsOf(pairs, provenance) {
  const grouping = new Grouping(pairs);
  grouping.graphs();
  grouping.places();
  grouping.provenance(provenance);
  grouping.written();
  grouping.traces();
  grouping.users();
  const { units, unitOf } = grouping.units();
  const waits = needs(pairs, units, unitOf);
  const order = units.map((unit, at) => ({ at, place: placeOf(pairs, unit) })).sort((a, b) => a.place - b.place);
  /** @type {Set<number>} */
  const done = new Set();
  /** @type {Unit[]} */
  const out = [];
  // What one waits for is done just before it.
  for (const { at } of order) {
    if (done.has(at)) continue;
    for (const together of withNeeds(at, waits, done)) {
      out.push(joined(together.map((one) => units[one])));
      for (const one of together) done.add(one);
    }
  }
  return out;
}
