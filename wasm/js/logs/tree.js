/**
 * What logs tell, put in order: compilations, their attempts, reasons and times, and the graphs of each with what came
 * before it.
 *
 * What: a `Tree` hears of each log from a `LogPart`, and gives rows of compilations and graphs that JSON can hold.
 * Why: the names of graphs (`0/0/joint`) must be the same in the tree, on the command line and in the page.
 */

/** @typedef {import('./stages.js').Stage} Stage */
/** @typedef {{ id: string | null, rank: number | null, attempt: number }} Where */
/**
 * Where the text of a graph is; `wrap` and `kind` say how its lines are decorated.
 * @typedef {{ log: number, kind: 'trace' | 'text' | 'loose' | 'file', segments: number[],
 *   wrap: import('./prefix.js').Wrap }} Place
 */
/**
 * @typedef {{ index: number, pick: string, stage: string, name: string, attempt: number, nodes: number, whole: boolean,
 *   bytes: number, line: number, time: string | null, before: number | null, place: Place, order: number,
 *   side: 'forward' | 'backward' | null }} GraphRow `before`: the index of the graph of the stage before, or null
 * @typedef {'restarts' | 'recompiled' | 'breaks' | 'caches'} Reasons
 * @typedef {{ index: number, log: number, rank: number | null, id: string, run: number, scope: string,
 *   frame: { name: string, file: string, line: number } | null, time: string | null, line: number,
 *   seconds: Record<string, number>, attempts: number, restarts: string[], recompiled: string[], breaks: string[],
 *   failure: string | null, guards: number | null, caches: string[], omitted: Partial<Record<Reasons, number>>,
 *   mappings: Place | null, graphs: GraphRow[], started: boolean }} CompileRow `omitted`: how many reasons of a kind
 *   were told that are not in its list
 * @typedef {{ name: string, kind: 'trace' | 'text' | 'files' | 'none', bytes: number, lines: number, records: number,
 *   graphs: number, rank: number | null }} LogRow
 * @typedef {{ stage: Stage, name: string, kind: Place['kind'], nodes: number, whole: boolean, backward: boolean,
 *   line: number, lines: number, segments: number[], wrap: Place['wrap'], time: string | null }} FoundGraph
 */
/** @typedef {import('../index.js').Diagnostic} Diagnostic */

/** How many of each a log may have; what is over it is counted. */
export const MOST = { graphs: 200_000, warnings: 100, reasons: 50, logs: 10_000 };
const MOST_REASON = 2000;
/** Up to here stages are of the whole step. */
const JOINT = 9;

/** Seconds of a record of metrics: names of PyTorch, and what they are called here. */
const SECONDS = [
  ['entire_frame_compile_time_s', 'total', 1],
  ['backend_compile_time_s', 'backend', 1],
  ['inductor_compile_time_s', 'inductor', 1],
  ['code_gen_time_s', 'code', 1],
];

const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

/**
 * A text of its own: a part of a line holds the whole piece of the file that it was cut from.
 * @template {string | null} T @param {T} text @returns {T}
 */
const own = (text) => /** @type {T} */ (text === null ? null : decoder.decode(encoder.encode(text)));

/** @param {string} text */
const trimmed = (text) => own((text.length > MOST_REASON ? `${text.slice(0, MOST_REASON)}…` : text).trim());

/** What is known of one log. */
export class LogPart {
  #tree;
  #row;
  /** Lines with a head of PyTorch's. */
  heads = 0;
  warnings = 0;

  /** @param {Tree} tree @param {LogRow} row @param {number} index */
  constructor(tree, row, index) {
    this.#tree = tree;
    this.#row = row;
    this.index = index;
  }

  get records() {
    return this.#row.records;
  }
  set records(count) {
    this.#row.records = count;
  }
  get graphs() {
    return this.#row.graphs;
  }
  get kind() {
    return this.#row.kind;
  }
  set kind(kind) {
    this.#row.kind = kind;
  }
  get lines() {
    return this.#row.lines;
  }
  set lines(count) {
    this.#row.lines = count;
  }

