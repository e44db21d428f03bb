/**
 * Scenarios that PyTorch ran (tests/data/scenarios, recorded by tests/node/oracle/record_scenarios.py), through the
 * tensor surface; and that the comparison sees what is wrong.
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
const recorded = () =>
  readdirSync(`${DATA}/cases`)
    .sort()
    .map((name) => JSON.parse(readFileSync(`${DATA}/cases/${name}`, 'utf8')));

test('recorded scenarios replay', () => {
  /** @type {string[]} */
  const lines = [];
  const recorder = replay.replayScenarios([DATA], (/** @type {string} */ line) => lines.push(line));
  assert.deepEqual(lines, []);
  assert.equal(recorder.passed, readdirSync(`${DATA}/cases`).length);
  assert.ok(recorder.passed >= 89);
});

const whole = beside('scenarios');
test('the whole recordings replay', { skip: whole === null ? 'no scenarios beside the repository' : false }, () => {
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
  holder[key] =
    typeof value === 'number'
      ? value + 1e-3 * Math.max(1, Math.abs(value))
      : typeof value === 'boolean'
        ? !value
        : value === null
          ? 0
          : `${value}.`;
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
      if (i > 0 && JSON.stringify(event) !== JSON.stringify(before[i - 1]))
        failing([...before.slice(0, -1), event, before[i - 1], ...after], `event ${i} moved`);
    });
  }
  assert.ok(tried > 300, `${tried} corruptions`);
});

/** Where an event's values stand: paths of keys. @param {any} value @param {string[]} path @returns {string[][]} */
function leaves(value, path = []) {
  if (typeof value !== 'object' || value === null) return [path];
  const keys = Object.keys(value);
  return keys.length === 0 ? [] : keys.flatMap((key) => leaves(value[key], [...path, key]));
}

/**
 * The event with one value changed a little.
 * @param {any} event
 * @param {string[]} path
 * @param {(value: any) => any} change
 */
function withChange(event, path, change) {
  const copy = structuredClone(event);
  let holder = copy;
  for (const key of path.slice(0, -1)) holder = holder[key];
  const last = path[path.length - 1];
  holder[last] = change(holder[last]);
  return copy;
}

/** @param {any} value */
const other = (value) =>
  typeof value === 'number'
    ? value + 2e-9 * Math.max(1, Math.abs(value))
    : typeof value === 'boolean'
      ? !value
      : value === null
        ? 0
        : value === 'nan'
          ? 0
          : `${value.slice(0, -1)}`;

test('each value of each kind of event counts: names, labels, shapes, dtypes, numbers, types and texts', () => {
  /** @type {Map<string, number>} */
  const tried = new Map();
  for (const scenario of recorded()) {
    scenario.expect.forEach((/** @type {any} */ event, /** @type {number} */ i) => {
      const kind = event.ev === 'observe' ? `observe ${event.what}` : event.ev;
      if ((tried.get(kind) ?? 0) >= 12) return;
      for (const path of leaves(event)) {
        const recorder = new replay.Recorder(() => {});
        replay.replayScenario(recorder, {
          ...scenario,
          expect: scenario.expect.with(i, withChange(event, path, other)),
        });
        assert.equal(recorder.failed, 1, `${scenario.id}: event ${i}: ${path.join('.')}`);
        tried.set(kind, (tried.get(kind) ?? 0) + 1);
      }
      const extra = new replay.Recorder(() => {});
      replay.replayScenario(extra, { ...scenario, expect: scenario.expect.with(i, { ...event, more: 1 }) });
      assert.equal(extra.failed, 1, `${scenario.id}: event ${i}: one key more`);
    });
  }
  for (const kind of [
    'emit',
    'error',
    'ok',
    'log',
    'warning',
    'observe value',
    'observe grad',
    'observe version',
    'observe graph',
    'observe saved',
  ])
    assert.ok(tried.has(kind), `${kind} was tried: ${[...tried.keys()]}`);
});

test('numbers within the tolerance agree, those beyond it do not; a text may be a beginning or a part', () => {
  const [scenario] = recorded().filter((one) =>
    one.expect.some((/** @type {any} */ event) => event.ev === 'error' && event.match === undefined),
  );
  const at = scenario.expect.findIndex((/** @type {any} */ event) => event.ev === 'error');
  const failed = (/** @type {any} */ change) => {
    const recorder = new replay.Recorder(() => {});
    replay.replayScenario(recorder, {
      ...scenario,
      expect: scenario.expect.with(at, { ...scenario.expect[at], ...change }),
    });
    return recorder.failed;
  };
  const { message } = scenario.expect[at];
  assert.equal(failed({ match: 'prefix', message: message.slice(0, 20) }), 0);
  assert.equal(failed({ match: 'prefix', message: message.slice(1, 20) }), 1);
  assert.equal(failed({ match: 'contains', message: message.slice(5, 20) }), 0);
  assert.equal(failed({ match: 'contains', message: `${message.slice(5, 20)}~` }), 1);
  assert.equal(failed({ match: 'prefix', message: message.slice(0, 20), type: 'KeyError' }), 1);
  const program = [
    { op: 'leaf', out: 'a', shape: [], data: [0.1] },
    { op: 'observe', what: 'value', of: 'a' },
  ];
  const value = (/** @type {number} */ x, tol = {}) => {
    const recorder = new replay.Recorder(() => {});
    replay.replayScenario(recorder, {
      id: 'x',
      program,
      expect: [{ ev: 'observe', what: 'value', of: 'a', value: { shape: [], data: [x] } }],
      ...tol,
    });
    return recorder.failed;
  };
  assert.deepEqual(
    [value(0.1), value(0.1 + 5e-11), value(0.1 + 5e-10), value(0.1 + 5e-11, { tol: { rel: 0, abs: 0 } })],
    [0, 0, 1, 1],
  );
  const recorder = new replay.Recorder(() => {});
  replay.replayScenario(recorder, {
    id: 'x',
    program,
    expect: [],
    expect_alternatives: [[{ ev: 'observe', what: 'value', of: 'a', value: { shape: [], data: [0.1] } }]],
  });
  assert.equal(recorder.failed, 0);
});
