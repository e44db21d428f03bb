/**
 * Which nodes of the source are meant by nodes of a picture.
 *
 * What: the picture of a later step has the source's nodes under other names and in other graphs, and nodes that passes
 * made. A node is the source's where it has the lineage of one there.
 * Why: an edit changes the source. By name alone it would hit another node: passes give names that are free again.
 *
 * await origins(page, [drawnNode(drawing, 7)]);                       // [{ path: '', name: 'mul' }], or [null]: a pass
 * made it
 * await changeAtHome(page, drawing, '', { do: 'argument', ... });     // the same change in the source, or why there is
 * none
 */

/** @typedef {import('../model.js').Model} Model */
/** @typedef {import('../graph/drawing.js').Drawing} Drawing */
/** @typedef {{ step: number, path: string, name: string, lineage: number }} Drawn a node of a picture */
/** @typedef {{ path: string, name: string }} Origin */

/** @param {Drawing} drawing @param {number} node @returns {Drawn} */
export const drawnNode = (drawing, node) => ({
  step: drawing.step,
  path: drawing.path(node),
  name: drawing.name(node),
  lineage: drawing.lineage(node),
});

/** @param {Drawn[]} nodes */
export const allOfSource = (nodes) => nodes.every(({ step }) => step === 0);

/** @param {Model} model @param {Drawn[]} nodes @returns {Promise<(Origin | null)[]>} */
export async function origins(model, nodes) {
  if (allOfSource(nodes)) return nodes;
  const { value } = await model.live
    .ask('find', { step: 0, lineages: nodes.map(({ lineage }) => lineage) })
    .catch(() => ({ value: null }));
  return nodes.map((node, at) => (node.step === 0 ? node : node.lineage === 0 ? null : (value?.[at] ?? null)));
}

/** Why an edit of it cannot be. @param {string} name */
const madeByPass = (name) =>
  `A pass made ${name}: the source has no such node. Edit what it was made of, in the picture of the source.`;

/**
 * An argument as it is in the source; in words why it is not there.
 * @param {Model} model
 * @param {Drawing} drawing
 * @param {import('./argument.js').Argument} argument
 * @returns {Promise<import('./argument.js').Argument | string>}
 */
export async function argumentAtHome(model, drawing, argument) {
  if (drawing.step === 0) return argument;
  const names = [argument.node, argument.from];
  const [node, from] = await origins(model, found(drawing, argument.path, names));
  const missing = [node, from].indexOf(null);
  if (node === null || from === null) return madeByPass(names[missing]);
  if (node.path !== from.path) return `In the source ${node.name} and ${from.name} are in different graphs.`;
  return { ...argument, node: node.name, path: node.path, from: from.name };
}

/**
 * @param {Model} model
 * @param {Drawing} drawing
 * @param {import('./argument.js').Argument} argument
 * @param {string} name of the node of the same graph that it shall be
 * @returns {Promise<{ path: string, change: import('./edits.js').Change } | string>}
 */
export async function changeAtHome(model, drawing, argument, name) {
  const home = await argumentAtHome(model, drawing, argument);
  if (typeof home === 'string') return home;
  const [given] =
    drawing.step === 0 ? [{ path: home.path, name }] : await origins(model, found(drawing, argument.path, [name]));
  if (given === null) return madeByPass(name);
  if (given.path !== home.path) return `In the source ${given.name} and ${home.node} are in different graphs.`;
  return { path: home.path, change: { do: 'argument', node: home.node, slot: home.slot, text: given.name } };
}

/** @param {Drawing} drawing @param {string} path @param {string[]} names */
const found = (drawing, path, names) => names.map((name) => drawnNode(drawing, drawing.find(`${path}\n${name}`)));
