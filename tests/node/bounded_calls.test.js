/**
 * What one call may cost (core/base/budget.h), names without their sign, and null tensors that would change other
 * programs.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { SeesawError } from '../../wasm/js/index.js';
import { isIntact } from '../../wasm/js/engine.js';
import { openedUp } from './support.js';
import { pieces } from './pieces.js';

/** @type {Awaited<ReturnType<typeof openedUp>>} */
let open;
before(async () => {
  open = await openedUp({ full: true });
  open.restore();
});

/** @param {string} inputs @param {string} call */
const program = (inputs, call) => `def forward(self, ${inputs}):\n    y = ${call}\n    return (y,)\n`;

/** Exec, check_values, shape_prop: what each says, within a second. @param {string} text @param {object} [values] */
function told(text, values = {}) {
  const { session } = open;
  const { handle } = session.open(text);
  const ways = {
    exec: () => session.exec(handle, values),
    checkValues: () => {
      const [wrong] = session.checkValues(handle);
      if (wrong) throw new SeesawError([wrong]);
    },
    propagation: () => {
      const result = /** @type {any} */ (session.run(handle, ['shape_prop']));
      session.close(result.handle);
      if (result.reports[0].diagnostics.length > 0) throw new SeesawError(result.reports[0].diagnostics);
    },
  };
  /** @type {Record<string, string>} */
  const out = {};
  for (const [way, run] of Object.entries(ways)) {
    const begin = performance.now();
    try {
      run();
      out[way] = '';
    } catch (error) {
      assert.ok(error instanceof SeesawError, String(error));
      out[way] = error.diagnostics[0].message;
    }
    const took = performance.now() - begin;
    assert.ok(took < 1000, `${way} of ${text}: ${took} ms`);
  }
  session.close(handle);
  return out;
}

const HUGE = '9223372036854775807';
const IMAGE = { inputs: [{ dtype: 'f32', shape: [1, 3, 3], data: [1, 2, 3, 4, 5, 6, 7, 8, 9] }] };

test('triangles: rows without places cost nothing, as in PyTorch; more places than a list may have are refused', () => {
  assert.equal(told(program('', `torch.ops.aten.triu_indices.default(${HUGE}, 1)`)).exec, '');
  assert.match(
    told(program('', `torch.ops.aten.tril_indices.default(${HUGE}, 1)`)).exec,
    /tril_indices lists more elements than the limit of 50000000/,
  );
  assert.match(
    told(program('', `torch.ops.aten.triu_indices.default(1, ${HUGE})`)).exec,
    /triu_indices lists more elements/,
  );
  const { session } = open;
  for (const [call, data] of [
    ['triu_indices.default(3, 3)', [0, 0, 0, 1, 1, 2, 0, 1, 2, 1, 2, 2]],
    ['tril_indices.default(3, 2, -1)', [1, 2, 2, 0, 0, 1]],
    ['triu_indices.default(3, 2, -1)', [0, 0, 1, 1, 2, 0, 1, 0, 1, 1]],
    ['tril_indices.default(2, 3, 1)', [0, 0, 1, 1, 1, 0, 1, 0, 1, 2]],
  ]) {
    const { handle } = session.open(program('', `torch.ops.aten.${call}`));
    assert.deepEqual(
      [.../** @type {any} */ (session.exec(handle, {}).outputs[0].value).data].map(Number),
      data,
      String(call),
    );
    session.close(handle);
  }
});

test("windows: sizes beyond 32 bits are refused in PyTorch's words", () => {
  const inputs = 'x: "f32[1, 3, 3]"';
  assert.equal(
    told(program(inputs, `torch.ops.aten.max_pool1d.default(x, ${HUGE})`), IMAGE).exec,
    'integer out of range',
  );
  assert.equal(
    told(program(inputs, `torch.ops.aten.max_pool2d_with_indices.default(x, ${HUGE})`), IMAGE).exec,
    'integer out of range',
  );
  assert.equal(
    told(program(inputs, `torch.ops.aten.max_pool2d_with_indices.default(x, [1, 1], [1, ${HUGE}])`), IMAGE).exec,
    'integer out of range',
  );
});

