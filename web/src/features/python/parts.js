/** What a page needs once there is a pass of one's own in its pipeline: loaded then (hooks.js). */
export { addOwn, beginOwn, openOwn } from './open.js';
export { pythonPane } from './pane.js';
export { note, notRun } from './steps.js';
export { runTrace } from './trace.js';
