/**
 * What kind of operator a node calls: what a person sees first of a graph, before names.
 *
 *   kindOf(drawing, 3, ops);                        // 1: KINDS[1].id === 'matrix'
 *
 * What the core's records say comes first (views, what autocast computes in lower precision); names decide the rest.
 */

/** @typedef {import('./drawing.js').Drawing} Drawing */
/** @typedef {{ traits?: string[], autocast?: string }} OpRecord */

/** In the order of the key; 0 has no sign. */
export const KINDS = /** @type {const} */ ([
  { id: 'other', title: 'other' },
  { id: 'matrix', title: 'matrix product' },
  { id: 'pointwise', title: 'pointwise' },
  { id: 'reduction', title: 'reduction' },
  { id: 'view', title: 'view and layout' },
  { id: 'made', title: 'made here' },
  { id: 'collective', title: 'collective' },
  { id: 'region', title: 'region' },
  { id: 'control', title: 'control flow' },
]);

/** @typedef {(typeof KINDS)[number]['id']} Kind */

const NUMBER = /** @type {Record<Kind, number>} */ (Object.fromEntries(KINDS.map(({ id }, at) => [id, at])));

/** By the whole target. @type {[Kind, RegExp][]} */
const BY_TARGET = [
  ['region', /wrap_with_(?:set_grad_enabled|autocast)|_set_grad_enabled|_(?:enter|exit)_autocast|inference_mode/],
  ['collective', /(?:^|\.)(?:_?c10d_functional|c10d|symm_mem|_dtensor)\b/],
  ['control', /^torch\.ops\.higher_order\.|functorch/],
];

/** Patterns between spaces, of whole names. @param {string} patterns */
const names = (patterns) => new RegExp(`^_?(?:${patterns.replaceAll(' ', '|')})$`);

/** By the name of the operator, without its overload. @type {[Kind, RegExp][]} */
const BY_NAME = [
  [
    'matrix',
    names(
      String.raw`mm bmm matmul linear addmm baddbmm addbmm addmv mv dot vdot inner outer ger einsum tensordot ` +
        String.raw`chain_matmul multi_dot conv(?:olution|\d|_).* convolution slow_conv.* scaled_mm int_mm ` +
        String.raw`scaled_(?:dot_product|grouped).* native_multi_head.* flash_attention.* efficient_attention.* ` +
        String.raw`bilinear trilinear conv`,
    ),
  ],
  [
    'view',
    names(
      String.raw`view reshape permute transpose t T mT expand expand_as squeeze unsqueeze flatten unflatten slice ` +
        String.raw`select narrow split.* chunk unbind getitem cat concat concatenate stack hstack vstack clone ` +
        String.raw`contiguous to to_copy copy alias detach as_strided movedim swapaxes diagonal tile repeat ` +
        String.raw`repeat_interleave flip roll pad constant_pad_nd gather index index_select take ` +
        String.raw`embedding scatter.* ` +
        String.raw`index_put masked_select unsafe_view reinterpret.* unfold pixel_(?:un)?shuffle ` +
        String.raw`convert_element_type ` +
        String.raw`broadcast_in_dim broadcast_to`,
    ),
  ],
  [
    'reduction',
    names(
      String.raw`sum mean prod amax amin aminmax max min std var std_mean var_mean norm ` +
        String.raw`linalg_.*norm vector_norm any ` +
        String.raw`all arg(?:max|min|sort) cum(?:sum|prod|max|min) logsumexp logcumsumexp nansum ` +
        String.raw`median nanmedian mode ` +
        String.raw`topk sort (?:log_)?softmax .*(?:layer|batch|group|instance|rms)_norm.* .*pool\d?d?.* .*_loss ` +
        String.raw`.*_loss_forward cross_entropy.* cosine_similarity histc bincount unique.* count_nonzero trace ` +
        String.raw`linalg_.*`,
    ),
  ],
  [
    'made',
    names(
      String.raw`arange range linspace logspace eye zeros ones full empty rand.* randn.* normal bernoulli ` +
        String.raw`tril_indices triu_indices iota lift_fresh.* tensor scalar_tensor as_tensor new_.* ` +
        String.raw`(?:zeros|ones|full|empty|rand|randn)_like sym_.*`,
    ),
  ],
];

/** Namespaces whose other operators are computed element by element. */
const KNOWN =
  /^(?:torch\.ops\.(?:aten|prims|prim|_quantized)\.|torch\.(?!ops\.)|operator\.|_operator\.|math\.|builtins\.)/;

/** @param {string} target */
const nameOf = (target) => {
  const parts = target.split('.');
  return ((parts[0] === 'torch' && parts[1] === 'ops' ? parts[3] : parts.at(-1)) ?? '').replace(/_+$/, '');
};

/** @param {string} target @param {OpRecord | undefined} record @returns {number} */
function ofTarget(target, record) {
  const whole = BY_TARGET.find(([, pattern]) => pattern.test(target));
  if (whole !== undefined) return NUMBER[whole[0]];
  if (record?.autocast === 'lower') return NUMBER.matrix;
  if (record?.traits?.includes('view')) return NUMBER.view;
  const name = nameOf(target);
  const found = BY_NAME.find(([, pattern]) => pattern.test(name));
  if (found !== undefined) return NUMBER[found[0]];
  return KNOWN.test(target) ? NUMBER.pointwise : NUMBER.other;
}

/** @param {Drawing} drawing @param {number} node @param {Map<string, OpRecord>} records by path @returns {number} */
export function kindOf(drawing, node, records) {
  const op = drawing.op(node);
  if (drawing.stands(node) >= 0 || (op !== 'call_function' && op !== 'call_method')) return NUMBER.other;
  const target = drawing.target(node);
  return op === 'call_method' ? ofTarget(`torch.${target}`, undefined) : ofTarget(target, records.get(target));
}

/** The kinds that a picture has, with how many nodes of each, in the order of the key. @param {Uint8Array} kinds */
export function kindCounts(kinds) {
  const counts = new Array(KINDS.length).fill(0);
  for (const kind of kinds) counts[kind]++;
  return KINDS.map((kind, at) => ({ ...kind, at, count: counts[at] })).filter(({ at, count }) => at > 0 && count > 0);
}
