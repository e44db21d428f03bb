/**
 * Recorded snapshots of graphs: all their text forms, the machine readable graph, and children.
 *
 * From the recorded graph each form is printed; each text is parsed and printed again; and where a snapshot has both
 * `code` and `str`, one is derived from the other, so that a change in a single character of either is seen.
 */
import { fromProgram, pytreeToSeesaw, toProgram } from './format.js';
import { textDifference, valueDifference } from './recorder.js';

/** @typedef {import('../index.js').Session} Session @typedef {import('./recorder.js').Recorder} Recorder */

const FORMS = { str: 'graph', code: 'code', readable: 'readable', module_str: 'module', tabular: 'tabular' };
const KNOWN = new Set([...Object.keys(FORMS), 'graph', 'children', 'signature', 'error']);

/** Python's masked addresses. @param {string} text */
export const mask = (text) => text.replace(/0x[0-9a-f]+/g, '0x...');

/**
 * `num_users` that PyTorch has lost, as it prints them: lines of `actual` that differ from `expected` in the number
 * alone, for nodes that are known to have lost users, take the number of `expected`.
 * @param {string} expected @param {string} actual @param {Map<string, number>} lost by node name: PyTorch's number
 */
export function reconcileUsers(expected, actual, lost) {
  if (lost.size === 0 || expected === actual) return actual;
  return actual.replace(/^( *%(\w+) : .*?\[num_users=)\d+\]/gm, (whole, head, name) =>
    lost.has(name) ? `${head}${lost.get(name)}]` : whole,
  );
}

/**
 * Runs `use` with an open program and closes it.
 * @template T
 * @param {Session} session
 * @param {string} text
 * @param {(handle: number) => T} use
 * @returns {T}
 */
export function withProgram(session, text, use) {
  const { handle } = session.open(text);
  try {
    return use(handle);
  } finally {
    session.close(handle);
  }
}

/**
 * @param {Session} session
 * @param {number} handle
 * @param {string} form
 * @param {string} [path]
 * @param {string} [className]
 */
export function printForm(session, handle, form, path = '', className = undefined) {
  const format = /** @type {import('../index.js').Format} */ (FORMS[/** @type {keyof typeof FORMS} */ (form)]);
  return session.print(handle, { format, path, plain: true, ...(className === undefined ? {} : { className }) });
}

/**
 * Compares the texts of an open program with a recorded snapshot, children included.
 * @param {Session} session @param {Recorder} recorder @param {string} what @param {any} snapshot @param {number} handle
 * @param {{ path?: string, className?: string, lost?: Map<string, Map<string, number>> }} [options] `lost` by graph
 *   path
 */
export function compareTexts(session, recorder, what, snapshot, handle, options = {}) {
  const path = options.path ?? '';
  for (const form of Object.keys(FORMS)) {
    if (snapshot[form] === undefined) continue;
    recorder.attempt(`${what}.${form}`, () => {
      let actual = printForm(session, handle, form, path, form === 'readable' ? options.className : undefined);
      if (form === 'tabular') actual = mask(actual);
      if (form === 'str') actual = reconcileUsers(snapshot[form], actual, options.lost?.get(path) ?? new Map());
      recorder.equalText(`${what}.${form}`, snapshot[form], actual);
    });
  }
  for (const [name, child] of Object.entries(snapshot.children ?? {})) {
    compareTexts(session, recorder, `${what}.${name}`, child, handle, {
      ...options,
      path: path === '' ? name : `${path}.${name}`,
      className: name,
    });
  }
}

/**
 * Users that a recorded graph lacks, by graph path and node name: PyTorch's number.
 * @param {any} graph @param {string} [path] @param {Map<string, Map<string, number>>} [out]
 */
