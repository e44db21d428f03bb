/**
 * Names of a graph's text: where each is defined and used, which graph a place belongs to, which nodes stand on which
 * lines.
 *
 * What: `namesOf(doc)` reads a text of CodeMirror once and remembers it; texts with mistakes are read as far as they
 * go. Code (`sin = ...`) and str(graph) (`%sin : ... = ...`) are both known; classes inside of classes are graphs with
 * a path, as the core names them.
 * Why: going to a definition, renaming, completion and edits of the node under the cursor all ask the same, between two
 * keystrokes.
 *
 *   const names = namesOf(state.doc);
 *   names.at(pos);                        // { name: 'sin', graph, from, to, defines: false }
 *   names.graphAt(pos).uses.get('sin');   // [{ from, to }, ...] in order; the definition first
 *   names.chosen(state);                  // { path: '', names: ['sin', 'cos'] }
 */

/** @typedef {{ from: number, to: number }} Span */
/**
 * @typedef {object} GraphNames
 * @property {string} path
 * @property {number} from
 * @property {number} to
 * @property {Map<string, Span>} definitions
 * @property {Map<string, Span[]>} uses the definition is one of them
 * @property {Statement[]} statements in order
 */
/**
 * @typedef {{ text: string, from: number, before: string, after: string, depth: number }} Word with the tokens around,
 *   and how many brackets are open
 */
/** @typedef {{ from: number, to: number, names: string[] }} Statement what it defines; a return is the node `output` */

