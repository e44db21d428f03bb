/**
 * Tells the browser in the head of index.html what the page needs at once: the script that begins the engine, and the
 * scripts that the entry imports. Without it each is asked for only when the one before it has been read.
 */
import { posix } from 'node:path';

const EARLY = 'src/engine/begin.js';

/**
 * Files that a chunk cannot begin without, itself not among them.
 * @param {Record<string, any>} bundle
 * @param {string} name
 * @returns {Set<string>}
 */
function imported(bundle, name) {
  /** @type {Set<string>} */
  const found = new Set();
  const queue = [...(bundle[name]?.imports ?? [])];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (found.has(next) || bundle[next] === undefined) continue;
    found.add(next);
    queue.push(...bundle[next].imports);
  }
  return found;
}

/** @returns {import('vite').Plugin} */
export function preload() {
  return {
    name: 'seesaw-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle, chunk }) {
        if (bundle === undefined || chunk === undefined) return;
        const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
        const early = chunks.find((one) => one.moduleIds.some((id) => id.endsWith(EARLY)));
        if (early === undefined)
          this.error('the script that begins the engine is not where preload_plugin.js expects it');
        if (early.imports.length > 0)
          this.error(`the script that begins the engine waits for others: ${early.imports.join(', ')}`);
        const near = (/** @type {string} */ name) => `./${posix.normalize(name)}`;
        const needed = [...imported(bundle, chunk.fileName)].filter((name) => name !== early.fileName);
        return [
          {
            tag: 'script',
            attrs: { type: 'module', async: true, crossorigin: true, src: near(early.fileName) },
            injectTo: 'head',
          },
          ...needed.map((name) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: near(name) },
            injectTo: /** @type {const} */ ('head'),
          })),
        ];
      },
    },
  };
}
