/**
 * The files of the package that a page of somebody else needs: the element in a folder, or all of it as one text.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { textOfBytes } from '../../base85.js';
import { failure } from '../../error.js';

const PACKAGE = fileURLToPath(new URL('../../../', import.meta.url));
/** Of a live file alone. */
const LIVE = /^live/;

/** @param {string} name below the package */
function fileOf(name) {
  const path = join(PACKAGE, name);
  if (existsSync(path)) return path;
  throw failure(
    'package',
    `${name} is missing in the package`,
    'in a checkout, build it: npm --prefix web run element',
  );
}

/** What the element loads, by its names below the package. */
export const elementFiles = () => [
  ...readdirSync(dirname(fileOf('element/index.js')))
    .filter((name) => !LIVE.test(name))
    .map((name) => `element/${name}`),
  'js/places.js',
  'dist/seesaw.wasm',
  'dist/seesaw-full.wasm',
  'LICENSE',
];

/** Copies the element, what is there already not again. @param {string} folder */
export function copyElement(folder) {
  for (const name of elementFiles()) {
    const [from, to] = [fileOf(name), join(folder, name)];
    const [given, there] = [statSync(from), statSync(to, { throwIfNoEntry: false })];
    if (there !== undefined && there.size === given.size && there.mtimeMs >= given.mtimeMs) continue;
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(from, to);
    utimesSync(to, given.atime, given.mtime);
  }
}

/** A module as a live file holds it. @param {'seesaw' | 'seesaw-full'} name */
export const packedModule = (name) =>
  textOfBytes(gzipSync(readFileSync(fileOf(`dist/${name}.wasm`)), { level: 9, memLevel: 9 }));

/** @param {'live.js' | 'live_worker.js'} name */
export const liveScript = (name) => readFileSync(fileOf(`element/${name}`), 'utf8');

/** Notices of everything in the element. */
export const licences = () => readFileSync(fileOf('element/licences.txt'), 'utf8');
