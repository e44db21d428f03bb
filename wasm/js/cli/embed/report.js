/**
 * A report: one live HTML file, which opens from a disk, an e-mail or an artefact of CI, without a network.
 *
 * What: `reportOf` gives the file. It holds the element, its worker and the WebAssembly modules; below it stands all
 * that the figures say, as text and pictures: for readers without JavaScript, for print and for search.
 * Why nothing is loaded: from file:// a browser loads no module, and an artefact has no server. A policy in the file
 * forbids every address, so that what is in it stays in it.
 *
 *   writeFileSync('report.html', reportOf([figure], { title: 'model.txt', pytorch: '2.6.0' }));
 */
import { escaped, preformatted, tagOf } from './html.js';
import { licences, liveScript, packedModule } from './files.js';

/** @typedef {import('./figure.js').Figure} Figure */
/**
 * What a report says of a file. `refused`: why it was not read.
 * @typedef {{ name: string, verdict: string, figure: Figure | null, refused: string }} Entry
 */

const STYLE = `:root { color-scheme: light dark; }
body { max-width: 100rem; margin: 0 auto; padding: 1rem; font: 15px/1.5 system-ui, sans-serif;
  color: light-dark(#1b1f26, #e3e6eb); background: light-dark(#fff, #1a1d22); }
h1 { font-size: 1.4rem; margin: 0 0 .5rem; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; overflow-wrap: anywhere; }
h3 { font-size: 1rem; margin: 1rem 0 .25rem; }
pre { overflow: auto; max-height: 40rem; padding: .75rem; border-radius: 6px; background: light-dark(#f0f2f5, #21252b);
  font: 12.5px/1.5 ui-monospace, Menlo, Consolas, monospace; }
svg { max-width: 100%; height: auto; }
a { color: light-dark(#0a5f8a, #6cb6e0); }
seesaw-playground { height: 80vh; } seesaw-playground:not(:defined) { display: none; }
.verdict { font-weight: 600; } .fails, .unreadable { color: light-dark(#b3261e, #ff8f85); }
.ok { color: light-dark(#1c6b3c, #7cc99a); } .unknown { color: light-dark(#7a5200, #e0b060); }
button { font: inherit; }
@media print { seesaw-playground, button { display: none; } pre { max-height: none; } }`;

const POLICY =
  "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:; style-src " +
  "'unsafe-inline'; img-src data: blob:; font-src data:";

/** Characters of a text that stands in the file for readers without JavaScript. */
const STATIC = 300_000;

/** A script that cannot end the element it stands in, and means the same. @param {string} code */
const scriptText = (code) => code.replace(/<(?=\/script|!--|script)/gi, '\\x3c');

/** JSON that cannot end it either. @param {unknown} value */
const embedded = (value) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** @param {string} text */
const cut = (text) =>
  text.length > STATIC ? `${text.slice(0, STATIC)}\n... ${text.length - STATIC} more characters` : text;

/** @param {string} title @param {string} text */
const part = (title, text) => (text.trim() === '' ? '' : `<h3>${title}</h3>\n${preformatted(cut(text))}\n`);

/** Ids in pictures are of one file, and there are several pictures. @param {string} svg @param {number} index */
const picture = (svg, index) =>
  svg
    .replace(/^<\?xml[^>]*>\s*/, '')
    .replace(/<metadata[^]*?<\/metadata>/g, '')
    .replace(/\bid="([^"]+)"/g, `id="p${index}-$1"`)
    .replace(/url\(#([^)]+)\)/g, `url(#p${index}-$1)`)
    .replace(/(href|aria-labelledby)="(#?)([^"]+)"/g, `$1="$2p${index}-$3"`);

/** @param {Entry} entry @param {number} index */
function section({ name, verdict, figure, refused }, index) {
  const mark = `<span class="verdict ${verdict}">${verdict}</span>`;
  const head = `<section id="graph-${index}">\n<h2>${escaped(name)}</h2>\n<p>${mark}`;
  if (figure === null) return `${head}</p>\n${preformatted(refused)}\n</section>\n`;
  const passes = figure.passes === '' ? 'no passes' : escaped(figure.passes.replaceAll(',', ', '));
  return [
    `${head}; ${figure.nodes[0]} → ${figure.nodes[1]} nodes; ${passes} ` +
      `<button data-graph="${index}" hidden>Show live</button></p>`,
    part('Reasons', figure.why),
    part('Values', figure.checked),
    part('What changed', figure.difference),
    figure.svg === null ? '' : `<h3>Picture</h3>\n${picture(figure.svg, index)}`,
    part('Result', figure.passes === '' ? '' : figure.result),
    part('Source', figure.source),
    '</section>\n',
  ].join('\n');
}

/** A button for each graph, once the element is there. */
const SWITCH = `
const graphs = JSON.parse(document.getElementById('seesaw-graphs').textContent);
customElements.whenDefined('seesaw-playground').then(() => {
  const playground = document.querySelector('seesaw-playground');
  for (const button of document.querySelectorAll('[data-graph]')) {
    button.hidden = false;
    button.addEventListener('click', () => {
      const { source, passes } = graphs[button.dataset.graph];
      playground.text = source;
      playground.passes = passes;
      playground.scrollIntoView();
    });
  }
});`;

/** @param {Entry[]} entries */
function listOf(entries) {
  if (entries.length === 1) return '';
  const items = entries.map(
    ({ name, verdict }, i) =>
      `<li><a href="#graph-${i}">${escaped(name)}</a>: <span class="verdict ${verdict}">${verdict}</span></li>`,
  );
  return `<ul>${items.join('\n')}</ul>\n`;
}

/** @param {string} id @param {string} text */
const held = (id, text) => `<script type="text/plain" id="${id}">${text}</script>\n`;

/** What makes the first graph live. @param {boolean} small */
const scriptsOf = (small) =>
  `${held('seesaw-small', packedModule('seesaw'))}${small ? '' : held('seesaw-full', packedModule('seesaw-full'))}` +
  `${held('seesaw-worker', scriptText(liveScript('live_worker.js')))}` +
  `<script type="module">${scriptText(liveScript('live.js'))}</script>\n<script>${SWITCH}</script>`;

/**
 * @param {Entry[]} entries
 * @param {{ title: string, pytorch: string, tab?: string | undefined, ambientGrad?: boolean, small?: boolean }}
 *   settings
 *   `small`: without the larger module, which draws pictures and knows values
 */
export function reportOf(entries, { title, pytorch, tab = 'diff', ambientGrad = true, small = false }) {
  const first = entries.find(({ figure }) => figure !== null)?.figure ?? null;
  const graphs = Object.fromEntries(
    entries.flatMap(({ figure }, i) =>
      figure === null ? [] : [[i, { source: figure.source, passes: figure.passes }]],
    ),
  );
  const attributes = { tab, passes: first?.passes, 'ambient-grad': ambientGrad ? undefined : 'off' };
  const live =
    first === null ? '' : `<seesaw-playground${tagOf(attributes)}>${preformatted(first.source)}</seesaw-playground>\n`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<p>Graphs and what PyTorch ${escaped(pytorch)}’s passes make of them, written by Seesaw. This file needs no network.</p>
${listOf(entries)}${live}${entries.map(section).join('\n')}
<details><summary>Licences</summary>${preformatted(licences())}</details>
<script type="application/json" id="seesaw-graphs">${embedded(graphs)}</script>
${first === null ? '' : scriptsOf(small)}
</body>
</html>
`;
}
