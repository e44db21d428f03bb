/** Lessons of torch.autograd.graph as Python: read back as the steps that they list, and what people write besides. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scenarioReport } from '../../wasm/js/scenario/report.js';
import { GALLERY } from '../../web/src/features/autograd/gallery/examples.js';
import { exercisesOf } from '../../web/src/features/autograd/gallery/exercises.js';
import { eventText } from '../../web/src/features/autograd/gallery/events.js';
import { listing } from '../../web/src/features/autograd/gallery/listing.js';
import { inSource, readPython } from '../../web/src/features/autograd/gallery/reading.js';

/** @param {object[]} program */
const events = (program) =>
  scenarioReport(/** @type {any} */ ({ id: 'x', program }), { look: true }).events.map(eventText);

/** @param {string} source */
function ran(source) {
  const { program, mistake, made } = readPython(source);
  assert.equal(mistake, '');
  return events(program ?? []).map((text) => inSource(text, made));
}

for (const { id, program } of GALLERY)
  test(`${id}: its Python is read back, and does the same`, () => {
    const source = listing(program).join('\n');
    const read = readPython(source);
    assert.equal(read.mistake, '');
    assert.equal(listing(read.program ?? []).join('\n'), source);
    assert.deepEqual(events(read.program ?? []), events(program));
  });

test('what people write: calls in calls, operators, methods, lambdas, backward of a tensor', () => {
  assert.deepEqual(
    ran(`import torch

a = torch.tensor([1., 2.],
                 requires_grad=True)  # a leaf
loss = ((a * 2 + 1) ** 2).sum() - a.exp().mean() * 0.
a.register_hook(lambda grad: grad * 10)
loss.backward()
print(a.grad)
print("loss", loss)
with torch.no_grad():
    a.grad.zero_()
    a -= 0.5
print(a)
print(loss.grad_fn.name())`),
    ['a.grad: [120, 200]', 'loss 34', 'a: [0.5, 1.5]', 'loss.grad_fn.name(): SubBackward0'],
  );
});

test('a dtype is what torch.tensor makes of its numbers', () => {
  const dtype = (/** @type {string} */ data) => readPython(`a = torch.tensor(${data})`).program?.[0].dtype;
  assert.deepEqual(
    [dtype('[1, 2]'), dtype('[1., 2]'), dtype('[True]'), dtype('2.5')],
    ['int64', 'float32', 'bool', 'float32'],
  );
  assert.deepEqual(readPython('a = torch.tensor([[1., 2.], [3., 4.]])').program?.[0].shape, [2, 2]);
});

test('what is not read is told, with its line', () => {
  const told = (/** @type {string} */ source) => readPython(source).mistake;
  assert.match(told('a = torch.tensor([1.])\nfor x in y:\n    print(x)'), /^line 2: a block of "for" is not read here/);
  assert.match(told('a = torch.tensor([1, 2], requires_grad=True)'), /^line 1: only tensors of floating point dtype/);
  assert.match(told('\nb.register_hook(f)'), /^line 2: a function that is defined above is missing/);
  assert.match(told('a = [1, 2'), /^line 1: /);
  assert.match(told('a = torch.tensor([[1.], [2., 3.]])'), /rows of a tensor/);
  assert.match(told('a = 1\n    b = 2'), /^line 2: unexpected indent/);
  assert.match(told('with open("x"):\n    pass'), /with open\(\) is not known/);
  assert.match(told(`a = ${'('.repeat(5000)}1${')'.repeat(5000)}`), /nested too deeply/);
  assert.match(
    told(`${Array.from({ length: 90 }, (_, at) => `${' '.repeat(at)}with torch.no_grad():`).join('\n')}`),
    /nested/,
  );
  assert.match(told('constructor = toString'), /^$/);
  assert.match(told('\na = b < c < d'), /^line 2: comparisons in a chain are not read here/);
  assert.match(told('a = b is c == d'), /comparisons in a chain/);
  assert.equal(told('a = (b < c) < d'), '');
  for (const long of ['a+'.repeat(20_000), 'a.sin()'.padEnd(120_000, '.sin()') + ' + '])
    assert.match(told(`b = ${long}a`), /^line 1: this is too long: give a part of it a name$/);
  for (const sign of ['@', '//', '%', '<<', '|'])
    assert.equal(told(`a ${sign}= 2`), `line 1: "${sign}=" is not read here`);
  assert.match(told('a.grad += 2'), /^line 1: "a.grad" cannot be changed by "\+=" here$/);
  assert.match(told(String.raw`print("\x4", a)`), /^line 1: the escape \\x is not read here, or not complete$/);
  assert.match(told('a ? b'), /^line 1: "\? b" is not read here/);
});

