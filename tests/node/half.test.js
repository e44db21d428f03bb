/**
 * Half precision, autocast and operators that a program declares, in whole programs: data/half_models.json holds what
 * PyTorch computed (tests/tools/oracle/record_half_models.py).
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { Session } from '../../wasm/js/index.js';
import { pieces } from './pieces.js';

const { rows } = JSON.parse(readFileSync(new URL('../data/half_models.json', import.meta.url), 'utf8'));

/** The step between two numbers, for numbers near 1. @type {Record<string, number>} */
const STEP = { bf16: 2 ** -7, f16: 2 ** -10, f32: 1e-5 };

/** @type {Session} */
let session;
before(async () => {
  session = await Session.create({ full: true });
});

/** @param {any} got @param {any} want @param {number} step @param {string} what */
function checkClose(got, want, step, what) {
  if (want === null) return assert.equal(got, null, what);
  assert.deepEqual([got?.dtype, got?.shape], [want.dtype, want.shape], what);
  const most = Math.max(0.3, ...want.data.filter(Number.isFinite).map(Math.abs));
  want.data.forEach((/** @type {unknown} */ v, /** @type {number} */ i) =>
    assert.ok(
      v === got.data[i] || Math.abs(Number(v) - Number(got.data[i])) <= step * most,
      `${what}[${i}]: ${got.data[i]}, PyTorch has ${v}`,
    ),
  );
}

describe('programs in half precision', () => {
  for (const row of rows) {
    it(`${row.name}: values and gradients`, () => {
      const { handle } = session.open(row.text);
      const parameters = Object.keys(row.grads).filter((name) => !name.startsWith('input:'));
      const state = Object.fromEntries(
        Object.entries(row.state).map(([name, value]) => [
          name,
          { .../** @type {any} */ (value), requires_grad: parameters.includes(name) },
        ]),
      );
      const result = /** @type {any} */ (
        session.exec(
          handle,
          { inputs: row.inputs, state },
          { requiresGrad: row.requires_grad.includes(true), grad: true },
        )
      );
      const lowest =
        row.name.includes('f16') && !row.name.includes('bf16')
          ? STEP.f16
          : row.name.includes('f32')
            ? STEP.f32
            : STEP.bf16;
      row.outputs.forEach((/** @type {any} */ want, /** @type {number} */ i) =>
        checkClose(
          result.outputs[i].value,
          want,
          want.dtype === 'f32' ? lowest / 2 : (STEP[want.dtype] ?? 0),
          `output ${i}`,
        ),
      );
      const order = Object.keys(state).filter((name) => state[name].requires_grad);
      for (const [name, want] of Object.entries(row.grads)) {
        const place = name.startsWith('input:') ? Number(name.slice(6)) : row.inputs.length + order.indexOf(name);
        checkClose(result.gradients[place], want, 4 * lowest, `gradient of ${name}`);
      }
      session.close(handle);
    });
  }
});

const SOURCE = `
import torch
from torch import nn
from typing import List, Optional, Tuple

@torch.library.custom_op("half_test::scale_shift", mutates_args=())
def scale_shift(x: torch.Tensor, s: float, k: List[int], bias: Optional[torch.Tensor] = None) -> torch.Tensor:
    y = x * s + sum(k)
    return y if bias is None else y + bias

@scale_shift.register_fake
def _(x, s, k, bias=None):
    return torch.empty_like(x)

@torch.library.custom_op("half_test::bump", mutates_args=("x",))
def bump(x: torch.Tensor, *, by: int = 1) -> None:
    x.add_(by)

@torch.library.custom_op("half_test::both", mutates_args=())
def both(x: torch.Tensor) -> Tuple[torch.Tensor, torch.Tensor]:
    return x.sin(), scale_shift(x, 2.0, [])

@both.register_fake
def _(x):
    return torch.empty_like(x), torch.empty_like(x)

class M(nn.Module):
    def forward(self, x: "f32[2, 3]"):
        a = torch.ops.half_test.scale_shift(x, 2.0, [1, 2])
        b = a.clone()
        torch.ops.half_test.bump(b, by=3)
        c, d = both(b)
        return c, d
`;

