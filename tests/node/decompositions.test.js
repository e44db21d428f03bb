/**
 * run_decompositions and insert_deferred_runtime_asserts on small programs; what PyTorch recorded of larger ones is in
 * the replay.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { Session } from '../../wasm/js/index.js';

const session = await Session.create({ full: true });

/** @param {string} text @param {string} name @param {Record<string, string>} [options] */
function after(text, name, options = {}) {
  const { handle } = session.open(text);
  const result = session.run(handle, [{ name, options }], {});
  session.close(handle);
  return result;
}

/** @param {string} text @param {string} name @param {Record<string, string>} [options] */
const codeAfter = (text, name, options = {}) =>
  session.print(after(text, name, options).handle, { format: 'code' }).trim();

const LINEAR = `def forward(self, p_w: "f32[4, 3]", p_b: "f32[4]", x: "f32[2, 3]"):
    linear: "f32[2, 4]" = torch.ops.aten.linear.default(x, p_w, p_b)
    return (linear,)
`;

test('an operator becomes those of its rule, and their rules follow', () => {
  const code = codeAfter(LINEAR, 'run_decompositions');
  assert.match(code, /permute = torch\.ops\.aten\.permute\.default\(p_w, \[1, 0\]\)/);
  assert.match(code, /addmm = torch\.ops\.aten\.addmm\.default\(p_b, x, permute\)/);
  assert.match(code, /return \(addmm,\)/);
});

test('with the empty table only what always is taken apart goes', () => {
  assert.match(codeAfter(LINEAR, 'run_decompositions', { table: 'empty' }), /aten\.linear\.default\(x, p_w, p_b\)/);
});

test('a write becomes a result, dead code goes', () => {
  const code = codeAfter(
    'def forward(self, x: "f32[3]"):\n    add_ = torch.ops.aten.add_.Tensor(x, 1)\n    sin = ' +
      'torch.ops.aten.sin.default(x)\n    cos = ' +
      'torch.ops.aten.cos.default(x)\n    return (cos,)\n',
    'run_decompositions',
  );
  assert.match(code, /add = torch\.ops\.aten\.add\.Tensor\(x, 1\)/);
  assert.match(code, /cos\.default\(add\)/);
  assert.doesNotMatch(code, /sin/);
  assert.match(code, /return \(add, cos\)/);
});

test('a write to a view reaches the tensor, and its other views are taken again', () => {
  const code = codeAfter(
    'def forward(self, x: "f32[3, 4]"):\n    select = torch.ops.aten.select.int(x, 0, 1)\n    permute = ' +
      'torch.ops.aten.permute.default(x, [1, 0])\n    mul_ = ' +
      'torch.ops.aten.mul_.Tensor(select, 2)\n    add = ' +
      'torch.ops.aten.add.Tensor(permute, 1)\n    return (add,)\n',
    'run_decompositions',
    { table: 'empty' },
  );
  assert.match(code, /select_scatter = torch\.ops\.aten\.select_scatter\.default\(x, mul, 0, 1\)/);
  assert.match(code, /permute_1 = torch\.ops\.aten\.permute\.default\(select_scatter, \[1, 0\]\)/);
  assert.match(code, /return \(select_scatter, add\)/);
});

test('an operator without a rule is refused', () => {
  const { reports } = after(
    'def forward(self, x: "f32[3, 4]"):\n    a = torch.ops.aten._dim_arange.default(x, 0)\n    return (a,)\n',
    'run_decompositions',
  );
  assert.equal(reports[0].diagnostics[0].code, 'no-decomposition');
});

const ITEM = `def forward(self, x: "f32[3]", n: "i64[]"):
    item: "Sym(u0)" = torch.ops.aten.item.default(n)
    sym_constrain_range = torch.ops.aten.sym_constrain_range.default(item, min = 1, max = 9)
    mul: "f32[3]" = torch.ops.aten.mul.Tensor(x, item)
    return (mul,)
`;

