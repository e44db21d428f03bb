// Declarations of the operators' methods and functions, from the operator table of the built module.
//
// What: js/tensor/operator-methods.d.ts and operator-functions.d.ts: --write writes them, --check fails if they are out
// of date.
// Why: JavaScript makes its methods from the same table when the module is loaded. A table is the one place where an
// operator stands, so its types are made from it too.
//
//   node wasm/tensor_types.mjs --write
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { operators, ops } from './js/tensor/index.js';
import { isFactory } from './js/tensor/operators.js';
import { camelCase } from './js/tensor/schema.js';
import { isOnTensor, selfIn } from './js/tensor/arguments.js';

const file = (/** @type {string} */ name) => fileURLToPath(new URL(`js/tensor/${name}.d.ts`, import.meta.url));
const HAND_WRITTEN = readFileSync(new URL('js/tensor/index.d.ts', import.meta.url), 'utf8');

/**
 * What can be passed for a type of a schema; nothing where JavaScript cannot pass it.
 * @type {Record<string, string>}
 */
const TYPES = {
  Tensor: 'Tensor | number',
  'Tensor[]': 'readonly Tensor[]',
  Scalar: 'number | boolean',
  float: 'number',
  int: 'number',
  SymInt: 'number',
  'int[]': 'number | readonly number[]',
  'SymInt[]': 'number | readonly number[]',
  'float[]': 'readonly number[]',
  bool: 'boolean',
  'bool[]': 'readonly boolean[]',
  ScalarType: 'DType',
  str: 'string',
  'Tensor?[]': 'readonly (Tensor | null)[]',
  Device: 'Device',
  MemoryFormat: "'contiguous_format' | 'preserve_format'",
};

/** @param {any} parameter */
const typeOf = (parameter) =>
  (/Int\[\]$/i.test(parameter.type) && !parameter.single ? 'readonly number[]' : TYPES[parameter.type]) +
  (parameter.optional && parameter.fallback === null ? ' | null' : '');
/** @param {string} name */
const variable = (name) =>
  ['in', 'var', 'with', 'default', 'function', 'this'].includes(name) ? `${name}_` : camelCase(name);

/** @param {any} parameter @param {boolean} optional */
const declared = (parameter, optional) => `${variable(parameter.name)}${optional ? '?' : ''}: ${typeOf(parameter)}`;

/**
 * Lists of parameters, as a caller may write them.
 * @param {any[]} parameters
 * @param {boolean} factory
 * @param {boolean} out whether a result may be written into a tensor
 * @returns {string[]}
 */
function parameterLists(parameters, factory, out) {
  const known = parameters.filter((p) => p.type in TYPES);
  const positional = known.filter((p) => !p.keyword);
  const options = (/** @type {any[]} */ list) => {
    if (list.length === 0) return out ? ['options?: { out?: Tensor | Tensor[] }'] : [];
    const all = list.every((p) => p.optional);
    const fields = list.map((p) => `${camelCase(p.name)}${p.optional ? '?' : ''}: ${typeOf(p)}`);
    if (factory) fields.push('requiresGrad?: boolean');
    if (out) fields.push('out?: Tensor | Tensor[]');
    return [`options${all ? '?' : ''}: { ${fields.join('; ')} }`];
  };
  // An optional one in front of one that must be given is given, too.
  const lastNeeded = positional.map((p) => p.optional).lastIndexOf(false);
  const inOrder = positional.map((p, i) => declared(p, p.optional && i > lastNeeded));
  const lists = [[...inOrder, ...options(known.filter((p) => p.keyword))].join(', ')];
  const needed = positional.slice(0, lastNeeded + 1);
  if (needed.length < positional.length)
    lists.push(
      [...needed.map((p) => declared(p, false)), ...options(known.filter((p) => !needed.includes(p)))].join(', '),
    );
  // view(2, 3) is view([2, 3]).
  const spread =
    positional.length === 1 &&
    parameters.filter((p) => !p.keyword).length === 1 &&
    /^(Sym)?[Ii]nt\[\]$/.test(positional[0].type);
  if (spread) lists.push(`...${variable(positional[0].name)}: number[]`);
  return lists;
}

