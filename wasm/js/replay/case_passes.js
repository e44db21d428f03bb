/**
 * variants[].passes of a case: passes that PyTorch ran on the final program, one row here for each.
 *
 *   replayPass(run, { pass: 'remove_runtime_assertions', unchanged: true });
 */
import { valueDifference } from './executions.js';
import { fromProgram, plainSignature, toProgram } from './format.js';
import { compareDecomposed, compareRetrace, replayDecompositions } from './retraces.js';
import { DIALECTS, differencesOf, lossesOf, runPass } from './passes.js';
import { checkSnapshot, compareTexts, withProgram } from './snapshots.js';

/**
 * @typedef {import('../index.js').Session} Session
 * @typedef {{ session: Session, recorder: import('./recorder.js').Recorder, what: string, variant: any, data: any,
 *   inSpec: any, tables: any, withSetGradResult: (use: (handle: number) => void) => void }} VariantRun
 * @typedef {{ pass?: string, options?: (run: VariantRun) => Record<string, string>, run?: (run: VariantRun, what:
 *   string, pass: any) => void }} Row
 *   `pass`: its name here, where it is not the recorded one; `run`: instead of the comparison that all share
 */

/** @type {Record<string, Row>} */
const PASSES = {
  eliminate_dead_code: { run: eliminate },
  remove_runtime_assertions: {},
  unlift_module: { options: unliftOptions },
  constant_fold_on_unlifted: { run: constantFold },
  identity_retrace: { run: compareRetrace },
  view_copy: { run: compareRetrace },
  view_copy_after_core_decompositions: { run: compareDecomposed },
  functionalize_side_effectful_ops: { run: compareRetrace },
  run_decompositions_empty: { run: replayDecompositions },
  run_decompositions_core: { run: replayDecompositions },
};

/** @param {VariantRun} run @param {any} pass */
export function replayPass(run, pass) {
  const what = `${run.what}/passes/${pass.pass}`;
  const row = Object.hasOwn(PASSES, pass.pass) ? PASSES[pass.pass] : undefined;
  if (row === undefined) {
    run.recorder.skip('this pass is not built yet');
    if (pass.after) checkSnapshot(run.session, run.recorder, `${what}/after`, pass.after, { tables: run.tables });
    return;
  }
  run.recorder.attempt(what, () => (row.run ?? comparePass)(run, what, pass));
}

/**
 * The final program: from its graph where that is recorded, else from str(ExportedProgram), else from the texts of its
 * graphs and the signature.
 * @param {Session} session @param {any} variant @param {any} tables
 */
export function finalSource(session, variant, tables) {
  if (variant.final.graph !== undefined) {
    return toProgram(variant.final.graph, {
      tables,
      signature: variant.signature,
      rangeConstraints: variant.range_constraints,
      exported: true,
    });
  }
  return variant.ep_str ?? JSON.stringify(assemble(session, variant));
}

/**
 * One program of the texts of several graphs.
 * @param {Session} session
 * @param {{ final: any, signature?: any }} variant
 */
export function assemble(session, variant) {
  /** @type {any[]} */
  const modules = [];
  const add = (/** @type {any} */ snapshot) => {
    const index = modules.length;
    const { modules: read } = JSON.parse(
      withProgram(session, snapshot.str, (handle) => session.print(handle, { format: 'json' })),
    );
    modules.push({ ...read[0], children: [] });
    for (const [name, child] of Object.entries(snapshot.children ?? {}))
      modules[index].children.push([name, add(child)]);
    return index;
  };
  add(variant.final);
  const { signature } = variant.signature
    ? JSON.parse(toProgram({ nodes: [] }, { signature: variant.signature }))
    : { signature: undefined };
  return { format: 'seesaw.program', version: 1, modules, metas: [], signature };
}

/** @param {VariantRun} run @param {string} what @param {any} pass */
function comparePass(run, what, pass) {
  const { session, recorder, variant, tables } = run;
  const row = PASSES[pass.pass];
  withProgram(session, finalSource(session, variant, tables), (handle) => {
    const result = runPass(session, handle, row.pass ?? pass.pass, {}, row.options?.(run));
    try {
      if (pass.error !== undefined) {
        recorder.equal(`${what}: error`, `${pass.error.type}: ${pass.error.message}`, result.failure);
        return;
      }
      if (result.failure !== null) {
        recorder.fail(what, result.failure);
        return;
      }
      compareResult(run, what, pass, handle, result);
    } finally {
      result.close();
    }
  });
}

/**
 * @param {VariantRun} run
 * @param {string} what
 * @param {any} pass
 * @param {number} handle
 * @param {ReturnType<typeof runPass>} result
 */
function compareResult({ session, recorder, tables }, what, pass, handle, result) {
  if (pass.modified !== undefined) recorder.equal(`${what}: modified`, pass.modified, result.report.changed);
  if (pass.unchanged !== undefined) recorder.equal(`${what}: unchanged`, pass.unchanged, !result.report.changed);
  const graphs = (/** @type {number} */ of) => session.print(of, { format: 'graph' });
  if (pass.same_text_as_final !== undefined)
    recorder.equal(`${what}: same text as before`, pass.same_text_as_final, graphs(handle) === graphs(result.handle));
  if (!pass.after) return;
  const lost = lossesOf(session, result.handle);
  compareTexts(session, recorder, `${what}/after`, pass.after, result.handle, { lost });
  checkSnapshot(session, recorder, `${what}/after (recorded)`, pass.after, { tables, lost });
}

