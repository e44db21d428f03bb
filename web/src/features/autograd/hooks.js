/** Hooks that a person puts on values in the page: the badges of a node, and the row that adds them. Templates. */
import { html, nothing } from 'lit';
import { HOOKS, HOOK_PLACES } from '../../model/inputs.js';
import { HOOK_KINDS, PLACES, badgeText, hookTitle, isOn } from '../../model/autograd/hooks.js';

/** @typedef {import('../../model/inputs.js').Hook} Hook */
/** @typedef {import('../../model/inputs.js').HookKind} HookKind */
/** @typedef {import('../../model/inputs.js').HookPlace} HookPlace */
/** @typedef {import('./view.js').AutogradView} View */

/**
 * The hooks of a node as badges.
 * @param {View} view @param {import('../../model/autograd/differentiation.js').ForwardNode} node
 */
export function hookBadges(view, node) {
  const { key } = node;
  return view.inputs.hooks.map((hook, index) => {
    if (!isOn(hook, node)) return nothing;
    const refusal = view.runs.result?.refusals[index] ?? '';
    const does = badgeText(hook);
    return html`<span
      class="hook ${refusal ? 'bad' : ''}"
      title=${refusal || `${hookTitle(hook)}: ${HOOK_KINDS[hook.kind].doc}`}
      >${does}${refusal ? html`<span class="hidden-label">, not attached: ${refusal}</span>` : nothing}${
        view.model.readonly
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
  if (view.model.readonly) return nothing;
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
