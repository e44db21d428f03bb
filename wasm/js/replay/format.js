/**
 * Recorded graphs (the oracle data's FORMAT) to Seesaw's JSON and back.
 *
 * A recorded graph names nodes by name and lists users in order; values, stack traces and module stacks are short forms
 * or numbers into tables. `toProgram` builds the document that `Session.open` reads, `fromProgram` the recorded form of
 * a printed one, so that the two can be compared key by key.
 */

/** dtypes by their short names. */
export const LONG = {
  f64: 'float64',
  f32: 'float32',
  f16: 'float16',
  bf16: 'bfloat16',
  i64: 'int64',
  i32: 'int32',
  i16: 'int16',
  i8: 'int8',
  u8: 'uint8',
  u16: 'uint16',
  u32: 'uint32',
  u64: 'uint64',
  b8: 'bool',
  c32: 'complex32',
  c64: 'complex64',
  c128: 'complex128',
};
const SHORT = Object.fromEntries(Object.entries(LONG).map(([short, long]) => [long, short]));
const BIG = '@big:';

/** JSON.parse that keeps integers beyond 2^53 as strings with a mark. @param {string} text */
export function parseBigJson(text) {
  if (!/[[,:\s]-?\d{16,}[\],}\s]/.test(text)) return JSON.parse(text);
  let out = '';
  let at = 0;
  const pattern = /"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g;
  for (const match of text.matchAll(pattern)) {
    if (match[0].startsWith('"')) continue;
    out += `${text.slice(at, match.index)}"${BIG}${match[0]}"`;
    at = match.index + match[0].length;
  }
  return JSON.parse(out + text.slice(at));
}

/**
 * An argument of a recorded graph as Seesaw's JSON.
 * @param {any} arg @param {(name: string) => unknown} node what a node name becomes
 * @returns {any}
 */
export function argToSeesaw(arg, node) {
  const inner = (/** @type {any} */ a) => argToSeesaw(a, node);
  if (arg === null || typeof arg === 'boolean' || typeof arg === 'number') return arg;
  if (typeof arg === 'string') return arg.startsWith(BIG) ? { int: arg.slice(BIG.length) } : { n: node(arg) };
  if (Array.isArray(arg)) return arg.map(inner);
  const [key, value] = Object.entries(arg)[0];
  switch (key) {
    case 's':
      return value;
    case 't':
      return { t: value.map(inner) };
    case 'd':
      return { d: value.map((/** @type {any[]} */ [k, v]) => [typeof k === 'string' ? k : inner(k), inner(v)]) };
    case 'slice':
    case 'range':
      return { [key]: value.map(inner) };
    case 'op':
      return { callable: value.includes('.') ? `torch.ops.${value}` : `torch.ops.higher_order.${value}` };
    case 'tensor':
      return { tensor: { dtype: value[0].replace('torch.', ''), shape: value[1] } };
    case 'other':
      return { text: value };
    case 'f':
    case 'c':
    case 'dtype':
    case 'device':
    case 'memory_format':
    case 'layout':
    case 'ellipsis':
    case 'callable':
    case 'symint':
    case 'symfloat':
    case 'symbool':
      return arg;
    default:
      throw new Error(`unknown kind of recorded argument '${key}'`);
  }
}

/** The reverse. @param {any} arg @param {(id: number) => string} name @returns {any} */
export function argFromSeesaw(arg, name) {
  const inner = (/** @type {any} */ a) => argFromSeesaw(a, name);
  if (arg === null || typeof arg === 'boolean' || typeof arg === 'number') return arg;
  if (typeof arg === 'string') return { s: arg };
  if (Array.isArray(arg)) return arg.map(inner);
  const [key, value] = Object.entries(arg)[0];
  switch (key) {
    case 'n':
      return name(value);
    case 'int':
      return BIG + value;
    case 't':
      return { t: value.map(inner) };
    case 'd':
      return { d: value.map((/** @type {any[]} */ [k, v]) => [typeof k === 'string' ? k : inner(k), inner(v)]) };
    case 'slice':
    case 'range':
      return { [key]: value.map(inner) };
    case 'callable':
      return { op: value.replace('torch.ops.', '').replace('higher_order.', '') };
    case 'tensor':
      return { tensor: [`torch.${value.dtype}`, value.shape] };
    case 'text':
      return { other: value };
    default:
      return arg;
  }
}

