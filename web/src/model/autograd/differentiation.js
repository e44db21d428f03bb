/**
 * What the engine reports of a run, put in the order in which a person looks at it.
 *
 * What: `modelOf(answer)` gives the nodes with values and gradients, the steps of the backward pass, what is
 * saved, the regions without gradients, and the order in which hooks and nodes ran.
 * Why: the core gives facts by number; which forward node a derivative belongs to, and what a leaf has so far, are
 * joined here, once.
 *
 *   const model = modelOf(answer);
 *   model.steps[0].forward, model.nodes[1].grad, model.saved[0].bytes
 */
import { shortNumbers } from '../../text/numbers.js';

/**
 * @typedef {{ dtype: string, device: string, shape: number[], data: (number | string)[] }} Values the first elements
 */
/** @typedef {{ call: string, gradients: { input: string, steps: string[], formula: string }[] }} Formula */
/**
 * @typedef {{ name: string, dtype?: string, shape?: number[], first?: Values, text?: string, plain?: any,
 *   requiresGrad?: boolean }} ValueRecord
 */
/**
 * @typedef {object} ForwardNode
 * @property {string} key its name with the path of its graph, and the call of that if it has several
 * @property {string} place its name with the path of its graph: where a picture has it
 * @property {number} call which run of its graph it is in, from 1
 * @property {number} calls how many runs there are
 * @property {string} caller name of the node that called its graph; empty if that is not known
 * @property {string} graph
 * @property {string} name
 * @property {string} type
 * @property {boolean} several a tuple or list of values
 * @property {string} value a short text
 * @property {string} text what PyTorch prints of it
 * @property {Values | null} first
 * @property {boolean} requiresGrad
 * @property {boolean} gradMode
 * @property {Values | null} grad
 * @property {number} arrives the step of the backward pass that its gradient comes with; -1 without one
 * @property {number | null} backward place of the node that its gradient arrives at
 * @property {number} region number of the region without gradients that it stands in; -1 for none
 */
/** @typedef {{ index: number, label: string, values: Values | null }} Arrow a gradient that goes to a forward value */
/**
 * @typedef {object} BackwardStep
 * @property {number} index
 * @property {number | null} place in the backward graph
 * @property {string} name
 * @property {string} op
 * @property {Formula | null} formula
 * @property {boolean} sampled the formula is of a sample of the operator, not of this call
 * @property {string | null} forward key of the node that it belongs to
 * @property {(Values | null)[]} got
 * @property {Arrow[]} gave
 * @property {boolean} finished
 * @property {boolean} root it hands the results their gradients
 * @property {string | null} leaf key of the leaf whose gradient it adds to
 */
/**
 * @typedef {{ place: number, node: string, forward: string | null, slot: string, kind: string, type: string, bytes:
 *   number | null, savedVersion: number | null, version: number | null, stale: boolean, shared: boolean, value?: number
 *   }} Saved
 */
/**
 * @typedef {{ kind: 'node' | 'hook', label: string, step: number, hook?: number, got?: (Values | null)[], gave?:
 *   (Values | null)[], saved?: string, packs?: boolean }} Moment `step`: that it is, or that comes next; `gave`: empty
 *   if it left things as they were; `saved`: name of a saved tensor
 */
/** @typedef {{ from: number, to: number, graph: string }} Region places of the first and last node */
/**
 * @typedef {object} Differentiation
 * @property {ForwardNode[]} nodes
 * @property {BackwardStep[]} steps
 * @property {Saved[]} saved
 * @property {number} savedBytes
 * @property {string[]} outputs types of the results, empty for what is no tensor
 * @property {Moment[]} moments
 * @property {Region[]} regions
 * @property {{ name: string, next: (number | null)[], forward: string | null }[]} graph
 * @property {string[]} refusals by hook
 * @property {any} error a diagnostic, or null
 * @property {Map<string, ForwardNode>} byKey
 */

/** @param {string} graph @param {string} name @param {number} [call] of a graph that runs several times */
export const keyOf = (graph, name, call) =>
  `${graph === '' ? name : `${graph}.${name}`}${call === undefined ? '' : ` (call ${call})`}`;

/** 'float32' as annotations say it. @param {string} dtype */
const shortDtype = (dtype) => dtype.replace(/^(bf|[cfiu])[a-z]*(\d+)$/, '$1$2').replace(/^bool$/, 'b8');

/** @param {{ dtype?: string, shape?: number[] }} value */
const typeText = ({ dtype, shape }) => (dtype === undefined ? '' : `${shortDtype(dtype)}[${(shape ?? []).join(', ')}]`);

/** @param {any} plain @returns {any[] | null} */
function itemsOf(plain) {
  const items = Array.isArray(plain) ? plain : plain?.tuple;
  return Array.isArray(items) ? items : null;
}

