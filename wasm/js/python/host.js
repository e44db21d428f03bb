/**
 * Python under Node, in a worker: found when it is installed, started at the first use, killed when it takes too long.
 *
 *   const python = new PythonHost();
 *   const answer = await python.run({ program, files, entry: 'my_passes', pass: 'Mine', options: {} });
 *   await python.stop();
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { failure } from '../error.js';

const HERE = dirname(fileURLToPath(import.meta.url));
const PACKAGE = join(HERE, '../../python');
/** Seconds that one pass may take. */
export const SECONDS = 60;
/** Seconds that the start may take. */
const START_SECONDS = 300;
const MEGABYTES = 2048;

/** The folder of pyodide, or null. */
export function pyodideFolder() {
  const given = process.env.SEESAW_PYODIDE;
  if (given !== undefined) return existsSync(join(given, 'pyodide.mjs')) ? given : null;
  for (const from of [join(process.cwd(), 'x.js'), import.meta.url, join(HERE, '../../../web/x.js')]) {
    try {
      return dirname(createRequire(from).resolve('pyodide/package.json'));
    } catch {
      // not there
    }
  }
  return null;
}

/** Our package of Python, path -> text. @param {string} [folder] @returns {Record<string, string>} */
function packageFiles(folder = PACKAGE) {
  /** @type {Record<string, string>} */
  const files = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.py')) continue;
    const path = join(entry.parentPath, entry.name);
    files[path.slice(folder.length + 1)] = readFileSync(path, 'utf8');
  }
  return files;
}

export class PythonHost {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Promise<unknown> | null} */
  #started = null;
  #sent = 0;
  #seconds;
  /** @type {Map<number, { resolve: (answer: any) => void, reject: (error: unknown) => void }>} */
  #waiting = new Map();

  /** @param {{ seconds?: number }} [settings] */
  constructor({ seconds = SECONDS } = {}) {
    this.#seconds = seconds;
  }

  #start() {
    const folder = pyodideFolder();
    if (folder === null)
      throw failure(
        'python',
        'a pass in Python needs CPython, which is not installed',
        'npm install pyodide@314.0.7 where you run seesaw, or give its folder as SEESAW_PYODIDE',
      );
    const worker = new Worker(new URL('./node_worker.js', import.meta.url), {
      workerData: {
        pyodide: pathToFileURL(join(folder, 'pyodide.mjs')).href,
        indexURL: `${folder}/`,
        files: packageFiles(),
      },
      env: {},
      stdin: false,
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
    });
    worker.on('message', ({ id, answer, failed }) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (failed === undefined) return waiting?.resolve(answer);
      // Python itself has failed, not the pass: another one takes over.
      waiting?.reject(failure('python', `Python failed: ${failed}`));
      this.#fail(failure('python', `Python failed: ${failed}`));
      worker.terminate();
    });
    worker.on('error', (error) => this.#fail(failure('python', `Python failed: ${error.message}`)));
    // os._exit() and a crash of Python end the worker alone.
    worker.on('exit', () => {
      if (this.#worker === worker) this.#fail(failure('python', 'Python ended in the middle of a pass'));
    });
    // What the C library prints is nobody's.
    worker.stdout.resume();
    worker.stderr.resume();
    worker.unref();
    this.#worker = worker;
    return worker;
  }

  /** @param {unknown} error */
  #fail(error) {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#worker = null;
    this.#started = null;
    for (const { reject } of waiting) reject(error);
  }

  /** Resolves when Python has started. @returns {Promise<Worker>} */
  async ready() {
    const worker = this.#worker ?? this.#start();
    this.#started ??= this.#ask(worker, null, START_SECONDS);
    await this.#started;
    return worker;
  }

  /**
   * Runs one pass.
   * @param {import('./runtime.js').PythonRequest} request
   * @returns {Promise<any>}
   */
  async run(request) {
    return this.#ask(await this.ready(), request, this.#seconds);
  }

  /** @param {Worker} worker @param {import('./runtime.js').PythonRequest | null} request @param {number} seconds */
  #ask(worker, request, seconds) {
    const id = (this.#sent += 1);
    worker.ref();
    /** @type {Promise<any>} */
    const answer = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    const timer = setTimeout(() => {
      this.#fail(
        failure(
          'python',
          `the pass did not end within ${seconds} seconds`,
          'see that every loop of it comes to an end',
        ),
      );
      worker.terminate();
    }, seconds * 1000);
    worker.postMessage({ id, request });
    return answer.finally(() => {
      clearTimeout(timer);
      worker.unref();
    });
  }

  /** Ends Python at once; what runs is refused. */
  async stop() {
    const worker = this.#worker;
    this.#fail(failure('python', 'Python was stopped'));
    await worker?.terminate();
  }
}
