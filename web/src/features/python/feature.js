/** Passes of one's own, in Python. */
import { beginOwn } from './hooks.js';
import { refusedStyles } from './styles.js';

/** @type {import('../contract.js').Feature} */
export const OWN = {
  id: 'python',
  order: 7,
  actions: [
    {
      id: 'own-pass',
      title: 'Write a pass in Python',
      group: 'In the passes',
      when: ({ model }) => !model.readonly && !model.compact,
      run: (context) => beginOwn(context, 'walk'),
    },
  ],
  styles: [refusedStyles],
};
