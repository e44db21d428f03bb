/**
 * Why a pass did not keep what a program computes: what the why log says, before any node is blamed.
 *
 * causeOf(result.reports, 1)      // "the region submod_2 after std is lost: ...", of this pass or of an earlier one;
 * '' if none is
 */

/**
 * The nearest warning of the log, and the pass that wrote it; null if there is none.
 * @param {import('./index.js').PassReport[]} reports
 * @param {number} index of the pass after which values differ
 */
export function causeIn(reports, index) {
  for (let at = index; at >= 0; at--) {
    const entry = reports[at].why.find(({ warning }) => warning);
    if (entry !== undefined) return { entry, at };
  }
  return null;
}

/** What a region is called: by its name, or by what it comes after. @param {import('./index.js').WhyEntry} entry */
export const regionTitle = ({ region, trigger }) => region || (trigger ? `region after ${trigger}` : 'region');

/** @param {import('./index.js').PassReport[]} reports @param {number} index of the pass after which values differ */
export function causeOf(reports, index) {
  const found = causeIn(reports, index);
  if (found === null) return '';
  const { entry, at } = found;
  const region =
    entry.region === ''
      ? `the ${regionTitle(entry)}`
      : entry.region === entry.trigger
        ? entry.trigger
        : `the region ${entry.region} after ${entry.trigger}`;
  return `${at === index ? '' : `${reports[at].pass}: `}${region} is ${entry.decision}: ${entry.condition}`;
}
