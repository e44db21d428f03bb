/**
 * CPython in WebAssembly with Seesaw's `torch`, in a worker of its own: the same in Node and in a page.
 *
 * What: `startPython` loads pyodide, gives Python four functions and nothing else, and takes away every way out.
 * `runPass` runs a pass of somebody's on a program, text in and text out.
 * Why: whose code runs here is not known. It can compute; it reaches no network, no file, no page and no other program
 * than the one that it is given. What is closed and how is listed in wasm/python/README.md.
 *
 *   const python = await startPython({ loadPyodide, indexURL, files, session });
 *   python.runPass({ program: json, files: [{ name: 'p.py', module: 'p', text }], entry: 'p', pass: 'P', options: {}
 *   });
 */
import { messageOf, SeesawError } from '../error.js';
import { HOSTED } from '../interpreter.js';
import { readProgram } from '../source.js';
import { nodeCount } from './report.js';

/** @typedef {{ name: string, module: string, text: string }} SourceFile */
/**
 * @typedef {{ program: string, files: SourceFile[], entry: string, pass: string | null, options: Record<string,
 *   string>,
 *   ambientGrad?: boolean, over?: boolean, trace?: object }} PythonRequest `trace`: the entry is a model or script that
 *   is captured with these settings, those of session.trace. `over`: `program` is any text, and only what is counted is
 *   wanted: whether the pass changed something, and whether values stayed
 */
/**
 * @typedef {{ changed: boolean, nodesBefore: number, nodesAfter: number, verdict: string, message?: string }} Counted
 */

/** Where the files of our package lie for Python. */
const HOME = '/seesaw';

/** An object or a function that leads nowhere: no constructor, no prototype. @template {object} T @param {T} value */
const bare = (value) => /** @type {T} */ (Object.freeze(Object.setPrototypeOf(value, null)));

/** @param {unknown} error */
function errorJson(error) {
  const one = error instanceof SeesawError ? error.diagnostics[0] : undefined;
  return { error: { message: one?.message ?? messageOf(error), exception: one?.exception ?? '' } };
}

/** What torch.ops is made of: schema and traits by path. @param {import('../session.js').Session} session */
function operatorTable(session) {
  const { ops } = session.describe({ formulas: false });
  return Object.fromEntries(ops.map((/** @type {any} */ { path, schema, traits }) => [path, { schema, traits }]));
}

/**
 * The functions that Python has: texts in, texts out, and never a thrown error.
 * @param {import('../session.js').Session} session
 * @param {import('../session.js').Session} aside works out values while `session` waits for a callback
 */
function bridge(session, aside) {
  /** @type {any} */
  let tracing = null;
  /** @param {() => unknown} run */
  const answered = (run) => {
    try {
      return JSON.stringify(run());
    } catch (error) {
      return JSON.stringify(errorJson(error));
    }
  };
  /**
   * A command that calls back: `ask` answers each request, and may ask the core by `next` meanwhile.
   * @param {string} command @param {any} args @param {(request: string) => unknown} ask
   */
  const hosted = (command, args, ask) => {
    const outer = tracing;
    const callbacks = {
      /** @type {any} */ engine: null,
      /** @type {unknown} */ thrown: undefined,
      isFromCore: () => false,
      answer() {
        let text = '';
        /** @type {unknown} */
        let failed;
        try {
          text = String(ask(this.engine.read(2)));
          failed = JSON.parse(text).failed;
        } catch (error) {
          failed = messageOf(error); // nothing is thrown through the core
        }
        this.engine.write(3, failed === undefined ? text : String(failed));
        return failed === undefined ? 0 : 1;
      },
    };
    tracing = callbacks;
    try {
      return { value: session[HOSTED](command, args, '', callbacks).value };
    } finally {
      tracing = outer;
    }
  };
  return {
    /** @param {unknown} command @param {unknown} args @param {unknown} payload */
    call: (command, args, payload) =>
      answered(() => {
        if (command === 'operators') return { value: operatorTable(session) };
        return session.call(String(command), JSON.parse(String(args)), String(payload ?? ''));
      }),
    /** @param {unknown} command @param {unknown} args @param {unknown} payload */
    aside: (command, args, payload) =>
      answered(() => aside.call(String(command), JSON.parse(String(args)), String(payload ?? ''))),
    /** @param {unknown} handle @param {unknown} names @param {(request: string) => unknown} ask */
    retrace: (handle, names, ask) =>
      answered(() => hosted('retrace', { handle: Number(handle), callbacks: JSON.parse(String(names)) }, ask)),
    /**
     * @param {unknown} request of a live capture, whose operator calls functions
     * @param {(request: string) => unknown} ask
     */
    live: (request, ask) => answered(() => hosted('live_capture', JSON.parse(String(request)), ask)),
    /** @param {unknown} request */
    next: (request) => {
      try {
        tracing.engine.write(3, String(request));
        tracing.engine.forward();
        return tracing.engine.read(2);
      } catch (error) {
        return JSON.stringify({ ok: false, diagnostics: [{ message: messageOf(error), exception: '' }] });
      }
    },
  };
}

