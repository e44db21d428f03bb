/**
 * What stands in front of a line of a log.
 *
 * What: `headOf` finds PyTorch's own head (`V0330 15:33:44.123000 4711 torch/_dynamo/x.py:12] `, or the older
 * `[2023-10-11 12:00:00,123] torch._dynamo.x: [DEBUG] `), and what others put before it: `[rank0]:` of torchrun, time
 * stamps of CI, quotes of mail, colours. `withoutWrap` takes the same from a line that has no head of its own.
 * Why: people have their logs from terminals, CI and mail, where each line has its own decoration. A line that goes on
 * is stripped of what its first line had, and of nothing else, for its text may look like a decoration.
 */

/** A head, at the place of the regular expression: level, month and day, time, process, path, line. */
const GLOG = /([VIWECD])(\d{4}) (\d\d:\d\d:\d\d\.\d{3,9}) (\d+) (?:\[[^\]\s]*\] )?([^\s\]][^\]]{0,400}?):(\d+)\] ?/y;
/** The heads of 2023: time, compile id, logger, level. */
const DATED = /\[(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d+)\] (?:\[([^\]\s]{1,40})\] )?([\w.]{1,200}): \[(\w+)\] ?/y;

/** Kinds of decoration, by a letter each. A tab behind them is of the payload. @type {[string, RegExp][]} */
const WRAPS = [
  // eslint-disable-next-line no-control-regex
  ['c', /\x1b\[[0-9;]*[A-Za-z]/y],
  ['g', /[^\t\n]{1,120}\t[^\t\n]{1,120}\t(?=\ufeff?\d{4}-\d\d-\d\dT)/y],
  ['t', /\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)\]? ?(?:(?:stdout|stderr) [FP] )?/y],
  ['r', /\[(?:rank|default|trainer|worker)\d+\](?:: ?| )/y],
  ['d', /[\w./-]{1,60}[ \t]*\| /y],
  ['q', / {0,3}> ?/y],
];
const MOST_WRAPS = 6;
/** How far behind a line's beginning its head may stand where the decoration is of no known kind. */
const SEARCHED = 200;
const ANYWHERE = /[VIWECD]\d{4} \d\d:\d\d:\d\d\.\d/;

/**
 * What a line is decorated with: the kinds in order.
 * @typedef {{ kinds: string, length: number, rank: number | null }} Wrap
 */
/**
 * @typedef {{ wrap: Wrap, date: string, time: string, process: string, place: string, id: string | null, logger:
 *   string, key: string, at: number }} Head `key` is the same in all lines of a message; `at` is where its text begins
 */

/** @type {Wrap} */
const NONE = { kinds: '', length: 0, rank: null };

/** The decoration in front of a line. @param {string} text @param {number} from @param {number} to @returns {Wrap} */
function wrapOf(text, from, to) {
  let [kinds, at] = ['', from];
  let rank = /** @type {number | null} */ (null);
  for (let round = 0; round < MOST_WRAPS; round += 1) {
    const before = at;
    for (const [kind, form] of WRAPS) {
      form.lastIndex = at;
      const found = form.exec(text);
      if (found === null || at + found[0].length > to) continue;
      if (kind === 'r') rank = Number(/\d+/.exec(found[0]));
      kinds += kind;
      at += found[0].length;
      break;
    }
    if (at === before) break;
  }
  return kinds === '' ? NONE : { kinds, length: at - from, rank };
}

/** @param {string} text @param {number} at @param {number} to @param {Wrap} wrap @returns {Head | null} */
function headAt(text, at, to, wrap) {
  GLOG.lastIndex = at;
  const glog = GLOG.exec(text);
  if (glog !== null && GLOG.lastIndex <= to + 1) {
    const [, level, date, time, process, path, line] = glog;
    const key = `${wrap.rank ?? ''} ${level}${date} ${time} ${process} ${path}:${line}`;
    const place = `${path}:${line}`;
    return { wrap, date, time, process, place, id: null, logger: '', key, at: Math.min(GLOG.lastIndex, to) };
  }
  DATED.lastIndex = at;
  const dated = DATED.exec(text);
  if (dated === null || DATED.lastIndex > to + 1) return null;
  const [, stamp, id = null, logger] = dated;
  const [date, time] = stamp.split(' ');
  const key = `${wrap.rank ?? ''} ${stamp} ${logger}`;
  return { wrap, date, time: time.replace(',', '.'), process: '', place: logger, id, logger, key, at: DATED.lastIndex };
}

