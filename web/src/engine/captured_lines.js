/**
 * Where in Python source a captured region stands. Nodes that were read from a text know their line; captured ones know
 * the frames that they were made in.
 *
 *   const lines = linesOfCaptured(session, handle);  // of each lineage
 *   placeReasons(reports, () => lines);              // entries of the why log get `line` and `endLine`
 */

/** @typedef {import('../../../wasm/js/index.js').PassReport} PassReport */
/** @typedef {Map<number, { name: string, line: number }>} Lines node and line of each lineage */

/**
 * Of the innermost frame in the source itself: frames of library code have other files.
 * @param {string | null} trace
 */
export function lineOfTrace(trace) {
  const frames = [...(trace ?? '').matchAll(/File "source\.py", line (\d+)/g)];
  return frames.length === 0 ? null : Number(frames[frames.length - 1][1]);
}

/**
 * Of all nodes at once: each that is asked for by name is looked for among all of them.
 * @param {{ call(method: string, argument: object): { value: any, payload?: string } }} session
 * @param {number} handle of the program as it was captured
 * @returns {Lines}
 */
export function linesOfCaptured(session, handle) {
  /** @type {Lines} */
  const lines = new Map();
  const { modules, metas } = JSON.parse(session.call('print', { handle, format: 'json' }).payload ?? '');
  const traces = metas.map((/** @type {[string, any][]} */ meta) =>
    lineOfTrace(meta.find(([key]) => key === 'stack_trace')?.[1] ?? null),
  );
  for (const { nodes } of modules) {
    for (const { lineage, name, meta } of nodes ?? []) {
      const line = meta === undefined ? null : traces[meta];
      if (line !== null && !lines.has(lineage)) lines.set(lineage, { name, line });
    }
  }
  return lines;
}

/**
 * @param {PassReport[]} reports
 * @param {() => Lines} lines asked for where a reason has none of its own
 */
export function placeReasons(reports, lines) {
  /** Lines of the switches so far. */
  const switches = new Set();
  for (const entry of reports.flatMap(({ why }) => why)) {
    const { lineages, trigger } = entry;
    if (entry.line || lineages.length === 0) continue;
    const places = lineages.flatMap((lineage) => lines().get(lineage) ?? []);
    // The switch behind a `with` has the line of the one that opened it, which is no part of what comes behind.
    const opened = places.find(({ name }) => name === trigger)?.line;
    const behind = opened !== undefined && switches.has(opened);
    switches.add(opened);
    for (const { name, line } of places) {
      if (behind && name === trigger) continue;
      entry.line = Math.min(entry.line || line, line);
      entry.endLine = Math.max(entry.endLine ?? line, line);
    }
  }
}
