/** What the tests share: the recorded cases as texts, and what is never part of the repository. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const CASES = fileURLToPath(new URL('../data/corpus/cases', import.meta.url));

/** Texts that PyTorch printed: one for each recorded case that has a readable graph. @returns {{ id: string, text: string }[]} */
export function readableTexts() {
  const out = [];
  for (const id of readdirSync(CASES).sort()) {
    const recorded = JSON.parse(readFileSync(`${CASES}/${id}/case.json`, 'utf8'));
    for (const [mode, variant] of Object.entries(recorded.variants ?? {})) {
      const text = /** @type {any} */ (variant).stages?.set_grad?.before?.readable;
      if (typeof text === 'string') out.push({ id: `${id}/${mode}`, text });
    }
  }
  return out;
}

/** A folder beside the repository, or null. @param {string} name */
export function beside(name) {
  const path = fileURLToPath(new URL(`../../../shared/${name}`, import.meta.url));
  return existsSync(path) ? path : null;
}
