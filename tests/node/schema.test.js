/**
 * The published JSON schema describes what `print --format json` writes, all of it: every program of the recordings,
 * before and after passes, is valid; every key is described; and each corruption of one is rejected.
 */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { Session, SeesawError } from '../../wasm/js/index.js';
import { beside, random, recordedCases, recordedTexts } from './support.js';
import { toProgram } from '../../wasm/js/replay/format.js';
import { readProgram } from '../../wasm/js/source.js';

const Ajv = createRequire(new URL('../../web/package.json', import.meta.url))('ajv/dist/2020.js').default;
const schema = JSON.parse(
  readFileSync(new URL('../../wasm/schema/seesaw-program-1.schema.json', import.meta.url), 'utf8'),
);
const ajv = new Ajv({ strict: true, strictTypes: false, strictTuples: false, strictRequired: false });
const validate = ajv.compile(schema);

/** @param {unknown} document @param {string} what */
function valid(document, what) {
  assert.ok(validate(document), `${what}: ${ajv.errorsText(validate.errors?.slice(0, 3))}`);
}

/**
 * Opens a text, or captures it, and gives its JSON and that of the program after a pass.
 * @param {Session} session
 * @param {string} text
 * @returns {string[]}
 */
function documents(session, text) {
  const { handle, diagnostics } = readProgram(session, text);
  assert.ok(handle !== null, JSON.stringify(diagnostics));
  const result = session.run(handle, ['replace_set_grad_with_hop_pass', 'replace_autocast_with_hop_pass'], {
    verify: false,
  });
  const out = [handle, result.handle].map((h) => session.print(h, { format: 'json' }));
  for (const h of [handle, result.handle]) session.close(h);
  return out;
}

/** @param {Session} session @param {string} json @param {string} what */
function check(session, json, what) {
  valid(JSON.parse(json), what);
  const { handle } = session.open(json);
  assert.equal(session.print(handle, { format: 'json' }), json, `${what}: read and printed again`);
  session.close(handle);
}

test('recorded graphs in the format, and what is printed of them, are valid', async () => {
  const session = await Session.create();
  let count = 0;
  for (const { id, variant } of recordedCases()) {
    const stage = (variant.stages ?? variant.partial_stages)?.set_grad;
    if (stage?.before?.graph === undefined) continue;
    const written = toProgram(stage.before.graph, {
      tables: variant.tables,
      signature: stage.signature_before,
      rangeConstraints: variant.range_constraints,
      exported: true,
    });
    // A tool that writes the format may leave out what is provenance.
    valid(JSON.parse(written), `${id}: written by a tool`);
    for (const [i, json] of documents(session, written).entries()) check(session, json, `${id}, ${i}`);
    count += 1;
  }
  assert.ok(count >= 60, `${count} programs`);
});

test('recorded texts are valid as JSON', async () => {
  const session = await Session.create();
  let count = 0;
  for (const { id, text } of recordedTexts()) {
    for (const [i, json] of documents(session, text).entries()) check(session, json, `${id}, ${i}`);
    count += 1;
  }
  assert.ok(count >= 280, `${count} texts`);
});

/** @param {string} folder @param {string} ending */
async function folderIsValid(folder, ending) {
  const session = await Session.create({ full: true });
  const files = readdirSync(folder).filter((name) => name.endsWith(ending));
  assert.ok(files.length >= 10, folder);
  for (const file of files)
    for (const [i, json] of documents(session, readFileSync(`${folder}/${file}`, 'utf8')).entries())
      check(session, json, `${file}, ${i}`);
}

test('examples of the page are valid as JSON', () =>
  folderIsValid(fileURLToPath(new URL('../../web/examples', import.meta.url)), '.py'));
const WILD = beside('wild');
test(
  'graphs from logs are valid as JSON',
  { skip: WILD === null ? 'no ../shared/wild beside the repository' : false },
  () => folderIsValid(/** @type {string} */ (WILD), '.txt'),
);

/** Arguments of every kind, which few programs have. */
const EVERYTHING = [
  null,
  true,
  -3,
  'text',
  [1, [2]],
  { t: [] },
  {
    d: [
      ['a', 1],
      [{ t: [1] }, 2],
    ],
  },
  { named_tuple: ['a.B', { t: ['x'] }, 1] },
  { slice: [1, null, { n: 0 }] },
  { range: [0, 9, 3] },
  { int: '123456789012345678901234567890' },
  { f: '1e-05' },
  { f: '-inf' },
  { f: 'nan' },
  { f: '2.5' },
  { c: '(1+2j)' },
  { ellipsis: true },
  { dtype: 'torch.float32' },
  { device: 'cuda:0' },
  { layout: 'torch.strided' },
  { memory_format: 'torch.contiguous_format' },
  { callable: 'torch.relu' },
  { text: '<object>' },
  { symint: 's0', hint: 3 },
  { symfloat: 'zuf0' },
  { symbool: 'u0 > 2' },
  { tensor: { dtype: 'float32', shape: [2, 's0'], text: '[1., 2.]' } },
  {
    tensor_meta: {
      dtype: 'bfloat16',
      shape: [2],
      stride: [1],
      device: 'cpu',
      requires_grad: true,
      parameter: true,
      constant: true,
      real: true,
    },
  },
];