/** @param {VariantRun} run @returns {Record<string, string>} */
function unliftOptions({ variant, inSpec }) {
  return {
    dialect: DIALECTS[/** @type {keyof typeof DIALECTS} */ (variant.ir)],
    ...(inSpec === undefined ? {} : { in_spec: inSpec }),
  };
}

/** @param {VariantRun} run @param {string} what @param {any} pass */
function constantFold(run, what, pass) {
  const { session, recorder, variant, data } = run;
  withProgram(session, finalSource(session, variant, run.tables), (handle) => {
    const unlifted = runPass(session, handle, 'unlift_module', {}, unliftOptions(run));
    try {
      const state = { ...variant.constants, ...data.state };
      const { value } = session.call('constant_fold', { handle: unlifted.handle }, JSON.stringify({ state }));
      recorder.equal(`${what}: unchanged`, pass.unchanged ?? false, !value.changed);
      if (pass.after) compareTexts(session, recorder, `${what}/after`, pass.after, value.handle);
      if (pass.after) checkSnapshot(session, recorder, `${what}/after (recorded)`, pass.after, { tables: run.tables });
      recorder.equal(`${what}: folded`, Object.keys(pass.folded ?? {}), Object.keys(value.folded));
      for (const [name, expected] of Object.entries(pass.folded ?? {}))
        recorder.equal(`${what}: ${name}`, null, valueDifference(expected, value.folded[name] ?? null));
      session.close(value.handle);
    } finally {
      unlifted.close();
    }
  });
}

/** @param {VariantRun} run @param {string} what @param {any} pass */
function eliminate(run, what, pass) {
  const { recorder, session, variant } = run;
  if (pass.error !== undefined && variant.final.graph === undefined) {
    // A text does not tell which users were lost; the result of the pass that lost them does.
    run.withSetGradResult((handle) => {
      const result = runPass(session, handle, 'eliminate_dead_code', {}, { recursive: 'true' });
      recorder.equal(
        `${what}: error`,
        `${pass.error.type}: ${pass.error.message}`,
        result.failure ?? differencesOf(result.report, ['key_error'])[0],
      );
      result.close();
    });
    return;
  }
  const source =
    variant.final.graph !== undefined
      ? toProgram(variant.final.graph, { tables: run.tables })
      : (variant.ep_str ?? variant.final.str);
  withProgram(session, source, (handle) => {
    const result = runPass(session, handle, 'eliminate_dead_code', {}, { recursive: 'true' });
    try {
      const predicted = differencesOf(result.report, ['key_error'])[0];
      if (pass.error !== undefined) {
        recorder.equal(`${what}: error`, `${pass.error.type}: ${pass.error.message}`, result.failure ?? predicted);
        return;
      }
      if (result.failure !== null || predicted !== undefined) {
        recorder.fail(what, result.failure ?? `PyTorch would have failed with ${predicted}`);
        return;
      }
      for (const [key, expected] of [
        ['modified', result.report.changed],
        ['unchanged', !result.report.changed],
        ['same_text_as_final', !result.report.changed],
      ]) {
        if (pass[/** @type {string} */ (key)] !== undefined)
          recorder.equal(`${what}: ${key}`, pass[/** @type {string} */ (key)], expected);
      }
      if (pass.after) {
        compareTexts(
          session,
          recorder,
          `${what}/after`,
          { ...pass.after, children: source === variant.final.str ? undefined : pass.after.children },
          result.handle,
          { lost: lossesOf(session, result.handle) },
        );
        checkSnapshot(session, recorder, `${what}/after (recorded)`, pass.after, {
          tables: run.tables,
          lost: lossesOf(session, result.handle),
        });
      }
    } finally {
      result.close();
    }
  });
}

/**
 * The stage that lifts constants, with the signature that the next stage began with.
 * @param {Session} session
 * @param {import('./recorder.js').Recorder} recorder
 * @param {string} what
 * @param {any} stage
 * @param {any} signature
 */
export function replayLift(session, recorder, what, stage, signature) {
  const inputs = (/** @type {string} */ text) =>
    new Set([...text.matchAll(/^ *%(\w+) : .*placeholder\[/gm)].map((match) => match[1]));
  const held = inputs(stage.before.str);
  const lifted = signature.input_specs.filter(
    (/** @type {any} */ spec) => spec.kind === 'CONSTANT_TENSOR' && !held.has(spec.arg.name),
  );
  const before = {
    ...signature,
    input_specs: signature.input_specs.filter((/** @type {any} */ spec) => !lifted.includes(spec)),
  };
  // Attributes of the original module keep their names: the constants come in the order in which the graph names them.
  const targets = [
    ...new Set([...stage.before.str.matchAll(/get_attr\[target=([\w.]+)\]/g)].map((match) => match[1])),
  ].filter((target) => stage.before.children?.[target] === undefined);
  recorder.equal(`${what}: constants`, lifted.length, targets.length);
  const constants = targets
    .flatMap((target, i) => (/^lifted_tensor_\d+$/.test(lifted[i]?.arg.name) ? [] : [`${target}=${lifted[i]?.target}`]))
    .join(',');
  const source = JSON.stringify(assemble(session, { final: stage.before, signature: before }));
  withProgram(session, source, (handle) => {
    const result = runPass(session, handle, 'lift_constants_pass', {}, { constants });
    try {
      if (result.failure !== null) recorder.fail(what, result.failure);
      else compareTexts(session, recorder, `${what}/after`, stage.after, result.handle);
      const { signature: found } = fromProgram(session.print(result.handle, { format: 'json' }));
      recorder.equal(`${what}: signature`, plainSignature(signature), found);
    } finally {
      result.close();
    }
  });
}
