/**
 * Two graphs aligned by structure: which nodes are the same in both, whatever they are called, and what differs.
 *
 * What: `align` takes two programs as `session.print(handle, { format: 'json' })` gives them and answers with pairs of
 * nodes and differences in order. Names and the order of nodes without effects make no difference; operators,
 * arguments, types, results and the order of effects do, and so do the modes that a call runs in, and the writes before
 * a read. Why: two versions of a graph, or two stages of a compilation, have other names and other lines, and one node
 * more moves all that follow. What a person looks for is the first thing that is not the same.
 *
 *   align(JSON.parse(before), JSON.parse(after)).differences[0]?.what     // undefined: they are the same
 *
 * How: nodes whose whole computation is the same have the same number, made from operator and numbers of arguments;
 * equal numbers are paired in order. So are those whose value goes the same way to the results. Of the others those
 * with one operator are paired where a name, an argument or a user says so, and those with the same arguments where an
 * operator was replaced. Every step is linear in nodes and arguments.
 */

import { MODE, modesOf, versionsOf } from './order.js';

/**
 * @typedef {{ id: number, op: string, name: string, target: string, args?: any[], kwargs?: Record<string, any>, meta?:
 *   number, line?: number }} Raw
 */
/**
 * A node; `at` is its place among the nodes of all graphs of the program.
 * @typedef {{ at: number, id: number, module: number, path: string, op: string, name: string, target: string,
 *   args: any[], kwargs: Record<string, any>, line: number | null, type: string | null, source: string | null,
 *   uses: number[], users: number[] }} Node
 * @typedef {{ nodes: Node[], modules: { nodes: Node[], children: Map<string, number>, byId: Map<number, Node> }[],
 *   aten: boolean }} Program
 */
/**
 * `removed`: only in the first; `added`: only in the second; `changed`: a pair whose operator or arguments differ;
 * `type`: the same call with another type; `order`: calls with effects in another order.
 * @typedef {{ kind: 'removed' | 'added' | 'changed' | 'type' | 'order', before: Node | null, after: Node | null,
 *   what: string }} Difference
 */
/**
 * `lowered`: one side is of ATen and the other is not, spellings of an operator are one; `respelled`: pairs whose
 * operator is spelled in two ways.
 * @typedef {{ before: Program, after: Program, pairs: [Node, Node][], same: number, renamed: number,
 *   differences: Difference[], lowered: boolean, respelled: number }} Alignment
 */

/** Calls whose order can be seen: writes, chance, modes, words, communication. */
const EFFECT = new RegExp(
  [
    String.raw`(?:^|\.)(?!_)\w*[a-z]_(?:\.\w+)?$`,
    'set_grad_enabled|autocast',
    String.raw`manual_seed|\brand|bernoulli|dropout|multinomial|normal\b`,
    '_assert|print|copy_',
    'wait_tensor|all_reduce|all_gather|reduce_scatter|broadcast',
  ].join('|'),
);
/** Nodes of one operator that are tried for one that is alike. */
const TRIED = 8;
/** Deeper arguments are no graph's. */
const DEEPEST = 64;

/** Namespaces of Python that hold the operators of ATen. */
const TORCH = /^(?:torch(?:\.functional|\.nn\.functional|\._C\._nn|\._C|\._VF|\.Tensor)?|_?operator|builtins)\.(\w+)$/;

/**
 * What an operator is called in every dialect: `torch.ops.aten.relu.default`, `torch.relu`, `relu`. A write keeps its
 * `_`, and what is of another namespace keeps that.
 * @param {string} target
 */
function spelled(target) {
  const name =
    /^torch\.ops\.aten\.(\w+)(?:\.\w+)?$/.exec(target)?.[1] ??
    /^\w+$/.exec(target)?.[0] ??
    TORCH.exec(target)?.[1] ??
    target.replace(/^torch\.(fft|linalg|special)\.(\w+)$/, '$1_$2').replace(/^(torch\.ops\..*)\.default$/, '$1');
  const bare = /^__(\w+)__$/.exec(name)?.[1] ?? (name.replace(/^_+/, '') || name);
  return bare.replace(/^i((?:true|floor)?div|add|sub|mul|pow|and|or|xor)$/, '$1_').replace(/^truediv(_?)$/, 'div$1');
}

