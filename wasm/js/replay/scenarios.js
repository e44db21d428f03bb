#!/usr/bin/env node
/**
 * Scenarios: programs with the trace that PyTorch left, run through the tensor surface.
 *
 * node wasm/js/replay/scenarios.js ../shared/scenarios      // a line for each failure, then `N passed, N failed, N
 * skipped`
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Recorder } from './recorder.js';
import { isScenario, scenarioFiles } from './scenario_files.js';
import { readScenarioText } from '../scenario/read.js';
import { runScenario, versionOf } from '../scenario/run.js';
import { traceDifference } from '../scenario/values.js';

export { Recorder };

/**
 * Where a trace differs from what PyTorch left; null if it agrees with the recording or with one that PyTorch left too.
 * @param {any} scenario @param {Record<string, any>[]} trace
 * @returns {string | null}
 */
export function scenarioDifference(scenario, trace) {
  const found = traceDifference(scenario.expect, trace, scenario.tol);
  const other = (scenario.expect_alternatives ?? []).some(
    (/** @type {any[]} */ expect) => traceDifference(expect, trace, scenario.tol) === null,
  );
  return other ? null : found;
}

/** @param {Recorder} recorder @param {any} scenario */
export function replayScenario(recorder, scenario) {
  recorder.attempt(scenario.id, () => {
    const found = scenarioDifference(scenario, runScenario(scenario.program, undefined, versionOf(scenario)));
    if (found === null) recorder.pass();
    else recorder.fail(scenario.id, found);
  });
}

/**
 * @param {string[]} paths
 * @param {(line: string) => void} print
 * @param {Recorder} [recorder] one that has counted before
 * @returns {Recorder}
 */
export function replayScenarios(paths, print, recorder = new Recorder(print)) {
  for (const path of paths) {
    const files = scenarioFiles(path);
    if (files.length === 0) recorder.fail(path, 'there are no scenarios here');
    for (const file of files) {
      recorder.attempt(basename(file), () => {
        const data = readScenarioText(readFileSync(file, 'utf8'));
        if (isScenario(data)) replayScenario(recorder, data);
        else recorder.fail(basename(file), 'this is not a scenario');
      });
    }
  }
  return recorder;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const recorder = replayScenarios(process.argv.slice(2), (line) => console.log(line));
  console.log(recorder.summary());
  process.exitCode = recorder.failed > 0 ? 1 : 0;
}
