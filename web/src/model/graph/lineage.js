/**
 * Where a node went, and where it came from: the same node in the pictures of other steps.
 *
 * What: nodes carry a lineage, which their copies in later graphs share; passes tell which new lineage came from which
 * older ones.
 *
 *   related(reports, 1, 3, new Set([12]));           // lineages after step 3 of what was 12 after step 1: one to many
 *   related(reports, 3, 1, new Set([54]));           // and back: many to one
 */

/** @typedef {import('../../../../wasm/js/index.js').PassReport} PassReport */

/** @param {PassReport[]} reports @param {number} from step @param {number} to step @param {Set<number>} lineages */
export function related(reports, from, to, lineages) {
  const all = new Set(lineages);
  const between = reports.slice(Math.min(from, to), Math.max(from, to));
  if (to < from) between.reverse();
  for (const { provenance } of between) {
    const now = new Set(all);
    for (const [made, older] of provenance) {
      const [known, other] = to > from ? [older, made] : [made, older];
      if (now.has(known)) all.add(other);
    }
  }
  return all;
}
