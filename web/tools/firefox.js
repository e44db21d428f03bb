/**
 * Firefox for the browser tests: Debian's `firefox-esr`, driven by WebDriver BiDi through the same Playwright as
 * Chromium.
 *
 *   const firefox = await launchFirefox();
 *   const context = await firefox.newContext({ viewport, colorScheme: 'dark' });
 */
import { existsSync } from 'node:fs';
import { firefox } from 'playwright-core';

const PATH = process.env.FIREFOX ?? '/usr/bin/firefox-esr';

export const firefoxIsThere = existsSync(PATH);

/**
 * Playwright asks for media features by a command that this Firefox does not know. It takes them from preferences,
 * which hold for a whole browser.
 */
const UNKNOWN = 'emulation.setMediaFeaturesOverride';

/** @param {import('playwright-core').BrowserContextOptions} context */
const preferences = ({ colorScheme, reducedMotion }) => ({
  'layout.css.prefers-color-scheme.content-override': colorScheme === 'dark' ? 0 : 1,
  'ui.prefersReducedMotion': reducedMotion === 'reduce' ? 1 : 0,
  // A page may read the clipboard without a person's word, as Chromium's does with a permission.
  'dom.events.testing.asyncClipboard': true,
});

/** @param {import('playwright-core').BrowserContextOptions} context */
async function launch(context) {
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath: PATH,
    firefoxUserPrefs: preferences(context),
  });
  const session = /** @type {any} */ (browser)._connection.toImpl(browser)._browserSession;
  const sessions = Object.getPrototypeOf(session);
  const { send } = sessions;
  /** @this {unknown} @param {string} method @param {unknown[]} rest */
  const known = function (method, ...rest) {
    return method === UNKNOWN ? Promise.resolve({}) : send.call(this, method, ...rest);
  };
  if (send.name !== known.name) sessions.send = known;
  return browser;
}

/**
 * Playwright fills a field by a script, after which this Firefox does not tell of a change at Enter, as it does when a
 * person has typed: what is short is typed.
 * @param {import('playwright-core').Page} page
 */
function typeInFields(page) {
  const fields = Object.getPrototypeOf(page.locator('input'));
  const { fill } = fields;
  if (fill.name === 'typed') return;
  /** @type {import('playwright-core').Locator['fill']} */
  fields.fill = async function typed(text, options) {
    const types = (/** @type {any} */ field) => field.matches('input') && /^(text|number|search)$/.test(field.type);
    if (text.length > 100 || !(await this.evaluate(types, undefined, options))) return fill.call(this, text, options);
    await this.click({ clickCount: 3, ...options });
    await this.press('Control+a');
    return text === '' ? this.press('Delete') : this.pressSequentially(text);
  };
}

/**
 * Playwright inserts text as one edit of the document, where lines become elements and one more line is read. What has
 * several lines is pasted, as a person would.
 * @param {import('playwright-core').Page} page
 */
function pasteLines(page) {
  const { keyboard } = page;
  const insert = keyboard.insertText.bind(keyboard);
  const paste = (/** @type {string} */ text) => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true });
    return at?.dispatchEvent(event) === false;
  };
  keyboard.insertText = async (text) => {
    if (text === '') await keyboard.press('Delete');
    else if (!text.includes('\n') || !(await page.evaluate(paste, text))) await insert(text);
  };
}

/** Firefox makes an event of a paste from `data`, not from `clipboardData`, by which tests write it. */
function pasteEvents() {
  const Given = ClipboardEvent;
  globalThis.ClipboardEvent = class extends Given {
    /** @param {string} type @param {ClipboardEventInit} [init] */
    constructor(type, init = {}) {
      const data = init.clipboardData?.getData('text/plain') ?? '';
      super(type, /** @type {ClipboardEventInit} */ ({ ...init, dataType: 'text/plain', data }));
    }
  };
}

/** As much of a browser as the tests use; a Firefox for each set of media features that they ask for. */
export async function launchFirefox() {
  /** @type {Map<string, Promise<import('playwright-core').Browser>>} */
  const browsers = new Map();
  return {
    /** @param {import('playwright-core').BrowserContextOptions} [options] */
    async newContext(options = {}) {
      const key = JSON.stringify(preferences(options));
      let browser = browsers.get(key);
      // One that has crashed fails its own test, not those that follow.
      if (browser === undefined || !(await browser).isConnected()) browsers.set(key, (browser = launch(options)));
      // What it cannot do: Firefox has no mobile viewport, and the clipboard needs no permission.
      const possible = { ...options };
      delete possible.isMobile;
      delete possible.permissions;
      const context = await (await browser).newContext(possible);
      await context.addInitScript(pasteEvents);
      context.on('page', (page) => {
        typeInFields(page);
        pasteLines(page);
      });
      return context;
    },
    async close() {
      await Promise.all([...browsers.values()].map(async (browser) => (await browser).close()));
    },
  };
}
