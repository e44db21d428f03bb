/// <reference lib="esnext.disposable" />
/**
 * Tensors with PyTorch's autograd: `import { tensor, graph } from 'seesaw/tensor'`. Names are PyTorch's in camelCase;
 * `with` blocks are functions. The operators' own declarations are in operator-methods.d.ts and
 * operator-functions.d.ts.
 */
import type { FunctionalForms, OperatorFunctions } from './operator-functions.js';
import type { OperatorMethods } from './operator-methods.js';

export type { FunctionalForms, OperatorFunctions, OperatorMethods };

export type DType =
  'float64' | 'float32' | 'int64' | 'bool' | 'int32' | 'int16' | 'int8' | 'uint8' | 'float16' | 'bfloat16';
/** `sim` is a simulated accelerator with its own memory account. */
export type Device = 'cpu' | 'sim';
export const DTYPES: readonly DType[];
export const DEVICES: readonly Device[];

/** Numbers, nested as the shape is. */
export type Nested = number | boolean | readonly Nested[];

export interface TensorOptions {
  /** Default: float64, bool for booleans, float32 for a Float32Array. */
  dtype?: DType;
  device?: Device;
  requiresGrad?: boolean;
  /** Of flat data. */
  shape?: readonly number[];
}
/** A leaf. */
export function tensor(data: Nested | ArrayLike<number> | ArrayBufferView, options?: TensorOptions): Tensor;

export interface Tensor extends OperatorMethods, Disposable {}
export class Tensor {
  private constructor();
  get shape(): number[];
  get ndim(): number;
  get dtype(): DType;
  get device(): Device;
  stride(): number[];
  numel(): number;
  isContiguous(): boolean;
  /** Address of the first element. */
  dataPtr(): number;
  /** The only element. */
  item(): number | boolean;
  /** All elements in row-major order, copied: `t.data()`. */
  get data(): () => Float64Array;
  /** `t.data = other` takes the other's elements, shape and dtype; history, version and gradient stay. */
  set data(value: Tensor);
  /** What PyTorch's `t.data` reads: the same memory without history, with versions of its own. */
  get dataTensor(): Tensor;
  /** Looks at the memory of another tensor from now on; without one, at nothing. */
  set_(source?: Tensor): this;
  /** Another shape in place: more elements are zeros, fewer are left out. Refused for what requires grad. */
  resize_(...shape: number[]): this;
  resize_(shape: readonly number[]): this;
  resizeAs_(other: Tensor): this;
  /** Nested arrays. */
  tolist(): any;
  /** Nested arrays. */
  toJSON(): any;
  /** As PyTorch prints it, with float64 as the default dtype. */
  toString(): string;

  get requiresGrad(): boolean;
  set requiresGrad(value: boolean);
  requiresGrad_(value?: boolean): this;
  get isLeaf(): boolean;
  get retainsGrad(): boolean;
  get outputNr(): number;
  get isView(): boolean;
  get isInference(): boolean;
  get version(): number;
  get grad(): Tensor | null;
  set grad(value: Tensor | null);
  /** The node that produced it; null for leaves. */
  get gradFn(): Node | null;
  retainGrad(): void;
  /** Removes the history of this tensor itself. */
  detach_(): this;
  /** In another dtype, on another device, or as another tensor is; itself if that is what it has. */
  to(target: DType | Device | Tensor, nonBlocking?: boolean, copy?: boolean): Tensor;
  to(target: DType | Device | Tensor, options: { nonBlocking?: boolean; copy?: boolean }): Tensor;
  to(device: Device, dtype: DType, nonBlocking?: boolean, copy?: boolean): Tensor;
  to(device: Device, dtype: DType, options: { nonBlocking?: boolean; copy?: boolean }): Tensor;
  to(options: { dtype?: DType | null; device?: Device | null; nonBlocking?: boolean; copy?: boolean }): Tensor;
  backward(gradient?: Tensor | null, options?: Omit<BackwardOptions, 'gradTensors'>): void;
  backward(options: Omit<BackwardOptions, 'gradTensors'> & { gradient?: Tensor | null }): void;
  /** The result, if there is one, replaces the gradient. */
  registerHook(fn: (grad: Tensor | null) => Tensor | null | void): RemovableHandle;
  registerPostAccumulateGradHook(fn: (leaf: Tensor) => void): RemovableHandle;
  /** Lets it go now instead of when the garbage collector finds it. */
  dispose(): void;
}

/** Removes the hook that it represents; may be called again. */
export interface RemovableHandle extends Disposable {}
export class RemovableHandle {
  private constructor();
  remove(): void;
  /** The same. */
  dispose(): void;
}

export type Gradients = (Tensor | null)[];
export type HookResult = Gradients | null | undefined | void;

