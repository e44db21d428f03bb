/**
 * Help while typing: completion, descriptions of operators under the pointer. Loaded when the page has shown its first
 * result.
 *
 * What: `assistance(describe)` is an extension of CodeMirror; `describe()` gives the operators as `describe().ops` has
 * them.
 *
 *   view.dispatch({ effects: assisting.reconfigure(assistance(() => page.description?.ops ?? [])) });
 *
 * Operators come with their signature and doc from the core's table, names from the graph that the cursor is in.
 */
import { autocompletion, completionKeymap, startCompletion } from '@codemirror/autocomplete';
import { hoverTooltip, keymap } from '@codemirror/view';
import { search, shortName } from '../../model/edits/operators.js';
import { namesOf } from '../../text/names.js';

/** @typedef {import('../../../../wasm/js/index.js').OpDescription} OpDescription */
/** @typedef {() => OpDescription[]} Describe */

/** How many operators are offered at once. */
const MAX_OPTIONS = 100;

/** @param {OpDescription} op */
function card(op) {
  const dom = document.createElement('div');
  dom.className = 'operator-card';
  const schema = dom.appendChild(document.createElement('code'));
  schema.textContent = op.schema ?? op.path;
  if (op.doc) dom.appendChild(document.createElement('p')).textContent = op.doc;
  return dom;
}

/**
 * Operators whose path goes on after what is written.
 * @param {Describe} describe
 * @param {string} written
 * @param {number} from
 */
function operators(describe, written, from) {
  const ops = describe();
  const begun = ops.filter(({ path }) => path.startsWith(written));
  const found = begun.length >= MAX_OPTIONS ? begun : [...new Set([...begun, ...search(ops, shortName(written))])];
  return {
    from,
    filter: false,
    options: found.slice(0, MAX_OPTIONS).map((op) => ({
      label: op.path,
      displayLabel: shortName(op.path),
      detail: op.schema?.slice(op.schema.indexOf('(')),
      type: 'function',
      info: () => card(op),
    })),
  };
}

/** @param {Describe} describe */
function completions(describe) {
  return (/** @type {import('@codemirror/autocomplete').CompletionContext} */ context) => {
    const path = context.matchBefore(/(?:torch|aten|prims|operator)\.[\w.]*/);
    if (path !== null) return operators(describe, path.text, path.from);
    const word = context.matchBefore(/%?[A-Za-z_]\w*/);
    if (word === null && !context.explicit) return null;
    if (context.matchBefore(/\.\w*/) !== null) return null;
    const graph = namesOf(context.state.doc).graphAt(context.pos);
    const sign = word?.text.startsWith('%') ? 1 : 0;
    const known = [...(graph?.definitions ?? [])].filter(([, { to }]) => to < (word?.from ?? context.pos));
    return {
      from: (word?.from ?? context.pos) + sign,
      validFor: /^\w*$/,
      options: [
        ...known.map(([label], index) => ({ label, type: 'variable', boost: Math.min(index, 90) })),
        ...(word && !sign ? [{ label: 'torch.ops.aten.', type: 'namespace', apply: takePrefix }] : []),
      ],
    };
  };
}

/**
 * The prefix of operators asks for the next completion at once.
 * @param {import('@codemirror/view').EditorView} view
 * @param {any} completion
 * @param {number} from
 * @param {number} to
 */
function takePrefix(view, completion, from, to) {
  view.dispatch({
    changes: { from, to, insert: completion.label },
    selection: { anchor: from + completion.label.length },
    userEvent: 'input.complete',
  });
  startCompletion(view);
}

/**
 * The operator whose path stands at a place.
 * @param {Describe} describe
 * @param {import('@codemirror/state').EditorState} state
 * @param {number} pos
 */
function operatorAt(describe, state, pos) {
  const line = state.doc.lineAt(pos);
  for (const { 0: path, index } of line.text.matchAll(/[A-Za-z_][\w]*(?:\.\w+)+/g)) {
    const [from, to] = [line.from + index, line.from + index + path.length];
    if (pos < from || pos > to) continue;
    const op = describe().find((one) => one.path === path || one.path === path.replace(/^_operator\./, 'operator.'));
    return op === undefined ? null : { op, from, to };
  }
  return null;
}

/** @param {Describe} describe */
const hover = (describe) =>
  hoverTooltip((view, pos) => {
    const found = operatorAt(describe, view.state, pos);
    return found === null
      ? null
      : { pos: found.from, end: found.to, above: true, create: () => ({ dom: card(found.op) }) };
  });

/** @param {Describe} describe @returns {import('@codemirror/state').Extension} */
export function assistance(describe) {
  return [
    autocompletion({ override: [completions(describe)], icons: false, maxRenderedOptions: 60 }),
    hover(describe),
    keymap.of(completionKeymap),
  ];
}
