/**
 * Seesaw: PyTorch-style graph IR in WebAssembly.
 *
 *   import { Session } from 'seesaw';
 *   const session = await Session.create();
 *   const program = session.open(text);
 *   const result = session.run(program.handle, ['replace_set_grad_with_hop_pass']);
 *   console.log(session.print(result.handle));
 */

import type {
  EditArgument,
  EditStep,
  GraphNode,
  NodeReference,
  NearMiss,
  PatternMatch,
  ReplacePatternAnswer,
  ReplacePatternSettings,
  RetracePass,
} from './graph-types.js';
import type { PassName } from './pass_names.js';
import type { Comparison, Picture, PictureNode, PictureOptions } from './picture-types.js';

// What these declarations name of the platform, for projects without the library `dom`: it is merged with its own.
declare global {
  interface Blob {}
  interface URL {}
  namespace WebAssembly {
    interface Module {}
  }
}

export type { PassName } from './pass_names.js';

export { GraphValue, Interpreter, Transformer } from './graph-types.js';
export type {
  EditArgument,
  EditStep,
  GraphArgument,
  GraphNode,
  KnownEditStep,
  NodeReference,
  NearMiss,
  PatternMatch,
  ReplacePatternAnswer,
  ReplacePatternSettings,
  RetraceArg,
  RetraceMeta,
  RetracePass,
  RetraceValue,
} from './graph-types.js';
export type {
  Comparison,
  ComparisonSide,
  NodeChange,
  Picture,
  PictureGroup,
  PictureNode,
  PictureNodes,
  PictureOptions,
} from './picture-types.js';

export interface DiagnosticNote {
  message: string;
  line?: number;
  column?: number;
  endLine?: number;
  endColumn?: number;
  graph?: string;
  node?: string;
}

/** What went wrong, where, and what to do about it. Lines and columns start at 1; columns count UTF-16 units. */
export interface Diagnostic extends DiagnosticNote {
  severity: 'error' | 'warning' | 'info';
  code: string;
  /** The file that the place is in, where it is not the text: a pass in Python. */
  file?: string;
  /** The Python exception that PyTorch raises here, if it does. */
  exception?: string;
  notes?: DiagnosticNote[];
}

/** `message` is that of the first diagnostic; `stack` also has its place and notes. */
export class SeesawError extends Error {
  /** `source`: the text that they are about, whose line `stack` shows. */
  constructor(diagnostics: Diagnostic[], source?: string);
  diagnostics: Diagnostic[];
}

export type TorchVersion = '2.6' | '2.14';

export interface ReadOptions {
  /** The version of PyTorch that the program is of. Default: what its text says. */
  torch?: TorchVersion;
}

/** Which PyTorch a program is of, and the signs of its text that decided it. */
export interface Dialect {
  torch: TorchVersion | 'between 2.6 and 2.14';
  /** It was chosen, not found. */
  chosen?: boolean;
  /** Ids of differences that the text shows in the newer way; in the older way with `!` in front. */
  signs?: string[];
}

/** A sign in a text by which a version was recognised: the first of its kind. `id` is one of `describe().dialect`. */
export interface VersionSign {
  id: string;
  newer: boolean;
  line: number;
}

/** What differs between versions of PyTorch. */
export interface VersionDifference {
  id: string;
  kind: 'printing' | 'names' | 'capture' | 'passes' | 'archive';
  /** The version that brought what is newer. */
  since: string;
  older: string;
  newer: string;
}

export interface ProgramSummary {
  handle: number;
  /** Nodes in all graphs. */
  nodes: number;
  graphs: number;
  /** Whether the text was an ExportedProgram. */
  exported: boolean;
  signature: boolean;
  /** The file that was captured switches grad mode off where it calls torch.export: passes run in that mode. */
  ambientGrad?: false;
  /** Absent where nothing in the text says it: passes then follow 2.6. */
  dialect?: Dialect;
}

