/**
 * Begins the worker that holds Python, and says what it loads: null where this build has no Python beside it.
 */
import { PYTHON } from './where.js';

/** Python's files lie beside the folder that this script is in. */
const here = import.meta.url;

/** @returns {{ worker: Worker, folder: string, bytes: number } | null} throws where workers are refused */
export function beginPython() {
  const files = /** @type {{ folder: string, bytes: number } | null} */ (PYTHON);
  if (files === null) return null;
  const { folder, bytes } = files;
  return {
    worker: new Worker(new URL('./python_worker.js', import.meta.url), { type: 'module' }),
    folder: new URL(folder, new URL('..', here)).href,
    bytes,
  };
}
