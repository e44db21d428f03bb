/**
 * Edits of the graph: what is chosen, and a change of it that the core turns into a change of
 * the text.
 *
 * What: `Edits` keeps the chosen nodes, by the cursor in the text or on the canvas, whichever was last; `apply` asks
 * the engine for the new text and puts it into the editor as one titled change. Refusals and wrong shapes are kept to
 * be shown.
 * Why: text is the truth: an edit on the canvas is a change of lines, and undo, sharing and saving need to know nothing
 * of it.
 *
 *   model.edits.choose({ path: '', names: ['sin'] });
 * await model.edits.apply({ do: 'rename', node: 'sin', name: 'wave' });        // false if it was refused:
 * model.edits.refusal
 */
import { setupOf } from '../document.js';
import { renamedInputs } from '../inputs.js';
import { Names, namesOf } from '../../text/names.js';
import { allOfSource, origins } from './origins.js';

/** @typedef {import('../model.js').Model} Model */
/** @typedef {import('../../../../wasm/js/index.js').Change} Change */
/** @typedef {import('../../../../wasm/js/index.js').Diagnostic} Diagnostic */
/** @typedef {{ path: string, names: string[] }} Selection nodes of one graph of the source */
/**
 * What an edit would come to: the statement that it makes or changes, and what is wrong with it.
 * @typedef {{ statement: string, problems: Diagnostic[] }} Preview
 */

/** Longer texts are not checked while somebody types. */
const LONG = 300_000;
/** Milliseconds after a result: pictures and values come first. */
const PAUSE = 400;

/** The node that a change is about, where it makes none; '' for several. @param {Change} change */
function subjectOf(change) {
  if (change.do === 'rename') return change.name;
  if (change.do === 'delete') return change.input ?? '';
  return 'node' in change ? change.node : '';
}

/**
 * The statement of a node, without the names that end behind it.
 * @param {string} text
 * @param {string} path
 * @param {string} name
 */
function statementOf(text, path, name) {
  const graph = new Names(text).graphs.find((one) => one.path === path);
  const found = graph?.statements.find(({ names }) => names.includes(name));
  return found === undefined ? '' : text.slice(found.from, found.to).replace(/;(?:\s+\w+ =)+ None$/, '');
}

