/**
 * Logs of compilations, from files, folders and zip files to a tree of graphs. Loaded when a file may be a log.
 *
 *   const log = await openLog(model, files, { folder: false });     // null: it is no log, or has one graph
 *   await log.open(logs.graphs[3]);                                 // the graph is the text of the document
 *   await log.compare(logs.graphs[3]);                              // with the stage before, as a difference
 */
import { isArchive } from '../../../../wasm/js/archive/index.js';
import { blobSource, readDirectory } from '../../../../wasm/js/archive/zip.js';
import { BEGINNING, isLog, openLogs } from '../../../../wasm/js/logs/index.js';
import './tree.js';

/** @typedef {import('../contract.js').Model} Model */
/** @typedef {import('../../../../wasm/js/logs/index.js').Logs} Logs */
/** @typedef {import('../../../../wasm/js/logs/tree.js').GraphRow} GraphRow */
/** @typedef {{ name: string, blob: Blob }} Named */

/** What a saved model has in its archive, and a log has not. */
const MODEL = /(?:^|\/)(?:serialized_exported_program\.json|archive_format|models\/\w+\.json|data\.pkl)$/;

/** @param {Blob} blob */
async function unzipped(blob) {
  const [one, other] = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  if (one !== 0x1f || other !== 0x8b) return blob;
  return new Response(blob.stream().pipeThrough(new DecompressionStream('gzip'))).blob();
}

/** Whether a file is a log, or a zip file of logs, by its first bytes. @param {Blob} file */
export async function maybeLog(file) {
  const blob = await unzipped(file);
  const bytes = new Uint8Array(await blob.slice(0, BEGINNING).arrayBuffer());
  if (!isArchive(bytes.subarray(0, 4))) return isLog(new TextDecoder().decode(bytes));
  const entries = await readDirectory(blobSource(blob)).catch(() => []);
  return entries.length > 0 && !entries.some(({ name }) => MODEL.test(name));
}

/** A log that is open: what the tree shows, and what of it the document shows. */
export class OpenLog {
  #model;
  /** The graph that the document shows, by index. @type {number | null} */
  current = null;
  /**
   * Two stages as a difference.
   * @type {{ graph: GraphRow, titles: [string, string], said: string, shown:
   *   import('../../engine/protocol.js').ShowAnswer } | null}
   */
  pair = null;
  #turn = 0;

  /**
   * @param {Model} model
   * @param {string} name
   * @param {Logs} logs
   * @param {(text: string, title: string, again: boolean) => void} show
   */
  constructor(model, name, logs, show) {
    this.#model = model;
    this.name = name;
    this.logs = logs;
    this.show = show;
  }

  close() {
    this.#model.log = null;
    this.#model.notify();
  }

  /** The document is the text of a graph. @param {GraphRow} graph */
  async open(graph) {
    const turn = ++this.#turn;
    const text = await this.#text(graph);
    if (text === null || turn !== this.#turn) return false;
    const again = this.current !== null;
    [this.current, this.pair] = [graph.index, null];
    this.show(text, `${this.name} ${graph.pick}`, again);
    this.#model.notify();
    return true;
  }

  /** @param {GraphRow} graph */
  #text(graph) {
    return this.logs.text(graph).catch((/** @type {Error} */ error) => {
      this.#model.tell(`${graph.pick}: ${error.message}`);
      return null;
    });
  }

  /** A graph beside the one of the stage before. @param {GraphRow} graph */
  async compare(graph) {
    const model = this.#model;
    const earlier = graph.before === null ? null : this.logs.graphs[graph.before];
    if (earlier === null || !(await this.open(graph))) return;
    const turn = this.#turn;
    const [before, after] = [await this.#text(earlier), await this.#text(graph)];
    if (before === null || after === null) return;
    const { value, diagnostics } = await model.engine
      .call('pair', { before, after })
      .catch((/** @type {Error} */ error) => ({ value: null, diagnostics: [{ message: error.message }] }));
    if (turn !== this.#turn || model.log !== this) return;
    if (value === null) return model.tell(`These stages could not be compared: ${diagnostics[0]?.message ?? ''}`);
    this.pair = { graph, titles: [earlier.pick, graph.pick], ...value };
    model.setView({ tab: 'diff', pane: 'output' }, 'show');
  }

  leavePair() {
    this.pair = null;
    this.#model.notify();
  }
}

/** A log that is being read. */
export class Reading {
  stop = new AbortController();
  done = 0;
  total = 0;

  /** @param {string} name */
  constructor(name) {
    this.name = name;
  }
}

/** The last reading was ended by a person. */
let ended = false;
export const stopped = () => ended;

/** Milliseconds between two reports of how far it is. */
const OFTEN = 100;

/**
 * @param {Model} model
 * @param {Named[]} files
 * @param {{ folder: boolean, show: OpenLog['show'] }} how
 * @returns {Promise<OpenLog | null>} null: no tree, for there is one graph at most, or somebody stopped it
 */
export async function openLog(model, files, { folder, show }) {
  const name = folder
    ? (files[0]?.name.split('/')[0] ?? 'folder')
    : files.length === 1
      ? files[0].name
      : `${files.length} files`;
  const reading = new Reading(name);
  model.log = reading;
  ended = false;
  let told = 0;
  const progress = (/** @type {number} */ done, /** @type {number} */ total) => {
    [reading.done, reading.total] = [done, total];
    if (performance.now() - told < OFTEN) return;
    told = performance.now();
    model.notify();
  };
  try {
    model.notify();
    const sources = [];
    for (const { name: called, blob } of files)
      sources.push({ name: called, source: blobSource(await unzipped(blob)) });
    const { signal } = reading.stop;
    // Who stops it does not wait for a disk.
    const stop = new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const logs = await Promise.race([openLogs(sources, { folder, signal, progress }), stop]);
    if (model.log !== reading) return null;
    model.log =
      logs.graphs.length > 1 || (logs.graphs.length > 0 && folder) ? new OpenLog(model, name, logs, show) : null;
    model.notify();
    return /** @type {OpenLog | null} */ (model.log);
  } catch (error) {
    if (model.log === reading) model.log = null;
    model.notify();
    if (reading.stop.signal.aborted) {
      ended = true;
      return null;
    }
    throw error;
  }
}
