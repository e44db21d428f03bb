/**
 * Figures of the fuzz targets: what scripts/fuzz and scripts/test ran, added up.
 *
 * What: a line for each target of tests/fuzz/targets.h: minutes, executions, executions a second of the processor,
 * edges covered by the seeds and in all, findings, and how many inputs once failed and are kept
 * (tests/fuzz/regressions).
 * Why: a fuzzer that nobody runs finds nothing; here it is seen.
 *
 *   scripts/fuzz all 60 && scripts/bench fuzz
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const FUZZ_CASES = ['fuzz'];

/**
 * @typedef {{ target: string, seconds: number, cpuSeconds: number, executions: number, coverageOfSeeds: number,
 *   coverage: number, findings: number }} Run
 */

/** The targets, from the one list. */
const targets = () =>
  [
    .../** @type {RegExpExecArray} */ (
      /#define SEESAW_FUZZ_TARGETS\(X\) (.*)/.exec(readFileSync(join(root, 'tests/fuzz/targets.h'), 'utf8'))
    )[1].matchAll(/X\((\w+)\)/g),
  ].map((match) => match[1]);

/** @param {string[]} chosen */
export function readFuzz(chosen) {
  if (chosen.length === 0) return null;
  const file = join(root, 'build/fuzz/runs.jsonl');
  /** @type {Run[]} */
  const runs = existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [];
  return targets().map((target) => {
    const own = runs.filter((run) => run.target === target);
    /** @param {keyof Run} key */
    const sum = (key) => own.reduce((total, run) => total + Number(run[key]), 0);
    /** @param {keyof Run} key */
    const most = (key) => Math.max(0, ...own.map((run) => Number(run[key])));
    const folder = join(root, 'tests/fuzz/regressions', target);
    return {
      target,
      runs: own.length,
      seconds: sum('seconds'),
      cpuSeconds: sum('cpuSeconds'),
      executions: sum('executions'),
      coverageOfSeeds: most('coverageOfSeeds'),
      coverage: most('coverage'),
      findings: sum('findings'),
      kept: existsSync(folder) ? readdirSync(folder).length : 0,
    };
  });
}

/** @param {NonNullable<ReturnType<typeof readFuzz>>} rows */
export function fuzzTable(rows) {
  const cells = [['target', 'minutes', 'executions', 'a CPU second', 'edges of seeds', 'edges', 'findings', 'kept']];
  for (const r of rows)
    cells.push([
      r.target,
      (r.seconds / 60).toFixed(1),
      String(r.executions),
      r.cpuSeconds > 0 ? (r.executions / r.cpuSeconds).toFixed(0) : '-',
      String(r.coverageOfSeeds),
      String(r.coverage),
      String(r.findings),
      String(r.kept),
    ]);
  const widths = cells[0].map((_cell, column) => Math.max(...cells.map((row) => row[column].length)));
  const lines = cells.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join('  '),
  );
  const none = rows.every((r) => r.runs === 0) ? '\nNothing was run yet: scripts/fuzz all 60' : '';
  return (
    'Fuzzing under ASan and UBSan, all runs in build/fuzz together; "kept" are inputs that failed ' +
    `once.\n\n${lines.join('\n')}${none}`
  );
}

/** @param {ReturnType<typeof readFuzz>} rows @returns {string[]} */
export const fuzzMisses = (rows) =>
  (rows ?? [])
    .filter((r) => r.findings > 0)
    .map((r) => `fuzz: ${r.target} has ${r.findings} findings (build/fuzz/findings/${r.target})`);
