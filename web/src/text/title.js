/** What a text is called where its owner gave it no name. */

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
