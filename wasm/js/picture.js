/**
 * Pictures: what the command `picture` answers, as columns.
 *
 * What: `readPicture` makes typed arrays of the payload, `pictureNode` an object of one node.
 * Why: 50,000 objects take longer than their layout; columns cross from a worker as a few copies.
 */
import { failure } from './error.js';

/**
 * The columns of a payload by name; `columns` says what is in it, four bytes an entry.
 * @param {[string, 'f32' | 'i32', number][]} columns @param {Uint8Array} bytes
 */
function readColumns(columns, bytes) {
  /** @type {any} */
  const read = {};
  let at = 0;
  for (const [name, type, count] of columns) {
    // Each has a buffer of its own, so that it can be transferred.
    const buffer = bytes.slice(at, at + 4 * count).buffer;
    read[name] = type === 'f32' ? new Float32Array(buffer) : new Int32Array(buffer);
    at += 4 * count;
  }
  return read;
}

/** @param {any} value @param {Uint8Array} bytes @returns {import('./index.js').Comparison} */
export function readComparison(value, bytes) {
  const read = readColumns(value.columns, bytes);
  const side = (/** @type {'before' | 'after'} */ which) => ({
    ...value[which],
    path: read[`${which}.path`],
    lineage: read[`${which}.lineage`],
    change: read[`${which}.change`],
  });
  return { before: side('before'), after: side('after'), pairs: read.pairs };
}

/** @param {any} value @param {Uint8Array} bytes @returns {import('./index.js').Picture} */
export function readPicture(value, bytes) {
  const read = readColumns(value.columns, bytes);
  const { key, path, lineage, op, target, title, type, group, collapsedGroup, change, from, to, slot, start } = read;
  return {
    left: value.left,
    top: value.top,
    width: value.width,
    height: value.height,
    family: value.family,
    paths: value.paths,
    texts: value.texts,
    nodes: {
      count: value.name.length,
      name: value.name,
      key,
      path,
      lineage,
      op,
      target,
      title,
      type,
      group,
      collapsedGroup,
      change,
    },
    box: read.box,
    groups: value.groups,
    groupBox: read.groupBox,
    groupKey: read.groupKey,
    edges: { from, to, slot, start },
    points: read.points,
  };
}

/** @param {unknown} value @param {string} what @returns {import('./index.js').Picture} */
function checked(value, what) {
  try {
    const { nodes, box, groupKey, groupBox, family, paths, texts } = /** @type {any} */ (value);
    const { lineage, key } = nodes;
    const numbers = [lineage, key, box, groupKey, groupBox].every(
      (column) => column instanceof Int32Array || column instanceof Float32Array,
    );
    if (numbers && typeof family === 'number' && Array.isArray(paths) && Array.isArray(texts))
      return /** @type {any} */ (value);
  } catch {
    // Getters and proxies run the caller's code, and may throw.
  }
  throw failure('argument', `${what} is no picture`, 'give what picture() gave');
}

/**
 * What the core must know of an earlier picture: its columns one behind the other, and their lengths.
 * @param {unknown} picture @returns {{ anchor: object, bytes: Uint8Array }}
 */
export function writeAnchor(picture) {
  const { nodes, box, groupKey, groupBox, family } = checked(picture, 'anchor');
  const columns = [nodes.lineage, nodes.key, box, groupKey, groupBox];
  const bytes = new Uint8Array(columns.reduce((sum, column) => sum + column.byteLength, 0));
  let at = 0;
  for (const column of columns) {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
    at += column.byteLength;
  }
  return { anchor: { family, nodes: nodes.lineage.length, groups: groupKey.length / 2 }, bytes };
}

/** @param {import('./index.js').Picture} picture @param {number} index @returns {import('./index.js').PictureNode} */
export function pictureNode(picture, index) {
  const { nodes, paths, texts } = checked(picture, 'the picture');
  if (!Number.isInteger(index) || index < 0 || index >= nodes.count)
    throw failure('argument', `the picture has no node ${String(index)}`, `its nodes are 0 to ${nodes.count - 1}`);
  return {
    path: paths[nodes.path[index]],
    name: nodes.name[index],
    lineage: nodes.lineage[index],
    op: texts[nodes.op[index]],
    target: texts[nodes.target[index]],
    title: texts[nodes.title[index]],
    type: texts[nodes.type[index]],
    group: nodes.group[index],
    collapsedGroup: nodes.collapsedGroup[index],
    change: nodes.change[index],
  };
}
