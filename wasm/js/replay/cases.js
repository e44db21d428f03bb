/**
 * cases/<id>/case.json: what PyTorch recorded of one program.
 *
 * The texts of every snapshot are compared, and the passes that this build has are run on the recorded graphs. Parts of
 * later issues are counted as skipped, with the reason.
 */
import {
  checkConventions,
  checkSameNodes,
  checkSameSpecs,
  checkSignature,
  checkSignatureNames,
  renamedLike,
  signatureText,
  withoutTracepoints,
} from './agreement.js';
import { replayArchives } from './archives.js';
import { replayCapture } from './captures.js';
import { assemble, finalSource, replayLift, replayPass } from './case_passes.js';
import { replayRuns } from './executions.js';
import { replayFailedExport } from './failed_exports.js';
import { fromProgram, plainSignature, toProgram } from './format.js';
import { checkMetadata, withModuleStacks } from './metadata.js';
import { DIALECTS, differencesOf, lossesOf, runPass } from './passes.js';
import { propagate } from './propagation.js';
import { replayRuntimeAssertions } from './runtime_assertions.js';
import {
  checkSnapshot,
  comparableGraph,
  compareTexts,
  printForm,
  recordedLosses,
  reconcileUsers,
  withProgram,
} from './snapshots.js';

/** @typedef {import('../index.js').Session} Session @typedef {import('./recorder.js').Recorder} Recorder */

const LATER_STAGE = 'this stage of export is not replayed';
const CATEGORIES = { h: 'hand', c: 'control_flow', a: 'autocast', d: 'dynamic', m: 'model', r: 'random' };
const MODES = { N: [false, 'training'], S: [true, 'training'], F: [false, 'functional'], G: [true, 'functional'] };

/**
 * Parts of a recording that nobody compares are said to be skipped.
 * @param {Recorder} recorder @param {object} data @param {Set<string>} known @param {string} what
 */
function skipUnknown(recorder, data, known, what) {
  for (const key of Object.keys(data)) if (!known.has(key)) recorder.skip(`part '${key}' of ${what} is not known`);
}

/**
 * @param {Session} session @param {Recorder} recorder @param {string} id @param {any} data
 * @param {import('./archives.js').Archives} [archives] what is in the case's saved models
 */
export function replayCase(session, recorder, id, data, archives) {
  checkHeader(recorder, id, data);
  const known = new Set([
    'id',
    'category',
    'title',
    'file',
    'simple_subset',
    'torch',
    'variants',
    'seconds',
    'forward',
    'tier',
    'pt2',
    'state',
    'io',
    'io_error',
    'io_ambient_grad',
    'source',
  ]);
  skipUnknown(recorder, data, known, 'a case');
  // What a case brings along is declared, as its user would do.
  const declares = session.describe({ operators: false }).commands.some((command) => command.name === 'declare');
  if (declares && data.source?.includes('custom_op'))
    recorder.attempt(`${id}: operators of its own`, () => session.declareOperators(data.source));
  for (const variant of data.variants ?? []) replayVariant(session, recorder, id, data, variant);
  replayArchives(session, recorder, id, data, archives);
  replayCapture(session, recorder, id, data);
  recorder.attempt(`${id}/io`, () => replayRuns(session, recorder, id, data));
}

/**
 * A program as exported in one mode. The first variant holds what all have in common.
 * @param {Session} session @param {Recorder} recorder @param {string} id @param {any} data the case
 * @param {any} variant
 */
export function replayVariant(session, recorder, id, data, variant) {
  const what = `${id}/${variant?.mode}`;
  recorder.attempt(what, () => checkVariant(session, recorder, what, withModuleStacks(variant), data));
}

/** @param {Recorder} recorder @param {string} id @param {any} data */
function checkHeader(recorder, id, data) {
  recorder.equal(`${id}: header`, [id, true, `/models/${id}.py`], [data.id, Array.isArray(data.variants), data.file]);
  const category = CATEGORIES[/** @type {keyof typeof CATEGORIES} */ (id[0])] ?? data.category;
  recorder.equal(
    `${id}: category, tier, version of PyTorch`,
    [category, true, true],
    [data.category, ['A', 'B', 'C'].includes(data.tier), /^2\.6\.0(\+\w+)?$/.test(data.torch)],
  );
  if (data.source !== undefined && data.forward !== undefined) {
    const lines = new Set(data.source.split('\n').map((/** @type {string} */ line) => line.trim()));
    const missing = data.forward.split('\n').find((/** @type {string} */ line) => !lines.has(line.trim()));
    recorder.equal(`${id}: forward is part of the source`, undefined, missing);
  }
}