describe('operators that a source declares', () => {
  it('are captured, propagated and run', () => {
    const { handle } = session.trace(SOURCE);
    const text = session.print(/** @type {number} */ (handle), { format: 'graph' });
    assert.match(
      text,
      pieces(
        /%scale_shift : .*target=torch\.ops\.half_test\.scale_shift\.default\]\(args = \(%\w+, 2\.0, \[1, /,
        /2\]\), kwargs = \{\}\)/,
      ),
    );
    assert.match(text, /target=torch\.ops\.half_test\.bump\.default/);
    const x = [0, 1, 2, 3, 4, 5];
    const result = /** @type {any} */ (
      session.exec(/** @type {number} */ (handle), { inputs: [{ dtype: 'f32', shape: [2, 3], data: x }] })
    );
    const b = x.map((v) => 2 * v + 6);
    checkClose(result.outputs[0].value, { dtype: 'f32', shape: [2, 3], data: b.map(Math.sin) }, 1e-6, 'sin');
    checkClose(result.outputs[1].value, { dtype: 'f32', shape: [2, 3], data: b.map((v) => 2 * v) }, 1e-6, 'scaled');
  });

  it('have schemas as torch.library.infer_schema makes them, and pass no gradients', () => {
    assert.deepEqual(session.declareOperators(SOURCE).sort(), [
      'torch.ops.half_test.both.default',
      'torch.ops.half_test.bump.default',
      'torch.ops.half_test.scale_shift.default',
    ]);
    const { handle } = session.open(
      'def forward(self, x):\n    y = torch.ops.half_test.scale_shift.default(x, 3.0, [])\n    return (y,)\n',
    );
    const f32 = { dtype: 'f32', shape: [2], data: [1, 2] };
    const result = /** @type {any} */ (session.exec(handle, { inputs: [f32] }, { requiresGrad: true }));
    assert.deepEqual([result.outputs[0].value.data, result.outputs[0].requiresGrad], [[3, 6], true]);
    assert.throws(
      () => session.exec(handle, { inputs: [f32] }, { requiresGrad: true, grad: true }),
      /Trying to backward through half_test\.scale_shift\.default but no autograd formula was registered/,
    );
  });

  it('are refused with a place where an annotation is in no schema', () => {
    const wrong =
      '@torch.library.custom_op("half_test::odd", mutates_args=())\ndef odd(x: torch.Tensor, y: complex) -> ' +
      'torch.Tensor:\n    return x\n';
    try {
      session.declareOperators(wrong);
      assert.fail('nothing was refused');
    } catch (error) {
      const [diagnostic] = /** @type {any} */ (error).diagnostics;
      assert.match(diagnostic.message, /'complex' is no annotation of an operator/);
      assert.equal(diagnostic.place?.line ?? diagnostic.line, 2);
    }
    session.declareOperators(
      'import torch\n@torch.library.custom_op("half_test::again", mutates_args=())\ndef again(x: ' +
        'torch.Tensor) -> torch.Tensor:\n    return ' +
        'torch.ops.half_test.again(x)\n',
    );
    const { handle } = session.open(
      'def forward(self, x):\n    y = torch.ops.half_test.again.default(x)\n    return (y,)\n',
    );
    assert.throws(
      () => session.exec(handle, { inputs: [{ dtype: 'f32', shape: [1], data: [1] }] }),
      /is written in itself/,
    );
    assert.throws(
      () =>
        session.declareOperators(
          '@torch.library.custom_op("aten::sin", mutates_args=())\ndef f(x: torch.Tensor) -> torch.Tensor:\n ' +
            '   return x\n',
        ),
      /is an operator already/,
    );
  });
});
