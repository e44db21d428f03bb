/** Bytes in a report: every length comes back, in characters that HTML leaves alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesOfText, textOfBytes } from '../../wasm/js/base85.js';

test('bytes of every length come back, the smallest and the largest too', () => {
  for (let length = 0; length < 40; length++) {
    for (const fill of [0, 1, 60, 127, 128, 255]) {
      const bytes = Uint8Array.from({ length }, (_, i) => (i % 3 === 0 ? fill : (fill * 7 + i * 31) & 255));
      assert.deepEqual(bytesOfText(textOfBytes(bytes)), bytes, `${length} bytes of ${fill}`);
      const alike = new Uint8Array(length).fill(fill);
      assert.deepEqual(bytesOfText(textOfBytes(alike)), alike);
    }
  }
});

test('the text has no character that ends a script or is not one byte', () => {
  const bytes = Uint8Array.from({ length: 1 << 16 }, (_, i) => (i * 2654435761) >>> 24);
  const text = textOfBytes(bytes);
  assert.equal(text.length, (bytes.length / 4) * 5);
  assert.match(text, /^[!-;=-v]+$/);
});
