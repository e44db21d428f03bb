/**
 * Types of graphs: steps of an edit, patterns, interpreters, retracing passes.
 *
 * index.d.ts exports them all.
 */
import type {
  ExecAnswer,
  ExecSettings,
  ProgramSummary,
  ProgramValue,
  ProgramValues,
  Session,
  TensorValue,
} from './index.js';

/** A node: its id, or the name that an earlier step gave it with `as`. */
export type NodeReference = number | string;
/**
 * An argument as in Seesaw's JSON: `{ n: node }` a node, arrays lists, `{ t: [...] }` a tuple, `{ f: '0.5' }` a float,
 * ...
 */
export type EditArgument = any;
export interface NewNode {
  args?: EditArgument[];
  kwargs?: Record<string, EditArgument>;
  name?: string;
  /** Later steps name the node so. */
  as?: string;
  /** The annotation of its type. */
  type?: string;
  /** Made in a graph beside this one, for what torch.fx says about nodes of another graph. */
  scratch?: boolean;
}
/**
 * One step of an edit, named as torch.fx names it; the README says of each what it gives and what it refuses. The last
 * group needs a session with `full`.
 */
export type KnownEditStep =
  | ({ do: 'create_node'; op: string; target?: string; stringTarget?: boolean; callableTarget?: boolean } & NewNode)
  | ({ do: 'placeholder' | 'get_attr' | 'call_function' | 'call_method' | 'call_module'; target: string } & NewNode)
  | ({ do: 'output'; target?: string } & NewNode)
  | { do: 'erase_node'; node: NodeReference }
  | { do: 'node_copy'; node: NodeReference; as?: string }
  | {
      do: 'replace_all_uses_with';
      node: NodeReference;
      with: NodeReference;
      users?: number[];
      everyThird?: number;
      propagateMeta?: boolean;
    }
  | { do: 'replace_input_with'; node: NodeReference; old: NodeReference; new: NodeReference }
  | { do: 'prepend' | 'append'; node: NodeReference; x: NodeReference }
  | { do: 'set_args'; node: NodeReference; args: EditArgument[] }
  | { do: 'set_kwargs'; node: NodeReference; kwargs: Record<string, EditArgument> }
  | { do: 'update_arg' | 'insert_arg'; node: NodeReference; index: number; arg: EditArgument }
  | { do: 'update_kwarg'; node: NodeReference; key: string; arg: EditArgument }
  | { do: 'inserting_before' | 'inserting_after'; node?: NodeReference | null; scoped?: boolean }
  | { do: 'reset_insert_point' | 'restore_insert_point' }
  | { do: 'rename' | 'set_name'; node: NodeReference; name: string }
  | { do: 'set_target'; node: NodeReference; target: string }
  | { do: 'set_opcode'; node: NodeReference; op: string }
  | { do: 'set_meta'; node: NodeReference; key: string; value: EditArgument }
  | { do: 'set_attribute'; name: string; kind?: string; class?: string }
  | { do: 'eliminate_dead_code' | 'lint' | 'nodes' | 'output_node' | 'str' }
  | { do: 'users' | 'all_input_nodes' | 'format_node' | 'is_impure' | 'sort_key'; node: NodeReference }
  | { do: 'next'; node?: NodeReference | null }
  | { do: 'find_nodes'; op: string; target?: string | null }
  | { do: 'create_name'; candidate: string }
  | { do: 'graph_module'; root: unknown }
  | { do: 'graph_nodes' | 'named_modules' | 'delete_all_unused_submodules' }
  | { do: 'graph_copy'; from: number; fromPath?: string; valMap?: Record<string, NodeReference> }
  | { do: 'add_submodule'; target: string; from?: number; fromPath?: string; class?: string }
  | { do: 'get_submodule' | 'delete_submodule'; target: string };
/** A step; those that are put together at run time need no narrower type. */
export type EditStep = KnownEditStep | ({ do: string } & Record<string, unknown>);

/** A node, referred to by name. */
export interface GraphNode {
  id: number;
  name: string;
  op: string;
  target: string;
  /** The line of str(graph); of `session.nodes` and in an interpreter. */
  text?: string;
}

/** Where a pattern occurs: torch.fx's InternalMatch. */
export interface PatternMatch {
  /** Names in the pattern. */
  anchors: string[];
  /** By name in the pattern: what matches it, a node or, for a placeholder, a value. */
  nodesMap: Map<string, GraphNode | any>;
  placeholderNodes: (GraphNode | any)[];
  returningNodes: GraphNode[];
}

/** A place where a pattern almost occurs. */
export interface NearMiss {
  /** The node beside the pattern's last one; null if no node is like it. */
  anchor: string | null;
  /** The first node of the pattern that fails. */
  pattern: string | null;
  /** The node of the graph that stands there. */
  node: string | null;
  reason: 'target' | 'arguments' | 'argument' | 'user' | 'one value' | 'two values' | 'overlap' | 'path' | 'absent';
  message: string;
  /** Nodes of the pattern that have a counterpart, of how many. */
  matched: number;
  of: number;
}

export interface ReplacePatternSettings {
  /** Path of the graph. Default: the root. */
  path?: string;
  /** Numbers, texts and other constants of the pattern match any. */
  ignoreLiterals?: boolean;
  /** A match is replaced if all of them are true of it. They are asked before anything is replaced. */
  matchFilters?: ((match: PatternMatch, handle: number, pattern: string | number) => unknown)[];
  /** What to put in the place of each match. */
  replacementCallback?: (match: PatternMatch, handle: number, pattern: string | number) => string | number;
}

