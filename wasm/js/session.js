/**
 * The session surface: programs by handle, a few coarse calls.
 *
 * What: `Session` opens texts, prints them in PyTorch's forms, runs passes, edits graphs. Every failure is a
 * `SeesawError` with diagnostics; nothing that a caller passes can abort the instance.
 * Why: page, worker and Node use the same class. Texts cross as raw bytes, answers as one JSON envelope.
 *
 *   const session = await Session.create();
 *   const program = session.open('def forward(self, x):\n    return (x,)\n');
 *   const result = session.run(program.handle, [{ name: 'eliminate_dead_code' }]);
 *   session.print(result.handle, { format: 'graph' });
 *   session.close(program.handle);
 *
 * After a trap (the WebAssembly instance itself failed) the call throws, a fresh instance takes over, and handles of
 * the old one are gone: `await session.recovered()`.
 */
import { compileEngine, instantiateEngine, isIntact } from './engine.js';
import { failure, messageOf, SeesawError } from './error.js';
import { handleNumber, list, passList, programGiven, record, settings as given, text } from './given.js';
import { GraphCalls } from './graphs.js';
import { HOSTED } from './interpreter.js';
import { guide } from './guide.js';
import { readComparison, readPicture, writeAnchor } from './picture.js';
import { fullModule, smallModule } from './places.js';
import { PythonPass } from './python/pass.js';
import { tracePython } from './python/trace.js';
import { checkedPass, RetraceCallbacks } from './retrace.js';
import { programOf } from './svg.js';

export { SeesawError };

/** @typedef {import('./index.js').Session} Declared */

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const EMPTY = new Uint8Array(0);
/** Bytes that surely fit a string of every engine. */
const MAX_BYTES = 2 ** 29 - 25;
/** Only `Session.create` knows it. */
const CREATED = Symbol('Session.create');

const OF_FULL =
  'sessions with { full: true } have it; if this is one, its module is older than its JavaScript: scripts/build wasm';

/**
 * What a missing command means to who called a method of Session.
 * @param {import('./index.js').Diagnostic} diagnostic
 * @param {string} command
 */
function explained(diagnostic, command) {
  const method = command.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
  const known = command === 'transform' || method in Session.prototype;
  if (diagnostic.code !== 'command' || !known) return diagnostic;
  return { ...diagnostic, notes: [...(diagnostic.notes ?? []), { message: OF_FULL }] };
}

/** @param {unknown} value @returns {string | URL | undefined} */
function address(value) {
  if (value === undefined || typeof value === 'string' || value instanceof URL) return value;
  throw failure('argument', 'wasm must be the address of seesaw.wasm or a compiled WebAssembly.Module');
}

/** @param {Record<string, unknown>} args @returns {string} */
function toJson(args) {
  try {
    const json = JSON.stringify(args, (_key, value) => {
      if (typeof value === 'bigint') throw new TypeError('big integers are written as {"int": "..."}');
      return value;
    });
    if (typeof json !== 'string') throw new TypeError('toJSON gave nothing');
    return json;
  } catch (error) {
    throw failure('argument', `the arguments cannot be written as JSON: ${messageOf(error)}`);
  }
}

/** @implements {Declared} what index.d.ts says of it */
export class Session extends GraphCalls {
  /** @type {import('./engine-types.js').Engine | null} */
  #engine;
  #compiled;
  #glue;
  /** @type {Promise<void>} */
  #recovery = Promise.resolve();
  /** A callback of retrace() runs: the buffers are in use. */
  #tracing = false;

  /**
   * @param {symbol} created
   * @param {import('./engine-types.js').Engine} engine
   * @param {WebAssembly.Module} compiled
   * @param {any} glue
   */
  constructor(created, engine, compiled, glue) {
    super();
    if (created !== CREATED)
      throw failure(
        'argument',
        'a Session is made by Session.create()',
        'write: const session = await Session.create()',
      );
    this.#engine = engine;
    this.#compiled = compiled;
    this.#glue = glue;
  }

  /**
   * @param {{ wasm?: string | URL | WebAssembly.Module, full?: boolean, archives?: boolean }} [options] where the
   *   module is, or the
   * compiled module; `full`, also called `archives`: the larger of the two modules, which has all passes and reads
   * saved models
   * @returns {Promise<Session>}
   */
  static async create(options = {}) {
    const { wasm, full: all, archives } = given(options, 'the options of create', 'create');
    try {
      const full = all === true || archives === true ? await import('./engine-full.js') : undefined;
      const compiled =
        wasm instanceof WebAssembly.Module
          ? wasm
          : await compileEngine(address(wasm) ?? (full === undefined ? smallModule() : fullModule()));
      return new Session(CREATED, await instantiateEngine(compiled, full?.glue), compiled, full?.glue);
    } catch (error) {
      if (error instanceof SeesawError) throw error;
      throw failure(
        'load',
        `the engine could not be loaded: ${messageOf(error)}`,
        'see that seesaw.wasm of the same build lies beside seesaw.mjs, or give its address as wasm',
      );
    }
  }

