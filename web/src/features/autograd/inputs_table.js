/** The table of what the program takes: where each value comes from, and sliders. Templates. */
import { html, nothing } from 'lit';
import {
  GUESSED_TYPE,
  HIGH,
  LOW,
  readType,
  sliderOf,
  typeOf,
  usualKind,
  wantsGrad,
} from '../../model/autograd/choices.js';
import { firstOf } from '../../model/autograd/differentiation.js';
import { numberText, shortNumbers } from '../../text/numbers.js';
import { SOURCES, asSeed } from '../../model/inputs.js';

/** @typedef {import('./view.js').AutogradView} View */
/** @typedef {import('../../model/autograd/choices.js').Wanted} Wanted */
/** @typedef {import('../../model/inputs.js').ValueSource} ValueSource */

const SOURCE_NAMES = { declared: 'as declared', seed: 'random', constant: 'constant', range: 'slider' };

/** @param {any} event @returns {string} */
const textOf = (event) => event.target.value;
/** @param {any} event */
const numberOf = (event) => (Number.isFinite(event.target.valueAsNumber) ? event.target.valueAsNumber : 0);

/** The seed that somebody wrote; the box shows what is used. @param {any} event */
const seedOf = (event) => {
  const seed = asSeed(event.target.valueAsNumber);
  event.target.value = String(seed);
  return seed;
};

/** @param {ValueSource} source @param {keyof ValueSource} key @returns {ValueSource} */
const without = (source, key) =>
  /** @type {ValueSource} */ (Object.fromEntries(Object.entries(source).filter(([name]) => name !== key)));

/**
 * What a kind of source begins with.
 * @param {ValueSource['kind']} kind
 * @param {ValueSource | undefined} before
 * @returns {ValueSource}
 */
function fresh(kind, before) {
  const kept = {
    ...(before?.type ? { type: before.type } : {}),
    ...(before?.grad === undefined ? {} : { grad: before.grad }),
  };
  if (kind === 'constant')
    return { ...kept, kind, text: before?.text ?? String(before?.kind === 'range' ? sliderOf(before).value : 1) };
  if (kind === 'range')
    return { ...kept, kind, low: before?.low ?? LOW, high: before?.high ?? HIGH, value: before?.value ?? 0.5 };
  return { ...kept, kind, ...(before?.seed === undefined ? {} : { seed: before.seed }) };
}

/** @param {View} view @param {Wanted} wanted @param {ValueSource} source */
function slider(view, wanted, source) {
  const { least, most, value } = sliderOf(source);
  const bound = (/** @type {'low' | 'high'} */ key, /** @type {string} */ label) =>
    html`<input
      class="number"
      type="number"
      step="any"
      aria-label="${label} of ${wanted.name}"
      .value=${String(source[key] ?? (key === 'low' ? LOW : HIGH))}
      @change=${(/** @type {any} */ event) => view.setSource(wanted.name, { ...source, [key]: numberOf(event) })}
    />`;
  return html`<span class="range"
    >${bound('low', 'Lowest value')}<input
      type="range"
      aria-label="Value of ${wanted.name}"
      aria-valuetext=${numberText(value)}
      min=${least}
      max=${most}
      step=${(most - least) / 200 || 1}
      .value=${String(value)}
      @input=${(/** @type {any} */ event) => view.tryValue(wanted.name, numberOf(event))}
      @change=${(/** @type {any} */ event) => view.setSource(wanted.name, { ...source, value: numberOf(event) })}
    />${bound('high', 'Highest value')}<output>${numberText(value)}</output></span
  >`;
}

/** @param {View} view @param {Wanted} wanted @param {ValueSource} source */
function control(view, wanted, source) {
  if (source.kind === 'range') return slider(view, wanted, source);
  if (source.kind === 'constant') {
    return html`<input
      class="literal mono"
      aria-label="Constant for ${wanted.name}"
      aria-invalid=${view.runs.mistakes[wanted.name] ? 'true' : 'false'}
      placeholder="0.5 or [[1, 2], [3, 4]]"
      spellcheck="false"
      .value=${source.text ?? ''}
      @change=${(/** @type {any} */ event) => view.setSource(wanted.name, { ...source, text: textOf(event) })}
    />`;
  }
  if (source.kind === 'declared') return nothing;
  return html`<input
    class="number"
    type="number"
    min="0"
    step="1"
    aria-label="Seed of ${wanted.name}"
    placeholder=${view.inputs.seed}
    title="Nothing: the common seed"
    .value=${source.seed === undefined ? '' : String(source.seed)}
    @change=${(/** @type {any} */ event) => {
      const rest = without(source, 'seed');
      view.setSource(wanted.name, textOf(event) === '' ? rest : { ...rest, seed: seedOf(event) });
    }}
  />`;
}

/**
 * The type can be changed where the program does not say it, or says it by symbols.
 * @param {View} view
 * @param {Wanted} wanted
 * @param {ValueSource} source
 */
function typeCell(view, wanted, source) {
  const open =
    wanted.known === false ||
    source.type !== undefined ||
    (wanted.shape ?? []).some((size) => typeof size === 'string');
  const type = typeOf(wanted, source);
  if (!open || view.model.readonly) return html`<span class="mono">${type}</span>`;
  return html`<input
    class="type mono"
    aria-label="Type of ${wanted.name}"
    title=${
      wanted.known === false
        ? `The program does not say the type; ${GUESSED_TYPE} is a guess`
        : 'With sizes in place of the symbols'
    }
    aria-invalid=${readType(type) === null ? 'true' : 'false'}
    .value=${type}
    @change=${(/** @type {any} */ event) => {
      const rest = without(source, 'type');
      view.setSource(wanted.name, textOf(event).trim() === '' ? rest : { ...rest, type: textOf(event).trim() });
    }}
  />`;
}

