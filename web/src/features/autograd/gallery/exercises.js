/**
 * Exercises of the lessons: what to make a program print. A test holds that each can be done, and is not done at first.
 *
 *   exercisesOf('name')[0].prints                   // ['node.name(): ExpBackward0']
 */

/**
 * @typedef {object} Exercise
 * @property {string} task
 * @property {string[]} prints what has to happen: lines of "What happened"
 * @property {string} [instead] a line that must not be there any more
 */

/** @type {Record<string, Exercise[]>} */
const EXERCISES = {
  name: [
    { task: 'Make b with exp: its node has another name.', prints: ['node.name(): ExpBackward0'] },
    { task: 'Make c a mean.', prints: ['c.grad_fn: MeanBackward0'] },
  ],
  next_functions: [
    {
      task: 'Let b need no gradient: its edge becomes None.',
      prints: ['node.next_functions: [[torch::autograd::AccumulateGrad, 0], [None, 0]]'],
    },
    {
      task: 'Make d = c * a: the last node leads to a, too.',
      prints: ['last.next_functions: [[MulBackward0, 0], [torch::autograd::AccumulateGrad, 0]]'],
    },
  ],
  metadata: [
    { task: 'Note "decoder" as the module.', prints: ['node.metadata: {module: decoder}'] },
    { task: 'Make the gradient of b a cosine: b = a.cos().', prints: ['grad_inputs [[−0.8415, −0.9093]]'] },
  ],
  register_hook: [
    { task: 'Let the hook triple the gradient.', prints: ['a.grad: [3, 3, 3]'] },
    { task: 'Let the hook only look: return nothing.', prints: ['a.grad: [1, 1, 1]'], instead: 'a.grad: [2, 2, 2]' },
  ],
  register_prehook: [
    { task: 'Swap the two pre-hooks: 1 · 3 + 1.', prints: ['a.grad: [40, 40]'] },
    { task: 'Let add_one add 9 in place of 1.', prints: ['a.grad: [300, 300]'] },
  ],
  get_gradient_edge: [
    { task: 'Ask for the gradient of a in place of the edge.', prints: ['g: [18, 36]'] },
    { task: 'Ask for the edge of a.', prints: ['edge GradientEdge(<torch::autograd::AccumulateGrad>, 0)'] },
  ],
  saved_tensors_hooks: [
    { task: 'Let unpack return t * 2: the gradients double.', prints: ['a.grad: [4, 4, 4]', 'two.grad: [2, 2, 2]'] },
    { task: 'Keep nothing of y: make it a + two.', prints: ['a.grad: [1, 1, 1]'], instead: 'Packing [2, 2, 2]' },
  ],
  save_on_cpu: [
    { task: 'Let b need no gradient.', prints: ['a.grad: [9, 16]', 'b.grad: None'] },
    { task: 'Make the loss twice as large.', prints: ['a.grad: [18, 32]', 'b.grad: [12, 32]'] },
  ],
  disable_saved_tensors_hooks: [
    { task: 'Give another reason: "not here".', prints: ['save_on_cpu: RuntimeError: not here'] },
    {
      task: 'Let the try stand behind the block: nothing fails there.',
      prints: ['c: [1, 4]'],
      instead: 'save_on_cpu: RuntimeError: this library keeps its own tensors',
    },
  ],
  multi_grad_all: [
    {
      task: 'Let loss be the sum of d: then c has no gradient.',
      prints: ['gradients of a, b, c, d [[3, 4], [1, 2], None, [1, 1]]'],
    },
    {
      task: 'Let loss be the sum of c and d.',
      prints: ['gradients of a, b, c, d [[6, 8], [2, 4], [1, 1], [1, 1]]'],
    },
  ],
  multi_grad_any: [
    { task: 'Give it mode "all": the hook gets both gradients.', prints: ['first [[−0.99, −0.1455], [1, 1]]'] },
    { task: 'Watch c alone.', prints: ['first [−0.99, −0.1455]'] },
  ],
  allow_mutation: [
    { task: 'Write twice to b: another sin_ before the loss.', prints: ['b._version: 2', 'a.grad: [2, 4, 6]'] },
    { task: 'Make c the cube of b: what is kept is still the old b.', prints: ['a.grad: [3, 12, 27]'] },
  ],
  increment_version: [
    { task: 'Let backward work: take increment_version away, and print a.grad.', prints: ['a.grad: [2.718, 7.389]'] },
    { task: 'Write twice: version 2.', prints: ['b._version: 2'] },
  ],
  tensor_hooks: [
    {
      task: 'Let the hook on b return ten times the gradient.',
      prints: ['2 before the node [[10, 10]]', '5 accumulated [30, 30]'],
    },
    { task: 'Remove the first hook before the pass.', prints: ['5 accumulated [3, 3]'], instead: '1 hook of b [1, 1]' },
  ],
};

/** @param {string} id @returns {Exercise[]} */
export const exercisesOf = (id) => (Object.hasOwn(EXERCISES, id) ? EXERCISES[id] : []);
