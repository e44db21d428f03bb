/**
 * What Inductor of 2.14 writes above its kernels, `# Graph fragment:` (data/printed_fragments.json, recorded by
 * tools/oracle/record_fragments.py): a part of a graph, whose inputs are PlaceHolder or not told at all.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Session, SeesawError } from '../../wasm/js/index.js';

/** @type {string[]} */
const FRAGMENTS = JSON.parse(
  readFileSync(new URL('../data/printed_fragments.json', import.meta.url), 'utf8'),
).fragments;
const session = await Session.create();

/** Lines of calls, as str(graph) has them: without values and numbers of users. @param {string} text */
const calls = (text) =>
  [...text.matchAll(/^(?:#| {3}) {1,3}%(\w+) : (?:Tensor "[^"]*")?.*?(= call_function\[.*)$/gm)].map(
    ([, name, call]) => `${name} ${call}`,
  );

test('every fragment is read: its calls, its results, and inputs for all that it reads', () => {
  assert.ok(FRAGMENTS.length >= 30, String(FRAGMENTS.length));
  for (const text of FRAGMENTS) {
    const { handle, diagnostics } = session.open(text);
    assert.deepEqual(diagnostics, [], text);
    const graph = session.print(handle, { format: 'graph' });
    assert.deepEqual(calls(graph), calls(text), text);
    const returned = /^# {3}return (.*)$/m.exec(text)?.[1].replaceAll('%', '').split(',') ?? [];
    assert.equal(/return \((.*?),?\)$/m.exec(graph)?.[1], returned.join(', '), text);
    session.close(handle);
  }
});

test('values of a fragment have shapes, strides and devices', () => {
  const { handle } = session.open(FRAGMENTS[0]);
  assert.match(session.print(handle, { strides: true }), /amax: "f32\[4, 1\]\[1, 1\]/);
});

test('of several fragments the first is read, and the others are told', () => {
  const { diagnostics } = session.open(`${FRAGMENTS[0]}cpp_fused_0 = async_compile.cpp()\n${FRAGMENTS[1]}`);
  assert.match(diagnostics[0].message, /another graph, which is left out/);
});

test('a line of a fragment that is none of a graph is told at its place, and an empty comment is passed over', () => {
  const lines = FRAGMENTS[0].split('\n');
  const last = lines.findLastIndex((line) => line.startsWith('#   return'));
  const odd = lines.toSpliced(last, 0, '#   // odd').join('\n');
  assert.throws(
    () => session.open(odd),
    (error) =>
      error instanceof SeesawError &&
      /not part of a graph/.test(error.message) &&
      error.diagnostics[0].line === last + 1,
  );
  const empty = lines.toSpliced(last, 0, '#').join('\n');
  const { handle, diagnostics } = session.open(empty);
  assert.deepEqual([diagnostics.length, /return/.test(session.print(handle))], [0, true]);
  session.close(handle);
});
