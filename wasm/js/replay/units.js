/** unit/*.json: data for single rules. Each file has one function here or in a neighbouring module. */
import { codegen, formatArgs, namespace, renameWithoutCollisions, stackTraces, targets } from './unit_texts.js';
import { exportPassBase } from './unit_export_pass.js';
import { graphScripts } from './unit_scripts.js';
import { interpreter } from './unit_interpreter.js';
import { special } from './unit_special.js';
import { verifier } from './unit_verifier.js';
import { autocastFuzz, setGradFuzz, setGradSpecial, splitInline, splitModule } from './unit_passes.js';

/** @typedef {import('../index.js').Session} Session @typedef {import('./recorder.js').Recorder} Recorder */

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
  interpreter,
};

/** @param {Session} session @param {Recorder} recorder @param {string} name @param {() => any} load */
export function replayUnit(session, recorder, name, load) {
  const unit = UNITS[name];
  if (unit === undefined) {
    recorder.skip(`unit file '${name}' is not known`);
    return false;
  }
  const data = load();
  if (data !== undefined) recorder.attempt(name, () => unit(session, recorder, data));
  return true;
}
