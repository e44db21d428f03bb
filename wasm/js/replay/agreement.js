/**
 * What recorded parts say of each other.
 *
 * Graphs and signatures are what the passes start from: read, run and printed, they agree with themselves whatever they
 * say. Where PyTorch recorded the same thing twice, the two are compared here, so that a mistake in the data is seen.
 */
import { fromProgram, plainSignature, toProgram } from './format.js';
import { runPass } from './passes.js';
import { withProgram } from './snapshots.js';

/** @typedef {import('../index.js').Session} Session @typedef {import('./recorder.js').Recorder} Recorder */

/**
 * A signature as data, and its text.
 * @param {Session} session
 * @param {Recorder} recorder
 * @param {string} what
 * @param {any} expected
 * @param {any} actual
 */
export function checkSignature(session, recorder, what, expected, actual) {
  recorder.equal(what, plainSignature(expected), actual);
  signatureText(session, recorder, what, expected);
}

/**
 * A signature is read and kept, and its text is printed from its data.
 * @param {Session} session
 * @param {Recorder} recorder
 * @param {string} what
 * @param {any} signature
 */
export function signatureText(session, recorder, what, signature) {
  withProgram(session, toProgram({ class: 'GraphModule', nodes: [] }, { signature, exported: true }), (handle) => {
    recorder.equal(
      `${what}: read`,
      plainSignature(signature),
      fromProgram(session.print(handle, { format: 'json' })).signature,
    );
    if (signature.str === undefined) return;
    const line =
      session
        .print(handle, { format: 'program' })
        .split('\n')
        .find((l) => l.startsWith('Graph signature: ')) ?? '';
    recorder.equalText(`${what}.str`, signature.str, line.slice('Graph signature: '.length));
  });
}

/** The output of a recorded graph: names of nodes, '' for constants. @param {any} graph @returns {string[] | null} */
function outputNames(graph) {
  const output = graph.nodes[graph.nodes.length - 1];
  const values = output?.op === 'output' ? (output.args?.[0]?.t ?? output.args?.[0]) : null;
  return Array.isArray(values) ? values.map((value) => (typeof value === 'string' ? value : '')) : null;
}

/**
 * A signature names the placeholders and outputs of its graph, in order.
 * @param {Recorder} recorder
 * @param {string} what
 * @param {any} graph
 * @param {any} signature
 * @param {{ outputs?: boolean }} [options] without outputs for rows that are wrong there on purpose
 */
export function checkSignatureNames(recorder, what, graph, signature, options = {}) {
  if (!graph || !signature) return;
  const names = (/** @type {any[]} */ specs) => specs.map((spec) => spec.arg.name);
  const placeholders = graph.nodes
    .filter((/** @type {any} */ node) => node.op === 'placeholder')
    .map((/** @type {any} */ node) => node.name);
  recorder.equal(`${what}: names of inputs`, placeholders, names(signature.input_specs));
  const outputs = outputNames(graph);
  if (outputs !== null && options.outputs !== false)
    recorder.equal(`${what}: names of outputs`, outputs, names(signature.output_specs));
}

/** A value without what becoming a parameter changes. @param {any} val @returns {any} */
function withoutGrad(val) {
  if (Array.isArray(val)) return val.map(withoutGrad);
  if (val === null || typeof val !== 'object') return val;
  return Object.fromEntries(
    Object.entries(val)
      .filter(([key]) => key !== 'g' && key !== 'p')
      .map(([key, inner]) => [key, withoutGrad(inner)]),
  );
}

/** What naming and parameters leave as it was. @param {any} node */
function kept(node) {
  if (node.op === 'placeholder') return { op: node.op, val: withoutGrad(node.val) };
  const { op, val, nn, st, torch_fn, unbacked, type, has_tensor_meta } = node;
  // Export takes the stacks from outputs at its end.
  if (node.op === 'output') return { op, val, type };
  return { op, val, nn, st, torch_fn, unbacked, type, has_tensor_meta };
}

export const TRACEPOINT = 'torch.ops.higher_order._export_tracepoint';

/**
 * Behind the last recorded stage export takes tracepoints of modules whose signature is kept out of the root.
 * @param {Session} session @param {any} graph @param {any} tables @returns {any}
 */
export function withoutTracepoints(session, graph, tables) {
  if (!graph.nodes.some((/** @type {any} */ node) => node.target === TRACEPOINT)) return graph;
  return withProgram(session, toProgram(graph, { tables }), (handle) => {
    const result = runPass(session, handle, 'collect_tracepoints', {});
    try {
      if (result.failure !== null) throw new Error(result.failure);
      return fromProgram(session.print(result.handle, { format: 'json' })).graph;
    } finally {
      result.close();
    }
  });
}