/** @param {any} meta an entry of `metas`: pairs of a key and a value @param {string} key */
const metaOf = (meta, key) =>
  Array.isArray(meta) ? meta.find((/** @type {any} */ row) => row[0] === key)?.[1] : undefined;

/** The type as it is compared: dtype and shape. @param {any} val @returns {string | null} */
function typeOf(val) {
  const tensor = val?.tensor_meta;
  if (tensor !== undefined)
    return `${tensor.dtype}[${(tensor.shape ?? []).map((/** @type {any} */ size) => sizeOf(size)).join(', ')}]`;
  return null;
}

/** @param {any} size */
const sizeOf = (size) => (typeof size === 'object' && size !== null ? String(Object.values(size)[0]) : String(size));

/**
 * The nodes that an argument names, in order, and the rest of it as a text.
 * @param {any} value
 * @param {number[]} uses
 * @param {number} [depth]
 * @returns {string}
 */
function taken(value, uses, depth = 0) {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (depth > DEEPEST) return '…';
  if (typeof value.n === 'number') {
    uses.push(value.n);
    return '%';
  }
  if (Array.isArray(value)) return `[${value.map((one) => taken(one, uses, depth + 1)).join(',')}]`;
  return `{${Object.entries(value)
    .map(([key, one]) => `${key}:${taken(one, uses, depth + 1)}`)
    .join(',')}}`;
}

/** @param {any} json @returns {Program} */
export function programOf(json) {
  /** @type {Node[]} */
  const nodes = [];
  let aten = false;
  const modules = json.modules.map((/** @type {any} */ module, /** @type {number} */ index) => {
    /** @type {Map<number, Node>} */
    const byId = new Map();
    const own = (module.nodes ?? []).map((/** @type {Raw} */ raw) => {
      const meta = raw.meta === undefined ? undefined : json.metas?.[raw.meta];
      aten ||= raw.target.startsWith('torch.ops.aten.');
      /** @type {Node} */
      const node = {
        at: nodes.length,
        id: raw.id,
        module: index,
        path: module.path ?? '',
        op: raw.op,
        name: raw.name,
        target: raw.target,
        args: raw.args ?? [],
        kwargs: raw.kwargs ?? {},
        line: raw.line ?? null,
        type: typeOf(metaOf(meta, 'val')),
        source: sourceOf(metaOf(meta, 'stack_trace')),
        uses: [],
        users: [],
      };
      nodes.push(node);
      byId.set(raw.id, node);
      return node;
    });
    return { nodes: own, children: new Map(module.children ?? []), byId };
  });
  return { nodes, modules, aten };
}

/** The last line of a stack, `file:line code`. @param {any} stack */
function sourceOf(stack) {
  if (typeof stack !== 'string') return null;
  const frames = [
    ...stack.matchAll(/File "?([^",]+?)"?(?:, line |:)(\d+)(?:,? in [^\n,]*)?(?:, code: |\n\s*)?([^\n]*)/g),
  ];
  const last = frames.at(-1);
  return last === undefined
    ? null
    : `${last[1].replace(/^.*\//, '')}:${last[2]}${last[3] === '' ? '' : ` ${last[3].trim()}`}`;
}

/** Users of all nodes, and their arguments without the nodes in them. @param {Program} program */
function readArguments(program) {
  /** @type {string[]} */
  const rest = [];
  for (const node of program.nodes) {
    /** @type {number[]} */
    const ids = [];
    const kwargs = Object.entries(node.kwargs).sort(([a], [b]) => (a < b ? -1 : 1));
    const text = `${taken(node.args, ids)} ${kwargs.map(([key, value]) => `${key}=${taken(value, ids)}`).join(' ')}`;
    const { byId } = program.modules[node.module];
    for (const id of ids) {
      const used = byId.get(id);
      if (used === undefined) continue;
      node.uses.push(used.at);
      used.users.push(node.at);
    }
    rest.push(text);
  }
  return rest;
}