  /** Resolves when a fresh instance has taken over after a trap; at once if there was none. */
  recovered() {
    return this.#recovery;
  }

  /**
   * Runs a command of the core. The other methods wrap this one.
   * @param {string} command
   * @param {object} [args]
   * @param {string} [payload] a long text, crossing as raw bytes
   * @returns {{ value: any, payload: string }}
   */
  call(command, args = {}, payload = '') {
    const { value, payload: bytes } = this.#exchange(command, args, text(payload, 'the payload'));
    return { value, payload: bytes.length > 0 ? decoder.decode(bytes) : '' };
  }

  /**
   * The same with the payload of the answer as bytes.
   * @param {string} command @param {object} args @param {string | Uint8Array} body
   * @returns {{ value: any, payload: Uint8Array }}
   */
  #exchange(command, args, body) {
    const name = text(command, 'the command');
    const json = toJson(record(args, 'the arguments'));
    const engine = this.#engine;
    if (this.#tracing)
      throw failure('busy', 'a callback cannot call its own session', 'use next(), or another session');
    if (engine === null)
      throw failure(
        'restarting',
        'the engine is starting again after a failure',
        'wait for recovered() and open the program again',
      );
    try {
      this.#write(engine, 0, name);
      this.#write(engine, 1, json);
      this.#write(engine, 2, body);
      const good = engine.invoke();
      if (!isIntact(engine)) throw new Error('it wrote through a null pointer');
      const fits = good && engine.outputSize(0) <= MAX_BYTES && engine.outputSize(1) <= MAX_BYTES;
      const envelope = fits ? JSON.parse(this.#read(engine, 0)) : null;
      const out = fits
        ? engine.HEAPU8.slice(engine.outputPointer(1), engine.outputPointer(1) + engine.outputSize(1))
        : EMPTY;
      engine.releaseBuffers();
      if (good && !fits)
        throw failure('memory', 'the result is too long for a string of JavaScript', 'print a part of it: {path}');
      if (envelope === null)
        throw failure('memory', 'not enough memory for this', 'close programs that are not needed');
      if (!envelope.ok)
        throw new SeesawError(envelope.diagnostics.map((/** @type {any} */ one) => explained(one, name)));
      return { value: envelope.value, payload: out };
    } catch (error) {
      if (error instanceof SeesawError) throw error;
      this.#restart();
      throw failure(
        'trap',
        `the engine failed: ${messageOf(error)}`,
        'a fresh one takes over: wait for recovered() and open the program again',
      );
    }
  }

  #restart() {
    this.#engine = null;
    this.#recovery = instantiateEngine(this.#compiled, this.#glue).then(
      (engine) => {
        this.#engine = engine;
      },
      (error) => {
        throw failure('load', `the engine could not be started again: ${messageOf(error)}`, 'make a new session');
      },
    );
    // Whoever waits for it hears of it; whoever does not hears of it from the next call.
    this.#recovery.catch(() => {});
  }

  /** @param {import('./engine-types.js').Engine} engine @param {number} which @param {string | Uint8Array} value */
  #write(engine, which, value) {
    // Three bytes are enough for each UTF-16 unit; long texts are measured first to save memory.
    const long = typeof value !== 'string' || value.length > 65536;
    const bytes = typeof value !== 'string' ? value : long ? encoder.encode(value) : EMPTY;
    const size = long ? bytes.length : value.length * 3;
    let at = engine.inputBuffer(which, size);
    if (at === 0) throw failure('memory', 'the text is too long for the memory of the engine', 'split it');
    if (long || typeof value !== 'string') {
      engine.HEAPU8.set(bytes, at);
      return;
    }
    const { written } = encoder.encodeInto(value, engine.HEAPU8.subarray(at, at + size));
    if (written !== size) {
      const kept = engine.HEAPU8.slice(at, at + written);
      at = engine.inputBuffer(which, written);
      engine.HEAPU8.set(kept, at);
    }
  }

  /** @param {import('./engine-types.js').Engine} engine @param {number} which */
  #read(engine, which) {
    const at = engine.outputPointer(which);
    return decoder.decode(engine.HEAPU8.subarray(at, at + engine.outputSize(which)));
  }

  /**
   * Reads a text. Throws if it has mistakes.
   * @param {string} source
   * @param {import('./index.js').ReadOptions} [options]
   */
  open(source, options = {}) {
    const answer = this.read(source, options);
    if (!answer.readable) throw new SeesawError(answer.diagnostics, source);
    return answer;
  }

  /**
   * Reads a text; mistakes are in `diagnostics`, and `readable` says whether there is a handle.
   * @param {string} source
   * @param {import('./index.js').ReadOptions} [options]
   */
  read(source, options = {}) {
    const program = programOf(text(source, 'the text'));
    if (program === null)
      return {
        readable: false,
        diagnostics: failure('svg', 'this picture holds no program', 'save it again with the format svg: then it does')
          .diagnostics,
      };
    return this.call('open', given(options, 'the options', 'ReadOptions'), program).value;
  }

  /**
   * Reads the JSON of a saved model (see archive/index.js). The session must be one with `archives`.
   * @param {string} json
   */
  openArchive(json) {
    return this.call('open_archive', {}, text(json, 'the JSON of the archive')).value;
  }

  /**
   * The JSON of a saved model with this program in it.
   * @param {number} handle
   * @param {string} json what it was opened from
   */
  writeArchive(handle, json) {
    return this.call('write_archive', { handle: handleNumber(handle) }, text(json, 'the JSON of the archive')).payload;
  }

  /** @param {number} handle */
  close(handle) {
    this.call('close', { handle: handleNumber(handle) });
  }

  /**
   * @param {number} handle
   * @param {import('./index.js').PrintOptions} [options]
   * @returns {string}
   */
  print(handle, options = {}) {
    /** @type {Record<string, unknown>} */
    const args = { ...given(options, 'the options', 'PrintOptions'), handle: handleNumber(handle) };
    return this.call(args.format === 'svg' ? 'svg' : 'print', args).payload;
  }

  /**
   * @param {number} handle
   * @param {(string | import('./index.js').PassRequest)[]} passes
   * @param {import('./index.js').RunSettings} [settings]
   */
  run(handle, passes, settings = {}) {
    passList(passes);
    const set = given(settings, 'the settings', 'RunSettings');
    try {
      return this.call('run', { ...set, handle: handleNumber(handle), passes }).value;
    } catch (error) {
      throw guide.errorOfPasses(error, passes, OF_FULL);
    }
  }

  /**
   * A pass that is Python source; it runs in CPython (npm's pyodide), apart from this session.
   * @param {string} source
   * @param {string | null} [name] of the class or function; '' for the only one, null for a script
   * @param {import('./index.js').PythonPassSettings} [settings]
   */
  pythonPass(source, name = '', settings = {}) {
    return new PythonPass(this, source, name, settings);
  }

  /**
   * Captures Python source by CPython (npm's pyodide), apart from this session: what `trace` refuses.
   * @param {string} source
   * @param {import('./index.js').TraceSettings} [settings]
   * @param {import('./index.js').PythonFile[]} [files] what it may import
   */
  tracePython(source, settings = {}, files = []) {
    return tracePython(this, source, settings, files);
  }

  /**
   * Captures the `forward` function of Python source as torch.export does; the session must be a full one.
   * @param {string} source
   * @param {import('./index.js').TraceSettings} [settings]
   */
  trace(source, settings = {}) {
    const set = given(settings, 'the settings', 'TraceSettings');
    return this.call('trace', set, text(source, 'the source')).value;
  }

  /**
   * Declares the operators that Python source makes with torch.library.custom_op; the session must be a full one.
   * @param {string} source @returns {string[]}
   */
  declareOperators(source) {
    return this.call('declare', {}, text(source, 'the source')).value;
  }

  /**
   * Runs a program on values; the session must be a full one.
   * @param {number} handle
   * @param {import('./index.js').ProgramValues} [values]
   * @param {import('./index.js').ExecSettings} [settings]
   */
  exec(handle, values = {}, settings = {}) {
    return this.call(
      'exec',
      { ...given(settings, 'the settings', 'ExecSettings'), handle: handleNumber(handle) },
      toJson(record(values, 'the values')),
    ).value;
  }

  /**
   * Runs two programs on the same sampled values and compares what they give; the session must be a full one.
   * @param {number} before @param {number} after
   * @param {import('./index.js').CheckSettings} [settings]
   */
  check(before, after, settings = {}) {
    return this.call('check', {
      ...given(settings, 'the settings', 'CheckSettings'),
      before: handleNumber(before),
      after: handleNumber(after),
    }).value;
  }

  /**
   * Lays a program out; the session must be a full one.
   * @param {number} handle
   * @param {import('./index.js').PictureOptions} [options]
   */
  picture(handle, options = {}) {
    const { anchor: picture, ...rest } = given(options, 'the options', 'PictureOptions');
    const { anchor, bytes } =
      picture === undefined || picture === null ? { anchor: undefined, bytes: EMPTY } : writeAnchor(picture);
    const { value, payload } = this.#exchange('picture', { ...rest, anchor, handle: handleNumber(handle) }, bytes);
    return readPicture(value, payload);
  }

  /**
   * What became of each node between two programs; the session must be a full one.
   * @param {number} before
   * @param {number} after
   */
  compare(before, after) {
    const { value, payload } = this.#exchange(
      'compare',
      { before: handleNumber(before), after: handleNumber(after) },
      EMPTY,
    );
    return readComparison(value, payload);
  }

  /**
   * Traces a program again; the functions of `pass` take the place of methods of PyTorch's ExportPass. The result is a
   * new program.
   * @param {number} handle
   * @param {import('./index.js').RetracePass} pass
   */
  retrace(handle, pass) {
    const callbacks = new RetraceCallbacks(checkedPass(pass));
    return this[HOSTED]('retrace', { handle: handleNumber(handle), callbacks: callbacks.names() }, '', callbacks).value;
  }

  /**
   * A command that calls back: `callbacks.answer()` reads what is asked and writes an answer, and may ask the core
   * meanwhile.
   * @param {string} command @param {object} args @param {string} payload
   * @param {{ engine: any, thrown: unknown, answer: () => number, isFromCore: (error: unknown) => boolean }} callbacks
   */
  [HOSTED](command, args, payload, callbacks) {
    const engine = this.#engine;
    if (engine !== null) {
      callbacks.engine = {
        write: (/** @type {number} */ which, /** @type {string} */ value) => this.#write(engine, which, value),
        read: (/** @type {number} */ which) => this.#read(engine, which),
        forward: () => /** @type {any} */ (engine).retraceNext(),
      };
      /** @type {any} */ (engine).retraceHost = () => {
        this.#tracing = true;
        try {
          return callbacks.answer();
        } finally {
          this.#tracing = false;
        }
      };
    }
    try {
      return this.call(command, args, payload);
    } catch (error) {
      // What a callback threw comes out as it is.
      if (callbacks.thrown !== undefined && !callbacks.isFromCore(callbacks.thrown)) throw callbacks.thrown;
      throw error;
    }
  }

  /**
   * Edits a graph; without a handle (null), a new empty one.
   * @param {number | null} handle
   * @param {import('./index.js').EditStep[]} steps
   * @param {import('./index.js').EditSettings} [settings]
   */
  edit(handle, steps, settings = {}) {
    list(steps, 'the steps');
    return this.call('edit', {
      ...given(settings, 'the settings', 'EditSettings'),
      handle: handle === null ? null : handleNumber(handle),
      steps,
    }).value;
  }

  /**
   * One edit of a person, and the text that shows it; the session must be a full one, here and below.
   * @param {number | string} program a handle or a text
   * @param {import('./index.js').Change} change
   * @param {import('./index.js').ChangeSettings} [settings]
   */
  change(program, change, settings = {}) {
    const { path, source = '' } = given(settings, 'the settings', 'ChangeSettings');
    const asked = programGiven(program, text(source, 'the source'));
    const { value, payload } = this.call(
      'change',
      { ...asked.args, path, change: record(change, 'the change') },
      asked.payload,
    );
    return { ...value, text: payload };
  }

  /**
   * Nodes as statements.
   * @param {number | string} program a handle or a text
   * @param {string[]} nodes names
   * @param {{ path?: string }} [settings]
   */
  copyNodes(program, nodes, settings = {}) {
    list(nodes, 'the nodes');
    const asked = programGiven(program);
    const { path } = given(settings, 'the settings', 'path');
    return this.call('copy_nodes', { ...asked.args, path, nodes }, asked.payload).payload;
  }

  /**
   * What PyTorch would say of the shapes and arguments of all calls.
   * @param {number | string} program a handle or a text
   */
  checkValues(program) {
    const asked = programGiven(program);
    return this.call('check_values', asked.args, asked.payload).value.diagnostics;
  }

  /**
   * Commands, formats, passes with their options, differences from PyTorch, operators.
   * @param {{ operators?: boolean, formulas?: boolean }} [parts] false for what takes long and is not needed: all
   *   operators, or the formulas of their derivatives
   */
  describe(parts = {}) {
    const value = this.call('describe', parts).value;
    // The format that is a command of its own: only the larger module draws.
    const svg = value.commands.find((/** @type {{ name: string }} */ { name }) => name === 'svg');
    if (svg !== undefined)
      value.formats.push({
        name: svg.name,
        doc: 'a picture, with the program in it',
        ending: svg.name,
        plain: true,
        readBack: true,
      });
    const versions = value.commands.some((/** @type {{ name: string }} */ { name }) => name === 'versions');
    if (versions) value.dialect = this.call('versions').value;
    return value;
  }
}
