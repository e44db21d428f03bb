/**
 * Which modules the page cannot begin without, to be put into few files: each file more costs a request before the
 * first result.
 *
 *   const first = firstChunks('src/app/main.js');
 *   plugins: [first.plugin], output: { codeSplitting: { groups: first.groups } }
 */

/** Begins before the others are there. */
const ALONE = /\/src\/engine\/begin\.js$/;

/**
 * What the page names, and yet uses only later: completion, for which the package of the language has words that nobody
 * asks for.
 */
const LATER = /\/@codemirror\/autocomplete\//;

/** @param {string} entry the end of its path */
export function firstChunks(entry) {
  /** @type {Set<string>} */
  const needed = new Set();
  /** @type {import('vite').Plugin} */
  const plugin = {
    name: 'seesaw-first-chunks',
    apply: 'build',
    buildEnd() {
      const queue = [...this.getModuleIds()].filter((id) => id.endsWith(entry));
      for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
        if (needed.has(id)) continue;
        needed.add(id);
        queue.push(...(this.getModuleInfo(id)?.importedIds ?? []));
      }
    },
  };
  const isFirst = (/** @type {string} */ id) =>
    needed.has(id) && !id.endsWith(entry) && !ALONE.test(id) && !LATER.test(id);
  const isPackage = (/** @type {string} */ id) => id.includes('/node_modules/');
  const groups = [
    // A group of its own: otherwise it goes along with the page, which imports it.
    { name: 'begin', test: (/** @type {string} */ id) => ALONE.test(id), priority: 3 },
    { name: 'packages', test: (/** @type {string} */ id) => isFirst(id) && isPackage(id), priority: 2 },
    { name: 'page', test: (/** @type {string} */ id) => isFirst(id) && !isPackage(id), priority: 1 },
  ];
  return { plugin, groups };
}
