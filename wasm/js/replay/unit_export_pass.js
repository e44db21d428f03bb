/**
 * unit/export_pass_base.json: PyTorch's ExportPassBase on hand-made graphs, with the callbacks in the order in which
 * they were called.
 *
 * Each graph is traced again by a pass that logs every callback; some override one, as the title says.
 */
import { SeesawError } from '../error.js';
import { RetraceValue } from '../retrace.js';
import { checkConventions } from './agreement.js';
import { fromProgram, toProgram } from './format.js';
import { checkSnapshot, comparableGraph, compareTexts, withProgram } from './snapshots.js';

/**
 * @typedef {import('../index.js').Session} Session
 * @typedef {import('./recorder.js').Recorder} Recorder
 * @typedef {import('../index.js').RetracePass} RetracePass
 */

const FAKE = { tensor_meta: { dtype: 'float32', shape: [4] } };
const COS = 'torch.ops.aten.cos.default';
const isSin = (/** @type {string} */ op) => op === 'torch.ops.aten.sin.default';

/** What the recording overrides. @type {Record<string, RetracePass>} */
const OVERRIDES = {
  'an operator replaced by two': {
    callOperator: (op, args, kwargs, meta, next) =>
      isSin(op) ? next('torch.ops.aten.neg.default', [next(COS, args)]) : next(),
  },
  'replacement inside of cond branches': {
    callOperator: (op, args, kwargs, meta, next) =>
      isSin(op) ? next('torch.ops.aten.neg.default', [next(COS, args)]) : next(),
  },
  'a tensor constant given as an argument': {
    callOperator: (op, args, kwargs, meta, next) => next('torch.ops.aten.add.Tensor', [args[0], { ...FAKE }]),
  },
  'a fake tensor given as an argument': {
    callOperator: (op, args, kwargs, meta, next) => next('torch.ops.aten.add.Tensor', [args[0], { ...FAKE }]),
  },
  'an operator dropped': { callOperator: (op, args) => args[0] },
};

/** Rows that say something of Python's objects. @type {Record<string, string>} */
const PYTHON = {
  '__init__ not called': 'an ExportPass here cannot exist without being initialised',
  'two fake modes': 'fake tensors here belong to the program, which is one mode',
};

const count = (/** @type {any} */ list) => (Array.isArray(list) ? list : (list?.t ?? [list])).length;
const short = (/** @type {string} */ path) => path.replace('torch.ops.', '');
const last = (/** @type {string} */ path) => path.slice(path.lastIndexOf('.') + 1);

/** A pass that logs as the recording does. @param {any[]} log @returns {RetracePass} */
function logging(log) {
  return {
    onAttr: (attr) => void log.push(['on_attr', attr instanceof RetraceValue]),
    placeholder: (name, val, meta, next) => {
      log.push(['placeholder', name, val === null ? 'NoneType' : 'FakeTensor']);
      return next();
    },
    callOperator: (op, args, kwargs, meta, next) => {
      log.push(['call_operator', short(op), args.length, Object.keys(kwargs)]);
      return next();
    },
    callSym: (target, args, meta, next) => {
      log.push(['call_sym', last(target), args.length]);
      return next();
    },
    callGetitem: (value, key, meta, next) => {
      log.push(['call_getitem', String(key)]);
      return next();
    },
    callCond: (pred, inputs, meta, next) => {
      log.push(['call_cond', count(inputs)]);
      return next();
    },
    callMap: (mapped, operands, meta, next) => {
      log.push(['call_map', count(mapped), count(operands)]);
      return next();
    },
    output: (results, meta, next) => {
      log.push(['output', count(results)]);
      return next();
    },
    callSubmodule: (inputs, meta, next) => {
      log.push(['call_submodule', inputs]);
      next();
      log.push(['end_submodule', true]);
    },
  };
}

/** What Python logs and is one here: real and fake tensors, an attribute by its object. @param {any[]} row */
const comparable = (row) =>
  row[0] === 'on_attr'
    ? ['on_attr', true]
    : row[0] === 'placeholder' && row[2] === 'Tensor'
      ? [row[0], row[1], 'FakeTensor']
      : row;

