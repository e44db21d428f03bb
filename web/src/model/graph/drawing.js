/**
 * A picture of the core, with what a screen asks of it: neighbours, what lies where, who is who in another picture.
 *
 * What: `Drawing` wraps the columns of `session.picture`. Nodes, groups and edges are numbers.
 *
 *   const drawing = new Drawing(picture);
 *   drawing.title(3); drawing.producers(3); drawing.nodeAt(120, 80);
 *   drawing.find(other.keyOf(7));                    // the same node in another picture, or -1
 */
import { drawnElsewhere } from './bodies.js';
import { LooseGrid } from './grid.js';

/** @typedef {import('../../../../wasm/js/index.js').Picture} Picture */

/** What became of a node; the numbers are those of the picture's column `change`. */
export const CHANGES = /** @type {const} */ (['same', 'added', 'changed', 'renamed', 'moved', 'removed']);

/** What the key of a closed group's box begins with. */
const GROUP = 'group ';
/** Groups in groups that are looked through. */
const DEEPEST = 64;

/**
 * Lists by number: those of i are items[start[i]] to items[start[i + 1]].
 * @param {number} count
 * @param {Int32Array} keys
 * @param {Int32Array} values
 */
function listsBy(count, keys, values) {
  const start = new Int32Array(count + 1);
  for (const key of keys) start[key + 1]++;
  for (let i = 0; i < count; i++) start[i + 1] += start[i];
  const next = start.slice();
  const items = new Int32Array(keys.length);
  for (let i = 0; i < keys.length; i++) items[next[keys[i]]++] = values[i];
  return { start, items };
}

/**
 * The first node of each group that is open, or the box of the first closed one in it, by the group's key.
 * @param {Picture} picture
 * @param {Map<string, string>} firsts
 */
export function noteFirsts({ groups, nodes, paths }, firsts) {
  const first = new Int32Array(groups.length).fill(-1);
  for (let node = nodes.count - 1; node >= 0; node--) {
    const group = nodes.collapsedGroup[node] < 0 ? nodes.group[node] : groups[nodes.collapsedGroup[node]].parent;
    if (group >= 0) first[group] = node;
  }
  // Parents come first.
  for (let group = groups.length - 1; group >= 0; group--) {
    const { parent, key, collapsed } = groups[group];
    const node = first[group];
    if (collapsed || node < 0) continue;
    const stands = nodes.collapsedGroup[node];
    firsts.set(key, stands < 0 ? `${paths[nodes.path[node]]}\n${nodes.name[node]}` : `${GROUP}${groups[stands].key}`);
    if (parent >= 0 && (first[parent] < 0 || node < first[parent])) first[parent] = node;
  }
}

/** The numbers from 0. @param {number} count */
const numbers = (count) => Int32Array.from({ length: count }, (_, i) => i);

export class Drawing {
  /**
   * @param {Picture} picture
   * @param {number} [step] whose picture it is; 0 is the source
   * @param {Picture} [laid] as the engine laid it out, where this one is made of it
   */
  constructor(picture, step = 0, laid = picture) {
    this.picture = picture;
    this.laid = laid;
    this.step = step;
    this.count = picture.nodes.count;
    this.edgeCount = picture.edges.from.length;
    this.box = picture.box;
    /** Pictures of one text, however it is edited, have one number until it is laid out afresh. */
    this.text = 0;
    /** What groups begin with, as far as they were seen open, by key. @type {Map<string, string>} */
    this.firsts = new Map();
    /** What its colours tell beside what changed. @type {import('./look.js').Look | null} */
    this.look = null;
    /** What inputs are in the module, by name: "conv1.weight". @type {Map<string, string> | null} */
    this.targets = null;
    const edges = numbers(this.edgeCount);
    this.in = listsBy(this.count, picture.edges.to, edges);
    this.out = listsBy(this.count, picture.edges.from, edges);
  }

  /** The rectangle of the whole picture: left, top, width, height. @returns {[number, number, number, number]} */
  get bounds() {
    const { left, top, width, height } = this.picture;
    return [left, top, width, height];
  }

