/**
 * Text cases: files of tests/text that say what goes in and what comes out. tests/README.md describes them.
 *
 *   node tests/tools/text_cases.mjs tests/text/passes/cse_pass           # runs some; all without a path
 *   node tests/tools/text_cases.mjs --update tests/text/passes/cse_pass  # rewrites what Seesaw says
 *
 * The same files run under the sanitizers and as WebAssembly: tests/core/text_case_test.cpp is the other runner.
 */
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Session, SeesawError } from '../../wasm/js/index.js';

export const TEXT = fileURLToPath(new URL('../text', import.meta.url));
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * @typedef {{ name: string, detail: string, pytorch: string, text: string }} Section `detail`: what follows the
 *   name; `pytorch`: the version that said this, or nothing
 * @typedef {{ given: Record<string, string>, expected: Section[] }} Step
 * @typedef {{ diagnostics: any[], failed: boolean, results: Record<string, string>,
 *   print: (format: string, path: string) => string | null }} Outcome
 */

/** What a step is given; every other section is a result. */
const GIVEN = ['command', 'input', 'options', 'settings', 'values'];
/** Results in the order in which `--update` adds them. */
const ADDED = ['report', 'why', 'title', 'made', 'value', 'differences', 'diagnostics'];

/** The files below a path. @param {string} path @returns {string[]} */
export function casesBelow(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => casesBelow(`${path}/${name}`))
    .filter((name) => name.endsWith('.txt'));
}

/** The sections of a case, and the words in front of them. @param {string} text */
export function readCase(text) {
  /** @type {Section[]} */
  const sections = [];
  /** @type {string[]} */
  const about = [];
  /** @type {string[]} */
  let lines = about;
  const close = () => {
    const section = sections[sections.length - 1];
    if (section === undefined) return;
    section.text = lines.join('\n');
  };
  const all = text.replace(/\n$/, '').split('\n');
  for (const line of all) {
    const header = /^==== ([a-z]+)(?: (?!\()([^\n]*?))?(?: \(PyTorch ([\w.]+)\))?$/.exec(line);
    if (line.startsWith('====') && header === null) throw new Error(`this is no section: ${line}`);
    if (header === null) {
      lines.push(line);
      continue;
    }
    // The empty line above a header belongs to the header.
    if (lines.at(-1) === '') lines.pop();
    close();
    lines = [];
    sections.push({ name: header[1], detail: header[2] ?? '', pytorch: header[3] ?? '', text: '' });
  }
  close();
  return { about: about.join('\n'), sections };
}

/** @param {{ about: string, sections: Section[] }} read */
export function writeCase({ about, sections }) {
  const parts = sections.map(({ name, detail, pytorch, text }) => {
    const header = ['====', name, detail, pytorch && `(PyTorch ${pytorch})`].filter(Boolean).join(' ');
    return `${header}\n${text === '' ? '' : `${text}\n`}`;
  });
  return [...(about === '' ? [] : [`${about}\n`]), ...parts].join('\n');
}

/** A section that is given behind a result begins the next step; what a step does not give stays as it was. */
export function stepsOf(/** @type {Section[]} */ sections) {
  /** @type {Step[]} */
  const steps = [{ given: {}, expected: [] }];
  for (const section of sections) {
    const step = steps[steps.length - 1];
    if (!GIVEN.includes(section.name)) step.expected.push(section);
    else if (step.expected.length === 0) step.given[section.name] = section.text;
    else steps.push({ given: { ...step.given, [section.name]: section.text }, expected: [] });
  }
  return steps;
}

/** A diagnostic in a line, its notes below. @param {any} d */
export function diagnosticText(d) {
  const at = (/** @type {any} */ place) => {
    const node = place.node ? `${place.graph ? `${place.graph}/` : ''}${place.node}` : (place.graph ?? '');
    return [node, place.line ? `${place.line}:${place.column}` : ''].filter(Boolean).join(' ');
  };
  const label = [d.severity, d.code, d.exception].filter(Boolean).join(' ');
  const lines = [`${at(d) === '' ? '' : `${at(d)}: `}${label}: ${d.message}`];
  for (const note of d.notes ?? []) lines.push(`note${at(note) === '' ? '' : ` ${at(note)}`}: ${note.message}`);
  return lines.map((line, i) => `${i === 0 ? '' : '    '}${line.replaceAll('\n', '\n      ')}`).join('\n');
}

/** @param {any} entry */
function whyText({ graph, region, decision, warning, rule, trigger, condition, nodes }) {
  const words = [graph && region ? `${graph}/${region}` : graph || region, decision];
  if (warning) words.push(rule === undefined ? '(warning)' : `(warning, rule ${rule})`);
  return `${words.filter(Boolean).join(' ')} by ${trigger}, ${nodes} nodes: ${condition}`;
}

/** @param {any} report */
function reportText({ pass, ran, changed, nodesBefore, nodesAfter }) {
  if (!ran) return `${pass}: not run`;
  return `${pass}: ${changed ? `changed, ${nodesBefore} -> ${nodesAfter} nodes` : 'unchanged'}`;
}

/** @param {any} d */
function differenceText(d) {
  return `${d.graph ? `${d.graph}/` : ''}${d.node} ${d.kind}: PyTorch ${d.pytorch}; Seesaw ${d.seesaw}`;
}

/** Values in lines: `outputs.0.shape.1 = 3`. @param {any} value @param {string} path @returns {string[]} */
function valueLines(value, path = '') {
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null))
    return [`${path} = [${value.map(scalarText).join(', ')}]`];
  if (typeof value !== 'object' || value === null) return [`${path} = ${scalarText(value)}`];
  return Object.entries(value).flatMap(([key, item]) => valueLines(item, path === '' ? key : `${path}.${key}`));
}

