/**
 * The base of what stands in dialogs and in the reference: an element with model and commands at hand, and the styles
 * that they share.
 *
 *   class Help extends contentElement(css`…`) { render() { return html`${this.model.doc.name}`; } }
 */
import { LitElement, css } from 'lit';
import { shared } from '../ui/styles.js';

const base = css`
  :host {
    display: block;
    padding-bottom: var(--s3);
  }
  h3 {
    margin: var(--s3) var(--s3) var(--s1);
    font-size: 12px;
    color: var(--muted);
  }
  p {
    margin: var(--s2) 0;
  }
  a {
    color: var(--accent);
  }
  .prose {
    margin: 0;
    padding: var(--s3) var(--s3) 0;
    max-width: 72ch;
  }
  kbd {
    padding: 1px 5px;
    border: 1px solid var(--line);
    border-radius: 3px;
    background: var(--surface-2);
    font: 11px var(--mono);
    white-space: nowrap;
  }
  input[type='search'],
  input[type='text'] {
    width: 100%;
    height: 32px;
    padding: 0 var(--s2);
    border: 1px solid var(--line-strong);
    border-radius: var(--radius);
    background: var(--surface);
  }
  ul {
    list-style: none;
    margin: 0;
    padding: 0;
  }
  @media (pointer: coarse) {
    button,
    select,
    input[type='search'],
    input[type='text'] {
      min-height: 40px;
    }
  }
`;

/** @param {import('lit').CSSResult} styles */
export function contentElement(styles) {
  return class extends LitElement {
    static properties = { model: { attribute: false }, commands: { attribute: false } };
    static styles = [shared, base, styles];

    constructor() {
      super();
      /** @type {import('./contract.js').Model} */
      this.model = /** @type {any} */ (undefined);
      /** @type {import('./contract.js').Commands} */
      this.commands = /** @type {any} */ (undefined);
    }
  };
}
