/** The public surface of the package; see index.d.ts. */
import './guidance.js';
export { Session } from './session.js';
export { GraphValue, Interpreter, Transformer } from './interpreter.js';
export { SeesawError } from './error.js';
export { renderDiagnostic } from './diagnostics.js';
export { Archive, isArchive } from './archive/index.js';
export { pictureNode } from './picture.js';
