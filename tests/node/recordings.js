/**
 * Every place of the recorded data, for tests that spoil one of them.
 *
 * for (const place of places()) ...        // { way: 'case.variants[].final.str', source, trail: ['variants', 0,
 * 'final', 'str'] }
 *
 * A way is a trail without numbers and without names that differ from program to program.
 */
import { readdirSync } from 'node:fs';
import { readArchives } from '../../wasm/js/replay/archives.js';
import { replayCase, replayVariant } from '../../wasm/js/replay/cases.js';
import { Recorder } from '../../wasm/js/replay/recorder.js';
import { replayUnit } from '../../wasm/js/replay/units.js';
import { CORPUS, readJson } from './support.js';

/**
 * @typedef {{ name: string, isCase: boolean, data: any, archives?: import('../../wasm/js/replay/archives.js').Archives
 *   }} Source
 * @typedef {{ way: string, source: Source, trail: (string | number)[] }} Place
 */

/** @returns {Promise<Source[]>} */
export async function sources() {
  const cases = [];
  for (const name of readdirSync(`${CORPUS}/cases`).sort()) {
    const data = readJson(`${CORPUS}/cases/${name}/case.json`);
    cases.push({ name, isCase: true, data, archives: await readArchives(`${CORPUS}/cases/${name}`, data) });
  }
  return [
    ...cases,
    ...readdirSync(`${CORPUS}/unit`)
      .sort()
      .map((file) => ({ name: file.replace('.json', ''), isCase: false, data: readJson(`${CORPUS}/unit/${file}`) })),
  ];
}

/** Objects whose keys are names, not parts of the format. */
const NAMED = new RegExp(
  `\\.(${[
    'children|attrs|kwargs|partition|snake_case|magic_methods|inplace_methods',
    'range_constraints|state|constants|grad_of_sum|mutated_buffers|pt2',
  ].join('|')})$`,
);

/** Lists whose items have a name of their own. */
const TITLED = /(\.passes|^(verifier|export_pass_base)\.cases)$/;

/** All values, with containers. @param {Source} source @param {(place: Place, value: any) => void} visit */
export function walk(source, visit) {
  const step = (/** @type {any} */ value, /** @type {string} */ way, /** @type {(string | number)[]} */ trail) => {
    visit({ way, source, trail }, value);
    // Passes and rows of the verifier are told by their names.
    const named = TITLED.test(way)
      ? (/** @type {any} */ item) => `${way}.${item.pass ?? item.title}`
      : () => (way.endsWith('[]') ? way : `${way}[]`);
    if (Array.isArray(value)) value.forEach((item, i) => step(item, named(item), [...trail, i]));
    else if (value !== null && typeof value === 'object') {
      for (const key of Object.keys(value))
        step(value[key], `${way}.${NAMED.test(way) ? '*' : key}`.replace(/(\.children\.\*)+/g, '.children.*'), [
          ...trail,
          key,
        ]);
    }
  };
  step(source.data, source.isCase ? 'case' : source.name, []);
}

/**
 * The part of a source that can be replayed by itself and holds the place, as a copy.
 * @param {Place} place
 * @returns {{ data: any, trail: (string | number)[] }}
 */
export function part({ source, trail }) {
  const [first, second] = /** @type {number[]} */ (trail);
  if (source.isCase && trail[0] === 'variants') {
    // The first holds what all have in common: without it the others fail, spoiled or not.
    const kept = [...new Set([0, second])].filter((at) => at !== undefined);
    return {
      data: structuredClone({ ...source.data, variants: kept.map((at) => source.data.variants[at]) }),
      trail: ['variants', ...(second === undefined ? [] : [kept.length - 1]), ...trail.slice(2)],
    };
  }
  if (source.isCase) return { data: structuredClone(source.data), trail };
  if (!Array.isArray(source.data)) return partOfRows(source.data, trail);
  // Rows of split_module come in pairs.
  const from = source.name === 'split_module' ? first - (first % 2) : first;
  return {
    data: structuredClone(source.data.slice(from, source.name === 'split_module' ? from + 2 : from + 1)),
    trail: [first - from, ...trail.slice(1)],
  };
}

/** Lists whose rows say nothing of each other. */
const ROWS = new Set(['cases', 'node_metadata', 'values', 'outputs', 'nested']);

/**
 * Of an object with lists of rows: the row that holds the place, and none of the others.
 * @param {any} whole
 * @param {(string | number)[]} trail
 */
function partOfRows(whole, [list, row, ...rest]) {
  const held = ROWS.has(String(list)) && row !== undefined;
  /** @type {any} */
  const data = {};
  for (const key of Object.keys(whole)) {
    if (!Array.isArray(whole[key]) || !ROWS.has(key) || (key === list && !held)) data[key] = whole[key];
    else data[key] = key === list ? [whole[key][Number(row)]] : [];
  }
  return {
    data: structuredClone(data),
    trail: held ? [list, 0, ...rest] : row === undefined ? [list] : [list, row, ...rest],
  };
}

const STOP = new Error('the first failure');

/** Ends a replay with its first failure: whoever asks whether there is one needs no more. */
class UntilFailure extends Recorder {
  /** @param {string} what @param {string} why */
  fail(what, why) {
    super.fail(what, why);
    throw STOP;
  }

  /** @param {string} what @param {() => void} check */
  attempt(what, check) {
    if (this.failed > 0) throw STOP;
    super.attempt(what, check);
  }
}

/**
 * @param {import('../../wasm/js/index.js').Session} session
 * @param {Source} source
 * @param {any} data
 * @param {Recorder} [recorder]
 * @returns {Recorder}
 */
export function replayPart(session, source, data, recorder = new Recorder(() => {})) {
  if (source.isCase)
    recorder.attempt(source.name, () => replayCase(session, recorder, source.name, data, source.archives));
  else replayUnit(session, recorder, source.name, () => data);
  return recorder;
}

/**
 * Whether the replay of this data fails. The variant that holds the place comes first: most spoiled places show there.
 * @param {import('../../wasm/js/index.js').Session} session
 * @param {Source} source
 * @param {{ data: any, trail: (string | number)[] }} part
 */
export function fails(session, source, { data, trail }) {
  const recorder = new UntilFailure(() => {});
  try {
    if (source.isCase && trail[0] === 'variants' && trail.length > 1)
      replayVariant(session, recorder, source.name, data, data.variants[trail[1]]);
    replayPart(session, source, data, recorder);
  } catch (error) {
    if (error !== STOP) throw error;
  }
  return recorder.failed > 0;
}
