/**
 * Lets the page import an example in three parts: `x.py?record` is what a list shows of it, as an object, `x.py?words`
 * what is said of it once it is open, `x.py?body` the text. The records are small and all in one place from the start,
 * the words come together a moment later, texts one by one. See
 * src/model/example_record.js.
 */
import { readFileSync } from 'node:fs';
import { exampleBody, exampleHead, exampleWords } from '../src/model/example_record.js';

const PARTS = /** @type {Record<string, (content: string) => unknown>} */ ({
  record: exampleHead,
  words: exampleWords,
  body: exampleBody,
});

/** @returns {import('vite').Plugin} */
export function examples() {
  return {
    name: 'seesaw-examples',
    enforce: 'pre',
    load(id) {
      const [, path, part] = /^(.*\/examples\/[^?]+)\?(record|words|body)$/.exec(id) ?? [];
      if (path === undefined) return null;
      return {
        code: `export default ${JSON.stringify(PARTS[part](readFileSync(path, 'utf8')))};`,
        moduleType: 'js',
        map: null,
      };
    },
  };
}
