/**
 * Where the texts below boxes stand, so that none lies over another.
 *
 * What: `placeChips` gives each a line (directly below its box, or one lower) and the width that it may take.
 * Why: boxes of a layer stand closer together than what they computed is long.
 *
 *   placeChips([{ left: 0, top: 50, width: 200 }, { left: 90, top: 50, width: 200 }], 18, 4)      // lines 0 and 1, both 200 wide
 */

/** @typedef {{ left: number, top: number, width: number, line?: number }} Chip */

const LINES = 2;

/** @param {Chip[]} row from left to right @param {number} gap */
function placeRow(row, gap) {
  /** @type {Chip[]} */
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

/** Sets `line`, and `width` where there is less room than was asked for. @param {Chip[]} chips @param {number} height of a line @param {number} gap between two */
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
