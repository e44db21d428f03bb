/**
 * The commands of the command line, one record each: usage, options, what it does.
 *
 *   COMMANDS.print.run(['model.txt'], { format: 'graph' })      // the exit status
 */
import { writeFileSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Session, SeesawError, renderDiagnostic } from '../index.js';
import { graphOfRepro } from '../repro.js';
import { hasForward, isPrinted, isSource, readProgram } from '../source.js';
import {
  checkCount,
  checkSteps,
  readState,
  readValues,
  renderExecution,
  renderSteps,
  seedOf,
  keptLeaves,
} from './execution.js';
import {
  JSON_FORMAT,
  judgedCalls,
  renderJudgement,
  statusOf,
  verdictOfSteps,
  withoutTimes,
  worst,
} from './checking.js';
import { CliError, checkFolder, openInput, readInput, withinLimit } from './input.js';
import { manifest } from './manifest.js';
import { didYouMean } from '../nearest.js';
import { describeOperator, describeOperators, operatorsNamed } from './operators.js';
import { describeDifferences, describePasses, renderReports } from './reports.js';
import { TABS } from '../tabs.js';
import { wrapped } from './wrapped.js';

/**
 * @typedef {Record<string, any>} Values
 * @typedef {{ usage: string, summary: string, doc?: string, prints?: true, options: Record<string, { type: 'string' |
 *   'boolean', multiple?: boolean, short?: string }>,
 * run: (files: string[], values: Values) => number | Promise<number> }} CliCommand `prints`: it takes the options of
 * print
 */

/** What the options of print mean; the formats are those of the core. */
async function printingDoc() {
  const { formats } = (await Session.create({ full: true })).describe({ operators: false });
  const width = Math.max(...formats.map((row) => row.name.length));
  const rows = formats.map((row) => `  ${row.name.padEnd(width)}  ${row.doc}\n`);
  return (
    `Formats:\n${rows.join('')}\n--strides and --device show or hide (--no-...) both in annotations; default: as the ` +
    'text had them. --path prints one nested graph. --torch prints as that version of PyTorch does.\n\n'
  );
}

const MODEL_DOC =
  'Python source is captured first, as seesaw trace does. Of an archive that holds several programs, --model names ' +
  'one.';

/** @type {CliCommand['options']} */
const PRINT_OPTIONS = {
  format: { type: 'string' },
  path: { type: 'string' },
  model: { type: 'string' },
  strides: { type: 'boolean' },
  'no-strides': { type: 'boolean' },
  device: { type: 'boolean' },
  'no-device': { type: 'boolean' },
  torch: { type: 'string' },
};

/** What a figure shows. @type {CliCommand['options']} */
const FIGURE_OPTIONS = {
  output: { type: 'string', short: 'o' },
  passes: { type: 'string', multiple: true },
  option: { type: 'string', multiple: true },
  'ambient-grad': { type: 'string' },
  format: { type: 'string' },
  tab: { type: 'string' },
  model: { type: 'string' },
};

/** What is captured of Python source. @type {import('node:util').ParseArgsConfig['options']} */
const CAPTURE_OPTIONS = { input: { type: 'string', multiple: true }, function: { type: 'string' } };

/** @param {string} text */
const out = (text) => process.stdout.write(text.endsWith('\n') || text === '' ? text : `${text}\n`);

/** @param {import('../index.js').Diagnostic[]} diagnostics @param {string} file @param {string | null} source */
function showDiagnostics(diagnostics, file, source) {
  for (const diagnostic of diagnostics) process.stderr.write(renderDiagnostic(diagnostic, file, source));
}

/** @param {string[]} files @param {string} command */
function oneFile(files, command) {
  if (files.length === 1) return files[0];
  throw new CliError(
    files.length === 0 ? 'a file is missing' : `one file is expected, got ${files.length}`,
    `usage: seesaw ${COMMANDS[command].usage}`,
  );
}

/**
 * An error that names the word that was probably meant.
 * @param {string} message
 * @param {string} word
 * @param {string[]} known
 * @param {string} remedy
 */
function unknownWord(message, word, known, remedy) {
  return new CliError(message, [didYouMean(word, known), remedy].filter((part) => part !== '').join(' '));
}

/** @param {Session} session @param {Values} values @returns {import('../index.js').PrintOptions} */
function printOptions(session, values) {
  const formats = session.describe({ operators: false }).formats.map((row) => row.name);
  if (values.format !== undefined && !formats.includes(values.format)) {
    throw unknownWord(
      `there is no format '${values.format}'`,
      values.format,
      formats,
      `Formats are ${formats.join(', ')}.`,
    );
  }
  const flag = (/** @type {string} */ name) =>
    values[`no-${name}`] ? { [name]: false } : values[name] ? { [name]: true } : {};
  return {
    ...(values.format === undefined ? {} : { format: values.format }),
    ...(values.path === undefined ? {} : { path: values.path }),
    ...flag('strides'),
    ...flag('device'),
    ...torchOption(values),
  };
}

