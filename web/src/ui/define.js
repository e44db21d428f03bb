/**
 * Custom elements of which a page may have two copies, of two versions: the first one stays.
 *
 *   define('seesaw-outline', Outline);
 */

/** @param {string} name @param {CustomElementConstructor} element */
export function define(name, element) {
  if (customElements.get(name) === undefined) customElements.define(name, element);
}
