/** Small graphs are answered in the frame of the key; the worker follows, and has the same result. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSite, pageWith, settled, still } from '../../web/tools/browser.js';

const TEXT = `def forward(self, x):
    sin = torch.ops.aten.sin.default(x)
    cos = torch.ops.aten.cos.default(sin)
    add = torch.ops.aten.add.Tensor(sin, cos)
    return (add,)
`;

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

/**
 * Time is not what this is about: on a machine that does much else, what the worker and the page measure would be too
 * long. @param {import('playwright-core').Page} page
 */
const quick = (page) =>
  page.evaluate(`(() => {
    const { engine } = document.querySelector('seesaw-playground');
    const call = engine.call.bind(engine);
    engine.call = async (...given) => {
      const answer = await call(...given);
      if (given[0] === 'evaluate') answer.milliseconds = 1;
      return answer;
    };
    const begun = performance.now();
    performance.now = () => begun;
  })()`);

/** What the worker is asked for waits until somebody lets it go. @param {import('playwright-core').Page} page */
const hold = (page) =>
  page.evaluate(`(() => {
    const { engine } = document.querySelector('seesaw-playground');
    const call = engine.call.bind(engine);
    const held = window.held = [];
    engine.call = (method, argument) => new Promise((resolve, reject) => {
      held.push({ method, go: () => call(method, argument).then(resolve, reject) });
    });
    window.letGo = () => {
      engine.call = call;
      for (const { go } of held) go();
    };
  })()`);

const GRAPH = `document.querySelector('seesaw-playground').shadowRoot.querySelector('seesaw-graph')`;

/** Names of the nodes that are drawn. @param {import('playwright-core').Page} page @returns {Promise<string[]>} */
const drawn = (page) => page.evaluate(`${GRAPH}?.state?.panes[0]?.drawing?.picture.nodes.name ?? []`);

test('a key shows its result without the worker, and the worker then has the same', async () => {
  const { page, complaints } = await pageWith(site, TEXT);
  await page.locator('[data-tab=graph]').click();
  await page.getByTestId('source').locator('.cm-line', { hasText: 'cos.default' }).click();
  await quick(page);
  let count = 5;
  const addLine = async () => {
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.insertText(`tanh_${++count} = torch.ops.aten.tanh.default(cos)`);
  };
  // The first keys are the worker's: the page's own module is loaded when somebody types into what was quick. Where a
  // key overtakes a slow one, the worker is a fresh one, and the page's module waits for its rest, too.
  for (let ready = false; !ready && count < 20;) {
    await page.waitForFunction(
      () => /** @type {any} */ (document.querySelector('seesaw-playground')).engine.rest === 'ready',
    );
    await addLine();
    await settled(page, new RegExp(`^${count} nodes`));
    await still(page);
    ready = await page
      .waitForFunction(
        () => /** @type {any} */ (document.querySelector('seesaw-playground')).model.live.readyAtOnce,
        undefined,
        { timeout: 3000 },
      )
      .then(
        () => true,
        () => false,
      );
  }
  await hold(page);
  await addLine();
  await page.waitForFunction((name) => {
    const { shadowRoot } = /** @type {any} */ (document.querySelector('seesaw-playground'));
    const [pane] = shadowRoot.querySelector('seesaw-graph').state.panes;
    return pane?.drawing?.picture.nodes.name.includes(name);
  }, `tanh_${count}`);
  assert.equal((await drawn(page)).length, count);
  await page
    .getByTestId('status')
    .filter({ hasText: `${count} nodes` })
    .waitFor();
  // The worker is to follow.
  await page.waitForFunction("window.held.some((one) => one.method === 'evaluate')");
  const seen = await page.evaluate(`Array.from(${GRAPH}.state.panes[0].drawing.picture.box)`);

  await page.evaluate('window.letGo()');
  await settled(page);
  const there = await page.evaluate(`(async () => {
    const { live } = document.querySelector('seesaw-playground').model;
    const { value } = await live.ask('picture', ${GRAPH}.state.wanted.requests[0]);
    return [Array.from(value.nodes.name), Array.from(value.box)];
  })()`);
  assert.deepEqual(there, [await drawn(page), seen], 'the worker drew the same picture in the same places');
  const { value } = await page.evaluate(
    `document.querySelector('seesaw-playground').model.live.ask('node', { step: 0, path: '', name: 'tanh_${count}' })`,
  );
  assert.equal(value.name, `tanh_${count}`);
  assert.deepEqual(complaints, []);
});
