/** Hooks that a person puts on values: what they do, where they are, and what they are called. */
import { numberText } from '../../text/numbers.js';
import { keyOf } from './differentiation.js';

/** @typedef {import('../inputs.js').Hook} Hook */
/** @typedef {import('../inputs.js').HookKind} HookKind */
/** @typedef {import('../inputs.js').HookPlace} HookPlace */

/**
 * What a hook does, in a word and in a sentence.
 * @type {Record<HookKind, { does: (amount: number) => string, doc: string, amount: string }>}
 */
export const HOOK_KINDS = {
  log: { does: () => 'log', doc: 'reports what it gets and leaves it', amount: '' },
  scale: { does: (amount) => `× ${numberText(amount)}`, doc: 'multiplies it', amount: 'factor' },
  zero: { does: () => 'zero', doc: 'makes it zero', amount: '' },
  clip: { does: (amount) => `clip ± ${numberText(amount)}`, doc: 'cuts its elements to a bound', amount: 'bound' },
};

/**
 * Where a hook is: in a form, on a badge, in a sentence.
 * @type {Record<HookPlace, { title: string, badge: string, of: (key: string) => string }>}
 */
export const PLACES = {
  tensor: { title: 'its gradient: Tensor.register_hook', badge: '', of: (key) => `on ${key}` },
  prehook: { title: 'before its node: Node.register_prehook', badge: 'pre ', of: (key) => `before the node of ${key}` },
  posthook: { title: 'after its node: Node.register_hook', badge: 'post ', of: (key) => `after the node of ${key}` },
  saved: {
    title: 'what its node saved: register_hooks',
    badge: 'saved ',
    of: (key) => `on what the node of ${key} saved`,
  },
};

/** @param {Hook} hook */
const placeOf = ({ at = 'tensor' }) => PLACES[at];
/** @param {Hook} hook */
export const badgeText = (hook) => `${placeOf(hook).badge}${HOOK_KINDS[hook.kind].does(hook.amount)}`;
/** @param {Hook} hook */
export const hookTitle = (hook) =>
  `${HOOK_KINDS[hook.kind].does(hook.amount)} ${placeOf(hook).of(keyOf(hook.graph, hook.node, hook.call))}`;

/**
 * Whether it is on this node, in this of the runs of its graph.
 * @param {Hook} hook
 * @param {import('./differentiation.js').ForwardNode} node
 */
export const isOn = (hook, { graph, name, call }) =>
  hook.node === name && hook.graph === graph && (hook.call ?? 1) === call;
