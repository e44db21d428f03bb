/**
 * The record that stands above the text of an example, in lines that begin with `#|`:
 *
 *   #| title: Dead code
 *   #| topic: Clean up
 *   #| hint: Unused values before, in and after a region
 *   #| passes: replace_set_grad_with_hop_pass, eliminate_dead_code:recursive=true
 *   #| option replace_pattern.pattern:
 *   #|   def pattern(x): ...
 *   #| look: Three values are used by nothing …
 *   #| try: Set the option recursive …
 *   class <lambda>(torch.nn.Module): …
 *
 * `text: other` takes the text of another example; `ambient-grad: off` switches the mode off. Lines that are indented
 * go on with the line before: of an option as they are, of a sentence as one line. Used by the build, and by tests.
 */

/** @typedef {import('./document.js').Step} Step */
/**
 * @typedef {object} ExampleRecord
 * @property {string} title
 * @property {string} topic
 * @property {string} hint one line: the situation
 * @property {Step[]} pipeline
 * @property {boolean} ambientGrad
 * @property {string} look what to look at
 * @property {string} try what to try
 * @property {string} [text] whose text it is, if not its own
 * @property {string[]} seen versions of PyTorch in which its passes do what it says, where it is about that
 * @property {string} issue the number of PyTorch's issue or pull request about it; '' if none is known
 */

const MARK = /^#\|( |$)/;
const WANTED = ['title', 'topic', 'hint', 'passes', 'look', 'try'];

/** @param {string} content @returns {{ head: string[], body: string }} */
function parted(content) {
  const lines = content.split('\n');
  const end = lines.findIndex((line) => !MARK.test(line));
  return { head: lines.slice(0, end).map((line) => line.slice(3)), body: lines.slice(end).join('\n') };
}

/** @param {string} list @returns {Step[]} */
function steps(list) {
  return list.split(',').map((part) => {
    const [name, ...options] = part.trim().split(':');
    return { name, enabled: true, options: Object.fromEntries(options.map((option) => option.split('='))) };
  });
}

/** What a list of examples shows. @param {string} content @returns {Omit<ExampleRecord, 'look' | 'try'>} */
export function exampleHead(content) {
  const { title, topic, hint, pipeline, ambientGrad, text, seen, issue } = exampleRecord(content);
  return { title, topic, hint, pipeline, ambientGrad, ...(text ? { text } : {}), seen, issue };
}

/** What is said of it once it is open. @param {string} content @returns {Pick<ExampleRecord, 'look' | 'try'>} */
export function exampleWords(content) {
  const { look, try: attempt } = exampleRecord(content);
  return { look, try: attempt };
}

/** The text alone. @param {string} content */
export const exampleBody = (content) => parted(content).body;

/** @param {string} content @returns {ExampleRecord} throws an Error that names what is missing */
export function exampleRecord(content) {
  /** @type {Record<string, string>} */
  const found = {};
  let key = '';
  for (const line of parted(content).head) {
    if (line.startsWith('  ')) {
      const glue = key.startsWith('option ') ? '\n' : ' ';
      found[key] += found[key] === '' ? line.slice(2) : glue + line.slice(2);
      continue;
    }
    const at = line.indexOf(':');
    key = line.slice(0, at);
    found[key] = line.slice(at + 1).trim();
  }
  const missing = WANTED.filter((one) => !found[one]);
  if (missing.length > 0)
    throw new Error(`the record of an example lacks ${missing.join(', ')}: ${content.slice(0, 60)}`);
  const pipeline = steps(found.passes);
  for (const [name, value] of Object.entries(found)) {
    if (!name.startsWith('option ')) continue;
    const [pass, option] = name.slice(7).split('.');
    const step = pipeline.find((one) => one.name === pass);
    if (step === undefined) throw new Error(`${name}: the example does not run ${pass}`);
    step.options[option] = value;
  }
  const { title, topic, hint, look, text } = found;
  return {
    title,
    topic,
    hint,
    pipeline,
    ambientGrad: found['ambient-grad'] !== 'off',
    look,
    try: found.try,
    seen: found.seen ? found.seen.split(', ') : [],
    issue: found.issue ?? '',
    ...(text ? { text } : {}),
  };
}
