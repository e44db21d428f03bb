/**
 * The first stage of export, insert_deferred_runtime_asserts: recorded as text, so the values of nodes are worked out
 * first.
 *
 *   replayRuntimeAssertions(run, 'd_masked_select/N/runtime_assertions', stage);
 */
import { assemble } from './case_passes.js';
import { traceSettings } from './captures.js';
import { LONG, toProgram } from './format.js';
import { runPass } from './passes.js';
import { compareTexts, printForm, withProgram } from './snapshots.js';

/** @typedef {import('./case_passes.js').VariantRun} VariantRun @typedef {import('../index.js').Session} Session */

/** @param {any} program @returns {any[]} */
const inputs = (program) => program.modules[0].nodes.filter((/** @type {any} */ node) => node.op === 'placeholder');

/**
 * The graph before the stage, its inputs with the values that the next stage recorded.
 * @param {VariantRun} run
 * @param {any} stage
 * @param {any} next
 */
function valued({ session, tables, variant }, stage, next) {
  const recorded = JSON.parse(toProgram(next.graph, { tables }));
  /** @type {any} */
  const program = { ...assemble(session, { final: stage.before }), metas: recorded.metas };
  const known = inputs(recorded);
  for (const module of program.modules) for (const node of module.nodes) delete node.meta;
  // Constants that a later stage lifts come between; inputs keep their order.
  const byName = new Map(known.map((/** @type {any} */ node) => [node.name, node]));
  for (const [i, node] of inputs(program).entries()) node.meta = (byName.get(node.name) ?? known[i]).meta;
  program.modules[0] = { ...program.modules[0], attributes: attributesOf(stage.before, variant.constants ?? {}) };
  const unbacked = [
    ...JSON.stringify(next.graph.nodes.map((/** @type {any} */ node) => node.val ?? null)).matchAll(/"u(\d+)"/g),
  ].map((match) => Number(match[1]));
  // Tracing in two steps takes numbers that are not seen any more.
  program.range_constraints = Array.from({ length: unbacked.length === 0 ? 0 : Math.min(...unbacked) }, (_none, i) => [
    `u${i}`,
    'VR[-int_oo, int_oo]',
  ]);
  return JSON.stringify(program);
}

/**
 * Tensors that the graph names and a later stage lifts, in the same order.
 * @param {any} before
 * @param {Record<string, any>} constants
 */
function attributesOf(before, constants) {
  const targets = [
    ...new Set([...before.str.matchAll(/get_attr\[target=([\w.]+)\]/g)].map((match) => match[1])),
  ].filter((target) => before.children?.[target] === undefined);
  const lifted = Object.entries(constants).filter(([name]) => name.startsWith('lifted_tensor_'));
  return targets.flatMap((name, i) => {
    const { dtype, shape } = lifted[i]?.[1] ?? {};
    return dtype === undefined
      ? []
      : [
          {
            name,
            kind: 'tensor',
            value: { tensor_meta: { dtype: LONG[/** @type {keyof typeof LONG} */ (dtype)], shape } },
          },
        ];
  });
}

/**
 * In the functional form the graph was traced twice: names that were taken meanwhile, by sizes for one, are in no text.
 * Nodes that were not there before, counted instead of numbered.
 * @param {string} text @param {Set<string>} before
 */
export function withoutNumbers(text, before) {
  /** @type {Map<string, string>} */
  const names = new Map();
  for (const [, name] of text.matchAll(/^ *%?(\w+)(?= (?::|=) )/gm))
    if (!before.has(name)) names.set(name, `${name.replace(/_\d+$/, '')}#${names.size}`);
  return text.replace(/(?<![.\w])\w+\b/g, (word) => names.get(word) ?? word);
}

/**
 * @param {VariantRun} run
 * @param {string} what
 * @param {any} stage
 * @param {number} handle
 * @param {boolean} checks whether the source calls torch._check, whose comparisons took names that no text has
 */
function compareAfter({ session, recorder, variant }, what, stage, handle, checks) {
  if (variant.ir !== 'functional' && !checks) {
    compareTexts(session, recorder, `${what}/after`, stage.after, handle);
    return;
  }
  const before = new Set([...stage.before.str.matchAll(/^ *%(\w+) : /gm)].map((match) => match[1]));
  for (const form of ['str', 'code'])
    recorder.equalText(
      `${what}/after.${form}`,
      withoutNumbers(stage.after[form], before),
      withoutNumbers(printForm(session, handle, form), before),
    );
}

/**
 * Conditions of torch._check, which the graph before the stage does not hold: the source has them.
 * @param {Session} session
 * @param {any} data
 * @param {any} variant
 */
function assertsOf(session, data, variant) {
  if (!data.source?.includes('torch._check')) return '';
  const { handle, asserts = [] } = session.trace(data.source, {
    ...traceSettings(data, variant, variant.stages.set_grad),
    details: true,
  });
  if (handle !== undefined) session.close(handle);
  return asserts.join('\n');
}

/** @param {VariantRun} run @param {string} what @param {any} stage */
export function replayRuntimeAssertions(run, what, stage) {
  const { session, recorder, variant, data } = run;
  const next =
    variant.stages?.lift_constants?.before?.graph === undefined
      ? variant.stages?.set_grad?.before
      : variant.stages.lift_constants.before;
  if (next?.graph === undefined) return recorder.skip('the stage behind the runtime assertions is not recorded');
  withProgram(session, valued(run, stage, next), (handle) => {
    const shapes = runPass(session, handle, 'shape_prop', { verify: false });
    if (shapes.failure !== null) {
      shapes.close();
      return recorder.fail(what, shapes.failure);
    }
    const program = {
      ...JSON.parse(session.print(shapes.handle, { format: 'json' })),
      range_constraints: Object.entries(variant.range_constraints ?? {}),
    };
    shapes.close();
    withProgram(session, JSON.stringify(program), (known) => {
      const asserts = assertsOf(session, data, variant);
      const result = runPass(session, known, 'insert_deferred_runtime_asserts', {}, { asserts });
      if (result.failure === null) compareAfter(run, what, stage, result.handle, asserts !== '' && !variant.strict);
      else recorder.fail(what, result.failure);
      result.close();
    });
  });
}
