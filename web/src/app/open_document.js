/**
 * Everything that puts another document in place of this one: files, pastes, examples, kept documents, links,
 * addresses.
 *
 * What is there is never lost: it is kept under its own id, and undo brings its text and passes back.
 *
 *   const open = new DocumentOpener({ model, commands });
 *   open.text(text); open.document(doc); await open.example('dead_code'); await open.file(file);
 *   await open.address();                           // what the page's own address asks for, if anything
 */
import { LimitError, checkLimit } from '../../../wasm/js/limits.js';
import { asDocument, emptyDocument, setupOf } from '../model/document.js';
import { exampleOf, exampleText } from '../model/examples.js';
import { choose, save, textOf } from '../ui/files.js';
import { asOwn } from '../features/python/hooks.js';
import { arrived } from '../features/share/arrival.js';
import { LinkError, openFragment } from '../features/share/link.js';
import { addressAsked, fetched, withoutRequest } from '../features/share/remote.js';
import { documentInReport } from '../features/share/document_in_report.js';
import { titleOf } from '../model/titles.js';

/** @typedef {import('../model/document.js').Document} Document */

/** Of a document that another tab has open, too. */
export const COPIED =
  'That document is open in another tab. This is a copy of it: what is changed here is not changed there.';

/** Milliseconds more than a text that a saved model may take to be read. */
const MODEL_PATIENCE = 60_000;

/** A document of the page in a text, or null. Throws an Error in words if it is over a limit. @param {string} text */
function documentIn(text) {
  const json = text.startsWith('{') ? text : text.startsWith('<!doctype html>') ? documentInReport(text) : null;
  try {
    return json === null ? null : asDocument(JSON.parse(json));
  } catch (error) {
    if (error instanceof LimitError) throw new Error(`The file was not opened: ${error.sentences}`, { cause: error });
    return null;
  }
}

/**
 * What a picture that was saved holds: a document, or a program as JSON; neither in any other text.
 * @param {string} text
 */
async function inPicture(text) {
  if (!/^\s*<(?:\?xml|svg)\b/.test(text)) return {};
  const { documentOf, programOf } = await import('../../../wasm/js/svg.js');
  return { document: documentOf(text), program: programOf(text) };
}

/** @param {string} id @returns {Promise<Document>} */
export async function exampleDocument(id) {
  const example = exampleOf(id);
  if (example === undefined) throw new Error(`There is no example called ${id}.`);
  const text = await exampleText(id).catch(() => null);
  if (text === null) throw new Error('The example could not be loaded.');
  const { pipeline, ambientGrad } = example;
  return { ...emptyDocument(), example: id, text, pipeline, ambientGrad };
}

export class DocumentOpener {
  #model;
  #commands;

  /** @param {import('../features/contract.js').Context} context */
  constructor({ model, commands }) {
    this.#model = model;
    this.#commands = commands;
  }

  /** A text, with the passes that are there. @param {string} text */
  text(text) {
    try {
      checkLimit('text', text.length);
    } catch (error) {
      return this.#model.tell(`The text was not opened: ${/** @type {LimitError} */ (error).sentences}`);
    }
    const { pipeline, ambientGrad, capture, torch } = this.#model.doc;
    this.#seenAsNow({ ...emptyDocument(), text, pipeline, ambientGrad, capture, torch });
  }