/** @param {Values} values @returns {import('../index.js').ReadOptions} */
function torchOption({ torch }) {
  if (torch === undefined) return {};
  if (torch === '2.6' || torch === '2.14') return { torch };
  throw new CliError(`--torch is 2.6 or 2.14, not '${torch}'`);
}

/** @typedef {{ session: Session, program: import('../source.js').ReadProgram }} Read */

/** @param {string} json @returns {Promise<Read>} */
async function openedArchive(json) {
  const session = await Session.create({ full: true });
  const { handle = null, diagnostics, suppressed = 0 } = session.openArchive(json);
  return { session, program: { handle, diagnostics, suppressed, captured: false } };
}

/**
 * The smaller module is enough for a graph.
 * @param {string} text
 * @param {boolean} full
 * @param {import('../index.js').TraceSettings} trace
 * @param {import('../index.js').ReadOptions} read
 * @returns {Promise<Read>}
 */
async function readText(text, full, trace, read) {
  if (!full && !isSource(text)) {
    const session = await Session.create();
    const program = readProgram(session, text, { read, capture: 'never' });
    if ((program.handle !== null && !program.misread) || !hasForward(text)) return { session, program };
  }
  const session = await Session.create({ full: true });
  const asked = trace.function !== undefined || trace.inputs !== undefined;
  return {
    session,
    program: readProgram(session, text, { read, trace, ...(asked && !isPrinted(text) ? { capture: 'always' } : {}) }),
  };
}

/**
 * @typedef {{ session: Session, handle: number, input: import('./input.js').Input, json: string, captured: boolean,
 *   kept: string[] | undefined }} Opened
 * `json`: of an archive, what the program was read from; `kept`: of captured source, the names of the values that
 * __init__ gives, which the session keeps
 */

/**
 * Opens a file and hands it to `use`; what goes wrong is shown. Python source is captured. Status 2 if it cannot be
 * read.
 * @param {string} path @param {Values} values
 * @param {(opened: Opened) => number | Promise<number>} use
 * @param {{ full?: boolean, state?: boolean,
 *   refused?: (diagnostics: import('../index.js').Diagnostic[]) => void }} [wanted]
 *   all passes; the values that __init__ gives; who hears why a file was not read
 */
async function withFile(path, values, use, { full = false, state: keepState = false, refused = () => {} } = {}) {
  let [name, text] = [path, /** @type {string | null} */ (null)];
  let close = async () => {};
  try {
    const input = await openInput(path);
    ({ name, text, close } = input);
    if (values.model !== undefined && input.archive === undefined)
      throw new CliError('--model names a program of an archive, and this is a text', undefined, name);
    const json = (await input.archive?.program(values.model)) ?? '';
    const asked = {
      ...(values.input === undefined ? {} : { inputs: values.input }),
      ...(values.function === undefined ? {} : { function: values.function }),
    };
    const { session, program } =
      text === null
        ? await openedArchive(json)
        : await readText(
            text,
            full || Object.keys(asked).length > 0,
            {
              file: name,
              keepState,
              ambientGrad: runSettings(values).ambientGrad,
              ...asked,
            },
            torchOption(values),
          );
    showDiagnostics(program.diagnostics, name, text);
    if (program.suppressed) process.stderr.write(`${name}: note: ${program.suppressed} more not shown\n`);
    if (program.handle === null) return (refused(program.diagnostics), 2);
    if (!program.captured && Object.keys(asked).length > 0)
      throw new CliError(
        `--${'inputs' in asked ? 'input' : 'function'} is for Python source, and this is a graph`,
        undefined,
        name,
      );
    return await use({ session, handle: program.handle, input, json, captured: program.captured, kept: program.kept });
  } catch (error) {
    // That the engine cannot be loaded is no fault of the file.
    if (!(error instanceof SeesawError) || error.diagnostics[0].code === 'load') throw error;
    showDiagnostics(error.diagnostics, name, text);
    refused(error.diagnostics);
    return 2;
  } finally {
    await close();
  }
}

/**
 * Writes a result: the text, or the archive with the program in it.
 * @param {string} path @param {string} text @param {Session} session @param {number} handle
 * @param {import('./input.js').Input} input @param {string} json @param {Values} values
 */
async function writeResult(path, text, session, handle, input, json, values) {
  if (!path.endsWith('.pt2')) return writeFileSync(path, text);
  if (input.archive === undefined)
    throw new CliError(
      'only what was read from an archive can be written as one',
      'give a .pt2 file: it has the weights',
      input.name,
    );
  const changed = session.writeArchive(handle, json);
  // Under another name first: it may be the file that is being read.
  const partial = `${path}.${process.pid}.part`;
  const file = await open(partial, 'w');
  try {
    await input.archive.writeTo(changed, (bytes) => file.write(bytes), values.model);
    await file.close();
    await rename(partial, path);
  } catch (error) {
    await file.close().catch(() => {});
    await rm(partial, { force: true });
    throw error;
  }
}

/**
 * `--option pass.key=value` as passes with options.
 * @param {Session} session
 * @param {string[]} names
 * @param {string[]} options
 */
