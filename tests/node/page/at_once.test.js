// Which keys the page's own thread answers, without a page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AtOnce } from '../../../web/src/engine/at_once.js';

/** @param {string} name */
const program = (name) => `def forward(self, x):\n    ${name} = torch.ops.aten.sin.default(x)\n    return (${name},)\n`;
const good = /** @type {any} */ ({ ok: true, captured: false, nodes: 3, milliseconds: 1 });

test('a key that takes too long leaves the next ones to the worker, each time more; a quick one forgives', async () => {
  const atOnce = new AtOnce();
  atOnce.prepare();
  while (!atOnce.ready) await new Promise((done) => setTimeout(done, 10));
  /** @type {any[]} */
  const passes = [];
  const request = (/** @type {string} */ name) =>
    /** @type {any} */ ({ text: program(name), passes, ambientGrad: true, pictures: null, show: null });
  const held = request('a');
  const { now } = performance;
  let clock = 0;
  // Each look at the clock is this many milliseconds after the one before.
  let step = 0;
  performance.now = () => (clock += step);
  try {
    const key = () => atOnce.answer(request('b'), held, good) !== null;
    assert.equal(key(), true);
    /** How many keys the worker gets until the next is answered here. */
    const rest = () => {
      let keys = 0;
      while (!key()) keys++;
      return keys;
    };
    step = 30;
    assert.equal(key(), true, 'what it took is known afterwards');
    assert.deepEqual([rest(), rest(), rest()], [4, 8, 16]);
    step = 0;
    assert.equal(rest(), 32);
    assert.equal(rest(), 0, 'a busy moment is over');
    step = 30;
    assert.equal(key(), true);
    assert.equal(rest(), 4);
  } finally {
    performance.now = now;
  }
});
