/**
 * Functions and layers captured with each of their parameters set, held against torch.export
 * (data/capture_arguments.json, recorded by oracle/record_arguments.py).
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { Session } from '../../wasm/js/index.js';

/** @typedef {{ layer?: string, call: string, graph?: string, error?: string }} Row */

/** @param {string} path */
const text = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');
/** @type {{ inputs: Record<string, string>, signatures: Record<string, string[]>, rows: Row[] }} */
const { inputs, signatures, rows } = JSON.parse(text('../data/capture_arguments.json'));
/**
 * What PyTorch captures and Seesaw refuses so far, and what Seesaw takes and PyTorch refuses.
 * @type {{ refused: string[], taken: string[] }}
 */
const NOT_YET = JSON.parse(text('../data/capture_arguments_not_yet.json'));

/** @type {Session} */
let session;
before(async () => {
  session = await Session.create({ full: true });
});

/** The operators of a graph, one a line, as the recorder writes them. @param {string} graph */
function brief(graph) {
  const lines = graph.split('\n').map((line) => line.trim().replace(/ : \[num_users=\d+\]/, ''));
  return lines
    .filter((line) => line !== '' && !line.startsWith('graph()') && !line.includes('= placeholder['))
    .map((line) =>
      line
        .replace(
          /^%(\S+) = call_function\[target=(?:torch\.ops\.aten\.)?(.*?)\]\(args = \((.*)\), kwargs = \{(.*)\}\)$/,
          (_, name, target, args, kwargs) => `${name} = ${target}(${args}${kwargs === '' ? '' : `; ${kwargs}`})`,
        )
        .replace(/^return /, ''),
    )
    .join('\n');
}

/** @param {string} call */
const namesIn = (call) => {
  const words = new Set(call.match(/(?<![\w.'])[a-z]\w*(?!\w*=[^=])(?![\w'])/g));
  return Object.keys(inputs).filter((name) => words.has(name));
};

/** @param {Row} row */
const nameOf = (row) => (row.layer === undefined ? row.call : `${row.layer}: ${row.call}`);

/**
 * The graph in short, or why there is none.
 * @param {{ layer?: string, call: string }} row
 * @returns {{ graph?: string, refused?: any[] }}
 */
function captured({ layer, call }) {
  const names = namesIn(call);
  const init =
    layer === undefined ? '' : `    def __init__(self):\n        super().__init__()\n        self.layer = ${layer}\n`;
  const source =
    'import torch\nfrom torch import nn\nimport torch.nn.functional as F\n\nclass ' +
    `M(nn.Module):\n${init}    def forward(self, ${names.join(', ')}):\n ` +
    '       return ' +
    `${layer === undefined ? call : `self.layer(${call})`}\n`;
  try {
    const { handle } = session.trace(source, { inputs: names.map((name) => inputs[name]) });
    const graph = brief(session.print(/** @type {number} */ (handle), { format: 'graph' }));
    session.close(/** @type {number} */ (handle));
    return { graph };
  } catch (error) {
    const { diagnostics } = /** @type {any} */ (error);
    if (diagnostics === undefined) throw error;
    return { refused: diagnostics };
  }
}

test('functions and layers record what PyTorch records, or say why not', () => {
  /** @type {Record<string, string[]>} */
  const found = { different: [], refused: [], taken: [], silent: [] };
  for (const row of rows) {
    const { graph, refused } = captured(row);
    if (refused !== undefined && !refused.some((d) => d.severity === 'error' && d.message !== ''))
      found.silent.push(nameOf(row));
    if (row.graph === undefined && graph !== undefined) found.taken.push(nameOf(row));
    else if (row.graph !== undefined && graph === undefined) found.refused.push(nameOf(row));
    else if (row.graph !== graph) found.different.push(nameOf(row));
  }
  assert.deepEqual(found, { different: [], refused: NOT_YET.refused, taken: NOT_YET.taken, silent: [] });
});

/** What records declare: "elu(Tensor input, float alpha=1.0, bool inplace=False)". */
const declared = readdirSync(new URL('../../core/engine/ops/', import.meta.url), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.cpp'))
  .flatMap((file) =>
    // A long text is several literals, one below the other.
    [
      ...text(`../../core/engine/ops/${file}`)
        .replaceAll(/"\n\s*"/g, '')
        .matchAll(/\.functional =\s*"([^"]*)"/g),
    ].map((match) => match[1]),
  );

/** Functions and layers that capture has a body of. @returns {string[]} */
function written() {
  const folder = new URL('../../core/engine/capture/library/torch/', import.meta.url);
  // Recorded as sources: python_scripts, foreign_scripts, foreign_z.
  const elsewhere = [
    ...['nn.DeQuantStub', 'nn.FloatFunctional', 'nn.QuantStub', 'nn.QuantWrapper', 'nn.SyncBatchNorm'],
    ...['F.multi_head_attention_forward', 'F._Reduction_get_enum'],
  ];
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.py'))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'));
  const inside = /^(?:Module|RNNBase|RNNCellBase|NonDynamicallyQuantizableLinear|ParametrizationList)$/;
  return found
    .flatMap((part) =>
      [...part.matchAll(/^(?:def F_(\w+)|class ([A-Z]\w+)\()/gm)].map(([, name, layer]) =>
        name === undefined ? `nn.${layer}` : `F.${name}`,
      ),
    )
    .filter((path) => !inside.test(path.slice(3)) && !elsewhere.includes(path));
}

test('each parameter of the functions and layers that are known occurs in a recorded call', () => {
  const missing = [];
  for (const path of written()) if (signatures[path] === undefined) missing.push(path);
  for (const functional of declared)
    if (signatures[`F.${functional.slice(0, functional.indexOf('('))}`] === undefined) missing.push(functional);
  for (const [path, names] of Object.entries(signatures)) {
    const calls = rows.map(nameOf).filter((name) => name.startsWith(`${path}(`));
    const containers = /^nn\.(?:Sequential|ModuleList|ModuleDict|ParameterList|ParameterDict)$/;
    for (const name of names)
      if (
        !['args', 'kwargs'].includes(name) &&
        !containers.test(path) &&
        !calls.some((call) => new RegExp(`\\b${name}=`).test(call))
      )
        missing.push(`${path}: ${name}`);
  }
  assert.deepEqual(missing, []);
});

test('an operator as torch.nn.functional declares it has the parameters that PyTorch has', () => {
  assert.ok(declared.length > 30, `${declared.length} declarations`);
  for (const functional of declared) {
    const name = functional.slice(0, functional.indexOf('('));
    const parameters = functional
      .slice(functional.indexOf('(') + 1, -1)
      .split(', ')
      .map((part) => part.split('=')[0].split(' ').at(-1));
    assert.deepEqual(parameters, signatures[`F.${name}`], name);
  }
});
