/**
 * The examples to choose from: one file each in `web/examples/`, with a record above the text (example_record.js). There
 * is no other list.
 *
 * The texts are what PyTorch 2.6.0 printed for real programs: `web/tools/example_programs.py` and
 * `web/tools/examples.py` made most.
 *
 *   EXAMPLES[0];                              // { id: 'nested_regions', title, topic, hint, pipeline, look, try, … }
 *   await exampleText('nested_regions');
 */

import firstText from '../../examples/nested_regions.py?body';

/** @typedef {import('./example_record.js').ExampleRecord & { id: string }} Example */

/** Topics in the order of the gallery; others follow. */
const TOPICS = ['Grad mode', 'Autocast', 'Clean up', 'Inputs and constants', 'Checks', 'Rewrite', 'Logs', 'Source'];
/** What a new page opens with: its text is there from the start. */
const FIRST = 'nested_regions';

const records = /** @type {Record<string, import('./example_record.js').ExampleRecord>} */ (
  import.meta.glob(['../../examples/*.py', '../../examples/*.txt'], {
    query: '?record',
    import: 'default',
    eager: true,
  })
);
const texts = /** @type {Record<string, () => Promise<string>>} */ (
  import.meta.glob(['../../examples/*.py', '../../examples/*.txt', '!../../examples/nested_regions.py'], {
    query: '?body',
    import: 'default',
  })
);

/** @param {string} path */
const idOf = (path) => path.replace(/^.*\/|\.\w+$/g, '');

/** @param {Example} one */
const place = (one) => (one.id === FIRST ? -1 : TOPICS.includes(one.topic) ? TOPICS.indexOf(one.topic) : TOPICS.length);

/** @type {Example[]} */
export const EXAMPLES = Object.entries(records)
  .map(([path, record]) => ({ ...record, id: idOf(path) }))
  .sort((one, other) => place(one) - place(other) || (one.title < other.title ? -1 : 1));

/** @param {string} id @returns {Example | undefined} */
export const exampleOf = (id) => EXAMPLES.find((one) => one.id === id);

/** @param {string} id @returns {Promise<string>} */
export async function exampleText(id) {
  const name = exampleOf(id)?.text ?? id;
  if (name === FIRST) return firstText;
  const found = Object.entries(texts).find(([path]) => idOf(path) === name);
  if (found === undefined) throw new Error(`there is no example called ${id}`);
  return found[1]();
}

/** Fetches the texts of all examples, so that they open without a network. */
export const preloadExamples = () => Promise.all(Object.values(texts).map((load) => load()));
