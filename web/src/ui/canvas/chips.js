/**
 * Where the texts below boxes stand, so that none lies over another.
 *
 * What: `placeChips` gives each a line (directly below its box, or one lower) and the width that it may take.
 * Why: boxes of a layer stand closer together than what they computed is long.
 *
 * chipsBelow(drawing, [3, 4], values, 1);                // of these nodes; they cover no other box, nor a group beside
 * theirs
 * placeChips([{ left: 0, top: 50, width: 200 }, { left: 90, top: 50, width: 200 }], 18, 4)      // lines 0 and 1, both
 * 200 wide
 */

import { partsText } from '../../model/autograd/values.js';

/** @typedef {import('../../model/graph/drawing.js').Drawing} Drawing */
/** @typedef {{ left: number, top: number, width: number, line?: number }} Place */
/** A text below a box. @typedef {Place & { value: string }} Chip */

const LINES = 2;

/** In pixels at scale 1: a letter, what is around the text, a chip, a line of chips. */
export const VALUE_ADVANCE = 6.65;
export const VALUE_AROUND = 10;
export const VALUE_HEIGHT = 16;
export const VALUE_LINE = 18;
const VALUE_LETTERS = 36;
/** From this scale on, texts below boxes do not grow any more. */
export const VALUE_ZOOM = 4;
const GAP = 4;

/** @param {Place[]} row from left to right @param {number} gap */
function placeRow(row, gap) {
  /** @type {Place[]} */
  const last = [];
  for (const chip of row) {
    let line = 0;
    while (line < LINES && last[line] !== undefined && last[line].left + last[line].width + gap > chip.left) line++;
    if (line === LINES) {
      // The one that began first gives way: it has had the most room.
      line = last.indexOf(last.reduce((first, one) => (one.left < first.left ? one : first)));
      last[line].width = Math.max(0, chip.left - gap - last[line].left);
    }
    chip.line = line;
    last[line] = chip;
  }
}

/**
 * Sets `line`, and `width` where there is less room than was asked for.
 * @template {Place} T
 * @param {T[]} chips
 * @param {number} height of a line
 * @param {number} gap between two
 * @returns {(T & Place)[]}
 */
export function placeChips(chips, height, gap) {
  const order = [...chips].sort((a, b) => a.top - b.top);
  for (let from = 0; from < order.length;) {
    let to = from + 1;
    while (to < order.length && order[to].top - order[from].top < height) to++;
    placeRow(
      order.slice(from, to).sort((a, b) => a.left - b.left),
      gap,
    );
    from = to;
  }
  return chips;
}

/**
 * What is written below a node: where its body is drawn, if elsewhere, and what it computed.
 * @param {Drawing} drawing
 * @param {number} node
 * @param {Map<string, string> | null} values
 */
export function below(drawing, node, values) {
  if (drawing.stands(node) >= 0) return values?.get(drawing.keyOf(node)) ?? '';
  const body = drawing.elsewhere.get(node);
  const value = values?.get(drawing.qualified(node));
  return partsText([
    ...(body === undefined ? [] : [`body: at ${drawing.name(body)}`]),
    ...(value === undefined ? [] : [value]),
  ]);
}

/**
 * The left edges of groups between these heights.
 * @param {Drawing} drawing
 * @param {number} top
 * @param {number} bottom
 */
function groupEdges({ picture: { groups, groupBox } }, top, bottom) {
  return groups.flatMap(({ collapsed }, group) => {
    const [y, height] = [groupBox[4 * group + 1], groupBox[4 * group + 3]];
    return collapsed || y > bottom || y + height < top
      ? []
      : [{ left: groupBox[4 * group], top: y, bottom: y + height }];
  });
}

/**
 * @param {Drawing} drawing
 * @param {number[]} nodes
 * @param {Map<string, string> | null} values
 * @param {number} zoom what texts are made smaller by
 * @returns {Chip[]}
 */
export function chipsBelow(drawing, nodes, values, zoom) {
  const chips = nodes.flatMap((node) => {
    const value = below(drawing, node, values);
    if (value === '') return [];
    const [x, y, width, height] = drawing.box.subarray(4 * node, 4 * node + 4);
    const letters = Math.min(value.length, Math.floor(VALUE_LETTERS * zoom));
    // Beside the line that leaves from the middle.
    return [
      {
        value,
        left: x + width / 2 + 6 / zoom,
        top: y + height + GAP / zoom,
        width: (letters * VALUE_ADVANCE + VALUE_AROUND) / zoom,
      },
    ];
  });
  if (chips.length === 0) return [];
  const high = (VALUE_LINE * (LINES - 1) + VALUE_HEIGHT) / zoom;
  const tops = chips.map(({ top }) => top);
  const edges = groupEdges(
    drawing,
    tops.reduce((one, other) => Math.min(one, other)),
    tops.reduce((one, other) => Math.max(one, other)) + high,
  );
  for (const chip of chips) {
    const { left, top, width } = chip;
    const boxes = drawing.grid.query(left, top, left + width, top + high).map((node) => drawing.box[4 * node]);
    const groups = edges.filter((edge) => edge.top < top + high && edge.bottom > top).map((edge) => edge.left);
    const ends = [...boxes, ...groups].filter((end) => end > left && end < left + width);
    chip.width = ends.reduce((room, end) => Math.min(room, Math.max(0, end - GAP / zoom - left)), width);
  }
  return placeChips(chips, VALUE_LINE / zoom, GAP / zoom);
}
