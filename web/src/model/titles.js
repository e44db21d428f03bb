/** What documents are called: by their owner, after the example that they began as, or after their text. */
import { nameIn } from '../text/title.js';
import { exampleOf } from './examples.js';

/** @typedef {import('./document.js').Document} Document */

/** @param {Pick<Document, 'name' | 'example'>} doc @param {string} text its text, or the beginning of it */
export const titleOf = (doc, text) => doc.name || exampleOf(doc.example)?.title || nameIn(text);
