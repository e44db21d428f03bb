/**
 * verifier.json: what the export verifier says of one program and of what can be wrong with it, known by titles.
 *
 * The program has a parameter w, the buffers b and np (np not persistent), the constant k and the input x; it adds to b
 * and returns two values.
 */
import { runPass } from './passes.js';
import { mask, withProgram } from './snapshots.js';

/** @typedef {import('../index.js').Session} Session @typedef {import('./recorder.js').Recorder} Recorder */

const NUMBERS = { tensor_meta: { dtype: 'float32', shape: [3] } };
const OBJECT = { text: '<object object at 0x...>' };
const n = (/** @type {number} */ id) => ({ n: id });

/**
 * A node; null is no value in the metadata.
 * @param {number} id
 * @param {string} op
 * @param {string} name
 * @param {string} target
 * @param {any[]} args
 * @param {any} [val]
 */
const node = (id, op, name, target, args, val = NUMBERS) => ({ id, op, name, target, args, val });

/** @param {string} name @param {string} target @param {number[]} ids @param {number} id */
const aten = (id, name, target, ...ids) => node(id, 'call_function', name, `torch.ops.aten.${target}`, ids.map(n));

/** @returns {any} nodes, signature and state, to be spoilt */
function base() {
  const input = (
    /** @type {string} */ kind,
    /** @type {string} */ name,
    /** @type {string | null} */ target,
    more = {},
  ) => ({ kind, arg: { type: 'TensorArgument', name }, target, ...more });
  const output = (/** @type {string} */ kind, /** @type {string} */ name, /** @type {string | null} */ target) => ({
    kind,
    arg: { type: 'TensorArgument', name },
    target,
  });
  return {
    nodes: [
      ...['p_w', 'b_b', 'b_np', 'c_k', 'x'].map((name, id) => node(id, 'placeholder', name, name, [])),
      aten(5, 'mul', 'mul.Tensor', 4, 0),
      aten(6, 'add', 'add.Tensor', 1, 5),
      aten(7, 'add_1', 'add.Tensor', 5, 2),
      aten(8, 'add_2', 'add.Tensor', 7, 3),
      aten(9, 'add_3', 'add.Tensor', 8, 6),
      aten(10, 'sin', 'sin.default', 5),
      node(11, 'output', 'output', 'output', [{ t: [n(6), n(9), n(10)] }]),
    ],
    modules: [],
    attributes: [],
    signature: {
      input_specs: [
        input('PARAMETER', 'p_w', 'w'),
        input('BUFFER', 'b_b', 'b', { persistent: true }),
        input('BUFFER', 'b_np', 'np', { persistent: false }),
        input('CONSTANT_TENSOR', 'c_k', 'k'),
        input('USER_INPUT', 'x', null),
      ],
      output_specs: [
        output('BUFFER_MUTATION', 'add', 'b'),
        output('USER_OUTPUT', 'add_3', null),
        output('USER_OUTPUT', 'sin', null),
      ],
    },
    options: {},
  };
}

/**
 * A node before the output.
 * @param {any} program
 * @param {string} op
 * @param {string} target
 * @param {any[]} args
 * @param {any} [val]
 * @param {string} [name]
 */
function append(program, op, target, args, val = NUMBERS, name = 'extra') {
  const id = program.nodes.length;
  program.nodes.splice(-1, 0, node(id, op, name, target, args, val));
}

/** @param {any} program @param {string} name @returns {any} */
const find = (program, name) => program.nodes.find((/** @type {any} */ each) => each.name === name);

/** What each title does to the program. @type {Record<string, (program: any) => void>} */
const CHANGES = {
  'a good program': () => {},
  'call_function without val': (p) => void (find(p, 'mul').val = null),
  'val of a wrong type': (p) => void (find(p, 'mul').val = OBJECT),
  'nested val of a wrong type': (p) => void (find(p, 'mul').val = [1, { t: [{ f: '2.0' }, OBJECT] }]),
  'placeholder without val': (p) => void (find(p, 'p_w').val = null),
  'operator of a type that is not allowed': (p) => append(p, 'call_function', 'torch.relu', [n(4)]),
  'builtin that is not allowed': (p) => append(p, 'call_function', 'operator.matmul', [n(4), n(4)]),
  'allowed builtins and torch functions': (p) => {
    append(p, 'call_function', 'torch._C._set_grad_enabled', [false], NUMBERS, 'mode');
    append(p, 'call_function', 'torch.sym_max', [1, 2], NUMBERS, 'most');
    append(p, 'call_function', 'math.floor', [1], NUMBERS, 'floor');
  },
  'in place operator in the ATEN dialect': (p) => {
    append(p, 'call_function', 'torch.ops.aten.add_.Tensor', [n(4), n(4)]);
    p.options.dialect = 'ATEN';
  },
  'in place operator in the TRAINING dialect': (p) =>
    append(p, 'call_function', 'torch.ops.aten.add_.Tensor', [n(4), n(4)]),
  call_method: (p) => append(p, 'call_method', 'relu', [n(4)]),
  call_module: (p) => {
    p.modules.push(['sub', { class: 'Linear' }]);
    append(p, 'call_module', 'sub', [n(4)]);
  },
  'get_attr of a tensor': (p) => {
    p.attributes.push({ name: 't', kind: 'tensor' });
    append(p, 'get_attr', 't', []);
  },
  'get_attr of a module that is no GraphModule': (p) => {
    p.modules.push(['sub', { class: 'Linear' }]);
    append(p, 'get_attr', 'sub', []);
  },
  'get_attr of nothing': (p) => append(p, 'get_attr', 'nothing', [], NUMBERS, 'nothing'),
  'placeholder renamed': (p) => void (find(p, 'p_w').name = 'renamed'),
  'one input spec too few': (p) => p.signature.input_specs.pop(),
  'one output spec too few': (p) => p.signature.output_specs.pop(),
  'parameter not in the state dict': (p) => void (p.options.parameters = ''),
  'parameter is a plain tensor': (p) => Object.assign(p.options, { parameters: '', buffers: 'w, b' }),
  'buffer not in the state dict': (p) => void (p.options.buffers = ''),
  'non persistent buffer in the state dict': (p) => void (p.options.buffers = 'b,np'),
  'buffer without a persistence flag': (p) => void delete p.signature.input_specs[1].persistent,
  'constants missing': (p) => void (p.options.constants = ''),
  'parameter without a target': (p) => void (p.signature.input_specs[0].target = null),
  'mutation of an unknown buffer': (p) => void (p.signature.output_specs[0].target = 'nobuffer'),
  'mutation output not in the outputs': (p) => void (p.signature.output_specs[0].arg.name = 'zzz'),
  'user output with another name': (p) => void (p.signature.output_specs[2].arg.name = 'zzz'),
  'user outputs swapped': (p) =>
    p.signature.output_specs.splice(1, 2, p.signature.output_specs[2], p.signature.output_specs[1]),
  'buffer mutation declared as input mutation': (p) => void (p.signature.output_specs[0].kind = 'USER_INPUT_MUTATION'),
};

