/**
 * Sources of cases: the graph that torch.export captured from them, before its passes.
 *
 * What: `forward` is captured here, with the recorded shapes of what goes in, and compared with the recorded graph:
 * text and signature.
 * Why: names, order, defaults and modes are PyTorch's only if the same text comes out.
 *
 *   replayCapture(session, recorder, 'h_one_mid', data);
 *
 * Modes N and S are in the training form, F and G in the functional form. While PyTorch traces a second time for that,
 * sizes of dead code take
 * names: where the texts differ, numbers behind `sym_size_int` are counted from the start in both.
 */
import { TRACEPOINT } from './agreement.js';
import { plainSignature, fromProgram } from './format.js';
import { printForm } from './snapshots.js';

const NO_MODULES = '_empty_nn_module_stack_from_metadata_hook';

/** @typedef {import('../index.js').Session} Session @typedef {import('./recorder.js').Recorder} Recorder */

/** A recorded value as an annotation. @param {any} val @returns {string} */
function annotationOf(val) {
  if (val?.t !== undefined) return `${val.t}[${val.s.join(', ')}]`;
  return val?.symint === undefined ? '' : `Sym(${val.symint})`;
}

/** A recorded value that is no tensor, as Python writes it. @param {any} val */
function literalOf(val) {
  if (val === null || val === undefined) return 'None';
  if (val.i !== undefined) return String(val.i);
  if (val.f !== undefined) return String(val.f);
  if (val.b !== undefined) return val.b ? 'True' : 'False';
  return val.str === undefined ? 'None' : `'${val.str}'`;
}

/** Inputs in the shape of a tree spec. @param {any} spec @param {any[]} leaves @returns {any} */
function treeOf(spec, leaves) {
  if (spec.type === null) {
    const val = leaves.shift();
    const annotation = annotationOf(val);
    return annotation === '' ? { value: literalOf(val) } : annotation;
  }
  const children = spec.children_spec.map((/** @type {any} */ child) => treeOf(child, leaves));
  if (spec.type === 'builtins.dict')
    return {
      dict: Object.fromEntries(
        JSON.parse(spec.context).map((/** @type {string} */ key, /** @type {number} */ i) => [key, children[i]]),
      ),
    };
  return spec.type === 'builtins.tuple' ? { tuple: children } : children;
}

/** What goes into a recorded graph, for `trace`. @param {any} graph @param {any} signature @param {string} inSpec */
function settingsOf(graph, signature, inSpec) {
  const values = new Map(
    graph.nodes
      .filter((/** @type {any} */ node) => node.op === 'placeholder')
      .map((/** @type {any} */ node) => [node.name, node.val]),
  );
  const leaves = signature.input_specs
    .filter((/** @type {any} */ spec) => spec.kind === 'USER_INPUT')
    .map((/** @type {any} */ { arg }) => values.get(arg.name));
  const { tuple } = treeOf(JSON.parse(inSpec)[1], leaves);
  return { inputs: [...tuple[0].tuple, ...Object.values(tuple[1].dict)] };
}

/**
 * Modules that the recording was asked to keep the signatures of: tracepoints name them.
 * @param {any} graph
 * @returns {string[]}
 */
const preservedIn = (graph) => [
  ...new Set(
    graph.nodes
      .filter((/** @type {any} */ node) => node.target === TRACEPOINT)
      .map((/** @type {any} */ node) => node.kwargs.path.s.replace(/^_export_root\./, '')),
  ),
];

/** @param {Session} session @param {Recorder} recorder @param {string} id @param {any} data */
export function replayCapture(session, recorder, id, data) {
  if (data.source === undefined) return;
  if (!session.describe({ operators: false }).commands.some((command) => command.name === 'trace')) {
    recorder.skip('source: this is not the module that captures');
    return;
  }
  for (const variant of data.variants ?? []) {
    const stage = variant.stages?.set_grad;
    if (stage?.before?.graph === undefined) continue;
    recorder.attempt(`${id}/${variant.mode}: capture`, () =>
      compareCapture(session, recorder, `${id}/${variant.mode}: capture`, data, variant, stage),
    );
  }
}

/** Names of code that Dynamo made are counted in its process: the text without its places. @param {string} readable */
function withoutPlaces(readable) {
  return readable
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('#'))
    .join('\n');
}

/** Sizes numbered in the order in which a text has them. @param {string} text */
export function sizesInOrder(text) {
  /** @type {Map<string, string>} */
  const names = new Map();
  return text.replaceAll(/(?<![.\w])sym_size_int(_\d+)?(?!\w)/g, (name) => {
    if (!names.has(name)) names.set(name, `sym_size_int#${names.size}`);
    return /** @type {string} */ (names.get(name));
  });
}

/**
 * Graphs that operators take, by their text.
 * @param {Session} session
 * @param {Recorder} recorder
 * @param {string} what
 * @param {any} snapshot
 * @param {number} handle
 * @param {string} path
 */
function compareChildren(session, recorder, what, snapshot, handle, path) {
  for (const [name, child] of Object.entries(snapshot.children ?? {})) {
    const at = path === '' ? name : `${path}.${name}`;
    recorder.attempt(`${what}.${at}: str`, () =>
      recorder.equalText(`${what}.${at}: str`, child.str, printForm(session, handle, 'str', at)),
    );
    compareChildren(session, recorder, what, child, handle, at);
  }
}