/** A document that has every key of the schema. */
const FULL = {
  format: 'seesaw.program',
  version: 1,
  exported: true,
  ambient_grad: false,
  modules: [
    {
      class: 'GraphModule',
      partial_meta: true,
      lost_users: [[0, 4]],
      pytree: { orig_args: ['x'], num_args: 1, kwargs: ['k'], out_spec: true },
      nodes: [
        {
          id: 0,
          op: 'placeholder',
          name: 'x',
          target: 'x',
          type: 'torch.Tensor',
          meta: 0,
          lineage: 1,
          line: 4,
          users: [5, 4],
        },
        {
          id: 4,
          op: 'call_function',
          name: 'f',
          target: 'torch.f',
          args: EVERYTHING,
          kwargs: { k: { n: 0 } },
          lineage: 2,
        },
        { id: 5, op: 'call_function', name: 'relu', target: 'torch.relu', args: [{ n: 0 }], lineage: 3 },
        { id: 6, op: 'weird', name: 'w', target: 'w', lineage: 4 },
        { id: 7, op: 'output', name: 'output', target: 'output', args: [{ t: [{ n: 4 }] }], lineage: 5 },
      ],
      children: [['sub', 1]],
      attributes: [{ name: 'w', kind: 'parameter', value: { text: 'w' }, type: 'Parameter' }],
      style: {
        strides: true,
        devices: true,
        expanded_def: true,
        keep_unused: true,
        bare_lines: true,
        text: { form: 'readable', lead: '\n', tail: '\n    ', margin: 4, trimmed: true },
        header: ['a'],
        footer: ['b'],
      },
    },
    { class: 'Linear', repr: 'in=1' },
  ],
  metas: [
    [
      ['val', { tensor_meta: { dtype: 'float32', shape: [] } }],
      ['stack_trace', 'x'],
    ],
  ],
  signature: {
    input_specs: [{ kind: 'BUFFER', arg: { type: 'TensorArgument', name: 'x' }, target: 'b', persistent: true }],
    output_specs: [
      { kind: 'USER_OUTPUT', arg: { type: 'ConstantArgument', name: 'c', value: 1 }, target: null },
      { kind: 'TOKEN', arg: { type: 'CustomObjArgument', name: 'o', class_fqn: 'a.B' }, target: null },
    ],
  },
  dialect: {
    torch: '2.14',
    chosen: true,
    signs: ['flush_comments', 'comment_lines', 'declarations', 'signature_lines', 'complex_calls', 'node_names'],
  },
  range_constraints: [['s0', 'VR[2, int_oo]']],
};

test('a document with every key is valid, read, and printed as it is', async () => {
  valid(FULL, 'everything');
  const session = await Session.create();
  const { handle } = session.open(JSON.stringify(FULL));
  assert.deepEqual(JSON.parse(session.print(handle, { format: 'json' })), FULL);
  // So that a key that is new in the schema must be added above.
  const named = new Set(/** @type {string[]} */ ([]));
  const there = new Set(/** @type {string[]} */ ([]));
  JSON.stringify(
    schema,
    (_key, value) => (Object.keys(value?.properties ?? {}).forEach((key) => named.add(key)), value),
  );
  JSON.stringify(FULL, (key, value) => (there.add(key), value));
  assert.deepEqual(
    [...named].filter((key) => !there.has(key)),
    [],
  );
});

/**
 * Every place of a value: its holder, its key, and the way to it.
 * @param {any} value
 * @param {string} [way]
 * @returns {{ holder: any, key: string | number, way: string }[]}
 */
function places(value, way = '') {
  if (value === null || typeof value !== 'object') return [];
  return Object.keys(value).flatMap((key) => {
    const here = `${way}/${Array.isArray(value) ? '*' : key}`;
    return [{ holder: value, key: Array.isArray(value) ? Number(key) : key, way: here }, ...places(value[key], here)];
  });
}

/** Keys that no part of the schema lets be left out. */
function requiredKeys() {
  const required = new Set(/** @type {string[]} */ ([]));
  const optional = new Set(/** @type {string[]} */ ([]));
  JSON.stringify(schema, (_key, value) => {
    for (const key of Object.keys(value?.properties ?? {}))
      (value.required?.includes(key) ? required : optional).add(key);
    return value;
  });
  return new Set([...required].filter((key) => !optional.has(key)));
}
const REQUIRED = requiredKeys();