/** As %.6g of C has it, which the other runner uses; integers as they are. @param {any} value */
function scalarText(value) {
  if (typeof value !== 'number') return JSON.stringify(value);
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return String(value);
  const small = Math.abs(value) < 1e-4 || Math.abs(value) >= 1e6;
  const [digits, exponent] = (small ? value.toExponential(5) : value.toPrecision(6)).split('e');
  const short = digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
  return exponent === undefined ? short : `${short}e${exponent.replace(/^([+-])(\d)$/, '$10$2')}`;
}

/** @param {Session} session @param {number | null} handle @returns {Outcome['print']} */
const printer = (session, handle) => (format, path) =>
  handle === null ? null : session.print(handle, /** @type {any} */ ({ format, ...(path === '' ? {} : { path }) }));

/** @param {any[]} diagnostics @returns {Outcome} */
const failed = (diagnostics) => ({ diagnostics, failed: true, results: {}, print: () => null });

const joined = (/** @type {any[]} */ items, /** @type {(item: any) => string} */ text) => items.map(text).join('\n');

/** What each subject does with a step. */
const SUBJECTS = {
  /** @param {Session} session @param {Record<string, string>} given @param {string} folder @returns {Outcome} */
  passes(session, given, folder) {
    const opened = session.call('open', {}, given.input).value;
    if (!opened.readable) return failed(opened.diagnostics);
    const before = session.call('print', { handle: opened.handle, format: 'json' }).payload;
    const options = JSON.parse(given.options ?? '{}');
    const passes = Array.isArray(options) ? options : [{ name: folder, options }];
    const settings = JSON.parse(given.settings ?? '{}');
    const value = session.call('run', { handle: opened.handle, passes, ...settings }).value;
    if (session.call('print', { handle: opened.handle, format: 'json' }).payload !== before)
      throw new Error('the pass changed the program that it was given');
    const all = (/** @type {string} */ key) => value.reports.flatMap((/** @type {any} */ one) => one[key]);
    return {
      diagnostics: [...opened.diagnostics, ...all('diagnostics')],
      failed: !value.succeeded,
      results: {
        report: joined(value.reports, reportText),
        why: joined(all('why'), whyText),
        differences: joined(all('differences'), differenceText),
      },
      print: printer(session, value.succeeded ? value.handle : null),
    };
  },
  /** @param {Session} session @param {Record<string, string>} given @returns {Outcome} */
  read(session, given) {
    const { readable, handle, diagnostics } = session.call('open', {}, given.input).value;
    return readable
      ? { diagnostics, failed: false, results: {}, print: printer(session, handle) }
      : failed(diagnostics);
  },
  /** @param {Session} session @param {Record<string, string>} given @returns {Outcome} */
  print: (session, given) => SUBJECTS.read(session, given),
  /** @param {Session} session @param {Record<string, string>} given @returns {Outcome} */
  capture(session, given) {
    const { handle = null, diagnostics = [] } = session.call(
      'trace',
      JSON.parse(given.options ?? '{}'),
      given.input,
    ).value;
    return { diagnostics, failed: handle === null, results: {}, print: printer(session, handle) };
  },
  /** @param {Session} session @param {Record<string, string>} given @returns {Outcome} */
  change(session, given) {
    const change = JSON.parse(given.options);
    const { value, payload } = session.call('change', { path: change.path ?? '', change }, given.input);
    const results = { title: value.title, made: value.made.join(' ') };
    return { diagnostics: value.diagnostics, failed: false, results, print: () => payload };
  },
  /** A command by its name: on a text, or with values on the program of the input.
   * @param {Session} session @param {Record<string, string>} given @returns {Outcome} */
  diagnostics(session, given) {
    const args = JSON.parse(given.options ?? '{}');
    if (given.values === undefined) {
      const { value, payload } = session.call(given.command, args, given.input ?? '');
      return { diagnostics: value.diagnostics ?? [], failed: false, results: {}, print: () => payload || null };
    }
    const opened = session.call('open', {}, given.input).value;
    if (!opened.readable) return failed(opened.diagnostics);
    const { value, payload } = session.call(given.command, { ...args, handle: opened.handle }, given.values);
    const diagnostics = [...opened.diagnostics, ...(value.diagnostics ?? [])];
    return value.handle === undefined
      ? { diagnostics, failed: false, results: { value: valueLines(value).join('\n') }, print: () => payload || null }
      : { diagnostics, failed: false, results: {}, print: printer(session, value.handle) };
  },
  /** @param {Session} session @param {Record<string, string>} given @returns {Outcome} */
  split: (session, given) => SUBJECTS.diagnostics(session, { ...given, command: 'split', values: '' }),
  /** @param {Session} session @param {Record<string, string>} given @returns {Outcome} */
  exec: (session, given) => SUBJECTS.diagnostics(session, { ...given, command: 'exec' }),
};

