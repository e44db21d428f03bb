/**
 * Growth: what every pass, print, picture and command takes at n, 2n and 4n nodes, for graphs of several shapes.
 *
 * What: a row for each shape, and for each thing done to it the factor by which its time grows when the graph doubles.
 * More than the limit is a miss.
 * Why: what is quadratic does not show in a small graph and does not end in a large one.
 *
 *   const growth = await runGrowth(['growth']); growthMisses(growth); growthTable(growth);
 *
 * Times are of the processor, the best of several runs in WebAssembly. What takes less than a few milliseconds at 4n is
 * too quick to judge and counts as linear.
 */
import { Session, SeesawError } from '../../wasm/js/index.js';

export const GROWTH_CASES = ['growth'];
const SIZES = [1000, 2000, 4000];
const LIMIT = 2.3;
/** Milliseconds at the largest size below which nothing is judged. */
const TOO_QUICK = 12;
const RUNS = 3;
/** What PyTorch's text makes quadratic itself: all rows of a table are as wide as its widest argument. */
const AS_PYTORCH = ['print tabular'];

/** @param {string[]} lines @param {string} [inputs] */
const forward = (lines, inputs = 'x: "f32[4]"') =>
  `def forward(self, ${inputs}):\n${lines.map((line) => `    ${line}\n`).join('')}`;
/** @param {number} n @param {(i: number) => string} line */
const times = (n, line) => Array.from({ length: n }, (_, i) => line(i));
/** @param {number} n @param {string} name */
const names = (n, name) => times(n, (i) => `${name}${i}`).join(', ');

/** Graphs of about n nodes. @type {Record<string, (n: number) => string>} */
export const SHAPES = {
  chain: (n) =>
    forward([
      ...times(n, (i) => `v${i + 1} = torch.ops.aten.sin.default(${i === 0 ? 'x' : `v${i}`})`),
      `return (v${n},)`,
    ]),
  wide: (n) =>
    forward([
      ...times(n, (i) => `v${i} = torch.ops.aten.add.Tensor(x, ${i})`),
      `cat = torch.ops.aten.cat.default([${names(n, 'v')}])`,
      'return (cat,)',
    ]),
  outputs: (n) => forward([...times(n, (i) => `v${i} = torch.ops.aten.sin.default(x)`), `return (${names(n, 'v')},)`]),
  users: (n) =>
    forward([
      'y = torch.ops.aten.sin.default(x)',
      'v0 = torch.ops.aten.cos.default(y)',
      ...times(n, (i) => `v${i + 1} = torch.ops.aten.add.Tensor(v${i}, y)`),
      `return (v${n},)`,
    ]),
  regions: (n) =>
    forward([
      'v0 = torch.ops.aten.sin.default(x)',
      ...times(
        n >> 2,
        (i) =>
          `_set_grad_enabled_${2 * i} = torch._C._set_grad_enabled(False)\n    w${i} = ` +
          `torch.ops.aten.sin.default(v${i})\n    ` +
          `_set_grad_enabled_${2 * i + 1} = ` +
          `torch._C._set_grad_enabled(True)\n    v${i + 1} = ` +
          `torch.ops.aten.cos.default(w${i})`,
      ),
      `return (v${n >> 2},)`,
    ]),
  inputs: (n) =>
    forward(
      [
        `v0 = torch.ops.aten.add.Tensor(p0, 1)`,
        ...times(n - 1, (i) => `v${i + 1} = torch.ops.aten.add.Tensor(v${i}, p${i + 1})`),
        `return (v${n - 1},)`,
      ],
      times(n, (i) => `p${i}: "f32[4]"`).join(', '),
    ),
  attributes: (n) =>
    forward([
      ...times(
        n >> 1,
        (i) => `a${i} = self.a${i}\n    v${i + 1} = torch.ops.aten.add.Tensor(${i === 0 ? 'x' : `v${i}`}, a${i})`,
      ),
      `return (v${n >> 1},)`,
    ]),
  pieces: (n) =>
    forward(
      [
        `split = torch.ops.aten.split.Tensor(x, 1)`,
        ...times(n, (i) => `g${i} = split[${i}]`),
        `cat = torch.ops.aten.cat.default([${names(n, 'g')}])`,
        'return (cat,)',
      ],
      `x: "f32[${n}]"`,
    ),
  writes: (n) =>
    forward([
      'y = torch.ops.aten.clone.default(x)',
      ...times(
        n >> 1,
        (i) => `s${i} = torch.ops.aten.slice.Tensor(y, 0, 0, 2)\n    add__${i} = torch.ops.aten.add_.Tensor(s${i}, 1)`,
      ),
      'return (y,)',
    ]),
  symbols: (n) =>
    forward(
      [
        ...times(
          n >> 1,
          (i) =>
            `sym_size_int_${i} = torch.ops.aten.sym_size.int(x, 0)\n    v${i} = ` +
            `torch.ops.aten.expand.default(y, [sym_size_int_${i}])`,
        ),
        `return (v${(n >> 1) - 1},)`,
      ],
      'x: "f32[s0]", y: "f32[1]"',
    ),
  same: (n) =>
    forward([
      ...times(n, (i) => `v${i} = torch.ops.aten.sin.default(${i < 2 ? 'x' : `v${(i >> 1) - (i >> 2)}`})`),
      `return (v${n - 1},)`,
    ]),
};

