/**
 * Which files hold scenarios.
 *
 * What: `scenarioFiles(path)` lists them; `holdsScenarios(path)`: whether a folder holds scenarios, not recorded
 * programs.
 * Why: both come as folders with `cases`, and nothing that runs tensors should be loaded to tell them apart.
 *
 *   holdsScenarios('../shared/scenarios')      // true
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** @param {any} data whether it is a scenario with its trace */
export const isScenario = (data) => Array.isArray(data?.program) && Array.isArray(data?.expect);

/** Files of a folder, of its `cases`, or the file itself. @param {string} path @returns {string[]} */
export function scenarioFiles(path) {
  if (!statSync(path).isDirectory()) return [path];
  const folder = existsSync(join(path, 'cases')) ? join(path, 'cases') : path;
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name));
}

/** @param {string} file */
function readsAsScenario(file) {
  try {
    return isScenario(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return false;
  }
}

/** Whether a file of this folder is a scenario; the first one that is decides. @param {string} path */
export const holdsScenarios = (path) => scenarioFiles(path).some(readsAsScenario);
