/**
 * Chooses, among the sources that are recorded for capture, those of data/exports_sources.jsonl.gz: node
 * choose_exports.mjs OUT.jsonl.gz
 * Every script of scripts.json, and each fourth or fifth of the other sets.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';

const data = new URL('../../data/', import.meta.url);
/** @param {string} name @returns {any[]} */
const lines = (name) =>
  gunzipSync(readFileSync(new URL(`${name}.jsonl.gz`, data)))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
/** @param {string} name */
const json = (name) => JSON.parse(readFileSync(new URL(`${name}.json`, data), 'utf8'));
/** @param {any[]} rows @param {number} step */
const each = (rows, step) =>
  rows.filter((row) => row.nonstrict !== undefined && row.sizes === undefined).filter((_, i) => i % step === 0);

const rows = [
  ...json('scripts').captured,
  ...each(json('captures').rows, 4),
  ...each(lines('more_scripts'), 4),
  ...each(lines('script_subjects'), 5),
  ...each(lines('repository_captures'), 4),
].map(({ name, source, inputs }) => ({ name, source, inputs }));
const text = rows.map((row) => JSON.stringify(row)).join('\n') + '\n';
writeFileSync(process.argv[2], gzipSync(text, { level: 9 }));
console.log(rows.length, new Set(rows.map((row) => row.name)).size);
