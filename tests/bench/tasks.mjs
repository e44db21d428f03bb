/**
 * Twenty-five things that a stranger wants of the page, done by mouse and keys, and how many of them each takes.
 *
 *   scripts/bench tasks                                  # the page must be built: npm --prefix web run build
 *   for (const row of await walkTasks(site)) ...         # { number, words, before, now, seconds, failed }
 *
 * A click, a double click, a key with what is held beside it, a paste, a drop, and a text that is typed count one; a
 * choice from a list counts two. What stands on the screen counts nothing. Each task begins where somebody has the
 * text in front of them that it is about, and ends when the page shows what was asked for. `before`: before the start
 * page and the verdicts in words; null where nobody found the way. tests/browser/TASKS.md tells of each.
 */
import { kept, settled, still } from '../../web/tools/browser.js';
import { placeOf } from '../../web/tools/graph_page.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {Awaited<ReturnType<typeof import('../../web/tools/browser.js')['openSite']>>} Site */
/**
 * @typedef {{ number: number, words: string, before: number | null, walk: (person: Person) => Promise<unknown> }} Task
 * @typedef {{ arrive: (site: Site) => Promise<Page>, tasks: Task[] }} Place tasks that begin at the same text
 * @typedef {{ number: number, words: string, before: number | null, now: number, seconds: number,
 *   failed: string | null }} Row
 */

export const MOST = 8;
const PATIENCE = 20_000;

const GATED = `import torch

class Gated(torch.nn.Module):
    def forward(self, x: "f32[4]"):
        wave = x.sin()
        with torch.no_grad():
            gate = torch.cond(wave.sum() > 0, lambda v: v.exp(), lambda v: v.cos(), (wave,))
        return wave * gate
`;
const UNKNOWN = `import torch
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.c = torch.nn.Conv2d(3, 8, 3)
    def forward(self, x):
        return self.c(x)
`;
const ZERO = `def forward(self, x: "f32[3]"):
    exp = torch.ops.aten.exp.default(x)
    neg = torch.ops.aten.neg.default(exp)
    relu = torch.ops.aten.relu.default(neg)
    sum_1 = torch.ops.aten.sum.default(relu)
    return (sum_1,)
`;
const DEEP = `import torch
from torch import nn

class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(8, 24)
        self.proj = nn.Linear(8, 8)

    def forward(self, x):
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        return self.proj((q @ k.transpose(-2, -1)).softmax(-1) @ v)

class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.attn = Attention()
        self.up = nn.Linear(8, 16)
        self.down = nn.Linear(16, 8)

    def forward(self, x):
        x = x + self.attn(x)
        with torch.no_grad():
            scale = x.std()
        return x + self.down(torch.relu(self.up(x))) / scale

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([Block() for _ in range(12)])

    def forward(self, x: "f32[2, 5, 8]"):
        for block in self.blocks:
            x = block(x)
        return x
`;

/** Who does the tasks: each thing that hands do is counted. */
class Person {
  count = 0;

  /** @param {Page} page */
  constructor(page) {
    this.page = page;
  }

  /** @param {string} id */
  it(id) {
    return this.page.getByTestId(id).first();
  }

  /** @param {Locator} place */
  async click(place) {
    this.count++;
    await place.click({ timeout: PATIENCE });
  }

  /** @param {Locator} place */
  async doubleClick(place) {
    this.count++;
    await place.dblclick({ timeout: PATIENCE });
  }

  /** @param {string} name of a node of the picture */
  async clickNode(name) {
    const { x, y } = await placeOf(this.page, name);
    this.count++;
    await this.page.mouse.click(x, y);
  }

  /** The list opens, and one of it is taken. @param {Locator} list @param {string} value */
  async choose(list, value) {
    this.count += 2;
    await list.selectOption(value, { timeout: PATIENCE });
  }

  /** @param {string} key */
  async key(key) {
    this.count++;
    await this.page.keyboard.press(key);
  }