/**
 * @param {Session} session
 * @param {Recorder} recorder
 * @param {string} what
 * @param {any} variant
 * @param {any} data the case
 */
function checkVariant(session, recorder, what, variant, data) {
  const known = new Set([
    'strict',
    'ir',
    'ambient_grad',
    'mode',
    'tables',
    'stages',
    'final',
    'ep_str',
    'signature',
    'range_constraints',
    'in_spec',
    'out_spec',
    'constants',
    'passes',
    'n_nodes_before',
    'n_total',
    'final_readable_is',
    'export_error',
    'partial_stages',
  ]);
  skipUnknown(recorder, variant, known, 'a variant');
  checkMode(recorder, what, variant);
  const stages = variant.stages ?? variant.partial_stages ?? {};
  const run = new VariantRun(session, recorder, what, variant, data);
  run.stages(stages);
  if (variant.final !== undefined) run.final();
  for (const pass of variant.passes ?? []) replayPass(run, pass);
  if (variant.export_error !== undefined) run.exportError();
  checkMetadata(session, recorder, what, variant, data.variants[0], data.state);
}

/** @param {Recorder} recorder @param {string} what @param {any} variant */
function checkMode(recorder, what, variant) {
  const [strict, ir] = MODES[/** @type {keyof typeof MODES} */ (String(variant.mode).toUpperCase())] ?? [];
  const lower = variant.mode === String(variant.mode).toLowerCase();
  recorder.equal(`${what}: mode`, [strict, ir, !lower], [variant.strict, variant.ir, variant.ambient_grad]);
}

class VariantRun {
  /** @param {Session} session @param {Recorder} recorder @param {string} what @param {any} variant @param {any} data */
  constructor(session, recorder, what, variant, data) {
    this.data = data;
    this.inSpec = variant.in_spec ?? data.variants[0].in_spec;
    this.session = session;
    this.recorder = recorder;
    this.what = what;
    this.variant = variant;
    this.tables = variant.tables ?? {};
    /** Users that PyTorch has lost by the end. @type {Map<string, Map<string, number>>} */
    this.lost = new Map();
    /** @type {string[]} */
    this.predicted = [];
    /** The graph that the last stage left, recorded or as Seesaw made it. @type {any} */
    this.last = undefined;
  }

  /** @param {any} stages */
  stages(stages) {
    if (Array.isArray(stages)) {
      // Only their names: the export failed before a graph was recorded.
      replayFailedExport(this, stages);
      return;
    }
    let previous = null;
    for (const [name, stage] of Object.entries(stages)) {
      const what = `${this.what}/${name}`;
      if (previous !== null && previous.str !== undefined && stage.before?.str !== undefined) {
        // Stages follow each other: what one left is what the next one got.
        this.recorder.equalText(`${what}: begins where the stage before it ended`, previous.str, stage.before.str);
      }
      this.last = (stage.after ?? stage.before)?.graph;
      if (name === 'set_grad') this.setGrad(what, stage);
      else if (name === 'autocast') this.autocast(what, stage);
      else if (name === 'common_getitem_elimination') this.getitem(what, stage);
      else if (name === 'lift_constants') this.liftConstants(what, stage, stages.set_grad?.signature_before);
      else if (name === 'runtime_assertions') this.runtimeAssertions(what, stage);
      else this.other(what, stage);
      previous = stage.after ?? stage.before ?? previous;
    }
    if (this.last !== undefined) this.last = withoutTracepoints(this.session, this.last, this.tables);
    if (this.last !== undefined && this.variant.final?.graph !== undefined) {
      this.recorder.attempt(`${this.what}/final.graph`, () =>
        checkSameNodes(this.recorder, `${this.what}/final.graph`, this.last, this.variant.final.graph),
      );
    }
  }

  /** @param {string} what @param {any} stage */
  other(what, stage) {
    this.recorder.skip(LATER_STAGE);
    for (const part of ['before', 'after']) {
      if (stage[part])
        checkSnapshot(this.session, this.recorder, `${what}/${part}`, stage[part], { tables: this.tables });
    }
  }

  /** @param {string} what @param {any} stage */
  runtimeAssertions(what, stage) {
    for (const part of ['before', 'after'])
      checkSnapshot(this.session, this.recorder, `${what}/${part} (recorded)`, stage[part], { tables: this.tables });
    this.recorder.attempt(what, () => replayRuntimeAssertions(this, what, stage));
  }

