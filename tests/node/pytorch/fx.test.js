/**
 * PyTorch's test/test_fx.py, written anew under the names of its tests: graphs, interpreters, transformers, modules.
 * What PyTorch 2.6.0 gives is in tests/data/pytorch/fx_tests.json; oracle/record_fx_tests.py records it.
 *
 * Left out, for what Seesaw has not:
 * - Python itself: pickle, deepcopy of tracers, Proxy subclasses, torch.fx.wrap, leaf modules of one's own,
 *   concrete_args, RewritingTracer,
 * ScriptFunction and torchbind, profiler ranges, dataclasses and named tuples of one's own as results, tracebacks of
 * generated code;
 * - CodeGen subclasses (test_custom_codegen, test_interpreter_with_codegen), immutable_list's pytree functions;
 * - models of torchvision (test_interpreter_noop_resnet18): Seesaw has no weights of theirs.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { Interpreter, Session, Transformer } from '../../../wasm/js/index.js';

/** @type {any} */
const RECORDED = JSON.parse(readFileSync(new URL('../../data/pytorch/fx_tests.json', import.meta.url), 'utf8'));
const session = await Session.create({ full: true });
/** @type {Set<string>} */
const held = new Set();

/** A test that compares with what PyTorch gave. @param {string} name @param {() => unknown} run */
function same(name, run) {
  held.add(name);
  test(name, () => assert.deepEqual(run(), RECORDED[name]));
}

const graph = (/** @type {number} */ handle) => session.print(handle, { format: 'graph' });
const code = (/** @type {number} */ handle) => session.print(handle, { format: 'code' });
const traced = (/** @type {string} */ source) => session.symbolicTrace(source).handle;
const tensor = (/** @type {number[]} */ ...data) => ({ dtype: 'f32', shape: [data.length], data });
const f32 = (/** @type {any} */ answer) => answer.outputs[0].value.data;
const names = (/** @type {any[]} */ nodes) => nodes.map(({ name }) => name);
const n = (/** @type {string | number} */ node) => ({ n: node });

/** A new graph; nodes are named by the step that makes them. @param {any[]} steps */
function built(steps) {
  const answer = session.edit(null, steps, { withoutModule: true });
  return { handle: answer.handle, steps: answer.steps };
}
const input = (/** @type {string} */ target) => ({ do: 'placeholder', target, as: target });
const call = (
  /** @type {string} */ target,
  /** @type {any[]} */ args,
  as = target.slice(target.lastIndexOf('.') + 1),
) => ({ do: 'call_function', target, args, as });
const output = (/** @type {string} */ node) => ({ do: 'output', args: [n(node)], as: 'output' });
/** "IndexError: ..." or null. @param {any} step */
const error = (step) => (step.error === undefined ? null : `${step.error.exception}: ${step.error.message}`);
const value = (/** @type {any} */ step) => {
  if (step.error !== undefined) throw new Error(error(step) ?? '');
  return step.value;
};

same('test_graph_unique_names', () => graph(traced('lambda x, y: torch.add(torch.add(x, y), torch.add(y, x))')));

same('test_graph_unique_names_manual', () => {
  const { handle } = built([
    { do: 'create_node', op: 'placeholder', target: 'x', as: 'a' },
    { do: 'create_node', op: 'call_module', target: 'foo_1', args: [n('a')], as: 'b' },
    { do: 'create_node', op: 'call_module', target: 'foo', args: [n('a')], name: 'foo_1', as: 'c' },
    { do: 'create_node', op: 'call_function', target: 'operator.add', args: [n('b'), n('c')], as: 'd' },
    output('d'),
  ]);
  const copy = session.edit(null, []).handle;
  session.graphCopy(copy, handle);
  return [names(session.nodes(handle)), names(session.nodes(copy))];
});

