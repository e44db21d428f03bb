/**
 * What mends a mistake, as an edit of the text, where the diagnostic says enough.
 *
 *   const fix = fixOf(diagnostic, text);            // null, or:
 *   fix.title;                                      // 'Annotate x: "f32[1, 3, 32, 32]"'
 *   fix.text; fix.line; fix.column;                 // the text with it, and where to look
 */
import { didYouMean } from '../../../wasm/js/nearest.js';

/** @typedef {{ title: string, text: string, line: number, column: number }} Fix */

/**
 * What the first layer of a module takes: a batch of one, and sizes to begin with.
 * @type {[RegExp, (size: string) => string][]}
 */
const LAYERS = [
  [/\bConv1d\((\d+)/, (size) => `f32[1, ${size}, 32]`],
  [/\bConv2d\((\d+)/, (size) => `f32[1, ${size}, 32, 32]`],
  [/\bConv3d\((\d+)/, (size) => `f32[1, ${size}, 8, 32, 32]`],
  [/\bLinear\((\d+)/, (size) => `f32[1, ${size}]`],
  [/\bEmbedding\((\d+)/, () => 'i64[1, 8]'],
];

/** The shape that the text gives a value of this name. @param {string} text @param {string} name */
function stated(text, name) {
  const found = new RegExp(
    `^[ \\t]*${name}\\s*=\\s*torch\\.(?:(?:randn|rand|zeros|ones|empty)\\(\\(?|(randint)\\([^(\\n]*\\()([\\d, ]+)\\)`,
    'm',
  ).exec(text);
  return found && `${found[1] ? 'i64' : 'f32'}[${found[2].replace(/,\s*$/, '').trim()}]`;
}

/** @param {string} text */
function fromLayers(text) {
  const places = LAYERS.map(([layer, type]) => ({ found: layer.exec(text), type })).filter(
    ({ found }) => found !== null,
  );
  places.sort((one, other) => Number(one.found?.index) - Number(other.found?.index));
  return places.length > 0 ? places[0].type(places[0].found?.[1] ?? '') : null;
}

/** Names that files of PyTorch import, as almost all of them do. @type {Map<string, string>} */
const IMPORTS = new Map([
  ['torch', 'import torch'],
  ['nn', 'from torch import nn'],
  ['F', 'import torch.nn.functional as F'],
  ['np', 'import numpy as np'],
  ['math', 'import math'],
]);

/** @param {string} name @param {string[]} lines @returns {Fix | null} */
function imported(name, lines) {
  const statement = IMPORTS.get(name);
  if (statement === undefined) return null;
  const body = lines.findIndex((line) => /^(?:class|def|@)/.test(line));
  const at = lines
    .slice(0, body < 0 ? lines.length : body)
    .findLastIndex((line) => /^(?:import|from) [^(]*$/.test(line));
  const text = [...lines.slice(0, at + 1), statement, ...lines.slice(at + 1)].join('\n');
  return { title: `Add ${statement}`, text, line: at + 2, column: 1 };
}

/** @typedef {'member' | 'name' | 'function'} Kind */
/** What a mistake calls unknown, and whose names it may have meant. @type {[RegExp, Kind][]} */
const UNKNOWN = [
  [/^'\w+' object has no attribute '(\w+)'$/, 'member'],
  [/^name '(\w+)' is not defined$/, 'name'],
  [/^module '[\w.]+' has no attribute '(\w+)'$/, 'function'],
  [/^'(?:[\w.]+\.)?(\w+)' is not a function that is known here$/, 'function'],
  [/ has no (?:[\w.]+\.)?(\w+):/, 'function'],
];

/** @param {Kind} kind @param {string} text @param {() => string[]} functions @returns {string[]} */
function meant(kind, text, functions) {
  if (kind === 'function') return functions();
  const names =
    kind === 'member'
      ? /^[ \t]+(?:def|async def)[ \t]+(\w+)|\bself\.(\w+)[ \t]*[=:]|\bregister_\w+\([ \t\n]*["'](\w+)["']/gm
      : /\b(?:def|class|import|as|for)[ \t]+(\w+)|^[ \t]*(\w+)[ \t]*=(?!=)|[(,][ \t]*(\w+)[ \t]*(?=[:,)=])/gm;
  return [...new Set([...text.matchAll(names)].map((found) => found.slice(1).find(Boolean) ?? ''))];
}

/** Two letters in the wrong order are the most common mistake. @param {string} name */
const sorted = (name) => [...name].sort().join('');

/**
 * A name that nobody defined: as another one of the text is written, or of PyTorch, or imported.
 * @param {Mistake} mistake @param {string} text @param {() => string[]} functions of PyTorch
 * @returns {Fix | null}
 */
function spelled({ line = 0, column = 1, message = '' }, text, functions) {
  const lines = text.split('\n');
  const [form, kind] = UNKNOWN.find(([one]) => one.test(message)) ?? [];
  if (form === undefined || kind === undefined || lines[line - 1] === undefined) return null;
  const wrong = form.exec(message)?.[1] ?? '';
  const added = kind === 'name' ? imported(wrong, lines) : null;
  if (added !== null) return added;
  const others = meant(kind, text, functions).filter((name) => name !== wrong);
  const name = others.find((one) => sorted(one) === sorted(wrong)) ?? /'(\w+)'/.exec(didYouMean(wrong, others))?.[1];
  const place = lines[line - 1].slice(column - 1).search(new RegExp(`\\b${wrong}\\b`));
  // Of capitals and small letters no more is known than that they are others.
  if (name === undefined || place < 0 || /^[A-Z]/.test(name) !== /^[A-Z]/.test(wrong)) return null;
  const from = column - 1 + place;
  lines[line - 1] = `${lines[line - 1].slice(0, from)}${name}${lines[line - 1].slice(from + wrong.length)}`;
  return { title: `Write ${name}`, text: lines.join('\n'), line, column: from + 1 };
}

/**
 * @typedef {{ line?: number, column?: number, code?: string, message?: string, notes?: { message: string }[] }} Mistake
 */

/**
 * Of a text with several graphs the one that is left out: the text from it on.
 * @param {number} line
 * @param {string} text
 */
function otherGraph(line, text) {
  const rest = text
    .split('\n')
    .slice(line - 1)
    .join('\n');
  return rest.trim() === '' ? null : { title: 'Open that graph instead', text: rest, line: 1, column: 1 };
}

/**
 * @param {Mistake} mistake @param {string} text
 * @param {() => string[]} [functions] names of PyTorch's, any of which may have been meant
 * @returns {Fix | null}
 */
export function fixOf(mistake, text, functions = () => []) {
  const { line, code, notes = [] } = mistake;
  if (code === 'left-out' && line !== undefined && notes.some(({ message }) => message === 'open it by itself'))
    return otherGraph(line, text);
  const [, name, proposed] =
    notes.map(({ message }) => /^annotate it: (\w+): "([^"]+)"/.exec(message)).find(Boolean) ?? [];
  if (name === undefined || line === undefined) return spelled(mistake, text, functions);
  const lines = text.split('\n');
  if (lines[line - 1] === undefined) return null;
  // A parameter, with what stands there as its type.
  const place = new RegExp(`([(,*\\s]|^)(${name})(\\s*:\\s*[\\w.]+(?:\\[[^\\]]*\\])?)?(?=\\s*[,)=]|\\s*$)`).exec(
    lines[line - 1],
  );
  if (place === null) return null;
  const first = new RegExp(`\\(\\s*(?:self\\s*,\\s*)?${name}\\b`).test(lines[line - 1]);
  const type = stated(text, name) ?? (first ? fromLayers(text) : null) ?? proposed;
  const from = place.index + place[1].length + name.length;
  const to = from + (place[3]?.length ?? 0);
  lines[line - 1] = `${lines[line - 1].slice(0, from)}: "${type}"${lines[line - 1].slice(to)}`;
  return { title: `Annotate ${name}: "${type}"`, text: lines.join('\n'), line, column: from + 4 };
}