/** @param {Session} session @param {Recorder} recorder @param {any} row */
function replayRow(session, recorder, row) {
  const what = `export_pass_base: ${row.title}`;
  checkSnapshot(session, recorder, `${what}: before`, row.before, { tables: row.tables });
  checkConventions(recorder, `${what}: before`, row.before.graph);
  recorder.equal(`${what}: graphs with one output`, true, oneOutput(row.before.graph));
  withProgram(session, toProgram(row.before.graph, { tables: row.tables ?? {} }), (handle) => {
    /** @type {any[]} */
    const log = [];
    const pass = row.log === undefined ? (OVERRIDES[row.title] ?? {}) : logging(log);
    let result;
    try {
      result = session.retrace(handle, pass);
    } catch (error) {
      if (!(error instanceof SeesawError)) throw error;
      const { exception, message } = error.diagnostics[0];
      recorder.equal(
        `${what}: error`,
        row.error && tracesRemoved(row.error),
        tracesRemoved({ type: exception, message }),
      );
      const node = /While executing ([^\n]*)/.exec(message)?.[1] ?? null;
      recorder.equal(`${what}: node_debug_str`, row.node_debug_str, node);
    }
    if (row.log !== undefined) recorder.equal(`${what}: callbacks`, row.log.map(comparable), log);
    if (result === undefined) return;
    try {
      recorder.equal(`${what}: error`, row.error, undefined);
      // A retracing pass always says that it changed something.
      recorder.equal(`${what}: modified`, row.modified, true);
      recorder.equal(`${what}: node_debug_str`, row.node_debug_str, result.nodeDebugStr);
      compareTexts(session, recorder, `${what}: after`, row.after, result.handle);
      const { graph } = fromProgram(session.print(result.handle, { format: 'json' }));
      recorder.equal(`${what}: after_graph`, comparableGraph(row.after_graph), comparableGraph(graph));
    } finally {
      session.close(result.handle);
    }
  });
}

/** @param {any} graph @returns {boolean} */
const oneOutput = (graph) =>
  graph.nodes.filter((/** @type {any} */ node) => node.op === 'output').length === 1 &&
  Object.values(graph.children ?? {}).every(oneOutput);

/**
 * The stack trace at the end of an error is that of the recording's table.
 * @param {{ type?: string, message: string }} error
 */
const tracesRemoved = ({ type, message }) => ({ type, message: message.replace(/\nOriginal traceback:\n[^]*$/, '') });

/** @param {Session} session @param {Recorder} recorder @param {any} data */
export function exportPassBase(session, recorder, data) {
  for (const row of data.cases) {
    if (Object.hasOwn(PYTHON, row.title)) recorder.leaveOut(PYTHON[row.title]);
    else recorder.attempt(`export_pass_base: ${row.title}`, () => replayRow(session, recorder, row));
  }
  protectedMetadata(session, recorder, data.node_metadata ?? []);
  if (data.proxy_value !== undefined) recorder.leaveOut('ProxyValue as an object of Python');
}

/**
 * Metadata of a node that is walked, to which its last entry is added: all of it, whether that is there, and its value.
 * @param {Session} session
 * @param {any} row
 */
function metadataOf(session, { data }) {
  const [added, value] = /** @type {[string, any]} */ (Object.entries(data).at(-1));
  const metas = [[], Object.entries(data).filter(([key]) => key !== added)];
  const node = (
    /** @type {number} */ id,
    /** @type {string} */ op,
    /** @type {string} */ name,
    /** @type {any[]} */ args,
    more = {},
  ) => ({ id, op, name, target: name, args, ...more });
  const nodes = [
    node(0, 'placeholder', 'x', [], { meta: 1 }),
    node(1, 'output', 'output', [{ t: [{ n: 0 }] }], { meta: 0 }),
  ];
  const program = JSON.stringify({
    format: 'seesaw.program',
    version: 1,
    modules: [{ class: 'GraphModule', nodes }],
    metas,
  });
  return withProgram(session, program, (handle) => {
    /** @type {any} */
    let given;
    const result = session.retrace(handle, {
      placeholder: (name, val, meta, next) => {
        meta.set(added, value);
        given = {
          data: { ...meta.data, [added]: meta.get(added) },
          has: meta.get(added) !== undefined,
          get: meta.get(added),
        };
        return next();
      },
    });
    session.close(result.handle);
    return given;
  });
}

/** What NodeMetadata refuses to set. @param {Session} session @param {Recorder} recorder @param {any[]} rows */
function protectedMetadata(session, recorder, rows) {
  const source = 'def forward(self, x: "f32[3]"):\n    return (x,)\n';
  for (const row of rows) {
    const key = /key: (\w+)/.exec(row.message ?? '')?.[1];
    if (row.data !== undefined) {
      recorder.attempt('export_pass_base: metadata', () =>
        recorder.equal('export_pass_base: metadata', row, metadataOf(session, row)),
      );
      continue;
    }
    if (key === undefined) {
      recorder.skip('what was done with NodeMetadata is not known');
      continue;
    }
    recorder.attempt(`export_pass_base: metadata ${key}`, () =>
      withProgram(session, source, (handle) => {
        let failed;
        try {
          session.retrace(handle, {
            output: (results, meta, next) => {
              meta.set(key, 1);
              return next();
            },
            placeholder: (name, val, meta, next) => {
              meta.set(key, 1);
              return next();
            },
          });
        } catch (error) {
          if (!(error instanceof SeesawError)) throw error;
          failed = {
            type: error.diagnostics[0].exception,
            message: error.diagnostics[0].message.split('\n\nWhile executing')[0],
          };
        }
        recorder.equal(`export_pass_base: metadata ${key}`, { type: row.type, message: row.message }, failed);
      }),
    );
  }
}
