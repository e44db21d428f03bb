/**
 * What the attributes and the inside of a `<seesaw-playground>` ask for.
 *
 * <seesaw-playground src="graph.txt"
 * passes="replace_set_grad_with_hop_pass:correct=true,eliminate_dead_code"></seesaw-playground>
 */
import { checkLimit } from '../../../wasm/js/limits.js';
import { bounded } from '../features/share/remote.js';
import { PANELS } from './panels.js';
import { THEMES, asDocument, emptyDocument } from '../model/document.js';

/** @typedef {import('../model/document.js').Document} Document */
/** @typedef {import('../model/document.js').Step} Step */

/** Without the indentation that all lines share, and without blank lines at the ends. @param {string} text */
export function dedent(text) {
  const lines = text
    .replace(/^(?:[ \t]*\r?\n)+/, '')
    .trimEnd()
    .split('\n');
  const depth = Math.min(
    ...lines.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0),
  );
  return Number.isFinite(depth) ? `${lines.map((line) => line.slice(depth)).join('\n')}\n` : '';
}

/** @param {string} list @param {(complaint: string) => void} complain @returns {Step[]} */
export function stepsOf(list, complain) {
  const parts = list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  try {
    checkLimit('passes', parts.length);
  } catch (error) {
    complain(
      'passes="...": none of them runs: ' +
        `${/** @type {import('../../../wasm/js/limits.js').LimitError} */ (error).sentences}`,
    );
    return [];
  }
  return parts.map((part) => {
    const [name, ...options] = part.split(':').map((piece) => piece.trim());
    /** @type {Record<string, string>} */
    const given = {};
    for (const option of options) {
      const at = option.indexOf('=');
      if (at > 0) given[option.slice(0, at).trim()] = option.slice(at + 1).trim();
      else complain(`passes="...": '${option}' of ${name} is not name=value`);
    }
    return { name: name.replaceAll('-', '_'), enabled: true, options: given };
  });
}

/** @param {string} address */
async function textAt(address) {
  const response = await fetch(address).catch(() => null);
  if (response === null) throw new Error(`${address} could not be loaded`);
  if (!response.ok) throw new Error(`${address} could not be loaded: ${response.status} ${response.statusText}`.trim());
  return (await bounded(response, address)).text();
}

/**
 * @param {HTMLElement} element
 * @param {(complaint: string) => void} complain gets each value of an attribute that is not known
 * @returns {Promise<Omit<Document, 'text'> & { text: string | null }>} without a text if none is given
 */
export async function givenDocument(element, complain) {
  const attribute = (/** @type {string} */ name) => element.getAttribute(name) ?? undefined;
  const oneOf = (/** @type {string} */ name, /** @type {readonly string[]} */ known) => {
    const value = attribute(name);
    if (value !== undefined && !known.includes(value)) complain(`${name}="${value}" is not known: ${known.join(', ')}`);
    return value;
  };
  const base = emptyDocument();
  const wanted = {
    ...base,
    pipeline: stepsOf(attribute('passes') ?? '', complain),
    ambientGrad: oneOf('ambient-grad', ['on', 'off']) !== 'off',
    format: attribute('format') ?? base.format,
    view: {
      ...base.view,
      tab: oneOf(
        'tab',
        PANELS.map((panel) => panel.id),
      ),
      theme: oneOf('theme', THEMES),
      // What is asked for is seen, also where there is room for one part alone.
      pane: element.hasAttribute('readonly') || element.hasAttribute('tab') ? 'output' : 'text',
    },
  };
  const doc = /** @type {Document} */ (asDocument(wanted));
  const address = attribute('src');
  const inside = element.querySelector('script[type="text/plain"]')?.textContent ?? element.textContent ?? '';
  const text = address === undefined ? dedent(inside) : await textAt(address);
  return { ...doc, text: text === '' && address === undefined ? null : text };
}
