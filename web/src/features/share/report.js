/**
 * A document as one HTML file without scripts: passes, texts before and after, difference, reasons, picture if there is
 * one. It reads in any browser and survives any policy, and the page opens it again: the document is in it as JSON.
 *
 *   const file = reportFile({ title, doc, link, before, after, reports, svg, pytorch });
 */
import { regionTitle } from '../../../../wasm/js/cause.js';
import { sparse } from '../../model/document.js';
import { unifiedDiff } from '../../text/unified.js';
import { nodesText } from '../../text/plural.js';
import { OPENING } from './document_in_report.js';

/** @typedef {import('../../model/document.js').Document} Document */
/** @typedef {import('../../../../wasm/js/index.js').PassReport} PassReport */

const STYLE = `:root { color-scheme: light dark; }
body {
  max-width: 72rem;
  margin: 2rem auto;
  padding: 0 1rem;
  font: 15px/1.5 system-ui, sans-serif;
  color: light-dark(#1b1f26, #e3e6eb);
  background: light-dark(#fff, #1a1d22);
}
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
pre {
  overflow: auto;
  padding: 1rem;
  border-radius: 6px;
  background: light-dark(#f0f2f5, #21252b);
  font: 12.5px/1.5 ui-monospace, Menlo, Consolas, monospace;
}
pre ins { text-decoration: none; color: light-dark(#1c6b3c, #7cc99a); }
pre del { text-decoration: none; color: light-dark(#b3261e, #ff8f85); }
pre b { font-weight: normal; color: light-dark(#59616e, #a0a8b5); }
svg { max-width: 100%; height: auto; }
a { color: light-dark(#0a5f8a, #6cb6e0); }`;

const ESCAPES = /** @type {Record<string, string>} */ ({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
});

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"']/g, (character) => ESCAPES[character]);
/** @param {string} text */
const code = (text) => `<pre>${escaped(text.replace(/^\n+|\n+$/g, ''))}\n</pre>`;

/** @param {string} before @param {string} after */
function difference(before, after) {
  const tags = /** @type {Record<string, string>} */ ({ '+': 'ins', '-': 'del', '@': 'b' });
  const lines = unifiedDiff(before, after).text.split('\n').slice(0, -1);
  if (lines.length === 0) return '<p>The passes changed nothing.</p>';
  return `<pre>${lines
    .map((line) => (tags[line[0]] ? `<${tags[line[0]]}>${escaped(line)}</${tags[line[0]]}>` : escaped(line)))
    .join('\n')}\n</pre>`;
}

/** @param {PassReport} report */
function decisions(report) {
  const nodes = report.changed ? `${report.nodesBefore} → ${nodesText(report.nodesAfter)}` : 'no change';
  const why = report.why.slice(0, 200).map((entry) => {
    const place = entry.line ? ` (line ${entry.line})` : '';
    return `<li>${escaped(
      `${entry.graph ? `${entry.graph}.` : ''}${regionTitle(entry)}${place}: ` +
        `${entry.decision}: ${entry.condition}`,
    )}</li>`;
  });
  return `<li><code>${escaped(report.pass)}</code>: ${nodes}${why.length > 0 ? `<ul>${why.join('')}</ul>` : ''}</li>`;
}

/** JSON that cannot end the element it stands in. @param {unknown} value */
const embedded = (value) =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

/**
 * @param {{ title: string, doc: Document, link: string | null, before: string, after: string, reports: PassReport[],
 *   svg: string | null, pytorch: string, ambientGrad?: boolean }} given `ambientGrad`: the mode that the passes ran in;
 * `svg` is a picture of the core's making, which escapes what it holds
 */
export function reportFile({ title, doc, link, before, after, reports, svg, pytorch, ambientGrad = doc.ambientGrad }) {
  const live = link === null ? '' : ` <a href="${escaped(link)}">Open it live</a>, or drop this file on Seesaw.`;
  const steps = reports.length > 0 ? `<ol>${reports.map(decisions).join('')}</ol>` : '<p>None.</p>';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<p>A graph and what PyTorch ${escaped(pytorch)}’s passes make of it, written by Seesaw.${live}</p>
<h2>Passes</h2>
<p>Ambient grad ${ambientGrad ? 'on' : 'off'}.</p>
${steps}
${svg === null ? '' : `<h2>Picture</h2>\n${svg.replace(/^<\?xml[^>]*>\s*/, '')}\n`}<h2>What changed</h2>
${difference(before, after)}
<h2>Result</h2>
${code(after)}
<h2>Source</h2>
${code(doc.text)}
${OPENING}${embedded(sparse(doc))}</script>
</body>
</html>
`;
}
