/**
 * Passes that trace the final program again: it needs the inputs' values, which texts alone do not have.
 *
 *   const source = valuedSource(run);      // the final program with meta["val"], or undefined
 *
 * Where the final graph was recorded as text only, the values are those of the stage before it, whose nodes are the
 * same.
 */
import { renamedLike, signatureText } from './agreement.js';
import { assemble, finalSource } from './case_passes.js';
import { fromProgram, plainSignature, toProgram } from './format.js';
import { runPass } from './passes.js';
import { withoutNumbers } from './runtime_assertions.js';
import { checkSnapshot, compareTexts, printForm, withProgram } from './snapshots.js';

/** @typedef {import('./case_passes.js').VariantRun} VariantRun */

/** @param {VariantRun & { last?: any }} run @returns {string | undefined} */
export function valuedSource(run) {
  const { session, variant, tables } = run;
  if (variant.final.graph !== undefined) return finalSource(session, variant, tables);
  if (run.last === undefined) return variant.ep_str;
  const whole = everyStr(variant.final);
  const text = whole ? JSON.stringify(assemble(session, variant)) : variant.ep_str;
  if (text === undefined) return undefined;
  const named = withProgram(session, text, (handle) => fromProgram(session.print(handle, { format: 'json' })).graph);
  if (!whole) ownNames(named);
  const bare = Object.keys(named.children ?? {}).length === 0;
  const graph = renamedLike(bare ? { ...run.last, children: {} } : run.last, named);
  if (graph === null) return variant.ep_str;
  if (bare) graph.children = renamedInputs(graph, run.last.children ?? {});
  return toProgram(graph, {
    tables,
    signature: variant.signature,
    rangeConstraints: variant.range_constraints,
    exported: true,
  });
}

/** @param {any} snapshot @returns {boolean} */
const everyStr = (snapshot) => snapshot.str !== undefined && Object.values(snapshot.children ?? {}).every(everyStr);

/** Code renames inputs that are called as a function of Python's; their targets keep the name. @param {any} graph */
function ownNames(graph) {
  const names = new Map(
    graph.nodes
      .filter((/** @type {any} */ node) => node.op === 'placeholder')
      .map((/** @type {any} */ node) => [node.name, node.target]),
  );
  for (const node of graph.nodes) node.name = names.get(node.name) ?? node.name;
  for (const child of Object.values(graph.children ?? {})) ownNames(child);
}

/** The names of the operands that go into a nested graph. @param {any} graph @param {string} key @returns {any[]} */
function operandsOf(graph, key) {
  const attrs = new Set(
    graph.nodes
      .filter((/** @type {any} */ node) => node.op === 'get_attr' && node.target === key)
      .map((/** @type {any} */ node) => node.name),
  );
  for (const node of graph.nodes) {
    const at = (node.args ?? []).findIndex((/** @type {any} */ arg) => attrs.has(arg));
    if (at >= 0) return node.args.slice(at + 1).flat();
  }
  return [];
}

/**
 * Inputs of a nested graph are called as the operands that go in.
 * @param {any} outer
 * @param {Record<string, any>} children
 * @returns {Record<string, any>}
 */
function renamedInputs(outer, children) {
  return Object.fromEntries(
    Object.entries(children).map(([key, graph]) => {
      const operands = operandsOf(outer, key);
      let next = 0;
      const nodes = graph.nodes.map((/** @type {any} */ node) => {
        const name = node.op === 'placeholder' ? operands[next++] : undefined;
        return typeof name === 'string' ? { ...node, name, target: name } : node;
      });
      const renamed = renamedLike({ ...graph, children: {} }, { nodes }) ?? graph;
      return [key, { ...renamed, class: graph.class, children: renamedInputs(renamed, graph.children ?? {}) }];
    }),
  );
}

/** @param {VariantRun} run @param {string} what @param {any} pass */
export function compareRetrace(run, what, pass) {
  const source = valuedSource(run);
  if (source === undefined) {
    run.recorder.skip('a final program of whose inputs no values are recorded');
    return;
  }
  withProgram(run.session, source, (handle) => compareRun(run, what, pass, handle));
}

/** @type {Record<string, string>} the recorded names and those here */
const NAMES = {
  view_copy: 'replace_view_ops_with_view_copy_ops',
  view_copy_after_core_decompositions: 'replace_view_ops_with_view_copy_ops',
};

/** @param {VariantRun} run @param {string} what @param {any} pass @param {number} handle */
function compareRun({ session, recorder }, what, pass, handle) {
  const result = runPass(session, handle, NAMES[pass.pass] ?? pass.pass, {});
  try {
    if (pass.error !== undefined) {
      // The recording leaves the stack trace out.
      recorder.equal(
        `${what}: error`,
        `${pass.error.type}: ${pass.error.message}`,
        result.failure?.replace(/Original traceback:\n[^]*$/, ''),
      );
      return;
    }
    if (result.failure !== null) {
      recorder.fail(what, result.failure);
      return;
    }
    if (pass.modified !== undefined) recorder.equal(`${what}: modified`, pass.modified, result.report.changed);
    const graphs = (/** @type {number} */ of) => session.print(of, { format: 'graph', plain: true });
    if (pass.unchanged !== undefined)
      recorder.equal(`${what}: unchanged`, pass.unchanged, graphs(handle) === graphs(result.handle));
    if (pass.same_text_as_final !== undefined)
      recorder.equal(`${what}: same text as before`, pass.same_text_as_final, graphs(handle) === graphs(result.handle));
    if (pass.after) compareTexts(session, recorder, `${what}/after`, pass.after, result.handle);
  } finally {
    result.close();
  }
}