  /** @param {string} what @param {any} stage @param {any} signature what the next stage began with */
  liftConstants(what, stage, signature) {
    const { recorder, session, tables } = this;
    for (const part of ['before', 'after'])
      checkSnapshot(session, recorder, `${what}/${part} (recorded)`, stage[part], { tables });
    recorder.attempt(what, () => replayLift(session, recorder, what, stage, signature));
  }

  /** @param {string} what @param {any} stage */
  setGrad(what, stage) {
    const { recorder, session, tables } = this;
    checkSnapshot(session, recorder, `${what}/before`, stage.before, { tables });
    recorder.attempt(what, () => {
      const nodes = stage.before.graph.nodes.length;
      if (this.variant.n_nodes_before !== undefined)
        recorder.equal(`${what}: nodes before`, this.variant.n_nodes_before, nodes);
      const total = countNodes(stage.before.graph);
      // Beside auto_functionalized PyTorch counted a node that the snapshot does not hold.
      const opaque = this.variant.n_total > total && holdsOpaqueGraphs(stage.before);
      if (opaque) recorder.leaveOut('number of nodes beside auto_functionalized, of which a snapshot holds fewer');
      else if (this.variant.n_total !== undefined)
        recorder.equal(`${what}: nodes before, children included`, this.variant.n_total, total);
      // A program that leaves a mode switched leaves it to the passes too.
      if (stage.ambient_grad !== undefined && !leavesMode(stage.before.graph, this.variant.ambient_grad))
        recorder.equal(`${what}: ambient mode`, this.variant.ambient_grad, stage.ambient_grad);
      const source = toProgram(stage.before.graph, { tables, signature: stage.signature_before });
      withProgram(session, source, (handle) => {
        this.setGradNewer(what, stage, handle);
        if (stage.after_old_version !== undefined) this.setGradOlder(`${what}/older`, stage, handle);
      });
      checkConventions(recorder, `${what}/before`, stage.before.graph);
      checkSignatureNames(recorder, `${what}/signature_before`, stage.before.graph, stage.signature_before);
      if (stage.signature_before) signatureText(session, recorder, `${what}/signature_before`, stage.signature_before);
    });
    for (const key of Object.keys(stage)) {
      if (
        ![
          'ambient_grad',
          'before',
          'after',
          'changed',
          'signature_before',
          'signature_after',
          'splits',
          'after_old_version',
          'error',
        ].includes(key)
      )
        recorder.skip(`part '${key}' of set_grad is not known`);
    }
  }

  /** @param {string} what @param {any} stage @param {number} handle */
  setGradNewer(what, stage, handle) {
    const { recorder, session } = this;
    const result = runPass(session, handle, 'replace_set_grad_with_hop_pass', {
      ambientGrad: stage.ambient_grad,
      splits: true,
    });
    try {
      const { failure, report } = result;
      this.predicted.push(...differencesOf(report, ['lost_children', 'inlined_call_module']));
      if (stage.error !== undefined) {
        recorder.equal(`${what}: error`, `${stage.error.type}: ${stage.error.message}`, failure ?? this.predicted[0]);
        return;
      }
      if (failure !== null) {
        recorder.fail(what, failure);
        return;
      }
      recorder.equal(`${what}: changed`, stage.changed, report.changed);
      recorder.equal(`${what}: has a graph after it`, stage.changed, stage.after !== null);
      this.lost = lossesOf(session, result.handle);
      if (stage.after) {
        compareTexts(session, recorder, `${what}/after`, stage.after, result.handle, { lost: this.lost });
        checkSnapshot(session, recorder, `${what}/after (recorded)`, stage.after, {
          tables: this.tables,
          lost: this.lost,
        });
        const { graph, signature } = fromProgram(session.print(result.handle, { format: 'json' }));
        if (stage.after.graph !== undefined)
          recorder.equal(
            `${what}/after.graph`,
            comparableGraph(withoutNoStack(stage.after.graph)),
            comparableGraph(withoutNoStack(graph)),
          );
        this.last ??= graph;
        this.signature(`${what}/signature_after`, stage, signature);
      } else if (stage.signature_after !== undefined && stage.signature_after !== 'same') {
        this.signature(
          `${what}/signature_after`,
          stage,
          fromProgram(session.print(result.handle, { format: 'json' })).signature,
        );
      }
      const splits = report.splits ?? [];
      if (stage.splits !== undefined) {
        recorder.equal(`${what}/splits: how many`, stage.splits.length, splits.length);
        stage.splits.forEach((/** @type {any} */ split, /** @type {number} */ i) => {
          if (splits[i] !== undefined) compareTexts(session, recorder, `${what}/splits[${i}]`, split, splits[i]);
        });
      }
    } finally {
      result.close();
    }
  }

