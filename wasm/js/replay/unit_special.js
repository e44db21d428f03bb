/**
 * special.json: single actions of torch.fx, known by their titles. The base graph is x, add = x + 1, mul = add * x,
 * output.
 *
 * A title that is not known is skipped with a reason, so that new data shows up in the counts.
 */

/**
 * @typedef {import('../index.js').Session} Session
 * @typedef {import('./recorder.js').Recorder} Recorder
 * @typedef {import('../index.js').EditStep} Step
 */

/** @param {string} name */
const n = (name) => ({ n: name });
const ADD = 'operator.add';

/** @param {string} target @param {any[]} args @param {string} [as] @returns {Step} */
const call = (target, args, as) => ({
  do: 'call_function',
  target: `operator.${target}`,
  args,
  ...(as === undefined ? {} : { as }),
});
/** @param {string} name @returns {Step} */
const placeholder = (name) => ({ do: 'placeholder', target: name, as: name });
const OUTPUT = { do: 'output', args: [{ t: [n('mul')] }], as: 'output' };
const BASE = [placeholder('x'), call('add', [n('x'), 1], 'add'), call('mul', [n('add'), n('x')], 'mul'), OUTPUT];
/** The base graph again, in another graph. @type {Step[]} */
const OTHER = [
  { do: 'placeholder', target: 'x', as: 'other_x', scratch: true },
  { do: 'output', args: [{ t: [n('other_x')] }], as: 'other_output', scratch: true },
];
const STR = { do: 'str' };
const LINT = { do: 'lint' };
/** @param {string} name @param {string} kind @returns {Step} */
const attribute = (name, kind) => ({ do: 'set_attribute', name, kind });
const tensors = (/** @type {number} */ count) =>
  Array.from({ length: count }, (_, i) => [attribute(`t${i}`, 'tensor'), { do: 'get_attr', target: `t${i}` }]).flat();

/**
 * Titles whose last step gives the error, the result, or the warnings. `from`: the steps before; the base graph unless
 * told.
 * @type {Record<string, { from?: Step[], steps: Step[] }>}
 */
