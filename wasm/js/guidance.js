/**
 * Messages for people who write programs: errors say place, line and notes where test runners print them, a setting
 * that does not exist is refused, an unknown pass has its nearest name.
 *
 * What: fills `guide` in, once it is loaded. index.js, passes.js and the command line load it; the page does not.
 */
import { failure, SeesawError } from './error.js';
import { excerpt, lineOf } from './excerpt.js';
import { guide } from './guide.js';
import { didYouMean } from './nearest.js';
import { PASS_NAMES } from './pass_names.js';
import { SETTINGS } from './settings.js';

/** @typedef {import('./index.js').Diagnostic} Diagnostic */

/** What is shown of an error: so many diagnostics, so many notes of each, so many characters of a note. */
const SHOWN = { diagnostics: 3, notes: 3, characters: 500 };

/** @param {Diagnostic | import('./index.js').DiagnosticNote} item */
function placeOf({ line, column, node, graph }) {
  if (line) return `line ${line}, column ${column ?? 1}`;
  const inGraph = graph ? `graph '${graph}'` : '';
  return node ? `node '${node}'${graph ? ` of ${inGraph}` : ''}` : inGraph;
}

/** @param {string} text */
const short = (text) => (text.length > SHOWN.characters ? `${text.slice(0, SHOWN.characters)}...` : text);

/**
 * Lines about diagnostics: place, line of the text, notes; the message of the first stands elsewhere.
 * @param {Diagnostic[]} diagnostics @param {string} [source]
 */
function detailsOf(diagnostics, source) {
  let out = '';
  for (const [index, item] of diagnostics.slice(0, SHOWN.diagnostics).entries()) {
    const place = placeOf(item);
    if (index > 0) out += `\n    ${place ? `${place}: ` : ''}${short(item.message)}`;
    else if (place) out += `\n    ${place}`;
    const line = source === undefined || !item.line ? undefined : lineOf(source, item.line);
    if (line !== undefined) out += `\n${excerpt(item, line).replace(/\n$/, '')}`;
    for (const note of (Array.isArray(item.notes) ? item.notes : []).slice(0, SHOWN.notes)) {
      const where = placeOf(note);
      out += `\n    note: ${where ? `${where}: ` : ''}${short(String(note.message))}`;
    }
  }
  const more = diagnostics.length - SHOWN.diagnostics;
  return more > 0 ? `${out}\n    and ${more} more` : out;
}

/** Nothing if the diagnostics are not what they seem. @param {Diagnostic[]} diagnostics @param {string} [source] */
function detailsIfAny(diagnostics, source) {
  try {
    return detailsOf(diagnostics, source);
  } catch {
    return '';
  }
}

/** @param {Error} error @param {string} key @param {string} value */
const hidden = (error, key, value) =>
  Object.defineProperty(error, key, { value, writable: true, configurable: true, enumerable: false });

/** What the message of an error lacks of its diagnostics. @type {WeakMap<Error, string>} */
const lacking = new WeakMap();

/** @type {typeof guide.complete} */
function complete(error, source) {
  const details = detailsIfAny(error.diagnostics, source);
  if (details === '') return;
  lacking.set(error, details);
  const { stack } = error;
  if (typeof stack !== 'string') return;
  // V8 puts the class and the message before the calls, other engines do not.
  const at = stack.indexOf(error.message);
  const headed = at >= 0 && ['Error: ', 'SeesawError: '].includes(stack.slice(0, at));
  const calls = headed ? stack.slice(at + error.message.length) : `\n${stack}`;
  hidden(error, 'stack', `SeesawError: ${error.message}${details}${calls}`);
}

/**
 * The same error with all of it in the message: for functions that tests call, since some runners print no more.
 * @template T @param {T} error @returns {T}
 */
export function inFull(error) {
  if (!(error instanceof SeesawError)) return error;
  hidden(error, 'message', `${error.message}${lacking.get(error) ?? ''}`);
  lacking.delete(error);
  return error;
}

/** @type {typeof guide.checkSettings} */
function checkSettings(given, what, table) {
  const known = /** @type {readonly string[]} */ (SETTINGS[table]);
  for (const name of Object.keys(given)) {
    if (given[name] === undefined || known.includes(name)) continue;
    const meant = didYouMean(name, [...known]);
    throw failure(
      'argument',
      `${what} have no '${name.slice(0, 100)}'`,
      `${meant}${meant === '' ? '' : ' '}there are ${known.join(', ')}`,
    );
  }
}

/** @type {typeof guide.errorOfPasses} */
function errorOfPasses(error, passes, ofFull) {
  if (!(error instanceof SeesawError) || error.diagnostics[0].code !== 'unknown-pass') return error;
  const [first] = error.diagnostics;
  const names = passes.map((one) => (typeof one === 'string' ? one : one.name));
  const name = names.find((one) => first.message.includes(`'${one}'`)) ?? '';
  const { notes = [] } = first;
  if (PASS_NAMES.includes(/** @type {any} */ (name.replaceAll('-', '_'))))
    return new SeesawError([{ ...first, notes: [{ message: ofFull }] }]);
  const meant = notes.length > 1 ? '' : didYouMean(name, [...PASS_NAMES]);
  return meant === '' ? error : new SeesawError([{ ...first, notes: [{ message: `${meant} ${ofFull}` }, ...notes] }]);
}

/** @type {typeof guide.kindOf} */
function kindOf(value) {
  if (value === null || value === undefined) return String(value);
  try {
    if (Array.isArray(value)) return 'an array';
    if (value instanceof Uint8Array) return value.constructor.name === 'Buffer' ? 'a Buffer' : 'bytes';
    if (value instanceof Promise) return 'a Promise';
  } catch {
    // Proxies throw whatever they are asked.
  }
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** @param {string} kind */
function textRemedy(kind) {
  if (kind === 'a Buffer') return "read the file as text: readFile(path, 'utf8')";
  if (kind === 'bytes') return 'make text of the bytes: new TextDecoder().decode(bytes)';
  if (kind === 'a Promise') return 'write await in front of it';
  if (kind === 'a number') return "a handle is no text: print(handle, { format: 'read' }) gives the text of a program";
  return undefined;
}

/** @type {typeof guide.remedy} */
function remedy(wanted, value) {
  if (wanted === 'text') return textRemedy(kindOf(value));
  if (wanted === 'handle')
    return kindOf(value) === 'an object' ? 'write program.handle' : 'use the handle that open or run gave';
  const one = typeof value === 'string' ? JSON.stringify(value.slice(0, 100)).replaceAll('"', "'") : "'cse_pass'";
  return `write a list: [${one}], or [] for none`;
}

Object.assign(guide, { complete, checkSettings, errorOfPasses, kindOf, remedy });
