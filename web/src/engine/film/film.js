/**
 * The film of a pipeline: the program as it was after every single rewrite.
 *
 * What: `new Film(session, steps, reports, cut, check)` plans it from the programs after each pass: `plan` lists the
 * shots, the input first. `handle(at)` gives the program of a shot, until `release`; `shot(at)` its
 * picture, its text's difference, and which nodes the rewrite made. Each picture is laid out afresh: it is the same
 * from wherever one comes to it, and has no holes where something was.
 * Why: a pass reports its two ends. Between them stand programs that are half rewritten (units.js, mixed.js): each is
 * read and verified by the engine like any other, and one that is not valid is not shown: what it would have shown
 * comes with the next. The last of each pass is what the pass left.
 */
import { unifiedDiff } from '../../text/unified.js';
import { SeesawError } from '../../../../wasm/js/session.js';
import { indexed } from './graphs.js';
import { Broken, mixed } from './mixed.js';
import { Pairs } from './pairs.js';
import { told } from './told.js';
import { unitsOf } from './units.js';

/** @typedef {import('../../../../wasm/js/session.js').Session} Session */
/** @typedef {import('../../../../wasm/js/index.js').PassReport} PassReport */
/** @typedef {import('../../../../wasm/js/index.js').Picture} Picture */
/** @typedef {import('./graphs.js').Node} Node */
/** @typedef {import('./units.js').Unit} Unit */
/**
 * Between two programs; `first`, `last`: those before and after the pass.
 * @typedef {{ step: number, pairs: Pairs, units: Unit[], after: number, first: number, last: number }} Stretch
 */
/** @typedef {import('./told.js').Told} Told */
/**
 * `step`: the pass, 0 is the input; `count`: the rewrite of it.
 * @typedef {Told & { step: number, pass: string, of: number, count: number }} Shot
 */
/**
 * @typedef {{ at: number, picture: Picture, made: number[], next: number[], diff: string, more: number }} ShotAnswer
 *   `made`, `next`: nodes of the picture that this rewrite made, and that the next one takes
 */

/** All pictures of a film are of one family: their lineages mean the same nodes. */
const FAMILY = -7;
/** Rewrites of a film; where there are more, several are one. */
const MOST_SHOTS = 3000;
/** Milliseconds in which shots are tried before anybody sees them. */
const TRIES = 800;
const DIFF_LINES = 400;
/** Of the picture's column `change`. */
const CHANGE = { added: 1, changed: 2, moved: 4 };

const INPUT = { title: 'the input', reason: '', decision: '', warning: false };

export class Film {
  #session;
  /** @type {Stretch[]} */
  #stretches = [];
  /** Where each shot is. @type {{ stretch: number, done: number }[]} */
  #places = [];
  /** @type {Shot[]} */
  plan = [];
  #input;
  #check;
  /** Programs that this film made and keeps. @type {number[]} */
  #own = [];
  /** @type {Map<number, string>} */
  #texts = new Map();

  /**
   * @param {Session} session
   * @param {number[]} steps programs after each pass, the input first
   * @param {PassReport[]} reports
   * @param {(step: number) => number | null} cut the program in which a pass has cut the graph and not yet judged the
   *   pieces, where it has such
   * @param {(before: number, after: number) => import('../../../../wasm/js/index.js').CheckAnswer | null} check runs
   *   both on the same values; null where they are too large for that
   */
  constructor(session, steps, reports, cut, check) {
    this.#check = check;
    this.#session = session;
    this.#input = steps[0];
    this.plan.push({ ...INPUT, step: 0, pass: '', of: 0, count: 0 });
    this.#places.push({ stretch: -1, done: 0 });
    for (const [at, report] of reports.entries())
      if (report.changed && steps[at] !== steps[at + 1]) this.#pass(at + 1, steps, report, cut(at + 1));
    this.#try();
  }

