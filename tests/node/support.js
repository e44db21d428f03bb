/**
 * What the tests share: recorded cases, their texts, chance that repeats itself, and what is never part of the
 * repository.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Session } from '../../wasm/js/index.js';
import { parseBigJson } from '../../wasm/js/replay/format.js';

export const CORPUS = fileURLToPath(new URL('../data/corpus', import.meta.url));

/**
 * Flags for a process of Node that does little: V8's optimizing compilers would take half of its time. (Validating
 * functions only when they are called would save more, but Pyodide finds out by validation what the machine can do.)
 */
export const SHORT_LIVED = ['--liftoff-only', '--no-opt'];

/** The file of the command line. */
export const CLI = fileURLToPath(new URL('../../wasm/js/cli/main.js', import.meta.url));

/** The command line, as arguments of Node. */
export const SEESAW = [...SHORT_LIVED, CLI];

/** Recorded data; large integers keep all digits. @param {string} path @returns {any} */
export const readJson = (path) => parseBigJson(readFileSync(path, 'utf8'));

/** Each recorded program in each mode of export. @returns {{ id: string, variant: any }[]} */
export function recordedCases() {
  return readdirSync(`${CORPUS}/cases`)
    .sort()
    .flatMap((id) => {
      /** @type {any[]} */
      const variants = readJson(`${CORPUS}/cases/${id}/case.json`).variants ?? [];
      return variants.map((variant) => ({ id: `${id}/${variant.mode}`, variant }));
    });
}

/**
 * Texts that PyTorch printed, in all forms that are read: of programs, and of the odd graphs of the unit files.
 * @returns {{ id: string, text: string }[]}
 */
export function recordedTexts() {
  const texts = recordedCases().flatMap(({ id, variant }) => {
    const before = (variant.stages ?? variant.partial_stages)?.set_grad?.before ?? {};
    return [before.readable, before.code, before.str, variant.ep_str].map((text, i) => ({
      id: `${id}, text ${i}`,
      text,
    }));
  });
  for (const row of readJson(`${CORPUS}/unit/codegen.json`)) texts.push({ id: `codegen ${row.title}`, text: row.str });
  for (const row of readJson(`${CORPUS}/unit/split_inline.json`))
    texts.push({ id: `split_inline ${row.seed}`, text: row.split.readable ?? row.split.code });
  return texts.filter((row) => typeof row.text === 'string');
}

/** Chance that is the same in every run: a function that gives numbers from 0 to 2**32 - 1. @param {number} seed */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    // The mixing step of a 32-bit counter generator.
    state = (state + 0x9e3779b9) >>> 0;
    let x = state;
    x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
    x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
    return (x ^ (x >>> 15)) >>> 0;
  };
}

/**
 * The examples of a README that show what they print.
 * @param {string} readme
 * @returns {{ code: string, printed: string }[]}
 */
export const printedExamples = (readme) =>
  [...readme.matchAll(/```js\n([\s\S]*?)```\n\nprints\n\n```\n([\s\S]*?)```/g)].map(([, code, printed]) => ({
    code,
    printed,
  }));

/** A folder beside the repository, or null. @param {string} name */
export function beside(name) {
  const path = fileURLToPath(new URL(`../../../shared/${name}`, import.meta.url));
  return existsSync(path) ? path : null;
}

/**
 * An unsigned number of a wasm binary.
 * @param {Uint8Array} bytes
 * @param {number} at
 * @returns {{ value: number, next: number }}
 */
function leb(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return { value, next: at };
  }
}

/** The module with less memory to grow to, so that exhaustion comes soon. @param {number} pages of 64 kB */
export const moduleWithMemory = (pages) => new WebAssembly.Module(moduleBytesWithMemory(pages));

/** @param {number} pages of 64 kB @param {string} [name] of the module @returns {Uint8Array<ArrayBuffer>} */
export function moduleBytesWithMemory(pages, name = 'seesaw') {
  const bytes = new Uint8Array(readFileSync(new URL(`../../wasm/dist/${name}.wasm`, import.meta.url)));
  const MEMORY_SECTION = 5;
  for (let at = 8; at < bytes.length;) {
    const size = leb(bytes, at + 1);
    if (bytes[at] === MEMORY_SECTION) {
      // One memory: its flags (1: a maximum follows), the minimum, the maximum.
      const maximum = leb(bytes, size.next + 2).next;
      const end = leb(bytes, maximum).next;
      if (bytes[size.next + 1] !== 1 || leb(bytes, size.next + 2).value > pages)
        throw new Error('the module declares its memory otherwise');
      for (let i = maximum, rest = pages; i < end; i += 1, rest = Math.floor(rest / 128))
        bytes[i] = (rest % 128) | (i + 1 < end ? 0x80 : 0);
      return bytes;
    }
    at = size.next + size.value;
  }
  throw new Error('the module has no memory of its own');
}

/**
 * Sessions whose instance the test can reach into: `memory()` and `table()` are those of the newest instance.
 * @param {{ wasm?: WebAssembly.Module, full?: boolean }} [options]
 */
export async function openedUp(options = {}) {
  /** @type {WebAssembly.Instance[]} */
  const instances = [];
  const original = WebAssembly.instantiate;
  WebAssembly.instantiate = /** @type {any} */ (
    async (/** @type {WebAssembly.Module} */ module, /** @type {WebAssembly.Imports} */ imports) => {
      const instance = await original(module, imports);
      instances.push(instance);
      return instance;
    }
  );
  const find = (/** @type {any} */ kind) =>
    /** @type {any} */ (Object.values(instances[instances.length - 1].exports).find((item) => item instanceof kind));
  return {
    session: await Session.create(options),
    instances,
    /** @returns {WebAssembly.Memory} */
    memory: () => find(WebAssembly.Memory),
    /** @returns {WebAssembly.Table} */
    table: () => find(WebAssembly.Table),
    restore() {
      WebAssembly.instantiate = original;
    },
  };
}
