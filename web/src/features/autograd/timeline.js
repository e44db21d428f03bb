/** In which order hooks and nodes of the backward pass ran: a line to look at, a list to read. Templates. */
import { html, nothing, svg } from 'lit';
import { nodeName } from './backward.js';
import { hookTitle, isOn } from '../../model/autograd/hooks.js';
import { shortNumbers } from '../../text/numbers.js';

/** @typedef {import('./view.js').AutogradView} View */
/** @typedef {import('../../model/autograd/differentiation.js').Moment} Moment */

const WIDE = 22;
const MAX_ROWS = 200;

/** @param {View} view @param {Moment[]} moments */
function line(view, moments) {
  const width = moments.length * WIDE + 8;
  return html`<div class="picture" tabindex="0" role="group" aria-label="Line of hooks and nodes">
    <svg width=${width} height="44" viewBox="0 0 ${width} 44" aria-hidden="true">
      <path class="edge" d="M4 30H${width - 4}" />
      ${moments.map((moment, at) => {
        const x = 4 + at * WIDE + WIDE / 2;
        const hot = moment.step === view.at ? 'hot' : '';
        const pick = () => view.go(moment.step);
        const title = svg`<title>${moment.label}</title>`;
        return moment.kind === 'hook'
          ? svg`<path class="diamond ${hot}" d="M${x} 4l7 8-7 8-7-8z" @click=${pick}>${title}</path>
              <path class="edge" d="M${x} 20V30" />`
          : svg`<circle class="stop ${hot}" cx=${x} cy="30" r="6" @click=${pick}>${title}</circle>`;
      })}
    </svg>
  </div>`;
}

/** @param {(import('../../model/autograd/differentiation.js').Values | null)[]} values */
const all = (values) => values.map((one) => (one === null ? 'None' : shortNumbers(one))).join('; ');

/** @param {Moment} moment @param {import('../../model/autograd/differentiation.js').BackwardStep | undefined} step */
function sentence(moment, step) {
  if (moment.kind === 'node') {
    const of = step?.forward
      ? html` <span class="muted">${step.leaf === null ? 'of' : 'for'} ${step.forward}</span>`
      : nothing;
    return html`${nodeName(moment.label)}${of}`;
  }
  const { got = [], gave = [], saved, packs } = moment;
  const what = saved === undefined ? nothing : html` <span class="muted">${packs ? 'pack' : 'unpack'} ${saved}</span>`;
  const values = gave.length > 0 ? html`${all(got)} → ${all(gave)}` : all(got);
  return html`<strong>${moment.label}</strong>${what}: ${values}`;
}

/**
 * Hooks that could not be put where they are wanted, and why.
 * @param {View} view
 * @param {import('../../model/autograd/differentiation.js').Differentiation} result
 */
function refused(view, result) {
  return view.inputs.hooks.map((hook, index) => {
    const refusal = result.refusals[index];
    if (!refusal || result.error) return nothing;
    const row = result.nodes.some((node) => isOn(hook, node));
    const title = hookTitle(hook);
    return html`<p class="bad" data-testid="refused-hook">
      ${title}: not attached, ${refusal}
      ${
        row || view.model.readonly
          ? nothing
          : html`<button class="small" aria-label="Remove the hook ${title}" @click=${() => view.removeHook(index)}>
              Remove
            </button>`
      }
    </p>`;
  });
}

/** @param {View} view */
export function timelineSection(view) {
  const result = view.runs.result;
  if (result === null || view.inputs.hooks.length === 0) return nothing;
  const moments = result.moments.slice(0, MAX_ROWS);
  const calls = result.moments.filter((moment) => moment.kind === 'hook');
  return html`<section aria-label="Hooks">
    <header>
      <h2>Hooks</h2>
      <span class="muted"
        >${calls.length === 1 ? '1 call' : `${calls.length} calls`}, in the order of the backward pass</span
      >
    </header>
    ${refused(view, result)} ${moments.length === 0 ? nothing : line(view, moments)}
    <ol class="moments" data-testid="moments" tabindex="0" aria-label="Hooks and nodes in the order in which they ran">
      ${moments.map(
        (moment) =>
          html`<li class="${moment.kind === 'hook' ? 'call' : ''} ${moment.step === view.at ? 'hot' : ''}">
            ${sentence(moment, result.steps[moment.step])}
          </li>`,
      )}
    </ol>
    ${
      result.moments.length > moments.length
        ? html`<p class="muted">and ${result.moments.length - moments.length} more</p>`
        : nothing
    }
  </section>`;
}
