/**
 * The names of the tabs for what knows no page: the command line and the declarations of the element.
 *
 * What: wasm/js/tabs.js and tabs.d.ts, made from the panels of web/src/app/text_panels.js and web/src/features: --write
 * writes them, --check fails if they are out of date.
 * Why: a tab is one folder. The package has the page only as a bundle, which Node does not load.
 *
 *   node web/tools/tabs.js --write
 */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { TEXT_PANELS } from '../src/app/text_panels.js';

const FEATURES = new URL('../src/features/', import.meta.url);
const HEAD = '/** The tabs of the page. Made by web/tools/tabs.js. */\n';

/** The records that have a panel; what others import needs a bundler. @returns {Promise<string[]>} */
async function panelsOfFeatures() {
  const records = readdirSync(FEATURES)
    .map((name) => new URL(`${name}/feature.js`, FEATURES))
    .filter((file) => existsSync(file) && /\bpanel\b\s*[:,]/.test(readFileSync(file, 'utf8')))
    .map(async (file) => Object.values(await import(file.href)));
  /** @type {import('../src/features/contract.js').Feature[]} */
  const features = (await Promise.all(records)).flat();
  return features.sort((a, b) => a.order - b.order).flatMap(({ panel }) => panel?.id ?? []);
}

/** Text of each file. @returns {Promise<Record<string, string>>} */
async function files() {
  const ids = [...TEXT_PANELS.map(({ id }) => id), ...(await panelsOfFeatures())];
  const list = `[\n${ids.map((id) => `  '${id}',\n`).join('')}]`;
  return {
    'tabs.js': `${HEAD}export const TABS = /** @type {const} */ (${list});\n`,
    'tabs.d.ts': `${HEAD}export declare const TABS: readonly ${list};\n`,
  };
}

for (const [name, text] of Object.entries(await files())) {
  const path = fileURLToPath(new URL(`../../wasm/js/${name}`, import.meta.url));
  if (process.argv.includes('--write')) writeFileSync(path, text);
  else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
    process.stderr.write(`wasm/js/${name} is out of date: run node web/tools/tabs.js --write\n`);
    process.exitCode = 1;
  }
}
