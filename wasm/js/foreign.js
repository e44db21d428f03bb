/**
 * Texts and files of other kinds than Seesaw reads: what they are, and what to do instead.
 *
 * What: `named` puts into a diagnostic that a text is no graph what it is; `foreignBytes` does the same for a file that
 * is
 * no text.
 * Why: "not a graph" leaves people to guess. TorchScript, ONNX and tables look like graphs to who has them.
 */

/** @typedef {import('./index.js').Diagnostic} Diagnostic */
/** @typedef {{ message: string, remedy: string }} Foreign */

const EXPORT = 'export the model with torch.export.export and print the program, or save it with torch.export.save';

/** @type {(Foreign & { match: RegExp })[]} */
const TEXTS = [
  {
    match: /^\s*graph\(%[\w.]+ : |^\s*%[\w.]+ : \S+ = (?:prim|aten)::\w+/,
    message: 'this is a graph of TorchScript, not of torch.fx',
    remedy: `${EXPORT}; print(module.code) of a scripted module is read, too`,
  },
  {
    match: /^\s*opcode\s+name\s+target\s+args\s+kwargs\s*$/m,
    message: 'this is the table that print_tabular() prints, which leaves out parts of a graph',
    remedy: 'print the same graph with print(graph_module.graph) or graph_module.print_readable()',
  },
  {
    match: /^\s*(?:<\s*)?ir_version: ?\d+|^\s*graph [\w.-]+ \(\s*%\S+\[(?:FLOAT|DOUBLE|INT|UINT|BOOL|BFLOAT|STRING)/,
    message: 'this is an ONNX model as text, not a graph of torch.fx',
    remedy: EXPORT,
  },
  {
    match: /^\s*(?:#\w+ = .*\n\s*)*(?:(?:builtin\.)?module\b[^\n]*\{|func\.func\b)/,
    message: 'this is MLIR, not a graph of torch.fx',
    remedy: EXPORT,
  },
];

/** What a text is whose reader says that it is no graph. @param {string} text @param {Diagnostic[]} diagnostics */
export function named(text, diagnostics) {
  const none = diagnostics.find(({ code }) => code === 'no-graph');
  const form = none && TEXTS.find(({ match }) => match.test(text.slice(0, 20_000)));
  if (form === undefined) return diagnostics;
  const { message, remedy } = form;
  return diagnostics.map((one) => (one === none ? { ...one, message, notes: [{ message: remedy }] } : one));
}

/** What Python printed of an error. Lines of code in it are no program. */
const TRACEBACK = /^(\s*)(?:\[\w+\]: ?)?Traceback \(most recent call/;
/** A place in it, with its line of code. */
const FRAME = /^.* {2}File "[^"\n]*", line \d+[^\n]*\n[^\n]*$/gm;
/** A program that stands behind it, or in it: in a log each line has a prefix. */
const PROGRAM = /(?:^|\s)(?:class\s+\w+\s*[(:]|def\s+\w+\s*\(|graph\(|ExportedProgram:)/m;

/** That a text is a traceback and nothing else; null of any other. @param {string} text @returns {Diagnostic | null} */
export function tracebackIn(text) {
  const found = TRACEBACK.exec(text);
  if (found === null || PROGRAM.test(text.replace(FRAME, ''))) return null;
  const line = found[1].split('\n').length;
  const message = "this is a traceback of Python's, not a graph";
  const remedy = 'paste the code that it names, with the class or function that is run, or the graph before the error';
  const place = { line, column: 1, endLine: line, endColumn: found[0].length - found[1].length + 1 };
  return { severity: 'error', code: 'no-graph', message, notes: [{ message: remedy }], ...place };
}

/**
 * What a file is that is no text; null if that is not known.
 * @param {string} name
 * @param {Uint8Array} bytes
 * @returns {Foreign | null}
 */
export function foreignBytes(name, bytes) {
  // A model of ONNX begins with its version and who made it: fields 1 and 2.
  const onnx = bytes.length > 4 && bytes[0] === 8 && bytes[1] < 32 && bytes[2] === 0x12;
  if (onnx || /\.onnx$/i.test(name))
    return { message: 'this is an ONNX model, not a graph of torch.fx', remedy: EXPORT };
  if (/\.(?:tflite|safetensors|gguf|h5|pb)$/i.test(name))
    return { message: `a ${name.replace(/^.*\./, '.')} file holds no graph of torch.fx`, remedy: EXPORT };
  return null;
}
