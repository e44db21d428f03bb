/**
 * The film as one picture that moves: an SVG with style sheets of its own, which plays wherever a picture is shown, and
 * opens here again, for it carries the document.
 *
 *   const { content, left } = await filmFile(model, plan, title, (at) => ask('shot', { at }));
 *
 * What is in several shots is one element that moves; lines and groups are those of a shot, and fade. Who wants less
 * motion sees the shots change without it.
 */
import { Drawing } from '../../model/graph/drawing.js';
import { sparse } from '../../model/document.js';
import { fitting } from '../../ui/canvas/shapes.js';
import { withDocument } from '../../../../wasm/js/svg.js';

/** @typedef {import('../../engine/film/film.js').Shot} Shot */
/** @typedef {import('../../engine/film/film.js').ShotAnswer} ShotAnswer */
/** @typedef {import('../contract.js').Model} Model */
/** @typedef {{ x: number, y: number, change: string }} Place */
/** @typedef {{ label: Label, places: Map<number, Place> }} Actor */
/** @typedef {{ title: string, name: string, type: string, op: string, width: number, height: number }} Label */
/** @typedef {{ begin: number, end: number, drawing: Drawing, shot: Shot }} Scene in parts of the whole time */

/** More would be no picture any more. */
const MOST_SHOTS = 80;
const MOST_NODES = 20_000;
const PAD = 24;
const HEAD = 92;
const SHOWN = 1.4;
const READING = 0.018;
const LONGEST = 4.2;
const MOVE = 0.62;
const ADVANCE = 7.25;

const STYLE = `
svg { --bg: #f6f7f9; --text: #1b1f26; --muted: #59616e; --line: #aeb5c0; --node: #ffffff; --edge: #9aa2ae;
  --group: #eceff4; --type: #2a612a; --accent: #0a5f8a; --added: #1c7a43; --changed: #8f5a00; --moved: #7a3e9d;
  --warn: #855300 }
@media (prefers-color-scheme: dark) { svg { --bg: #14161a; --text: #e3e6eb; --muted: #a0a8b5; --line: #4a525e;
  --node: #23272e; --edge: #5d6673; --group: #181b20; --type: #9ccc8f; --accent: #6cb6e0; --added: #67c98e;
  --changed: #f0b860; --moved: #cf9fe8; --warn: #e9b45c } }
text { font: 12px ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; fill: var(--text) }
.t { font-weight: 600 } .m { fill: var(--muted) } .y { fill: var(--type) }
.h { font: 600 17px system-ui, 'DejaVu Sans', sans-serif }
.r { font: 13px system-ui, 'DejaVu Sans', sans-serif; fill: var(--muted) }
.w { fill: var(--warn) } .ground { fill: var(--bg) } .bar { fill: var(--accent) }
.n { fill: var(--node); stroke: var(--line) } .e { fill: none; stroke: var(--edge); stroke-width: 1.25 }
.g { fill: var(--group); stroke: var(--line); stroke-dasharray: 6 3 }
.a { fill: none; stroke-width: 2.5 } .added { stroke: var(--added) } .changed { stroke: var(--changed) }
.moved { stroke: var(--moved) }
`;

const ESCAPES = /** @type {Record<string, string>} */ ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' });
/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"]/g, (one) => ESCAPES[one]);
/** @param {number} value */
const short = (value) => String(Math.round(value * 10) / 10);
/** @param {number} part */
const percent = (part) => `${Math.round(part * 1e5) / 1e3}%`;

/** @param {Drawing} drawing @param {number} node @returns {Label} */
function labelOf(drawing, node) {
  const [, , width, height] = drawing.box.subarray(4 * node, 4 * node + 4);
  const characters = (width - 18) / ADVANCE;
  const name = fitting(drawing.name(node), characters);
  return {
    title: fitting(drawing.title(node), characters),
    name,
    type: fitting(drawing.type(node), characters - name.length - 2),
    op: drawing.op(node),
    width,
    height,
  };
}

/**
 * Who is on the stage: one for each node that looks the same from shot to shot, wherever it stands.
 * @param {Scene[]} scenes
 */
function castOf(scenes) {
  /** @type {Map<string, Actor>} */
  const cast = new Map();
  for (const [at, { drawing }] of scenes.entries()) {
    /** @type {Map<string, number>} */
    const seen = new Map();
    for (let node = 0; node < drawing.count; node++) {
      const label = labelOf(drawing, node);
      const look = `${drawing.lineage(node)}\n${JSON.stringify(label)}`;
      const copy = (seen.get(look) ?? 0) + 1;
      seen.set(look, copy);
      const key = `${look}\n${copy}`;
      const actor = cast.get(key) ?? { label, places: new Map() };
      cast.set(key, actor);
      const [x, y] = drawing.box.subarray(4 * node, 4 * node + 2);
      actor.places.set(at, { x, y, change: drawing.change(node) });
    }
  }
  return [...cast.values()];
}