  /** @param {string} what @param {any} stage @param {number} handle */
  setGradOlder(what, stage, handle) {
    const { recorder, session } = this;
    const result = runPass(
      session,
      handle,
      'replace_set_grad_with_hop_pass',
      { ambientGrad: stage.ambient_grad },
      { generation: 'older' },
    );
    try {
      const expected = stage.after_old_version;
      // The recording itself failed there: PyTorch could not deep copy a tensor constant.
      if (expected.error?.message.startsWith('Attempted to set the storage of a tensor')) {
        recorder.leaveOut('what the older pass gave where PyTorch could not copy a constant to record it');
        return;
      }
      if (expected.error !== undefined) {
        const predicted = differencesOf(result.report, ['lost_children', 'inlined_call_module'])[0];
        recorder.equal(
          `${what}: error`,
          `${expected.error.type}: ${expected.error.message}`,
          result.failure ?? predicted,
        );
        return;
      }
      if (result.failure !== null) {
        recorder.fail(what, result.failure);
        return;
      }
      compareTexts(session, recorder, what, expected, result.handle, { lost: lossesOf(session, result.handle) });
      if (expected.signature !== undefined) {
        checkSignature(
          session,
          recorder,
          `${what}: signature`,
          expected.signature,
          fromProgram(session.print(result.handle, { format: 'json' })).signature,
        );
      }
    } finally {
      result.close();
    }
  }

  /** @param {string} what @param {any} stage @param {any} actual */
  signature(what, stage, actual) {
    if (stage.signature_after === undefined || stage.signature_after === null || !stage.signature_before) return;
    const expected = stage.signature_after === 'same' ? stage.signature_before : stage.signature_after;
    checkSignature(this.session, this.recorder, what, expected, actual);
  }

  /**
   * The graph that the set_grad stage leaves, opened.
   * @template T
   * @param {(handle: number) => T} use
   * @returns {T | undefined}
   */
  withSetGradResult(use) {
    const stage = (this.variant.stages ?? this.variant.partial_stages)?.set_grad;
    if (stage === undefined) return undefined;
    return withProgram(
      this.session,
      toProgram(stage.before.graph, { tables: this.tables, signature: stage.signature_before }),
      (handle) => {
        const result = runPass(this.session, handle, 'replace_set_grad_with_hop_pass', {
          ambientGrad: stage.ambient_grad,
        });
        try {
          return use(result.handle);
        } finally {
          result.close();
        }
      },
    );
  }

  /** @param {string} what @param {any} stage */
  autocast(what, stage) {
    const { recorder, session } = this;
    if (stage.before)
      checkSnapshot(session, recorder, `${what}/before (recorded)`, stage.before, {
        tables: this.tables,
        lost: this.lost,
      });
    recorder.attempt(what, () =>
      this.withSetGradResult((handle) => {
        if (stage.before) compareTexts(session, recorder, `${what}/before`, stage.before, handle, { lost: this.lost });
        if (stage.signature_before)
          checkSignature(
            session,
            recorder,
            `${what}/signature_before`,
            stage.signature_before,
            fromProgram(session.print(handle, { format: 'json' })).signature,
          );
        const result = runPass(session, handle, 'replace_autocast_with_hop_pass', {});
        try {
          if (result.failure !== null) {
            recorder.fail(what, result.failure);
            return;
          }
          this.predicted.push(...differencesOf(result.report, ['lost_children', 'inlined_call_module']));
          this.lost = lossesOf(session, result.handle);
          if (stage.after) {
            compareTexts(session, recorder, `${what}/after`, stage.after, result.handle, { lost: this.lost });
            checkSnapshot(session, recorder, `${what}/after (recorded)`, stage.after, {
              tables: this.tables,
              lost: this.lost,
            });
          }
          if (stage.signature_after !== undefined) {
            const { graph, signature } = fromProgram(session.print(result.handle, { format: 'json' }));
            this.last ??= graph;
            const expected = stage.signature_after === 'same' ? stage.signature_before : stage.signature_after;
            if (expected) checkSignature(session, recorder, `${what}/signature_after`, expected, signature);
          }
        } finally {
          result.close();
        }
      }),
    );
  }

