/**
 * Fake propagation over a recorded graph: from the inputs' values alone, the values of all nodes.
 *
 *   propagate(run, 'h_one_mid/N/final');
 *
 * Compared are dtype, shape and stride of tensors and symbolic numbers' expressions, in nested graphs too.
 */
import { finalSource } from './case_passes.js';
import { fromProgram } from './format.js';
import { runPass } from './passes.js';
import { withProgram } from './snapshots.js';

/** The comparable part of a value. @param {any} val @param {boolean} captured @returns {any} */
function recorded(val, captured) {
  if (val === null || typeof val !== 'object') return val;
  if (val.t !== undefined) return { t: val.t, s: val.s, ...(captured ? {} : { st: val.st }) };
  for (const key of ['symint', 'symfloat', 'symbool']) if (val[key] !== undefined) return { [key]: val[key] };
  for (const key of ['tuple', 'list'])
    if (val[key] !== undefined)
      return { [captured ? 'tuple' : key]: val[key].map((/** @type {any} */ one) => recorded(one, captured)) };
  return val;
}

/**
 * What map gives was recorded while it was captured, as an expanded slice; a graph that runs map on fake tensors has
 * rows.
 * @param {any} graph
 * @returns {Set<string>}
 */
function ofMap(graph) {
  const maps = new Set(
    graph.nodes
      .filter((/** @type {any} */ node) => node.target === 'torch.ops.higher_order.map_impl')
      .map((/** @type {any} */ node) => node.name),
  );
  for (const node of graph.nodes) if (node.target === 'operator.getitem' && maps.has(node.args[0])) maps.add(node.name);
  return maps;
}

/** Branches of cond were recorded as if no autocast stood in them. @param {any} graph @param {string} name */
function inAutocastOfBranch(graph, name) {
  const branch = graph.children?.[name.split('.')[0]];
  const conds = graph.nodes.some((/** @type {any} */ node) => node.target === 'torch.ops.higher_order.cond');
  return (
    conds &&
    branch?.nodes.some((/** @type {any} */ node) => node.target === 'torch.ops.higher_order.wrap_with_autocast')
  );
}

/**
 * Values of the nodes that compute, by graph path.
 * @param {any} graph
 * @param {string} path
 * @param {Map<string, any>} out
 */
function values(graph, path, out) {
  const maps = ofMap(graph);
  for (const node of graph.nodes)
    if (node.op === 'call_function' && node.val !== undefined)
      out.set(`${path}${node.name}`, recorded(node.val, maps.has(node.name)));
  for (const [name, child] of Object.entries(graph.children ?? {})) values(child, `${path}${name}.`, out);
  return out;
}

/** @param {import('./case_passes.js').VariantRun} run @param {string} what */
export function propagate(run, what) {
  const { session, recorder, variant, tables } = run;
  const program = JSON.parse(
    withProgram(session, finalSource(session, variant, tables), (handle) => session.print(handle, { format: 'json' })),
  );
  // New symbols are counted from the start.
  delete program.range_constraints;
  const inputs = (/** @type {number} */ i) => i === 0;
  program.modules.forEach((/** @type {any} */ module, /** @type {number} */ i) => {
    for (const node of module.nodes ?? []) if (!(inputs(i) && node.op === 'placeholder')) delete node.meta;
  });
  withProgram(session, JSON.stringify(program), (handle) => {
    const result = runPass(session, handle, 'shape_prop', { verify: false });
    try {
      if (result.failure !== null) return recorder.fail(what, result.failure);
      const { graph } = fromProgram(session.print(result.handle, { format: 'json' }));
      const actual = values(graph, '', new Map());
      for (const [name, expected] of values(variant.final.graph, '', new Map())) {
        if (inAutocastOfBranch(variant.final.graph, name)) continue;
        // Nested graphs that nothing calls are not walked.
        if (actual.has(name)) recorder.equal(`${what}: ${name}`, expected, actual.get(name));
        else if (!name.includes('.') && expected !== null) recorder.fail(`${what}: ${name}`, 'no value was propagated');
      }
    } finally {
      result.close();
    }
  });
}
