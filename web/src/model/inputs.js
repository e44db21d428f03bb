/**
 * The values that a program is run with, as the document keeps them, and hooks on what it computes.
 *
 * What: `asInputs` gives valid settings from whatever it is given. An input that is not in `values` gets what the
 * source declares, or else a sample of the common seed.
 * Why: they come from links and stored documents, as all of the document does.
 *
 *   asInputs({ values: { x: { kind: 'constant', text: '[1, 2]' } } });      // { seed: 0, values: {...}, hooks: [] }
 */

import { checkLimit } from '../../../wasm/js/limits.js';

/**
 * Where a value comes from: sampled by a seed of its own, a literal, a number that a slider sets, or the source's
 * __init__.
 * @typedef {'seed' | 'constant' | 'range' | 'declared'} SourceKind
 */
/**
 * @typedef {object} ValueSource
 * @property {SourceKind} kind
 * @property {number} [seed] nothing: the common one
 * @property {string} [text] the literal
 * @property {number} [value]
 * @property {number} [low]
 * @property {number} [high]
 * @property {string} [type] 'f32[2, 3]', in place of what the program says
 * @property {boolean} [grad] false: no gradient is asked for
 */
/**
 * A hook on what a node gives, or where `at` says; `amount` is the factor or the bound; `call` counts from 1 the runs
 * of a graph that is called several times.
 * @typedef {{ graph: string, node: string, kind: HookKind, amount: number, at?: HookPlace, call?: number }} Hook
 */
/** @typedef {'log' | 'scale' | 'zero' | 'clip'} HookKind */
/**
 * On the value (which is what nothing means), on its node of the backward graph before and after that runs, on what
 * that node saved.
 * @typedef {'tensor' | 'prehook' | 'posthook' | 'saved'} HookPlace
 */
/**
 * What the backward pass begins with; nothing: the sum of all results. `output` counts results from 0, -1 is all.
 * @typedef {{ output: number, mean: boolean }} Loss
 */
/** @typedef {{ seed: number, values: Record<string, ValueSource>, hooks: Hook[], loss?: Loss }} Inputs */
/**
 * A program of the gallery as somebody changed it; an empty text: as it is there.
 * @typedef {{ id: string, text: string }} Scenario
 */

/** @type {readonly SourceKind[]} */
export const SOURCES = ['declared', 'seed', 'constant', 'range'];
/** @type {readonly HookKind[]} */
export const HOOKS = ['log', 'scale', 'zero', 'clip'];
/** @type {readonly HookPlace[]} */
export const HOOK_PLACES = ['tensor', 'prehook', 'posthook', 'saved'];

/** @returns {Inputs} */
export const emptyInputs = () => ({ seed: 0, values: {}, hooks: [] });
/** @returns {Scenario} */
export const emptyScenario = () => ({ id: '', text: '' });

/** @param {unknown} value @returns {value is number} */
const isNumber = (value) => typeof value === 'number' && Number.isFinite(value);
/** @param {unknown} value */
export const asSeed = (value) => (isNumber(value) ? Math.min(Math.max(0, Math.trunc(value)), 999_999_999) : 0);

/** @param {any} given @returns {ValueSource | null} */
function asSource(given) {
  if (typeof given !== 'object' || given === null || !SOURCES.includes(given.kind)) return null;
  /** @type {ValueSource} */
  const out = { kind: given.kind };
  if (isNumber(given.seed)) out.seed = asSeed(given.seed);
  for (const key of /** @type {const} */ (['value', 'low', 'high'])) if (isNumber(given[key])) out[key] = given[key];
  for (const key of /** @type {const} */ (['text', 'type'])) {
    if (typeof given[key] !== 'string') continue;
    checkLimit('literal', given[key].length);
    out[key] = given[key];
  }
  if (typeof given.grad === 'boolean') out.grad = given.grad;
  return out;
}

/** @param {any} given @returns {Hook | null} */
function asHook(given) {
  if (typeof given !== 'object' || given === null || !HOOKS.includes(given.kind) || typeof given.node !== 'string')
    return null;
  for (const name of [given.node, given.graph]) if (typeof name === 'string') checkLimit('name', name.length);
  /** @type {Hook} */
  const out = {
    graph: typeof given.graph === 'string' ? given.graph : '',
    node: given.node,
    kind: given.kind,
    amount: isNumber(given.amount) ? given.amount : 1,
  };
  if (out.kind === 'clip') out.amount = Math.abs(out.amount);
  if (Number.isSafeInteger(given.call) && given.call > 0) out.call = given.call;
  if (given.at !== 'tensor' && HOOK_PLACES.includes(given.at)) out.at = given.at;
  return out;
}

/** @param {any} given @returns {Inputs} */
export function asInputs(given) {
  const out = emptyInputs();
  if (typeof given !== 'object' || given === null) return out;
  out.seed = asSeed(given.seed);
  const { output, mean } = given.loss ?? {};
  if (Number.isSafeInteger(output) || mean === true)
    out.loss = { output: Number.isSafeInteger(output) && output >= 0 ? output : -1, mean: mean === true };
  const values = Object.entries(given.values ?? {});
  checkLimit('values', values.length);
  for (const [name, source] of values) {
    checkLimit('name', name.length);
    const kept = asSource(source);
    if (kept !== null) out.values[name] = kept;
  }
  if (!Array.isArray(given.hooks)) return out;
  checkLimit('hooks', given.hooks.length);
  out.hooks = given.hooks.map(asHook).filter((/** @type {Hook | null} */ hook) => hook !== null);
  return out;
}

/**
 * Where a node has another name now: its values and hooks go along.
 * @param {Inputs} inputs
 * @param {{ graph: string, node: string, name: string, input: boolean }} renaming `input`: the program takes it
 * @returns {Inputs} the same if nothing is about it
 */
export function renamedInputs(inputs, { graph, node, name, input }) {
  const isIt = (/** @type {Hook} */ hook) => hook.graph === graph && hook.node === node;
  const valued = input && Object.hasOwn(inputs.values, node);
  if (!valued && !inputs.hooks.some(isIt)) return inputs;
  const values = Object.entries(inputs.values).map(([key, source]) => [valued && key === node ? name : key, source]);
  return {
    ...inputs,
    values: Object.fromEntries(values),
    hooks: inputs.hooks.map((hook) => (isIt(hook) ? { ...hook, node: name } : hook)),
  };
}

/** @param {any} given @returns {Scenario} */
export function asScenario(given) {
  const [id, text] = [given?.id, given?.text].map((one) => (typeof one === 'string' ? one : ''));
  checkLimit('name', id.length);
  checkLimit('scenario', text.length);
  return { id, text };
}