const ROWS = {
  'erase node with one user': { steps: [{ do: 'erase_node', node: 'add' }] },
  'erase node with two users': { steps: [{ do: 'erase_node', node: 'x' }] },
  'erase node of another graph': { steps: [...OTHER, { do: 'erase_node', node: 'other_output' }] },
  'erase twice warns': { steps: [{ do: 'erase_node', node: 'output' }, { do: 'erase_node', node: 'output' }, STR] },
  'create_node with unknown op': { steps: [{ do: 'create_node', op: 'weird', target: 'x' }] },
  'call_function with a string target': {
    steps: [{ do: 'create_node', op: 'call_function', target: 'notcallable', stringTarget: true }],
  },
  'call_method with a callable target': {
    steps: [{ do: 'create_node', op: 'call_method', target: ADD, callableTarget: true }],
  },
  'args as a list': { steps: [{ do: 'create_node', op: 'call_function', target: ADD, args: { list: [] } }] },
  'kwargs as a list': { steps: [{ do: 'create_node', op: 'call_function', target: ADD, kwargs: [] }] },
  'prepend to itself warns': { steps: [{ do: 'prepend', node: 'add', x: 'add' }, STR] },
  'prepend node of another graph': { steps: [...OTHER, { do: 'prepend', node: 'add', x: 'other_x' }] },
  'inserting_before node of another graph': { steps: [...OTHER, { do: 'inserting_before', node: 'other_x' }] },
  'inserting_after node of another graph': { steps: [...OTHER, { do: 'inserting_after', node: 'other_x' }] },
  'lint: use before definition': { steps: [{ do: 'append', node: 'add', x: 'x' }, LINT] },
  'lint: argument of another graph': {
    steps: [...OTHER, { do: 'set_args', node: 'mul', args: [n('add'), n('other_x')] }, LINT],
  },
  'lint: duplicate name': { from: BASE.slice(0, 3), steps: [{ do: 'set_name', node: 'add', name: 'mul' }, LINT] },
  'lint: unknown opcode': { steps: [{ do: 'set_opcode', node: 'add', op: 'weird' }, LINT] },
  'lint: get_attr of a missing attribute': {
    from: [],
    steps: [{ do: 'create_node', op: 'get_attr', target: 'nothing.here' }, LINT],
  },
  'lint: nested missing attribute': {
    from: [],
    steps: [attribute('sub', 'module'), { do: 'create_node', op: 'get_attr', target: 'sub.missing' }, LINT],
  },
  'lint: call_module of a tensor': {
    from: [],
    steps: [attribute('t', 'tensor'), { do: 'create_node', op: 'call_module', target: 't', name: 't' }, LINT],
  },
  'lint: get_attr of a plain tensor only warns': {
    from: [],
    steps: [attribute('t', 'tensor'), { do: 'create_node', op: 'get_attr', target: 't' }, LINT],
  },
  'lint: at most five warnings, then a summary': { from: [], steps: [...tensors(8), LINT] },
  'get_attr without a reference warns': { from: [], steps: [{ do: 'get_attr', target: 'nothing' }] },
  'call_module of a missing module': { from: [], steps: [{ do: 'call_module', target: 'zz' }] },
  'GraphModule: target not in the dict root': {
    from: [],
    steps: [
      { do: 'create_node', op: 'get_attr', target: 'w', name: 'w' },
      { do: 'graph_module', root: { dict: [] } },
    ],
  },
  'GraphModule: target not in the module root': {
    from: [],
    steps: [
      { do: 'create_node', op: 'get_attr', target: 'w', name: 'w' },
      { do: 'graph_module', root: { module: [] } },
    ],
  },
  'GraphModule: unsupported root': { steps: [{ do: 'graph_module', root: 3 }] },
  'update_arg out of range': { steps: [{ do: 'update_arg', node: 'add', index: 5, arg: 1 }] },
  'insert_arg out of range': { steps: [{ do: 'insert_arg', node: 'add', index: 5, arg: 1 }] },
  'replace_all_uses_with propagate_meta': {
    steps: [{ do: 'replace_all_uses_with', node: 'add', with: 'x', propagateMeta: true }, STR],
  },
  'propagate_meta onto a node with meta': {
    steps: [
      { do: 'set_meta', node: 'x', key: 'a', value: 1 },
      { do: 'replace_all_uses_with', node: 'add', with: 'x', propagateMeta: true },
    ],
  },
  'find_nodes call_function without a target': { steps: [{ do: 'find_nodes', op: 'call_function' }] },
  'output_node without an output': { from: BASE.slice(0, 3), steps: [{ do: 'output_node' }] },
  'replace with itself without users': {
    from: BASE.slice(0, 2),
    steps: [{ do: 'replace_all_uses_with', node: 'add', with: 'add' }, STR],
  },
  'replace with itself with a user': {
    from: BASE.slice(0, 2),
    steps: [{ do: 'replace_all_uses_with', node: 'x', with: 'x' }],
  },
  'replacing makes a self cycle, lint tells': {
    from: BASE.slice(0, 3),
    steps: [
      { do: 'replace_all_uses_with', node: 'x', with: 'mul' },
      { do: 'replace_all_uses_with', node: 'add', with: 'mul' },
      LINT,
    ],
  },
};

/** Rows that need Python objects which Seesaw does not have. @type {Record<string, string>} */
const PYTHON_ONLY = {
  'args is a tuple': 'item assignment to a Python tuple: arguments are values here',
  'lists in args are immutable': 'item assignment to a Python list: arguments are values here',
  'kwargs are immutable': 'item assignment to a Python dict: arguments are values here',
};

/** An edited graph, closed after `use`. */
class Scene {
  /** @param {Session} session @param {Step[]} steps @param {import('../index.js').EditSettings} [settings] */
  constructor(session, steps, settings = {}) {
    this.session = session;
    this.answer = session.edit(null, steps, settings);
    this.handle = this.answer.handle;
  }

  /** @param {Step[]} steps */
  values(steps) {
    return this.session.edit(this.handle, steps).steps.map((step) => step.value);
  }

