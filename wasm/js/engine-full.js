/**
 * The glue of the larger of the two modules: all of it, with tensors and archives. Loaded by those who ask for it.
 *
 *   const { glue } = await import('./engine-full.js');
 */
import create from '../dist/seesaw-full.mjs';

export const glue = create;
