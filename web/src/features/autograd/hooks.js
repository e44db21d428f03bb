/** Hooks that a person puts on values in the page: what they are called, and the row that adds them. Templates. */
import { html, nothing } from 'lit';
import { HOOKS, HOOK_PLACES } from '../../model/inputs.js';
import { keyOf } from '../../model/autograd/differentiation.js';
import { numberText } from '../../text/numbers.js';

/** @typedef {import('../../model/inputs.js').Hook} Hook */
/** @typedef {import('../../model/inputs.js').HookKind} HookKind */
/** @typedef {import('../../model/inputs.js').HookPlace} HookPlace */
/** @typedef {import('./view.js').AutogradView} View */

/**
 * What a hook does, in a word and in a sentence.
 * @type {Record<HookKind, { does: (amount: number) => string, doc: string, amount: string }>}
 */
export const HOOK_KINDS = {
  log: { does: () => 'log', doc: 'tells what it gets and leaves it', amount: '' },
  scale: { does: (amount) => `× ${numberText(amount)}`, doc: 'multiplies it', amount: 'factor' },
  zero: { does: () => 'zero', doc: 'makes it zero', amount: '' },
  clip: { does: (amount) => `clip ± ${numberText(amount)}`, doc: 'cuts its elements to a bound', amount: 'bound' },
};

/**
 * Where a hook is: in a form, on a badge, in a sentence.
 * @type {Record<HookPlace, { title: string, badge: string, of: (key: string) => string }>}
 */
export const PLACES = {
  tensor: { title: 'its gradient: Tensor.register_hook', badge: '', of: (key) => `on ${key}` },
  prehook: { title: 'before its node: Node.register_prehook', badge: 'pre ', of: (key) => `before the node of ${key}` },
  posthook: { title: 'after its node: Node.register_hook', badge: 'post ', of: (key) => `after the node of ${key}` },
  saved: {
    title: 'what its node saved: register_hooks',
    badge: 'saved ',
    of: (key) => `on what the node of ${key} saved`,
  },
};

/** @param {Hook} hook */
const placeOf = ({ at = 'tensor' }) => PLACES[at];
/** @param {Hook} hook */
export const badgeText = (hook) => `${placeOf(hook).badge}${HOOK_KINDS[hook.kind].does(hook.amount)}`;
/** @param {Hook} hook */
export const hookTitle = (hook) =>
  `${HOOK_KINDS[hook.kind].does(hook.amount)} ${placeOf(hook).of(keyOf(hook.graph, hook.node, hook.call))}`;

/**
 * Whether it is on this node, in this of the runs of its graph.
 * @param {Hook} hook
 * @param {import('../../model/autograd/differentiation.js').ForwardNode} node
 */
export const isOn = (hook, { graph, name, call }) =>
  hook.node === name && hook.graph === graph && (hook.call ?? 1) === call;

/** The hooks of a node as badges. @param {View} view @param {import('../../model/autograd/differentiation.js').ForwardNode} node */
export function hookBadges(view, node) {
  const { key } = node;
  return view.inputs.hooks.map((hook, index) => {
    if (!isOn(hook, node)) return nothing;
    const refusal = view.runs.model?.refusals[index] ?? '';
    const does = badgeText(hook);
    return html`<span
      class="hook ${refusal ? 'bad' : ''}"
      title=${refusal || `${hookTitle(hook)}: ${HOOK_KINDS[hook.kind].doc}`}
      >${does}${refusal ? html`<span class="hidden-label">, not attached: ${refusal}</span>` : nothing}${
        view.page.readonly
          ? nothing
          : html`<button
              class="quiet"
              aria-label="Remove the hook ${does} of ${key}"
              @click=${() => view.removeHook(index)}
            >
              ×
            </button>`
      }</span
    >`;
  });
}

/** What is wrong with a factor or a bound; empty if nothing is. @param {HookKind} kind @param {string} text */
function wrongAmount(kind, text) {
  const { amount } = HOOK_KINDS[kind];
  if (amount === '') return '';
  if (text === '' || !Number.isFinite(Number(text))) return `${kind} needs a ${amount}`;
  return kind === 'clip' && Number(text) < 0 ? 'a bound is not below 0' : '';
}

/** @param {View} view @param {import('../../model/autograd/differentiation.js').ForwardNode} node */
export function hookForm(view, node) {
  if (view.page.readonly) return nothing;
  if (node.several)
    return html`<p class="muted">It is several values: a hook goes on a node that takes one of them.</p>`;
  if (!node.requiresGrad)
    return html`<p class="muted">No gradient arrives here: it does not require grad, so it takes no hook.</p>`;
  const add = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const { kind, amount, at } = /** @type {any} */ (form.elements);
    amount.setCustomValidity(wrongAmount(kind.value, amount.value));
    if (!amount.reportValidity()) return;
    view.addHook({
      graph: node.graph,
      node: node.name,
      kind: kind.value,
      amount: Number(amount.value),
      ...(node.calls > 1 ? { call: node.call } : {}),
      ...(at.value === 'tensor' ? {} : { at: at.value }),
    });
  };
  const forgive = (/** @type {any} */ { currentTarget }) => currentTarget.elements.amount.setCustomValidity('');
  return html`<form class="row" @submit=${add} @input=${forgive} data-testid="hook-form">
    <span>Hook</span>
    <select name="kind" aria-label="What the hook does">
      ${HOOKS.map((kind) => html`<option value=${kind}>${kind}: ${HOOK_KINDS[kind].doc}</option>`)}
    </select>
    <input
      name="amount"
      class="number"
      type="number"
      step="any"
      value="2"
      aria-label="Factor or bound"
      title="Factor of scale, bound of clip"
    />
    <select name="at" aria-label="Where the hook is put">
      ${HOOK_PLACES.map((at) => html`<option value=${at}>${PLACES[at].title}</option>`)}
    </select>
    <button>Attach</button>
  </form>`;
}
