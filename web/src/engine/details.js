/**
 * All that is known of single nodes: arguments, users, metadata, line of the source.
 *
 * What: `Details` reads a program in Seesaw's JSON once, and answers for any node of it.
 * Why: a picture carries what is drawn; the rest is asked for one node at a time.
 *
 *   const details = new Details(session.print(handle, { format: 'json' }));
 *   details.node('submod_1', 'sin');               // null if there is none
 *   details.lines();                               // [lineage, line, ...]
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

const PUNCTUATION = /** @type {Record<string, [string, string]>} */ ({ list: ['[', ']'], t: ['(', ')'], d: ['{', '}'] });
/** Characters of an argument or a metadata entry that are shown. */
const LONGEST = 4000;

/** Nested values as text, with the nodes in it as links; iterative, for a user may nest as deep as they like. @param {any} value @param {Map<number, string>} names @returns {Piece[]} */
function piecesOf(value, names) {
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
    if (size > LONGEST) {
      text(' …');
      break;
    }
    if (typeof next === 'string') text(next);
    else writeValue(next.value, names, text, out, rest);
  }
  return out;
}

/** @param {any} value @param {Map<number, string>} names @param {(text: string) => void} text @param {Piece[]} out @param {({ value: any } | string)[]} rest */
function writeValue(value, names, text, out, rest) {
  if (value === null || value === undefined) return text('None');
  if (typeof value === 'boolean') return text(value ? 'True' : 'False');
  if (typeof value !== 'object') return text(typeof value === 'string' ? quoted(value) : String(value));
  if (Array.isArray(value)) return pushItems('list', value, rest, text);
  const [key] = Object.keys(value);
  const inside = value[key];
  if (key === 'n' && names.has(inside)) {
    const name = /** @type {string} */ (names.get(inside));
    out.push({ text: name, node: name });
  } else if ((key === 't' || key === 'd') && Array.isArray(inside)) pushItems(key, inside, rest, text);
  else if (Object.keys(value).length === 1 && typeof inside !== 'object') text(String(inside));
  else pushItems('d', Object.entries(value), rest, text);
}

/** As Python writes a text, about. @param {string} text */
const quoted = (text) => (text.includes('\n') ? text : `'${text}'`);

/** @param {string} kind @param {any[]} items @param {({ value: any } | string)[]} rest @param {(text: string) => void} text */
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

/** Ids of the nodes in a value. @param {any} value @param {(id: number) => void} take */
function eachNode(value, take) {
  const rest = [value];
  while (rest.length > 0) {
    const one = rest.pop();
    if (typeof one !== 'object' || one === null) continue;
    if (typeof one.n === 'number') take(one.n);
    else for (const inside of Object.values(one)) rest.push(inside);
  }
}

export class Details {
  #program;
  /** Modules by the path of their graph. @type {Map<string, any>} */
  #modules = new Map();
  /** @type {Map<any, { names: Map<number, string>, byName: Map<string, any>, users: Map<number, string[]> }>} */
  #indexed = new Map();

  /** @param {string} json */
  constructor(json) {
    this.#program = JSON.parse(json);
    const open = /** @type {[string, number][]} */ ([['', 0]]);
    while (open.length > 0) {
      const [path, index] = /** @type {[string, number]} */ (open.pop());
      const module = this.#program.modules[index];
      if (module === undefined || this.#modules.has(path)) continue;
      this.#modules.set(path, module);
      for (const [name, child] of module.children ?? []) open.push([path === '' ? name : `${path}.${name}`, child]);
    }
  }

  /** @param {any} module */
  #index(module) {
    let index = this.#indexed.get(module);
    if (index === undefined) {
      const nodes = module.nodes ?? [];
      index = {
        names: new Map(nodes.map((/** @type {any} */ node) => [node.id, node.name])),
        byName: new Map(nodes.map((/** @type {any} */ node) => [node.name, node])),
        users: new Map(),
      };
      for (const node of nodes) {
        const used = new Set();
        eachNode([node.args, node.kwargs], (id) => used.add(id));
        for (const id of used) index.users.set(id, [...(index.users.get(id) ?? []), node.name]);
      }
      this.#indexed.set(module, index);
    }
    return index;
  }

  /** @param {string} path @param {string} name @returns {NodeDetails | null} */
  node(path, name) {
    const module = this.#modules.get(path);
    if (module === undefined) return null;
    const { names, byName, users } = this.#index(module);
    const node = byName.get(name);
    if (node === undefined) return null;
    const positional = (node.args ?? []).map((/** @type {any} */ value, /** @type {number} */ index) => ({
      name: String(index),
      pieces: piecesOf(value, names),
    }));
    const named = pairsOf(node.kwargs).map(([key, value]) => ({ name: key, pieces: piecesOf(value, names) }));
    const meta = pairsOf(this.#program.metas?.[node.meta]);
    const trace = meta.find(([key]) => key === 'stack_trace')?.[1];
    return {
      name,
      path,
      op: node.op,
      target: String(node.target),
      lineage: node.lineage ?? 0,
      line: node.line ?? null,
      args: [...positional, ...named],
      users: users.get(node.id) ?? [],
      meta: meta.filter(([key]) => key !== 'stack_trace').map(([key, value]) => ({ key, text: compact(value) })),
      stackTrace: typeof trace === 'string' ? trace : null,
    };
  }

  /** Lines of the source by lineage, in pairs: what a node was read from. */
  lines() {
    /** @type {number[]} */
    const out = [];
    const seen = new Set();
    for (const module of this.#program.modules) {
      for (const { lineage, line } of module.nodes ?? []) {
        if (line === undefined || seen.has(lineage)) continue;
        seen.add(lineage);
        out.push(lineage, line);
      }
    }
    return out;
  }
}

/** Pairs as a list or as an object. @param {any} value @returns {[string, any][]} */
const pairsOf = (value) => (Array.isArray(value) ? value : Object.entries(value ?? {}));

/** @param {any} value */
function compact(value) {
  const text = piecesOf(value, new Map())
    .map((piece) => piece.text)
    .join('');
  return text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text;
}
