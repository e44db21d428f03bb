/**
 * Operators as text for a terminal, from the records that `describe` gives.
 *
 *   describeOperators(session.describe().ops)                         // a line each
 *   operatorsNamed(ops, 'add_').map(describeOperator).join('\n')      // all about the overloads of add
 */

/** @typedef {import('../index.js').OpDescription} Op */

/** @param {string} text */
const withoutOps = (text) => text.replace(/^torch\.ops\./, '');

/**
 * The operators that a word means: a path, a packet, a name, an alias, or how Python writes it.
 * @param {Op[]} ops
 * @param {string} word
 */
export function operatorsNamed(ops, word) {
  const short = withoutOps(word);
  const spellings = (/** @type {Op} */ op) => {
    const packet = op.overload === undefined ? op.path : op.path.slice(0, -op.overload.length - 1);
    const paths = [
      op.path,
      packet,
      ...(op.aliases ?? []),
      ...(op.aliases ?? []).map((path) => path.slice(0, path.lastIndexOf('.'))),
    ];
    return [
      ...paths.map(withoutOps),
      ...paths.slice(1).map((path) => path.slice(path.lastIndexOf('.') + 1)),
      op.name,
      op.python?.[1],
    ];
  };
  return ops.filter((op) => spellings(op).includes(short));
}

/** @param {Op} op */
function rules(op) {
  return [op.kernel ? 'k' : '-', op.shapeRule ? 's' : '-', op.derivative ? 'd' : '-'].join('');
}

/** All operators, a line each. @param {Op[]} ops */
export function describeOperators(ops) {
  const names = ops.map((op) => withoutOps(op.path));
  const width = Math.min(48, Math.max(...names.map((name) => name.length)));
  const lines = ops.map((op, i) => `${rules(op)}  ${names[i].padEnd(width)}  ${op.doc ?? ''}`.trimEnd());
  return `${lines.sort((a, b) => (a.slice(5) < b.slice(5) ? -1 : 1)).join('\n')}\n`;
}

/** @param {NonNullable<Op['formula']>} formula */
function formulaText({ call, gradients }) {
  const width = Math.max(...gradients.map((row) => row.input.length));
  const rows = gradients.flatMap(({ input, steps, formula }) =>
    [...steps, formula].map((text, i) => `        ${(i === steps.length ? input : '').padEnd(width)}  ${text}\n`),
  );
  return `    gradients of ${call}\n${rows.join('')}`;
}

/** All about one operator. @param {Op} op */
export function describeOperator(op) {
  const lines = [
    op.doc,
    op.schema,
    op.python && `in Python: ${op.python[1]}`,
    op.traits?.length && `traits: ${op.traits.join(', ')}`,
    op.aliases?.length && `also: ${op.aliases.join(', ')}`,
    op.autocast && `under autocast: ${op.autocast}`,
    `kernel: ${op.kernel ? 'yes' : 'no'}, shape rule: ${op.shapeRule ? 'yes' : 'no'}, derivative: ` +
      `${op.gradFn ?? (op.derivative ? 'of the operators it is written in' : 'no')}`,
  ].filter(Boolean);
  return `${op.path}\n${lines.map((line) => `    ${line}\n`).join('')}${op.formula ? formulaText(op.formula) : ''}`;
}