/** The graph that a node names, or undefined. @param {Node} node @param {Program} program */
function childOf(node, program) {
  if (node.op !== 'get_attr' && node.op !== 'call_module') return undefined;
  const own = program.modules[node.module].children.get(node.target);
  if (own !== undefined || !node.target.includes('.')) return own;
  /** @type {number | undefined} */
  let module = node.module;
  for (const name of node.target.split('.'))
    module = module === undefined ? undefined : program.modules[module]?.children.get(name);
  return module;
}

/** @param {Node} node @param {Program} program @param {boolean} lowered */
function callOf(node, program, lowered) {
  if (node.op === 'output') return 'output';
  if (childOf(node, program) !== undefined) return node.op === 'get_attr' ? 'graph' : 'call of a graph';
  if (node.op === 'get_attr') return `attr ${node.target}`;
  return lowered && node.op !== 'call_module' ? spelled(node.target) : `${node.op} ${node.target}`;
}

/**
 * Placeholders by name where the two share most of them, else by their order.
 * @param {Node[]} before
 * @param {Node[]} after
 */
function inputKeys(before, after) {
  const [first, second] = [before, after].map((nodes) => nodes.filter((node) => node.op === 'placeholder'));
  const names = new Set(second.map((node) => node.name));
  const shared = first.filter((node) => names.has(node.name)).length;
  const byName = shared > 0 && 2 * shared >= Math.min(first.length, second.length);
  /** @type {Map<Node, string>} */
  const keys = new Map();
  for (const list of [first, second])
    list.forEach((node, index) => keys.set(node, byName ? `input ${node.name}` : `input ${index}`));
  return keys;
}

class Aligner {
  /** @type {Map<string, number>} */
  #numbers = new Map();
  /** The partner of each node, by place. @type {Int32Array} */
  #before;
  /** @type {Int32Array} */
  #after;

  /** @param {Program} before @param {Program} after */
  constructor(before, after) {
    this.programs = /** @type {[Program, Program]} */ ([before, after]);
    this.lowered = before.aten !== after.aten;
    this.rest = this.programs.map((program) => readArguments(program));
    this.modes = this.programs.map((program, side) => modesOf(program, this.rest[side], (key) => this.#number(key)));
    this.versions = this.programs.map((program) => versionsOf(program));
    this.#before = new Int32Array(before.nodes.length).fill(-1);
    this.#after = new Int32Array(after.nodes.length).fill(-1);
  }

  /** @param {Node} node */
  partner(node) {
    const at = this.#before[node.at];
    return at < 0 ? null : this.programs[1].nodes[at];
  }

  /** @param {Node} node */
  origin(node) {
    const at = this.#after[node.at];
    return at < 0 ? null : this.programs[0].nodes[at];
  }

  /** @param {Node} one @param {Node} other */
  #pair(one, other) {
    this.#before[one.at] = other.at;
    this.#after[other.at] = one.at;
  }

  /** @param {string} key */
  #number(key) {
    let number = this.#numbers.get(key);
    if (number === undefined) this.#numbers.set(key, (number = this.#numbers.size));
    return number;
  }

