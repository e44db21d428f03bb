/** A text of str(ep.graph_signature) alone: what is saved of it opens again. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Session } from '../../wasm/js/index.js';

/** @type {Session} */
let session;
before(async () => {
  session = await Session.create({ full: true });
});

test('a signature without its graph is saved, and opens as it was', () => {
  const text =
    "ExportGraphSignature(input_specs=[InputSpec(kind=<InputKind.USER_INPUT: 1>, arg=TensorArgument(name='x'), " +
    'target=None, persistent=None)], output_specs=[OutputSpec(kind=<OutputKind.USER_OUTPUT: 1>, ' +
    "arg=TensorArgument(name='mul'), target=None)])";
  const { handle } = session.open(text);
  const saved = session.print(/** @type {number} */ (handle), { format: 'json' });
  const again = session.open(saved);
  assert.equal(session.print(/** @type {number} */ (again.handle), { format: 'json' }), saved);
});
