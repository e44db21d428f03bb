/** What arguments of tools are, as JSON Schema: the same words for the same things. */

/** @typedef {Record<string, unknown>} Schema */

/** @param {string} description @returns {Schema} */
export const text = (description) => ({ type: 'string', description });
/** @param {string} description @returns {Schema} */
export const yes = (description) => ({ type: 'boolean', description });
/** @param {string} description @param {number} [most] @returns {Schema} */
export const count = (description, most = 10_000_000) => ({ type: 'integer', minimum: 1, maximum: most, description });
/** @param {Schema} items @param {string} description @returns {Schema} */
export const listOf = (items, description) => ({ type: 'array', items, description });

export const GRAPH = text('id of a graph, such as g1; default: the one used last');
export const STEP = { type: ['string', 'integer'], description: 'number of a step, or name of a bookmark' };
export const FROM = count('first line or row of the answer, from 1');

/**
 * An object with these properties and no others.
 * @param {Record<string, Schema>} properties @param {string[]} [required] @returns {Schema}
 */
export const object = (properties, required = []) => ({
  type: 'object',
  properties,
  ...(required.length === 0 ? {} : { required }),
  additionalProperties: false,
});
