/** Names, targets, arguments, code, stack traces. */
import { argToSeesaw, fromProgram, toProgram } from './format.js';
import { compareTexts, mask, printForm, roundTrip, withProgram } from './snapshots.js';

/** @typedef {import('../index.js').Session} Session @typedef {import('./recorder.js').Recorder} Recorder */

/** @param {Session} session @param {Recorder} recorder @param {any} data */
export function namespace(session, recorder, data) {
  data.sequences.forEach((/** @type {any} */ row, /** @type {number} */ i) => {
    recorder.attempt(`namespace: sequence ${i}`, () =>
      recorder.equal(
        `namespace: sequence ${i}`,
        row.names,
        session.call('names', { candidates: row.candidates }).value,
      ),
    );
  });
  data.with_objects.forEach((/** @type {any[]} */ rows, /** @type {number} */ i) => {
    recorder.attempt(`namespace: with objects ${i}`, () => {
      const candidates = rows.map(([candidate, object]) => [candidate, object]);
      recorder.equal(
        `namespace: with objects ${i}`,
        rows.map((row) => row[2]),
        session.call('names', { candidates }).value,
      );
    });
  });
  for (const list of ['keywords', 'builtins', 'custom_builtins']) {
    // A reserved name is never given: it gets a number, also when it starts with an underscore.
    recorder.equal(`namespace: ${list}, each once`, data[list].length, new Set(data[list]).size);
    const expected = data[list].map((/** @type {string} */ name) => `${name}_1`);
    recorder.equal(
      `namespace: ${list}`,
      expected,
      data[list].map((/** @type {string} */ name) => session.call('names', { candidates: [name] }).value[0]),
    );
  }
}

/** @param {Session} session @param {Recorder} recorder @param {any} data */
export function targets(session, recorder, data) {
  recorder.equal(
    'targets: snake case',
    Object.values(data.snake_case),
    session.call('names', { snakeCase: Object.keys(data.snake_case) }).value,
  );
  for (const row of data.targets) recorder.attempt(`targets: ${row.expr}`, () => target(session, recorder, row));
  const ops = session.describe({ formulas: false }).ops;
  // Packets and overloads are listed without `torch.ops.`, functions with their path.
  const effects = ops
    .filter((/** @type {any} */ op) => op.sideEffect)
    .map((op) => (op.path.startsWith('torch.ops.higher_order.') ? op.path : op.path.replace('torch.ops.', '')));
  recorder.equal('targets: side effects', [...data.side_effectful].sort(), effects.sort());
  const template = (/** @type {any} */ op) =>
    ({
      infix: `{} ${op.python[1]} {}`,
      prefix: `${op.python[1]}{}`,
      index: '{}[{}]',
      inplace: `{} ${op.python[1]} {}`,
      setitem: '{}[{}] = {}',
    })[/** @type {string} */ (op.python[0])];
  const tableOf = (/** @type {string[]} */ forms) =>
    Object.fromEntries(
      ops
        .filter((/** @type {any} */ op) => op.python && forms.includes(op.python[0]))
        .map((op) => [op.path.replace('operator.', ''), template(op)])
        .sort(),
    );
  const sorted = (/** @type {Record<string, string>} */ table) => Object.fromEntries(Object.entries(table).sort());
  recorder.equal('targets: magic methods', sorted(data.magic_methods), tableOf(['infix', 'prefix', 'index']));
  recorder.equal('targets: inplace methods', sorted(data.inplace_methods), tableOf(['inplace', 'setitem']));
  for (const [base, path, expected] of data.format_target) {
    recorder.attempt(`targets: format_target ${path}`, () =>
      recorder.equal(`targets: format_target ${base}, ${path}`, expected, formatTarget(session, base, path)),
    );
  }
}

/** @param {Session} session @param {Recorder} recorder @param {any} row */
function target(session, recorder, row) {
  const what = `targets: ${row.expr}`;
  const known = session.call('callable', { path: row.pretty }).value;
  recorder.equal(
    what,
    [row.to_str, row.name, row.pretty, row.qualified, row.impure],
    [known.snakeCase, known.nodeName, known.path, known.qualified, known.impure],
  );
  const { handle } = session.edit(null, [
    { do: 'placeholder', target: 'x' },
    { do: 'call_function', target: row.pretty, args: [{ n: 0 }] },
  ]);
  try {
    const line = session
      .print(handle, { format: 'code' })
      .split('\n')
      .filter((l) => l.trim() !== '')[1]
      .trim();
    recorder.equal(`${what}: code`, row.python_line, line);
  } catch (error) {
    const diagnostic = /** @type {any} */ (error).diagnostics?.[0];
    recorder.equal(
      `${what}: code`,
      row.error,
      diagnostic && { type: diagnostic.exception, message: diagnostic.message },
    );
  } finally {
    session.close(handle);
  }
}