/** A node of the backward graph. The same node is the same object. */
export interface Node extends Disposable {}
export class Node {
  private constructor();
  /** With its namespace: `torch::autograd::AccumulateGrad`. */
  name(): string;
  /** Without. */
  get typeName(): string;
  /** Pairs of node and the number of its input. */
  get nextFunctions(): [Node | null, number][];
  /** An object for whatever belongs to this node. */
  get metadata(): Record<string, any>;
  /** Shape and dtype of each value whose gradient comes in. */
  get inputMetadata(): { dtype: DType; shape: number[] }[];
  /** Grows with each node; the largest number for accumulators. Of ready nodes that with the largest runs first. */
  get sequenceNr(): number;
  set sequenceNr(value: number);
  /** Tensors that a user-defined function saved; undefined on other nodes. */
  get savedTensors(): (Tensor | null)[] | undefined;
  /** The context of a user-defined function, which in PyTorch is the node itself; undefined on other nodes. */
  get ctx(): FunctionContext | undefined;
  /**
   * What the node makes of gradients, one for each output: `grad_fn(grad)` of PyTorch. No hook runs and nothing is
   * freed. A list unless there is one result.
   */
  call(...gradOutputs: (Tensor | null)[]): Tensor | null | Gradients;
  /** Names of the saved values. */
  get savedNames(): string[];
  /** A saved value, as backward would see it. */
  saved(name: string): Tensor | number | null;
  registerSavedHooks<T>(name: string, pack: (t: Tensor) => T, unpack: (packed: T) => Tensor): void;
  /** Called before the node runs. */
  registerPrehook(fn: (gradOutputs: Gradients) => HookResult): RemovableHandle;
  /** Called after the node ran. */
  registerHook(fn: (gradInputs: Gradients, gradOutputs: Gradients) => HookResult): RemovableHandle;
  toString(): string;
  dispose(): void;
}
/** The node that is being evaluated, or null. */
export function currentNode(): Node | null;
/** The node that accumulates into a leaf; null if the tensor does not require grad. */
export function gradAccumulator(t: Tensor): Node | null;

export type Edge = readonly [Node, number];
export type Root = Tensor | Edge;

export interface BackwardOptions {
  gradTensors?: Tensor | null | readonly (Tensor | null)[];
  inputs?: Root | readonly Root[];
  /** Default: as `createGraph`. */
  retainGraph?: boolean | null;
  createGraph?: boolean;
}
export interface GradOptions {
  gradOutputs?: Tensor | null | readonly (Tensor | null)[];
  retainGraph?: boolean | null;
  createGraph?: boolean;
  allowUnused?: boolean | null;
  materializeGrads?: boolean;
  /** The first dimension of each seed counts passes; the results are stacked. */
  isGradsBatched?: boolean;
}
export function backward(tensors: Root | readonly Root[], options?: BackwardOptions): void;
export function grad(outputs: Root | readonly Root[], inputs: Root | readonly Root[], options?: GradOptions): Gradients;
/** Called when the running pass is over. */
export function queueCallback(fn: () => void): void;

/** What forward and backward of a user-defined function share. */
export class FunctionContext {
  needsInputGrad: boolean[];
  saveForBackward(...tensors: (Tensor | null)[]): void;
  /** Inputs that forward wrote to. */
  markDirty(...tensors: Tensor[]): void;
  /** Outputs that no gradient comes to. */
  markNonDifferentiable(...tensors: Tensor[]): void;
  /** Whether backward gets zeros for gradients that did not come. */
  setMaterializeGrads(value: boolean): void;
  /** Empty until forward is over; afterwards for as long as the node lives and keeps them. */
  get savedTensors(): (Tensor | null)[];
  [key: string]: any;
}
/**
 * Extend it with static `forward(ctx, ...args)` and `backward(ctx, ...grads)`; with `setupContext`, `forward` takes no
 * context.
 */
export class AutogradFunction {
  static forward(...args: any[]): any;
  static setupContext(ctx: FunctionContext, inputs: any[], output: any): void;
  static backward(ctx: FunctionContext, ...grads: any[]): Tensor | null | (Tensor | null)[];
  /** Another name for `backward`. */
  static vjp(ctx: FunctionContext, ...grads: any[]): Tensor | null | (Tensor | null)[];
  static apply(...args: any[]): any;
}
/** For a `backward` that has no derivative itself: it runs without recording, and a second derivative raises. */
export function onceDifferentiable<F extends (ctx: FunctionContext, ...grads: any[]) => any>(backward: F): F;

