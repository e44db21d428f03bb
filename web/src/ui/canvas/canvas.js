/**
 * `<seesaw-canvas>`: one picture, drawn; with a camera, a minimap, and what is chosen and pointed at.
 *
 *   <seesaw-canvas .drawing=${drawing} .selected=${new Set([3])} .found=${null} label="After pass 2"></seesaw-canvas>
 *
 * It fires `node-pick` {node, add}, `nodes-frame` {nodes}, `node-open` {node}, `group-toggle` {group} and `walk` {key};
 * it changes nothing of its own but the camera. `drawn` says what the last frame showed, for tests and for benchmarks.
 * Pictures up to some thousand visible things are drawn again in each frame, larger ones from tiles (tiles.js).
 */
import { LitElement, html } from 'lit';
import { shared } from '../styles.js';
import { wholeBitmap } from './bitmap.js';
import { Camera } from './camera.js';
import { paintMarks } from './marks.js';
import { canvasStyles } from './styles.js';
import { Minimap } from './minimap.js';
import {
  TITLE_HEIGHT,
  detailOf,
  paintEdges,
  paintGroupTitles,
  paintGroups,
  paintNodes,
  paintValues,
} from './painter.js';
import { drawingColours, readPalette } from './palette.js';
import { Pointer } from './pointer.js';
import { Tiles } from './tiles.js';
import { PACE, Transition, isAnother, keptNode } from './transition.js';
import { define } from '../define.js';

/** @typedef {import('../../model/graph/drawing.js').Drawing} Drawing */
/** @typedef {import('./palette.js').Palette} Palette */
/** @typedef {{ x: number, y: number, scale: number }} CameraState */

/** More visible things than this are drawn from tiles. */
const MAX_DIRECT = 1500;
const GLIDE = 240;
/** How far beside the screen a box can stand whose value is still on it. */
const ASIDE = 500;
/** Milliseconds of a frame for tiles: while something moves, and when nothing does. */
const BUDGET = 5;
const IDLE_BUDGET = 12;
/** A first look at a picture is never smaller than this. */
const FIRST_LOOK = 0.4;

const lessMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

export class Canvas extends LitElement {
  static properties = {
    drawing: { attribute: false },
    selected: { attribute: false },
    found: { attribute: false },
    flash: { attribute: false },
    values: { attribute: false },
    label: {},
    description: {},
    map: { type: Boolean },
    pace: { type: Number },
  };

  static styles = [shared, drawingColours, canvasStyles];

  camera = new Camera();
  /** @type {CanvasRenderingContext2D | null} */
  #context = null;
  /** @type {HTMLCanvasElement | null} */
  #screen = null;
  /** @type {Palette | null} */
  #palette = null;
  /** @type {Tiles | null} */
  #tiles = null;
  /** @type {Minimap | null} */
  #minimap = null;
  /** @type {Transition | null} */
  #transition = null;
  /** @type {{ from: CameraState, to: CameraState, start: number } | null} */
  #glide = null;
  /** @type {{ x0: number, y0: number, x1: number, y1: number } | null} */
  #frame = null;
  /** The minimap is to be painted again. */
  #mapOld = true;
  #scheduled = 0;
  #placed = false;
  /** Where the camera was when others last heard of it. */
  #last = this.camera.centred;
  #movedAt = 0;
  hover = -1;
  /** What the last frame showed. */
  drawn = { mode: 'none', nodes: /** @type {number[]} */ ([]), edges: 0, frames: 0, milliseconds: 0 };
  #sizes = new ResizeObserver(() => this.#resized());

  constructor() {
    super();
    /** @type {Drawing | null} */
    this.drawing = null;
    /** @type {Set<number>} */
    this.selected = new Set();
    /** What a search found; null is no search. @type {Set<number> | null} */
    this.found = null;
    /** Nodes that a rewrite touched. @type {Set<number>} */
    this.flash = new Set();
    /** What nodes computed, by qualified name; null if nothing ran. @type {Map<string, string> | null} */
    this.values = null;
    this.label = 'Graph';
    this.description = '';
    this.map = true;
    /** Milliseconds from one picture to the next. */
    this.pace = PACE;
  }

