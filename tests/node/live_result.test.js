// The answer of the newest request stays, whatever comes late.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LiveResult } from '../../web/src/model/live_result.js';

/** An engine that answers when it is told to. */
class Engine extends EventTarget {
  /** @type {'loading' | 'ready' | 'failed'} */
  rest = 'loading';
  /** @type {{ text: string, request: any, answer: (undecided: boolean) => Promise<void> }[]} */
  asked = [];
  supersede() {}
  /** @param {string} method @param {any} request */
  call(method, request) {
    return new Promise((resolve) => {
      const answer = async (/** @type {boolean} */ undecided) => {
        const passes = request.passes ?? [];
        const failing = passes.indexOf('fails');
        const reports = failing < 0 ? passes : passes.slice(0, failing + 1);
        resolve({
          ok: failing < 0,
          undecided,
          text: request.text,
          diagnostics: [],
          failures: [],
          reports,
          suppressed: 0,
        });
        await new Promise((done) => setTimeout(done));
      };
      this.asked.push({ text: request.text, request, answer });
    });
  }
  /** @param {'ready' | 'failed'} rest */
  async heard(rest) {
    this.rest = rest;
    this.dispatchEvent(new Event('rest'));
    await new Promise((done) => setTimeout(done));
  }
}

/** @param {Engine} engine @param {any} [atOnce] */
function resultOf(engine, atOnce) {
  const live = new LiveResult(/** @type {any} */ (engine), () => {}, atOnce);
  return {
    live,
    want: async (/** @type {string} */ text, /** @type {string[]} */ passes = []) => {
      live.want(() => /** @type {any} */ ({ text, passes, ambientGrad: true }), true);
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

test('an answer that comes after the full module is asked again; where that will not come, it is taken', async () => {
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

/** Answers texts that begin with 'small' on this thread. */
const atOnce = {
  prepare() {},
  suits: (/** @type {any} */ good) => good !== null,
  answer: ({ text = '' }) =>
    text.startsWith('small')
      ? { ok: true, undecided: false, text, diagnostics: [], failures: [], reports: [], suppressed: 0 }
      : null,
};

test('what is answered on this thread needs no worker to be seen; the worker runs the newest of it', async () => {
  const engine = new Engine();
  engine.rest = 'ready';
  const { live, want, shown, asked } = resultOf(engine, atOnce);
  await want('first');
  await engine.asked[0].answer(false);
  for (const text of ['small 1', 'small 2', 'small 3']) {
    await want(text);
    assert.deepEqual([shown(), live.pending, live.stale], [text, false, false]);
  }
  assert.deepEqual(asked(), ['first', 'small 1'], 'one at a time');
  await engine.asked[1].answer(false);
  assert.deepEqual(asked(), ['first', 'small 1', 'small 3'], 'what was overtaken is left out');
  assert.equal(shown(), 'small 3');
});

test('the worker takes over the pictures that were laid out on this thread', async () => {
  const engine = new Engine();
  engine.rest = 'ready';
  const picture = { laid: 'here' };
  const pictures = { key: 'k', answers: [{ value: picture }, { value: null }] };
  const laying = { ...atOnce, answer: (/** @type {any} */ one) => ({ ...atOnce.answer(one), pictures }) };
  const { live, want } = resultOf(engine, laying);
  await want('first');
  await engine.asked[0].answer(false);
  const wanted = {
    key: 'k',
    requests: [
      { step: 0, pane: 'main' },
      { step: 1, pane: 'other' },
    ],
  };
  live.want(() => /** @type {any} */ ({ text: 'small', passes: [], ambientGrad: true, pictures: wanted }), true);
  await new Promise((done) => setTimeout(done));
  const { request } = engine.asked[1];
  assert.equal(request.pictures, null);
  assert.deepEqual([...request.laid], [['main', picture]], 'what has no picture has no place');
});

test('an older answer of the worker does not take the place of a newer one of this thread', async () => {
  const engine = new Engine();
  engine.rest = 'ready';
  const { live, want, shown, asked } = resultOf(engine, atOnce);
  await want('first');
  await engine.asked[0].answer(false);
  await want('large');
  await want('small');
  assert.equal(shown(), 'small');
  await want('larger');
  await engine.asked[1].answer(false);
  assert.deepEqual([shown(), live.pending], ['small', true]);
  assert.deepEqual(asked(), ['first', 'large', 'small']);
  await engine.asked[2].answer(false);
  assert.deepEqual(asked(), ['first', 'large', 'small', 'larger']);
  await engine.asked[3].answer(false);
  assert.deepEqual([shown(), live.pending], ['larger', false]);
});

test('what is asked of a result waits until the worker has it', async () => {
  const engine = new Engine();
  engine.rest = 'ready';
  const { live, want, asked } = resultOf(engine, atOnce);
  await want('first');
  await engine.asked[0].answer(false);
  await want('large');
  await want('small');
  live.ask('node', { text: 'asked of small' });
  await want('small 2');
  assert.deepEqual(asked(), ['first', 'large']);
  await engine.asked[1].answer(false);
  assert.deepEqual(asked(), ['first', 'large', 'small 2']);
  await engine.asked[2].answer(false);
  assert.deepEqual(asked(), ['first', 'large', 'small 2', 'asked of small']);
});

test('after the engine was disposed of, nothing runs behind it, and the next text is run', async () => {
  const engine = new Engine();
  engine.rest = 'ready';
  const { live, want, shown, asked } = resultOf(engine, atOnce);
  await want('first');
  await engine.asked[0].answer(false);
  await want('large');
  await want('small');
  live.dispose();
  await engine.asked[1].answer(false);
  assert.deepEqual(asked(), ['first', 'large']);
  await want('small, elsewhere');
  assert.deepEqual(asked(), ['first', 'large', 'small, elsewhere'], 'the fresh worker has no programs: it is asked');
  await engine.asked[2].answer(false);
  assert.equal(shown(), 'small, elsewhere');
});

test('where a pass fails and nothing was good before, there is what the passes before it left', async () => {
  const engine = new Engine();
  engine.rest = 'ready';
  const { live, want, asked } = resultOf(engine);
  await want('first', ['one', 'two', 'fails', 'three']);
  await engine.asked[0].answer(false);
  assert.deepEqual([live.good, live.pending], [null, true]);
  await engine.asked[1].answer(false);
  assert.deepEqual(
    [live.good?.reports, live.failed?.length, live.partly, live.stale, live.pending],
    [['one', 'two'], 3, true, true, false],
  );
  await want('second', ['one']);
  await engine.asked[2].answer(false);
  assert.deepEqual([live.good?.reports, live.failed, live.partly, live.stale], [['one'], null, false, false]);
  await want('third', ['fails']);
  await engine.asked[3].answer(false);
  assert.deepEqual([live.good?.reports, live.partly, live.stale], [['one'], false, true], 'what was good stays');
  assert.equal(asked().length, 4);
});

test('while another text waits for the full module, the result of the one before is not shown', async () => {
  const engine = new Engine();
  const { live, want, shown } = resultOf(engine);
  await want('one');
  await engine.asked[0].answer(false);
  // The same text, edited.
  await want('one, edited');
  await engine.asked[1].answer(true);
  assert.deepEqual([shown(), live.stale], ['one', true]);
  live.afresh();
  await want('two');
  await engine.asked[2].answer(true);
  assert.deepEqual([shown(), live.stale, live.answered], [undefined, false, 0]);
  await engine.heard('ready');
  await engine.asked[3].answer(false);
  assert.deepEqual([shown(), live.answered], ['two', 1]);
});

test('a text that is opened while another one is run is asked for as another one', async () => {
  const engine = new Engine();
  const { live, want, shown } = resultOf(engine);
  engine.rest = 'ready';
  await want('one');
  live.afresh();
  await engine.asked[0].answer(false);
  await want('two', ['fails']);
  assert.equal(engine.asked[1].request.fresh, true);
  await engine.asked[1].answer(false);
  assert.equal(shown(), undefined, 'no result of the text before');
});