/**
 * The last stage and the final graph are the same nodes under other names.
 * @param {Recorder} recorder @param {string} what @param {any} last @param {any} final
 */
export function checkSameNodes(recorder, what, last, final) {
  // Through JSON, so that a key without a value is no key.
  const plain = (/** @type {any} */ graph) => JSON.parse(JSON.stringify(graph.nodes.map(kept)));
  recorder.equal(`${what}: as the last stage left it`, plain(last), plain(final));
  for (const [name, child] of Object.entries(last.children ?? {})) {
    if (final.children?.[name] === undefined) recorder.fail(`${what}.${name}`, 'there is no such graph');
    else {
      recorder.equal(`${what}.${name}: class`, child.class, final.children[name].class);
      checkSameNodes(recorder, `${what}.${name}`, child, final.children[name]);
    }
  }
}

/**
 * Signatures of one program before and after its nodes were named; strict export also gives new targets and kinds.
 * @param {Recorder} recorder @param {string} what @param {any} earlier @param {any} later @param {boolean} strict
 */
export function checkSameSpecs(recorder, what, earlier, later, strict) {
  const input = (/** @type {any} */ spec) => {
    const arg = { ...spec.arg, name: '' };
    return strict ? { arg } : { ...spec, arg };
  };
  const inputs = (/** @type {any} */ signature) => signature.input_specs.map(input);
  const outputs = (/** @type {any} */ signature) =>
    signature.output_specs.map((/** @type {any} */ spec) => [spec.kind, spec.arg.type, spec.arg.value]);
  recorder.equal(`${what}: as before naming`, [inputs(earlier), outputs(earlier)], [inputs(later), outputs(later)]);
}

/**
 * A recorded graph with the names that its nodes have in `named`, or null if the two have not the same nodes.
 * @param {any} graph @param {any} named @returns {any}
 */
export function renamedLike(graph, named) {
  if (graph.nodes.length !== named.nodes.length) return null;
  const names = new Map(
    graph.nodes.map((/** @type {any} */ node, /** @type {number} */ i) => [node.name, named.nodes[i].name]),
  );
  /** @type {(arg: any) => any} */
  const rename = (arg) => {
    if (typeof arg === 'string') return names.get(arg) ?? arg;
    if (Array.isArray(arg)) return arg.map(rename);
    const [key, value] = Object.entries(arg ?? {})[0] ?? [];
    if (key === 't' || key === 'slice' || key === 'range') return { [key]: value.map(rename) };
    return key === 'd' ? { d: value.map((/** @type {any[]} */ [k, v]) => [k, rename(v)]) } : arg;
  };
  const nodes = graph.nodes.map((/** @type {any} */ node, /** @type {number} */ i) => ({
    ...node,
    name: names.get(node.name),
    target: node.op === 'placeholder' ? named.nodes[i].target : node.target,
    ...(node.args === undefined ? {} : { args: node.args.map(rename) }),
    ...(node.kwargs === undefined
      ? {}
      : { kwargs: Object.fromEntries(Object.entries(node.kwargs).map(([key, value]) => [key, rename(value)])) }),
    ...(node.users === undefined ? {} : { users: node.users.map(rename) }),
  }));
  /** @type {Record<string, any>} in the order in which they are printed */
  const children = {};
  for (const [name, child] of Object.entries(named.children ?? {})) {
    children[name] = graph.children?.[name] === undefined ? null : renamedLike(graph.children[name], child);
    if (children[name] === null) return null;
  }
  return { ...graph, class: named.class, nodes, children };
}

const CLASSES = ['GraphModule', '<lambda>'];

/**
 * What is the same in all graphs, and in no text: name and target of the output, the class.
 * @param {Recorder} recorder
 * @param {string} what
 * @param {any} graph
 */
export function checkConventions(recorder, what, graph) {
  const outputs = graph.nodes.filter((/** @type {any} */ node) => node.op === 'output');
  const usual = (/** @type {any} */ node) => [/^output(_\d+)?$/.test(node.name), node.target];
  recorder.equal(
    `${what}: name and target of the output`,
    outputs.map(() => [true, 'output']),
    outputs.map(usual),
  );
  if (!CLASSES.includes(graph.class))
    recorder.skip(`class of a graph other than ${CLASSES.join(' or ')}: shown by no text`);
  for (const [name, child] of Object.entries(graph.children ?? {}))
    checkConventions(recorder, `${what}.${name}`, child);
}