  /** @param {string} tab */
  see(tab) {
    return this.click(this.page.locator(`[data-tab=${tab}]`));
  }

  /** @param {string} text */
  async paste(text) {
    this.count++;
    await this.page.evaluate((given) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', given);
      document.body.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true }),
      );
    }, text);
  }

  /** @param {string} name @param {string} text of the file */
  async drop(name, text) {
    this.count++;
    const file = { name, text };
    await this.page.evaluate((given) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([given.text], given.name));
      const target = /** @type {any} */ (document.querySelector('seesaw-playground')).shadowRoot.querySelector('.main');
      target.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true, composed: true }));
    }, file);
  }

  /** Until the page shows it. @param {Locator} place @param {string | RegExp} [text] */
  shown(place, text = '') {
    return place.filter({ hasText: text }).first().waitFor({ timeout: PATIENCE });
  }
}

/** Somebody who has never been here. @param {Site} site */
async function stranger(site) {
  const { page } = await site.page({ stranger: true, reducedMotion: 'reduce' });
  await page.getByTestId('start-verdict').filter({ hasText: 'gradients changed' }).waitFor({ timeout: 60_000 });
  return page;
}

/** Somebody whose text is in the source. @param {string} text @param {string[]} [passes] */
const withText =
  (text, passes = ['replace_set_grad_with_hop_pass']) =>
  async (/** @type {Site} */ site) => {
    const { page } = await site.page({
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await settled(page);
    await page.evaluate(
      ([given, names]) => {
        const { model, commands } = /** @type {any} */ (document.querySelector('seesaw-playground'));
        const steps = /** @type {string[]} */ (names).map((name) => ({ name, enabled: true, options: {} }));
        model.changeSetup({ pipeline: steps });
        commands.open.text(given);
      },
      [text, passes],
    );
    await page.waitForFunction(
      () => !(/** @type {any} */ (document.querySelector('seesaw-playground')).model.live.pending),
    );
    return page;
  };

/** @param {Person} person */
const verdict = ({ page }) => page.locator('[data-pass=replace_set_grad_with_hop_pass] .verdict');
/** @param {Person} person @param {string} node */
const chosen = ({ page }, node) =>
  page.waitForFunction(
    (name) => /** @type {any} */ (document.querySelector('seesaw-playground')).model.view.node === name,
    node,
    { timeout: PATIENCE },
  );

/** @type {Place} */
const AT_START = {
  arrive: stranger,
  tasks: [
    {
      number: 1,
      words: 'What is this?',
      before: 2,
      walk: (person) => person.shown(person.page.getByRole('heading'), 'what a PyTorch pass does to your graph'),
    },
    {
      number: 2,
      words: 'Show me one case where a pass breaks something.',
      before: null,
      walk: (person) => person.shown(person.it('start-verdict'), /gradients changed: −?[\d.]+ → −?[\d.]+/),
    },
    {
      number: 3,
      words: 'Where in the source is what it lost?',
      before: null,
      async walk(person) {
        await person.click(person.it('start-source'));
        await person.shown(person.page.locator('.cm-region-chosen'));
      },
    },
    {
      number: 4,
      words: 'Can it be made right?',
      before: 1,
      async walk(person) {
        await person.click(person.it('start-fix'));
        await person.shown(person.it('start-verdict'), 'equal in values and gradients');
      },
    },
    {
      number: 24,
      words: 'Put this into my documentation.',
      before: 2,
      async walk(person) {
        await person.click(person.it('start-embed'));
        await person.shown(person.it('copy-frame'));
        await person.click(person.it('copy-frame'));
        await person.shown(person.page.getByRole('status'), /copied/);
      },
    },
    {
      number: 22,
      words: 'What do hooks see, and when?',
      before: 2,
      async walk(person) {
        await person.click(person.it('start-learn'));
        await person.shown(person.page.getByText('What happened'));
      },
    },
    {
      number: 6,
      words: 'I have a file.',
      before: 1,
      async walk(person) {
        await person.drop('mine.py', GATED.replace('Gated', 'Dropped'));
        await person.shown(person.page.locator('seesaw-editor'), 'class Dropped');
      },
    },
    {
      number: 5,
      words: 'I have a graph in the clipboard.',
      before: 3,
      async walk(person) {
        await person.paste(ZERO);
        await person.shown(person.page.locator('seesaw-editor'), 'sum_1 = torch');
      },
    },
  ],
};

/** @type {Place} */
const AT_VERDICT = {
  arrive: withText(GATED),
  tasks: [
    {
      number: 7,
      words: 'Is this pass safe for my graph?',
      before: 2,
      walk: (person) => person.shown(verdict(person), 'gradients differ'),
    },
    {
      number: 10,
      words: 'By how much?',
      before: 2,
      walk: (person) => person.shown(verdict(person), /−?[\d.]+ → −?[\d.]+/),
    },
    {
      number: 8,
      words: 'Which node differs first?',
      before: 2,
      async walk(person) {
        await person.click(verdict(person).locator('[data-verdict-node]'));
        await chosen(person, 'sum_1');
      },
    },
    {
      number: 9,
      words: 'Which region is to blame?',
      before: 3,
      async walk(person) {
        await person.click(verdict(person).locator('[data-verdict-region]'));
        await person.shown(person.page.locator('.cm-region-chosen'));
      },
    },
    {
      number: 13,
      words: 'What does each pass do?',
      before: 1,
      async walk(person) {
        await person.click(person.page.locator('seesaw-pipeline summary').first());
        await person.shown(person.it('option-help'), 'Do what was meant');
      },
    },
    {
      number: 15,
      words: 'What changed in the text?',
      before: 1,
      async walk(person) {
        await person.see('diff');
        await person.shown(person.page.locator('.cm-changedLine, .cm-deletedLine'));
      },
    },
    {
      number: 11,
      words: 'Keep the region.',
      before: 1,
      async walk(person) {
        await person.click(verdict(person).getByTestId('keep-region'));
        await person.shown(verdict(person), 'equal in values and gradients');
      },
    },
  ],
};

/** @type {Place} */
const AT_PICTURE = {
  arrive: withText(ZERO, ['constant_fold', 'eliminate_dead_code']),
  tasks: [
    {
      number: 19,
      words: 'Which nodes come from this line?',
      before: 2,
      async walk(person) {
        await person.click(person.page.locator('seesaw-editor .cm-line', { hasText: 'neg = torch' }));
        await person.shown(person.page.locator('seesaw-output .cm-followed'), 'neg');
      },
    },
    {
      number: 14,
      words: 'Put this pass before that one.',
      before: 2,
      async walk(person) {
        await person.click(person.page.locator('[data-pass=eliminate_dead_code]').getByRole('button', { name: /up/i }));
        await person.shown(person.page.locator('li[data-pass]').first(), 'eliminate_dead_code');
      },
    },
    {
      number: 17,
      words: 'Which node made my gradient zero?',
      before: 3,
      async walk(person) {
        await person.see('autograd');
        await person.shown(person.page.locator('tr[data-node=relu]'), '[1, 1, …]');
        await person.shown(person.page.locator('tr[data-node=neg]'), '[0, 0, …]');
      },
    },
    {
      number: 18,
      words: 'Which line made this node?',
      before: 3,
      async walk(person) {
        await person.see('graph');
        await still(person.page);
        await person.clickNode('relu');
        await person.shown(person.page.locator('seesaw-editor .cm-followed'), 'relu = torch');
      },
    },
    {
      number: 20,
      words: 'How large is this tensor?',
      before: 2,
      async walk(person) {
        await person.see('graph');
        await still(person.page);
        await person.clickNode('exp');
        await person.shown(person.page.locator('seesaw-graph .card'), 'f32[3]');
      },
    },
    {
      number: 21,
      words: 'Show it before and after, side by side.',
      before: 2,
      async walk(person) {
        await person.see('graph');
        await person.click(person.it('pair'));
        await person.page.locator('seesaw-canvas').nth(1).waitFor({ timeout: PATIENCE });
      },
    },
    {
      number: 23,
      words: 'Send this to a colleague.',
      before: 2,
      async walk(person) {
        await person.click(person.it('share'));
        await person.click(person.it('copy-link'));
        await person.shown(person.page.getByRole('status'), 'The link is copied');
      },
    },
    {
      number: 25,
      words: 'Give me back what I had yesterday.',
      before: 2,
      async walk(person) {
        await kept(person.page);
        await person.page.evaluate((text) => {
          const { commands } = /** @type {any} */ (document.querySelector('seesaw-playground'));
          commands.open.text(text);
        }, UNKNOWN);
        await person.shown(person.page.locator('seesaw-editor'), 'Conv2d');
        await person.key('Control+Shift+o');
        await person.click(person.page.locator('[data-document]', { hasText: 'forward' }).first());
        await person.shown(person.page.locator('seesaw-editor'), 'relu = torch');
      },
    },
  ],
};

/** @type {Place} */
const AT_UNKNOWN = {
  arrive: withText(UNKNOWN),
  tasks: [
    {
      number: 12,
      words: "My module says: what 'x' is, is not known.",
      before: 25,
      async walk(person) {
        await person.click(person.it('remedy').filter({ hasText: 'Annotate x: "f32[1, 3, 32, 32]"' }));
        await person.shown(person.it('status'), 'captured');
      },
    },
  ],
};

/** @type {Place} */
const AT_DEEP = {
  arrive: withText(DEEP),
  tasks: [
    {
      number: 16,
      words: 'What did it do to attention 7?',
      before: 4,
      async walk(person) {
        await person.see('graph');
        await still(person.page);
        const row = (/** @type {string} */ text) =>
          person.page.locator('seesaw-outline [role=treeitem]', { hasText: text }).first();
        await person.doubleClick(row('blocks.7: Block'));
        await person.shown(row('blocks.7.attn'));
        await person.shown(row('wrap_with_set_grad_enabled'));
      },
    },
  ],
};

const PLACES = [AT_START, AT_VERDICT, AT_PICTURE, AT_UNKNOWN, AT_DEEP];
export const TASKS = PLACES.flatMap(({ tasks }) => tasks).sort((one, other) => one.number - other.number);

/** Back to where a task begins: nothing is open, and the text of the result is seen. @param {Page} page */
async function again(page) {
  await page.keyboard.press('Escape');
  await page.evaluate(() => {
    const { model, commands } = /** @type {any} */ (document.querySelector('seesaw-playground'));
    commands.closeDialog();
    model.setView({ tab: 'result', node: null });
  });
}

/**
 * @param {Page} page
 * @param {Task} task
 * @returns {Promise<Row>}
 */
async function walked(page, { number, words, before, walk }) {
  const person = new Person(page);
  const began = performance.now();
  const failed = await walk(person).then(
    () => null,
    (/** @type {Error} */ error) => error.message.split('\n').slice(0, 4).join(' '),
  );
  return { number, words, before, now: person.count, seconds: (performance.now() - began) / 1000, failed };
}

/** @param {Site} site @returns {Promise<Row[]>} by number */
export async function walkTasks(site) {
  /** @type {Row[]} */
  const rows = [];
  for (const { arrive, tasks } of PLACES) {
    const page = await arrive(site);
    for (const [at, task] of tasks.entries()) {
      if (at > 0 && arrive !== stranger) await again(page);
      else if (at > 0) await page.keyboard.press('Escape');
      rows.push(await walked(page, task));
    }
    await page.context().close();
  }
  return rows.sort((one, other) => one.number - other.number);
}
