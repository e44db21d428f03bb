/**
 * `seesaw replay`: recorded data of PyTorch, run through Seesaw.
 *
 * A folder holds `cases/` and `unit/`, or case folders directly. One line for each failure, the reasons of what was
 * skipped, and at the end `N passed, N failed, N skipped` alone on a line.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readArchives } from './archives.js';
import { replayCase } from './cases.js';
import { parseBigJson } from './format.js';
import { Recorder } from './recorder.js';
import { replayUnit } from './units.js';

/** @param {string} folder */
function folders(folder) {
  return readdirSync(folder)
    .filter((name) => statSync(join(folder, name)).isDirectory())
    .sort();
}

/** @param {import('../index.js').Session} session @param {Recorder} recorder @param {string} path */
async function replayCaseFolder(session, recorder, path) {
  const file = join(path, 'case.json');
  if (!existsSync(file)) return false;
  const id = basename(path);
  const data = readRecording(recorder, file, (value) => !Array.isArray(value));
  if (data === undefined) return true;
  const archives = await readArchives(path, data);
  recorder.attempt(id, () => replayCase(session, recorder, id, data, archives));
  return true;
}

/**
 * JSON of a file, or undefined and a failure that names the file and the place.
 * @param {Recorder} recorder
 * @param {string} file
 * @param {(value: any) => boolean} fits
 * @returns {any}
 */
function readRecording(recorder, file, fits) {
  let text;
  try {
    text = readFileSync(file, 'utf8');
    const value = parseBigJson(text);
    if (value !== null && typeof value === 'object' && fits(value)) return value;
    recorder.fail(file, 'this is no recording: its outermost value is of another kind');
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    recorder.fail(text === undefined ? file : placeIn(file, text, message), message);
  }
  return undefined;
}

/**
 * file:line:column of an error of JSON.parse; of a text that ends too early, its end.
 * @param {string} file
 * @param {string} text
 * @param {string} message
 */
function placeIn(file, text, message) {
  const at = Number(/at position (\d+)/.exec(message)?.[1] ?? text.length);
  const before = text.slice(0, at);
  return `${file}:${before.split('\n').length}:${at - before.lastIndexOf('\n')}`;
}

/**
 * @param {import('../index.js').Session} session
 * @param {string[]} paths
 * @param {(line: string) => void} print
 * @returns {Promise<Recorder>}
 */
export async function replay(session, paths, print) {
  const recorder = new Recorder(print);
  for (const path of paths) {
    let found = await replayCaseFolder(session, recorder, path);
    const cases = existsSync(join(path, 'cases')) ? join(path, 'cases') : path;
    for (const name of found ? [] : folders(cases))
      found = (await replayCaseFolder(session, recorder, join(cases, name))) || found;
    const unit = existsSync(join(path, 'unit')) ? join(path, 'unit') : path;
    for (const name of readdirSync(unit)
      .filter((n) => n.endsWith('.json') && n !== 'case.json')
      .sort()) {
      const done = replayUnit(session, recorder, basename(name, '.json'), () =>
        readRecording(recorder, join(unit, name), () => true),
      );
      found = done || found;
    }
    if (!found)
      recorder.fail(path, 'there is no recorded data here: expected cases/, unit/, or folders with case.json');
  }
  return recorder;
}
