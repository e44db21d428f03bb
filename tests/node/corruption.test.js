/**
 * The replay sees it when a recording is spoiled: a character, a number, a node, a spec, a line, in every kind of place
 * of every kind of file. What it cannot see is listed here with the reason, and what is skipped is counted by the
 * replay.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { Session } from '../../wasm/js/index.js';
import { fails, part, replayPart, sources, walk } from './recordings.js';
import { random } from './support.js';

/** @typedef {import('./recordings.js').Place} Place */

const SEED = Number(process.env.SEESAW_SEED ?? 20260);
const EACH = Number(process.env.SEESAW_CORRUPTIONS ?? 1);

/** Parts that the replay leaves out, by the reason that it gives. @type {[RegExp, string][]} */
const LEFT_OUT = [
  [/^export_pass_base\.cases\.two fake modes/, 'fake tensors here belong to the program, which is one mode'],
  [/^export_pass_base\.cases\.__init__/, 'an ExportPass here cannot exist without being initialised'],
  [/^export_pass_base\.proxy_value/, 'ProxyValue as an object of Python'],
  [/^verifier\.cases\.(calling|assigning)/, 'calling or assigning parts of a Python ExportedProgram'],
  [/^verifier\.cases\.InputSpec/, 'making a Python InputSpec: specs are data here'],
  [/^verifier\.cases\.train/, 'a method of Python modules'],
];

/** What cannot be seen, with the reason. @type {[RegExp, string][]} */
const UNSEEN = [
  [
    /^codegen\[\]\.nodes\[\]\.(val|st|has_tensor_meta|example_value)\b/,
    'the text shows a part of it: dtype and shape of a tensor, the last line of a trace',
  ],
  [/\.graph(\.children\.\*)?\.class$/, 'shown by no text'],
  [/^set_grad_special\[\]\.error\b/, 'what PyTorch could not build, nothing was recorded of'],
  [/^case\.variants\[\]\.n_total$/, 'beside an operator that holds a graph more was counted than the snapshot holds'],
  [/^case\.io\[\]\.seed$/, 'the seed that the inputs were made with'],
  [/^case\.io\[\]\.inputs_require_grad$/, 'where nothing that a run gives depends on it'],
  [
    /^case\.io\[\]\.(outputs\[\]|grad_of_sum\.\*|mutated_buffers\.\*)\.stride\[\]$/,
    'a run tells values, not how they lie in memory',
  ],
];

/** Words about the data: no result. */
const DESCRIPTIONS = [
  /^case\.(title|simple_subset|torch|seconds)$/,
  /\.passes\.\w+\.pass$/,
  /^(verifier|export_pass_base)\.cases\..*\.title$/,
  /\.final_readable_is$/,
  /\[\]\.(seed|mode)$/,
  /^(codegen|special|set_grad_special|interpreter)\[\]\.title$/,
  /^format_args\.\w+\[\]\.(python|expr|args)$/,
  /^targets\.targets\[\]\.expr$/,
];

/** What rules are given to work on: with another input the result may well be the same. */
const INPUTS = [
  /^export_pass_base\.node_metadata\[\]\.data\b/,
  /^graph_scripts\[\]\.steps\[\]\.(a|b|c|h|new|key|idx|arg|args|kwargs|op|target|name|cand|only_user_index_mod3)\b/,
  /^graph_scripts\[\]\.len$/,
  /^(namespace\.with_objects|rename_without_collisions)\[\]$/,
  /^namespace\.sequences\[\]\.candidates\[\]$/,
  /^stack_traces\[\]\.raw$/,
  /^format_args\.max_list_len\[\]\.limit$/,
  /^split_module\[\]\.(partition\.\*|keep_original_node_name)$/,
  /^split_inline\[\]\.cuts\[\]$/,
  /^set_grad_special\[\]\.ambient_grad$/,
  // Beside the module it holds what builds it and its inputs, which is not run.
  /^case\.source$/,
];

/**
 * What the passes carry along, recorded once and shown by no text: sizes and strides of values, tables; tree specs and
 * constants of variants that neither an archive nor a run has.
 */
const CARRIED = [
  /\.graph(\.children\.\*)?\.nodes\[\]\.(val\b.*|nn|st|torch_fn\[\]|has_tensor_meta|unbacked\b.*)$/,
  /\.graph(\.children\.\*)?\.attrs\b/,
  /\.tables\.stack_traces\[\]$/,
  /\.tables\.nn_module_stacks\b/,
  /\.(in_spec|out_spec|constants)\b/,
  /^set_grad_special\[\]\.before\.graph\.children\.\*\.nodes\b/,
  /\.stages\.set_grad\.signature_before\.input_specs\[\]\.(target|persistent|arg\.value)$/,
  /\.signature\.input_specs\[\]\.persistent$/,
  /^set_grad_special\[\]\.signature_before\b/,
];

