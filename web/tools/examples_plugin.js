/**
 * Lets the page import an example in two parts: `x.py?record` is what stands above the text, as an object, `x.py?body`
 * the text. The records are small and all in one place from the start; texts are loaded one by one. See
 * src/model/example_record.js.
 */
import { readFileSync } from 'node:fs';
import { exampleBody, exampleRecord } from '../src/model/example_record.js';

const PARTS = /** @type {Record<string, (content: string) => unknown>} */ ({
  record: exampleRecord,
  body: exampleBody,
});

/** @returns {import('vite').Plugin} */
export function examples() {
  return {
    name: 'seesaw-examples',
    enforce: 'pre',
    load(id) {
      const [, path, part] = /^(.*\/examples\/[^?]+)\?(record|body)$/.exec(id) ?? [];
      if (path === undefined) return null;
      return {
        code: `export default ${JSON.stringify(PARTS[part](readFileSync(path, 'utf8')))};`,
        moduleType: 'js',
        map: null,
      };
    },
  };
}
