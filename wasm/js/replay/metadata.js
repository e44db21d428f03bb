/**
 * Module stacks, tree specs and constants of a recorded variant: what no text of a graph shows.
 *
 * What: `withModuleStacks` puts the stacks themselves where a recording has their numbers, so that every comparison of
 * nodes compares them; the rest is compared here with what else was recorded, and with what the core reads.
 * Why: passes keep and make module stacks, the module of a program packs and unpacks by its tree specs, and lifted
 * constants are inputs.
 *
 *   checkMetadata(session, recorder, 'h_one_mid/N', withModuleStacks(variant), inSpec);
 */
import { fromProgram, toProgram } from './format.js';
import { withProgram } from './snapshots.js';

/** @typedef {import('../index.js').Session} Session @typedef {import('./recorder.js').Recorder} Recorder */

/** @param {any} graph @param {any[]} stacks */
function expand(graph, stacks) {
  for (const node of graph.nodes ?? []) if (typeof node.nn === 'number') node.nn = stacks[node.nn] ?? null;
  for (const child of Object.values(graph.children ?? {})) expand(child, stacks);
}

/** The graphs of a recording: of its stages, its end, and its passes. @param {any} part @returns {any[]} */
function graphsOf(part) {
  if (part === null || typeof part !== 'object') return [];
  if (Array.isArray(part.nodes)) return [part];
  return Object.values(part).flatMap(graphsOf);
}

/**
 * Numbers of module stacks replaced by the stacks, for good.
 * @template T
 * @param {T & { tables?: any }} recording
 * @returns {T}
 */
export function withModuleStacks(recording) {
  const { tables, ...parts } = recording;
  const stacks = tables?.nn_module_stacks ?? [];
  for (const graph of graphsOf(parts)) expand(graph, stacks);
  return recording;
}

/**
 * What torch.export verifies of the stacks before it gives a program out.
 * @param {any} graph
 * @param {boolean} root
 * @returns {string[]}
 */
function wrongStacks(graph, root) {
  const pairs = (/** @type {any} */ stack) =>
    Array.isArray(stack) &&
    stack.every((entry) => entry.length === 3 && entry.every((/** @type {any} */ text) => typeof text === 'string'));
  const wrong = graph.nodes.filter((/** @type {any} */ { op, nn }) => {
    if (op === 'placeholder' || op === 'output') return Array.isArray(nn) && nn.length > 0;
    return root && ['call_function', 'get_attr'].includes(op) && !(nn === undefined || nn === null || pairs(nn));
  });
  return [
    ...wrong.map((/** @type {any} */ node) => node.name),
    ...Object.values(graph.children ?? {}).flatMap((child) => wrongStacks(child, false)),
  ];
}

/** @param {any} graph @returns {any[]} */
const stacksIn = (graph) => [
  ...graph.nodes.map((/** @type {any} */ { name, nn }) => [name, nn ?? null]),
  ...Object.values(graph.children ?? {}).map(stacksIn),
];

/** @param {Session} session @param {Recorder} recorder @param {string} what @param {any} variant */
function checkStacks(session, recorder, what, variant) {
  const graphs = { before: variant.stages?.set_grad?.before?.graph, final: variant.final?.graph };
  for (const [part, graph] of Object.entries(graphs)) {
    if (graph === undefined) continue;
    if (part === 'final') recorder.equal(`${what}: module stacks of ${part} verify`, [], wrongStacks(graph, true));
    withProgram(session, toProgram(graph, { tables: variant.tables }), (handle) => {
      recorder.equal(
        `${what}: module stacks of ${part}`,
        stacksIn(graph),
        stacksIn(fromProgram(session.print(handle, { format: 'json' })).graph),
      );
    });
  }
}

/**
 * Arguments for a tree spec's leaves, counted by the core: what fits, and one too few.
 * @param {string} spec
 * @returns {number}
 */
const leavesOf = (spec) => {
  const open = [JSON.parse(spec)[1]];
  let leaves = 0;
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === null) leaves += 1;
    else open.push(...node.children_spec);
  }
  return leaves;
};

/**
 * @param {Recorder} recorder
 * @param {string} what
 * @param {any} variant
 * @param {any} first the first variant, which holds what all have
 */
function checkSpecs(recorder, what, variant, first) {
  if (variant.signature === undefined) return;
  const user = (/** @type {any[]} */ specs, /** @type {string} */ kind) =>
    specs.filter((spec) => spec.kind === kind).length;
  const inSpec = variant.in_spec ?? first.in_spec;
  const outSpec = variant.out_spec ?? first.out_spec;
  if (inSpec !== undefined)
    recorder.equal(`${what}: leaves of in_spec`, leavesOf(inSpec), user(variant.signature.input_specs, 'USER_INPUT'));
  if (outSpec !== undefined)
    recorder.equal(
      `${what}: leaves of out_spec`,
      leavesOf(outSpec),
      user(variant.signature.output_specs, 'USER_OUTPUT'),
    );
}

/**
 * Constants are what the signature lifts, as the graph knows them.
 * @param {Recorder} recorder
 * @param {string} what
 * @param {any} variant
 */
function checkConstants(recorder, what, variant) {
  const { constants, signature } = variant;
  if (constants === undefined || signature === undefined) return;
  const lifted = signature.input_specs.filter(
    (/** @type {any} */ spec) =>
      spec.kind === 'CONSTANT_TENSOR' || (spec.kind === 'BUFFER' && spec.persistent === false),
  );
  recorder.equal(
    `${what}: names of constants`,
    [...new Set(lifted.map((/** @type {any} */ spec) => spec.target))].sort(),
    Object.keys(constants).sort(),
  );
  const placeholders = new Map(
    (variant.final?.graph?.nodes ?? []).map((/** @type {any} */ node) => [node.name, node.val]),
  );
  for (const { arg, target } of lifted) {
    const val = placeholders.get(arg.name);
    if (val && constants[target])
      recorder.equal(`${what}: constant ${target}`, [val.t, val.s], [constants[target].dtype, constants[target].shape]);
  }
}

/**
 * Values of the state are of the kind that the signature says.
 * @param {Recorder} recorder
 * @param {string} what
 * @param {any} variant
 * @param {any} state
 */
function checkState(recorder, what, variant, state) {
  const kinds = { PARAMETER: 'parameter', BUFFER: 'buffer' };
  for (const { kind, target } of variant.signature?.input_specs ?? []) {
    const value = state?.[target];
    if (value?.kind !== undefined && Object.hasOwn(kinds, kind))
      recorder.equal(`${what}: kind of ${target}`, value.kind, kinds[/** @type {keyof typeof kinds} */ (kind)]);
  }
}

/**
 * @param {Session} session
 * @param {Recorder} recorder
 * @param {string} what
 * @param {any} variant
 * @param {any} first
 * @param {any} [state] values of parameters and buffers
 */
export function checkMetadata(session, recorder, what, variant, first, state) {
  recorder.attempt(`${what}: state`, () => checkState(recorder, what, variant, state));
  recorder.attempt(`${what}: module stacks`, () => checkStacks(session, recorder, what, variant));
  recorder.attempt(`${what}: tree specs`, () => checkSpecs(recorder, what, variant, first));
  recorder.attempt(`${what}: constants`, () => checkConstants(recorder, what, variant));
}
