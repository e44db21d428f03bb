/**
 * What a payload is, by its lines as they pass: whether it is a graph, how many nodes it has, whether it is
 * whole.
 *
 * What: a `Sniffer` is given each line; `found` says what it saw.
 * Why: a log of a gigabyte is read once. Its graphs are counted on the way, and read only when somebody opens them.
 */

/** Lines within which a graph shows itself. */
const EARLY = 60;
/** Of a longer line only the beginning is looked at, but for names of parameters, of which there may be thousands. */
const MOST_LINE = 1 << 13;
// On lines of other programs these are tried, too: none has two repeats of the same characters behind each other.
const CLASS = /^\s*(?:\S.* )?class [\w<>.]+\([^()]*\bModule\):/;
const FORWARD = /^\s*def forward\(/;
/** Another name of a value is no node. */
const ALIAS = /^\s*\w+(?:\s*:\s*(?:"[^"]*"|[\w.]+))?\s*=\s*[A-Za-z_]\w*\s*(?:;.*)?$/;
const MOST_SIGNATURE = 1 << 20;
const PRINTED = /^\s*graph\([^)]*\):/;
const STATEMENT = /^\s*[A-Za-z_]\w*(?:\s*:\s*(?:"[^"]*"|'[^']*'|[\w.]+))?\s*=[^=]/;
const PRINTED_NODE = /^\s*%\w+\s*(?::.*)?=/;

/** Names between brackets or before a sign, outside of quotes and of inner brackets. @param {string} text */
function counted(text) {
  let [depth, count, name] = [0, 0, false];
  let quote = '';
  for (const c of text) {
    if (quote !== '') {
      if (c === quote) quote = '';
    } else if (c === '"' || c === "'") quote = c;
    else if ('([{'.includes(c)) depth += 1;
    else if (')]}'.includes(c)) {
      if (depth === 0) break;
      depth -= 1;
    } else if (depth === 0 && c === ',') {
      if (name) count += 1;
      name = false;
    } else if (c.trim() !== '') name = true;
  }
  return count + (name ? 1 : 0);
}

export class Sniffer {
  #lines = 0;
  #body = false;
  #open = false;
  #parameters = 0;
  #class = false;
  /** Lines of the head of a function that has not ended. @type {string[] | null} */
  #signature = null;
  #signatureLength = 0;
  /** The type of the result has begun in it. */
  #arrow = false;
  #known;
  /** Whether a graph was seen. */
  graph = false;
  /** Nodes in all graphs of the payload. */
  nodes = 0;
  /** A graph that is not whole has no return. */
  whole = false;
  /** It takes gradients: it is a joint graph, or of the backward half. */
  tangents = false;

  /** @param {boolean} [known] it is a graph, wherever it begins */
  constructor(known = false) {
    this.#known = known;
  }

  /** @param {string} line without decoration */
  line(line) {
    this.#lines += 1;
    if (!this.graph && this.#lines > EARLY && !this.#class && !this.#known) return;
    if (this.#printed(line)) return;
    if (this.#signature !== null || FORWARD.test(line)) return this.#function(line);
    const short = line.slice(0, MOST_LINE);
    if (!this.graph && short.includes('class ') && CLASS.test(short)) this.#class = true;
    if (this.#body) this.#statement(line);
  }

  /** A line of str(graph). @param {string} line */
  #printed(line) {
    if (PRINTED.test(line)) [this.graph, this.#open, this.#body, this.whole] = [true, true, false, false];
    else if (!this.#open) return false;
    else if (PRINTED_NODE.test(line.slice(0, MOST_LINE))) this.nodes += 1;
    else if (/^\s*return\b/.test(line)) [this.nodes, this.#open, this.whole] = [this.nodes + 1, false, true];
    return this.#open || PRINTED.test(line);
  }

  /** The head of a function, which may take several lines. @param {string} line */
  #function(line) {
    const remark = line.search(/\s#/);
    const code = remark < 0 ? line : line.slice(0, remark);
    if (this.#signature === null) [this.#signature, this.#signatureLength, this.#arrow] = [[], 0, false];
    const more = this.#signature.length === 0 ? code.slice(code.indexOf('(') + 1) : code;
    this.#signature.push(more);
    this.#signatureLength += more.length + 1;
    // A signature without an end is none; what is kept is bounded.
    if (!this.#ends(more) && this.#signatureLength < MOST_SIGNATURE) return;
    const parameters = this.#signature.join(' ');
    this.#signature = null;
    [this.graph, this.#body, this.whole] = [true, true, false];
    this.#parameters = Math.max(0, counted(parameters) - (/^\s*self\b/.test(parameters) ? 1 : 0));
    this.nodes += this.#parameters;
    if (/\btangents(_\d+)?\b/.test(parameters)) this.tangents = true;
  }

  /** Whether the head of a function is over: `):`, or `) -> (...):`. @param {string} line its newest */
  #ends(line) {
    this.#arrow ||= /\)\s*->/.test(line);
    const text = line.trimEnd();
    return text.endsWith(':') && (this.#arrow || text.slice(0, -1).trimEnd().endsWith(')'));
  }

  /** @param {string} line */
  #statement(line) {
    if (/^\s*return\b/.test(line)) {
      this.nodes += 1;
      [this.#body, this.whole] = [false, true];
    } else if (line.includes('fx_pytree.tree_flatten_spec(')) {
      // The names in front are the placeholders; parameters were trees of them.
      this.nodes += counted(line.slice(0, line.indexOf('='))) - this.#parameters;
    } else {
      const short = line.slice(0, MOST_LINE);
      if (STATEMENT.test(short) && !ALIAS.test(short)) this.nodes += 1;
    }
  }
}
