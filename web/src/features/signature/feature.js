/** The signature of an exported program as a table. */
import { SIGNATURE_PANEL } from './panel.js';

/** @type {import('../contract.js').Feature} */
export const SIGNATURE = { id: 'signature', order: 5, actions: [], panel: SIGNATURE_PANEL };
