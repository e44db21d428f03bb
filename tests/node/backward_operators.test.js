/**
 * Operators of backward graphs that have rules and no recorded samples: what PyTorch 2.6.0 gives for one call each, and
 * what it refuses. The numbers are PyTorch's.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Session } from '../../wasm/js/index.js';

/** @type {Session} */
let session;
before(async () => {
  session = await Session.create({ full: true });
});

/** @param {number[]} shape @param {(number | string)[]} data */
const f32 = (shape, data) => ({ dtype: 'f32', shape, data });
/** @param {number[]} shape @param {number} value */
const filled = (shape, value) => f32(shape, Array(shape.reduce((all, one) => all * one, 1)).fill(value));
/** @param {number} count @param {number[]} shape */
const counted = (count, shape) => f32(shape, [...Array(count).keys()]);

/** @param {string} call of t0, t1, ... @param {ReturnType<typeof f32>[]} inputs @returns {number[][]} */
function run(call, inputs) {
  const names = inputs.map(({ shape }, i) => `t${i}: "f32[${shape.join(', ')}]"`).join(', ');
  const text = `def forward(self, ${names}):\n    y = torch.ops.aten.${call}\n    return (y,)\n`;
  const { handle } = session.open(text);
  try {
    const y = /** @type {any} */ (session.exec(handle, { inputs }).outputs[0]);
    return (y.value?.tuple ?? y.tuple ?? y.items ?? [y]).map((/** @type {any} */ one) => (one.value ?? one).data);
  } finally {
    session.close(handle);
  }
}
/** @param {number[]} got @param {number[]} want */
function near(got, want) {
  assert.equal(got.length, want.length);
  for (const [i, value] of want.entries()) assert.ok(Math.abs(value - got[i]) <= 1e-5, `${got} is not ${want}`);
}

test('each side of an image is resized by its own scale, whatever the size that it gives', () => {
  const image = [counted(16, [1, 1, 4, 4])];
  near(run('upsample_nearest2d.default(t0, [6, 6], 2.0, 2.0)', image)[0].slice(0, 6), [0, 0, 1, 1, 2, 2]);
  const linear = run('upsample_bilinear2d.default(t0, [6, 6], False, 2.0, 2.0)', image)[0];
  near(linear.slice(0, 6), [0, 0.25, 0.75, 1.25, 1.75, 2.25]);
  const [back] = run('upsample_nearest2d_backward.default(t0, [6, 6], [1, 1, 4, 4], 2.0, None)', [
    filled([1, 1, 6, 6], 1),
  ]);
  near(back, [4, 2, 4, 2, 4, 2, 4, 2, 4, 2, 4, 2, 0, 0, 0, 0]);
});

test('weights of one dimension are normalised element by element', () => {
  const [v, ones, grad, g] = [
    [1, 2, 3],
    [1, 1, 1],
    [1, 2, 4],
    [2, 2, 2],
  ].map((data) => f32([3], data));
  const forward = run('_weight_norm_interface.default(t0, t1, 0)', [v, ones]);
  near(forward[0], [1, 1, 1]);
  near(forward[1], [1, 2, 3]);
  const backward = run('_weight_norm_interface_backward.default(t0, t1, t2, t3, 0)', [grad, v, g, v]);
  near(backward[0], [0, 0, 0]);
  near(backward[1], [1, 2, 4]);
});

test('a row of attention that is masked wholly is zeros, and the logarithm of its sum 0', () => {
  const heads = counted(4, [1, 1, 2, 2]);
  const mask = f32([2, 2], ['-inf', '-inf', 0, 0]);
  const call = '_scaled_dot_product_flash_attention_for_cpu.default(t0, t0, t0, 0.0, False, attn_mask = t1)';
  const [out, sums] = run(call, [heads, mask]);
  near(out, [0, 0, 1.9983027, 2.9983025]);
  near(sums, [0, 9.1932364]);
});