  /** @param {string} what @param {any} stage */
  getitem(what, stage) {
    const { recorder, session } = this;
    for (const part of ['before', 'after']) {
      if (stage[part])
        checkSnapshot(session, recorder, `${what}/${part} (recorded)`, stage[part], {
          tables: this.tables,
          lost: this.lost,
        });
    }
    if (!stage.before || !stage.after) return;
    const source =
      stage.before.graph !== undefined
        ? toProgram(stage.before.graph, { tables: this.tables, signature: stage.signature_before ?? undefined })
        : (stage.before.readable ?? stage.before.code ?? stage.before.str);
    recorder.attempt(what, () =>
      withProgram(session, source, (handle) => {
        const result = runPass(session, handle, 'common_getitem_elimination', {});
        try {
          if (result.failure !== null) recorder.fail(what, result.failure);
          else
            compareTexts(
              session,
              recorder,
              `${what}/after`,
              {
                ...stage.after,
                children: stage.before.graph || stage.before.readable ? stage.after.children : undefined,
              },
              result.handle,
              { lost: this.lost },
            );
        } finally {
          result.close();
        }
      }),
    );
  }

  final() {
    const { recorder, session, variant, tables } = this;
    const what = `${this.what}/final`;
    checkSnapshot(session, recorder, what, variant.final, { tables, lost: this.lost });
    if (variant.final.graph !== undefined) {
      checkConventions(recorder, what, variant.final.graph);
      recorder.attempt(`${what}: propagation`, () => propagate(this, `${what}: propagation`));
      checkSignatureNames(recorder, `${this.what}/signature`, variant.final.graph, variant.signature);
    }
    if (variant.signature)
      recorder.attempt(`${this.what}/signature`, () =>
        signatureText(session, recorder, `${this.what}/signature`, variant.signature),
      );
    if (variant.final.graph !== undefined || variant.ep_str !== undefined)
      recorder.attempt(`${what}: verifies`, () => this.#verify(what));
    const before = (variant.stages ?? {}).set_grad?.signature_before;
    if (variant.signature && before)
      checkSameSpecs(recorder, `${this.what}/signature`, before, variant.signature, variant.strict);
    if (variant.ep_str === undefined) {
      if (this.last !== undefined) recorder.attempt(`${what}.str`, () => this.#finalGraph(what));
      return;
    }
    recorder.attempt(`${this.what}/ep_str`, () => {
      // Read back, and what was read is the recorded graph, signature and constraints.
      withProgram(session, variant.ep_str, (handle) => {
        recorder.equalText(
          `${this.what}/ep_str read back`,
          variant.ep_str,
          session.print(handle, { format: 'program' }),
        );
        const lost = variant.final.graph !== undefined ? recordedLosses(variant.final.graph) : this.lost;
        this.#finalStr(`${this.what}/ep_str and final`, variant.final, handle, '', lost);
        const read = fromProgram(session.print(handle, { format: 'json' }));
        recorder.equal(`${this.what}/ep_str: signature`, plainSignature(variant.signature), read.signature);
        recorder.equal(`${this.what}/ep_str: range constraints`, variant.range_constraints, read.rangeConstraints);
      });
      this.#finalText();
    });
  }

  // PyTorch has verified each program that it gave out.
  /** @param {string} what */
  #verify(what) {
    const { recorder, session, variant, tables } = this;
    withProgram(session, finalSource(session, variant, tables), (handle) => {
      const result = runPass(
        session,
        handle,
        'verify_export',
        {},
        { dialect: DIALECTS[/** @type {keyof typeof DIALECTS} */ (variant.ir)] },
      );
      recorder.equal(`${what}: verifies`, null, result.failure);
      result.close();
    });
  }

  // str(graph) against what str(ExportedProgram) tells: the same text, or the same code where code does not tell a
  // name.
  /**
   * @param {string} what
   * @param {any} snapshot
   * @param {number} handle
   * @param {string} path
   * @param {Map<string, Map<string, number>>} lost
   */
  #finalStr(what, snapshot, handle, path, lost) {
    const { recorder, session } = this;
    if (snapshot.str !== undefined) {
      const str = reconcileUsers(snapshot.str, printForm(session, handle, 'str', path), lost.get(path) ?? new Map());
      const code = () => withProgram(session, snapshot.str, (other) => printForm(session, other, 'code'));
      if (str === snapshot.str || printForm(session, handle, 'code', path) === code()) recorder.pass();
      else recorder.equalText(`${what}.str`, snapshot.str, str);
    }
    for (const [name, child] of Object.entries(snapshot.children ?? {}))
      this.#finalStr(`${what}.${name}`, child, handle, path === '' ? name : `${path}.${name}`, lost);
  }

