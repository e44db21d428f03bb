/** Saved models: what PyTorch recorded of them, every form of the file around them, damage, and writing them again. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { Archive, SeesawError, Session, isArchive } from '../../wasm/js/index.js';
import { random } from './support.js';
import { makeZip } from './zip_maker.js';

const FOLDER = fileURLToPath(new URL('../data/archives', import.meta.url));
/** @type {Record<string, { reloaded_str?: string, range_constraints: string, signature: string, error?: string }>} */
const RECORDED = JSON.parse(readFileSync(`${FOLDER}/recorded.json`, 'utf8')).archives;
const FILES = Object.entries(RECORDED).filter(([, row]) => row.error === undefined);
const PROGRAM = 'serialized_exported_program.json';
const bytesOf = (/** @type {string} */ name) => readFileSync(`${FOLDER}/${name}`);
const session = await Session.create({ archives: true });

/** @param {string} name @returns {Promise<string>} */
const jsonOf = async (name) => (await Archive.open(bytesOf(name))).program();
const JSON_TEXT = await jsonOf('several_results.pt2');

/** @param {string} json @param {'graph' | 'json' | 'program'} format */
function printed(json, format) {
  const { handle, diagnostics } = session.openArchive(json);
  assert.deepEqual(diagnostics, []);
  const text = session.print(handle, { format });
  session.close(handle);
  return text;
}

/** What is thrown, which must be a SeesawError that says what to do. @param {() => unknown} act */
async function told(act) {
  try {
    await act();
  } catch (error) {
    assert.ok(error instanceof SeesawError, String(/** @type {Error} */ (error)?.stack ?? error));
    assert.notEqual(error.diagnostics[0].code, 'trap', error.message);
    assert.ok(error.message.length > 0);
    return error;
  }
  return undefined;
}

test('saved models read as torch.export.load reads them', async () => {
  assert.ok(FILES.length >= 51);
  for (const [name, row] of FILES) {
    const json = await jsonOf(name);
    assert.equal(printed(json, 'graph'), row.reloaded_str, name);
    const program = printed(json, 'program');
    assert.ok(program.includes(`Graph signature: ${row.signature}\n`), name);
    assert.ok(program.includes(`Range constraints: ${row.range_constraints}\n`), name);
  }
});

test('saved models of 2.14 are printed as its torch.export.load prints them: the archive says so', async () => {
  const names = readdirSync(`${FOLDER}/newest`).filter((name) => name.endsWith('.pt2'));
  assert.ok(names.length >= 22);
  for (const name of names) {
    const json = await (await Archive.open(bytesOf(`newest/${name}`))).program();
    const wanted = readFileSync(`${FOLDER}/newest/${name.replace('.pt2', '.txt')}`, 'utf8');
    assert.equal(printed(json, 'program').trimEnd(), wanted.trimEnd(), name);
  }
});

test('written and read again, a program is the same; everything else is kept byte for byte', async () => {
  for (const [name] of FILES) {
    const archive = await Archive.open(bytesOf(name));
    const json = await archive.program();
    const { handle } = session.openArchive(json);
    const changed = session.writeArchive(handle, json);
    session.close(handle);
    assert.equal(printed(changed, 'json'), printed(json, 'json'), name);
    const again = await Archive.open(await archive.withProgram(changed));
    assert.equal(await again.program(), changed);
    assert.deepEqual(
      again.entries.map((entry) => entry.name),
      archive.entries.map((entry) => entry.name),
    );
    for (const entry of archive.entries) {
      if (entry.name !== PROGRAM)
        assert.deepEqual(await again.read(entry.name), await archive.read(entry.name), `${name}: ${entry.name}`);
    }
  }
});

