/**
 * What the browser tests share: one browser, one server, and a page that fails on anything the console reports.
 * The browser is Chromium, or what SEESAW_BROWSER names: `firefox`. SEESAW_SLOW=4 makes each page four times slower, as
 * on a machine that does much else: a test that does not wait for what it means fails then.
 *
 *   const site = await openSite();
 *   const page = await site.page({ width: 1440, height: 900 });
 *   await site.close();
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { afterEach, beforeEach } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { chromium } from 'playwright-core';
import { DIST, serve } from '../serve.js';
import { launchFirefox } from './firefox.js';

/**
 * @typedef {object} OpenPage
 * @property {import('playwright-core').Page} page
 * @property {string[]} complaints console errors, page errors and policy violations so far
 */

/** Chromium without windows and menus draws and runs the same page with half the processor time. */
const SHELL = '/usr/bin/chromium-headless-shell';
const WHOLE = '/usr/bin/chromium';

/** In a page that keeps nothing yet: somebody who has been here before. */
const KNOWN = "try { localStorage.setItem('seesaw.started', 'yes'); } catch { /* it keeps nothing */ }";

/** @param {boolean} whole */
const launchChromium = (whole) =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? (existsSync(SHELL) && !(whole && existsSync(WHOLE)) ? SHELL : WHOLE),
    // Pages of one context in one process: they share what V8 compiled.
    args: ['--no-sandbox', '--disable-gpu', '--process-per-site'],
  });

const named = process.env.SEESAW_BROWSER;
const slowness = Number(process.env.SEESAW_SLOW ?? 1);

/**
 * A process that is slow would not end: its page has to be quick again before it is closed.
 * @param {import('playwright-core').BrowserContext} context
 * @param {import('playwright-core').Page} page
 */
async function slowDown(context, page) {
  const devtools = await context.newCDPSession(page);
  const run = (/** @type {number} */ rate) => devtools.send('Emulation.setCPUThrottlingRate', { rate });
  await run(slowness);
  for (const one of [page, context]) {
    const close = one.close.bind(one);
    one.close = async (/** @type {any} */ options) => (await run(1).catch(() => {}), close(options));
  }
}

const CONTEXT = { viewport: { width: 1440, height: 900 }, serviceWorkers: /** @type {const} */ ('block') };

/**
 * Whether a single page can have what these options of a context ask for.
 * @param {import('playwright-core').BrowserContextOptions} context
 */
const isPlain = (context) =>
  Object.keys(context).every((name) => ['viewport', 'colorScheme', 'reducedMotion'].includes(name));

/**
 * A context that one test after the other has for itself: half of the time of a short test goes to compiling the page
 * and its modules in a new process. A file of the site, open all the time, keeps the process and the compiled modules;
 * what a page stored is deleted before the next one opens.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url of the site
 */
async function openShared(browser, url) {
  const context = await browser.newContext(CONTEXT);
  const keeper = await context.newPage();
  await keeper.goto(`${url}licences.txt`);
  const modules = readdirSync(new URL('assets/', `file://${DIST}`)).filter((name) => name.endsWith('.wasm'));
  await keeper.evaluate(async (names) => {
    const compiled = names.map((name) => WebAssembly.compileStreaming(fetch(`assets/${name}`)));
    Object.assign(globalThis, { compiled: await Promise.all(compiled) });
  }, modules);
  const close = context.close.bind(context);
  /** Closes what the test opened and deletes what it stored; its context is as new. */
  async function clean() {
    await Promise.all(context.pages().flatMap((page) => (page === keeper ? [] : [page.close()])));
    await Promise.all([context.unrouteAll({ behavior: 'ignoreErrors' }), context.setOffline(false)]);
    await keeper.evaluate(async () => {
      localStorage.clear();
      const databases = await indexedDB.databases();
      const deleted = databases.map(
        ({ name }) =>
          new Promise((done, failed) =>
            Object.assign(indexedDB.deleteDatabase(name ?? ''), { onsuccess: done, onerror: failed }),
          ),
      );
      await Promise.all([...deleted, ...(await caches.keys()).map((name) => caches.delete(name))]);
    });
  }
  const LONG = 15_000;
  /** Whether its process answers: a test may have let it crash, or hang. @type {Promise<boolean>} */
  let usable = Promise.resolve(true);
  context.close = async () => {
    const late = new Promise((done) => setTimeout(done, LONG, false).unref());
    const cleaned = () => clean().then(() => !keeper.isClosed());
    usable = usable.then((still) => still && Promise.race([cleaned(), late]).catch(() => false));
    if (!(await usable)) await close().catch(() => {});
  };
  return { context, usable: () => usable };
}

