/**
 * What `session.picture` takes and gives; index.d.ts exports it.
 *
 *   const { box, nodes } = session.picture(handle, { groupBy: 'stack', anchor: previous });
 *   context.strokeRect(...box.subarray(4 * i, 4 * i + 4));        // node i
 */

export interface PictureOptions {
  /**
   * An earlier or later program: `change` of nodes and groups says what became of them. Of two handles the smaller is
   * the earlier, unless `earlier` says.
   */
  against?: number;
  /** Whether this program is the earlier one of the two. */
  earlier?: boolean;
  /** Keys of groups that are one box. */
  collapsed?: string[];
  /**
   * Groups beside nested graphs, which are always there: `module`, the innermost module of nn_module_stack; `stack`,
   * all its modules, one in the other;
   * `grad`, regions of a grad mode; `source`, lines of the source; `repeat`, equal blocks in a row, found by what they
   * call. Default: `none`.
   */
  groupBy?: 'none' | 'module' | 'stack' | 'grad' | 'source' | 'repeat';
  /** An earlier picture of this session: what is in both stays where it was. */
  anchor?: Picture;
}

/**
 * same, added, changed (op, arguments, type), only renamed, moved into or out of a submodule, removed (in the picture
 * of the earlier program).
 */
export type NodeChange = 0 | 1 | 2 | 3 | 4 | 5;

/**
 * One entry a node in each column; `pictureNode(picture, i)` gives them as an object. A collapsed group is a node, too.
 */
export interface PictureNodes {
  count: number;
  name: string[];
  /** Two a node: by these it is found in another picture. */
  key: Int32Array;
  /** Index in `paths` of the picture. */
  path: Int32Array;
  /** 0 for a collapsed group. */
  lineage: Int32Array;
  /**
   * Indices in `texts` of the picture: opcode (or `group`), target, short name of what is called, type (`f32[2, 3]`, or
   * empty).
   */
  op: Int32Array;
  target: Int32Array;
  title: Int32Array;
  type: Int32Array;
  /** Index of the innermost group that it stands in, -1 for none. */
  group: Int32Array;
  /** The group that it represents, or -1. */
  collapsedGroup: Int32Array;
  /** See NodeChange. */
  change: Int32Array;
}

export interface PictureNode {
  /** Of its graph; empty for the root. */
  path: string;
  name: string;
  lineage: number;
  op: string;
  target: string;
  title: string;
  type: string;
  group: number;
  collapsedGroup: number;
  change: number;
}

export interface PictureGroup {
  /** The same for the same group in another picture. */
  key: string;
  kind: 'body' | 'submodule' | 'stack' | 'grad' | 'source' | 'repeat';
  title: string;
  /** Index of a group before it, or -1. */
  parent: number;
  collapsed: boolean;
  /** How many nodes it holds, drawn or not. */
  nodes: number;
  change: number;
}

/**
 * A program laid out. Lengths are CSS pixels; y grows downwards. Boxes have the width of their longer line in a
 * monospaced font of 12 pixels (7.25 a character, at most 64, and 10 at each side): first the title, then name and type
 * as `sin  f32[2, 3]`.
 */
export interface Picture {
  /** Of everything. Left and top are 0, or less where an anchor kept nodes in place and new ones stand beyond them. */
  left: number;
  top: number;
  width: number;
  height: number;
  /** Programs with the same number come from one text: lineages mean the same nodes. */
  family: number;
  /** Paths of the graphs. */
  paths: string[];
  texts: string[];
  nodes: PictureNodes;
  /** Left, top, width, height of each node. */
  box: Float32Array;
  /** Parents first. */
  groups: PictureGroup[];
  groupBox: Float32Array;
  /** Two a group, as with nodes. */
  groupKey: Int32Array;
  /**
   * A line for each argument slot: indices of nodes, number of the slot, and where its points start (one entry more).
   */
  edges: { from: Int32Array; to: Int32Array; slot: Int32Array; start: Int32Array };
  /** Pairs. A line goes from the bottom of the producer to the place of the slot on the top of the consumer. */
  points: Float32Array;
}

/** A program in a comparison: a column an attribute, one entry a node of all its graphs. */
export interface ComparisonSide {
  paths: string[];
  name: string[];
  /** Index in `paths`. */
  path: Int32Array;
  lineage: Int32Array;
  /** See NodeChange. */
  change: Int32Array;
}
export interface Comparison {
  before: ComparisonSide;
  after: ComparisonSide;
  /**
   * Two indices a pair, before and after: one to many where a node was copied, many to one where several became one.
   */
  pairs: Int32Array;
}
