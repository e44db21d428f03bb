/**
 * A text as a program, whatever it is: read as a graph, or captured where it is Python source.
 *
 * What: `readProgram` gives the handle of the program, or what stands against it, of both readings the one that
 * understood more. The core says whether a graph's text calls functions that are no part of it (`callsLeftOut`).
 * Why: the page and the command line take the same texts and refuse them in the same words.
 *
 *   const { handle, captured, state } = readProgram(session, text, { trace: { ambientGrad: true, details: true } });
 */
import { SeesawError } from './error.js';
import { named, tracebackIn } from './foreign.js';
import { traced } from './notebook.js';
import { graphOfRepro } from './repro.js';

/** @typedef {import('./index.js').Diagnostic} Diagnostic */
/**
 * Whether source is captured: where the text is no graph or declares a module, never, or whatever it is.
 * @typedef {'auto' | 'never' | 'always'} Capture
 */
/**
 * @typedef {{ handle: number | null, diagnostics: Diagnostic[], suppressed: number, captured: boolean, misread?:
 *   boolean, dialect?: import('./index.js').Dialect, why?: { id: string, newer: boolean, line: number }[], state?:
 *   import('./index.js').TraceAnswer['state'], kept?: string[], ambientGrad?: false }} ReadProgram `misread`: it was
 *   read as a graph, but calls functions that were left out: to capture says more; `state`: with `details`, the values
 *   that __init__ gives; `kept`: with `keepState`, their names
 */

/** It calls export, or makes a module of PyTorch's, itself. @param {string} text */
const isScript = (text) => /^(?![ \t]*#).*(\bexport(_for_training)?\(|\bnn\.[A-Z]\w*\()/m.test(text);

/** Something to capture may be in it. @param {string} text */
export const hasForward = (text) => /^[ \t]*def\s+\w+\s*\(/m.test(text) || isScript(text);

/** A graph as PyTorch prints it. @param {string} text */
export const isPrinted = (text) => /\btorch\.ops\.|\[num_users=|^\s*graph\(\):|;[ \t]+(\w+ = )+None\b/m.test(text);

/** A lone function may be either, and a mistake in it one of a graph. @param {string} text */
const isLone = (text) =>
  !/^[ \t]*((import|from)[ \t]|class\b.*\bModule\b)/m.test(text) && (text.match(/^[ \t]*def[ \t]/gm) ?? []).length < 2;

/**
 * It declares what a module holds, as people write it; what PyTorch writes of a graph lets go of values, or loads them.
 * @param {string} text
 */
export const isSource = (text) =>
  (/^[ \t]+def\s+__init__\s*\(/m.test(text) || /^(?![ \t]*#).*\bexport(_for_training)?\([ \t]*\w/m.test(text)) &&
  !/^[^#\n]*(;[ \t]+(\w+ = )+None\b|= torch\.load\()/m.test(text);

/** How far a reader came: the line and column of its first error. @param {Diagnostic[]} diagnostics */
function reach(diagnostics) {
  const first = diagnostics.find((item) => item.severity === 'error');
  return [first?.line ?? 0, first?.column ?? 0];
}

/**
 * Of two refusals the one that understood more of the text; the reader's where they are equal.
 * @param {{ diagnostics: Diagnostic[] } | null} read null: it is not of a text that PyTorch printed
 * @param {Diagnostic[]} captured
 */
function better(read, captured) {
  if (read === null) return captured;
  const [line, column] = reach(read.diagnostics);
  const [otherLine, otherColumn] = reach(captured);
  return otherLine > line || (otherLine === line && otherColumn > column) ? captured : read.diagnostics;
}

/**
 * Functions stand beside the graph, which nobody prints: a person wrote it.
 * @param {string} text
 * @param {Diagnostic[]} diagnostics of its reader
 */
const isWritten = (text, diagnostics) =>
  diagnostics.some(
    ({ code, message, column = 0 }) =>
      code === 'left-out' && /^the function '/.test(message) && (!isPrinted(text) || column > columnOfDef(text)),
  );

/** The column of the name after the first `def`: a function further right stands in another, which no graph has. */
const columnOfDef = (/** @type {string} */ text) => (/^([ \t]*def[ \t]+)\w/m.exec(text)?.[1].length ?? 0) + 1;

/** Where a file imports nothing, a name without a value has no exception. @param {Diagnostic[]} refused */
const lacksName = ([{ exception = '', message }]) =>
  /^(Name|Attribute)Error$/.test(exception) || / is not defined$/.test(message);

/** Why what calls functions of its own is a graph without them. @param {Diagnostic[]} refused @returns {Diagnostic} */
const uncaptured = ([first]) => ({
  ...first,
  severity: 'warning',
  message: `read as a graph, for it is not captured: ${first.message}`,
});

/** Which PyTorch printed it, and where it shows. @param {any} read */
const versionOf = ({ dialect, why }) => ({
  ...(dialect === undefined ? {} : { dialect }),
  ...(why === undefined ? {} : { why }),
});

/**
 * To capture, the session must be a full one.
 * @param {Pick<import('./index.js').Session, 'read' | 'trace' | 'close'>} session @param {string} given
 * @param {{ capture?: Capture, trace?: import('./index.js').TraceSettings,
 *   read?: import('./index.js').ReadOptions }} [settings]
 * @returns {ReadProgram}
 */
export function readProgram(session, given, { capture = 'auto', trace = {}, read: reading = {} } = {}) {
  const traceback = tracebackIn(given);
  if (traceback !== null) return { diagnostics: [traceback], suppressed: 0, captured: false, handle: null };
  const text = graphOfRepro(given);
  const read = capture === 'always' || (capture === 'auto' && isSource(text)) ? null : session.read(text, reading);
  const known = {
    diagnostics: named(text, read?.diagnostics ?? []),
    suppressed: read?.suppressed ?? 0,
    captured: false,
  };
  const asGraph = read?.readable ? /** @type {number} */ (read.handle) : null;
  const written = asGraph !== null && isWritten(text, known.diagnostics);
  const calls = asGraph !== null && read?.callsLeftOut === true;
  // A name that nobody gave a value is what capture says of it.
  const misread = calls || written;
  if (asGraph !== null && !(capture === 'auto' && misread))
    return { ...known, ...versionOf(read), handle: asGraph, ...(misread ? { misread } : {}) };
  if (capture === 'never' || !(read === null || hasForward(text))) return { ...known, handle: null };
  try {
    const { handle, diagnostics, ambientGrad, state, kept } = traced(session, text, trace);
    if (asGraph !== null && !calls) {
      session.close(/** @type {number} */ (handle));
      return { ...known, handle: asGraph };
    }
    if (asGraph !== null) session.close(asGraph);
    return {
      handle: /** @type {number} */ (handle),
      diagnostics,
      suppressed: 0,
      captured: true,
      ...(ambientGrad === undefined ? {} : { ambientGrad }),
      ...(state === undefined ? {} : { state }),
      ...(kept === undefined ? {} : { kept }),
    };
  } catch (error) {
    if (!(error instanceof SeesawError)) throw error;
    if (asGraph !== null && !(written && lacksName(error.diagnostics))) {
      const why = calls && written ? [uncaptured(error.diagnostics)] : [];
      return { ...known, diagnostics: [...known.diagnostics, ...why], handle: asGraph };
    }
    if (asGraph !== null) session.close(asGraph);
    const isGraph = (isPrinted(text) || isLone(text)) && !isWritten(text, known.diagnostics);
    const asRead = asGraph === null && isGraph ? read : null;
    return { ...known, handle: null, diagnostics: better(asRead, error.diagnostics) };
  }
}
