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
  return level.map((at) => groups[at].key);
}
