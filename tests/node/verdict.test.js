/** Verdicts on passes, in words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { regionName, verdictOf } from '../../web/src/text/verdict.js';

const answer = (/** @type {object} */ more) => /** @type {any} */ ({ results: 1, gradients: 1, ...more });

test('a verdict is a sentence, of every kind of answer', () => {
  const said = (/** @type {object} */ more) => verdictOf(answer(more)).text;
  assert.equal(
    said({ verdict: 'equal' }),
    'equal in values and gradients: 1 value and 1 gradient compared on sampled inputs',
  );
  assert.equal(
    said({ verdict: 'equal', gradients: 0, results: 2 }),
    'equal in values: 2 values compared on sampled inputs',
  );
  const message =
    "gradient of input:0: element 0: 0.8416553139686584, then 0.6968228816986084; first at 'cos': does not " +
    'require grad, then does';
  assert.equal(
    said({ verdict: 'differs', what: 'gradient', node: 'cos', graph: 'false_graph_0', message }),
    'gradients differ first at false_graph_0.cos: 0.8417 → 0.6968 (gradient of input 0, element 0)',
  );
  assert.equal(
    said({ verdict: 'differs', what: 'value', message: 'value of output: shape [2], then [3]' }),
    'values differ: value of output: shape [2], then [3]',
  );
  assert.equal(
    said({ verdict: 'differs', what: 'results', message: 'there are 1 results, then 2' }),
    'the number of results differs: there are 1 results, then 2',
  );
  assert.equal(
    said({ verdict: 'unknown', message: 'the program cannot be run: no' }),
    'cannot be checked: the program cannot be run: no',
  );
  const lacking = said({
    verdict: 'differs',
    what: 'error',
    message: "it cannot be run any more: there is no kernel for 'x'",
  });
  assert.equal(lacking, "cannot be checked: the result cannot be run: there is no kernel for 'x'");
  assert.match(verdictOf('running').text, /^comparing/);
  assert.match(verdictOf(null).text, /not compared/);
});

test('numbers that differ are told apart from what is no number', () => {
  const { from, to, of } = verdictOf(
    answer({ verdict: 'differs', what: 'value', message: 'value of output: element 3: -57.1812345, then nan' }),
  );
  assert.deepEqual([from, to, of], ['−57.18', 'nan', '(value of output, element 3)']);
  assert.equal(
    verdictOf(answer({ verdict: 'differs', what: 'value', message: 'value of output: f32, then f64' })).from,
    'f32',
  );
  assert.equal(
    verdictOf(answer({ verdict: 'differs', what: 'error', message: 'it cannot be run any more: x' })).from,
    '',
  );
});

test('a region is named with its lines', () => {
  const entry = /** @type {any} */ ({ region: 'submod_1', trigger: '_set_grad_enabled', line: 7, endLine: 20 });
  assert.equal(regionName(entry), 'submod_1 (lines 7–20)');
  assert.equal(regionName({ ...entry, endLine: 7 }), 'submod_1 (line 7)');
  assert.equal(regionName({ ...entry, region: '', line: undefined }), 'the region after _set_grad_enabled');
});