const COMMENT_OR_LONG_TEXT = /#[^\n]*|"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)/;
const SHORT_TEXT = /"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?/;
const NAME_OR_SIGN = /%?[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*|\n|[=!<>]=|\S/;
const TOKEN = new RegExp([COMMENT_OR_LONG_TEXT, SHORT_TEXT, NAME_OR_SIGN].map(({ source }) => source).join('|'), 'g');
const WORD = /^%?[A-Za-z_\u0080-\uffff]/;
const KEYWORDS = new Set(
  (
    'and as assert class def del elif else except False finally for from global if import in is lambda None ' +
    'nonlocal not or pass raise return self True try while with yield'
  ).split(' '),
);

/** @param {string} path @param {number} from @returns {GraphNames} */
const emptyGraph = (path, from) => ({ path, from, to: from, definitions: new Map(), uses: new Map(), statements: [] });

class Scan {
  /** @type {GraphNames[]} */
  graphs = [];
  /** Open classes, outermost first. @type {{ name: string, indent: number }[]} */
  #classes = [];
  /** @type {GraphNames | null} */
  #graph = null;
  #depth = 0;
  #indent = 0;
  /** Of the present statement. @type {Word[]} */
  #words = [];
  /** The last one, whose next token is not known yet. @type {Word | null} */
  #word = null;
  #start = -1;
  #end = 0;
  #equals = -1;

  /** @param {string} text */
  constructor(text) {
    let before = '\n';
    let lineStart = 0;
    for (const { 0: token, index } of text.matchAll(TOKEN)) {
      if (token === '\n') {
        if (this.#depth === 0) {
          this.#finish();
          before = token;
        }
        lineStart = index + 1;
      } else if (!token.startsWith('#')) {
        if (this.#start < 0) [this.#start, this.#indent] = [index, index - lineStart];
        this.#end = index + token.length;
        this.#take(token, index, before);
        before = token;
      }
    }
    this.#finish();
    for (const graph of this.graphs) graph.to = Math.max(graph.to, graph.statements.at(-1)?.to ?? graph.from);
  }

  /** @param {string} token @param {number} index @param {string} before */
  #take(token, index, before) {
    if (this.#word !== null) [this.#word.after, this.#word] = [token, null];
    if (WORD.test(token)) {
      /** @type {Word} */
      const word = { text: token, from: index, before, after: '', depth: this.#depth };
      this.#word = word;
      this.#words.push(word);
    } else if (token === '(' || token === '[' || token === '{') this.#depth++;
    else if (token === ')' || token === ']' || token === '}') this.#depth = Math.max(0, this.#depth - 1);
    else if (token === '=' && before !== '=' && this.#depth === 0 && this.#equals < 0) this.#equals = index;
  }

  #finish() {
    if (this.#start >= 0) this.#statement();
    [this.#words, this.#word, this.#start, this.#equals, this.#depth] = [[], null, -1, -1, 0];
  }

  #statement() {
    const [first, second] = this.#words;
    const word = first?.from === this.#start ? first.text : '';
    if (word === 'class') {
      this.#close();
      this.#classes.push({ name: second?.text ?? '', indent: this.#indent });
    } else if (word === 'def') this.#function();
    else if (word === 'graph' && first.after === '(') this.#begin('');
    else if (this.#graph !== null) this.#line(word);
  }

  /** Classes that this indent leaves. */
  #close() {
    while (this.#classes.length > 0 && (this.#classes.at(-1)?.indent ?? 0) >= this.#indent) this.#classes.pop();
  }

  /** @param {string} path */
  #begin(path) {
    this.#graph = emptyGraph(path, this.#start);
    this.graphs.push(this.#graph);
  }

  #function() {
    this.#close();
    const path = this.#classes.slice(1).map(({ name }) => name);
    this.#begin(path.join('.'));
    const parameters = this.#words
      .slice(2)
      .filter(({ text, before, depth }) => text !== 'self' && depth === 1 && (before === ',' || before === '('));
    this.#add(parameters, parameters);
  }

  /** @param {string} word the first one */
  #line(word) {
    const own = this.#words.filter(
      ({ text, before, after, depth }) => before !== '.' && !KEYWORDS.has(text) && !(depth > 0 && after === '='),
    );
    if (this.#words.some(({ text }) => text.startsWith('%'))) {
      const named = own.filter(({ text }) => text.startsWith('%'));
      this.#add(
        named.filter(({ from }) => from === this.#start),
        named,
      );
    } else {
      const targets = own.filter(
        ({ from, depth, before }) => from < this.#equals && depth === 0 && before !== ':' && !(this.#equals < 0),
      );
      this.#add(word === 'return' ? [] : targets, own);
    }
    if (word === 'return') this.#graph?.statements.at(-1)?.names.push('output');
  }

  /** @param {{ text: string, from: number }[]} defined @param {{ text: string, from: number }[]} used */
  #add(defined, used) {
    const graph = /** @type {GraphNames} */ (this.#graph);
    const span = (/** @type {{ text: string, from: number }} */ { text, from }) => {
      const sign = text.startsWith('%') ? 1 : 0;
      return { name: text.slice(sign), from: from + sign, to: from + text.length };
    };
    const spans = defined.map(span);
    for (const { name, from, to } of spans) if (!graph.definitions.has(name)) graph.definitions.set(name, { from, to });
    for (const one of used) {
      const { name, from, to } = span(one);
      if (!graph.uses.has(name)) graph.uses.set(name, []);
      graph.uses.get(name)?.push({ from, to });
    }
    graph.statements.push({ from: this.#start, to: this.#end, names: spans.map(({ name }) => name) });
  }
}

/**
 * The lines, from 1, that the selection touches; one of whole lines ends at the beginning of the next.
 * @param {import('@codemirror/state').EditorState} state
 */
export function linesOf({ doc, selection }) {
  const { from, to, empty } = selection.main;
  const last = doc.lineAt(to);
  return { first: doc.lineAt(from).number, last: !empty && to === last.from ? last.number - 1 : last.number };
}

export class Names {
  /** @type {GraphNames[]} */
  graphs;

  /** @param {string} text */
  constructor(text) {
    this.graphs = new Scan(text).graphs;
  }

  /**
   * The graph that a place belongs to: the last one that begins before it.
   * @param {number} pos
   * @returns {GraphNames | null}
   */
  graphAt(pos) {
    return this.graphs.findLast(({ from }) => from <= pos) ?? null;
  }

  /** The name at a place, if its graph defines it. @param {number} pos */
  at(pos) {
    const graph = this.graphAt(pos);
    if (graph === null) return null;
    for (const [name, spans] of graph.uses) {
      const span = graph.definitions.has(name) ? spans.find(({ from, to }) => from <= pos && pos <= to) : undefined;
      if (span !== undefined) return { name, graph, ...span, defines: graph.definitions.get(name)?.from === span.from };
    }
    return null;
  }

  /**
   * The nodes whose statements touch a range of one graph.
   * @param {number} from
   * @param {number} to
   * @returns {{ path: string, names: string[] }}
   */
  nodesIn(from, to) {
    const graph = this.graphAt(to);
    const names = graph?.statements.filter((one) => one.from <= to && one.to >= from).flatMap((one) => one.names) ?? [];
    return { path: graph?.path ?? '', names };
  }

  /**
   * What a cursor or a selection means: the name under it, else the nodes of its lines.
   * @param {import('@codemirror/state').EditorState} state
   */
  chosen(state) {
    const { from, empty } = state.selection.main;
    const here = empty ? this.at(from) : null;
    if (here !== null) return { path: here.graph.path, names: [here.name] };
    const { first, last } = linesOf(state);
    return this.nodesIn(state.doc.line(first).from, state.doc.line(last).to);
  }
}

/** @type {WeakMap<object, Names>} */
const known = new WeakMap();

/** @param {import('@codemirror/state').Text} doc */
export function namesOf(doc) {
  let names = known.get(doc);
  if (names === undefined) {
    names = new Names(doc.toString());
    known.set(doc, names);
  }
  return names;
}