test('after a pass the results that are gone have no name, and the rest is as it was', async () => {
  const { handle } = session.openArchive(JSON_TEXT);
  const result = session.run(handle, ['eliminate_dead_code']);
  const written = JSON.parse(session.writeArchive(result.handle, JSON_TEXT));
  const original = JSON.parse(JSON_TEXT);
  const renamed = JSON.stringify(original.graph_module.graph.nodes)
    .replace('getitem_3', 'sort_default_unused_1')
    .replace('getitem_5', 'var_mean_correction_unused_1');
  assert.equal(JSON.stringify(written.graph_module.graph.nodes), renamed);
  assert.deepEqual({ ...written, graph_module: 0 }, { ...original, graph_module: 0 });
  assert.deepEqual(written.graph_module.signature, original.graph_module.signature);
  assert.deepEqual(written.graph_module.module_call_graph, original.graph_module.module_call_graph);
});

/** @type {[string, import('./zip_maker.js').Given, object][]} */
const FORMS = [
  ['stored', { name: PROGRAM, bytes: JSON_TEXT }, {}],
  ['deflated', { name: PROGRAM, bytes: JSON_TEXT, deflate: true }, {}],
  ['deflated, with a data descriptor', { name: PROGRAM, bytes: JSON_TEXT, deflate: true, descriptor: true }, {}],
  ['stored, with a data descriptor', { name: PROGRAM, bytes: JSON_TEXT, descriptor: true }, {}],
  ['ZIP64', { name: PROGRAM, bytes: JSON_TEXT, deflate: true }, { zip64: true }],
  ['with bytes in front', { name: PROGRAM, bytes: JSON_TEXT }, { prefix: 1000 }],
  ['ZIP64 with a comment', { name: PROGRAM, bytes: JSON_TEXT }, { zip64: true, comment: 'PK\x05\x06 is no end' }],
  ['with ZIP64 end records that no number needs', { name: PROGRAM, bytes: JSON_TEXT }, { end64: true }],
  ['with those and a comment', { name: PROGRAM, bytes: JSON_TEXT }, { end64: true, comment: 'PK\x05\x06 is no end' }],
  ['with those and bytes in front', { name: PROGRAM, bytes: JSON_TEXT }, { end64: true, prefix: 100_000 }],
  ['ZIP64 with bytes in front', { name: PROGRAM, bytes: JSON_TEXT }, { zip64: true, prefix: 1000 }],
  [
    'ZIP64 with an extensible end and bytes in front',
    { name: PROGRAM, bytes: JSON_TEXT },
    { zip64: true, reserved: 300, prefix: 7 },
  ],
  ['with bytes between the directory and its end', { name: PROGRAM, bytes: JSON_TEXT }, { between: 31 }],
  ['with those and a ZIP64 end', { name: PROGRAM, bytes: JSON_TEXT }, { between: 31, end64: true }],
  ['with bytes behind it', { name: PROGRAM, bytes: JSON_TEXT }, { behind: 500, end64: true }],
  ['of the newer layout', { name: 'my model/models/model.json', bytes: JSON_TEXT, deflate: true }, {}],
];
const WEIGHTS = {
  name: 'data/weights/weight_0',
  bytes: Buffer.from(Array.from({ length: 5000 }, (_, i) => i % 251)),
  deflate: true,
  descriptor: true,
};

for (const [form, entry, options] of FORMS) {
  test(`an archive ${form} is read and written`, async () => {
    const bytes = makeZip([WEIGHTS, entry, { name: 'version', bytes: '8.2' }], options);
    for (const given of [bytes, new Blob([bytes]), new Uint8Array(bytes).buffer]) {
      const archive = await Archive.open(/** @type {any} */ (given));
      assert.deepEqual(archive.models, ['model']);
      assert.equal(await archive.program(), JSON_TEXT);
      assert.deepEqual(Buffer.from(await archive.read(WEIGHTS.name)), WEIGHTS.bytes);
      const again = await Archive.open(await archive.withProgram('{"new": 1}'));
      assert.equal(await again.program(), '{"new": 1}');
      assert.deepEqual(Buffer.from(await again.read(WEIGHTS.name)), WEIGHTS.bytes);
      assert.equal(again.entries.length, 3);
    }
  });
}

