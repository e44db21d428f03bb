/**
 * Whatever a caller passes, each export gives a proper result or a SeesawError with diagnostics: never a trap, a hang
 * or a session that no longer works, and no program is left behind. Rows come from the real export list, so that an
 * export without a row fails.
 */
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import * as seesaw from '../../wasm/js/index.js';
import { stopPython } from '../../wasm/js/python/pass.js';

after(stopPython);

const { Archive, Session, SeesawError, isArchive, pictureNode, renderDiagnostic } = seesaw;
/** @type {import('../../wasm/js/index.js').Diagnostic} */
const DIAGNOSTIC = { severity: 'error', code: 'x', message: 'm', line: 1, column: 1 };
const TEXT = 'def forward(self, x):\n    return (x,)\n';

/** @returns {unknown[]} */
function garbage() {
  const cyclic = /** @type {any} */ ({ a: 1 });
  cyclic.self = cyclic;
  const thrower = Object.defineProperty({}, 'name', {
    enumerable: true,
    get() {
      throw new Error('getter');
    },
  });
  const hostile = new Proxy(
    {},
    {
      get() {
        throw new Error('get');
      },
      ownKeys() {
        throw new Error('keys');
      },
    },
  );
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  return [
    undefined,
    null,
    NaN,
    Infinity,
    -Infinity,
    -0,
    0,
    -1,
    1.5,
    2 ** 31,
    2 ** 53,
    1e300,
    10n,
    Symbol('s'),
    () => 1,
    true,
    '',
    'x',
    '\0',
    'a\0b',
    '\ud800',
    '\udc00x',
    '__proto__',
    'constructor',
    [],
    [[]],
    [null],
    ['x', 1, {}],
    Array(3),
    {},
    cyclic,
    [cyclic],
    thrower,
    hostile,
    revoked.proxy,
    new Date(NaN),
    new Map([[1, 2]]),
    new Uint8Array(8),
    Object.create(null),
    {
      toJSON() {
        throw new Error('toJSON');
      },
    },
    {
      toJSON() {
        return 'text';
      },
    },
    {
      toJSON() {
        return undefined;
      },
    },
    JSON.parse('{"__proto__": {"handle": 1}, "constructor": 1, "prototype": []}'),
    { handle: -1 },
    { handle: 1e9 },
    { handle: 0.5 },
    { handle: '1' },
    { steps: 1, passes: 1, format: {} },
    { wasm: 5 },
    'x'.repeat(3_000_000),
    JSON.parse('['.repeat(3000) + ']'.repeat(3000)),
  ];
}

/** @param {string} what @param {() => unknown} run */
async function proper(what, run) {
  try {
    await run();
  } catch (error) {
    assert.ok(error instanceof SeesawError, `${what}: ${/** @type {Error} */ (error)?.stack ?? String(error)}`);
    assert.ok(
      error.diagnostics.length > 0 && typeof error.diagnostics[0].message === 'string',
      `${what}: no diagnostics`,
    );
    assert.notEqual(error.diagnostics[0].code, 'trap', `${what}: ${error.message}`);
  }
}

/**
 * Closes what a call opened; an edit answers with the handle it was given.
 * @param {any} session
 * @param {any} value
 * @param {number} kept
 */
function closeAll(session, value, kept) {
  if (typeof value?.handle === 'number' && value.handle !== kept) session.close(value.handle);
  for (const report of value?.reports ?? [])
    for (const h of [report.snapshot, ...(report.splits ?? [])]) if (h !== undefined) session.close(h);
}

/** The only open program is still `kept`. @param {any} session @param {string} what */
function noneLeft(session, what) {
  assert.equal(session.call('status').value.programs, 1, `${what}: a program was left behind`);
}

/** @param {any} session */
function stillWorks(session) {
  const { handle } = session.open(TEXT);
  assert.match(session.print(handle, { format: 'graph' }), /return \(x,\)|return x|output/);
  session.close(handle);
}

/**
 * A row for each method of a session: how it is called with garbage in each position.
 * @type {Record<string, (s: any, handle: number, g: any) => (() => any)[]>}
 */
