/**
 * Stepping through the backward pass: one node, its formula, gradients in and out, what leaves have so far. Templates.
 */
import { html, nothing } from 'lit';
import { backwardPicture } from './picture.js';
import { leavesAfter } from '../../model/autograd/differentiation.js';
import { countOf, shortNumbers } from '../../text/numbers.js';

/** @typedef {import('./view.js').AutogradView} View */
/** @typedef {import('../../model/autograd/differentiation.js').BackwardStep} BackwardStep */
/** @typedef {import('../../model/autograd/differentiation.js').Differentiation} Differentiation */
/** @typedef {import('../../model/autograd/differentiation.js').Values} Values */

/** Elements of a gradient that a step shows. */
const SHOWN = 6;

/** "torch.ops.aten.mul.Tensor" as people say it. @param {string} op */
const opName = (op) => op.replace(/^torch\.ops\./, '');
/** @param {string} name */
export const nodeName = (name) => name.replace(/^torch::autograd::/, '');

/** @param {Values | null} values */
const gradientText = (values) =>
  values === null
    ? html`<span class="muted">None</span>`
    : html`<span class="mono">${shortNumbers(values, SHOWN)}</span
        >${countOf(values.shape) > 1 ? html` <span class="muted mono">[${values.shape.join(', ')}]</span>` : nothing}`;

/**
 * Sizes or constants stand in it, which are those of the sample that it was made from.
 * @param {import('../../model/autograd/differentiation.js').Formula} formula
 */
const hasNumbers = ({ gradients }) =>
  gradients.some(({ steps, formula: text }) => [...steps, text].some((line) => /(?<![\w.])\d/.test(line)));

/** @param {BackwardStep} step */
function formula(step) {
  if (step.leaf !== null) return html`<p class="formula mono">${step.leaf}.grad += grad</p>`;
  if (step.root)
    return html`<p class="muted">
      The pass begins here: with ones where the loss is a sum, with equal shares where it is a mean.
    </p>`;
  if (step.formula === null) return html`<p class="muted">The table of operators has no formula for ${step.name}.</p>`;
  return html`<div class="formula mono" data-testid="formula">
      ${step.formula.gradients.map(
        ({ input, steps, formula: text }) =>
          html`${steps.map((line) => html`<div class="muted">${line}</div>`)}
            <div>d ${input} = ${text}</div>`,
      )}
    </div>
    ${
      !step.sampled
        ? html`<p class="muted small">Of the call <span class="mono">${step.formula.call}</span></p>`
        : hasNumbers(step.formula)
          ? html`<p class="muted small">
              For the sample <span class="mono">${step.formula.call}</span>; numbers in the formula are those of the
              sample.
            </p>`
          : nothing
    }`;
}

/** @param {View} view @param {Differentiation} result @param {BackwardStep} step */
function card(view, result, step) {
  const leaves = leavesAfter(result, step.index);
  return html`<div class="card" data-testid="step">
    <h3>
      <span class="mono">${nodeName(step.name)}</span>
      ${
        step.forward === null
          ? nothing
          : html`<span class="muted">${step.leaf === null ? 'of' : 'for'}</span>
              <button class="quiet mono link" @click=${() => view.goToNode(step.forward ?? '')}>
                ${step.forward}
              </button>`
      }
      ${step.op ? html`<span class="muted mono small">${opName(step.op)}</span>` : nothing}
    </h3>
    ${formula(step)}
    <dl>
      ${step.got.length === 0 ? nothing : html`<dt>Got</dt>`}
      ${step.got.map((values) => html`<dd>${gradientText(values)}</dd>`)}
      ${
        step.gave.length === 0
          ? nothing
          : html`<dt>Gave</dt>
              ${step.gave.map(
                ({ label, values }) =>
                  html`<dd><span class="to mono">→ ${nodeName(label)}</span> ${gradientText(values)}</dd>`,
              )}`
      }
    </dl>
    ${step.finished ? nothing : html`<p class="bad">This node failed.</p>`}
    <h4>Leaves so far</h4>
    ${
      leaves.length === 0
        ? html`<p class="muted">None has a gradient yet.</p>`
        : html`<dl data-testid="leaves">
            ${leaves.map(
              ({ key, values }) =>
                html`<dt class="mono">${key}.grad</dt>
                  <dd>${gradientText(values)}</dd>`,
            )}
          </dl>`
    }
  </div>`;
}

