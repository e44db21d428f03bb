/**
 * A document as an element of somebody's page: a script, and the text with its passes between two tags.
 *
 *   embedded(doc, 'https://example.org/seesaw/seesaw-playground.js')      // { text, left: ['the PyTorch version'] }
 *
 * Readers without JavaScript see the text.
 */
import { isPython } from '../../engine/python/own.js';

/** @typedef {import('../../model/document.js').Document} Document */

/** @param {string} text */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** What an attribute splits a list of passes at. */
const SPLITS = /[,:=]/;

/** The list of passes as an attribute says it; null where it cannot. @param {Document} doc */
function passesOf({ pipeline }) {
  const steps = pipeline.filter(({ enabled }) => enabled);
  const options = steps.flatMap((step) => Object.entries(step.options));
  if (steps.some(isPython) || options.some((option) => option.some((part) => SPLITS.test(String(part))))) return null;
  return steps
    .map(({ name, options }) => [name, ...Object.entries(options).map(([key, value]) => `${key}=${value}`)].join(':'))
    .join(',');
}

/** @param {Document} doc @param {string} script its address */
export function embedded(doc, script) {
  const passes = passesOf(doc);
  const { format, view, ambientGrad, capture, torch } = doc;
  const attributes = [
    ...(passes ? [['passes', passes]] : []),
    ...(ambientGrad ? [] : [['ambient-grad', 'off']]),
    ...(format === 'readable' ? [] : [['format', format]]),
    ['tab', view.tab],
  ];
  const tag = attributes.map(([name, value]) => ` ${name}="${escaped(value)}"`).join('');
  const text =
    `<script type="module" src="${escaped(script)}"></script>\n` +
    `<seesaw-playground readonly${tag}>\n<pre>\n${escaped(doc.text.trimEnd())}\n</pre>\n</seesaw-playground>\n`;
  const left = [
    ...(passes === null ? ['the passes'] : []),
    ...(torch === 'auto' ? [] : ['the PyTorch version']),
    ...(capture === 'auto' ? [] : ['how the text is read']),
    ...(Object.keys(doc.inputs.values).length + doc.inputs.hooks.length > 0 ? ['values and hooks'] : []),
  ];
  return { text, left };
}
