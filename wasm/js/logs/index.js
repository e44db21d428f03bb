/**
 * Logs of compilations as documents: what TORCH_TRACE and TORCH_LOGS write, and what tlparse makes of it.
 *
 * What: `openLogs` reads files from their beginning to their end and gives a `Logs`: compilations in order, each with
 * its graphs, and `text` of any graph.
 * Why: this is what people have who look for a graph. A log may have a gigabyte; only places are kept.
 *
 *   const logs = await openLogs([{ name: 'trace.log', source: blobSource(file) }], { signal, progress });
 *   const text = await logs.text(logs.find('0/0/joint'));
 */
import { isArchive } from '../archive/index.js';
import { BUDGETS, readDirectory, readEntry } from '../archive/zip.js';
import { failure } from '../error.js';
import { checkLimit } from '../limits.js';
import { bodyOf, headOf, titleOf, withoutColours, withoutWrap } from './prefix.js';
import { Budget, isGzip, unzipped } from './gzip.js';
import { scanLog } from './scan.js';
import { Sniffer } from './sniff.js';
import { isStage, stageOf } from './stages.js';
import { MOST, Tree } from './tree.js';

/** @typedef {import('../archive/zip.js').Source} Source */
/** @typedef {{ name: string, source: Source }} LogFile */
/** @typedef {import('./tree.js').GraphRow} GraphRow */
/** @typedef {import('./tree.js').CompileRow} CompileRow */
/** @typedef {import('./lines.js').Reading} Reading */

/** Bytes at the beginning of a file that say what it is. */
export const BEGINNING = 1 << 16;
/** A file of tlparse: compiled autograd id, frame, number of compilation, attempt, what it is, number. */
const ARTEFACT = /(?:^|\/)([-\d]+)_([-\d]+)_([-\d]+)_([-\d]+)\/([^/]+?)_\d+\.(?:txt|py)$/;
/** Files of a folder that may be logs. */
const LOG_NAME = /(?:^|\/)[^/.]+$|\.(?:log|txt|out|err|stdout|stderr|trace)(?:\.\d+)?(?:\.gz)?$/i;
const RECORD = 'record one with TORCH_TRACE=FOLDER, or with TORCH_LOGS=graph_code,aot_graphs,post_grad_graphs';
/** The heading of a graph. */
const TITLE = /(?:^|\] ) ?={3,} (\S[^=]*?) ={3,}\s*$/;
/** Names that are said where several graphs are meant. */
const NAMED = 8;

/** The rank in a name. @param {string} name */
const rankOf = (name) => {
  const found = /rank[_-]?(\d+)/.exec(name);
  return found === null ? null : Number(found[1]);
};

/** What a file is that is no text, and what to do with it; null for a text. @param {Uint8Array} bytes */
function noText(bytes) {
  if (bytes.length >= 2 && ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)))
    return ['this is UTF-16 text, not UTF-8', 'save it as UTF-8'];
  if (bytes[0] === 0x28 && bytes[1] === 0xb5 && bytes[2] === 0x2f && bytes[3] === 0xfd)
    return ['this is a zstd file', 'unpack it first: unzstd FILE'];
  return bytes.includes(0) ? ['this is a binary file, not a log', RECORD] : null;
}

/**
 * Whether a text is a log and not one graph, by its first lines: a record of a trace, messages of several
 * kinds, or headings of several graphs.
 * @param {string} beginning
 */
