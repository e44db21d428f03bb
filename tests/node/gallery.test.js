/**
 * The page's gallery of torch.autograd.graph: every function has an example, and each example does what PyTorch 2.6.0
 * did.
 *
 * data/autograd_gallery.json holds `torch.autograd.graph.__all__`, the public names of its Node, and the programs with
 * what PyTorch left. To record anew: write GALLERY as a list of {id, program}, run oracle/record_scenarios.py on it,
 * put the result into `scenarios`.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { scenarioDifference } from '../../wasm/js/replay/scenarios.js';
import { mistakeIn, scenarioReport } from '../../wasm/js/scenario/report.js';
import { GALLERY } from '../../web/src/features/autograd/gallery/examples.js';
import { eventText, printed } from '../../web/src/features/autograd/gallery/events.js';
import { listing } from '../../web/src/features/autograd/gallery/listing.js';

const recorded = JSON.parse(readFileSync(new URL('../data/autograd_gallery.json', import.meta.url), 'utf8'));

test('every function has an example', () => {
  const shown = new Set(GALLERY.flatMap((example) => example.functions));
  const wanted = [...recorded.all, ...recorded.node.map((/** @type {string} */ name) => `Node.${name}`)];
  assert.deepEqual(
    wanted.filter((name) => !shown.has(name)),
    [],
  );
  assert.deepEqual(
    [...shown].filter((name) => !wanted.includes(name)),
    [],
  );
  assert.equal(new Set(GALLERY.map((example) => example.id)).size, GALLERY.length);
});

for (const example of GALLERY) {
  test(`${example.id}: as PyTorch`, () => {
    const scenario = recorded.scenarios.find((/** @type {any} */ one) => one.id === example.id);
    assert.deepEqual(
      JSON.parse(JSON.stringify(example.program)),
      scenario?.program,
      'the program is another one than was recorded',
    );
    const report = scenarioReport(example, { look: true });
    assert.equal(report.error, undefined);
    assert.ok(report.events.length > 0);
    assert.equal(scenarioDifference(scenario, report.events), null);
    assert.ok((report.look?.executed.length ?? 0) > 0 || !example.program.some(({ op }) => op === 'backward'));
  });
}

test('a listing is the Python that a scenario stands for', () => {
  const { program } = /** @type {any} */ (GALLERY.find(({ id }) => id === 'disable_saved_tensors_hooks'));
  assert.deepEqual(listing(program), [
    'a = torch.tensor([1., 2.], requires_grad=True)',
    'with torch.autograd.graph.disable_saved_tensors_hooks("this library keeps its own tensors"):',
    '    print(torch._C._autograd._saved_tensors_hooks_get_disabled_error_message())',
    '    try:',
    '        with torch.autograd.graph.save_on_cpu():',
    '            b = a * a',
    '    except Exception as error:',
    '        print("save_on_cpu", error)',
    '    c = a * a',
    'print(torch._C._autograd._saved_tensors_hooks_get_disabled_error_message())',
    'print(c)',
  ]);
  for (const { program: steps } of GALLERY)
    assert.ok(listing(steps).every((line) => !line.includes('# {') && !line.includes('undefined')));
  // What is no step is shown as it is; nesting of any depth is listed.
  assert.deepEqual(listing([{ op: 'toString' }, null]), ['# {"op":"toString"}', '# null']);
  let deep = /** @type {any} */ ({ op: 'with', ctx: 'no_grad', body: [] });
  for (let i = 0; i < 20_000; i++) deep = { op: 'with', ctx: 'no_grad', body: [deep] };
  assert.equal(listing([deep]).length, 20_001);
});

test('events are reported in the words of the program', () => {
  const of = (/** @type {string} */ id) =>
    scenarioReport(/** @type {any} */ (GALLERY.find((one) => one.id === id)), { look: true }).events.map(eventText);
  assert.deepEqual(of('name'), ['node.name(): TanhBackward0', 'c.grad_fn: SumBackward0', 'a.grad_fn: None']);
  for (const { id, program } of GALLERY) {
    const lines = listing(program).map((line) => line.trim());
    for (const line of of(id).filter((one) => /^[\w.]+(\(\))?: /.test(one) && !one.includes('Error')))
      assert.ok(lines.includes(`print(${line.slice(0, line.indexOf(': '))})`), line);
  }
});

test('what is no scenario is reported, and one that fails says how', () => {
  assert.equal(mistakeIn(3), 'a scenario is {"program": [steps]}');
  assert.equal(mistakeIn({ program: [{ op: 'leaf' }, 7] }), 'step 2 is not {"op": name, ...}');
  const report = scenarioReport(
    {
      program: [
        { op: 'leaf', out: 'a', shape: [], data: [2] },
        { op: 'call', fn: 'nope', args: ['a'] },
      ],
    },
    { look: true },
  );
  assert.match(report.error ?? '', /there is no function nope/);
  assert.equal(report.tensors[0].text, 'tensor(2.)');
});

test('tensors are shown as print shows them where float32 is the default dtype', () => {
  const told = (/** @type {string | undefined} */ dtype, more = {}) => {
    const leaf = { op: 'leaf', out: 'a', shape: [2], data: [0.5, 1], ...(dtype ? { dtype } : {}), ...more };
    const { tensors } = scenarioReport(
      { program: [leaf, { op: 'call', fn: 'mul', args: ['a', 2], out: 'b' }] },
      { look: true },
    );
    return tensors.map(({ text, value }) => printed(text, value));
  };
  assert.deepEqual(told('float32', { requires_grad: true }), [
    'tensor([0.5000, 1.0000], requires_grad=True)',
    'tensor([1., 2.], grad_fn=<MulBackward0>)',
  ]);
  assert.deepEqual(told(undefined, { requires_grad: true }), [
    'tensor([0.5000, 1.0000], dtype=torch.float64, requires_grad=True)',
    'tensor([1., 2.], dtype=torch.float64, grad_fn=<MulBackward0>)',
  ]);
  assert.deepEqual(told('int64', { data: [1, 2] }), ['tensor([1, 2])', 'tensor([2, 4])']);
});
