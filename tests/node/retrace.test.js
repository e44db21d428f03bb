// Retracing passes as objects with callbacks: each callback overridden, what goes wrong in them, shapes.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { SeesawError, Session } from '../../wasm/js/index.js';

/** @type {Session} */
let session;
before(async () => {
  session = await Session.create({ full: true });
});

const SIN = 'torch.ops.aten.sin.default';
const COS = 'torch.ops.aten.cos.default';
const PLAIN = `def forward(self, x: "f32[s0, 4]"):
    sin = torch.ops.aten.sin.default(x)
    parts = torch.ops.aten.split.Tensor(sin, 2, 1)
    part = parts[0]
    size = torch.ops.aten.sym_size.int(x, 0)
    twice = size * 2
    return (part, twice)
`;
const COND = `class GraphModule(torch.nn.Module):
    def forward(self, p: "b8[]", x: "f32[3]"):
        t = self.t
        f = self.f
        cond = torch.ops.higher_order.cond(p, t, f, [x])
        got = cond[0]
        return (got,)

    class t(torch.nn.Module):
        def forward(self, a: "f32[3]"):
            sin = torch.ops.aten.sin.default(a)
            return (sin,)

    class f(torch.nn.Module):
        def forward(self, a: "f32[3]"):
            cos = torch.ops.aten.cos.default(a)
            return (cos,)
`;
const MAP = `class GraphModule(torch.nn.Module):
    def forward(self, xs: "f32[5, 3]", y: "f32[3]"):
        body = self.body
        map_impl = torch.ops.higher_order.map_impl(body, [xs], [y])
        got = map_impl[0]
        return (got,)

    class body(torch.nn.Module):
        def forward(self, p: "f32[3]", q: "f32[3]"):
            mul = torch.ops.aten.mul.Tensor(p, q)
            return (mul,)
`;

/**
 * @param {string} source
 * @param {import('../../wasm/js/index.js').RetracePass} pass
 * @param {import('../../wasm/js/index.js').PrintOptions} [print]
 */
function retraced(source, pass, print = { format: 'graph' }) {
  const { handle } = session.open(source);
  const result = session.retrace(handle, pass);
  const text = session.print(result.handle, print);
  session.close(handle);
  session.close(result.handle);
  return text;
}

describe('callbacks', () => {
  it('callOperator replaces an operator by two', () => {
    const text = retraced(
      PLAIN,
      {
        callOperator(op, args, kwargs, meta, next) {
          if (op !== SIN) return next();
          const cos = next(COS, args);
          assert.equal(cos.name, 'cos');
          assert.equal(cos.annotation, 'f32[s0, 4][4, 1]');
          return next('torch.ops.aten.mul.Tensor', [cos, 0.5]);
        },
      },
      { format: 'readable' },
    );
    assert.match(text, /cos: "f32\[s0, 4\]" = torch\.ops\.aten\.cos\.default\(x\)/);
    assert.match(text, /mul: "f32\[s0, 4\]" = torch\.ops\.aten\.mul\.Tensor\(cos, 0\.5\)/);
    assert.match(text, /mul_1: "Sym\(2\*s0\)" = sym_size \* 2/);
  });

  it('callOperator drops one', () =>
    assert.doesNotMatch(
      retraced(PLAIN, { callOperator: (op, args, kwargs, meta, next) => (op === SIN ? args[0] : next()) }),
      /sin/,
    ));

  it('placeholder, callGetitem, callSym, output', () => {
    assert.match(
      retraced(PLAIN, { placeholder: (name, val, meta, next) => next(`in_${name}`) }),
      /%in_x : .*placeholder\[target=in_x\]/,
    );
    assert.match(
      retraced(PLAIN, { callGetitem: (value, key, meta, next) => next(value, 1) }),
      /getitem\]\(args = \(%split, 1\)/,
    );
    assert.match(
      retraced(PLAIN, { callSym: (target, args, meta, next) => next('operator.add', [args[0], 7]) }),
      /operator\.add\]\(args = \(%sym_size, 7\)/,
    );
    assert.match(
      retraced(PLAIN, { output: (results, meta, next) => next({ t: [/** @type {any} */ (results).t[1]] }) }),
      /return \(mul,\)/,
    );
  });

  it('callCond, callMap, callSubmodule', () => {
    let calls = 0;
    const text = retraced(COND, {
      callCond: (pred, inputs, meta, next) => next(pred, inputs),
      callSubmodule(inputs, meta, next) {
        calls += 1;
        next();
      },
    });
    assert.equal(calls, 3);
    assert.match(text, /cond\]\(args = \(%p, %submodule_0, %submodule_1, \[%x\]\)/);
    const twice = retraced(MAP, {
      callMap(mapped, operands, meta, next) {
        next();
        return next(mapped, operands);
      },
    });
    assert.match(twice, /%map_impl_1 : .*%submodule_1, \[%xs\], \[%y\]/);
  });

  it('reach into the branches of cond', () => {
    const { handle } = session.open(COND);
    const { handle: result } = session.retrace(handle, {
      callOperator: (op, args, kwargs, meta, next) => next(op === SIN ? COS : op),
    });
    assert.match(session.print(result, { format: 'graph', path: 'submodule_0' }), /%cos/);
  });

  it('onAttr is told of a tensor', () => {
    const names = [];
    const { handle } = session.open(
      'def forward(self, x: "f32[3]"):\n    w: "f32[3]" = self.w\n    add = torch.ops.aten.add.Tensor(x, ' +
        'w)\n    return (add,)\n',
    );
    const program = JSON.parse(session.print(handle, { format: 'json' }));
    program.modules[0].attributes = [
      {
        name: 'w',
        kind: 'parameter',
        value: { tensor_meta: { dtype: 'float32', shape: [3], stride: [1], requires_grad: true } },
      },
    ];
    const { handle: whole } = session.open(JSON.stringify(program));
    const { handle: result } = session.retrace(whole, { onAttr: (attr) => void names.push(attr.id) });
    assert.equal(names.length, 1);
    assert.match(
      session.print(result, { format: 'graph' }),
      /%_param_constant0 : .*get_attr\[target=_param_constant0\]/,
    );
  });

  it('metadata can be added to, and is protected', () => {
    const { handle } = session.open(PLAIN);
    const { handle: result } = session.retrace(handle, {
      callOperator(op, args, kwargs, meta, next) {
        meta.set('mine', 'yes');
        return next();
      },
    });
    assert.match(session.print(result, { format: 'json' }), /"mine","yes"/);
    assert.throws(
      () =>
        session.retrace(handle, {
          callOperator(op, args, kwargs, meta, next) {
            meta.set('val', 1);
            return next();
          },
        }),
      /Could not override node key: val/,
    );
  });
});