  names() {
    return /** @type {any[]} */ (this.values([{ do: 'nodes' }])[0]).map((node) => node.name);
  }

  close() {
    this.session.close(this.handle);
  }
}

/** @param {Session} session @param {Step[]} steps @param {(scene: Scene) => any} use */
function scene(session, steps, use) {
  const made = new Scene(session, steps);
  try {
    return use(made);
  } finally {
    made.close();
  }
}

/**
 * Walks the live list; `at` may edit at each node.
 * @param {Scene} made
 * @param {(name: string, id: number) => Step[]} at
 */
function iterate(made, at) {
  const names = new Map();
  const visited = [];
  let node = /** @type {any} */ (made.values([{ do: 'next' }])[0]);
  while (typeof node === 'number') {
    for (const row of /** @type {any[]} */ (made.values([{ do: 'nodes' }])[0])) names.set(row.id, row.name);
    visited.push(names.get(node));
    // One edit: an erased node is known to the edit that erased it, and still leads on.
    node = made.values([...at(names.get(node), node), { do: 'next', node }]).pop();
  }
  return visited;
}

const nodeNames = (/** @type {any} */ list) => list.map((/** @type {any} */ row) => row.name);

/** Titles whose result is made of several answers. @type {Record<string, (session: Session, row: any) => any>} */
const RESULTS = {
  'find_nodes output and unknown op': (session) =>
    scene(session, BASE, (made) =>
      made
        .values([
          { do: 'find_nodes', op: 'output' },
          { do: 'find_nodes', op: 'weird' },
        ])
        .map(nodeNames),
    ),
  'users order: reassigning args moves the user to the end': (session) =>
    scene(
      session,
      [
        placeholder('x'),
        call('add', [n('x'), 1], 'a'),
        call('add', [n('x'), 2]),
        call('add', [n('x'), 3]),
        { do: 'set_args', node: 'a', args: [n('x'), 1] },
      ],
      (made) => ({
        users: nodeNames(made.values([{ do: 'users', node: 0 }])[0]),
      }),
    ),
  'replace_all_uses_with keeps the user order': (session) =>
    scene(
      session,
      [
        placeholder('x'),
        placeholder('y'),
        call('add', [n('x'), 1]),
        call('mul', [n('x'), 2]),
        { do: 'replace_all_uses_with', node: 'x', with: 'y' },
      ],
      (made) => {
        const [x, y, str] = made.values([{ do: 'users', node: 0 }, { do: 'users', node: 1 }, STR]);
        return { x: nodeNames(x), y: nodeNames(y), str };
      },
    ),
  'nodes inserted while iterating are visited': (session) =>
    scene(session, BASE, (made) =>
      iterate(made, (name, id) =>
        name === 'add' ? [{ do: 'inserting_after', node: id }, call('neg', [{ n: id }])] : [],
      ),
    ),
  'erasing the current node while iterating': (session) =>
    scene(session, BASE, (made) =>
      iterate(made, (name, id) =>
        name === 'add'
          ? [
              { do: 'replace_all_uses_with', node: id, with: 0 },
              { do: 'erase_node', node: id },
            ]
          : [],
      ),
    ),
  'insertion points nest and are restored; inserting_after inserts in reverse order': (session) =>
    scene(
      session,
      [
        ...BASE,
        { do: 'inserting_before', node: 'add', scoped: true },
        call('neg', [n('x')]),
        { do: 'inserting_after', node: 'add', scoped: true },
        call('pos', [n('x')]),
        call('invert', [n('x')]),
        { do: 'restore_insert_point' },
        call('abs', [n('x')]),
        { do: 'restore_insert_point' },
        call('not_', [n('x')]),
      ],
      (made) => made.names(),
    ),
  'permanent insertion point': (session) =>
    scene(
      session,
      [...BASE, { do: 'inserting_before', node: 'add' }, call('pos', [n('x')]), call('neg', [n('x')])],
      (made) => made.names(),
    ),
  'inserting_before(None) is the start, inserting_after(None) is the end': (session) =>
    scene(
      session,
      [
        ...BASE,
        { do: 'inserting_before', scoped: true },
        call('neg', [1]),
        { do: 'restore_insert_point' },
        { do: 'inserting_after', scoped: true },
        call('pos', [1]),
      ],
      (made) => made.names(),
    ),
  hooks,
  'sort keys': (session, row) => row.result.map((/** @type {[string, number[]][]} */ keys) => sortKeys(session, keys)),
};