function requests(session, names, options) {
  const known = session.describe({ operators: false }).passes;
  const same = (/** @type {string} */ a) => a.replaceAll('-', '_');
  /** @type {(import('../index.js').PassRequest & { options: Record<string, string> })[]} */
  const passes = names.map((name) => ({ name, options: {} }));
  const find = (/** @type {string} */ name) => known.find((pass) => same(pass.name) === same(name));
  for (const name of names) {
    if (find(name) === undefined)
      throw unknownWord(
        `there is no pass called '${name}'`,
        name,
        known.map((pass) => pass.name),
        'seesaw passes lists them.',
      );
  }
  for (const option of options) {
    const match = /^([^.=]+)\.([^.=]+)=([^]*)$/.exec(option);
    if (match === null)
      throw new CliError(
        `'${option}' is not an option of a pass`,
        'write --option pass.key=value, as in --option replace_set_grad_with_hop_pass.correct=true',
      );
    const of = passes.filter((pass) => same(pass.name) === same(match[1]));
    if (of.length === 0)
      throw unknownWord(
        `the pass '${match[1]}' of --option ${option} does not run`,
        match[1],
        names,
        'Name it in --passes.',
      );
    const keys = find(of[0].name)?.options.map((row) => row.name) ?? [];
    if (!keys.includes(same(match[2]))) {
      throw unknownWord(
        `the pass ${of[0].name} has no option '${match[2]}'`,
        match[2],
        keys,
        keys.length === 0 ? 'It has none.' : `Its options are ${keys.join(', ')}.`,
      );
    }
    // A text may stand in a file.
    const isFile =
      match[3].startsWith('@') && find(of[0].name)?.options.find((row) => row.name === same(match[2]))?.type === 'text';
    const value = isFile ? readInput(match[3].slice(1)).text : match[3];
    for (const pass of of) pass.options[same(match[2])] = value;
  }
  return passes;
}

/** @param {Values} values @returns {import('../index.js').RunSettings} */
function runSettings(values) {
  const mode = values['ambient-grad'];
  if (mode !== undefined && mode !== 'on' && mode !== 'off')
    throw new CliError(`--ambient-grad is on or off, not '${mode}'`);
  return { ambientGrad: mode !== 'off' };
}

/** @param {Values} values @returns {string[]} */
function passNames(values) {
  const names = /** @type {string[]} */ (values.passes ?? [])
    .flatMap((list) => list.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) throw new CliError('no pass is named', 'write --passes a,b; seesaw passes lists them');
  withinLimit('passes', names.length);
  return names;
}

/** @param {string[]} files @param {Values} values */
async function runRun(files, values) {
  const file = oneFile(files, 'run');
  const python = (values.pass ?? []).length + (values.python ?? []).length > 0;
  const names = python && values.passes === undefined ? [] : passNames(values);
  const settings = runSettings(values);
  return withFile(
    file,
    values,
    async ({ session, handle, input, json }) => {
      const passes = requests(session, names, values.option ?? []);
      const printing = printOptions(session, values);
      const seed = seedOf(values);
      const settled = { ...settings, snapshots: values.check === true };
      const result = python
        ? await (await import('./python.js')).runMixed(session, handle, passes, values.given, settled)
        : session.run(handle, passes, settled);
      const steps = values.check ? checkSteps(session, handle, result.reports, { ...settings, seed }) : [];
      const toArchive = values.output?.endsWith('.pt2');
      const text = (result.succeeded && !toArchive) || values.json ? session.print(result.handle, printing) : '';
      for (const report of /** @type {import('./python.js').Report[]} */ (result.reports))
        showDiagnostics(report.diagnostics, report.source?.name ?? input.name, report.source?.text ?? input.text);
      if (result.succeeded && values.output !== undefined)
        await writeResult(values.output, text, session, result.handle, input, json, values);
      const verdict = verdictOfSteps({ ok: result.succeeded }, steps);
      if (values.json) {
        const reports = result.reports.map((/** @type {any} */ { source: _, ...report }) =>
          withoutTimes(report, values.times === true),
        );
        const checks = values.check ? { verdict, checks: steps } : {};
        out(JSON.stringify({ format: JSON_FORMAT, ...result, handle: undefined, reports, text, ...checks }, null, 2));
      } else if (result.succeeded && values.output === undefined) out(text);
      if (values.why && !values.json) process.stderr.write(renderReports(result.reports, input.name));
      if (!values.json) process.stderr.write(renderSteps(steps, seed));
      return statusOf([verdict], values);
    },
    { full: true },
  );
}

/**
 * One file of `check`.
 * @param {string} file @param {Values} values @param {string[] | null} names of passes
 * @param {string} prefix of lines, where there are several files
 * @returns {Promise<import('./checking.js').Checked>}
 */
