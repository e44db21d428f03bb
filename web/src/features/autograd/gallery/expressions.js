/**
 * Expressions of Python, as much of them as a lesson writes.
 *
 *   parseExpression('a.mul(b, alpha=2)')            // { kind: 'call', of: {…}, args: […], kwargs: { alpha: {…} } }
 *
 * Throws a SyntaxError that says what was met. Nesting and the length of chains are bounded, so that no text can
 * exhaust the stack.
 */

/**
 * @typedef {{ kind: 'name', name: string } | { kind: 'number', value: number, float: boolean } |
 *   { kind: 'string', value: string } | { kind: 'constant', value: boolean | null } |
 *   { kind: 'list', items: Expression[], tuple: boolean } | { kind: 'attribute', of: Expression, name: string } |
 *   { kind: 'index', of: Expression, at: Expression } |
 *   { kind: 'call', of: Expression, args: Expression[], kwargs: Record<string, Expression> } |
 *   { kind: 'binary', sign: string, left: Expression, right: Expression } | { kind: 'minus', of: Expression } |
 *   { kind: 'lambda', params: string[], body: Expression }} Expression
 */
/** @typedef {{ type: 'name' | 'number' | 'string' | 'sign' | 'end', text: string }} Token */

const NAME = String.raw`([A-Za-z_]\w*)`;
const NUMBER = String.raw`(\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)`;
const STRING = String.raw`("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')`;
const SIGN = String.raw`(\*\*|==|!=|<=|>=|[-+*/@()[\],.:=<>%])`;
const TOKEN = new RegExp(String.raw`\s*(?:${NAME}|${NUMBER}|${STRING}|${SIGN})`, 'y');
const DEEPEST = 60;
/** Operators, attributes, items and calls of one expression: each may be around the one before it. */
const LONGEST = 1000;

const CONSTANTS = new Map(
  /** @type {[string, boolean | null][]} */ ([
    ['None', null],
    ['True', true],
    ['False', false],
  ]),
);
const COMPARES = 2;
/** How strongly signs bind. */
const BINDS = new Map([
  ...['is', '<', '>', '<=', '>=', '==', '!='].map((sign) => /** @type {[string, number]} */ ([sign, COMPARES])),
  ['+', 3],
  ['-', 3],
  ['*', 4],
  ['/', 4],
  ['@', 4],
  ['**', 6],
]);

/** @param {string} text @returns {Token[]} */
export function tokensOf(text) {
  /** @type {Token[]} */
  const tokens = [];
  for (TOKEN.lastIndex = 0; text.slice(TOKEN.lastIndex).trim() !== '';) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (match === null) throw new SyntaxError(`"${text.slice(at).trim().slice(0, 20)}" is not read here`);
    const type = match[1] ? 'name' : match[2] ? 'number' : match[3] ? 'string' : 'sign';
    tokens.push({ type, text: match[0].trim() });
  }
  return tokens;
}

/** @type {Record<string, string>} */
const ESCAPES = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v', '\\': '\\', "'": "'", '"': '"' };
const ESCAPE = /\\(?:([0-7]{1,3})|x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|(.))/gs;

/** As Python reads it: an escape that it does not know stays as it is. @param {string} quoted */
function unquoted(quoted) {
  return quoted.slice(1, -1).replace(ESCAPE, (whole, octal, two, four, eight, letter) => {
    if (octal !== undefined) return String.fromCodePoint(parseInt(octal, 8));
    if (letter === undefined) {
      const code = parseInt(two ?? four ?? eight, 16);
      if (code > 0x10ffff) throw new SyntaxError(`${whole} is no character`);
      return String.fromCodePoint(code);
    }
    if (/[xuUN]/.test(letter)) throw new SyntaxError(`the escape ${whole} is not read here, or not complete`);
    return ESCAPES[letter] ?? whole;
  });
}

export class ExpressionReader {
  #tokens;
  #at = 0;
  #depth = 0;
  #links = 0;

  /** @param {Token[]} tokens */
  constructor(tokens) {
    this.#tokens = tokens;
  }

  /** @returns {Token} */
  get next() {
    return this.#tokens[this.#at] ?? { type: 'end', text: 'the end of the line' };
  }

  /** @param {string} text */
  is(text) {
    return this.next.text === text && this.next.type !== 'string';
  }

  /** @param {string} text @returns {boolean} whether it was there */
  take(text) {
    if (!this.is(text)) return false;
    this.#at++;
    return true;
  }

  /** @param {string} text */
  want(text) {
    if (!this.take(text)) throw new SyntaxError(`"${text}" is missing before ${this.next.text}`);
  }

