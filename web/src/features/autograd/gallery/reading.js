/**
 * A lesson's Python as the steps of a scenario: listing.js the other way round, and what else a person writes there.
 *
 *   readPython('a = torch.tensor([1.], requires_grad=True)\nb = (a * 2).sum()\nb.backward()')
 *   // { program: [{ op: 'leaf', … }, …], mistake: '' }
 *
 * What a call is given may be a call: it becomes a step before it, with a name of its own. What is not read is told
 * with its line; nothing is run here.
 */
import { parseExpression } from './expressions.js';

/** @typedef {import('./expressions.js').Expression} Expression */
/** @typedef {Record<string, any>} Step */
/** @typedef {{ indent: number, text: string, line: number, body: Line[] }} Line */

/** Blocks in blocks. */
const DEEPEST = 40;
const GRAPH = 'torch.autograd.graph';

class Mistake extends Error {}

/** @type {Map<string, string>} */
const OPERATORS = new Map([
  ['+', 'add'],
  ['-', 'sub'],
  ['*', 'mul'],
  ['/', 'div'],
  ['@', 'matmul'],
  ['**', 'pow'],
  ['<', 'lt'],
  ['>', 'gt'],
  ['<=', 'le'],
  ['>=', 'ge'],
  ['==', 'eq'],
  ['!=', 'ne'],
]);

/** What has a function that writes to its tensor. */
const IN_PLACE = new Set(['+', '-', '*', '/', '**']);

/** a.b.c as text; '' for anything else. @param {Expression} value @returns {string} */
function dotted(value) {
  const parts = [];
  for (; value.kind === 'attribute'; value = value.of) parts.push(value.name);
  return value.kind === 'name' ? [value.name, ...parts.reverse()].join('.') : '';
}

/** Brackets that stay open at the end of a text. @param {string} text */
function open(text) {
  const plain = text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '');
  return (plain.match(/[([{]/g)?.length ?? 0) - (plain.match(/[)\]}]/g)?.length ?? 0);
}

