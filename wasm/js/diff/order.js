/**
 * What a call depends on besides its arguments: the modes that are on, and the writes to what it reads.
 *
 * Why: a call that is moved over a switch of modes, or over a write in place to its argument, has the same operator and
 * the same arguments and computes something else. Where it is in doubt whether values share memory, or whether a call
 * writes, they do: a difference too many is seen by who looks at it, one too few is not.
 */

/** @typedef {import('./align.js').Node} Node */
/** @typedef {import('./align.js').Program} Program */

/** Calls that switch a mode for what follows; not those that ask for one, nor operators that wrap a graph. */
const NO_SWITCH = String.raw`^(?!torch\.ops\.higher_order\.)(?!.*\b(?:is|get)_\w+$)`;
const SWITCH = [
  'set_grad_enabled|autocast|inference_mode|no_grad|enable_grad',
  'crement_nesting|(?:enter|exit)_dual_level',
  String.raw`\.set_(?:default|deterministic|flush|float32_matmul|fwd_grad)|use_deterministic`,
].join('|');
export const MODE = new RegExp(`${NO_SWITCH}.*(?:${SWITCH})`);

/** Calls whose result may share memory with their arguments. */
const VIEWS = [
  'view|view_as|view_copy|reshape|reshape_as|_reshape_alias|_unsafe_view|expand|expand_as',
  String.raw`broadcast_\w+|permute|transpose|swap\w+|move\w+|t|T|mT|H|mH|adjoint|numpy_T|squeeze|unsqueeze`,
  String.raw`select|slice|narrow|\w*split\w*|chunk|unsafe_chunk|unbind|getitem|getattr|get|diagonal|diag`,
  'detach|data|alias|as_strided|unfold|flatten|unflatten|ravel|contiguous',
  'to|_to_copy|type|type_as|float|double|half|bfloat16|int|long|short|bool|cpu|cuda',
  String.raw`real|imag|view_as_\w+|conj|_conj|resolve_\w+|positive|atleast_\w+|lift_fresh|lift`,
  String.raw`dropout\w*|\w*_dropout|wait_tensor|tuple|list|dict|values|keys|items|indices|_values|_indices`,
  'requires_grad|requires_grad_|meshgrid|einsum|rot90|tensor|as_tensor|asarray|identity|pad|apply|pin_memory',
  'checkpoint_name|interpolate|sum_to_size',
];
const VIEW = new RegExp(`^(?:${VIEWS.join('|')})$`);

/** Namespaces of operators that say by their names whether they write. */
const NAMESPACES = 'aten|prims|quantized|quantized_decomposed|_c10d_functional|inductor|prim';
const KNOWN = new RegExp(
  String.raw`^(?:torch\.ops\.(?:${NAMESPACES})\.|torch\.(?!ops\.)|_?operator\.|builtins\.|math\.|\w+$)`,
);

/** @param {string} target */
function leaf(target) {
  return (/^torch\.ops\.\w+\.(\w+)/.exec(target)?.[1] ?? target.replace(/^.*\./, '')) || target;
}

/** @param {any} value @param {number[]} ids */
function named(value, ids) {
  if (value === null || typeof value !== 'object') return ids;
  if (typeof value.n === 'number') ids.push(value.n);
  else for (const one of Object.values(value)) named(one, ids);
  return ids;
}

/**
 * The values, by place, that a call may write. A module of no graph may: `ReLU(inplace=True)`.
 * @param {Node} node
 * @param {Program} program
 * @param {boolean} nested whether graphs in this one write
 * @returns {number[]}
 */
