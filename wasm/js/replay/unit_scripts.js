/** graph_scripts.json: editing scripts on an empty graph, step by step. */
import { roundTrip } from './snapshots.js';

/** @typedef {import('../index.js').Session} Session @typedef {import('./recorder.js').Recorder} Recorder */

/** What a handle of a script is called in an edit. @param {number} handle */
const bind = (handle) => `h${handle}`;

/** Short names of functions in scripts. @param {string} target */
const pathOf = (target) => (target === '_set_grad_enabled' ? 'torch._C._set_grad_enabled' : target);

/** A script's argument as Seesaw's JSON: {"h": handle} is a node, strings are plain. @param {any} arg @returns {any} */
function argOf(arg) {
  if (Array.isArray(arg)) return arg.map(argOf);
  if (typeof arg === 'number' && !Number.isInteger(arg)) return { f: String(arg) };
  if (arg === null || typeof arg !== 'object') return arg;
  if ('h' in arg) return { n: bind(arg.h) };
  if ('t' in arg) return { t: arg.t.map(argOf) };
  throw new Error(`unknown argument ${JSON.stringify(arg)}`);
}

const OPCODES = ['placeholder', 'call_function', 'call_method', 'call_module', 'get_attr', 'output'];

/** @param {any} step @returns {import('../index.js').EditStep[]} */
function translate(step) {
  const node = bind(step.a);
  const args = step.args === undefined ? {} : { args: step.args.map(argOf) };
  const kwargs =
    step.kwargs === undefined
      ? {}
      : { kwargs: Object.fromEntries(Object.entries(step.kwargs).map(([k, v]) => [k, argOf(v)])) };
  const as = step.new === undefined ? {} : { as: bind(step.new) };
  switch (step.cmd) {
    case 'call':
      return [
        {
          do: 'create_node',
          op: 'call_function',
          target: pathOf(step.target),
          ...args,
          ...kwargs,
          name: step.name,
          ...as,
        },
      ];
    case 'placeholder':
      return [{ do: 'create_node', op: 'placeholder', target: step.name, ...as }];
    case 'get_attr':
    case 'call_module':
    case 'call_method':
      return [{ do: 'create_node', op: step.cmd, target: step.target, ...args, ...as }];
    case 'erase':
      return [{ do: 'erase_node', node }];
    case 'rauw':
      return [
        {
          do: 'replace_all_uses_with',
          node,
          with: bind(step.b),
          ...(step.only_user_index_mod3 === undefined ? {} : { everyThird: step.only_user_index_mod3 }),
        },
      ];
    case 'replace_input':
      return [{ do: 'replace_input_with', node, old: bind(step.b), new: bind(step.c) }];
    case 'prepend':
    case 'append':
      return [{ do: step.cmd, node, x: bind(step.b) }];
    case 'set_args':
      return [{ do: 'set_args', node, ...args }];
    case 'set_kwargs':
      return [{ do: 'set_kwargs', node, ...kwargs }];
    case 'update_arg':
    case 'insert_arg':
      return [{ do: step.cmd, node, index: step.idx, arg: argOf(step.arg) }];
    case 'update_kwarg':
      return [{ do: 'update_kwarg', node, key: step.key, arg: argOf(step.arg) }];
    case 'insert_before':
      return [{ do: 'inserting_before', node }];
    case 'insert_after':
      return [{ do: 'inserting_after', node }];
    case 'reset_insert':
      return [{ do: 'reset_insert_point' }];
    case 'rename':
      return [{ do: 'rename', node, name: step.name }];
    case 'set_name':
      return [{ do: 'set_name', node, name: step.name }];
    case 'raw_name':
      return [{ do: 'create_name', candidate: step.cand }];
    case 'set_target':
      return [{ do: 'set_target', node, target: pathOf(step.target) }];
    case 'node_copy':
      if (step.map !== 'identity') throw new Error(`unknown map '${step.map}'`);
      return [{ do: 'node_copy', node, ...as }];
    case 'find_nodes':
      if (!OPCODES.includes(step.op)) throw new Error(`unknown opcode '${step.op}'`);
      return [{ do: 'find_nodes', op: step.op, target: step.target && pathOf(step.target) }];
    case 'output':
      return [{ do: 'reset_insert_point' }, { do: 'output', args: [{ t: step.args.map(argOf) }] }];
    default:
      throw new Error(`unknown command '${step.cmd}'`);
  }
}

/** Whether the node of a lasting insertion point was erased. @param {any[]} steps */
function insertsAtErased(steps) {
  let at = -1;
  for (const step of steps) {
    if (step.cmd === 'insert_before' || step.cmd === 'insert_after') at = step.a;
    if (step.cmd === 'reset_insert' || step.cmd === 'output') at = -1;
    if (step.cmd === 'erase' && step.a === at && step.error === undefined) return true;
  }
  return false;
}

/**
 * Uses that no text shows: the arguments of placeholder and get_attr. Users of such values, by name.
 * @param {any} row @returns {Map<string, number>}
 */
