/**
 * Programs of autograd that grew while PyTorch ran them (data/scenarios/grown.jsonl.gz, oracle:
 * oracle/grown_scenarios.py, chosen by tools/grown.mjs --keep): one of each kind, and those that once differed.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readScenarioText } from '../../wasm/js/scenario/read.js';
import { grownDifference, grownPrograms } from '../tools/grown.mjs';

const LINES = grownPrograms(fileURLToPath(new URL('../data/scenarios/grown.jsonl.gz', import.meta.url)));
/** What differs, by its cause. @type {Record<string, string[]>} */
const NOT_YET = {
  'versions of gradients': ['grown_21_708', 'grown_22_98', 'grown_26_600'],
  'strides of gradients': ['grown_24_63'],
  'a kernel that calls operators on inference tensors records them': ['grown_1_375'],
  'views made in inference mode or in functions, told otherwise': ['grown_3_350', 'grown_24_265'],
  'Python frees what ctx.saved_tensors unpacked, and with it the hooks of the leaf': ['grown_5_152'],
  'UndefinedGrad on what requires no gradient, or of its own result': ['grown_21_112', 'grown_22_548', 'grown_22_206'],
  'which of two refusals comes first, or its words': ['grown_23_618', 'grown_22_700', 'grown_25_754', 'grown_26_658'],
  'which composite operator stands for another': ['grown_26_770', 'grown_26_777'],
  'an internal assertion of PyTorch': ['grown_21_12'],
  'not looked into': ['grown_21_192', 'grown_21_306', 'grown_21_428', 'grown_22_578', 'grown_23_259', 'grown_24_326'],
};
const NAMED = new Set(Object.values(NOT_YET).flat());

/**
 * None of the programs differs but those that are named, and each of those does.
 * @param {string[]} lines @param {number} least @param {Set<string>} named
 */
function onlyNamedDiffer(lines, least, named) {
  const differing = lines
    .map((line) => readScenarioText(line))
    .map((scenario) => ({ id: scenario.id, found: grownDifference(scenario) }));
  assert.ok(lines.length > least, `${lines.length} programs`);
  assert.deepEqual(
    differing.filter(({ id, found }) => found !== null && !named.has(id)),
    [],
  );
  assert.deepEqual(
    differing.filter(({ id, found }) => found === null && named.has(id)),
    [],
    'these agree by now',
  );
}

/**
 * Programs over more operators, dtypes and shapes (oracle: oracle/grown_wide_scenarios.py), of both versions: those
 * that differed and agree by now, and what differs.
 */
test("wide grown programs leave PyTorch's traces", () => {
  const data = fileURLToPath(new URL('../data/scenarios', import.meta.url));
  const notYet = new Set(Object.values(JSON.parse(readFileSync(`${data}/grown_wide_not_yet.json`, 'utf8'))).flat());
  onlyNamedDiffer(grownPrograms(`${data}/grown_wide.jsonl.gz`), 150, notYet);
});

/**
 * Single operators that grown programs rarely meet, with first and second derivatives, in place, on expanded memory and
 * with `out=` (oracle: oracle/probe_scenarios.py), of both versions: those that differed and agree by now, and what
 * differs.
 */
test("single operators leave PyTorch's traces", () => {
  const data = fileURLToPath(new URL('../data/scenarios', import.meta.url));
  const notYet = new Set(Object.values(JSON.parse(readFileSync(`${data}/probes_not_yet.json`, 'utf8'))).flat());
  onlyNamedDiffer(grownPrograms(`${data}/probes.jsonl.gz`), 150, notYet);
});

test("grown programs leave PyTorch's traces", () => onlyNamedDiffer(LINES, 400, NAMED));