/**
 * Functions that make code of text: a page's policy forbids them, and elsewhere they end here. Python can walk from an
 * object to its constructor, and from that to Function.
 */
function closeCodeGeneration() {
  const refuse = () => {
    throw new Error('code from text is closed here');
  };
  const kinds = [() => {}, async () => {}, function* () {}, async function* () {}];
  for (const kind of kinds) {
    const prototype = Object.getPrototypeOf(kind);
    Object.defineProperty(prototype, 'constructor', { value: bare(refuse), writable: false, configurable: false });
  }
  for (const name of ['eval', 'fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest', 'Worker', 'indexedDB'])
    Object.defineProperty(globalThis, name, { value: undefined, writable: false, configurable: false });
  Object.defineProperty(Error, 'prepareStackTrace', { value: undefined, writable: false, configurable: false });
}

/** Bytes that Python, and the engine beside it, may have each: enough for graphs of a million nodes. */
const MEMORY = 2 ** 30;

/** Beyond this Python hears a MemoryError, and the machine nothing. */
function limitMemory() {
  const { prototype } = WebAssembly.Memory;
  const grow = prototype.grow;
  prototype.grow = function limited(pages) {
    if (this.buffer.byteLength + pages * 65536 > MEMORY) throw new RangeError('the memory of Python is full');
    return grow.call(this, pages);
  };
}

