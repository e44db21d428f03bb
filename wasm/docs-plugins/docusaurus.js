/**
 * Live figures of PyTorch graphs in Docusaurus: a block fenced as `seesaw` becomes one.
 *
 *   // docusaurus.config.mjs
 *   import seesaw, { remarkSeesaw } from 'seesaw/docusaurus';
 *   plugins: [seesaw], presets: [['classic', { docs: { remarkPlugins: [remarkSeesaw] } }]]
 */
import { fileURLToPath } from 'node:url';
import { figureOf } from './figures.js';

/** The plugin: the element is loaded in browsers. */
export default function seesaw() {
  return {
    name: 'seesaw',
    getClientModules: () => [fileURLToPath(new URL('./docusaurus_client.js', import.meta.url))],
  };
}

/** `{ __html: html }` as MDX wants it. @param {string} html */
const expression = (html) => ({
  type: 'Program',
  sourceType: 'module',
  body: [
    {
      type: 'ExpressionStatement',
      expression: {
        type: 'ObjectExpression',
        properties: [
          {
            type: 'Property',
            kind: 'init',
            method: false,
            shorthand: false,
            computed: false,
            key: { type: 'Identifier', name: '__html' },
            value: { type: 'Literal', value: html, raw: JSON.stringify(html) },
          },
        ],
      },
    },
  ],
});

/** @param {any} node @param {string} html */
function replace(node, html) {
  const value = `{ __html: ${JSON.stringify(html)} }`;
  const attribute = {
    type: 'mdxJsxAttribute',
    name: 'dangerouslySetInnerHTML',
    value: { type: 'mdxJsxAttributeValueExpression', value, data: { estree: expression(html) } },
  };
  for (const key of Object.keys(node)) delete node[key];
  Object.assign(node, { type: 'mdxJsxFlowElement', name: 'div', attributes: [attribute], children: [] });
}

/** A plugin of remark. */
export function remarkSeesaw() {
  return (/** @type {any} */ tree, /** @type {any} */ file) => {
    const open = [tree];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (node.type === 'code' && node.lang === 'seesaw')
        replace(
          node,
          figureOf(node.value === '' ? '' : `${node.value}\n`, node.meta ?? '', { file: file.path ?? 'page.mdx' }),
        );
      else open.push(...(node.children ?? []));
    }
  };
}
