/**
 * How many nodes there are, in words: '1 node', '+3 nodes'.
 * @param {number} count
 * @param {string} [written] with a sign, say
 */
export const nodesText = (count, written = String(count)) => `${written} ${Math.abs(count) === 1 ? 'node' : 'nodes'}`;
