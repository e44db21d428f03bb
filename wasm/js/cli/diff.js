/**
 * `seesaw diff A B`: two graphs aligned by structure, and the first difference that matters.
 *
 *   seesaw diff before.txt after.txt
 *   seesaw diff trace.log#0/0/joint trace.log#0/0/forward
 *   seesaw diff trace.log#0/0/post-grad            // against the stage before
 */
import { failure } from '../error.js';
import { align } from '../diff/align.js';
import { JSON_FORMAT } from './checking.js';
import { counted } from './execution.js';
import { CliError, pickOf } from './input.js';

/** @typedef {import('../diff/align.js').Alignment} Alignment */
/** @typedef {import('../diff/align.js').Difference} Difference */
/** @typedef {import('../diff/align.js').Node} Node */
/**
 * `textOf`: a node as a line, where there is no text.
 * @typedef {{ name: string, text: string | null, json: any, textOf?: (node: Node) => string }} Side
 */

/** Differences that are shown. */
const SHOWN = 20;
/** Operators before and after of a line of the source. */
const MOST_PLACES = 40;
const WIDTH = 110;

/**
 * The two sides of one argument: the stage, and the one before it.
 * @param {string} path
 * @returns {Promise<[string, string, string[][]]>}
 */
async function stages(path) {
  const picked = pickOf(path);
  if (picked === null)
    throw new CliError(
      'one file is given, and two are compared',
      'write seesaw diff A B, or LOG#ID/STAGE to compare with the stage before',
      path,
    );
  const logs = await (await import('./logs.js')).readLogs(picked.log);
  const graph = logs.find(picked.pick);
  if (graph.before === null)
    throw failure(
      'log',
      `nothing in the log is before '${graph.pick}'`,
      'name both sides: seesaw diff LOG#ID/STAGE LOG#ID/STAGE',
    );
  const compile = logs.compileOf(graph);
  const maps = await logs.mappings(compile);
  // Inductor tracks what the passes of post-grad made of the graph that it got.
  const tracked =
    maps !== null && graph.stage.startsWith('post-grad')
      ? Object.entries(maps.preToPost).map(([from, to]) => [from, ...to])
      : [];
  return [`${picked.log}#${logs.graphs[graph.before].pick}`, `${picked.log}#${graph.pick}`, tracked];
}

/** @param {Node} node @param {Side} side */
function lineOf(node, { text, textOf }) {
  const line =
    text === null || node.line === null
      ? undefined
      : (linesOf(text).at(node.line - 1) ?? '').trim().replace(/;\s+(\w+ = )+None$/, '');
  const own = line !== undefined && line !== '' ? line : (textOf?.(node) ?? `${node.name} = ${node.op} ${node.target}`);
  return own.length > WIDTH ? `${own.slice(0, WIDTH)}…` : own;
}

/** @type {Map<string, string[]>} */
const split = new Map();

/** @param {string} text */
function linesOf(text) {
  const known = split.get(text);
  if (known !== undefined) return known;
  const lines = text.split('\n');
  split.set(text, lines);
  return lines;
}

/** @param {Difference} difference @param {Side} a @param {Side} b */
function renderDifference({ kind, before, after, what }, a, b) {
  const place = (/** @type {Node} */ node) => (node.line === null ? '' : `:${node.line}`);
  const rows = [
    ...(before === null ? [] : [`    - ${lineOf(before, a)}\n`]),
    ...(after === null ? [] : [`    + ${lineOf(after, b)}\n`]),
  ];
  const places = [...(before === null ? [] : [`A${place(before)}`]), ...(after === null ? [] : [`B${place(after)}`])];
  const heads = {
    removed: 'only in A',
    added: 'only in B',
    changed: `other ${what}`,
    type: `type ${what}`,
    order: what,
  };
  return `${places.join(', ')}: ${heads[kind]}\n${rows.join('')}`;
}

/** What became of each line of the source, where both sides know it. @param {Alignment} alignment */
export function bySource({ before, after }) {
  /** @type {Map<string, [string[], string[]]>} */
  const places = new Map();
  const sides = [before, after];
  sides.forEach((program, side) => {
    for (const node of program.nodes) {
      if (node.source === null || !node.op.startsWith('call')) continue;
      const row = places.get(node.source) ?? [[], []];
      row[side].push(node.name);
      places.set(node.source, row);
    }
  });
  return [...places]
    .filter(([, [first, second]]) => first.length > 0 && second.length > 0)
    .map(([source, [first, second]]) => ({ source, before: first, after: second }));
}

