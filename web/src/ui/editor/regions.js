/**
 * Marks for the regions that passes judged: a bar in the gutter beside their lines, and a sign where each begins.
 *
 *   view.dispatch({ effects: setRegions.of(report.why) });
 *   regionAt(view.state, position);                     // the innermost entry there, or null
 *
 * Regions move with the text until the next answer. Only visible lines get marks, so that thousands of regions cost
 * nothing.
 */
import { RangeSet, RangeSetBuilder, RangeValue, StateEffect, StateField } from '@codemirror/state';
import { Decoration, GutterMarker, ViewPlugin, gutter } from '@codemirror/view';
import { regionTitle } from '../../../../wasm/js/cause.js';

/** @typedef {import('../../../../wasm/js/index.js').WhyEntry} WhyEntry */

/** @param {WhyEntry} entry */
export const kindOf = (entry) => (entry.warning ? 'warning' : entry.decision);
const SIGNS = /** @type {Record<string, string>} */ ({
  wrapped: '▣',
  inlined: '▢',
  lost: '!',
  dropped: '×',
  kept: '·',
});

class Region extends RangeValue {
  /** @param {WhyEntry} entry */
  constructor(entry) {
    super();
    this.entry = entry;
  }
}

/** @type {import('@codemirror/state').StateEffectType<WhyEntry[]>} */
export const setRegions = StateEffect.define();
/** @type {import('@codemirror/state').StateEffectType<WhyEntry | null>} */
export const setChosen = StateEffect.define();

/** @param {import('@codemirror/state').Text} doc @param {WhyEntry[]} entries @returns {RangeSet<Region>} */
function regionSet(doc, entries) {
  const ranges = [];
  for (const entry of entries) {
    if (!entry.line || entry.line > doc.lines) continue;
    const last = Math.min(Math.max(entry.endLine ?? entry.line, entry.line), doc.lines);
    ranges.push(
      new Region(entry).range(doc.line(entry.line).from, Math.max(doc.line(last).to, doc.line(entry.line).from + 1)),
    );
  }
  return RangeSet.of(ranges, true);
}

/** @type {StateField<RangeSet<Region>>} */
const field = StateField.define({
  create: () => /** @type {RangeSet<Region>} */ (RangeSet.empty),
  update(regions, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setRegions)) return regionSet(transaction.state.doc, effect.value);
    }
    return transaction.docChanged ? regions.map(transaction.changes) : regions;
  },
});

/** @type {StateField<WhyEntry | null>} */
const chosen = StateField.define({
  create: () => /** @type {WhyEntry | null} */ (null),
  update(entry, transaction) {
    for (const effect of transaction.effects) if (effect.is(setChosen)) return effect.value;
    return entry;
  },
});

/**
 * The innermost region at a place.
 * @param {import('@codemirror/state').EditorState} state
 * @param {number} position
 * @returns {WhyEntry | null}
 */
export function regionAt(state, position) {
  let size = Infinity;
  /** @type {WhyEntry | null} */
  let found = null;
  state.field(field).between(position, position, (from, to, { entry }) => {
    if (to - from > size) return;
    size = to - from;
    found = entry;
  });
  return found;
}

/** @param {import('@codemirror/view').EditorView} view */
function marks(view) {
  const { doc } = view.state;
  const picked = view.state.field(chosen);
  /** @type {RangeSetBuilder<Decoration>} */
  const builder = new RangeSetBuilder();
  for (const { from, to } of view.visibleRanges) {
    for (let position = from; position <= to;) {
      const line = doc.lineAt(position);
      const entry = regionAt(view.state, line.from);
      if (entry !== null) {
        builder.add(
          line.from,
          line.from,
          Decoration.line({
            class: `cm-in-region cm-in-${kindOf(entry)}${entry === picked ? ' cm-region-chosen' : ''}`,
          }),
        );
      }
      position = line.to + 1;
    }
  }
  return builder.finish();
}

const plugin = ViewPlugin.fromClass(
  class {
    /** @param {import('@codemirror/view').EditorView} view */
    constructor(view) {
      this.decorations = marks(view);
    }
    /** @param {import('@codemirror/view').ViewUpdate} update */
    update(update) {
      const changed = update.transactions.some((one) =>
        one.effects.some((effect) => effect.is(setRegions) || effect.is(setChosen)),
      );
      if (update.docChanged || update.viewportChanged || changed) this.decorations = marks(update.view);
    }
  },
  { decorations: (value) => value.decorations },
);

/**
 * The bar beside a line of a region; a sign where the region begins. It is in the gutter: text that scrolls sideways
 * takes nothing of it along.
 */
class Mark extends GutterMarker {
  /** @param {WhyEntry} entry @param {WhyEntry | null} begins */
  constructor(entry, begins) {
    super();
    this.entry = entry;
    this.begins = begins;
    this.elementClass = `cm-region cm-region-${kindOf(entry)}`;
  }
  /** @param {Mark} other */
  eq(other) {
    return this.entry === other.entry && this.begins === other.begins;
  }
  toDOM() {
    if (this.begins === null) return document.createTextNode('');
    return Mark.sign(this.begins);
  }
  /** @param {WhyEntry} entry */
  static sign(entry) {
    const sign = document.createElement('span');
    sign.className = `cm-sign cm-sign-${kindOf(entry)}`;
    sign.textContent = SIGNS[entry.decision] ?? '·';
    sign.title = `${entry.decision} ${regionTitle(entry)}: ${entry.condition}`;
    return sign;
  }
}

class Room extends GutterMarker {
  toDOM() {
    return document.createTextNode('▣');
  }
}

/** @param {(entry: WhyEntry) => void} pick called when a sign is clicked */
export function regionMarks(pick) {
  const signs = gutter({
    class: 'cm-signs',
    initialSpacer: () => new Room(),
    lineMarker(view, line) {
      /** @type {WhyEntry | null} */
      let found = null;
      view.state.field(field).between(line.from, line.from, (from, _to, { entry }) => {
        if (from === line.from) found = entry;
      });
      const entry = regionAt(view.state, line.from);
      return entry === null ? null : new Mark(entry, found);
    },
    lineMarkerChange: (update) =>
      update.docChanged || update.transactions.some((one) => one.effects.some((effect) => effect.is(setRegions))),
    domEventHandlers: {
      mousedown(view, line) {
        const entry = regionAt(view.state, line.from);
        if (entry !== null) pick(entry);
        return entry !== null;
      },
    },
  });
  return [field, chosen, plugin, signs];
}
