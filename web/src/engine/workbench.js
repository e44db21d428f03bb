/**
 * One evaluation: text and pipeline in, diagnostics, reports and printed results out.
 *
 * What: `Workbench` holds a session and the programs of the last good evaluation, so that results can be printed again
 * in another form without running again.
 * Why: the worker and the fallback on the main thread do exactly the same.
 *
 *   const bench = new Workbench(await Session.create());
 *   const answer = bench.evaluate({ text, passes: [{ name: 'eliminate_dead_code' }], ambientGrad: true });
 *   bench.show({ step: 1, format: 'graph' });                 // step 0 is the input, step n what the nth pass left
 *   bench.show({ step: 1, against: 0, format: 'readable' });  // and how it differs from another step
 *   bench.check({ before: 0, after: 1 });                     // the methods in FULL_METHODS want a full session
 *   bench.command({ command: 'exec', step: 1, args: {}, payload: '{}' });
 *   await bench.scenario({ program: [...] });                 // a program of autograd as data; it needs no session
 */
import { diff } from '../text/diff.js';
import { lineOfTrace, linesOfCaptured, placeReasons } from './captured_lines.js';
import { nodeDetails } from './details.js';
import { isPython, passOf, sameWanted, sourceOf, titleOf } from './python/own.js';
import { renamed } from './renamed.js';
import { diagnosticOf, emptyReport, nodeCount } from '../../../wasm/js/python/report.js';
import { hasForward, isSource, readProgram } from '../../../wasm/js/source.js';
import { SeesawError } from '../../../wasm/js/session.js';

/** @typedef {import('../../../wasm/js/index.js').Diagnostic} Diagnostic */
/** @typedef {import('../../../wasm/js/index.js').PassReport} PassReport */
/** @typedef {import('../../../wasm/js/index.js').Format} Format */
/** @typedef {import('./protocol.js').PictureRequest} PictureRequest */
/** @typedef {import('./protocol.js').PicturesWanted} PicturesWanted */
/** @typedef {import('./protocol.js').EvaluateRequest} EvaluateRequest */
/** @typedef {import('./protocol.js').EvaluateAnswer} EvaluateAnswer */
/** @typedef {import('./protocol.js').ShowRequest} ShowRequest */
/** @typedef {import('./protocol.js').ShowAnswer} ShowAnswer */
/** @typedef {import('./protocol.js').Annotations} Annotations */
/** @typedef {import('./protocol.js').InputWanted} Wanted */
/**
 * @template T
 * @typedef {import('./protocol.js').Answer<T>} Answer
 */
/**
 * Names of the values that a source's __init__ gives, and the program that they are kept beside.
 * @typedef {{ handle: number | null, names: Set<string> }} Kept
 */
/** Methods that only a full session can do. */
export const FULL_METHODS = new Set([
  'picture',
  'node',
  'lines',
  'find',
  'check',
  'command',
  'inputs',
  'differentiate',
  'change',
  'pair',
  'fires',
  'restore',
  'film',
  'shot',
  'shotCheck',
  'judge',
  'otherVersion',
]);

/** Milliseconds after which no more passes are tried for one request. */
const TRIES = 400;

/** Nodes up to which all that a film shows is run. */
const SMALL = 400;

/** Forms whose names names.js can tell. */
const NAMED = new Set(['readable', 'code', 'verbose', 'graph', 'module', 'program']);

/**
 * What the session is asked for; nothing means: as the text had them.
 * @type {Record<Annotations, import('../../../wasm/js/index.js').PrintOptions>}
 */
const ANNOTATIONS = {
  given: {},
  shapes: { strides: false, device: false },
  strides: { strides: true, device: false },
  devices: { strides: false, device: true },
  all: { strides: true, device: true },
};

/** Diagnostics of a failure; anything but a SeesawError goes on. @param {unknown} error @returns {Diagnostic[]} */
function diagnosticsOf(error) {
  if (error instanceof SeesawError) return error.diagnostics;
  throw error;
}

/**
 * Captured as the chosen version captures, before the passes that its torch.export runs: they are here to be tried.
 * @param {boolean} ambientGrad @param {import('./protocol.js').Torch} torch
 * @returns {import('../../../wasm/js/index.js').TraceSettings}
 */
const traceOf = (ambientGrad, torch) => ({ ambientGrad, ...(torch === 'auto' ? {} : { torch, stage: 'graph' }) });