/** Of what an output_mask leaves out the result is null. @param {any} operator */
function resultOf({ returns, parameters = [] }) {
  const one = parameters.some((/** @type {any} */ p) => p.type === 'bool[]') ? 'Tensor | null' : 'Tensor';
  if (returns.startsWith('('))
    return `[${returns
      .slice(1, -1)
      .split(',')
      .map(() => one)
      .join(', ')}]`;
  return returns.endsWith('[]') ? 'Tensor[]' : 'Tensor';
}

/** @param {any[]} overloads */
const docOf = (overloads) =>
  `  /** ${overloads.map((op) => op.doc).find((doc) => doc !== '') ?? overloads[0].name} */\n`;

/** @param {string} text */
const byLine = (text) => [...new Set(text.split('\n'))].join('\n');

/**
 * @param {string} name
 * @param {any[]} overloads
 * @param {string} result
 * @param {number} skip how many parameters stand in front of the dot
 */
function signatures(name, overloads, result, skip) {
  const lines = overloads.flatMap((op) =>
    parameterLists(op.parameters.slice(skip), isFactory(op), skip === 0 && op.out === true).map(
      (list) => `  ${name}(${list}): ${result || resultOf(op)};`,
    ),
  );
  return byLine(lines.join('\n'));
}

/** Members that are written by hand are not made from the table. @param {string} name */
function isHandWritten(name) {
  const body = HAND_WRITTEN.slice(HAND_WRITTEN.indexOf('export class Tensor'));
  return new RegExp(`^ {2}(get |set |readonly )?${name}[(:]`, 'm').test(body.slice(0, body.indexOf('\n}')));
}

/** With the tensor that the method belongs to in front. @param {any} op */
const selfFirst = (op) => ({
  ...op,
  parameters: [
    op.parameters[selfIn([op])],
    ...op.parameters.filter((/** @type {unknown} */ _, /** @type {number} */ i) => i !== selfIn([op])),
  ],
});

function generate() {
  let methods = '';
  let functions = '';
  let forms = '';
  for (const name of [...operators.keys()].sort()) {
    const overloads = /** @type {any[]} */ (operators.get(name));
    const onTensor = overloads.filter(isOnTensor).map(selfFirst);
    if (onTensor.length > 0 && !isHandWritten(name))
      methods += `${docOf(onTensor)}${signatures(name, onTensor, '', 1)}\n`;
    const writing = onTensor.filter((op) => op.inplace);
    if (writing.length > 0 && !isHandWritten(`${name}_`)) methods += `${signatures(`${name}_`, writing, 'this', 1)}\n`;
    for (const op of overloads.filter(({ functional }) => functional !== null)) {
      const { functional, returns } = op;
      forms += `${docOf([op])}${signatures(camelCase(functional.name), [{ ...functional, returns }], '', 0)}\n`;
    }
    if (name in ops) functions += `${docOf(overloads)}${signatures(name, overloads, '', 0)}\n`;
  }
  const head =
    '// Made by wasm/tensor_types.mjs from the operator table. Do not edit.\nimport type { Device, DType, ' +
    "Tensor } from './index.js';\n\n";
  return {
    'operator-methods':
      `${head}/** The operators as methods of a tensor; those with an underscore write to ` +
      `it. */\nexport interface OperatorMethods {\n${methods}}\n`,
    'operator-functions':
      `${head}/** The operators as functions: \`ops.cat([a, b])\`, \`ops.sub(1, x)\`. ` +
      `*/\nexport interface OperatorFunctions {\n${functions}}\n\n/** What ` +
      'torch.nn.functional declares in its own way: ' +
      '`functional.crossEntropy(x, target, ' +
      `{ reduction: 'sum' })\`. */\nexport interface FunctionalForms ` +
      `{\n${forms}}\n`,
  };
}

for (const [name, text] of Object.entries(generate())) {
  if (process.argv[2] === '--write') {
    writeFileSync(file(name), text);
  } else if (readFileSync(file(name), 'utf8') !== text) {
    console.error(`${file(name)} is out of date: node wasm/tensor_types.mjs --write`);
    process.exitCode = 1;
  }
}