/** meta["val"] of a recorded node. @param {any} val @returns {any} */
function valToSeesaw(val) {
  if (val === null) return null;
  if ('t' in val && 's' in val) {
    const meta = { dtype: LONG[/** @type {keyof typeof LONG} */ (val.t)] ?? val.t, shape: val.s };
    if (val.st !== undefined) Object.assign(meta, { stride: val.st });
    if (val.dev !== undefined) Object.assign(meta, { device: val.dev });
    for (const [short, long] of [
      ['g', 'requires_grad'],
      ['p', 'parameter'],
      ['const', 'constant'],
      ['real', 'real'],
    ]) {
      if (val[short] === 1) Object.assign(meta, { [long]: true });
    }
    return { tensor_meta: meta };
  }
  const [key, value] = Object.entries(val)[0];
  switch (key) {
    case 'symint':
    case 'symfloat':
    case 'symbool':
      return val.hint === null || val.hint === undefined || !Number.isInteger(val.hint)
        ? { [key]: value }
        : { [key]: value, hint: val.hint };
    case 'i':
      return value;
    case 'f':
      return { f: value };
    case 'b':
      return value;
    case 'str':
      return value;
    case 'tuple':
      return { t: value.map(valToSeesaw) };
    case 'list':
      return value.map(valToSeesaw);
    case 'dict':
      return { d: Object.entries(value).map(([k, v]) => [k, valToSeesaw(v)]) };
    case 'other':
      return { text: value };
    default:
      throw new Error(`unknown kind of recorded value '${key}'`);
  }
}

/** @param {any} val @returns {any} */
export function valFromSeesaw(val) {
  if (val === null) return null;
  if (typeof val === 'number') return { i: val };
  if (typeof val === 'boolean') return { b: val };
  if (typeof val === 'string') return { str: val };
  if (Array.isArray(val)) return { list: val.map(valFromSeesaw) };
  const [key, value] = Object.entries(val)[0];
  switch (key) {
    case 'tensor_meta': {
      /** @type {Record<string, unknown>} */
      const out = { t: SHORT[value.dtype] ?? value.dtype, s: value.shape };
      if (value.stride !== undefined) out.st = value.stride;
      if (value.requires_grad) out.g = 1;
      if (value.parameter) out.p = 1;
      if (value.constant) out.const = 1;
      if (value.real) out.real = 1;
      if (value.device !== undefined) out.dev = value.device;
      return out;
    }
    case 't':
      return { tuple: value.map(valFromSeesaw) };
    case 'd':
      return { dict: Object.fromEntries(value.map((/** @type {any[]} */ [k, v]) => [k, valFromSeesaw(v)])) };
    case 'text':
      return { other: value };
    case 'symint':
      return { symint: value, hint: val.hint ?? null };
    default:
      return val;
  }
}

/**
 * A traceback whose summary is the recorded one; the number keeps equal summaries apart.
 * @param {string} summary
 * @param {number} index
 */
function traceOf(summary, index) {
  const match = /^File: (.*):(\d+) in (.*?), code:(?: (.*))?$/s.exec(summary);
  if (match === null) return `#${index}`;
  const code = match[4] ?? '';
  return (
    `#${index}\n  File "${match[1]}", line ${match[2]}, in ` +
    `${match[3]}\n${code === '' ? '\n    ^\n' : `    ${code}\n`}`
  );
}

class ProgramBuilder {
  /** @param {{ stack_traces?: string[] }} tables */
  constructor(tables) {
    this.tables = tables;
    /** @type {any[]} */
    this.modules = [];
    /** @type {any[]} */
    this.metas = [];
    /** @type {Map<string, number>} */
    this.metaIndex = new Map();
  }

