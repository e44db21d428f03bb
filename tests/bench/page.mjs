/**
 * How fast the page is in Chromium: from a key to the painted picture, and frames while a large picture is moved and
 * zoomed.
 *
 * node tests/bench/page.mjs [--json] [key] [frames]          the page must be built; web/tools/browser.js finds the
 * browser
 *   await measurePage(['key', 'frames'], (row) => ...)         what scripts/bench asks for
 *
 * A frame is the time between two animation frames, as the browser gives them; `paint` is the part that the canvas
 * itself took. Both are measured with software rendering, which is the worst case. Times depend on what else the
 * machine does.
 */
import { openSite, settled } from '../../web/tools/browser.js';

const LIMITS = { key: { 300: 30, 5000: 150 }, frame: 17 };
const KEYS = 30;
const FRAMES = 240;

/**
 * Blocks of attention and MLP, one after the other, with skip connections, until there are so many nodes.
 * @param {number} nodes
 */
export function transformerLike(nodes) {
  const lines = ['def forward(self, x, w):'];
  const add = (/** @type {string} */ name, /** @type {string} */ op, /** @type {string} */ args) =>
    lines.push(`    ${name} = torch.ops.aten.${op}(${args})`);
  let last = 'x';
  for (let i = 0; lines.length < nodes - 1; i++) {
    add(`n${i}`, 'neg.default', last);
    for (const one of ['q', 'k', 'v']) add(`${one}${i}`, 'mul.Tensor', `n${i}, w`);
    add(`t${i}`, 'cos.default', `k${i}`);
    add(`s${i}`, 'mul.Tensor', `q${i}, t${i}`);
    add(`p${i}`, 'sigmoid.default', `s${i}`);
    add(`o${i}`, 'mul.Tensor', `p${i}, v${i}`);
    add(`r${i}`, 'add.Tensor', `o${i}, ${last}`);
    add(`m${i}`, 'tanh.default', `r${i}`);
    add(`e${i}`, 'add.Tensor', `m${i}, r${i}`);
    last = `e${i}`;
  }
  return `${[...lines, `    return (${last},)`].join('\n')}\n`;
}

/** @typedef {import('playwright-core').Page} Page */

/** The page's policy forbids what waitForFunction does. @param {Page} page @param {string} expression */
async function until(page, expression) {
  for (const end = Date.now() + 120_000; !(await page.evaluate(expression)); await page.waitForTimeout(20)) {
    if (Date.now() > end) throw new Error(`never true: ${expression}`);
  }
}

/** @param {Page} page @param {number} nodes */
async function openGraph(page, nodes) {
  await page.evaluate(
    `document.querySelector('seesaw-playground').commands.open.text(${JSON.stringify(transformerLike(nodes))})`,
  );
  await settled(page, new RegExp(`^${Math.floor(nodes / 100)}\\d\\d nodes`));
  await page.locator('[data-tab=graph]').click();
  await until(page, `${GRAPH}?.state?.panes[0]?.drawing?.count >= ${nodes - 60}`);
  await page.waitForTimeout(1000);
}

const GRAPH = `document.querySelector('seesaw-playground').shadowRoot.querySelector('seesaw-graph')`;
const CANVAS = `${GRAPH}.shadowRoot.querySelector('seesaw-canvas')`;

/** @param {number[]} values @param {number} part */
const quantile = (values, part) =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * part))];

/** Milliseconds from a key to the end of the frame that has its picture; the median. @param {Page} page */
async function keyToPicture(page) {
  await page.locator('seesaw-editor .cm-line', { hasText: 'torch.ops.aten' }).first().click();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type(', 1');
  await page.waitForTimeout(1500);
  await page.evaluate(`(() => {
    const canvas = ${CANVAS};
    window.times = [];
    window.addEventListener('keydown', () => {
      const started = performance.now(), before = canvas.drawing;
      const look = () => {
        requestAnimationFrame(() => {
          if (canvas.drawing === before) return look();
          const { frames } = canvas.drawn;
          // A message is heard when the frame is done: then it must have been painted.
          const { port1, port2 } = new MessageChannel();
          const painted = () => canvas.drawn.frames > frames;
          port1.onmessage = () => (painted() ? window.times.push(performance.now() - started) : look());
          port2.postMessage(0);
        });
      };
      look();
    }, { capture: true });
  })()`);
  for (let i = 0; i < KEYS; i++) {
    await page.keyboard.press('5');
    await until(page, `window.times.length === ${i + 1}`);
  }
  return quantile(/** @type {number[]} */ (await page.evaluate('window.times')), 0.5);
}

