/**
 * The worker that holds Python in the page, with a session of its own: it is ended when it takes too long, and nothing
 * is lost with it.
 *
 * What: the first message brings a port and says where Python's files are. Over the port come requests {id, request},
 * and go {id, answer}, {id, failed}, {loaded} (bytes so far) and {ready}. When Python is there, the worker loses all
 * that a browser gives it (wasm/js/python/close_browser.js): messages of the worker itself among it, so that nothing
 * but this module's port reaches the page.
 */
import { messageOf } from '../../../../wasm/js/error.js';
import { closeBrowser } from '../../../../wasm/js/python/close_browser.js';
import { startPython } from '../../../../wasm/js/python/runtime.js';
import { Session } from '../../../../wasm/js/session.js';

/**
 * Counts what is fetched from a folder: servers do not say how long it is once it is unpacked.
 * @param {string} folder @param {(bytes: number) => void} tell
 */
function countFetched(folder, tell) {
  const fetched = self.fetch.bind(self);
  let bytes = 0;
  self.fetch = async (address, settings) => {
    const response = await fetched(address, settings);
    if (!response.ok || response.body === null || !response.url.startsWith(folder)) return response;
    const count = new TransformStream({
      transform(chunk, out) {
        tell((bytes += chunk.length));
        out.enqueue(chunk);
      },
    });
    return new Response(response.body.pipeThrough(count), { status: response.status, headers: response.headers });
  };
}

/** @param {string} address */
async function asked(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response;
}

/** @param {string} folder */
async function start(folder) {
  const [{ loadPyodide }, files, session, aside] = await Promise.all([
    import(/* @vite-ignore */ `${folder}pyodide.mjs`),
    asked(`${folder}torch.json`).then((response) => response.json()),
    Session.create({ full: true }),
    Session.create({ full: true }),
  ]);
  const python = await startPython({ loadPyodide, indexURL: folder, files, session, aside });
  const left = closeBrowser();
  if (left.length > 0) throw new Error(`this browser does not let go of ${left.join(', ')}`);
  return python;
}

/** @param {{ port: MessagePort, folder: string }} given */
function serve({ port, folder }) {
  // Its methods are taken from it now: what is reached for later is gone.
  const send = port.postMessage.bind(port);
  countFetched(folder, (loaded) => send({ loaded }));
  const started = start(folder);
  started.then(
    () => send({ ready: true }),
    (error) => send({ failed: messageOf(error) }),
  );
  port.onmessage = async ({ data: { id, request } }) => {
    try {
      send({ id, answer: (await started).runPass(request) });
    } catch (error) {
      send({ id, failed: messageOf(error) });
    }
  };
}

self.addEventListener('message', ({ data }) => serve(data), { once: true });