  /** @param {any[]} entries */
  meta(entries) {
    const key = JSON.stringify(entries);
    const known = this.metaIndex.get(key);
    if (known !== undefined) return known;
    this.metaIndex.set(key, this.metas.length);
    this.metas.push(entries);
    return this.metas.length - 1;
  }

  /** @param {any} node */
  entries(node) {
    const entries = [];
    if ('val' in node) entries.push(['val', valToSeesaw(node.val)]);
    if (node.has_tensor_meta) entries.push(['tensor_meta', { text: 'tensor_meta' }]);
    if (node.st !== undefined)
      entries.push(['stack_trace', traceOf(this.tables.stack_traces?.[node.st] ?? '', node.st)]);
    if (Array.isArray(node.nn))
      entries.push([
        'nn_module_stack',
        { d: node.nn.map((/** @type {string[]} */ [key, ...pair]) => [key, { t: pair }]) },
      ]);
    else if (node.nn !== undefined) entries.push(['nn_module_stack', { text: `nn:${node.nn}` }]);
    if (node.torch_fn !== undefined) entries.push(['torch_fn', { t: node.torch_fn }]);
    if (node.unbacked !== undefined) entries.push(['unbacked_bindings', { text: JSON.stringify(node.unbacked) }]);
    return entries;
  }

  /**
   * A recorded node with the numbers of the nodes that it uses.
   * @param {any} node @param {number} id @param {(name: string) => number} lookup
   */
  node(node, id, lookup) {
    const out = { id, op: node.op, name: node.name, target: node.target };
    if (node.args !== undefined)
      Object.assign(out, { args: node.args.map((/** @type {any} */ a) => argToSeesaw(a, lookup)) });
    if (node.kwargs !== undefined)
      Object.assign(out, {
        kwargs: Object.fromEntries(Object.entries(node.kwargs).map(([k, v]) => [k, argToSeesaw(v, lookup)])),
      });
    if (node.type !== undefined) Object.assign(out, { type: node.type.replace(/^<class '(.*)'>$/, '$1') });
    const entries = this.entries(node);
    if (entries.length > 0) Object.assign(out, { meta: this.meta(entries) });
    return out;
  }

  /** The nodes of a graph, and who uses each. @param {any} graph @returns {{ nodes: any[], users: Set<number>[] }} */
  nodes(graph) {
    /** @type {Map<string, number>} */
    const ids = new Map();
    /** @type {Set<number>[]} */
    const users = graph.nodes.map(() => new Set());
    const nodes = graph.nodes.map((/** @type {any} */ node, /** @type {number} */ id) => {
      const out = this.node(node, id, (name) => {
        const found = ids.get(name);
        if (found === undefined) throw new Error(`node '${node.name}' uses '${name}', which is not defined above it`);
        users[found].add(id);
        return found;
      });
      ids.set(node.name, id);
      return out;
    });
    return { nodes, users };
  }

  /**
   * Submodules that are graphs, then those of which only the class is known.
   * @param {any} graph @param {any[]} others
   */
  children(graph, others) {
    const children = [];
    for (const [name, child] of Object.entries(graph.children ?? {})) children.push([name, this.add(child)]);
    for (const [name, type] of others) {
      children.push([name, this.modules.length]);
      this.modules.push({ class: type });
    }
    return children;
  }

  /** @param {any} graph */
  add(graph) {
    const index = this.modules.length;
    /** @type {any} */
    const module = { class: graph.class ?? 'GraphModule', nodes: [] };
    this.modules.push(module);
    const { nodes, users } = this.nodes(graph);
    module.nodes = nodes;
    const lost = keepUsers(graph, nodes, users);
    if (lost.length > 0) module.lost_users = lost;
    const { attributes, others } = attributesOf(graph);
    if (attributes.length > 0) module.attributes = attributes;
    if (graph.pytree !== undefined) module.pytree = pytreeToSeesaw(graph.pytree);
    const children = this.children(graph, others);
    if (children.length > 0) module.children = children;
    return index;
  }
}

