/**
 * Which PyTorch the surface follows.
 *
 * What: `torchVersion()` says it, `setTorchVersion('2.14')` changes it, for the time of a function or from then on.
 * Why: texts, derivatives and the order of nodes differ between versions; `seesaw.call('versions')` lists how.
 *
 *   setTorchVersion('2.14', () => tensor([0], { requiresGrad: true }).clamp(0, 1));
 */
import { native, TorchError, writeText } from './core.js';
import { checkFunction } from './names.js';

let followed = '2.6';

/** "2.6" or "2.14". */
export const torchVersion = () => followed;

/** @param {string} version */
function follow(version) {
  writeText(version);
  if (native._st_follow() === 0)
    throw new TorchError('ValueError', `there is no version ${version}: 2.6 and 2.14 are known`, 'argument');
  followed = version;
}

/**
 * Without a function: from now on.
 * @template T
 * @param {string} version
 * @param {() => T} [fn]
 * @returns {T | undefined}
 */
export function setTorchVersion(version, fn) {
  if (fn !== undefined) checkFunction('setTorchVersion', 'fn', 2, fn);
  const before = followed;
  follow(`${version}`);
  if (fn === undefined) return undefined;
  try {
    return fn();
  } finally {
    follow(before);
  }
}
