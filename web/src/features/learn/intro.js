/** What an example has to say, above its text: what to look at, what to try. */
import { css, html, nothing } from 'lit';
import { exampleOf, loadWords, wordsOf } from '../../model/examples.js';
import { starting } from './start.js';

/** @typedef {import('../contract.js').Context} Context */

export const introStyles = css`
  .intro {
    flex: none;
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 2px var(--s2);
    max-height: 40%;
    overflow: auto;
    padding: var(--s2) var(--s1) var(--s2) var(--s3);
    border-bottom: 1px solid var(--line);
    box-shadow: inset 3px 0 var(--accent);
    background: var(--surface-2);
    font-size: 12.5px;
    line-height: 1.5;
  }
  .intro h3 {
    margin: 0;
    font-size: 13px;
    font-weight: 600;
    align-self: center;
  }
  .intro p {
    grid-column: 1 / -1;
    margin: 0;
    max-width: 84ch;
    padding-right: var(--s2);
  }
`;

/** @param {Context} context */
export function intro({ model, commands }) {
  const example = exampleOf(model.example);
  if (example === undefined || !model.view.intro || !model.whole || starting(model)) return nothing;
  const words = wordsOf(example.id);
  if (words === undefined)
    loadWords().then(
      () => model.notify(),
      () => {},
    );
  return html`<div class="intro" role="note" aria-label="About this example" tabindex="0">
    <h3>${example.title}</h3>
    <span>
      ${
        model.newcomer
          ? html`<button class="small" data-testid="offer-tour" @click=${() => commands.startTour()}>
              Show me around
            </button>`
          : nothing
      }
      <button
        class="icon quiet small"
        data-testid="close-intro"
        aria-label="Close what the example says"
        @click=${() => model.setView({ intro: false })}
      >
        ×
      </button>
    </span>
    <p>${words?.look}</p>
    ${model.readonly || words === undefined ? nothing : html`<p><b>Try:</b> ${words.try}</p>`}
  </div>`;
}
