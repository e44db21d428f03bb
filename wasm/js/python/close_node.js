/**
 * Takes away what Node gives to code in a worker: CPython's C library reaches for it (`os.system` spawns, `socket`
 * connects), and whose Python runs is not known.
 *
 * What: the functions of Node's modules that touch processes, network and files refuse, in this worker alone: each
 * worker has its own copies. Why here and not in Python: what Python hides, Python finds again.
 */
import { createRequire, syncBuiltinESMExports } from 'node:module';

const require = createRequire(import.meta.url);

const MODULES = [
  'child_process',
  'cluster',
  'dgram',
  'dns',
  'dns/promises',
  'fs',
  'fs/promises',
  'http',
  'http2',
  'https',
  'inspector',
  'net',
  'repl',
  'tls',
  'v8',
  'vm',
  'worker_threads',
];
/** Of the process itself: how it ends is the host's to say. */
const OF_PROCESS = ['abort', 'binding', 'chdir', 'dlopen', 'getBuiltinModule', 'kill', 'umask', '_linkedBinding'];
/** What the worker itself needs. */
const KEPT = ['receiveMessageOnPort'];

/** @param {string} name */
const refusal = (name) =>
  function refused() {
    throw new Error(`${name} is closed to Python`);
  };

/** What os.system() sees: a shell that finds no command. Python's C library does not outlive an exception here. */
const notFound = () => ({ status: 127, signal: null, pid: 0, output: [], stdout: '', stderr: '' });

/** Once the engine and Python are loaded. */
export function closeNode() {
  for (const name of MODULES) {
    const given = require(`node:${name}`);
    for (const key of Object.keys(given)) {
      if (typeof given[key] !== 'function' || KEPT.includes(key)) continue;
      try {
        given[key] = key === 'spawnSync' ? notFound : refusal(`${name}.${key}`);
      } catch {
        // A getter of Node's: Object.keys shows it, and it gives nothing that acts.
      }
    }
  }
  syncBuiltinESMExports();
  const own = /** @type {any} */ (process);
  for (const key of OF_PROCESS) if (typeof own[key] === 'function') own[key] = refusal(`process.${key}`);
}
