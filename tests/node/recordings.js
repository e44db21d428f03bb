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
import { replayCase } from '../../wasm/js/replay/cases.js';
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
const NAMED =
  /\.(children|attrs|kwargs|partition|snake_case|magic_methods|inplace_methods|range_constraints|state|constants|grad_of_sum|mutated_buffers|pt2)$/;

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
    return {
      data: structuredClone({ ...source.data, variants: [source.data.variants[second]] }),
      trail: ['variants', 0, ...trail.slice(2)],
    };
  }
  if (source.isCase || !Array.isArray(source.data)) return { data: structuredClone(source.data), trail };
  // Rows of split_module come in pairs.
  const from = source.name === 'split_module' ? first - (first % 2) : first;
  return {
    data: structuredClone(source.data.slice(from, source.name === 'split_module' ? from + 2 : from + 1)),
    trail: [first - from, ...trail.slice(1)],
  };
}

/**
 * @param {import('../../wasm/js/index.js').Session} session
 * @param {Source} source
 * @param {any} data
 * @returns {Recorder}
 */
export function replayPart(session, source, data) {
  const recorder = new Recorder(() => {});
  if (source.isCase)
    recorder.attempt(source.name, () => replayCase(session, recorder, source.name, data, source.archives));
  else replayUnit(session, recorder, source.name, () => data);
  return recorder;
}
