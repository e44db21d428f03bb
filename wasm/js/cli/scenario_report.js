/**
 * One scenario of autograd, run and shown: `seesaw autograd`.
 *
 * What: `comparedReport(scenario)` runs it, and says where it differs from what PyTorch left, if that is with it;
 * `renderScenario` shows its events and tensors as text.
 *
 * renderScenario(comparedReport({ program: [{ op: 'leaf', out: 'a', shape: [], data: [2] }] }))      // 'a =
 * tensor(2.)\n'
 */
import { scenarioDifference } from '../replay/scenarios.js';
import { readScenarioText } from '../scenario/read.js';
import { mistakeIn, scenarioReport } from '../scenario/report.js';
import { functionNames, STEPS } from '../scenario/run.js';
import { CliError } from './input.js';
import { didYouMean } from '../nearest.js';

/** @typedef {import('../scenario/report.js').ScenarioReport & { difference?: string | null }} ComparedReport */

/** @param {{ name: string, text: string }} input @returns {any} */
export function readScenario({ name, text }) {
  /** @type {any} */
  let data;
  try {
    data = readScenarioText(text);
  } catch (error) {
    throw new CliError(
      `this is not JSON: ${/** @type {Error} */ (error).message}`,
      'a scenario is {"program": [steps]}',
      name,
    );
  }
  if (mistakeIn(data) !== null)
    throw new CliError(
      'this is not a scenario',
      'a scenario is {"program": [steps]}, and a step is {"op": name, ...}',
      name,
    );
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
  observe: ({ what, of, a, b, value }) =>
    `${what}${[of, a, b]
      .filter((name) => name !== undefined)
      .map((name) => ` ${typeof name === 'string' ? name : JSON.stringify(name)}`)
      .join('')} ${JSON.stringify(value)}`,
  error: ({ label, type, message }) => `${label} ${type}: ${message}`,
  ok: ({ label }) => label,
  log: ({ message }) => message,
  warning: ({ category, message }) => `${category}: ${message}`,
};

/** What is wrong with a program, where, and what might help. @param {ComparedReport} report @param {string} file */
export function renderMistake({ error, failed }, file) {
  if (error === undefined) return '';
  const place = failed === undefined ? '' : `step ${failed.step} (${failed.what}): `;
  const step = /no such step: (\S+)/.exec(error)?.[1];
  const called = /there is no function (\S+)/.exec(error)?.[1];
  let note = '';
  if (step !== undefined) note = didYouMean(step, STEPS) || `the steps are ${STEPS.join(', ')}`;
  if (called !== undefined)
    note = didYouMean(called, functionNames()) || 'any operator can be called; seesaw ops lists them';
  if (error.includes('is not defined')) note = 'an earlier step must bind the name: a leaf, or the "out" of a call';
  const unfit = /^TypeError: (Cannot read properties|.* is not (iterable|a function))/.test(error);
  if (unfit) note = 'each kind of step has its fields: a leaf has out, shape, data and requires_grad';
  return (
    `${file}: error: ` +
    `${place}${unfit ? 'a field is missing or of another kind' : error}\n${note === '' ? '' : `    note: ${note}\n`}`
  );
}

/** @param {ComparedReport} report */
export function renderScenario({ events, tensors }) {
  const lines = events.map((event) => `${event.ev}: ${shown[event.ev](event)}\n`);
  const aligned = (/** @type {string} */ start, /** @type {string} */ text) =>
    `${start}${text.replaceAll('\n', `\n${' '.repeat(start.length)}`)}\n`;
  for (const { name, text, gradText } of tensors) {
    lines.push(aligned(`${name} = `, text));
    if (gradText !== null) lines.push(aligned(`${name}.grad = `, gradText));
  }
  return lines.join('');
}