/** Whether a corruption at this way may go unseen. @param {string} way */
const mayPass = (way) =>
  [...LEFT_OUT, ...UNSEEN].some(([pattern]) => pattern.test(way)) ||
  [...DESCRIPTIONS, ...INPUTS, ...CARRIED].some((pattern) => pattern.test(way));

/** @param {Place} place @returns {number} what a replay of its part costs, about */
function cost(place) {
  const { source, trail } = place;
  const held = source.isCase
    ? trail[0] === 'variants'
      ? source.data.variants[Number(trail[1])]
      : source.data
    : Array.isArray(source.data)
      ? source.data[Number(trail[0])]
      : source.data;
  let known = costs.get(held);
  if (known === undefined) costs.set(held, (known = JSON.stringify(held ?? null).length));
  return known;
}
/** @type {Map<any, number>} */
const costs = new Map();

/**
 * All places that `fits`, by way.
 * @param {(value: any, place: Place) => boolean} fits
 * @returns {Map<string, Place[]>}
 */
function placesByWay(fits) {
  /** @type {Map<string, Place[]>} */
  const out = new Map();
  for (const source of ALL) {
    walk(source, (place, value) => {
      if (!fits(value, place)) return;
      if (!out.has(place.way)) out.set(place.way, []);
      out.get(place.way)?.push(place);
    });
  }
  return out;
}
const ALL = await sources();

/** Some of the places, the cheap ones first. @param {Place[]} list @param {number} count @param {() => number} next */
function choose(list, count, next) {
  const cheap = [...list].sort((a, b) => cost(a) - cost(b)).slice(0, Math.max(20, Math.ceil(list.length / 4)));
  return Array.from({ length: Math.min(count, cheap.length) }, () => cheap.splice(next() % cheap.length, 1)[0]);
}

/** A value with the least change. @param {any} value @param {() => number} next @returns {any} */
function spoiled(value, next) {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string' || value === '') return value === null ? 1 : 'x';
  // Where the code of a node stood is told by errors alone: no graph of their recordings has it.
  const trace = value.indexOf('\nOriginal traceback:');
  const at = next() % (trace > 0 ? trace : value.length);
  const other = [...'abcdefghijklmnopqrstuvwxyz_0123456789'].filter((c) => c !== value[at]);
  return value.slice(0, at) + other[next() % other.length] + value.slice(at + 1);
}

/** Where two JSON texts part. @param {string | undefined} before @param {string | undefined} after */
function changeOf(before = '', after = '') {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at += 1;
  const window = (/** @type {string} */ text) => text.slice(Math.max(0, at - 40), at + 20);
  return `...${window(before)}... -> ...${window(after)}...`;
}

/** Whether the part that holds the place is left out as a whole. @param {Session} session @param {Place} place */
function leftOutAsAWhole(session, place) {
  const recorder = replayPart(session, place.source, part(place).data);
  return recorder.passed === 0 && recorder.leftOut.size > 0;
}

/** Parts that were replayed unspoiled. */
const passing = new Set();

/**
 * A failure says something only where the part passed before.
 * @param {Session} session @param {Place} place @param {any} data
 */
function assertPasses(session, { source, trail }, data) {
  const key = `${source.name} ${trail.slice(0, 2)}`;
  if (passing.has(key)) return;
  passing.add(key);
  const recorder = replayPart(session, source, structuredClone(data));
  assert.equal(recorder.failed, 0, key);
}

/**
 * Spoils places one by one; each that must be seen is.
 * @param {Session} session
 * @param {Map<string, Place[]>} ways
 * @param {(holder: any, key: any) => boolean} spoil false if it cannot be done there
 * @param {() => number} next @param {number} each
 */
function spoilEach(session, ways, spoil, next, each) {
  const counts = { spoiled: 0, seen: 0, excused: 0 };
  /** @type {string[]} */
  const unseen = [];
  for (const [way, list] of ways) {
    for (const place of choose(list, each, next)) {
      const { data, trail } = part(place);
      assertPasses(session, place, data);
      const holder = trail.slice(0, -1).reduce((value, key) => value[key], data);
      const key = trail[trail.length - 1];
      const before = JSON.stringify(holder[key]);
      if (!spoil(holder, key)) continue;
      counts.spoiled += 1;
      if (fails(session, place.source, { data, trail })) counts.seen += 1;
      else if (mayPass(way) || leftOutAsAWhole(session, place)) counts.excused += 1;
      else
        unseen.push(
          `${way}: ${place.source.name} ${place.trail.join('.')}: ${changeOf(before, JSON.stringify(holder[key]))}`,
        );
    }
  }
  assert.deepEqual(unseen, []);
  return counts;
}

