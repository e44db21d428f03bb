/**
 * The examples to choose from. Each text is what PyTorch 2.6.0 printed for a real program; `web/tools/examples.py`
 * says how they were made. A menu entry is one record here and one file in `web/examples/`.
 */

/** @typedef {import('./document.js').Step} Step */
/** @typedef {{ id: string, title: string, hint: string, passes: string[], ambientGrad?: boolean }} Example */

const SET_GRAD = 'replace_set_grad_with_hop_pass';
const AUTOCAST = 'replace_autocast_with_hop_pass';
const DEAD = 'eliminate_dead_code';
const GETITEM = 'common_getitem_elimination';
const INLINE = 'inline_submodules';

/** @type {Example[]} */
export const EXAMPLES = [
  { id: 'nested_regions', title: 'Nested regions', hint: 'no_grad, enable_grad and no_grad again, three levels deep', passes: [SET_GRAD] },
  { id: 'region_in_cond', title: 'Region inside cond', hint: 'A region in a branch of torch.cond, and regions around the call', passes: [SET_GRAD] },
  { id: 'lost_region', title: 'A region that PyTorch loses', hint: 'torch.cond called under no_grad: the region silently disappears', passes: [SET_GRAD] },
  { id: 'empty_region', title: 'Empty region', hint: 'no_grad directly followed by enable_grad', passes: [SET_GRAD] },
  { id: 'ambient_no_grad', title: 'Exported under no_grad', hint: 'The ambient mode is off, so the enabled pieces are wrapped', passes: [SET_GRAD], ambientGrad: false },
  { id: 'transformer_block', title: 'Transformer block', hint: 'Attention and MLP with frozen parts', passes: [SET_GRAD, DEAD] },
  { id: 'straight_through', title: 'Straight-through estimator, str(graph)', hint: 'The one-line-per-node form of print(graph)', passes: [SET_GRAD] },
  { id: 'momentum_teacher', title: 'ExportedProgram with signature', hint: 'Student and momentum teacher: the pass already ran, parameters stand in the signature', passes: [DEAD, GETITEM] },
  { id: 'autocast_regions', title: 'Autocast regions', hint: 'no_grad inside autocast: two passes, order matters', passes: [SET_GRAD, AUTOCAST] },
  { id: 'dynamo_dump', title: 'Dynamo dump', hint: 'What TORCH_LOGS=graph_code prints: L_ names and Python operators', passes: [SET_GRAD] },
  { id: 'aot_backward', title: 'AOTAutograd backward dump', hint: 'Strides and devices in the annotations, tangents and saved values', passes: [DEAD, GETITEM] },
  { id: 'dead_code', title: 'Dead code', hint: 'Unused values before, in and after a region', passes: [SET_GRAD, DEAD] },
  { id: 'getitem_duplicates', title: 'Duplicate getitem nodes', hint: 'One split, the same piece taken twice', passes: [GETITEM, DEAD, INLINE] },
];

const texts = /** @type {Record<string, () => Promise<string>>} */ (
  import.meta.glob('../examples/*.py', { query: '?raw', import: 'default' })
);

/** @param {string} id @returns {Promise<string>} */
export async function exampleText(id) {
  const load = texts[`../examples/${id}.py`];
  if (load === undefined) throw new Error(`there is no example called ${id}`);
  return load();
}

/** @param {Example} example @returns {Step[]} */
export function examplePipeline(example) {
  return example.passes.map((name) => ({ name, enabled: true, options: {} }));
}