  firstUpdated() {
    this.#screen = /** @type {HTMLCanvasElement} */ (this.renderRoot.querySelector('.screen'));
    this.#context = this.#screen.getContext('2d', { alpha: false });
    this.#minimap = new Minimap(/** @type {HTMLCanvasElement} */ (this.renderRoot.querySelector('.map')), (x, y) =>
      this.#centre(x, y),
    );
    new Pointer(this.#screen, this.camera, {
      moved: () => this.#cameraMoved(),
      tapped: (x, y, event) => this.#tapped(x, y, event),
      tappedTwice: (x, y) => this.#tappedTwice(x, y),
      hovered: (x, y) => this.#hovered(x, y),
      framed: (frame, done) => this.#framed(frame, done),
    });
    this.#sizes.observe(this);
    this.#resized();
  }

  connectedCallback() {
    super.connectedCallback();
    this.#dark.addEventListener('change', this.recolour);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#dark.removeEventListener('change', this.recolour);
    cancelAnimationFrame(this.#scheduled);
    this.#scheduled = 0;
  }

  #dark = matchMedia('(prefers-color-scheme: dark)');

  /** The page changed its colours. */
  recolour = () => {
    this.#palette = null;
    this.#mapOld = true;
    this.#tiles = null;
    this.#request();
  };

  #resized() {
    const screen = this.#screen;
    if (screen === null) return;
    const { clientWidth: width, clientHeight: height } = this;
    if (width === 0 || height === 0) return;
    // What was in the middle stays there.
    if (this.#placed) this.camera.pan((width - this.camera.width) / 2, (height - this.camera.height) / 2);
    this.camera.resize(width, height);
    [screen.width, screen.height] = [Math.round(width * devicePixelRatio), Math.round(height * devicePixelRatio)];
    if (!this.#placed && this.drawing !== null) this.#firstLook();
    this.#mapOld = true;
    this.#request();
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (changed.has('map')) this.#mapOld = true;
    if (changed.has('drawing')) this.#redrawn(/** @type {Drawing | null} */ (changed.get('drawing') ?? null));
    this.#request();
  }

  /** Another picture: what is in both stays where it is on the screen. @param {Drawing | null} before */
  #redrawn(before) {
    this.#tiles = null;
    this.hover = -1;
    this.#mapOld = true;
    const { drawing } = this;
    if (drawing === null) return;
    if (!this.#placed) return this.#firstLook();
    if (before === null) return;
    const kept = keptNode(before, drawing, this.camera.seen, this.selected);
    if (kept === null || isAnother(before, drawing)) return this.#firstLook();
    const [old, now] = kept;
    const shift = {
      x: drawing.box[4 * now] - before.box[4 * old],
      y: drawing.box[4 * now + 1] - before.box[4 * old + 1],
    };
    this.camera.x += shift.x;
    this.camera.y += shift.y;
    this.#glide = null;
    this.#transition = lessMotion() ? null : Transition.between(before, drawing, this.camera.seen, shift, this.pace);
  }

  /** All of it if it can be read then, else its beginning. */
  #firstLook() {
    const { drawing, camera } = this;
    if (drawing === null || camera.width <= 1) return;
    const [left, top, width, height] = drawing.bounds;
    const all = camera.fitted(left, top, width, height);
    if (all.scale < FIRST_LOOK) {
      const scale = Math.max(FIRST_LOOK, Math.min(0.8, (camera.width - 32) / Math.max(1, width)));
      const first = drawing.count > 0 ? drawing.box[0] + drawing.box[2] / 2 : left;
      const middle = width * scale <= camera.width ? left + width / 2 : first;
      camera.state = { scale, x: middle - camera.width / 2 / scale, y: top - 16 / scale };
    } else camera.state = all;
    this.#placed = true;
    this.#glide = null;
  }

  /** @param {CameraState} to */
  #glideTo(to) {
    if (lessMotion()) this.camera.state = to;
    else this.#glide = { from: this.camera.state, to, start: performance.now() };
    this.#cameraMoved(false);
  }

  #cameraMoved(byHand = true) {
    this.#movedAt = performance.now();
    this.#request();
    if (!byHand) return;
    this.#glide = null;
    const [before, now] = [this.#last, this.camera.centred];
    this.#last = now;
    this.#tell('camera-moved', { ratio: now.scale / before.scale, x: now.x - before.x, y: now.y - before.y });
  }

  /** Moves as another picture was moved. @param {import('./camera.js').Move} by */
  moveBy(by) {
    this.camera.moveBy(by);
    this.#glide = null;
    this.#movedAt = performance.now();
    this.#request();
  }

  /** Begins with the place and the zoom of another picture. @param {Canvas} other */
  beginAs(other) {
    if (!other.#placed) return;
    this.#placed = true;
    this.camera.resize(this.clientWidth, this.clientHeight);
    this.camera.centred = other.camera.centred;
    this.#request();
  }

  /**
   * Zooms out until this width fits, as long as it can be read; what was at the top stays there.
   * @param {number} left
   * @param {number} width
   */
  fitWidth(left, width) {
    const { camera } = this;
    camera.resize(this.clientWidth, this.clientHeight);
    const scale = Math.max(FIRST_LOOK, Math.min(camera.scale, (camera.width - 32) / Math.max(1, width)));
    const middle = width * scale <= camera.width ? left + width / 2 : camera.centred.x;
    // Below the names of the pictures.
    camera.state = { scale, x: middle - camera.width / 2 / scale, y: camera.y - 28 / scale };
    this.#glide = null;
    this.#request();
  }

  /** @param {[number, number, number, number]} [bounds] all of the picture unless given @param {number} [border] */
  fit(bounds = this.drawing?.bounds, border = undefined) {
    if (bounds !== undefined) this.#glideTo(this.camera.fitted(...bounds, 1, border));
  }

  /** @param {number} factor */
  zoomBy(factor) {
    const { camera } = this;
    const before = camera.state;
    camera.zoomAt(camera.width / 2, camera.height / 2, factor);
    const to = camera.state;
    camera.state = before;
    this.#glideTo(to);
  }

  /** Zooms to some nodes. @param {Iterable<number>} nodes */
  zoomTo(nodes) {
    const box = this.drawing?.around(nodes) ?? null;
    if (box !== null) this.#glideTo(this.camera.fitted(...box, 1.2, 60));
  }

  /**
   * Moves as little as is needed to see a node, at a zoom at which it can be read.
   * @param {number} node
   * @param {boolean} [seen] it is enough that it is on the screen
   */
  reveal(node, seen = false) {
    const box = this.drawing?.around([node]) ?? null;
    if (box === null) return;
    const { camera } = this;
    if (seen && camera.revealed(...box, 0) === null) return;
    if (camera.scale < FIRST_LOOK) this.#glideTo({ ...camera.fitted(...box, 0.8, 60) });
    else {
      const to = camera.revealed(...box);
      if (to !== null) this.#glideTo(to);
    }
  }

  /** @param {number} x @param {number} y */
  #centre(x, y) {
    const { camera } = this;
    camera.state = {
      scale: camera.scale,
      x: x - camera.width / 2 / camera.scale,
      y: y - camera.height / 2 / camera.scale,
    };
    this.#cameraMoved();
  }

  /** @param {string} name @param {object} detail */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** @param {number} x @param {number} y on the screen */
  #nodeAt(x, y) {
    const at = this.camera.toWorld(x, y);
    return this.drawing?.nodeAt(at.x, at.y) ?? -1;
  }

  /** @param {number} x @param {number} y */
  #groupAt(x, y) {
    const at = this.camera.toWorld(x, y);
    return this.drawing?.groupTitleAt(at.x, at.y, Math.max(TITLE_HEIGHT, 14 / this.camera.scale)) ?? -1;
  }

  /** @param {number} x @param {number} y @param {MouseEvent} event */
  #tapped(x, y, event) {
    this.#screen?.focus({ preventScroll: true });
    const node = this.#nodeAt(x, y);
    if (node < 0) {
      const group = this.#groupAt(x, y);
      if (group >= 0) return this.#tell('group-toggle', { group });
    }
    this.#tell('node-pick', { node, add: event.shiftKey || event.ctrlKey || event.metaKey });
  }

  /** @param {number} x @param {number} y */
  #tappedTwice(x, y) {
    const node = this.#nodeAt(x, y);
    if (node < 0) return;
    const group = this.drawing?.stands(node) ?? -1;
    if (group >= 0) this.#tell('group-toggle', { group });
    else this.#tell('node-open', { node });
  }

  /** @param {number} x @param {number} y */
  #hovered(x, y) {
    const node = Number.isNaN(x) ? -1 : this.#nodeAt(x, y);
    this.#screen?.classList.toggle('over', node >= 0 || (!Number.isNaN(x) && this.#groupAt(x, y) >= 0));
    if (node === this.hover) return;
    this.hover = node;
    // What is cut, or too small to be written, is said in full.
    if (this.#screen !== null) this.#screen.title = node < 0 ? '' : this.#wholeOf(node);
    this.#tell('node-hover', { node });
    this.#request();
  }

  /** @param {number} node */
  #wholeOf(node) {
    const drawing = /** @type {Drawing} */ (this.drawing);
    const group = drawing.stands(node);
    if (group >= 0) return drawing.picture.groups[group].title;
    const title = drawing.targetOf(node) || drawing.title(node);
    return `${title}\n${drawing.name(node)}  ${drawing.type(node)}`.trim();
  }

  /** @param {{ x0: number, y0: number, x1: number, y1: number } | null} frame @param {boolean} done */
  #framed(frame, done) {
    this.#frame = done ? null : frame;
    this.#request();
    if (!done || frame === null || this.drawing === null) return;
    const from = this.camera.toWorld(frame.x0, frame.y0);
    const to = this.camera.toWorld(frame.x1, frame.y1);
    this.#tell('nodes-frame', { nodes: this.drawing.grid.query(from.x, from.y, to.x, to.y) });
  }

  /** Nothing moves, and the screen shows what there is. */
  get still() {
    return this.#scheduled === 0 && this.#glide === null && this.#transition === null;
  }

  #request() {
    if (this.#scheduled === 0) this.#scheduled = requestAnimationFrame((now) => this.#paint(now));
  }

  /** @param {number} now */
  #paint(now) {
    this.#scheduled = 0;
    const { drawing } = this;
    const context = this.#context;
    if (context === null || this.camera.width <= 1) return;
    const started = performance.now();
    const palette = this.#colours(drawing);
    const gliding = this.#advance(now);
    this.#last = this.camera.centred;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = palette.background;
    context.fillRect(0, 0, context.canvas.width, context.canvas.height);
    let again = gliding;
    if (drawing !== null && drawing.count > 0) again = this.#paintPicture(context, drawing, palette, now) || again;
    if (this.#frame !== null) this.#paintFrame(context, palette);
    if (this.map) this.#minimap?.update(this.camera);
    this.drawn.frames++;
    this.drawn.milliseconds = performance.now() - started;
    if (again) this.#request();
  }

  /** @param {Drawing | null} drawing */
  #colours(drawing) {
    this.#palette ??= readPalette(this);
    if (drawing !== null && this.#mapOld && this.map) {
      this.#minimap?.show(drawing, this.#palette);
      this.#mapOld = false;
    }
    return this.#palette;
  }

  /** The camera on its way. @param {number} now */
  #advance(now) {
    const glide = this.#glide;
    if (glide === null) return false;
    const part = Math.min(1, Math.max(0, now - glide.start) / GLIDE);
    this.camera.between(glide.from, glide.to, 1 - (1 - part) ** 3);
    if (part === 1) this.#glide = null;
    return part < 1;
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Drawing} drawing
   * @param {Palette} palette
   * @param {number} now
   * @returns {boolean} whether there is more to draw
   */
  #paintPicture(context, drawing, palette, now) {
    const { camera } = this;
    const ratio = devicePixelRatio;
    const seen = camera.seen;
    const detail = detailOf(camera.scale, seen);
    const many = drawing.grid.estimate(...seen) + drawing.edgeGrid.estimate(...seen) > MAX_DIRECT;
    const world = () =>
      context.setTransform(
        camera.scale * ratio,
        0,
        0,
        camera.scale * ratio,
        -camera.x * camera.scale * ratio,
        -camera.y * camera.scale * ratio,
      );
    let again;
    if (many) {
      this.#tiles ??= new Tiles(drawing, palette);
      const idle = now - this.#movedAt > 150;
      again = !this.#tiles.draw(context, camera, ratio, idle ? IDLE_BUDGET : BUDGET);
      world();
      this.drawn = { ...this.drawn, mode: 'tiles', nodes: [], edges: 0 };
    } else {
      world();
      again = this.#paintDirectly(context, drawing, palette, now);
    }
    const { found, selected, flash, hover } = this;
    paintMarks(context, drawing, palette, camera, {
      found,
      selected,
      flash,
      hover,
      visible: many ? null : this.drawn.nodes,
    });
    if (detail.text === 'none') paintGroupTitles(context, drawing, palette, seen, detail);
    return again;
  }

  /** @param {CanvasRenderingContext2D} context @param {Drawing} drawing @param {Palette} palette @param {number} now */
  #paintDirectly(context, drawing, palette, now) {
    const { seen, scale } = this.camera;
    const detail = detailOf(scale, seen);
    const nodes = drawing.grid.query(...seen);
    const edges = drawing.edgeGrid.query(...seen);
    this.drawn = { ...this.drawn, mode: 'direct', nodes, edges: edges.length };
    const part = this.#transition?.part(now) ?? 1;
    if (part >= 1) this.#transition = null;
    paintGroups(context, drawing, palette, seen, detail);
    if (this.#transition !== null) {
      this.#transition.paint(context, palette, part, detail, nodes, edges);
      return true;
    }
    paintEdges(context, drawing, palette, edges, detail);
    paintNodes(context, drawing, palette, nodes, detail);
    if ((this.values !== null || drawing.elsewhere.size > 0) && detail.text === 'all') {
      // Also below boxes at the side: what is written there comes in here, and shares its line.
      const [left, top, right, bottom] = seen;
      paintValues(
        context,
        drawing,
        palette,
        drawing.grid.query(left - ASIDE, top, right + ASIDE, bottom),
        this.values,
        detail,
      );
    }
    paintGroupTitles(context, drawing, palette, seen, detail);
    return false;
  }

  /** @param {CanvasRenderingContext2D} context @param {Palette} palette */
  #paintFrame(context, palette) {
    const { x0, y0, x1, y1 } = /** @type {{ x0: number, y0: number, x1: number, y1: number }} */ (this.#frame);
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    context.strokeStyle = palette.accent;
    context.lineWidth = 1;
    context.setLineDash([4, 3]);
    context.strokeRect(x0, y0, x1 - x0, y1 - y0);
  }

  focus() {
    this.#screen?.focus({ preventScroll: true });
  }

  /** The whole picture as a PNG. @returns {Promise<Blob | null>} */
  async bitmap() {
    return this.drawing === null ? null : wholeBitmap(this.drawing, this.#colours(this.drawing), this.values);
  }

  /** @param {KeyboardEvent} event */
  #key = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    this.#tell('canvas-key', { event });
  };

  render() {
    return html`<canvas
        class="screen"
        tabindex="0"
        role="application"
        aria-roledescription="graph"
        aria-label=${this.label}
        aria-description=${this.description}
        @keydown=${this.#key}
      ></canvas>
      <canvas class="map" ?hidden=${!this.map} aria-hidden="true"></canvas>`;
  }
}

define('seesaw-canvas', Canvas);