/** A program with a little of everything that texts have. */
const WARM = `class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 3]", y: "f32[2, 3]"):
        # File: model.py:1 in forward, code: x.sin()
        sin: "f32[2, 3]" = torch.ops.aten.sin.default(x);  x = None
        _set_grad_enabled = torch._C._set_grad_enabled(False);  _set_grad_enabled = None
        view: "f32[6]" = torch.ops.aten.view.default(sin, [6]);  view = None
        _set_grad_enabled_1 = torch._C._set_grad_enabled(True);  _set_grad_enabled_1 = None
        add: "f32[2, 3]" = torch.ops.aten.add.Tensor(sin, y, alpha = 2.5);  sin = y = None
        return (add,)
`;

export class Workbench {
  #session;
  #full;
  #captures;
  /**
   * The last picture of each pane, which the next one is anchored to.
   * @type {Map<string, import('../../../wasm/js/index.js').Picture>}
   */
  #pictures = new Map();
  /** Programs after each step of the last good evaluation; the first is the input. @type {number[]} */
  #steps = [];
  /** What made them. @type {{ passes: EvaluateRequest['passes'], ambientGrad: boolean, reports: PassReport[] }} */
  #made = { passes: [], ambientGrad: true, reports: [] };
  /** The film of them, once somebody looks at it. @type {import('./film/film.js').Film | null} */
  #film = null;
  /** Of the evaluation that made them. */
  #serial = 0;
  /**
   * What they were captured from; once its values are asked for, the program that the session keeps those beside; once
   * its lines are asked for, those.
   * @type {{
   *   text: string,
   *   trace: import('../../../wasm/js/index.js').TraceSettings,
   *   kept?: Kept,
   *   lines?: import('./captured_lines.js').Lines,
   * } | null}
   */
  #source = null;

  /**
   * @param {import('../../../wasm/js/session.js').Session} session
   * @param {boolean} [full]
   * @param {boolean} [captures] whether it captures Python source; else that stays undecided
   */
  constructor(session, full = false, captures = full) {
    this.#session = session;
    this.#full = full;
    this.#captures = captures;
  }

  /** @param {{ formulas?: boolean }} [parts] */
  describe(parts) {
    return this.#session.describe(parts);
  }

  /**
   * The next pictures are anchored to these, whoever laid them out.
   * @param {import('./protocol.js').Laid} pictures
   */
  anchor(pictures) {
    // Another session counts families from the start, too: the number would mean another program here.
    this.#pictures = new Map([...pictures].map(([pane, picture]) => [pane, { ...picture, family: 0 }]));
  }

  /** Runs a small program once: engines compile a function when it is first called, and nobody should wait for that. */
  warmed() {
    const passes = [{ name: 'replace_set_grad_with_hop_pass' }];
    const show = { step: 1, format: 'readable', annotations: /** @type {const} */ ('given') };
    const pictures = { key: '', requests: [{ step: 1, against: 0, pane: '' }] };
    this.evaluate({ text: WARM, passes, ambientGrad: true, show, pictures });
    this.#release();
    this.#pictures.clear();
    return this;
  }