test('results: more than a call may give are refused, whatever cuts them', () => {
  const inputs = 'x: "i32[4294967296, s0, 1000000]"';
  for (const call of ['split.Tensor(x, 1)', 'unbind.int(x)']) {
    const { propagation } = told(program(inputs, `torch.ops.aten.${call}`), {
      inputs: [{ dtype: 'i32', shape: [2], data: [1, 2] }],
    });
    assert.match(propagation, /gives more results than the limit of 1000000/, call);
  }
});

test('expanded memory: a few bytes that look like any number of elements are not gone over', () => {
  const one = { inputs: [{ dtype: 'f32', shape: [1], data: [1] }] };
  const over = (/** @type {string} */ call) => {
    const text =
      'def forward(self, x: "f32[1]"):\n    e = torch.ops.aten.expand.default(x, ' +
      `[1099511627776])\n    y = ${call}\n    return (y,)\n`;
    return told(text, one).exec;
  };
  assert.match(
    over('torch.ops.aten.sum.default(e)'),
    /sum\.default reads a tensor of more elements than the limit of 600000000/,
  );
  assert.match(over('torch.ops.aten.any.default(e)'), /reads a tensor of more elements/);
  assert.equal(over('torch.ops.aten.select.int(e, 0, 5)'), '', 'a view reads nothing');
  assert.match(
    over('torch.ops.aten.select.int(e, 0, 5); y = e'),
    /this result writes more elements than the limit of 10000000/,
  );
  const rows =
    'def forward(self, x: "f32[1]"):\n    a = torch.ops.aten.expand.default(x, [10000, 10000])\n    y = ' +
    'torch.ops.aten.mm.default(a, a)\n    return (y,)\n';
  assert.match(
    told(rows, one).exec,
    /this product of matrices takes more multiplications than the limit of 20000000000/,
  );
});

test('what is copied must fit: nothing is read or written outside', () => {
  const inputs = 'x: "f32[2, 3]"';
  const given = { inputs: [{ dtype: 'f32', shape: [2, 3], data: [1, 2, 3, 4, 5, 6] }] };
  assert.equal(
    told(program(inputs, 'torch.ops.aten.select_backward.default(x, [2, 3], 0, 1)'), given).exec,
    "output with shape [3] doesn't match the broadcast shape [2, 3]",
  );
  assert.equal(
    told(program(inputs, 'torch.ops.aten.select_backward.default(x, [2, 2, 4], 0, 1)'), given).exec,
    'The size of tensor a (4) must match the size of tensor b (3) at non-singleton dimension 1',
  );
});

test('a graph without an output, and a signature that has one', () => {
  const { session } = open;
  const spec = "arg=TensorArgument(name='y'), target=";
  for (const output of [
    `OutputSpec(kind=<OutputKind.USER_OUTPUT: 1>, ${spec}None)`,
    `OutputSpec(kind=<OutputKind.BUFFER_MUTATION: 3>, ${spec}'b')`,
  ]) {
    const signature =
      'Graph signature: ' +
      'ExportGraphSignature(input_specs=[InputSpec(kind=<InputKind.USER_INPUT: ' +
      '1>, ' +
      `arg=TensorArgument(name='x'), target=None, persistent=None)], ` +
      `output_specs=[${output}])`;
    const { handle, readable } = session.read(
      'ExportedProgram:\n    class GraphModule(torch.nn.Module):\n        def           # lost\n            ' +
        'y: "f32[4]" = torch.ops.aten.sin.default(x)\n            return ' +
        '(y,)\n            ' +
        `\n${signature}\nRange constraints: {}\n`,
    );
    assert.ok(readable);
    for (const { name } of session.describe().passes) {
      try {
        session.close(session.run(/** @type {number} */ (handle), [name]).handle);
      } catch (error) {
        assert.ok(error instanceof SeesawError && error.diagnostics[0].code !== 'trap', `${name}: ${error}`);
      }
    }
    session.close(/** @type {number} */ (handle));
  }
});