export function recordedLosses(graph, path = '', out = new Map()) {
  const counts = new Map();
  const visit = (/** @type {any} */ arg, /** @type {Set<string>} */ used) => {
    if (typeof arg === 'string') used.add(arg);
    else if (Array.isArray(arg)) arg.forEach((a) => visit(a, used));
    else if (arg !== null && typeof arg === 'object') {
      for (const key of ['t', 'slice', 'range']) if (key in arg) visit(arg[key], used);
      if ('d' in arg) arg.d.forEach((/** @type {any[]} */ [, v]) => visit(v, used));
    }
  };
  for (const node of graph.nodes) {
    const used = new Set();
    visit(node.args ?? [], used);
    Object.values(node.kwargs ?? {}).forEach((v) => visit(v, used));
    for (const name of used) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  for (const node of graph.nodes) {
    const listed = (node.users ?? []).length;
    if (listed >= (counts.get(node.name) ?? 0)) continue;
    if (!out.has(path)) out.set(path, new Map());
    out.get(path)?.set(node.name, listed);
  }
  for (const [name, child] of Object.entries(graph.children ?? {}))
    recordedLosses(child, path === '' ? name : `${path}.${name}`, out);
  return out;
}

/**
 * Parse and print again, and one form from another.
 * @param {Session} session @param {Recorder} recorder @param {string} what @param {any} snapshot
 * @param {{ lost?: Map<string, Map<string, number>>, path?: string, names?: string[] }} [options]
 */
export function roundTrip(session, recorder, what, snapshot, options = {}) {
  const lost = options.lost?.get(options.path ?? '') ?? new Map();
  for (const form of ['str', 'code', 'readable', 'module_str']) {
    const text = snapshot[form];
    if (text === undefined) continue;
    recorder.attempt(`${what}.${form} read back`, () =>
      withProgram(session, text, (handle) => {
        const actual = printForm(session, handle, form);
        recorder.equalText(
          `${what}.${form} read back`,
          text,
          form === 'str' ? reconcileUsers(text, actual, lost) : actual,
        );
      }),
    );
  }
  if (snapshot.str !== undefined && snapshot.code !== undefined) crossCheck(session, recorder, what, snapshot, lost);
  for (const [name, child] of Object.entries(snapshot.children ?? {})) {
    roundTrip(session, recorder, `${what}.${name}`, child, {
      ...options,
      path: (options.path ?? '') === '' ? name : `${options.path}.${name}`,
    });
  }
}

/**
 * `str` from `code`, or `code` from `str` where names or strings cannot be known from code.
 * @param {Session} session
 * @param {Recorder} recorder
 * @param {string} what
 * @param {any} snapshot
 * @param {Map<string, number>} lost
 */
function crossCheck(session, recorder, what, snapshot, lost) {
  recorder.attempt(`${what}: str and code`, () => {
    const str = withProgram(session, snapshot.code, (handle) => printForm(session, handle, 'str'));
    if (reconcileUsers(snapshot.str, str, lost) === snapshot.str) return recorder.pass();
    const code = withProgram(session, snapshot.str, (handle) => printForm(session, handle, 'code'));
    if (code === snapshot.code) return recorder.pass();
    return recorder.fail(
      `${what}: str and code`,
      `they do not describe one graph: ${textDifference(snapshot.code, code)}`,
    );
  });
}

/**
 * Everything a snapshot holds. Returns the losses of users that its graph shows.
 * @param {Session} session @param {Recorder} recorder @param {string} what @param {any} snapshot
 * @param {{ tables?: any, lost?: Map<string, Map<string, number>> }} [options]
 */
export function checkSnapshot(session, recorder, what, snapshot, options = {}) {
  let lost = options.lost ?? new Map();
  if (snapshot.graph !== undefined) {
    const recorded = recordedLosses(snapshot.graph);
    if (recorded.size > 0) lost = recorded;
    recorder.attempt(`${what}.graph`, () =>
      withProgram(session, toProgram(snapshot.graph, { tables: options.tables }), (handle) => {
        compareTexts(session, recorder, what, { ...snapshot, children: snapshot.children }, handle, { lost });
        const { graph } = fromProgram(session.print(handle, { format: 'json' }));
        recorder.equal(`${what}.graph`, comparableGraph(snapshot.graph), comparableGraph(graph));
      }),
    );
  } else if (snapshot.tabular !== undefined) {
    recorder.attempt(`${what}.tabular`, () =>
      withProgram(session, snapshot.code ?? snapshot.str, (handle) =>
        recorder.equalText(`${what}.tabular`, snapshot.tabular, mask(printForm(session, handle, 'tabular'))),
      ),
    );
  }
  roundTrip(session, recorder, what, snapshot, { lost });
  unknownParts(recorder, what, snapshot);
  return lost;
}

/** @param {Recorder} recorder @param {string} what @param {any} snapshot */
function unknownParts(recorder, what, snapshot) {
  for (const key of Object.keys(snapshot)) {
    if (!KNOWN.has(key)) recorder.skip(`part '${key}' of a snapshot is not known (${what})`);
  }
  for (const key of Object.keys(snapshot.graph?.pytree ?? {})) {
    if (key !== 'orig_args' && key !== 'out_spec') recorder.skip('tree specs are not built yet');
  }
}

/** An empty table is recorded like none. @param {any} graph @returns {any} */
export function comparableGraph(graph) {
  const { children, attrs, pytree, ...bare } = graph;
  const filled = (/** @type {object | undefined} */ value) => value !== undefined && Object.keys(value).length > 0;
  return {
    ...bare,
    ...(filled(children)
      ? {
          children: Object.fromEntries(Object.entries(children).map(([name, child]) => [name, comparableGraph(child)])),
        }
      : {}),
    ...(filled(attrs) ? { attrs } : {}),
    ...(pytree ? { pytree: pytreeToSeesaw(pytree) } : {}),
  };
}

export { valueDifference };
