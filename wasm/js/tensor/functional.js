/**
 * torch.nn.functional.
 *
 * What: `functional` has the operators as torch.nn.functional declares them: `functional.crossEntropy(input, target, {
 * reduction: 'sum' })`,
 * `functional.dropout(x, { training: false })`; operators that it declares as they are, are there too.
 * Why: an operator's record holds that declaration beside its own schema, and the core says which parameter goes
 * where, for this surface and for capture, so nothing is listed here.
 *
 *   functional.mseLoss(y, target, { reduction: 'none' })
 */
import { refuse, strict } from './arguments.js';
import { TorchError } from './core.js';
import { emitWarning } from './host.js';
import { operators, ops, run } from './operators.js';
import { bind, camelCase } from './schema.js';
import { Tensor } from './tensor.js';

/** @typedef {import('./operators.js').Operator} Operator */
/** @typedef {import('./schema.js').Schema} Schema */

const REDUCTIONS = ['none', 'mean', 'sum'];

/**
 * What torch.nn.functional makes of an argument before it calls the operator, by the argument's name.
 * @type {Record<string, (value: any, named: (name: string) => any) => unknown>}
 */
const PREPARED = {
  reduction(value) {
    if (!REDUCTIONS.includes(value))
      throw new TorchError('ValueError', `${value} is not a valid value for reduction`, 'argument');
    return REDUCTIONS.indexOf(value);
  },
  dim(value, named) {
    const rank = value === null ? named('input').shape.length : 0;
    return value ?? (rank === 0 || rank === 1 || rank === 3 ? 0 : 1);
  },
  padding_idx(value, named) {
    if (value === null) return null;
    const rows = named('weight').shape[0];
    if (value < -rows || value >= rows)
      throw new TorchError('AssertionError', 'Padding_idx must be within num_embeddings', 'argument');
    return value < 0 ? value + rows : value;
  },
};

/**
 * What no parameter of the operator takes: `inplace` chooses its form; else only what changes nothing.
 * @param {Operator} operator
 * @param {Schema} form
 * @param {number[]} places
 * @param {unknown[]} values
 * @returns {boolean}
 */
function chosenInplace(operator, form, places, values) {
  let inplace = false;
  form.parameters.forEach(({ name, fallback }, i) => {
    if (places.includes(i) || values[i] === fallback || name === '_stacklevel') return;
    if (name === 'inplace' && operator.inplace) inplace = values[i] === true;
    else if (values[i] !== null && name !== 'norm_type')
      throw new TypeError(
        `${form.name}(): argument '${name}' is not supported; leave it ` +
          `out${name === 'reduce' || name === 'size_average' ? ' and give reduction' : ''}`,
      );
  });
  return inplace;
}

/** @param {Tensor} tensor */
const sizeText = (tensor) => `torch.Size([${tensor.shape.join(', ')}])`;

/**
 * What the function makes of `input` and `target` whose sizes differ, by the record's `sizes`: nothing, both expanded
 * with a warning, or an error.
 * @param {Operator} operator
 * @param {any[]} args whose first two are they
 */
function matchSizes({ sizes, name }, args) {
  const [input, target] = args;
  if (sizes === 0 || !(input instanceof Tensor) || !(target instanceof Tensor)) return;
  if (sizeText(input) === sizeText(target)) return;
  const both = `${sizeText(target)}) that is different to the input size (${sizeText(input)})`;
  if (sizes === 1) {
    emitWarning(
      `Using a target size (${both}. This will likely lead to incorrect results due to broadcasting. Please ensure ` +
        'they have the same size.',
    );
    [args[0], args[1]] = ops.broadcastTensors([input, target]);
    return;
  }
  const logits = name === 'binary_cross_entropy_with_logits';
  throw new TorchError(
    'ValueError',
    logits
      ? `Target size (${sizeText(target)}) must be the same as input size (${sizeText(input)})`
      : `Using a target size (${both} is deprecated. Please ensure they have the same size.`,
    'argument',
  );
}

/** @param {Operator} operator @param {Schema} form @returns {(...given: any[]) => any} */
function functionOf(operator, form) {
  const { places } = operator;
  const declared = { ...operator, parameters: form.parameters, numbers: [] };
  return (...given) => {
    const values = bind(form, given, strict);
    if (values === null) return refuse(operator.name, [declared], given, false);
    const named = (/** @type {string} */ name) => values[form.parameters.findIndex((p) => p.name === name)];
    const inplace = chosenInplace(operator, form, places, values);
    const args = operator.parameters.map((parameter, i) => {
      const value =
        places[i] < 0
          ? null
          : (PREPARED[parameter.name] ?? ((/** @type {any} */ same) => same))(values[places[i]], named);
      return value ?? (parameter.fallback === null && parameter.type === 'bool' ? false : parameter.fallback);
    });
    matchSizes(operator, args);
    return run(operator, args, inplace);
  };
}

/** @type {Record<string, (...args: any[]) => any>} */
export const functional = Object.create(ops);

export function installFunctional() {
  for (const operator of [...operators.values()].flat()) {
    if (operator.functional !== null)
      functional[camelCase(operator.functional.name)] = functionOf(operator, operator.functional);
  }
}