/** @param {View} view @param {Differentiation} result */
function stepper(view, result) {
  const last = result.steps.length - 1;
  const at = view.at;
  const now = view.step;
  const spoken =
    now === null ? '' : `${at + 1} of ${last + 1}: ${nodeName(now.name)}${now.forward ? ` of ${now.forward}` : ''}`;
  return html`<div class="row stepper">
    <button
      class="icon"
      aria-label="Previous node of the backward pass"
      title="Previous node (,)"
      ?disabled=${at <= 0}
      @click=${() => view.go(at - 1)}
    >
      ←
    </button>
    <input
      type="range"
      data-testid="steps"
      min="0"
      max=${last}
      .value=${String(at)}
      aria-label="Node of the backward pass"
      aria-valuetext=${spoken}
      @input=${(/** @type {any} */ event) => view.go(event.target.valueAsNumber)}
    />
    <button
      class="icon"
      aria-label="Next node of the backward pass"
      title="Next node (.)"
      ?disabled=${at >= last}
      @click=${() => view.go(at + 1)}
    >
      →
    </button>
    <output data-testid="at">${at + 1} of ${last + 1}</output>
    <span class="hidden-label" role="status">${spoken}</span>
  </div>`;
}

/**
 * What the pass is of: the sum or the mean of all results, or of one.
 * @param {View} view
 * @param {Differentiation} result
 */
function lossChoice(view, { outputs }) {
  const { output = -1, mean = false } = view.inputs.loss ?? {};
  const numbers = outputs.length > 1 && outputs.every((type) => type !== '') ? [-1, ...outputs.keys()] : [-1];
  const title = (/** @type {number} */ number) =>
    number < 0 ? (outputs.length > 1 ? 'all results' : 'the result') : `result ${number + 1}, ${outputs[number]}`;
  const choose = (/** @type {string} */ value) => {
    const [how, number] = value.split(' ');
    view.setInputs({ loss: { output: Number(number), mean: how === 'mean' } });
  };
  return html`<label class="loss"
    ><span class="muted">of</span>
    <select
      class="small"
      aria-label="Loss"
      data-testid="loss"
      ?disabled=${view.model.readonly}
      @change=${(/** @type {any} */ event) => choose(event.target.value)}
    >
      ${['sum', 'mean'].flatMap((how) =>
        numbers.map(
          (number) =>
            html`<option value="${how} ${number}" .selected=${number === output && (how === 'mean') === mean}>
              the ${how} of ${title(number)}
            </option>`,
        ),
      )}
    </select>
  </label>`;
}

/** @param {View} view */
export function backwardSection(view) {
  const result = view.runs.result;
  if (result === null) return nothing;
  if (view.step === null) {
    return html`<section aria-label="Backward pass">
      <header><h2>Backward pass</h2></header>
      <p class="muted">
        ${
          result.error
            ? 'It did not begin.'
            : 'Nothing to do: no floating point result requires grad. Check the ' +
              'grad marks of the inputs, and regions with grad mode off.'
        }
      </p>
    </section>`;
  }
  return html`<section aria-label="Backward pass">
    <header>
      <h2>Backward pass</h2>
      ${lossChoice(view, result)}
    </header>
    ${stepper(view, result)} ${card(view, result, view.step)}
    ${backwardPicture(result.graph, { at: view.step.place, pick: (place) => view.goToPlace(place) })}
  </section>`;
}
