/**
 * The settings of each call, as index.d.ts and passes.d.ts declare them: a name that is none of them is refused, not
 * ignored. tests/node/types.test.js compares both.
 *
 *   settings(options, 'the options', SETTINGS.print)
 */

const PICTURE = ['against', 'earlier', 'collapsed', 'groupBy'];
const PASSES = ['ambientGrad'];
const RUN_PASSES = ['ambientGrad', 'format', 'path'];
const PYTHON = ['options', 'file', 'module', 'files'];

export const SETTINGS = {
  create: ['wasm', 'full', 'archives'],
  ReadOptions: ['torch'],
  PrintOptions: [...PICTURE, 'format', 'path', 'strides', 'device', 'className', 'torch', 'plain'],
  RunSettings: ['ambientGrad', 'verify', 'snapshots', 'splits'],
  TraceSettings: [
    ...['inputs', 'state', 'sizes', 'strict', 'functional', 'preserveModuleCallSignature', 'function', 'file'],
    ...['module', 'ambientGrad', 'details', 'keepState', 'seed', 'torch', 'stage'],
  ],
  ExecSettings: ['requiresGrad', 'grad', 'gradMode'],
  CheckSettings: ['seed', 'ambientGrad'],
  PictureOptions: [...PICTURE, 'anchor'],
  EditSettings: ['path', 'stopOnError', 'deepCopy', 'hooks', 'withoutModule'],
  ChangeSettings: ['path', 'source'],
  PythonPassSettings: PYTHON,
  ReplacePatternSettings: ['path', 'ignoreLiterals', 'matchFilters', 'replacementCallback'],
  path: ['path'],
  pattern: ['path', 'ignoreLiterals'],
  split: ['keepOriginalOrder', 'keepOriginalNodeName'],
  graphCopy: ['path', 'fromPath', 'valMap'],
  module: ['from', 'fromPath', 'class'],
  PassesSettings: PASSES,
  RunPassesSettings: RUN_PASSES,
  checkPasses: [...PASSES, 'seed'],
  runPythonPass: [...RUN_PASSES, ...PYTHON, 'seed'],
};