  /**
   * A document without a view of its own: format, tab and the rest stay as they are, but for what shows no document.
   * @param {Document} doc
   */
  #seenAsNow(doc) {
    const { format, view } = this.#model.doc;
    const graph = view.graph.auto
      ? { ...view.graph, groupBy: /** @type {const} */ ('none'), collapsed: [] }
      : view.graph;
    this.document({
      ...doc,
      format,
      view: { ...view, graph, step: null, node: null, intro: true, autograd: 'program' },
    });
  }

  /** @param {Document} doc */
  document(doc) {
    const model = this.#model;
    this.#commands.closeDialog();
    // Another document is not that log's; what is opened from it puts it back.
    model.log = null;
    model.tell('');
    // A name is kept, though the text under it was taken out.
    if (!model.blank || model.doc.name !== '') this.#model.saved.fork();
    model.live.afresh();
    model.selection.forget();
    const { theme, pane } = model.view;
    model.doc = {
      ...model.doc,
      capture: doc.capture,
      torch: doc.torch,
      format: doc.format,
      scenario: doc.scenario,
      view: { ...doc.view, theme, pane },
    };
    model.source.replace(doc.text, setupOf(doc), `Open ${titleOf(doc, doc.text)}`);
    model.evaluate(true);
  }

  /** Does what may fail with a message for a person. @param {() => unknown} action */
  async #reported(action) {
    try {
      await action();
    } catch (error) {
      this.#model.tell(/** @type {Error} */ (error).message);
    }
  }

  /** @param {string} id */
  example = (id) => this.#reported(async () => this.#seenAsNow(await exampleDocument(id)));

  /** @param {Blob & { name?: string }} file */
  file = (file) =>
    this.#reported(async () => {
      if (await this.#log([{ name: file.name ?? 'log', blob: file }], false)) return;
      await this.#content(await textOf(file, (model) => this.#textOfModel(model)));
    });

  /**
   * Several files, or those of a folder: logs.
   * @param {{ name: string, blob: Blob }[]} files
   * @param {boolean} folder
   */
  files = (files, folder) =>
    this.#reported(async () => {
      if (!folder && files.length === 1) return this.file(/** @type {File} */ (files[0].blob));
      if (!(await this.#log(files, folder)) && this.#model.log === null)
        throw new Error(
          folder
            ? 'There is no graph in this folder. Record one with TORCH_TRACE=FOLDER.'
            : 'These files are no logs. One document is opened at a time.',
        );
    });

  /**
   * The graphs of a log stand beside the text, and the first one is opened; false where the files are none, or have one
   * graph alone, which is read as it is.
   * @param {{ name: string, blob: Blob }[]} files
   * @param {boolean} folder
   */
  async #log(files, folder) {
    const loaded = await import('../features/log/open.js').catch(() => null);
    if (loaded === null || !(folder || files.length > 1 || (await loaded.maybeLog(files[0].blob)))) return false;
    const model = this.#model;
    this.#commands.closeDialog();
    const log = await loaded.openLog(model, files, {
      folder,
      show: (text, title, again) => this.#ofLog(text, title, again),
    });
    if (log === null) return loaded.stopped();
    model.tell('');
    await log.open(log.logs.graphs[0]);
    return true;
  }

  /**
   * A text was pasted over what was there. What was saved here is opened in its place, and undo brings back what was
   * there before; of several graphs there is a list beside the text, and the first is opened if the text cannot be read
   * as one.
   * @param {string} text
   */
  over = async (text) => {
    const opens = /^\s*[<{]/.test(text) ? await this.#savedIn(text) : null;
    if (this.#model.text !== text) return;
    if (opens !== null) {
      this.#commands.undo();
      return opens();
    }
    if (text.split('def forward(', 3).length < 3) return this.#prefixed(text);
    const { maybeLog, openLog } = await import('../features/log/open.js');
    const blob = new Blob([text]);
    if (!(await maybeLog(blob)) || this.#model.text !== text) return;
    const show = this.#ofLog.bind(this);
    const log = await openLog(this.#model, [{ name: 'pasted log', blob }], { folder: false, show });
    await this.#model.live.decided();
    // The whole is no program: as of a file, the first graph is opened. Undo brings the log back.
    if (log !== null && this.#model.errors > 0 && this.#model.text === text) await log.open(log.logs.graphs[0]);
  };

  /**
   * @param {string} text
   * @param {string} title
   * @param {boolean} again another graph of the log is the document already
   */
  #ofLog(text, title, again) {
    const model = this.#model;
    const { log } = model;
    if (again) {
      model.live.afresh();
      model.selection.forget();
      model.source.replace(text, setupOf(model.doc), `Open ${title}`);
      model.evaluate(true);
    } else this.text(text);
    model.log = log;
    model.setDocument({ name: title });
  }

  /** A text that was copied elsewhere: a document, a picture or a log may be in it, too. @param {string} text */
  pasted = (text) =>
    this.#reported(async () => {
      if (await this.#log([{ name: 'pasted log', blob: new Blob([text]) }], false)) return;
      await this.#content(text);
    });

  /** @param {string} text */
  async #content(text) {
    const opens = await this.#savedIn(text);
    if (opens !== null) return opens();
    const own = asOwn({ model: this.#model, commands: this.#commands }, text);
    if (own) return own;
    this.text(text);
    return this.#prefixed(text);
  }

  /** In front of its lines stands what a log or a session of Python puts there. @param {string} text */
  async #prefixed(text) {
    const model = this.#model;
    if (!/^(?:>>> |.{0,200}[VIWECD]\d{4} \d\d:\d\d:\d\d\.|\[\d{4}-)/m.test(text.slice(0, 4000))) return;
    const { withoutPrefixes } = await import('../features/log/prefixes.js');
    const plain = withoutPrefixes(text);
    if (plain === null || model.text !== text) return;
    const run = () => {
      model.source.rewrite(plain, 'Take what stands in front of lines away');
      model.tell('');
    };
    model.tell('A log or a session of Python put something in front of each line.', 'also', [
      { title: 'Take it away', run },
    ]);
  }

  /** What opens what was saved here: a document, a report, a picture; null for another text. @param {string} text */
  async #savedIn(text) {
    const { document, program } = await inPicture(text);
    const doc = documentIn(document ?? text);
    if (doc !== null) return () => this.document(doc);
    if (!program) return null;
    // A program is shown as PyTorch prints it, not as JSON.
    const { value } = await this.#model.engine.call('printed', { text: program });
    return () => this.text(value ?? program);
  }

  /** Read by the engine: a model may be large, and Stop ends it. @param {Blob} file @returns {Promise<string>} */
  async #textOfModel(file) {
    const answer = await this.#model.engine.call('model', { file }, MODEL_PATIENCE);
    if (answer.value !== null) return answer.value;
    const [{ message, notes = [] }] = answer.diagnostics;
    throw new Error([message, ...notes.map((/** @type {{ message: string }} */ note) => note.message)].join('; '));
  }

  chosenFile = async () => {
    const file = await choose();
    if (file !== null) await this.file(file);
  };

  /** A document that was kept. @param {string} id */
  async kept(id) {
    const model = this.#model;
    this.#commands.closeDialog();
    const kept = await this.#model.saved.open(id).catch((/** @type {unknown} */ error) => this.#overLimit(id, error));
    if (kept === undefined) return;
    if (kept === null) model.tell('This document is not there any more.');
    else {
      model.live.afresh();
      model.restore(kept.doc, kept.history);
      if (kept.copied) model.tell(COPIED);
    }
  }

  /**
   * A kept document that is over a limit stays kept, and can be saved as it is.
   * @param {string} id
   * @param {unknown} error
   */
  #overLimit(id, error) {
    if (!(error instanceof LimitError)) throw error;
    const saved = async () =>
      save('document.seesaw.json', (await this.#model.saved.stored(id)) ?? '', 'application/json');
    this.#model.tell(`This document was not opened, and is still kept: ${error.sentences}`, 'alone', [
      { title: 'Save it as a file', run: saved },
    ]);
  }

  /**
   * An earlier state of a document: in its place if it is the one that is open, as a document of its own otherwise.
   * @param {string} id
   * @param {number} time
   */
  async version(id, time) {
    const model = this.#model;
    const refused = (/** @type {LimitError} */ error) =>
      model.tell(`This state was not opened, and is still kept: ${error.sentences}`);
    const doc = await this.#model.saved.version(id, time).catch(refused);
    if (doc === undefined) return;
    if (doc === null) return model.tell('This state is not there any more.');
    if (id !== this.#model.saved.id) return this.document(doc);
    this.#commands.closeDialog();
    model.source.replace(doc.text, setupOf(doc), 'Back to an earlier state');
    model.tell(`This is how it was at ${new Date(time).toLocaleString()}. Undo brings back what was here.`);
  }

  /**
   * What the page's address asks for. A document in it is opened as a new one; a text elsewhere is fetched only when
   * the visitor says so. The address is then that of the page alone: a reload brings back what was made of the
   * document, not the link again.
   */
  async address() {
    const model = this.#model;
    const { hash, search, href } = location;
    await this.#reported(async () => {
      try {
        const found = await openFragment(hash);
        if (found?.doc) {
          this.document(found.doc);
          // What the link points at is seen, also where there is room for one part alone.
          const { tab, step, node } = found.doc.view;
          if (tab !== 'result' || step !== null || node !== null) model.setView({ pane: 'output' });
          arrived(model, found.doc.view);
        }
        if (found?.ref) this.#commands.openReference(found.ref);
        const asked = model.readonly ? null : addressAsked(search, href);
        if (asked !== null) this.#ask(asked);
      } catch (error) {
        throw error instanceof LinkError && !model.blank
          ? new LinkError(`${error.message} What you had is still here.`)
          : error;
      } finally {
        if (model.whole && (hash.length > 1 || search.includes('url=')))
          history.replaceState(history.state, '', withoutRequest(href));
      }
    });
  }

  /** @param {URL} asked */
  #ask(asked) {
    const open = () =>
      this.#reported(async () => {
        this.#model.tell(`Loading ${asked.href} …`);
        const file = await fetched(asked);
        await this.file(file);
      });
    this.#model.tell(`This link asks to open ${asked.href}, from ${asked.host}.`, 'alone', [
      { title: 'Open it', run: open },
    ]);
  }
}
