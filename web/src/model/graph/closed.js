/**
 * Which groups of a large graph are closed when it is first seen: those that tell most of it in few boxes.
 *
 *   closedAtFirst(picture.groups);                  // their keys
 */

/** Nodes above which a graph is seen in closed groups first. */
export const LARGE = 150;
/** So many boxes are few; a group that holds most of the graph is opened until there are more. */
const FEW = 6;
/** Modules in modules that are opened one after the other. */
const DEEPEST = 16;

/** Modules, or blocks that repeat. @param {import('../../../../wasm/js/index.js').PictureGroup} group */
export const isBlock = ({ kind }) => kind === 'stack' || kind === 'repeat';

/**
 * @param {import('../../../../wasm/js/index.js').PictureGroup[]} groups parents first
 * @returns {string[]}
 */
export function closedAtFirst(groups) {
  /** @type {number[][]} */
  const children = groups.map(() => []);
  groups.forEach((group, at) => group.parent >= 0 && isBlock(group) && children[group.parent].push(at));
  let level = groups.flatMap((group, at) => (group.parent < 0 && isBlock(group) ? [at] : []));
  for (let deep = 0; deep < DEEPEST && level.length > 0 && level.length < FEW; deep++) {
    const all = level.reduce((sum, at) => sum + groups[at].nodes, 0);
    const largest = level.reduce((one, other) => (groups[other].nodes > groups[one].nodes ? other : one));
    if (children[largest].length === 0 || groups[largest].nodes < all / 2) break;
    level = level.flatMap((at) => (at === largest ? children[at] : [at]));
  }
  if (level.length === 0) return [];
  // Beside closed modules a graph that an operator takes would be all that is seen; one that holds most stays open.
  const all = groups.reduce((sum, { parent, nodes }) => sum + (parent < 0 ? nodes : 0), 0);
  const bodies = groups.flatMap(({ kind, parent, nodes }, at) =>
    kind === 'body' && parent < 0 && nodes < all / 2 ? [at] : [],
  );
  return joinable([...level, ...bodies].map((at) => groups[at].key));
}

/**
 * With the parts that modules have in other steps: a module that n regions cut in n + 1 parts has, where they are not
 * wrapped yet, n more, the regions themselves.
 * @param {string[]} keys
 */
function joinable(keys) {
  /** @type {Map<string, number>} */
  const parts = new Map();
  for (const key of keys) {
    const whole = key.replace(/#\d+$/, '');
    parts.set(whole, (parts.get(whole) ?? 0) + 1);
  }
  const more = [...parts].flatMap(([whole, count]) =>
    Array.from({ length: count - 1 }, (_, at) => `${whole}#${count + at + 1}`),
  );
  return [...keys, ...more];
}
