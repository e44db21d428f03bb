/**
 * How fast this machine is beside the one on which the limits in milliseconds and nanoseconds were set.
 *
 * overLimit('key to picture', 57, 30, 'ms')   // undefined, or "key to picture: 57.0 ms (limit 30); 33.3 on the machine
 * of the limits"
 *
 * Why: a limit in time says nothing on another machine, a ratio to something run beside does. The yardstick is the
 * forward pass of the perceptron of tests/bench/mlp.h in plain doubles, which took 0.7 ns an operation there (ADOL-C,
 * 36.6 ns there, shows the same ratio within a few percent). It is one thread of arithmetic: a busy machine, a slow
 * disk or a slow clock of frames do not show in it.
 */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = join(
  dirname(fileURLToPath(import.meta.url)),
  '..',
  '..',
  'build/release/tests/bench/seesaw_scalar_bench',
);
const THERE = 0.7;

/** @type {number | undefined} */
let measured;

/**
 * Neighbours on the same processor slow it for seconds at a time, and it by more than what is measured: the best of
 * several moments counts.
 */
const MOMENTS = 12;
const BETWEEN = 250;

/** How many times as long this machine takes, measured once a process. */
export function slowness() {
  if (measured !== undefined) return measured;
  let best = Infinity;
  for (let moment = 0; moment < MOMENTS; moment++) {
    if (moment > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BETWEEN);
    const run = spawnSync(program, ['doubles', '31'], { encoding: 'utf8' });
    if (run.error !== undefined)
      throw new Error(`${program} does not run (${run.error.message}): scripts/bench builds it`);
    if (run.status !== 0) throw new Error(`${program} doubles: exit status ${run.status ?? run.signal}\n${run.stderr}`);
    best = Math.min(best, JSON.parse(run.stdout).best);
  }
  measured = best / THERE;
  return measured;
}

/**
 * What to say of a time that is over its limit.
 * @param {string} what
 * @param {number} value
 * @param {number} limit
 * @param {string} unit
 * @returns {string | undefined}
 */
export function overLimit(what, value, limit, unit) {
  if (value <= limit) return undefined;
  const there = value / slowness();
  return (
    `${what}: ${value.toFixed(1)} ${unit} (limit ${limit}); ${there.toFixed(1)} on the machine of the ` +
    `limits, ${there <= limit ? 'which keeps it' : 'over it there too'}`
  );
}
