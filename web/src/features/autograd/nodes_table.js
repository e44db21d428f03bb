/** The table of nodes with values and gradients, regions without gradients shaded, hooks as badges. Templates. */
import { html, nothing } from 'lit';
import { hookBadges, hookForm } from './hooks.js';
import { countOf, numberText, shortNumbers } from '../../text/numbers.js';

/** @typedef {import('./view.js').AutogradView} View */
/** @typedef {import('../../model/autograd/differentiation.js').ForwardNode} ForwardNode */
/** @typedef {import('../../model/autograd/differentiation.js').Values} Values */

/** Rows that are made before somebody asks for more. */
export const ROWS = 200;
/** Elements that a row shows. */
const FEW = 2;

/** @param {Values} values */
function elements(values) {
  const count = countOf(values.shape);
  return `${values.data.map(numberText).join(', ')}${count > values.data.length ? `, … (${count} elements)` : ''}`;
}

/** @param {ForwardNode} node */
const callText = ({ call, caller }) => `call ${call}${caller ? `, by ${caller}` : ''}`;

/** What a node opens to. @param {View} view @param {ForwardNode} node */
function details(view, node) {
  return html`<tr class="details">
    <td colspan="4">
      <div>
        ${
          node.text || node.first === null
            ? nothing
            : html`<p><span class="muted">Value</span> <span class="mono">${elements(node.first)}</span></p>`
        }
        ${
          node.text
            ? html`<pre class="mono" tabindex="0" aria-label="Value of ${node.key}">${node.text}</pre>`
            : nothing
        }
        ${
          node.grad
            ? html`<p><span class="muted">Gradient</span> <span class="mono">${elements(node.grad)}</span></p>`
            : nothing
        }
        ${
          node.grad === null && node.requiresGrad
            ? html`<p class="muted">
                No gradient arrived: ${view.runs.result?.error ? 'the run failed before' : 'no result depends on it'}.
              </p>`
            : nothing
        }
        ${hookForm(view, node)}
      </div>
    </td>
  </tr>`;
}

/**
 * Its gradient; while the backward pass is stepped through, once that has come so far.
 * @param {View} view @param {ForwardNode} node
 */
function gradientCell(view, { grad, arrives, requiresGrad }) {
  if (grad === null) return html`<td class="mono value muted">${requiresGrad ? 'none' : ''}</td>`;
  if (view.stepping && arrives > view.at)
    return html`<td class="value muted" title="The backward pass has not come here yet">in step ${arrives + 1}</td>`;
  const now = view.stepping && arrives === view.at;
  return html`<td class="mono value ${now ? 'arrived' : ''}">${shortNumbers(grad, FEW)}</td>`;
}

/** @param {View} view @param {ForwardNode} node @param {boolean} first of its region */
function row(view, node, first) {
  const open = view.opened === node.key;
  const hot = view.step?.forward === node.key;
  const looked = view.nodes.includes(node.place);
  return html`<tr
      data-node=${node.key}
      class="${node.gradMode ? '' : 'no-grad'} ${hot ? 'hot' : ''} ${looked ? 'looked' : ''}"
      aria-current=${hot ? 'step' : nothing}
    >
      <th scope="row">
        ${first ? html`<span class="region">grad mode off</span>` : nothing}
        <button class="quiet name mono" aria-expanded=${open} @click=${() => view.open(node)}>
          ${node.graph ? html`<span class="muted">${node.graph}.</span>` : nothing}${node.name}
        </button>
        ${
          node.calls > 1
            ? html`<span class="kind" title="Call ${node.call} of ${node.calls} of its graph">${callText(node)}</span>`
            : nothing
        }
        ${hookBadges(view, node)}
        ${node.gradMode || first ? nothing : html`<span class="hidden-label">grad mode off</span>`}
      </th>
      <td class="mono type">${node.type}</td>
      <td class="mono value">${node.first ? shortNumbers(node.first, FEW) : node.value}</td>
      ${gradientCell(view, node)}
    </tr>
    ${open ? details(view, node) : nothing}`;
}

/** Parameters and buffers up to this number stand in the table with all others. */
const WEIGHTS = 12;

/**
 * The nodes with their places; without the parameters and buffers of a large module, which would be all that is seen.
 * @param {View} view @param {ForwardNode[]} nodes @returns {[ForwardNode, number][]}
 */
function listedNodes(view, nodes) {
  const all = nodes.map((node, at) => /** @type {[ForwardNode, number]} */ ([node, at]));
  const weights = new Set(view.runs.wanted.filter(({ kind }) => kind !== 'input').map(({ name }) => name));
  if (weights.size <= WEIGHTS || view.weights) return all;
  return all.filter(([{ graph, name, key }]) => graph !== '' || !weights.has(name) || view.nodes.includes(key));
}

/** @param {View} view */
export function nodesSection(view) {
  const result = view.runs.result;
  if (result === null) return nothing;
  const listed = listedNodes(view, result.nodes);
  const shown = listed.slice(0, view.rows);
  const rest = listed.length - shown.length;
  const left = result.nodes.length - listed.length;
  return html`<section aria-label="Nodes">
    <header>
      <h2>Nodes</h2>
      <span class="muted"
        >${
          result.regions.length > 0
            ? `${result.regions.length === 1 ? '1 region' : `${result.regions.length} regions`} ` +
              'with grad mode off, shaded'
            : ''
        }</span
      >
    </header>
    ${
      left === 0
        ? nothing
        : html`<button class="small" data-testid="with-weights" @click=${() => view.withWeights()}>
            Show the ${left} parameters and buffers, too
          </button>`
    }
    <div class="scroll-x" tabindex="0" role="group" aria-label="Values and gradients">
      <table class="nodes" data-testid="nodes" aria-label="Values and gradients of the nodes">
        <thead>
          <tr>
            <th scope="col">Node</th>
            <th scope="col" class="type">Type</th>
            <th scope="col">Value</th>
            <th scope="col">Gradient</th>
          </tr>
        </thead>
        <tbody>
          ${shown.map(([node, at]) => row(view, node, node.region >= 0 && result.regions[node.region].from === at))}
        </tbody>
      </table>
    </div>
    ${
      rest > 0
        ? html`<button class="more" @click=${() => view.showMore()}>
            Show ${Math.min(rest, ROWS)} more of ${rest}
          </button>`
        : nothing
    }
  </section>`;
}