const WITH_DIALECT = /^\{"format":"[\w.]+","version":\d+,"dialect":/;

/** What a program has beside its graphs. @param {string} program */
function aboutOf(program) {
  if (!program.startsWith('{')) return {};
  const { dialect, signature, exported, range_constraints } = JSON.parse(program);
  return { dialect, signature, exported, range_constraints };
}

/**
 * The program that came out, with what it has beside its graphs.
 * @param {any} answer of _seesaw_driver
 */
function together({ class: name, added, ...answer }) {
  if (answer.program === undefined) return answer;
  const { signature, ...rest } = added;
  // A program that Python made from nothing is written as the one that it came from.
  if (WITH_DIALECT.test(answer.program)) delete rest.dialect;
  if (name === null && signature === undefined && Object.keys(rest).length === 0) return answer;
  const document = { ...rest, ...JSON.parse(answer.program) };
  if (name !== null) document.modules[0].class = name;
  if (signature !== undefined) document.signature = signature;
  return { ...answer, program: JSON.stringify(document) };
}

/**
 * What a pass does to one program among many: counts, and whether values stayed.
 * @param {import('../session.js').Session} session @param {PythonRequest} request
 * @param {(request: PythonRequest) => any} runPass
 * @returns {Counted}
 */
function counted(session, request, runPass) {
  const { ambientGrad = true } = request;
  const nothing = { changed: false, nodesBefore: 0, nodesAfter: 0, verdict: 'unknown' };
  const { handle, diagnostics } = readProgram(session, request.program, { trace: { ambientGrad } });
  if (handle === null) return { ...nothing, message: diagnostics[0]?.message ?? 'the text is no program' };
  try {
    const program = session.print(handle, { format: 'json' });
    const answer = runPass({ ...request, program });
    if (answer.diagnostic !== undefined) return { ...nothing, verdict: 'failed', message: answer.diagnostic.message };
    const made = session.open(answer.program).handle;
    const shown = (/** @type {number} */ one) => session.print(one, { format: 'verbose' });
    const changed = shown(handle) !== shown(made);
    const { verdict } = changed ? session.check(handle, made, { ambientGrad }) : { verdict: 'equal' };
    session.close(made);
    return { changed, nodesBefore: nodeCount(program), nodesAfter: nodeCount(answer.program), verdict };
  } catch (error) {
    return { ...nothing, message: messageOf(error) };
  } finally {
    session.close(handle);
  }
}

/**
 * @param {{ loadPyodide: (options: any) => Promise<any>, indexURL: string, files: Record<string, string>,
 *   session: import('../session.js').Session, aside: import('../session.js').Session,
 *   progress?: (step: string) => void }} given
 *   `files`: our package, path -> text
 */
export async function startPython({ loadPyodide, indexURL, files, session, aside, progress = () => {} }) {
  progress('loading Python');
  limitMemory();
  const silent = bare(() => 0);
  const python = await loadPyodide({
    indexURL,
    jsglobals: bare({
      setTimeout: silent,
      clearTimeout: silent,
      Object: bare({}),
      console: bare({ log: silent, error: silent, warn: silent }),
    }),
    stdin: () => null,
    stdout: () => {},
    stderr: () => {},
    env: { HOME: '/', _: '/python', PYTHONDONTWRITEBYTECODE: '1' },
  });
  progress('loading torch');
  for (const [path, text] of Object.entries(files)) {
    const full = `${HOME}/${path}`;
    python.FS.mkdirTree(full.slice(0, full.lastIndexOf('/')));
    python.FS.writeFile(full, text);
  }
  const { call, aside: beside, retrace, live, next } = bridge(session, aside);
  python.registerJsModule(
    '_seesaw',
    bare({ call: bare(call), aside: bare(beside), retrace: bare(retrace), live: bare(live), next: bare(next) }),
  );
  const driver = python.runPython(`
import sys
sys.path.insert(0, ${JSON.stringify(HOME)})
import _seesaw_driver
_seesaw_driver.close_doors()
_seesaw_driver.run
`);
  python.unregisterJsModule('pyodide_js');
  python.unregisterJsModule('js');
  closeCodeGeneration();
  /** @param {number} handle */
  const close = (handle) => {
    try {
      session.close(handle);
    } catch {
      // The pass put another program in its place, and closed this one.
    }
  };
  /** @param {PythonRequest} request @returns {any} */
  const runPass = (request) => {
    const { handle } = session.open(request.program);
    try {
      const asked = { ...request, handle, about: aboutOf(request.program) };
      return together(JSON.parse(driver(JSON.stringify(asked))));
    } finally {
      close(handle);
    }
  };
  /**
   * Captures a model: a text in, and the program that comes out of it.
   * @param {PythonRequest} request @returns {any}
   */
  const trace = (request) => {
    const answer = JSON.parse(driver(JSON.stringify(request)));
    if (answer.traced !== undefined) close(answer.traced.handle);
    return answer;
  };
  return {
    /** @param {PythonRequest | null} request @returns {any} */
    runPass(request) {
      if (request === null) return null; // asked whether it has started
      if (request.trace !== undefined) return trace(request);
      return request.over === true ? counted(session, request, runPass) : runPass(request);
    },
  };
}
