/**
 * The tools of the MCP server, one record each: what it is for, what it takes, what it does.
 *
 * What: `run` answers with a text; what goes wrong is thrown as diagnostics, with place and remedy.
 * Why: a record is all there is of a tool: the server registers it, the README lists it.
 *
 *   await TOOLS.print.run(context, { format: 'code' })
 */
import { judgedCalls, renderJudgement } from '../checking.js';
import { render } from '../diff.js';
import { checkSteps, renderSteps } from '../execution.js';
import { describePasses, renderReports } from '../reports.js';
import { renderDiagnostic } from '../../diagnostics.js';
import { align, programOf } from '../../diff/align.js';
import { failure } from '../../error.js';
import { graphOfRepro } from '../../repro.js';
import { lines, list } from './bounded.js';
import { current, stateOf } from './graphs.js';
import { nodesOf } from '../../diff/nodes.js';
import { openFile, openText } from './opening.js';
import { FROM, GRAPH, STEP, count, listOf, object, text, yes } from './schema.js';

/**
 * @typedef {{ session: import('../../index.js').Session, graphs: import('./graphs.js').Graphs, roots: string[] }}
 *   Context
 */
/** @typedef {import('./graphs.js').Graph} Graph */
/**
 * @typedef {Record<string, unknown>} Schema
 * @typedef {{ title: string, doc: string, schema: Schema | ((known: import('../../index.js').Description) => Schema),
 *   reads?: true, run: (context: Context, args: any) => string | Promise<string> }} Tool `schema`: what it takes, of
 *   what the engine knows; `reads`: it changes nothing
 */

/** @param {import('../../index.js').Diagnostic[]} diagnostics @param {string} name @param {string | null} source */
const rendered = (diagnostics, name, source) => diagnostics.map((one) => renderDiagnostic(one, name, source)).join('');

/** The parts of an answer that are there. @param {string[]} parts */
const joined = (...parts) =>
  parts
    .map((part) => part.replace(/\n+$/, ''))
    .filter((part) => part !== '')
    .join('\n\n');

const PASS = {
  anyOf: [
    { type: 'string', description: 'name of a pass' },
    object({ name: text('name of the pass'), options: { type: 'object', description: 'its options, by name' } }, [
      'name',
    ]),
  ],
};

/** @param {(string | import('../../index.js').PassRequest)[]} passes */
const requests = (passes) => passes.map((pass) => (typeof pass === 'string' ? { name: pass } : pass));

/** @param {Context} context @param {Graph} graph @param {any[]} passes @param {boolean} [ambientGrad] */
function ran({ graphs }, graph, passes, ambientGrad) {
  const { reports, succeeded } = graphs.run(graph, passes, ambientGrad);
  const said = reports.flatMap(({ diagnostics }) => diagnostics);
  const report = renderReports(
    reports.map((one) => ({ ...one, why: [] })),
    graph.name,
    { times: false },
  );
  const why = reports.reduce((sum, one) => sum + one.why.length, 0);
  if (!succeeded) throw failedPass(graph, report, said);
  const more = why === 0 ? '' : `why has ${why} ${why === 1 ? 'reason' : 'reasons'}`;
  return joined(lines(report), lines(rendered(said, graph.name, graph.text)), more, stateOf(graph));
}

/** @param {Graph} graph @param {string} report @param {import('../../index.js').Diagnostic[]} said */
function failedPass(graph, report, said) {
  const error = failure('pass', `a pass failed, and is no step: ${report.trim().split('\n').at(-1)}`, stateOf(graph));
  error.diagnostics.unshift(...said);
  return error;
}

/** The steps that are ahead, run again or taken as they are. @param {Context} context @param {any} args */
function step({ graphs, ...rest }, { graph: id, pass, ambient_grad: ambientGrad }) {
  const graph = graphs.find(id);
  if (pass !== undefined) return ran({ graphs, ...rest }, graph, requests([pass]), ambientGrad);
  if (graph.at + 1 >= graph.steps.length)
    throw failure('step', `no step is ahead in ${graph.id}`, 'name a pass: {"pass": "eliminate_dead_code"}');
  graph.at++;
  return stateOf(graph);
}