/** @param {Session} session @param {string} base @param {string} path */
function formatTarget(session, base, path) {
  const self = base === 'self';
  const steps = self
    ? [{ do: 'create_node', op: 'get_attr', target: path, name: 'v' }]
    : [
        { do: 'placeholder', target: base },
        { do: 'create_node', op: 'call_method', target: path, args: [{ n: 0 }], name: 'v' },
      ];
  const { handle } = session.edit(null, steps);
  const line =
    session
      .print(handle, { format: 'code' })
      .split('\n')
      .find((l) => l.includes('v = ')) ?? '';
  session.close(handle);
  const value = line.trim().split(';  ')[0].slice('v = '.length);
  return self ? value : value.replace(/\(\)$/, '');
}

/** Splits the Python form of items at the commas between them. @param {string} text @returns {string[]} */
function pythonItems(text) {
  const items = [''];
  let depth = 0;
  for (const [token] of text.matchAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^]/g)) {
    if ('([{<'.includes(token)) depth += 1;
    if (')]}>'.includes(token)) depth -= 1;
    if (token === ',' && depth === 0) items.push('');
    else items[items.length - 1] += token;
  }
  return items.map((item) => item.trim()).filter((item) => item !== '');
}

/**
 * A recorded value as Seesaw's JSON. Named tuples are recorded as plain ones; the Python form tells them apart.
 * @param {any} arg @param {string} python @param {(name: string) => any} node @returns {any}
 */
