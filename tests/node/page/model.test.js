// The page's model without a page: what the engine is asked, and what subscribers hear.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyDocument } from '../../../web/src/model/document.js';
import { Model } from '../../../web/src/model/model.js';
import { DetachedSource } from '../../../web/src/model/source.js';

/** @typedef {import('../../../web/src/engine/protocol.js').EvaluateRequest} EvaluateRequest */

const later = () => new Promise((resolve) => setTimeout(resolve));

/** What the panels of these tests show. @type {Record<string, import('../../../web/src/model/model.js').PanelNeeds>} */
const PANELS = { result: {}, diff: {}, graph: { withoutText: true, withPictures: true } };

/** An engine that answers each text with as many reports as there are passes. */
class Engine extends EventTarget {
  rest = 'ready';
  slow = null;
  /** @type {{ method: string, request: any }[]} */
  asked = [];
  supersede() {}
  /** @param {string} method @param {any} request */
  async call(method, request) {
    this.asked.push({ method, request });
    // The node `sin` stands in line 2.
    if (method === 'lines') return { value: [7, 2] };
    if (method === 'find') return { value: request.lineages.map(() => ({ path: '', name: 'sin' })) };
    if (method === 'show')
      return { text: `step ${request.step}`, before: null, changes: [], places: 0, diagnostics: [] };
    const reports = request.passes.map((/** @type {any} */ { name }) => ({ pass: name, changed: true, why: [] }));
    const wrong = request.text.includes('wrong');
    const diagnostics = wrong ? [{ severity: 'error', code: 'syntax', message: 'wrong' }] : [];
    const answer = { ok: !wrong, diagnostics, failures: [], reports, suppressed: 0, nodes: 1, graphs: 1 };
    return { ...answer, milliseconds: 1, captured: false, undecided: false };
  }
  /** @returns {EvaluateRequest[]} */
  get evaluated() {
    return this.asked.filter(({ method }) => method === 'evaluate').map(({ request }) => request);
  }
}

/** A source that undoes nothing, and tells of its setup as the editor does. */
class Source extends DetachedSource {
  /** @type {(setup: any) => void} */
  heard = () => {};
  /** @param {any} setup */
  changeSetup(setup = undefined) {
    this.heard(setup);
  }
}

function opened(text = 'def forward(self, x): return (x,)', tab = 'result') {
  const engine = new Engine();
  const model = new Model({
    engine: /** @type {any} */ (engine),
    panel: (id) => PANELS[id],
    titleOf: () => 'title',
  });
  const source = new Source();
  source.heard = (setup) => model.setupChanged(setup);
  model.attach(source);
  const doc = emptyDocument();
  model.restore({ ...doc, text, view: { ...doc.view, tab } });
  return { engine, model, source };
}

test('a text that is opened is run, and what the panel shows of it is asked for with it', async () => {
  const { engine, model } = opened();
  await later();
  const [request] = engine.evaluated;
  assert.equal(request.text, 'def forward(self, x): return (x,)');
  assert.deepEqual(request.show, { step: 0, against: undefined, format: 'readable', annotations: 'given' });
  assert.equal(request.pictures, null);
  assert.equal(model.live.good?.nodes, 1);
});

test('a key is one request, made from the document as it is when it is sent', async () => {
  const { engine, model, source } = opened();
  await later();
  source.text = 'def forward(self, y): return (y,)';
  model.textChanged();
  model.setView({ tab: 'diff', against: 'previous' });
  await later();
  assert.equal(engine.evaluated.length, 2);
  assert.equal(engine.evaluated[1].text, 'def forward(self, y): return (y,)');
  assert.equal(engine.evaluated[1].show?.against, 0);
});

test('pictures are asked for where their panel is shown, by what the model knows of them', async () => {
  const { engine, model } = opened('def f(): ...', 'graph');
  const wanted = { key: 'main', requests: [] };
  assert.equal(model.request().pictures, null, 'the panel has not been shown yet');
  model.graph = /** @type {any} */ ({ wanted, shown: new Map() });
  assert.equal(model.request().pictures, wanted);
  assert.equal(model.request().show, null, 'this panel shows no text');
  await later();
  assert.equal(engine.evaluated[0].pictures, wanted, 'what is known when the request is sent');
  model.setView({ tab: 'result' });
  assert.equal(model.request().pictures, null);
  assert.equal(model.request().show?.step, 0);
});

test('a change of the passes runs the text again, of its name does not', async () => {
  const { engine, model } = opened();
  await later();
  model.changeSetup({ name: 'mine' });
  await later();
  assert.equal(engine.evaluated.length, 1);
  assert.equal(model.doc.name, 'mine');
  model.addPass('eliminate_dead_code');
  await later();
  assert.deepEqual(
    engine.evaluated[1].passes.map(({ name }) => name),
    ['eliminate_dead_code'],
  );
  assert.equal(engine.evaluated[1].show?.step, 1);
  assert.equal(model.shownStep, 1, 'the last step');
});