/**
 * Users as recorded: their order, and those that PyTorch has lost, which are given.
 * @param {any} graph @param {any[]} nodes @param {Set<number>[]} users @returns {[number, number][]}
 */
function keepUsers(graph, nodes, users) {
  const all = new Map(graph.nodes.map((/** @type {any} */ node, /** @type {number} */ i) => [node.name, i]));
  /** @type {[number, number][]} */
  const lost = [];
  graph.nodes.forEach((/** @type {any} */ node, /** @type {number} */ id) => {
    const listed = (node.users ?? []).map((/** @type {string} */ name) => all.get(name));
    const missing = [...users[id]].filter((user) => !listed.includes(user));
    if (node.users !== undefined || missing.length > 0)
      nodes[id].users = [...listed.filter((/** @type {number | undefined} */ u) => u !== undefined), ...missing];
    for (const user of missing) lost.push([id, user]);
  });
  return lost;
}

/** Attributes of a recorded graph; `others`: submodules by their class. @param {any} graph */
function attributesOf(graph) {
  const attributes = [];
  const others = [];
  for (const [name, value] of Object.entries(graph.attrs ?? {})) {
    if (typeof value === 'string') {
      others.push([name, value.replace('module:', '')]);
      continue;
    }
    const [kind, val] = Object.entries(/** @type {any} */ (value))[0];
    const kinds = { param: 'parameter', buffer: 'buffer', attr_tensor: 'tensor' };
    attributes.push({ name, kind: kinds[/** @type {'param'} */ (kind)] ?? 'object', value: valToSeesaw(val) });
  }
  return { attributes, others };
}

/**
 * Of a recorded pytree, what the generated code shows: the names of the arguments, and whether results are packed.
 * @param {any} pytree
 */
export function pytreeToSeesaw(pytree) {
  return { orig_args: pytree.orig_args ?? [], out_spec: Boolean(pytree.out_spec) };
}

/** @param {any} signature */
function signatureToSeesaw(signature) {
  const arg = (/** @type {any} */ a) => ({ ...a, ...('value' in a ? { value: argToSeesaw(a.value, () => 0) } : {}) });
  return {
    input_specs: signature.input_specs.map((/** @type {any} */ s) => ({ ...s, arg: arg(s.arg) })),
    output_specs: signature.output_specs.map((/** @type {any} */ s) => ({ ...s, arg: arg(s.arg) })),
  };
}

/**
 * @param {any} graph
 * @param {{ tables?: any, signature?: any, rangeConstraints?: Record<string, string>, exported?: boolean }} [rest]
 * @returns {string} Seesaw's JSON
 */
export function toProgram(graph, rest = {}) {
  const builder = new ProgramBuilder(rest.tables ?? {});
  builder.add(graph);
  /** @type {any} */
  const program = { format: 'seesaw.program', version: 1, modules: builder.modules, metas: builder.metas };
  if (rest.exported) program.exported = true;
  if (rest.signature) program.signature = signatureToSeesaw(rest.signature);
  if (rest.rangeConstraints) program.range_constraints = Object.entries(rest.rangeConstraints);
  return JSON.stringify(program);
}

/** @param {any} signature from printed JSON @returns {any} the recorded form, without `str` */
export function signatureFromSeesaw(signature) {
  if (!signature) return null;
  const spec = (/** @type {any} */ s) => {
    const arg = { ...s.arg };
    if ('value' in arg) arg.value = argFromSeesaw(arg.value, String);
    return { ...s, arg };
  };
  return { input_specs: signature.input_specs.map(spec), output_specs: signature.output_specs.map(spec) };
}

/** Without its text, which is compared for itself. @param {any} signature */
export function plainSignature(signature) {
  const rest = { ...signature };
  delete rest.str;
  return rest;
}