/** @param {Context} context @param {any} args */
function diff({ session, graphs }, { graph: id, before, after, with: other, from }) {
  const graph = graphs.find(id);
  const second = graphs.stepOf(graph, after);
  const of = other === undefined ? graph : graphs.find(other);
  graphs.find(graph.id); // the one used last is the first
  const first =
    before !== undefined || of !== graph ? graphs.stepOf(of, before) : graph.steps[Math.max(0, graph.at - 1)];
  const side = (/** @type {Graph} */ own, /** @type {import('./graphs.js').Step} */ { title, handle }) => ({
    ...nodesOf(session, handle),
    name: `${own.id} after ${title}`,
    text: null,
  });
  const [a, b] = [side(of, first), side(graph, second)];
  return lines(render(align(a.json, b.json), a, b, [], true), { from });
}

/** @param {Context} context @param {any} args */
function why({ graphs }, { graph: id, step: to, from }) {
  const graph = graphs.find(id);
  const steps = to === undefined ? graph.steps.slice(0, graph.at + 1) : [graphs.stepOf(graph, to)];
  const reports = steps.flatMap(({ report }) => (report === undefined ? [] : [report]));
  if (reports.length === 0) throw failure('why', 'no pass has run', 'run one first');
  return lines(renderReports(reports, graph.name, { times: false }), { from });
}

/** @param {Context} context @param {any} args */
function check({ session, graphs }, { graph: id, seed = 0 }) {
  const graph = graphs.find(id);
  const { handle } = current(graph);
  const calls = judgedCalls(session, handle, graph.at === 0 && graph.text !== null ? graphOfRepro(graph.text) : null);
  const steps = graph.steps.slice(0, graph.at + 1);
  const values = steps.slice(1).map(({ title, report, handle: after, ambientGrad = true }, i) => {
    const named = /** @type {any} */ ({ ...(report ?? { why: [] }), pass: title, snapshot: after });
    return renderSteps(checkSteps(session, steps[i].handle, [named], { seed, ambientGrad }), seed);
  });
  const verdict = `shapes and arguments: ${renderJudgement(calls).replace(' (--allow-unknown accepts this)', '')}`;
  return joined(
    verdict,
    lines(rendered(calls.diagnostics, graph.name, graph.at === 0 ? graph.text : null)),
    values.length === 0
      ? 'values: no step to compare'
      : `values, each step with the one before:\n${lines(values.join(''))}`,
  );
}

/** @param {Context} context @param {any} args */
function search({ session, graphs }, { graph: id, query = '', op, path, from = 1, count: most = 50 }) {
  const { json, pathOf, textOf } = nodesOf(session, current(graphs.find(id)).handle);
  const has = (/** @type {string} */ one) => one.toLowerCase().includes(query.toLowerCase());
  const found = programOf(json).nodes.filter(
    (node) =>
      (op === undefined || node.op === op) &&
      (path === undefined || pathOf(node) === path) &&
      (has(node.name) || has(node.target)),
  );
  if (found.length === 0) return `no node is called so or calls this: ${JSON.stringify(query)}`;
  const rows = found.map((node, i) => {
    // Only what is shown is written out.
    if (i < from - 1 || i >= from - 1 + most) return '';
    const type = node.type === null ? '' : `  # ${node.type}`;
    return `${pathOf(node) === '' ? '' : `${pathOf(node)}: `}${textOf(node)}${type}`;
  });
  return list(rows, { from, count: most, what: 'nodes' });
}

/** @param {Context} context @param {any} args */
function edit({ session, graphs }, { graph: id, change, path }) {
  const graph = graphs.find(id);
  const before = current(graph);
  const { handle, nodes, title, made, diagnostics } = session.change(
    before.handle,
    change,
    path === undefined ? {} : { path },
  );
  graphs.push(graph, { title, handle, nodes });
  const new_ = made.length === 0 ? '' : `new: ${made.slice(0, 50).join(', ')}`;
  return joined(title, new_, lines(rendered(diagnostics, graph.name, null)), stateOf(graph));
}

