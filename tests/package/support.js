/**
 * What the tests of the package share: the tarball, installed into a fresh folder beside the tools, and Chromium.
 *
 *   const project = await installed();             // project.folder, project.files, project.run('node', [...])
 *   const said = await seen(project, 'vite/dist');  // what the page there says
 */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openSite } from '../../web/tools/browser.js';

const run = promisify(execFile);
const HERE = dirname(fileURLToPath(import.meta.url));
const WASM = join(HERE, '../../wasm');
const TOOLS = join(HERE, 'node_modules');

/**
 * The tools are linked, the package is installed from its tarball without a network: none of its files is in the
 * checkout.
 */
export async function installed() {
  if (!existsSync(TOOLS)) throw new Error('the tools are not installed: scripts/setup test');
  const folder = mkdtempSync(join(tmpdir(), 'seesaw-project-'));
  const cache = ['--offline', '--no-audit', '--no-fund', '--cache', join(folder, 'cache')];
  const { stdout } = await run('npm', ['pack', WASM, '--json', '--pack-destination', folder, ...cache], {
    cwd: folder,
    maxBuffer: 1 << 26,
  });
  // What the script of the package says goes before.
  const [packed] = JSON.parse(stdout.slice(stdout.search(/^\[/m)));
  writeFileSync(join(folder, 'package.json'), '{ "name": "project", "type": "module", "private": true }');
  await run('npm', ['install', join(folder, packed.filename), ...cache], { cwd: folder });
  for (const name of readdirSync(TOOLS)) {
    if (name.startsWith('.') || name === 'seesaw') continue;
    if (!name.startsWith('@')) symlinkSync(join(TOOLS, name), join(folder, 'node_modules', name));
    else {
      mkdirSync(join(folder, 'node_modules', name), { recursive: true });
      for (const inner of readdirSync(join(TOOLS, name)))
        symlinkSync(join(TOOLS, name, inner), join(folder, 'node_modules', name, inner));
    }
  }
  cpSync(join(HERE, 'project'), folder, { recursive: true });
  return {
    folder,
    tarball: join(folder, packed.filename),
    files: packed.files.map((/** @type {{ path: string }} */ { path }) => path),
    /** @param {string} command @param {string[]} args @param {Record<string, string>} [env] */
    run: (command, args, env = {}) => {
      // With it `node --test` in a test runs nothing, and succeeds.
      const outer = { ...process.env, ...env };
      delete outer.NODE_TEST_CONTEXT;
      return run(command, args, { cwd: folder, env: outer, maxBuffer: 1 << 26 });
    },
    tool: (/** @type {string} */ path) => join(TOOLS, path),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** @typedef {Awaited<ReturnType<typeof installed>>} Project */

/**
 * What the page of a bundle says, with all that the console complains of.
 * @param {Project} project @param {string} root the folder that is served
 */
export async function seen(project, root) {
  const site = await openSite({ root: `${join(project.folder, root)}/` });
  try {
    const { page, complaints } = await site.page();
    await page.waitForFunction(() => /** @type {any} */ (window).said !== undefined, undefined, { timeout: 60_000 });
    return { said: await page.evaluate('window.said'), complaints };
  } finally {
    await site.close();
  }
}
