/**
 * What a link points at is shown once its program is there: groups that hide it open, and what is not there is told.
 *
 *   await arrived(page, { step: 1, node: 'submod_1.sin' });
 */

/** @typedef {import('../../app/playground.js').Playground} Playground */

/** Groups that stay closed around a node. @param {string[]} collapsed @param {string} path of its graph */
const around = (collapsed, path) =>
  collapsed.filter((key) => key.startsWith('graph:') && !`graph:${path}.`.startsWith(`${key}.`));

/** @param {Playground} page @param {{ step: number | null, node: string | null }} asked */
export async function arrived(page, { step, node }) {
  await page.live.decided();
  const { good, stale } = page.live;
  if (good === null || stale) return;
  const { length } = good.reports;
  if (step !== null && step > length) {
    const passes = length === 1 ? 'one pass' : `${length} passes`;
    page.tell(
      `The link points at step ${step}, but the program has ${length === 0 ? 'no passes' : passes}: here is the last.`,
      'also',
    );
  }
  if (node === null) return;
  const at = node.lastIndexOf('.');
  const [path, name] = [node.slice(0, Math.max(0, at)), node.slice(at + 1)];
  const found = await page.live.ask('node', { step: page.shownStep, path, name }).catch(() => null);
  const { graph } = page.view;
  if (found?.value === null) page.tell(`The link points at the node ${node}, which this step does not have.`, 'also');
  else if (graph.collapsed.length > 0) page.setView({ graph: { ...graph, collapsed: around(graph.collapsed, path) } });
}
