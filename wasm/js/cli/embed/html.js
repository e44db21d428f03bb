/**
 * Figures as HTML: the fragment of an embed, and the parts that a reader without JavaScript sees.
 *
 *   fragment(figure, { tab: 'diff', picture: 'figure.svg' });     // <seesaw-playground ...>
 */

/** @typedef {import('./figure.js').Figure} Figure */

const ESCAPES = /** @type {Record<string, string>} */ ({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
});

/** @param {string} text */
export const escaped = (text) => text.replace(/[&<>"']/g, (character) => ESCAPES[character]);

/** Text as it is; the parser takes the first line end. @param {string} text @param {string} [kind] */
export const preformatted = (text, kind) =>
  `<pre${kind === undefined ? '' : ` class="${kind}"`}>\n${escaped(text.replace(/\n+$/, ''))}\n</pre>`;

/** @param {Record<string, string | boolean | undefined>} attributes */
export const tagOf = (attributes) =>
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== false && value !== '')
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escaped(String(value))}"`))
    .join('');

/**
 * The element, with what is seen until there is one: a picture and texts.
 * @param {Figure} figure
 * @param {{ attributes: Record<string, string | boolean | undefined>, picture: string | null, caption?: string |
 *   undefined }} shown
 */
export function fragment(figure, { attributes, picture, caption }) {
  const alt = `Picture of ${figure.name}: ${figure.nodes[1]} nodes`;
  return [
    '<figure class="seesaw-figure">',
    `<seesaw-playground${tagOf({ ...attributes, passes: figure.passes })}>`,
    preformatted(figure.source, 'seesaw-source'),
    ...(picture === null
      ? []
      : [`<img class="seesaw-picture" loading="lazy" src="${escaped(picture)}" alt="${escaped(alt)}">`]),
    ...(figure.passes === '' ? [] : [preformatted(figure.result, 'seesaw-result')]),
    '</seesaw-playground>',
    ...(caption === undefined ? [] : [`<figcaption>${escaped(caption)}</figcaption>`]),
    '</figure>\n',
  ].join('\n');
}