export interface ReadAnswer extends Partial<ProgramSummary> {
  readable: boolean;
  /** Functions that are no part of the graph are called in the text: it is Python source, which `trace` captures. */
  callsLeftOut?: boolean;
  /** Why `dialect` is what it is: where the text shows it. Absent where no version was found, or one was chosen. */
  why?: VersionSign[];
  diagnostics: Diagnostic[];
  /** Diagnostics beyond the first hundred. */
  suppressed?: number;
}

export interface OpenAnswer extends ProgramSummary {
  readable: true;
  callsLeftOut?: boolean;
  why?: VersionSign[];
  diagnostics: Diagnostic[];
}

// prettier-ignore
export type Format =
  | 'readable'
  | 'code'
  | 'verbose'
  | 'graph'
  | 'module'
  | 'tabular'
  | 'program'
  | 'read'
  | 'json'
  | 'dot'
  | 'svg';

export interface PrintOptions extends Pick<PictureOptions, 'groupBy' | 'collapsed' | 'against' | 'earlier'> {
  /** Default: `readable`. `svg`, for full sessions, takes the options of a picture. */
  format?: Format;
  /** Path of the graph to print, e.g. `submod_1`. Default: the root. */
  path?: string;
  /** Strides in annotations. Default: as the text had them. */
  strides?: boolean;
  device?: boolean;
  className?: string;
  /** As this version prints it. Default: the version that the program is of. */
  torch?: TorchVersion;
  /** print_readable as PyTorch has it, without the layout of the text. */
  plain?: boolean;
}

export interface PassRequest {
  /** PyTorch's name; `-` and `_` are the same. */
  name: PassName | (string & {});
  options?: Record<string, string | boolean>;
  enabled?: boolean;
}

export interface RunSettings {
  /** torch.is_grad_enabled() while the passes run; false switches it off. Default: that of the captured file. */
  ambientGrad?: boolean;
  /** Verify the graph after each pass. Default: true. */
  verify?: boolean;
  /** Keep the program after each pass. */
  snapshots?: boolean;
  /** Keep what passes cut before they judge the pieces. */
  splits?: boolean;
}

export interface TraceSettings {
  /** What parameters of `forward` without an annotation are, in their order. */
  inputs?: TraceInput[];
  /** Parameters, buffers and other tensors of `self` that the source does not declare in `__init__`. */
  state?: { name: string; annotation: string; kind?: 'parameter' | 'buffer' | 'constant'; persistent?: boolean }[];
  /**
   * What sizes that are symbols may be, both bounds included (null: any): `{ s0: { low: 2, high: 64 } }`. Python's
   * branches on sizes need it.
   */
  sizes?: Record<string, { low: number | null; high: number | null }>;
  /**
   * As torch.export's strict mode captures. Default: as the source calls export (strict in PyTorch 2.6.0 if it does
   * not say), else false.
   */
  strict?: boolean;
  /** As exports of ir=functional are: writes become results, operators that may give a view are decomposed. */
  functional?: boolean;
  /** Paths of modules whose calls are marked with tracepoints, as torch.export's argument of this name does. */
  preserveModuleCallSignature?: string[];
  /** A function of the source, to be captured instead of a module. */
  function?: string;
  /** The name of the source in stack traces. */
  file?: string;
  /** The name of its module in the metadata of nodes. Default: `__main__`. */
  module?: string;
  ambientGrad?: boolean;
  /** Gives `state`, `inSpec` and `outSpec`. */
  details?: boolean;
  /**
   * The values of `state` stay in the session, beside the program, for `valuesOf` of other commands; the answer names
   * them in `kept`.
   */
  keepState?: boolean;
  /** Default: 0, or what the source gives torch.manual_seed. */
  seed?: number;
  /** The PyTorch that captures. Default: 2.6. */
  torch?: TorchVersion;
  /**
   * `program`: what a person gets of torch.export (of 2.6, of export_for_training). `graph`: before its passes, with
   * numbers for the names of inputs. Default: `program` where `torch` is given, else `graph`.
   */
  stage?: 'program' | 'graph';
}
/** 'f32[2, 3]'; a number or text as Python writes it: { value: '3' }; or a list, tuple or dict of such. */
export type TraceInput =
  string | { value: string } | TraceInput[] | { tuple: TraceInput[] } | { dict: Record<string, TraceInput> };