/** Style sheets of elements that come, go and move. */
class Motion {
  rules = /** @type {string[]} */ ([]);

  /** @param {Scene[]} scenes @param {number} seconds */
  constructor(scenes, seconds) {
    this.scenes = scenes;
    this.seconds = seconds;
    this.move = MOVE / seconds;
  }

  /** @param {[number, string][]} frames @returns {string} the class of what moves so */
  #rule(frames) {
    const name = `k${this.rules.length}`;
    const sorted = [...frames].sort((one, other) => one[0] - other[0]);
    this.rules.push(
      `@keyframes ${name} { ${sorted.map(([at, what]) => `${percent(at)} { ${what} }`).join(' ')} }\n` +
        `.${name} { animation: ${name} ${short(this.seconds)}s infinite ease-in-out }`,
    );
    return name;
  }

  /** Shown in these scenes. @param {(at: number) => boolean} shown */
  fade(shown) {
    const { scenes, move } = this;
    if (scenes.every((_, at) => shown(at))) return '';
    /** @type {[number, string][]} */
    const frames = [];
    for (const [at, { begin, end }] of scenes.entries()) {
      const what = `opacity: ${shown(at) ? 1 : 0}`;
      frames.push([at === 0 ? 0 : Math.min(end, begin + move), what], [end, what]);
    }
    return this.#rule(frames);
  }

  /** @param {Map<number, Place>} places */
  travel(places) {
    const { scenes, move } = this;
    const all = [...places.values()];
    if (all.every(({ x, y }) => x === all[0].x && y === all[0].y)) return '';
    /** @type {[number, string][]} */
    const frames = [];
    let last = all[0];
    for (const [at, { begin, end }] of scenes.entries()) {
      last = places.get(at) ?? last;
      const what = `transform: translate(${short(last.x)}px, ${short(last.y)}px)`;
      frames.push([at === 0 ? 0 : Math.min(end, begin + move), what], [end, what]);
    }
    return this.#rule(frames);
  }

  get bar() {
    return this.#rule([
      [0, 'transform: scaleX(0)'],
      [1, 'transform: scaleX(1)'],
    ]);
  }
}

/** @param {Label} label */
function box({ title, name, type, op, width, height }) {
  const radius = op === 'placeholder' || op === 'output' ? Math.min(21, height / 2) : 5;
  const middle = height / 2;
  return (
    `<rect class="n" width="${short(width)}" height="${short(height)}" rx="${radius}"/>` +
    `<text class="t" x="10" y="${short(middle - 4)}">${escaped(title)}</text>` +
    `<text class="m" x="10" y="${short(middle + 13)}">${escaped(name)}` +
    `${type === '' ? '' : `<tspan class="y" dx="${ADVANCE * 2}">${escaped(type)}</tspan>`}</text>`
  );
}

/** @param {Actor} actor @param {Motion} motion */
function performed({ label, places }, motion) {
  const [first] = places.values();
  const fade = motion.fade((at) => places.has(at));
  const travel = motion.travel(places);
  const marks = ['added', 'changed', 'moved'].map((change) => {
    const marked = [...places].filter(([, place]) => place.change === change).map(([at]) => at);
    if (marked.length === 0) return '';
    const shown = motion.fade((at) => marked.includes(at));
    const [width, height] = [short(label.width + 4), short(label.height + 4)];
    return `<rect class="a ${change} ${shown}" x="-2" y="-2" width="${width}" height="${height}" rx="7"/>`;
  });
  return (
    `<g class="${fade}"><g class="${travel}" transform="translate(${short(first.x)} ${short(first.y)})">` +
    `${box(label)}${marks.join('')}</g></g>`
  );
}

/** Lines and groups of a scene. @param {Drawing} drawing */
function background({ picture: { groups, groupBox, edges, points } }) {
  const boxes = groups.map(({ collapsed, title }, at) => {
    if (collapsed) return '';
    const [x, y, width, height] = groupBox.subarray(4 * at, 4 * at + 4);
    return (
      `<rect class="g" x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" rx="8"/>` +
      `<text class="m" x="${short(x + 10)}" y="${short(y + 15)}">` +
      `${escaped(fitting(title, (width - 20) / ADVANCE))}</text>`
    );
  });
  let path = '';
  for (let edge = 0; edge < edges.from.length; edge++)
    for (let at = edges.start[edge]; at < edges.start[edge + 1]; at++)
      path += `${at === edges.start[edge] ? 'M' : 'L'}${short(points[2 * at])} ${short(points[2 * at + 1])}`;
  return `${boxes.join('')}<path class="e" d="${path}"/>`;
}

