/**
 * Live figures for documentation tools in JavaScript: what VitePress and Docusaurus share.
 *
 *   figureOf(text, 'passes="cse_pass" tab=diff', { file: '/docs/page.md' })      // HTML with the element
 */
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../js/cli/main.js', import.meta.url));
const VALUES = ['passes', 'tab', 'format', 'ambient-grad', 'theme', 'caption', 'option'];
const FLAGS = ['compact', 'edit'];
const ATTRIBUTE = /([\w-]+)(?:=(?:"([^"]*)"|'([^']*)'|(\S+)))?/g;

/** @param {string} words behind `seesaw` in the head of a fenced block @param {string} where */
function argumentsOf(words, where) {
  /** @type {string[]} */
  const args = [];
  /** @type {string | null} */
  let file = null;
  for (const [, name, ...values] of words.matchAll(ATTRIBUTE)) {
    const value = values.find((one) => one !== undefined) ?? '';
    if (name === 'file') file = value;
    else if (FLAGS.includes(name)) args.push(`--${name}`);
    else if (VALUES.includes(name)) args.push(`--${name}`, value);
    else
      throw new Error(`${where}: a seesaw block has no '${name}': it has ${[...VALUES, ...FLAGS, 'file'].join(', ')}`);
  }
  return { args, file };
}

/**
 * @param {string} text of the block; empty where it names a file
 * @param {string} words
 * @param {{ file: string }} page where the block is; files are relative to it
 * @returns {string}
 */
export function figureOf(text, words, page) {
  const { args, file } = argumentsOf(words, page.file);
  if ((file === null) === (text.trim() === ''))
    throw new Error(`${page.file}: a seesaw block holds a graph, or names a file, one of them`);
  const given = file === null ? '-' : resolve(dirname(page.file), file);
  const folder = join(tmpdir(), `seesaw-figures-${process.pid}`);
  const command = [
    CLI,
    'embed',
    given,
    '--name',
    'figure',
    '--inline',
    '--no-element',
    '--json',
    '-o',
    folder,
    ...args,
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    input: text,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`${page.file}: ${stderr.trim()}`);
  return JSON.parse(stdout).fragment;
}
