/**
 * What came of comparing a program before and after a pass, in words.
 *
 *   const message = 'gradient of input:0: element 0: 0.84, then 0.7';
 *   verdictOf({ verdict: 'differs', what: 'gradient', message, node: 'cos' })
 *   // { verdict: 'differs', kind: 'bad', short: 'gradients differ', place: 'cos', from: '0.84', to: '0.7',
 *   //   text: 'gradients differ first at cos: 0.84 → 0.7 (gradient of input 0, element 0)' }
 */
import { regionTitle } from '../../../wasm/js/cause.js';
import { numberText } from './numbers.js';

/** @typedef {import('../../../wasm/js/index.js').CheckAnswer} CheckAnswer */
/**
 * @typedef {object} Verdict
 * @property {'equal' | 'differs' | 'unknown' | 'running' | 'none'} verdict
 * @property {'good' | 'bad' | 'none'} kind
 * @property {string} short a few words
 * @property {string} text the whole sentence
 * @property {string} place the first node that differs, with the path of its graph
 * @property {string} from the first number that differs, as it was; '' if no number does
 * @property {string} to and as it is
 * @property {string} of what it is a number of: '(gradient of input 0)'
 */

/** @type {Record<string, string>} */
const WHAT = {
  value: 'values differ',
  gradient: 'gradients differ',
  requires_grad: 'what needs a gradient differs',
  results: 'the number of results differs',
  error: 'it cannot be run any more',
};

/** @param {Partial<Verdict>} some @returns {Verdict} */
const words = (some) => ({
  verdict: 'none',
  kind: 'none',
  short: '',
  text: '',
  place: '',
  from: '',
  to: '',
  of: '',
  ...some,
});

/** @param {string} number */
const short = (number) => (Number.isNaN(Number(number)) ? number : numberText(Number(number)));

const many = (/** @type {number} */ count, /** @type {string} */ what) => `${count} ${what}${count === 1 ? '' : 's'}`;

/** @param {CheckAnswer} answer */
function equal({ results, gradients, message }) {
  const head = gradients > 0 ? 'equal in values and gradients' : 'equal in values';
  const compared =
    gradients > 0 ? `${many(results, 'value')} and ${many(gradients, 'gradient')}` : many(results, 'value');
  return words({
    verdict: 'equal',
    kind: 'good',
    short: head,
    text: `${head}: ${compared} compared on sampled inputs${message ? `; ${message}` : ''}`,
  });
}

/** What Seesaw cannot compute says nothing of the pass. */
const LACKING = /there is no kernel for|is not computed|takes is not known/;

/** @param {CheckAnswer} answer */
function differs({ what = 'value', message = '', node, graph }) {
  const head = WHAT[what] ?? 'values differ';
  const place = node ? `${graph ? `${graph}.` : ''}${node}` : '';
  // What is said of the first node follows what is said of the result.
  const [said] = message.split("; first at '");
  const numbers = /^(.*?): (?:element (\d+): )?([^\s,]+), then ([^\s,]+)$/.exec(said);
  const at = place === '' ? head : `${head} first at ${place}`;
  if (numbers === null)
    return words({ verdict: 'differs', kind: 'bad', short: head, place, text: said === '' ? at : `${at}: ${said}` });
  const [, whose, element, before, after] = numbers;
  const [from, to] = [short(before), short(after)];
  const name = whose.replace('input:', 'input ');
  const of = `(${name}${element === undefined ? '' : `, element ${element}`})`;
  const text = `${at}: ${from} → ${to} ${of}`;
  return words({ verdict: 'differs', kind: 'bad', short: head, place, from, to, of, text });
}

/** @param {CheckAnswer | 'running' | null} answer @returns {Verdict} */
export function verdictOf(answer) {
  if (answer === null) return words({ short: 'not compared', text: 'values and gradients are not compared yet' });
  if (answer === 'running')
    return words({ verdict: 'running', short: 'comparing…', text: 'comparing values and gradients…' });
  if (answer.verdict === 'equal') return equal(answer);
  const { what, message = 'it is not known why' } = answer;
  const lacking = what === 'error' && LACKING.test(message);
  if (answer.verdict === 'differs' && !lacking) return differs(answer);
  const text = `cannot be checked: ${message.replace('it cannot be run any more: ', 'the result cannot be run: ')}`;
  return words({ verdict: 'unknown', short: 'cannot be checked', text });
}

/**
 * What a region of the why log is called, as the end of a sentence.
 * @param {import('../../../wasm/js/index.js').WhyEntry} entry
 */
export const regionName = (entry) => {
  const { line, endLine } = entry;
  const lines = line ? ` (line${endLine && endLine !== line ? `s ${line}–${endLine}` : ` ${line}`})` : '';
  return `${entry.region === '' ? 'the ' : ''}${regionTitle(entry)}${lines}`;
};
