/** What the tests share: recorded cases, their texts, chance that repeats itself, and what is never part of the repository. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseBigJson } from '../../wasm/js/replay/format.js';

export const CORPUS = fileURLToPath(new URL('../data/corpus', import.meta.url));

/** Recorded data; large integers keep all digits. @param {string} path @returns {any} */
export const readJson = (path) => parseBigJson(readFileSync(path, 'utf8'));

/** Each recorded program in each mode of export. @returns {{ id: string, variant: any }[]} */
export function recordedCases() {
  return readdirSync(`${CORPUS}/cases`).sort().flatMap((id) => {
    /** @type {any[]} */
    const variants = readJson(`${CORPUS}/cases/${id}/case.json`).variants ?? [];
    return variants.map((variant) => ({ id: `${id}/${variant.mode}`, variant }));
  });
}

/** Texts that PyTorch printed, in all forms that are read: of programs, and of the odd graphs of the unit files. @returns {{ id: string, text: string }[]} */
export function recordedTexts() {
  const texts = recordedCases().flatMap(({ id, variant }) => {
    const before = (variant.stages ?? variant.partial_stages)?.set_grad?.before ?? {};
    return [before.readable, before.code, before.str, variant.ep_str].map((text, i) => ({ id: `${id}, text ${i}`, text }));
  });
  for (const row of readJson(`${CORPUS}/unit/codegen.json`)) texts.push({ id: `codegen ${row.title}`, text: row.str });
  for (const row of readJson(`${CORPUS}/unit/split_inline.json`)) texts.push({ id: `split_inline ${row.seed}`, text: row.split.readable ?? row.split.code });
  return texts.filter((row) => typeof row.text === 'string');
}

/** Chance that is the same in every run: a function that gives numbers from 0 to 2**32 - 1. @param {number} seed */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    // The mixing step of a 32-bit counter generator.
    state = (state + 0x9e3779b9) >>> 0;
    let x = state;
    x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
    x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
    return (x ^ (x >>> 15)) >>> 0;
  };
}

/** A folder beside the repository, or null. @param {string} name */
export function beside(name) {
  const path = fileURLToPath(new URL(`../../../shared/${name}`, import.meta.url));
  return existsSync(path) ? path : null;
}
