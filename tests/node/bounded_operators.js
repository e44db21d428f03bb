/**
 * Calls with sizes that nobody means: each recorded sample of each operator (tests/data/ops), with a huge number in
 * place of each number.
 *
 *   for (const { path, text, values } of hugeCalls()) ...       // a program of one call and the inputs of its tensors
 */
import { readFileSync } from 'node:fs';

/** What stands in place of a number: what memory cannot hold, and what products of wrap around. */
const HUGE = ['2147483648', '9223372036854775807'];
/** @type {Record<string, string>} */
const SHORT = {
  float64: 'f64',
  float32: 'f32',
  float16: 'f16',
  bfloat16: 'bf16',
  int64: 'i64',
  int32: 'i32',
  int16: 'i16',
  int8: 'i8',
  uint8: 'u8',
  bool: 'b8',
};

/**
 * @typedef {{ t?: any, ts?: any[], i?: number, n?: number, f?: number | string, b?: boolean, s?: string, l?: number[],
 *   r?: number[], dtype?: string } | null} Arg
 */
/** @typedef {{ path: string, args: Arg[], error?: string[] }} Sample */

/** @param {string} name */
const rows = (name) => JSON.parse(readFileSync(new URL(`../data/ops/${name}.json`, import.meta.url), 'utf8'));

/** The first samples of each operator that PyTorch runs. @param {number} most @returns {Sample[]} */
function samples(most) {
  /** @type {Map<string, Sample[]>} */
  const chosen = new Map();
  for (const sample of /** @type {Sample[]} */ ([...rows('recorded').samples, ...rows('composed')])) {
    const of = chosen.get(sample.path) ?? [];
    chosen.set(sample.path, of);
    if (!sample.error && of.length < most) of.push(sample);
  }
  return [...chosen.values()].flat();
}

/** @param {Arg} arg @param {any[]} tensors */
function written(arg, tensors) {
  if (arg === null || arg.n !== undefined) return 'None';
  /** @param {any} tensor */
  const input = (tensor) => (tensor === null ? 'None' : `t${tensors.push(tensor) - 1}`);
  if (arg.t) return input(arg.t);
  if (arg.ts) return `[${arg.ts.map(input).join(', ')}]`;
  if (arg.s !== undefined) return `'${arg.s}'`;
  if (arg.b !== undefined) return arg.b ? 'True' : 'False';
  if (arg.dtype) return `torch.${arg.dtype}`;
  const list = arg.l ?? arg.r;
  if (list) return `[${list.join(', ')}]`;
  if (arg.f === 'inf' || arg.f === '-inf' || arg.f === 'nan') return `float('${arg.f}')`;
  return String(arg.i ?? arg.f);
}

/**
 * The ways to write huge numbers into the arguments, texts of the arguments each.
 * @param {Sample} sample
 * @param {string[]} texts
 * @param {string[]} huges
 */
function* variants({ args }, texts, huges) {
  const places = args.flatMap((arg, i) => (arg && (arg.i !== undefined || arg.l?.length) ? [i] : []));
  /** @param {number} i @param {string} huge @param {boolean} first only the first of a list */
  const filled = (i, huge, first) =>
    args[i]?.l ? `[${args[i].l.map((n, k) => (first && k > 0 ? n : huge)).join(', ')}]` : huge;
  for (const huge of huges) {
    /** @param {(i: number) => string | null} change */
    const changed = (change) => texts.map((text, i) => change(i) ?? text);
    for (const place of places) {
      yield changed((i) => (i === place ? filled(i, huge, false) : null));
      if ((args[place]?.l?.length ?? 0) > 1) yield changed((i) => (i === place ? filled(i, huge, true) : null));
    }
    if (places.length > 1) yield changed((i) => (places.includes(i) ? filled(i, huge, false) : null));
  }
}

/** Another dtype that most operators take too, with elements of another width. @type {Record<string, string>} */
const OTHER = { float64: 'float32', float32: 'float64', int64: 'int32', int32: 'int64', bool: 'float64' };

/** A tensor as nobody means it: of another dtype, empty along its last dimension, a scalar. @param {any} tensor */
function* otherTensors({ dtype, shape, data }) {
  const none = data.map(() => 0);
  if (OTHER[dtype]) yield { dtype: OTHER[dtype], shape, data: none };
  if (shape.length > 0) yield { dtype, shape: [...shape.slice(0, -1), 0], data: [] };
  if (shape.length > 0) yield { dtype, shape: [], data: [0] };
}

/** @param {string} path @param {string[]} args @param {any[]} tensors */
function call(path, args, tensors) {
  const names = tensors.map(({ dtype, shape }, i) => `t${i}: "${SHORT[dtype]}[${shape.join(', ')}]"`);
  return {
    path,
    text: `def forward(self, ${names.join(', ')}):\n    y = ${path}(${args.join(', ')})\n    return (y,)\n`,
    values: {
      inputs: tensors.map(({ dtype, shape, data }) => ({ dtype: SHORT[dtype], shape, data: data.map(Number) })),
    },
  };
}

/**
 * Each recorded sample with one of its tensors in another shape or dtype.
 * @returns {Generator<{ path: string, text: string, values: object }>}
 */
export function* wrongTensors() {
  for (const { path, args } of samples(2)) {
    /** @type {any[]} */
    const tensors = [];
    const texts = args.map((arg) => written(arg, tensors));
    if (tensors.some(({ dtype }) => SHORT[dtype] === undefined)) continue;
    for (const [i, tensor] of tensors.entries())
      for (const other of otherTensors(tensor)) yield call(path, texts, tensors.with(i, other));
  }
}

/**
 * @param {string[]} [huges]
 * @param {number} [most] samples of an operator
 * @returns {Generator<{ path: string, text: string, values: object }>}
 */
export function* hugeCalls(huges = HUGE, most = 1) {
  for (const sample of samples(most)) {
    /** @type {any[]} */
    const tensors = [];
    const texts = sample.args.map((arg) => written(arg, tensors));
    if (tensors.some(({ dtype }) => SHORT[dtype] === undefined)) continue;
    for (const args of variants(sample, texts, huges)) yield call(sample.path, args, tensors);
  }
}
