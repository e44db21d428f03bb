/**
 * Numbers as a table shows them: four digits, PyTorch's words for what is not finite, the first few of many.
 *
 *   shortNumbers({ shape: [3], data: [0.5, 1, -2] })       // '[0.5, 1, −2]'
 */

/** @param {number | string} value */
export function numberText(value) {
  if (typeof value !== 'number') return String(value).replace('-', '−');
  if (value === 0) return '0';
  const size = Math.abs(value);
  const text = size >= 1e5 || size < 1e-4 ? value.toExponential(2) : String(Number(value.toPrecision(4)));
  return text.replaceAll('-', '−');
}

/** How many elements a tensor of this shape has. @param {readonly number[]} shape */
export const countOf = (shape) => shape.reduce((count, size) => count * size, 1);

/**
 * @param {{ shape: readonly number[], data: readonly (number | string)[] } | null} values
 * @param {number} [most] elements that are shown
 */
export function shortNumbers(values, most = 3) {
  if (values === null) return '';
  if (values.shape.length === 0) return numberText(values.data[0]);
  const count = countOf(values.shape);
  const shown = values.data.slice(0, most).map(numberText).join(', ');
  return `[${shown}${count > most ? ', …' : ''}]`;
}

/** @param {number} bytes */
export function bytesText(bytes) {
  if (bytes < 10_000) return `${bytes} B`;
  return bytes < 10_000_000 ? `${(bytes / 1000).toFixed(0)} kB` : `${(bytes / 1_000_000).toFixed(0)} MB`;
}
