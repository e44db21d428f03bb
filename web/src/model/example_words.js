/** What is said of each example once it is open, by its path: loaded after the page. See examples.js. */

/** @type {Record<string, { look: string, try: string }>} */
export const WORDS = import.meta.glob(['../../examples/*.py', '../../examples/*.txt'], {
  query: '?words',
  import: 'default',
  eager: true,
});
