/** Passes of one's own, in Python. */
import { BEGINNINGS } from './beginnings.js';
import { beginOwn } from './hooks.js';
import { refusedStyles } from './styles.js';

/** @type {import('../contract.js').Feature} */
export const OWN = {
  id: 'python',
  actions: BEGINNINGS.map(({ id, title }) => ({
    id: `own-${id}`,
    title: `Write a pass in Python: ${title}`,
    group: 'In the passes',
    when: ({ model }) => !model.readonly && !model.compact,
    run: (context) => beginOwn(context, id),
  })),
  styles: [refusedStyles],
};