test('what is over a limit is not changed, and the notice says so', () => {
  const { model } = opened();
  const step = { name: 'cse_pass', enabled: true, options: {} };
  model.changeSetup({ pipeline: Array.from({ length: 100_000 }, () => step) });
  assert.deepEqual(model.doc.pipeline, []);
  assert.match(model.notice, /^Nothing was changed: /);
});

test('steps: null is the last one; another step is printed', async () => {
  const { engine, model } = opened();
  model.changeSetup({ pipeline: ['a', 'b'].map((name) => ({ name, enabled: true, options: {} })) });
  await later();
  await later();
  model.showStep(1);
  await later();
  assert.equal(model.view.step, 1);
  assert.equal(model.shown.text, 'step 1');
  model.showStep(2);
  assert.equal(model.view.step, null);
  assert.ok(engine.asked.some(({ method }) => method === 'show'));
});

test('a mistake leaves the last good result; an empty text leaves none', async () => {
  const { model, source } = opened();
  await later();
  source.text = 'wrong';
  model.textChanged();
  await later();
  assert.equal(model.errors, 1);
  assert.equal(model.live.stale, true);
  assert.notEqual(model.live.good, null);
  source.text = ' ';
  model.textChanged();
  assert.equal(model.live.good, null);
  assert.equal(model.errors, 0);
});

test('subscribers hear of changes until they end it; listeners of the document hear of documents', async () => {
  const { model } = opened();
  let [changes, documents] = [0, 0];
  const stop = model.subscribe(() => changes++);
  model.addEventListener('document-changed', () => documents++);
  model.tell('hello');
  assert.equal(model.notice, 'hello');
  assert.equal(changes, 1);
  assert.equal(documents, 0);
  model.setView({ wrap: true });
  assert.ok(changes > 1);
  assert.equal(documents, 1);
  stop();
  const heard = changes;
  model.tell('');
  assert.equal(changes, heard);
});

test('a notice can stand beside another', () => {
  const { model } = opened();
  model.tell('one');
  model.tell('two', 'also', [{ title: 'Do it', run: () => {} }]);
  assert.equal(model.notice, 'one; two');
  assert.equal(model.choices.length, 1);
  model.tell('three');
  assert.equal(model.notice, 'three');
});

test('an example is the same one until another text is put over it', async () => {
  const doc = { ...emptyDocument(), example: 'nested_regions', text: 'class Nested(Module): ...' };
  const { model, source } = opened();
  model.restore(doc);
  assert.equal(model.example, 'nested_regions');
  source.text = 'class Nested(Module): pass';
  assert.equal(model.example, 'nested_regions');
  source.text = 'class Other(Module): ...';
  assert.equal(model.example, '');
});

test('nodes that are chosen in the picture are those of the source, for the edits and whoever listens', () => {
  const { model } = opened('def forward(self, x):\n    sin = torch.ops.aten.sin.default(x)\n    return (sin,)\n');
  /** @type {unknown[]} */
  const heard = [];
  model.addEventListener('selection-changed', (event) => heard.push(/** @type {CustomEvent} */ (event).detail));
  const nodes = ['sin', 'cos'].map((name) => ({ step: 0, path: '', name, lineage: 1 }));
  model.nodesChosen(nodes);
  assert.deepEqual(heard, [nodes]);
  assert.deepEqual(model.edits.selection, { path: '', names: ['sin'] });
});

test('lines that are chosen before their text has a result are found in the next one', async () => {
  const { model, source } = opened();
  /** @param {number} line @param {string | null} [text] that is typed before */
  const chosen = async (line, text = null) => {
    if (text !== null) {
      source.text = text;
      model.textChanged();
    }
    source.lines = { first: line, last: line };
    model.linesChosen(source.lines);
    const before = model.selection.namesIn(0);
    for (let turn = 0; turn < 2; turn++) await later();
    return [before, model.selection.namesIn(0)];
  };
  // Not answered yet: there is no result, then an older one.
  assert.deepEqual(await chosen(2), [[], ['sin']]);
  assert.deepEqual((await chosen(1))[1], []);
  assert.deepEqual(await chosen(2, 'def forward(self, y): return (y,)'), [[], ['sin']]);
  // While the text has a mistake, the lines are not those of the result.
  assert.deepEqual((await chosen(1, 'wrong'))[1], ['sin']);
  assert.deepEqual((await chosen(2))[1], ['sin']);
  source.lines = { first: 1, last: 1 };
  source.text = 'def forward(self, z): return (z,)';
  model.textChanged();
  for (let turn = 0; turn < 2; turn++) await later();
  assert.deepEqual(model.selection.namesIn(0), [], 'the lines where the cursor is now');
});

test('what another view chooses meanwhile stays', async () => {
  const { model, source } = opened();
  source.lines = { first: 2, last: 2 };
  model.linesChosen(source.lines);
  model.selection.picked([{ step: 0, path: '', name: 'cos' }]);
  await later();
  assert.deepEqual(model.selection.namesIn(0), ['cos']);
});