export interface CheckpointOptions {
  /** True, as in PyTorch, with a warning if it is left out. */
  useReentrant?: boolean;
  /** 'none': values that are computed again are not compared in shape and dtype. */
  determinismCheck?: 'default' | 'none';
  /** Whether a function that runs again ends when all is there that is asked for. */
  earlyStop?: boolean;
  preserveRngState?: boolean;
  /** What the function runs in, the first time and again. */
  contextFn?: () => [(fn: () => any) => any, (fn: () => any) => any];
}
/** torch.utils.checkpoint: saved values are not kept but computed again. */
export function checkpoint<R>(fn: (...args: any[]) => R, args: readonly any[], options?: CheckpointOptions): R;
/** Functions one behind the other, in parts that are checkpointed, but for the last. */
export function checkpointSequential(
  functions: readonly ((input: any) => any)[],
  segments: number,
  input: any,
  options?: CheckpointOptions,
): any;
export function setCheckpointEarlyStop<T>(on: boolean, fn: () => T): T;

/** What PyTorch keeps in torch._C. */
export const _C: {
  /** Whether the running pass evaluates a node. */
  _willEngineExecuteNode(node: Node): boolean;
  /** The number that the next node gets. */
  _getSequenceNr(): number;
  _currentGraphTaskId(): number;
  /** Nodes that the running pass is still to evaluate, the present one first. */
  _currentGraphTaskExecutionOrder(): Node[];
  _getCurrentGraphTaskKeepGraph(): boolean;
  _currentAutogradNode(): Node | null;
};

export function isGradEnabled(): boolean;
export function isInferenceModeEnabled(): boolean;
/** The PyTorch that is followed in texts, derivatives and the order of nodes: "2.6" at first. */
export function torchVersion(): '2.6' | '2.14';
/** Without a function: from now on. */
export function setTorchVersion(version: '2.6' | '2.14'): void;
export function setTorchVersion<T>(version: '2.6' | '2.14', fn: () => T): T;
export function noGrad<T>(fn: () => T): T;
export function enableGrad<T>(fn: () => T): T;
/** Without a function: from now on. */
export function setGradEnabled(on: boolean): void;
export function setGradEnabled<T>(on: boolean, fn: () => T): T;
export function inferenceMode<T>(fn: () => T, on?: boolean): T;
/** Random numbers from here on are those that PyTorch draws after the same call. */
export function manualSeed(seed: number): void;
export function detectAnomaly<T>(fn: () => T, options?: { checkNan?: boolean }): T;
/** PyTorch's warnings while `fn` runs. */
export function catchWarnings<T>(sink: (category: string, message: string) => void, fn: () => T): T;

/** An error that PyTorch raises too: `name` is its exception type, `message` its text. */
export class TorchError extends Error {
  constructor(type: string, message: string, code: string);
  code: string;
}
/** Bytes that the engine's memory has grown to. It never shrinks. */
export function heapBytes(): number;
/** Bytes of memory that tensors hold on a device. */
export function deviceBytes(device: Device): number;

export interface OperatorRow {
  name: string;
  overload: string;
  parameters: { name: string; type: string; optional: boolean; keyword: boolean; fallback: unknown }[];
  returns: string;
  many: boolean;
  index: number;
  inplace: boolean;
  doc: string;
}
/** The operator table, by name in JavaScript. */
export const operators: ReadonlyMap<string, readonly OperatorRow[]>;
/** Operators as functions. */
export const ops: OperatorFunctions;
/** torch.nn.functional: operators in its order and with its defaults, and the others as in `ops`. */
export const functional: Omit<OperatorFunctions, keyof FunctionalForms> & FunctionalForms;
export function cat(tensors: readonly Tensor[], dim?: number): Tensor;
export function stack(tensors: readonly Tensor[], dim?: number): Tensor;
/**
 * A whole number of Python's type float: `intTensor.mul(float(2))` is float64, the default dtype here, and
 * `intTensor.mul(2)` int64. It represents the number in calls of operators and of `tensor`.
 */
export function float(value: number): number;
export function where(condition: Tensor, self: Tensor | number, other: Tensor | number): Tensor;

/** A recorded scalar graph that runs again, forward and backward, without recording. */
export class CompiledTape {
  private constructor();
  /** d(root)/d(input) for each input, from the last replay. */
  readonly gradients: Float64Array;
  /** A value for each input; the value of the root. */
  replay(inputs: ArrayLike<number>): number;
  dispose(): void;
}
export interface CompiledTape extends Disposable {}
/**
 * `root` and `inputs` are float64 tensors without dimensions, `inputs` leaves. A graph with hooks or with nodes
 * somebody has looked at is refused.
 */
export function compileTape(root: Tensor, inputs: readonly Tensor[]): CompiledTape;

