/**
 * Defines a custom element. Where a page loads two versions of it, the first one stays.
 *
 *   define('seesaw-outline', Outline);
 */

/** @param {string} name @param {CustomElementConstructor} element */
export function define(name, element) {
  if (customElements.get(name) === undefined) customElements.define(name, element);
}
