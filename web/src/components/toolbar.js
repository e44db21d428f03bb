/** The head of the page, and the switch between its parts on a narrow screen. Templates. */
import { html, nothing } from 'lit';

/** @typedef {import('./playground.js').Playground} Playground */

const PANES = /** @type {const} */ ([
  ['text', 'Source'],
  ['passes', 'Passes'],
  ['output', 'Result'],
]);
const THEMES = /** @type {const} */ (['system', 'light', 'dark']);
const THEME_NAMES = { system: 'Auto', light: 'Light', dark: 'Dark' };
const THEME_SIGNS = { system: '◐', light: '☀', dark: '☾' };

/** @param {Playground} page */
function themeButton(page) {
  const { theme } = page.view;
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
  return html`<button
    class="icon"
    data-testid="theme"
    title="Colours: ${THEME_NAMES[theme].toLowerCase()}"
    aria-label="${THEME_NAMES[theme]} colours, change to ${THEME_NAMES[next].toLowerCase()}"
    @click=${() => page.setView({ theme: next })}
  >
    ${THEME_SIGNS[theme]}
  </button>`;
}

/** @param {Playground} page */
export function toolbar(page) {
  const undoing = html`<button
      class="icon"
      data-testid="undo"
      aria-label="Undo"
      title="Undo (Ctrl+Z)"
      ?disabled=${!page.undoable.undo}
      @click=${() => page.undo()}
    >
      ↶
    </button>
    <button
      class="icon"
      data-testid="redo"
      aria-label="Redo"
      title="Redo (Ctrl+Shift+Z)"
      ?disabled=${!page.undoable.redo}
      @click=${() => page.redo()}
    >
      ↷
    </button>`;
  const opening = html`<button data-testid="examples" title="Open an example (Ctrl+E)" @click=${() => page.openDialog('examples')}>Examples</button>
    <button data-testid="open" title="Open a file (Ctrl+O)" @click=${page.openFile}>Open<span class="wide-only"> file</span></button>`;
  return html`<div class="bar head" role=${page.whole ? 'banner' : nothing}>
    ${page.whole ? html`<h1>Seesaw</h1>` : html`<span class="title">Seesaw</span>`}
    <span class="muted tagline">PyTorch ${page.description?.pytorch ?? ''} graph passes, live</span>
    <span class="grow"></span>
    ${page.readonly ? nothing : [undoing, opening]} ${themeButton(page)}
    <button class="icon" data-testid="help" aria-label="Help" title="Help (F1)" @click=${() => page.openDialog('help')}>?</button>
  </div>`;
}

/** @param {Playground} page */
export function paneSwitch(page) {
  const { pane } = page.view;
  const errors = page.errors;
  return html`<div class="bar panes" role=${page.whole ? 'navigation' : 'group'} aria-label="Parts of the page">
    ${PANES.map(
      ([id, title]) =>
        html`<button class="quiet" data-pane=${id} aria-pressed=${pane === id} @click=${() => page.setView({ pane: id })}>
          ${title}${id === 'text' && errors > 0 ? html` <span class="badge" title="errors">${errors}</span>` : nothing}
        </button>`,
    )}
  </div>`;
}

/** @param {Playground} page */
export function notice(page) {
  if (page.notice === '') return nothing;
  return html`<div class="bar notice" role="alert">
    <span class="grow">${page.notice}</span>
    <button class="quiet" @click=${() => page.tell('')}>Close</button>
  </div>`;
}