/**
 * The test that runs now: its contexts, and whether one of them is the shared one, which only one page of a test takes.
 * @type {{ contexts: Set<import('playwright-core').BrowserContext>, sharing: boolean } | null}
 */
let running = null;
// Here, because Node runs no hook that a hook adds.
if (process.env.NODE_TEST_CONTEXT !== undefined) {
  beforeEach(() => void (running = { contexts: new Set(), sharing: false }));
  // A page that stays open goes on to draw and to compile beside the tests that follow.
  afterEach(async () => {
    const contexts = [...(running?.contexts ?? [])];
    running = null;
    await Promise.all(contexts.map((context) => context.close()));
  });
}

/**
 * @param {{ root?: string, whole?: boolean, firefox?: boolean }} [options] `whole`: the browser that people have,
 *   windows and all
 */
export async function openSite({ whole = false, firefox = named === 'firefox', ...options } = {}) {
  const server = await serve({ port: 0, ...options });
  const browser = await (firefox ? launchFirefox() : launchChromium(whole));
  const sharing = !whole && !firefox && slowness === 1 && options.root === undefined;
  /** @type {Awaited<ReturnType<typeof openShared>> | null} */
  let shared = null;
  async function sharedContext() {
    if (shared === null || !(await shared.usable()))
      shared = await openShared(/** @type {any} */ (browser), server.url);
    return shared.context;
  }
  return {
    url: server.url,
    browser,
    /**
     * @param {import('playwright-core').BrowserContextOptions & { path?: string, prepare?: string,
     *   stranger?: boolean }} [context] `stranger`: nobody has been here before; others begin with the first example
     */
    async page({ path = '', prepare, stranger = false, ...context } = {}) {
      // Kept for use without a network only where a test is about that: it loads everything.
      const together = sharing && running?.sharing === false && isPlain(context);
      if (running !== null) running.sharing ||= together;
      const opened = await (together ? sharedContext() : browser.newContext({ ...CONTEXT, ...context }));
      running?.contexts.add(opened);
      const page = await opened.newPage();
      if (together) {
        const { viewport = CONTEXT.viewport, colorScheme, reducedMotion } = context;
        if (viewport) await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme, reducedMotion });
      }
      if (slowness > 1) await slowDown(opened, page);
      /** @type {string[]} */
      const complaints = [];
      page.on('console', (message) => {
        const blocked = message.text().includes('Service Worker registration blocked by Playwright');
        if (!blocked && (message.type() === 'error' || message.type() === 'warning')) complaints.push(message.text());
      });
      // From the start: one that waits for a chooser would ask the browser for it while the page opens it already.
      page.on('filechooser', () => {});
      page.on('pageerror', (error) => complaints.push(String(error)));
      if (prepare !== undefined) await page.addInitScript(prepare);
      if (!stranger) await page.addInitScript(KNOWN);
      await page.goto(server.url + path);
      return { page, complaints };
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/**
 * The text that the result shows, line by line; waits until it holds `part`.
 * @param {import('playwright-core').Page} page
 * @param {string | RegExp} part
 */
export async function resultWith(page, part) {
  const content = page.getByTestId('view').locator('.cm-content').last();
  await content.filter({ hasText: part }).waitFor({ timeout: 20000 });
  return content.innerText();
}

/** Waits until the newest text has been judged. @param {import('playwright-core').Page} page @param {RegExp} status */
export async function settled(page, status = /nodes/) {
  await page.waitForFunction(
    () => {
      const { live, description } = /** @type {any} */ (document.querySelector('seesaw-playground'))?.model ?? {};
      // Some controls are there only once the core has described itself.
      return live !== undefined && !live.pending && live.undecided === null && description !== null;
    },
    undefined,
    { timeout: 20000 },
  );
  await page.getByTestId('status').filter({ hasText: status }).waitFor({ timeout: 20000 });
}

/**
 * Waits until shapes, arguments and passes of the newest text have been judged, too: the engine is at nothing.
 * @param {import('playwright-core').Page} page
 */
export const judged = (page) =>
  page.waitForFunction(
    () => {
      const { engine, model } = /** @type {any} */ (document.querySelector('seesaw-playground'));
      const runs = model.live.pending || model.live.undecided !== null;
      return engine.rest === 'ready' && !runs && !model.edits.pending && !model.checks.pending;
    },
    undefined,
    { timeout: 20000 },
  );

/** Waits until what was changed is in the browser's storage. @param {import('playwright-core').Page} page */
export const kept = (page) =>
  page.waitForFunction(
    () => !(/** @type {any} */ (document.querySelector('seesaw-playground')).model.saved.pending),
    undefined,
    { timeout: 20000 },
  );

/**
 * Waits until the pictures of the newest text are there, are painted, and nothing in them moves.
 * @param {import('playwright-core').Page} page
 */
export const still = (page) =>
  page.evaluate(async () => {
    const playground = /** @type {any} */ (document.querySelector('seesaw-playground'));
    const canvases = () => [
      ...(playground.shadowRoot.querySelector('seesaw-graph')?.shadowRoot?.querySelectorAll('seesaw-canvas') ?? []),
      ...playground.shadowRoot.querySelectorAll('seesaw-canvas'),
    ];
    const end = performance.now() + 20_000;
    // What is asked for in a frame may begin in the next.
    for (let calm = 0; calm < 3; await new Promise(requestAnimationFrame)) {
      if (performance.now() > end) throw new Error('the picture does not stand still');
      const { live, graph } = playground.model;
      const moves = live.pending || live.undecided !== null || graph?.loading || canvases().some((one) => !one.still);
      calm = moves ? 0 : calm + 1;
    }
  });

/**
 * From here on the engine's worker takes requests and never answers; what the page would do about that after a while it
 * does not do, so that a test may take its time.
 * @param {import('playwright-core').Page} page
 */
export async function hang(page) {
  // A worker that loads the rest of the engine may be replaced before it hears of this.
  await judged(page);
  await page.evaluate(() => {
    const later = window.setTimeout;
    const never = 3_600_000;
    const patient = (/** @type {TimerHandler} */ run, milliseconds = 0) =>
      later(run, milliseconds > 5000 ? never : milliseconds);
    window.setTimeout = /** @type {any} */ (patient);
  });
  const hangs =
    'self.postMessage = ((post) => (data) => { if (!data.begun) for (;;); post(data); })(self.postMessage.bind(self))';
  await page.workers()[0].evaluate(hangs);
}

/** Waits until the engine is at something. @param {import('playwright-core').Page} page */
export const working = (page) =>
  page.waitForFunction(
    () => /** @type {any} */ (document.querySelector('seesaw-playground')).engine.slow !== null,
    undefined,
    { timeout: 20000 },
  );

/**
 * Waits until the page has drawn what is known now: two frames.
 * @param {import('playwright-core').Page} page
 */
export const painted = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(undefined)))));