function namedLike(arg, python, node) {
  const values = Array.isArray(arg) ? arg : (arg?.t ?? arg?.d);
  if (!Array.isArray(values)) return argToSeesaw(arg, node);
  const call = /^([A-Za-z]\w*)\((.*)\)$/s.exec(python);
  const items = pythonItems(call === null ? python.slice(1, -1) : call[2]);
  if (items.length !== values.length) return argToSeesaw(arg, node);
  /** @type {(value: any, i: number) => any} */
  const plain = (value, i) => namedLike(value, items[i], node);
  if (Array.isArray(arg)) return arg.map(plain);
  if (arg.d !== undefined) {
    const text = items.map((item) => /^(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^'":]*): (.*)$/s.exec(item)?.[1] ?? '');
    return {
      d: values.map((/** @type {any[]} */ [key, value], /** @type {number} */ i) => [
        typeof key === 'string' ? key : argToSeesaw(key, node),
        namedLike(value, text[i], node),
      ]),
    };
  }
  const fields = items.map((item) => /^([A-Za-z]\w*)=(.*)$/s.exec(item) ?? []);
  if (call === null || items.length === 0 || fields.some((field) => field.length === 0))
    return { t: values.map(plain) };
  return {
    named_tuple: [
      `__main__.${call[1]}`,
      { t: fields.map((field) => field[1]) },
      ...values.map((value, i) => namedLike(value, fields[i][2], node)),
    ],
  };
}

/** @param {Session} session @param {Recorder} recorder @param {any} data */
export function formatArgs(session, recorder, data) {
  for (const row of data.values) {
    recorder.attempt(`format_args: ${row.python}`, () => {
      const value = namedLike(row.arg, row.python, () => 0);
      const { handle } = session.edit(null, [
        { do: 'placeholder', target: 'x' },
        { do: 'call_function', target: 'torch.add', args: [{ n: 0 }, value], kwargs: { k: value } },
      ]);
      // The line was recorded before there was an output, the code with one.
      const str = session.edit(handle, [
        { do: 'format_node', node: 1 },
        { do: 'output', args: [{ n: 1 }] },
      ]).steps[0].value;
      const code = session.print(handle, { format: 'code' });
      session.close(handle);
      recorder.equal(`format_args: ${row.python}: str`, row.str, mask(/** @type {string} */ (str)));
      recorder.equal(`format_args: ${row.python}: code`, row.code, mask(code.split('\n    ')[1]));
    });
  }
  for (const row of data.outputs) {
    recorder.attempt(`format_args: output ${row.expr}`, () => outputRow(session, recorder, row));
  }
  for (const row of data.nested) {
    recorder.attempt(`format_args: nested ${row.args}`, () => {
      roundTrip(session, recorder, `format_args: nested ${row.args}`, { str: row.str, code: row.code });
      withProgram(session, row.code, (handle) => {
        const nodes = session.edit(handle, [{ do: 'nodes' }]).steps[0].value;
        const stack = /** @type {any[]} */ (nodes).find((n) => n.name === 'stack');
        const inputs = session.edit(handle, [{ do: 'all_input_nodes', node: stack.id }]).steps[0].value;
        recorder.equal(
          `format_args: nested ${row.args}: inputs`,
          row.inputs,
          /** @type {any[]} */ (inputs).map((n) => n.name),
        );
      });
    });
  }
  for (const row of data.max_list_len) {
    const arg = Array.from({ length: row.n }, (_, i) => i);
    recorder.equal(
      `format_args: list of ${row.n}`,
      row.out,
      session.call('format_arg', { arg, limit: row.limit }).value,
    );
  }
}

/** @param {Session} session @param {Recorder} recorder @param {any} row */
function outputRow(session, recorder, row) {
  const ids = { x: 0, y: 1, add: 2, mul: 3 };
  const returned = /\n {4}return (.*)$/s.exec(row.str)?.[1] ?? '';
  const result = namedLike(row.output_arg, returned, (name) => ids[/** @type {keyof typeof ids} */ (name)]);
  const { handle } = session.edit(null, [
    { do: 'placeholder', target: 'x' },
    { do: 'placeholder', target: 'y' },
    { do: 'call_function', target: 'operator.add', args: [{ n: 0 }, { n: 1 }] },
    { do: 'call_function', target: 'operator.mul', args: [{ n: 2 }, { n: 1 }] },
    { do: 'output', args: [result] },
  ]);
  const what = `format_args: output ${row.expr}`;
  compareTexts(session, recorder, what, { str: row.str, code: row.code }, handle);
  const { steps } = session.edit(handle, [
    { do: 'users', node: 2 },
    { do: 'all_input_nodes', node: 4 },
  ]);
  session.close(handle);
  recorder.equal(
    `${what}: users`,
    [row.users_a, row.inputs_of_output],
    steps.map((s) => /** @type {any[]} */ (s.value).map((n) => n.name)),
  );
}

/** What str(graph) shows of a node; the data of a tensor is its shape and dtype here. @param {any} node */
function shownInText(node) {
  const { op, name, target, args, kwargs, users } = node;
  return JSON.parse(JSON.stringify({ op, name, target, args, kwargs, users }));
}

/** dtype and shape of a node's value, if it is a tensor. @param {any} node */
function annotation(node) {
  const val = node.val ?? node.example_value;
  return val?.s === undefined || val.t === undefined ? null : [val.t, val.s];
}

/** @param {Session} session @param {Recorder} recorder @param {any} data */
export function codegen(session, recorder, data) {
  for (const row of data) {
    const what = `codegen: ${row.title}`;
    // The data of tensor immediates is only in the text; the traces of this file are only in its verbose text.
    const immediates = JSON.stringify(row.nodes).includes('{"tensor":');
    const traces = row.nodes.some((/** @type {any} */ n) => n.st !== undefined);
    recorder.attempt(what, () => {
      const source = immediates ? row.str : toProgram({ class: 'GraphModule', nodes: row.nodes });
      withProgram(session, source, (handle) => {
        compareTexts(session, recorder, what, { str: row.str, code: row.code, tabular: row.tabular }, handle);
        recorder.equal(
          `${what}: nodes`,
          row.nodes.map(shownInText),
          fromProgram(session.print(handle, { format: 'json' })).graph.nodes.map(shownInText),
        );
        if (!traces) recorder.equalText(`${what}: verbose`, row.verbose, session.print(handle, { format: 'verbose' }));
      });
      if (traces) {
        recorder.equal(`${what}: lines above the code`, /^\n*/.exec(row.code)?.[0], /^\n*/.exec(row.verbose)?.[0]);
        // As the body of a class, where comments tell traces.
        const body = row.verbose
          .replace(/^\n+/, '')
          .split('\n')
          .map((/** @type {string} */ line) => `    ${line}`)
          .join('\n');
        const text = `class GraphModule(torch.nn.Module):\n${body}`;
        withProgram(session, text, (handle) => {
          recorder.equalText(`${what}: verbose`, text, printForm(session, handle, 'readable'));
          const read = fromProgram(session.print(handle, { format: 'json' })).graph.nodes;
          recorder.equal(
            `${what}: annotations`,
            row.nodes.map(annotation),
            read.map((/** @type {any} */ node, /** @type {number} */ i) =>
              annotation(row.nodes[i]) === null ? null : annotation(node),
            ),
          );
        });
      }
      // A parameter called self, or no output, cannot be known from the code alone.
      roundTrip(session, recorder, what, { str: row.str });
    });
  }
}

/** @param {Session} session @param {Recorder} recorder @param {any} data */
export function stackTraces(session, recorder, data) {
  data.forEach((/** @type {any} */ row, /** @type {number} */ i) => {
    recorder.attempt(`stack_traces: ${i}`, () => {
      const { value } = session.call('stack_trace', {}, row.raw);
      const actual = {
        raw: row.raw,
        file: value.file ?? null,
        lineno: value.line ?? null,
        name: value.function ?? null,
        code: value.code ?? null,
        summary: value.summary ?? null,
      };
      recorder.equal(`stack_traces: ${i}`, row, actual);
    });
  });
}

/** @param {Session} session @param {Recorder} recorder @param {any} data */
export function renameWithoutCollisions(session, recorder, data) {
  data.forEach((/** @type {any[][]} */ rows, /** @type {number} */ i) => {
    const renames = rows.map((row) => row.slice(0, 3));
    recorder.attempt(`rename_without_collisions: ${i}`, () =>
      recorder.equal(
        `rename_without_collisions: ${i}`,
        rows.map((row) => row[3]),
        session.call('names', { renames }).value,
      ),
    );
  });
}