/** The recorded form of one graph of a printed program. @param {any} program @param {number} index @returns {any} */
function graphFromSeesaw(program, index) {
  const module = program.modules[index];
  const names = new Map(module.nodes.map((/** @type {any} */ n) => [n.id, n.name]));
  /** @type {Map<number, string[]>} */
  const users = new Map();
  const lost = new Set((module.lost_users ?? []).map((/** @type {number[]} */ [value, user]) => `${value},${user}`));
  const nodes = module.nodes.map((/** @type {any} */ node) => {
    const used = new Set();
    const name = (/** @type {number} */ id) => {
      used.add(id);
      return names.get(id) ?? '?';
    };
    /** @type {any} */
    const out = { op: node.op, name: node.name, target: node.target };
    if (node.args !== undefined) out.args = node.args.map((/** @type {any} */ a) => argFromSeesaw(a, name));
    if (node.kwargs !== undefined)
      out.kwargs = Object.fromEntries(Object.entries(node.kwargs).map(([k, v]) => [k, argFromSeesaw(v, name)]));
    for (const id of used) {
      if (!users.has(id)) users.set(id, []);
      if (!lost.has(`${id},${node.id}`)) users.get(id)?.push(node.name);
    }
    if (node.type !== undefined) out.type = `<class '${node.type}'>`;
    if (node.meta !== undefined) readMeta(program.metas[node.meta], out);
    return out;
  });
  module.nodes.forEach((/** @type {any} */ node, /** @type {number} */ i) => {
    const ordered =
      node.users === undefined
        ? (users.get(node.id) ?? [])
        : node.users
            .filter((/** @type {number} */ u) => !lost.has(`${node.id},${u}`))
            .map((/** @type {number} */ u) => names.get(u));
    if (ordered.length > 0) nodes[i].users = ordered;
  });
  /** @type {any} */
  const graph = { class: module.class, nodes };
  const children = [];
  const attrs = [];
  for (const attribute of module.attributes ?? []) {
    const kind = { parameter: 'param', buffer: 'buffer', tensor: 'attr_tensor' }[
      /** @type {string} */ (attribute.kind)
    ];
    if (kind !== undefined)
      attrs.push([attribute.name, { [kind]: attribute.value === undefined ? null : valFromSeesaw(attribute.value) }]);
  }
  for (const [name, child] of module.children ?? []) {
    if (program.modules[child].nodes === undefined) attrs.push([name, `module:${program.modules[child].class}`]);
    else children.push([name, graphFromSeesaw(program, child)]);
  }
  if (children.length > 0) graph.children = Object.fromEntries(children);
  if (attrs.length > 0) graph.attrs = Object.fromEntries(attrs);
  if (module.pytree !== undefined) graph.pytree = module.pytree;
  return graph;
}

/** A captured module stack, as recordings have it: key, qualified name and class of each module. @param {any} value */
function moduleStack(value) {
  const text = (/** @type {any} */ part) => part.s ?? part;
  return value.d.map((/** @type {any} */ [key, pair]) => [text(key), ...pair.t.map(text)]);
}

/** @param {any[]} entries @param {any} out */
function readMeta(entries, out) {
  for (const [key, value] of entries) {
    if (key === 'val') out.val = valFromSeesaw(value);
    if (key === 'tensor_meta') out.has_tensor_meta = 1;
    if (key === 'stack_trace' && typeof value === 'string') out.st = Number(/^#(\d+)/.exec(value)?.[1]);
    if (key === 'nn_module_stack')
      out.nn =
        value.d !== undefined ? moduleStack(value) : value.text === undefined ? null : Number(value.text.slice(3));
    if (key === 'torch_fn') out.torch_fn = value.t;
    if (key === 'unbacked_bindings') out.unbacked = JSON.parse(value.text);
  }
}

/**
 * @param {string} json a program printed by Seesaw
 * @returns {{ graph: any, signature: any, rangeConstraints: Record<string, string> }}
 */
export function fromProgram(json) {
  const program = parseBigJson(json);
  return {
    graph: graphFromSeesaw(program, 0),
    signature: signatureFromSeesaw(program.signature),
    rangeConstraints: Object.fromEntries(program.range_constraints ?? []),
  };
}
