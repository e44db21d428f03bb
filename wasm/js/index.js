/** The public surface of the package; see index.d.ts. */
export { Session, SeesawError } from './session.js';
export { renderDiagnostic } from './diagnostics.js';