const PATTERN = 'def pattern(x):\n    return torch.ops.aten.sin.default(x)\n';
const REPLACEMENT = 'def replacement(x):\n    return torch.ops.aten.cos.default(torch.ops.aten.neg.default(x))\n';
/** Options without which a pass does nothing. @type {Record<string, object>} */
const OPTIONS = { replace_pattern: { pattern: PATTERN, replacement: REPLACEMENT } };

/** @typedef {{ session: Session, handle: number, text: string, after: number, last: string }} Subject */

/** What is done, by name. @param {Session} session @returns {Record<string, (subject: Subject) => unknown>} */
function deeds(session) {
  const described = session.describe();
  /** @type {Record<string, (subject: Subject) => unknown>} */
  const out = { open: ({ text }) => session.close(session.open(text).handle) };
  for (const { name } of described.formats)
    out[`print ${name}`] = ({ handle }) => session.print(handle, { format: name });
  for (const { name } of described.passes) {
    out[name] = ({ handle }) =>
      session.close(session.run(handle, [OPTIONS[name] ? { name, options: OPTIONS[name] } : name]).handle);
  }
  out['inline what is wrapped'] = ({ after }) => session.close(session.run(after, ['inline_submodules']).handle);
  out['print what is wrapped'] = ({ after }) => session.print(after);
  out.picture = ({ handle }) => session.picture(handle, {});
  out['picture by module'] = ({ handle }) => session.picture(handle, { groupBy: 'module' });
  out.compare = ({ handle, after }) => session.compare(handle, after);
  out.check_values = ({ handle }) => session.checkValues(handle);
  out.check = ({ handle }) => session.check(handle, handle);
  for (const command of [
    'gradients',
    'inputs',
    'names',
    'lines',
    'check_inputs',
    'copy_nodes',
    'node',
    'find',
    'split',
    'stack_trace',
    'match_pattern',
  ]) {
    out[command] = ({ handle, last }) =>
      session.call(
        command,
        { handle, name: last, node: last, nodes: [last], lineages: [1, 2, 3], pattern: PATTERN },
        '{}',
      );
  }
  out['gradcheck of one element'] = ({ handle }) =>
    session.call('gradcheck', { handle, first: 0, milliseconds: 0 }, '{}');
  /** @param {any} answer @param {number} handle that stays open */
  const closed = (answer, handle) => answer.handle === handle || session.close(answer.handle);
  out.retrace = ({ handle }) => closed(session.retrace(handle, {}), handle);
  out['change: insert'] = ({ handle, last }) =>
    session.change(handle, { do: 'insert', text: 'torch.ops.aten.relu.default(x)', after: last, users: true });
  out['change: delete'] = ({ handle, last }) => session.change(handle, { do: 'delete', nodes: [last] });
  out['edit: lint'] = ({ handle }) => closed(session.edit(handle, [{ do: 'lint' }]), handle);
  out.trace = ({ text }) => session.close(session.trace(text).handle);
  return out;
}