same('test_graph_fns', () =>
  graph(
    built([
      input('a'),
      { do: 'call_module', target: 'linear', args: [n('a')], as: 'b' },
      { do: 'get_attr', target: 'bias', as: 'c' },
      { do: 'call_method', target: 'add', args: [n('b'), n('c')], as: 'd' },
      call('torch.sin', [n('d')], 'e'),
      output('e'),
    ]).handle,
  ),
);

const RELU_NEG = [input('x'), call('torch.relu', [n('x')]), call('torch.neg', [n('relu')]), output('neg')];
same('test_remove_uses', () => {
  const { handle, steps } = built([
    ...RELU_NEG,
    { do: 'replace_all_uses_with', node: 'neg', with: 'relu' },
    { do: 'erase_node', node: 'neg' },
    { do: 'users', node: 'relu' },
  ]);
  return [graph(handle), names(value(steps[6])).includes('neg')];
});

same('test_remove_uses_with_custom_filter', () => {
  const { handle, steps } = built([
    ...RELU_NEG,
    { do: 'replace_all_uses_with', node: 'neg', with: 'relu', users: [3] },
    { do: 'users', node: 'relu' },
  ]);
  return [graph(handle), names(value(steps[5]))];
});

same('test_replace_uses', () => {
  const { handle, steps } = built([
    input('x'),
    call('torch.relu', [n('x')]),
    call('torch.add', [n('relu'), n('relu')]),
    output('add'),
    call('torch.mul', [n('relu'), n('relu')]),
    { do: 'replace_all_uses_with', node: 'add', with: 'mul' },
  ]);
  return [graph(handle), names(value(steps[5]))];
});

same('test_replace_input', () =>
  graph(
    built([
      input('x'),
      input('y'),
      call('torch.relu', [n('x')]),
      output('relu'),
      { do: 'replace_input_with', node: 'relu', old: 'x', new: 'y' },
    ]).handle,
  ),
);

same('test_insertion_point', () =>
  graph(
    built([
      input('x'),
      call('torch.relu', [n('x')]),
      output('relu'),
      { do: 'inserting_before', node: 'relu' },
      call('torch.neg', [n('x')]),
      call('torch.tanh', [n('neg')]),
    ]).handle,
  ),
);

same('test_multi_insert_point', () =>
  graph(
    built([
      input('x'),
      call('torch.relu', [n('x')]),
      { do: 'inserting_before', node: 'relu', scoped: true },
      call('torch.neg', [n('x')]),
      call('torch.tanh', [n('neg')]),
      { do: 'restore_insert_point' },
      { do: 'inserting_after', node: 'relu', scoped: true },
      call('torch.sin', [n('relu')]),
      { do: 'restore_insert_point' },
    ]).handle,
  ),
);

same('test_update_args_api', () => {
  const { handle, steps } = built([
    input('x'),
    input('y'),
    call('torch.relu', [n('x')]),
    { do: 'update_arg', node: 'relu', index: 0, arg: n('y') },
    output('relu'),
    { do: 'update_arg', node: 'relu', index: 3, arg: n('x') },
  ]);
  return [graph(handle), error(steps[5])];
});

same('test_update_kwargs_api', () =>
  graph(
    built([
      input('x'),
      input('y'),
      { do: 'call_function', target: 'torch.relu', kwargs: { input: n('x') }, as: 'relu' },
      { do: 'update_kwarg', node: 'relu', key: 'input', arg: n('y') },
      output('relu'),
    ]).handle,
  ),
);

same('test_insert_arg', () => {
  const insert = (/** @type {number} */ index, /** @type {string} */ arg) => ({
    do: 'insert_arg',
    node: 'cat',
    index,
    arg: n(arg),
  });
  const { handle, steps } = built([
    input('x'),
    input('y'),
    input('z'),
    call('torch.cat', [n('x')]),
    insert(0, 'y'),
    insert(2, 'z'),
    output('cat'),
    insert(5, 'x'),
    insert(-1, 'x'),
  ]);
  return [graph(handle), error(steps[7]), error(steps[8])];
});

