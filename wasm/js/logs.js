/**
 * `seesaw/logs`: logs of torch.compile as trees of graphs.
 *
 *   import { openLogs } from 'seesaw/logs';
 *   const logs = await openLogs([{ name: 'trace.log', source: file }]);    // a File, bytes, or { size, read }
 *   for (const { pick, nodes } of logs.graphs) console.log(pick, nodes);
 *   const text = await logs.text(logs.find('0/0/joint'));
 */
import { sourceOf } from './archive/index.js';
import { openLogs as open } from './logs/index.js';

export { isLog } from './logs/index.js';

/**
 * @param {{ name: string, source: Blob | Uint8Array | ArrayBuffer | import('./index.js').ArchiveSource }[]} files
 * @param {Parameters<typeof open>[1]} [settings]
 */
export const openLogs = (files, settings) =>
  open(
    files.map(({ name, source }) => ({ name, source: sourceOf(source) })),
    settings,
  );
