/**
 * Passes for tests of graphs: texts in, texts out, no handles, the same answer each time.
 *
 * What: `runPasses` rewrites a text, `printGraph` prints one, `checkPasses` compares results and gradients before and
 * after, `runPythonPass` runs a pass of one's own, `passNames` lists what there is. One session serves all calls;
 * programs are freed.
 * Why: an answer goes into a snapshot as it is: there are no times in it.
 *
 *   const { output, reports } = await runPasses(text, ['eliminate_dead_code']);
 *   assert.equal(reports[0].changed, true);
 */
import { failure, SeesawError } from './error.js';
import { passList, settings as given, text as textOf } from './given.js';
import { inFull } from './guidance.js';
import { stopPython } from './python/pass.js';
import { Session } from './session.js';

/** @type {Promise<Session> | null} */
let sessions = null;

/** The larger module has all passes. After a failure of the engine it is a fresh one. */
async function session() {
  sessions ??= Session.create({ full: true });
  try {
    const ready = await sessions;
    await ready.recovered();
    return ready;
  } catch (error) {
    sessions = null;
    throw error;
  }
}

/**
 * Opens a text, uses it, and frees what was made. Errors have their place and notes in the message, which is all that
 * some test runners print.
 * @template T
 * @param {string} text
 * @param {(session: Session, handle: number, made: (handle: number) => number) => T | Promise<T>} use
 * @returns {Promise<T>}
 */
async function opened(text, use) {
  const ready = await session();
  /** @type {number[]} */
  const handles = [];
  const made = (/** @type {number} */ handle) => (handles.push(handle), handle);
  try {
    return await use(ready, made(ready.open(textOf(text, 'the text of the graph')).handle), made);
  } catch (error) {
    throw inFull(error);
  } finally {
    for (const handle of new Set(handles)) ready.close(handle);
  }
}

/**
 * A report without what is another thing each time.
 * @param {import('./index.js').PassReport} report
 * @returns {import('./passes.js').StableReport}
 */
function stable({ pass, ran, changed, nodesBefore, nodesAfter, why, differences, diagnostics }) {
  const reasons = why.map(({ lineages: _, ...entry }) => entry);
  return { pass, ran, changed, nodesBefore, nodesAfter, why: reasons, differences, diagnostics };
}

/**
 * @param {Session} ready @param {number} handle @param {readonly (string | import('./index.js').PassRequest)[]} passes
 * @param {import('./index.js').RunSettings} settings
 * @returns {import('./index.js').RunAnswer}
 */
function ran(ready, handle, passes, settings) {
  passList(passes);
  return ready.run(handle, [...passes], settings);
}

/** What made a run fail, with its place and notes. @param {import('./index.js').PassReport[]} reports */
function passError(reports) {
  for (const { pass, diagnostics } of reports) {
    const failed = diagnostics.find(({ severity }) => severity === 'error');
    if (failed === undefined) continue;
    const { exception, ...told } = failed;
    const message = `the pass ${pass} failed: ${exception ? `${exception}: ` : ''}${failed.message}`;
    return new SeesawError([{ ...told, code: 'pass', message }]);
  }
  return new SeesawError([{ severity: 'error', code: 'pass', message: 'a pass failed, and said no reason' }]);
}

/** @type {typeof import('./passes.js')['runPasses']} */
export function runPasses(text, passes, settings = {}) {
  return opened(text, (ready, handle, made) => {
    const { format = 'code', path, ...ofRun } = given(settings, 'the settings', 'RunPassesSettings');
    const result = ran(ready, handle, passes, ofRun);
    made(result.handle);
    if (!result.succeeded) throw passError(result.reports);
    return {
      output: ready.print(result.handle, { format, ...(path === undefined ? {} : { path }) }),
      reports: result.reports.map(stable),
    };
  });
}

/** @type {typeof import('./passes.js')['printGraph']} */
export const printGraph = (text, options = {}) =>
  opened(text, (ready, handle) => ready.print(handle, { format: 'code', ...options }));

/** @type {typeof import('./passes.js')['checkPasses']} */
export function checkPasses(text, passes, settings = {}) {
  return opened(text, (ready, handle, made) => {
    const { seed = 0, ...ofRun } = given(settings, 'the settings', 'checkPasses');
    const result = ran(ready, handle, passes, { ...ofRun, snapshots: true });
    made(result.handle);
    let before = handle;
    return result.reports.flatMap(({ pass, snapshot }) => {
      if (snapshot === undefined) return [];
      const { verdict, message, node } = ready.check(before, made(snapshot), { ...ofRun, seed });
      before = snapshot;
      return [
        { pass, verdict, ...(message === undefined ? {} : { message }), ...(node === undefined ? {} : { node }) },
      ];
    });
  });
}

/** @type {typeof import('./passes.js')['runPythonPass']} */
export function runPythonPass(text, source, name = '', settings = {}) {
  return opened(text, async (ready, handle, made) => {
    const known = given(settings, 'the settings', 'runPythonPass');
    const { format = 'code', path, ambientGrad = true, seed = 0, ...ofPass } = known;
    const answer = await ready.pythonPass(source, name, ofPass).run(handle, { ambientGrad });
    const [report] = answer.reports;
    if (!answer.succeeded) {
      const [{ message, file, line, notes = [] }] = report.diagnostics;
      const place = line === undefined ? '' : `${file}:${line}: `;
      throw failure('python', `${place}${message}`, notes.at(-1)?.message);
    }
    const after = made(answer.handle);
    const { verdict, message, node } = ready.check(handle, after, { ambientGrad, seed });
    return {
      output: ready.print(after, { format, ...(path === undefined ? {} : { path }) }),
      printed: answer.printed,
      report: stable(report),
      check: {
        pass: report.pass,
        verdict,
        ...(message === undefined ? {} : { message }),
        ...(node === undefined ? {} : { node }),
      },
    };
  });
}

export { stopPython };

/** @returns {Promise<string[]>} */
export async function passNames() {
  const { passes } = /** @type {import('./index.js').Description} */ ((await session()).describe({ operators: false }));
  return passes.map(({ name }) => name);
}