function written(node, program, nested) {
  if (!node.op.startsWith('call')) return [];
  const { byId } = program.modules[node.module];
  const places = (/** @type {any} */ value) => named(value, []).flatMap((id) => byId.get(id)?.at ?? []);
  const name = leaf(node.target);
  const out = node.kwargs.out === undefined ? [] : places(node.kwargs.out);
  if (node.op === 'call_module')
    return nested || !program.modules[node.module].children.has(node.target) ? node.uses : [];
  if (MODE.test(node.target)) return out;
  if (!KNOWN.test(node.target)) return node.target.startsWith('torch.ops.higher_order.') && !nested ? out : node.uses;
  if (/batch_norm|instance_norm/.test(name) && !/functional|no_training|backward/.test(name)) return node.uses.slice(1);
  const first = node.args.length > 0 ? node.args[0] : (node.kwargs.self ?? node.kwargs.input);
  const inPlace =
    (/[^_]_$/.test(name) && !/^requires_grad_$/.test(name)) ||
    /^(?:set|del)(?:item|attr)$|^__(?:set|del)item__$|^copy_to$|^(?:append|extend|insert|update|pop)$/.test(name) ||
    (/operator\.i\w+$/.test(node.target) &&
      !/operator\.(?:inv|invert|index|indexOf|is_|is_not|itemgetter)$/.test(node.target)) ||
    /^__i(?!nv|nt|nit|ter|ndex)\w+__$/.test(name) ||
    (node.kwargs.inplace !== undefined && node.kwargs.inplace !== false) ||
    (/nn\.functional\./.test(node.target) &&
      node.args.at(-1) === true &&
      /lu|tanh|sigmoid|swish|mish|thresh|drop/.test(name));
  return inPlace ? [...places(first), ...out] : out;
}

/**
 * The modes that are on before each node, as a number. A graph begins with those of whoever calls it.
 * @param {Program} program
 * @param {string[]} rest
 * @param {(key: string) => number} number
 */
export function modesOf(program, rest, number) {
  /** @type {number[]} */
  const modes = [];
  for (const { nodes } of program.modules) {
    let grad = '';
    /** What was entered, as numbers of a chain. @type {number[]} */
    const entered = [number('no mode')];
    let state = number(`modes  ${entered[0]}`);
    for (const node of nodes) {
      modes[node.at] = state;
      if (!node.op.startsWith('call') || !MODE.test(node.target)) continue;
      const text = `${spelledMode(node.target)} ${rest[node.at]}`;
      if (/set_grad_enabled/.test(node.target)) grad = text;
      else if (/exit|decrement/.test(node.target) && entered.length > 1) entered.pop();
      else entered.push(number(`mode ${entered[entered.length - 1]} ${text}`));
      state = number(`modes ${grad} ${entered[entered.length - 1]}`);
    }
  }
  return modes;
}

/** @param {string} target */
const spelledMode = (target) => leaf(target).replace(/^_+/, '');

/**
 * For each node, how often each of its arguments, or what shares memory with it, was written before.
 * @param {Program} program
 * @returns {{ of: number[][], base: (at: number) => number }} `base`: the first value of those that share memory
 */
export function versionsOf(program) {
  const bases = Int32Array.from(program.nodes, (_, at) => at);
  const base = (/** @type {number} */ at) => {
    while (bases[at] !== at) at = bases[at] = bases[bases[at]];
    return at;
  };
  const nested = program.nodes.some((node) => node.module !== 0 && written(node, program, false).length > 0);
  const writes = program.nodes.map((node) => written(node, program, nested));
  /** @type {Map<string, number>} */
  const attributes = new Map();
  const join = (/** @type {number} */ first, /** @type {number} */ second) => {
    const [one, other] = [base(first), base(second)];
    bases[Math.max(one, other)] = Math.min(one, other);
  };
  for (const node of program.nodes) {
    if (node.op === 'get_attr') {
      const key = `${node.module} ${node.target}`;
      join(node.at, attributes.get(key) ?? node.at);
      attributes.set(key, node.at);
    }
    const shares =
      node.op === 'call_module' ||
      writes[node.at].length > 0 ||
      VIEW.test(leaf(node.target)) ||
      !KNOWN.test(node.target);
    if (!node.op.startsWith('call') || !shares || MODE.test(node.target)) continue;
    // The result of a write is what was written.
    const of = writes[node.at].length > 0 && KNOWN.test(node.target) ? writes[node.at] : node.uses;
    for (const at of of) join(at, node.at);
  }
  const counts = new Int32Array(program.nodes.length);
  const versions = program.nodes.map((node) => {
    const now = node.uses.map((at) => counts[base(at)]);
    for (const at of new Set(writes[node.at].map(base))) counts[at] += 1;
    return now;
  });
  return { of: versions, base };
}
