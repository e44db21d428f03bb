/**
 * Styles without comments and indentation: what stands in css`...` is text, which no bundler makes shorter.
 *
 *   plugins: [styles()]
 */

/** @param {string} css */
export const shortened = (css) =>
  css
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};]) ?/g, '$1');

/** @returns {import('vite').Plugin} */
export const styles = () => ({
  name: 'seesaw-styles',
  apply: 'build',
  transform(code, id) {
    if (!id.includes('/web/src/') || !code.includes('css`')) return null;
    // One with an expression in it stays as it is.
    return { code: code.replace(/\bcss`((?:[^`$]|\$(?!\{))*)`/g, (_, css) => `css\`${shortened(css)}\``), map: null };
  },
});