test('capture: one line with thousands of calls costs as much as so many lines', () => {
  const { session } = open;
  const milliseconds = (/** @type {number} */ n) => {
    const begin = process.cpuUsage();
    session.close(
      /** @type {number} */ (
        session.trace(`def forward(x):\n    return [${'x + 1, '.repeat(n)}]\n`, { inputs: ['f32[2, 3]'] }).handle
      ),
    );
    const { user, system } = process.cpuUsage(begin);
    return (user + system) / 1000;
  };
  // The best of three: a collection of garbage in the middle of one of them is not what grows.
  const best = (/** @type {number} */ n) => Math.min(milliseconds(n), milliseconds(n), milliseconds(n));
  const ratio = best(16000) / best(4000);
  assert.ok(ratio < 8, `4 times as many calls take ${ratio} times as long`);
  assert.throws(
    () => session.trace(`def forward(x):\n    return [x ${'for i in x '.repeat(40)}]\n`, { inputs: ['f32[2, 3]'] }),
    /runs more than 2000000 steps/,
  );
});

/** A model of one input, with these lines in forward. @param {string} body */
const net = (body) =>
  `import torch\nfrom torch import nn\nimport torch.nn.functional as F\n\n\nclass Net(nn.Module):\n` +
  `    def forward(self, x):\n${body}        return x\n`;

test('capture: a symbolic size is scaled by a factor twice; a third time is refused, with a remedy', () => {
  const { session } = open;
  const source = (/** @type {number} */ times) =>
    `${net(`        for i in range(${times}):\n            x = F.interpolate(x, scale_factor=1.25)\n`)}\n\n` +
    'A = torch.export.Dim.AUTO\n' +
    'torch.export.export(Net(), (torch.randn(6, 8, 10, 12),), dynamic_shapes={"x": {2: A, 3: A}})\n';
  const begin = performance.now();
  session.close(/** @type {number} */ (session.trace(source(2), { strict: false, torch: '2.14' }).handle));
  for (const times of [3, 100]) {
    assert.throws(
      () => session.trace(source(times), { strict: false, torch: '2.14' }),
      (error) => {
        assert.ok(error instanceof SeesawError);
        const [{ message, notes, line }] = /** @type {any[]} */ (error.diagnostics);
        assert.match(message, /scaled by 1\.25 was scaled twice before$/);
        assert.match(notes[0].message, /give size=, or a factor that is an integer/);
        assert.equal(line, 9);
        return true;
      },
    );
  }
  const took = performance.now() - begin;
  assert.ok(took < 10_000, `${took} ms`);
});

test('capture: the same variable a thousand times costs strict capture as much as so many variables', () => {
  const { session } = open;
  const times = (/** @type {number} */ count, /** @type {(i: number) => string} */ line) => {
    const source = net(Array.from({ length: count }, (_, i) => `        ${line(i)}\n`).join(''));
    const begin = performance.now();
    const { handle } = session.trace(source, { strict: true, torch: '2.6', inputs: ['f32[2, 3]'] });
    session.close(/** @type {number} */ (handle));
    return performance.now() - begin;
  };
  const same = () => 'x = x.relu()';
  const others = (/** @type {number} */ i) => `y${i} = x.relu(); x = y${i}`;
  const best = (/** @type {(i: number) => string} */ line) => Math.min(times(3000, line), times(3000, line));
  const ratio = best(same) / best(others);
  assert.ok(ratio < 3, `one variable takes ${ratio} times as long`);
});

