/**
 * What to do about a mistake, in words of the page.
 *
 * Why: the core says it once for everybody, and names commands of the command line; here there are views in their
 * place.
 *
 *   remediesOf(diagnostic);                  // ['the reference lists what can be run (Shift+F1)']
 */

/** @type {[RegExp, string][]} */
const HERE = [
  [/`seesaw ops` lists (.*)$/, 'the reference lists $1 (Shift+F1)'],
  [
    /^start with (`class .*)$/,
    'paste Python source with a torch.nn.Module, a log of TORCH_LOGS or TORCH_TRACE, or a graph as PyTorch ' +
      'prints it, which starts with $1',
  ],
  [/give inputs, with `seesaw exec`/, 'give the input a type with numbers, in the autograd view'],
];

/** @param {{ notes?: { message: string }[] }} diagnostic */
export const remediesOf = ({ notes = [] }) =>
  notes.map(({ message }) => HERE.reduce((text, [there, here]) => text.replace(there, here), message));
