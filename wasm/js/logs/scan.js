/**
 * One log, read once from its beginning to its end: what is said of compilations, and where the graphs are.
 *
 * What: `scanLog` reads structured traces (TORCH_TRACE), texts of TORCH_LOGS and both mixed with other output, and
 * reports each graph, reason and time to a `Tree`.
 * Why: nothing of a payload is kept but its place; a graph is read when it is opened.
 *
 *   await scanLog(source, tree.log('rank_0.log'), { signal, progress });
 */
import { eachLine } from './lines.js';
import { bodyOf, headOf, titleOf, withoutColours, withoutWrap } from './prefix.js';
import { Sniffer } from './sniff.js';
import { isStage, stageOf, stageOfTitle } from './stages.js';

/** @typedef {import('./tree.js').LogPart} LogPart */
/** @typedef {import('./prefix.js').Head} Head */

/** What the tree wants to know of artefacts whose text is short. */
const TOLD = new Set(['recompile_reasons', 'dynamo_graph_break_reason', 'dynamo_error']);
const CACHES = /^(fx_graph|aotautograd|aot_autograd)_cache_(hit|miss|bypass)$/;
const MAPPINGS = 'inductor_provenance_tracking_node_mappings';
/** Characters of such a text that are kept. */
const MOST_TOLD = 1 << 16;
const MOST_STRINGS = 100_000;
/** Messages of other processes that may be open at the same time. */
const MOST_OPEN = 256;
/** Sources and code that was made: there is a forward in them, and no stage. */
const SOURCES = new Set(['dump_file', 'inductor_output_code']);
/** Records of which the tree needs nothing; there are many. */
const SKIPPED = new RegExp(
  String.raw`^\{"(chromium_event|describe_\w+|create_symbol|create_unbacked_symbol|expression_created|` +
    String.raw`artifact": \{"name": "triton_kernel_info)"`,
);
const TRACED = /^ ?TRACED GRAPH\b/;

/**
 * A message that is being read: of a trace the lines with a tab, of a text the lines with the same head. `segments` are
 * places in the file, two each.
 * @typedef {{ kind: 'trace' | 'text' | 'loose', head: Head | null, wrap: import('./prefix.js').Wrap, record: any, name:
 *   string, id: string | null, attempt: number, line: number, segments: number[], sniffer: Sniffer | null, told: string
 *   | null, lines: number, title: string | null }} Message
 */

/** The compile id of a record, as PyTorch prints it. @param {any} record */
function idOf(record) {
  const frame = record.frame_id;
  if (typeof frame !== 'number' && typeof record.compiled_autograd_id !== 'number') return null;
  const own = typeof frame === 'number' ? `${frame}/${record.frame_compile_id ?? 0}` : '-';
  return typeof record.compiled_autograd_id === 'number' ? `!${record.compiled_autograd_id}/${own}` : own;
}

class Scanner {
  #part;
  #number = 0;
  /** @type {Map<string, Message>} */
  #open = new Map();
  /** @type {Message | null} */
  #trace = null;
  /** @type {Message | null} */
  #loose = null;
  /** @type {Map<number, string>} */
  #strings = new Map();

  /** @param {LogPart} part */
  constructor(part) {
    this.#part = part;
  }

  get lines() {
    return this.#number;
  }

