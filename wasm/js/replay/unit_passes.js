/** Splitting, inlining, and the region passes on random and special graphs. */
import { checkConventions, checkSignature, checkSignatureNames, signatureText } from './agreement.js';
import { fromProgram, toProgram } from './format.js';
import { differencesOf, lossesOf, runPass } from './passes.js';
import { checkSnapshot, compareTexts, reconcileUsers, withProgram } from './snapshots.js';

/** @typedef {import('../index.js').Session} Session @typedef {import('./recorder.js').Recorder} Recorder */

/** @param {unknown} error */
function errorOf(error) {
  const d = /** @type {any} */ (error).diagnostics?.[0];
  if (d === undefined) throw error;
  return { type: d.exception, message: d.message };
}

/** @param {Session} session @param {Recorder} recorder @param {any} data */
export function splitModule(session, recorder, data) {
  let before = null;
  for (const row of data) {
    // Rows come in pairs on one graph: the order kept, or not.
    if (typeof row.before !== 'string') before = row.before;
    const graph = before.graph;
    const what = `split_module: ${row.seed} ${row.mode}, keep_original_order=${row.keep_original_order}`;
    recorder.equal(
      `${what}: one of a pair`,
      row.keep_original_order ? 'as in the row before' : 'object',
      typeof row.before === 'string' ? row.before : 'object',
    );
    if (typeof row.before !== 'string') {
      checkSnapshot(session, recorder, `${what}/before`, row.before);
      checkConventions(recorder, `${what}/before`, graph);
    }
    recorder.attempt(what, () =>
      withProgram(session, toProgram(graph), (handle) => {
        let split;
        try {
          split = session.call('split', {
            handle,
            partition: row.partition,
            keepOriginalOrder: row.keep_original_order,
            keepOriginalNodeName: row.keep_original_node_name,
          }).value.handle;
        } catch (error) {
          recorder.equal(`${what}: error`, row.error, errorOf(error));
          return;
        }
        if (row.error !== undefined) recorder.fail(what, `expected ${row.error.type}: ${row.error.message}`);
        else compareTexts(session, recorder, `${what}/after`, row.after, split);
        const lint = session.edit(split, [{ do: 'lint' }]).steps[0].error;
        if (row.error === undefined)
          recorder.equal(
            `${what}: lint`,
            row.lint,
            lint === undefined ? null : { type: lint.exception, message: lint.message },
          );
        session.close(split);
      }),
    );
  }
}

/** @param {Session} session @param {Recorder} recorder @param {any} data */
export function splitInline(session, recorder, data) {
  for (const row of data) {
    const what = `split_inline: ${row.seed}`;
    checkSnapshot(session, recorder, `${what}/before`, row.before);
    checkConventions(recorder, `${what}/before`, row.before.graph);
    recorder.attempt(what, () =>
      withProgram(session, toProgram(row.before.graph), (handle) => {
        const split = session.call('split', { handle, cuts: row.cuts }).value.handle;
        compareTexts(session, recorder, `${what}/split`, row.split, split);
        session.close(split);
        const inlined = session.call('split', { handle, cuts: row.cuts, inline: true }).value.handle;
        compareTexts(session, recorder, `${what}/inlined`, row.inlined, inlined, { lost: lossesOf(session, inlined) });
        session.close(inlined);
      }),
    );
  }
}

/**
 * One row of a region pass.
 * @param {Session} session
 * @param {Recorder} recorder
 * @param {string} what
 * @param {any} row
 * @param {string} pass
 */
