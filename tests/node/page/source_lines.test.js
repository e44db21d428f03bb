// What is chosen in the text is chosen in the picture, unless a person chose there meanwhile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SourceLines } from '../../../web/src/features/graph/source_lines.js';

/** A view whose engine answers when it is let go. */
function held() {
  /** @type {((answer: any) => void)[]} */
  const waiting = [];
  /** @type {number[][]} */
  const chosen = [];
  const state = {
    picks: 0,
    loading: false,
    choose: (/** @type {{ lineages: Set<number> }} */ { lineages }) => (chosen.push([...lineages]), true),
    pick: () => chosen.push([]),
  };
  const model = Object.assign(new EventTarget(), {
    live: { stale: false, ask: () => new Promise((resolve) => waiting.push(resolve)) },
  });
  const view = { model, state, good: {}, revealChosen() {} };
  const lines = new SourceLines(/** @type {any} */ (view));
  lines.listen();
  return {
    chosen,
    state,
    /** @param {number} line */
    async chooses(line) {
      model.dispatchEvent(new CustomEvent('source-lines', { detail: { first: line, last: line } }));
      await Promise.resolve();
    },
    async answer() {
      for (const go of waiting.splice(0)) go({ value: [7, 1, 8, 2] });
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

test('the node of a line is chosen once the engine says which it is', async () => {
  const view = held();
  await view.chooses(2);
  await view.answer();
  assert.deepEqual(view.chosen, [[8]]);
});

test('a person who chose in the picture meanwhile keeps that choice', async () => {
  const view = held();
  await view.chooses(1);
  view.state.picks++;
  await view.answer();
  assert.deepEqual(view.chosen, []);
  await view.chooses(1);
  assert.deepEqual(view.chosen, [[7]], 'later lines are followed again');
});

test('of two lines in a row the second is chosen, once', async () => {
  const view = held();
  await view.chooses(1);
  await view.chooses(2);
  await view.answer();
  assert.deepEqual(view.chosen, [[8]]);
});
