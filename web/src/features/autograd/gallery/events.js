/**
 * Events of a scenario as lines to read.
 *
 *   eventText({ ev: 'emit', label: 'grad', values: [{ shape: [2], data: [1, 2] }] })      // 'grad [1, 2]'
 */
import { shortNumbers } from '../../../text/numbers.js';
import { lookedAt } from './listing.js';

const MAX_SHOWN = 16;
/** Deeper values are cut short. */
const MAX_DEPTH = 8;

/** @param {any} value @param {number} [depth] @returns {string} */
export function valueText(value, depth = 0) {
  if (value === null || value === undefined) return 'None';
  if (depth > MAX_DEPTH) return '…';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return `[${value.map((one) => valueText(one, depth + 1)).join(', ')}]`;
  if (Array.isArray(value.shape) && Array.isArray(value.data)) return shortNumbers(value, MAX_SHOWN);
  if ('node' in value) return `<${value.node}>`;
  if (Array.isArray(value.edge))
    return `GradientEdge(${value.edge.map((/** @type {any} */ one) => valueText(one, depth + 1)).join(', ')})`;
  return `{${Object.entries(value)
    .map(([key, one]) => `${key}: ${valueText(one, depth + 1)}`)
    .join(', ')}}`;
}

/**
 * What print(tensor) shows where float32 is the default dtype, as it is unless a program says otherwise; the engine's
 * texts have float64 for it.
 * @param {string} text of the engine @param {{ shape: number[], dtype?: string }} value no dtype: float64
 */
export function printed(text, { shape, dtype = 'float64' }) {
  if (dtype === 'float32') return text.replace(/,\s*dtype=torch\.float32(?=[,)])/, '');
  // Of a tensor without elements every dtype but float32 is said already.
  if (dtype !== 'float64' || shape.includes(0)) return text;
  return text.replace(/(?=(?:,\s*(?:requires_grad=True|grad_fn=<[^>]*>))?\)$)/, ', dtype=torch.float64');
}

/** @type {Record<string, (event: any) => string>} */
const TEXTS = {
  emit: ({ label, values }) => [label, ...(values ?? []).map((/** @type {any} */ one) => valueText(one))].join(' '),
  observe: ({ value, ...step }) => `${lookedAt(step)}: ${valueText(value)}`,
  error: ({ label, type, message }) => `${label}: ${type}: ${message}`,
  ok: ({ label }) => `${label}: no error`,
  log: ({ message }) => message,
  warning: ({ category, message }) => `${category}: ${message}`,
};

/** @param {any} event */
export const eventText = (event) => (Object.hasOwn(TEXTS, event.ev) ? TEXTS[event.ev](event) : JSON.stringify(event));