/**
 * The decomposed program is recorded as text; its inputs are those of the final one.
 * @param {VariantRun} run
 * @param {string} what
 * @param {any} pass
 */
export function compareDecomposed(run, what, pass) {
  const { session, recorder, variant } = run;
  const decomposed = variant.passes.find((/** @type {any} */ other) => other.pass === 'run_decompositions_core');
  const source = valuedSource(run);
  if (source === undefined) {
    recorder.skip('a decomposed program of whose inputs no values are recorded');
    return;
  }
  const text = decomposed?.after?.str;
  // What is not recorded is decomposed here.
  if (
    typeof text !== 'string' ||
    (Object.keys(decomposed.after.children ?? {}).length === 0 && text.includes('= get_attr['))
  )
    return compareDecomposedHere(run, what, pass, source);
  const final = JSON.parse(withProgram(session, source, (handle) => session.print(handle, { format: 'json' })));
  const program = { ...assemble(session, { final: decomposed.after, signature: null }), signature: undefined };
  const inputs = (/** @type {any} */ from) =>
    from.modules[0].nodes.filter((/** @type {any} */ node) => node.op === 'placeholder');
  const values = new Map(inputs(final).map((/** @type {any} */ node) => [node.name, node.meta]));
  program.metas = final.metas;
  for (const module of program.modules) for (const node of module.nodes) delete node.meta;
  for (const node of inputs(program)) {
    if (values.get(node.name) !== undefined) node.meta = values.get(node.name);
  }
  withProgram(session, JSON.stringify(program), (handle) => compareRun(run, what, pass, handle));
}

/** @param {VariantRun} run @param {string} what @param {any} pass @param {string} source */
function compareDecomposedHere(run, what, pass, source) {
  withProgram(run.session, source, (handle) => {
    const result = runPass(run.session, handle, 'run_decompositions', {}, { table: 'core' });
    try {
      if (result.failure === null) compareRun(run, what, pass, result.handle);
      else run.recorder.fail(what, result.failure);
    } finally {
      result.close();
    }
  });
}

/** @param {any} signature @param {boolean} numbered */
const specsOf = (signature, numbered) =>
  JSON.parse(
    JSON.stringify(plainSignature(signature), (key, value) =>
      key === 'name' && !numbered ? value.replace(/_\d+$/, '') : value,
    ),
  );

/** @param {VariantRun} run @param {string} what @param {any} pass @param {number} handle */
function compareDecomposition({ session, recorder, variant }, what, pass, handle) {
  // Expressions of sizes take names while PyTorch traces, and are gone in the end.
  const numbered = Object.keys(variant.range_constraints ?? {}).length === 0;
  const { signature } = fromProgram(session.print(handle, { format: 'json' }));
  recorder.equal(`${what}: signature`, specsOf(pass.signature, numbered), specsOf(signature, numbered));
  if (numbered) compareTexts(session, recorder, `${what}/after`, pass.after, handle);
  else
    recorder.equalText(
      `${what}/after.str`,
      withoutNumbers(pass.after.str, new Set()),
      withoutNumbers(printForm(session, handle, 'str'), new Set()),
    );
}

/**
 * run_decompositions with a table; the first variants of small programs have it.
 * @param {VariantRun} run
 * @param {string} what
 * @param {any} pass
 */
export function replayDecompositions(run, what, pass) {
  const { session, recorder, tables, variant } = run;
  if (pass.error !== undefined) return recorder.skip('run_decompositions in which PyTorch failed');
  checkSnapshot(session, recorder, `${what}/after (recorded)`, pass.after, { tables });
  signatureText(session, recorder, `${what}: signature (recorded)`, pass.signature);
  // Symbols that only a run tells are made again, beside those that there were.
  const backed = (/** @type {Record<string, string>} */ ranges) =>
    Object.fromEntries(Object.entries(ranges ?? {}).filter(([name]) => name.startsWith('s')));
  recorder.equal(`${what}: range constraints`, backed(pass.range_constraints), backed(variant.range_constraints));
  const unbacked = (/** @type {Record<string, string>} */ ranges) =>
    [...new Set(Object.entries(ranges ?? {}).flatMap(([name, range]) => (name.startsWith('s') ? [] : [range])))].sort();
  recorder.equal(
    `${what}: ranges of symbols that only a run tells`,
    unbacked(pass.range_constraints),
    unbacked(variant.range_constraints),
  );
  const source = valuedSource(run);
  if (source === undefined) {
    recorder.skip('a final program of whose inputs no values are recorded');
    return;
  }
  withProgram(session, source, (handle) => {
    const result = runPass(
      session,
      handle,
      'run_decompositions',
      {},
      { table: pass.pass.endsWith('_core') ? 'core' : 'empty' },
    );
    try {
      if (result.failure !== null) {
        recorder.fail(what, result.failure);
        return;
      }
      compareDecomposition(run, what, pass, result.handle);
    } finally {
      result.close();
    }
  });
}
