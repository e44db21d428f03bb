/**
 * What a link points at is shown once its program is there: groups that hide it open, and what is not there is
 * reported.
 *
 *   await arrived(model, { step: 1, node: 'submod_1.sin' });
 */

/** @typedef {import('../contract.js').Model} Model */

/** Groups that stay closed around a node. @param {string[]} collapsed @param {string} path of its graph */
const around = (collapsed, path) =>
  collapsed.filter((key) => key.startsWith('graph:') && !`graph:${path}.`.startsWith(`${key}.`));

/** @param {Model} model @param {{ step: number | null, node: string | null }} asked */
export async function arrived(model, { step, node }) {
  await model.live.decided();
  const { good, stale } = model.live;
  if (good === null || stale) return;
  const { length } = good.reports;
  if (step !== null && step > length) {
    const passes = length === 1 ? 'one pass' : `${length} passes`;
    model.tell(
      `The link points at step ${step}, but the program has ${length === 0 ? 'no passes' : passes}: here is the last.`,
      'also',
    );
  }
  if (node === null) return;
  const at = node.lastIndexOf('.');
  const [path, name] = [node.slice(0, Math.max(0, at)), node.slice(at + 1)];
  const found = await model.live.ask('node', { step: model.shownStep, path, name }).catch(() => null);
  const { graph } = model.view;
  if (found?.value === null) model.tell(`The link points at the node ${node}, which this step does not have.`, 'also');
  else if (graph.collapsed.length > 0) model.setView({ graph: { ...graph, collapsed: around(graph.collapsed, path) } });
}