test('a power in place writes to its tensor', () => {
  assert.deepEqual(readPython('a **= 2').program, [{ op: 'call', fn: 'pow_', args: ['a', 2], out: 'a' }]);
  assert.deepEqual(ran('a = torch.tensor([3.])\na **= 2\nprint(a)'), ['a: [9]']);
});

test('escapes are those of Python', () => {
  const label = (/** @type {string} */ text) => readPython(`print("${text}", a)`).program?.[0].label;
  assert.equal(label(String.raw`\x41\u00e4\U0001F600\101\0\n\\\"\d`), 'Aä😀A\0\n\\"\\d');
});

/** An edit of the lesson's Python that does each exercise. @type {Record<string, [string | RegExp, string][]>} */
const SOLUTIONS = {
  name: [
    ['a.tanh()', 'a.exp()'],
    ['b.sum()', 'b.mean()'],
  ],
  next_functions: [
    ['[3., 4.], requires_grad=True', '[3., 4.]'],
    ['c * 2', 'c * a'],
  ],
  metadata: [
    ['encoder.layer1', 'decoder'],
    ['a.sin()', 'a.cos()'],
  ],
  register_hook: [
    ['[0] * 2', '[0] * 3'],
    ['    return [doubled]', ''],
  ],
  register_prehook: [
    [/(\[0\]) \+ 1([^]*)\[0\] \* 3/, '$1 * 3$2[0] + 1'],
    ['[0] + 1', '[0] + 9'],
  ],
  get_gradient_edge: [
    ['[loss], [edge]', '[loss], [a]'],
    ['edge(b)', 'edge(a)'],
  ],
  saved_tensors_hooks: [
    [/("Unpacking", t\)\n {4}return t)/, '$1 * 2'],
    ['a * two', 'a + two'],
  ],
  save_on_cpu: [
    ['[3., 4.], requires_grad=True', '[3., 4.]'],
    ['mul_b.sum()', 'mul_b.sum() * 2'],
  ],
  disable_saved_tensors_hooks: [
    ['this library keeps its own tensors', 'not here'],
    [
      /( {4}try:[^]*error\)\n)( {4}c = a \* a\n)([^]*)$/,
      '$2$3\nwith torch.autograd.graph.save_on_cpu():\n    b = a * a',
    ],
  ],
  multi_grad_all: [
    ['c.sum()', 'd.sum()'],
    ['c.sum()', 'c.sum() + d.sum()'],
  ],
  multi_grad_any: [
    ['"any"', '"all"'],
    ['[c, d]', '[c]'],
  ],
  allow_mutation: [
    ['b.sin_()\n', 'b.sin_()\n    b.sin_()\n'],
    ['b.pow(2)', 'b.pow(3)'],
  ],
  increment_version: [
    [/torch\.autograd\.graph\.increment[^]*$/, 'b.sum().backward()\nprint(a.grad)'],
    [/(.*increment_version.*\n)/, '$1$1'],
  ],
  tensor_hooks: [
    ['    print("1 hook of b", grad)', '    print("1 hook of b", grad)\n    return grad * 10'],
    ['b.register_hook(tensor_hook)', 'handle = b.register_hook(tensor_hook)\nhandle.remove()'],
  ],
};

for (const { id, program } of GALLERY)
  test(`${id}: its exercises can be done, and are not done at first`, () => {
    const source = listing(program).join('\n');
    const exercises = exercisesOf(id);
    assert.equal(exercises.length, SOLUTIONS[id].length);
    exercises.forEach(({ task, prints, instead }, at) => {
      const done = (/** @type {string[]} */ lines) =>
        prints.every((line) => lines.includes(line)) && (instead === undefined || !lines.includes(instead));
      const [from, to] = SOLUTIONS[id][at];
      const solved = source.replace(from, to);
      assert.notEqual(solved, source, task);
      assert.ok(done(ran(solved)), `${task}\n${solved}\n${ran(solved).join('\n')}`);
      assert.ok(!done(ran(source)), `${task} is done before`);
    });
  });