function regionRow(session, recorder, what, row, pass) {
  const ambientGrad = row.ambient_grad ?? true;
  checkSnapshot(session, recorder, `${what}/before`, row.before);
  if (row.before.graph !== undefined) checkConventions(recorder, `${what}/before`, row.before.graph);
  // Special rows have outputs that their signature does not name, on purpose.
  checkSignatureNames(recorder, `${what}/signature_before`, row.before.graph, row.signature_before, {
    outputs: row.title === undefined,
  });
  if (row.signature_before) signatureText(session, recorder, `${what}/signature_before`, row.signature_before);
  recorder.attempt(what, () =>
    withProgram(session, toProgram(row.before.graph, { signature: row.signature_before ?? undefined }), (handle) => {
      const result = runPass(session, handle, pass, { ambientGrad, splits: row.sequential_split !== undefined });
      try {
        const predicted = differencesOf(result.report, ['lost_children', 'inlined_call_module'])[0];
        if (row.error !== undefined && row.after === undefined) {
          recorder.equal(`${what}: error`, `${row.error.type}: ${row.error.message}`, result.failure ?? predicted);
          return;
        }
        if (result.failure !== null || predicted !== undefined) {
          recorder.fail(what, result.failure ?? `PyTorch would have failed with ${predicted}`);
          return;
        }
        afterRegionPass(session, recorder, what, row, result);
      } finally {
        result.close();
      }
    }),
  );
}

/** @param {Session} session @param {Recorder} recorder @param {string} what @param {any} row @param {any} result */
function afterRegionPass(session, recorder, what, row, result) {
  const lost = lossesOf(session, result.handle);
  compareTexts(session, recorder, `${what}/after`, row.after, result.handle, { lost });
  checkSnapshot(session, recorder, `${what}/after (recorded)`, row.after, { lost });
  const program = fromProgram(session.print(result.handle, { format: 'json' }));
  if (row.signature_after !== undefined) {
    const expected = row.signature_after === 'same' ? row.signature_before : row.signature_after;
    if (expected) checkSignature(session, recorder, `${what}: signature`, expected, program.signature);
    else recorder.equal(`${what}: signature`, expected, program.signature);
  }
  if (row.after_meta !== undefined)
    recorder.equal(
      `${what}: values`,
      row.after_meta,
      program.graph.nodes.map((/** @type {any} */ n) => [n.name, n.val ?? null]),
    );
  if (row.sequential_split !== undefined && result.report.splits?.[0] !== undefined)
    compareTexts(session, recorder, `${what}/sequential_split`, row.sequential_split, result.report.splits[0]);
  if (row.dce_after !== undefined) deadCode(session, recorder, `${what}/dce_after`, row.dce_after, result.handle);
  // An error beside a result is that of the next pass of the export, the autocast pass.
  if (row.after_autocast !== undefined || row.error !== undefined)
    afterAutocast(session, recorder, `${what}/after_autocast`, row, result.handle);
}

/**
 * @param {Session} session
 * @param {Recorder} recorder
 * @param {string} what
 * @param {any} expected
 * @param {number} handle
 */
function deadCode(session, recorder, what, expected, handle) {
  const result = runPass(session, handle, 'eliminate_dead_code', {});
  try {
    const predicted = differencesOf(result.report, ['key_error'])[0];
    if (expected.error !== undefined) {
      recorder.equal(
        `${what}: error`,
        `${expected.error.type}: ${expected.error.message}`,
        result.failure ?? predicted,
      );
      return;
    }
    if (result.failure !== null || predicted !== undefined) {
      recorder.fail(what, result.failure ?? `PyTorch would have failed with ${predicted}`);
      return;
    }
    const lost = lossesOf(session, result.handle).get('') ?? new Map();
    recorder.equalText(
      what,
      expected.str,
      reconcileUsers(expected.str, session.print(result.handle, { format: 'graph' }), lost),
    );
  } finally {
    result.close();
  }
}

/** @param {Session} session @param {Recorder} recorder @param {string} what @param {any} row @param {number} handle */
function afterAutocast(session, recorder, what, row, handle) {
  const result = runPass(session, handle, 'replace_autocast_with_hop_pass', {});
  try {
    if (row.error !== undefined) {
      const predicted = differencesOf(result.report, ['lost_children', 'inlined_call_module'])[0];
      recorder.equal(`${what}: error`, `${row.error.type}: ${row.error.message}`, result.failure ?? predicted);
      return;
    }
    if (result.failure !== null) {
      recorder.fail(what, result.failure);
      return;
    }
    compareTexts(session, recorder, what, row.after_autocast, result.handle, {
      lost: lossesOf(session, result.handle),
    });
    if (row.signature_after_autocast) {
      checkSignature(
        session,
        recorder,
        `${what}: signature`,
        row.signature_after_autocast,
        fromProgram(session.print(result.handle, { format: 'json' })).signature,
      );
    }
  } finally {
    result.close();
  }
}

