/**
 * The examples to choose from: one file each in `web/examples/`, with a record above the text (example_record.js).
 * There is no other list.
 *
 * The texts are what PyTorch 2.6.0 printed for real programs: `web/tools/example_programs.py` and
 * `web/tools/examples.py` made most.
 *
 *   EXAMPLES[0];                              // { id: 'lost_gradients', title, topic, hint, pipeline, … }
 *   await exampleText('nested_regions');
 */

import startText from '../../examples/lost_gradients.py?body';
import firstText from '../../examples/nested_regions.py?body';
import firstWords from '../../examples/nested_regions.py?words';

/** @typedef {Pick<import('./example_record.js').ExampleRecord, 'look' | 'try'>} Words */
/** @typedef {Omit<import('./example_record.js').ExampleRecord, 'look' | 'try'> & { id: string }} Example */

/** Topics in the order of the gallery; others follow. */
const TOPICS = [
  'Passes that lie',
  'Grad mode',
  'Autocast',
  'Clean up',
  'Inputs and constants',
  'Checks',
  'Rewrite',
  'Logs',
  'Source',
];
/** What an element without a text opens with: its text is there from the start. */
export const FIRST = 'nested_regions';
/** What somebody sees who has never been here. */
export const START = 'lost_gradients';
/** @type {Record<string, string>} */
const AT_HAND = { [FIRST]: firstText, [START]: startText };

const records = /** @type {Record<string, Omit<Example, 'id'>>} */ (
  import.meta.glob(['../../examples/*.py', '../../examples/*.txt'], {
    query: '?record',
    import: 'default',
    eager: true,
  })
);
const texts = /** @type {Record<string, () => Promise<string>>} */ (
  import.meta.glob(
    [
      '../../examples/*.py',
      '../../examples/*.txt',
      '!../../examples/nested_regions.py',
      '!../../examples/lost_gradients.py',
    ],
    {
      query: '?body',
      import: 'default',
    },
  )
);

/** @param {string} path */
const idOf = (path) => path.replace(/^.*\/|\.\w+$/g, '');

/** @param {Example} one */
const place = (one) => (one.id === START ? -1 : TOPICS.includes(one.topic) ? TOPICS.indexOf(one.topic) : TOPICS.length);

/** @type {Example[]} */
export const EXAMPLES = Object.entries(records)
  .map(([path, record]) => ({ ...record, id: idOf(path) }))
  .sort((one, other) => place(one) - place(other) || (one.title < other.title ? -1 : 1));

/** @param {string} id @returns {Example | undefined} */
export const exampleOf = (id) => EXAMPLES.find((one) => one.id === id);

/** @param {string} id @returns {Promise<string>} */
export async function exampleText(id) {
  const name = exampleOf(id)?.text ?? id;
  if (name in AT_HAND) return AT_HAND[name];
  const found = Object.entries(texts).find(([path]) => idOf(path) === name);
  if (found === undefined) throw new Error(`there is no example called ${id}`);
  return found[1]();
}

/** What there is to look at and to try, by id; of the first one from the start. @type {Map<string, Words>} */
const words = new Map([[FIRST, firstWords]]);

/** @param {string} id @returns {Words | undefined} undefined until they are loaded */
export const wordsOf = (id) => words.get(id);

/** Loads them for all. */
export async function loadWords() {
  const { WORDS } = await import('./example_words.js');
  for (const [path, own] of Object.entries(WORDS)) words.set(idOf(path), own);
}

/** Fetches the texts of all examples, so that they open without a network. */
export const preloadExamples = () => Promise.all([loadWords(), ...Object.values(texts).map((load) => load())]);