/** @param {Session} session @param {string} path @param {Record<string, string>} given @returns {Outcome} */
function outcomeOf(session, path, given) {
  const [subject, folder] = relative(TEXT, path).split('/');
  if (!(subject in SUBJECTS)) throw new Error(`there is no subject ${subject}: ${Object.keys(SUBJECTS).join(', ')}`);
  try {
    return SUBJECTS[/** @type {keyof typeof SUBJECTS} */ (subject)](session, given, folder);
  } catch (error) {
    if (error instanceof SeesawError) return failed(error.diagnostics);
    throw error;
  }
}

/** What a section says now; null if it does not apply. @param {Outcome} outcome @param {Section} section */
function found(outcome, { name, detail }) {
  if (name === 'output') {
    const [, format, path] = /^(\S*) ?(.*)$/.exec(detail) ?? [];
    return outcome.print(format || 'readable', path);
  }
  if (name === 'diagnostics') return joined(outcome.diagnostics, diagnosticText);
  if (name === 'error') {
    const error = outcome.failed ? outcome.diagnostics.find((d) => d.severity === 'error') : undefined;
    return error === undefined ? null : `${error.exception ?? error.code}: ${error.message}`;
  }
  return outcome.results[name] ?? null;
}

/** What differs from what a file says. @param {Session} session @param {string} path @returns {string[]} */
export function mistakesOf(session, path) {
  return stepsOf(readCase(readFileSync(path, 'utf8')).sections).flatMap((step, i) => {
    const outcome = outcomeOf(session, path, step.given);
    const expected = [...step.expected];
    // What is said goes never unsaid.
    if (!expected.some(({ name }) => name === 'diagnostics' || name === 'error'))
      expected.push({ name: 'diagnostics', detail: '', pytorch: '', text: '' });
    return expected.flatMap((section) => {
      const actual = found(outcome, section);
      if (actual === section.text) return [];
      const where = `${relative(ROOT, path)}, step ${i + 1}, ${[section.name, section.detail].join(' ').trim()}`;
      return [`${where}\n--- expected\n${section.text}\n--- found\n${actual ?? '(nothing)'}`];
    });
  });
}

/** Rewrites a file's results, but never what PyTorch said. @param {Session} session @param {string} path */
export function update(session, path) {
  const before = readFileSync(path, 'utf8');
  const { about, sections } = readCase(before);
  /** @type {Section[]} */
  const out = [];
  let last = /** @type {Record<string, string>} */ ({});
  for (const { given, expected } of stepsOf(sections)) {
    for (const name of GIVEN)
      if (given[name] !== undefined && given[name] !== last[name])
        out.push({ name, detail: '', pytorch: '', text: given[name] });
    last = given;
    const outcome = outcomeOf(session, path, given);
    const empty = { detail: '', pytorch: '', text: '' };
    const wanted = [...expected];
    const has = (/** @type {string} */ name) => wanted.some((section) => section.name === name);
    // `==== todo` asks for the results.
    const ownMissing = expected.every(({ name, pytorch }) => name === 'todo' || pytorch !== '');
    const whole = /^\s*ExportedProgram:/.test(given.input ?? '') ? 'program' : '';
    if (ownMissing && !outcome.failed) wanted.push({ name: 'output', ...empty, detail: whole });
    for (const name of ADDED)
      if (!has(name) && (ownMissing || name === 'diagnostics') && found(outcome, { name, ...empty }))
        wanted.push({ name, ...empty });
    for (const section of wanted) {
      const text = section.pytorch === '' ? found(outcome, section) : section.text;
      if (text !== null) out.push({ ...section, text });
    }
  }
  const after = writeCase({ about, sections: out });
  if (after !== before) writeFileSync(path, after);
  return after !== before;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2);
  const paths = args.filter((arg) => arg !== '--update');
  const session = await Session.create({ full: true });
  const files = (paths.length === 0 ? [TEXT] : paths).flatMap((path) => casesBelow(resolve(path)));
  let [passed, wrong] = [0, 0];
  for (const path of files) {
    if (args.includes('--update') && update(session, path)) console.log(`rewritten: ${relative(ROOT, path)}`);
    const mistakes = mistakesOf(session, path);
    for (const mistake of mistakes) console.log(`not ok ${mistake}\n`);
    if (mistakes.length === 0) passed += 1;
    else wrong += 1;
  }
  console.log(`${passed} passed, ${wrong} failed, 0 skipped`);
  process.exitCode = wrong === 0 ? 0 : 1;
}
