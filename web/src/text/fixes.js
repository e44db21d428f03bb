/**
 * What mends a mistake, as an edit of the text, where the diagnostic says enough.
 *
 *   const fix = fixOf(diagnostic, text);            // null, or:
 *   fix.title;                                      // 'Annotate x: "f32[1, 3, 32, 32]"'
 *   fix.text; fix.line; fix.column;                 // the text with it, and where to look
 */

/** @typedef {{ title: string, text: string, line: number, column: number }} Fix */

/**
 * What the first layer of a module takes: a batch of one, and sizes to begin with.
 * @type {[RegExp, (size: string) => string][]}
 */
const LAYERS = [
  [/\bConv1d\((\d+)/, (size) => `f32[1, ${size}, 32]`],
  [/\bConv2d\((\d+)/, (size) => `f32[1, ${size}, 32, 32]`],
  [/\bConv3d\((\d+)/, (size) => `f32[1, ${size}, 8, 32, 32]`],
  [/\bLinear\((\d+)/, (size) => `f32[1, ${size}]`],
  [/\bEmbedding\((\d+)/, () => 'i64[1, 8]'],
];

/** The shape that the text gives a value of this name. @param {string} text @param {string} name */
function stated(text, name) {
  const found = new RegExp(
    `^[ \\t]*${name}\\s*=\\s*torch\\.(?:(?:randn|rand|zeros|ones|empty)\\(\\(?|(randint)\\([^(\\n]*\\()([\\d, ]+)\\)`,
    'm',
  ).exec(text);
  return found && `${found[1] ? 'i64' : 'f32'}[${found[2].replace(/,\s*$/, '').trim()}]`;
}

/** @param {string} text */
function fromLayers(text) {
  const places = LAYERS.map(([layer, type]) => ({ found: layer.exec(text), type })).filter(
    ({ found }) => found !== null,
  );
  places.sort((one, other) => Number(one.found?.index) - Number(other.found?.index));
  return places.length > 0 ? places[0].type(places[0].found?.[1] ?? '') : null;
}

/** @typedef {{ line?: number, code?: string, notes?: { message: string }[] }} Mistake */

/**
 * Of a text with several graphs the one that is left out: the text from it on.
 * @param {number} line
 * @param {string} text
 */
function otherGraph(line, text) {
  const rest = text
    .split('\n')
    .slice(line - 1)
    .join('\n');
  return rest.trim() === '' ? null : { title: 'Open that graph instead', text: rest, line: 1, column: 1 };
}

/** @param {Mistake} mistake @param {string} text @returns {Fix | null} */
export function fixOf({ line, code, notes = [] }, text) {
  if (code === 'left-out' && line !== undefined && notes.some(({ message }) => message === 'open it by itself'))
    return otherGraph(line, text);
  const [, name, proposed] =
    notes.map(({ message }) => /^annotate it: (\w+): "([^"]+)"/.exec(message)).find(Boolean) ?? [];
  if (name === undefined || line === undefined) return null;
  const lines = text.split('\n');
  if (lines[line - 1] === undefined) return null;
  // A parameter, with what stands there as its type.
  const place = new RegExp(`([(,*\\s]|^)(${name})(\\s*:\\s*[\\w.]+(?:\\[[^\\]]*\\])?)?(?=\\s*[,)=]|\\s*$)`).exec(
    lines[line - 1],
  );
  if (place === null) return null;
  const first = new RegExp(`\\(\\s*(?:self\\s*,\\s*)?${name}\\b`).test(lines[line - 1]);
  const type = stated(text, name) ?? (first ? fromLayers(text) : null) ?? proposed;
  const from = place.index + place[1].length + name.length;
  const to = from + (place[3]?.length ?? 0);
  lines[line - 1] = `${lines[line - 1].slice(0, from)}: "${type}"${lines[line - 1].slice(to)}`;
  return { title: `Annotate ${name}: "${type}"`, text: lines.join('\n'), line, column: from + 4 };
}