export interface TraceAnswer extends ReadAnswer {
  /** Values of parameters, buffers and constants, as PyTorch draws them after `torch.manual_seed(seed)`. */
  state?: Record<string, TensorValue>;
  /** Names of the values that are kept, with `keepState`. */
  kept?: string[];
  /** How arguments and results are flattened, as torch.utils._pytree.treespec_dumps writes it. */
  inSpec?: string;
  outSpec?: string;
  /** Conditions of torch._check on unbacked sizes; the pass insert_deferred_runtime_asserts takes them. */
  asserts?: string[];
}

/** What CPython captured. */
export interface PythonTraceAnswer extends ProgramSummary {
  /** What the script printed. */
  printed: string;
  diagnostics: Diagnostic[];
  state?: Record<string, TensorValue>;
  inSpec?: string;
  outSpec?: string;
  asserts?: string[];
}

/**
 * A tensor; elements in rows, infinite ones and NaN as 'inf', '-inf', 'nan', integers beyond 2**53 as their digits. A
 * complex one has pairs `[1, -2]`, or texts `"1-2j"`, in `data`.
 */
export interface TensorValue {
  dtype: string;
  shape: number[];
  data: (number | string | boolean)[];
  requires_grad?: boolean;
}
/**
 * What goes into a program and comes out: tensors, numbers (`{i}`, `{f}`, `{b}` tell their type), texts, None, lists
 * and tuples.
 */
export type ProgramValue =
  | TensorValue
  | number
  | boolean
  | null
  | { i: number | string }
  | { f: number | string }
  | { b: boolean }
  | { str: string }
  | ProgramValue[]
  | { tuple: ProgramValue[] };

export interface ProgramValues {
  inputs?: ProgramValue[];
  /** Parameters, buffers and constants by name; `{same_as}` for two names of one tensor. */
  state?: Record<string, ProgramValue | { same_as: string }>;
}

export interface ExecSettings {
  /** Floating point inputs require grad. */
  requiresGrad?: boolean;
  /** Also gradients of the sum of all results. */
  grad?: boolean;
  /** torch.is_grad_enabled() when the program starts. Default: true. */
  gradMode?: boolean;
}

export interface ExecAnswer {
  /** `text` is what PyTorch prints of a tensor. */
  outputs: { value: ProgramValue; requiresGrad?: boolean; text?: string }[];
  mutatedBuffers: Record<string, ProgramValue>;
  mutatedInputs: Record<string, ProgramValue>;
  inputs: ProgramValue[];
  /** By leaf: tensors among the inputs, then parameters of the state. */
  gradients?: (TensorValue | null)[];
  tensorInputs?: number;
}

export interface CheckSettings {
  /** Another seed, other values. Default: 0. */
  seed?: number;
  ambientGrad?: boolean;
}

export interface CheckAnswer {
  /**
   * `unknown`: the first program cannot be run, or what differs depends on random numbers (`random`), or the gradients
   * of the first program cannot be computed (`gradient`); `message` says why. Where both programs raise the same error
   * of PyTorch for gradients, `equal` is said of the results, and `message` holds the error.
   */
  verdict: 'equal' | 'differs' | 'unknown';
  /** How many results and gradients were compared. */
  results: number;
  gradients: number;
  what?: 'value' | 'requires_grad' | 'gradient' | 'results' | 'error' | 'random';
  message?: string;
  /** The first node that differs, in the graph of this path in the second program, and its name in the first. */
  node?: string;
  graph?: string;
  nodeBefore?: string;
}

