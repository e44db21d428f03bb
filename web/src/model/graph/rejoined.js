/**
 * A closed module that a region without gradients cuts in parts is one box again.
 *
 * What: `rejoined(picture, hidden)` gives runs of boxes: the parts of a closed module, and what is between them.
 * Why: a switch of grad mode, or the call of what a pass wrapped, belongs to no module; with one in each of twelve
 * blocks there would be sixty boxes. A part that is opened stands beside the others: nothing is joined then.
 *
 *   for (const [first, ...others] of rejoined(picture, hidden)) hide(others);
 */

/** @typedef {import('../../../../wasm/js/index.js').Picture} Picture */

/** Calls that begin, end or stand for a region. */
const REGION =
  /(^torch\.ops\.higher_order\.wrap_with_\w+|\b_(set_grad_enabled|enter_autocast|exit_autocast)|\bgetitem)$/;

/**
 * The module that a closed box is of, whichever part; '' for all else.
 * @param {Picture} picture @param {number} node
 */
function moduleOf({ nodes, groups }, node) {
  const group = groups[nodes.collapsedGroup[node]];
  return group?.kind === 'stack' ? group.key.replace(/#\d+$/, '') : '';
}

/** May stand between parts of one module. @param {Picture} picture @param {number} node */
function ofRegion({ nodes, groups, texts }, node) {
  const group = groups[nodes.collapsedGroup[node]];
  if (group !== undefined) return group.kind === 'body';
  return texts[nodes.op[node]] === 'get_attr' || REGION.test(texts[nodes.target[node]]);
}

/**
 * @param {Picture} picture
 * @param {Uint8Array} hidden what is left out already
 * @returns {number[][]}
 */
export function rejoined(picture, hidden) {
  const { nodes, groups } = picture;
  const groupOf = (/** @type {number} */ node) => groups[nodes.collapsedGroup[node]];
  // Calls of one module that are alike are several calls, not parts of one.
  const isPart = (/** @type {number} */ node, /** @type {number} */ first) =>
    moduleOf(picture, node) === moduleOf(picture, first) &&
    groupOf(node).parent === groupOf(first).parent &&
    groupOf(node).nodes !== groupOf(first).nodes;
  /** @type {number[][]} */
  const runs = [];
  /** @type {number[]} */
  let run = [];
  /** @type {number[]} */
  let between = [];
  for (let node = 0; node < nodes.count; node++) {
    if (hidden[node] === 1) continue;
    const module = moduleOf(picture, node);
    if (module === '' && run.length > 0 && ofRegion(picture, node)) {
      between.push(node);
      continue;
    }
    if (module !== '' && run.length > 0 && isPart(node, run[0])) run.push(...between, node);
    else {
      if (run.length > 1) runs.push(run);
      run = module === '' ? [] : [node];
    }
    between = [];
  }
  if (run.length > 1) runs.push(run);
  return runs;
}