  name() {
    const { type, text } = this.next;
    if (type !== 'name') throw new SyntaxError(`a name is missing before ${text}`);
    this.#at++;
    return text;
  }

  end() {
    if (this.next.type !== 'end') throw new SyntaxError(`"${this.next.text}" is not expected here`);
  }

  #link() {
    if (++this.#links > LONGEST) throw new SyntaxError('this is too long: give a part of it a name');
  }

  /** @param {number} [strength] @returns {Expression} */
  expression(strength = 0) {
    if (++this.#depth > DEEPEST) throw new SyntaxError('this is nested too deeply');
    let left = this.#unary();
    for (let compared = false; ;) {
      const sign = this.next.text;
      const binds = this.next.type === 'string' ? undefined : BINDS.get(sign);
      if (binds === undefined || binds <= strength) break;
      if (binds === COMPARES && compared)
        throw new SyntaxError(`comparisons in a chain are not read here: write parentheses before "${sign}"`);
      compared ||= binds === COMPARES;
      this.#link();
      this.#at++;
      // A power groups from the right.
      left = { kind: 'binary', sign, left, right: this.expression(sign === '**' ? binds - 1 : binds) };
    }
    this.#depth--;
    return left;
  }

  /** Several with commas between them are a tuple. @returns {Expression} */
  list() {
    const first = this.expression();
    if (!this.is(',')) return first;
    const items = [first];
    while (this.take(',') && this.next.type !== 'end' && !this.is('=') && !this.is(')')) items.push(this.expression());
    return { kind: 'list', items, tuple: true };
  }

  /** @returns {Expression} */
  #unary() {
    if (this.take('-')) {
      const of = this.expression(5);
      return of.kind === 'number' ? { ...of, value: -of.value } : { kind: 'minus', of };
    }
    if (this.is('lambda')) return this.#lambda();
    let value = this.#atom();
    for (; ; this.#link()) {
      if (this.take('.')) value = { kind: 'attribute', of: value, name: this.name() };
      else if (this.take('[')) {
        value = { kind: 'index', of: value, at: this.expression() };
        this.want(']');
      } else if (this.take('(')) value = { kind: 'call', of: value, ...this.#arguments() };
      else return value;
    }
  }

  /** @returns {Expression} */
  #lambda() {
    this.want('lambda');
    const params = [];
    while (!this.is(':')) {
      params.push(this.name());
      if (!this.take(',')) break;
    }
    this.want(':');
    return { kind: 'lambda', params, body: this.expression() };
  }

  #arguments() {
    /** @type {Expression[]} */
    const args = [];
    /** @type {Record<string, Expression>} */
    const kwargs = {};
    while (!this.take(')')) {
      const follows = this.#tokens[this.#at + 1];
      if (this.next.type === 'name' && follows?.text === '=' && follows.type === 'sign') {
        const name = this.name();
        this.want('=');
        kwargs[name] = this.expression();
      } else args.push(this.expression());
      if (!this.take(',')) {
        this.want(')');
        break;
      }
    }
    return { args, kwargs };
  }

  /** @returns {Expression} */
  #atom() {
    const { type, text } = this.next;
    if (type === 'end') throw new SyntaxError('the line ends too early');
    this.#at++;
    if (type === 'number') return { kind: 'number', value: Number(text), float: /[.eE]/.test(text) };
    if (type === 'string') return { kind: 'string', value: unquoted(text) };
    if (type === 'name') {
      const constant = CONSTANTS.get(text);
      return constant === undefined ? { kind: 'name', name: text } : { kind: 'constant', value: constant };
    }
    if (text === '(') return this.#tuple();
    if (text === '[') return { kind: 'list', items: this.#items(']'), tuple: false };
    throw new SyntaxError(`"${text}" is not expected here`);
  }

  /** @returns {Expression} */
  #tuple() {
    if (this.take(')')) return { kind: 'list', items: [], tuple: true };
    const first = this.expression();
    if (this.take(')')) return first;
    this.want(',');
    return { kind: 'list', items: [first, ...this.#items(')')], tuple: true };
  }

  /** @param {string} close */
  #items(close) {
    const items = [];
    while (!this.take(close)) {
      items.push(this.expression());
      if (!this.take(',')) {
        this.want(close);
        break;
      }
    }
    return items;
  }
}

/** @param {string} text @returns {Expression} */
export function parseExpression(text) {
  const reader = new ExpressionReader(tokensOf(text));
  const value = reader.list();
  reader.end();
  return value;
}