export interface WhyEntry {
  decision: 'wrapped' | 'inlined' | 'lost' | 'dropped' | 'kept';
  /** PyTorch's behaviour is not what the program meant. */
  warning: boolean;
  graph: string;
  region: string;
  trigger: string;
  condition: string;
  /** Number of the rule in PyTorch's recorded behaviour. */
  rule?: number;
  nodes: number;
  /** Lines of the source that the region came from. */
  line?: number;
  endLine?: number;
  lineages: number[];
}

export interface Difference {
  kind: string;
  graph: string;
  node: string;
  pytorch: string;
  seesaw: string;
}

export interface PassReport {
  pass: string;
  ran: boolean;
  changed: boolean;
  microseconds: number;
  nodesBefore: number;
  nodesAfter: number;
  why: WhyEntry[];
  differences: Difference[];
  /** Pairs of lineages: a new node and an older one that it came from. */
  provenance: [number, number][];
  diagnostics: Diagnostic[];
  /** Handle of the program after this pass, if asked for. */
  snapshot?: number;
  /** Handles of what the pass cut, if asked for. */
  splits?: number[];
}

export interface RunAnswer extends ProgramSummary {
  succeeded: boolean;
  reports: PassReport[];
}

/** A file of Python beside a pass, imported under the name `module`. */
export interface PythonFile {
  name: string;
  module: string;
  text: string;
}

export interface PythonPassSettings {
  /** Arguments of the class or function: numbers, true and false are Python's. */
  options?: Record<string, string | number | boolean>;
  /** How diagnostics name the source. Default: pass.py. */
  file?: string;
  module?: string;
  files?: PythonFile[];
}

export interface PythonAnswer extends Partial<ProgramSummary> {
  /** The new program; the old one if the pass failed. */
  handle: number;
  succeeded: boolean;
  /** What the pass printed. */
  printed: string;
  reports: PassReport[];
}

export interface PythonPass {
  /** FILE:NAME */
  readonly label: string;
  run(handle: number, settings?: { ambientGrad?: boolean }): Promise<PythonAnswer>;
}

export interface EditSettings {
  path?: string;
  stopOnError?: boolean;
  /** Edit a copy that PyTorch's deepcopy would make. */
  deepCopy?: boolean;
  /** Record calls of create, erase and replace hooks. */
  hooks?: boolean;
  withoutModule?: boolean;
}

export interface EditAnswer {
  handle: number;
  failed: boolean;
  steps: { value?: unknown; error?: { exception: string; message: string }; warnings?: string[] }[];
  events?: string[][];
}

/**
 * An argument: its place or keyword, then places in lists (`[0]`, `['alpha']`, `[0, 2]`); a number is the nth argument
 * that names a node.
 */
export type ArgumentSlot = (string | number)[] | number;

/**
 * An edit of a person, on nodes by name. Texts are Python in the names of the graph; expressions in them become nodes
 * of their own.
 *
 * `insert`: statements, behind `after`, else in front of the output; `users`: the users of `after` take the last new
 * value; `into`: one argument takes it. `delete`: users take `input` (a node, or 'first': the first node among its own
 * arguments). `set_grad`: calls of
 * `torch._C._set_grad_enabled` around the nodes. `extract`: into a submodule, `submod_1` unless named.
 */
export type Change =
  | {
      do: 'insert';
      text: string;
      name?: string;
      after?: string;
      users?: boolean;
      into?: { node: string; slot: ArgumentSlot };
    }
  | { do: 'delete'; nodes: string[]; input?: string }
  | { do: 'argument'; node: string; slot: ArgumentSlot; text: string }
  | { do: 'arguments'; node: string; text: string }
  | { do: 'target'; node: string; target: string }
  | { do: 'rename'; node: string; name: string }
  | { do: 'set_grad'; nodes: string[]; enabled?: boolean }
  | { do: 'extract'; nodes: string[]; name?: string }
  | { do: 'inline'; node: string }
  | { do: 'duplicate'; nodes: string[] };

export interface ChangeSettings {
  /** Path of the graph. Default: the root. */
  path?: string;
  /** The text that a program given by handle was read from. */
  source?: string;
}

