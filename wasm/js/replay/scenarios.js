#!/usr/bin/env node
/**
 * Scenarios: programs with the trace that PyTorch left, run through the tensor surface.
 *
 *   node wasm/js/replay/scenarios.js ../shared/scenarios      // a line for each failure, then `N passed, N failed, N skipped`
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Recorder } from './recorder.js';
import { runScenario } from './scenario_run.js';
import { traceDifference } from './scenario_values.js';

export { Recorder };

/** @param {any} data whether it is a scenario */
export const isScenario = (data) => Array.isArray(data?.program) && Array.isArray(data?.expect);

/** @param {Recorder} recorder @param {any} scenario */
export function replayScenario(recorder, scenario) {
  recorder.attempt(scenario.id, () => {
    const trace = runScenario(scenario.program);
    const found = traceDifference(scenario.expect, trace, scenario.tol);
    const other = (scenario.expect_alternatives ?? []).some((/** @type {any[]} */ expect) => traceDifference(expect, trace, scenario.tol) === null);
    if (found === null || other) recorder.pass();
    else recorder.fail(scenario.id, found);
  });
}

/** Files of a folder, of its `cases`, or the file itself. @param {string} path @returns {string[]} */
function scenarioFiles(path) {
  if (!statSync(path).isDirectory()) return [path];
  const folder = existsSync(join(path, 'cases')) ? join(path, 'cases') : path;
  return readdirSync(folder).filter((name) => name.endsWith('.json')).sort().map((name) => join(folder, name));
}

/** @param {string[]} paths @param {(line: string) => void} print @returns {Recorder} */
export function replayScenarios(paths, print) {
  const recorder = new Recorder(print);
  for (const path of paths) {
    const files = scenarioFiles(path);
    if (files.length === 0) recorder.fail(path, 'there are no scenarios here');
    for (const file of files) {
      const data = JSON.parse(readFileSync(file, 'utf8'));
      if (isScenario(data)) replayScenario(recorder, data);
      else recorder.fail(basename(file), 'this is not a scenario');
    }
  }
  return recorder;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const recorder = replayScenarios(process.argv.slice(2), (line) => console.log(line));
  console.log(recorder.summary());
  process.exitCode = recorder.failed > 0 ? 1 : 0;
}
