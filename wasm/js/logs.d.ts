/**
 * Logs of torch.compile as trees of graphs: what TORCH_TRACE and TORCH_LOGS write, a folder of ranks or of tlparse, zip
 * and gzip files of them.
 */
import type { ArchiveSource, Diagnostic } from './index.js';

// As in index.d.ts.
declare global {
  interface AbortSignal {}
}

export interface LogFile {
  name: string;
  source: ArchiveSource | Blob | Uint8Array | ArrayBuffer;
}

export interface LogSettings {
  signal?: AbortSignal;
  /** Bytes that have been read, and of how many. */
  progress?: (done: number, of: number) => void;
  /** The files are a folder: what is no log is left out without a word. */
  folder?: boolean;
}

export interface LogGraph {
  /** Its place in `graphs`. */
  index: number;
  /** Its name: `0/0/joint`, `rank1/0/0_1/dynamo`. */
  pick: string;
  stage: string;
  /** As the log calls it: `aot_joint_graph`. */
  name: string;
  attempt: number;
  nodes: number;
  /** The text has an end. */
  whole: boolean;
  bytes: number;
  line: number;
  /** Place of the graph of the stage before. */
  before: number | null;
  side: 'forward' | 'backward' | null;
}

export interface LogCompile {
  id: string;
  rank: number | null;
  frame: { name: string; file: string; line: number } | null;
  time: string | null;
  seconds: Record<string, number>;
  attempts: number;
  restarts: string[];
  recompiled: string[];
  breaks: string[];
  failure: string | null;
  guards: number | null;
  graphs: LogGraph[];
}

export interface LogSummary {
  name: string;
  kind: 'trace' | 'text' | 'files' | 'none';
  bytes: number;
  lines: number;
  records: number;
  graphs: number;
  rank: number | null;
}

export interface Logs {
  readonly logs: LogSummary[];
  readonly compiles: LogCompile[];
  readonly graphs: LogGraph[];
  readonly diagnostics: (Diagnostic & { file: string })[];
  /** Diagnostics that are left out. */
  readonly suppressed: number;
  /** The text of a graph, as it was before it was logged. */
  text(graph: LogGraph, reading?: { signal?: AbortSignal }): Promise<string>;
  /** What Inductor tracked of a compilation: names of nodes before and after the passes of post-grad. */
  mappings(
    compile: LogCompile,
  ): Promise<{ preToPost: Record<string, string[]>; postToPre: Record<string, string[]> } | null>;
  compileOf(graph: LogGraph): LogCompile;
  /** The graph of a name or of a number in the list, from 1; a SeesawError says which there are. */
  find(pick: string): LogGraph;
}

/** A SeesawError says what is wrong. */
export function openLogs(files: LogFile[], settings?: LogSettings): Promise<Logs>;

/** Whether a text is a log of several graphs, by its beginning. */
export function isLog(beginning: string): boolean;
