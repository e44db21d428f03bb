/**
 * Passes of one's own where the others are listed, and what is said of those that have not run. Templates.
 */
import { html, nothing } from 'lit';
import { titleOf } from '../../engine/python/own.js';
import { allowOwn, progressOf } from './change.js';
import { openOwn } from './open.js';

/** @typedef {import('../contract.js').Context} Context */

/** @param {Context} context @param {import('../../model/document.js').Step} step @param {number} at */
export function note(context, step, at) {
  const { model } = context;
  const { python } = model;
  if (python === null) return nothing;
  if (python.current === at)
    return html`<div class="own-note">
      <span role="status">${progressOf(python)}</span>
      <button class="small" data-testid="stop-python" @click=${() => model.live.stop()}>Stop</button>
    </div>`;
  if (!python.waiting(model.doc.pipeline).includes(at)) return nothing;
  return html`<div class="own-note">
    <span>It came with the document, and has not run.</span>
    <button class="small" data-testid="allow-python" @click=${() => allowOwn(context, [at])}>
      Run ${titleOf(step)}
    </button>
  </div>`;
}

/**
 * The result ends before a pass that nobody has allowed to run: shown over it, wherever the document is shown.
 * @param {Context} context
 */
export function notRun(context) {
  const { model } = context;
  const { refused } = model.live;
  const waiting = model.python?.waiting(model.doc.pipeline) ?? [];
  if (refused === null || !waiting.includes(refused)) return nothing;
  const [one, it] = waiting.length === 1 ? ['a pass', 'it'] : [`${waiting.length} passes`, 'them'];
  return html`<p class="old own-refused" role="note" data-testid="python-refused">
    <span>
      This document brings ${one} written in Python, which ${waiting.length === 1 ? 'has' : 'have'} not run: the result
      ends before pass ${refused + 1}.
    </span>
    ${
      model.compact
        ? nothing
        : html`<button class="small" data-testid="show-python" @click=${() => openOwn(context, refused)}>
            Read ${it}
          </button>`
    }
    <button class="small" data-testid="run-python" @click=${() => allowOwn(context, waiting)}>Run ${it}</button>
  </p>`;
}