test('what PyTorch refuses is refused in its words, before memory is touched', () => {
  const refused = (/** @type {string} */ call, /** @type {any[]} */ inputs, /** @type {RegExp} */ words) =>
    assert.throws(() => run(call, inputs), words, call);
  refused(
    'reflection_pad1d_backward.default(t0, t1, [5, 5])',
    [filled([1, 3, 12], 1), filled([1, 3, 2], 1)],
    /Padding size should be less than the corresponding input dimension, but got: padding \(5, 5\)/,
  );
  refused(
    'native_layer_norm_backward.default(t0, t0, [7], t1, t1, None, None, [True, False, False])',
    [filled([2, 3], 1), filled([2, 1], 1)],
    /Given normalized_shape=\[7\], expected input with shape \[\*, 7\]/,
  );
  refused('empty_strided.default([3, 3], [-1, 1])', [], /Storage size calculation overflowed with sizes=\[3, 3\]/);
  refused('as_strided.default(t0, [-1, 3], [3, 1])', [filled([6], 1)], /Storage size calculation overflowed/);
  refused(
    'upsample_bilinear2d_backward.default(t0, [5, 6], [1, 2, 0, 4], False)',
    [filled([1, 2, 5, 6], 1)],
    /Input and output sizes should be greater than 0/,
  );
});

test('a program without a derivative in PyTorch is compared by its values', () => {
  const inputs = 'grad: "f32[2, 4, 3]", x: "f32[2, 4, 3]", mean: "f32[2, 2]", rstd: "f32[2, 2]"';
  const call =
    'torch.ops.aten.native_group_norm_backward.default(grad, x, mean, rstd, None, 2, 4, 3, 2, [True, False, False])';
  const program = (/** @type {string} */ factor) =>
    `def forward(self, ${inputs}):\n    y = ${call}\n    z = y[0]\n` +
    `    w = torch.ops.aten.mul.Tensor(z, ${factor})\n    return (w,)\n`;
  const [before, same, other] = ['2.0', '2.0', '3.0'].map((factor) => session.open(program(factor)).handle);
  try {
    const equal = session.check(before, same);
    assert.equal(equal.verdict, 'equal');
    assert.equal(equal.results, 1);
    assert.equal(equal.gradients, 0);
    assert.match(
      equal.message ?? '',
      /no gradients, before and after: derivative for aten::native_group_norm_backward/,
    );
    const differs = session.check(before, other);
    assert.equal(differs.verdict, 'differs');
    assert.equal(differs.what, 'value');
  } finally {
    for (const handle of [before, same, other]) session.close(handle);
  }
});

test('of several results without all gradients, and of integers that differ by one, nothing is called equal', () => {
  const program = (/** @type {string} */ lines) => `def forward(self, x: "f32[3]"):\n${lines}`;
  const hidden = (/** @type {string} */ y) =>
    program(`    a = torch.ops.aten.exp.default(x)\n    b = torch.ops.aten.mul_.Tensor(a, 2)\n${y}    return (b, y)\n`);
  const integer = (/** @type {string} */ n) =>
    program(`    y = torch.ops.aten.full.default([1], ${n})\n    return (torch.ops.aten.item.default(y), y)\n`);
  for (const [first, second, verdict] of [
    [
      hidden('    y = torch.ops.aten.mul.Tensor(x, 2)\n'),
      hidden('    d = torch.ops.aten.detach.default(x)\n    y = torch.ops.aten.mul.Tensor(d, 2)\n'),
      /differs|unknown/,
    ],
    [integer('1000000'), integer('1000001'), /differs/],
    [integer('9007199254740993'), integer('9007199254740992'), /differs/],
  ]) {
    const [before, after] = [first, second].map((text) => session.open(String(text)).handle);
    try {
      assert.match(session.check(before, after).verdict, /** @type {RegExp} */ (verdict));
    } finally {
      session.close(before);
      session.close(after);
    }
  }
});