export interface ReplacePatternAnswer extends ProgramSummary {
  /** torch.fx's ReplacedPatterns, in their order. */
  replaced: { anchor: string; replacements: GraphNode[] }[];
}

/** A tensor while an interpreter runs, or a node of the graph that a transformer makes. */
export class GraphValue {
  private constructor();
  readonly id: number;
  /** Of the new node, where a transformer made it. */
  readonly name?: string;
  /** Of an interpreter's: dtype, shape and elements. */
  readonly value: TensorValue;
}
/**
 * GraphValues, numbers, texts, null, arrays (lists), `{ t: [...] }` tuples, `{ f: 0.5 }` floats; tensors may be given
 * as TensorValues.
 */
export type GraphArgument = GraphValue | any;

/**
 * torch.fx.Interpreter: derive a class from it and override what shall be otherwise; `super.callFunction(...)` is what
 * it is in Python. The session must be a full one.
 */
export class Interpreter {
  constructor(session: Session, handle: number, settings?: { garbageCollectValues?: boolean });
  readonly session: Session;
  readonly handle: number;
  garbageCollectValues: boolean;
  /** Behind a run: values by the name of their node; of the output alone, unless garbageCollectValues is false. */
  env: Map<string, ProgramValue>;
  /** `initialEnv`: values of nodes by name, which are not run then. */
  run(
    inputs?: ProgramValue[],
    settings?: ExecSettings & { state?: ProgramValues['state']; initialEnv?: Record<string, ProgramValue> },
  ): ExecAnswer & { env: Record<string, ProgramValue> };
  runNode(node: GraphNode): GraphArgument;
  placeholder(
    target: string,
    args?: GraphArgument[],
    kwargs?: Record<string, GraphArgument>,
    node?: GraphNode,
  ): GraphArgument;
  getAttr(
    target: string,
    args?: GraphArgument[],
    kwargs?: Record<string, GraphArgument>,
    node?: GraphNode,
  ): GraphArgument;
  callFunction(
    target: string,
    args: GraphArgument[],
    kwargs?: Record<string, GraphArgument>,
    node?: GraphNode,
  ): GraphArgument;
  callMethod(
    target: string,
    args: GraphArgument[],
    kwargs?: Record<string, GraphArgument>,
    node?: GraphNode,
  ): GraphArgument;
  callModule(
    target: string,
    args: GraphArgument[],
    kwargs?: Record<string, GraphArgument>,
    node?: GraphNode,
  ): GraphArgument;
  output(
    target: string,
    args: GraphArgument[],
    kwargs?: Record<string, GraphArgument>,
    node?: GraphNode,
  ): GraphArgument;
}

/** torch.fx.Transformer: the same methods make nodes of a new graph. */
export class Transformer extends Interpreter {
  /** A new program. Nodes keep what TracerBase.create_node takes over: stack traces, module stacks and their like. */
  transform(settings?: { path?: string }): ProgramSummary;
}

/** A value of the graph that a retracing pass records. */
export interface RetraceValue {
  readonly id: number;
  /**
   * Of what next() gave: the node's name, its annotation (`f32[3, 4][4, 1]`), and what is known of it in Seesaw's JSON.
   */
  readonly name?: string;
  readonly annotation?: string;
  readonly val?: any;
}
/** Values, constants, arrays (lists), and objects as in Seesaw's JSON: {t: [...]} a tuple, {dtype: 'torch.float32'}. */
export type RetraceArg = RetraceValue | number | string | boolean | null | RetraceArg[] | { [key: string]: any };
export interface RetraceMeta {
  /** The line of str(graph) of the node that is walked. */
  readonly node: string;
  readonly data: { [key: string]: any };
  get(key: string): any;
  /** Adds an entry to the metadata of the nodes that next() makes. Protected ones throw, as in PyTorch. */
  set(key: string, value: any): void;
}
export type Next<Args extends any[]> = ((...args: Partial<Args>) => RetraceValue) & {
  /** Records another operator, from any callback that has one. */
  callOperator(op: string, args: RetraceArg[], kwargs?: { [key: string]: RetraceArg }): RetraceValue;
};
/**
 * Methods of PyTorch's ExportPass. `next` does what the method does if it is not overridden; what is not given stays.
 */
export interface RetracePass {
  onAttr?(attr: RetraceValue, meta: RetraceMeta): void;
  placeholder?(name: string, val: any, meta: RetraceMeta, next: Next<[string]>): RetraceValue;
  callOperator?(
    op: string,
    args: RetraceArg[],
    kwargs: { [key: string]: RetraceArg },
    meta: RetraceMeta,
    next: Next<[string, RetraceArg[], { [key: string]: RetraceArg }]>,
  ): RetraceArg;
  callSym?(target: string, args: RetraceArg[], meta: RetraceMeta, next: Next<[string, RetraceArg[]]>): RetraceArg;
  callGetitem?(value: RetraceArg, key: RetraceArg, meta: RetraceMeta, next: Next<[RetraceArg, RetraceArg]>): RetraceArg;
  callCond?(pred: RetraceArg, inputs: RetraceArg, meta: RetraceMeta, next: Next<[RetraceArg, RetraceArg]>): RetraceArg;
  callMap?(
    mapped: RetraceArg,
    operands: RetraceArg,
    meta: RetraceMeta,
    next: Next<[RetraceArg, RetraceArg]>,
  ): RetraceArg;
  output?(results: RetraceArg, meta: RetraceMeta, next: Next<[RetraceArg]>): RetraceArg;
  callSubmodule?(inputs: number, meta: RetraceMeta, next: Next<[]>): void;
}
