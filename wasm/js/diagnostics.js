/**
 * Diagnostics as a terminal shows them:
 *   model.py:3:9: error: unknown name 'y'
 *       add = x + y
 *                 ^
 */

import { failure } from './error.js';
import { excerpt } from './excerpt.js';

/** @typedef {import('./index.js').Diagnostic} Diagnostic */

/**
 * @param {Diagnostic | import('./index.js').DiagnosticNote} item
 * @param {string} label
 * @param {string} file
 * @param {string[] | null} lines
 */
function renderOne(item, label, file, lines) {
  const place = item.line ? `:${item.line}:${item.column}` : '';
  const node =
    !item.line && item.node
      ? `node '${item.node}'${item.graph ? ` of '${item.graph}'` : ''}: `
      : !item.line && item.graph
        ? `graph '${item.graph}': `
        : '';
  const exception = 'exception' in item && item.exception ? `${item.exception}: ` : '';
  let out = `${file}${place}: ${label}: ${node}${exception}${item.message}\n`;
  if (item.line && lines !== null && item.line <= lines.length) out += excerpt(item, lines[item.line - 1]);
  return out;
}

/**
 * @param {Diagnostic} diagnostic
 * @param {string} file the name to show
 * @param {string | null} [source] the text it is about
 */
export function renderDiagnostic(diagnostic, file, source = null) {
  if (typeof file !== 'string') throw failure('argument', 'the name of the file must be a string');
  if (source !== null && typeof source !== 'string') throw failure('argument', 'the source must be a string or null');
  try {
    return render(diagnostic, file, source);
  } catch {
    throw failure('argument', 'this is not a diagnostic');
  }
}

/** The lines of the text that was asked for last: many diagnostics speak of one text. */
let split = { source: '', lines: [''] };

/** @param {string} source */
function linesOf(source) {
  if (source !== split.source) split = { source, lines: source.split('\n') };
  return split.lines;
}

/** @param {Diagnostic} diagnostic @param {string} file @param {string | null} source */
function render(diagnostic, file, source) {
  if (typeof diagnostic.message !== 'string') throw new TypeError('no message');
  const lines = source === null ? null : linesOf(source);
  let out = renderOne(diagnostic, diagnostic.severity, file, lines);
  for (const note of diagnostic.notes ?? []) {
    out += note.line ? renderOne(note, 'note', file, lines) : `    note: ${note.message}\n`;
  }
  return out;
}
