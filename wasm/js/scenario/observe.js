/**
 * What a scenario can look at, by the name of the observation.
 */
import * as torch from '../tensor/index.js';
import { encode } from './values.js';

const { graph, Node } = torch;

/** @typedef {import('./run.js').Run} Run */
/** @typedef {import('./scope.js').Frame} Frame */

/** The graph behind a node, numbered breadth first. @param {Run} run @param {any} start */
function graphOf(run, start) {
  /** @type {any[]} */
  const nodes = start === null ? [] : [start];
  const numbers = new Map(nodes.map((node, i) => [node, i]));
  const out = [];
  for (let i = 0; i < nodes.length; i += 1) {
    const edges = run.lifetimes.fresh(nodes[i].nextFunctions);
    for (const [node] of edges) {
      if (node === null || numbers.has(node)) continue;
      numbers.set(node, nodes.length);
      nodes.push(node);
    }
    out.push({
      name: nodes[i].name(),
      next: edges.map((/** @type {any[]} */ [node, nr]) => [node === null ? null : numbers.get(node), nr]),
    });
  }
  return out;
}

/** @param {Run} run */
function graphTask(run) {
  const task = graph.currentGraphTaskId();
  if (task < 0) return -1;
  if (!run.passes.has(task)) run.passes.set(task, run.passes.size);
  return run.passes.get(task);
}

/** @param {any} context */
function mutationCounts(context) {
  const { original, cloned, tidToWeakhandle, sidToTid } = context.counts();
  return { original, cloned, tid_to_weakhandle: tidToWeakhandle, sid_to_tid: sidToTid };
}

/** @type {Record<string, (of: any, run: Run, step: Record<string, any>, frame: Frame) => any>} */
const looks = {
  value: (t) => t,
  grad: (t, run) => run.lifetimes.fresh(t.grad),
  requires_grad: (t) => t.requiresGrad,
  is_leaf: (t) => t.isLeaf,
  retains_grad: (t) => t.retainsGrad,
  version: (t) => t.version,
  output_nr: (t) => t.outputNr,
  is_view: (t) => t.isView,
  is_inference: (t) => t.isInference,
  stride: (t) => t.stride(),
  dtype: (t) => t.dtype,
  grad_fn: (t, run) => run.lifetimes.fresh(t.gradFn)?.name() ?? null,
  node_name: (node) => node.name(),
  next_functions: (node, run) =>
    run.lifetimes.fresh(node.nextFunctions).map((/** @type {any[]} */ [next, nr]) => [next?.name() ?? null, nr]),
  graph: (of, run) => graphOf(run, of instanceof Node ? of : run.lifetimes.fresh(of.gradFn)),
  metadata: (node) => ({ ...node.metadata }),
  metadata_keys: (node) => Object.keys(node.metadata).sort(),
  input_metadata: (node) => node.inputMetadata.map((/** @type {any} */ { shape, dtype }) => ({ shape, dtype })),
  saved: (node, run, step) => run.lifetimes.fresh(node.saved(step.slot)),
  ownership_token: (edge, run) => run.lifetimes.fresh(edge.ownershipToken) ?? null,
  same: (_of, run, step, frame) => run.value(step.a, frame) === run.value(step.b, frame),
  sequence_less: (_of, run, step, frame) => run.value(step.a, frame).sequenceNr < run.value(step.b, frame).sequenceNr,
  is_grad_enabled: () => torch.isGradEnabled(),
  is_inference_mode: () => torch.isInferenceModeEnabled(),
  current_node: (_of, run) => run.lifetimes.fresh(torch.currentNode())?.name() ?? null,
  graph_task: (_of, run) => graphTask(run),
  saved_hooks_disabled_message: () => graph.savedTensorsHooksDisabled(),
  mutation_ctx: (context) => mutationCounts(context),
};

/** @param {Run} run @param {Record<string, any>} step @param {Frame} frame */
export function observe(run, step, frame) {
  const look = Object.hasOwn(looks, step.what) ? looks[step.what] : undefined;
  if (look === undefined) throw new TypeError(`no such observation: ${step.what}`);
  const of = 'of' in step ? run.value(step.of, frame) : undefined;
  const value = encode(look(of, run, step, frame));
  const named = Object.fromEntries(['of', 'a', 'b'].filter((key) => key in step).map((key) => [key, step[key]]));
  run.trace.push({ ev: 'observe', what: step.what, ...named, value });
}
