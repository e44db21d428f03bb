/**
 * Takes away what a browser gives to code in a worker: CPython's C library reaches for some of it (sockets become
 * WebSockets, files requests), and whose Python runs is not known.
 *
 * What: of the worker's global object only the language itself stays, and the few things named here. Everything else,
 * also what browsers will have one day, becomes undefined: network, storage, other workers, messages.
 * Why a list of what stays: what a list of doors forgets is open.
 */

/** The language; what the engine and Python compute with. */
const KEPT = new Set([
  ...['Object', 'Function', 'Array', 'Number', 'Boolean', 'String', 'Symbol', 'BigInt', 'Math', 'JSON', 'Reflect'],
  ...['Date', 'RegExp', 'Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef', 'FinalizationRegistry', 'Promise', 'Proxy'],
  ...['Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError'],
  ...['SuppressedError', 'Iterator', 'Intl', 'Atomics', 'ArrayBuffer', 'SharedArrayBuffer', 'DataView'],
  ...['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array'],
  ...['BigInt64Array', 'BigUint64Array', 'Float16Array', 'Float32Array', 'Float64Array'],
  ...['Infinity', 'NaN', 'undefined', 'isFinite', 'isNaN', 'parseFloat', 'parseInt', 'globalThis', 'self'],
  ...['decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'escape', 'unescape'],
  ...['WebAssembly', 'TextDecoder', 'TextEncoder', 'DOMException', 'crypto', 'performance'],
  ...['queueMicrotask', 'structuredClone', 'constructor'],
]);

/** The global object and what it inherits from, but for what every object does. */
function owners() {
  const all = [];
  for (let at = globalThis; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at)) all.push(at);
  return all;
}

/**
 * Once the engine and Python are loaded, and the port to the page has its listener.
 * @returns {string[]} names that could not be taken away: none in the browsers that are known
 */
export function closeBrowser() {
  const gone = { value: undefined, writable: false, configurable: false, enumerable: false };
  /** @type {Set<string | symbol>} */
  const left = new Set();
  const all = owners();
  for (const owner of all) {
    for (const key of Reflect.ownKeys(owner)) {
      if (typeof key === 'symbol' || KEPT.has(key)) continue;
      // On the global object itself: what it inherits is found no more, and nothing puts it back.
      if (!Reflect.defineProperty(globalThis, key, gone)) left.add(key);
      if (owner !== globalThis && !Reflect.deleteProperty(owner, key)) left.add(key);
    }
  }
  return [...left].map(String).filter((key) => /** @type {any} */ (globalThis)[key] !== undefined);
}