export function isLog(beginning) {
  const [keys, titles] = [new Set(), new Set()];
  for (let from = 0; from < beginning.length;) {
    const next = beginning.indexOf('\n', from);
    const to = next < 0 ? beginning.length : next;
    const head = headOf(beginning, from, to);
    if (head !== null) keys.add(head.key);
    if (head !== null && /^\{"\w+": ?[{[]/.test(beginning.slice(head.at, Math.min(to, head.at + 80)))) return true;
    if (keys.size > 1) return true;
    const title = to - from > 1000 ? null : TITLE.exec(withoutColours(beginning.slice(from, to)));
    if (title !== null) titles.add(title[1]);
    if (titles.size > 1) return true;
    from = to + 1;
  }
  return false;
}

/** The files in a zip file. @param {LogFile} file @returns {Promise<LogFile[]>} */
async function unpacked({ name, source }) {
  const directory = await readDirectory(source);
  /**
   * The entry that was read last: its graphs are asked for one after the other.
   * @type {{ name: string, bytes: Uint8Array } | null}
   */
  let last = null;
  return directory
    .filter((entry) => !entry.name.endsWith('/'))
    .map((entry) => ({
      name: `${name}/${entry.name}`,
      source: {
        size: entry.size,
        read: async (from, length) => {
          if (last?.name !== entry.name)
            last = { name: entry.name, bytes: await readEntry(source, entry, BUDGETS.data) };
          return last.bytes.subarray(from, from + length);
        },
      },
    }));
}

/**
 * A file, or what a gzip file holds.
 * @param {LogFile} file @param {Budget} budget @param {AbortSignal} [signal] @returns {Promise<LogFile>}
 */
async function plain({ name, source }, budget, signal) {
  if (!isGzip(await source.read(0, 2))) return { name, source };
  return { name: name.replace(/\.gz$/i, ''), source: await unzipped(name, source, budget, signal) };
}

/** @param {Source} source @param {number} from @param {number} to */
async function decodedAt(source, from, to) {
  checkLimit('input', to - from);
  return new TextDecoder().decode(await source.read(from, to - from));
}

/** A line of a message without what stands before it. @param {string} text @param {import('./tree.js').Place} place */
function undecorated(text, { kind, wrap }) {
  if (kind === 'trace') {
    const at = withoutWrap(text, 0, text.length, wrap);
    return at < 0 ? text : text.slice(at + 1);
  }
  const head = kind === 'text' ? headOf(text, 0, text.length) : null;
  const at = head === null ? Math.max(0, withoutWrap(text, 0, text.length, wrap)) : bodyOf(text, head, text.length).at;
  return withoutColours(text.slice(at));
}

/** Without the headings of TORCH_LOGS, and the path before the class. @param {string} text */
function withoutHeadings(text) {
  let from = 0;
  for (let to = text.indexOf('\n'); to >= 0; to = text.indexOf('\n', from)) {
    const line = text.slice(from, to).trimEnd();
    if (titleOf(line) === null && !/^ ?TRACED GRAPH$/.test(line)) break;
    from = to + 1;
  }
  return text.slice(from).replace(/^ ?\S+ (?=class )/, '');
}

/** Logs that were read. */
export class Logs {
  #tree;
  #sources;

  /** @param {Tree} tree @param {Source[]} sources of the logs of the tree */
  constructor(tree, sources) {
    this.#tree = tree;
    this.#sources = sources;
  }

  get logs() {
    return this.#tree.logs;
  }
  get compiles() {
    return this.#tree.compiles;
  }
  get graphs() {
    return this.#tree.graphs;
  }
  get diagnostics() {
    return this.#tree.diagnostics;
  }
  get suppressed() {
    return this.#tree.suppressed;
  }

  /**
   * The text of a graph, as it was before it was logged.
   * @param {GraphRow} graph
   * @param {{ signal?: AbortSignal }} [reading]
   */
  async text(graph, { signal } = {}) {
    return this.#read(graph.place, signal);
  }

  /** @param {import('./tree.js').Place} place @param {AbortSignal} [signal] */
  async #read(place, signal) {
    const parts = [];
    for (let i = 0; i < place.segments.length; i += 2) {
      signal?.throwIfAborted();
      parts.push(await decodedAt(this.#sources[place.log], place.segments[i], place.segments[i + 1]));
    }
    const text = parts.join('\n');
    if (place.kind === 'file') return text;
    const lines = text.split('\n').map((line) => undecorated(line.replace(/\r$/, ''), place));
    return withoutHeadings(`${lines.join('\n')}\n`);
  }

  /**
   * Names of nodes before the passes of post-grad, and what became of them, if Inductor tracked it.
   * @param {CompileRow} compile
   * @returns {Promise<{ preToPost: Record<string, string[]>, postToPre: Record<string, string[]> } | null>}
   */
  async mappings(compile) {
    if (compile.mappings === null) return null;
    try {
      const { preToPost = {}, postToPre = {} } = JSON.parse(await this.#read(compile.mappings));
      return { preToPost, postToPre };
    } catch {
      return null;
    }
  }

  /** The compilation of a graph. @param {GraphRow} graph */
  compileOf(graph) {
    return /** @type {CompileRow} */ (this.compiles.find((row) => row.graphs.includes(graph)));
  }

  /**
   * The graph that is meant by its name (`0/0/joint`, `0/0_1/joint`, `rank1/0/0/joint`, `0/0/aot_joint_graph`) or by
   * its number in the list, which begins with 1. Throws a SeesawError that says which there are.
   * @param {string} pick
   * @returns {GraphRow}
   */
  find(pick) {
    const asked = pick.trim().replace(/^\/+|[[\]]/g, '');
    const { graphs } = this;
    const exact = graphs.find((one) => one.pick === asked);
    if (exact !== undefined) return exact;
    if (/^\d+$/.test(asked)) {
      const one = graphs[Number(asked) - 1];
      if (one !== undefined) return one;
      throw failure('log', `there is no graph ${asked}: the log has ${graphs.length}`, 'seesaw graphs LOG lists them');
    }
    const meant = graphs.filter((one) => forms(one).some((form) => form === asked || form.endsWith(`/${asked}`)));
    const scopes = new Set(meant.map((one) => one.pick.replace(/_\d+(~\d+)?\/[^/]*$/, '$1')));
    // Of attempts the last is what was compiled.
    if (meant.length > 0 && scopes.size === 1) return meant[meant.length - 1];
    const names = (meant.length > 0 ? meant : nearest(graphs, asked)).map((one) => one.pick);
    const more = names.length > NAMED ? `, and ${names.length - NAMED} more` : '';
    throw failure(
      'log',
      meant.length > 0 ? `'${pick}' may be ${meant.length} graphs` : `there is no graph '${pick}' in the log`,
      names.length === 0 ? RECORD : `write one of ${names.slice(0, NAMED).join(', ')}${more}`,
    );
  }
}

/** A path up to its last slash, with it. @param {string} path */
const folderOf = (path) => path.slice(0, path.lastIndexOf('/') + 1);

/** What a graph may be called. @param {GraphRow} graph */
function forms(graph) {
  const named = `${folderOf(graph.pick)}${graph.name}`;
  return [graph.pick, named].flatMap((form) => [form, form.replace(/_\d+((?:~\d+)?\/[^/]*)$/, '$1')]);
}

/** Graphs of the same compilation, or else all. @param {GraphRow[]} graphs @param {string} asked */
function nearest(graphs, asked) {
  const compile = folderOf(asked).slice(0, -1);
  const same =
    compile === ''
      ? []
      : graphs.filter((one) =>
          forms(one).some((form) => form.startsWith(`${compile}/`) || form.includes(`/${compile}/`)),
        );
  const byStage = graphs.filter((one) => one.stage === asked.replace(/^.*\//, ''));
  return same.length > 0 ? same : byStage.length > 0 ? byStage : graphs;
}

/**
 * A file of tlparse's folder is a payload.
 * @param {Tree} tree @param {LogFile} file @param {RegExpExecArray} found
 */
async function readArtefact(tree, { name, source }, [, autograd, frame, compile, attempt, artefact]) {
  const text = await decodedAt(source, 0, source.size);
  const sniffer = new Sniffer();
  for (const line of text.split('\n')) sniffer.line(line);
  if (!sniffer.graph) return false;
  const id = `${autograd === '-' ? '' : `!${autograd}/`}${frame === '-' ? '-' : `${frame}/${compile}`}`;
  const part = tree.log(name, 'files', source.size, rankOf(name));
  part.graph(
    { id, rank: rankOf(name), attempt: attempt === '-' ? 0 : Number(attempt) },
    {
      stage: stageOf(artefact),
      name: artefact,
      kind: 'file',
      nodes: sniffer.nodes,
      whole: sniffer.whole,
      backward: sniffer.tangents,
      line: 1,
      lines: text.split('\n').length,
      segments: [0, source.size],
      wrap: { kinds: '', length: 0, rank: null },
      time: null,
    },
  );
  return true;
}

/**
 * Reads logs; zip files are read as folders, gzip files as what is in them.
 * @param {LogFile[]} files
 * @param {Reading & { folder?: boolean, left?: { name: string, message: string }[] }} [settings] `folder`: what is no
 *   log is left out without a word; `left`: what was left out before, and why
 * @returns {Promise<Logs>}
 */
export async function openLogs(files, { signal, progress, folder = false, left = [] } = {}) {
  /** @type {LogFile[]} */
  const all = [];
  let inFolder = folder;
  const budget = new Budget();
  for (const given of files) {
    signal?.throwIfAborted();
    const file = folder ? given : await plain(given, budget, signal);
    if (!isArchive(await file.source.read(0, 4))) all.push(file);
    else {
      inFolder = true;
      all.push(...(await unpacked(file)));
    }
  }
  const tree = new Tree();
  for (const { name, message } of left) tree.warn(name, message);
  /** @type {Source[]} */
  const sources = [];
  const wanted = inFolder ? chosen(all) : all;
  if (wanted.length > MOST.logs)
    throw failure(
      'log',
      `${wanted.length} files are more than the ${MOST.logs} that are read at once`,
      'give a folder inside of it',
    );
  const total = wanted.reduce((sum, { source }) => sum + source.size, 0);
  let done = 0;
  for (const given of wanted) {
    signal?.throwIfAborted();
    const file = await plain(given, budget, signal).catch((error) => {
      // What is wrong with one file of a folder is no reason to leave out the others.
      if (!inFolder || signal?.aborted || !Array.isArray(error.diagnostics)) throw error;
      tree.warn(given.name, `${error.message}; it is left out`, undefined, error.diagnostics[0].notes[0].message);
      return null;
    });
    if (file === null) continue;
    const packed = given.source.size / Math.max(1, file.source.size);
    const told = progress && ((/** @type {number} */ at) => progress(done + packed * at, total));
    if (await readOne(tree, file, inFolder, { ...(signal ? { signal } : {}), ...(told ? { progress: told } : {}) }))
      sources.push(file.source);
    done += given.source.size;
  }
  tree.finish();
  return new Logs(tree, sources);
}

/**
 * The files of a folder that may hold graphs: where the log itself is beside what tlparse made of it, the log.
 * @param {LogFile[]} files
 */
function chosen(files) {
  const folders = new Set(files.filter(({ name }) => /(?:^|\/)raw\.log$/.test(name)).map(({ name }) => folderOf(name)));
  return files.filter(({ name }) => {
    const artefact = ARTEFACT.exec(name);
    if (artefact === null) return LOG_NAME.test(name);
    const at = artefact.index + (artefact[0].startsWith('/') ? 1 : 0);
    return !folders.has(name.slice(0, at));
  });
}

/**
 * False if nothing of the file is in the tree.
 * @param {Tree} tree
 * @param {LogFile} file
 * @param {boolean} folder
 * @param {Reading} reading
 */
async function readOne(tree, file, folder, reading) {
  const { name, source } = file;
  const artefact = folder ? ARTEFACT.exec(name) : null;
  if (artefact !== null) {
    if (isStage(artefact[5]) || /graph/.test(artefact[5])) return readArtefact(tree, file, artefact);
    return false;
  }
  const remark = noText(await source.read(0, Math.min(BEGINNING, source.size)));
  if (remark !== null) {
    if (!folder) throw failure('log', remark[0], remark[1]);
    tree.warn(name, `${remark[0]}; it is left out`, undefined, remark[1]);
    return false;
  }
  if (source.size === 0 && !folder) throw failure('log', 'the file is empty', RECORD);
  if (source.size === 0) return false;
  const part = tree.log(name, 'none', source.size, rankOf(name));
  await scanLog(source, part, reading);
  part.kind = part.records > 0 ? 'trace' : part.heads > 0 || part.graphs > 0 ? 'text' : 'none';
  return true;
}
