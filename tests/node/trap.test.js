/** The instance itself fails: the call throws a diagnostic, a fresh instance takes over, and nothing else is lost. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { SeesawError } from '../../wasm/js/index.js';
import { moduleWithMemory, openedUp } from './support.js';

const TEXT = 'def forward(self, x):\n    add = torch.ops.aten.add.Tensor(x, 1);  x = None\n    return (add,)\n';

/** @param {() => unknown} run @returns {string} the code of its diagnostic */
function codeOf(run) {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof SeesawError, String(error));
    return error.diagnostics[0].code;
  }
  return 'none';
}

/** How an instance is broken. @type {Record<string, (open: Awaited<ReturnType<typeof openedUp>>) => void>} */
const BREAKS = {
  'its memory is overwritten': (open) => new Uint8Array(open.memory().buffer).fill(0xff),
  'its functions are gone': (open) => {
    for (let i = 0; i < open.table().length; i += 1) open.table().set(i, null);
  },
};

for (const [how, damage] of Object.entries(BREAKS)) {
  test(`a fresh instance takes over when ${how}`, async () => {
    const open = await openedUp();
    try {
      const { session } = open;
      const { handle } = session.open(TEXT);
      const before = session.print(handle);
      for (let round = 1; round <= 3; round += 1) {
        damage(open);
        assert.equal(
          codeOf(() => session.run(handle, ['eliminate_dead_code'])),
          'trap',
        );
        // Until the new one is there, calls say so.
        assert.equal(
          codeOf(() => session.open(TEXT)),
          'restarting',
        );
        await session.recovered();
        assert.equal(open.instances.length, round + 1);
        assert.equal(
          codeOf(() => session.print(handle)),
          'handle',
          'handles of the old instance are gone',
        );
        assert.equal(session.call('status').value.programs, 0);
        const again = session.open(TEXT);
        assert.equal(session.print(again.handle), before);
        session.close(again.handle);
      }
    } finally {
      open.restore();
    }
  });
}

test('an instance that cannot be started again is reported, and nothing is left unhandled', async () => {
  const open = await openedUp();
  const { session } = open;
  open.restore();
  const original = WebAssembly.instantiate;
  WebAssembly.instantiate = /** @type {any} */ (() => Promise.reject(new Error('no room')));
  try {
    BREAKS['its memory is overwritten'](open);
    assert.equal(
      codeOf(() => session.open(TEXT)),
      'trap',
    );
    // An unhandled rejection would end the test here.
    await new Promise((resolve) => setTimeout(resolve, 20));
    await assert.rejects(session.recovered(), (error) => error instanceof SeesawError && /no room/.test(error.message));
    assert.equal(
      codeOf(() => session.open(TEXT)),
      'restarting',
    );
  } finally {
    WebAssembly.instantiate = original;
  }
});

test('memory that is used up is a diagnostic, and comes back when programs are closed', async () => {
  const { session, instances, memory, restore } = await openedUp({ wasm: moduleWithMemory(640) });
  restore();
  const wide = `def forward(self, x):\n    a = torch.stack([${'x, '.repeat(100_000)}])\n    return (a,)\n`;
  for (let round = 0; round < 3; round += 1) {
    /** @type {number[]} */
    const handles = [];
    const code = codeOf(() => {
      for (let i = 0; i < 200; i += 1) handles.push(session.open(wide).handle);
    });
    assert.equal(code, 'memory', `round ${round}`);
    assert.ok(handles.length >= 1, `round ${round}: at least one program fits`);
    // The pass, too, may not find what it needs.
    assert.ok(['none', 'memory'].includes(codeOf(() => session.run(handles[0], ['eliminate_dead_code']))));
    assert.equal(
      codeOf(() => session.open('x'.repeat(2 ** 26))),
      'memory',
      'a text larger than the memory',
    );
    for (let handle = 1; session.call('status').value.programs > 0; handle += 1) codeOf(() => session.close(handle));
    assert.equal(session.open(TEXT).nodes, 3);
    session.close(session.open(TEXT).handle - 1);
  }
  assert.equal(instances.length, 1, 'no trap');
  assert.ok(memory().buffer.byteLength <= 640 * 65536);
});
