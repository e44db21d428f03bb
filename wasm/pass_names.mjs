// The names of all passes, from the table of the built module.
//
// What: js/pass_names.js and its declarations: --write writes them, --check fails if they are out of date.
// Why: the smaller module does not know the passes of the larger one, and editors complete names that are in a type.
//
//   node wasm/pass_names.mjs --write
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Session } from './js/session.js';

const { passes } = (await Session.create({ full: true })).describe();
const names = passes.map((/** @type {{ name: string }} */ { name }) => name);
const HEAD =
  '/** Names of all passes, those of the larger module, too. Made by wasm/pass_names.mjs from the module. */\n';
const lines = (/** @type {string} */ before, /** @type {string} */ after) =>
  names.map((/** @type {string} */ name) => `  ${before}'${name}'${after}\n`).join('');
const FILES = {
  'pass_names.js': `${HEAD}export const PASS_NAMES = [\n${lines('', ',')}];\n`,
  'pass_names.d.ts':
    `${HEAD}export type PassName =\n${lines('| ', '').trimEnd()};\n` + 'export const PASS_NAMES: PassName[];\n',
};
for (const [name, text] of Object.entries(FILES)) {
  const path = fileURLToPath(new URL(`js/${name}`, import.meta.url));
  if (process.argv[2] === '--write') writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) {
    console.error(`wasm/js/${name} is out of date: node wasm/pass_names.mjs --write`);
    process.exitCode = 1;
  }
}