export interface ChangeAnswer extends ProgramSummary {
  /** What was done, as a list of edits shows it: "Insert relu". */
  title: string;
  /** The names of new nodes. */
  made: string[];
  /**
   * What PyTorch would say of shapes and arguments now (severity error, code shape), and remarks on the edit (info).
   */
  diagnostics: Diagnostic[];
  /** The text after the edit; what the edit left alone is as in the source. */
  text: string;
  format: Format | string;
  /** Nothing of the source could be taken over: the text is printed again. */
  rewritten: boolean;
}

export interface PassOption {
  name: string;
  type: 'boolean' | 'choice' | 'text';
  default: string;
  doc: string;
  choices?: string;
}

export interface OpDescription {
  path: string;
  /** In PyTorch's spelling. */
  schema?: string;
  doc?: string;
  /** Dead code elimination keeps it. */
  sideEffect?: true;
  /** How generated code writes it: the form and its operator. */
  python?: ['prefix' | 'infix' | 'index' | 'inplace' | 'setitem', string];
  /** "torch.ops.aten" of torch.ops.aten.add.Tensor, whose name is "add" and whose overload is "Tensor". */
  namespace?: string;
  name?: string;
  overload?: string;
  traits?: ('composite' | 'view' | 'multi_view' | 'mutates' | 'side_effect' | 'region_state' | 'higher_order')[];
  /** Paths of other forms: that which writes to its first argument. */
  aliases?: string[];
  /** What autocast makes of floating arguments. */
  autocast?: 'lower' | 'full' | 'widest';
  kernel?: boolean;
  shapeRule?: boolean;
  /** Its own, or, of a composite operator, that of the operators it is written in. */
  derivative?: boolean;
  /** What autograd records: "MulBackward0". */
  gradFn?: string;
  /** The derivative as it runs on a sample: numbers and shapes are those of the call. */
  formula?: { call: string; gradients: { input: string; steps: string[]; formula: string }[] };
}

export interface FormatDescription {
  name: Format;
  doc: string;
  /** Shows values, so that strides and devices can be asked for. */
  annotated?: true;
  /** Of the name of a file. */
  ending: string;
  /** It is no Python. */
  plain?: true;
  /** `open` reads it. */
  readBack?: true;
}

export interface Description {
  version: string;
  pytorch: string;
  formats: FormatDescription[];
  commands: { name: string; doc: string }[];
  /** `unbounded`: its time has no bound in the size of the program. */
  passes: { name: string; summary: string; doc: string; options: PassOption[]; unbounded?: boolean }[];
  differences: { id: string; title: string; reason: string; rule: number }[];
  /** Known to full sessions; of others the list is empty. */
  ops: OpDescription[];
  /** What differs between versions of PyTorch, a row each; of full sessions. */
  dialect?: VersionDifference[];
}

export interface ArchiveAnswer extends OpenAnswer {
  /** Version of the format: "8.2". */
  schema: string;
  /** Version of PyTorch that wrote it, where the archive says so. */
  torch?: string;
  suppressed?: number;
}

/** Bytes by random access; `read` gives exactly the bytes asked for. */
export interface ArchiveSource {
  size: number;
  read(from: number, length: number): Promise<Uint8Array>;
}

/** A file that torch.export.save wrote. Only what is asked for is read. */
export class Archive {
  private constructor();
  static open(from: Blob | Uint8Array | ArrayBuffer | ArchiveSource): Promise<Archive>;
  /** Names of the programs in it; one, as a rule. */
  readonly models: string[];
  readonly entries: { name: string; size: number }[];
  /** The JSON of a program; the name is needed where there are several. */
  program(name?: string): Promise<string>;
  /** The bytes of any entry. */
  read(name: string): Promise<Uint8Array>;
  /** The file with a program changed; everything else is copied byte for byte. */
  withProgram(json: string, name?: string): Promise<Blob>;
  /** The same in parts; those that are copied are named, not read. */
  parts(json: string, name?: string): Promise<(Uint8Array | { from: number; length: number })[]>;
  /** The same, handed over in pieces. */
  writeTo(json: string, write: (bytes: Uint8Array) => unknown, name?: string): Promise<void>;
}

