/**
 * An argument is given to another node with the keyboard: `r` takes the first argument of the chosen node, again the next one; the arrow
 * keys walk to another node, Enter gives it, Escape leaves all as it was.
 *
 *   const rewiring = new Rewiring(view);
 *   rewiring.begin();                               // or the next argument
 *   rewiring.key(pane, node, event.key);            // true: it was for this
 *   rewiring.text;                                  // what is going on; '' if nothing is
 */

/** @typedef {import('./view.js').GraphView} GraphView */
/** @typedef {{ pane: number, key: string, name: string, path: string, at: number, edges: number[] }} Taken `edges`: into the node, one an argument */

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
    if (view.page.readonly) return;
    const { chosen } = view.state;
    if (this.#taken !== null) {
      this.#taken.at = (this.#taken.at + 1) % this.#taken.edges.length;
    } else if (chosen !== null) {
      const { drawing, node, pane, name, path } = chosen;
      const edges = drawing.stands(node) >= 0 ? [] : Array.from(drawing.inEdges(node));
      if (edges.length === 0) view.said = `${name} takes no other node`;
      else this.#taken = { pane, key: drawing.keyOf(node), name, path, at: 0, edges };
    }
    this.#tell();
  }

  #tell() {
    if (this.text !== '') this.#view.said = this.text;
    this.#view.requestUpdate();
  }

  /** @param {Taken} taken the node that it is now */
  #from({ pane, at, edges }) {
    const drawing = this.#drawing(pane);
    return drawing === null ? '' : (drawing.name(drawing.picture.edges.from[edges[at]]) ?? '');
  }

  get text() {
    const taken = this.#taken;
    if (taken === null) return '';
    const more = taken.edges.length > 1 ? ', r takes the next argument' : '';
    return `Argument ${taken.at + 1} of ${taken.name}, now ${this.#from(taken)}: walk to another node, Enter gives it${more}, Escape leaves it`;
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

  /** @param {Taken} taken @param {import('./drawing.js').Drawing} drawing @param {number} node */
  #give(taken, drawing, node) {
    const { page } = this.#view;
    const name = drawing.name(node);
    if (drawing.keyOf(node) === taken.key || name === this.#from(taken)) this.#view.said = 'The argument is as it was';
    else if (drawing.path(node) !== taken.path || drawing.stands(node) >= 0) page.tell('An argument must be a value of the same graph.');
    else {
      const slot = drawing.picture.edges.slot[taken.edges[taken.at]];
      page.edits.apply({ do: 'argument', node: taken.name, slot, text: name }, taken.path);
    }
  }

  /** The picture is another one. */
  forget() {
    this.#taken = null;
  }
}