const METHODS = {
  recovered: (s) => [() => s.recovered()],
  describe: (s, _h, g) => [() => s.describe(g)],
  open: (s, _h, g) => [() => s.open(g)],
  read: (s, _h, g) => [() => s.read(g)],
  close: (s, _h, g) => (g === 1 ? [] : [() => s.close(g)]),
  print: (s, h, g) => [
    () => s.print(g),
    () => s.print(h, g),
    () => s.print(h, { format: g }),
    () => s.print(h, { path: g }),
    () => s.print(h, { className: g }),
  ],
  run: (s, h, g) => [
    () => s.run(g, []),
    () => s.run(h, g),
    () => s.run(h, [g]),
    () => s.run(h, [{ name: g }]),
    () => s.run(h, [{ name: 'eliminate_dead_code', options: g }]),
    () => s.run(h, [], g),
    () => s.run(h, [], { ambientGrad: g }),
  ],
  retrace: (s, h, g) => [
    () => s.retrace(g, {}),
    () => s.retrace(h, g),
    () => s.retrace(h, { callOperator: g }),
    () => s.retrace(h, { output: () => g }),
    () => s.retrace(h, { placeholder: (/** @type {any[]} */ ...all) => all[3](g) }),
  ],
  trace: (s, _h, g) => [
    () => s.trace(g),
    () => s.trace('def forward(self, x: "f32[2]"):\n    return x', g),
    () => s.trace('def forward(self, x):\n    return x', { inputs: [g] }),
    () => s.trace('def forward(self): pass', { state: [{ name: g, annotation: g, kind: g }] }),
    () => s.trace('def forward(self): pass', { ambientGrad: g, strict: g, file: g }),
  ],
  exec: (s, h, g) => [
    () => s.exec(g),
    () => s.exec(h, g),
    () => s.exec(h, { inputs: g }),
    () => s.exec(h, { inputs: [g] }),
    () => s.exec(h, { inputs: [{ dtype: 'f32', shape: g, data: g }] }),
    () => s.exec(h, { state: { a: g } }),
    () => s.exec(h, { state: { a: { same_as: g } } }),
    () => s.exec(h, {}, g),
    () => s.exec(h, {}, { grad: g }),
  ],
  check: (s, h, g) => [
    () => s.check(g, h),
    () => s.check(h, g),
    () => s.check(h, h, g),
    () => s.check(h, h, { seed: g }),
    () => s.check(h, h, { ambientGrad: g }),
  ],
  edit: (s, h, g) => [
    () => s.edit(g, []),
    () => s.edit(h, g),
    () => s.edit(h, [g]),
    () => s.edit(h, [{ do: g }]),
    () => s.edit(null, [], g),
    () => s.edit(h, [], { path: g }),
  ],
  change: (s, h, g) => [
    () => s.change(g, { do: 'rename', node: 'x', name: 'y' }),
    () => s.change(h, g),
    () => s.change(h, { do: g }),
    () => s.change(h, { do: 'inline', node: g }),
    () => s.change(h, { do: 'delete', nodes: [g] }, g),
    () => s.change(h, { do: 'insert', text: g }, { path: g, source: g }),
  ],
  copyNodes: (s, h, g) => [() => s.copyNodes(g, []), () => s.copyNodes(h, g), () => s.copyNodes(h, [g], { path: g })],
  checkValues: (s, _h, g) => [() => s.checkValues(g)],
  compare: (s, h, g) => [() => s.compare(g, h), () => s.compare(h, g)],
  picture: (s, h, g) => [
    () => s.picture(g),
    () => s.picture(h, g),
    () => s.picture(h, { anchor: g }),
    () => s.picture(h, { groupBy: g }),
    () => s.picture(h, { collapsed: g }),
  ],
  declareOperators: (s, _h, g) => [() => s.declareOperators(g)],
  openArchive: (s, _h, g) => [() => s.openArchive(g)],
  writeArchive: (s, h, g) => [() => s.writeArchive(g, '{}'), () => s.writeArchive(h, g)],
  tracePython: (s, _h, g) => [() => s.tracePython(g)],
  pythonPass: (s, _h, g) => [() => s.pythonPass(g, 'Mine'), () => s.pythonPass('class Mine: ...', g)],
  call: (s, _h, g) => [() => s.call(g), () => s.call('status', g), () => s.call('open', {}, g)],
};

test('every method of a session has a row', () => {
  const real = Object.getOwnPropertyNames(Session.prototype).filter((name) => name !== 'constructor');
  assert.deepEqual(Object.keys(METHODS).sort(), real.sort());
});

/**
 * A row for each export: how it is called with garbage in each position.
 * @type {Record<string, (g: any) => (() => any)[]>}
 */