  /** @param {string} message @param {number} line @param {string} [remedy] @param {number} [_width] */
  warn(message, line, remedy, _width) {
    this.#tree.warn(this.#row.name, message, line, remedy);
  }

  /** @param {Where} where */
  #compile(where) {
    return this.#tree.compile(this.index, { ...where, rank: where.rank ?? this.#row.rank });
  }

  /**
   * A compilation begins.
   * @param {Where} where
   * @param {string} time
   * @param {CompileRow['frame']} frame
   * @param {number} line
   */
  started(where, time, frame, line) {
    let row = this.#compile(where);
    // The same id again, from its first attempt: everything was forgotten in between.
    if (row.started && where.attempt === 0) row = this.#tree.again(row);
    row.started = true;
    row.time ??= own(time);
    row.frame ??= frame;
    row.line ||= line;
    row.attempts = Math.max(row.attempts, where.attempt + 1);
  }

  /** @param {Where} where @param {FoundGraph} found */
  graph(where, found) {
    let row = this.#compile(where);
    // Where nothing says that a compilation begins, its first graphs do: they come once in an attempt, and attempts
    // count upwards.
    const first = !row.started && found.stage.order >= 1 && found.stage.order <= 2;
    const seen = first && row.graphs.some((one) => one.stage === found.stage.name && one.attempt === where.attempt);
    if (seen || (first && where.attempt < row.attempts - 1)) row = this.#tree.again(row);
    row.time ??= own(found.time);
    row.line ||= found.line;
    row.attempts = Math.max(row.attempts, where.attempt + 1);
    // The heading says how many the list has.
    if (this.#tree.add(row, where.attempt, this.index, found)) this.#row.graphs += 1;
  }

  /** @param {Where} where @param {any} metrics @param {boolean} backward */
  metrics(where, metrics, backward) {
    const row = this.#compile(where);
    for (const [key, name, factor] of /** @type {[string, string, number][]} */ (SECONDS)) {
      const value = metrics[key];
      if (typeof value === 'number') row.seconds[backward ? `backward ${name}` : name] = value * factor;
    }
    if (typeof metrics.duration_us === 'number')
      row.seconds[backward ? 'backward' : 'total'] ??= metrics.duration_us / 1e6;
    if (backward) return;
    if (typeof metrics.guard_count === 'number') row.guards = metrics.guard_count;
    for (const reason of Array.isArray(metrics.restart_reasons) ? metrics.restart_reasons : [])
      this.#keep(row, 'restarts', String(reason));
    if (metrics.fail_type) row.failure = trimmed(`${metrics.fail_type}: ${metrics.fail_reason ?? ''}`);
    if (row.frame === null && metrics.co_name)
      row.frame = {
        name: String(metrics.co_name),
        file: String(metrics.co_filename ?? ''),
        line: Number(metrics.co_firstlineno ?? 0),
      };
  }

  /** @param {CompileRow} row @param {import('./tree.js').Reasons} kind @param {string} text */
  #keep(row, kind, text) {
    const [kept, list] = [trimmed(text), row[kind]];
    if (kept === '' || list.includes(kept)) return;
    if (list.length < MOST.reasons) list.push(kept);
    else row.omitted[kind] = (row.omitted[kind] ?? 0) + 1;
  }

  /** @param {Where} where @param {string} name */
  cache(where, name) {
    this.#keep(this.#compile(where), 'caches', name.replaceAll('_', ' '));
  }

  /** Why it was compiled again: JSON of a trace, or lines of a log. @param {Where} where @param {string} text */
  recompiled(where, text) {
    const row = this.#compile(where);
    let reasons = text.split('\n').flatMap((line) => /^\s*- (.*)$/.exec(line)?.[1] ?? []);
    try {
      const list = JSON.parse(text);
      reasons = (Array.isArray(list) ? list : [list]).map((one) =>
        typeof one === 'string' ? one : JSON.stringify(one),
      );
    } catch {
      // Lines of a log.
    }
    for (const reason of reasons) this.#keep(row, 'recompiled', reason);
  }

  /** Why a graph ended where it did. @param {Where} where @param {string} text */
  broken(where, text) {
    const reason = /^Reason: (.*)$/m.exec(text)?.[1];
    const place = /^Graph break (?:in user code at|from) (\S.*)$/m.exec(text)?.[1];
    const first = text.split('\n').find((line) => line.trim() !== '') ?? '';
    this.#keep(
      this.#compile(where),
      'breaks',
      reason === undefined ? first : `${place === undefined ? '' : `${place}: `}${reason}`,
    );
  }

  /** @param {Where} where @param {string} text a traceback */
  failed(where, text) {
    const row = this.#compile(where);
    const last = text.split('\n').filter((line) => /^\S/.test(line) && !/^Traceback/.test(line));
    row.failure ??= trimmed(
      last.find((line) => /^[\w.]+(Error|Exception|Failed|Unsupported)\b/.test(line)) ?? last.at(-1) ?? text,
    );
  }

  /** @param {Where} where @param {number[]} segments @param {Place['wrap']} wrap */
  mappings(where, segments, wrap) {
    this.#compile(where).mappings = { log: this.index, kind: 'trace', segments, wrap };
  }
}

