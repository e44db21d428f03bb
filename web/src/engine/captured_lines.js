/**
 * Where in Python source a captured region stands. Nodes that were read from a text know their line; captured ones know
 * the frames that they were made in.
 *
 *   placeReasons(session, handle, reports);         // entries of the why log get `line` and `endLine`
 *   // lineages and their lines, in pairs, as the command `lines` gives them
 *   linesOfCaptured(session, handle);
 */

/** @typedef {import('../../../wasm/js/index.js').PassReport} PassReport */

/** So many nodes are asked for their frames, for each result. */
const MOST = 400;
/** The same where somebody asks for all. */
const MOST_LINES = 4000;
/** Of a longer region the first nodes and the last ones tell where it is. */
const ENDS = 8;

/**
 * Of the innermost frame in the source itself: frames of library code have other files.
 * @param {string | null} trace
 */
export function lineOfTrace(trace) {
  const frames = [...(trace ?? '').matchAll(/File "source\.py", line (\d+)/g)];
  return frames.length === 0 ? null : Number(frames[frames.length - 1][1]);
}

/**
 * @param {{ call(method: string, argument: object): { value: any } }} session
 * @param {number} handle of the program as it was captured
 * @param {PassReport[]} reports
 */
export function placeReasons(session, handle, reports) {
  let left = MOST;
  /** Lines of the switches so far. */
  const switches = new Set();
  for (const entry of reports.flatMap(({ why }) => why)) {
    const { lineages } = entry;
    if (entry.line || lineages.length === 0) continue;
    const asked = lineages.length > 2 * ENDS ? [...lineages.slice(0, ENDS), ...lineages.slice(-ENDS)] : lineages;
    left -= asked.length;
    if (left < 0) return;
    const places = session
      .call('find', { handle, lineages: asked })
      .value.filter((/** @type {unknown} */ found) => found !== null)
      .map((/** @type {{ path: string, name: string }} */ found) => {
        const { meta } = session.call('node', { handle, ...found }).value;
        const trace = meta.find((/** @type {[string, unknown]} */ [key]) => key === 'stack_trace')?.[1] ?? null;
        return { name: found.name, line: lineOfTrace(trace) };
      });
    // The switch behind a `with` has the line of the one that opened it, which is no part of what comes behind.
    const opened = places.find((/** @type {{ name: string }} */ { name }) => name === entry.trigger)?.line;
    const behind = opened !== undefined && switches.has(opened);
    switches.add(opened);
    const lines = places
      .filter(
        (/** @type {{ name: string, line: number | null }} */ { name, line }) =>
          line !== null && !(behind && name === entry.trigger),
      )
      .map((/** @type {{ line: number }} */ { line }) => line);
    if (lines.length === 0) continue;
    entry.line = Math.min(...lines);
    entry.endLine = Math.max(...lines);
  }
}

/**
 * @param {{ call(method: string, argument: object): { value: any } }} session
 * @param {number} handle of the program as it was captured
 * @returns {number[]}
 */
export function linesOfCaptured(session, handle) {
  const lineages = Array.from({ length: MOST_LINES }, (_, at) => at + 1);
  const found = session.call('find', { handle, lineages }).value;
  return lineages.flatMap((lineage, at) => {
    if (found[at] === null) return [];
    const { meta, line } = session.call('node', { handle, ...found[at] }).value;
    const trace = meta.find((/** @type {[string, unknown]} */ [key]) => key === 'stack_trace')?.[1] ?? null;
    const own = line ?? lineOfTrace(trace);
    return own === null ? [] : [lineage, own];
  });
}
