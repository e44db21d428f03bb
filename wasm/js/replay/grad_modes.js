/**
 * The grad modes that the eager module ran in, and its casts.
 *
 * What: `inEagerModes` gives a captured graph with the switches that the eager module made, `castingOnce` one with its
 * way of casting.
 * Why: non-strict tracing forgets the mode that a region in a region must restore (it restores that of the whole
 * capture), and a recording has the gradients of the eager module, which does not. With its modes the captured graph
 * must have its gradients.
 *
 *   const graph = inEagerModes(stage.before.graph, variant);
 *
 * A switch is known by the line it was recorded from: a `with` enters and leaves, a direct call stays, any other line
 * calls a decorated function.
 */

/**
 * How often each grad mode of a `with` switches when it is entered: set_grad_enabled does when it is made, too.
 * @param {string} code
 * @returns {number}
 */
function switchesOnEntry(code) {
  return [...code.matchAll(/\b(no_grad|enable_grad|inference_mode|set_grad_enabled)\(/g)].reduce(
    (sum, [, name]) => sum + (name === 'set_grad_enabled' ? 2 : 1),
    0,
  );
}

/** @param {any} node */
const isSwitch = (node) => node.target === 'torch._C._set_grad_enabled';

/**
 * A region that is entered: the line, the modes that its parts restore, outermost first, and how many switches of its
 * entry are still to come.
 * @typedef {{ line: string, before: boolean[], entering: number }} Region
 */

class Walk {
  /** @param {any} graph @param {any} variant @param {boolean} mode */
  constructor(graph, variant, mode) {
    this.graph = graph;
    this.variant = variant;
    this.mode = mode;
    this.understood = true;
    /** @type {Region[]} */
    this.open = [];
  }

  /** @param {any} node @returns {any} */
  switched(node) {
    const line = this.variant.tables?.stack_traces?.[node.st] ?? '';
    const code = line.replace(/^[^]*?, code: /, '');
    const region = this.open.at(-1);
    const inWith = /^(async )?with /.test(code);
    let value = node.args[0];
    if (!inWith && /set_grad_enabled\(/.test(code)) {
      // A call of its own stays.
    } else if (region !== undefined && region.line === line && region.entering > 0) {
      this.enter(region, code);
    } else if (region !== undefined && region.line === line) {
      value = /** @type {boolean} */ (region.before.pop());
      if (region.before.length === 0) this.open.pop();
    } else {
      const opened = { line, before: [], entering: inWith ? switchesOnEntry(code) : 1 };
      if (opened.entering === 0) this.understood = false;
      this.open.push(opened);
      this.enter(opened, code);
    }
    this.mode = value;
    return value === node.args[0] ? node : { ...node, args: [value] };
  }

  /** @param {Region} region @param {string} code */
  enter(region, code) {
    const names = [...code.matchAll(/\b(no_grad|enable_grad|inference_mode|set_grad_enabled)\(/g)].flatMap(
      ([, name]) => (name === 'set_grad_enabled' ? [true, false] : [true]),
    );
    const total = names.length || 1;
    // The second switch of set_grad_enabled begins nothing.
    if (names[total - region.entering] ?? true) region.before.push(this.mode);
    region.entering -= 1;
  }

  /** @returns {any} */
  run() {
    /** @type {Map<string, boolean>} */
    const modes = new Map();
    const attrs = new Map(
      this.graph.nodes
        .filter((/** @type {any} */ node) => node.op === 'get_attr')
        .map((/** @type {any} */ node) => [node.name, node.target]),
    );
    const nodes = this.graph.nodes.map((/** @type {any} */ node) => {
      for (const arg of node.args ?? [])
        if (attrs.has(arg) && !modes.has(attrs.get(arg))) modes.set(attrs.get(arg), this.mode);
      return isSwitch(node) ? this.switched(node) : node;
    });
    if (this.open.length > 0) this.understood = false;
    const children = Object.entries(this.graph.children ?? {}).map(([name, child]) => {
      const inner = new Walk(child, this.variant, modes.get(name) ?? this.mode);
      const graph = inner.run();
      this.understood &&= inner.understood;
      return [name, graph];
    });
    return { ...this.graph, nodes, ...(children.length === 0 ? {} : { children: Object.fromEntries(children) }) };
  }
}

/**
 * A graph whose autocast regions cast a leaf once, as those of the eager module do; while a program is captured that is
 * switched off. What it computes is the same, its gradients are added up in half precision then.
 * @param {any} graph @returns {any}
 */
export function castingOnce(graph) {
  const regions = new Set(['torch.amp.autocast_mode._enter_autocast', 'torch.ops.higher_order.wrap_with_autocast']);
  const nodes = graph.nodes.map((/** @type {any} */ node) =>
    regions.has(node.target) && node.args?.[3] === false ? { ...node, args: node.args.with(3, true) } : node,
  );
  const children = Object.entries(graph.children ?? {}).map(([name, child]) => [name, castingOnce(child)]);
  return { ...graph, nodes, ...(children.length === 0 ? {} : { children: Object.fromEntries(children) }) };
}

/** @param {any} node @returns {string | undefined} the argument that names the graph which a region runs */
const regionOf = (node) =>
  node.target === 'torch.ops.higher_order.wrap_with_set_grad_enabled'
    ? node.args[1]
    : node.target === 'torch.ops.higher_order.wrap_with_autocast'
      ? node.args[4]
      : undefined;

/**
 * Each ATen operator with the grad mode that it runs in, sorted: two graphs of one program that have the same are
 * differentiated in the same way.
 * @param {any} graph @param {boolean} mode @returns {string[]}
 */
export function modesOf(graph, mode) {
  /** @type {string[]} */
  const out = [];
  const attrs = new Map(
    graph.nodes
      .filter((/** @type {any} */ node) => node.op === 'get_attr')
      .map((/** @type {any} */ node) => [node.name, node.target]),
  );
  let now = mode;
  for (const node of graph.nodes) {
    if (isSwitch(node)) now = node.args[0];
    else if (node.target.startsWith('torch.ops.aten.')) out.push(`${node.target} ${now}`);
    const inner = node.target === 'torch.ops.higher_order.wrap_with_set_grad_enabled' ? node.args[0] : now;
    const graphs =
      regionOf(node) === undefined ? (node.op === 'call_function' ? (node.args ?? []) : []) : [regionOf(node)];
    for (const name of graphs)
      if (attrs.has(name) && graph.children?.[attrs.get(name)] !== undefined)
        out.push(...modesOf(graph.children[attrs.get(name)], inner));
  }
  return out.sort();
}

/**
 * The graph with the eager module's modes; null if its regions are not understood.
 * @param {any} graph @param {any} variant @returns {any}
 */
export function inEagerModes(graph, variant) {
  // Dynamo knows which mode a region must restore.
  if (variant.strict) return graph;
  const walk = new Walk(graph, variant, variant.ambient_grad);
  const out = walk.run();
  return walk.understood ? out : null;
}
