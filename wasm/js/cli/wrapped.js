/**
 * Text for a terminal, in lines that fit one.
 *
 *   wrapped('a long help text ...')    // its words in lines of at most 100 columns
 *
 * An empty line ends a paragraph; lines that begin with a space stay as they are.
 */

const WIDTH = 100;

/** @param {string[]} words @returns {string[]} */
function filled(words) {
  const lines = [''];
  for (const word of words) {
    const last = lines[lines.length - 1];
    if (last === '') lines[lines.length - 1] = word;
    else if (last.length + 1 + word.length <= WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** @param {string} text */
export function wrapped(text) {
  /** @type {string[]} */
  const out = [];
  /** @type {string[]} */
  let words = [];
  const close = () => {
    if (words.length > 0) out.push(...filled(words));
    words = [];
  };
  for (const line of text.split('\n')) {
    if (line !== '' && !line.startsWith(' ')) {
      words.push(...line.split(' ').filter(Boolean));
      continue;
    }
    close();
    out.push(line);
  }
  close();
  return out.join('\n');
}
