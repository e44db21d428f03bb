/**
 * Texts that PyTorch 2.14 prints and 2.6 does not: headers of other code generators, values that repr() does not give
 * back.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { Session } from '../../wasm/js/index.js';

/** @type {Record<string, string>} */
const TEXTS = JSON.parse(readFileSync(new URL('../data/printed_newest.json', import.meta.url), 'utf8')).texts;
const session = await Session.create();

/** @param {string} text @param {string} format */
function again(text, format) {
  const { handle, diagnostics } = session.open(text);
  const printed = session.print(handle, { format: /** @type {any} */ (format) });
  // The same from Seesaw's JSON: nothing of the header is held by the text alone.
  const json = session.open(session.print(handle, { format: 'json' }));
  const from = session.print(json.handle, { format: /** @type {any} */ (format) });
  session.close(handle);
  session.close(json.handle);
  return { printed, from, diagnostics };
}

/**
 * print_readable of 2.14 sets comments a space further left than 2.6 does, and leaves empty lines empty.
 * @param {string} text
 */
const dialect = (text) =>
  text
    .split('\n')
    .map((line) => line.trimEnd().replace(/^((?: {4})*) # /, '$1# '))
    .join('\n')
    .replaceAll(/\n\n+/g, '\n')
    .trim();
/** Empty lines around a function are the form's own. @param {string} text */
const body = (text) => text.replace(/^\n+/, '').trimEnd();

for (const form of ['code', 'readable', 'graph']) {
  test(`what 2.14 prints as ${form} is read and printed back`, () => {
    const names = Object.keys(TEXTS).filter((name) => name.endsWith(`/${form}`));
    assert.ok(names.length > 40, String(names.length));
    const same = form === 'readable' ? dialect : body;
    for (const name of names) {
      const { printed, from, diagnostics } = again(TEXTS[name], form);
      assert.deepEqual(diagnostics, [], name);
      assert.equal(same(printed), same(TEXTS[name]), name);
      assert.equal(from, printed, name);
    }
  });
}

test('a header is no part of the graph: its names are the placeholders', () => {
  const inputs = (/** @type {string} */ name) =>
    [
      ...session
        .print(session.open(TEXTS[`${name}/code`]).handle, { format: 'graph' })
        .matchAll(/%(\w+) : .*placeholder/g),
    ].map((match) => match[1]);
  assert.deepEqual(inputs('bytecode_two'), ['l_x_']);
  assert.deepEqual(inputs('bytecode_module').length, 4);
  assert.deepEqual(inputs('shuffle_root'), ['p_lin_weight', 'l_x_']);
  assert.deepEqual(inputs('boxed_two'), ['a', 'b']);
  assert.doesNotMatch(
    session.print(session.open(TEXTS['record_func/code']).handle, { format: 'graph' }),
    /_rf|profiler/,
  );
});

test('metadata in quotes is reported', () => {
  const { diagnostics } = session.open(
    'def forward(self, x):\n    """\n    val: 1\n    """\n    sin = x.sin();  x = None\n    return sin\n',
  );
  assert.deepEqual(
    diagnostics.map((one) => one.message),
    ['text in quotes is left out'],
  );
});

test('load_args of fx_graph_runnable says what the inputs are', () => {
  const text = `from torch.nn import *
class Repro(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()

    def forward(self, arg0_1, arg1_1, arg2_1):
        mul = torch.ops.aten.mul.Tensor(arg0_1, arg1_1);  arg0_1 = arg1_1 = None
        add = torch.ops.aten.add.Tensor(mul, arg2_1);  mul = arg2_1 = None
        return (add,)

def load_args(reader):
    buf0 = reader.storage(None, 12, device=device(type='cuda', index=0), dtype_hint=torch.float16)
    reader.tensor(buf0, (2, 3), dtype=torch.float16, is_leaf=True)  # arg0_1
    buf1 = reader.storage(None, 24)
    reader.tensor(buf1, (2, 3), (1, 2), is_leaf=True)  # arg1_1
    buf2 = reader.storage('0123', 8, device=device(type='cpu'), dtype_hint=torch.int64)
    reader.tensor(buf2, (), dtype=torch.int64, is_leaf=True)  # arg2_1
load_args._version = 0
mod = Repro()
if __name__ == '__main__':
    from torch._dynamo.repro.after_aot import run_repro
`;
  const { handle, diagnostics } = session.open(text);
  assert.deepEqual(diagnostics, []);
  const printed = session.print(handle, { format: 'readable', strides: true });
  assert.match(printed, /arg0_1: "f16\[2, 3\]\[3, 1\]", arg1_1: "f32\[2, 3\]\[1, 2\]", arg2_1: "i64\[\]\[\]"/);
  assert.match(session.print(handle, { format: 'json' }), /cuda:0/);
  const fewer = session.open(text.replace(/ {4}buf2.*\n.*arg2_1\n/, '')).diagnostics;
  assert.deepEqual(
    fewer.map((one) => one.message),
    ['load_args describes 2 inputs, and forward has 3'],
  );
});
