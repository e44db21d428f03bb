/** The list of what passes decided: what is alike stands together, and what is left out is counted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alike, whyList } from '../../web/src/ui/lists.js';

/** @param {number} at @param {object} [more] @returns {any} */
const entry = (at, more) => ({
  region: `r${at}`,
  decision: 'kept',
  condition: 'it stays',
  warning: false,
  nodes: 1,
  ...more,
});

/** The words of a template. @param {any} template @returns {string} */
function words(template) {
  if (Array.isArray(template)) return template.map(words).join('');
  if (template?.strings === undefined) return ['string', 'number'].includes(typeof template) ? `${template}` : '';
  return template.strings
    .map((/** @type {string} */ text, /** @type {number} */ at) => text + words(template.values[at]))
    .join('');
}

test('a warning does not stand behind what is none', () => {
  const groups = alike([entry(0), entry(1, { warning: true }), entry(2)]);
  assert.deepEqual(
    groups.map((group) => group.map(({ region }) => region)),
    [['r0', 'r2'], ['r1']],
  );
});

test('how many more there are is said, whatever they are of', () => {
  const report = /** @type {any} */ ({
    pass: 'p',
    why: Array.from({ length: 210 }, (_, at) => entry(at)),
    differences: [],
  });
  const said = words(whyList([report], { chosen: null, pick: () => undefined }));
  assert.match(said, />and 9 more</);
});