function unseenUses(row) {
  const silent = new Set(
    [...row.str.matchAll(/^ {4}%(\S+) : .*\[num_users=\d+\] = (?:placeholder|get_attr)\[/gm)].map((m) => m[1]),
  );
  const used = new Set(
    row.nodes
      .filter((/** @type {any} */ node) => silent.has(node.name))
      .flatMap((/** @type {any} */ node) => node.inputs),
  );
  return new Map(
    row.nodes
      .filter((/** @type {any} */ node) => used.has(node.name))
      .map((/** @type {any} */ node) => [node.name, node.users.length]),
  );
}

class Script {
  /** @param {Session} session @param {Recorder} recorder @param {any} row */
  constructor(session, recorder, row) {
    this.session = session;
    this.recorder = recorder;
    this.row = row;
    this.what = `graph_scripts: ${row.seed}`;
    this.handle = 0;
  }

  /** @param {import('../index.js').EditStep} step */
  do(step) {
    // The graph of the script has no module.
    return this.session.edit(this.handle, [step], { withoutModule: true }).steps[0];
  }

  run() {
    // All steps in one edit, so that names given to nodes last, those of erased nodes too.
    const steps = this.row.steps.map(translate);
    const answer = this.session.edit(null, steps.flat(), { withoutModule: true });
    this.handle = answer.handle;
    let at = 0;
    steps.forEach((/** @type {any[]} */ group, /** @type {number} */ i) => {
      at += group.length;
      if (this.row.steps[i].cmd !== 'output') this.compare(this.row.steps[i], i, answer.steps[at - 1]);
    });
  }

  /** @param {any} step @param {number} index @param {any} answer */
  compare(step, index, answer) {
    const what = `${this.what}, step ${index} (${step.cmd})`;
    const error = answer.error && { type: answer.error.exception, message: answer.error.message };
    const value = answer.value;
    if (step.new !== undefined && value !== undefined && value !== null) {
      this.recorder.equal(what, step.new_name, value.name);
      return;
    }
    const names = Array.isArray(value) ? value.map((n) => n.name) : value;
    const expected = {
      ...(step.result === undefined ? {} : { result: step.result }),
      ...(step.error === undefined ? {} : { error: step.error }),
      ...(step.warning === undefined ? {} : { warning: step.warning }),
    };
    const actual = {
      ...(step.result === undefined ? {} : { result: names }),
      ...(error === undefined ? {} : { error }),
      ...(answer.warnings === undefined ? {} : { warning: answer.warnings[0] }),
    };
    this.recorder.equal(what, expected, actual);
  }

  // PyTorch counts nodes that have dropped out of its list; here they stay in the graph: a known difference,
  // erased_insertion_point.
  nodesOutOfList() {
    const nodes = /** @type {any[]} */ (this.do({ do: 'nodes' }).value);
    this.recorder.equal(`${this.what}: nodes that PyTorch counts`, this.row.len, nodes.length);
    for (const recorded of this.row.nodes) {
      const id = nodes.find((node) => node.name === recorded.name)?.id;
      const inputs = /** @type {any[]} */ (this.do({ do: 'all_input_nodes', node: id }).value);
      this.recorder.equal(
        `${this.what}: inputs of ${recorded.name}`,
        recorded.inputs,
        inputs.map((node) => node.name),
      );
    }
  }

  finish() {
    const { recorder, row, what, session } = this;
    if (row.len !== row.nodes.length && insertsAtErased(row.steps)) {
      this.nodesOutOfList();
      return;
    }
    recorder.equalText(`${what}: str`, row.str, session.print(this.handle, { format: 'graph' }));
    this.code();
    const nodes = /** @type {any[]} */ (this.do({ do: 'nodes' }).value);
    recorder.equal(`${what}: length`, [row.len, row.nodes.length], [nodes.length, nodes.length]);
    const actual = nodes.map((node) => {
      const [users, inputs, key] = this.session
        .edit(
          this.handle,
          ['users', 'all_input_nodes', 'sort_key'].map((name) => ({ do: name, node: node.id })),
          { withoutModule: true },
        )
        .steps.map((s) => s.value);
      const names = (/** @type {any} */ list) => list.map((/** @type {any} */ n) => n.name);
      return { name: node.name, users: names(users), inputs: names(inputs), sort_key: key };
    });
    recorder.equal(`${what}: nodes`, row.nodes, actual);
    const lint = this.do({ do: 'lint' }).error;
    recorder.equal(
      `${what}: lint`,
      row.lint,
      lint === undefined ? null : { type: lint.exception, message: lint.message },
    );
    if (row.deepcopy_str !== undefined) this.copies();
    roundTrip(session, recorder, what, row.lint === null ? { str: row.str } : {}, {
      lost: new Map([['', unseenUses(row)]]),
    });
  }

  code() {
    const { recorder, row, what, session } = this;
    try {
      recorder.equal(`${what}: code`, row.code, session.print(this.handle, { format: 'code' }));
    } catch (error) {
      const d = /** @type {any} */ (error).diagnostics?.[0];
      recorder.equal(`${what}: code`, row.code_error, d && { type: d.exception, message: d.message });
    }
  }

  copies() {
    const { recorder, row, what, session } = this;
    const copy = session.edit(this.handle, [], { deepCopy: true }).handle;
    recorder.equalText(`${what}: deepcopy`, row.deepcopy_str, session.print(copy, { format: 'graph' }));
    if (row.dce_str !== undefined) {
      const { error } = session.edit(copy, [{ do: 'eliminate_dead_code' }], { withoutModule: true }).steps[0];
      if (row.dce_str === null) recorder.equal(`${what}: dead code elimination fails`, true, error !== undefined);
      else recorder.equalText(`${what}: dead code eliminated`, row.dce_str, session.print(copy, { format: 'graph' }));
    }
    session.close(copy);
  }
}

/** @param {Session} session @param {Recorder} recorder @param {any} data */
export function graphScripts(session, recorder, data) {
  for (const row of data) {
    recorder.attempt(`graph_scripts: ${row.seed}`, () => {
      const script = new Script(session, recorder, row);
      try {
        script.run();
        script.finish();
      } finally {
        if (script.handle !== 0) session.close(script.handle);
      }
    });
  }
}