/** @param {Difference} difference */
const plain = ({ kind, what, before, after }) => ({ kind, what, before: plainNode(before), after: plainNode(after) });

/** @param {Node | null} node */
const plainNode = (node) =>
  node === null ? null : { name: node.name, target: node.target, line: node.line, type: node.type };

/** @param {Alignment} alignment */
function counts({ differences, same, renamed, before, after }) {
  const of = (/** @type {string[]} */ ...kinds) => differences.filter(({ kind }) => kinds.includes(kind)).length;
  return {
    nodes: [before.nodes.length, after.nodes.length],
    same,
    renamed,
    changed: of('changed', 'type', 'order'),
    removed: of('removed'),
    added: of('added'),
  };
}

/** @param {Alignment} alignment @param {Side} a @param {Side} b @param {string[][]} tracked @param {boolean} all */
export function render(alignment, a, b, tracked, all) {
  const { same, renamed, changed, removed, added, nodes } = counts(alignment);
  const { differences } = alignment;
  const names = renamed === 0 ? '' : `, ${renamed} of the pairs with other names`;
  const spelling = alignment.respelled === 0 ? '' : ' up to spelling';
  if (differences.length === 0) return `the same${spelling}: ${counted(nodes[0], 'node')}${names}\n`;
  const shown = all ? differences : differences.slice(0, SHOWN);
  const more = differences.length - shown.length;
  const lines = alignment.lowered || tracked.length > 0 ? bySource(alignment).slice(0, MOST_PLACES) : [];
  return [
    `A: ${a.name}, ${counted(nodes[0], 'node')}\nB: ${b.name}, ${counted(nodes[1], 'node')}\n`,
    `${same} the same, ${changed} changed, ${removed} only in A, ${added} only in B${names}\n\n`,
    'first difference: ',
    shown.map((difference) => renderDifference(difference, a, b)).join(''),
    more === 0 ? '' : `... and ${more} more (--all shows them)\n`,
    tracked.length === 0 ? '' : '\nas Inductor tracked it:\n',
    ...tracked.map(([from, ...to]) => `    ${from} -> ${to.join(', ') || 'nothing'}\n`),
    lines.length === 0 ? '' : '\nby line of the source:\n',
    ...lines.map((row) => `    ${row.source}\n        ${row.before.join(', ')} -> ${row.after.join(', ')}\n`),
  ].join('');
}

/**
 * @param {string[]} files @param {Record<string, any>} values
 * @param {(path: string) => Promise<Side | null>} read the program of a file as JSON; null if it cannot be read
 * @param {(text: string) => void} out
 */
export async function runDiff(files, values, read, out) {
  if (files.length === 0 || files.length > 2)
    throw new CliError(
      files.length === 0 ? 'two files are missing' : `two files are expected, got ${files.length}`,
      'usage: seesaw diff A B, or seesaw diff LOG#ID/STAGE for a stage and the one before it',
    );
  if (files[0] === '-' && files[1] === '-')
    throw new CliError('standard input is one file, and two are compared', 'give a path for one of them');
  const [first, second, tracked] = files.length === 1 ? await stages(files[0]) : [files[0], files[1], []];
  const a = await read(first);
  const b = await read(second);
  if (a === null || b === null) return 2;
  const alignment = align(a.json, b.json);
  const equal = alignment.differences.length === 0;
  if (values.json) {
    const differences = alignment.differences.map(plain);
    const pairs = alignment.pairs.map(([one, other]) => [one.name, other.name]);
    out(
      JSON.stringify(
        {
          format: JSON_FORMAT,
          equal,
          respelled: alignment.respelled,
          before: a.name,
          after: b.name,
          ...counts(alignment),
          differences,
          pairs,
          tracked,
          sources: bySource(alignment),
        },
        null,
        2,
      ),
    );
  } else out(render(alignment, a, b, tracked, values.all === true));
  return equal ? 0 : 1;
}
