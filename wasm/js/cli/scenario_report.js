/**
 * One scenario of autograd, run and shown: `seesaw autograd`.
 *
 * What: `comparedReport(scenario)` runs it, and says where it differs from what PyTorch left, if that is with it; `renderScenario`
 * shows its events and tensors as text.
 *
 *   renderScenario(comparedReport({ program: [{ op: 'leaf', out: 'a', shape: [], data: [2] }] }))      // 'a = tensor(2.)\n'
 */
import { scenarioDifference } from '../replay/scenarios.js';
import { mistakeIn, scenarioReport } from '../scenario/report.js';
import { CliError } from './input.js';

/** @typedef {import('../scenario/report.js').ScenarioReport & { difference?: string | null }} ComparedReport */

/** @param {{ name: string, text: string }} input @returns {any} */
export function readScenario({ name, text }) {
  /** @type {any} */
  let data;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new CliError(`this is not JSON: ${/** @type {Error} */ (error).message}`, 'a scenario is {"program": [steps]}', name);
  }
  if (mistakeIn(data) !== null) throw new CliError('this is not a scenario', 'a scenario is {"program": [steps]}, and a step is {"op": name, ...}', name);
  return data;
}

/** @param {any} scenario @returns {ComparedReport} */
export function comparedReport(scenario) {
  const report = scenarioReport(scenario);
  if (!Array.isArray(scenario.expect) || report.error !== undefined) return report;
  return { ...report, difference: scenarioDifference(scenario, report.events) };
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

/** @param {ComparedReport} report */
export function renderScenario({ events, tensors }) {
  const lines = events.map((event) => `${event.ev}: ${shown[event.ev](event)}\n`);
  const aligned = (/** @type {string} */ start, /** @type {string} */ text) => `${start}${text.replaceAll('\n', `\n${' '.repeat(start.length)}`)}\n`;
  for (const { name, text, gradText } of tensors) {
    lines.push(aligned(`${name} = `, text));
    if (gradText !== null) lines.push(aligned(`${name}.grad = `, gradText));
  }
  return lines.join('');
}
