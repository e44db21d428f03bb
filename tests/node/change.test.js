// Edits of a person from JavaScript: each kind on texts that PyTorch printed, and what is refused.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { SeesawError, Session } from '../../wasm/js/index.js';
import { random, recordedTexts } from './support.js';
import { pieces } from './pieces.js';

/** @type {Session} */
let session;
before(async () => {
  session = await Session.create({ full: true });
});

const TEXT = `class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[2, 3]"):
        sin: "f32[2, 3]" = torch.ops.aten.sin.default(x);  x = None
        cos: "f32[2, 3]" = torch.ops.aten.cos.default(sin);  sin = None
        return (cos,)
        `;

/** @param {() => unknown} run */
function diagnosticOf(run) {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof SeesawError);
    return error.diagnostics[0];
  }
  return assert.fail('nothing was thrown');
}

describe('change', () => {
  it('takes a text or a handle, and answers with both', () => {
    const answer = session.change(TEXT, {
      do: 'insert',
      text: 'torch.ops.aten.relu.default(sin)',
      after: 'sin',
      users: true,
    });
    assert.equal(answer.title, 'Insert relu');
    assert.deepEqual(answer.made, ['relu']);
    assert.deepEqual(answer.diagnostics, []);
    assert.equal(answer.format, 'readable');
    assert.equal(answer.rewritten, false);
    assert.match(answer.text, /cos: "f32\[2, 3\]" = torch.ops.aten.cos.default\(relu\)/);
    assert.equal(session.print(answer.handle), answer.text);
    const opened = session.open(TEXT);
    assert.equal(
      session.change(opened.handle, { do: 'rename', node: 'sin', name: 'wave' }, { source: TEXT }).text,
      TEXT.replaceAll(/\bsin\b(?!\.default)/g, 'wave'),
    );
    assert.equal(session.print(opened.handle), TEXT, 'the program that was given stays');
  });

  it('tells what PyTorch would say of the shapes, with the line', () => {
    const { text, diagnostics } = session.change(TEXT, { do: 'arguments', node: 'cos', text: 'sin, 2' });
    assert.equal(diagnostics.length, 1);
    assert.equal(diagnostics[0].line, 4);
    assert.equal(diagnostics[0].node, 'cos');
    assert.match(
      diagnostics[0].message,
      pieces(
        /^aten::cos\(\) takes 1 positional argument\(s\) but 2 was\/were given\. {2}Declaration: /,
        /aten::cos\(Tensor self\) -> Tensor$/,
      ),
    );
    assert.equal(session.checkValues(text)[0].message, diagnostics[0].message);
  });

  it('knows that operators in a region of autocast cast their arguments, and in the graph that it became', () => {
    const source = `class GraphModule(torch.nn.Module):
    def forward(self, x: "f32[3, 3]", y: "f32[3, 3]"):
        _enter_autocast = torch.amp.autocast_mode._enter_autocast('cpu', torch.bfloat16, True, False)
        mm: "bf16[3, 3]" = torch.ops.aten.mm.default(x, y)
        mm_1: "bf16[3, 3]" = torch.ops.aten.mm.default(mm, y)
        _exit_autocast = torch.amp.autocast_mode._exit_autocast(_enter_autocast)
        return (mm_1,)
`;
    assert.deepEqual(session.checkValues(source), []);
    const rewritten = session.run(session.open(source).handle, ['replace_autocast_with_hop_pass']);
    assert.deepEqual(session.checkValues(session.print(rewritten.handle)), []);
    // Of tensors without elements PyTorch's mm compares no dtypes; baddbmm does.
    const behind = source.replace(
      'return (mm_1,)',
      'a = torch.ops.aten.unsqueeze.default(mm_1, 0)\n        b = torch.ops.aten.unsqueeze.default(y, 0)\n' +
        '        mm_2 = torch.ops.aten.baddbmm.default(a, a, b)\n        return (mm_2,)',
    );
    assert.match(session.checkValues(behind)[0].message, /BFloat16 but found Float/, 'not behind it');
    const edited = session.change(source, { do: 'insert', text: 'torch.ops.aten.mm.default(mm_1, y)', after: 'mm_1' });
    assert.deepEqual(edited.diagnostics, []);
    assert.match(edited.text, /mm_2: "bf16\[3, 3\]"/);
  });

  it('works out what a text does not say, and holds what it says against that', () => {
    const told = (/** @type {string} */ body) =>
      session.checkValues(`def forward(self, x: "f32[2, 3]", y: "f32[3, 2]"):\n${body}    return (b,)\n`);
    const brief = (/** @type {string} */ body) =>
      told(body).map(({ severity, line, message, notes }) => [severity, line, message, notes?.[0]?.message]);
    const mm = '    a = torch.ops.aten.mm.default(x, y)\n';
    assert.deepEqual(brief(`${mm}    b = torch.ops.aten.add.Tensor(a, a)\n`), []);
    const sizes = 'The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 1';
    assert.deepEqual(brief(`${mm}    b = torch.ops.aten.add.Tensor(a, x)\n`), [['error', 3, sizes, undefined]]);
    // What is wrong has no value: one mistake, one diagnostic.
    assert.deepEqual(
      brief('    a = torch.ops.aten.mm.default(x, x)\n    b = torch.ops.aten.add.Tensor(a, x)\n').map(
        ([, line]) => line,
      ),
      [2],
    );
    const otherwise = brief(`${mm.replace('a =', 'a: "f32[2, 3]" =')}    b = torch.ops.aten.add.Tensor(a, x)\n`);
    assert.deepEqual(
      otherwise.map(([severity, line, message]) => [severity, line, message]),
      [['warning', 2, 'the text says f32[2, 3], and the call gives f32[2, 2]']],
    );
    const without =
      'graph():\n    %x : [num_users=1] = placeholder[target=x]\n    %body : [num_users=1] = ' +
      'get_attr[target=submod_1]\n    %wrap : [num_users=0] = ' +
      'call_function[target=torch.ops.higher_order.wrap_with_set_grad_enabled](args ' +
      '' +
      '= (False, %body, %x), ' +
      'kwargs = {})\n    return (x,)';
    assert.deepEqual(session.checkValues(without), [], 'bodies that the form does not show');
    assert.deepEqual(
      brief(`    b: "f32[s0, 2]" = torch.ops.aten.mm.default(x, y)\n`),
      [],
      'a symbol may be any number',
    );
  });

  it('tells of operators that nobody knows, and which were meant', () => {
    const told = (/** @type {string} */ target) =>
      session
        .checkValues(`def forward(self, x: "f32[2]"):\n    a = ${target}(x)\n    return (a,)\n`)
        .map(({ severity, message, notes }) => [severity, message, notes?.[0]?.message]);
    const no = (/** @type {string} */ name) =>
      `PyTorch 2.6.0 has no operator aten.${name}: what it gives is not computed`;
    assert.deepEqual(told('torch.ops.aten.sinn.default'), [['warning', no('sinn'), 'did you mean aten.sin?']]);
    assert.deepEqual(
      told('torch.ops.aten.sinn'),
      [['warning', no('sinn'), 'did you mean aten.sin?']],
      'without an overload',
    );
    assert.deepEqual(
      told('torch.ops.aten.sinn_.default').map(([, , note]) => note),
      ['did you mean aten.sin_?'],
    );
    assert.deepEqual(
      told('torch.ops.aten.sotfmax.int').map(([, , note]) => note),
      ['did you mean aten.softmax?'],
    );
    assert.deepEqual(told('torch.ops.aten.zzzzzzzzzz.default'), [['warning', no('zzzzzzzzzz'), undefined]]);
    assert.deepEqual(told('torch.ops.aten.neg.Tensor'), [
      ['warning', "aten.neg has no overload 'Tensor' in PyTorch 2.6.0", 'it has: default out'],
    ]);
    // What PyTorch has and Seesaw has no record of is reported once.
    const twice = session.checkValues(
      'def forward(self, x: "f32[2]"):\n    a = torch.ops.aten._chunk_cat.default([x], 0, 1)\n    b = ' +
        'torch.ops.aten._chunk_cat.default([x], 0, 2)\n    return (a, b)\n',
    );
    assert.deepEqual(
      twice.map(({ severity, line, message }) => [severity, line, message]),
      [['info', 2, 'Seesaw has no record of aten._chunk_cat.default: what it gives is not computed']],
    );
    // The name that was meant is looked for a few times only.
    const many = session.checkValues(
      'def forward(self, x: ' +
        `"f32[2]"):\n${Array.from({ length: 200 }, (_, i) => `    a${i} = torch.ops.aten.sinn${i}.default(x)\n`).join(
          '',
        )} ` +
        '' +
        '' +
        '   return (x,)\n',
    );
    assert.equal(many.length, 200);
    assert.ok(many.filter(({ notes }) => notes !== undefined && notes.length > 0).length <= 25);
    for (const known of ['aten.sin.default', 'aten.sin_.default', 'mine.anything.default', 'higher_order.map_impl'])
      assert.deepEqual(
        told(`torch.ops.${known}`).filter(([, message]) => /PyTorch 2|no record/.test(String(message))),
        [],
        known,
      );
  });

  it('refuses with a place and a remedy, and changes nothing', () => {
    const wrong = diagnosticOf(() => session.change(TEXT, { do: 'delete', nodes: ['sin'] }));
    assert.equal(wrong.node, 'sin');
    assert.match(String(wrong.notes?.[0].message), /one of its arguments: 'x'/);
    const typed = diagnosticOf(() =>
      session.change(TEXT, { do: 'argument', node: 'cos', slot: [0], text: 'sin, zin' }),
    );
    assert.deepEqual([typed.line, typed.column], [1, 6]);
    // @ts-expect-error no such change
    assert.match(diagnosticOf(() => session.change(TEXT, { do: 'dance' })).message, /there is no change 'dance'/);
    assert.match(
      diagnosticOf(() => session.change(/** @type {any} */ (null), { do: 'inline', node: 'x' })).message,
      /a handle must be an integer/,
    );
  });

  it('takes garbage in any place, and leaves no program behind', () => {
    const text = 'def forward(self, x):\n    sin = torch.sin(x)\n    return (sin,)\n';
    const values = [
      undefined,
      null,
      true,
      -1,
      1.5,
      2 ** 53,
      '',
      'sin',
      ')',
      '\0',
      '💥'.repeat(50),
      '('.repeat(5000),
      [],
      [[]],
      ['x', 'x'],
      [0, 0, 0],
      {},
      { node: 'sin', slot: [0] },
    ];
    const base = {
      insert: { text: 'torch.relu(sin)' },
      delete: { nodes: ['sin'] },
      argument: { node: 'sin', slot: [0], text: 'x' },
      arguments: { node: 'sin', text: 'x' },
      target: { node: 'sin', target: 'torch.cos' },
      rename: { node: 'sin', name: 'a' },
      set_grad: { nodes: ['sin'] },
      extract: { nodes: ['sin'] },
      inline: { node: 'sin' },
      duplicate: { nodes: ['sin'] },
    };
    const open = () => session.call('status').value.programs;
    const before = open();
    for (const [name, given] of Object.entries(base)) {
      for (const key of [
        'text',
        'name',
        'after',
        'users',
        'into',
        'node',
        'nodes',
        'input',
        'slot',
        'target',
        'enabled',
      ]) {
        for (const value of values) {
          try {
            const { handle, text: now } = session.change(
              text,
              /** @type {any} */ ({ do: name, ...given, [key]: value }),
            );
            session.close(handle);
            session.close(session.open(now).handle);
          } catch (error) {
            assert.ok(
              error instanceof SeesawError && error.diagnostics[0].code !== 'trap',
              `${name}, ${key}: ${JSON.stringify(value)}: ${error}`,
            );
          }
        }
      }
    }
    assert.equal(open(), before);
  });

  it('copies nodes as statements that can be inserted again', () => {
    const statements = session.copyNodes(TEXT, ['cos', 'sin']);
    assert.equal(statements, 'sin = torch.ops.aten.sin.default(x)\ncos = torch.ops.aten.cos.default(sin)\n');
    const { made } = session.change(TEXT, { do: 'insert', text: statements, after: 'cos' });
    assert.deepEqual(made, ['sin_1', 'cos_1']);
  });

  it('finds nothing wrong with what PyTorch printed', () => {
    const wrong = recordedTexts()
      .filter(({ text }) => text.length < 40000)
      .map(({ id, text }) => [id, session.checkValues(text)]);
    assert.ok(wrong.length > 200);
    assert.deepEqual(
      wrong.filter(([, found]) => found.length > 0),
      [],
    );
  });

  it('does each edit to what PyTorch printed, and only where it belongs', () => {
    const chance = random(7);
    const texts = recordedTexts().filter(({ text }) => text.length < 20000);
    let done = 0;
    let near = 0;
    for (let i = 0; i < 120; ++i) {
      const { id, text } = texts[chance() % texts.length];
      const { handle } = session.open(text);
      const { modules } = JSON.parse(session.print(handle, { format: 'json' }));
      const nodes = modules[0].nodes.filter((/** @type {any} */ node) => node.op === 'call_function');
      session.close(handle);
      // Names that somebody set by hand may be there twice: no text of such a graph can be read.
      if (
        nodes.length === 0 ||
        new Set(modules[0].nodes.map((/** @type {any} */ node) => node.name)).size < modules[0].nodes.length
      )
        continue;
      const pick = () => nodes[chance() % nodes.length].name;
      const name = pick();
      /** @type {import('../../wasm/js/index.js').Change[]} */
      const changes = [
        { do: 'rename', node: name, name: 'renamed_by_test' },
        { do: 'insert', text: `torch.ops.aten.relu.default(${name})`, after: name },
        { do: 'duplicate', nodes: [name] },
        { do: 'delete', nodes: [name], input: 'first' },
        { do: 'extract', nodes: [name, pick()] },
        { do: 'set_grad', nodes: [name, pick()] },
      ];
      for (const change of changes) {
        try {
          const answer = session.change(text, change);
          const again = session.open(answer.text);
          assert.equal(again.nodes, answer.nodes, `${id}, ${change.do}`);
          session.close(again.handle);
          session.close(answer.handle);
          const lines = new Set(answer.text.split('\n'));
          const kept = text.split('\n').filter((line) => lines.has(line)).length;
          if (change.do === 'insert' && kept >= text.split('\n').length - 3) ++near;
          ++done;
        } catch (error) {
          // A refusal says where and why; anything else is a mistake of ours.
          if (!(error instanceof SeesawError)) throw error;
          assert.ok(
            ['used', 'order', 'region', 'node', 'name', 'text', 'edit'].includes(error.diagnostics[0].code),
            `${id}, ${change.do}: ${JSON.stringify(error.diagnostics)}`,
          );
        }
      }
    }
    assert.ok(done > 400, `${done} edits were done`);
    assert.ok(near > 80, `${near} insertions kept the lines around`);
  });
});
