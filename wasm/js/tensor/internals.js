/**
 * What PyTorch keeps in torch._C and its tests and libraries ask for, by the same names.
 *
 *   x.registerHook(() => { _C._willEngineExecuteNode(y.gradFn) })      // whether the running pass comes to that node
 */
import { check, native, scratch, TorchError } from './core.js';
import { typeName } from './names.js';
import { currentNode, Node, wrapNode } from './node.js';

/** Whether the running pass evaluates a node. @param {Node} node @returns {boolean} */
export function _willEngineExecuteNode(node) {
  if (!(node instanceof Node))
    throw new TorchError(
      'RuntimeError',
      `_will_engine_execute_node expects an grad_fn, but got ${typeName(node)}`,
      'argument',
    );
  return check(native._st_will_execute(node.handle)) === 1;
}

/** The number that the next node gets. @returns {number} */
export function _getSequenceNr() {
  check(native._st_next_sequence());
  return scratch()[0];
}

/** The number of the running pass; -1 outside. @returns {number} */
export const _currentGraphTaskId = () => native._st_graph_task();

/** Nodes that the running pass is still to evaluate, in their order. @returns {Node[]} */
export function _currentGraphTaskExecutionOrder() {
  const count = check(native._st_execution_order());
  return Array.from(scratch(count).subarray(0, count)).map((handle) => /** @type {Node} */ (wrapNode(handle)));
}

/** Whether the running pass leaves saved values in place. @returns {boolean} */
export const _getCurrentGraphTaskKeepGraph = () => check(native._st_keeps_graph()) === 1;

/** The node that is being evaluated, or null. @returns {Node | null} */
export const _currentAutogradNode = () => currentNode();
