/** What documents are called: by their owner, after the example that they began as, or after their text. */
import { exampleOf } from './examples.js';

/** @typedef {import('./document.js').Document} Document */

/**
 * What a text is called after: its first class or function, or its first line.
 * @param {string} text the beginning is enough
 */
export function nameIn(text) {
  const head = text.slice(0, 4000);
  const named = /# File: [^\n]*?([\w.-]+):\d+ in/.exec(head) ?? /^\s*(?:class|def) (\S+?)[(:]/m.exec(head);
  const title = named?.[1] ?? head.trim().split('\n')[0] ?? '';
  return title.slice(0, 40) || 'empty';
}

/** @param {Pick<Document, 'name' | 'example'>} doc @param {string} text its text, or the beginning of it */
export const titleOf = (doc, text) => doc.name || exampleOf(doc.example)?.title || nameIn(text);
