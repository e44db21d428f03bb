// The answer of the newest request stays, whatever comes late.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LiveResult } from '../../web/src/components/controller.js';

/** An engine that answers when it is told to. */
class Engine extends EventTarget {
  /** @type {'loading' | 'ready' | 'failed'} */
  rest = 'loading';
  /** @type {{ text: string, answer: (undecided: boolean) => Promise<void> }[]} */
  asked = [];
  supersede() {}
  /** @param {string} method @param {any} request */
  call(method, request) {
    return new Promise((resolve) => {
      const answer = async (/** @type {boolean} */ undecided) => {
        resolve({ ok: true, undecided, text: request.text, diagnostics: [], failures: [], reports: [], suppressed: 0 });
        await new Promise((done) => setTimeout(done));
      };
      this.asked.push({ text: request.text, answer });
    });
  }
  /** @param {'ready' | 'failed'} rest */
  async heard(rest) {
    this.rest = rest;
    this.dispatchEvent(new Event('rest'));
    await new Promise((done) => setTimeout(done));
  }
}

/** @param {Engine} engine */
function resultOf(engine) {
  const live = new LiveResult(/** @type {any} */ (engine), () => {});
  return {
    live,
    want: async (/** @type {string} */ text) => {
      live.want(() => /** @type {any} */ ({ text, passes: [], ambientGrad: true }), true);
      await new Promise((done) => setTimeout(done));
    },
    shown: () => /** @type {any} */ (live.good)?.text,
    asked: () => engine.asked.map(({ text }) => text),
  };
}

for (const rest of /** @type {const} */ (['ready', 'failed'])) {
  test(`what waited for the full module is forgotten when something newer is asked (${rest})`, async () => {
    const engine = new Engine();
    const { live, want, shown, asked } = resultOf(engine);
    await want('old');
    await want('new');
    await engine.asked[0].answer(true);
    assert.deepEqual(asked(), ['old', 'new']);
    await engine.heard(rest);
    assert.equal(shown(), undefined);
    await engine.asked[1].answer(false);
    assert.deepEqual([asked(), shown(), live.pending, live.undecided], [['old', 'new'], 'new', false, null]);
  });
}

test('what waited for the full module is asked again when that is there', async () => {
  const engine = new Engine();
  const { live, want, shown, asked } = resultOf(engine);
  await want('one');
  await engine.asked[0].answer(true);
  assert.deepEqual([shown(), live.pending, live.undecided !== null], [undefined, false, true]);
  const decided = live.decided();
  await engine.heard('ready');
  assert.deepEqual(asked(), ['one', 'one']);
  await engine.asked[1].answer(false);
  await decided;
  assert.equal(shown(), 'one');
});

test('an answer that comes after the full module is asked again at once; where that will not come, it is taken', async () => {
  const engine = new Engine();
  const { want, shown, asked } = resultOf(engine);
  await want('one');
  await engine.heard('ready');
  await engine.asked[0].answer(true);
  assert.deepEqual(asked(), ['one', 'one']);
  await engine.asked[1].answer(false);
  assert.equal(shown(), 'one');
  const without = new Engine();
  const other = resultOf(without);
  await other.want('two');
  await without.asked[0].answer(true);
  await without.heard('failed');
  assert.equal(other.shown(), 'two');
});