const isLevel = (/** @type {number} */ c) => c === 86 || c === 73 || c === 87 || c === 69 || c === 67 || c === 68;
const isDigit = (/** @type {number} */ c) => c >= 48 && c <= 57;

/**
 * The head of a line, or null.
 * @param {string} text
 * @param {number} from
 * @param {number} to
 * @returns {Head | null}
 */
export function headOf(text, from, to) {
  const first = text.charCodeAt(from);
  // Almost all lines of a trace are decided here.
  if (first === 9 || from >= to) return null;
  if (isLevel(first) && isDigit(text.charCodeAt(from + 1))) {
    const head = headAt(text, from, to, NONE);
    if (head !== null) return head;
  }
  if (to - from < 20) return null;
  const wrap = wrapOf(text, from, to);
  const head = headAt(text, from + wrap.length, to, wrap);
  if (head !== null) return head;
  const found = ANYWHERE.exec(text.slice(from, Math.min(to, from + SEARCHED)));
  if (found === null || found.index === 0) return null;
  return headAt(text, from + found.index, to, { kinds: 'x', length: found.index, rank: wrap.rank });
}

/**
 * Where the text of a line begins that has the decoration of an earlier one: -1 if it has not.
 * @param {string} text
 * @param {number} from
 * @param {number} to
 * @param {Wrap} wrap
 */
export function withoutWrap(text, from, to, wrap) {
  if (wrap.kinds === '') return from;
  if (wrap.kinds === 'x') return to - from >= wrap.length ? from + wrap.length : -1;
  let at = from;
  for (const kind of wrap.kinds) {
    const form = /** @type {[string, RegExp]} */ (WRAPS.find(([name]) => name === kind))[1];
    form.lastIndex = at;
    const found = form.exec(text);
    // A colour is switched on where a message begins, not in each line.
    if (found === null || at + found[0].length > to) {
      if (kind === 'c') continue;
      return -1;
    }
    if (kind === 'r' && Number(/\d+/.exec(found[0])) !== wrap.rank) return -1;
    at += found[0].length;
  }
  return at;
}

/** A heading is shorter: a longer line is a text that begins like one. */
const MOST_HEADING = 300;
const BAR = /^ ?==(.*)==$/;

/** The heading of a graph that AOTAutograd's cache had. */
const CACHED = /^(Joint|Forward|Backward|Inference) graph \(from cache\)$/;

/**
 * What stands between the bars of a heading, `===== joint graph =====`, or `Forward graph (from cache)`; null if the
 * line is none.
 * @param {string} line
 */
export function titleOf(line) {
  if (CACHED.test(line)) return line;
  const inner = line.length < MOST_HEADING ? BAR.exec(line)?.[1] : undefined;
  if (inner === undefined) return null;
  let [from, to] = [0, inner.length];
  while (from < to && inner[from] === '=') from += 1;
  while (to > from && inner[to - 1] === '=') to -= 1;
  return inner.slice(from, to).trim();
}

const ID = /^\[(-|!?\d+(?:\/\d+){1,2}(?:_\d+)?)\] /;

/**
 * Behind the head of a line of TORCH_LOGS: its compile id, what was asked for, and where its text begins.
 * @param {string} text
 * @param {Head} head
 * @param {number} to
 * @returns {{ at: number, id: string | null, artefact: string }}
 */
export function bodyOf(text, head, to) {
  const rest = text.slice(head.at, Math.min(to, head.at + 400));
  const id = ID.exec(rest);
  const length = id?.[0].length ?? 0;
  const named = /^\[__(\w+)\] ?/.exec(rest.slice(length));
  const artefact = named?.[1] ?? /\.__(\w+)$/.exec(head.logger)?.[1] ?? '';
  return { at: head.at + length + (named?.[0].length ?? 0), id: id?.[1] ?? head.id, artefact };
}

// eslint-disable-next-line no-control-regex
const COLOURS = /\x1b\[[0-9;]*[A-Za-z]/g;

/** @param {string} text */
export const withoutColours = (text) => (text.includes('\x1b') ? text.replace(COLOURS, '') : text);