async function checkFile(file, values, names, prefix) {
  const settings = { ...runSettings(values), seed: seedOf(values) };
  /** @type {import('./checking.js').Checked} */
  const checked = { file, verdict: 'unreadable', diagnostics: [] };
  const say = (/** @type {string} */ text) => values.json || out(text.replace(/^(?=.)/gm, prefix));
  const judge = (/** @type {Opened} */ { session, handle, input, captured }) => {
    if (names === null) {
      // Places are lines of a text that is the graph itself.
      const judgement = judgedCalls(session, handle, captured || input.text === null ? null : graphOfRepro(input.text));
      if (!values.json) showDiagnostics(judgement.diagnostics, input.name, input.text);
      say(renderJudgement(judgement));
      Object.assign(checked, judgement);
      return 0;
    }
    const result = session.run(handle, requests(session, names, values.option ?? []), {
      ambientGrad: settings.ambientGrad,
      snapshots: true,
    });
    checked.diagnostics = result.reports.flatMap(({ diagnostics }) => diagnostics);
    showDiagnostics(checked.diagnostics, input.name, input.text);
    const steps = checkSteps(session, handle, result.reports, settings);
    say(renderSteps(steps, settings.seed));
    checked.verdict = verdictOfSteps({ ok: result.succeeded }, steps);
    checked.passes = steps.map(({ pass, check, cause }) => ({
      pass,
      ...check,
      ...(cause === undefined ? {} : { cause }),
    }));
    return 0;
  };
  const refused = (/** @type {import('../index.js').Diagnostic[]} */ diagnostics) =>
    (checked.diagnostics = diagnostics);
  await withFile(file, values, judge, { full: true, refused });
  return checked;
}

/** @param {string[]} files @param {Values} values */
async function runCheck(files, values) {
  if (files.length === 0) oneFile(files, 'check');
  const names = values.passes === undefined ? null : passNames(values);
  const lone = ['option', 'ambient-grad', 'seed'].find((name) => values[name] !== undefined);
  if (names === null && lone !== undefined)
    throw new CliError(`--${lone} is for passes, and none is named`, 'write --passes a,b; seesaw passes lists them');
  seedOf(values);
  /** @type {import('./checking.js').Checked[]} */
  const checked = [];
  for (const file of files) {
    try {
      checked.push(await checkFile(file, values, names, files.length === 1 ? '' : `${file}: `));
    } catch (error) {
      // What is wrong with one file is no reason to leave out the others.
      if (!(error instanceof CliError) || error.file === undefined) throw error;
      process.stderr.write(error.text());
      const notes = error.remedy === undefined ? {} : { notes: [{ message: error.remedy }] };
      const diagnostic = { severity: /** @type {const} */ ('error'), code: 'file', message: error.message, ...notes };
      checked.push({ file, verdict: 'unreadable', diagnostics: [diagnostic] });
    }
  }
  const verdicts = checked.map(({ verdict }) => verdict);
  if (values.json) out(JSON.stringify({ format: JSON_FORMAT, verdict: worst(verdicts), files: checked }, null, 2));
  return statusOf(verdicts, values);
}

/** @param {string} stage @returns {'program' | 'graph'} */
function stageNamed(stage) {
  if (stage === 'program' || stage === 'graph') return stage;
  throw new CliError(`--stage is program or graph, not '${stage}'`);
}

/** @param {Values} values @param {string} name */
function traceSettings(values, name) {
  return {
    inputs: /** @type {string[]} */ (values.input ?? []),
    state: readState(values.state),
    file: name,
    ...(values.strict === true ? { strict: true } : {}),
    ...(values.function === undefined ? {} : { function: values.function }),
    functional: values.functional === true,
    ambientGrad: runSettings(values).ambientGrad,
    ...torchOption(values),
    ...(values.stage === undefined ? {} : { stage: stageNamed(values.stage) }),
  };
}

/** @param {string[]} files @param {Values} values */
async function runTrace(files, values) {
  const input = readInput(oneFile(files, 'trace'));
  const session = await Session.create({ full: true });
  const printing = printOptions(session, values);
  const settings = traceSettings(values, input.name);
  try {
    const answer = await (
      await import('./python_trace.js')
    ).traceEither(session, input, settings, values.python === true);
    showDiagnostics(answer.diagnostics, input.name, input.text);
    // What torch.export gives is printed as print(ep) does.
    const format = answer.exported ? { format: /** @type {const} */ ('program') } : {};
    out(session.print(/** @type {number} */ (answer.handle), { ...format, ...printing }));
    return 0;
  } catch (error) {
    if (!(error instanceof SeesawError)) throw error;
    showDiagnostics(error.diagnostics, input.name, input.text);
    return 2;
  }
}

/** @param {string[]} files @param {Values} values */
async function runExec(files, values) {
  const file = oneFile(files, 'exec');
  const given = readValues(values.inputs);
  const settings = {
    gradMode: runSettings(values).ambientGrad,
    ...(values.grad ? { grad: true, requiresGrad: true } : {}),
  };
  return withFile(
    file,
    values,
    ({ session, handle, kept }) => {
      checkCount(session, handle, given.values, values.inputs);
      const own = given.values.state ?? {};
      const declared =
        kept === undefined
          ? {}
          : keptLeaves(
              session,
              handle,
              kept.filter((name) => !(name in own)),
            );
      try {
        const answer = session.call(
          'exec',
          { ...settings, handle, ...(kept === undefined ? {} : { valuesOf: handle }) },
          given.text,
        ).value;
        out(
          values.json
            ? JSON.stringify(answer, null, 2)
            : renderExecution(answer, { ...given.values, state: { ...declared, ...own } }),
        );
        return 0;
      } catch (error) {
        if (!(error instanceof SeesawError) || error.diagnostics[0].code !== 'json') throw error;
        showDiagnostics(error.diagnostics, values.inputs ?? file, given.text);
        return 2;
      }
    },
    { full: true, state: true },
  );
}

