/** What the backward pass keeps: tensors with versions and bytes; and gradients held against differences. Templates. */
import { html, nothing } from 'lit';
import { nodeName } from './backward.js';
import { bytesText, numberText } from '../../text/numbers.js';

/** @typedef {import('./view.js').AutogradView} View */
/** @typedef {import('../../model/autograd/differentiation.js').Saved} Saved */
/** @typedef {import('../../model/autograd/runs.js').Checked} Checked */

const MAX_ROWS = 200;

/** @param {Saved} saved */
function version(saved) {
  if (saved.savedVersion === null) return '';
  if (!saved.stale) return String(saved.version ?? saved.savedVersion);
  return html`<strong class="bad">${saved.savedVersion}, now ${saved.version}</strong>`;
}

/** @param {View} view @param {Saved} saved */
const row = (view, saved) =>
  html`<tr>
    <th scope="row">
      <span class="mono">${nodeName(saved.node)}</span>
      ${
        saved.forward === null
          ? nothing
          : html`<span class="muted">of</span>
              <button
                class="quiet mono link"
                title="Its row, to put a hook on it"
                @click=${() => view.goToNode(saved.forward ?? '')}
              >
                ${saved.forward}
              </button>`
      }
    </th>
    <td class="mono">${saved.slot}</td>
    <td class="mono">
      ${
        saved.kind === 'number' ? numberText(saved.value ?? 0) : saved.type
      }${saved.kind === 'packed' ? ' packed' : saved.kind === 'freed' ? 'freed' : ''}
    </td>
    <td class="mono">${version(saved)}</td>
    <td class="mono bytes">
      ${
        saved.bytes === null ? '' : bytesText(saved.bytes)
      }${saved.shared ? html`<abbr title="Shares its memory with another saved value">*</abbr>` : nothing}
    </td>
  </tr>`;

/** @param {View} view */
export function savedSection(view) {
  const result = view.runs.result;
  if (result === null || result.saved.length === 0) return nothing;
  return html`<section aria-label="Saved tensors">
    <header>
      <h2>Saved for the backward pass</h2>
      <span class="muted" data-testid="saved-total">${bytesText(result.savedBytes)} in all</span>
    </header>
    <div class="scroll-x" tabindex="0" role="group" aria-label="Saved tensors">
      <table data-testid="saved" aria-label="Saved tensors">
        <thead>
          <tr>
            <th scope="col">By</th>
            <th scope="col">As</th>
            <th scope="col">What</th>
            <th scope="col">Version</th>
            <th scope="col" class="bytes">Memory</th>
          </tr>
        </thead>
        <tbody>
          ${result.saved.slice(0, MAX_ROWS).map((saved) => row(view, saved))}
        </tbody>
      </table>
    </div>
    ${result.saved.length > MAX_ROWS ? html`<p class="muted">and ${result.saved.length - MAX_ROWS} more</p>` : nothing}
    ${
      result.saved.some((one) => one.shared)
        ? html`<p class="muted small">* memory that several saved values share counts once.</p>`
        : nothing
    }
    ${
      result.saved.some((one) => one.stale)
        ? html`<p class="bad">A saved tensor was written to after it was saved: the backward pass refuses it.</p>`
        : nothing
    }
  </section>`;
}

/** @param {View} view @param {Checked} checked */
function verdict({ runs, inputs }, checked) {
  const coarse = runs.result?.nodes.some(({ type }) => /^b?f16\[/.test(type)) ?? false;
  const regions = (runs.result?.regions.length ?? 0) > 0;
  const hooks = inputs.hooks.length > 0;
  const { state, done, total, wrong, undefined: neither, worst, message } = checked;
  const part =
    done < total ? `${done} of ${total} elements (time was up)` : total === 1 ? '1 element' : `${total} elements`;
  if (state === 'running') return html`Checking: ${done}${total > 0 ? ` of ${total}` : ''} elements`;
  if (state === 'stopped') return html`Stopped after ${done} of ${total} elements`;
  if (state === 'nothing') {
    const empty = [...runs.values.values()].some(({ requiresGrad }) => requiresGrad);
    return html`There is nothing to check: ${empty ? 'what requires grad has no elements' : 'no input requires grad'}`;
  }
  if (state === 'failed') return html`It cannot be checked: ${message}`;
  const where =
    worst === null
      ? nothing
      : html`<span class="mono">${worst.input}[${worst.index}]</span>: gradient
          ${numberText(worst.analytic ?? 'not finite')}, difference ${numberText(worst.numeric ?? 'not finite')}`;
  if (state === 'undefined') {
    return html`<strong class="bad">Nothing can be said</strong> of ${neither} of ${part}: gradient and difference are
      nan there. A value may be where the program is not defined, as sqrt below
      0.${neither < done ? ' The others agree.' : ''}`;
  }
  const without = hooks ? html` This is without the hooks; the gradients in the table are with them.` : nothing;
  if (state === 'equal') {
    return html`<strong class="good">Gradients${hooks ? ' without hooks' : ''} agree</strong> with central differences
      at ${part}. Worst ${where}${hooks ? '.' : ''}${without}`;
  }
  return html`<strong class="bad">Gradients${hooks ? ' without hooks' : ''} differ</strong> at ${wrong} of ${part}.
    Worst ${where}. ${reason(regions, coarse)}${without}`;
}

/** Why gradients and differences may well differ. @param {boolean} regions @param {boolean} coarse */
function reason(regions, coarse) {
  if (regions)
    return 'What goes through a region with grad mode off counts for the differences and not for the gradients.';
  return coarse
    ? 'Values in half precision are too coarse for differences.'
    : 'At a corner, as of relu at 0, they may.';
}

/** @param {View} view */
export function checkSection(view) {
  const { checked } = view.runs;
  const running = checked?.state === 'running';
  return html`<section aria-label="Check of gradients">
    <header>
      <h2>Finite differences</h2>
      <span class="grow"></span>
      ${
        running
          ? html`<button class="small" data-testid="stop" @click=${() => view.cancelCheck()}>Stop</button>`
          : html`<button
              class="small"
              data-testid="check"
              title="Gradients against central differences, in float64, without hooks (g)"
              @click=${() => view.check()}
            >
              Check gradients
            </button>`
      }
    </header>
    ${
      running
        ? html`<progress max=${checked.total || 1} value=${checked.done} aria-label="Elements checked"></progress>`
        : nothing
    }
    <p role="status" data-testid="verdict">${checked === null ? nothing : verdict(view, checked)}</p>
  </section>`;
}
