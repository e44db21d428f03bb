/**
 * What a rewrite did, as a title, and why, in the words of the pass where it has some.
 *
 *   told(pairs, units, report.why)[2]     // { title: 'std becomes var, sqrt', reason: '', decision: '', ... }
 */
import { regionTitle } from '../../../../wasm/js/cause.js';
import { shortTarget } from './graphs.js';
import { typesOf } from './units.js';

/** @typedef {import('./graphs.js').Node} Node */
/** @typedef {import('./pairs.js').Pairs} Pairs */
/** @typedef {import('./units.js').Unit} Unit */
/** @typedef {import('../../../../wasm/js/index.js').WhyEntry} WhyEntry */
/** @typedef {{ title: string, reason: string, decision: string, warning: boolean }} Told */

/** Names that a title lists. */
const MOST = 3;

/** @param {Node[]} nodes */
function names(nodes) {
  const called = nodes.filter(({ raw }) => raw.op.startsWith('call') || nodes.length === 1);
  return few((called.length > 0 ? called : nodes).map(({ raw }) => raw.name));
}

/** @param {string[]} list */
function few(list) {
  const more = list.length - MOST;
  return more > 1 ? `${list.slice(0, MOST).join(', ')} and ${more} more` : list.join(', ');
}

const plural = (/** @type {number} */ count) => (count === 1 ? '1 node' : `${count} nodes`);
const verb = (/** @type {Node[]} */ nodes, /** @type {string} */ one, /** @type {string} */ many) =>
  nodes.length === 1 ? one : many;

/**
 * Nodes of graphs that stay: what comes with a graph or goes with one is no title.
 * @param {Node[]} nodes @param {Map<string, unknown>} others
 */
function outer(nodes, others) {
  const own = nodes.filter(({ path }) => others.has(path));
  return own.length > 0 ? own : nodes;
}

/** @param {Pairs} pairs @param {Unit} unit */
function removal(pairs, { gone }) {
  const [first] = gone;
  const other = pairs.replaced(first, first.path);
  if (other !== null && gone.length === 1) return `${first.raw.name} goes: its users take ${other.raw.name}`;
  const used = gone.some((node) => node.users.some((user) => pairs.stays(user)));
  return `${names(gone)} ${verb(gone, 'goes', 'go')}${used ? '' : `: nothing uses ${verb(gone, 'it', 'them')}`}`;
}

/** @param {Pairs} pairs @param {[Node, Node][]} changed */
function change(pairs, changed) {
  const [[a, b]] = changed;
  if (changed.length > 1) return `${names(changed.map(([one]) => one))} change`;
  if (shortTarget(a.raw) !== shortTarget(b.raw))
    return `${a.raw.name}: ${shortTarget(a.raw)} becomes ${shortTarget(b.raw)}`;
  const [was, is] = typesOf(pairs, changed[0]);
  if (was !== is && is !== '') return `${a.raw.name} is ${is}${was === '' ? '' : `, was ${was}`}`;
  return `${a.raw.name} takes other arguments`;
}

/** @param {Pairs} pairs @param {Unit} unit */
function title(pairs, unit) {
  const { before, after } = pairs;
  const { gone, made, moved, changed } = unit;
  if (moved.length > 0) {
    const parts = new Set(made.map(({ inner }) => inner).filter((one) => one !== null && !before.graphs.has(one)));
    if (parts.size > 1) return `the graph is split into ${parts.size} submodules`;
    const into = moved.find(([a, b]) => b.path.startsWith(a.path))?.[1].path;
    if (into !== undefined && into !== '')
      return `${plural(moved.length)} ${verb(
        moved.map(([a]) => a),
        'moves',
        'move',
      )} into ${into}`;
    const [[a, b]] = moved;
    return `${a.path} is inlined${b.path === '' ? '' : ` into ${b.path}`}: ${plural(moved.length)}`;
  }
  const other = changed.filter(([a, b]) => a.raw.target !== b.raw.target && a.raw.op.startsWith('call'));
  if (other.length > 0 && made.length > 0) {
    const targets = [...other.map(([, b]) => b), ...made].map(({ raw }) => shortTarget(raw));
    return `${names(other.map(([a]) => a))} becomes ${few(targets)}`;
  }
  const [out, come] = [outer(gone, after.graphs), outer(made, before.graphs)];
  const wrapper = come.find(({ raw }) => raw.target.includes('.higher_order.wrap_with'));
  const part = come.find(({ inner }) => inner !== null)?.inner;
  if (wrapper !== undefined && part)
    return `${part} is wrapped: ${shortTarget(wrapper.raw).replace('higher_order.', '')}`;
  if (out.length > 0 && come.length > 0) return `${names(out)} ${verb(out, 'becomes', 'become')} ${names(come)}`;
  if (out.length > 0) return removal(pairs, { ...unit, gone: out });
  if (come.length > 0) return `${names(come)} ${verb(come, 'comes', 'come')} in`;
  return change(pairs, changed);
}

/** @param {Unit} unit */
const lineagesOf = ({ gone, made, moved, changed }) =>
  [...gone, ...made, ...moved.flat(), ...changed.flat()]
    .filter(({ raw }) => raw.op !== 'placeholder')
    .map(({ raw }) => raw.lineage ?? 0);

/**
 * Which unit a reason is about: the one with most of its nodes.
 * @param {Unit[]} units @param {WhyEntry[]} why
 */
function reasons(units, why) {
  /** @type {Map<number, Set<number>>} */
  const unitsOf = new Map();
  for (const [at, unit] of units.entries())
    for (const lineage of lineagesOf(unit)) {
      const known = unitsOf.get(lineage);
      if (known === undefined) unitsOf.set(lineage, new Set([at]));
      else known.add(at);
    }
  /** @type {WhyEntry[][]} */
  const out = units.map(() => []);
  for (const entry of why) {
    /** @type {Map<number, number>} */
    const counts = new Map();
    for (const lineage of new Set(entry.lineages))
      for (const at of unitsOf.get(lineage) ?? []) counts.set(at, (counts.get(at) ?? 0) + 1);
    const [best] = [...counts].sort((one, other) => other[1] - one[1] || one[0] - other[0]);
    if (best !== undefined) out[best[0]].push(entry);
  }
  return out;
}

/** @param {Pairs} pairs @param {Unit[]} units @param {WhyEntry[]} why @returns {Told[]} */
export function told(pairs, units, why) {
  const entries = reasons(units, why);
  return units.map((unit, at) => {
    const [first, ...more] = entries[at];
    const worst = entries[at].find(({ warning }) => warning) ?? first;
    const said = worst === undefined ? '' : `${regionTitle(worst)} ${worst.decision}: ${worst.condition}`;
    return {
      title: title(pairs, unit),
      reason: more.length > 0 ? `${said}, and ${more.length} more` : said,
      decision: worst?.decision ?? '',
      warning: worst?.warning ?? false,
    };
  });
}
