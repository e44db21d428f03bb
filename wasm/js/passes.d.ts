/**
 * Passes for tests of graphs: texts in, texts out, no handles, no times. One full session serves all calls.
 *
 *   import { runPasses } from 'seesaw/passes';
 *   const { output, reports } = await runPasses(text, ['eliminate_dead_code']);
 */
import type {
  Diagnostic,
  Difference,
  Format,
  PassName,
  PassRequest,
  PrintOptions,
  PythonPassSettings,
  WhyEntry,
} from './index.js';

export interface PassesSettings {
  /** Whether grad mode is on where the program begins. Default: true. */
  ambientGrad?: boolean;
}

export interface RunPassesSettings extends PassesSettings {
  /** How the result is printed. Default: 'code'. */
  format?: Format;
  /** The nested graph that is printed. */
  path?: string;
}

/** A report that is the same each time. */
export interface StableReport {
  pass: string;
  ran: boolean;
  changed: boolean;
  nodesBefore: number;
  nodesAfter: number;
  /** What was decided for each region, and why. */
  why: Omit<WhyEntry, 'lineages'>[];
  differences: Difference[];
  diagnostics: Diagnostic[];
}

export interface PassCheck {
  pass: string;
  /** `unknown`: nothing could be compared; `message` says why. A test wants 'equal'. */
  verdict: 'equal' | 'differs' | 'unknown';
  message?: string;
  /** The first node that differs. */
  node?: string;
}

/**
 * Any text that PyTorch printed, rewritten. Throws a SeesawError if it cannot be read or a pass fails; its message has
 * the place and the notes, too, since some test runners print nothing else. `output` of the format `code` begins and
 * ends with blank space, as graph.code does: trim it, or ask for `read`, the form that the text had.
 */
export function runPasses(
  text: string,
  passes: readonly (PassName | (string & {}) | PassRequest)[],
  settings?: RunPassesSettings,
): Promise<{ output: string; reports: StableReport[] }>;

/** The same text in another of PyTorch's forms. */
export function printGraph(text: string, options?: PrintOptions): Promise<string>;

/** Runs the program before and after each pass on sampled values: results and gradients. */
export function checkPasses(
  text: string,
  passes: readonly (PassName | (string & {}) | PassRequest)[],
  settings?: PassesSettings & { seed?: number },
): Promise<PassCheck[]>;

/**
 * A pass of one's own in Python on a text, under Node, with pyodide installed; `name` is the class or function, '' the
 * only one. Results and gradients are compared, too. Throws a SeesawError at the line of the pass if it fails.
 */
export function runPythonPass(
  text: string,
  source: string,
  name?: string,
  settings?: RunPassesSettings & PythonPassSettings & { seed?: number },
): Promise<{ output: string; printed: string; report: StableReport; check: PassCheck }>;

/** Ends Python at once; the next pass begins it again. A process ends without it. */
export function stopPython(): Promise<void>;

/** Names of all passes. */
export function passNames(): Promise<PassName[]>;
