/**
 * One scenario of autograd, run: what a person sees of it.
 *
 * What: `mistakeIn(data)` says why a value is no scenario; `scenarioReport(scenario)` runs it and gives its events and
 * the tensors that are named at its end; with `look`, also the backward graph behind those, and what the engine
 * executed.
 * Why: command line and page show the same. A scenario is data, so that somebody else's can be run without fear.
 *
 *   scenarioReport({ program: [{ op: 'leaf', out: 'a', shape: [], data: [2] }] }).tensors[0].text      // 'tensor(2.)'
 */
import { catchWarnings, graph, Tensor } from '../tensor/index.js';
import { runScenario, versionOf } from './run.js';
import { encode } from './values.js';

/** @typedef {{ name: string, text: string, value: any, grad: any, gradText: string | null }} NamedTensor */
/**
 * `names`: of tensors, by the place of the node that made them.
 * @typedef {{ graph: ReturnType<typeof graph.inspect>, names: Record<number, string>, executed: any[] }} Look
 */
/**
 * `failed`: which step of the program, from 1, and what it is.
 * @typedef {{ events: Record<string, any>[], tensors: NamedTensor[], error?: string, failed?: { step: number, what:
 *   string }, look?: Look }} ScenarioReport
 */

/** Why it is no scenario, or null. @param {any} data */
export function mistakeIn(data) {
  if (!Array.isArray(data?.program)) return 'a scenario is {"program": [steps]}';
  const at = data.program.findIndex(
    (/** @type {any} */ step) => typeof step !== 'object' || step === null || typeof step.op !== 'string',
  );
  return at < 0 ? null : `step ${at + 1} is not {"op": name, ...}`;
}

/** @param {Tensor} t */
const gradOf = (t) =>
  catchWarnings(
    () => {},
    () => t.grad,
  );

/** @param {string} name @param {Tensor} t @returns {NamedTensor} */
function described(name, t) {
  const grad = gradOf(t);
  return { name, text: String(t), value: encode(t), grad: encode(grad), gradText: grad === null ? null : String(grad) };
}

/** @param {[string, Tensor][]} named */
function graphBehind(named) {
  const grown = named.filter(([, t]) => t.requiresGrad);
  const found = graph.inspect(grown.map(([, t]) => t));
  /** @type {Record<number, string>} */
  const names = {};
  grown.forEach(([name], at) => {
    const place = found.roots[at];
    if (place !== null) names[place] ??= name;
  });
  return { graph: found, names };
}

/** @param {any} scenario @param {{ look?: boolean }} [options] @returns {ScenarioReport} */
export function scenarioReport(scenario, { look = false } = {}) {
  /** @type {ScenarioReport} */
  const report = { events: [], tensors: [] };
  const run = () =>
    runScenario(
      scenario.program,
      (frame, trace, at) => {
        report.events = trace;
        if (at < scenario.program.length)
          report.failed = {
            step: at + 1,
            what: [scenario.program[at].op, scenario.program[at].fn]
              .filter((word) => typeof word === 'string')
              .join(' '),
          };
        const named = /** @type {[string, Tensor][]} */ (
          frame.entries().filter(([, value]) => value instanceof Tensor)
        );
        report.tensors = named.map(([name, t]) => described(name, t));
        if (look) report.look = { ...graphBehind(named), executed: [] };
      },
      versionOf(scenario),
    );
  try {
    if (!look) run();
    else {
      const { events, error } = graph.recordExecution(run);
      if (report.look) report.look.executed = events;
      if (error !== undefined) throw error;
    }
  } catch (thrown) {
    report.error = `${/** @type {Error} */ (thrown).name}: ${/** @type {Error} */ (thrown).message}`;
  }
  return report;
}
