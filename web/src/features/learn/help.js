/** Help: what the page is, and every key, from the one list of actions. */
import { html, nothing } from 'lit';
import { keyName } from '../../ui/keys.js';
import { contentElement } from '../content.js';
import { css } from 'lit';
import { define } from '../../ui/define.js';

/** @typedef {import('../contract.js').Context} Context */

/** Written beside the page when it is built (web/tools/notices_plugin.js); scripts are one folder below. */
const NOTICES = new URL('licences.txt', new URL('..', import.meta.url)).href;

const styles = css`
  .keys {
    display: grid;
    grid-template-columns: minmax(96px, max-content) minmax(0, 1fr);
    gap: var(--s1) var(--s3);
    margin: 0;
    padding: 0 var(--s3) var(--s2);
  }
  .keys dd {
    margin: 0;
  }
  .keys dt {
    max-width: 170px;
  }
  .groups {
    columns: 2 340px;
    column-gap: 0;
  }
  .groups > div {
    break-inside: avoid;
  }
  .groups h3 {
    padding-top: var(--s3);
    margin-top: 0;
  }
  .more {
    display: flex;
    flex-wrap: wrap;
    gap: var(--s2);
    padding: var(--s3) var(--s3) 0;
  }
`;

class Help extends contentElement(styles) {
  render() {
    const { commands } = this;
    return html`<p class="prose">
        Paste a graph that PyTorch printed: from <span class="mono">torch.export</span>, Dynamo, AOTAutograd or
        Inductor, log prefixes included. Or write a <span class="mono">forward</span> function. Add passes. The result
        follows while you type; nothing leaves this machine. Marks beside the source, and the list Why, say what a pass
        decided for each region: ▣ wrapped, ▢ inlined, ! not what the program meant.
      </p>
      <div class="more">
        <button data-testid="tour" @click=${() => commands.startTour()}>Show me around</button>
        <button data-testid="help-reference" @click=${() => (commands.closeDialog(), commands.openReference(''))}>
          Passes and operators
        </button>
        <button data-testid="help-examples" @click=${() => commands.openDialog('examples')}>Examples</button>
      </div>
      <div class="groups">
        ${this.commands.actionGroups().map(
          ([title, actions]) =>
            html`<div>
              <h3>${title}</h3>
              <dl class="keys">
                ${actions.map(
                  (action) =>
                    html`<dt>
                        ${action.keys?.map(
                          (key, index) => html`${index > 0 ? ' ' : nothing}<kbd>${keyName(key)}</kbd>`,
                        )}
                      </dt>
                      <dd>${action.title}</dd>`,
                )}
              </dl>
            </div>`,
        )}
      </div>
      <p class="prose">
        Seesaw is free software.
        <a href=${NOTICES} target="_blank" rel="noopener" data-testid="licences"
          >Licences of Seesaw and of what it is made with</a
        >
      </p>`;
  }
}
define('seesaw-help', Help);

/** @param {Context} context */
export const content = ({ model, commands }) => html`<seesaw-help .model=${model} .commands=${commands}></seesaw-help>`;