/** Whether a file with these first bytes is a ZIP archive. */
export function isArchive(bytes: Uint8Array): boolean;

export function pictureNode(picture: Picture, index: number): PictureNode;

/** Programs by handle. Whatever fails throws a SeesawError. */
export class Session {
  private constructor();
  /**
   * `wasm`: where the module is, or the compiled module; default: beside the glue. `full`: the larger of the two
   * modules (seesaw-full.wasm), which has all passes and reads saved models. `archives`: the same.
   */
  static create(options?: {
    wasm?: string | URL | WebAssembly.Module;
    full?: boolean;
    archives?: boolean;
  }): Promise<Session>;
  /** Resolves when a fresh instance has taken over after a trap; at once if there was none. */
  recovered(): Promise<void>;
  /** A command of the core by name, as `describe()` lists them; the other methods wrap this one. */
  call(command: string, args?: object, payload?: string): { value: any; payload: string };
  /** Reads a text in any form. Throws if it has mistakes. */
  open(source: string, options?: ReadOptions): OpenAnswer;
  /** Reads a text; mistakes are in `diagnostics`, and `readable` says whether there is a handle. */
  read(source: string, options?: ReadOptions): ReadAnswer;
  /** Reads the JSON of a saved model, as Archive.program gives it. For sessions with `archives`. */
  openArchive(json: string): ArchiveAnswer;
  /** The JSON of the model with this program in it; `json` is what the program was opened from. */
  writeArchive(handle: number, json: string): string;
  /** Frees a program. */
  close(handle: number): void;
  print(handle: number, options?: PrintOptions): string;
  /** Runs passes; the result is a new program, and the old one stays. */
  run(handle: number, passes: (PassName | (string & {}) | PassRequest)[], settings?: RunSettings): RunAnswer;
  /**
   * A pass that is Python source, run by CPython (pyodide, an optional package) in a worker of its own. `name` is that
   * of the class or function; '' for the only one, null for a script that finds the graph as `gm`.
   */
  pythonPass(source: string, name?: string | null, settings?: PythonPassSettings): PythonPass;
  /**
   * Captures the `forward` function of Python source, written in the subset that the README describes, as torch.export
   * does before its passes. Throws, with a place in the source, for what is outside of the subset. `diagnostics` has
   * warnings. The session must be a full one.
   */
  trace(source: string, settings?: TraceSettings): TraceAnswer;
  /**
   * Captures Python source by CPython, which npm's `pyodide` is: any Python, with the tracer, operators and names of
   * `trace`; without strict. Rejects with a place in the source for what PyTorch refuses, and for names of torch that
   * are not there. The source runs apart from the session, without network and files.
   */
  tracePython(source: string, settings?: TraceSettings, files?: PythonFile[]): Promise<PythonTraceAnswer>;
  /**
   * Declares the operators that Python source makes with `torch.library.custom_op`, and gives their paths: programs
   * that call them run, propagate and retrace then. Schemas are made from the annotations; a body is captured when it
   * is called. The session must be a full one.
   */
  declareOperators(source: string): string[];
  /**
   * Runs a program on values: `session.exec(handle, { inputs: [{ dtype: 'f32', shape: [2], data: [1, 2] }] })`. Throws
   * what PyTorch raises, and names the node. The session must be a full one, here and for `check`.
   */
  exec(handle: number, values?: ProgramValues, settings?: ExecSettings): ExecAnswer;
  /**
   * Runs two programs on the same sampled values, compares results and gradients, and names the first node that
   * differs.
   */
  check(before: number, after: number, settings?: CheckSettings): CheckAnswer;
  /** What became of each node between two programs. The session must be a full one, here and for `picture`. */
  compare(before: number, after: number): Comparison;
  /** Lays a program out, for a screen. */
  picture(handle: number, options?: PictureOptions): Picture;
  /** Traces a program again, with functions in place of methods of PyTorch's ExportPass. For sessions with `full`. */
  retrace(handle: number, pass: RetracePass): ProgramSummary & { nodeDebugStr: string };
  /**
   * What torch.fx.symbolic_trace records of Python source: a function, a lambda, a module class. For sessions with
   * `full`, as all to graphCopy.
   */
  symbolicTrace(source: string): ProgramSummary;
  /** Where a pattern occurs, given as Python source, as a text of a graph, or by handle. */
  matchPattern(
    handle: number,
    pattern: string | number,
    settings?: { path?: string; ignoreLiterals?: boolean },
  ): PatternMatch[];
  /**
   * The same, and the places where it almost occurs, at most three: the first node of the pattern that fails, and why.
   */
  explainPattern(
    handle: number,
    pattern: string | number,
    settings?: { path?: string; ignoreLiterals?: boolean },
  ): { matches: PatternMatch[]; nearest: NearMiss[] };
  /**
   * torch.fx.subgraph_rewriter.replace_pattern_with_filters; the result is a new program. `replacement` may be null
   * with a replacementCallback.
   */
  replacePattern(
    handle: number,
    pattern: string | number,
    replacement: string | number | null,
    settings?: ReplacePatternSettings,
  ): ReplacePatternAnswer;
  /** torch.fx.passes.split_module: nodes by name with the number of their part; the result is a new program. */
  splitModule(
    handle: number,
    partition: Record<string, number>,
    settings?: { keepOriginalOrder?: boolean; keepOriginalNodeName?: boolean },
  ): ProgramSummary;
  /** torch._export.utils.sequential_split: a part begins at each delimiter; the result is a new program. */
  sequentialSplit(handle: number, delimiters: string[] | ((node: GraphNode) => unknown)): ProgramSummary;
  /** The nodes of a graph in their order. */
  nodes(handle: number, settings?: { path?: string }): GraphNode[];
  /**
   * Graph.graph_copy from another program: nodes by their names there, and what its output names. The output itself is
   * not copied.
   */
  graphCopy(
    handle: number,
    from: number,
    settings?: { path?: string; fromPath?: string; valMap?: Record<string, NodeReference> },
  ): { result: EditArgument; nodes: Record<string, { id: number; name: string }> };
  /** GraphModule.add_submodule: false where a name on the way is no module. */
  addSubmodule(handle: number, target: string, module?: { from?: number; fromPath?: string; class?: string }): boolean;
  /** nn.Module.get_submodule; AttributeError in PyTorch's words. */
  getSubmodule(handle: number, target: string): { class: string; graph: boolean; children: string[] };
  /** GraphModule.delete_submodule: false if there is none. */
  deleteSubmodule(handle: number, target: string): boolean;
  deleteAllUnusedSubmodules(handle: number): void;
  namedModules(handle: number): { path: string; class: string; graph: boolean }[];
  /** Edits a graph in place; without a handle (null), a new empty one. */
  edit(handle: number | null, steps: EditStep[], settings?: EditSettings): EditAnswer;
  /**
   * One edit of a person on a program, given by handle or as text; it stays as it is, and the answer is a new one with
   * its text. Throws what is wrong with the edit, with a remedy. For sessions with `full`, as the next two.
   */
  change(program: number | string, change: Change, settings?: ChangeSettings): ChangeAnswer;
  /** Nodes as statements, which the change `insert` takes. */
  copyNodes(program: number | string, nodes: string[], settings?: { path?: string }): string;
  /** What PyTorch would say of the shapes and arguments of all calls. */
  checkValues(program: number | string): Diagnostic[];
  /**
   * Commands, formats, passes with their options, differences from PyTorch, operators. Without formulas of derivatives
   * it takes a fifth of the time; `operators: false` leaves `ops` empty and answers at once.
   */
  describe(parts?: { operators?: boolean; formulas?: boolean }): Description;
}

/** `file:line:column: error: message` with the source line and a caret, as a terminal shows it. */
export function renderDiagnostic(diagnostic: Diagnostic, file: string, source?: string | null): string;
