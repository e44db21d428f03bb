/** The panel with the film, and its keys; its component is loaded when it is first shown. See app/panels.js. */
import { html } from 'lit';

/** @typedef {import('../contract.js').Context} Context */
/** @typedef {import('../contract.js').Action} Action */

/** @param {Context} context @returns {import('./view.js').FilmView | null} */
const viewOf = ({ commands }) => commands.root.querySelector('seesaw-film');

/** @type {import('../contract.js').Panel} */
export const FILM_PANEL = {
  id: 'film',
  title: 'Film',
  withoutText: true,
  room: () => ({ wide: true, passes: false }),
  content({ model }) {
    import('./view.js').catch((error) => model.tell(`The film cannot be shown: ${error.message}`, 'also'));
    return html`<seesaw-film .model=${model} .good=${model.live.good} .theme=${model.view.theme}></seesaw-film>`;
  },
};

/** Where nothing else has the focus. @param {Context} context */
function near({ commands }) {
  const { activeElement } = /** @type {ShadowRoot} */ (commands.root);
  return activeElement === null || activeElement.localName === 'seesaw-film' || activeElement.id === 'tab-film';
}

/**
 * @param {string} id @param {string} title @param {string[]} keys
 * @param {(view: import('./view.js').FilmView) => unknown} run
 * @returns {Action}
 */
const action = (id, title, keys, run) => ({
  id,
  title,
  group: 'In the film',
  keys,
  when: ({ model }) => model.view.tab === 'film',
  near,
  run: (context) => {
    const view = viewOf(context);
    if (view !== null) run(view);
  },
});

/** @type {Action[]} */
export const FILM_ACTIONS = [
  {
    id: 'film',
    title: 'Play every single rewrite of the passes',
    group: 'In the film',
    when: ({ model }) => model.view.tab !== 'film',
    run: ({ model }) => model.setView({ tab: 'film', pane: 'output' }, 'show'),
  },
  action('film-next', 'Next rewrite', ['.'], (view) => view.step(1)),
  action('film-previous', 'Rewrite before', [','], (view) => view.step(-1)),
  action('film-next-pass', 'First rewrite of the next pass', [']'], (view) => view.stepPass(1)),
  action('film-previous-pass', 'First rewrite of the pass before', ['['], (view) => view.stepPass(-1)),
  { ...action('film-play', 'Play, or stop', [' '], (view) => view.toggle()), keys: [] },
];