  /** @type {import('./lines.js').Visit} */
  line = (text, from, to, offset, end) => {
    this.#number += 1;
    const trace = this.#trace;
    // The payload of a record goes on.
    if (trace !== null) {
      const at = withoutWrap(text, from, to, trace.wrap);
      if (at >= 0 && text.charCodeAt(at) === 9) return this.#payload(trace, text, at + 1, to, offset, end);
      // An empty line of a payload may have lost its tab.
      if (at === to) return this.#payload(trace, text, to, to, offset, end);
      this.#close(trace);
      this.#trace = null;
    }
    const head = headOf(text, from, to);
    if (head === null) return this.#other(text, from, to, offset, end);
    this.#closeLoose();
    this.#part.heads += 1;
    if (text.charCodeAt(head.at) === 123 && this.#record(text, head, to, end)) return;
    this.#message(text, head, to, offset, end);
  };

  /**
   * The record of a structured trace; false if it is the text of a log.
   * @param {string} text
   * @param {Head} head
   * @param {number} to
   * @param {number} end
   */
  #record(text, head, to, end) {
    const json = withoutColours(text.slice(head.at, to));
    // A text may be a dict of Python.
    if (!/^\{("|\}$)/.test(json)) return false;
    this.#part.records += 1;
    if (SKIPPED.test(json)) {
      this.#trace = this.#opened('trace', head, {}, '', null);
      return true;
    }
    let record;
    try {
      record = JSON.parse(decoded(json));
    } catch (error) {
      this.#trace = this.#opened('trace', head, {}, '', null);
      const cut = end - head.at > json.length + head.at ? 'the line is too long' : /** @type {Error} */ (error).message;
      this.#part.warn(`this record is no JSON (${cut}); it is left out`, this.#number, undefined, json.length);
      return true;
    }
    if (Array.isArray(record.str)) {
      if (this.#strings.size < MOST_STRINGS) this.#strings.set(record.str[1], record.str[0]);
      return true;
    }
    this.#start(head, record);
    return true;
  }

  /** @param {Head} head @param {any} record */
  #start(head, record) {
    const artifact = record.artifact ?? record.graph_dump;
    const kind = Object.keys(record)[0] ?? '';
    const name = typeof artifact?.name === 'string' ? artifact.name : kind;
    const id = idOf(record);
    const where = {
      id,
      rank: typeof record.rank === 'number' ? record.rank : head.wrap.rank,
      attempt: record.attempt ?? 0,
    };
    const stamp = `${head.date} ${head.time}`;
    if (record.dynamo_start) this.#part.started(where, stamp, this.#frame(record.dynamo_start.stack), this.#number);
    for (const key of ['compilation_metrics', 'bwd_compilation_metrics'])
      if (record[key]) this.#part.metrics(where, record[key], key !== 'compilation_metrics');
    if (CACHES.test(name)) this.#part.cache(where, name);
    const message = this.#opened('trace', head, record, name, id);
    message.attempt = where.attempt;
    if (record.has_payload !== undefined) {
      // What is a graph shows in its first lines, whatever its name; code that was made is none.
      const known = isStage(name);
      if (TOLD.has(name) || name === MAPPINGS) message.told = '';
      else if (known || artifact?.encoding === 'string' || record.graph_dump || (!artifact && !SOURCES.has(kind)))
        message.sniffer = new Sniffer(known);
    } else if (isStage(name)) this.#part.warn(`'${name}' has no payload`, this.#number);
    this.#trace = message;
  }

  /**
   * The innermost frame of a stack.
   * @param {any} stack
   * @returns {{ name: string, file: string, line: number } | null}
   */
  #frame(stack) {
    const last = Array.isArray(stack) ? stack.at(-1) : undefined;
    if (typeof last !== 'object' || last === null) return null;
    const file =
      typeof last.filename === 'number' ? (this.#strings.get(last.filename) ?? '') : String(last.filename ?? '');
    return { name: String(last.name ?? ''), file, line: Number(last.line ?? 0) };
  }

  /**
   * @param {Message['kind']} kind
   * @param {Head | null} head
   * @param {any} record
   * @param {string} name
   * @param {string | null} id
   * @returns {Message}
   */
  #opened(kind, head, record, name, id) {
    const wrap = head?.wrap ?? { kinds: '', length: 0, rank: null };
    return {
      kind,
      head,
      wrap,
      record,
      name,
      id,
      attempt: 0,
      line: this.#number,
      segments: [],
      sniffer: null,
      told: null,
      lines: 0,
      title: null,
    };
  }

  /**
   * A line of a message's text.
   * @param {Message} message
   * @param {string} text
   * @param {number} at
   * @param {number} to
   * @param {number} offset
   * @param {number} end
   */
  #payload(message, text, at, to, offset, end) {
    message.lines += 1;
    if (message.sniffer !== null || message.told !== null) {
      const { segments } = message;
      if (segments.length > 0 && offset - segments[segments.length - 1] <= 2) segments[segments.length - 1] = end;
      else segments.push(offset, end);
      if (message.lines === 1) message.line = this.#number;
      message.sniffer?.line(text.slice(at, to));
      if (message.told !== null && message.told.length < MOST_TOLD) message.told += `${text.slice(at, to)}\n`;
    }
  }

  /**
   * A line of TORCH_LOGS.
   * @param {string} text
   * @param {Head} head
   * @param {number} to
   * @param {number} offset
   * @param {number} end
   */
  #message(text, head, to, offset, end) {
    const { at, id, artefact } = bodyOf(text, head, to);
    const key = `${head.key} ${id ?? ''} ${artefact}`;
    const line = withoutColours(text.slice(at, to));
    let message = this.#open.get(key);
    if (message === undefined || TRACED.test(line) || /^ ?(Recompiling function|Graph break)/.test(line)) {
      this.#closeOthers(head, key);
      message = this.#opened('text', head, null, artefact, id);
      const attempt = /_(\d+)$/.exec(message.id ?? '');
      if (attempt !== null)
        [message.id, message.attempt] = [String(message.id).slice(0, attempt.index), Number(attempt[1])];
      if (/^(recompiles|graph_breaks)/.test(artefact)) message.told = '';
      else message.sniffer = new Sniffer();
      this.#open.set(key, message);
      if (this.#open.size > MOST_OPEN) this.#closeOldest();
    }
    this.#titled(message, line);
    this.#payload(message, line, 0, line.length, offset, end);
    // Before 2024 only the first line has a head.
    if (TRACED.test(line)) this.#loose = message;
  }

  /** @param {Message} message @param {string} line */
  #titled(message, line) {
    if (message.title === null && message.lines < 4) message.title = titleOf(line);
  }

