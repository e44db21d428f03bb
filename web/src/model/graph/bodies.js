/**
 * Nodes whose body is drawn at another one: a graph that several nodes run is drawn once.
 *
 * drawnElsewhere(drawing).get(two);                // the node that has it: `one`; undefined where nothing is elsewhere
 */

/** @typedef {import('./drawing.js').Drawing} Drawing */

/** @param {string} path @param {string} target */
const inside = (path, target) => (path === '' ? target : `${path}.${target}`);

/**
 * The path of the graph that a node stands in, or that a closed box represents.
 * @param {Drawing} drawing
 * @param {number} node
 */
function bodyOf(drawing, node) {
  const group = drawing.stands(node);
  if (group < 0) return drawing.path(node);
  const { key } = drawing.picture.groups[group];
  return key.startsWith('graph:') ? key.slice('graph:'.length) : drawing.path(node);
}

/** Graphs, each with the node that its result goes to. @param {Drawing} drawing */
function drawnAt(drawing) {
  const { edges, nodes } = drawing.picture;
  const { from, to } = edges;
  /** @type {Map<string, number>} */
  const at = new Map();
  for (let edge = 0; edge < from.length; edge++) {
    if (nodes.path[from[edge]] === nodes.path[to[edge]] && drawing.stands(from[edge]) < 0) continue;
    const body = bodyOf(drawing, from[edge]);
    const outer = drawing.path(to[edge]);
    if (body !== outer && (outer === '' || body.startsWith(`${outer}.`)) && !at.has(body)) at.set(body, to[edge]);
  }
  return at;
}

/** @param {Drawing} drawing @returns {Map<number, number>} */
export function drawnElsewhere(drawing) {
  /** @type {Map<number, number>} */
  const out = new Map();
  if (drawing.picture.paths.length === 1 && drawing.picture.groups.length === 0) return out;
  const at = drawnAt(drawing);
  for (let node = 0; at.size > 0 && node < drawing.count; node++) {
    const op = drawing.op(node);
    if (op !== 'call_module' && op !== 'get_attr') continue;
    const there = at.get(inside(drawing.path(node), drawing.target(node)));
    if (there === undefined) continue;
    for (const caller of op === 'get_attr' ? drawing.consumers(node) : [node])
      if (caller !== there && !out.has(caller)) out.set(caller, there);
  }
  return out;
}
