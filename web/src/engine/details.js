/**
 * What the core knows of one node, put in order for its card: arguments, users, metadata, line of the source.
 *
 * What: `nodeDetails` reads the answer of the session's command `node`.
 * Why: a picture carries what is drawn; the rest is asked for one node at a time.
 *
 *   const { value } = session.call('node', { handle, path: 'submod_1', name: 'sin' });
 *   nodeDetails(value, 'submod_1').args;
 */

/** @typedef {{ text: string, node?: string }} Piece a piece of text, or the name of a node to go to */
/** @typedef {{ name: string, pieces: Piece[] }} Argument */
/**
 * @typedef {object} NodeDetails
 * @property {string} name
 * @property {string} path
 * @property {string} op
 * @property {string} target
 * @property {number} lineage
 * @property {number | null} line
 * @property {Argument[]} args positional ones have numbers for names
 * @property {string[]} users
 * @property {{ key: string, text: string }[]} meta
 * @property {string | null} stackTrace
 */

const PUNCTUATION = /** @type {Record<string, [string, string]>} */ ({
  list: ['[', ']'],
  t: ['(', ')'],
  d: ['{', '}'],
});
/** Characters of an argument or a metadata entry that are shown. */
const MAX_LENGTH = 4000;

/**
 * Nested values as text, with the nodes in it as links; iterative, for a user may nest as deep as they like.
 * @param {any} value
 * @returns {Piece[]}
 */
function piecesOf(value) {
  /** @type {Piece[]} */
  const out = [];
  let size = 0;
  const text = (/** @type {string} */ one) => {
    size += one.length;
    const last = out.at(-1);
    if (last !== undefined && last.node === undefined) last.text += one;
    else out.push({ text: one });
  };
  /** Values and literal texts still to be written, the next one last. @type {({ value: any } | string)[]} */
  const rest = [{ value }];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (size > MAX_LENGTH) {
      text(' …');
      break;
    }
    if (typeof next === 'string') text(next);
    else writeValue(next.value, text, out, rest);
  }
  return out;
}

/**
 * @param {any} value
 * @param {(text: string) => void} text
 * @param {Piece[]} out
 * @param {({ value: any } | string)[]} rest
 */
function writeValue(value, text, out, rest) {
  if (value === null || value === undefined) return text('None');
  if (typeof value === 'boolean') return text(value ? 'True' : 'False');
  if (typeof value !== 'object') return text(typeof value === 'string' ? quoted(value) : String(value));
  if (Array.isArray(value)) return pushItems('list', value, rest, text);
  const [key] = Object.keys(value);
  const inside = value[key];
  if (key === 'n' && typeof inside === 'string') out.push({ text: inside, node: inside });
  else if ((key === 't' || key === 'd') && Array.isArray(inside)) pushItems(key, inside, rest, text);
  else if (Object.keys(value).length === 1 && typeof inside !== 'object') text(String(inside));
  else pushItems('d', Object.entries(value), rest, text);
}

/** As Python writes a text, about. @param {string} text */
const quoted = (text) => (text.includes('\n') ? text : `'${text}'`);

/**
 * @param {string} kind
 * @param {any[]} items
 * @param {({ value: any } | string)[]} rest
 * @param {(text: string) => void} text
 */
function pushItems(kind, items, rest, text) {
  const [open, close] = PUNCTUATION[kind];
  text(open);
  rest.push(kind === 't' && items.length === 1 ? `,${close}` : close);
  for (let i = items.length - 1; i >= 0; i--) {
    if (kind === 'd' && Array.isArray(items[i])) rest.push({ value: items[i][1] }, ': ', { value: items[i][0] });
    else rest.push({ value: items[i] });
    if (i > 0) rest.push(', ');
  }
}

/** @param {any} answer of the command `node` @param {string} path of its graph @returns {NodeDetails} */
export function nodeDetails(answer, path) {
  const { name, op, target, lineage, line = null, args, kwargs, users, meta } = answer;
  const named = (/** @type {[string, any]} */ [key, value]) => ({ name: key, pieces: piecesOf(value) });
  const trace = meta.find((/** @type {[string, any]} */ [key]) => key === 'stack_trace')?.[1];
  return {
    name,
    path,
    op,
    target,
    lineage,
    line,
    args: [
      ...args.map((/** @type {any} */ value, /** @type {number} */ index) => named([String(index), value])),
      ...kwargs.map(named),
    ],
    users,
    meta: meta
      .filter((/** @type {[string, any]} */ [key, value]) => key !== 'stack_trace' && !isEmpty(value))
      .map((/** @type {[string, any]} */ [key, value]) => ({ key, text: compact(value) }))
      .filter((/** @type {{ key: string, text: string }} */ { key, text }) => key !== 'val' || !ONLY_TYPE.test(text)),
    stackTrace: typeof trace === 'string' ? trace : null,
  };
}

/** What the type of the node says already. */
const ONLY_TYPE = /^\{'tensor_meta': \{'dtype': '\w+', 'shape': \[[^\]]*\]\}\}$/;

/** An entry that says nothing, as an empty nn_module_stack. @param {any} value */
const isEmpty = (value) => value === null || value === '' || (Array.isArray(value.d) && value.d.length === 0);

/** @param {any} value */
function compact(value) {
  const text = piecesOf(value)
    .map((piece) => piece.text)
    .join('');
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)} …` : text;
}
