/**
 * The graphs that somebody works on, each with the steps that made it what it is.
 *
 * What: a graph is opened once; a pass or an edit is a step from one program to the next. `at` is the step that is
 * looked at: to rewind moves it back, to step moves it on, and a new step in between takes the place of those ahead. A
 * bookmark keeps the way to a step, so that nothing that has one is lost.
 * Why: who works in small calls needs the pipeline to be kept between them, and a way back.
 *
 *   const graphs = new Graphs(await Session.create({ full: true }));
 *   const graph = graphs.add({ name: 'model.txt', text, handle });
 *   graphs.run(graph, [{ name: 'cse_pass' }]);
 */
import { failure } from '../../error.js';

/** @typedef {import('../../index.js').Session} Session */
/** @typedef {import('../../index.js').PassRequest} PassRequest */
/**
 * `text`: what the program was read from, for lines of the why log; null where there is none. `report` is of a pass.
 * @typedef {{ title: string, handle: number, nodes: number, report?: import('../../index.js').PassReport,
 *   pass?: PassRequest, ambientGrad?: boolean }} Step
 * @typedef {{ id: string, name: string, text: string | null, steps: Step[], at: number,
 *   bookmarks: Map<string, Step[]> }} Graph
 */

const MOST = { graphs: 50, steps: 500, bookmarks: 100 };

/** @param {Graph} graph */
export const current = (graph) => graph.steps[graph.at];

/** @param {string} what @param {number} most @param {string} remedy */
const tooMany = (what, most, remedy) => failure('limit', `there are ${most} ${what} already`, remedy);

export class Graphs {
  /** @type {Map<string, Graph>} */
  #all = new Map();
  #next = 1;
  /** @type {string | null} */
  #last = null;

  /** @param {Session} session a full one */
  constructor(session) {
    this.session = session;
  }