describe('what goes wrong', () => {
  /** @param {import('../../wasm/js/index.js').RetracePass} pass @param {string} [source] */
  const run = (pass, source = PLAIN) => session.retrace(session.open(source).handle, pass);

  it('what a callback throws comes out', () => {
    const mine = new TypeError('mine');
    assert.throws(
      () =>
        run({
          callOperator() {
            throw mine;
          },
        }),
      (error) => error === mine,
    );
    assert.equal(session.read(PLAIN).readable, true);
  });

  it('errors of the core travel through a callback, or stop there', () => {
    const wrong = (/** @type {any} */ next, /** @type {any[]} */ args) =>
      next('torch.ops.aten.mm.default', [args[0], args[0]]);
    assert.throws(
      () => run({ callOperator: (op, args, kwargs, meta, next) => wrong(next, args) }),
      /a and b must have same reduction dim, but got \[s0, 4\] X \[s0, 4\]/,
    );
    /** @type {unknown} */
    let caught;
    run({
      callOperator(op, args, kwargs, meta, next) {
        try {
          return op === SIN ? wrong(next, args) : next();
        } catch (error) {
          caught = error;
          return next();
        }
      },
    });
    assert.ok(caught instanceof SeesawError);
  });

  it('garbage', () => {
    assert.throws(() => run({ callOperator: () => 5 }), /must return a value/);
    assert.throws(
      () => run({ callOperator: (op, args, kwargs, meta, next) => next(op, [{ n: 999 }]) }),
      /value of another graph/,
    );
    assert.throws(
      () => run({ callOperator: (op, args, kwargs, meta, next) => next('no.such.thing', args) }),
      SeesawError,
    );
    assert.throws(() => run({ callSubmodule() {} }), /must call next/);
    assert.throws(() => run(/** @type {any} */ (null)), /must be an object/);
    assert.throws(() => session.retrace(12345, {}), SeesawError);
    /** @type {any} */
    let kept;
    run({
      callOperator(op, args, kwargs, meta, next) {
        kept = next;
        return next();
      },
    });
    assert.throws(() => kept(), /no program is traced/);
    assert.throws(
      () =>
        run({
          callOperator() {
            session.describe();
            return null;
          },
        }),
      /callback cannot call its own session/,
    );
    assert.equal(session.read(PLAIN).readable, true);
  });
});

describe('shape_prop', () => {
  it('annotates what the inputs tell', () => {
    const { handle } = session.open(PLAIN);
    const result = session.run(handle, ['shape_prop']);
    assert.equal(result.reports[0].ran, true);
    assert.match(session.print(result.handle, { format: 'readable' }), /part: "f32\[s0, 2\]" = parts\[0\]/);
  });

  it("refuses what does not fit with PyTorch's words", () => {
    const { handle } = session.open(
      'def forward(self, x: "f32[3, 4]", y: "f32[5]"):\n    add = torch.ops.aten.add.Tensor(x, y)\n    return (add,)\n',
    );
    const [report] = session.run(handle, ['shape_prop']).reports;
    assert.equal(report.ran, false);
    assert.match(
      report.diagnostics[0].message,
      /The size of tensor a \(4\) must match the size of tensor b \(5\) at non-singleton dimension 1/,
    );
  });
});

it('view copies lose writes to memory that has views, and the why log says so', () => {
  const program = (/** @type {string} */ body) =>
    session.open(`def forward(self, x: "f32[4]"):\n${body}    return (clone, view)\n`).handle;
  const clone = '    clone = torch.ops.aten.clone.default(x)\n';
  const view = '    view = torch.ops.aten.view.default(clone, [2, 2])\n';
  const write = (/** @type {string} */ to) => `    add_ = torch.ops.aten.add_.Tensor(${to}, 1)\n`;
  const lost = (/** @type {string} */ body) => {
    const result = session.run(program(body), ['replace_view_ops_with_view_copy_ops']);
    return result.reports[0].why.map((entry) => `${entry.trigger} ${entry.decision} ${entry.warning}`);
  };
  assert.deepEqual(lost(clone + view + write('view')), ['add_ lost true']);
  assert.deepEqual(lost(clone + view + write('clone')), ['add_ lost true']);
  assert.deepEqual(lost(clone + write('clone') + view), []);
});