/**
 * Replaces the text of the editor as a person would.
 * @param {import('playwright-core').Page} page
 * @param {string} text
 */
export async function type(page, text) {
  await page.getByTestId('source').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

/**
 * The text of the document, once it has `part`.
 * @param {import('playwright-core').Page} page
 * @param {string} part
 * @returns {Promise<string>}
 */
export async function sourceWith(page, part) {
  await page.waitForFunction(
    (wanted) => /** @type {any} */ (document.querySelector('seesaw-playground')).text.includes(wanted),
    part,
    {
      timeout: 20000,
    },
  );
  return page.evaluate(() => /** @type {any} */ (document.querySelector('seesaw-playground')).text);
}

/**
 * A page in which somebody typed a text, and its result.
 * @param {Awaited<ReturnType<typeof openSite>>} site
 * @param {string} text
 * @param {import('playwright-core').BrowserContextOptions} [context]
 */
export async function pageWith(site, text, context = {}) {
  const opened = await site.page(context);
  await settled(opened.page);
  await type(opened.page, text);
  await settled(opened.page, /^\d+ nodes/);
  return opened;
}

/**
 * Reads a state again until it is the wanted one: what an action brings about may take a rendering, or an answer.
 * @template T
 * @param {() => T | Promise<T>} read
 * @param {unknown} wanted
 * @param {string} [what]
 */
export async function becomes(read, wanted, what) {
  for (const end = Date.now() + 10_000; !isDeepStrictEqual(await read(), wanted) && Date.now() < end;)
    await new Promise((again) => setTimeout(again, 20));
  assert.deepEqual(await read(), wanted, what);
}

/**
 * Waits until the control that has the focus is called so: its test id, its label, or its text.
 * @param {import('playwright-core').Page} page
 * @param {string} name
 */
export async function focusOn(page, name) {
  const called = () => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    const { dataset, ariaLabel, textContent } = /** @type {HTMLElement} */ (at);
    return [dataset.testid, ariaLabel, textContent?.trim().slice(0, 200)];
  };
  for (const end = Date.now() + 10_000; !(await page.evaluate(called)).includes(name);) {
    if (Date.now() > end)
      throw new Error(`the focus is on ${JSON.stringify(await page.evaluate(called))}, not on ${name}`);
    await page.waitForTimeout(20);
  }
}

