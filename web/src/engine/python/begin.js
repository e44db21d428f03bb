/**
 * Begins the worker that holds Python, and says what it loads: null where this build has no Python beside it.
 */
import { PYTHON } from 'virtual:seesaw-python';

/** Python's files lie beside the folder that this script is in. */
const here = import.meta.url;

/** @returns {{ worker: Worker, folder: string, bytes: number } | null} throws where workers are refused */
export function beginPython() {
  if (PYTHON === null) return null;
  const { folder, bytes } = PYTHON;
  return {
    worker: new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }),
    folder: new URL(folder, new URL('..', here)).href,
    bytes,
  };
}
