/**
 * interpreter.json: graphs that torch.fx's Interpreter ran, known by titles, which say what was put in.
 *
 *   interpreter(session, recorder, [{ title: 'ok', str: 'graph(): ...', result: '3' }]);
 */
import { withProgram } from './snapshots.js';

/** @typedef {import('../index.js').Session} Session @typedef {import('./recorder.js').Recorder} Recorder */

/**
 * Inputs, attributes, and the place of a node in its source.
 * @type {Record<string, { inputs: any[], state?: any, traces?: Record<string, string> }>}
 */
const ROWS = {
  ok: { inputs: [1, 2] },
  'missing argument': { inputs: [1] },
  'extra argument is ignored': { inputs: [1, 2, 3] },
  'type error': { inputs: [1, { str: 'a' }] },
  'default value and star': { inputs: [] },
  'default value overridden': { inputs: [7, 8, 9] },
  'KeyError becomes RuntimeError': { inputs: [{ dict: {} }], traces: { getitem: 'trace text' } },
  'nested get_attr': { inputs: [], state: { 'a.t': { dtype: 'f32', shape: [1], data: [1], requires_grad: true } } },
  call_method: { inputs: [{ str: 'abc' }] },
  ZeroDivisionError: { inputs: [1] },
};

/**
 * As repr() writes it.
 * @param {any} output
 * @param {boolean} parameters whether a leaf that requires a gradient is a Parameter
 * @returns {string}
 */
function repr({ value, text, requiresGrad }, parameters) {
  if (text !== undefined)
    return parameters && requiresGrad && !text.includes('grad_fn') ? `Parameter containing:\n${text}` : text;
  if (value === null) return 'None';
  if (value.i !== undefined) return String(value.i);
  if (value.b !== undefined) return value.b ? 'True' : 'False';
  return value.str === undefined ? JSON.stringify(value) : `'${value.str}'`;
}

/** @param {Session} session @param {string} str @param {Record<string, string>} traces */
function withTraces(session, str, traces) {
  const program = JSON.parse(withProgram(session, str, (handle) => session.print(handle, { format: 'json' })));
  for (const node of program.modules[0].nodes) {
    if (traces[node.name] === undefined) continue;
    node.meta = program.metas.length;
    program.metas.push([['stack_trace', traces[node.name]]]);
  }
  return JSON.stringify(program);
}

/** @param {Session} session @param {Recorder} recorder @param {any} row */
function replayRow(session, recorder, row) {
  const what = `interpreter: ${row.title}`;
  const { inputs, state = {}, traces = {} } = ROWS[row.title];
  withProgram(session, withTraces(session, row.str, traces), (handle) => {
    recorder.equalText(`${what}: str`, row.str, session.print(handle, { format: 'graph', plain: true }));
    // An input is asked for by its target, which any text could have; in these it is the name.
    const { nodes } = JSON.parse(session.print(handle, { format: 'json' })).modules[0];
    const placeholders = nodes.filter((/** @type {any} */ node) => node.op === 'placeholder');
    recorder.equal(
      `${what}: targets of inputs`,
      placeholders.map((/** @type {any} */ node) => node.name),
      placeholders.map((/** @type {any} */ node) => node.target.replace(/^\*/, '_')),
    );
    let outputs;
    try {
      ({ outputs } = session.call(
        'exec',
        { handle, extraTraceback: true, interpreter: true },
        JSON.stringify({ inputs, state }),
      ).value);
    } catch (error) {
      const { exception, message } = /** @type {any} */ (error).diagnostics[0];
      recorder.equal(`${what}: error`, row.error, { type: exception, message });
      return;
    }
    const texts = outputs.map((/** @type {any} */ output) => repr(output, state !== undefined));
    const tuple = /return \(/.test(row.str);
    recorder.equal(
      `${what}: result`,
      row.result,
      tuple ? `(${texts.join(', ')}${texts.length === 1 ? ',' : ''})` : texts[0],
    );
  });
}

/** @param {Session} session @param {Recorder} recorder @param {any[]} rows */
export function interpreter(session, recorder, rows) {
  if (!session.describe({ operators: false }).commands.some((command) => command.name === 'exec')) {
    recorder.skip('interpreter: this is not the module that runs programs', rows.length);
    return;
  }
  for (const row of rows) {
    if (!Object.hasOwn(ROWS, row.title)) recorder.skip(`interpreter: what was put in for '${row.title}' is not known`);
    else recorder.attempt(`interpreter: ${row.title}`, () => replayRow(session, recorder, row));
  }
}
