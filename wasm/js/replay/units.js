/** unit/*.json: data for single rules. Each file has one function here or in a neighbouring module. */
import { checkSnapshot } from './snapshots.js';
import { codegen, formatArgs, namespace, renameWithoutCollisions, stackTraces, targets } from './unit_texts.js';
import { exportPassBase } from './unit_export_pass.js';
import { graphScripts } from './unit_scripts.js';
import { special } from './unit_special.js';
import { verifier } from './unit_verifier.js';
import { autocastFuzz, setGradFuzz, setGradSpecial, splitInline, splitModule } from './unit_passes.js';

/** @typedef {import('../index.js').Session} Session @typedef {import('./recorder.js').Recorder} Recorder */

/** Later kinds: their snapshots are still texts. @param {string} reason */
function later(reason) {
  return (/** @type {Session} */ session, /** @type {Recorder} */ recorder, /** @type {any} */ data) => {
    const rows = Array.isArray(data) ? data : Object.values(data).flat();
    recorder.skip(reason, rows.length);
    for (const row of Array.isArray(data) ? data : []) {
      for (const part of ['before', 'after']) {
        if (row?.[part]?.str !== undefined) checkSnapshot(session, recorder, `${row.title ?? 'row'}/${part}`, { str: row[part].str, ...(row[part].code ? { code: row[part].code } : {}) });
      }
    }
  };
}

/** @type {Record<string, (session: Session, recorder: Recorder, data: any) => void>} */
const UNITS = {
  namespace,
  targets,
  format_args: formatArgs,
  codegen,
  stack_traces: stackTraces,
  rename_without_collisions: renameWithoutCollisions,
  graph_scripts: graphScripts,
  special,
  split_module: splitModule,
  split_inline: splitInline,
  set_grad_fuzz: setGradFuzz,
  autocast_fuzz: autocastFuzz,
  set_grad_special: setGradSpecial,
  verifier,
  export_pass_base: exportPassBase,
  interpreter: later('the interpreter is not built yet'),
};

/** @param {Session} session @param {Recorder} recorder @param {string} name @param {() => any} load */
export function replayUnit(session, recorder, name, load) {
  const unit = UNITS[name];
  if (unit === undefined) {
    recorder.skip(`unit file '${name}' is not known`);
    return false;
  }
  recorder.attempt(name, () => unit(session, recorder, load()));
  return true;
}