/**
 * Ways a document breaks at a place; false if it cannot there.
 * @type {Record<string, (at: { holder: any, key: any, way: string }) => boolean>}
 */
const CORRUPTIONS = {
  // No value of the format is a number with a fraction.
  'a value of another kind': ({ holder, key }) => ((holder[key] = 1.5), true),
  'a required key is left out': ({ holder, key }) => REQUIRED.has(key) && delete holder[key],
  'a key that is not known': ({ holder, key, way }) => {
    if (Array.isArray(holder) || way.endsWith('kwargs/k') || key === '$schema') return false;
    holder[`${key}?`] = holder[key];
    delete holder[key];
    return true;
  },
};
// The reader fills in ids and provenance that a tool leaves out, and passes over what it does not know.
const LENIENT = new Set(['a required key is left out', 'a key that is not known']);

for (const [kind, corrupt] of Object.entries(CORRUPTIONS)) {
  test(`corrupted JSON fails: ${kind}`, async () => {
    const session = await Session.create();
    let corrupted = 0;
    for (let i = 0; i < places(FULL).length; i += 1) {
      const broken = structuredClone(FULL);
      const at = places(broken)[i];
      if (!corrupt(at)) continue;
      corrupted += 1;
      assert.ok(!validate(broken), `the schema lets pass ${kind} at ${at.way}`);
      if (!LENIENT.has(kind))
        assert.throws(
          () => session.open(JSON.stringify(broken)),
          SeesawError,
          `the reader lets pass ${kind} at ${at.way}`,
        );
    }
    assert.ok(corrupted > 50, `${corrupted} corruptions`);
  });
}

test('what a schema cannot say, the reader does, with a place', async () => {
  const session = await Session.create();
  /** @type {[RegExp, (d: any) => void][]} */
  const rows = [
    [/no node 9/, (d) => (d.modules[0].nodes[1].args[8].slice[2].n = 9)],
    [/no node 5/, (d) => (d.modules[0].nodes[1].kwargs.k.n = 5)],
    [/two nodes have the id 4/, (d) => (d.modules[0].nodes[2].id = 4)],
    [/there is no meta 7/, (d) => (d.modules[0].nodes[0].meta = 7)],
    [/there is no node 99/, (d) => (d.modules[0].nodes[0].users = [99, 4])],
    [/module 0 cannot be a child/, (d) => (d.modules[0].children[0][1] = 0)],
    [/module 5 cannot be a child/, (d) => (d.modules[0].children[0][1] = 5)],
    [/first module needs a graph/, (d) => (d.modules = [{ class: 'A' }])],
    [/version 2 of the format is not known/, (d) => (d.version = 2)],
    [/not a Seesaw program/, (d) => (d.format = 'other')],
    [/nested deeper than 200/, (d) => (d.modules[0].nodes[1].args = JSON.parse('['.repeat(300) + ']'.repeat(300)))],
    [/unknown kind of input/, (d) => (d.signature.input_specs[0].kind = 'X')],
    [/unknown dtype/, (d) => (d.metas[0][0][1].tensor_meta.dtype = 'float33')],
  ];
  for (const [message, corrupt] of rows) {
    const broken = structuredClone(FULL);
    corrupt(broken);
    assert.throws(
      () => session.open(JSON.stringify(broken, null, 1)),
      (/** @type {any} */ error) =>
        error instanceof SeesawError &&
        message.test(error.message) &&
        /** @type {number} */ (error.diagnostics[0].line) > 0,
      String(message),
    );
  }
});

test('a single character changed in JSON is reported, or what was read is printed as valid JSON', async () => {
  const session = await Session.create();
  const { handle } = session.open(JSON.stringify(FULL));
  const json = session.print(handle, { format: 'json' });
  const next = random(7);
  let told = 0;
  for (let i = 0; i < 2000; i += 1) {
    const at = next() % json.length;
    const broken = json.slice(0, at) + String.fromCharCode(33 + (next() % 90)) + json.slice(at + 1);
    if (broken === json) continue;
    const answer = session.read(broken);
    if (!answer.readable) {
      assert.ok(answer.diagnostics.length > 0);
      told += 1;
      continue;
    }
    const printed = session.print(/** @type {number} */ (answer.handle), { format: 'json' });
    valid(JSON.parse(printed), `printed after ${broken.slice(Math.max(0, at - 20), at + 20)}`);
    session.close(/** @type {number} */ (answer.handle));
  }
  assert.ok(told > 1000, `${told} of 2000 are told`);
});
