/**
 * Live figures of PyTorch graphs in VitePress: a block fenced as `seesaw` becomes one.
 *
 *   // .vitepress/config.js
 *   import { seesaw } from 'seesaw/vitepress';
 *   export default { markdown: { config: (md) => md.use(seesaw) } };
 *
 *   // .vitepress/theme/index.js
 *   import DefaultTheme from 'vitepress/theme';
 *   export default { ...DefaultTheme, enhanceApp: () => import.meta.env.SSR || import('seesaw/element') };
 */
import { figureOf } from './figures.js';

/** A plugin of markdown-it. @param {any} md */
export function seesaw(md) {
  const fence = md.renderer.rules.fence;
  md.renderer.rules.fence = (/** @type {any[]} */ tokens, /** @type {number} */ at, /** @type {any[]} */ ...rest) => {
    const [, words] = /^seesaw\b(.*)$/.exec(tokens[at].info.trim()) ?? [];
    if (words === undefined) return fence(tokens, at, ...rest);
    const [, env] = rest;
    // Nothing in a graph is a template of Vue's.
    return `<div v-pre>\n${figureOf(tokens[at].content, words, { file: env?.path ?? 'page.md' })}</div>\n`;
  };
}
