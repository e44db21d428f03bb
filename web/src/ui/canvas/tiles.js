/**
 * A picture too large to draw in each frame, as bitmaps that are made once and moved.
 *
 * What: at each power of two of the zoom the picture is cut into squares. `draw` puts those on the screen that are
 * ready, larger ones in place of those that are not, and paints a little of what is missing, as much as fits into the
 * time it is given.
 * Why: panning and zooming over 50,000 nodes stays smooth on a computer without a graphics card.
 *
 *   const tiles = new Tiles(drawing, palette);
 *   const ready = tiles.draw(context, camera, ratio, 4);        // false: ask again in the next frame
 */
import { detailOf, paintEdges, paintGroupTitles, paintGroups, paintNodes } from './painter.js';

/** Pixels of the screen at the side of a tile, and how many tiles are kept. */
const SIDE = 512;
const MAX_TILES = 120;
/** Things painted between two looks at the clock, and the most lines in a tile: more could not be distinguished. */
const PIECE = 48;
const MAX_LINES = 2000;
/** How many zooms further out a tile is looked for that can stand in. */
const STAND_INS = 7;

/** @typedef {import('../../model/graph/drawing.js').Drawing} Drawing */
/** @typedef {import('./palette.js').Palette} Palette */
/**
 * @typedef {{ canvas: OffscreenCanvas | HTMLCanvasElement, image: CanvasImageSource, work: Iterator<void> | null, used:
 *   number }} Tile `work`: what is still to be painted
 */

/**
 * Browsers put painting off until a bitmap is looked at, and then do all at once: a look at one point makes it happen
 * now.
 * @param {OffscreenCanvasRenderingContext2D} context
 */
const settle = (context) => context.getImageData(0, 0, 1, 1);

/** A bitmap that need not be copied for each frame. @param {OffscreenCanvas | HTMLCanvasElement} canvas */
const finished = (canvas) => ('transferToImageBitmap' in canvas ? canvas.transferToImageBitmap() : canvas);

/** @returns {OffscreenCanvas | HTMLCanvasElement} */
function newCanvas() {
  if (typeof OffscreenCanvas === 'function') return new OffscreenCanvas(SIDE, SIDE);
  return Object.assign(document.createElement('canvas'), { width: SIDE, height: SIDE });
}

export class Tiles {
  #drawing;
  #palette;
  /** @type {Map<string, Tile>} */
  #tiles = new Map();
  #clock = 0;

  /** @param {Drawing} drawing @param {Palette} palette */
  constructor(drawing, palette) {
    this.#drawing = drawing;
    this.#palette = palette;
  }

  /**
   * @param {CanvasRenderingContext2D} context without a transform: pixels of the device
   * @param {import('./camera.js').Camera} camera @param {number} ratio pixels of the device in a pixel of the page
   * @param {number} budget milliseconds for what is missing
   */
  draw(context, camera, ratio, budget) {
    this.#clock++;
    const deadline = performance.now() + budget;
    const level = Math.ceil(Math.log2(camera.scale * ratio) - 0.2);
    const side = SIDE / 2 ** level;
    const [x0, y0, x1, y1] = camera.seen;
    /** @type {Tile[]} */
    const missing = [];
    const to = (/** @type {number} */ value, /** @type {number} */ from) =>
      Math.round((value - from) * camera.scale * ratio);
    const [pictureLeft, pictureTop, width, height] = this.#drawing.bounds;
    for (let row = Math.floor(Math.max(y0, pictureTop) / side); row * side < Math.min(y1, pictureTop + height); row++) {
      for (
        let column = Math.floor(Math.max(x0, pictureLeft) / side);
        column * side < Math.min(x1, pictureLeft + width);
        column++
      ) {
        const tile = this.#tile(level, column, row);
        const [left, top] = [to(column * side, x0), to(row * side, y0)];
        const [right, bottom] = [to((column + 1) * side, x0), to((row + 1) * side, y0)];
        if (tile.work === null) context.drawImage(tile.image, left, top, right - left, bottom - top);
        else {
          missing.push(tile);
          this.#standIn(context, level, column, row, [left, top, right - left, bottom - top]);
        }
      }
    }
    for (const tile of missing) {
      while (tile.work !== null && performance.now() < deadline) this.#work(tile);
    }
    this.#forget();
    return missing.every((tile) => tile.work === null) && missing.length === 0;
  }