  /** @param {EvaluateRequest} request @returns {EvaluateAnswer} */
  evaluate({
    text,
    passes,
    ambientGrad,
    torch = 'auto',
    capture = 'auto',
    pictures = null,
    laid = undefined,
    show = null,
    serial = this.#serial,
    fresh = false,
    python = [],
    traced = null,
  }) {
    const started = performance.now();
    if (fresh) this.#pictures.clear();
    if (laid !== undefined) this.anchor(laid);
    /** @type {EvaluateAnswer} */
    const answer = {
      ok: false,
      diagnostics: [],
      failures: [],
      suppressed: 0,
      reports: [],
      nodes: 0,
      graphs: 0,
      milliseconds: 0,
      captured: false,
      ambientGrad,
      dialect: null,
      why: [],
      undecided: false,
    };
    // One that waited while a newer one ran: the programs are the newer one's.
    if (serial < this.#serial) return answer;
    // Read as a graph, a text is not captured, by CPython either, whose captures are as PyTorch 2.6 has them.
    const matches = capture !== 'never' && traced?.text === text && traced.ambientGrad === ambientGrad;
    const known = matches ? traced : null;
    const input =
      known === null ? this.#input(text, { capture, ambientGrad, torch }, answer) : this.#opened(known, answer);
    if (input !== null) this.#run(input, { passes, ambientGrad: answer.ambientGrad, python }, answer);
    if (answer.ok) {
      this.#forget();
      // The values that __init__ gives are known of our own evaluator's captures.
      const unknown = known === null ? {} : { kept: { handle: null, names: new Set() } };
      this.#source = answer.captured ? { text, trace: traceOf(ambientGrad, torch), ...unknown } : null;
      if (this.#source !== null) placeReasons(answer.reports, () => this.#sourceLines());
      this.#serial = serial;
    }
    if (!this.#captures && !answer.ok && answer.wanted === undefined)
      answer.undecided = input === null ? capture !== 'never' && hasForward(text) : this.#lacks(passes);
    answer.milliseconds = performance.now() - started;
    if (answer.ok && show !== null) answer.shown = { request: show, answer: this.show(show) };
    if (answer.ok && this.#full && pictures !== null) {
      answer.pictures = { key: pictures.key, answers: pictures.requests.map((request) => this.picture(request)) };
    }
    return answer;
  }

  /**
   * An evaluation by the full module, to have the same programs again in a fresh engine.
   * @param {EvaluateRequest} request
   */
  restore(request) {
    return this.evaluate(request);
  }

  /** Whether a pass of these is not in this module. @param {EvaluateRequest['passes']} passes */
  #lacks(passes) {
    const names = new Set(
      this.#session.describe({ operators: false }).passes.map((/** @type {{ name: string }} */ pass) => pass.name),
    );
    return passes.some((pass) => !isPython(pass) && !names.has(pass.name.replaceAll('-', '_')));
  }

  /**
   * The program of a text: read as a graph, or captured from Python source.
   * @param {string} text
   * @param {{ capture: import('./protocol.js').Capture, ambientGrad: boolean, torch: import('./protocol.js').Torch }}
   *   settings
   * @param {EvaluateAnswer} answer
   */
  #input(text, { capture, ambientGrad, torch }, answer) {
    if (!this.#captures && (capture === 'always' || (capture === 'auto' && isSource(text)))) return null;
    const {
      handle,
      diagnostics,
      suppressed,
      captured,
      ambientGrad: mode = ambientGrad,
      misread = false,
      dialect = null,
      why = [],
    } = readProgram(this.#session, text, {
      capture: this.#captures ? capture : 'never',
      trace: traceOf(ambientGrad, torch),
      ...(torch === 'auto' ? {} : { read: { torch } }),
    });
    if (!this.#captures && capture === 'auto' && misread && handle !== null) {
      this.#session.close(handle);
      return null;
    }
    answer.diagnostics = diagnostics;
    answer.suppressed = suppressed;
    answer.captured = captured;
    answer.ambientGrad = mode;
    [answer.dialect, answer.why] = [dialect, why];
    return handle;
  }

  /**
   * The program that CPython captured of the text.
   * @param {import('./python/own.js').Traced} traced @param {EvaluateAnswer} answer
   */
  #opened({ program, diagnostic, diagnostics = [] }, answer) {
    answer.captured = true;
    if (program === undefined) {
      answer.diagnostics = [diagnosticOf(diagnostic)];
      return null;
    }
    answer.diagnostics = diagnostics;
    const { handle, ambientGrad = answer.ambientGrad } = this.#session.open(program);
    answer.ambientGrad = ambientGrad;
    return handle;
  }