/** @param {Context} context @param {any} args */
async function open({ session, graphs, roots }, { text: given, file, name = 'graph', inputs, function: named }) {
  if ((given === undefined) === (file === undefined))
    throw failure('open', 'a text or a file is opened, one of them', 'give text, or file');
  const trace = {
    ...(inputs === undefined ? {} : { inputs }),
    ...(named === undefined ? {} : { function: named }),
  };
  const opened =
    given === undefined ? await openFile(session, file, roots, trace) : openText(session, name, given, trace);
  const graph = graphs.add(opened);
  const said = lines(rendered(opened.diagnostics, opened.name, opened.text));
  return joined(opened.captured ? 'captured from Python source' : '', said, stateOf(graph));
}

/** @type {Record<string, Tool>} */
export const TOOLS = {
  open: {
    title: 'Open a graph',
    doc:
      'Opens what PyTorch printed of a graph (torch.export, torch.fx, Dynamo, AOTAutograd, Inductor), ' +
      'Python source with ' +
      'a forward function or module (captured as torch.export does), or a file: such a text, a saved model (.pt2), a ' +
      'stage of a log (LOG#0/0/joint). Gives an id. Nothing is written to files.',
    schema: object({
      text: text('the text of the graph, or Python source'),
      file: text('path of a file, relative to the first folder of the server'),
      name: text('what to call the text'),
      inputs: listOf({ type: 'string' }, 'of Python source: what forward takes, such as "f32[2, 3]", in order'),
      function: text('of Python source: the function to capture'),
    }),
    run: open,
  },
  print: {
    title: 'Print a graph',
    reads: true,
    doc: 'Prints the present program, or that of a step or bookmark, byte for byte as PyTorch does.',
    schema: ({ formats }) =>
      object({
        graph: GRAPH,
        step: STEP,
        format: { type: 'string', enum: formats.map(({ name }) => name), description: 'default: readable' },
        path: text('a nested graph, such as submod_1'),
        from: FROM,
        count: count('lines of the answer, 200 unless given', 2000),
      }),
    run: ({ session, graphs }, { graph: id, step: to, format, path, from, count: most }) => {
      const { handle } = graphs.stepOf(graphs.find(id), to);
      const options = { ...(format === undefined ? {} : { format }), ...(path === undefined ? {} : { path }) };
      return lines(session.print(handle, options), { from, count: most });
    },
  },
  run: {
    title: 'Run passes',
    doc: 'Runs passes on the present program; each is a step. What was ahead of the present step is dropped.',
    schema: object(
      {
        graph: GRAPH,
        passes: { ...listOf(PASS, 'in their order; tool passes lists them'), minItems: 1, maxItems: 500 },
        ambient_grad: yes('torch.is_grad_enabled() while they run; default: true'),
      },
      ['passes'],
    ),
    run: (context, { graph, passes, ambient_grad: ambientGrad }) =>
      ran(context, context.graphs.find(graph), requests(passes), ambientGrad),
  },
  step: {
    title: 'One step on',
    doc: 'Goes to the step that is ahead (after a rewind), or runs one pass more.',
    schema: object({ graph: GRAPH, pass: PASS, ambient_grad: yes('as of run') }),
    run: step,
  },
  diff: {
    title: 'Compare two programs',
    reads: true,
    doc:
      'Compares two steps by structure and not by names: whether they are the same, and what differs, the first ' +
      'difference first. Default: the present step with the one before it.',
    schema: object({
      graph: GRAPH,
      before: STEP,
      after: STEP,
      with: text('id of another graph: before is a step of it'),
      from: FROM,
    }),
    run: diff,
  },
  why: {
    title: 'Why the passes did what they did',
    reads: true,
    doc: 'What each pass decided for each region, which condition decided it, and where PyTorch loses something.',
    schema: object({ graph: GRAPH, step: STEP, from: FROM }),
    run: why,
  },
  check: {
    title: 'Check shapes and values',
    reads: true,
    doc:
      'What PyTorch would say of shapes and arguments of all calls; and whether each step keeps results ' +
      'and gradients, ' +
      'on sampled values, with the first node that differs.',
    schema: object({ graph: GRAPH, seed: { type: 'integer', minimum: 0, description: 'other values' } }),
    run: check,
  },
  search: {
    title: 'Search nodes',
    reads: true,
    doc: 'Nodes whose name or target has a word in it, in all graphs of the program, with arguments and types.',
    schema: object({
      graph: GRAPH,
      query: text('a part of a name or of a target, such as aten.mm; upper and lower case are the same'),
      op: {
        type: 'string',
        enum: ['placeholder', 'get_attr', 'call_function', 'call_method', 'call_module', 'output'],
      },
      path: text('only in this nested graph'),
      from: FROM,
      count: count('nodes of the answer, 50 unless given', 1000),
    }),
    run: search,
  },
  edit: {
    title: 'Edit the graph',
    doc:
      'One edit, a step: {"do": "insert", "text": "torch.relu(sin)", "after": "sin", "users": true}, ' +
      '{"do": "delete", ' +
      '"nodes": ["a"], "input": "first"}, {"do": "argument", "node": "add", "slot": [1], "text": "2"}, {"do": ' +
      '"arguments", "node": "add", "text": "(x, 2)"}, {"do": "target", "node": "add", "target": ' +
      '"torch.ops.aten.sub.Tensor"}, {"do": "rename", "node": "a", "name": "b"}, {"do": "set_grad", "nodes": ["a"], ' +
      '"enabled": false}, {"do": "extract", "nodes": ["a", "b"], "name": "part"}, {"do": "inline", "node": "part"}, ' +
      '{"do": "duplicate", "nodes": ["a"]}. The answer says what PyTorch would say of the shapes.',
    schema: object(
      {
        graph: GRAPH,
        change: {
          ...object(
            { do: text('insert, delete, argument, arguments, target, rename, set_grad, extract, inline, duplicate') },
            ['do'],
          ),
          additionalProperties: true,
        },
        path: text('a nested graph, such as submod_1'),
      },
      ['change'],
    ),
    run: edit,
  },
  bookmark: {
    title: 'Keep a step under a name',
    doc: 'Keeps the present step and the way to it under a name, for rewind, diff and print.',
    schema: object({ graph: GRAPH, name: { ...text('any name that is no number'), pattern: '^(?![0-9]+$).{1,60}$' } }, [
      'name',
    ]),
    run: ({ graphs }, { graph: id, name }) => {
      const graph = graphs.find(id);
      graphs.bookmark(graph, name);
      return stateOf(graph);
    },
  },
  rewind: {
    title: 'Back to a step',
    doc: 'Goes to a step (0: as it was opened) or to a bookmark. What is ahead stays until another step is made.',
    schema: object({ graph: GRAPH, to: STEP }, ['to']),
    run: ({ graphs }, { graph: id, to }) => {
      const graph = graphs.find(id);
      graphs.rewind(graph, to);
      return stateOf(graph);
    },
  },
  passes: {
    title: 'List passes',
    reads: true,
    doc: 'The passes with their options; with a query those whose name or summary has it.',
    schema: object({ query: text('a part of a name or of a summary'), from: FROM }),
    run: ({ session }, { query = '', from }) => {
      const has = (/** @type {string} */ one) => one.toLowerCase().includes(query.toLowerCase());
      const known = session
        .describe({ operators: false })
        .passes.filter((/** @type {any} */ { name, summary }) => has(name) || has(summary));
      if (known.length === 0)
        throw failure('pass', `no pass has '${query}' in its name or summary`, 'passes without a query lists them');
      return lines(describePasses(known), { from });
    },
  },
  state: {
    title: 'What is open',
    reads: true,
    doc: 'The open graphs with their steps and bookmarks.',
    schema: object({ graph: GRAPH }),
    run: ({ graphs }, { graph: id }) => {
      if (id !== undefined) return stateOf(graphs.find(id));
      return graphs.all.length === 0 ? 'no graph is open' : lines(graphs.all.map(stateOf).join('\n\n'));
    },
  },
  close: {
    title: 'Close a graph',
    doc: 'Closes a graph with all of its steps.',
    schema: object({ graph: GRAPH }, ['graph']),
    run: ({ graphs }, { graph: id }) => {
      const graph = graphs.find(id);
      graphs.close(graph);
      return `${graph.id} is closed`;
    },
  },
};