/** Opens an example as a person would. @param {import('playwright-core').Page} page @param {string} id */
export async function openExample(page, id) {
  await page.getByTestId('examples').click();
  const entry = page.locator(`[data-example=${id}]`);
  await entry.click();
  await entry.waitFor({ state: 'detached' }); // its text has come, and the page runs it
}

/** Every example of the gallery, in its order. @param {import('playwright-core').Page} page */
export async function exampleIds(page) {
  await page.getByTestId('examples').click();
  await page.locator('[data-example]').first().waitFor();
  const ids = await page
    .locator('[data-example]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-example') ?? ''));
  await page.keyboard.press('Escape');
  return ids;
}

/**
 * A page that shows this program's values, without passes.
 * @param {Awaited<ReturnType<typeof openSite>>} site
 * @param {string} text
 * @param {object} [context]
 */
export async function autogradPage(site, text, context = {}) {
  const one = await site.page(context);
  const { page } = one;
  page.setDefaultTimeout(60_000);
  await settled(page);
  await page
    .getByRole('button', { name: 'Source', exact: true })
    .click({ timeout: 1000 })
    .catch(() => {});
  await type(page, text);
  await settled(page);
  const [output] = await page.locator('.panes button', { hasText: 'Result' }).all();
  if (await output?.isVisible()) await output.click();
  await page.locator('[data-tab=autograd]').click();
  const [, first] = /^ +(\w+)(?:: "[^"]*")? = (?!self\.\w+$)/m.exec(text) ?? ['', 'linear'];
  await page.locator(`tr[data-node="${first}"]`).waitFor();
  const steps = page.getByTestId('autograd-step');
  if (await steps.count()) await steps.selectOption({ index: 0 });
  await page.locator('[data-testid=autograd][aria-busy=false]').waitFor();
  return one;
}

/**
 * Gives an input of the autograd view a constant.
 * @param {import('playwright-core').Page} page
 * @param {string} input
 * @param {string} literal
 */
export async function constant(page, input, literal) {
  await page.getByLabel(`Where the value of ${input} comes from`).selectOption('constant');
  await page.getByLabel(`Constant for ${input}`).fill(literal);
  await page.getByLabel(`Constant for ${input}`).press('Enter');
}

/** What axe-core finds, as "rule: place". @param {import('playwright-core').Page} page */
export async function accessibilityFindings(page) {
  await page.evaluate(readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8'));
  // What passes is half of the work, and half a megabyte to be told.
  const run = "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)";
  const violations = /** @type {any[]} */ (await page.evaluate(run));
  return violations.flatMap((/** @type {any} */ one) =>
    one.nodes.map((/** @type {any} */ node) =>
      `${one.id}: ${node.target.join(' ')} ${node.failureSummary}`.replace(/\s+/g, ' '),
    ),
  );
}