  /** Nodes of two graphs. @param {Node[]} first @param {Node[]} second */
  graphs(first, second) {
    const inputs = inputKeys(first, second);
    // First with the modes and writes before each call; what was moved over those is paired by the rest.
    for (const strict of [true, false])
      this.#equal(
        [first, second].map((nodes, side) => ({ nodes, numbers: this.#numbered(nodes, side, inputs, strict) })),
      );
    this.#equal([first, second].map((nodes, side) => ({ nodes, numbers: this.#destined(nodes, side) })));
    this.#loose(first, second);
  }

  /**
   * Nodes without a partner that have the same number, in order.
   * @param {{ nodes: Node[], numbers: number[] }[]} sides
   */
  #equal([first, second]) {
    /** @type {Map<number, Node[]>} */
    const waiting = new Map();
    first.nodes.forEach((node, i) => this.#before[node.at] < 0 && pushTo(waiting, first.numbers[i], node));
    for (const list of waiting.values()) list.reverse();
    second.nodes.forEach((node, i) => {
      if (this.#after[node.at] >= 0) return;
      const match = waiting.get(second.numbers[i])?.pop();
      if (match !== undefined) this.#pair(match, node);
    });
  }

  /** What becomes of each node's value up to the results, as a number. @param {Node[]} nodes @param {number} side */
  #destined(nodes, side) {
    /** For each node, the numbers of its users and its place in their arguments. @type {Map<number, string[]>} */
    const known = new Map();
    const numbers = new Array(nodes.length);
    for (let i = nodes.length - 1; i >= 0; i -= 1) {
      const node = nodes[i];
      const call = `${callOf(node, this.programs[side], this.lowered)} ${this.lowered ? '' : this.rest[side][node.at]}`;
      const input = node.op === 'placeholder' ? 'input' : call;
      numbers[i] = this.#number(`to ${input} ${(known.get(node.at) ?? []).sort().join(' ')}`);
      node.uses.forEach((at, place) => pushTo(known, at, `${numbers[i]}@${place}`));
    }
    return numbers;
  }

  /**
   * What each node computes, as a number.
   * @param {Node[]} nodes
   * @param {number} side
   * @param {Map<Node, string>} inputs
   * @param {boolean} strict
   */
  #numbered(nodes, side, inputs, strict) {
    /** @type {Map<number, number>} */
    const known = new Map();
    return nodes.map((node) => {
      const call =
        inputs.get(node) ??
        `${callOf(node, this.programs[side], this.lowered)} ${this.lowered ? '' : this.rest[side][node.at]}`;
      const when = strict ? `after ${this.modes[side][node.at]} ${this.versions[side].of[node.at].join(' ')}` : '';
      const number = this.#number(`${call} ${node.uses.map((at) => known.get(at) ?? -1).join(' ')} ${when}`);
      known.set(node.at, number);
      return number;
    });
  }

  /**
   * Nodes that are called alike, and have a name, an argument or a user in common.
   * @param {Node[]} first
   * @param {Node[]} second
   */
  #loose(first, second) {
    /** @type {Map<string, Node[]>} */
    const waiting = new Map();
    for (const node of first) if (this.#before[node.at] < 0) pushTo(waiting, this.#loosely(node, 0), node);
    const named = new Map([...waiting].map(([key, list]) => [key, new Map(list.map((node) => [node.name, node]))]));
    const taken = new Set();
    const ready = [];
    for (const node of second) {
      if (this.#after[node.at] >= 0) continue;
      const key = this.#loosely(node, 1);
      const same = named.get(key)?.get(node.name);
      if (same !== undefined && !taken.has(same) && this.#before[same.at] < 0) this.#pair(same, node);
      else ready.push({ node, key });
    }
    for (const list of waiting.values()) list.reverse();
    for (const { node, key } of ready) {
      const list = waiting.get(key) ?? [];
      // What was paired by its name is passed over.
      while (list.length > 0 && this.#before[list[list.length - 1].at] >= 0) list.pop();
      const match = list.slice(-TRIED).findLast((one) => this.#before[one.at] < 0 && this.#related(one, node));
      const other = match ?? this.#replaced(node);
      if (other !== null && other !== undefined) this.#pair(other, node);
    }
  }

  /** The call that had the same arguments, where another operator stands now. @param {Node} node */
  #replaced(node) {
    if (!node.op.startsWith('call') || node.uses.length === 0 || this.lowered) return null;
    const origin = this.origin(this.programs[1].nodes[node.uses[0]]);
    const users = origin === null ? [] : origin.users.slice(0, TRIED).map((at) => this.programs[0].nodes[at]);
    return users.find(
      (one) =>
        this.#before[one.at] < 0 &&
        one.op.startsWith('call') &&
        one.uses.length === node.uses.length &&
        one.uses.every((at, i) => this.#before[at] === node.uses[i]),
    );
  }

  /** @param {Node} node @param {number} side */
  #loosely(node, side) {
    return node.op === 'placeholder' ? `input ${node.name}` : callOf(node, this.programs[side], this.lowered);
  }

  /** An argument or a user of both is the same. @param {Node} one @param {Node} other */
  #related(one, other) {
    if (one.op === 'output') return true;
    const images = (/** @type {number[]} */ list) =>
      new Set(list.map((at) => this.#before[at]).filter((at) => at >= 0));
    const [uses, users] = [images(one.uses), images(one.users)];
    return (
      other.uses.some((at) => uses.has(at)) ||
      other.users.some((at) => users.has(at)) ||
      (one.uses.length === 0 && other.uses.length === 0)
    );
  }

  /** Whether the arguments of a pair are the same under the pairs. @param {Node} one @param {Node} other */
  agree(one, other) {
    if (one.uses.length !== other.uses.length || this.rest[0][one.at] !== this.rest[1][other.at]) return false;
    return one.uses.every((at, i) => this.#before[at] === other.uses[i]);
  }
}

/** @template K, V @param {Map<K, V[]>} map @param {K} key @param {V} value */
function pushTo(map, key, value) {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

/**
 * Graphs in graphs: those that the nodes of a pair name, and those that no node names, by their names.
 * @param {Aligner} aligner
 * @returns {[Node, Node][]} pairs whose graphs are not each other's: one of them is the partner of another graph
 */
function alignModules(aligner) {
  const [before, after] = aligner.programs;
  const [there, back] = [new Map([[0, 0]]), new Map([[0, 0]])];
  /** @type {[Node, Node][]} */
  const apart = [];
  const open = [[0, 0]];
  /** @param {number} from @param {number} to */
  const follow = (from, to) => {
    if (there.get(from) === to) return true;
    if (there.has(from) || back.has(to)) return false;
    there.set(from, to);
    back.set(to, from);
    open.push([from, to]);
    return true;
  };
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [first, second] = [before.modules[next[0]], after.modules[next[1]]];
    if (first === undefined || second === undefined) continue;
    aligner.graphs(first.nodes, second.nodes);
    for (const node of first.nodes) {
      const partner = aligner.partner(node);
      const from = childOf(node, before);
      const to = partner === null ? undefined : childOf(partner, after);
      if (partner !== null && from !== undefined && to !== undefined && !follow(from, to)) apart.push([node, partner]);
    }
    for (const [name, from] of first.children) {
      const to = second.children.get(name);
      if (to !== undefined) follow(from, to);
    }
  }
  return apart;
}

/** Symbols of sizes may have other names, the same everywhere. */
class Symbols {
  #there = new Map();
  #back = new Map();

  /** @param {string} one @param {string} other */
  same(one, other) {
    if (one === other) return true;
    const split = (/** @type {string} */ text) => text.split(/\b([su]\d+)\b/);
    const [first, second] = [split(one), split(other)];
    return (
      first.length === second.length &&
      first.every((part, i) => (i % 2 === 0 ? part === second[i] : this.#bound(part, second[i])))
    );
  }

  /** @param {string} one @param {string} other */
  #bound(one, other) {
    if (!this.#there.has(one) && !this.#back.has(other)) {
      this.#there.set(one, other);
      this.#back.set(other, one);
    }
    return this.#there.get(one) === other && this.#back.get(other) === one;
  }
}

/**
 * What differs in a pair.
 * @param {Aligner} aligner
 * @param {Node} one
 * @param {Node} other
 * @param {Symbols} symbols
 * @returns {Difference | null}
 */
function differs(aligner, one, other, symbols) {
  const row = { before: one, after: other };
  const [first, second] = [one, other].map((node, side) => callOf(node, aligner.programs[side], aligner.lowered));
  if (one.op !== 'placeholder' && first !== second) return { kind: 'changed', ...row, what: 'operator' };
  if (!aligner.agree(one, other))
    return { kind: 'changed', ...row, what: one.op === 'output' ? 'results' : 'arguments' };
  if (one.type !== null && other.type !== null && !symbols.same(one.type, other.type))
    return { kind: 'type', ...row, what: `${one.type} is ${other.type}` };
  return null;
}

/**
 * In each graph, the first input and the first call with effects that stand elsewhere.
 * @param {[Node, Node][]} pairs
 * @returns {Difference[]}
 */
function reordered(pairs) {
  /** @type {Map<string, number>} */
  const last = new Map();
  /** @type {Map<string, Difference>} */
  const found = new Map();
  for (const [before, after] of pairs) {
    const input = before.op === 'placeholder';
    if (!input && !(before.op.startsWith('call') && (EFFECT.test(before.target) || MODE.test(before.target)))) continue;
    const what = input ? 'order of inputs' : 'order of calls with effects';
    const key = `${before.module} ${what}`;
    if (after.at < (last.get(key) ?? -1) && !found.has(key)) found.set(key, { kind: 'order', before, after, what });
    last.set(key, after.at);
  }
  return [...found.values()];
}

/**
 * Calls that run in another mode, or read what other writes left: one for each pair of modes, and for each value and
 * number of writes that are missing or new.
 * @param {Aligner} aligner
 * @param {[Node, Node][]} pairs
 * @returns {Difference[]}
 */
function moved(aligner, pairs) {
  const { modes, versions } = aligner;
  const told = new Set();
  /** @type {Difference[]} */
  const found = [];
  for (const [before, after] of pairs) {
    const row = { kind: /** @type {const} */ ('order'), before, after };
    const [mode, other] = [modes[0][before.at], modes[1][after.at]];
    const key = `mode ${before.module} ${mode} ${other}`;
    if (before.op.startsWith('call') && mode !== other && !told.has(key)) {
      told.add(key);
      found.push({ ...row, what: 'order of a call and a switch of modes' });
    }
    const [one, two] = [versions[0].of[before.at], versions[1].of[after.at]];
    if (one.length !== two.length) continue;
    const place = one.findIndex((version, i) => version !== two[i]);
    if (place < 0) continue;
    const value = `value ${versions[0].base(before.uses[place])} ${one[place] - two[place]}`;
    if (told.has(value)) continue;
    told.add(value);
    found.push({ ...row, what: 'order of a read and a write' });
  }
  return found;
}

/**
 * @param {any} before a program of `format: 'json'`
 * @param {any} after
 * @returns {Alignment}
 */
export function align(before, after) {
  const aligner = new Aligner(programOf(before), programOf(after));
  const apart = alignModules(aligner);
  const [first, second] = aligner.programs;
  const symbols = new Symbols();
  /** @type {[Node, Node][]} */
  const pairs = [];
  /** @type {{ at: number, difference: Difference }[]} */
  const found = [];
  for (const node of first.nodes) {
    const partner = aligner.partner(node);
    if (partner === null) {
      found.push({
        at: node.at,
        difference: { kind: 'removed', before: node, after: null, what: 'only in the first' },
      });
      continue;
    }
    pairs.push([node, partner]);
    const difference = differs(aligner, node, partner, symbols);
    if (difference !== null) found.push({ at: node.at, difference });
  }
  // What is new stands before the next node that both have.
  let next = first.nodes.length;
  for (let i = second.nodes.length - 1; i >= 0; i -= 1) {
    const origin = aligner.origin(second.nodes[i]);
    if (origin !== null) next = origin.at;
    else
      found.push({
        at: next - 0.5,
        difference: { kind: 'added', before: null, after: second.nodes[i], what: 'only in the second' },
      });
  }
  /** @type {Difference[]} */
  const others = apart.map(([one, other]) => ({ kind: 'changed', before: one, after: other, what: 'graph' }));
  for (const difference of [...others, ...reordered(pairs), ...moved(aligner, pairs)])
    found.push({ at: /** @type {Node} */ (difference.before).at, difference });
  found.sort((a, b) => a.at - b.at || (a.difference.after?.at ?? 0) - (b.difference.after?.at ?? 0));
  const differences = found.map(({ difference }) => difference);
  const touched = new Set(differences.flatMap(({ before: one }) => (one === null ? [] : [one])));
  return {
    before: first,
    after: second,
    pairs,
    same: pairs.filter(([one]) => !touched.has(one)).length,
    renamed: pairs.filter(([one, other]) => one.name !== other.name).length,
    differences,
    lowered: aligner.lowered,
    respelled: pairs.filter(
      ([one, other]) =>
        aligner.lowered &&
        one.op.startsWith('call') &&
        childOf(one, first) === undefined &&
        (one.target !== other.target || one.op !== other.op),
    ).length,
  };
}