  // Of larger programs str(ExportedProgram) is not recorded: the text of the final graph, printed from the last stage
  // with the final names.
  /** @param {string} what */
  #finalGraph(what) {
    const { recorder, session, variant, tables } = this;
    const named = withProgram(
      session,
      JSON.stringify(assemble(session, variant)),
      (handle) => fromProgram(session.print(handle, { format: 'json' })).graph,
    );
    const graph = renamedLike(this.last, named);
    if (graph === null) return recorder.fail(`${what}.str`, 'it has other nodes than the last stage left');
    return withProgram(session, toProgram(graph, { tables }), (handle) =>
      compareTexts(session, recorder, `${what} from the last stage`, variant.final, handle, { lost: this.lost }),
    );
  }

  // str(ExportedProgram) printed from the final graph; where that is not recorded, from the last stage with the final
  // names.
  #finalText() {
    const { recorder, session, variant, tables } = this;
    const named = () =>
      withProgram(session, variant.ep_str, (handle) => fromProgram(session.print(handle, { format: 'json' })).graph);
    const graph = variant.final.graph ?? (this.last === undefined ? undefined : renamedLike(this.last, named()));
    if (graph === null) {
      recorder.fail(`${this.what}/ep_str`, 'it has other nodes than the last stage left');
      return;
    }
    if (graph === undefined) {
      recorder.skip(
        'annotations of an ExportedProgram whose graph is neither recorded nor made by a pass that is built',
      );
      return;
    }
    const rest = { tables, signature: variant.signature, rangeConstraints: variant.range_constraints, exported: true };
    withProgram(session, toProgram(graph, rest), (handle) =>
      recorder.equalText(`${this.what}/ep_str`, variant.ep_str, session.print(handle, { format: 'program' })),
    );
  }

  // An export that failed: the passes run so far, and what the failing one meets.
  exportError() {
    const { recorder, variant } = this;
    const expected = `${variant.export_error.type}: ${variant.export_error.message}`;
    const stages = variant.partial_stages ?? {};
    if (Array.isArray(stages)) return;
    const attributes = variant.export_error.type === 'AttributeError' && stages.set_grad !== undefined;
    if (!attributes) {
      recorder.skip('an export that failed outside of the passes');
      return;
    }
    recorder.attempt(`${this.what}: export error`, () => {
      if (this.predicted.length === 0) {
        this.withSetGradResult((handle) => {
          const result = runPass(this.session, handle, 'replace_autocast_with_hop_pass', {});
          this.predicted.push(...differencesOf(result.report, ['lost_children', 'inlined_call_module']));
          result.close();
        });
      }
      recorder.equal(`${this.what}: export error`, expected, this.predicted[0]);
    });
  }
}

/** @param {any} graph @returns {number} */
function countNodes(graph) {
  return (
    graph.nodes.length +
    Object.values(graph.children ?? {}).reduce((/** @type {number} */ sum, child) => sum + countNodes(child), 0)
  );
}

/**
 * Whether a graph, or one in it, ends in another grad mode than it began in.
 * @param {any} graph
 * @param {boolean} ambient
 * @returns {boolean}
 */
function leavesMode(graph, ambient) {
  const last = graph.nodes.findLast((/** @type {any} */ node) => node.target === 'torch._C._set_grad_enabled');
  return (
    (last !== undefined && last.args?.[0] !== ambient) ||
    Object.values(graph.children ?? {}).some((child) => leavesMode(child, ambient))
  );
}

/** Operators that hold a graph which the recording leaves out. @param {any} before */
function holdsOpaqueGraphs(before) {
  return before.graph.nodes.some(
    (/** @type {any} */ node) => node.target === 'torch.ops.higher_order.auto_functionalized',
  );
}

/** A module stack that is {} is recorded like one that is missing. @param {any} graph @returns {any} */
export function withoutNoStack(graph) {
  return {
    ...graph,
    nodes: graph.nodes.map((/** @type {any} */ { nn, ...node }) =>
      nn === null || nn === undefined ? node : { ...node, nn },
    ),
    ...(graph.children === undefined
      ? {}
      : { children: Object.fromEntries(Object.entries(graph.children).map(([k, v]) => [k, withoutNoStack(v)])) }),
  };
}
