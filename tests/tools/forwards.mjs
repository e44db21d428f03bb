/**
 * Random forward functions, here and in PyTorch; and what random pipelines of passes keep of them.
 *
 *   node tests/tools/forwards.mjs FILE.jsonl... [--passes N] [--show KIND] [--only SEED] [--json]
 *
 * Files are those of oracle/random_forwards.py. A program is captured here: same text as PyTorch's? Then it runs on the
 * recorded inputs: same values, gradients, errors? Then a pipeline of N passes (2 to 5 unless told; 0: none) that the
 * seed gives, with options by chance: every pass must keep values and gradients, unless its why log warns that it does
 * not. Prints how many programs there are of each kind; --show KIND prints those of a kind. Exit status 1 if anything
 * differs.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { Session } from '../../wasm/js/index.js';
import { valueDifference } from '../../wasm/js/replay/executions.js';

/** @typedef {{ kind: string, detail?: string }} Finding `kind` is 'same' or what differs */

/** @param {unknown} error */
export const messageOf = (error) => /** @type {any} */ (error).diagnostics?.[0]?.message ?? String(error);

/** Numbers from a seed. @param {number} seed */
function numbers(seed) {
  let state = seed >>> 0;
  return (/** @type {number} */ below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

/** @param {any} row */
const settingsOf = (row) => ({
  file: `/models/r${row.seed}.py`,
  strict: row.strict,
  inputs: row.inputs.map((/** @type {any} */ input) => `${input.dtype}[${input.shape.join(', ')}]`),
});

/**
 * A graph whose places are in code that Python made while it ran has no two times the same: without them.
 * @param {string} text
 */
const withoutPlaces = (text) =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#'))
    .join('\n');

/** First line that differs. @param {string} expected @param {string} actual */
function textDifference(expected, actual) {
  const [want, got] = [expected.split('\n'), actual.split('\n')];
  const at = want.findIndex((line, i) => line !== got[i]);
  return at < 0 ? `it goes on: ${got[want.length]}` : `${want[at]?.trim()}\n  got ${got[at]?.trim()}`;
}

/**
 * Runs a captured program and compares with what PyTorch's graph gave.
 * @param {Session} session @param {number} handle @param {any} row @returns {Finding}
 */
function compareRun(session, handle, row) {
  const state = Object.fromEntries(
    (row.constants ?? []).map((/** @type {any} */ value, /** @type {number} */ i) => [`lifted_tensor_${i}`, value]),
  );
  const exec = (/** @type {boolean} */ grad) =>
    session.exec(handle, { inputs: row.inputs, state }, { requiresGrad: true, grad });
  const failing = row.run_error?.message ?? row.backward_error;
  let result;
  try {
    result = exec(row.gradients !== undefined || row.backward_error !== undefined);
  } catch (error) {
    const message = messageOf(error);
    if (failing === undefined)
      return { kind: /no kernel/.test(message) ? 'no kernel' : 'run refused', detail: message };
    if (message.split('\n')[0].startsWith(failing.split('\n')[0].slice(0, 120))) return { kind: 'same' };
    return { kind: 'error', detail: `${failing}\n  got ${message}` };
  }
  if (failing !== undefined) return { kind: 'error', detail: `expected: ${failing}` };
  for (const [i, expected] of row.outputs.entries()) {
    const difference = valueDifference(expected, result.outputs[i]?.value ?? null);
    if (difference !== null) return { kind: 'value', detail: `output ${i}: ${difference}` };
    if (row.requires_grad[i] !== (result.outputs[i]?.requiresGrad ?? false))
      return { kind: 'requires_grad', detail: `output ${i}: expected ${row.requires_grad[i]}` };
  }
  const floats = row.inputs
    .map((/** @type {any} */ input, /** @type {number} */ i) => (/^f/.test(input.dtype) ? i : -1))
    .filter((/** @type {number} */ i) => i >= 0);
  for (const [i, expected] of (row.gradients ?? []).entries()) {
    const difference = valueDifference(expected, result.gradients?.[floats[i]] ?? null);
    if (difference !== null) return { kind: 'gradient', detail: `of input ${floats[i]}: ${difference}` };
  }
  return { kind: 'same' };
}

// Rules for replace_pattern that keep values and gradients.
const RULES = [
  [
    'def pattern(x):\n    return torch.ops.aten.neg.default(x)',
    'def replacement(x):\n    return torch.ops.aten.mul.Tensor(x, -1)',
  ],
  [
    'def pattern(x):\n    return torch.ops.aten.sigmoid.default(x)',
    'def replacement(x):\n    return torch.ops.aten.sigmoid.default(torch.ops.aten.clone.default(x))',
  ],
  [
    'def pattern(x, y):\n    return torch.ops.aten.mul.Tensor(x, y)',
    'def replacement(x, y):\n    return torch.ops.aten.mul.Tensor(y, x)',
  ],
  [
    'def pattern(x):\n    return torch.ops.aten.sin.default(torch.ops.aten.cos.default(x))',
    'def replacement(x):\n    return torch.ops.aten.sin.default(torch.ops.aten.cos.default(x))',
  ],
];

/**
 * Options of a pass by chance: a third of those that can be switched, and texts where a pass does nothing without.
 * @param {any} pass @param {(below: number) => number} pick @param {string} text of the program
 */
function randomOptions(pass, pick, text) {
  const chosen = pass.options
    .filter((/** @type {any} */ option) => option.type !== 'text' && pick(3) === 0)
    .map((/** @type {any} */ { name, choices = 'true' }) => [
      name,
      choices.split('|')[pick(choices.split('|').length)],
    ]);
  const options = Object.fromEntries(chosen);
  if (pass.name === 'replace_pattern') [options.pattern, options.replacement] = RULES[pick(RULES.length)];
  const operators = [...new Set(text.match(/(?<=torch\.ops\.)aten\.\w+\.\w+/g) ?? [])];
  if (pass.name === 'insert_custom_op_guards' && operators.length > 0) options.ops = operators[pick(operators.length)];
  return options;
}

/**
 * A pipeline of random passes on a captured program; each must keep what the program computes, unless it warns in its
 * why log.
 * @param {Session} session @param {number} handle @param {any} row @param {number} count 0: 2 to 5 passes
 * @param {Map<string, number>} steps counts of what came of them
 * @returns {Finding}
 */
function runPasses(session, handle, row, count, steps) {
  const pick = numbers(row.seed * 7 + 3);
  // A constant whose value nobody told is sampled by its name. Taken out of the signature and lifted again it has
  // another name.
  const renamed = row.readable?.includes('lifted_tensor');
  const known = session.describe().passes.filter((pass) => !(renamed && pass.name === 'unlift_module'));
  const passes = Array.from({ length: count > 0 ? count : 2 + pick(4) }, () => {
    const pass = known[pick(known.length)];
    return { name: pass.name, options: randomOptions(pass, pick, row.readable ?? '') };
  });
  const tell = (/** @type {string} */ what) => steps.set(what, (steps.get(what) ?? 0) + 1);
  const result = session.run(handle, passes, { snapshots: true });
  const opened = [result.handle, ...result.reports.map((report) => report.snapshot)].filter((one) => one !== undefined);
  tell('pipelines');
  try {
    let before = handle;
    for (const report of result.reports) {
      if (report.snapshot === undefined) {
        if (report.ran !== false || report.diagnostics.length > 0)
          tell(
            `${report.pass}: stopped: ${report.diagnostics[0]?.message
              .split('\n')[0]
              .replace(/'[^']*'|\d+/g, '_')
              .slice(0, 90)}`,
          );
        break;
      }
      const check = session.check(before, report.snapshot, { seed: row.seed });
      before = report.snapshot;
      const warned = report.why.some((entry) => entry.warning);
      const what =
        check.verdict === 'unknown'
          ? /there is no kernel for/.test(check.message ?? '')
            ? 'no kernel'
            : 'the program raises an error'
          : check.verdict;
      tell(what === 'differs' && warned ? `differs, with a warning of ${report.pass}` : what);
      if (what === 'differs' && !warned)
        return {
          kind: 'pass',
          detail:
            `${report.pass}: ${check.message} ` +
            `(${passes.map((pass) => `${pass.name} ${JSON.stringify(pass.options)}`).join(', ')})`,
        };
    }
  } finally {
    for (const one of new Set(opened)) session.close(/** @type {number} */ (one));
  }
  return { kind: 'same' };
}

/**
 * @param {Session} session
 * @param {any} row a line of the recording
 * @param {{ passes?: number, steps?: Map<string, number> }} [options]
 * @returns {Finding}
 */
export function compareForward(session, row, { passes, steps = new Map() } = {}) {
  let handle;
  try {
    handle = /** @type {number} */ (session.trace(row.source, settingsOf(row)).handle);
  } catch (error) {
    const message = messageOf(error);
    if (row.export_error !== undefined) return { kind: 'same' };
    return { kind: 'refused', detail: message };
  }
  try {
    if (row.export_error !== undefined)
      return { kind: 'captured here only', detail: `${row.export_error.type}: ${row.export_error.message}` };
    const printed = session.print(handle, /** @type {any} */ ({ format: 'readable', plain: true }));
    const [text, wanted] = [printed, row.readable].map(
      row.readable.includes('<eval_with_key>') ? withoutPlaces : (one) => one.trimEnd(),
    );
    if (text !== wanted) return { kind: 'text', detail: textDifference(wanted, text) };
    const run = compareRun(session, handle, row);
    if (run.kind !== 'same' || passes === 0) return run;
    return runPasses(session, handle, row, passes ?? 0, steps);
  } finally {
    session.close(handle);
  }
}

/** @param {Map<string, number>} counts @param {string} key */
const count = (counts, key) => counts.set(key, (counts.get(key) ?? 0) + 1);
/** @param {Map<string, number>} counts */
const sorted = (counts) => Object.fromEntries([...counts].sort((a, b) => b[1] - a[1]));

/** @param {string[]} files @param {any} values */
async function main(files, values) {
  const session = await Session.create({ full: true });
  const [kinds, details, steps] = [new Map(), new Map(), new Map()];
  let programs = 0;
  for (const file of files) {
    for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
      const row = JSON.parse(line);
      if (values.only !== undefined && String(row.seed) !== values.only) continue;
      programs += 1;
      /** @type {Finding} */
      let found;
      try {
        found = compareForward(session, row, {
          passes: values.passes === undefined ? undefined : Number(values.passes),
          steps,
        });
      } catch (error) {
        found = { kind: 'failure', detail: messageOf(error) };
        await session.recovered();
      }
      count(kinds, found.kind);
      if (found.kind === 'same') continue;
      count(
        details,
        `${found.kind}: ${(found.detail ?? '')
          .split('\n')[0]
          .replace(/\d+(\.\d+)?/g, '#')
          .slice(0, 110)}`,
      );
      if (values.show === found.kind || values.only !== undefined)
        console.log(`--- ${row.seed} ${found.kind}: ${found.detail}\n${row.source}`);
    }
  }
  console.log(
    JSON.stringify(
      { programs, kinds: sorted(kinds), steps: sorted(steps), ...(values.details ? { details: sorted(details) } : {}) },
      null,
      2,
    ),
  );
  process.exitCode = [...kinds.keys()].every((kind) => ['same', 'refused', 'no kernel'].includes(kind)) ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      passes: { type: 'string' },
      show: { type: 'string' },
      only: { type: 'string' },
      details: { type: 'boolean' },
    },
  });
  await main(positionals, values);
}