/**
 * Moves and zooms by hand, as wheel events, one each frame.
 * @param {Page} page
 * @param {'pan' | 'zoom'} how
 * @param {boolean} all from where all is seen
 */
async function frames(page, how, all) {
  await page.evaluate(`${CANVAS}.${all ? 'fit()' : 'zoomTo([0, 1, 2, 3])'}`);
  await page.waitForTimeout(2500);
  return /** @type {{ frame: number[], paint: number[], mode: string }} */ (
    await page.evaluate(`new Promise((resolve) => {
      const canvas = ${CANVAS};
      const screen = canvas.shadowRoot.querySelector('.screen');
      const { left, top, width, height } = screen.getBoundingClientRect();
      const frame = [], paint = [];
      let before = 0, count = 0;
      const step = (now) => {
        if (before) { frame.push(now - before); paint.push(canvas.drawn.milliseconds); }
        before = now;
        if (++count > ${FRAMES}) return resolve({ frame, paint, mode: canvas.drawn.mode });
        const way = Math.floor(count / 40) % 2 ? -1 : 1;
        const change = ${how === 'pan'} ? { deltaX: 9 * way, deltaY: 30 * way } : { deltaY: 30 * way, ctrlKey: true };
        const middle = { clientX: left + width / 2, clientY: top + height / 2 };
        screen.dispatchEvent(new WheelEvent('wheel', { ...change, ...middle, bubbles: true, cancelable: true }));
        requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    })`)
  );
}

/** @typedef {{ what: string, value: number, limit: number | null }} Row milliseconds */

/** @param {Row} row */
export const rowText = ({ what, value, limit }) =>
  `${what.padEnd(52)} ${value.toFixed(1).padStart(8)} ms${limit === null ? '' : `  (at most ${limit})`}`;

/**
 * @param {string[]} wanted `key`, `frames`
 * @param {(row: Row) => void} [told] of each as soon as it is there
 * @returns {Promise<Row[]>}
 */
export async function measurePage(wanted, told = () => {}) {
  const site = await openSite({ whole: true });
  /** @type {Row[]} */
  const rows = [];
  const say = (/** @type {string} */ what, /** @type {number} */ value, /** @type {number | null} */ limit) => {
    rows.push({ what, value, limit });
    told(rows[rows.length - 1]);
  };
  try {
    for (const nodes of wanted.includes('key') ? [300, 5000] : []) {
      const { page } = await site.page({ reducedMotion: 'reduce' });
      await settled(page);
      await openGraph(page, nodes);
      say(
        `key to painted picture, ${nodes} nodes, median of ${KEYS}`,
        await keyToPicture(page),
        /** @type {any} */ (LIMITS.key)[nodes],
      );
      await page.context().close();
    }
    for (const nodes of wanted.includes('frames') ? [10_000, 50_000] : []) {
      const { page } = await site.page({ reducedMotion: 'reduce' });
      await settled(page);
      await openGraph(page, nodes);
      for (const how of /** @type {const} */ (['pan', 'zoom'])) {
        for (const all of [false, true]) {
          const { frame, paint, mode } = await frames(page, how, all);
          say(
            `${how} ${nodes} nodes, ${all ? 'all seen' : 'close'}, ${mode}: frame, 95 %`,
            quantile(frame, 0.95),
            LIMITS.frame,
          );
          say(
            `${how} ${nodes} nodes, ${all ? 'all seen' : 'close'}, ${mode}: paint, 95 %`,
            quantile(paint, 0.95),
            null,
          );
        }
      }
      await page.context().close();
    }
  } finally {
    await site.close();
  }
  return rows;
}

async function main() {
  const json = process.argv.includes('--json');
  const asked = process.argv.slice(2).filter((one) => one !== '--json');
  const rows = await measurePage(asked.length === 0 ? ['key', 'frames'] : asked, (row) => {
    if (!json) process.stdout.write(`${rowText(row)}\n`);
  });
  if (json) process.stdout.write(`${JSON.stringify(rows)}\n`);
  if (rows.some(({ value, limit }) => limit !== null && value > limit)) process.exitCode = 1;
}

if (process.argv[1]?.endsWith('page.mjs')) await main();