export class Tree {
  /** @type {LogRow[]} */
  logs = [];
  /** @type {CompileRow[]} */
  compiles = [];
  /** @type {GraphRow[]} */
  graphs = [];
  /** @type {(Diagnostic & { file: string })[]} */
  diagnostics = [];
  /** Warnings that are not among the diagnostics. */
  suppressed = 0;
  /** The newest compilation of each id. @type {Map<string, CompileRow>} */
  #newest = new Map();
  /** The first graph that is over the limit, and how many there are. */
  #over = /** @type {{ file: string, line: number, count: number } | null} */ (null);

  /** @param {string} name @param {LogRow['kind']} kind @param {number} bytes @param {number | null} rank */
  log(name, kind, bytes, rank) {
    const row = { name, kind, bytes, lines: 0, records: 0, graphs: 0, rank };
    this.logs.push(row);
    return new LogPart(this, row, this.logs.length - 1);
  }

  /** @param {string} file @param {string} message @param {number} [line] @param {string} [remedy] */
  warn(file, message, line, remedy) {
    if (this.diagnostics.length >= MOST.warnings) {
      this.suppressed += 1;
      return;
    }
    this.diagnostics.push({
      file,
      severity: 'warning',
      code: 'log',
      message,
      ...(line === undefined ? {} : { line, column: 1 }),
      ...(remedy === undefined ? {} : { notes: [{ message: remedy }] }),
    });
  }

  /** The compilation that is spoken of. @param {number} log @param {Where} where @returns {CompileRow} */
  compile(log, { id, rank }) {
    const key = `${log} ${rank ?? ''} ${id ?? '-'}`;
    let row = this.#newest.get(key);
    if (row === undefined) {
      row = blank(log, rank, own(id ?? '-'), 1);
      this.compiles.push(row);
      this.#newest.set(own(key), row);
    }
    return row;
  }

  /** The same id once more. @param {CompileRow} old */
  again(old) {
    // Reasons come before the compilation begins.
    const row = blank(old.log, old.rank, old.id, old.run + 1);
    this.compiles.push(row);
    this.#newest.set(`${old.log} ${old.rank ?? ''} ${old.id}`, row);
    return row;
  }

  /**
   * False if there are too many.
   * @param {CompileRow} row @param {number} attempt @param {number} log @param {FoundGraph} found
   */
  add(row, attempt, log, found) {
    if (this.graphs.length >= MOST.graphs) {
      this.#over ??= { file: this.logs[log].name, line: found.line, count: 0 };
      this.#over.count += 1;
      return false;
    }
    const { stage, name, kind, nodes, whole, line, segments, wrap, time } = found;
    const joint = stage.order <= JOINT;
    const side = joint ? null : (stage.side ?? (found.backward ? 'backward' : null));
    const backward = side === 'backward' && stage.side === undefined;
    let bytes = 0;
    for (let i = 0; i < segments.length; i += 2) bytes += segments[i + 1] - segments[i];
    /** @type {GraphRow} */
    const graph = {
      index: this.graphs.length,
      pick: '',
      stage: `${stage.name}${backward ? '-backward' : ''}`,
      name: own(name),
      attempt,
      nodes,
      whole,
      bytes,
      line,
      time: own(time),
      before: null,
      place: { log, kind, segments, wrap },
      order: stage.order,
      side,
    };
    this.graphs.push(graph);
    row.graphs.push(graph);
    return true;
  }