/** The modules that each node was recorded in. @param {any} graph @param {any[]} stacks */
const moduleStacks = (graph, stacks) =>
  graph.nodes.map((/** @type {any} */ { name, nn }) => [
    name,
    nn === undefined || nn === null ? null : Array.isArray(nn) ? nn : (stacks[nn] ?? null),
  ]);

/**
 * The initial values that a source declares, compared with those of PyTorch.
 * @param {Recorder} recorder
 * @param {string} what
 * @param {any} expected
 * @param {any} actual
 */
function compareState(recorder, what, expected, actual) {
  for (const [name, value] of Object.entries(expected ?? {})) {
    if (value.dtype === undefined || actual?.[name] === undefined) continue;
    const far = actual[name].data.findIndex(
      (/** @type {number} */ x, /** @type {number} */ i) =>
        Math.abs(x - value.data[i]) > 1e-5 * Math.max(1, Math.abs(value.data[i])),
    );
    recorder.equal(`${what}: initial value of ${name}`, [value.shape, -1], [actual[name].shape, far]);
  }
}

/**
 * Bounds of sizes, of `VR[2, int_oo]`.
 * @param {Record<string, string>} constraints
 * @returns {Record<string, { low: number | null, high: number | null }>}
 */
function sizesOf(constraints) {
  const bound = (/** @type {string} */ text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : null);
  return Object.fromEntries(
    Object.entries(constraints).flatMap(([name, range]) => {
      const [, low, high] = /^VR\[(\S+), (\S+)\]$/.exec(range) ?? [];
      return /^s\d+$/.test(name) && low !== undefined ? [[name, { low: bound(low), high: bound(high) }]] : [];
    }),
  );
}

/**
 * What `trace` is given of a variant: its form, and its inputs as recorded.
 * @param {any} data
 * @param {any} variant
 * @param {any} stage
 */
export function traceSettings(data, variant, stage) {
  // The first that is one: sizes that export asked for have none.
  const module = variant.tables?.nn_module_stacks
    ?.find((/** @type {any} */ stack) => stack[0]?.[0] !== NO_MODULES)?.[0]?.[2]
    ?.replace(/\.\w+$/, '');
  const inputs = settingsOf(stage.before.graph, stage.signature_before, variant.in_spec ?? data.variants[0].in_spec);
  return {
    ...inputs,
    sizes: sizesOf(variant.range_constraints ?? {}),
    preserveModuleCallSignature: preservedIn(stage.before.graph),
    strict: variant.strict,
    functional: variant.ir === 'functional',
    file: data.file,
    ambientGrad: variant.ambient_grad,
    ...(module === undefined ? {} : { module }),
  };
}

/**
 * @param {Session} session
 * @param {Recorder} recorder
 * @param {string} what
 * @param {any} data
 * @param {any} variant
 * @param {any} stage
 */
function compareCapture(session, recorder, what, data, variant, stage) {
  let handle, state, inSpec, outSpec;
  try {
    ({ handle, state, inSpec, outSpec } = session.trace(data.source, {
      ...traceSettings(data, variant, stage),
      details: true,
    }));
  } catch (error) {
    const { message } = /** @type {any} */ (error).diagnostics?.[0] ?? { message: String(error) };
    recorder.fail(what, message);
    return;
  }
  try {
    const str = printForm(session, /** @type {number} */ (handle), 'str');
    const numbered = variant.ir !== 'functional' || stage.before.str === undefined || stage.before.str === str;
    const form = numbered ? (/** @type {string} */ text) => text : sizesInOrder;
    if (stage.before.str !== undefined) recorder.equalText(`${what}: str`, form(stage.before.str), form(str));
    compareChildren(session, recorder, what, stage.before, /** @type {number} */ (handle), '');
    if (stage.before.readable !== undefined) {
      const plain = stage.before.readable.includes('<eval_with_key>')
        ? withoutPlaces
        : (/** @type {string} */ text) => text;
      recorder.equalText(
        `${what}: readable`,
        form(plain(stage.before.readable)),
        form(plain(printForm(session, /** @type {number} */ (handle), 'readable'))),
      );
    }
    const { signature, graph } = fromProgram(session.print(/** @type {number} */ (handle), { format: 'json' }));
    if (variant.tables?.nn_module_stacks !== undefined) {
      const stacks = (/** @type {any} */ of, /** @type {any[]} */ table) =>
        moduleStacks(of, table).map((/** @type {any[]} */ [name, stack]) => [form(name), stack]);
      recorder.equal(
        `${what}: modules`,
        stacks(stage.before.graph, variant.tables.nn_module_stacks),
        stacks(graph, []),
      );
    }
    compareState(recorder, what, { ...data.state, ...variant.constants }, state);
    recorder.equal(
      `${what}: tree specs`,
      [variant.in_spec ?? data.variants[0].in_spec, variant.out_spec ?? data.variants[0].out_spec],
      [inSpec, outSpec],
    );
    if (!variant.strict)
      recorder.equal(`${what}: signature`, plainSignature(stage.signature_before), plainSignature(signature));
  } finally {
    session.close(/** @type {number} */ (handle));
  }
}
