/**
 * Programs of autograd that grew while PyTorch ran them (data/scenarios/grown.jsonl.gz, oracle:
 * oracle/grown_scenarios.py, chosen by tools/grown.mjs --keep): one of each kind, and those that once differed.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readScenarioText } from '../../wasm/js/scenario/read.js';
import { grownDifference, grownPrograms } from '../tools/grown.mjs';

const LINES = grownPrograms(fileURLToPath(new URL('../data/scenarios/grown.jsonl.gz', import.meta.url)));
/** What differs, by its cause. @type {Record<string, string[]>} */
const NOT_YET = {
  'after data = ... a tensor and its former views count versions apart': [
    'grown_1_250',
    'grown_2_187',
    'grown_3_27',
    'grown_3_92',
    'grown_3_429',
    'grown_4_38',
    'grown_4_123',
    'grown_4_283',
    'grown_4_289',
    'grown_4_315',
    'grown_4_420',
    'grown_5_55',
    'grown_5_206',
    'grown_5_419',
    'grown_6_133',
  ],
  'versions of gradients whose formula writes in place': [
    'grown_1_245',
    'grown_1_299',
    'grown_2_323',
    'grown_2_350',
    'grown_3_67',
    'grown_3_87',
    'grown_3_294',
    'grown_3_302',
    'grown_3_352',
    'grown_4_52',
    'grown_4_167',
    'grown_4_392',
    'grown_5_123',
    'grown_6_20',
    'grown_6_199',
  ],
  'strides of gradients': ['grown_1_224', 'grown_4_279', 'grown_5_47', 'grown_6_445'],
  'a kernel that calls operators on inference tensors records them': ['grown_1_375'],
  'views made in inference mode or in functions, told otherwise': ['grown_3_350', 'grown_3_395', 'grown_6_185'],
  'Python frees what ctx.saved_tensors unpacked, and with it the hooks of the leaf': ['grown_5_152'],
};
const NAMED = new Set(Object.values(NOT_YET).flat());

test("grown programs leave PyTorch's traces", () => {
  const differing = LINES.map((line) => readScenarioText(line)).map((scenario) => ({
    id: scenario.id,
    found: grownDifference(scenario),
  }));
  assert.ok(LINES.length > 300, `${LINES.length} programs`);
  assert.deepEqual(
    differing.filter(({ id, found }) => found !== null && !NAMED.has(id)),
    [],
  );
  assert.deepEqual(
    differing.filter(({ id, found }) => found === null && NAMED.has(id)),
    [],
    'these agree by now',
  );
});
