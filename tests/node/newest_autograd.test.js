/**
 * Autograd as PyTorch 2.14 does it (data/scenarios/newest.jsonl.gz, recorded by oracle/record_newest_scenarios.py):
 * scenarios of data/scenarios, programs made by chance, and those that are about one difference each
 * (oracle/newest_scenarios.py). What the two versions do alike is compared with the recording of 2.6.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { readScenarioText } from '../../wasm/js/scenario/read.js';
import { grownPrograms } from '../tools/grown.mjs';

const DATA = fileURLToPath(new URL('../data/scenarios', import.meta.url));
/** What differs from PyTorch 2.14, by its cause; what differs from 2.6, too, is in grown.test.js. */
const NOT_YET = JSON.parse(readFileSync(`${DATA}/newest_not_yet.json`, 'utf8'));
const NAMED = new Set(Object.values(NOT_YET).flat());

/** @type {any} */
let replay;
/** @type {any} */
let torch;
/** @type {any} */
let runScenario;
before(async () => {
  replay = await import('../../wasm/js/replay/scenarios.js');
  torch = await import('../../wasm/js/tensor/index.js');
  ({ runScenario } = await import('../../wasm/js/scenario/run.js'));
});

/** @returns {any[]} */
function recorded() {
  const cases = readdirSync(`${DATA}/cases`).map((name) =>
    readScenarioText(readFileSync(`${DATA}/cases/${name}`, 'utf8')),
  );
  const grown = grownPrograms(`${DATA}/grown.jsonl.gz`).map(readScenarioText);
  const known = new Map([...cases, ...grown].map((scenario) => [scenario.id, scenario]));
  const lines = gunzipSync(readFileSync(`${DATA}/newest.jsonl.gz`))
    .toString()
    .trim()
    .split('\n');
  return lines.map((line) => {
    const row = readScenarioText(line);
    const older = known.get(row.id) ?? { program: row.program, expect: row.older };
    return { ...older, ...row, older: older.expect, expect: row.expect === 'same' ? older.expect : row.expect };
  });
}

/** What PyTorch counts, and where it fails, is no text of ours. @param {any} scenario @param {string} version */
function difference(scenario, version) {
  const expect = version === '2.14' ? scenario.expect : scenario.older;
  if (expect === null) return null;
  try {
    return replay.scenarioDifference({ ...scenario, expect }, runScenario(scenario.program, undefined, version));
  } catch (error) {
    return `${error}`;
  }
}

test("scenarios leave PyTorch 2.14's traces", () => {
  const all = recorded();
  assert.ok(all.length > 1200, `${all.length} scenarios`);
  const changed = all.filter(({ older, expect }) => expect !== null && older !== expect);
  assert.ok(changed.length > 300, `${changed.length} that differ between versions`);
  const found = all.map((s) => ({ id: s.id, text: difference(s, '2.14') })).filter(({ text }) => text !== null);
  if (process.env.SEESAW_RATES)
    console.log(`${all.length} scenarios, ${changed.length} differ between versions, ${found.length} from 2.14`);
  const fresh = found.filter(({ id }) => !NAMED.has(id));
  assert.deepEqual(fresh, [], 'these differ');
  const still = new Set(found.map(({ id }) => id));
  assert.deepEqual(
    [...NAMED].filter((id) => !still.has(id)),
    [],
    'these agree by now: take them out',
  );
});

test('what was recorded with both versions leaves the traces of 2.6, too', () => {
  const fresh = recorded().filter(({ id }) => /^(newest|random)_/.test(id));
  assert.ok(fresh.length > 400);
  const found = fresh.map((s) => ({ id: s.id, text: difference(s, '2.6') })).filter(({ text }) => text !== null);
  assert.deepEqual(found, []);
});

test('the version is a setting, for a function or from then on', () => {
  assert.equal(torch.torchVersion(), '2.6');
  const bound = () => {
    const x = torch.tensor([1], { requiresGrad: true });
    return torch.grad(x.clamp(0, 1).sum(), [x])[0].tolist();
  };
  assert.deepEqual(bound(), [1]);
  assert.deepEqual(torch.setTorchVersion('2.14', bound), [0]);
  assert.deepEqual(bound(), [1]);
  torch.setTorchVersion('2.14');
  assert.deepEqual(bound(), [0]);
  torch.setTorchVersion('2.6');
  assert.throws(() => torch.setTorchVersion('2.5', bound), /there is no version 2\.5/);
  assert.throws(() => torch.graph.nodeCreationHook(() => {}, bound), /has no attribute 'node_creation_hook'/);
});
