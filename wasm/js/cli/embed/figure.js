/**
 * A graph and what passes make of it, as something to be shown: texts, picture, reasons, differences.
 *
 *   const figure = figureOf(session, handle, { name, text, passes, ambientGrad: true });
 */
import { render } from '../diff.js';
import { checkSteps, renderSteps } from '../execution.js';
import { renderReports } from '../reports.js';
import { align } from '../../diff/align.js';
import { nodesOf } from '../../diff/nodes.js';
import { failure } from '../../error.js';

/** @typedef {import('../../index.js').Session} Session */
/** @typedef {import('../../index.js').PassRequest} PassRequest */
/**
 * `source`: what the element gets; `result`: what the passes made of it; `svg`: a picture of that, null where there are
 * too many nodes for one; `difference`: of the two, empty where no pass ran; `checked`: whether values are kept, where
 * that was asked for.
 * @typedef {{ name: string, source: string, result: string, svg: string | null, why: string, difference: string,
 *   checked: string, passes: string, ok: boolean, diagnostics: import('../../index.js').Diagnostic[], nodes: [number,
 *   number],
 *   steps: import('../execution.js').Step[] }} Figure
 */

/** Nodes of a picture: with more nobody sees anything. */
const DRAWN = 2000;

/** As the attribute `passes` of the element has it. @param {PassRequest[]} passes */
export function passesAttribute(passes) {
  return passes
    .map(({ name, options = {} }) => {
      const given = Object.entries(options).map(([key, value]) => {
        if (/[,:]/.test(String(value)))
          throw failure(
            'option',
            `the option ${key} of ${name} has a comma or colon in it, which the element's attribute cannot hold`,
            'run the pass first: seesaw run FILE --passes ..., and embed what it made',
          );
        return `:${key}=${value}`;
      });
      return `${name}${given.join('')}`;
    })
    .join(',');
}

/**
 * @param {Session} session a full one @param {number} handle
 * @param {{ name: string, text: string | null, passes: PassRequest[], ambientGrad?: boolean, check?: boolean,
 *   seed?: number, print?: import('../../index.js').PrintOptions }} given `text`: null where it was no text
 * @returns {Figure}
 */
export function figureOf(
  session,
  handle,
  { name, text, passes, ambientGrad = true, check = false, seed = 0, print = {} },
) {
  const ran = session.run(handle, passes, { ambientGrad, snapshots: check });
  const steps = check ? checkSteps(session, handle, ran.reports, { seed, ambientGrad }) : [];
  const [before, after] = [nodesOf(session, handle), nodesOf(session, ran.handle)];
  const count = (/** @type {{ json: any }} */ { json }) =>
    json.modules.reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + (one.nodes?.length ?? 0), 0);
  const sides = [
    { ...before, name: 'before', text: null },
    { ...after, name: 'after', text: null },
  ];
  return {
    name,
    source: text ?? session.print(handle, { format: ran.exported ? 'program' : 'readable' }),
    result: session.print(ran.handle, { format: 'readable', ...print }),
    svg: count(after) > DRAWN ? null : session.print(ran.handle, { format: 'svg' }),
    why: renderReports(ran.reports, name, { times: false }),
    difference: passes.length === 0 ? '' : render(align(before.json, after.json), sides[0], sides[1], [], true),
    checked: renderSteps(steps, seed),
    passes: passesAttribute(passes),
    ok: ran.succeeded,
    diagnostics: ran.reports.flatMap(({ diagnostics }) => diagnostics),
    nodes: [count(before), count(after)],
    steps,
  };
}