const isLeaf = (/** @type {any} */ value) => value === null || typeof value !== 'object';

test('the data as it is passes, part by part, and its reasons are those listed', async () => {
  const session = await Session.create({ archives: true });
  const reasons = new Set();
  for (const source of ALL) {
    const recorder = replayPart(session, source, structuredClone(source.data));
    assert.equal(recorder.failed, 0, source.name);
    assert.equal(recorder.skipped, 0, source.name);
    recorder.leftOut.forEach((_count, reason) => reasons.add(reason));
  }
  assert.deepEqual(
    LEFT_OUT.map(([, reason]) => reason).filter((reason) => !reasons.has(reason)),
    [],
  );
  const ways = [...placesByWay(isLeaf).keys()];
  for (const pattern of [...[...LEFT_OUT, ...UNSEEN].map(([p]) => p), ...DESCRIPTIONS, ...INPUTS, ...CARRIED])
    assert.ok(
      ways.some((way) => pattern.test(way)),
      `${pattern} fits nothing`,
    );
});

test('a changed character, number or flag is seen', async (t) => {
  const next = random(SEED);
  const counts = spoilEach(
    await Session.create({ archives: true }),
    placesByWay(isLeaf),
    (holder, key) => {
      holder[key] = spoiled(holder[key], next);
      return true;
    },
    next,
    EACH,
  );
  t.diagnostic(JSON.stringify(counts));
  assert.ok(counts.seen > counts.spoiled / 2, JSON.stringify(counts));
});

/** Texts that PyTorch printed: each is spoiled more often. */
const TEXT = /\.(str|code|readable|module_str|tabular|ep_str|verbose|deepcopy_str|dce_str)$/;
test('a changed character in a text is seen wherever it is', async (t) => {
  const next = random(SEED + 1);
  const texts = new Map(
    [...placesByWay((value) => typeof value === 'string' && value.length > 1)].filter(
      ([way]) => TEXT.test(way) && !mayPass(way),
    ),
  );
  const counts = spoilEach(
    await Session.create({ archives: true }),
    texts,
    (holder, key) => Boolean((holder[key] = spoiled(holder[key], next))),
    next,
    EACH * 5,
  );
  t.diagnostic(JSON.stringify(counts));
  assert.equal(counts.seen, counts.spoiled);
  assert.ok(counts.spoiled > 200, JSON.stringify(counts));
});

/** Ways to spoil a list. @type {Record<string, (list: any[], at: number) => boolean>} */
const LISTS = {
  'left out': (list, at) => list.splice(at, 1).length > 0,
  repeated: (list, at) => list.splice(at, 0, structuredClone(list[at])).length === 0,
  'exchanged with its neighbour': (list, at) => {
    if (at + 1 >= list.length || JSON.stringify(list[at]) === JSON.stringify(list[at + 1])) return false;
    [list[at], list[at + 1]] = [list[at + 1], list[at]];
    return true;
  },
};

for (const [kind, of] of /** @type {[string, RegExp][]} */ ([
  ['node', /\.nodes$/],
  ['spec', /\.(input_specs|output_specs)$/],
])) {
  for (const [how, change] of Object.entries(LISTS)) {
    test(`a ${kind} that is ${how} is seen`, async (t) => {
      const next = random(SEED + 2);
      const ways = new Map(
        [...placesByWay((value) => Array.isArray(value) && value.length > 0)].filter(
          ([way]) => of.test(way) && ![...LEFT_OUT, ...UNSEEN].some(([pattern]) => pattern.test(way)),
        ),
      );
      const counts = spoilEach(
        await Session.create({ archives: true }),
        ways,
        (holder, key) => change(holder[key], next() % holder[key].length),
        next,
        EACH * 2,
      );
      t.diagnostic(JSON.stringify(counts));
      assert.ok(counts.spoiled >= 10 && counts.seen > counts.spoiled * 0.9, JSON.stringify(counts));
    });
  }
}

test('a line that is missing from a text is seen', async (t) => {
  const next = random(SEED + 3);
  const texts = new Map(
    [...placesByWay((value) => typeof value === 'string' && value.includes('\n'))].filter(
      ([way]) => TEXT.test(way) && !mayPass(way),
    ),
  );
  const counts = spoilEach(
    await Session.create({ archives: true }),
    texts,
    (holder, key) => {
      const lines = holder[key].split('\n');
      lines.splice(next() % lines.length, 1);
      holder[key] = lines.join('\n');
      return true;
    },
    next,
    EACH,
  );
  t.diagnostic(JSON.stringify(counts));
  assert.equal(counts.seen, counts.spoiled);
});
