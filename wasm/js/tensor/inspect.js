/**
 * What the engine holds and did, as plain data.
 *
 * What: `inspect(roots)` is the graph behind tensors or edges: nodes, edges, saved values with versions and bytes,
 * hooks.
 * `recordExecution(fn)` is what the engine ran meanwhile, in order, with the gradients that went in and out and the
 * time.
 * Why: a page draws one and steps through the other; both can be kept, compared and sent to a worker. Looking changes
 * nothing: no hook is called and nothing is unpacked.
 *
 *   const { nodes } = inspect(loss);
 *   nodes[0].next                              // [[1, 0], [null, 0]]: places in `nodes`, and which of their inputs
 *   const { events } = recordExecution(() => loss.backward());
 *   events.map((event) => event.name)          // ['MulBackward0', 'torch::autograd::AccumulateGrad']
 */
import { sendRoots } from './autograd.js';
import { check, native, readText } from './core.js';
import { checkFunction, checkOptions } from './names.js';
import { wrapNode } from './node.js';

/** @param {number | 'nan' | 'inf' | '-inf'} value */
const numeric = (value) => (typeof value === 'number' ? value : { nan: NaN, inf: Infinity, '-inf': -Infinity }[value]);

/**
 * @param {import('./autograd.js').Root | readonly import('./autograd.js').Root[]} roots
 * @param {{ nodes?: boolean }} [options] `nodes`: each entry has its `Node`, too
 */
export function inspect(roots, options = {}) {
  checkOptions('inspect', options, ['nodes']);
  const nodes = options.nodes ?? false;
  sendRoots(roots);
  check(native._st_inspect(Number(nodes)));
  const graph = JSON.parse(readText());
  for (const entry of graph.nodes) {
    if (nodes) entry.node = wrapNode(entry.handle);
    delete entry.handle;
    for (const saved of entry.saved) if ('value' in saved) saved.value = numeric(saved.value);
  }
  return graph;
}

/** @param {{ gradOutputs: any[], gradInputs: any[] }[]} events */
function readNumbers(events) {
  for (const event of events) {
    for (const grad of [...event.gradOutputs, ...event.gradInputs])
      if (grad !== null) grad.data = grad.data.map(numeric);
  }
  return events;
}

/**
 * Runs `fn`. An error of `fn` is in `error`: the log of a pass that failed is what one wants to see. The log of a
 * recording inside of another one is not part of that one.
 * @param {() => unknown} fn
 * @param {{ elements?: number }} [options] how many elements of each gradient are kept
 */
export function recordExecution(fn, options = {}) {
  checkFunction('recordExecution', 'fn', 1, fn);
  checkOptions('recordExecution', options, ['elements']);
  check(native._st_log_begin(options.elements ?? 64));
  /** @type {{ result?: unknown, error?: unknown, events: any[] }} */
  const out = { events: [] };
  try {
    out.result = fn();
  } catch (error) {
    out.error = error;
  } finally {
    check(native._st_log_end());
    out.events = readNumbers(JSON.parse(readText()));
  }
  return out;
}
