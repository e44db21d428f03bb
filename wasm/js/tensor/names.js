/**
 * Names in the texts of errors.
 *
 * What: `typeName(value)` is what Python would call a value's type; `checkOptions` refuses options that a function does
 * not know,
 * `checkFlag` what is no bool, `checkFunction` what is no function.
 * Why: errors of use read as PyTorch's do, and a misspelt option is not lost.
 *
 *   checkOptions('backward', { retainGrph: true }, ['retainGraph'])      // TypeError
 */

/** A number of Python's type float that happens to be whole: `2.0`, which JavaScript cannot tell from `2`. */
export class Float extends Number {}

/**
 * Says that a number is a float where it meets integers: `tensor([1, 2], { dtype: 'int64' }).mul(float(2))` has the
 * default dtype (float64) as with Python's `2.0`, where `.mul(2)` stays int64. Numbers with a fraction need it not.
 * @param {number} value
 * @returns {number} an object that represents the number in calls of operators and of `tensor`; throws TypeError if it
 *   is none
 */
export function float(value) {
  if (typeof value !== 'number' && !(/** @type {any} */ (value) instanceof Float))
    throw new TypeError(`float() argument must be a real number, not '${typeName(value)}'`);
  return /** @type {any} */ (new Float(value));
}

/** What Python would call the type of a value. @param {unknown} value @returns {string} */
export function typeName(value) {
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';
  if (value instanceof Float) return 'float';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'string') return 'str';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'function') return 'function';
  const name =
    value === null || value === undefined ? 'NoneType' : (/** @type {any} */ (value).constructor?.name ?? 'object');
  return name === 'Object' ? 'dict' : name;
}

/** @param {string} what the function and its argument, as PyTorch names them @param {unknown} value */
export function checkFlag(what, value) {
  if (typeof value !== 'boolean') throw new TypeError(`${what} must be bool, not ${typeName(value)}`);
}

/** @param {string} name of the function @param {string} argument @param {number} position @param {unknown} value */
export function checkFunction(name, argument, position, value) {
  if (typeof value !== 'function')
    throw new TypeError(
      `${name}(): argument '${argument}' (position ${position}) must be a function, not ${typeName(value)}`,
    );
}

/** @param {string} name of the function @param {unknown} options @param {readonly string[]} known */
export function checkOptions(name, options, known) {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new TypeError(`${name}() takes its options as an object, not ${typeName(options)}`);
  for (const key in options) {
    if (!known.includes(key))
      throw new TypeError(`${name}() got an unexpected keyword argument '${key}'. It knows ${known.join(', ')}`);
  }
}
