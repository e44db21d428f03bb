/** Kinds of diagnostics (core/base/diagnostic_kind.h): each occurs in a text case, or another test, or says why not. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { TEXT, casesBelow } from '../tools/text_cases.mjs';

const ROOT = new URL('../../', import.meta.url);
const read = (/** @type {string} */ path) => readFileSync(new URL(path, ROOT), 'utf8');

/**
 * Kinds that a text case cannot bring about: the test that does, and words of it.
 * @type {Record<string, [string, string]>}
 */
const ELSEWHERE = {
  callback: ['tests/node/retrace.test.js', 'must call next'],
  disposed: ['tests/node/scalar.test.js', 'message: /disposed/'],
  hook: ['tests/node/gradients.test.js', 'saved no tensor'],
  memory: ['tests/node/trap.test.js', "'memory'"],
  'no-decomposition': ['tests/node/decompositions.test.js', 'no-decomposition'],
  'no-record': ['tests/node/decompositions.test.js', "'no-record'"],
  nesting: ['tests/core/other_pass_test.cpp', '"nesting"'],
  'python-warning': ['tests/core/pass_manager_test.cpp', '"python-warning"'],
};

/** Kinds that no test brings about, each with the reason. @type {Record<string, string>} */
const NOWHERE = {
  'fake-tensor': 'values are not read where shapes alone are known: a guard behind the shape rules',
  host: 'a function of JavaScript that throws is thrown again as it was: a guard behind that',
  length: 'a text of more than 400 MB',
  'no-derivative':
    'a backward pass through an operator that the program declares, by a formula that Seesaw does not call',
  text: 'an edited graph that none of the forms shows: a guard behind all of them',
  'too-deep': 'a hundred graphs in each other',
  'too-large': 'more than 20 million nodes',
  'too-long': 'a text of 2 GiB',
};

const kinds = [...read('core/base/diagnostic_kind.h').matchAll(/^ {4}\{"([a-z-]+)", "(.*)"\},$/gm)];
const said = new Set(
  casesBelow(TEXT).flatMap((path) =>
    [
      ...readFileSync(path, 'utf8').matchAll(
        /^(?:(?:.*: )?(?:error|warning|info) |==== error\n)([a-z-]+)(?: \w+)?: /gm,
      ),
    ].map((m) => m[1]),
  ),
);

test('each kind of diagnostic occurs in a text case, in another test, or has a reason', () => {
  assert.ok(kinds.length > 50);
  for (const [, kind, doc] of kinds) {
    assert.ok(doc.length > 5 && doc.endsWith('.'), kind);
    if (kind in ELSEWHERE) assert.ok(read(ELSEWHERE[kind][0]).includes(ELSEWHERE[kind][1]), kind);
    else assert.ok(said.has(kind) || kind in NOWHERE, `no text case says '${kind}'`);
    assert.ok(!(said.has(kind) && (kind in NOWHERE || kind in ELSEWHERE)), `a text case says '${kind}' by now`);
  }
});

test('the table is in order, and text cases say nothing that is not in it', () => {
  const names = kinds.map(([, kind]) => kind);
  assert.deepEqual(names, [...names].sort());
  // Kinds of the JavaScript side do not come through commands.
  assert.deepEqual(
    [...said].filter((kind) => !names.includes(kind)),
    [],
  );
});
