/**
 * One scenario of autograd, run and shown: `seesaw autograd`.
 *
 * What: `scenarioReport(scenario)` runs it and gives its events and the tensors that are named at its end; `renderScenario`
 * shows both as text.
 * Why: a scenario is a program that one can keep in a file; its log is what one compares.
 *
 *   renderScenario(scenarioReport({ program: [{ op: 'leaf', out: 'a', shape: [], data: [2] }] }))      // 'a = tensor(2.)\n'
 */
import { scenarioDifference } from '../replay/scenarios.js';
import { runScenario } from '../replay/scenario_run.js';
import { encode } from '../replay/scenario_values.js';
import { catchWarnings, Tensor } from '../tensor/index.js';
import { CliError } from './input.js';

/** @typedef {{ name: string, text: string, value: any, grad: any, gradText: string | null }} NamedTensor */
/** @typedef {{ events: Record<string, any>[], tensors: NamedTensor[], error?: string, difference?: string | null }} ScenarioReport */

/** @param {{ name: string, text: string }} input @returns {any} */
export function readScenario({ name, text }) {
  /** @type {any} */
  let data;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new CliError(`this is not JSON: ${/** @type {Error} */ (error).message}`, 'a scenario is {"program": [steps]}', name);
  }
  const isStep = (/** @type {any} */ step) => typeof step === 'object' && step !== null && typeof step.op === 'string';
  if (!Array.isArray(data?.program) || !data.program.every(isStep)) throw new CliError('this is not a scenario', 'a scenario is {"program": [steps]}, and a step is {"op": name, ...}', name);
  return data;
}

/** @param {Tensor} t */
const gradOf = (t) => catchWarnings(() => {}, () => t.grad);

/** @param {any} scenario @returns {ScenarioReport} */
export function scenarioReport(scenario) {
  /** @type {NamedTensor[]} */
  const tensors = [];
  /** @type {Record<string, any>[]} */
  let events = [];
  /** @type {string | undefined} */
  let error;
  try {
    runScenario(scenario.program, (frame, trace) => {
      events = trace;
      for (const [name, value] of frame.entries()) {
        if (!(value instanceof Tensor)) continue;
        const grad = gradOf(value);
        tensors.push({ name, text: String(value), value: encode(value), grad: encode(grad), gradText: grad === null ? null : String(grad) });
      }
    });
  } catch (thrown) {
    error = `${/** @type {Error} */ (thrown).name}: ${/** @type {Error} */ (thrown).message}`;
  }
  const difference = Array.isArray(scenario.expect) && error === undefined ? { difference: scenarioDifference(scenario, events) } : {};
  return { events, tensors, ...(error === undefined ? {} : { error }), ...difference };
}

/** What is behind the first word of an event. @type {Record<string, (event: any) => string>} */
const shown = {
  emit: ({ label, values }) => `${label} ${JSON.stringify(values)}`,
  observe: ({ what, of, a, b, value }) => `${what}${[of, a, b].filter((name) => name !== undefined).map((name) => ` ${typeof name === 'string' ? name : JSON.stringify(name)}`).join('')} ${JSON.stringify(value)}`,
  error: ({ label, type, message }) => `${label} ${type}: ${message}`,
  ok: ({ label }) => label,
  log: ({ message }) => message,
  warning: ({ category, message }) => `${category}: ${message}`,
};

/** @param {ScenarioReport} report */
export function renderScenario({ events, tensors }) {
  const lines = events.map((event) => `${event.ev}: ${shown[event.ev](event)}\n`);
  const aligned = (/** @type {string} */ start, /** @type {string} */ text) => `${start}${text.replaceAll('\n', `\n${' '.repeat(start.length)}`)}\n`;
  for (const { name, text, gradText } of tensors) {
    lines.push(aligned(`${name} = `, text));
    if (gradText !== null) lines.push(aligned(`${name}.grad = `, gradText));
  }
  return lines.join('');
}