/** Whether the smaller module prints this form; the larger one says which there are. @param {string} format */
const printsInBrief = async (format = 'readable') =>
  (await Session.create()).describe().formats.some(({ name }) => name === format);

/** @param {string[]} files @param {Values} values */
async function runPrint(files, values) {
  return withFile(
    oneFile(files, 'print'),
    values,
    ({ session, handle }) => {
      out(session.print(handle, printOptions(session, values)));
      return 0;
    },
    { full: !(await printsInBrief(values.format)) },
  );
}

/** @param {string[]} files @param {Values} values */
async function runDiff(files, values) {
  const { runDiff: run } = await import('./diff.js');
  /** @param {string} path */
  const read = async (path) => {
    /** @type {{ name: string, text: string | null, json: any } | null} */
    let side = null;
    await withFile(path, values, ({ session, handle, input: { name, text }, captured }) => {
      // Lines of captured source are not those of the graph.
      side = { name, text: captured ? null : text, json: JSON.parse(session.print(handle, { format: 'json' })) };
      return 0;
    });
    return side;
  };
  try {
    return await run(files, values, read, out);
  } catch (error) {
    if (!(error instanceof SeesawError)) throw error;
    showDiagnostics(error.diagnostics, files[0], null);
    return 2;
  }
}

/**
 * What `embed` and `report` open files with.
 * @param {Values} values @returns {import('./embed.js').Open}
 */
const figureFrom = (values) => (path, use, refused) =>
  withFile(
    path,
    values,
    ({ session, handle, input }) => {
      use({
        session,
        handle,
        name: input.name,
        text: input.text === null ? null : graphOfRepro(input.text),
        passes: values.passes === undefined ? [] : requests(session, passNames(values), values.option ?? []),
        ...{ ambientGrad: true, ...runSettings(values) },
        seed: seedOf(values),
        print: printOptions(session, values),
      });
      return 0;
    },
    { full: true, refused },
  );

/** @param {string[]} _files @param {Values} values */
async function runPasses(_files, values) {
  const { passes, differences } = (await Session.create({ full: true })).describe({ operators: false });
  if (values.json) out(JSON.stringify(values.differences ? differences : passes, null, 2));
  else out(values.differences ? describeDifferences(differences) : describePasses(passes));
  return 0;
}

/** @param {string[]} names @param {Values} values */
async function runOps(names, values) {
  const { ops } = (await Session.create({ full: true })).describe();
  const asked = names.flatMap((name) => {
    const found = operatorsNamed(ops, name);
    if (found.length === 0)
      throw unknownWord(
        `there is no operator called '${name}'`,
        name,
        [...new Set(ops.map((op) => op.name ?? op.path))],
        'seesaw ops lists them.',
      );
    return found;
  });
  const shown = names.length === 0 ? ops : asked;
  if (values.json) out(JSON.stringify(shown, null, 2));
  else out(names.length === 0 ? describeOperators(ops) : shown.map(describeOperator).join('\n'));
  return 0;
}

/** @param {string[]} folders */
async function runReplay(folders) {
  if (folders.length === 0)
    throw new CliError('a folder with recorded data is missing', `usage: seesaw ${COMMANDS.replay.usage}`);
  folders.forEach(checkFolder);
  const { holdsScenarios } = await import('../replay/scenario_files.js');
  const { replay } = await import('../replay/index.js');
  const scenarios = folders.filter(holdsScenarios);
  const recorder = await replay(
    await Session.create({ full: true }),
    folders.filter((folder) => !scenarios.includes(folder)),
    (line) => process.stdout.write(`${line.length > 2000 ? `${line.slice(0, 2000)}…` : line}\n`),
  );
  if (scenarios.length > 0)
    (await import('../replay/scenarios.js')).replayScenarios(scenarios, recorder.print, recorder);
  for (const [reason, count] of recorder.leftOut) process.stdout.write(`left out ${count}: ${reason}\n`);
  for (const [reason, count] of recorder.reasons) process.stdout.write(`skipped ${count}: ${reason}\n`);
  process.stdout.write(`${recorder.summary()}\n`);
  return recorder.failed > 0 ? 1 : 0;
}

/** @param {string[]} files @param {Values} values */
async function runAutograd(files, values) {
  const input = readInput(oneFile(files, 'autograd'));
  const { readScenario, comparedReport, renderMistake, renderScenario } = await import('./scenario_report.js');
  const scenario = readScenario(input);
  const report = comparedReport({ ...scenario, ...torchOption(values) });
  out(values.json ? JSON.stringify(report, null, 2) : renderScenario(report));
  process.stderr.write(renderMistake(report, input.name));
  if (report.difference) process.stderr.write(`${input.name}: difference from PyTorch: ${report.difference}\n`);
  return report.error || report.difference ? 1 : 0;
}

