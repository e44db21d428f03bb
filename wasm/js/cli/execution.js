/**
 * Commands that run programs on values: `exec`, `check`, and `run --check`.
 *
 *   checkSteps(session, handle, result.reports, { seed: 0 })     // a line for each pass: equal, or what differs
 */
import { readFileSync } from 'node:fs';
import { causeOf } from '../cause.js';
import { CliError } from './input.js';
import { repeatedKey } from './json_keys.js';

/** @typedef {import('../index.js').Session} Session */
/**
 * @typedef {{ pass: string, check: import('../index.js').CheckAnswer, cause?: string }} Step `cause`: what the why log
 *   says
 */

/** @param {Record<string, any>} values @returns {number} */
export function seedOf(values) {
  if (values.seed === undefined) return 0;
  const seed = Number(values.seed);
  if (!Number.isSafeInteger(seed) || seed < 0) throw new CliError(`--seed is a whole number, not '${values.seed}'`);
  return seed;
}

/**
 * Compares the program after each pass with the one before it.
 * @param {Session} session @param {number} handle what the first pass got
 * @param {import('../index.js').PassReport[]} reports of a run with snapshots
 * @param {import('../index.js').CheckSettings} settings @returns {Step[]}
 */
export function checkSteps(session, handle, reports, settings) {
  const steps = [];
  let before = handle;
  for (const [i, report] of reports.entries()) {
    if (report.snapshot === undefined) continue;
    const check = session.check(before, report.snapshot, settings);
    const cause = check.verdict === 'differs' ? causeOf(reports, i) : '';
    steps.push({ pass: report.pass, check, ...(cause === '' ? {} : { cause }) });
    before = report.snapshot;
  }
  return steps;
}

/** @param {number} n @param {string} word */
export const counted = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;

/** @param {Step[]} steps @param {number} seed */
export function renderSteps(steps, seed) {
  return steps
    .map(({ pass, check, cause }) => {
      if (check.verdict === 'equal')
        return (
          `${pass}: equal in ${counted(check.results, 'result')} and ` +
          `${counted(check.gradients, 'gradient')} (seed ${seed})${check.message ? `; ${check.message}` : ''}\n`
        );
      return (
        `${pass}: ` +
        `${
          check.verdict === 'differs' ? 'DIFFERS: ' : 'NOT CHECKED: '
        }${cause === undefined ? '' : `${cause}; `}${check.message}\n`
      );
    })
    .join('');
}

/** @param {string} path @param {string} remedy @returns {any} */
function readJsonFile(path, remedy) {
  let text;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new CliError(`${path} cannot be read: ${/** @type {Error} */ (error).message}`);
  }
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new CliError(`this is no JSON: ${/** @type {Error} */ (error).message}`, remedy, path);
  }
  const twice = repeatedKey(text);
  if (twice)
    throw new CliError(
      `the key ${JSON.stringify(twice.key)} is given twice`,
      'leave one of them out',
      `${path}:${twice.line}:${twice.column}`,
    );
  return value;
}

/**
 * The tensors of self for `seesaw trace --state`.
 * @param {string | undefined} path
 * @returns {import('../index.js').TraceSettings['state']}
 */
export function readState(path) {
  const remedy = 'write [{"name": "linear.weight", "annotation": "f32[8, 4]", "kind": "parameter"}]';
  const state = path === undefined ? [] : readJsonFile(path, remedy);
  if (!Array.isArray(state)) throw new CliError('the state is a list', remedy, path);
  return state;
}

/**
 * The values of `seesaw exec --inputs`, and the text that they are in.
 * @param {string | undefined} path
 * @returns {{ values: import('../index.js').ProgramValues, text: string }}
 */
export function readValues(path) {
  if (path === undefined) return { values: {}, text: '{}' };
  const values = readJsonFile(path, 'write {"inputs": [{"dtype": "f32", "shape": [2], "data": [1, 2]}]}');
  if (typeof values !== 'object' || values === null)
    throw new CliError(
      'values are an object or a list',
      'write {"inputs": [...], "state": {"linear.weight": ...}}',
      path,
    );
  return { values: Array.isArray(values) ? { inputs: values } : values, text: readFileSync(path, 'utf8') };
}

/**
 * An error if there are more values than the program takes: PyTorch's Interpreter would not look at them.
 * @param {Session} session
 * @param {number} handle
 * @param {import('../index.js').ProgramValues} values
 * @param {string} [path]
 */
export function checkCount(session, handle, { inputs = [] }, path) {
  const taken = session
    .call('inputs', { handle })
    .value.filter((/** @type {{ kind: string }} */ { kind }) => kind === 'input').length;
  if (!Array.isArray(inputs) || inputs.length <= taken) return;
  throw new CliError(
    `the program takes ${taken} ${taken === 1 ? 'input' : 'inputs'}, got ${inputs.length}`,
    'give a value for each placeholder, in their order',
    path,
  );
}

/**
 * What gradients are asked for among the values that a source declares: its parameters, unless the source took
 * requires_grad away.
 * @param {Session} session
 * @param {number} handle
 * @param {string[]} kept names of the values
 * @returns {Record<string, import('../index.js').ProgramValue>} as `renderExecution` names them
 */
export function keptLeaves(session, handle, kept) {
  const inputs = /** @type {{ kind: string, target?: string, frozen?: boolean }[]} */ (
    session.call('inputs', { handle }).value
  );
  const leaves = new Set(
    inputs.flatMap(({ kind, target = '', frozen }) => (kind === 'parameter' && frozen !== true ? [target] : [])),
  );
  return Object.fromEntries(
    kept
      .filter((name) => leaves.has(name))
      .map((name) => [name, /** @type {any} */ ({ dtype: 'kept', requires_grad: true })]),
  );
}

/** @param {import('../index.js').ExecAnswer} answer @param {import('../index.js').ProgramValues} values */
export function renderExecution(answer, values) {
  const shown = (/** @type {any} */ value) => JSON.stringify(value);
  const lines = answer.outputs.map((output, i) => `output ${i}: ${output.text ?? shown(output.value)}`);
  for (const [name, value] of Object.entries(answer.mutatedBuffers)) lines.push(`buffer ${name}: ${shown(value)}`);
  for (const [index, value] of Object.entries(answer.mutatedInputs)) lines.push(`input ${index}: ${shown(value)}`);
  if (answer.gradients !== undefined) {
    const isTensor = (/** @type {any} */ value) =>
      typeof value === 'object' && value !== null && value.dtype !== undefined;
    const names = (values.inputs ?? []).flatMap((value, i) => (isTensor(value) ? [`input ${i}`] : []));
    for (const [name, value] of Object.entries(values.state ?? {}))
      if (isTensor(value) && /** @type {any} */ (value).requires_grad) names.push(name);
    answer.gradients.forEach((gradient, i) => lines.push(`gradient of ${names[i]}: ${shown(gradient)}`));
  }
  return `${lines.join('\n')}\n`;
}
