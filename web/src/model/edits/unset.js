/**
 * Attributes that a graph reads and nothing in its text gives: what they are is a guess, and that is said.
 *
 * Why: of a graph that PyTorch printed they are those of a module that stands elsewhere; in a class that somebody wrote
 * they are most often a mistake, which Python would raise an AttributeError for.
 *
 *   await unset(model, text)      // [{ severity: 'info', message: "nothing here says what self.weight is", ... }]
 */
import { isPrinted } from '../../../../wasm/js/source.js';
import { GUESSED_TYPE } from '../autograd/choices.js';

/** @typedef {import('../../../../wasm/js/index.js').Diagnostic} Diagnostic */

/** So many are named. */
const NAMED = 4;

/** Where a text first reads an attribute. @param {string} text @param {string} target */
function placeOf(text, target) {
  const found = new RegExp(`\\bself\\.${target.replaceAll('.', '\\.')}\\b`).exec(text);
  if (found === null) return {};
  const before = text.slice(0, found.index).split('\n');
  const [line, column] = [before.length, before[before.length - 1].length + 1];
  return { line, column, endLine: line, endColumn: column + found[0].length };
}

/** @param {import('../model.js').Model} model @param {string} text @returns {Promise<Diagnostic[]>} */
export async function unset(model, text) {
  if (model.live.good?.captured !== false || isPrinted(text)) return [];
  const { value } = await model.engine.call('inputs', { step: 0 });
  const wanted = /** @type {import('../../engine/protocol.js').InputWanted[] | null} */ (value) ?? [];
  const lacking = wanted.filter(({ kind, known }) => kind === 'attribute' && known === false);
  if (lacking.length === 0) return [];
  const names = lacking.slice(0, NAMED).map(({ target }) => `self.${target}`);
  const more = lacking.length > NAMED ? ` and ${lacking.length - NAMED} more` : '';
  const message = `nothing here says what ${names.join(', ')}${more} ${lacking.length === 1 ? 'is' : 'are'}`;
  const [{ target = '' }] = lacking;
  const notes = [
    `set them in __init__, as self.${target} = torch.nn.Parameter(torch.randn(3)), to have them captured`,
    `or write a type where it is read: w: "f32[3]" = self.${target}`,
    `until then the view Autograd takes ${GUESSED_TYPE}`,
  ].map((one) => ({ message: one }));
  return [{ severity: 'info', code: 'inputs', message, notes, ...placeOf(text, target) }];
}
