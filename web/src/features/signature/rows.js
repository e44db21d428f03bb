/**
 * The signature and the range constraints of a program as rows, and how they differ from those of another one.
 *
 *   const rows = signatureRows(JSON.parse(session.print(handle, { format: 'json' })));
 * compared(rows, rowsBefore);          // each row with its `was`: null the same, a row the one before it, 'new';
 * removed ones at their place
 */

/**
 * @typedef {{ part: 'input' | 'output' | 'range', index: number, kind: string, name: string, target: string, more:
 *   string }} Row
 */
/** @typedef {Row & { change: 'same' | 'changed' | 'added' | 'removed', was: Row | null }} ComparedRow */

/** @param {any} arg */
const nameOf = (arg) => arg.name || (arg.value === undefined ? '' : JSON.stringify(arg.value));

/** @param {any} program Seesaw's JSON @returns {Row[]} */
export function signatureRows({ signature, range_constraints: ranges = [] }) {
  /** @type {Row[]} */
  const rows = [];
  /** @param {'input' | 'output'} part @param {any[]} specs */
  const add = (part, specs) =>
    specs.forEach(({ kind, arg, target, persistent }, index) => {
      const more = [
        arg.type === 'TensorArgument' ? '' : arg.type,
        persistent === true ? 'persistent' : persistent === false ? 'not persistent' : '',
      ];
      rows.push({ part, index, kind, name: nameOf(arg), target: target ?? '', more: more.filter(Boolean).join(', ') });
    });
  if (signature) {
    add('input', signature.input_specs);
    add('output', signature.output_specs);
  }
  ranges.forEach((/** @type {[string, string]} */ [name, range], /** @type {number} */ index) =>
    rows.push({ part: 'range', index, kind: range, name, target: '', more: '' }),
  );
  return rows;
}

/** By what a row is the same one before and after: its target or name; outputs by their place. @param {Row} row */
const identity = ({ part, index, name, target }) =>
  part === 'output' ? `${part} ${index}` : `${part} ${target || name}`;
/** @param {Row} row */
const facts = ({ kind, name, target, more }) => [kind, name, target, more].join('\n');

/** @param {Row[]} now @param {Row[] | null} before @returns {ComparedRow[]} */
export function compared(now, before) {
  if (before === null) return now.map((row) => ({ ...row, change: 'same', was: null }));
  const old = new Map(before.map((row) => [identity(row), row]));
  /** @type {ComparedRow[]} */
  const out = now.map((row) => {
    const was = old.get(identity(row)) ?? null;
    old.delete(identity(row));
    return { ...row, was, change: was === null ? 'added' : facts(was) === facts(row) ? 'same' : 'changed' };
  });
  for (const row of old.values()) out.push({ ...row, change: 'removed', was: row });
  const order = ['input', 'output', 'range'];
  return out.sort((one, other) => order.indexOf(one.part) - order.indexOf(other.part) || one.index - other.index);
}