  /** Names and predecessors, when everything is known. */
  finish() {
    if (this.#over !== null) {
      const { file, line, count } = this.#over;
      const total = this.graphs.length + count;
      const message =
        `there are ${total} graphs, more than the ${MOST.graphs} of a list; ` + 'those from here on are left out';
      this.warn(file, message, line, 'give a part of the log');
    }
    const [logs, ranks] = [new Set(), new Set()];
    const used = this.compiles.filter((row) => row.graphs.length > 0);
    for (const row of used) {
      logs.add(row.log);
      ranks.add(row.rank);
    }
    // A rank says which log is meant where each log has one of its own.
    const byRank = !ranks.has(null) && (logs.size === 1 || ranks.size === logs.size);
    this.compiles.forEach((row, index) => {
      row.index = index;
      row.scope = ranks.size > 1 && byRank ? `rank${row.rank}/` : logs.size > 1 ? `${this.logs[row.log].name}/` : '';
      name(row);
      order(row);
    });
    this.compiles = this.compiles.filter(
      (row) => row.graphs.length > 0 || row.started || row.failure !== null || row.breaks.length > 0,
    );
    // Reasons alone make no compilation, but nothing that the log says is lost: rows keep their order.
    this.compiles.forEach((row, index) => (row.index = index));
  }
}

/** @param {number} log @param {number | null} rank @param {string} id @param {number} run @returns {CompileRow} */
function blank(log, rank, id, run) {
  return {
    index: 0,
    log,
    rank,
    id,
    run,
    scope: '',
    frame: null,
    time: null,
    line: 0,
    seconds: {},
    attempts: 0,
    restarts: [],
    recompiled: [],
    breaks: [],
    failure: null,
    guards: null,
    caches: [],
    omitted: {},
    mappings: null,
    graphs: [],
    started: false,
  };
}

/** `0/0~2_1/joint~3`: run, attempt and number are there where they are not the first. @param {CompileRow} row */
function name(row) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  for (const graph of row.graphs) {
    const attempt = graph.attempt === 0 ? '' : `_${graph.attempt}`;
    const pick = `${row.scope}${row.id}${attempt}${row.run === 1 ? '' : `~${row.run}`}/${graph.stage}`;
    const count = (seen.get(pick) ?? 0) + 1;
    seen.set(pick, count);
    graph.pick = count === 1 ? pick : `${pick}~${count}`;
  }
}

/** What each graph was made from: the last one of an earlier stage, on the same side. @param {CompileRow} row */
function order(row) {
  /** The last graph of each side, by its stage. @type {Map<string, GraphRow[]>} */
  const chains = new Map();
  const trained = new Set(row.graphs.filter((one) => one.stage === 'forward').map((one) => one.attempt));
  for (const graph of row.graphs) {
    // Behind the joint graph what is not of the backward half is of the forward one.
    if (graph.side === null && graph.order > JOINT && trained.has(graph.attempt)) graph.side = 'forward';
    if (graph.stage === 'runnable') continue;
    const of = (/** @type {string} */ side) => chains.get(`${graph.attempt} ${side}`) ?? [];
    const candidates = [...of('null'), ...(graph.side === null ? [] : of(graph.side))].filter(
      (one) => one.order < graph.order,
    );
    let best = /** @type {GraphRow | null} */ (null);
    for (const one of candidates)
      if (best === null || one.order > best.order || (one.order === best.order && one.index > best.index)) best = one;
    graph.before = best?.index ?? null;
    const key = `${graph.attempt} ${graph.side}`;
    const chain = (chains.get(key) ?? []).filter((one) => one.order !== graph.order);
    chains.set(key, [...chain, graph]);
  }
}
