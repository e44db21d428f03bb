/**
 * Seeds for the fuzzers: every short text of a recorded corpus, with pass letters in front for `pipeline`, and as
 * Seesaw's JSON for `json`; the JSON of short saved models for `archive`; sources for `capture`.
 *
 *   node scripts/lib/fuzz_seeds.mjs CORPUS OUT      # writes OUT/parse, OUT/pipeline, OUT/json, OUT/archive, OUT/capture
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Archive, Session, SeesawError } from '../../wasm/js/index.js';

const LONGEST = 6000;
const KEYS = new Set(['str', 'code', 'readable', 'module_str', 'ep_str', 'before_str', 'after_str', 'before_code']);
const LETTERS = ['a', 'A', 'ab', 'aB', 'c', 'dac', 'ea', '!a', '!Ab', 'aecd', 'ba'];

/** Texts of graphs anywhere in recorded JSON. @param {any} value @param {Set<string>} out */
function collect(value, out) {
  if (value === null || typeof value !== 'object') return;
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'string' && KEYS.has(key) && inner.length > 0 && inner.length <= LONGEST) out.add(inner);
    else collect(inner, out);
  }
}

/** Python sources anywhere in recorded JSON. @param {any} value @param {Set<string>} out */
function collectSources(value, out) {
  if (value === null || typeof value !== 'object') return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'source' && typeof inner === 'string' && inner.length <= LONGEST) out.add(inner);
    else collectSources(inner, out);
  }
}

/** @param {string} folder @returns {string[]} */
function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)]));
}

/** @param {string} folder @param {string} text */
function write(folder, text) {
  writeFileSync(join(folder, createHash('sha1').update(text).digest('hex')), text);
}

const [corpus, out] = process.argv.slice(2);
if (corpus === undefined || out === undefined) {
  console.error('usage: node scripts/lib/fuzz_seeds.mjs CORPUS OUT');
  process.exit(2);
}
/** @type {Set<string>} */
const texts = new Set();
/** @type {Set<string>} */
const sources = new Set();
for (const file of filesBelow(corpus)) {
  if (file.endsWith('.json')) {
    const recorded = JSON.parse(readFileSync(file, 'utf8'));
    collect(recorded, texts);
    collectSources(recorded, sources);
  }
  if (file.endsWith('.txt')) texts.add(readFileSync(file, 'utf8').slice(0, LONGEST * 4));
}
const folders = Object.fromEntries(['parse', 'pipeline', 'json', 'archive', 'capture'].map((name) => [name, join(out, name)]));
for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });

for (const source of sources) write(folders.capture, source);

const session = await Session.create();
let index = 0;
for (const text of texts) {
  write(folders.parse, text);
  write(folders.pipeline, `${LETTERS[index++ % LETTERS.length]}\n${text}`);
  if (text.length > LONGEST / 2) continue;
  try {
    const { handle } = session.open(text);
    write(folders.json, session.print(handle, { format: 'json' }));
    session.close(handle);
  } catch (error) {
    if (!(error instanceof SeesawError)) throw error;
  }
}
for (const file of filesBelow(corpus).filter((name) => name.endsWith('.pt2'))) {
  const text = await (await Archive.open(readFileSync(file))).program();
  if (text.length <= LONGEST * 2) write(folders.archive, text);
}
console.log(`${texts.size} texts`);