/** @param {Scene[]} scenes @returns {[number, number, number, number]} left, top, right, bottom of all */
function boundsOf(scenes) {
  let [left, top, right, bottom] = [0, 0, 560, 0];
  for (const { drawing } of scenes) {
    const [x, y, width, height] = drawing.bounds;
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  return [left, top, right, bottom];
}

/**
 * Words in lines that fit, at most so many.
 * @param {string} text @param {number} width @param {number} advance @param {number} most
 */
function wrapped(text, width, advance, most) {
  const room = Math.max(20, Math.floor(width / advance));
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines[lines.length - 1];
    if (last === '' || last.length + 1 + word.length <= room)
      lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
    else lines.push(word);
  }
  const kept = lines.slice(0, most);
  if (lines.length > most) kept[most - 1] += '…';
  return kept.map((line) => fitting(line, room));
}

/** @param {Scene[]} scenes @param {string} title @param {number} seconds */
export function filmPicture(scenes, title, seconds) {
  const motion = new Motion(scenes, seconds);
  const [left, top, right, bottom] = boundsOf(scenes);
  const [width, height] = [right - left + 2 * PAD, bottom - top + HEAD + 2 * PAD];
  const actors = castOf(scenes).map((actor) => performed(actor, motion));
  const grounds = scenes.map(
    ({ drawing }, at) => `<g class="${motion.fade((one) => one === at)}">${background(drawing)}</g>`,
  );
  const said = scenes.map(({ shot }, at) => {
    const why = [shot.pass === '' ? '' : `${shot.pass} ${shot.count} of ${shot.of}`, shot.reason]
      .filter(Boolean)
      .join(': ');
    return (
      `<g class="${motion.fade((one) => one === at)}">` +
      `<text class="h ${shot.warning ? 'w' : ''}" x="${PAD}" y="32">` +
      `${escaped(wrapped(shot.title, width - 2 * PAD, 9.4, 1)[0])}</text>` +
      wrapped(why || title, width - 2 * PAD, 6.9, 2)
        .map((line, row) => `<text class="r" x="${PAD}" y="${54 + 18 * row}">${escaped(line)}</text>`)
        .join('') +
      '</g>'
    );
  });
  const { bar } = motion;
  const less = '@media (prefers-reduced-motion: reduce) { * { animation-timing-function: step-end !important } }';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${short(width)} ${short(height)}" ` +
    `width="${short(width)}" height="${short(height)}" role="img">\n<title>${escaped(title)}</title>\n` +
    `<style>${STYLE}${motion.rules.join('\n')}\n` +
    `.bar { animation-timing-function: linear !important }\n${less}</style>\n` +
    `<rect class="ground" width="100%" height="100%"/>\n${said.join('\n')}\n` +
    `<rect class="bar ${bar}" x="0" y="0" width="${short(width)}" height="4"/>\n` +
    `<g transform="translate(${short(PAD - left)} ${short(HEAD + PAD - top)})">\n` +
    `${grounds.join('\n')}\n${actors.join('\n')}\n</g>\n</svg>\n`
  );
}

/** @param {Shot} shot */
const secondsOf = ({ title, reason }) => Math.min(LONGEST, SHOWN + READING * (title.length + reason.length));

/**
 * @param {Model} model
 * @param {Shot[]} plan
 * @param {string} title
 * @param {(at: number) => Promise<{ value: ShotAnswer | null }>} ask
 * @returns {Promise<{ content: string, left: number }>} `left`: shots that had no room
 */
export async function filmFile(model, plan, title, ask) {
  /** @type {{ drawing: Drawing, shot: Shot }[]} */
  const shots = [];
  let nodes = 0;
  let at = 0;
  for (; at < plan.length && shots.length < MOST_SHOTS && nodes < MOST_NODES; at++) {
    const { value } = await ask(at);
    if (value === null) continue;
    nodes += value.picture.nodes.count;
    shots.push({ drawing: new Drawing(value.picture, at), shot: plan[at] });
  }
  // The last one stays a while before it begins again.
  const seconds = shots.reduce((sum, { shot }) => sum + secondsOf(shot), 0) + SHOWN;
  let begin = 0;
  const scenes = shots.map(({ drawing, shot }, place) => {
    const end = place === shots.length - 1 ? 1 : begin + secondsOf(shot) / seconds;
    const scene = { begin, end, drawing, shot };
    begin = end;
    return scene;
  });
  const doc = { ...model.doc, example: model.example, text: model.text };
  return {
    content: withDocument(filmPicture(scenes, title, seconds), JSON.stringify(sparse(doc))),
    left: plan.length - at,
  };
}
