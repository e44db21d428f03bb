/**
 * Models of many families, replayed as the corpus is (data/families/models.jsonl, recorded by
 * tools/oracle/record_families.py): source to graph, stages, decompositions, values and gradients.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Session } from '../../wasm/js/index.js';
import { casesOf, replayModel } from '../tools/families.mjs';

const MODELS = casesOf(fileURLToPath(new URL('../data/families/models.jsonl', import.meta.url)));

/** @type {Session} */
let session;
before(async () => {
  session = await Session.create({ full: true });
});

test('there are as many models as were recorded', () => assert.ok(MODELS.length >= 12, String(MODELS.length)));

for (const data of MODELS) {
  test(`${data.id}: as PyTorch has it`, () => {
    const { recorder, lines } = replayModel(session, structuredClone(data));
    assert.equal(recorder.failed, 0, lines.slice(0, 10).join('\n'));
    assert.equal(recorder.skipped, 0, recorder.summary());
    assert.ok(recorder.passed > 30 * data.variants.length, recorder.summary());
  });
}

test('a model that was spoiled is found out', () => {
  const data = structuredClone(MODELS[0]);
  const pass = data.variants[0].passes.find((/** @type {any} */ row) => row.pass === 'run_decompositions_core');
  pass.after.str = pass.after.str.replace('permute', 'transpose');
  assert.ok(replayModel(session, data).recorder.failed > 0);
});
