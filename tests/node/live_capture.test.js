/** Requests of a live capture that are out of order or name what is none: each is an error, the session stays whole. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Session, SeesawError } from '../../wasm/js/index.js';

const session = await Session.create({ full: true });

/** @param {Record<string, unknown>} request @returns {any} */
const ask = (request) => session.call('live_capture', request).value;
const refused = (/** @type {Record<string, unknown>} */ request, /** @type {RegExp} */ said) =>
  assert.throws(
    () => ask(request),
    (error) => error instanceof SeesawError && said.test(error.message),
  );
const begin = () => ask({ do: 'begin', function: 'f' });
const START = { do: 'start', parameters: [{ name: 'x' }], args: [], shapes: null };

test('what a running capture does is refused before it starts and after it ends', () => {
  const live = begin();
  for (const what of ['enter_module', 'leave_module'])
    refused({ live, do: what, of: { v: 0 } }, /while a capture runs/);
  refused({ live, do: 'finish', result: null }, /no capture runs/);
  refused({ live: live + 1, do: 'truth', of: true }, /has ended/);
  ask({ live, do: 'drop' });
  refused({ live, do: 'truth', of: true }, /has ended/);
});

test('what is no module is none, and what is no operator or mode is refused', () => {
  for (const root of [[], { pairs: [] }, 1, 'a'])
    refused({ ...START, live: begin(), root }, /no module of the capture/);
  const live = begin();
  for (const of of [[], { t: [] }, null]) {
    refused({ live, do: 'rename_class', of, class: 'x.Y' }, /no module of the capture/);
    refused({ live, do: 'reach', of, name: 'a', value: 1 }, /no module of the capture/);
  }
  refused({ live, do: 'unary', op: 'bogus', of: 1 }, /no operator/);
  refused({ live, do: 'enter_region', path: 'torch.bogus' }, /no mode/);
  refused({ live, do: 'items', of: { pairs: [1] } }, /key without a value/);
  refused({ live, do: 'bogus' }, /nothing that a capture answers/);
  ask({ live, do: 'drop' });
  const { handle } = session.open('def forward(self, x: "f32[2]"):\n    return (x,)\n');
  assert.match(session.print(handle), /return \(x,\)/);
  session.close(handle);
});