test('a name without its sign is reported, with its place and what to write', () => {
  const { session } = open;
  const text = (/** @type {string} */ args) =>
    'graph():\n    %x : [num_users=1] = placeholder[target=x]\n    %cos : [num_users=1] = ' +
    `call_function[target=torch.ops.aten.cos.default](args = (${args}), ` +
    'kwargs = {})\n    return (cos,)';
  const wrong = session.read(text('x,'));
  assert.equal(wrong.readable, false);
  const [first] = wrong.diagnostics;
  assert.equal(first.message, "'x' is a string here, where a node must stand");
  assert.match(JSON.stringify(first), /write '%x' for the node/);
  assert.equal(first.line, 3);
  assert.equal(session.read(text('%x,')).readable, true);
  assert.equal(session.read(text('y,')).readable, true, 'a name that no node has is a string');
  const cat = (/** @type {string} */ args) =>
    'graph():\n    %x : [num_users=1] = placeholder[target=x]\n    %cat : [num_users=1] = ' +
    `call_function[target=torch.ops.aten.cat.default](args = (${args}), ` +
    'kwargs = {})\n    return (cat,)';
  assert.equal(session.read(cat('[%x, x],')).readable, false);
  assert.equal(session.read(cat('[%x, %x], 0')).readable, true);
  const add = session.read(
    'graph():\n    %x : [num_users=1] = placeholder[target=x]\n    %add : [num_users=1] = ' +
      'call_function[target=torch.ops.aten.add.Tensor](args = (%x, x), ' +
      'kwargs = {})\n    return (add,)',
  );
  assert.match(add.diagnostics[0].message, /'x' is taken as a string, not as the node of this name/);
  const sums =
    'graph():\n    %ii : [num_users=1] = placeholder[target=ii]\n    %einsum : [num_users=1] = ' +
    'call_function[target=torch.ops.aten.einsum.default](args = (ii, ' +
    '[%ii]), kwargs = {})\n    return ' +
    '(einsum,)';
  assert.equal(session.read(sums).readable, true, 'an equation is a string');
});

test('nothing is written through a null tensor', () => {
  const { session } = open;
  const run = (/** @type {string} */ call) => {
    const { handle } = session.open(program('x: "f32[1]"', call));
    try {
      return JSON.stringify(session.exec(handle, { inputs: [{ dtype: 'f32', shape: [1], data: [3] }] }).outputs);
    } catch (error) {
      return error instanceof SeesawError ? error.diagnostics[0].message : String(error);
    } finally {
      session.close(handle);
    }
  };
  const before = run('torch.ops.aten.clone.default(x)');
  assert.match(
    run("torch.ops.aten.fill_.Scalar('a', 1e300)"),
    pieces(
      /^aten::fill_\(\) Expected a value of type 'Tensor' for argument 'self' but instead found type 'str'\.\n/,
      /Position: 0\nValue: 'a'\n/,
      /Declaration: aten::fill_\.Scalar\(Tensor\(a!\) self, Scalar value\) -> Tensor\(a!\)/,
    ),
  );
  assert.match(run("torch.ops.aten.clone.default('a')"), /Expected a value of type 'Tensor'/);
  assert.match(run('torch.ops.aten.sin.default(None)'), /^Expected a proper Tensor but got None/);
  assert.match(run('torch.ops.aten.cat.default([x, None])'), /Expected a value of type 'List\[Tensor\]'/);
  assert.equal(run('torch.ops.aten.clone.default(x)'), before);
});

test('a write through a null pointer is seen, and ends the instance', async () => {
  const { session, memory } = open;
  const bytes = new Uint8Array(memory().buffer);
  assert.ok(isIntact(/** @type {any} */ ({ HEAPU8: bytes })));
  bytes[40] = 0;
  assert.throws(() => session.open(program('x', 'x')), /it wrote through a null pointer/);
  await session.recovered();
  session.close(session.open(program('x', 'torch.ops.aten.sin.default(x)')).handle);
});
