/**
 * The engine's mailbox in a worker, around a `Host`.
 *
 * A request is {id, method, argument}. It is acknowledged at once ({id, begun}), so that the page can tell a slow
 * request from a worker that is gone, and answered as `Host` says. What else it says: {rest: 'loading' | 'ready' |
 * 'failed'}.
 */
import { Host, transferable } from './host.js';

/** From here on messages are requests. */
export function serve() {
  const host = new Host((tidings) => self.postMessage(tidings));
  self.addEventListener('message', async ({ data }) => {
    self.postMessage({ id: data.id, begun: true });
    const answer = await host.answer(data);
    self.postMessage(answer, { transfer: transferable(answer) });
  });
}
