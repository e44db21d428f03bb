/**
 * A document as Markdown, to be pasted into an issue: link, passes, text, what the passes changed, what went wrong.
 *
 *   issueText({ title, link, doc, result: { before, after }, diagnostics });
 *
 * Fences are longer than any run of backticks in what they hold, so that no text can leave its block.
 */
import { isPython, sourceOf, titleOf } from '../../engine/python/own.js';
import { unifiedDiff } from '../../text/unified.js';

/** @typedef {import('../../model/document.js').Document} Document */
/** @typedef {import('../../../../wasm/js/index.js').Diagnostic} Diagnostic */

/** GitHub refuses bodies of more than 65,536 characters. */
const MAX_LENGTH = 60_000;
const LINES_OF_DIFF = 80;

/** @param {string} text @param {string} language */
export function fenced(text, language) {
  const runs = text.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(3, 1 + Math.max(0, ...runs.map((run) => run.length))));
  return `${fence}${language}\n${text.replace(/\n*$/, '')}\n${fence}`;
}

/** Code in a line, whatever it holds. @param {string} text */
export function inline(text) {
  const runs = text.match(/`+/g) ?? [];
  const ticks = '`'.repeat(1 + Math.max(0, ...runs.map((run) => run.length)));
  const pad = /^`|`$/.test(text) ? ' ' : '';
  return `${ticks}${pad}${text.replace(/\s+/g, ' ')}${pad}${ticks}`;
}

/** What Markdown and HTML would take as theirs. @param {string} text */
const plain = (text) => text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>()#+\-.!|~@&]/g, '\\$&');

/** A link for a README, an issue or a chat. @param {string} title @param {string} link */
export const markdownLink = (title, link) => `[${plain(title)} in Seesaw](<${link}>)`;

/** @param {Document} doc @param {boolean} ambientGrad */
function passes(doc, ambientGrad) {
  const steps = doc.pipeline.filter((step) => step.enabled);
  if (steps.length === 0) return 'No passes.';
  const names = steps.map((step) => {
    const { name, options } = step;
    if (isPython(step)) return `${inline(titleOf(step))} (Python, below)`;
    const given = Object.entries(options).map(([key, value]) => `${key}=${value}`);
    return inline(given.length > 0 ? `${name}:${given.join(':')}` : name);
  });
  return `Passes: ${names.join(', ')}; ambient grad ${ambientGrad ? 'on' : 'off'}.`;
}

/** @param {Diagnostic} item */
function problem(item) {
  const place = item.line ? `${item.line}:${item.column ?? 1}: ` : '';
  return `- ${place}${item.severity}: ${inline(item.message)}`;
}

/**
 * @param {{ title: string, link: string, doc: Document, result: { before: string, after: string } | null, diagnostics:
 *   Diagnostic[], pytorch: string, ambientGrad?: boolean }} given `ambientGrad`: the mode that the passes ran in
 * @returns {{ text: string, left: string[] }} `left` names what had no room
 */
export function issueText({ title, link, doc, result, diagnostics, pytorch, ambientGrad = doc.ambientGrad }) {
  /** @type {string[]} */
  const left = [];
  const parts = [`### ${plain(title)}`, passes(doc, ambientGrad)];
  const add = (/** @type {string} */ what, /** @type {string} */ part) => {
    if (parts.join('\n\n').length + part.length <= MAX_LENGTH) parts.push(part);
    else left.push(what);
  };
  add('the link', `[Open in Seesaw](<${link}>)`);
  if (diagnostics.length > 0) add('the messages', diagnostics.slice(0, 20).map(problem).join('\n'));
  add(
    'the text',
    `<details open><summary>Graph, ${doc.text.trimEnd().split('\n').length} ` +
      `lines</summary>\n\n${fenced(doc.text, 'python')}\n\n</details>`,
  );
  for (const step of doc.pipeline.filter((one) => one.enabled && isPython(one))) {
    const title = titleOf(step);
    const source = fenced(sourceOf(step), 'python');
    add(`the pass ${title}`, `<details><summary>The pass ${plain(title)}</summary>\n\n${source}\n\n</details>`);
  }
  if (result !== null && result.before !== result.after) {
    const { text, more } = unifiedDiff(result.before, result.after, { lines: LINES_OF_DIFF });
    const rest = more > 0 ? `\n… and ${more} more lines` : '';
    add(
      'the difference',
      `<details><summary>What the passes changed</summary>\n\n${fenced(text + rest, 'diff')}\n\n</details>`,
    );
  }
  parts.push(`PyTorch ${plain(pytorch)} as Seesaw follows it.`);
  return { text: `${parts.join('\n\n')}\n`, left };
}