  /** @template T @param {string} name @param {() => T} make @returns {T} */
  #lazily(name, make) {
    const value = make();
    Object.defineProperty(this, name, { value });
    return value;
  }

  get grid() {
    return this.#lazily('grid', () => new LooseGrid(this.box));
  }

  /** Boxes around the edges. */
  get edgeBox() {
    return this.#lazily('edgeBox', () => {
      const { edges, points } = this.picture;
      const box = new Float32Array(4 * this.edgeCount);
      for (let edge = 0; edge < this.edgeCount; edge++) {
        let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
        for (let at = edges.start[edge]; at < edges.start[edge + 1]; at++) {
          left = Math.min(left, points[2 * at]);
          right = Math.max(right, points[2 * at]);
          top = Math.min(top, points[2 * at + 1]);
          bottom = Math.max(bottom, points[2 * at + 1]);
        }
        box.set(left <= right ? [left, top, right - left, bottom - top] : [0, 0, 0, 0], 4 * edge);
      }
      return box;
    });
  }

  get edgeGrid() {
    return this.#lazily('edgeGrid', () => new LooseGrid(this.edgeBox));
  }

  /** Nodes by their key. @returns {Map<string, number>} */
  get byKey() {
    return this.#lazily('byKey', () => new Map(Array.from({ length: this.count }, (_, i) => [this.keyOf(i), i])));
  }

  /** Nodes by lineage. @returns {Map<number, number[]>} */
  get byLineage() {
    return this.#lazily('byLineage', () => {
      /** @type {Map<number, number[]>} */
      const map = new Map();
      for (let i = 0; i < this.count; i++) {
        const lineage = this.lineage(i);
        if (lineage === 0) continue;
        const list = map.get(lineage);
        if (list) list.push(i);
        else map.set(lineage, [i]);
      }
      return map;
    });
  }

  /** Direct contents of a group, -1 for the outermost: groups and nodes. */
  get contents() {
    return this.#lazily('contents', () => {
      const { groups, nodes } = this.picture;
      const shift = (/** @type {number} */ value) => value + 1;
      return {
        groups: listsBy(
          groups.length + 1,
          Int32Array.from(groups, (one) => shift(one.parent)),
          numbers(groups.length),
        ),
        nodes: listsBy(groups.length + 1, Int32Array.from(nodes.group, shift), numbers(this.count)),
      };
    });
  }

  /** @param {number} node */
  name(node) {
    return this.picture.nodes.name[node];
  }

  /** @param {number} node */
  title(node) {
    return this.picture.texts[this.picture.nodes.title[node]];
  }

  /** What an input of the program is in its module; '' for all else. @param {number} node */
  targetOf(node) {
    if (this.targets === null || this.path(node) !== '' || this.op(node) !== 'placeholder') return '';
    return this.targets.get(this.name(node)) ?? '';
  }

  /** @param {number} node */
  type(node) {
    return this.picture.texts[this.picture.nodes.type[node]];
  }

  /** @param {number} node */
  op(node) {
    return this.picture.texts[this.picture.nodes.op[node]];
  }

  /** @param {number} node */
  target(node) {
    return this.picture.texts[this.picture.nodes.target[node]];
  }

  /** @param {number} node */
  path(node) {
    return this.picture.paths[this.picture.nodes.path[node]];
  }

  /** Its name with the path of its graph. @param {number} node */
  qualified(node) {
    return this.path(node) === '' ? this.name(node) : `${this.path(node)}.${this.name(node)}`;
  }

  /** @param {number} node */
  lineage(node) {
    return this.picture.nodes.lineage[node];
  }

  /** @param {number} node */
  change(node) {
    return CHANGES[this.picture.nodes.change[node]] ?? 'same';
  }

  /** The group that a box represents, -1 if it is a node. @param {number} node */
  stands(node) {
    return this.picture.nodes.collapsedGroup[node];
  }

  /** What it is called in every picture of the same program. @param {number} node */
  keyOf(node) {
    const group = this.stands(node);
    return group >= 0 ? `${GROUP}${this.picture.groups[group].key}` : `${this.path(node)}\n${this.name(node)}`;
  }

  /** @param {string} key */
  find(key) {
    return this.byKey.get(key) ?? -1;
  }

  /**
   * Where a node of another picture of the same program is: itself, the box of the closed group that holds it, or the
   * beginning of the group that its box stands for there; -1 if it is nowhere.
   * @param {Drawing} other
   * @param {number} node
   */
  placeOf(other, node) {
    const { groups, nodes } = other.picture;
    let key = other.keyOf(node);
    for (let deep = 0; deep < DEEPEST && this.find(key) < 0 && key.startsWith(GROUP); deep++)
      key = this.firsts.get(key.slice(GROUP.length)) ?? '';
    let [at, group] = [this.find(key), nodes.group[node]];
    for (let deep = 0; deep < DEEPEST && at < 0 && group >= 0; deep++) {
      at = this.find(`${GROUP}${groups[group].key}`);
      group = groups[group].parent;
    }
    return at;
  }

  /** Edges into a node, in the order of its slots. @param {number} node */
  inEdges(node) {
    return this.in.items.subarray(this.in.start[node], this.in.start[node + 1]);
  }

  /** @param {number} node */
  outEdges(node) {
    return this.out.items.subarray(this.out.start[node], this.out.start[node + 1]);
  }

  /** @param {number} node */
  producers(node) {
    return [...new Set(Array.from(this.inEdges(node), (edge) => this.picture.edges.from[edge]))];
  }

  /** @param {number} node */
  consumers(node) {
    return [...new Set(Array.from(this.outEdges(node), (edge) => this.picture.edges.to[edge]))];
  }

  /**
   * The rectangle around some nodes.
   * @param {Iterable<number>} nodes
   * @returns {[number, number, number, number] | null}
   */
  around(nodes) {
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const node of nodes) {
      const [x, y, width, height] = this.box.subarray(4 * node, 4 * node + 4);
      left = Math.min(left, x);
      top = Math.min(top, y);
      right = Math.max(right, x + width);
      bottom = Math.max(bottom, y + height);
    }
    return left > right ? null : [left, top, right - left, bottom - top];
  }

  /** How many nodes use it. @param {number} node */
  users(node) {
    return this.consumers(node).length;
  }

  /** @param {number} x @param {number} y */
  nodeAt(x, y) {
    return this.grid.query(x, y, x, y).at(-1) ?? -1;
  }

  /** The innermost group whose title is here. @param {number} x @param {number} y @param {number} height of a title */
  groupTitleAt(x, y, height) {
    const { groups, groupBox } = this.picture;
    for (let i = groups.length - 1; i >= 0; i--) {
      if (groups[i].collapsed) continue;
      const [left, top, width] = groupBox.subarray(4 * i, 4 * i + 3);
      if (x >= left && x <= left + width && y >= top && y <= top + height) return i;
    }
    return -1;
  }

  /** Nodes whose body is drawn at another, with that. */
  get elsewhere() {
    return this.#lazily('elsewhere', () => drawnElsewhere(this));
  }

  /** How many nodes each change has. @returns {Record<string, number>} */
  get changeCounts() {
    return this.#lazily('changeCounts', () => {
      const counts = /** @type {Record<string, number>} */ (Object.fromEntries(CHANGES.map((name) => [name, 0])));
      for (const change of this.picture.nodes.change) counts[CHANGES[change]]++;
      return counts;
    });
  }
}