/** Rows about Python's objects. @type {Record<string, string>} */
const PYTHON_ONLY = {
  'InputSpec of a buffer needs persistent': 'making a Python InputSpec: specs are data here',
  'InputSpec argument type': 'making a Python InputSpec: specs are data here',
  'calling an ExportedProgram': 'calling or assigning parts of a Python ExportedProgram',
  'assigning graph_module': 'calling or assigning parts of a Python ExportedProgram',
  'train() on the unlifted module': 'a method of Python modules',
};

const ONES = (/** @type {number} */ n) => ({ dtype: 'f32', shape: [n], data: Array(n).fill(1) });
/** Inputs that the program's module refuses. @type {Record<string, any[]>} */
const WRONG_INPUTS = {
  'wrong shape to the unlifted module': [ONES(4)],
  'one argument too many': [ONES(3), ONES(3)],
  'wrong type to the unlifted module': [{ f: 1 }],
};

/** @param {Session} session @param {any[]} inputs @returns {any} a row without its title */
function refusal(session, inputs) {
  return withProgram(session, source(base()), (handle) => {
    try {
      session.call('check_inputs', { handle, inputs: [ONES(3)] });
      session.call('check_inputs', { handle, inputs });
      return { ok: true };
    } catch (error) {
      const { exception, message } = /** @type {any} */ (error).diagnostics[0];
      return { error: { type: exception, message } };
    }
  });
}

/** @param {any} program @returns {string} */
function source({ nodes, modules, attributes, signature }) {
  const metas = nodes.map((/** @type {any} */ each) => (each.val === null ? [] : [['val', each.val]]));
  const root = {
    class: 'GraphModule',
    nodes: nodes.map((/** @type {any} */ { val, ...each }, /** @type {number} */ i) => ({
      ...each,
      ...(val === undefined ? {} : { meta: i }),
    })),
    attributes,
    children: modules.map((/** @type {any} */ [name], /** @type {number} */ i) => [name, i + 1]),
  };
  return JSON.stringify({
    format: 'seesaw.program',
    version: 1,
    modules: [root, ...modules.map((/** @type {any} */ [, module]) => module)],
    metas,
    signature,
    exported: true,
  });
}

/** @param {Session} session @param {any} program @returns {any} a row without its title */
function verdict(session, program) {
  return withProgram(session, source(program), (handle) => {
    const { report, failure, close } = runPass(session, handle, 'verify_export', {}, program.options);
    close();
    if (failure === null) return { ok: true };
    const error = report.diagnostics.find((/** @type {any} */ d) => d.severity === 'error');
    return { error: { type: error?.exception, message: mask(error?.message ?? '') } };
  });
}

/** @param {Session} session @param {Recorder} recorder @param {any} data */
export function verifier(session, recorder, data) {
  for (const row of data.cases) {
    const inputs = WRONG_INPUTS[row.title];
    if (inputs !== undefined) {
      recorder.attempt(`verifier: ${row.title}`, () =>
        recorder.equal(`verifier: ${row.title}`, row, { title: row.title, ...refusal(session, inputs) }),
      );
      continue;
    }
    const change = CHANGES[row.title];
    if (change === undefined) {
      if (Object.hasOwn(PYTHON_ONLY, row.title)) recorder.leaveOut(PYTHON_ONLY[row.title]);
      else recorder.skip(`what '${row.title}' does is not known`);
      continue;
    }
    recorder.attempt(`verifier: ${row.title}`, () => {
      const program = base();
      change(program);
      recorder.equal(`verifier: ${row.title}`, row, { title: row.title, ...verdict(session, program) });
    });
  }
  for (const recorded of data.allowed_builtin_ops ?? []) {
    recorder.attempt(`verifier: ${recorded} is allowed`, () => {
      const program = base();
      append(program, 'call_function', recorded.replace(/^_operator\./, 'operator.'), [n(4)]);
      recorder.equal(`verifier: ${recorded} is allowed`, { ok: true }, verdict(session, program));
    });
  }
  const dialects = session
    .describe({ operators: false })
    .passes.find((pass) => pass.name === 'verify_export')
    ?.options.find((option) => option.name === 'dialect')
    ?.choices?.split('|');
  for (const dialect of data.dialects ?? [])
    recorder.equal(`verifier: dialect ${dialect}`, true, dialects?.includes(dialect) ?? false);
}