/** Without what is said behind #. @param {string} line */
const withoutRemark = (line) => line.replace(/^((?:[^#"']|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')*)#.*$/, '$1').trimEnd();

/** Lines with the lines that are indented below them. @param {string} source @returns {Line[]} */
function blocks(source) {
  /** @type {Line[]} */
  const top = [];
  /** @type {Line[]} */
  const path = [];
  const lines = source.split('\n');
  for (let at = 0; at < lines.length; at++) {
    let text = withoutRemark(lines[at].replaceAll('\t', '    '));
    if (text.trim() === '') continue;
    const line = at + 1;
    while (open(text) > 0 && at + 1 < lines.length) text += ` ${withoutRemark(lines[++at]).trim()}`;
    const indent = text.length - text.trimStart().length;
    while (path.length > 0 && path[path.length - 1].indent >= indent) path.pop();
    const one = { indent, text: text.trim(), line, body: [] };
    const around = path.at(-1);
    if (around !== undefined && !around.text.endsWith(':')) throw new Mistake(`line ${line}: unexpected indent`);
    (around?.body ?? top).push(one);
    path.push(one);
    if (path.length > DEEPEST) throw new Mistake(`line ${line}: nested too deeply`);
  }
  return top;
}

/** What print shows of one thing: LOOKS of listing.js the other way round. @type {Record<string, string>} */
const LOOKED_AT = {
  grad: 'grad',
  _version: 'version',
  grad_fn: 'grad_fn',
  next_functions: 'next_functions',
  metadata: 'metadata',
};

class Reader {
  /** @type {Map<string, Step>} */
  #functions = new Map();
  /** Names of nodes of the backward graph. */
  #nodes = new Set();
  /** Of what has no name in the source: its name here, and what it is there. @type {Map<string, string>} */
  made = new Map();
  /** Steps of the block that is read. @type {Step[]} */
  #steps = [];

  /** @param {Line[]} lines @returns {Step[]} */
  block(lines) {
    const outer = this.#steps;
    const own = (this.#steps = /** @type {Step[]} */ ([]));
    try {
      for (let at = 0; at < lines.length; at++) at += this.#line(lines, at);
    } finally {
      this.#steps = outer;
    }
    return own;
  }

  /** @param {Line[]} lines @param {number} at @returns {number} how many lines more belong to it */
  #line(lines, at) {
    const one = lines[at];
    try {
      if (one.text === 'try:') return this.#caught(one, lines[at + 1]);
      this.#statement(one);
      return 0;
    } catch (error) {
      if (error instanceof Mistake) throw error;
      throw new Mistake(`line ${one.line}: ${/** @type {Error} */ (error).message}`);
    }
  }

  /** @param {Line} line */
  #statement({ text, body }) {
    const [word] = /^\w+/.exec(text) ?? [''];
    if (word === 'import' || word === 'from' || text === 'pass') return;
    if (word === 'def') return this.#function(text, body);
    if (word === 'with') return this.#with(text, body);
    if (body.length > 0) throw new SyntaxError(`a block of "${word}" is not read here: def, with and try are`);
    if (word === 'return') throw new SyntaxError('return stands in a function alone');
    if (word === 'del')
      return void this.#steps.push({
        op: 'del',
        names: text
          .slice(4)
          .split(',')
          .map((one) => one.trim()),
      });
    if (word === 'raise') return this.#raise(text);
    const [, target, sign, value] = /^([^"'=(]+?)\s*(\*\*|\/\/|<<|>>|[-+*/@%&|^])?=(?!=)\s*(.*)$/.exec(text) ?? [];
    if (target === undefined && /^[^"'(]*\[.*\]\s*=(?!=)/.test(text)) return this.#metadata(text);
    if (target === undefined) return this.#alone(parseExpression(text));
    if (target.includes('[')) return this.#metadata(text);
    if (sign !== undefined) return this.#inPlace(target, sign, value);
    this.#assign(target, value);
  }

  /** @param {string} text */
  #metadata(text) {
    const [, name, key, value] = /^(\w+)\.metadata\[\s*["'](.*?)["']\s*\]\s*=\s*(.*)$/.exec(text) ?? [];
    if (name === undefined) throw new SyntaxError('of items only node.metadata["key"] can be set');
    this.#steps.push({ op: 'set_metadata', node: name, key, value: this.#value(parseExpression(value)) });
  }

  /** @param {string} text */
  #raise(text) {
    const call = parseExpression(text.slice(6));
    if (call.kind !== 'call' || call.of.kind !== 'name') throw new SyntaxError('raise Error("message")');
    const [message] = call.args;
    this.#steps.push({ op: 'raise', type: call.of.name, message: message?.kind === 'string' ? message.value : '' });
  }

  /** @param {string} target @param {string} sign @param {string} value */
  #inPlace(target, sign, value) {
    if (!IN_PLACE.has(sign)) throw new SyntaxError(`"${sign}=" is not read here`);
    if (!/^\w+$/.test(target)) throw new SyntaxError(`"${target}" cannot be changed by "${sign}=" here`);
    const fn = `${OPERATORS.get(sign)}_`;
    this.#steps.push({ op: 'call', fn, args: [target, this.#value(parseExpression(value))], out: target });
  }

  /** @param {string} target @param {string} text */
  #assign(target, text) {
    const value = parseExpression(text);
    const attribute = /^(\w+)\.(grad|requires_grad)$/.exec(target);
    if (attribute !== null) {
      const [, of, name] = attribute;
      return void this.#steps.push({ op: `set_${name}`, of, value: this.#value(value) });
    }
    const several = target.includes(',');
    const names = target.split(',').map((one) => one.trim());
    const given = several ? names.filter((one) => one !== '') : names;
    if (!given.every((one) => /^\w+$/.test(one))) throw new SyntaxError(`"${target}" cannot be set here`);
    const out = several ? given.map((one) => (one === '_' ? null : one)) : target;
    const step = this.#maker(value);
    for (const name of given) this.#nodes.delete(name);
    if (step === null) return void this.#steps.push({ op: 'let', out, value: this.#value(value) });
    if (['grad_fn', 'next', 'grad_accumulator'].includes(step.op)) this.#nodes.add(target);
    const handled = step.op.endsWith('hook');
    this.#steps.push(handled ? { ...step, handle: out } : { ...step, out });
  }

  /**
   * What a value is made by, without where it goes; null: it is there already.
   * @param {Expression} value
   * @returns {Step | null}
   */
  #maker(value) {
    if (value.kind === 'attribute' && value.name === 'grad_fn') return { op: 'grad_fn', of: this.#value(value.of) };
    const next = this.#next(value);
    if (next !== null) return next;
    if (value.kind === 'binary' || value.kind === 'minus') return this.#operator(value);
    if (value.kind === 'call') return this.#call(value);
    return null;
  }

  /** node.next_functions[1][0] @param {Expression} value @returns {Step | null} */
  #next(value) {
    if (value.kind !== 'index' || value.of.kind !== 'index') return null;
    const { of: list, at } = value.of;
    if (list.kind !== 'attribute' || list.name !== 'next_functions' || at.kind !== 'number') return null;
    const node = list.of;
    const viewed = node.kind === 'attribute' && node.name === 'grad_fn' ? node.of : null;
    if (viewed?.kind === 'call' && viewed.of.kind === 'attribute' && viewed.of.name === 'view_as')
      return { op: 'grad_accumulator', of: this.#value(viewed.of.of) };
    return { op: 'next', of: this.#value(node), index: at.value };
  }

  /** @param {Extract<Expression, { kind: 'binary' | 'minus' }>} value @returns {Step} */
  #operator(value) {
    if (value.kind === 'minus') return { op: 'call', fn: 'neg', args: [this.#value(value.of)] };
    const fn = OPERATORS.get(value.sign);
    if (fn === undefined) throw new SyntaxError(`"${value.sign}" stands in a print alone`);
    return { op: 'call', fn, args: [this.#value(value.left), this.#value(value.right)] };
  }

  /** @param {Extract<Expression, { kind: 'call' }>} call @returns {Step} */
  #call(call) {
    const path = dotted(call.of);
    const { args, kwargs } = call;
    if (path === 'torch.tensor') return this.#leaf(call);
    if (path === `${GRAPH}.get_gradient_edge`) return { op: 'gradient_edge', of: this.#value(args[0]) };
    if (path === `${GRAPH}.register_multi_grad_hook`) return this.#multiHook(call);
    if (path === 'torch.autograd.grad')
      return { op: 'grad', outputs: this.#all(args[0]), inputs: this.#all(args[1]), ...this.#options(kwargs) };
    if (path.startsWith('torch.autograd.') || path.startsWith('torch._C'))
      throw new SyntaxError(`${path} is not read here`);
    if (call.of.kind !== 'attribute') throw new SyntaxError(`${path || 'this'} is not known here`);
    const { name, of } = call.of;
    if (/^register_(?:hook|prehook|post_accumulate_grad_hook)$/.test(name)) return this.#hook(name, of, args[0]);
    // What a method is called on is computed before what it is given.
    const self = path.startsWith('torch.') || name === 'apply' ? [] : [this.#value(of)];
    const given = [...self, ...args.map((one) => this.#value(one))];
    if (name === 'apply' && of.kind === 'name') return { op: 'apply', fn: of.name, args: given };
    const options = Object.keys(kwargs).length === 0 ? {} : { kwargs: this.#options(kwargs) };
    return { op: 'call', fn: name, args: given, ...options };
  }

  /** @param {string} name @param {Expression} on @param {Expression | undefined} fn @returns {Step} */
  #hook(name, on, fn) {
    const value = this.#value(on);
    const node = this.#nodes.has(value);
    const op = name === 'register_prehook' ? 'node_prehook' : name === 'register_hook' && node ? 'node_hook' : name;
    return { op, on: value, fn: this.#functionOf(fn) };
  }

  /** @param {Extract<Expression, { kind: 'call' }>} call @returns {Step} */
  #multiHook({ args, kwargs }) {
    const { mode } = kwargs;
    return {
      op: 'multi_grad_hook',
      tensors: this.#all(args[0]),
      fn: this.#functionOf(args[1]),
      ...(mode?.kind === 'string' ? { mode: mode.value } : {}),
    };
  }

  /** @param {Extract<Expression, { kind: 'call' }>} call @returns {Step} */
  #leaf({ args, kwargs }) {
    const shape = /** @type {number[]} */ ([]);
    const data = /** @type {any[]} */ ([]);
    let whole = true;
    const add = (/** @type {Expression} */ value, /** @type {number} */ depth) => {
      if (value.kind === 'list') {
        if (shape.length <= depth) shape.push(value.items.length);
        if (shape[depth] !== value.items.length) throw new SyntaxError('rows of a tensor are equally long');
        for (const item of value.items) add(item, depth + 1);
      } else if (value.kind === 'number' && shape.length === depth) {
        whole &&= !value.float;
        data.push(value.value);
      } else if (value.kind === 'constant' && typeof value.value === 'boolean') data.push(value.value);
      else throw new SyntaxError('a tensor is made of numbers');
    };
    add(args[0] ?? { kind: 'constant', value: null }, 0);
    const { dtype, requires_grad: grad } = kwargs;
    const bool = data.length > 0 && data.every((one) => typeof one === 'boolean');
    const found = bool ? 'bool' : whole && data.length > 0 ? 'int64' : 'float32';
    const asked = dtype === undefined ? found : dotted(dtype).replace('torch.', '');
    const wants = grad?.kind === 'constant' && grad.value === true;
    if (wants && !/float|complex/.test(asked))
      throw new SyntaxError('only tensors of floating point dtype can require gradients: write 1. instead of 1');
    return { op: 'leaf', shape, data, dtype: asked, ...(wants ? { requires_grad: true } : {}) };
  }

  /** A list of values; one is a list, too. @param {Expression | undefined} value */
  #all(value) {
    if (value === undefined) throw new SyntaxError('tensors are missing');
    return value.kind === 'list' ? value.items.map((one) => this.#value(one)) : [this.#value(value)];
  }

  /** @param {Record<string, Expression>} kwargs */
  #options(kwargs) {
    return Object.fromEntries(Object.entries(kwargs).map(([name, value]) => [name, this.#value(value)]));
  }

  /** A value as a step is given it; what has to be computed becomes a step. @param {Expression} value @returns {any} */
  #value(value) {
    switch (value.kind) {
      case 'name':
        return value.name;
      case 'number':
        return value.float ? { float: value.value } : value.value;
      case 'string':
        return { str: value.value };
      case 'constant':
        return value.value;
      case 'list':
        return value.items.map((one) => this.#value(one));
      default:
    }
    if (value.kind === 'lambda') throw new SyntaxError('a lambda is given to hooks alone');
    const path = value.kind === 'attribute' ? dotted(value) : '';
    if (path.startsWith('torch.')) return { dtype: path.slice('torch.'.length) };
    if (value.kind === 'attribute' && value.name === 'grad') return { grad_of: this.#value(value.of) };
    const step = this.#maker(value);
    if (step === null && value.kind === 'index') return { item: [this.#value(value.of), this.#value(value.at)] };
    if (step === null) throw new SyntaxError(`.${/** @type {any} */ (value).name} is not read here`);
    const out = `_${this.made.size + 1}`;
    this.made.set(out, dotted(value) || (step.fn === undefined ? step.op : `${step.fn}(…)`));
    if (step.op === 'grad_fn' || step.op === 'next') this.#nodes.add(out);
    this.#steps.push({ ...step, out });
    return out;
  }

  /** @param {Expression | undefined} value @returns {Step} */
  #functionOf(value) {
    if (value?.kind === 'lambda') {
      const { params } = value;
      const body = /** @type {Step[]} */ ([]);
      const outer = this.#steps;
      this.#steps = body;
      const result =
        value.body.kind === 'call' && dotted(value.body.of) === 'print'
          ? this.#alone(value.body)
          : this.#value(value.body);
      this.#steps = outer;
      return { name: 'hook', params, body, ...(result === undefined ? {} : { return: result }) };
    }
    const found = value?.kind === 'name' ? this.#functions.get(value.name) : undefined;
    if (found === undefined) throw new SyntaxError('a function that is defined above is missing');
    return found;
  }

  /** @param {string} text @param {Line[]} body */
  #function(text, body) {
    const [, name, params] = /^def\s+(\w+)\s*\(([^()]*)\)\s*(?:->.*)?:$/.exec(text) ?? [];
    if (name === undefined) throw new SyntaxError('def name(parameters):');
    const last = body.at(-1);
    const returns = last?.text.match(/^return\b\s*(.*)$/);
    const steps = this.block(returns ? body.slice(0, -1) : body);
    /** @type {Step} */
    const made = {
      name,
      params: params
        .split(',')
        .map((one) => one.split(/[:=]/)[0].trim())
        .filter(Boolean),
      body: steps,
    };
    if (returns && returns[1] !== '') {
      const outer = this.#steps;
      this.#steps = steps;
      made.return = this.#value(parseExpression(returns[1]));
      this.#steps = outer;
    }
    this.#functions.set(name, made);
  }

  /** @param {string} text @param {Line[]} lines */
  #with(text, lines) {
    const [, source, as] = /^with\s+(.*?)(?:\s+as\s+(\w+))?\s*:$/.exec(text) ?? [];
    const call = source === undefined ? undefined : parseExpression(source);
    if (call?.kind !== 'call') throw new SyntaxError('with torch.no_grad():');
    const path = dotted(call.of);
    const ctx = path.slice(path.lastIndexOf('.') + 1);
    this.#steps.push({ op: 'with', ctx, ...this.#context(ctx, call), ...(as ? { as } : {}), body: this.block(lines) });
  }

  /** @param {string} ctx @param {Extract<Expression, { kind: 'call' }>} call @returns {Step} */
  #context(ctx, { args, kwargs }) {
    switch (ctx) {
      case 'no_grad':
      case 'enable_grad':
      case 'detect_anomaly':
      case 'allow_mutation_on_saved_tensors':
        return {};
      case 'set_grad_enabled':
      case 'inference_mode':
        return args.length > 0 ? { mode: this.#value(args[0]) } : {};
      case 'saved_tensors_hooks':
        return { pack: this.#functionOf(args[0]), unpack: this.#functionOf(args[1]) };
      case 'save_on_cpu':
        return { pin_memory: kwargs.pin_memory?.kind === 'constant' && kwargs.pin_memory.value === true };
      case 'disable_saved_tensors_hooks':
        return { message: args[0]?.kind === 'string' ? args[0].value : '' };
      default:
        throw new SyntaxError(`with ${ctx}() is not known here`);
    }
  }

  /**
   * try: one statement, except: print("label", error)
   * @param {Line} one
   * @param {Line | undefined} other
   * @returns {number}
   */
  #caught(one, other) {
    if (other === undefined || !/^except\b.*:$/.test(other.text))
      throw new SyntaxError('try: wants an except below it');
    const steps = this.block(one.body);
    const [, label = 'error'] = /^print\(\s*["'](.*?)["']/.exec(other.body[0]?.text ?? '') ?? [];
    const last = steps.pop();
    if (last === undefined) throw new SyntaxError('nothing stands below try:');
    this.#steps.push(...steps, { ...last, catch: label });
    return 1;
  }

  /** A statement that is an expression. @param {Expression} value @returns {void} */
  #alone(value) {
    if (value.kind !== 'call') throw new SyntaxError('this does nothing: print it, or give it a name');
    const path = dotted(value.of);
    const { args, kwargs } = value;
    if (path === 'print') return this.#print(args);
    if (path === 'torch.autograd.backward')
      return void this.#steps.push({ op: 'backward', tensors: this.#all(args[0]), ...this.#lists(kwargs) });
    if (path === `${GRAPH}.increment_version`)
      return void this.#steps.push({ op: 'increment_version', of: this.#value(args[0]) });
    const method = value.of.kind === 'attribute' ? value.of : null;
    if (method?.name === 'backward') {
      const first = args.length > 0 ? { grad_tensors: [this.#value(args[0])] } : {};
      return void this.#steps.push({
        op: 'backward',
        tensors: [this.#value(method.of)],
        ...first,
        ...this.#lists(kwargs),
      });
    }
    if (method?.name === 'retain_grad') return void this.#steps.push({ op: 'retain_grad', of: this.#value(method.of) });
    if (method?.name === 'remove') return void this.#steps.push({ op: 'remove', handle: this.#value(method.of) });
    const step = this.#call(value);
    const written = step.op === 'call' && /[^_]_$/.test(step.fn) && typeof step.args[0] === 'string';
    this.#steps.push(written ? { ...step, out: step.args[0] } : step);
  }

  /** Options of backward; those that are tensors are lists. @param {Record<string, Expression>} kwargs */
  #lists(kwargs) {
    const many = new Set(['inputs', 'grad_tensors', 'gradient']);
    return Object.fromEntries(
      Object.entries(kwargs).map(([name, value]) => [
        name === 'gradient' ? 'grad_tensors' : name,
        many.has(name) ? this.#all(value) : this.#value(value),
      ]),
    );
  }

  /** @param {Expression[]} args */
  #print(args) {
    const [first, ...rest] = args;
    if (first === undefined) throw new SyntaxError('print what?');
    if (first.kind === 'string')
      return void this.#steps.push({ op: 'emit', label: first.value, values: rest.map((one) => this.#value(one)) });
    for (const one of args) this.#steps.push({ op: 'observe', ...this.#looked(one) });
  }

  /** @param {Expression} value @returns {Step} */
  #looked(value) {
    if (value.kind === 'attribute') {
      const of = () => this.#value(value.of);
      if (Object.hasOwn(LOOKED_AT, value.name)) return { what: LOOKED_AT[value.name], of: of() };
      if (value.name.startsWith('_saved_'))
        return { what: 'saved', of: of(), slot: value.name.slice('_saved_'.length) };
    }
    if (value.kind === 'binary' && value.sign === 'is')
      return { what: 'same', a: this.#value(value.left), b: this.#value(value.right) };
    if (value.kind === 'call') {
      const path = dotted(value.of);
      if (path === 'torch.is_grad_enabled') return { what: 'is_grad_enabled' };
      if (path.endsWith('_saved_tensors_hooks_get_disabled_error_message'))
        return { what: 'saved_hooks_disabled_message' };
      if (value.of.kind === 'attribute' && value.of.name === 'name' && value.args.length === 0)
        return { what: 'node_name', of: this.#value(value.of.of) };
      if (value.of.kind === 'name' && value.args.length <= 1)
        return { what: value.of.name, ...(value.args.length === 1 ? { of: this.#value(value.args[0]) } : {}) };
    }
    return { what: 'value', of: this.#value(value) };
  }
}

/**
 * `made`: names that the reader gave, and what they stand for in the source.
 * @param {string} source
 * @returns {{ program: Step[] | null, mistake: string, made: Map<string, string> }}
 */
export function readPython(source) {
  const reader = new Reader();
  try {
    return { program: reader.block(blocks(source)), mistake: '', made: reader.made };
  } catch (error) {
    return { program: null, mistake: /** @type {Error} */ (error).message, made: reader.made };
  }
}

/** A text of the engine in the names of the source. @param {string} text @param {Map<string, string>} made */
export const inSource = (text, made) =>
  made.size === 0 ? text : text.replace(/(?<![\w.])_\d+\b/g, (name) => made.get(name) ?? name);
