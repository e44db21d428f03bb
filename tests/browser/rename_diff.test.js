/** The diff does not count a mere renaming; the signature is a table with its differences. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessibilityFindings, openSite, resultWith, settled, type } from '../../web/tools/browser.js';

const TEXT = `ExportedProgram:
    class GraphModule(torch.nn.Module):
        def forward(self, p_w: "f32[s0]", x: "f32[s0]"):
            _set_grad_enabled = torch._C._set_grad_enabled(False);  _set_grad_enabled = None
            sin: "f32[s0]" = torch.ops.aten.sin.default(x);  x = None
            _set_grad_enabled_1 = torch._C._set_grad_enabled(True);  _set_grad_enabled_1 = None
            cos: "f32[s0]" = torch.ops.aten.cos.default(sin)
            add: "f32[s0]" = torch.ops.aten.add.Tensor(cos, p_w);  cos = p_w = None
            return (sin, add)

Graph signature: ExportGraphSignature(input_specs=[InputSpec(kind=<InputKind.PARAMETER: 2>, \
arg=TensorArgument(name='p_w'), target='w', persistent=None), InputSpec(kind=<InputKind.USER_INPUT: 1>, \
arg=TensorArgument(name='x'), target=None, persistent=None)], \
output_specs=[OutputSpec(kind=<OutputKind.USER_OUTPUT: 1>, arg=TensorArgument(name='sin'), target=None), \
OutputSpec(kind=<OutputKind.USER_OUTPUT: 1>, arg=TensorArgument(name='add'), target=None)])
Range constraints: {s0: VR[2, 10]}
`;

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

/** @param {string} [text] @param {string} [shown] a part of the result */
async function open(text = TEXT, shown = 'add.Tensor(cos, p_w)') {
  const { page, complaints } = await site.page();
  await settled(page);
  await type(page, text);
  await resultWith(page, shown);
  return { page, complaints };
}

const NAMED = `class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 3]"):
        mine: "f32[2, 3]" = torch.ops.aten.sin.default(x);  x = None
        other: "f32[6]" = torch.ops.aten.view.default(mine, [6]);  mine = None
        last: "f32[6]" = torch.ops.aten.cos.default(other);  other = None
        return (last,)
        `;

test('a line in which only names changed is no change', async () => {
  const { page } = await open(NAMED, 'cos.default');
  await page.evaluate(() => {
    const playground = /** @type {any} */ (document.querySelector('seesaw-playground'));
    playground.model.changeSetup({
      pipeline: [{ name: 'replace_view_ops_with_view_copy_ops', enabled: true, options: {} }],
    });
  });
  await resultWith(page, 'view_copy: "f32[6]"');
  await page.locator('[data-tab=diff]').click();
  const changed = page.locator('seesaw-output .cm-merge-b .cm-changedLine');
  await changed.first().waitFor();
  // Everything has another name now; one call is another one.
  assert.deepEqual(await changed.allInnerTexts(), [
    '        view_copy: "f32[6]" = torch.ops.aten.view_copy.default(sin, [6]);  sin = None',
  ]);
  assert.equal(await page.getByTestId('changes').innerText(), '1 change');
  assert.deepEqual(await page.locator('seesaw-output .cm-merge-b .cm-changedText').allInnerTexts(), ['view_copy']);
  // The same in one column.
  await page.getByTestId('unified').click();
  const gone = page.locator('seesaw-output .cm-deletedChunk');
  await gone.first().waitFor();
  assert.equal(await gone.count(), 1);
  assert.match(await gone.innerText(), /aten\.view\.default\(mine/);
});

test('the signature and the ranges are a table, and what a pass changed stands out', async () => {
  const { page, complaints } = await open();
  await page.locator('[data-tab=signature]').click();
  const rows = (/** @type {string} */ part) => page.locator(`table[data-part=${part}] tbody tr`);
  const cells = async (/** @type {string} */ part) =>
    (await rows(part).allInnerTexts()).map((one) =>
      one
        .split(/\s*\t\s*/)
        .join(' ')
        .trim(),
    );
  await rows('input').first().waitFor();
  assert.deepEqual(await cells('input'), ['same PARAMETER p_w w', 'same USER_INPUT x']);
  assert.deepEqual(await cells('range'), ['same VR[2, 10] s0']);
  await page.locator('table[data-part=output] tr.changed').waitFor();
  assert.match((await cells('output'))[0], /changed ≠? ?USER_OUTPUT sin getitem/);
  assert.deepEqual(await accessibilityFindings(page), []);
  assert.deepEqual(complaints, []);
});