test('several programs are told apart by name', async () => {
  const archive = await Archive.open(
    makeZip([
      { name: 'a/models/one.json', bytes: '1' },
      { name: 'a/models/two.json', bytes: '2' },
    ]),
  );
  assert.deepEqual(archive.models, ['one', 'two']);
  assert.equal(await archive.program('two'), '2');
  assert.match((await told(() => archive.program()))?.message ?? '', /several programs/);
  assert.match((await told(() => archive.program('three')))?.message ?? '', /no program called 'three'/);
});

/** @type {[string, Buffer, RegExp][]} */
const BAD = [
  ['an empty file', Buffer.alloc(0), /the file is empty/],
  ['a text', Buffer.from('graph():\n    return ()\n'.repeat(9)), /no ZIP archive, or it is cut off/],
  ['an archive without entries', makeZip([]), /the archive is empty/],
  ['an encrypted program', makeZip([{ name: PROGRAM, bytes: JSON_TEXT, flags: 1 }]), /is encrypted/],
  ['an unknown compression', makeZip([{ name: PROGRAM, bytes: JSON_TEXT, method: 93 }]), /not known \(method 93\)/],
  ['a wrong checksum', makeZip([{ name: PROGRAM, bytes: JSON_TEXT, crc: 1 }]), /checksum does not match/],
  [
    'nonsense where deflated bytes should be',
    makeZip([{ name: PROGRAM, bytes: JSON_TEXT, method: 8 }]),
    /cannot be inflated/,
  ],
  [
    'what torch.save wrote',
    makeZip([
      { name: 'x/data.pkl', bytes: '' },
      { name: 'x/version', bytes: '3' },
    ]),
    /torch\.save/,
  ],
  ['compiled code only', makeZip([{ name: 'x/data/aotinductor/model/a.so', bytes: '' }]), /compiled code/],
  ['something else', makeZip([{ name: 'readme.txt', bytes: '' }]), /no exported program among the 1 entries/],
  [
    'a size that no program has',
    makeZip([{ name: PROGRAM, bytes: JSON_TEXT, deflate: true }], { size: 2 ** 27 + 1 }),
    /too large: 134 MB, at most 134 MB/,
  ],
  [
    'a size that deflating never reaches',
    makeZip([{ name: PROGRAM, bytes: JSON_TEXT, deflate: true }], { size: 2 ** 23 }),
    /size of the entry .* is impossible/,
  ],
  [
    'a program that unfolds to more than its directory says',
    makeZip([{ name: PROGRAM, bytes: ' '.repeat(2 ** 20), deflate: true }], { size: 2 ** 19 }),
    /longer than the directory says/,
  ],
  [
    'half a megabyte that unfolds to half a gigabyte',
    makeZip([{ name: PROGRAM, bytes: Buffer.alloc(2 ** 28, ' '), deflate: true }]),
    /too large: 268 MB, at most 134 MB/,
  ],
  [
    'blanks below the limit',
    makeZip([{ name: PROGRAM, bytes: Buffer.alloc(2 ** 26, ' '), deflate: true }]),
    /would unfold from 0 MB to 67 MB: more than 250 to 1 is refused over 17 MB/,
  ],
  [
    'a directory that gives an entry another name',
    makeZip([
      { name: 'data/a_place_with_a_longer_name_than_the_program.json', bytes: JSON_TEXT, listed: { name: PROGRAM } },
    ]),
    /has another name in its place/,
  ],
  [
    'a directory that gives an entry another name of the same length',
    makeZip([{ name: PROGRAM.replace('json', 'txt '), bytes: JSON_TEXT, listed: { name: PROGRAM } }]),
    /has another name in its place/,
  ],
  [
    'a directory that says stored of what is deflated',
    makeZip([{ name: PROGRAM, bytes: JSON_TEXT, deflate: true, listed: { method: 0 } }]),
    /packed in two ways|two sizes/,
  ],
  [
    'one program twice',
    makeZip([
      { name: PROGRAM, bytes: '{}' },
      { name: PROGRAM, bytes: JSON_TEXT },
    ]),
    /two entries called 'serialized_exported_program.json'/,
  ],
  [
    'entries that share their bytes',
    makeZip([
      { name: PROGRAM, bytes: JSON_TEXT },
      { name: 'data/x', bytes: Buffer.alloc(9000), listed: { at: 40 } },
    ]),
    /reaches into the entry 'data\/x'/,
  ],
  [
    'an entry that reaches into the directory',
    makeZip([
      { name: 'data/x', bytes: 'x'.repeat(300) },
      { name: PROGRAM, bytes: JSON_TEXT, listed: { at: 400 } },
    ]),
    /reaches into the directory/,
  ],
  [
    'a directory that points behind the file',
    makeZip([{ name: PROGRAM, bytes: JSON_TEXT, listed: { at: 2 ** 30 } }]),
    /reaches into the directory/,
  ],
  [
    'a directory that points at no entry',
    makeZip([
      { name: 'data/x', bytes: 'x'.repeat(300) },
      { name: PROGRAM, bytes: '{}', listed: { at: 50 } },
    ]),
    /reaches into|not where its directory says/,
  ],
  [
    'one part of several',
    makeZip([{ name: PROGRAM, bytes: JSON_TEXT }], { disks: 3 }),
    /one part of an archive that was split/,
  ],
  ['a program that is no UTF-8', makeZip([{ name: PROGRAM, bytes: Buffer.from([0x7b, 0xff, 0x7d]) }]), /not UTF-8/],
];
for (const [what, bytes, message] of BAD) {
  test(`${what} is reported, with a remedy`, async () => {
    const error = await told(async () => (await Archive.open(bytes)).program());
    assert.match(error?.message ?? 'nothing thrown', message);
    assert.ok(what.includes('UTF-8') || (error?.diagnostics[0].notes ?? []).length > 0);
  });
}