/** A plain value as Python shows it; what nests is cut. @param {any} value @returns {string} */
function plainText(value) {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return String(value);
  for (const key of ['i', 'f', 'b', 'str']) if (key in value) return plainText(value[key]);
  const items = itemsOf(value);
  return items !== null ? `${items.length === 1 ? '1 value' : `${items.length} values`}` : '…';
}

/**
 * By node: the node that called its graph. That one is listed after them, so they are looked at from the last one
 * back.
 * @param {{ graph: string, node: string }[]} records
 */
function callersOf(records) {
  const out = records.map(() => '');
  const open = [{ graph: '', caller: '', last: '' }];
  for (let at = records.length - 1; at >= 0; at--) {
    const { graph, node } = records[at];
    const around = (/** @type {{ graph: string }} */ one) =>
      one.graph === graph || one.graph === '' || graph.startsWith(`${one.graph}.`);
    while (!around(open[open.length - 1])) open.pop();
    let top = open[open.length - 1];
    if (top.graph !== graph) {
      top = { graph, caller: top.last, last: '' };
      open.push(top);
    }
    top.last = node;
    out[at] = top.caller;
  }
  return out;
}

/**
 * By node: how many of its name and graph came up to it, and how many there are.
 * @param {{ graph: string, node: string }[]} records
 */
function callsOf(records) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  const calls = records.map(({ graph, node }) => {
    const place = keyOf(graph, node);
    const call = (counts.get(place) ?? 0) + 1;
    counts.set(place, call);
    return { place, call };
  });
  return calls.map((one) => ({ ...one, calls: counts.get(one.place) ?? 1 }));
}

/** The first elements, those of bool as Python says them. @param {ValueRecord} records @returns {Values | null} */
export function firstOf({ first }) {
  if (first === undefined) return null;
  return first.dtype === 'bool' ? { ...first, data: first.data.map((one) => (one ? 'True' : 'False')) } : first;
}

/** @param {any[]} records @returns {ForwardNode[]} */
function forwardNodes(records) {
  const callers = callersOf(records);
  const counted = callsOf(records);
  return records.map((one, at) => ({
    ...counted[at],
    key: keyOf(one.graph, one.node, counted[at].calls > 1 ? counted[at].call : undefined),
    caller: callers[at],
    graph: one.graph,
    name: one.node,
    type: typeText(one),
    several: itemsOf(one.plain) !== null,
    value: one.first ? shortNumbers(firstOf(one)) : plainText(one.plain),
    text: one.text ?? '',
    first: firstOf(one),
    requiresGrad: one.requiresGrad,
    gradMode: one.gradMode,
    grad: null,
    arrives: -1,
    backward: one.edge?.[0] ?? null,
    region: -1,
  }));
}

/** Runs of nodes without grad mode, graph by graph. @param {ForwardNode[]} nodes @returns {Region[]} */
function regionsOf(nodes) {
  /** @type {Region[]} */
  const out = [];
  nodes.forEach((node, at) => {
    if (node.gradMode) return;
    const last = out.at(-1);
    if (last !== undefined && last.to === at - 1 && last.graph === node.graph) last.to = at;
    else out.push({ from: at, to: at, graph: node.graph });
    node.region = out.length - 1;
  });
  return out;
}

/**
 * By place in the backward graph: the forward node that it was made for. That of a value is records; what a composite
 * operator makes inside belongs to the first value that came after it.
 * @param {any[]} graph @param {ForwardNode[]} nodes
 */
function owners(graph, nodes) {
  /** @type {(string | null)[]} */
  const out = graph.map(() => null);
  const made = [];
  for (const node of nodes) {
    if (node.backward === null) continue;
    if (out[node.backward] === null)
      made.push({ at: graph[node.backward].sequenceNr, key: node.key, leaf: graph[node.backward].leaf !== undefined });
    out[node.backward] ??= node.key;
  }
  const ordered = made.filter((one) => !one.leaf).sort((a, b) => a.at - b.at);
  graph.forEach((node, place) => {
    if (out[place] !== null || node.leaf !== undefined) return;
    let low = 0;
    for (let high = ordered.length; low < high;) {
      const middle = (low + high) >> 1;
      if (ordered[middle].at < node.sequenceNr) low = middle + 1;
      else high = middle;
    }
    out[place] = ordered[low]?.key ?? null;
  });
  return out;
}

/**
 * @param {any} answer
 * @param {(string | null)[]} owner
 * @returns {BackwardStep[]}
 */
