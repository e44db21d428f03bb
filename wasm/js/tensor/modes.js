/**
 * What is recorded.
 *
 * What: `noGrad(fn)`, `enableGrad(fn)`, `inferenceMode(fn)`, `detectAnomaly(fn)`; the present state of each.
 * Why: PyTorch's `with` blocks are functions here: the mode is as before when they return or throw.
 *
 *   const y = noGrad(() => x.mul(2));       // y.requiresGrad is false
 */
import { check, native, putBackMode } from './core.js';
import { listeners } from './host.js';
import { checkFlag, checkFunction, checkOptions } from './names.js';

const MODE = { grad: 0, inference: 1, anomaly: 2, checkNan: 4 };

/** @template T @param {number} which @param {boolean} on @param {() => T} fn @returns {T} */
export function withMode(which, on, fn) {
  const before = native._st_mode(which, Number(on));
  try {
    return fn();
  } finally {
    putBackMode(which, before);
  }
}

/** @template {Function} F @param {string} name @param {F} fn @returns {F} */
function checked(name, fn) {
  checkFunction(name, 'fn', 1, fn);
  return fn;
}

export const isGradEnabled = () => native._st_mode(MODE.grad, -1) === 1;
export const isInferenceModeEnabled = () => native._st_mode(MODE.inference, -1) === 1;
/** Without a function: from now on. @template T @param {boolean} on @param {() => T} [fn] @returns {T | undefined} */
export function setGradEnabled(on, fn) {
  checkFlag("set_grad_enabled(): argument 'enabled' (position 1)", on);
  if (fn !== undefined) checkFunction('setGradEnabled', 'fn', 2, fn);
  if (fn !== undefined) return withMode(MODE.grad, on, fn);
  native._st_mode(MODE.grad, Number(on));
  return undefined;
}
/** @template T @param {() => T} fn @returns {T} */
export const noGrad = (fn) => withMode(MODE.grad, false, checked('noGrad', fn));
/** @template T @param {() => T} fn @returns {T} */
export const enableGrad = (fn) => withMode(MODE.grad, true, checked('enableGrad', fn));
/** @template T @param {() => T} fn @param {boolean} [on] @returns {T} */
export const inferenceMode = (fn, on = true) =>
  withMode(MODE.grad, !on, () => withMode(MODE.inference, on, checked('inferenceMode', fn)));
/** @template T @param {() => T} fn @param {{ checkNan?: boolean }} [options] @returns {T} */
export function detectAnomaly(fn, options = {}) {
  checkFunction('detectAnomaly', 'fn', 1, fn);
  checkOptions('detectAnomaly', options, ['checkNan']);
  native._st_warn_of_anomaly();
  return withMode(MODE.anomaly, true, () => withMode(MODE.checkNan, options.checkNan ?? true, fn));
}

/** Random numbers from here on are those that PyTorch draws after the same call. @param {number} seed */
export function manualSeed(seed) {
  if (!Number.isInteger(seed)) throw new TypeError('manual_seed expected a long');
  check(native._st_manual_seed(seed));
}

/**
 * PyTorch's warnings while `fn` runs.
 * @template T
 * @param {(category: string, message: string) => void} sink
 * @param {() => T} fn
 * @returns {T}
 */
export function catchWarnings(sink, fn) {
  checkFunction('catchWarnings', 'sink', 1, sink);
  checkFunction('catchWarnings', 'fn', 2, fn);
  const before = listeners.warning;
  listeners.warning = sink;
  native._st_listen(0, 1);
  try {
    return fn();
  } finally {
    listeners.warning = before;
    native._st_listen(0, Number(before !== null));
  }
}
