/**
 * Scenarios that PyTorch ran (tests/data/scenarios, recorded by tests/node/oracle/record_scenarios.py), through the tensor
 * surface; and that the comparison sees what is wrong.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { beside } from './support.js';

const DATA = fileURLToPath(new URL('../data/scenarios', import.meta.url));
/** @type {any} */
const replay = await import('../../wasm/js/replay/scenarios.js');

/** @returns {any[]} */
const recorded = () => readdirSync(`${DATA}/cases`).sort().map((name) => JSON.parse(readFileSync(`${DATA}/cases/${name}`, 'utf8')));

test('recorded scenarios replay', () => {
  /** @type {string[]} */
  const lines = [];
  const recorder = replay.replayScenarios([DATA], (/** @type {string} */ line) => lines.push(line));
  assert.deepEqual(lines, []);
  assert.equal(recorder.passed, readdirSync(`${DATA}/cases`).length);
  assert.ok(recorder.passed >= 89);
});

const whole = beside('scenarios');
test('the whole recordings replay', { skip: (whole === null ? 'no scenarios beside the repository' : false) }, () => {
  /** @type {string[]} */
  const lines = [];
  const recorder = replay.replayScenarios([whole], (/** @type {string} */ line) => lines.push(line));
  assert.deepEqual(lines, []);
  assert.ok(recorder.passed > 0);
});

/** One change of a value, somewhere inside; null if there is nothing to change. @param {any} event @returns {any} */
function corrupted(event) {
  const copy = structuredClone(event);
  /** @type {[any, string][]} */
  const places = [];
  const visit = (/** @type {any} */ value) => {
    for (const key of Object.keys(value)) {
      if (typeof value[key] === 'object' && value[key] !== null) visit(value[key]);
      else places.push([value, key]);
    }
  };
  visit(copy);
  const [holder, key] = places[places.length - 1];
  const value = holder[key];
  holder[key] = typeof value === 'number' ? value + 1e-3 * Math.max(1, Math.abs(value)) : typeof value === 'boolean' ? !value : value === null ? 0 : `${value}.`;
  return copy;
}

test('a changed, missing, doubled or moved event is a failure', () => {
  let tried = 0;
  for (const scenario of recorded().slice(0, 24)) {
    const failing = (/** @type {any[]} */ expect, /** @type {string} */ what) => {
      const recorder = new replay.Recorder(() => {});
      replay.replayScenario(recorder, { ...scenario, expect });
      assert.equal(recorder.failed, 1, `${scenario.id}: ${what}`);
      tried += 1;
    };
    scenario.expect.forEach((/** @type {any} */ event, /** @type {number} */ i) => {
      const before = scenario.expect.slice(0, i);
      const after = scenario.expect.slice(i + 1);
      failing([...before, corrupted(event), ...after], `event ${i} changed`);
      failing([...before, ...after], `event ${i} missing`);
      failing([...before, event, event, ...after], `event ${i} doubled`);
      if (i > 0 && JSON.stringify(event) !== JSON.stringify(before[i - 1])) failing([...before.slice(0, -1), event, before[i - 1], ...after], `event ${i} moved`);
    });
  }
  assert.ok(tried > 300, `${tried} corruptions`);
});
