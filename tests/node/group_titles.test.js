/** Titles in the picture stay inside of their frames, however far away they are seen from. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detailOf, paintGroupTitles } from '../../web/src/ui/canvas/painter.js';

/** Texts that are written, with the place at which each ends. */
function recorder() {
  /** @type {{ text: string, from: number, end: number }[]} */
  const written = [];
  const context = {
    font: '',
    fillRect() {},
    beginPath() {},
    moveTo() {},
    lineTo() {},
    fill() {},
    /** @param {string} text @param {number} x */
    fillText(text, x) {
      const size = Number(/([\d.]+)px/.exec(context.font)?.[1]);
      written.push({ text, from: x, end: x + 0.6 * size * text.length });
    },
  };
  return { context: /** @type {any} */ (context), written };
}

test('the title of a group ends before its frame', () => {
  const palette = /** @type {any} */ ({ font: 'monospace' });
  for (const title of ['submod_1', 'f', 'true_graph_0', 'a_module_with_a_name_that_is_long'])
    for (const width of [60, 90, 106, 131, 150, 240, 400])
      for (const scale of [0.2, 0.3, 0.4, 0.5, 0.65, 0.66, 1, 2]) {
        const group = { title, nodes: 12, parent: -1, collapsed: false, kind: 'body', change: 0 };
        const picture = { groups: [group], groupBox: new Float32Array([100, 50, width, 200]) };
        const { context, written } = recorder();
        const seen = /** @type {[number, number, number, number]} */ ([0, 0, 1000, 1000]);
        paintGroupTitles(context, /** @type {any} */ ({ picture }), palette, seen, detailOf(scale));
        for (const { text, from, end } of written)
          assert.ok(from > 110 && end <= 100 + width - 8, `'${text}' in ${width} at ${scale} ends at ${end - 100}`);
      }
});