const EXPORTS = {
  Session: (g) => [
    () => new /** @type {any} */ (Session)(g),
    () => new /** @type {any} */ (Session)(g, g, g),
    () => Session.create(g),
    () => Session.create({ wasm: g }),
  ],
  Archive: (g) => [
    () => new /** @type {any} */ (Archive)(g),
    () => new /** @type {any} */ (Archive)(g, g, g),
    () => Archive.open(g),
    () => Archive.open({ size: g, read: async () => new Uint8Array(8) }),
    () => Archive.open(/** @type {any} */ ({ size: 100, read: async () => [g] })),
  ],
  isArchive: (g) => [() => String(isArchive(g))],
  SeesawError: (g) => [
    () => new SeesawError(g),
    () => new SeesawError([g]),
    () => new SeesawError([{ severity: 'error', code: 'x', message: g }]),
  ],
  pictureNode: (g) => [
    () => String(pictureNode(g, 0)),
    () => String(pictureNode(/** @type {any} */ ({ nodes: g }), g)),
  ],
  renderDiagnostic: (g) => [
    () => renderDiagnostic(g, 'f'),
    () => renderDiagnostic(DIAGNOSTIC, g),
    () => renderDiagnostic(DIAGNOSTIC, 'f', g),
    () => renderDiagnostic({ ...DIAGNOSTIC, notes: g }, 'f'),
    () => renderDiagnostic({ ...DIAGNOSTIC, column: g, endColumn: g }, 'f', 'x'),
  ],
};

/** A class whose method of that name gives `g`. @param {any} Base @param {string} method @param {any} g */
const giving = (Base, method, g) =>
  /** @type {any} */ (Object.defineProperty(class extends Base {}.prototype, method, { value: () => g }).constructor);
/**
 * A class whose callFunction hands `g` to the core, in each place.
 * @param {any} Base
 * @param {(original: Function, all: any[]) => unknown} how
 */
const asking = (Base, how) =>
  /** @type {any} */ (
    class extends Base {
      /** @param {any[]} all */
      callFunction(...all) {
        return how(super.callFunction.bind(this), all);
      }
    }
  );
const { GraphValue, Interpreter, Transformer } = /** @type {any} */ (seesaw);
const OVERRIDDEN = ['runNode', 'placeholder', 'getAttr', 'callFunction', 'callMethod', 'callModule', 'output'];
const SINE = 'def forward(self, x: "f32[2]"):\n    sin = torch.ops.aten.sin.default(x);  x = None\n    return (sin,)\n';
const PAIR = [{ dtype: 'f32', shape: [2], data: [1, 2] }];

/**
 * What interpreters and transformers do with garbage in each place.
 * @param {any} Base
 * @param {(made: any) => any} run
 * @param {any} s
 * @param {number} h
 * @param {any} g
 */
const interpreted = (Base, run, s, h, g) => [
  () => new Base(g, h),
  () => run(new Base(s, g)),
  () => run(new Base(s, h, g)),
  () => run(new Base(s, h, { garbageCollectValues: g })),
  ...OVERRIDDEN.map((method) => () => new Base(s, h)[method](g, g, g)),
  ...OVERRIDDEN.map((method) => () => run(new (giving(Base, method, g))(s, h))),
  ...[
    (/** @type {Function} */ ask, /** @type {any[]} */ [, args, kwargs]) => ask(g, args, kwargs),
    (/** @type {Function} */ ask, /** @type {any[]} */ [target, , kwargs]) => ask(target, g, kwargs),
    (/** @type {Function} */ ask, /** @type {any[]} */ [target, args]) => ask(target, args, g),
    (/** @type {Function} */ ask, /** @type {any[]} */ [target]) => ask(target, [g], { a: g }),
  ].map((how) => () => run(new (asking(Base, /** @type {any} */ (how)))(s, h))),
];

/** The same for what a session is needed for. @type {Record<string, (s: any, h: number, g: any) => (() => any)[]>} */
const DERIVED = {
  GraphValue: (s, h, g) => [
    () => new GraphValue(g, g).value,
    () => void new GraphValue(g, g, g),
    () =>
      new (asking(Interpreter, (ask, [target, , kwargs]) => ask(target, [new GraphValue(g, g)], kwargs)))(s, h).run(
        PAIR,
      ),
  ],
  Interpreter: (s, h, g) => [
    ...interpreted(Interpreter, (made) => made.run(PAIR), s, h, g),
    () => new Interpreter(s, h).run(g),
    () => new Interpreter(s, h).run([g]),
    () => new Interpreter(s, h).run(PAIR, g),
    () => new Interpreter(s, h).run(PAIR, { state: g }),
    () => new Interpreter(s, h).run(PAIR, { initialEnv: g }),
    () => new Interpreter(s, h).run(PAIR, { initialEnv: { x: g } }),
    () => new Interpreter(s, h).run(PAIR, { grad: g, requiresGrad: g, gradMode: g }),
    () => new Interpreter(s, h).hosted(g, g, g),
  ],
  Transformer: (s, h, g) => [
    ...interpreted(Transformer, (made) => made.transform(), s, h, g),
    () => new Transformer(s, h).transform(g),
    () => new Transformer(s, h).transform({ path: g }),
    () => new Transformer(s, h).run(),
  ],
};

