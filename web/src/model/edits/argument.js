/**
 * The argument that a line of the picture is: its node, its location, what it is now.
 *
 * What: a line into the body of an operator ends at a placeholder there, and is an operand of the operator; a line out
 * of a body is what its graph returns, and no argument of anything.
 *
 *   argumentOf(drawing, edge);          // { node: 'add', path: '', slot: 1, from: 'cos', refusal: '' }
 */

/** @typedef {import('../graph/drawing.js').Drawing} Drawing */
/**
 * @typedef {{ node: string, path: string, slot: number, from: string, refusal: string }} Argument `slot`: the nth node
 *   that `node` uses; `refusal`: why it cannot be given to another node
 */

/** @param {Drawing} drawing @param {number} edge @returns {Argument} */
export function argumentOf(drawing, edge) {
  const { edges } = drawing.picture;
  const [from, to] = [edges.from[edge], edges.to[edge]];
  const plain = {
    node: drawing.name(to),
    path: drawing.path(to),
    slot: edges.slot[edge],
    from: drawing.name(from),
    refusal: '',
  };
  if (drawing.stands(to) >= 0)
    return { ...plain, refusal: 'This line enters a closed group. Open the group: its nodes have the arguments.' };
  if (drawing.path(from) === plain.path) return plain;
  if (drawing.op(to) === 'placeholder')
    return operandOf(drawing, from, to) ?? { ...plain, refusal: `What ${plain.node} gets is written in the text.` };
  return {
    ...plain,
    refusal: `This is what ${drawing.path(from)} returns to ${plain.node}: change the arguments of its output.`,
  };
}

/**
 * What goes through the border of a body: an operand of the operator or call that runs the body.
 * @param {Drawing} drawing
 * @param {number} from
 * @param {number} placeholder
 * @returns {Argument | null}
 */
function operandOf(drawing, from, placeholder) {
  const { edges } = drawing.picture;
  const [outer, body] = [drawing.path(from), drawing.path(placeholder)];
  let [operator, last] = [-1, -1];
  const given = new Set();
  for (let edge = 0; edge < edges.from.length; edge++) {
    const [path, toPath] = [drawing.path(edges.from[edge]), drawing.path(edges.to[edge])];
    if (path === body && toPath === outer) operator = edges.to[edge];
    if (path === outer && toPath === body) given.add(edges.to[edge]);
  }
  if (operator < 0) return null;
  for (const edge of drawing.inEdges(operator))
    if (drawing.path(edges.from[edge]) !== outer) last = Math.max(last, edges.slot[edge]);
  // Placeholders stand in their order; those of constants have no line.
  const number = [...given].sort((one, other) => one - other).indexOf(placeholder);
  const slot = drawing.op(operator) === 'call_module' ? number : last + 1 + number;
  return { node: drawing.name(operator), path: outer, slot, from: drawing.name(from), refusal: '' };
}
