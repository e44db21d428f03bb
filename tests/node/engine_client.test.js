/** How long the page waits for a worker of the engine: a stand-in says what a real worker would. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

/** A worker that says only what the test lets it say. */
class StandIn extends EventTarget {
  /** @type {StandIn[]} */
  static all = [];
  /** @type {any[]} */
  asked = [];
  ended = false;

  constructor() {
    super();
    StandIn.all.push(this);
  }

  /** @param {any} request */
  postMessage(request) {
    this.asked.push(request);
  }

  terminate() {
    this.ended = true;
  }

  /** @param {any} data */
  says(data) {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

globalThis.Worker = /** @type {any} */ (StandIn);
const { EngineClient } = await import('../../web/src/engine/client.js');

/** A client whose worker has answered once. */
async function answered() {
  const client = new EngineClient();
  const first = client.call('evaluate', { text: '' });
  const worker = /** @type {StandIn} */ (StandIn.all.at(-1));
  worker.says({ id: 1, begun: true });
  worker.says({ id: 1, value: { ok: true } });
  await first;
  return { client, worker };
}

test('a worker that does not take a request is replaced after two seconds', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { client, worker } = await answered();
  const asked = client.call('evaluate', { text: '' });
  t.mock.timers.tick(1_999);
  assert.equal(worker.ended, false);
  t.mock.timers.tick(1);
  assert.equal(worker.ended, true);
  const next = /** @type {StandIn} */ (StandIn.all.at(-1));
  assert.notEqual(next, worker);
  next.says({ id: 2, value: { ok: true } });
  assert.deepEqual(await asked, { ok: true });
  assert.equal(client.restarts, 1);
  client.dispose();
});

for (const order of ['loads when it is asked', 'loads as soon as it was asked'])
  test(`a worker that ${order} may take longer before it takes the request`, async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { client, worker } = await answered();
    if (order === 'loads when it is asked') worker.says({ rest: 'loading' });
    const asked = client.call('evaluate', { text: '' });
    if (order !== 'loads when it is asked') worker.says({ rest: 'loading' });
    t.mock.timers.tick(7_999);
    assert.equal(worker.ended, false);
    worker.says({ rest: 'ready' });
    worker.says({ id: 2, begun: true });
    worker.says({ id: 2, value: { ok: true } });
    assert.deepEqual(await asked, { ok: true });
    assert.equal(client.restarts, 0);
    client.dispose();
  });

test('a request that was begun is not given more time by a worker that then loads', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { client, worker } = await answered();
  const asked = client.call('evaluate', { text: '' });
  worker.says({ id: 2, begun: true });
  worker.says({ rest: 'loading' });
  t.mock.timers.tick(8_000);
  assert.equal(worker.ended, true);
  StandIn.all.at(-1)?.says({ id: 2, value: { ok: true } });
  await asked;
  client.dispose();
});

test('a worker that loads and is silent for eight seconds is replaced', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { client, worker } = await answered();
  worker.says({ rest: 'loading' });
  const asked = client.call('evaluate', { text: '' });
  t.mock.timers.tick(8_000);
  assert.equal(worker.ended, true);
  StandIn.all.at(-1)?.says({ id: 2, value: { ok: true } });
  await asked;
  client.dispose();
});
