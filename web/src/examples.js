/**
 * The examples to choose from. Each text is what PyTorch 2.6.0 printed for a real program; `web/tools/examples.py` made the
 * two that are cut from logs. An entry is one record here and one file in `web/examples/`.
 */

/** @typedef {import('./document.js').Step} Step */
/**
 * @typedef {object} Example
 * @property {string} id
 * @property {string} title
 * @property {string} hint one line: the situation
 * @property {(string | [string, Record<string, string | boolean>])[]} passes names, or names with options
 * @property {boolean} [ambientGrad]
 * @property {string} [text] name of the file, if it is not the id
 */

const SET_GRAD = 'replace_set_grad_with_hop_pass';
const AUTOCAST = 'replace_autocast_with_hop_pass';
const DEAD = 'eliminate_dead_code';
const GETITEM = 'common_getitem_elimination';
const INLINE = 'inline_submodules';

/** @type {Example[]} */
export const EXAMPLES = [
  { id: 'nested_regions', title: 'Nested regions', hint: 'no_grad, enable_grad and no_grad again, three levels deep', passes: [SET_GRAD] },
  { id: 'region_in_cond', title: 'Region inside cond', hint: 'A region in a branch of torch.cond, and regions around the call', passes: [SET_GRAD] },
  {
    id: 'lost_region',
    title: 'A region that PyTorch loses',
    hint: 'torch.cond called under no_grad: the region silently disappears',
    passes: [SET_GRAD],
  },
  {
    id: 'correct',
    text: 'lost_region',
    title: 'The same region, kept',
    hint: 'The option correct=true does what was meant',
    passes: [[SET_GRAD, { correct: true }]],
  },
  { id: 'transformer_block', title: 'Transformer block', hint: 'Attention and MLP with frozen parts', passes: [SET_GRAD, DEAD] },
  {
    id: 'momentum_teacher',
    title: 'ExportedProgram of a momentum teacher',
    hint: 'Training-like: EMA of the weights, signature, the pass already ran',
    passes: [DEAD, GETITEM],
  },
  {
    id: 'dynamo_log',
    title: 'Dynamo log with prefixes',
    hint: 'Straight from TORCH_LOGS=graph_code: a teacher updated in place under no_grad',
    passes: [SET_GRAD],
  },
  { id: 'dynamo_dump', title: 'Dynamo graph', hint: 'L_ names and Python operators, without the prefixes of a log', passes: [SET_GRAD] },
  {
    id: 'inductor_post_grad',
    title: 'Inductor log',
    hint: 'TORCH_LOGS=post_grad_graphs: prefixes, strides and devices are read and kept',
    passes: [GETITEM, DEAD],
  },
  {
    id: 'aot_backward',
    title: 'AOTAutograd backward graph',
    hint: 'Strides and devices in the annotations, tangents and saved values',
    passes: [DEAD, GETITEM],
  },
  { id: 'autocast_regions', title: 'Autocast regions', hint: 'no_grad inside autocast: two passes, order matters', passes: [SET_GRAD, AUTOCAST] },
  {
    id: 'ambient_no_grad',
    title: 'Exported under no_grad',
    hint: 'The ambient mode is off, so the enabled pieces are wrapped',
    passes: [SET_GRAD],
    ambientGrad: false,
  },
  {
    id: 'older_generation',
    text: 'nested_regions',
    title: 'Older generation of the pass',
    hint: 'A single value is not wrapped in a tuple: no getitem after the call',
    passes: [[SET_GRAD, { generation: 'older' }]],
  },
  { id: 'empty_region', title: 'Empty region', hint: 'no_grad directly followed by enable_grad', passes: [SET_GRAD] },
  {
    id: 'straight_through',
    title: 'Straight-through estimator, str(graph)',
    hint: 'The form of print(graph): one line for each node',
    passes: [SET_GRAD],
  },
  { id: 'dead_code', title: 'Dead code', hint: 'Unused values before, in and after a region', passes: [SET_GRAD, DEAD] },
  { id: 'getitem_duplicates', title: 'Duplicate getitem nodes', hint: 'One split, the same piece taken twice', passes: [GETITEM, DEAD, INLINE] },
];

const texts = /** @type {Record<string, () => Promise<string>>} */ (
  import.meta.glob(['../examples/*.py', '../examples/*.txt'], {
    query: '?raw',
    import: 'default',
  })
);

/** @param {string} id @returns {Promise<string>} */
export async function exampleText(id) {
  const name = EXAMPLES.find((one) => one.id === id)?.text ?? id;
  const load = texts[`../examples/${name}.py`] ?? texts[`../examples/${name}.txt`];
  if (load === undefined) throw new Error(`there is no example called ${id}`);
  return load();
}

/** @param {Example} example @returns {Step[]} */
export function examplePipeline(example) {
  return example.passes.map((pass) =>
    typeof pass === 'string' ? { name: pass, enabled: true, options: {} } : { name: pass[0], enabled: true, options: pass[1] },
  );
}

/** Fetches all examples while nothing else happens, so that they open without a network. */
export function preloadExamples() {
  const later = globalThis.requestIdleCallback ?? ((/** @type {() => void} */ run) => setTimeout(run, 500));
  later(() => Object.values(texts).forEach((load) => void load().catch(() => {})));
}
