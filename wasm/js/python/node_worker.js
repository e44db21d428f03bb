/**
 * The worker that holds Python under Node: a session of its own, so that a killed Python loses nothing.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../error.js';
import { Session } from '../session.js';
import { closeNode } from './close_node.js';
import { startPython } from './runtime.js';

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
const { pyodide, indexURL, files } = workerData;

async function start() {
  const [{ loadPyodide }, session, aside] = await Promise.all([
    import(pyodide),
    Session.create({ full: true }),
    Session.create({ full: true }),
  ]);
  const python = await startPython({ loadPyodide, indexURL, files, session, aside });
  closeNode();
  return python;
}

const started = start();
// Listened to before it is ready: what comes meanwhile waits.
port.on('message', async ({ id, request }) => {
  try {
    port.postMessage({ id, answer: (await started).runPass(request) });
  } catch (error) {
    port.postMessage({ id, failed: messageOf(error) });
  }
});