  /** @returns {Graph[]} */
  get all() {
    return [...this.#all.values()];
  }

  /** @param {{ name: string, text: string | null, handle: number, nodes: number }} opened @returns {Graph} */
  add({ name, text, handle, nodes }) {
    if (this.#all.size >= MOST.graphs) {
      this.session.close(handle);
      throw tooMany('graphs open', MOST.graphs, 'close one first');
    }
    const id = `g${this.#next++}`;
    const graph = { id, name, text, steps: [{ title: 'open', handle, nodes }], at: 0, bookmarks: new Map() };
    this.#all.set(id, graph);
    this.#last = id;
    return graph;
  }

  /** The graph of this id; without one, the one that was used last. @param {string} [id] */
  find(id) {
    const graph = this.#all.get(id ?? this.#last ?? '');
    if (graph === undefined) {
      const known = [...this.#all.keys()].join(', ');
      throw id === undefined || known === ''
        ? failure('graph', 'no graph is open', 'open one first: open with a text or a file')
        : failure('graph', `there is no graph '${id}'`, `those open are ${known}`);
    }
    this.#last = graph.id;
    return graph;
  }

  /** @param {Graph} graph */
  close(graph) {
    this.#all.delete(graph.id);
    if (this.#last === graph.id) this.#last = [...this.#all.keys()].at(-1) ?? null;
    this.#release(graph, [...graph.steps, ...[...graph.bookmarks.values()].flat()]);
  }

  /** The module was started afresh: all programs are gone. */
  forget() {
    this.#all.clear();
    this.#last = null;
  }

  /**
   * Closes programs that nothing leads to any more.
   * @param {Graph} graph @param {Step[]} dropped
   */
  #release(graph, dropped) {
    const open = this.#all.has(graph.id);
    const kept = new Set(open ? [...graph.steps, ...[...graph.bookmarks.values()].flat()] : []);
    for (const step of new Set(dropped)) if (!kept.has(step)) this.session.close(step.handle);
  }

  /** A new step behind the present one. @param {Graph} graph @param {Step} step */
  push(graph, step) {
    if (graph.at + 1 >= MOST.steps) {
      this.session.close(step.handle);
      throw tooMany('steps', MOST.steps, 'rewind, or open the present text as a graph of its own');
    }
    const ahead = graph.steps.slice(graph.at + 1);
    graph.steps = [...graph.steps.slice(0, graph.at + 1), step];
    graph.at++;
    this.#release(graph, ahead);
  }

  /**
   * Runs passes one after the other, each a step; stops at the first that fails.
   * @param {Graph} graph @param {PassRequest[]} passes @param {boolean} [ambientGrad]
   * @returns {{ reports: import('../../index.js').PassReport[], succeeded: boolean }}
   */
  run(graph, passes, ambientGrad = true) {
    const reports = [];
    for (const pass of passes) {
      const {
        handle,
        nodes,
        reports: own,
        succeeded,
      } = this.session.run(current(graph).handle, [pass], { ambientGrad });
      reports.push(own[0]);
      if (!succeeded) {
        this.session.close(handle);
        return { reports, succeeded: false };
      }
      this.push(graph, { title: own[0].pass, handle, nodes, report: own[0], pass, ambientGrad });
    }
    return { reports, succeeded: true };
  }

  /** @param {Graph} graph @param {string} name */
  bookmark(graph, name) {
    const before = graph.bookmarks.get(name) ?? [];
    if (!graph.bookmarks.has(name) && graph.bookmarks.size >= MOST.bookmarks)
      throw tooMany('bookmarks', MOST.bookmarks, 'use one of their names again');
    graph.bookmarks.set(name, graph.steps.slice(0, graph.at + 1));
    this.#release(graph, before);
  }

  /**
   * Goes to a step by its number, or to a bookmark and the steps that led to it.
   * @param {Graph} graph @param {string | number} to
   */
  rewind(graph, to) {
    const marked = graph.bookmarks.get(String(to));
    if (marked === undefined) graph.at = this.numberOf(graph, to);
    else {
      const left = graph.steps;
      // Where the way goes on from here, what is ahead stays ahead.
      if (!marked.every((step, i) => step === graph.steps[i])) graph.steps = marked;
      graph.at = marked.length - 1;
      this.#release(graph, left);
    }
  }

  /** @param {Graph} graph @param {string | number} to */
  numberOf(graph, to) {
    const number = Number(to);
    if (Number.isInteger(number) && String(to).trim() !== '' && graph.steps[number] !== undefined) return number;
    const marks = [...graph.bookmarks.keys()];
    throw failure(
      'step',
      `'${to}' is neither a step nor a bookmark of ${graph.id}`,
      `steps are 0 to ${graph.steps.length - 1}${marks.length === 0 ? '' : `, bookmarks ${marks.join(', ')}`}`,
    );
  }

  /**
   * The program at a step or a bookmark; without one, the present.
   * @param {Graph} graph
   * @param {string | number} [to]
   */
  stepOf(graph, to) {
    if (to === undefined) return current(graph);
    return graph.bookmarks.get(String(to))?.at(-1) ?? graph.steps[this.numberOf(graph, to)];
  }
}

/** Where a graph is, as a text. @param {Graph} graph */
export function stateOf(graph) {
  const steps = graph.steps.map(({ title, nodes }, i) => {
    const here = i === graph.at ? ' <- here' : i > graph.at ? ' (ahead)' : '';
    return `  [${i}] ${title} (${nodes} nodes)${here}`;
  });
  const first = Math.max(0, graph.at - 20);
  const shown = steps.slice(first, graph.at + 21);
  const cut =
    shown.length === steps.length ? '' : ` (steps ${first} to ${first + shown.length - 1} of ${steps.length})`;
  const marks = [...graph.bookmarks].map(
    ([name, way]) => `${name}: ${way.at(-1)?.title}, after ${way.length - 1} steps`,
  );
  return [
    `${graph.id} ${graph.name}${cut}`,
    ...shown,
    ...(marks.length === 0 ? [] : [`bookmarks: ${marks.slice(0, 20).join('; ')}`]),
  ].join('\n');
}