export interface ShapeInfo {
  dtype: DType;
  device: Device;
  shape: number[];
}
/** A value that a node keeps for its derivative. */
export interface SavedValue extends Partial<ShapeInfo> {
  name: string;
  /** `nothing`: no gradient wants it; `packed`: by a hook, and the rest is about the tensor that pack gave. */
  kind: 'nothing' | 'tensor' | 'packed' | 'number' | 'freed';
  value?: number;
  bytes?: number;
  /** The same for values that share memory. */
  memory?: number;
  /** At saving and now: backward fails if they differ. */
  savedVersion?: number;
  version?: number;
}
export interface GraphNode {
  /** The same in every look at a node that lives, and in execution events. */
  id: number;
  name: string;
  /** The operator whose derivative it is: "torch.ops.aten.mul.Tensor". */
  op?: string;
  node?: Node;
  sequenceNr: number;
  inputs: ShapeInfo[];
  /** Place in `nodes` (null: no gradient goes there) and number of its input. */
  next: [number | null, number][];
  saved: SavedValue[];
  /** Names of hook functions. */
  hooks: {
    tensor: { outputNr: number; names: string[] }[];
    pre: string[];
    post: string[];
    postAccumulateGrad: string[];
    retainsGrad: number[];
  };
  /** Of an accumulator. */
  leaf?: ShapeInfo & { version: number; hasGrad: boolean };
}
export interface BackwardGraph {
  /** Breadth first. */
  nodes: GraphNode[];
  /** Place of each root's node. */
  roots: (number | null)[];
  /** Memory that saved values hold; what several share counts once. */
  savedBytes: number;
}
export interface LoggedGradient extends ShapeInfo {
  /** The first elements in row-major order. */
  data: number[];
}
export interface ExecutionEvent {
  id: number;
  name: string;
  graphTask: number;
  /** How many nodes the pass runs inside of. */
  depth: number;
  /** Microseconds since the recording began. */
  start: number;
  duration: number;
  gradOutputs: (LoggedGradient | null)[];
  gradInputs: (LoggedGradient | null)[];
  /** False if the node failed. */
  finished: boolean;
}
export interface Execution<T> {
  result?: T;
  error?: unknown;
  events: ExecutionEvent[];
}

declare class GradientEdgeClass extends Array<any> {
  0: Node;
  1: number;
  get node(): Node;
  get outputNr(): number;
  /** Of PyTorch 2.14: a node that keeps that of a user-defined function alive; else null. */
  get ownershipToken(): Node | null | undefined;
}
declare class MutationContextClass {
  private constructor();
  counts(): { original: number; cloned: number; tidToWeakhandle: number; sidToTid: number };
}

/** torch.autograd.graph. */
export const graph: {
  readonly Node: typeof Node;
  readonly GradientEdge: typeof GradientEdgeClass;
  readonly MutationContext: typeof MutationContextClass;
  getGradientEdge(t: Tensor): GradientEdgeClass & Edge;
  incrementVersion(tensors: Tensor | readonly Tensor[]): void;
  savedTensorsHooks<P, T>(pack: (t: Tensor) => P, unpack: (packed: P) => Tensor, fn: () => T): T;
  /** torch.autograd.graph.node_creation_hook of PyTorch 2.14. */
  nodeCreationHook<T>(hook: (node: Node) => void, fn: () => T): T;
  saveOnCpu<T>(fn: () => T, options?: { pinMemory?: boolean }): T;
  disableSavedTensorsHooks<T>(message: string, fn: () => T): T;
  /** The message of `disableSavedTensorsHooks` that is in force, or null. */
  savedTensorsHooksDisabled(): string | null;
  allowMutationOnSavedTensors<T>(fn: (context: MutationContextClass) => T): T;
  registerMultiGradHook(
    tensors: readonly Tensor[],
    fn: (grads: Gradients) => void,
    options?: { mode?: 'all' },
  ): RemovableHandle;
  registerMultiGradHook(
    tensors: readonly Tensor[],
    fn: (grad: Tensor) => void,
    options: { mode: 'any' },
  ): RemovableHandle;
  /** The number of the running pass; -1 outside. */
  currentGraphTaskId(): number;
  /** PyTorch's debug log while `fn` runs. */
  logExecution<T>(
    sink: (event: { message: string; node: Node | null; gradOutputs: Gradients }) => void,
    fn: () => T,
  ): T;
  /** The graph behind tensors or edges, as data. Nothing is unpacked and no hook is called. */
  inspect(roots: Root | readonly Root[], options?: { nodes?: boolean }): BackwardGraph;
  /** What the engine ran meanwhile. An error of `fn` is in `error`. */
  recordExecution<T>(fn: () => T, options?: { elements?: number }): Execution<T>;
};
