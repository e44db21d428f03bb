/**
 * What nodes computed, for whoever draws the program: a short text by node.
 *
 * What: each run of the program sets `model.values`; `valuesOf(model, step)` gives the texts if they still
 * belong to this step of this result.
 * Why: the picture shows values of the last run, and never those of another program.
 *
 *   valuesOf(model, 1)?.get('submod_1.mul')           // '[0.5, 1, …] · grad [1, 1, …]'
 */

/** Between what a text says. */
export const BETWEEN = ' · ';
/** Letters of a part below which it says nothing. */
const MIN_LETTERS = 6;
/** @param {string[]} parts */
export const partsText = (parts) => parts.join(BETWEEN);

/** Without its last elements, or its end. @param {string} part @param {number} most */
function shortened(part, most) {
  if (part.length <= most) return part;
  const elements = part.endsWith(']') ? part.lastIndexOf(', ', most - 4) : -1;
  if (elements > 0) return `${part.slice(0, elements)}, …]`;
  return `${part.slice(0, Math.max(0, most - 1)).replace(/[,\s]+$/, '')}…`;
}

/**
 * A text in so many letters: each of its parts has its share, and what short ones leave.
 * @param {string} text
 * @param {number} letters
 */
export function fittingParts(text, letters) {
  if (text.length <= letters) return text;
  const parts = text.split(BETWEEN);
  if (letters < MIN_LETTERS * parts.length) return shortened(text, letters);
  let room = letters - BETWEEN.length * (parts.length - 1);
  const order = parts.map((_, at) => at).sort((a, b) => parts[a].length - parts[b].length);
  order.forEach((at, done) => {
    parts[at] = shortened(parts[at], Math.floor(room / (order.length - done)));
    room -= parts[at].length;
  });
  return partsText(parts);
}

/**
 * @typedef {{ of: object | null, step: number, texts: Map<string, string> }} NodeValues `of`: the result that they
 *   belong to
 */

/** @param {{ values: NodeValues | null, live: { good: object | null } }} model @param {number} step */
export function valuesOf({ values, live }, step) {
  return values !== null && values.of === live.good && values.step === step ? values.texts : null;
}