/** @type {Record<string, CliCommand>} */
export const COMMANDS = {
  print: {
    usage: 'print FILE|- [--format F] [--path P] [--model NAME] [--[no-]strides] [--[no-]device] [--torch 2.6|2.14]',
    summary:
      'Reads what PyTorch printed, in any of its forms, or saved (.pt2), or Python source, and prints it in ' +
      'another form.',
    prints: true,
    doc: MODEL_DOC,
    options: PRINT_OPTIONS,
    run: runPrint,
  },
  run: {
    usage:
      'run FILE|- --passes a,b,... [--pass FILE.py:NAME[:option=value]] [--python FILE.py] [--option pass.key=value] ' +
      '[--ambient-grad on|off] [--format F] [-o FILE] [--why] [--check [--allow-unknown]] [--json [--times]]',
    summary: 'Runs passes on a program and prints the result.',
    prints: true,
    doc: `--why reports on standard error what was decided for each region, and why. --json prints {"format": 1, result
and reports}, the same each time; --times adds microseconds. In names of passes and options - and _ are the same. -o
(--output) writes the result to a file: its text, or, if both files end in .pt2, the archive with the program changed
and everything else as it was. --check also runs the program before and after each pass on sampled values (--seed N
gives others) and reports whether results and gradients are the same; if not, the exit status is 1; where nothing
could be compared it is 3, with --allow-unknown 0. --pass runs a class or function of a Python file as a pass, --python
a script that finds the graph as gm; both run in CPython (npm install pyodide), without network and files, in the order
in which they and --passes are given. ${MODEL_DOC}`,
    options: {
      ...PRINT_OPTIONS,
      output: { type: 'string', short: 'o' },
      passes: { type: 'string', multiple: true },
      pass: { type: 'string', multiple: true },
      python: { type: 'string', multiple: true },
      option: { type: 'string', multiple: true },
      'ambient-grad': { type: 'string' },
      why: { type: 'boolean' },
      check: { type: 'boolean' },
      seed: { type: 'string' },
      'allow-unknown': { type: 'boolean' },
      json: { type: 'boolean' },
      times: { type: 'boolean' },
    },
    run: runRun,
  },
  check: {
    usage:
      'check FILE|-... [--passes a,b,...] [--option pass.key=value] [--ambient-grad on|off] [--seed N] ' +
      '[--allow-unknown] [--json]',
    summary:
      'Judges shapes and arguments of all calls; with --passes, runs the program before and after each on ' +
      'sampled values: whether results and gradients are the same.',
    doc: `Without --passes: what PyTorch would say of each call, with its place, annotations that a call contradicts,
and unknown operators. With --passes: where values are not the same, the first node that differs. The exit status is 1
if a call would fail or values differ, 3 if something could not be checked (a program that cannot be run, a call whose
shapes are unknown; the line says why), 0 if all is well; --allow-unknown makes 0 of 3. A file that cannot be read
does not keep the others from being checked, and the exit status is 2. --json prints {"format": 1, "verdict", "files":
[{"file", "verdict", "diagnostics", "calls", "judged", "passes"}]}; verdicts are ok, fails, unknown and unreadable.
${MODEL_DOC}`,
    options: {
      model: { type: 'string' },
      passes: { type: 'string', multiple: true },
      option: { type: 'string', multiple: true },
      'ambient-grad': { type: 'string' },
      seed: { type: 'string' },
      'allow-unknown': { type: 'boolean' },
      json: { type: 'boolean' },
    },
    run: runCheck,
  },
  trace: {
    usage:
      'trace FILE|- [--input ANNOTATION]... [--function NAME] [--state FILE] [--strict] [--functional] ' +
      '[--ambient-grad on|off] [--torch 2.6|2.14] [--stage program|graph] [--python] [--format F]',
    summary: 'Captures a forward function written in Python as torch.export does, and prints the graph.',
    prints: true,
    doc: `A file that calls torch.export.export(model, args, ...) is captured as it says, strict unless it says
otherwise, as in PyTorch 2.6.0; else one that calls model(torch.randn(2, 3)), with these shapes; else the last module
that it makes, its last class, or the function of --function. Parameters of forward are annotated, x: "f32[2, 3]", or
--input gives them in their order. --state is JSON: [{"name": "linear.weight", "annotation": "f32[8, 4]", "kind":
"parameter"}]. What is outside of the subset is refused, with its place. --functional gives what the older export path
did (ir=functional): writes become results, operators that may give a view are decomposed. --torch captures as that
version does, non-strict by default since 2.14, and prints what print(ep) prints; --stage graph what is there before
the passes of torch.export, as without --torch. --python has CPython run the file (npm install pyodide@314.0.7): any
Python, what it prints on standard error, without --strict; where pyodide is installed, that is done, and said, for
what is outside of the subset.`,
    options: {
      python: { type: 'boolean' },
      ...PRINT_OPTIONS,
      ...CAPTURE_OPTIONS,
      state: { type: 'string' },
      strict: { type: 'boolean' },
      functional: { type: 'boolean' },
      stage: { type: 'string' },
      'ambient-grad': { type: 'string' },
    },
    run: runTrace,
  },
  exec: {
    usage:
      'exec FILE|- [--inputs FILE] [--input ANNOTATION]... [--function NAME] [--grad] [--ambient-grad on|off] [--json]',
    summary: 'Runs a program on values, and with --grad backward from the sum of its results.',
    doc: `The values are JSON: {"inputs": [{"dtype": "f32", "shape": [2], "data": [1, 2]}, 3], "state":
{"linear.weight": {...}}}; parameters have "requires_grad": true. Parameters and buffers that captured source declares
have by default the values that its __init__ gives. --input and --function are those of trace. ${MODEL_DOC}`,
    options: {
      model: { type: 'string' },
      ...CAPTURE_OPTIONS,
      inputs: { type: 'string' },
      grad: { type: 'boolean' },
      'ambient-grad': { type: 'string' },
      json: { type: 'boolean' },
    },
    run: runExec,
  },
  passes: {
    usage: 'passes [--differences] [--json]',
    summary: 'Lists the passes with their options, or where they differ from PyTorch and why.',
    options: { differences: { type: 'boolean' }, json: { type: 'boolean' } },
    run: runPasses,
  },
  ops: {
    usage: 'ops [NAME]... [--json]',
    summary: 'Lists the operators, or shows all about those named: schema, rules, derivative.',
    doc: `A NAME is a path (torch.ops.aten.add.Tensor), an operator with all overloads (aten.add, add), another name of
one (add_), or Python's sign for it (+). In the list: k has a kernel, s a shape rule, d a derivative. --json prints
the records.`,
    options: { json: { type: 'boolean' } },
    run: runOps,
  },
  graphs: {
    usage: 'graphs LOG|FOLDER|- [--pick ID/STAGE] [--json]',
    summary:
      'Lists the graphs in logs of torch.compile: by compilation, each stage with its nodes and what it came from.',
    doc: `A LOG is what TORCH_TRACE or TORCH_LOGS wrote, also with time stamps of CI, [rank0]: or quotes in front of its
lines; a FOLDER holds logs of several ranks, or what tlparse made; a zip file of them is read as a folder. --pick
prints one graph as it was logged; gzip files are unpacked. ID is PyTorch's compile id, 0/0, with its attempt where it
is not the last, 0/0_1; where the log has the id again, 0/0~2; in a folder rank0/0/0, or the name of the file in
front. STAGE is dynamo, pre-grad, joint, forward, backward, inference, post-grad, runnable or another of the list; a
number of the list is enough, too. Each command that takes a FILE takes LOG#ID/STAGE. --json prints {"format": 1,
"logs", "compiles": [{"id", "frame", "seconds", "attempts", "restarts", "recompiled", "breaks", "failure", "omitted",
"graphs": [{"number", "pick", "stage", "nodes", "line", "before"}]}]}. Exit status: 0 there are graphs, 1 the log has
none, 2 this is no log.`,
    options: { pick: { type: 'string' }, json: { type: 'boolean' } },
    run: async (files, values) => (await import('./logs.js')).runGraphs(files, values, out),
  },
  diff: {
    usage: 'diff A B [--all] [--json] | diff LOG#ID/STAGE',
    summary: 'Compares two graphs by structure: says whether they are the same, and the first difference that matters.',
    doc: `A and B are files of any form that print reads, or stages of logs (see seesaw help graphs); one stage alone is
compared with the stage that it was made from. Names of nodes, and the order of calls without effects, make no
difference; operators, arguments, dtypes and shapes, results, and the order of effects do. Where one side is of ATen
and the other is not, spellings of an operator are one. --all shows all differences. Exit status: 0 the same, 1 they
differ, 2 something cannot be read. --json prints {"format": 1, "equal", "differences": [{"kind", "what", "before",
"after"}], "pairs", "tracked", "sources"}.`,
    options: { all: { type: 'boolean' }, json: { type: 'boolean' }, model: { type: 'string' } },
    run: runDiff,
  },
  embed: {
    usage:
      'embed FILE|- [--passes a,b,...] [--option pass.key=value] [--ambient-grad on|off] [--tab TAB] [--format F] ' +
      '[--compact] [--edit] [--caption TEXT] [--name NAME] [--base ADDRESS] [--inline] [--no-element] [--json] ' +
      '-o FOLDER | embed ' +
      '--element -o FOLDER',
    summary: 'Writes a live figure of a graph for a page: HTML, a picture and text for readers without JavaScript.',
    doc: `In the folder: NAME.html, the element in a few lines of HTML; NAME.svg, a picture of the result; NAME.txt,
its text; NAME.json, all of it for programs; and seesaw/, the files of the element (--no-element leaves them out,
--element writes them alone). TAB is one of ${TABS.join(', ')}; --edit lets readers edit; --base is
put in front of addresses, --inline puts the picture into the HTML. Extensions of Sphinx, MkDocs, Docusaurus and
VitePress call this. ${MODEL_DOC}`,
    options: {
      ...FIGURE_OPTIONS,
      name: { type: 'string' },
      base: { type: 'string' },
      caption: { type: 'string' },
      theme: { type: 'string' },
      compact: { type: 'boolean' },
      edit: { type: 'boolean' },
      inline: { type: 'boolean' },
      element: { type: 'boolean' },
      'no-element': { type: 'boolean' },
      json: { type: 'boolean' },
    },
    run: async (files, values) => (await import('./embed.js')).runEmbed(files, values, figureFrom(values), out),
  },
  report: {
    usage:
      'report FILE|-... [--passes a,b,...] [--option pass.key=value] [--ambient-grad on|off] [--check ' +
      '[--allow-unknown]] [--tab TAB] [--title TEXT] [--small] -o REPORT.html',
    summary: 'Writes one live HTML file of graphs: it opens from a disk or as an artefact of CI, without a network.',
    doc: `The file holds the element with both modules (5 MB; --small leaves out the larger one, which draws pictures
and knows values: 2 MB), and below it texts, pictures, reasons and differences for readers without JavaScript. --check
says whether each pass keeps results and gradients. A file that cannot be read is said in the report. Exit status: 0;
1 a pass failed or values differ; 2 a file cannot be read; 3 something could not be checked. ${MODEL_DOC}`,
    options: {
      ...FIGURE_OPTIONS,
      title: { type: 'string' },
      small: { type: 'boolean' },
      check: { type: 'boolean' },
      seed: { type: 'string' },
      'allow-unknown': { type: 'boolean' },
    },
    run: async (files, values) =>
      (await import('./embed.js')).runReport(
        files,
        values,
        figureFrom(values),
        (await Session.create()).describe().pytorch,
      ),
  },
  replay: {
    usage: 'replay DIR...',
    summary: 'Replays data recorded from PyTorch: one line a failure, then N passed, N failed, N skipped.',
    doc:
      'A folder holds cases/ and unit/, or case folders directly, or scenarios of autograd (*.json). Exit ' +
      'status 1 if anything failed.',
    options: {},
    run: runReplay,
  },
  autograd: {
    usage: 'autograd SCENARIO.json|- [--torch 2.6|2.14] [--json]',
    summary: 'Runs a scenario of autograd: its events, then the tensors that it named, with their gradients.',
    doc: `A scenario is {"program": [steps], "expect"?: [events]}. With a recorded trace the first difference is
reported on standard error, and the exit status is 1. --json prints { events, tensors, error?, difference? };
difference is null if the traces agree. It follows the PyTorch that --torch, "torch" in the scenario or its recording
names, else 2.6.`,
    options: { json: { type: 'boolean' }, torch: { type: 'string' } },
    run: runAutograd,
  },
  mcp: {
    usage: 'mcp [--root FOLDER]...',
    summary: 'Serves graphs to an agent: a server of the Model Context Protocol over standard input and output.',
    doc: `Tools open, print, run, step, diff, why, check, search, edit, bookmark, rewind, passes, state, close. Files
are opened below the folders of --root only (default: the working directory); nothing is written. It needs the
protocol's SDK beside seesaw: npm install @modelcontextprotocol/server.`,
    options: { root: { type: 'string', multiple: true } },
    run: async (files, { root = ['.'] }) => {
      if (files.length > 0) throw new CliError('mcp takes no file', `usage: seesaw ${COMMANDS.mcp.usage}`);
      await (await import('./mcp/server.js')).serve({ version: manifest.version, roots: root });
      return 0;
    },
  },
  completion: {
    usage: 'completion bash|zsh|fish',
    summary: 'Prints what a shell needs to complete commands, options, formats and passes.',
    doc: `In ~/.bashrc or ~/.zshrc: eval "$(seesaw completion bash)", or zsh. For fish: seesaw completion fish >
~/.config/fish/completions/seesaw.fish.`,
    options: {},
    run: async ([shell]) => {
      const { completionOf } = await import('./completion.js');
      out(completionOf(shell, COMMANDS, (await Session.create({ full: true })).describe({ formulas: false })));
      return 0;
    },
  },
  version: {
    usage: 'version',
    summary: 'Prints the version.',
    options: {},
    run: () => {
      out(manifest.version);
      return 0;
    },
  },
};

/** The command of this name. @param {string} name */
export function commandOf(name) {
  if (Object.hasOwn(COMMANDS, name)) return COMMANDS[name];
  const known = Object.keys(COMMANDS);
  throw unknownWord(
    `there is no command '${name}'`,
    name,
    known,
    `Commands are ${known.join(', ')}; see seesaw --help.`,
  );
}

/** @param {string} [name] */
export async function helpText(name) {
  const command = name === undefined ? undefined : commandOf(name);
  if (command !== undefined) {
    const options = command.prints ? await printingDoc() : '';
    const doc = command.doc === undefined ? '' : `${command.doc}\n`;
    return `usage: seesaw ${command.usage}\n\n${wrapped(`${command.summary}\n\n${options}${doc}`)}`;
  }
  const rows = Object.values(COMMANDS).map((row) => `  seesaw ${row.usage}\n      ${row.summary}`);
  return `usage: seesaw COMMAND ...\n\n${rows.join('\n')}\n\nseesaw help COMMAND says more. - reads standard input.\n`;
}
