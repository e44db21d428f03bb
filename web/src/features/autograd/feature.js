/** The program run forward and backward, and the gallery of torch.autograd.graph. */
import { AUTOGRAD_ACTIONS, AUTOGRAD_PANEL } from './panel.js';

/** @type {import('../contract.js').Feature} */
export const AUTOGRAD = { id: 'autograd', order: 4, actions: AUTOGRAD_ACTIONS, panel: AUTOGRAD_PANEL };
