/**
 * Reading the text of a scenario.
 *
 * What: `readScenarioText(text)` is JSON.parse, but a number that is written as a float and is whole, among what a step
 * gives its function (`"args": ["x", 2.0]`), becomes {"float": 2}.
 * Why: PyTorch's results depend on it (`2.0` times integers is no integer), and JSON.parse does not tell.
 *
 *   readScenarioText('{"args": [2.0, 2], "data": [2.0]}')      // { args: [{ float: 2 }, 2], data: [2] }
 */

/** Keys of a step whose values are what a function is given. */
const GIVEN = new Set(['"args"', '"kwargs"']);
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[[\]{}:,]/g;

/** @param {string} text @returns {any} throws SyntaxError as JSON.parse does */
export function readScenarioText(text) {
  const plain = JSON.parse(text);
  let out = '';
  let taken = 0;
  let last = '';
  let key = '';
  /** Whether each open list or object holds what a function is given. @type {boolean[]} */
  const open = [];
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    const given = open[open.length - 1] ?? false;
    if (token === '[' || token === '{') open.push(given || (last === ':' && GIVEN.has(key)));
    else if (token === ']' || token === '}') open.pop();
    else if (token === ':') key = last;
    else if (
      given &&
      !(last === ':' && key === '"float"') &&
      /^-?\d.*[.eE]/.test(token) &&
      Number.isInteger(Number(token))
    ) {
      out += `${text.slice(taken, index)}{"float":${token}}`;
      taken = index + token.length;
    }
    last = token;
  }
  return taken === 0 ? plain : JSON.parse(out + text.slice(taken));
}
