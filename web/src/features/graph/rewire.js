/**
 * An argument is given to another node with the keyboard: `r` takes the first argument of the chosen node, again the
 * next one; the arrow keys walk to another node, Enter gives it, Escape leaves all as it was.
 *
 *   const rewiring = new Rewiring(view);
 *   rewiring.begin();                               // or the next argument
 *   rewiring.key(pane, node, event.key);            // true: it was for this
 *   rewiring.text;                                  // what is going on; '' if nothing is
 */

import { argumentOf } from '../../model/edits/argument.js';
import { changeAtHome } from '../../model/edits/origins.js';

/** @typedef {import('./view.js').GraphView} GraphView */
/**
 * @typedef {{ pane: number, key: string, name: string, at: number,
 *   arguments: import('../../model/edits/argument.js').Argument[] }} Taken
 */

export class Rewiring {
  #view;
  /** @type {Taken | null} */
  #taken = null;

  /** @param {GraphView} view */
  constructor(view) {
    this.#view = view;
  }

  /** @param {number} pane */
  #drawing(pane) {
    return this.#view.state.panes[pane]?.drawing ?? null;
  }

  /** The first argument of the chosen node, or the next one. */
  begin() {
    const view = this.#view;
    if (view.model.readonly) return;
    const { chosen } = view.state;
    if (this.#taken !== null) {
      this.#taken.at = (this.#taken.at + 1) % this.#taken.arguments.length;
    } else if (chosen !== null) {
      const { drawing, node, pane, name } = chosen;
      const all = Array.from(drawing.inEdges(node), (edge) => argumentOf(drawing, edge)).filter(
        ({ refusal }) => refusal === '',
      );
      if (all.length === 0) view.said = `${name} takes no other node`;
      else this.#taken = { pane, key: drawing.keyOf(node), name, at: 0, arguments: all };
    }
    this.#tell();
  }

  #tell() {
    if (this.text !== '') this.#view.said = this.text;
    this.#view.requestUpdate();
  }

  get text() {
    const taken = this.#taken;
    if (taken === null) return '';
    const more = taken.arguments.length > 1 ? ', r takes the next argument' : '';
    const { node, from } = taken.arguments[taken.at];
    // The placeholder of a body is what the operator is given.
    const what = node === taken.name ? `Argument ${taken.at + 1} of ${node}` : `What ${node} gives to ${taken.name}`;
    return `${what}, now ${from}: walk to another node, Enter gives it${more}, Escape leaves it`;
  }

  /** @param {number} pane @param {number} node the chosen one @param {string} key */
  key(pane, node, key) {
    const taken = this.#taken;
    if (taken === null || (key !== 'Enter' && key !== 'Escape')) return false;
    this.#taken = null;
    const drawing = this.#drawing(pane);
    if (key === 'Enter' && drawing !== null && node >= 0 && pane === taken.pane) this.#give(taken, drawing, node);
    else this.#view.said = 'The argument is as it was';
    this.#view.requestUpdate();
    return true;
  }

  /** @param {Taken} taken @param {import('../../model/graph/drawing.js').Drawing} drawing @param {number} node */
  async #give(taken, drawing, node) {
    const { model } = this.#view;
    const name = drawing.name(node);
    const argument = taken.arguments[taken.at];
    if (drawing.keyOf(node) === taken.key || name === argument.from) {
      this.#view.said = 'The argument is as it was';
      return;
    }
    const other = drawing.path(node) !== argument.path || drawing.stands(node) >= 0;
    const asked = other
      ? 'An argument must be a value of the same graph.'
      : await changeAtHome(model, drawing, argument, name);
    if (typeof asked === 'string') model.edits.refuse(asked, 'Nothing was changed.');
    else model.edits.apply(asked.change, asked.path);
  }

  /** The picture is another one. */
  forget() {
    this.#taken = null;
  }
}
