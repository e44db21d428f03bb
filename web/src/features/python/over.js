/**
 * A pass of one's own over many graphs: those of the log that is open, or all examples.
 *
 *   for await (const row of overAll(context, step)) rows.push(row);
 *   summary(rows);                 // 'fired on 14 of 36, −212 nodes; values equal on 35, differ on 1'
 */
import { EXAMPLES, exampleText } from '../../model/examples.js';

/** @typedef {import('../contract.js').Context} Context */
/** @typedef {import('../../../../wasm/js/python/runtime.js').Counted} Counted */
/** @typedef {Counted & { title: string }} Row */
/** @typedef {{ title: string, text: () => Promise<string> }} Graph */

/** Graphs of a log that are tried: more would take minutes. */
const MOST = 300;

/** @param {Context} context @returns {{ what: string, graphs: Graph[] }} */
export function graphsFor({ model }) {
  const logs = /** @type {any} */ (model.log)?.logs;
  if (logs !== undefined)
    return {
      what: 'graphs of the log',
      graphs: logs.graphs.slice(0, MOST).map((/** @type {any} */ graph, /** @type {number} */ at) => ({
        title: graph.title ?? `graph ${at + 1}`,
        text: () => logs.text(graph),
      })),
    };
  return {
    what: 'examples',
    graphs: EXAMPLES.map(({ id, title }) => ({ title, text: () => exampleText(id) })),
  };
}

/** @param {Context} context @param {import('../../model/document.js').Step} step @param {Graph[]} graphs */
export async function* overAll({ model }, step, graphs) {
  const python = await model.ownPasses();
  for (const { title, text } of graphs) {
    const row = await python.over(step, await text(), model.doc.ambientGrad);
    yield { title, ...row };
  }
}

/** What came of it in a sentence. @param {Row[]} rows */
export function summary(rows) {
  const fired = rows.filter(({ changed }) => changed);
  const nodes = fired.reduce((sum, { nodesBefore, nodesAfter }) => sum + nodesAfter - nodesBefore, 0);
  const count = (/** @type {string} */ verdict) => fired.filter((row) => row.verdict === verdict).length;
  const failed = rows.filter(({ verdict }) => verdict === 'failed').length;
  const parts = [
    `fired on ${fired.length} of ${rows.length}`,
    ...(fired.length === 0 ? [] : [`${nodes < 0 ? '−' : '+'}${Math.abs(nodes)} nodes`]),
    ...(fired.length === 0 ? [] : [`values equal on ${count('equal')} of ${fired.length}`]),
    ...(count('differs') === 0 ? [] : [`differ on ${count('differs')}`]),
    ...(failed === 0 ? [] : [`failed on ${failed}`]),
  ];
  return parts.join(', ');
}

/** One row in words. @param {Row} row */
export function rowText({ title, changed, nodesBefore, nodesAfter, verdict, message }) {
  if (message !== undefined) return `${title}: ${verdict === 'failed' ? 'failed' : 'not tried'}: ${message}`;
  if (!changed) return `${title}: no change`;
  const said = { equal: 'values equal', differs: 'values differ' }[verdict] ?? 'values not compared';
  return `${title}: ${nodesBefore} → ${nodesAfter} nodes, ${said}`;
}