test('what is no source of bytes is reported', async () => {
  for (const given of [null, undefined, 'a.pt2', 7, {}, { size: 4 }])
    assert.ok(await told(() => Archive.open(/** @type {any} */ (given))));
  assert.equal(isArchive(bytesOf('lists.pt2')), true);
  assert.equal(isArchive(new Uint8Array([0x50, 0x4b])), false);
});

test('cut off anywhere, or with any byte changed, an archive is read or told', async () => {
  const whole = makeZip(
    [
      { name: 'a', bytes: 'x' },
      { name: PROGRAM, bytes: JSON_TEXT.slice(0, 300), deflate: true },
    ],
    { zip64: true },
  );
  for (let length = 0; length < whole.length; length += 1)
    assert.ok(await told(async () => (await Archive.open(whole.subarray(0, length))).program()), `cut at ${length}`);
  const next = random(41);
  let refused = 0;
  for (let i = 0; i < 2000; i += 1) {
    const bytes = Buffer.from(whole);
    for (let n = next() % 3; n >= 0; n -= 1) bytes[next() % bytes.length] = next() % 256;
    const error = await told(async () => {
      const archive = await Archive.open(bytes);
      await archive.program();
      await archive.withProgram('{}');
    });
    if (error !== undefined) refused += 1;
  }
  assert.ok(refused > 200 && refused < 2000, String(refused));
});