/** Milliseconds of the processor, the best of some runs; null if it is refused. @param {() => unknown} run */
function measured(run) {
  let best = Infinity;
  for (let i = 0; i < RUNS; ++i) {
    const begun = process.cpuUsage();
    try {
      run();
    } catch (error) {
      if (!(error instanceof SeesawError)) throw error;
      if (error.diagnostics[0].code === 'trap') throw error;
    }
    const { user, system } = process.cpuUsage(begun);
    best = Math.min(best, (user + system) / 1000);
    if (best > 2000) break;
  }
  return best;
}

/** @param {string[]} chosen */
export async function runGrowth(chosen) {
  if (chosen.length === 0) return null;
  const session = await Session.create({ full: true });
  const all = deeds(session);
  const only = process.env.SEESAW_GROWTH;
  const rows = [];
  for (const [shape, make] of Object.entries(SHAPES)) {
    const subjects = SIZES.map((n) => {
      const text = make(n),
        { handle } = session.open(text);
      const after = session.run(handle, ['replace_set_grad_with_hop_pass', 'eliminate_dead_code']).handle;
      const last = /** @type {RegExpMatchArray} */ (/return \((?:.*, )?(\w+),\)/.exec(text))[1];
      return { session, handle, text, after, last };
    });
    for (const [deed, run] of Object.entries(all)) {
      if (only && !`${shape} ${deed}`.includes(only)) continue;
      const milliseconds = subjects.map((subject) => measured(() => run(subject)));
      const factor = milliseconds[2] < TOO_QUICK ? null : Math.sqrt(milliseconds[2] / milliseconds[0]);
      rows.push({ shape, deed, milliseconds, factor });
      if (process.env.SEESAW_GROWTH_SHOW)
        console.error(shape, deed, milliseconds.map((ms) => ms.toFixed(1)).join(' '), factor?.toFixed(2) ?? '');
    }
    for (const { handle, after } of subjects) for (const open of [handle, after]) session.close(open);
  }
  return rows;
}

/** @typedef {NonNullable<Awaited<ReturnType<typeof runGrowth>>>} Growth */

/** @param {Growth | null} rows @returns {string[]} */
export const growthMisses = (rows) =>
  (rows ?? [])
    .filter((row) => (row.factor ?? 0) > LIMIT && !AS_PYTORCH.includes(row.deed))
    .map(
      (row) =>
        `growth: ${row.deed} of ${row.shape} takes ${row.factor?.toFixed(2)} times as long at twice the size ` +
        `(limit ${LIMIT})`,
    );

/** @param {Growth} rows */
export function growthTable(rows) {
  const shapes = Object.keys(SHAPES);
  const cells = [['', ...shapes]];
  for (const deed of [...new Set(rows.map((row) => row.deed))]) {
    cells.push([
      deed,
      ...shapes.map((shape) => {
        const row = rows.find((one) => one.shape === shape && one.deed === deed);
        return row === undefined
          ? ''
          : row.factor === null
            ? '-'
            : `${row.factor.toFixed(2)} ${row.milliseconds[2].toFixed(0)}`;
      }),
    ]);
  }
  const widths = cells[0].map((_cell, column) => Math.max(...cells.map((row) => row[column].length)));
  const lines = cells.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join('  '),
  );
  return (
    `How time grows when a graph doubles, and milliseconds at ${SIZES[2]} nodes ("-": too quick to ` +
    `judge).\n\n${lines.join('\n')}`
  );
}