function stepsOf(answer, owner) {
  const graph = answer.backward.nodes;
  const places = new Map(graph.map((/** @type {any} */ node, /** @type {number} */ place) => [node.id, place]));
  /** @type {Map<number | null, Formula>} */
  const own = new Map((answer.formulas ?? []).map((/** @type {any} */ one) => [one.node, one.formula]));
  return answer.events.map((/** @type {any} */ event, /** @type {number} */ index) => {
    const place = places.get(event.id) ?? null;
    const node = place === null ? null : graph[place];
    const forward = place === null ? null : owner[place];
    // Where there are several results, the pass begins at a node which the graph does not have.
    const root = place === null && event.name.endsWith('GraphRoot');
    return {
      root,
      index,
      place,
      name: event.name,
      op: node?.op ?? '',
      formula: own.get(place) ?? answer.sampleFormulas?.[node?.op ?? ''] ?? null,
      sampled: !own.has(place),
      forward,
      got: event.gradOutputs,
      gave: event.gradInputs.map((/** @type {Values | null} */ values, /** @type {number} */ at) => {
        const to = (root ? answer.backward.roots[at] : node?.next[at]?.[0]) ?? null;
        return { index: at, label: to === null ? 'not asked for' : (owner[to] ?? graph[to].name), values };
      }),
      finished: event.finished,
      leaf: node?.leaf === undefined ? null : forward,
    };
  });
}

/** @param {any[]} graph @param {(string | null)[]} owner @returns {Saved[]} */
function savedOf(graph, owner) {
  const memories = new Map();
  for (const node of graph)
    for (const saved of node.saved)
      if (saved.memory !== undefined) memories.set(saved.memory, (memories.get(saved.memory) ?? 0) + 1);
  return graph.flatMap((node, place) =>
    node.saved
      .filter((/** @type {any} */ saved) => saved.kind !== 'nothing')
      .map((/** @type {any} */ saved) => ({
        place,
        node: node.name,
        forward: owner[place],
        slot: saved.name,
        kind: saved.kind,
        type: typeText(saved),
        bytes: saved.bytes ?? null,
        savedVersion: saved.savedVersion ?? null,
        version: saved.version ?? null,
        stale: saved.version !== undefined && saved.version !== saved.savedVersion,
        shared: (memories.get(saved.memory) ?? 0) > 1,
        value: saved.value,
      })),
  );
}

/**
 * Hooks and nodes in the order in which they ran.
 * @param {any} answer
 * @param {BackwardStep[]} steps
 * @param {string[]} hooks what to call them
 * @returns {Moment[]}
 */
function momentsOf(answer, steps, hooks) {
  /** @type {Moment[]} */
  const out = [];
  let next = 0;
  const calls = answer.hookCalls;
  for (let step = 0; step <= steps.length; step++) {
    for (; next < calls.length && calls[next].event <= step; next++) {
      const { hook, got, gave, saved, packs } = calls[next];
      out.push({
        kind: 'hook',
        label: hooks[hook] ?? `hook ${hook + 1}`,
        step: Math.min(step, steps.length - 1),
        hook,
        got,
        gave,
        saved,
        packs,
      });
    }
    if (step < steps.length) out.push({ kind: 'node', label: steps[step].name, step });
  }
  return out;
}

/**
 * @param {any} answer of the command `gradients`
 * @param {string[]} [hooks] their titles
 * @returns {Differentiation}
 */
export function modelOf(answer, hooks = []) {
  const graph = answer.backward.nodes;
  const nodes = forwardNodes(answer.nodes);
  const owner = owners(graph, nodes);
  const steps = stepsOf(answer, owner);
  const stepAt = new Map(steps.map((step) => [step.place, step]));
  answer.nodes.forEach((/** @type {any} */ record, /** @type {number} */ at) => {
    if (record.edge === undefined) return;
    const step = stepAt.get(record.edge[0]);
    nodes[at].grad = step?.got[record.edge[1]] ?? null;
    if (step !== undefined && nodes[at].grad !== null) nodes[at].arrives = step.index;
  });
  return {
    nodes,
    steps,
    saved: savedOf(graph, owner),
    savedBytes: answer.backward.savedBytes,
    outputs: (answer.outputs ?? []).map(typeText),
    moments: momentsOf(answer, steps, hooks),
    regions: regionsOf(nodes),
    graph: graph.map((/** @type {any} */ node, /** @type {number} */ place) => ({
      name: node.name,
      next: node.next.map((/** @type {any[]} */ [to]) => to),
      forward: owner[place],
    })),
    refusals: answer.refusals,
    error: answer.error ?? null,
    byKey: new Map([...nodes].reverse().map((node) => [node.key, node])),
  };
}

/**
 * What leaves have gathered when a step is over.
 * @param {Differentiation} model
 * @param {number} step
 * @returns {{ key: string, values: Values | null }[]}
 */
export function leavesAfter(model, step) {
  return model.steps
    .slice(0, step + 1)
    .filter((one) => one.leaf !== null)
    .map((one) => ({ key: /** @type {string} */ (one.leaf), values: one.got[0] ?? null }));
}