test('of a file of many gigabytes only the directory and the program are read, and it can be written', async () => {
  // Weights of 6 GB that are never made: the file is known by its beginning and its end.
  const size = 6 * 2 ** 30;
  const small = makeZip(
    [
      { name: 'data/weights/weight_0', bytes: '' },
      { name: 'models/model.json', bytes: JSON_TEXT },
    ],
    { zip64: true },
  );
  const gap = 30 + 'data/weights/weight_0'.length;
  const tail = Buffer.from(small.subarray(gap));
  const directory = tail.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  const second = tail.indexOf(Buffer.from([0x50, 0x4b, 1, 2]), directory + 4);
  tail.writeBigUInt64LE(BigInt(size), directory + 46 + 21 + 4);
  tail.writeBigUInt64LE(BigInt(size), directory + 46 + 21 + 12);
  tail.writeBigUInt64LE(BigInt(gap + size), second + 46 + 17 + 20);
  const end = tail.indexOf(Buffer.from([0x50, 0x4b, 6, 6]));
  tail.writeBigUInt64LE(BigInt(gap + size + directory), end + 48);
  tail.writeBigUInt64LE(BigInt(gap + size + end), end + 56 + 8);
  let total = 0;
  const source = {
    size: gap + size + tail.length,
    /** @param {number} from @param {number} length */
    async read(from, length) {
      total += length;
      const out = new Uint8Array(length);
      for (let i = 0; i < length; i += 1)
        out[i] = from + i < gap ? small[from + i] : from + i >= gap + size ? tail[from + i - gap - size] : 0;
      return out;
    },
  };
  const archive = await Archive.open(source);
  assert.deepEqual(
    archive.entries.map((entry) => entry.size),
    [size, JSON_TEXT.length],
  );
  assert.equal(await archive.program(), JSON_TEXT);
  assert.ok(total < 200_000, `${total} bytes read`);
  const parts = await archive.parts('{}');
  const sizes = parts.map((part) => part.length);
  assert.ok(sizes.includes(size));
  assert.ok(total < 200_000, `${total} bytes read`);
  // The written file, read again the same way.
  const starts = sizes.map((_, i) => sizes.slice(0, i).reduce((sum, one) => sum + one, 0));
  const written = {
    size: sizes.reduce((sum, one) => sum + one, 0),
    /** @param {number} from @param {number} length */
    async read(from, length) {
      const out = new Uint8Array(length);
      parts.forEach((part, i) => {
        if (!(part instanceof Uint8Array) && part.length === size) return;
        const bytes =
          part instanceof Uint8Array
            ? part
            : tail.subarray(part.from - gap - size, part.from - gap - size + part.length);
        for (let k = Math.max(0, from - starts[i]); k < Math.min(bytes.length, from + length - starts[i]); k += 1)
          out[starts[i] + k - from] = bytes[k];
      });
      return out;
    },
  };
  const again = await Archive.open(written);
  assert.equal(await again.program(), '{}');
  assert.deepEqual(
    again.entries.map((entry) => entry.size),
    [size, 2],
  );
});

/** Changes one place of a JSON value. @param {any} root @param {() => number} next */
function spoil(root, next) {
  let [holder, key] = [/** @type {any} */ ({ root }), 'root'];
  for (let depth = next() % 14; depth > 0; depth -= 1) {
    const inner = holder[key];
    if (inner === null || typeof inner !== 'object' || Object.keys(inner).length === 0) break;
    const keys = Object.keys(inner);
    [holder, key] = [inner, keys[next() % keys.length]];
  }
  const values = [
    null,
    true,
    0,
    -1,
    1e300,
    2 ** 53,
    '',
    'x',
    [],
    {},
    [[]],
    { as_int: 1 },
    { as_tensor: { name: 'x' } },
    { name: 'x' },
    'torch.ops.aten.add.Tensor',
  ];
  const act = next() % 4;
  if (act === 0) delete holder[key];
  else if (act === 1) holder[key] = values[next() % values.length];
  else if (act === 2 && Array.isArray(holder)) holder.push(structuredClone(holder[0]));
  else holder[`${key}_`] = holder[key];
}