/** @param {View} view @param {Wanted} wanted @param {ValueSource} source */
function gradCell(view, wanted, source) {
  const floating = /^(f|bf)\d/.test(typeOf(wanted, source));
  if (!floating || wanted.kind === 'buffer' || wanted.kind === 'constant') return html`<span class="muted">–</span>`;
  return html`<input
    type="checkbox"
    aria-label="${wanted.name} requires grad"
    ?disabled=${view.model.readonly}
    .checked=${wantsGrad(wanted, source)}
    @change=${(/** @type {any} */ event) => {
      const rest = without(source, 'grad');
      const { checked } = event.target;
      view.setSource(wanted.name, checked === wantsGrad(wanted, undefined) ? rest : { ...rest, grad: checked });
    }}
  />`;
}

/** @param {View} view @param {Wanted} wanted */
function row(view, wanted) {
  const chosen = view.inputs.values[wanted.name] ?? { kind: usualKind(wanted) };
  // A document may ask for what its source does not declare any more.
  const source = chosen.kind === 'declared' && !wanted.declared ? { ...chosen, kind: usualKind(wanted) } : chosen;
  const sources = wanted.declared ? SOURCES : SOURCES.filter((one) => one !== 'declared');
  const drawn = source.kind === 'seed' || source.kind === 'declared';
  const mistake = view.runs.mistakes[wanted.name];
  const given = view.runs.values.get(wanted.name);
  return html`<tr data-input=${wanted.name}>
    <th scope="row" class="mono">
      ${wanted.name}${
        wanted.kind === 'input' ? nothing : html` <span class="kind" title=${wanted.target ?? ''}>${wanted.kind}</span>`
      }
    </th>
    <td>${typeCell(view, wanted, source)}</td>
    <td class="values">
      <span class="source">
        <select
          aria-label="Where the value of ${wanted.name} comes from"
          ?disabled=${view.model.readonly}
          @change=${(/** @type {any} */ event) =>
            view.setSource(wanted.name, fresh(/** @type {any} */ (textOf(event)), source))}
        >
          ${sources.map(
            (one) => html`<option value=${one} .selected=${one === source.kind}>${SOURCE_NAMES[one]}</option>`,
          )}
        </select>
        ${view.model.readonly && source.kind !== 'range' ? nothing : control(view, wanted, source)}
        ${drawn && given?.first ? html`<span class="mono muted value">${shortNumbers(firstOf(given))}</span>` : nothing}
      </span>
      ${mistake ? html`<span class="mistake" role="alert">${mistake}</span>` : nothing}
    </td>
    <td class="narrow">${gradCell(view, wanted, source)}</td>
  </tr>`;
}

/** @param {View} view @param {Wanted[]} rows @param {string} label */
const table = (view, rows, label) =>
  html`<div class="scroll-x" tabindex="0" role="group" aria-label=${label}>
    <table aria-label=${label}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Type</th>
          <th scope="col">Values</th>
          <th scope="col" class="narrow" title="requires_grad">Grad</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map((wanted) => row(view, wanted))}
      </tbody>
    </table>
  </div>`;

/** Types that are guesses, by name: what is computed with them is not what the program would. @param {View} view */
function guessed(view) {
  const names = view.runs.wanted
    .filter((one) => one.known === false && view.inputs.values[one.name]?.type === undefined)
    .map(({ name }) => name);
  if (names.length === 0) return nothing;
  const more = names.length > 4 ? ` and ${names.length - 4} more` : '';
  return html`<p class="muted" role="note" data-testid="guessed">
    The program does not say what ${names.slice(0, 4).join(', ')}${more} ${names.length === 1 ? 'is' : 'are'}:
    <span class="mono">${GUESSED_TYPE}</span> is a guess. Write the type in its place.
  </p>`;
}

/** @param {View} view */
export function inputsSection(view) {
  const { wanted } = view.runs;
  const inputs = wanted.filter((one) => one.kind === 'input');
  const state = wanted.filter((one) => one.kind !== 'input');
  const count =
    state.length === 1
      ? '1 parameter, buffer, constant or attribute'
      : `${state.length} parameters, buffers, constants and attributes`;
  return html`<section aria-label="Inputs" class="inputs">
    <header>
      <h2>Inputs</h2>
      <span class="grow"></span>
      <label>
        Seed
        <input
          class="number"
          type="number"
          min="0"
          step="1"
          data-testid="seed"
          ?disabled=${view.model.readonly}
          .value=${String(view.inputs.seed)}
          @change=${(/** @type {any} */ event) => view.setInputs({ seed: seedOf(event) })}
        />
      </label>
      <button
        class="small"
        ?disabled=${view.model.readonly}
        @click=${() => view.setInputs({ seed: view.inputs.seed + 1 })}
      >
        Other values
      </button>
    </header>
    ${
      inputs.length > 0
        ? table(view, inputs, 'Values of the inputs')
        : html`<p class="muted">The program takes no inputs.</p>`
    }
    ${guessed(view)}
    ${
      state.length > 0
        ? html`<details ?open=${state.length <= 4}>
            <summary>${count}</summary>
            ${table(view, state, 'Values of parameters and buffers')}
          </details>`
        : nothing
    }
  </section>`;
}
