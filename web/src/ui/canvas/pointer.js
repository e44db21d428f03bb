/**
 * Mouse, wheel and fingers on the canvas: what they do to the camera, and what they pick.
 *
 * A drag moves the picture, a wheel too; with Ctrl (and when two fingers pinch a trackpad or a screen) it zooms where
 * the pointer is. Shift and a drag draw a frame around what is to be chosen.
 *
 *   const pointer = new Pointer(canvas, camera, { moved, tapped, hovered, framed });
 */

/** Pixels that a finger or a hand may tremble, and how much a wheel zooms. */
const TREMBLE = 4;
const WHEEL = 0.0022;
const LINE = 16;

/**
 * @typedef {object} Handlers
 * @property {() => void} moved the camera changed
 * @property {(x: number, y: number, event: PointerEvent | MouseEvent) => void} tapped
 * @property {(x: number, y: number, event: MouseEvent) => void} tappedTwice
 * @property {(x: number, y: number) => void} hovered outside: NaN
 * @property {(frame: { x0: number, y0: number, x1: number, y1: number } | null, done: boolean) => void} framed on the
 *   screen
 */

export class Pointer {
  #canvas;
  #camera;
  #on;
  /** Fingers and buttons that are down. @type {Map<number, { x: number, y: number }>} */
  #down = new Map();
  #start = { x: 0, y: 0 };
  #dragged = false;
  #framing = false;

  /** @param {HTMLElement} canvas @param {import('./camera.js').Camera} camera @param {Handlers} handlers */
  constructor(canvas, camera, handlers) {
    this.#canvas = canvas;
    this.#camera = camera;
    this.#on = handlers;
    canvas.addEventListener('pointerdown', this.#pressed);
    canvas.addEventListener('pointermove', this.#moved);
    canvas.addEventListener('pointerup', this.#released);
    canvas.addEventListener('pointercancel', this.#released);
    canvas.addEventListener('pointerleave', () => handlers.hovered(NaN, NaN));
    canvas.addEventListener('dblclick', (event) => {
      const { x, y } = this.#place(event);
      handlers.tappedTwice(x, y, event);
    });
    canvas.addEventListener('wheel', this.#wheel, { passive: false });
  }

  /** @param {MouseEvent} event */
  #place(event) {
    const { left, top } = this.#canvas.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  #pressed = (/** @type {PointerEvent} */ event) => {
    if (event.button > 1) return;
    this.#canvas.setPointerCapture(event.pointerId);
    const place = this.#place(event);
    this.#down.set(event.pointerId, place);
    if (this.#down.size > 1) return;
    this.#start = place;
    this.#dragged = false;
    this.#framing = event.shiftKey && event.button === 0;
  };

  #moved = (/** @type {PointerEvent} */ event) => {
    const place = this.#place(event);
    const before = this.#down.get(event.pointerId);
    if (before === undefined) {
      if (event.pointerType !== 'touch') this.#on.hovered(place.x, place.y);
      return;
    }
    if (
      !this.#dragged &&
      Math.hypot(place.x - this.#start.x, place.y - this.#start.y) < TREMBLE &&
      this.#down.size === 1
    )
      return;
    // What trembled before belongs to the drag.
    const from = this.#dragged || this.#down.size > 1 ? before : this.#start;
    this.#dragged = true;
    if (this.#down.size > 1) this.#pinch(event.pointerId, place);
    else if (this.#framing) this.#on.framed(this.#frame(place), false);
    else this.#camera.pan(place.x - from.x, place.y - from.y);
    this.#down.set(event.pointerId, place);
    this.#on.moved();
  };

  /** @param {{ x: number, y: number }} place */
  #frame({ x, y }) {
    const { x: startX, y: startY } = this.#start;
    return { x0: Math.min(x, startX), y0: Math.min(y, startY), x1: Math.max(x, startX), y1: Math.max(y, startY) };
  }

  /** The other finger stays where it is. @param {number} id @param {{ x: number, y: number }} place */
  #pinch(id, place) {
    const before = this.#down.get(id);
    const other = [...this.#down].find(([one]) => one !== id)?.[1];
    if (before === undefined || other === undefined) return;
    const middle = { x: (place.x + other.x) / 2, y: (place.y + other.y) / 2 };
    this.#camera.pan((place.x - before.x) / 2, (place.y - before.y) / 2);
    const apart = Math.hypot(before.x - other.x, before.y - other.y);
    if (apart > 0) this.#camera.zoomAt(middle.x, middle.y, Math.hypot(place.x - other.x, place.y - other.y) / apart);
  }

  #released = (/** @type {PointerEvent} */ event) => {
    if (!this.#down.delete(event.pointerId)) return;
    const place = this.#place(event);
    if (this.#framing && this.#dragged) this.#on.framed(event.type === 'pointerup' ? this.#frame(place) : null, true);
    else if (!this.#dragged && event.type === 'pointerup' && event.button === 0 && this.#down.size === 0)
      this.#on.tapped(place.x, place.y, event);
    if (this.#down.size === 0) this.#framing = false;
  };

  #wheel = (/** @type {WheelEvent} */ event) => {
    event.preventDefault();
    const unit =
      event.deltaMode === WheelEvent.DOM_DELTA_LINE
        ? LINE
        : event.deltaMode === WheelEvent.DOM_DELTA_PAGE
          ? this.#camera.height
          : 1;
    const { x, y } = this.#place(event);
    if (event.ctrlKey || event.metaKey) {
      // A pinch on a trackpad comes in small steps.
      const step = Math.abs(event.deltaY) < 20 ? 5 : 1;
      this.#camera.zoomAt(x, y, Math.exp(-event.deltaY * unit * WHEEL * step));
    } else if (event.shiftKey && event.deltaX === 0) this.#camera.pan(-event.deltaY * unit, 0);
    else this.#camera.pan(-event.deltaX * unit, -event.deltaY * unit);
    this.#on.moved();
    this.#on.hovered(x, y);
  };
}