test('a program with anything changed in it is read or told, and never stops the engine', async () => {
  const next = random(42);
  const own = await Session.create({ archives: true });
  // Infinity, which Python writes, is no JSON of this language.
  const names = FILES.map(([name]) => name).filter(
    (name) => bytesOf(name).length < 16000 && !name.startsWith('infinite'),
  );
  let [refused, rewritten] = [0, 0];
  for (let i = 0; i < 3000; i += 1) {
    const value = { root: JSON.parse(await jsonOf(names[next() % names.length])) };
    for (let n = next() % 3; n >= 0; n -= 1) spoil(value.root ?? value, next);
    const json = JSON.stringify(value.root ?? null);
    const error = await told(() => {
      const { handle } = own.openArchive(json);
      try {
        own.print(handle, { format: 'graph' });
        const written = own.writeArchive(handle, json);
        own.close(own.openArchive(written).handle);
        rewritten += 1;
      } finally {
        own.close(handle);
      }
    });
    if (error !== undefined) refused += 1;
  }
  assert.ok(refused > 500 && rewritten > 500, `${refused} refused, ${rewritten} written`);
  assert.equal(own.call('status').value.programs, 0);
});

/**
 * @typedef {{ graph: string, ranges: string, inputs: any[], state: Record<string, any>, outputs: any[], error?: string,
 *   kept?: string[] }} Recorded
 */

/** Numbers as the recordings have them: Python writes what is no number as a text. @param {any} value */
const numberOf = (value) => (typeof value === 'string' ? Number(value.replace('inf', 'Infinity')) : Number(value));

/** @param {any} got @param {any} wanted @param {number} most @param {string} name */
function sameValue(got, wanted, most, name) {
  if (wanted === null || typeof wanted !== 'object')
    return assert.deepEqual(got, wanted === null ? null : { [Number.isInteger(wanted) ? 'i' : 'f']: wanted }, name);
  assert.deepEqual([got.dtype, got.shape], [wanted.dtype, wanted.shape], name);
  const data = got.data.flat();
  wanted.data.forEach((/** @type {any} */ one, /** @type {number} */ k) => {
    const [value, want] = [numberOf(data[k]), numberOf(one)];
    assert.ok(
      Object.is(value, want) || Math.abs(value - want) <= most * Math.max(1, Math.abs(want)),
      `${name}: ${value}, ${want}`,
    );
  });
}

