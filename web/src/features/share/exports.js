/**
 * A document in every form that leaves the page. The page stays as it is; texts are asked of the engine where it does
 * not show them.
 *
 *   const exports = new Exports({ model, commands });
 *   await exports.link();                          // { address, long }
 *   await exports.issue();                         // Markdown
 *   await exports.file('json');                    // { name, content }
 */
import { sparse } from '../../model/document.js';
import { fileName } from '../../ui/files.js';
import { titleOf } from '../../model/titles.js';
import { LONG, MAX_LENGTH, fragmentOf } from './link.js';
import { embedded } from './embedded.js';
import { issueText, markdownLink } from './markdown.js';
import { reportFile } from './report.js';

/** @typedef {import('../../model/document.js').Document} Document */
/** @typedef {'text' | 'json' | 'html' | 'svg' | 'png'} Form */

/** A name for a file, from any title. @param {string} title */
const fileTitle = (title) =>
  title
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 60) || 'seesaw';

export class Exports {
  #context;

  /** @param {import('../contract.js').Context} context */
  constructor(context) {
    this.#context = context;
  }

  /** @returns {Document} */
  get doc() {
    const { doc, example, text } = this.#context.model;
    return { ...doc, example, text };
  }

  get title() {
    return titleOf(
      { name: this.#context.model.doc.name, example: this.#context.model.example },
      this.#context.model.source.head,
    );
  }

  /** The PyTorch that the program is of. */
  get #pytorch() {
    const { description, doc, live } = this.#context.model;
    const torch = doc.torch === 'auto' ? live.good?.dialect?.torch : doc.torch;
    const whole = description?.pytorch ?? '2.6.0';
    return torch === undefined || whole.startsWith(`${torch}.`) ? whole : torch;
  }

  /**
   * @param {string} [path] of the file that opens it
   * @returns {Promise<{ address: string, long: boolean }>} throws an Error if it is too long
   */
  async link(path = './') {
    const fragment = await fragmentOf(this.doc);
    if (fragment.length > MAX_LENGTH)
      throw new Error('This document is too long for a link. Save it as JSON, and send the file.');
    return {
      address: new URL(path, location.href.replace(/[?#].*$/, '')).href + fragment,
      long: fragment.length > LONG,
    };
  }

  /** The link in a frame, for somebody's page. */
  async frame() {
    const { address } = await this.link('embed.html');
    const title = this.title.replace(/[&"<>]/g, ' ');
    return (
      `<iframe src="${address.replaceAll('&', '&amp;')}" title="${title}" width="100%" height="480" ` +
      'loading="lazy"></iframe>\n'
    );
  }

  /** The link as Markdown. */
  async markdown() {
    const { address } = await this.link();
    return markdownLink(this.title, address);
  }

  /** An element for somebody's page, and what its attributes cannot say. */
  element() {
    return embedded(this.doc, new URL('seesaw-playground.js', location.href.replace(/[?#].*$/, '')).href);
  }

  /** Texts of a step and of what it is compared with. @param {string} format */
  async #texts(format) {
    const { live, shownStep, view } = this.#context.model;
    if (live.good === null) return null;
    const against = view.against === 'previous' ? Math.max(0, shownStep - 1) : 0;
    const shown = await live.show({ step: shownStep, against, format, annotations: view.annotations });
    return { before: shown.before ?? '', after: shown.text };
  }

  /** Markdown for an issue, and what of it had no room. */
  async issue() {
    await this.#context.model.live.decided(); // document, result and diagnostics of one text
    const { address } = await this.link();
    const diagnostics = [...this.#context.model.live.diagnostics, ...this.#context.model.live.failures];
    const result = await this.#texts('readable');
    return issueText({
      title: this.title,
      link: address,
      doc: this.doc,
      result,
      diagnostics,
      pytorch: this.#pytorch,
      ambientGrad: this.#context.model.ambientGrad,
    });
  }

  /** The picture, drawn by the core; null where this module does not draw. */
  async #svg() {
    await this.#context.model.live.decided();
    const { live, shownStep, view } = this.#context.model;
    if (live.good === null) return null;
    const shown = await live.show({ step: shownStep, format: 'svg', annotations: view.annotations }).catch(() => null);
    return shown === null || shown.diagnostics.length > 0 || !shown.text.includes('<svg') ? null : shown.text;
  }

  async #report() {
    await this.#context.model.live.decided();
    const texts = (await this.#texts('readable')) ?? { before: '', after: '' };
    const link = await this.link().catch(() => null);
    const reports = this.#context.model.live.good?.reports ?? [];
    return reportFile({
      title: this.title,
      doc: this.doc,
      link: link?.address ?? null,
      ...texts,
      reports,
      svg: await this.#svg(),
      pytorch: this.#pytorch,
      ambientGrad: this.#context.model.ambientGrad,
    });
  }

  /** The canvas of the view Graph, while that is shown. @returns {{ bitmap(): Promise<Blob | null> } | null} */
  get canvas() {
    const view = this.#context.commands.root.querySelector('seesaw-graph')?.shadowRoot;
    return /** @type {any} */ (view?.querySelector('seesaw-canvas') ?? null);
  }

  /** @param {Form} form @returns {Promise<{ name: string, content: string | Blob, type: string }>} */
  async file(form) {
    const name = `${fileTitle(this.title)}.`;
    switch (form) {
      case 'text':
        return {
          name: fileName(this.#context.model.form, this.#context.model.shownStep),
          content: this.#context.model.shown.text,
          type: 'text/plain',
        };
      case 'json':
        return {
          name: `${name}seesaw.json`,
          content: `${JSON.stringify(sparse(this.doc), null, 1)}\n`,
          type: 'application/json',
        };
      case 'html':
        return { name: `${name}html`, content: await this.#report(), type: 'text/html' };
      case 'svg': {
        const svg = await this.#svg();
        if (svg === null)
          throw new Error('There is no picture of this program: its text has errors, or this engine does not draw.');
        const { withDocument } = await import('../../../../wasm/js/svg.js');
        return {
          name: `${name}svg`,
          content: withDocument(svg, JSON.stringify(sparse(this.doc))),
          type: 'image/svg+xml',
        };
      }
      case 'png': {
        const content = (await this.canvas?.bitmap()) ?? null;
        if (content === null) throw new Error('There is no picture on the screen: open the view Graph first.');
        return { name: `${name}png`, content, type: 'image/png' };
      }
    }
  }
}