/** @param {Session} session @param {Recorder} recorder @param {any} data */
export function setGradFuzz(session, recorder, data) {
  for (const row of data)
    regionRow(session, recorder, `set_grad_fuzz: ${row.seed}`, row, 'replace_set_grad_with_hop_pass');
}

/** @param {Session} session @param {Recorder} recorder @param {any} data */
export function autocastFuzz(session, recorder, data) {
  for (const row of data)
    regionRow(session, recorder, `autocast_fuzz: ${row.seed}`, row, 'replace_autocast_with_hop_pass');
}

/**
 * Which of the two passes a row was recorded of: what it left and met tells, the title only where nothing else does.
 * @param {any} row
 */
function specialPass(row) {
  const [grad, autocast] = ['replace_set_grad_with_hop_pass', 'replace_autocast_with_hop_pass'];
  const holds = (/** @type {any} */ part, /** @type {string} */ text) => JSON.stringify(part ?? null).includes(text);
  const toggles = holds(row.before, 'torch._C._set_grad_enabled');
  if (row.after !== undefined) {
    // The grad pass leaves no toggle, the autocast pass leaves them all.
    if (toggles) return holds(row.after, 'torch._C._set_grad_enabled') ? autocast : grad;
    return holds(row.before, '_autocast') || row.title.startsWith('autocast') ? autocast : grad;
  }
  if (row.title.startsWith('autocast pass')) return autocast;
  return !toggles && (holds(row.before, '_autocast') || row.title.startsWith('autocast')) ? autocast : grad;
}

/** @param {Session} session @param {Recorder} recorder @param {any} data */
export function setGradSpecial(session, recorder, data) {
  for (const row of data) {
    const what = `set_grad_special: ${row.title}`;
    // What PyTorch could not build, nothing was recorded of.
    if (row.before === undefined) continue;
    const pass = specialPass(row);
    regionRow(session, recorder, what, row, pass);
    if (row.meta !== undefined) recorder.attempt(`${what}: meta`, () => metaRow(session, recorder, what, row, pass));
  }
}

/**
 * Keys of the metadata, value and torch_fn of each node after the pass.
 * @param {Session} session
 * @param {Recorder} recorder
 * @param {string} what
 * @param {any} row
 * @param {string} pass
 */
function metaRow(session, recorder, what, row, pass) {
  withProgram(session, toProgram(row.before.graph, { signature: row.signature_before ?? undefined }), (handle) => {
    const result = runPass(session, handle, pass, { ambientGrad: row.ambient_grad });
    const json = JSON.parse(session.print(result.handle, { format: 'json' }));
    const { graph } = fromProgram(JSON.stringify(json));
    const actual = json.modules[0].nodes.map((/** @type {any} */ node, /** @type {number} */ i) => {
      const keys = (node.meta === undefined ? [] : json.metas[node.meta]).map((/** @type {any[]} */ e) => e[0]).sort();
      return [node.name, keys, graph.nodes[i].val ?? null, graph.nodes[i].torch_fn ?? []];
    });
    recorder.equal(`${what}: meta`, row.meta, actual);
    // The root is the same object if nothing in it was replaced; children may have been.
    const graphOf = (/** @type {number} */ h) => session.print(h, { format: 'graph' });
    if (row.same_object !== undefined)
      recorder.equal(`${what}: same object`, row.same_object, graphOf(handle) === graphOf(result.handle));
    if (row.signature_is_same_object !== undefined)
      recorder.equal(
        `${what}: same signature object`,
        row.signature_is_same_object,
        row.signature_before === null || graphOf(handle) === graphOf(result.handle),
      );
    result.close();
  });
}
