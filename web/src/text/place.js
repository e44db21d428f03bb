/**
 * Where a node stands in a printed program: for links that point to one.
 *
 *   lineOfNode(text, 'submod_1.add');           // the line, from 1; null if it is not printed
 *
 * Knows the forms that give each node a line: `name: "f32[2]" = …`, `name = …` and `%name : [num_users=1] = …`. Parts
 * before the last dot name the class that the line stands in.
 */

/** @param {string} text */
const literal = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** @param {string} text @param {string} node its qualified name @returns {number | null} */
export function lineOfNode(text, node) {
  const path = node.split('.');
  const name = literal(path.pop() ?? '');
  const defines = new RegExp(`^\\s*(?:${name}(?::\\s*"[^"]*")? = |%${name} :)`);
  const begins = path.map((part) => new RegExp(`^\\s*class ${literal(part)}\\(`));
  const argument = new RegExp(`\\bdef forward\\(.*[ (,]${name}[:,)]`);
  const lines = text.split('\n');
  let line = 0;
  for (const begin of begins) {
    while (line < lines.length && !begin.test(lines[line])) line++;
  }
  const found = lines.findIndex((one, index) => index >= line && (defines.test(one) || argument.test(one)));
  return found < 0 ? null : found + 1;
}
