/**
 * From the settings of the document to what the engine is asked.
 *
 * What: `requestOf(wanted, inputs)` gives the payload of the commands gradients and gradcheck, and the mistakes by name
 * of input.
 * Why: what a person wrote about an input is checked beside it; a mistake of one input does not hide the others.
 *
 * requestOf([{ name: 'x', kind: 'input', dtype: 'f32', shape: [2] }], { seed: 0, values: { x: { kind: 'constant', text:
 * '1' } }, hooks: [] })
 * // { payload: { seed: 0, values: { x: { fill: 1 } }, hooks: [] }, mistakes: {} }
 */
import { readLiteral } from '../../text/literal.js';

/** @typedef {import('../inputs.js').Inputs} Inputs */
/** @typedef {import('../inputs.js').ValueSource} ValueSource */
/** @typedef {import('../../engine/protocol.js').InputWanted} Wanted */
/**
 * @typedef {{ payload: { seed: number, values: Record<string, object>, hooks: object[],
 *   loss?: import('../inputs.js').Loss }, mistakes: Record<string,
 *   string> }} Request
 */

/** What an input without a type gets, until somebody says better. */
export const GUESSED_TYPE = 'f32[3]';

const TYPE = /^\s*([a-z]\w*)\s*\[([^\]]*)\]\s*$/;

/** @param {string} text @returns {{ dtype: string, shape: (number | string)[] } | null} */
export function readType(text) {
  const found = TYPE.exec(text);
  if (found === null) return null;
  const sizes = found[2].split(',').map((one) => one.trim());
  if (sizes.length === 1 && sizes[0] === '') return { dtype: found[1], shape: [] };
  if (sizes.some((one) => !/^(\d+|[su]\d+)$/.test(one))) return null;
  return { dtype: found[1], shape: sizes.map((one) => (/^\d+$/.test(one) ? Number(one) : one)) };
}

/** @param {Wanted} wanted @param {ValueSource | undefined} source */
export function typeOf(wanted, source) {
  if (source?.type) return source.type;
  if (wanted.dtype !== undefined) return `${wanted.dtype}[${(wanted.shape ?? []).join(', ')}]`;
  return wanted.known === false ? GUESSED_TYPE : '';
}

/** A number as the engine reads it where a text is a string. @param {import('../../text/literal.js').Element} one */
const plain = (one) => (typeof one === 'number' ? one : { [/\d/.test(one) ? 'i' : 'f']: one });

/** A constant of the type: one number fills all of it. @param {string} text @param {string} typeText */
function constant(text, typeText) {
  const { shape, data } = readLiteral(text);
  const type = readType(typeText);
  if (type === null)
    return data.length === 1 && shape.length === 0
      ? { value: plain(data[0]) }
      : { value: { dtype: 'f32', shape, data } };
  if (shape.length === 0) return { fill: data[0] };
  const fits =
    shape.length === type.shape.length &&
    type.shape.every((size, at) => typeof size === 'string' || size === shape[at]);
  if (!fits) throw new Error(`the shape is [${shape.join(', ')}], ${typeText} asks for [${type.shape.join(', ')}]`);
  return { value: { dtype: type.dtype, shape, data } };
}

/** A range that nobody has set. */
export const LOW = -2;
export const HIGH = 2;

/** What a slider stands at: never beyond its bounds. @param {ValueSource} source */
export function sliderOf({ low = LOW, high = HIGH, value = 0 }) {
  const [least, most] = [Math.min(low, high), Math.max(low, high)];
  return { least, most, value: Math.min(Math.max(value, least), most) };
}

/**
 * Where a value comes from until somebody chooses: from the source, if that has it.
 * @param {Wanted} wanted
 * @returns {import('../inputs.js').SourceKind}
 */
export const usualKind = ({ declared }) => (declared ? 'declared' : 'seed');

/** @param {Wanted} wanted @param {ValueSource | undefined} source */
export const wantsGrad = (wanted, source) => source?.grad ?? wanted.frozen !== true;

/** @param {Wanted} wanted @param {ValueSource | undefined} source @returns {object | null} nothing chosen */
function choice(wanted, source) {
  const type = source?.type ?? (wanted.known === false ? GUESSED_TYPE : undefined);
  if (type !== undefined && readType(type) === null) throw new Error(`'${type}' is no type: write it as f32[2, 3]`);
  const common = {
    ...(type === undefined ? {} : { type }),
    ...(wantsGrad(wanted, source) ? {} : { requiresGrad: false }),
  };
  if (source?.kind === 'constant') return { ...common, ...constant(source.text ?? '', typeOf(wanted, source)) };
  if (source?.kind === 'range') return { ...common, fill: sliderOf(source).value };
  if (wanted.declared && (source?.kind ?? 'declared') === 'declared') return { ...common, declared: true };
  if (source?.seed !== undefined) return { ...common, seed: source.seed };
  return Object.keys(common).length > 0 ? common : null;
}

/** @param {Wanted[]} wanted @param {Inputs} inputs @returns {Request} */
export function requestOf(wanted, inputs) {
  /** @type {Record<string, object>} */
  const values = {};
  /** @type {Record<string, string>} */
  const mistakes = {};
  for (const one of wanted) {
    try {
      const chosen = choice(one, inputs.values[one.name]);
      if (chosen !== null) values[one.name] = chosen;
    } catch (error) {
      mistakes[one.name] = /** @type {Error} */ (error).message;
    }
  }
  const { seed, hooks, loss } = inputs;
  return { payload: { seed, values, hooks, ...(loss === undefined ? {} : { loss }) }, mistakes };
}
