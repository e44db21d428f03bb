/**
 * The closed boxes that hold nodes which are not drawn: what is chosen elsewhere may be in a closed group.
 *
 *   const homes = new Homes(model);
 *   const { boxes, keys } = await homes.of(drawing, { step: 0, lineages: new Set([7]) }, 'stack');
 *
 * `boxes` are nodes of the drawing, `keys` the groups to open until those nodes are drawn. The engine is asked for a
 * picture in which all groups are open, once for a result and a step.
 */
import { Drawing } from './drawing.js';

/** @typedef {import('../model.js').Model} Model */
/** @typedef {{ step: number, lineages: Set<number> } | { step: number, path: string, name: string }} Sought */
/** @typedef {{ boxes: Set<number>, keys: Set<string>, titles: string[] }} Home */

export class Homes {
  #model;
  /** @type {{ good: unknown, key: string, open: Promise<Drawing | null> }} */
  #known = { good: null, key: '', open: Promise.resolve(null) };

  /** @param {Model} model */
  constructor(model) {
    this.#model = model;
  }

  /** All groups open. @param {number} step @param {import('../../engine/protocol.js').GroupBy} groupBy */
  open(step, groupBy) {
    const { good } = this.#model.live;
    const key = `${step} ${groupBy}`;
    if (this.#known.good !== good || this.#known.key !== key)
      this.#known = {
        good,
        key,
        open: this.#model.live.ask('picture', { step, pane: 'homes', beside: '', groupBy, collapsed: [] }).then(
          ({ value }) => (value === null ? null : new Drawing(value, step)),
          () => null,
        ),
      };
    return this.#known.open;
  }

  /**
   * @param {Drawing} drawing of the step
   * @param {Sought} sought
   * @param {import('../../engine/protocol.js').GroupBy} groupBy
   * @returns {Promise<Home | null>} null where nothing of it is in a closed group
   */
  async of(drawing, sought, groupBy) {
    if (!drawing.laid.groups.some(({ collapsed }) => collapsed)) return null;
    const open = await this.open(sought.step, groupBy);
    if (open === null) return null;
    const nodes =
      'lineages' in sought
        ? [...sought.lineages].flatMap((one) => open.byLineage.get(one) ?? [])
        : [open.find(`${sought.path}\n${sought.name}`)].filter((node) => node >= 0);
    const closed = new Map(drawing.laid.groups.map(({ key, collapsed }) => [key, collapsed]));
    const boxes = new Set();
    const keys = new Set();
    for (const node of nodes.filter((one) => drawing.find(open.keyOf(one)) < 0)) {
      /** @type {string | null} */
      let outermost = null;
      for (let group = open.picture.nodes.group[node]; group >= 0; group = open.picture.groups[group].parent) {
        const { key } = open.picture.groups[group];
        keys.add(key);
        if (closed.get(key) === true) outermost = key;
      }
      const box = outermost === null ? joinedIn(drawing, open.keyOf(node), keys) : boxOf(drawing, outermost);
      if (box >= 0) boxes.add(box);
    }
    return boxes.size === 0 ? null : { boxes, keys, titles: [...boxes].map((box) => drawing.name(box)) };
  }
}

/**
 * The box of a closed module that stands for a node of no module, which lies between its parts; that has to open.
 * @param {Drawing} drawing @param {string} key @param {Set<string>} keys
 */
function joinedIn(drawing, key, keys) {
  const { groups, nodes } = drawing.laid;
  const [path, name] = key.split('\n');
  const at = nodes.name.findIndex(
    (one, node) => one === name && nodes.collapsedGroup[node] < 0 && drawing.laid.paths[nodes.path[node]] === path,
  );
  const box = cardBefore(drawing, at);
  const group = box < 0 ? -1 : drawing.stands(box);
  if (group >= 0) keys.add(groups[group].key);
  return box;
}

/**
 * The box of a closed group, or the card that it is in with its equals before it.
 * @param {Drawing} drawing @param {string} key
 */
export function boxOf(drawing, key) {
  const { groups, nodes } = drawing.laid;
  return cardBefore(
    drawing,
    nodes.collapsedGroup.findIndex((group) => group >= 0 && groups[group].key === key),
  );
}

/** The last closed group that is drawn, up to a place of what was laid. @param {Drawing} drawing @param {number} at */
function cardBefore(drawing, at) {
  const { groups, nodes } = drawing.laid;
  for (; at >= 0; at--) {
    const group = nodes.collapsedGroup[at];
    const box = group < 0 ? -1 : drawing.find(`group ${groups[group].key}`);
    if (box >= 0) return box;
  }
  return -1;
}