same('test_move_before', () =>
  graph(
    built([
      input('x'),
      call('torch.relu', [n('x')]),
      call('torch.neg', [n('x')]),
      { do: 'prepend', node: 'relu', x: 'neg' },
    ]).handle,
  ),
);

same('test_erase_node_error', () => {
  const handle = traced('lambda x: torch.relu(x) + 1');
  return session
    .edit(
      handle,
      [0, 1, 2].map((node) => ({ do: 'erase_node', node })),
    )
    .steps.map(error);
});

same('test_find_uses', () => {
  const all = [n('relu'), n('add'), n('neg')];
  const { steps } = built([
    input('x'),
    call('torch.relu', [n('x')]),
    call('operator.add', [n('x'), n('x')]),
    call('torch.neg', [n('x')]),
    { do: 'output', args: [{ t: all }] },
    { do: 'users', node: 'x' },
    { do: 'users', node: 'relu' },
    { do: 'users', node: 'add' },
  ]);
  return steps.slice(5).map((step) => names(value(step)));
});

same('test_reassign_args_kwargs_uses', () => {
  const { steps } = built([
    input('x'),
    input('y'),
    call('operator.add', [n('x'), n('y')], 'z'),
    call('operator.add', [n('z'), n('z'), n('z')], 'zed'),
    { do: 'set_args', node: 'zed', args: [n('z'), n('z'), n('x')] },
    { do: 'users', node: 'z' },
    { do: 'users', node: 'x' },
    { do: 'set_args', node: 'zed', args: [] },
    { do: 'set_kwargs', node: 'zed', kwargs: { a: n('x') } },
    { do: 'users', node: 'z' },
    { do: 'users', node: 'x' },
    { do: 'all_input_nodes', node: 'zed' },
  ]);
  return [5, 6, 9, 10, 11].map((i) => names(value(steps[i])));
});

same('test_all_input_nodes', () => {
  const { handle } = built([
    input('x'),
    { do: 'call_module', target: 'linear', args: [n('x')], as: 'b' },
    { do: 'get_attr', target: 'attr', as: 'c' },
    call('operator.add', [n('b'), n('c')], 'd'),
    call('torch.unsqueeze', [n('d'), 0], 'e'),
    output('e'),
  ]);
  return session
    .nodes(handle)
    .map(({ id }) => names(value(session.edit(handle, [{ do: 'all_input_nodes', node: id }]).steps[0])));
});

same('test_wrong_topo', () => {
  const { steps } = built([
    input('x'),
    { do: 'call_module', target: 'foo.bar', args: [n('x')], as: 'b' },
    { do: 'get_attr', target: 'zip.zap', as: 'c' },
    call('operator.add', [n('b'), n('c')], 'd'),
    output('d'),
    { do: 'append', node: 'd', x: 'c' },
    { do: 'lint' },
  ]);
  return error(steps[6]);
});

same('test_inline_graph', () => {
  const [inline, handle] = [traced('lambda x: torch.neg(x)'), traced('lambda x: torch.relu(x) + 1.0')];
  const { steps } = session.edit(handle, [
    { do: 'inserting_before', node: 2 },
    { do: 'graph_copy', from: inline, valMap: { x: 1 } },
  ]);
  const { result } = value(steps[1]);
  session.edit(handle, [{ do: 'update_arg', node: 2, index: 0, arg: result }, { do: 'lint' }]).steps.forEach(value);
  return graph(handle);
});

const CLAMP = 'lambda x: torch.clamp(x + 0.5, min=0.0, max=1.0)';
same('test_interpreter', () => f32(new Interpreter(session, traced(CLAMP)).run([tensor(-1, 0.25, 2)])));

same('test_interpreter_run_node_override', () => {
  /** @type {string[]} */
  const seen = [];
  class Run extends Interpreter {
    /** @param {any} node @override */
    runNode(node) {
      const result = super.runNode(node);
      seen.push(node.name);
      return result;
    }
  }
  new Run(session, traced('lambda x: torch.sigmoid(x + 1)')).run([tensor(0, 0)]);
  return seen;
});

