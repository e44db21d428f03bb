/**
 * The stages of a compilation: what PyTorch calls each of its graphs in its logs, and in which order they follow.
 *
 * What: `stageOf(name)` gives the stage of a payload of a trace, or of the title of a graph in a text log.
 * Why: the tree, the names in `LOG#ID/STAGE` and the pairs that are compared come from this one table.
 */

/**
 * @typedef {{ name: string, order: number, side?: 'forward' | 'backward', match: RegExp, title?: RegExp }} Stage
 *   `order`: stages that follow each other; `side`: it is of one half of a training step; `match`: names in traces and
 *   of files; `title`: headings in text logs
 */

/** @type {Stage[]} */
const TABLE = [
  { name: 'exported', order: 0, match: /^exported_program$/ },
  { name: 'compiled-autograd', order: 0, match: /^compiled_autograd_graph/, title: /compiled autograd graph/i },
  { name: 'dynamo-draft', order: 1, match: /^dynamo_draft$/, title: /^pre insert_deferred_runtime_asserts/ },
  { name: 'dynamo', order: 2, match: /^dynamo_output_graph$/, title: /^_*compiled_fn_|^_*dynamo_out/ },
  { name: 'ddp-split', order: 3, match: /^optimize_ddp_split_graph$/, title: /^optimize_ddp.*split graph/i },
  { name: 'ddp-child', order: 4, match: /^optimize_ddp_split_child$/, title: /^optimize_ddp.*child/i },
  { name: 'pre-grad-before', order: 5, match: /^before_pre_grad_graph$/, title: /^before pre grad/i },
  { name: 'pre-grad-before-recompile', order: 5, match: /^before_recompile_pre_grad$/ },
  { name: 'pre-grad-recompile', order: 6, match: /^after_recompile_pre_grad$/ },
  { name: 'pre-grad', order: 6, match: /^(after|inductor)_pre_grad_graph$/, title: /^after pre grad/i },
  { name: 'joint', order: 7, match: /^aot_joint_graph$/, title: /^joint graph/i },
  { name: 'tensorify', order: 8, match: /^tensorify/, title: /^tensorify/ },
  { name: 'joint-passes', order: 9, match: /^(before|after)_joint_(graph|pass)/, title: /^(before|after) joint/i },
  { name: 'inference', order: 10, match: /^aot_inference_graph$/, title: /^inference graph/i },
  { name: 'forward', order: 10, side: 'forward', match: /^aot_forward_graph$/, title: /^forward graph/i },
  { name: 'backward', order: 10, side: 'backward', match: /^aot_backward_graph$/, title: /^backward graph/i },
  { name: 'runnable', order: 11, match: /^fx_graph_runnable$/, title: /^fx_graph_runnable/ },
  { name: 'post-grad-before', order: 12, match: /^before_post_grad_graph$/, title: /^before post grad/i },
  { name: 'post-grad-before-recompile', order: 12, match: /^before_recompile_post_grad$/ },
  { name: 'post-grad-recompile', order: 13, match: /^after_recompile_post_grad$/ },
  { name: 'post-grad', order: 13, match: /^(after_|inductor_)post_grad_graph$/, title: /^after post grad/i },
];

/** Graphs of a kind that the table does not know come last. */
const LAST = 20;

/** A name that can stand in `LOG#ID/STAGE`. @param {string} text */
const slug = (text) =>
  text
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .toLowerCase() || 'graph';

/** The stage of a payload with this name. @param {string} name @returns {Stage} */
export const stageOf = (name) =>
  TABLE.find((row) => row.match.test(name)) ?? { name: slug(name), order: LAST, match: /^$/ };

/** Whether the name alone says that this is a graph. @param {string} name */
export const isStage = (name) => TABLE.some((row) => row.match.test(name));

/** The stage of a graph with this heading in a text log. @param {string} title @returns {Stage} */
export function stageOfTitle(title) {
  const row = TABLE.find((one) => one.title?.test(title));
  if (row !== undefined) return row;
  return { ...stageOf(title.replace(/[ _]*\d+$/, '')), match: /^$/ };
}
