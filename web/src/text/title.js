/** What a text is called where its owner gave it no name. */

/**
 * The class that no other one makes: the model, not one of its blocks.
 * @param {string} head
 */
function outermost(head) {
  const classes = [...head.matchAll(/^class (\w+)\s*[(:]/gm)].map(([, name]) => name);
  const within = head.match(/^[ \t]+\S.*$/gm)?.join('\n') ?? '';
  const made = new Set([...within.matchAll(/(?<![\w.])([A-Za-z_]\w*)\(/g)].map(([, name]) => name));
  return classes.length > 1 ? classes.find((name) => !made.has(name)) : undefined;
}

/**
 * What a text is called after: the error of a traceback, its outermost class, its first function, or its first line.
 * @param {string} text the beginning is enough
 */
export function nameIn(text) {
  const head = text.slice(0, 4000);
  if (/^\s*(?:\[\w+\]: ?)?Traceback \(most recent/.test(head) && !/^(?:class|def) /m.test(head)) {
    // Of errors that follow from each other the last one is what was raised.
    const error = [...text.matchAll(/^(?:\[\w+\]: ?)?(?:\w+\.)*([A-Z]\w+)(?::|$)/gm)].at(-1)?.[1] ?? '';
    return `traceback${error && `: ${error.slice(0, 28)}`}`;
  }
  const named = /# File: [^\n]*?([\w.-]+):\d+ in/.exec(head) ?? /^\s*(?:class|def) (\S+?)[(:]/m.exec(head);
  const title =
    (named?.[0].startsWith('#') ? undefined : outermost(head)) ?? named?.[1] ?? head.trim().split('\n')[0] ?? '';
  return title.slice(0, 40) || 'empty';
}