/** Sigmoids become negations and the other way around. @param {any} Base @returns {any} */
const swapping = (Base) =>
  class extends Base {
    /** @param {string} target @param {any[]} args @param {any} kwargs */
    callFunction(target, args, kwargs) {
      return super.callFunction(target === 'torch.sigmoid' ? 'torch.neg' : target, args, kwargs);
    }
    /** @param {string} target @param {any[]} args @param {any} kwargs */
    callMethod(target, args, kwargs) {
      return super.callMethod(target === 'neg' ? 'sigmoid' : target, args, kwargs);
    }
  };
same('test_interpreter_onthefly_swap', () =>
  f32(new (swapping(Interpreter))(session, traced('lambda x: torch.sigmoid(x).neg()')).run([tensor(0.5, 1)])),
);
same('test_interpreter_partial_eval', () =>
  f32(
    new Interpreter(session, traced(CLAMP)).run([tensor(1, 1, 1)], { initialEnv: { add: tensor(0.25, 0.25, 0.25) } }),
  ),
);

same('test_interpreter_gc_values', () => {
  const handle = traced('lambda x: torch.sigmoid(x + 1)');
  return [true, false].map((garbageCollectValues) => {
    const interpreter = new Interpreter(session, handle, { garbageCollectValues });
    interpreter.run([tensor(0, 0)]);
    return [...interpreter.env.keys()];
  });
});

same('test_interpreter_default_args', () =>
  f32(new Interpreter(session, traced('def f(x, y=3.14159):\n    return x + y\n')).run([tensor(1, 1)])),
);

same('test_interpreter_not_enough_args', () => {
  try {
    new Interpreter(session, traced('lambda x, y: x + y')).run([tensor(1, 1)]);
  } catch (thrown) {
    return /** @type {Error} */ (thrown).message.split('\n')[0];
  }
  return null;
});

same('test_interpreter_star_args', () => {
  const handle = traced('def f(x, *args):\n    return x + args[0]\n');
  return [graph(handle), f32(new Interpreter(session, handle).run([tensor(1, 1), tensor(1, 1), tensor(5, 5)]))];
});

same('test_transformer_noop', () => graph(new Transformer(session, traced(CLAMP)).transform().handle));
same('test_transformer_op_swap', () =>
  graph(new (swapping(Transformer))(session, traced('lambda x: torch.sigmoid(x).neg()')).transform().handle),
);
same('test_transformer_multi_outputs', () =>
  graph(
    new Transformer(session, traced('lambda x: ((x + 1), torch.clamp(x + 1, min=0.0, max=1.0))')).transform().handle,
  ),
);

same('test_delete_unused_values', () =>
  code(traced('def f(x, y):\n    add = x.add(y)\n    relu = torch.relu(x)\n    return add\n')).replace(/^\n+/, ''),
);

same('test_submodule_manipulation_API', () => {
  const source = `class A(torch.nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, x):
        cat = torch.cat([self.net_b.net_c.param, x])
        conv = self.net_b.net_c.conv(cat)
        return self.net_b.linear(torch.cat([conv])) + self.param
`;
  const handle = traced(source);
  const modules = () => session.namedModules(handle).map(({ path }) => path);
  const thrown = (/** @type {() => void} */ run) => {
    try {
      run();
    } catch (failure) {
      return /** @type {Error} */ (failure).message;
    }
    return null;
  };
  const conv = session.nodes(handle).find(({ target }) => target === 'net_b.net_c.conv');
  assert.ok(conv);
  /** @type {any} */
  const out = { graph: graph(handle) };
  assert.equal(session.addSubmodule(handle, 'net_b.net_c.dropout', { class: 'Dropout' }), true);
  const { steps } = session.edit(handle, [
    { do: 'inserting_before', node: conv.id, scoped: true },
    { do: 'call_module', target: 'net_b.net_c.dropout', args: [n(conv.id - 1)], as: 'dropout' },
    { do: 'restore_insert_point' },
    { do: 'replace_all_uses_with', node: conv.id, with: 'dropout' },
    { do: 'erase_node', node: conv.id },
  ]);
  steps.forEach(value);
  out.modules = modules();
  assert.equal(session.deleteSubmodule(handle, 'net_b.net_c.conv'), true);
  out.deleted = modules();
  out.again = session.deleteSubmodule(handle, 'net_b.net_c.conv');
  out['no module'] = session.deleteSubmodule(handle, 'param');
  out.missing = thrown(() => session.getSubmodule(handle, 'net_b.net_c.conv'));
  out['not a module'] = thrown(() => session.getSubmodule(handle, 'param'));
  value(session.edit(handle, [{ do: 'lint' }]).steps[0]);
  out.lint = graph(handle);
  session.addSubmodule(handle, 'fresh.deep.relu', { class: 'ReLU' });
  out.fresh = modules();
  out['on a parameter'] = session.addSubmodule(handle, 'param.x', { class: 'ReLU' });
  session.deleteAllUnusedSubmodules(handle);
  out.unused = modules();
  return out;
});