  /** @param {Tile} tile */
  #work(tile) {
    if (!tile.work?.next().done) return;
    tile.work = null;
    tile.image = finished(tile.canvas);
  }

  /** @param {number} level @param {number} column @param {number} row @returns {Tile} */
  #tile(level, column, row) {
    const key = `${level} ${column} ${row}`;
    let tile = this.#tiles.get(key);
    if (tile === undefined) {
      const canvas = newCanvas();
      tile = { canvas, image: canvas, work: this.#paint(canvas, level, column, row), used: 0 };
      this.#tiles.set(key, tile);
    }
    tile.used = this.#clock;
    return tile;
  }

  /**
   * Part of a coarser tile, until the fine one is ready.
   * @param {CanvasRenderingContext2D} context
   * @param {number} level
   * @param {number} column
   * @param {number} row
   * @param {[number, number, number, number]} place
   */
  #standIn(context, level, column, row, place) {
    for (let up = 1; up <= STAND_INS; up++) {
      const parts = 2 ** up;
      const tile = this.#tiles.get(`${level - up} ${Math.floor(column / parts)} ${Math.floor(row / parts)}`);
      if (tile === undefined || tile.work !== null) continue;
      tile.used = this.#clock;
      const side = SIDE / parts;
      context.drawImage(
        tile.canvas,
        (column - Math.floor(column / parts) * parts) * side,
        (row - Math.floor(row / parts) * parts) * side,
        side,
        side,
        ...place,
      );
      return;
    }
    const own = this.#tiles.get(`${level} ${column} ${row}`);
    if (own) context.drawImage(own.canvas, ...place);
  }

  /**
   * Paints a tile piece by piece.
   * @param {OffscreenCanvas | HTMLCanvasElement} canvas
   * @param {number} level
   * @param {number} column
   * @param {number} row
   * @returns {Iterator<void>}
   */
  *#paint(canvas, level, column, row) {
    const scale = 2 ** level;
    const side = SIDE / scale;
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (
      canvas.getContext('2d', { willReadFrequently: true })
    );
    context.setTransform(scale, 0, 0, scale, -column * SIDE, -row * SIDE);
    const reach = 2 / scale;
    const seen = /** @type {[number, number, number, number]} */ ([
      column * side - reach,
      row * side - reach,
      (column + 1) * side + reach,
      (row + 1) * side + reach,
    ]);
    const detail = detailOf(scale, seen);
    const drawing = this.#drawing;
    paintGroups(context, drawing, this.#palette, seen, detail);
    yield;
    const all = drawing.edgeGrid.query(...seen);
    const keep = Math.max(detail.keepEdges, Math.ceil(all.length / MAX_LINES));
    const edges = keep === 1 ? all : all.filter((edge) => edge % keep === 0);
    yield;
    for (let at = 0; at < edges.length; at += PIECE) {
      paintEdges(context, drawing, this.#palette, edges.slice(at, at + PIECE), detail);
      settle(context);
      yield;
    }
    const nodes = drawing.grid.query(...seen);
    for (let at = 0; at < nodes.length; at += PIECE) {
      paintNodes(context, drawing, this.#palette, nodes.slice(at, at + PIECE), detail);
      settle(context);
      yield;
    }
    paintGroupTitles(context, drawing, this.#palette, seen, detail);
  }

  /** The tiles that were not needed for longest go. */
  #forget() {
    if (this.#tiles.size <= MAX_TILES) return;
    const byUse = [...this.#tiles].sort(([, one], [, other]) => one.used - other.used);
    for (const [key, tile] of byUse.slice(0, this.#tiles.size - MAX_TILES)) {
      if (tile.used < this.#clock) this.#tiles.delete(key);
    }
  }
}
