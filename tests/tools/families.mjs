/**
 * What differs from PyTorch in recorded models: node tests/tools/families.mjs FOLDER/cases|FILE.jsonl [NAME...]
 *
 * Each folder holds a case.json, or each line of the file is one (oracle/record_families.py). Tells the differences of
 * each, and why parts were skipped.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { Session } from '../../wasm/js/index.js';
import { replayCase } from '../../wasm/js/replay/cases.js';
import { parseBigJson } from '../../wasm/js/replay/format.js';
import { Recorder } from '../../wasm/js/replay/recorder.js';

/** The recorded models of a file or of a folder. @param {string} path @returns {any[]} */
export function casesOf(path) {
  if (path.endsWith('.jsonl')) return readFileSync(path, 'utf8').trim().split('\n').map(parseBigJson);
  return readdirSync(path)
    .sort()
    .map((name) => parseBigJson(readFileSync(`${path}/${name}/case.json`, 'utf8')));
}

/** Replays one model. @param {Session} session @param {any} data @returns {{ recorder: Recorder, lines: string[] }} */
export function replayModel(session, data) {
  /** @type {string[]} */
  const lines = [];
  const recorder = new Recorder((line) => lines.push(line));
  recorder.attempt(data.id, () => replayCase(session, recorder, data.id, data));
  return { recorder, lines };
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const [path, ...names] = process.argv.slice(2);
  const session = await Session.create({ full: true });
  let [models, differing, failed, skipped] = [0, 0, 0, 0];
  for (const data of casesOf(path)) {
    if (names.length > 0 && !names.includes(data.title)) continue;
    const { recorder, lines } = replayModel(session, data);
    models += 1;
    differing += recorder.failed > 0 ? 1 : 0;
    failed += recorder.failed;
    skipped += recorder.skipped;
    console.log(`${data.id}: ${recorder.summary()}`);
    for (const line of lines) console.log(`  ${line.slice(0, 400)}`);
  }
  console.log(`${models} models, ${differing} differ, ${failed} differences, ${skipped} skipped`);
}
