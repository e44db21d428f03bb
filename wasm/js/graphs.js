/**
 * Calls of a session on graphs and modules: torch.fx's tools under their names.
 *
 * What: symbolicTrace, patterns, splits, graph_copy, submodules. `Session` has them all.
 * Why: they wrap a few commands and of steps of `edit`, and need nothing else of the session.
 *
 *   session.replacePattern(handle, 'lambda x: torch.relu(x)', 'lambda x: torch.neg(x)').replaced.length
 */
import { SeesawError } from './error.js';
import { handleNumber, list, record, rule, settings as given, text } from './given.js';

export class GraphCalls {
  /**
   * A command of the core; the session has it.
   * @param {string} _command
   * @param {object} _args
   * @param {string} [_payload]
   * @returns {{ value: any, payload: string }}
   */
  call(_command, _args, _payload) {
    throw new TypeError('a session has this method');
  }

  /**
   * One step of an edit, whose error is thrown.
   * @param {number} handle
   * @param {object} step
   * @param {{ path?: string }} [settings]
   */
  #step(handle, step, settings = {}) {
    const { steps } = this.call('edit', {
      ...given(settings, 'the settings', 'path'),
      handle: handleNumber(handle),
      steps: [step],
    }).value;
    const { value, error } = steps[0];
    if (error !== undefined)
      throw new SeesawError([{ severity: 'error', code: 'edit', message: error.message, exception: error.exception }]);
    return value;
  }

  /**
   * What torch.fx.symbolic_trace records of Python source; the session must be a full one, here and below.
   * @param {string} source
   */
  symbolicTrace(source) {
    return this.call('symbolic_trace', {}, text(source, 'the source')).value;
  }

  /**
   * Where a pattern occurs, as SubgraphMatcher finds it.
   * @param {number} handle @param {string | number} pattern a text or a handle
   * @param {{ path?: string, ignoreLiterals?: boolean }} [settings]
   */
  matchPattern(handle, pattern, settings = {}) {
    return this.explainPattern(handle, pattern, settings).matches;
  }

  /**
   * Where a pattern occurs, and where it almost does: the first node of the pattern that fails there, and why.
   * @param {number} handle @param {string | number} pattern a text or a handle
   * @param {{ path?: string, ignoreLiterals?: boolean }} [settings]
   */
  explainPattern(handle, pattern, settings = {}) {
    const { path, ignoreLiterals } = given(settings, 'the settings', 'pattern');
    const { matches, nearest } = this.call('match_pattern', {
      handle: handleNumber(handle),
      pattern: rule(pattern, 'the pattern'),
      path,
      ignoreLiterals,
    }).value;
    const found = (/** @type {any} */ one) => ('node' in one ? one.node : one.value);
    const shown = matches.map((/** @type {any} */ match) => ({
      anchors: match.anchors,
      nodesMap: new Map(match.nodesMap.map((/** @type {any} */ [node, one]) => [node.name, found(one)])),
      placeholderNodes: match.placeholderNodes.map(found),
      returningNodes: match.returningNodes,
    }));
    return { matches: shown, nearest };
  }

  /**
   * torch.fx.subgraph_rewriter.replace_pattern_with_filters on a copy.
   * @param {number} handle
   * @param {string | number} pattern
   * @param {string | number | null} replacement null with a replacementCallback
   * @param {import('./index.js').ReplacePatternSettings} [settings]
   */
  replacePattern(handle, pattern, replacement, settings = {}) {
    const {
      path,
      ignoreLiterals,
      matchFilters = [],
      replacementCallback,
    } = /** @type {import('./index.js').ReplacePatternSettings} */ (
      given(settings, 'the settings', 'ReplacePatternSettings')
    );
    list(matchFilters, 'the match filters');
    /** @type {Record<string, unknown>} */
    const args = { handle: handleNumber(handle), path, ignoreLiterals, pattern: rule(pattern, 'the pattern') };
    if (matchFilters.length > 0 || replacementCallback !== undefined) {
      const matches = this.matchPattern(handle, pattern, { path, ignoreLiterals });
      const accepted = matches.map((/** @type {any} */ match) =>
        matchFilters.every((/** @type {any} */ filter) => filter(match, handle, pattern)),
      );
      args.accepted = accepted;
      if (replacementCallback !== undefined) {
        args.replacements = matches.map((/** @type {any} */ match, /** @type {number} */ i) =>
          accepted[i] ? rule(replacementCallback(match, handle, pattern), 'what replacementCallback gives') : null,
        );
      }
    }
    if (replacementCallback === undefined) args.replacement = rule(replacement, 'the replacement');
    return this.call('replace_pattern', args).value;
  }

  /**
   * torch.fx.passes.split_module: nodes by name, each with the number of its part. Nodes that are left out are in part
   * 0.
   * @param {number} handle
   * @param {Record<string, number>} partition
   * @param {{ keepOriginalOrder?: boolean, keepOriginalNodeName?: boolean }} [settings]
   */
  splitModule(handle, partition, settings = {}) {
    return this.call('split', {
      ...given(settings, 'the settings', 'split'),
      handle: handleNumber(handle),
      partition: record(partition, 'the partition'),
    }).value;
  }

  /**
   * torch._export.utils.sequential_split: a new part begins at each node that is named, or for which the function is
   * true.
   * @param {number} handle @param {string[] | ((node: import('./index.js').GraphNode) => unknown)} delimiters
   */
  sequentialSplit(handle, delimiters) {
    const cuts =
      typeof delimiters === 'function'
        ? this.nodes(handle)
            .filter((/** @type {any} */ node) => delimiters(node))
            .map((/** @type {any} */ node) => node.name)
        : delimiters;
    list(cuts, 'the delimiters');
    return this.call('split', { handle: handleNumber(handle), cuts }).value;
  }

  /**
   * The nodes of a graph in their order.
   * @param {number} handle
   * @param {{ path?: string }} [settings]
   * @returns {any[]}
   */
  nodes(handle, settings = {}) {
    return this.#step(handle, { do: 'graph_nodes' }, settings);
  }

  /**
   * Graph.graph_copy: copies the nodes of another program's graph to the insertion point, but its output, whose mapped
   * argument is given.
   * @param {number} handle into this one @param {number} from
   * @param {{ path?: string, fromPath?: string, valMap?: Record<string, number> }} [settings]
   */
  graphCopy(handle, from, settings = {}) {
    const { path, fromPath, valMap } = given(settings, 'the settings', 'graphCopy');
    return this.#step(handle, { do: 'graph_copy', from: handleNumber(from), fromPath, valMap }, { path });
  }

  /**
   * GraphModule.add_submodule. @param {number} handle @param {string} target
   * @param {{ from?: number, fromPath?: string, class?: string }} [module] a program, or a module of it; else an empty
   *   module of this class
   */
  addSubmodule(handle, target, module = {}) {
    return this.#step(handle, {
      ...given(module, 'the module', 'module'),
      do: 'add_submodule',
      target: text(target, 'the target'),
    });
  }

  /** nn.Module.get_submodule. @param {number} handle @param {string} target */
  getSubmodule(handle, target) {
    return this.#step(handle, { do: 'get_submodule', target: text(target, 'the target') });
  }

  /** GraphModule.delete_submodule: whether there was one. @param {number} handle @param {string} target */
  deleteSubmodule(handle, target) {
    return this.#step(handle, { do: 'delete_submodule', target: text(target, 'the target') });
  }

  /** GraphModule.delete_all_unused_submodules. @param {number} handle */
  deleteAllUnusedSubmodules(handle) {
    this.#step(handle, { do: 'delete_all_unused_submodules' });
  }

  /** nn.Module.named_modules. @param {number} handle */
  namedModules(handle) {
    return this.#step(handle, { do: 'named_modules' });
  }
}
