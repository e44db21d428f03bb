/**
 * The saved models of a recorded case: what PyTorch's load prints of each.
 *
 * What: `readArchives` gets the programs out of a case's `.pt2` files, `replayArchives` compares what Seesaw makes of
 * them with the graph that PyTorch had after loading, with the signature, the tree specs and the ranges of the program
 * that was saved, and writes each back to see that nothing is lost.
 *
 *   const archives = await readArchives('cases/h_one_mid', data);
 *   replayArchives(session, recorder, 'h_one_mid', data, archives);
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Archive } from '../archive/index.js';
import { checkSignature } from './agreement.js';
import { fromProgram } from './format.js';

/** @typedef {import('../index.js').Session} Session @typedef {import('./recorder.js').Recorder} Recorder */
/** @typedef {Map<string, string | Error>} Archives JSON by file, or why there is none */

/** @param {string} folder @param {any} data @returns {Promise<Archives>} */
export async function readArchives(folder, data) {
  /** @type {Archives} */
  const archives = new Map();
  for (const [file, row] of Object.entries(data.pt2 ?? {})) {
    // What PyTorch could not save, or not load again, is not compared.
    if (row?.reloaded_str === undefined) continue;
    try {
      archives.set(file, await (await Archive.open(await readFile(join(folder, file)))).program());
    } catch (error) {
      archives.set(file, /** @type {Error} */ (error));
    }
  }
  return archives;
}

/** Whether this session is of the module that reads archives. @param {Session} session */
const readsArchives = (session) =>
  session.describe({ operators: false }).commands.some((command) => command.name === 'open_archive');

/**
 * @param {Session} session @param {Recorder} recorder @param {string} id @param {any} data
 * @param {Archives | undefined} archives
 */
export function replayArchives(session, recorder, id, data, archives) {
  for (const [file, row] of Object.entries(data.pt2 ?? {})) {
    // Where PyTorch could not save, or not load again, nothing is recorded but that.
    if (row?.reloaded_str === undefined) continue;
    const json = archives?.get(file);
    if (json === undefined || !readsArchives(session)) {
      recorder.skip('archives: this is not the module that reads them, or the file is not at hand');
      continue;
    }
    recorder.attempt(`${id}/${file}`, () => {
      if (typeof json !== 'string') throw json;
      replayArchive(session, recorder, id, data, file, json);
    });
  }
}

/**
 * @param {Session} session
 * @param {Recorder} recorder
 * @param {string} id
 * @param {any} data
 * @param {string} file
 * @param {string} json
 */
function replayArchive(session, recorder, id, data, file, json) {
  const what = `${id}/${file}`;
  const row = data.pt2[file];
  const { handle, schema, diagnostics } = session.openArchive(json);
  try {
    recorder.equal(`${what}: schema and diagnostics`, ['8.2', []], [schema, diagnostics]);
    const graph = session.print(handle, { format: 'graph' });
    recorder.equalText(what, row.reloaded_str, graph);
    // What was saved is the first variant, or that decomposed.
    const decomposed = file.endsWith('.decomposed.pt2');
    const [variant] = data.variants;
    const final = decomposed
      ? variant.passes?.find((/** @type {any} */ pass) => pass.pass === 'run_decompositions_core')
      : variant;
    if (final?.signature)
      checkSignature(
        session,
        recorder,
        `${what}: signature`,
        final.signature,
        fromProgram(session.print(handle, { format: 'json' })).signature,
      );
    const savedText = decomposed ? final?.after?.str : variant.final?.str;
    if (savedText !== undefined && row.reload_equal !== undefined)
      recorder.equal(`${what}: reload_equal`, row.reload_equal, savedText === row.reloaded_str);
    const calls = JSON.parse(json.replaceAll(/(?<=[[:,] ?)(NaN|-?Infinity)/g, 'null')).graph_module.module_call_graph[0]
      .signature;
    for (const spec of ['in_spec', 'out_spec']) {
      if (variant[spec] !== undefined && !decomposed)
        recorder.equalText(`${what}: ${spec}`, variant[spec], calls[spec]);
    }
    // An archive holds no getitem: results are named.
    const stacks = (/** @type {any} */ graph) =>
      graph.nodes
        .filter((/** @type {any} */ node) => node.op === 'call_function' && node.target !== 'operator.getitem')
        .map((/** @type {any} */ node) => node.nn ?? null);
    if (!decomposed && variant.final?.graph !== undefined)
      recorder.equal(
        `${what}: module stacks`,
        stacks(variant.final.graph),
        stacks(fromProgram(session.print(handle, { format: 'json' })).graph),
      );
    const written = session.openArchive(session.writeArchive(handle, json));
    const [before, after] = [handle, written.handle].map((one) => session.print(one, { format: 'json' }));
    session.close(written.handle);
    recorder.equalText(`${what}: written and read again`, before, after);
  } finally {
    session.close(handle);
  }
}