/** @param {Session} session */
function hooks(session) {
  return scene(session, BASE, (made) => {
    const steps = [
      { do: 'inserting_before', node: 2, scoped: true },
      call('neg', [{ n: 0 }], 'neg'),
      { do: 'replace_all_uses_with', node: 1, with: 'neg' },
      { do: 'erase_node', node: 1 },
      { do: 'rename', node: 'neg', name: 'x' },
      { do: 'rename', node: 'neg', name: 'x' },
      { do: 'set_name', node: 'neg', name: 'other' },
      { do: 'replace_all_uses_with', node: 'neg', with: 0 },
      { do: 'erase_node', node: 'neg' },
    ];
    return session.edit(made.handle, steps, { hooks: true }).events;
  });
}

/**
 * Names tell the order in which nodes were made; each goes before the node that follows it among those already there.
 * @param {Session} session @param {[string, number[]][]} keys
 */
function sortKeys(session, keys) {
  const names = keys.map(([name]) => name);
  const order = (/** @type {string} */ name) =>
    name.startsWith('mul') ? 1000 + Number(name.split('_')[1] ?? 0) : names.indexOf(name);
  /** @type {Step[]} */
  const steps = [];
  const there = new Set();
  for (const name of [...names].sort((a, b) => order(a) - order(b))) {
    const next = names.slice(names.indexOf(name) + 1).find((other) => there.has(other));
    steps.push(next === undefined ? { do: 'reset_insert_point' } : { do: 'inserting_before', node: next });
    steps.push(name === 'x' ? placeholder('x') : call(name.split('_')[0], [n('x'), 1], name));
    there.add(name);
  }
  return scene(session, steps, (made) => {
    const rows = /** @type {any[]} */ (made.values([{ do: 'nodes' }])[0]);
    const found = made.values(rows.map((row) => ({ do: 'sort_key', node: row.id })));
    return rows.map((row, i) => [row.name, found[i]]);
  });
}

/** @param {Session} session @param {Recorder} recorder @param {any} row */
function plain(session, recorder, row) {
  const { from, steps } = ROWS[row.title];
  const made = new Scene(session, [...(from ?? BASE), ...steps]);
  const answers = made.answer.steps;
  made.close();
  const last = answers[answers.length - 1];
  const warnings = answers.slice(answers.length - steps.length).flatMap((step) => step.warnings ?? []);
  // Making a node for lint to judge may warn too; only what lint says was recorded.
  const shown = row.title.startsWith('lint: ') ? (last.warnings ?? []) : warnings;
  const actual = {
    title: row.title,
    ...(last.error === undefined ? {} : { error: { type: last.error.exception, message: last.error.message } }),
    ...('result' in row ? { result: row.result === null ? null : last.value } : {}),
    ...('warnings' in row || shown.length > 0 ? { warnings: shown } : {}),
  };
  const broken = answers.slice(0, -1).find((step) => step.error !== undefined);
  if (broken?.error !== undefined) recorder.fail(`special: ${row.title}`, broken.error.message);
  else recorder.equal(`special: ${row.title}`, row, actual);
}

/** @param {Session} session @param {Recorder} recorder @param {any[]} data */
export function special(session, recorder, data) {
  for (const row of data) {
    const what = `special: ${row.title}`;
    if (Object.hasOwn(ROWS, row.title)) recorder.attempt(what, () => plain(session, recorder, row));
    else if (Object.hasOwn(RESULTS, row.title))
      recorder.attempt(what, () =>
        recorder.equal(what, row, { title: row.title, result: RESULTS[row.title](session, row) }),
      );
    else if (Object.hasOwn(PYTHON_ONLY, row.title)) recorder.leaveOut(PYTHON_ONLY[row.title]);
    else recorder.skip(`the action '${row.title}' is not known`);
  }
}
