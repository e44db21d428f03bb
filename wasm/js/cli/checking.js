/**
 * `check` and `run --check`: what was checked, what was not, and what a script may rely on.
 *
 * A verdict is `ok`, `fails`, `unknown` (something could not be checked, which is no success) or `unreadable`. The exit
 * status is that of the worst file: 0, 1, 3, 2.
 *
 *   statusOf(['ok', 'unknown'], { 'allow-unknown': true })       // 0
 */
import { counted } from './execution.js';

/** @typedef {'ok' | 'fails' | 'unknown' | 'unreadable'} Verdict */
/** @typedef {import('../index.js').Diagnostic} Diagnostic */
/** @typedef {import('./execution.js').Step} Step */
/**
 * What `check --json` says of a file. Of calls: how many there are, how many could be judged, what PyTorch would say.
 * With passes: a row for each.
 * @typedef {object} Checked
 * @property {string} file
 * @property {Verdict} verdict
 * @property {Diagnostic[]} diagnostics
 * @property {number} [calls]
 * @property {number} [judged]
 * @property {object[]} [passes]
 */

/** The version of what --json prints: another number when something is taken away or means another thing. */
export const JSON_FORMAT = 1;

/** Exit statuses, from the worst to the best. @type {[Verdict, number][]} */
const STATUS = [
  ['unreadable', 2],
  ['fails', 1],
  ['unknown', 3],
  ['ok', 0],
];

/** The worst of several. @param {Verdict[]} verdicts @returns {Verdict} */
export const worst = (verdicts) => STATUS.find(([verdict]) => verdicts.includes(verdict))?.[0] ?? 'ok';

/** @param {Verdict[]} verdicts @param {Record<string, any>} values options @returns {number} */
export function statusOf(verdicts, values) {
  const allowed = values['allow-unknown'] ? verdicts.filter((verdict) => verdict !== 'unknown') : verdicts;
  return /** @type {[Verdict, number]} */ (STATUS.find(([verdict]) => verdict === worst(allowed)))[1];
}

/** @param {{ ok: boolean }} ran the passes themselves @param {Step[]} steps @returns {Verdict} */
export function verdictOfSteps({ ok }, steps) {
  const verdicts = steps.map(({ check }) => check.verdict);
  if (!ok || verdicts.includes('differs')) return 'fails';
  return verdicts.includes('unknown') ? 'unknown' : 'ok';
}

/**
 * What PyTorch would say of all calls of a program.
 * @param {import('../index.js').Session} session @param {number} handle
 * @param {string | null} text that the graph itself is; null: there is none
 */
export function judgedCalls(session, handle, text) {
  const [args, payload] = text === null ? [{ handle }, ''] : [{}, text];
  const { diagnostics, calls, judged } = session.call('check_values', args, payload).value;
  const wrong = diagnostics.some((/** @type {Diagnostic} */ one) => one.severity === 'error');
  const verdict = /** @type {Verdict} */ (wrong ? 'fails' : judged < calls ? 'unknown' : 'ok');
  return { verdict, calls, judged, diagnostics: /** @type {Diagnostic[]} */ (diagnostics) };
}

/** As a line of text. @param {ReturnType<typeof judgedCalls>} judgement */
export function renderJudgement({ calls, judged, diagnostics }) {
  const count = (/** @type {string} */ severity) => diagnostics.filter((one) => one.severity === severity).length;
  const [errors, warnings] = [count('error'), count('warning')];
  const verdict =
    errors + warnings === 0
      ? `nothing wrong with shapes and arguments`
      : `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`;
  if (judged === calls) return `${verdict}\n`;
  const some = judged === 0 ? 'NOT CHECKED' : `${verdict}; not all checked`;
  return (
    `${some}: ${judged} of ${counted(calls, 'call')} could be judged: annotate inputs, x: "f32[2, 3]", or ` +
    'name operators that are known (--allow-unknown accepts this)\n'
  );
}

/**
 * A report without what is another thing each time, unless times are asked for.
 * @param {object} report @param {boolean} times
 */
export const withoutTimes = (report, times) =>
  Object.fromEntries(Object.entries(report).filter(([key]) => key !== 'snapshot' && (times || key !== 'microseconds')));