  /** @param {number} step @param {number[]} steps @param {PassReport} report @param {number | null} cut */
  #pass(step, steps, report, cut) {
    const ends = [steps[step - 1], ...this.#usable(cut, steps[step - 1]), steps[step]];
    /** @type {{ stretch: number, done: number, said: import('./told.js').Told }[]} */
    const shots = [];
    const [first, final] = [ends[0], /** @type {number} */ (ends.at(-1))].map((handle) =>
      signed(this.#indexed(handle)),
    );
    for (let end = 1; end < ends.length; end++) {
      const [before, after] = [ends[end - 1], ends[end]].map((handle) => this.#indexed(handle));
      const pairs = new Pairs(before, after, report.provenance);
      const units = first === final ? unitsOf(pairs, report.provenance) : [];
      const whole = { first: ends[0], last: /** @type {number} */ (ends.at(-1)) };
      const stretch = this.#stretches.push({ step, pairs, units, after: ends[end], ...whole }) - 1;
      const last = end === ends.length - 1;
      const said = told(pairs, units, last ? report.why : []);
      const every = Math.ceil(units.length / MOST_SHOTS);
      for (let done = 1; done <= units.length; done++)
        if (done % every === 0 || done === units.length) shots.push({ stretch, done, said: said[done - 1] });
      if (!last) continue;
      // Names, metadata and the signature come with the whole.
      if (units.length === 0 || !this.#same(stretch, units.length))
        shots.push({ stretch, done: units.length + 1, said: { ...INPUT, title: rest(units.length) } });
    }
    for (const [count, { stretch, done, said }] of shots.entries()) {
      this.plan.push({ ...said, step, pass: report.pass, of: shots.length, count: count + 1 });
      this.#places.push({ stretch, done });
    }
  }

  /**
   * A cut of the whole graph; one of a graph inside it is a program of its own.
   * @param {number | null} cut @param {number} before
   */
  #usable(cut, before) {
    if (cut === null) return [];
    this.#own.push(cut);
    const inputs = (/** @type {number} */ handle) =>
      this.#indexed(handle)
        .graphs.get('')
        ?.nodes.filter(({ raw }) => raw.op === 'placeholder')
        .map(({ raw }) => raw.lineage)
        .join();
    return inputs(cut) === inputs(before) ? [cut] : [];
  }

  /** @param {number} handle */
  #indexed(handle) {
    return indexed(JSON.parse(this.#session.print(handle, { format: 'json' })));
  }

  /** Whether all rewrites make what the pass left. @param {number} stretch @param {number} done */
  #same(stretch, done) {
    const handle = this.#open(stretch, done);
    if (handle === null) return false;
    const { after } = this.#stretches[stretch];
    const same = this.#session.print(handle) === this.#session.print(after);
    this.#session.close(handle);
    return same;
  }

  /**
   * Shots that are no program are left out: what they would show comes with the next. So are those that compute neither
   * what the pass was given nor what it left: the pass was never there.
   */
  #try() {
    const end = performance.now() + TRIES;
    /** @type {Set<number>} */
    const broken = new Set();
    for (let at = 1; at < this.plan.length && performance.now() < end; at++) {
      const handle = this.handle(at);
      if (handle === null || (!this.#isLast(at) && this.#strays(at, handle))) broken.add(at);
      if (handle !== null) this.release(handle);
    }
    if (broken.size === 0) return;
    this.plan = this.plan.filter((_, at) => !broken.has(at));
    this.#places = this.#places.filter((_, at) => !broken.has(at));
    for (const shot of this.plan) {
      const own = this.plan.filter(({ step }) => step === shot.step);
      [shot.of, shot.count] = [shot.step === 0 ? 0 : own.length, shot.step === 0 ? 0 : own.indexOf(shot) + 1];
    }
  }

  /** @param {number} at @param {number} handle */
  #strays(at, handle) {
    const { first, last } = this.#stretches[this.#places[at].stretch];
    return [first, last].every((end) => this.#check(end, handle)?.verdict === 'differs');
  }

  /** @param {number} stretch @param {number} done @returns {number | null} null where that is no program */
  #open(stretch, done) {
    const { pairs, units } = this.#stretches[stretch];
    try {
      return this.#session.open(JSON.stringify(mixed(pairs, units, done))).handle;
    } catch (error) {
      if (error instanceof Broken || error instanceof SeesawError) return null;
      throw error;
    }
  }

  /** @param {number} at */
  #isLast(at) {
    const { stretch, done } = this.#places[at];
    const next = this.#places[at + 1];
    return done > this.#stretches[stretch].units.length || next === undefined || next.stretch !== stretch;
  }

  /** The program of a shot; null where it is none. @param {number} at @returns {number | null} */
  handle(at) {
    const place = this.#places[at];
    if (place === undefined) return null;
    const { stretch, done } = place;
    if (stretch < 0) return this.#input;
    return this.#isLast(at) ? this.#stretches[stretch].after : this.#open(stretch, done);
  }

  /** @param {number} handle */
  release(handle) {
    const kept = handle === this.#input || this.#stretches.some(({ after }) => after === handle);
    if (!kept) this.#session.close(handle);
  }

  /** @param {number} at @param {number} handle */
  #text(at, handle) {
    const known = this.#texts.get(at);
    if (known !== undefined) return known;
    const text = this.#session.print(handle);
    this.#texts.set(at, text);
    // Those further away are printed again.
    if (this.#texts.size > 8) this.#texts.delete(/** @type {number} */ (this.#texts.keys().next().value));
    return text;
  }

  /** @param {number} at */
  #textAt(at) {
    const known = this.#texts.get(at);
    if (known !== undefined) return known;
    const handle = this.handle(at);
    if (handle === null) return '';
    const text = this.#text(at, handle);
    this.release(handle);
    return text;
  }