same('test_imul_code_print', () =>
  code(built([input('a'), input('b'), call('operator.imul', [n('a'), n('b')]), output('a')]).handle),
);
same('test_inf_nan', () => code(traced("lambda x: x + float('inf') + float('-inf') + float('nan')")));
same('test_ellipsis', () => code(traced('lambda x, y: x + y[..., 1:10] + y[:, ..., ::2]')));
same('test_reserved_getattr', () => code(traced('lambda a: a.foo.bar.baz')));
same('test_string_literal_return', () => code(traced("lambda x: 'foo'")));
same('test_empty_graph_codegen', () => code(built([]).handle));
same('test_snake_case', () => {
  const steps = ['ReLU', 'LinearReLU', 'Conv2dBN', 'myModule', 'HTTPServer', 'a.b.CamelCase'].map((target, i, all) => ({
    do: 'call_module',
    target,
    args: [n(i === 0 ? 'x' : all[i - 1])],
    as: target,
  }));
  return names(session.nodes(built([input('x'), ...steps]).handle));
});

const parts = (/** @type {number} */ handle, /** @type {number} */ count) => [
  graph(handle),
  ...Array.from({ length: count }, (_, i) => session.print(handle, { format: 'graph', path: `submod_${i}` })),
];
same('test_sequential_split', () =>
  parts(
    session.sequentialSplit(
      traced('lambda x: torch.cos(torch.neg(torch.sin(x).relu()))'),
      ({ op }) => op === 'call_method',
    ).handle,
    2,
  ),
);
same('test_split_module', () =>
  parts(
    session.splitModule(traced('lambda x, y: torch.cos(torch.neg(torch.sin(x) + y))'), {
      sin: 0,
      add: 1,
      neg: 1,
      cos: 2,
    }).handle,
    3,
  ),
);

test('what a method throws comes out, and the interpreter can run again', () => {
  let fails = true;
  class Failing extends Interpreter {
    /** @param {string} target @param {any[]} args @param {any} kwargs @override */
    callFunction(target, args, kwargs) {
      if (fails) throw new RangeError('mine');
      return super.callFunction(target, args, kwargs);
    }
  }
  const failing = new Failing(session, traced('lambda x: torch.neg(x)'));
  assert.throws(
    () => failing.run([tensor(1)]),
    (/** @type {Error} */ thrown) => thrown instanceof RangeError && thrown.message === 'mine',
  );
  fails = false;
  assert.deepEqual(f32(failing.run([tensor(1)])), [-1]);
  assert.throws(() => failing.callFunction('torch.neg', [], {}), /while a program runs/);
});

test('each of the recorded cases is compared', () => {
  const left = ['test_copy_no_remap', 'test_wrong_target_type', 'test_update_args_kwargs_yells_at_you'];
  assert.deepEqual(
    Object.keys(RECORDED)
      .filter((name) => !held.has(name))
      .sort(),
    left.sort(),
  );
});