/** A program's JSON as a value, without the order of keys and without `index: null` of devices. @param {string} json */
const meaning = (json) =>
  JSON.parse(json.replace(/(?<!["-])-?\b(Infinity|NaN)\b/g, '"$&"'), (_, value) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([key, part]) => key !== 'index' || part !== null)
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : value,
  );

/** The recordings have the parts of complex elements in one row. @param {any} value */
const paired = (value) =>
  /^c\d/.test(value?.dtype ?? '')
    ? {
        ...value,
        data: Array.from({ length: value.data.length / 2 }, (_, i) => [value.data[2 * i], value.data[2 * i + 1]]),
      }
    : value;
/** @type {[string, string, number][]} */
const SAVED = [
  ['pairs', '2.6', 20],
  ['pairs', '2.14', 20],
  ['forms', '2.6', 23],
  ['forms', '2.14', 27],
];

for (const [group, version, least] of SAVED) {
  const folder = `${FOLDER}/${group}/${version}`;
  const programs = /** @type {[string, Recorded][]} */ (
    Object.entries(JSON.parse(readFileSync(`${folder}/recorded.json`, 'utf8')).programs)
  ).filter(([, row]) => row.error === undefined);

  test(`${programs.length} programs (${group}) of PyTorch ${version} are opened, printed, run and saved`, async () => {
    assert.ok(programs.length >= least, String(programs.length));
    for (const [name, row] of programs) {
      const archive = await Archive.open(readFileSync(`${folder}/${name}.pt2`));
      const json = await archive.program();
      const { handle, schema } = session.openArchive(json);
      assert.equal(schema, version === '2.6' ? '8.2' : '8.20', name);
      assert.equal(session.print(handle, { format: 'graph' }), row.graph, name);
      assert.ok(session.print(handle, { format: 'program' }).includes(`Range constraints: ${row.ranges}\n`), name);
      for (const format of /** @type {const} */ (['readable', 'code', 'verbose', 'module', 'tabular', 'dot', 'svg']))
        assert.ok(session.print(handle, { format }).length > 0);
      const state = Object.fromEntries(Object.entries(row.state).map(([key, value]) => [key, paired(value)]));
      const { outputs } = session.call('exec', { handle, inputs: row.inputs.map(paired), state }).value;
      assert.equal(outputs.length, row.outputs.length, name);
      // Half precision inside may round either way.
      row.outputs.forEach((wanted, i) =>
        sameValue(outputs[i].value, wanted, name.startsWith('autocast') ? 0.02 : 1e-5, name),
      );
      const written = session.writeArchive(handle, json);
      assert.deepEqual(meaning(written), meaning(json), name);
      const again = await Archive.open(await archive.withProgram(written));
      assert.equal(printed(await again.program(), 'json'), printed(json, 'json'), name);
      assert.deepEqual(
        again.entries.map((entry) => entry.name),
        archive.entries.map((entry) => entry.name),
      );
      session.close(handle);
    }
  });
}

/** @param {string} name */
const formOf = async (name) => (await Archive.open(readFileSync(`${FOLDER}/forms/2.6/${name}.pt2`))).program();

test('symbols that a pass makes are written with what PyTorch assumes of them', async () => {
  const json = await formOf('unbacked');
  const result = session.run(session.openArchive(json).handle, ['identity_retrace']);
  const written = session.writeArchive(result.handle, json);
  assert.match(written, /"zeros":\{"dtype":7,"sizes":\[\{"as_expr":\{"expr_str":"Symbol\('u2', integer=True\)"\}\}/);
  assert.match(written, /"le":\{"as_expr":\{"expr_str":"LessThan\(Symbol\('u2', integer=True\), Integer\(8\)\)"\}\}/);
  assert.match(printed(written, 'program'), /zeros: "f32\[u2, 2\]"/);
  const [u0, u1] = [
    { min_val: 0, max_val: 8 },
    { min_val: 0, max_val: 2 },
  ];
  assert.deepEqual(JSON.parse(written).range_constraints, { u0, u1, u2: u0, u3: u1 });
});

test('call signatures of modules that were kept follow the names of values', async () => {
  const json = await formOf('kept');
  const { handle } = session.openArchive(json);
  const mul = session.nodes(handle).find(({ name }) => name === 'mul');
  session.edit(handle, [{ do: 'rename', node: /** @type {any} */ (mul).id, name: 'scaled' }]);
  const calls = JSON.parse(session.writeArchive(handle, json)).graph_module.module_call_graph;
  const of = (/** @type {string} */ fqn) => calls.find((/** @type {any} */ call) => call.fqn === fqn).signature;
  assert.deepEqual(of('blocks.0').outputs, [{ as_tensor: { name: 'scaled' } }]);
  assert.deepEqual(of('blocks.1').inputs, [{ as_tensor: { name: 'scaled' } }, { as_float: 0.5 }]);
  assert.deepEqual(of('blocks.1').outputs, [{ as_tensor: { name: 'mul_1' } }]);
  const names = new Map(session.nodes(handle).map(({ name, id }) => [name, id]));
  session.edit(handle, [
    {
      do: 'replace_all_uses_with',
      node: /** @type {any} */ (names.get('scaled')),
      with: /** @type {any} */ (names.get('x')),
    },
    { do: 'erase_node', node: /** @type {any} */ (names.get('scaled')) },
  ]);
  assert.throws(
    () => session.writeArchive(handle, json),
    /call signature of the module 'blocks\.0' was kept, and its value 'mul' is gone/,
  );
});

test('run_decompositions calls inputs as PyTorch does, whatever a pass before called them', async () => {
  const json = await formOf('names');
  const result = session.run(session.openArchive(json).handle, ['identity_retrace', 'run_decompositions']);
  assert.deepEqual(
    result.reports.map(({ diagnostics }) => diagnostics),
    [[], []],
  );
  assert.match(session.print(result.handle, { format: 'program' }), /TensorArgument\(name='input'\)/);
});

test('a session without archives says so', async () => {
  const plain = await Session.create();
  assert.match((await told(() => plain.openArchive(JSON_TEXT)))?.message ?? '', /no command 'open_archive'/);
});