  /**
   * @param {number} at
   * @returns {ShotAnswer | null} null where it is no program
   */
  shot(at) {
    const handle = this.handle(at);
    if (handle === null) return null;
    const text = this.#text(at, handle);
    // The lineages are those of one film, though each shot was read by itself.
    const picture = { ...this.#session.picture(handle), family: FAMILY };
    this.release(handle);
    const made = this.#mark(picture, at);
    const { text: diff, more } =
      at === 0 ? { text: '', more: 0 } : unifiedDiff(this.#textAt(at - 1), text, { lines: DIFF_LINES });
    return { at, picture, made, next: at + 1 < this.plan.length ? this.#taken(picture, at + 1) : [], diff, more };
  }

  /** Rewrites of a shot: several where some are left out. @param {number} at */
  #unitsOf(at) {
    const { stretch, done } = this.#places[at];
    if (stretch < 0) return [];
    const earlier = this.#places[at - 1];
    return this.#stretches[stretch].units.slice(earlier.stretch === stretch ? earlier.done : 0, done);
  }

  /** Nodes of a picture by graph and lineage. @param {Picture} picture */
  #found({ paths, nodes }) {
    return new Map(Array.from(nodes.lineage, (lineage, at) => [`${paths[nodes.path[at]]}\n${lineage}`, at]));
  }

  /** What the rewrites made, in the picture's own colours. @param {Picture} picture @param {number} at */
  #mark(picture, at) {
    const found = this.#found(picture);
    /** @type {number[]} */
    const marked = [];
    const mark = (/** @type {Node} */ { path, raw }, /** @type {number} */ change) => {
      const node = found.get(`${path}\n${raw.lineage}`);
      if (node === undefined) return;
      picture.nodes.change[node] = change;
      marked.push(node);
    };
    for (const { made, moved, changed } of this.#unitsOf(at)) {
      for (const node of made) mark(node, CHANGE.added);
      for (const [, node] of moved) mark(node, CHANGE.moved);
      for (const [, node] of changed) mark(node, CHANGE.changed);
    }
    return marked;
  }

  /** What the rewrites of the next shot take. @param {Picture} picture @param {number} at */
  #taken(picture, at) {
    const found = this.#found(picture);
    return this.#unitsOf(at)
      .flatMap(({ gone, moved, changed }) => [...gone, ...[...moved, ...changed].map(([a]) => a)])
      .map(({ path, raw }) => found.get(`${path}\n${raw.lineage}`))
      .filter((node) => node !== undefined);
  }

  /** The programs of this film are not wanted any more. */
  dispose() {
    for (const handle of this.#own) this.#session.close(handle);
    this.#own = [];
  }
}

/**
 * What is not in the graphs themselves: signature, ranges; not what results are called, which follows the graph.
 * @param {import('./graphs.js').Indexed} program
 */
function signed({ json: { modules: _, metas: __, dialect: ___, ...more } }) {
  const outputs = more.signature?.output_specs.map((/** @type {any} */ { arg, ...spec }) => [spec, arg.type]);
  return JSON.stringify([more, outputs], (key, value) => (key === 'output_specs' ? undefined : value));
}

/** @param {number} units */
const rest = (units) => (units > 0 ? 'names and metadata as the pass leaves them' : 'all of it at once');
