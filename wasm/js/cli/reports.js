/**
 * What passes did, as text for a terminal: the `why` log, the list of passes, the differences from PyTorch.
 */

/** @param {string} text @param {string} indent */
const indented = (text, indent) =>
  text
    .split('\n')
    .map((line) => (line === '' ? '' : indent + line))
    .join('\n');

/** @param {import('../index.js').WhyEntry} entry @param {string} file */
function whyLine(entry, file) {
  const place =
    entry.line === undefined
      ? ''
      : `:${entry.line}${entry.endLine === undefined || entry.endLine === entry.line ? '' : `-${entry.endLine}`}`;
  const region = entry.region === '' ? 'region' : entry.region;
  const graph = entry.graph === '' ? '' : ` in graph '${entry.graph}'`;
  const rule = entry.rule === undefined ? '' : ` [rule ${entry.rule}]`;
  const after = entry.trigger === '' ? '' : ` after ${entry.trigger}`;
  return (
    `${file}${place}: ${entry.warning ? 'warning' : 'why'}: ${region}${after}${graph}: ` +
    `${entry.decision}: ${entry.condition}${rule}\n`
  );
}

/**
 * For each pass a line, then a line for each region and each known difference.
 * @param {import('../index.js').PassReport[]} reports @param {string} file
 * @param {{ times?: boolean }} [shown] without times a report is the same each time
 */
export function renderReports(reports, file, { times = true } = {}) {
  let text = '';
  for (const report of reports) {
    const outcome = !report.ran
      ? 'did not run'
      : report.changed
        ? `changed the graph, ${report.nodesBefore} -> ${report.nodesAfter} nodes`
        : 'changed nothing';
    text += `${report.pass}: ${outcome}${times ? `, ${(report.microseconds / 1000).toFixed(2)} ms` : ''}\n`;
    for (const entry of report.why) text += whyLine(entry, file);
    for (const difference of report.differences) {
      text +=
        `${file}: difference ` +
        `(${difference.kind})${difference.node === '' ? '' : ` at node '${difference.node}'`}: ` +
        '' +
        '' +
        `PyTorch: ${difference.pytorch}; Seesaw: ${difference.seesaw}\n`;
    }
  }
  return text;
}

/** @param {import('../index.js').Description['passes']} passes */
export function describePasses(passes) {
  return passes
    .map((pass) => {
      const options = pass.options.map((option) => {
        const values = option.type === 'text' ? 'TEXT|@FILE' : (option.choices ?? 'true|false');
        return (
          '    --option ' +
          `${pass.name}.${option.name}=${values}${option.default === '' ? '' : ` (default ${option.default})`}\n ` +
          '' +
          '' +
          `       ${option.doc}\n`
        );
      });
      return `${pass.name}\n    ${pass.summary}\n${options.join('')}`;
    })
    .join('\n');
}

/** @param {import('../index.js').Description['differences']} differences */
export function describeDifferences(differences) {
  return differences
    .map((row) => `${row.id}: ${row.title}${row.rule ? ` [rule ${row.rule}]` : ''}\n${indented(row.reason, '    ')}\n`)
    .join('\n');
}
