/**
 * Small programs for every function of torch.autograd.graph, as scenarios: steps that are data.
 *
 * What: `GALLERY` lists them; `functions` says what each shows, in PyTorch's names.
 * Why: one reads, runs and changes them in the page; what PyTorch 2.6.0 does with them is recorded in
 * tests/data/gallery.json, and a test compares, and holds the list of functions against this one.
 *
 *   GALLERY.find((one) => one.functions.includes('save_on_cpu')).program
 */

/** @typedef {Record<string, any>} Step */
/**
 * @typedef {object} GalleryExample
 * @property {string} id
 * @property {string[]} functions
 * @property {string} title
 * @property {string} look what to look at
 * @property {string} attempt what to try
 * @property {Step[]} program
 */

/**
 * `torch.tensor([...], requires_grad=True)`: float32, as PyTorch makes it.
 * @param {string} out
 * @param {number[]} data
 * @param {object} [more]
 * @returns {Step}
 */
const leaf = (out, data, more = {}) => ({
  op: 'leaf',
  out,
  shape: [data.length],
  data,
  dtype: 'float32',
  requires_grad: true,
  ...more,
});
/** @param {string} out @param {string} fn @param {...any} args @returns {Step} */
const call = (out, fn, ...args) => ({ op: 'call', fn, args, out });
/** @param {string} tensors @param {object} [more] @returns {Step} */
const backward = (tensors, more = {}) => ({ op: 'backward', tensors: [tensors], ...more });
/** @param {string} label @param {...any} values @returns {Step} */
const emit = (label, ...values) => ({ op: 'emit', label, values });
/** @param {string} what @param {any} [of] @returns {Step} */
const observe = (what, of) => (of === undefined ? { op: 'observe', what } : { op: 'observe', what, of });
/** @param {string} out @param {string} of @returns {Step} */
const gradFn = (out, of) => ({ op: 'grad_fn', out, of });
/**
 * A function: its parameters are written with commas, `more` says what it returns.
 * @param {string} name
 * @param {string} params
 * @param {Step[]} body
 * @param {object} [more]
 */
const fn = (name, params, body, more = {}) => ({ name, params: params.split(', '), body, ...more });
/** @param {string} on @param {object} f @param {object} [more] @returns {Step} */
const nodeHook = (on, f, more = {}) => ({ op: 'node_hook', on, fn: f, ...more });
/** @param {string} on @param {object} f @returns {Step} */
const nodePrehook = (on, f) => ({ op: 'node_prehook', on, fn: f });
/** @param {string} on @param {object} f @returns {Step} */
const tensorHook = (on, f) => ({ op: 'register_hook', on, fn: f });
/** What a hook of a node gets. */
const BOTH = 'grad_inputs, grad_outputs';