/** Whether a text is nodes alone, as copied ones are: assignments and nothing around them. @param {string} text */
function areStatements(text) {
  const lines = text.split('\n').filter((line) => !/^\s*(?:#.*)?$/.test(line));
  return lines.length > 0 && lines.every((line) => /^\s*\w+(?:\s*:\s*(?:"[^"]*"|[\w.[\], ]+))?\s*=[^=]/.test(line));
}

export class Edits extends EventTarget {
  #model;
  /** @type {Selection} */
  selection = { path: '', names: [] };
  /** Why the last edit was not done. @type {Diagnostic | null} */
  refusal = null;
  /** What there is to say of the last one: wrong shapes, remarks. @type {Diagnostic[]} */
  remarks = [];
  busy = false;
  /** What is chosen in the picture was made by a pass: the source does not have it. */
  foreign = false;
  #turn = 0;
  /** @type {Promise<void> | null} */
  #settling = null;
  /** The edit that was asked for last. @type {Promise<boolean>} */
  #last = Promise.resolve(true);
  /** The dialog, which shows refusals itself while it is open. @type {{ open: boolean } | null} */
  asking = null;
  /** Statements that were copied last: what the form to paste begins with. */
  copied = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #checking;
  /** Checks that the engine has not answered. */
  #underWay = 0;
  /** The text that the remarks are about, and how many lines it has. */
  #text = '';
  #lines = 0;

  /** @param {Model} model */
  constructor(model) {
    super();
    this.#model = model;
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }

  /** @param {Selection} selection */
  choose(selection) {
    this.foreign = false;
    const same = selection.path === this.selection.path && selection.names.join() === this.selection.names.join();
    if (same) return;
    this.selection = selection;
    this.refusal = null;
    this.#changed();
  }

  /** The cursor or the selection in the text moved. @param {import('@codemirror/state').EditorState} state */
  cursorMoved(state) {
    this.#turn++;
    this.#settling = null;
    this.choose(namesOf(state.doc).chosen(state));
  }

  /**
   * Nodes were chosen on the canvas: those of the source that they are. Where a later step is shown, that is asked
   * first.
   * @param {import('./origins.js').Drawn[]} nodes
   */
  chosenInGraph(nodes) {
    const turn = ++this.#turn;
    this.#settling = null;
    if (allOfSource(nodes)) return this.#chooseOwn(nodes);
    this.choose({ path: '', names: [] });
    this.#settling = origins(this.#model, nodes).then((all) => {
      if (turn !== this.#turn) return;
      this.#settling = null;
      this.#chooseOwn(all.filter((one) => one !== null));
      this.foreign = nodes.length > 0 && this.selection.names.length === 0;
      this.#changed();
    });
  }

  /** What was chosen last is known. Null: it is already. */
  get settling() {
    return this.#settling;
  }

  /** @param {{ path: string, name: string }[]} nodes of the source */
  #chooseOwn(nodes) {
    const path = nodes.at(-1)?.path ?? '';
    const graph = namesOf(this.#model.source.state.doc).graphs.find((one) => one.path === path);
    const own = nodes.filter((one) => one.path === path && (graph?.definitions.has(one.name) || one.name === 'output'));
    this.choose({ path, names: own.map(({ name }) => name) });
  }

  /**
   * Somebody changed the text. What was said of it stays until it is judged again, unless lines are not where they
   * were.
   */
  textChanged() {
    if (this.remarks.length === 0 && this.refusal === null) return;
    if (this.#model.text === this.#text) return;
    this.refusal = null;
    if (this.#model.source.state.doc.lines !== this.#lines) this.#remark([]);
    this.#changed();
  }

  /** @param {Diagnostic[]} remarks */
  #remark(remarks) {
    this.remarks = remarks;
    this.#lines = this.#model.source.state.doc.lines;
    this.#model.source.showRemarks(remarks);
  }

  /** Shapes and arguments of what was typed, once the full engine is there and has nothing more urgent to do. */
  check() {
    clearTimeout(this.#checking);
    this.#checking = setTimeout(() => {
      this.#checking = undefined;
      this.#underWay++;
      this.#check().finally(() => this.#underWay--);
    }, PAUSE);
  }

  /** What is remarked of the newest text is not known yet. */
  get pending() {
    return this.#checking !== undefined || this.#underWay > 0;
  }

  async #check() {
    const { engine, text } = this.#model;
    if (engine.rest !== 'ready' || text === this.#text || text.length > LONG) return;
    this.#text = text;
    const { value } = await engine
      .call('command', { command: 'check_values', payload: text })
      .catch(() => ({ value: null }));
    // Python source is no graph: its capture has judged it.
    const shapes = value === null ? [] : value.value.diagnostics;
    const more = await import('./unset.js').then(({ unset }) => unset(this.#model, text)).catch(() => []);
    if (this.#model.text !== text) return;
    this.#remark([...shapes, ...more]);
    this.#changed();
  }

  /**
   * A paste outside of the editor: nodes are inserted where there is a graph.
   * @param {string} text
   * @returns {boolean} whether it was that
   */
  pasted(text) {
    if (this.#model.blank || this.#model.readonly || !areStatements(text)) return false;
    this.apply({ do: 'insert', text, after: this.selection.names.filter((name) => name !== 'output').at(-1) });
    return true;
  }

  /** The only chosen node, or null. */
  get node() {
    return this.selection.names.length === 1 ? this.selection.names[0] : null;
  }

  /** The graph is not in the text: it was captured from Python. */
  get captured() {
    return this.#model.live.good?.captured === true && !this.#model.live.stale;
  }

  /** There is no graph of the text: it is empty, or has mistakes. */
  get unread() {
    return this.#model.blank || this.#model.live.diagnostics.some(({ severity }) => severity === 'error');
  }

  /** The captured graph in place of the Python source, to be edited; undo brings the source back. */
  async takeCaptured() {
    const model = this.#model;
    const { text, diagnostics } = await model.live
      .show({ step: 0, format: 'readable', annotations: model.view.annotations })
      .catch((/** @type {Error} */ { message }) => ({ text: '', diagnostics: [{ message }] }));
    if (diagnostics.length > 0) return this.refuse(diagnostics[0].message, 'Try again.');
    if (model.doc.capture === 'always') model.setCapture('auto');
    this.forgive();
    model.source.rewrite(text.trim() + '\n', 'Take the captured graph');
    model.say('The captured graph is the source now');
  }

  /**
   * One edit after the other, however quickly they are asked for.
   * @param {Change | Change[]} changes several: all or none of them, one entry in the list of edits
   * @param {string} [path]
   * @returns {Promise<boolean>} whether it was done
   */
  apply(changes, path = this.selection.path) {
    const done = this.#last.then(() => this.#apply(changes, path));
    this.#last = done.catch(() => false);
    return done;
  }

  /** @param {Change | Change[]} changes @param {string} path */
  async #apply(changes, path) {
    if (this.captured) {
      this.refuse(
        'This graph was captured from Python source, which an edit of the graph cannot change.',
        'Take the captured graph as the source first: the button is below.',
      );
      return false;
    }
    const before = this.#model.text;
    const answers = [];
    for (const change of [changes].flat()) {
      const answer = await this.#ask('change', { text: answers.at(-1)?.text ?? before, path, change });
      if (answer === null) return false;
      answers.push(answer);
    }
    if (this.#model.text !== before) {
      this.refuse('The text was changed meanwhile.', 'Do it again.');
      return false;
    }
    const { text, diagnostics } = answers[answers.length - 1];
    this.#text = text;
    this.#model.source.rewrite(text, answers[0].title, this.#setupAfter([changes].flat(), path));
    const made = answers.flatMap(({ made }) => made).at(-1);
    this.#show(path, made ?? subjectOf([changes].flat()[0]));
    this.#remark(diagnostics);
    this.#model.say(answers[0].title);
    this.#changed();
    return true;
  }

  /**
   * With the values and hooks of what is renamed under its new name; undefined if there are none.
   * @param {Change[]} changes
   * @param {string} path
   */
  #setupAfter(changes, path) {
    const { doc, text, source: editor } = this.#model;
    const graph = namesOf(editor.state.doc).graphs.find((one) => one.path === path);
    const inputs = changes.reduce((now, change) => {
      if (change.do !== 'rename') return now;
      const defining = graph?.statements.find(({ names }) => names.includes(change.node));
      const input =
        path === '' && defining !== undefined && /^def\b|= placeholder\[/.test(text.slice(defining.from, defining.to));
      return renamedInputs(now, { graph: path, node: change.node, name: change.name, input });
    }, doc.inputs);
    return inputs === doc.inputs ? undefined : { ...setupOf(doc), inputs };
  }

  /**
   * What edits would come to, while somebody still thinks about them; null where that is not known.
   * @param {Change | Change[]} changes
   * @param {string} [path]
   * @returns {Promise<Preview | null>}
   */
  async preview(changes, path = this.selection.path) {
    let { text } = this.#model;
    if (text.length > LONG || this.captured) return null;
    let name = '';
    /** @type {Diagnostic[]} */
    let problems = [];
    for (const change of [changes].flat()) {
      const { value, diagnostics } = await this.#model.engine
        .call('change', { text, path, change })
        .catch(() => ({ value: null, diagnostics: null }));
      if (diagnostics === null) return null;
      if (value === null) return { statement: '', problems: diagnostics.slice(0, 1) };
      name = value.made.at(-1) ?? subjectOf(change);
      text = value.text;
      problems = value.diagnostics.filter((/** @type {Diagnostic} */ one) => one.severity === 'error');
    }
    return { statement: statementOf(text, path, name), problems };
  }

  /** The cursor goes to a node, which is chosen then. @param {string} path @param {string | undefined} name */
  #show(path, name) {
    const { source: editor } = this.#model;
    const graph = namesOf(editor.state.doc).graphs.find((one) => one.path === path);
    const place = graph?.definitions.get(name ?? '');
    if (place !== undefined) editor.select(place.from);
    this.cursorMoved(editor.state);
  }

  /** The chosen nodes as statements; null if that was refused. @returns {Promise<string | null>} */
  async statements() {
    const { path, names } = this.selection;
    const answer = await this.#ask('command', {
      command: 'copy_nodes',
      args: { path, nodes: names },
      payload: this.#model.text,
    });
    return answer?.payload ?? null;
  }

  /** @param {string} method @param {any} argument */
  async #ask(method, argument) {
    [this.busy, this.refusal] = [true, null];
    this.#changed();
    try {
      const { value, diagnostics } = await this.#model.engine.call(method, argument);
      if (value === null) this.refusal = diagnostics[0];
      return value;
    } catch (error) {
      this.refuse(String(/** @type {Error} */ (error).message), 'Try again.');
      return null;
    } finally {
      this.busy = false;
      this.#changed();
    }
  }

  /** Says why an edit was not done, until the next one. @param {string} message @param {string} remedy */
  refuse(message, remedy) {
    this.refusal = { severity: 'error', code: 'edit', message, notes: [{ message: remedy }] };
    this.#changed();
  }

  forgive() {
    if (this.refusal === null) return;
    this.refusal = null;
    this.#changed();
  }
}
