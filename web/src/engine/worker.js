/**
 * The engine's worker: a mailbox around a `Workbench`.
 *
 * A request is {id, method, argument}. It is acknowledged at once ({id, begun}), so that the page can tell a slow request
 * from a worker that is gone, and answered with {id, value} or {id, error}.
 */
import { Session } from '../../../wasm/js/session.js';
import { Workbench } from './workbench.js';

const ready = Session.create().then((session) => new Workbench(session));

self.addEventListener('message', async ({ data: { id, method, argument } }) => {
  self.postMessage({ id, begun: true });
  try {
    const bench = /** @type {Record<string, any>} */ (await ready);
    self.postMessage({ id, value: bench[method](argument) });
  } catch (error) {
    self.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