/** @type {GalleryExample[]} */
export const GALLERY = [
  {
    id: 'name',
    functions: ['Node', 'Node.name'],
    title: 'Node.name: what made a tensor',
    look: 'Every result of an operator has a node in grad_fn. It is called after the derivative, and a leaf has none.',
    attempt: 'Write "exp" in place of "tanh" and see the name change.',
    program: [
      leaf('a', [0.5, 1]),
      call('b', 'tanh', 'a'),
      call('c', 'sum', 'b'),
      gradFn('node', 'b'),
      observe('node_name', 'node'),
      observe('grad_fn', 'c'),
      observe('grad_fn', 'a'),
    ],
  },
  {
    id: 'next_functions',
    functions: ['Node.next_functions'],
    title: 'Node.next_functions: where gradients go next',
    look:
      'Each pair is a node and the number of its input. The product of a and b leads to the accumulators ' +
      'of both leaves; a number leads nowhere.',
    attempt: 'Make b without requires_grad=True: its edge becomes None.',
    program: [
      leaf('a', [1, 2]),
      leaf('b', [3, 4]),
      call('c', 'mul', 'a', 'b'),
      call('d', 'mul', 'c', 2),
      gradFn('node', 'c'),
      observe('next_functions', 'node'),
      gradFn('last', 'd'),
      observe('next_functions', 'last'),
      observe('graph', 'd'),
    ],
  },
  {
    id: 'metadata',
    functions: ['Node.metadata'],
    title: 'Node.metadata: notes on a node',
    look: 'A dictionary of your own on each node. A hook can read it when the node runs.',
    attempt: 'Write to another key, and print that one in the hook.',
    program: [
      leaf('a', [1, 2]),
      call('b', 'sin', 'a'),
      gradFn('node', 'b'),
      { op: 'set_metadata', node: 'node', key: 'module', value: { str: 'encoder.layer1' } },
      observe('metadata', 'node'),
      nodeHook('node', fn('tell', BOTH, [observe('metadata', 'node'), emit('grad_inputs', 'grad_inputs')])),
      call('loss', 'sum', 'b'),
      backward('loss'),
    ],
  },
  {
    id: 'register_hook',
    functions: ['Node.register_hook'],
    title: 'Node.register_hook: behind a node',
    look:
      'The hook gets what the node gave (grad_inputs) and what it got (grad_outputs). What it returns ' +
      'replaces grad_inputs: the gradient doubles.',
    attempt: 'Delete "return": then the hook only looks. The handle removes it.',
    program: [
      leaf('a', [0, 0, 0]),
      call('b', 'clone', 'a'),
      gradFn('node', 'b'),
      nodeHook(
        'node',
        fn(
          'double',
          BOTH,
          [emit(BOTH, 'grad_inputs', 'grad_outputs'), call('doubled', 'mul', { item: ['grad_outputs', 0] }, 2)],
          {
            return: ['doubled'],
          },
        ),
        { handle: 'handle' },
      ),
      call('loss', 'sum', 'b'),
      backward('loss', { retain_graph: true }),
      observe('grad', 'a'),
      { op: 'remove', handle: 'handle' },
      { op: 'set_grad', of: 'a', value: null },
      backward('loss'),
      observe('grad', 'a'),
    ],
  },
  {
    id: 'register_prehook',
    functions: ['Node.register_prehook'],
    title: 'Node.register_prehook: before a node',
    look:
      'A pre-hook sees grad_outputs before the node runs, and may replace them. Pre-hooks run in the ' +
      'order of registration, then the node, then its hooks.',
    attempt: 'Swap the two pre-hooks: (1 + 1) * 3 becomes 1 * 3 + 1.',
    program: [
      leaf('a', [1, 2]),
      call('b', 'mul', 'a', 10),
      gradFn('node', 'b'),
      nodePrehook(
        'node',
        fn(
          'add_one',
          'grad_outputs',
          [emit('add_one', 'grad_outputs'), call('g', 'add', { item: ['grad_outputs', 0] }, 1)],
          { return: ['g'] },
        ),
      ),
      nodePrehook(
        'node',
        fn(
          'triple',
          'grad_outputs',
          [emit('triple', 'grad_outputs'), call('g', 'mul', { item: ['grad_outputs', 0] }, 3)],
          { return: ['g'] },
        ),
      ),
      nodeHook('node', fn('after', BOTH, [emit('after', 'grad_inputs', 'grad_outputs')])),
      call('loss', 'sum', 'b'),
      backward('loss'),
      observe('grad', 'a'),
    ],
  },
  {
    id: 'get_gradient_edge',
    functions: ['get_gradient_edge', 'GradientEdge'],
    title: 'get_gradient_edge: a tensor without the tensor',
    look:
      'An edge names the place where a gradient arrives: a node and the number of its output. It stands ' +
      'for the tensor in grad and backward, and keeps no values alive.',
    attempt: 'Ask for the gradient of a in place of the edge.',
    program: [
      leaf('a', [1, 2]),
      call('b', 'mul', 'a', 3),
      { op: 'gradient_edge', out: 'edge', of: 'b' },
      emit('edge', 'edge'),
      call('c', 'mul', 'b', 'b'),
      call('loss', 'sum', 'c'),
      { op: 'del', names: ['b'] },
      { op: 'grad', outputs: ['loss'], inputs: ['edge'], out: ['g'] },
      observe('value', 'g'),
    ],
  },
  {
    id: 'saved_tensors_hooks',
    functions: ['saved_tensors_hooks'],
    title: 'saved_tensors_hooks: what is kept for backward',
    look:
      'pack is called when an operator keeps a tensor, unpack when the backward pass needs it. ' +
      'Multiplication keeps both factors, in this order.',
    attempt: 'Let unpack return t * 2: the gradients double.',
    program: [
      leaf('a', [1, 1, 1]),
      leaf('two', [2, 2, 2]),
      {
        op: 'with',
        ctx: 'saved_tensors_hooks',
        pack: fn('pack', 't', [emit('Packing', 't')], { return: 't' }),
        unpack: fn('unpack', 't', [emit('Unpacking', 't')], { return: 't' }),
        body: [call('y', 'mul', 'a', 'two')],
      },
      call('loss', 'sum', 'y'),
      backward('loss'),
      observe('grad', 'a'),
      observe('grad', 'two'),
    ],
  },
  {
    id: 'save_on_cpu',
    functions: ['save_on_cpu'],
    title: 'save_on_cpu: trade memory of the device for copies',
    look:
      'Inside of the block saved tensors are moved to the CPU and come back when they are needed; ' +
      'results and gradients are the same. In the backward graph below, ' +
      'what mul_b keeps is packed.',
    attempt: 'Take retain_graph=True away: after the pass the graph keeps nothing, packed or not.',
    program: [
      leaf('a', [1, 2]),
      leaf('b', [3, 4]),
      call('product', 'mul', 'a', 'b'),
      { op: 'with', ctx: 'save_on_cpu', pin_memory: false, body: [call('mul_b', 'mul', 'product', 'b')] },
      call('loss', 'sum', 'mul_b'),
      backward('loss', { retain_graph: true }),
      observe('grad', 'a'),
      observe('grad', 'b'),
    ],
  },
  {
    id: 'disable_saved_tensors_hooks',
    functions: ['disable_saved_tensors_hooks'],
    title: 'disable_saved_tensors_hooks: no hooks here',
    look:
      'Inside of the block every attempt to use saved-tensor hooks fails with the message given. ' +
      'Libraries that cannot bear them say so like this.',
    attempt: 'Move the inner block behind the outer one.',
    program: [
      leaf('a', [1, 2]),
      {
        op: 'with',
        ctx: 'disable_saved_tensors_hooks',
        message: 'this library keeps its own tensors',
        body: [
          observe('saved_hooks_disabled_message'),
          { op: 'with', ctx: 'save_on_cpu', catch: 'save_on_cpu', body: [call('b', 'mul', 'a', 'a')] },
          call('c', 'mul', 'a', 'a'),
        ],
      },
      observe('saved_hooks_disabled_message'),
      observe('value', 'c'),
    ],
  },
  {
    id: 'multi_grad_all',
    functions: ['register_multi_grad_hook'],
    title: 'register_multi_grad_hook: when all gradients are there',
    look:
      'The hook runs once for a backward pass, when the gradients of all these tensors that take part ' +
      'have been computed; those that take no part are None.',
    attempt: 'Let loss be the sum of d: then c is the one without a gradient.',
    program: [
      leaf('a', [1, 2]),
      leaf('b', [3, 4]),
      call('c', 'mul', 'a', 'b'),
      call('d', 'mul', 'a', 'b'),
      {
        op: 'multi_grad_hook',
        tensors: ['a', 'b', 'c', 'd'],
        handle: 'handle',
        fn: fn('together', 'grads', [emit('gradients of a, b, c, d', 'grads')]),
      },
      call('loss', 'sum', 'c'),
      backward('loss', { retain_graph: true }),
      backward('loss', { retain_graph: true, inputs: ['a'] }),
      { op: 'remove', handle: 'handle' },
      backward('loss'),
    ],
  },
  {
    id: 'multi_grad_any',
    functions: ['register_multi_grad_hook'],
    title: 'register_multi_grad_hook, mode any: when the first is there',
    look: 'With mode "any" the hook gets the first of the gradients that is computed, and no other.',
    attempt: 'Give it mode "all" and the parameter all gradients.',
    program: [
      leaf('a', [1, 2]),
      leaf('b', [3, 4]),
      call('c', 'mul', 'a', 'b'),
      call('d', 'sin', 'c'),
      { op: 'multi_grad_hook', tensors: ['c', 'd'], mode: 'any', fn: fn('first', 'grad', [emit('first', 'grad')]) },
      call('loss', 'sum', 'd'),
      backward('loss'),
    ],
  },
  {
    id: 'allow_mutation',
    functions: ['allow_mutation_on_saved_tensors'],
    title: 'allow_mutation_on_saved_tensors: write to what is kept',
    look:
      'b is kept by pow and then written to. Inside of the block it is copied at that moment, so the ' +
      'gradient is that of the old value.',
    attempt:
      'Write the lines of the block without it: backward then fails, because b has been modified ' +
      'by an inplace operation.',
    program: [
      leaf('a', [1, 2, 3]),
      {
        op: 'with',
        ctx: 'allow_mutation_on_saved_tensors',
        as: 'context',
        body: [
          call('b', 'clone', 'a'),
          call('c', 'pow', 'b', 2),
          observe('version', 'b'),
          call('b', 'sin_', 'b'),
          observe('version', 'b'),
          observe('mutation_ctx', 'context'),
          call('loss', 'sum', 'c'),
          backward('loss'),
        ],
      },
      observe('grad', 'a'),
      observe('value', 'b'),
    ],
  },
  {
    id: 'increment_version',
    functions: ['increment_version'],
    title: 'increment_version: say that something was written',
    look:
      'Every write counts a version. exp keeps its result with version 0; at version 1 the backward pass ' +
      'refuses it. Kernels that write behind autograd’s back call this. Where 2.6 names the node, ExpBackward0, ' +
      'PyTorch 2.14 names the operation, Exp, and advises set_detect_anomaly(True, check_nan=False).',
    attempt: 'Remove the line with increment_version: then backward works.',
    program: [
      leaf('a', [1, 2]),
      call('b', 'exp', 'a'),
      observe('version', 'b'),
      { op: 'increment_version', of: 'b' },
      observe('version', 'b'),
      call('loss', 'sum', 'b'),
      backward('loss', { catch: 'backward' }),
    ],
  },
  {
    id: 'tensor_hooks',
    functions: [],
    title: 'Order of hooks: tensor, node, leaf',
    look:
      'Of a tensor its own hooks run first, then the hooks of the node that made it; of a leaf the hook ' +
      'behind the accumulation sees the new grad.',
    attempt: 'Let the hook on b return the gradient times 10.',
    program: [
      leaf('a', [1, 2]),
      call('b', 'mul', 'a', 3),
      tensorHook('b', fn('tensor_hook', 'grad', [emit('1 hook of b', 'grad')])),
      gradFn('node', 'b'),
      nodePrehook('node', fn('prehook', 'grad_outputs', [emit('2 before the node', 'grad_outputs')])),
      nodeHook('node', fn('posthook', BOTH, [emit('3 behind the node', 'grad_inputs')])),
      tensorHook('a', fn('leaf_hook', 'grad', [emit('4 hook of the leaf', 'grad')])),
      {
        op: 'register_post_accumulate_grad_hook',
        on: 'a',
        fn: fn('accumulated', 'leaf', [emit('5 accumulated', { grad_of: 'leaf' })]),
      },
      call('loss', 'sum', 'b'),
      backward('loss'),
    ],
  },
];
