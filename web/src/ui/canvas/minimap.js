/**
 * The whole picture in a corner, with what changed in colour, and the part that the screen shows as a frame.
 *
 *   const map = new Minimap(canvas, (x, y) => centreOn(x, y));
 *   map.show(drawing, palette); map.update(camera);
 */
import { CHANGES } from '../../model/graph/drawing.js';
import { coloursOf } from './painter.js';

const BORDER = 4;

export class Minimap {
  #canvas;
  #context;
  /** @type {import('../../model/graph/drawing.js').Drawing | null} */
  #drawing = null;
  /** @type {import('./palette.js').Palette | null} */
  #palette = null;
  #bitmap = document.createElement('canvas');
  #scale = 1;
  #left = 0;
  #top = 0;

  /** @param {HTMLCanvasElement} canvas @param {(x: number, y: number) => void} goTo */
  constructor(canvas, goTo) {
    this.#canvas = canvas;
    this.#context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    const go = (/** @type {PointerEvent} */ event) => {
      event.stopPropagation();
      if (event.buttons === 0) return;
      event.preventDefault();
      const { left, top } = canvas.getBoundingClientRect();
      goTo((event.clientX - left - this.#left) / this.#scale, (event.clientY - top - this.#top) / this.#scale);
    };
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      go(event);
    });
    canvas.addEventListener('pointermove', go);
  }

  /** @param {import('../../model/graph/drawing.js').Drawing} drawing @param {import('./palette.js').Palette} palette */
  show(drawing, palette) {
    this.#drawing = drawing;
    this.#palette = palette;
    const ratio = devicePixelRatio;
    const [width, height] = [this.#canvas.clientWidth, this.#canvas.clientHeight];
    for (const canvas of [this.#canvas, this.#bitmap]) [canvas.width, canvas.height] = [width * ratio, height * ratio];
    const [x, y, across, down] = drawing.bounds;
    this.#scale = Math.min((width - 2 * BORDER) / Math.max(1, across), (height - 2 * BORDER) / Math.max(1, down), 0.25);
    this.#left = (width - across * this.#scale) / 2 - x * this.#scale;
    this.#top = (height - down * this.#scale) / 2 - y * this.#scale;
    const context = /** @type {CanvasRenderingContext2D} */ (this.#bitmap.getContext('2d'));
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    // What changed comes last, and is never smaller than it can be seen.
    for (let change = 0; change < CHANGES.length; change++) {
      const { line } = coloursOf(palette, CHANGES[change]);
      context.fillStyle = line;
      this.#dots(context, change, change === 0 ? 1 : 2.5);
    }
  }

  /** @param {CanvasRenderingContext2D} context @param {number} change @param {number} least */
  #dots(context, change, least) {
    const { box, count, picture } = /** @type {import('../../model/graph/drawing.js').Drawing} */ (this.#drawing);
    const scale = this.#scale;
    for (let node = 0; node < count; node++) {
      if (picture.nodes.change[node] !== change) continue;
      const at = 4 * node;
      context.fillRect(
        this.#left + box[at] * scale,
        this.#top + box[at + 1] * scale,
        Math.max(least, box[at + 2] * scale),
        Math.max(least, box[at + 3] * scale),
      );
    }
  }

  /** @param {import('./camera.js').Camera} camera */
  update(camera) {
    const palette = this.#palette;
    if (palette === null || this.#canvas.width === 0) return;
    const context = this.#context;
    const ratio = devicePixelRatio;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    context.drawImage(this.#bitmap, 0, 0);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const [x0, y0, x1, y1] = camera.seen;
    const [left, top] = [Math.max(1, this.#left + x0 * this.#scale), Math.max(1, this.#top + y0 * this.#scale)];
    const right = Math.min(this.#canvas.clientWidth - 1, this.#left + x1 * this.#scale);
    const bottom = Math.min(this.#canvas.clientHeight - 1, this.#top + y1 * this.#scale);
    context.strokeStyle = palette.accent;
    context.lineWidth = 1.5;
    context.strokeRect(left, top, Math.max(3, right - left), Math.max(3, bottom - top));
  }
}