  /** Messages of the same process are over when another begins. @param {Head} head @param {string} key */
  #closeOthers(head, key) {
    for (const [other, message] of this.#open) {
      if (other !== key && (message.head?.process !== head.process || message.wrap.rank !== head.wrap.rank)) continue;
      this.#close(message);
      this.#open.delete(other);
    }
  }

  #closeOldest() {
    for (const [key, message] of this.#open) {
      this.#close(message);
      this.#open.delete(key);
      return;
    }
  }

  /**
   * A line without a head: other output, or a message whose first line alone has one.
   * @param {string} text
   * @param {number} from
   * @param {number} to
   * @param {number} offset
   * @param {number} end
   */
  #other(text, from, to, offset, end) {
    const loose = this.#loose;
    const first = text.charCodeAt(from);
    if (loose !== null) {
      const at = withoutWrap(text, from, to, loose.wrap);
      const line = at < 0 ? '' : withoutColours(text.slice(at, to));
      const over =
        at < 0 ||
        !(line.trim() === '' || /^[ \t]|^class |^def |^\S+ class |^graph\(|^ExportedProgram/.test(line)) ||
        TRACED.test(line);
      if (!over) {
        this.#titled(loose, line);
        return this.#payload(loose, line, 0, line.length, offset, end);
      }
      this.#closeLoose();
    }
    // Headings without any head.
    if ((first === 84 || first === 32 || first === 61) && to - from < 200) {
      const line = text.slice(from, to);
      const title = titleOf(line);
      if (TRACED.test(line) || (title !== null && stageOfTitle(title).order < 20)) {
        this.#loose = this.#opened('loose', null, null, '', null);
        this.#loose.sniffer = new Sniffer();
        this.#titled(this.#loose, line);
        this.#payload(this.#loose, line, 0, line.length, offset, end);
      }
    }
  }

  #closeLoose() {
    if (this.#loose?.kind === 'loose') this.#close(this.#loose);
    this.#loose = null;
  }

  /** What a message was is known at its end. @param {Message} message */
  #close(message) {
    const { sniffer, head, id, attempt, name } = message;
    const where = {
      id,
      rank: typeof message.record?.rank === 'number' ? message.record.rank : message.wrap.rank,
      attempt,
    };
    if (message.told !== null) this.#tell(message, where);
    if (sniffer === null) return;
    const known = message.kind === 'trace' && isStage(name);
    if (!sniffer.graph) {
      if (known && name !== 'fx_graph_runnable') this.#part.warn(`'${name}' holds no graph`, message.line);
      if (!known || message.lines === 0) return;
    }
    if (sniffer.graph && !sniffer.whole)
      this.#part.warn(
        `this graph has no return (it has ${message.lines} lines)`,
        message.line,
        'the log was cut off here, or another program wrote between its lines',
      );
    const stage = message.kind === 'trace' ? stageOf(name) : stageOfTitle(message.title ?? name);
    this.#part.graph(where, {
      stage,
      name: message.kind === 'trace' ? name : (message.title ?? name),
      kind: message.kind,
      nodes: sniffer.nodes,
      whole: sniffer.whole,
      backward: sniffer.tangents,
      line: message.line,
      lines: message.lines,
      segments: message.segments,
      wrap: message.wrap,
      time: head === null ? null : `${head.date} ${head.time}`,
    });
  }

  /** @param {Message} message @param {import('./tree.js').Where} where */
  #tell(message, where) {
    const text = decoded(message.told ?? '');
    const artefact = message.name;
    if (artefact === MAPPINGS) this.#part.mappings(where, message.segments, message.wrap);
    else if (artefact.startsWith('recompile')) this.#part.recompiled(where, text);
    else if (artefact === 'dynamo_error') this.#part.failed(where, text);
    else this.#part.broken(where, text);
  }

  /** The file is over. */
  finish() {
    if (this.#trace !== null) this.#close(this.#trace);
    for (const message of this.#open.values()) this.#close(message);
    this.#closeLoose();
    this.#part.lines = this.#number;
  }
}

/** A text with a character a byte as the UTF-8 that it is. @param {string} text */
function decoded(text) {
  if (!/[\x80-\uffff]/.test(text)) return text;
  const bytes = Uint8Array.from(text, (c) => c.charCodeAt(0));
  return new TextDecoder().decode(bytes);
}

/**
 * @param {import('../archive/zip.js').Source} source
 * @param {LogPart} part
 * @param {import('./lines.js').Reading} [reading]
 */
export async function scanLog(source, part, reading) {
  const scanner = new Scanner(part);
  await eachLine(source, scanner.line, reading);
  scanner.finish();
}