  /**
   * Passes of the core are run together; between them stand those of one's own, which Python has run, or has yet to.
   * @param {number} input @param {Pick<EvaluateRequest, 'passes' | 'ambientGrad' | 'python'>} request
   * @param {EvaluateAnswer} answer
   */
  #run(input, { passes, ambientGrad, python = [] }, answer) {
    const steps = [input];
    try {
      for (let at = 0, succeeded = true; succeeded && (at < passes.length || at === 0);) {
        const next = passes.findIndex((pass, index) => index >= at && isPython(pass));
        if (next === at) {
          succeeded = this.#own(steps, passes[at], { ambientGrad, python }, answer);
          at += 1;
        } else {
          const end = next < 0 ? passes.length : next;
          succeeded = this.#builtIn(steps, passes.slice(at, end), ambientGrad, answer);
          at = Math.max(end, 1);
        }
        answer.ok = succeeded;
      }
      if (answer.ok) this.#release();
      else answer.failures = answer.reports.flatMap((/** @type {PassReport} */ { diagnostics }) => diagnostics);
      // The last good result keeps its programs.
      if (answer.ok) {
        this.#steps = steps;
        this.#made = { passes, ambientGrad, reports: answer.reports };
      } else this.#close(steps);
    } catch (error) {
      answer.ok = false;
      answer.failures = diagnosticsOf(error);
      if (!answer.failures.some((item) => item.code === 'trap')) this.#close(steps);
    }
  }

  /** @param {number[]} steps */
  #close(steps) {
    for (const handle of new Set(steps)) this.#session.close(handle);
  }

  /**
   * @param {number[]} steps programs so far; those that follow are put behind them
   * @param {EvaluateRequest['passes']} passes @param {boolean} ambientGrad @param {EvaluateAnswer} answer
   * @returns {boolean} whether all succeeded
   */
  #builtIn(steps, passes, ambientGrad, answer) {
    let last = /** @type {number} */ (steps.at(-1));
    const run = this.#session.run(last, passes, { ambientGrad, snapshots: true });
    answer.reports.push(...run.reports);
    answer.nodes = run.nodes;
    answer.graphs = run.graphs;
    steps.push(...run.reports.map((/** @type {PassReport} */ report) => (last = report.snapshot ?? last)));
    if (run.handle && run.handle !== last) this.#session.close(run.handle);
    return run.succeeded;
  }

  /**
   * A pass of one's own: what Python made of this program, if it is known; else the answer says what is wanted.
   * @param {number[]} steps @param {EvaluateRequest['passes'][number]} pass
   * @param {{ ambientGrad: boolean, python: import('./python/own.js').Made[] }} given @param {EvaluateAnswer} answer
   */
  #own(steps, pass, { ambientGrad, python }, answer) {
    const last = /** @type {number} */ (steps.at(-1));
    const program = this.#session.print(last, { format: 'json' });
    const before = nodeCount(program);
    const report = emptyReport(titleOf(pass), before);
    if (answer.reports.length === 0) [answer.nodes, answer.graphs] = [before, JSON.parse(program).modules.length];
    if (pass.enabled === false) {
      steps.push(last);
      answer.reports.push({ ...report, ran: false });
      return true;
    }
    const wanted = { step: steps.length - 1, program, source: sourceOf(pass), pass: passOf(pass), ambientGrad };
    const made = python.find((one) => sameWanted(one, wanted));
    if (made === undefined) {
      answer.wanted = wanted;
      return false;
    }
    report.microseconds = made.microseconds;
    answer.reports.push(report);
    if (made.answer.diagnostic !== undefined) {
      report.diagnostics = [diagnosticOf(made.answer.diagnostic)];
      return false;
    }
    const { handle, nodes, graphs } = this.#session.open(made.answer.program);
    steps.push(handle);
    const shown = (/** @type {number} */ one) => this.#session.print(one, { format: 'verbose' });
    report.changed = made.answer.modified === true || shown(last) !== shown(handle);
    report.nodesAfter = answer.nodes = nodes;
    answer.graphs = graphs;
    return true;
  }

  #release() {
    this.#film?.dispose();
    this.#film = null;
    this.#close(this.#steps);
    this.#steps = [];
  }

  /** @param {ShowRequest} request @returns {ShowAnswer} */
  show({ step, against, format, annotations }) {
    try {
      const text = this.#print(step, format, annotations);
      if (against === undefined) return { text, before: null, changes: [], places: 0, diagnostics: [] };
      const before = this.#print(against, format, annotations);
      return { text, before, ...diff(before, text, this.#read(before, { step, against, format })), diagnostics: [] };
    } catch (error) {
      return {
        text: '',
        before: null,
        changes: [],
        places: 0,
        diagnostics: diagnosticsOf(error),
      };
    }
  }

  /**
   * The text of a step with the names of another: a mere renaming is no change.
   * @param {string} text
   * @param {{ step: number, against: number, format: string }} how
   */
  #read(text, { step, against, format }) {
    const [before, after] = [this.#handle(against), this.#handle(step)];
    if (!this.#full || !NAMED.has(format) || before === undefined || after === undefined) return text;
    return renamed(text, this.#session.compare(before, after));
  }

  /** @param {number} step @param {string} format @param {Annotations} annotations */
  #print(step, format, annotations) {
    const handle = this.#handle(step);
    if (handle === undefined) return '';
    return this.#session.print(handle, {
      format: /** @type {Format} */ (format),
      ...ANNOTATIONS[annotations],
    });
  }

  /**
   * A step beside what another PyTorch would give.
   * @param {import('./protocol.js').OtherVersionRequest} request @returns {ShowAnswer}
   */
  otherVersion(request) {
    const { text } = this.show(request);
    const other = new Workbench(this.#session, true);
    const { ok, diagnostics, failures } = other.evaluate({ ...request, show: null, pictures: null });
    const [failed] = [...diagnostics, ...failures];
    if (!ok) throw new Error(failed?.message ?? 'a pass in Python runs with one PyTorch alone');
    const before = other.show(request).text;
    other.#release();
    return { text, before, ...diff(before, text), diagnostics: [] };
  }

  /** The program after a step; the last one if there are fewer. @param {number} step @returns {number | undefined} */
  #handle(step) {
    return this.#steps[Math.min(step, this.#steps.length - 1)];
  }

  /** @template T @param {() => T} action @returns {Answer<T>} */
  #answered(action) {
    try {
      return { value: action(), diagnostics: [] };
    } catch (error) {
      return { value: null, diagnostics: diagnosticsOf(error) };
    }
  }

  /**
   * Lays a step out for a screen. What the pane showed before stays in its place; a new pane begins as the one named in
   * `beside`.
   * @param {PictureRequest} request
   */
  picture({ step, against, pane, beside = pane, groupBy = 'none', collapsed = [] }) {
    return this.#answered(() => {
      const other =
        against === undefined || against === step ? {} : { against: this.#handle(against), earlier: step < against };
      const anchor = this.#pictures.get(pane) ?? this.#pictures.get(beside);
      const picture = this.#session.picture(/** @type {number} */ (this.#handle(step)), {
        ...other,
        groupBy,
        collapsed,
        ...(anchor ? { anchor } : {}),
      });
      this.#pictures.set(pane, picture);
      return picture;
    });
  }

  /** Arguments, users, metadata of a node. @param {{ step: number, path: string, name: string }} request */
  node({ step, path, name }) {
    return this.#answered(() => {
      const details = nodeDetails(this.#session.call('node', { handle: this.#handle(step), path, name }).value, path);
      // Of a captured node: where the source that stands beside it made it.
      if (this.#source !== null) details.line ??= lineOfTrace(details.stackTrace);
      return details;
    });
  }

  /** Which lineage was read from which line of the source, in pairs. @param {{ step: number }} request */
  lines({ step }) {
    return this.#answered(() => {
      const handle = this.#handle(step);
      if (this.#source !== null && handle === this.#steps[0]) return this.#linePairs();
      return /** @type {number[]} */ (this.#session.call('lines', { handle }).value);
    });
  }

  /**
   * Graph and name in a step of the nodes with some lineages; null for those that it does not have.
   * @param {{ step: number, lineages: number[] }} request
   */
  find({ step, lineages }) {
    return this.#answered(
      () =>
        /** @type {({ path: string, name: string } | null)[]} */ (
          this.#session.call('find', { handle: this.#handle(step), lineages }).value
        ),
    );
  }

  /**
   * Runs two steps on the same values.
   * @param {{ before: number, after: number, seed?: number, ambientGrad?: boolean }} request
   */
  check({ before, after, ...settings }) {
    const handles = [this.#handle(before), this.#handle(after)];
    return this.#answered(() =>
      this.#session.check(/** @type {number} */ (handles[0]), /** @type {number} */ (handles[1]), settings),
    );
  }

  /**
   * Any command of the core, on the program after a step.
   * @param {{ command: string, step?: number, args?: object, payload?: string }} request
   */
  command({ command, step, args = {}, payload = '' }) {
    const handle = step === undefined ? {} : { handle: this.#handle(step) };
    return this.#answered(() => this.#session.call(command, { ...args, ...handle }, payload));
  }

  /**
   * What a program is run with: the inputs of a step; `declared` are those that the source gives values.
   * @param {{ step: number }} request
   */
  inputs({ step }) {
    return this.#answered(() => {
      const { names } = this.#kept();
      const wanted = /** @type {Wanted[]} */ (this.#session.call('inputs', { handle: this.#handle(step) }).value);
      return wanted.map((one) =>
        one.target !== undefined && names.has(one.target) ? { ...one, declared: true } : one,
      );
    });
  }

  /**
   * A run with gradients, or a check of them: `gradients` or `gradcheck` of the core. Where `values` asks for what is
   * declared, it is given.
   * @param {{ command: 'gradients' | 'gradcheck', step: number, args: object, payload: { values: Record<string, any> }
   *   }} request
   */
  differentiate({ command, step, args, payload }) {
    return this.#answered(() => {
      const declares = Object.values(payload.values).some((value) => value.declared);
      const { handle: valuesOf } = declares ? this.#kept() : { handle: null };
      return this.#session.call(
        command,
        { ...args, handle: this.#handle(step), ...(valuesOf === null ? {} : { valuesOf }) },
        JSON.stringify(payload),
      ).value;
    });
  }

  /**
   * Values of parameters and buffers, as the source's __init__ makes them: they stay in the session, millions of them
   * are no text.
   * @returns {Kept}
   */
  #kept() {
    if (this.#source === null) return { handle: null, names: new Set() };
    const { text, trace } = this.#source;
    if (this.#source.kept === undefined) {
      const { handle, kept = [] } = readProgram(this.#session, text, {
        capture: 'always',
        trace: { ...trace, keepState: true },
      });
      this.#source.kept = { handle, names: new Set(kept) };
    }
    return this.#source.kept;
  }

  /** Where the nodes that were captured stand in the source. */
  #sourceLines() {
    if (this.#source === null) return new Map();
    return (this.#source.lines ??= linesOfCaptured(this.#session, this.#steps[0]));
  }

  #linePairs() {
    return Array.from(this.#sourceLines(), ([lineage, { line }]) => [lineage, line]).flat();
  }

  /** The values of the source are not wanted any more. */
  #forget() {
    const handle = this.#source?.kept?.handle ?? null;
    if (handle !== null) this.#session.close(handle);
    this.#source = null;
  }

  /**
   * One edit of a person on a text; the answer has the new one.
   * @param {{ text: string, path: string, change: import('../../../wasm/js/index.js').Change }} request
   */
  change({ text, path, change }) {
    return this.#answered(() => {
      const { handle, ...answer } = this.#session.change(text, change, { path });
      this.#session.close(handle);
      return answer;
    });
  }

  /**
   * The first pass of a pipeline after which a text computes something else; null if there is none. The programs of the
   * last evaluation stay.
   * @param {{ text: string, passes: EvaluateRequest['passes'], ambientGrad: boolean }} request
   */
  judge({ text, passes, ambientGrad }) {
    return this.#answered(() => {
      const { handle, diagnostics } = readProgram(this.#session, text, { capture: 'auto', trace: { ambientGrad } });
      if (handle === null) throw new SeesawError(diagnostics);
      const { reports } = this.#session.run(handle, passes, { ambientGrad, snapshots: true });
      const steps = [handle, ...reports.map((/** @type {PassReport} */ { snapshot }) => snapshot ?? 0)];
      let found = null;
      for (let at = 1; at < steps.length && found === null; at++) {
        if (steps[at] === 0 || steps[at] === steps[at - 1]) continue;
        const answer = this.#session.check(steps[at - 1] || handle, steps[at], { ambientGrad });
        if (answer.verdict !== 'equal') found = { pass: reports[at - 1].pass, answer };
      }
      for (const one of new Set(steps)) if (one !== 0) this.#session.close(one);
      return found;
    });
  }

  /** The film of the last evaluation: all its shots, the input first. */
  async film() {
    const { Film } = await import('./film/film.js');
    return this.#answered(() => {
      this.#film ??= new Film(
        this.#session,
        this.#steps,
        this.#made.reports,
        (step) => this.#cut(step),
        (before, after) => this.#compared(before, after),
      );
      return this.#film.plan;
    });
  }

  /** What a pass that judges regions had cut before it judged them. @param {number} step */
  #cut(step) {
    const { passes, ambientGrad, reports } = this.#made;
    const pass = passes[step - 1];
    if (pass === undefined || isPython(pass) || !reports[step - 1].why.some(({ region }) => region !== '')) return null;
    const { name, options } = pass;
    const before = this.#steps[step - 1];
    const run = this.#session.run(before, [{ name, options }], { ambientGrad, splits: true });
    const [first, ...others] = run.reports[0]?.splits ?? [];
    for (const handle of new Set([...others, run.handle])) if (handle && handle !== before) this.#session.close(handle);
    return first ?? null;
  }

  /** @param {number} before @param {number} after */
  #compared(before, after) {
    const { passes, ambientGrad, reports } = this.#made;
    // Values that a pass was given are not those that are sampled.
    const given = passes.some(({ options }) => options?.state !== undefined && options.state !== '');
    const large = reports.some(({ nodesBefore }) => nodesBefore > SMALL);
    return given || large ? null : this.#session.check(before, after, { ambientGrad });
  }

  /** A shot: its picture, its text's difference; null where there is none any more. @param {{ at: number }} request */
  shot({ at }) {
    return this.#answered(() => this.#film?.shot(at) ?? null);
  }

  /** Whether a shot computes what the input does. @param {{ at: number, ambientGrad: boolean }} request */
  shotCheck({ at, ambientGrad }) {
    return this.#answered(() => {
      const handle = this.#film?.handle(at) ?? null;
      if (handle === null) return null;
      const checked = this.#session.check(this.#steps[0], handle, { ambientGrad });
      this.#film?.release(handle);
      return checked;
    });
  }

  /**
   * Which of these passes would change the last program, each alone, and by how many nodes, in pairs; and how many of
   * them were tried: at least one, and no more once the time is over.
   * @param {{ passes: string[], ambientGrad: boolean }} request
   */
  fires({ passes, ambientGrad }) {
    const end = performance.now() + TRIES;
    return this.#answered(() => {
      /** @type {[string, number][]} */
      const found = [];
      const handle = /** @type {number} */ (this.#steps.at(-1));
      let tried = 0;
      while (tried < passes.length && (tried === 0 || performance.now() < end)) {
        const name = passes[tried++];
        const [report] = this.#tried(handle, name, ambientGrad);
        if (report?.changed) found.push([name, report.nodesAfter - report.nodesBefore]);
      }
      return { found, tried };
    });
  }

  /** @param {number} handle @param {string} name @param {boolean} ambientGrad @returns {PassReport[]} */
  #tried(handle, name, ambientGrad) {
    try {
      const run = this.#session.run(handle, [{ name }], { ambientGrad });
      if (run.handle && run.handle !== handle) this.#session.close(run.handle);
      return run.succeeded ? run.reports : [];
    } catch (error) {
      // What it does not apply to it refuses.
      if (error instanceof SeesawError) return [];
      throw error;
    }
  }

  /**
   * Two graphs of a log: how their texts differ, and in words whether they are the same by structure.
   * @param {{ before: string, after: string }} request
   */
  async pair({ before, after }) {
    const { align } = await import('../../../wasm/js/diff/align.js');
    return this.#answered(() => {
      const handles = [before, after].map((text) => this.#session.open(text).handle);
      const [one, other] = handles;
      const named = renamed(before, this.#session.compare(one, other));
      const json = handles.map((handle) => JSON.parse(this.#session.print(handle, { format: 'json' })));
      for (const handle of handles) this.#session.close(handle);
      const { differences } = align(json[0], json[1]);
      const [first] = differences;
      const at = first === undefined ? '' : (first.before ?? first.after)?.name;
      const said =
        first === undefined ? 'the same but for names and order' : `first difference at ${at}: ${first.what}`;
      const shown = { text: after, before, ...diff(before, after, named), diagnostics: [] };
      return { said, shown };
    });
  }

  /** A program that is JSON as PyTorch prints it. @param {{ text: string }} request */
  printed({ text }) {
    return this.#answered(() => {
      const { handle } = this.#session.open(text);
      const printed = this.#session.print(handle, { format: /"signature"/.test(text) ? 'program' : 'readable' });
      this.#session.close(handle);
      return printed;
    });
  }

  /**
   * The text that PyTorch prints of a saved model.
   * @param {{ file: Blob }} request
   * @returns {Promise<Answer<string>>}
   */
  async model({ file }) {
    const { textOfModel } = await import('./saved_model.js');
    try {
      return { value: await textOfModel(file), diagnostics: [] };
    } catch (error) {
      return { value: null, diagnostics: diagnosticsOf(error) };
    }
  }

  /** Runs a scenario of autograd; its module is loaded when first asked for. @param {{ program: object[] }} scenario */
  async scenario(scenario) {
    const { scenarioReport } = await import('../../../wasm/js/scenario/report.js');
    return scenarioReport(scenario, { look: true });
  }
}