test('every export has a row', () =>
  assert.deepEqual([...Object.keys(EXPORTS), ...Object.keys(DERIVED)].sort(), Object.keys(seesaw).sort()));

for (const [name, rows] of Object.entries(EXPORTS)) {
  test(`garbage for the export ${name}`, async () => {
    for (const [i, value] of garbage().entries()) {
      for (const [j, run] of rows(value).entries()) {
        await proper(`${name}, value ${i}, place ${j}`, async () => {
          const answer = await run();
          if (answer instanceof Session) stillWorks(answer);
          else if (answer instanceof SeesawError)
            assert.ok(answer.diagnostics.length > 0 && typeof answer.message === 'string');
          else assert.equal(typeof answer, 'string');
        });
      }
    }
  });
}

for (const [name, rows] of [...Object.entries(METHODS), ...Object.entries(DERIVED)]) {
  test(`garbage for ${name}`, async () => {
    const session = await Session.create({ full: true });
    const { handle } = session.open(Object.hasOwn(DERIVED, name) ? SINE : TEXT);
    for (const [i, value] of garbage().entries()) {
      if (name === 'close' && value === handle) continue;
      for (const [j, run] of rows(session, handle, value).entries()) {
        await proper(`${name}, value ${i}, place ${j}`, async () => {
          const answer = await run();
          closeAll(session, answer?.value ?? answer, handle);
        });
        noneLeft(session, `${name}, value ${i}, place ${j}`);
      }
      stillWorks(session);
    }
  });
}

test('garbage for every command', async () => {
  const session = await Session.create({ full: true });
  const { handle } = session.open(TEXT);
  for (const { name, doc } of session.describe().commands) {
    const keys = [...new Set(doc.match(/[a-zA-Z]+(?=\??[:,}])/g) ?? [])];
    for (const [i, value] of garbage().entries()) {
      const tries = [
        () => session.call(name, /** @type {any} */ (value), TEXT),
        () => session.call(name, { handle }, /** @type {any} */ (value)),
      ];
      // Something long is given to the first two whole: in each place of each command it would be most of the work.
      const short = typeof value === 'string' ? value.slice(0, 100_000) : value;
      for (const key of keys)
        tries.push(() => session.call(name, key === 'handle' ? { handle: short } : { handle, [key]: short }));
      for (const run of name === 'close' ? [] : tries) {
        await proper(`${name}, value ${i}`, () => closeAll(session, run().value, handle));
        noneLeft(session, `${name}, value ${i}`);
      }
    }
    stillWorks(session);
  }
});

test('an edit that cannot be done leaves neither a program nor a changed one', async () => {
  const session = await Session.create();
  const { handle } = session.open(TEXT);
  for (const settings of [
    { path: 'nowhere' },
    { deepCopy: true, path: 'nowhere' },
    { withoutModule: true, path: 'nowhere' },
    { hooks: 1 },
    { stopOnError: 1, deepCopy: true },
  ]) {
    for (const at of [handle, null])
      assert.throws(() => session.edit(at, [], /** @type {any} */ (settings)), SeesawError, JSON.stringify(settings));
    noneLeft(session, JSON.stringify(settings));
  }
  // Its graph has still a module, which a missing attribute is told by.
  assert.deepEqual(session.edit(handle, [{ do: 'get_attr', target: 'nothing' }]).steps[0].warnings?.length, 1);
  assert.throws(() => session.edit(handle + 2 ** 32, []), SeesawError, 'a handle is not cut to 32 bits');
});

test('a freed handle is reported, also twice', async () => {
  const session = await Session.create();
  const { handle } = session.open(TEXT);
  session.close(handle);
  for (const run of [
    () => session.close(handle),
    () => session.print(handle),
    () => session.run(handle, []),
    () => session.edit(handle, []),
  ]) {
    assert.throws(run, SeesawError);
  }
  stillWorks(session);
});
