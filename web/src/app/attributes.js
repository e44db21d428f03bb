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
 * What an attribute means, and what it is changed to in a document that is open. The property of the same name says the
 * same: frameworks set one or the other.
 * @typedef {import('../model/document.js').View} View
 * @typedef {import('../model/document.js').Theme} Theme
 * @typedef {(complaint: string) => void} Complain
 * @typedef {{ pipeline?: Step[], ambientGrad?: boolean, format?: string, view?: Partial<View> }} Asked
 */

/** @param {string} name @param {string | null} value @param {readonly string[]} known @param {Complain} complain */
function oneOf(name, value, known, complain) {
  if (value === null || known.includes(value)) return value ?? undefined;
  complain(`${name}="${value}" is not known: ${known.join(', ')}`);
}

/**
 * By property: null is an attribute that is not there.
 * @type {Record<string, (value: string | null, complain: Complain) => Asked>}
 */
const ATTRIBUTES = {
  passes: (value, complain) => ({ pipeline: stepsOf(value ?? '', complain) }),
  ambientGrad: (value, complain) => ({ ambientGrad: oneOf('ambient-grad', value, ['on', 'off'], complain) !== 'off' }),
  format: (value) => ({ format: value ?? emptyDocument().format }),
  tab: (value, complain) => {
    const known = PANELS.map((panel) => panel.id);
    return { view: { tab: oneOf('tab', value, known, complain) ?? emptyDocument().view.tab } };
  },
  theme: (value, complain) => ({
    view: {
      theme: /** @type {Theme | undefined} */ (oneOf('theme', value, THEMES, complain)) ?? emptyDocument().view.theme,
    },
  }),
};
export const ATTRIBUTE_NAMES = Object.keys(ATTRIBUTES);

/**
 * @typedef {HTMLElement & Record<'src' | 'passes' | 'ambientGrad' | 'format' | 'tab' | 'theme', string | null> & {
 *   readonly: boolean, compact: boolean, links: boolean }} Asking
 */

/**
 * @param {Asking} element
 * @param {Complain} complain gets each value of an attribute that is not known
 * @returns {Promise<Omit<Document, 'text'> & { text: string | null }>} without a text if none is given
 */
export async function givenDocument(element, complain) {
  const base = emptyDocument();
  const asked = ATTRIBUTE_NAMES.map((name) => ATTRIBUTES[name](/** @type {any} */ (element)[name], complain));
  const view = Object.assign({}, ...asked.map((one) => one.view));
  // What is asked for is seen, also where there is room for one part alone.
  const pane = element.readonly || element.tab !== null ? 'output' : 'text';
  const graph = { ...base.view.graph, outline: !element.compact };
  const wanted = Object.assign({}, base, ...asked, { view: { ...base.view, graph, ...view, pane } });
  const doc = /** @type {Document} */ (asDocument(wanted));
  // What else is inside is for readers without JavaScript.
  const inside = element.querySelector('script[type="text/plain"], pre')?.textContent ?? element.textContent ?? '';
  const text = element.src === null ? dedent(inside) : await textAt(element.src);
  return { ...doc, text: text === '' && element.src === null ? null : text };
}

/**
 * A format that the core does not know is reported, and is `readable` then. What it knows it says itself.
 * @param {import('../model/model.js').Model} model
 */
export function knownFormat(model) {
  const formats = model.description?.formats.map((row) => row.name);
  if (formats === undefined || formats.some((name) => name === model.doc.format)) return;
  model.tell(`format="${model.doc.format}" is not known: ${formats.join(', ')}`, 'also');
  model.setFormat('readable');
}

/**
 * An attribute has changed while the document was open.
 * @param {Asking} element
 * @param {string} name of the property
 * @param {import('../features/contract.js').Context} context
 */
export async function attributeChanged(element, name, { model, commands }) {
  const complain = (/** @type {string} */ what) => model.tell(what, 'also');
  if (name === 'src') {
    const text = await textAt(element.src ?? '').catch((/** @type {Error} */ { message }) => void complain(message));
    if (text !== undefined) commands.open.text(text);
    return;
  }
  const { view, format, ...setup } = ATTRIBUTES[name](/** @type {any} */ (element)[name], complain);
  if (view !== undefined) model.setView(view, 'show');
  if (format !== undefined) {
    model.setFormat(format);
    knownFormat(model);
  }
  if (Object.keys(setup).length > 0) model.changeSetup(setup);
}
