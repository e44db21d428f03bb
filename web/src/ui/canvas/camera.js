/**
 * Where the screen is over the picture: the point of the picture at the screen's left top corner, and pixels per unit.
 *
 *   const camera = new Camera();
 *   camera.resize(800, 600);
 *   camera.fit(0, 0, picture.width, picture.height);
 *   camera.zoomAt(400, 300, 1.2);                  // the point under the pointer stays where it is
 *   camera.toWorld(10, 20); camera.toScreen(x, y);
 */

/** @typedef {{ x: number, y: number, scale: number }} CameraState */
/**
 * A change of place and zoom that another camera can make, too.
 * @typedef {{ ratio: number, x: number, y: number }} Move
 */

const MIN_SCALE = 0.0005;
const MAX_SCALE = 4;

export class Camera {
  x = 0;
  y = 0;
  scale = 1;
  width = 1;
  height = 1;

  /** @param {number} width @param {number} height */
  resize(width, height) {
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
  }

  get state() {
    return { x: this.x, y: this.y, scale: this.scale };
  }

  /** @param {{ x: number, y: number, scale: number }} state */
  set state({ x, y, scale }) {
    [this.x, this.y, this.scale] = [x, y, scale];
  }

  /** @param {number} dx @param {number} dy in pixels of the screen */
  pan(dx, dy) {
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
  }

  /** @param {number} x @param {number} y on the screen @param {number} factor */
  zoomAt(x, y, factor) {
    const scale = Math.min(MAX_SCALE, Math.max(MIN_SCALE, this.scale * factor));
    this.x += x / this.scale - x / scale;
    this.y += y / this.scale - y / scale;
    this.scale = scale;
  }

  /**
   * All of a rectangle, never larger than `most`.
   * @param {number} x
   * @param {number} y
   * @param {number} width
   * @param {number} height
   * @param {number} [most]
   * @param {number} [border]
   */
  fitted(x, y, width, height, most = 1, border = 24) {
    const room = Math.min(
      (this.width - 2 * border) / Math.max(width, 1),
      (this.height - 2 * border) / Math.max(height, 1),
    );
    const scale = Math.max(MIN_SCALE, Math.min(most, room));
    return { scale, x: x + width / 2 - this.width / 2 / scale, y: y + height / 2 - this.height / 2 / scale };
  }

  /**
   * The same zoom, with a rectangle inside; null if it is already.
   * @param {number} x
   * @param {number} y
   * @param {number} width
   * @param {number} height
   * @param {number} [around] pixels that shall be free around it
   */
  revealed(x, y, width, height, around = 40) {
    const { scale } = this;
    const border = around / scale;
    const [right, bottom] = [this.x + this.width / scale, this.y + this.height / scale];
    const inside =
      x >= this.x + border && y >= this.y + border && x + width <= right - border && y + height <= bottom - border;
    if (inside) return null;
    return { scale, x: x + width / 2 - this.width / 2 / scale, y: y + height / 2 - this.height / 2 / scale };
  }

  /** @param {number} x @param {number} y */
  toWorld(x, y) {
    return { x: this.x + x / this.scale, y: this.y + y / this.scale };
  }

  /** @param {number} x @param {number} y */
  toScreen(x, y) {
    return { x: (x - this.x) * this.scale, y: (y - this.y) * this.scale };
  }

  /** What of the picture is seen: left, top, right, bottom. @returns {[number, number, number, number]} */
  get seen() {
    return [this.x, this.y, this.x + this.width / this.scale, this.y + this.height / this.scale];
  }

  /** The point in the middle of the screen, and the zoom. @returns {CameraState} */
  get centred() {
    return { x: this.x + this.width / 2 / this.scale, y: this.y + this.height / 2 / this.scale, scale: this.scale };
  }

  set centred({ x, y, scale }) {
    this.state = { scale, x: x - this.width / 2 / scale, y: y - this.height / 2 / scale };
  }

  /** @param {Move} move */
  moveBy({ ratio, x, y }) {
    const now = this.centred;
    this.centred = { x: now.x + x, y: now.y + y, scale: Math.min(MAX_SCALE, Math.max(MIN_SCALE, now.scale * ratio)) };
  }

  /**
   * On the way from one state to another: the middle of the screen goes straight, the zoom evenly.
   * @param {CameraState} from
   * @param {CameraState} to
   * @param {number} part from 0 to 1
   */
  between(from, to, part) {
    this.state = from;
    const start = this.centred;
    this.state = to;
    const end = this.centred;
    if (part >= 1) return;
    const mixed = (/** @type {number} */ one, /** @type {number} */ other) => one + (other - one) * part;
    this.centred = {
      x: mixed(start.x, end.x),
      y: mixed(start.y, end.y),
      scale: start.scale * (end.scale / start.scale) ** part,
    };
  }
}