test('ranges and conditions of sizes become assertions', () => {
  const code = codeAfter(ITEM, 'insert_deferred_runtime_asserts', { asserts: '0 < u0\nu0 <= 9' });
  assert.match(code, /ge = item >= 1/);
  assert.match(code, /expression u0 <= 9 on node 'le'/);
  assert.match(code, /gt = item > 0/);
  assert.equal(code.match(/u0 <= 9/g)?.length, 1);
  assert.doesNotMatch(code, /sym_constrain_range/);
});

test('a text that is no condition is refused', () => {
  const { reports } = after(ITEM, 'insert_deferred_runtime_asserts', { asserts: 'u0 + 1' });
  assert.equal(reports[0].ran, false);
});

test("PyTorch's operators without a record stay, and are reported once; those of others are not", () => {
  const program = `def forward(self, x: "f32[2, 3]"):
    special_airy_ai: "f32[2, 3]" = torch.ops.aten.special_airy_ai.default(x)
    special_airy_ai_1: "f32[2, 3]" = torch.ops.aten.special_airy_ai.default(x)
    own: "f32[2, 3]" = torch.ops.mylib.own.default(x)
    return (special_airy_ai, special_airy_ai_1, own)
`;
  const { handle, reports } = after(program, 'run_decompositions');
  assert.match(
    session.print(handle, { format: 'code' }),
    /aten\.special_airy_ai\.default\(x\)[^]*mylib\.own\.default\(x\)/,
  );
  assert.deepEqual(
    reports[0].diagnostics.map((/** @type {any} */ d) => [d.severity, d.code]),
    [['warning', 'no-record']],
  );
  assert.match(reports[0].diagnostics[0].message, /'torch\.ops\.aten\.special_airy_ai\.default'/);
  assert.equal(
    reports[0].why.filter((/** @type {any} */ entry) => entry.trigger === 'aten.special_airy_ai.default').length,
    1,
  );
});

test('a size that no node asked for yet is asked for where the inputs are', () => {
  const code = codeAfter(
    'def forward(self, x: "f32[s0, 3]"):\n    stack: "f32[2, s0, 3]" = torch.ops.aten.stack.default([x, ' +
      'x])\n    return (stack,)\n',
    'run_decompositions',
  );
  const size = /(sym_size_int\w*) = torch\.ops\.aten\.sym_size\.int\(x, 0\)\n\s*cat = /.exec(code)?.[1];
  assert.ok(size !== undefined && code.includes(`view = torch.ops.aten.view.default(cat, [2, ${size}, 3])`), code);
});

test('inputs that stand for the same parameter become one, called by it', () => {
  const program = `ExportedProgram:
    class GraphModule(torch.nn.Module):
        def forward(self, p_a_weight: "f32[4, 4]", p_b_weight: "f32[4, 4]", x: "f32[3, 4]"):
            linear: "f32[3, 4]" = torch.ops.aten.linear.default(x, p_a_weight);  x = None
            linear_1: "f32[3, 4]" = torch.ops.aten.linear.default(linear, p_b_weight);  linear = p_b_weight = None
            return (linear_1,)

Graph signature: ExportGraphSignature(input_specs=[InputSpec(kind=<InputKind.PARAMETER: 2>, \
arg=TensorArgument(name='p_a_weight'), target='b.weight', persistent=None), InputSpec(kind=<InputKind.PARAMETER: 2>, \
arg=TensorArgument(name='p_b_weight'), target='b.weight', persistent=None), InputSpec(kind=<InputKind.USER_INPUT: 1>, \
arg=TensorArgument(name='x'), target=None, persistent=None)], \
output_specs=[OutputSpec(kind=<OutputKind.USER_OUTPUT: 1>, arg=TensorArgument(name='linear_1'), target=None)])
Range constraints: {}
`;
  const text = session.print(after(program, 'run_decompositions').handle, { format: 'program' });
  assert.match(text, /def forward\(self, p_b_weight: "f32\[4, 4\]", x: "f32\[3, 4\]"\)/);
  assert.match(
    text,
    /permute: [^]*permute\.default\(p_b_weight, \[1, 0\]\)[^]*permute_1: [^]*permute\.default\(p_b_weight, \[1, 0\]\)/,
  );
  assert.equal(text.match(/target='b\.weight'/g)?.length, 1);
});
