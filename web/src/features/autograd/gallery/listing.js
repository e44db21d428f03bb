/**
 * A scenario as Python, to be read.
 *
 * What: `listing(program)` gives lines of PyTorch code.
 * Why: steps are data and long; a person knows the functions by their Python spelling.
 *
 *   listing([{ op: 'leaf', out: 'a', shape: [], data: [2] }])       // ['a = torch.tensor(2.)']
 *
 * It keeps a stack of its own: how deep blocks are nested is up to whoever writes them.
 */

/** @typedef {Record<string, any>} Step */

const INFIX = /** @type {Record<string, string>} */ ({ add: '+', sub: '-', mul: '*', div: '/', matmul: '@' });

/** Deeper values are cut short. */
const MAX_DEPTH = 20;

/** @param {number | string | boolean} item */
const number = (item) => (typeof item === 'number' && Number.isInteger(item) ? `${item}.` : String(item));

/** @param {any[]} data @param {number[]} shape @returns {string} */
function nested(data, shape) {
  if (shape.length === 0) return number(data[0]);
  let rows = data.map(number);
  for (const size of [...shape].reverse()) {
    if (size <= 0) return '[]';
    rows = Array.from(
      { length: Math.ceil(rows.length / size) },
      (_, at) => `[${rows.slice(at * size, (at + 1) * size).join(', ')}]`,
    );
  }
  return rows[0] ?? '[]';
}

/** @param {any} value @param {number} [depth] @returns {string} */
export function expression(value, depth = 0) {
  if (depth > MAX_DEPTH) return '...';
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return `[${value.map((one) => expression(one, depth + 1)).join(', ')}]`;
  if ('str' in value) return JSON.stringify(value.str);
  if ('dtype' in value) return `torch.${value.dtype}`;
  if ('float' in value) return Number.isInteger(value.float) ? value.float.toFixed(1) : String(value.float);
  if ('item' in value) return `${expression(value.item?.[0], depth + 1)}[${expression(value.item?.[1], depth + 1)}]`;
  if ('grad_of' in value) return `${expression(value.grad_of, depth + 1)}.grad`;
  return JSON.stringify(value);
}

/** @param {any} names */
const names = (names) => (Array.isArray(names) ? names.map((one) => one ?? '_').join(', ') : String(names));

/** @param {Step} step @param {Record<string, string>} known */
function named(step, known) {
  return Object.entries(known)
    .filter(([key]) => key in step)
    .map(([key, name]) => `${name}=${expression(step[key])}`);
}

/** @param {Step} step */
function callText({ fn, args = [], kwargs = {} }) {
  const rest = Object.entries(kwargs).map(([key, value]) => `${key}=${expression(value)}`);
  const given = args.map((/** @type {any} */ one) => expression(one));
  if (INFIX[fn] && given.length === 2 && rest.length === 0) return `${given[0]} ${INFIX[fn]} ${given[1]}`;
  const [self] = args;
  if (
    typeof self === 'string' ||
    (typeof self === 'object' && self !== null && !Array.isArray(self) && !('float' in self))
  ) {
    return `${given[0]}.${fn}(${[...given.slice(1), ...rest].join(', ')})`;
  }
  return `torch.${fn}(${[...given, ...rest].join(', ')})`;
}

const GRAPH = 'torch.autograd.graph';

/** What a step looks at, in Python. @type {Record<string, (of: string, step: Step) => string>} */
const LOOKS = {
  value: (of) => of,
  grad: (of) => `${of}.grad`,
  version: (of) => `${of}._version`,
  node_name: (of) => `${of}.name()`,
  grad_fn: (of) => `${of}.grad_fn`,
  next_functions: (of) => `${of}.next_functions`,
  metadata: (of) => `${of}.metadata`,
  saved: (of, step) => `${of}._saved_${step.slot ?? '…'}`,
  same: (_of, step) => `${expression(step.a)} is ${expression(step.b)}`,
  is_grad_enabled: () => 'torch.is_grad_enabled()',
  saved_hooks_disabled_message: () => 'torch._C._autograd._saved_tensors_hooks_get_disabled_error_message()',
};

/** What an observation looks at, in Python; an event names no slot. @param {Step} step */
export function lookedAt(step) {
  const of = expression(step.of);
  return LOOKS[step.what]?.(of, step) ?? `${step.what}(${'of' in step ? of : ''})`;
}

/** @param {Step} step */
const functionName = (step) => step?.name ?? 'hook';
/** @param {Step} step */
const target = (step) => (step.out === undefined ? '' : `${names(step.out)} = `);
/** @param {Step} step */
const handled = (step) => (step.handle ? `${step.handle} = ` : '');
/** @param {string} method @returns {(step: Step) => string} */
const hook = (method) => (step) => `${handled(step)}${expression(step.on)}.${method}(${functionName(step.fn)})`;

/** The line of a step, or the head of its block. @type {Record<string, (step: Step) => string>} */
const LINES = {
  leaf: (step) => {
    // A step that says nothing is float64, torch.tensor of such numbers float32.
    const { dtype = 'float64' } = step;
    const options = [
      ...(dtype === 'float32' ? [] : [`dtype=torch.${dtype}`]),
      ...(step.requires_grad ? ['requires_grad=True'] : []),
    ];
    return `${step.out} = torch.tensor(${[nested(step.data ?? [], step.shape ?? []), ...options].join(', ')})`;
  },
  call: (step) => `${target(step)}${callText(step)}`,
  let: (step) => `${step.out} = ${expression(step.value)}`,
  del: (step) => `del ${names(step.names)}`,
  set_grad: (step) => `${expression(step.of)}.grad = ${expression(step.value)}`,
  set_requires_grad: (step) => `${expression(step.of)}.requires_grad = ${expression(step.value)}`,
  increment_version: (step) => `${GRAPH}.increment_version(${expression(step.of)})`,
  retain_grad: (step) => `${expression(step.of)}.retain_grad()`,
  grad_fn: (step) => `${step.out} = ${expression(step.of)}.grad_fn`,
  next: (step) => `${step.out} = ${expression(step.of)}.next_functions[${step.index}][0]`,
  grad_accumulator: (step) =>
    `${step.out} = ${expression(step.of)}.view_as(${expression(step.of)}).grad_fn.next_functions[0][0]`,
  gradient_edge: (step) => `${step.out} = ${GRAPH}.get_gradient_edge(${expression(step.of)})`,
  set_metadata: (step) => `${expression(step.node)}.metadata[${JSON.stringify(step.key)}] = ${expression(step.value)}`,
  register_hook: hook('register_hook'),
  node_prehook: hook('register_prehook'),
  node_hook: hook('register_hook'),
  register_post_accumulate_grad_hook: hook('register_post_accumulate_grad_hook'),
  multi_grad_hook: (step) => {
    const given = [expression(step.tensors), functionName(step.fn), ...('mode' in step ? [`mode="${step.mode}"`] : [])];
    return `${handled(step)}${GRAPH}.register_multi_grad_hook(${given.join(', ')})`;
  },
  remove: (step) => `${expression(step.handle)}.remove()`,
  backward: (step) => {
    const options = named(step, {
      grad_tensors: 'grad_tensors',
      inputs: 'inputs',
      retain_graph: 'retain_graph',
      create_graph: 'create_graph',
    });
    return `torch.autograd.backward(${[expression(step.tensors), ...options].join(', ')})`;
  },
  grad: (step) => {
    const options = named(step, {
      grad_outputs: 'grad_outputs',
      retain_graph: 'retain_graph',
      create_graph: 'create_graph',
      allow_unused: 'allow_unused',
    });
    const out = Array.isArray(step.out) ? `${names(step.out)}, = ` : target(step);
    return `${out}torch.autograd.grad(${[expression(step.outputs), expression(step.inputs), ...options].join(', ')})`;
  },
  emit: (step) =>
    `print(${[JSON.stringify(step.label), ...(step.values ?? []).map((/** @type {any} */ one) => expression(one))].join(
      ', ',
    )})`,
  observe: (step) => `print(${lookedAt(step)})`,
  raise: (step) => `raise ${step.type}(${JSON.stringify(step.message)})`,
  apply: (step) =>
    `${target(step)}${step.fn}.apply(${(step.args ?? []).map((/** @type {any} */ one) => expression(one)).join(', ')})`,
  with: (step) => `with ${CONTEXTS[step.ctx]?.(step) ?? `${step.ctx}()`}${step.as ? ` as ${step.as}` : ''}:`,
};

/** @type {Record<string, (step: Step) => string>} */
const CONTEXTS = {
  no_grad: () => 'torch.no_grad()',
  enable_grad: () => 'torch.enable_grad()',
  set_grad_enabled: (step) => `torch.set_grad_enabled(${expression(step.mode)})`,
  inference_mode: (step) => `torch.inference_mode(${expression(step.mode ?? true)})`,
  detect_anomaly: () => 'torch.autograd.detect_anomaly()',
  saved_tensors_hooks: (step) =>
    `${GRAPH}.saved_tensors_hooks(${functionName(step.pack)}, ${functionName(step.unpack)})`,
  save_on_cpu: (step) => `${GRAPH}.save_on_cpu(${step.pin_memory ? 'pin_memory=True' : ''})`,
  disable_saved_tensors_hooks: (step) => `${GRAPH}.disable_saved_tensors_hooks(${JSON.stringify(step.message)})`,
  allow_mutation_on_saved_tensors: () => `${GRAPH}.allow_mutation_on_saved_tensors()`,
};

/** Functions that a step defines. @param {Step} step */
const functionsOf = (step) =>
  [step.fn, step.pack, step.unpack].filter((one) => typeof one === 'object' && one !== null);

/** @typedef {{ indent: number, step?: any, line?: string }} Work */

/** @param {any} def @param {number} indent @returns {Work[]} */
function functionWork(def, indent) {
  const body = Array.isArray(def.body) ? def.body : [];
  const result =
    def.return === undefined || def.return === null
      ? []
      : [{ indent: indent + 1, line: `return ${expression(def.return)}` }];
  const empty = body.length + result.length === 0 ? [{ indent: indent + 1, line: 'pass' }] : [];
  return [
    { indent, line: `def ${functionName(def)}(${names(def.params ?? [])}):` },
    ...body.map((/** @type {Step} */ step) => ({ indent: indent + 1, step })),
    ...result,
    ...empty,
  ];
}

/** What a step comes to: lines, and steps inside of it. @param {any} step @param {number} indent @returns {Work[]} */
function stepWork(step, indent) {
  if (typeof step !== 'object' || step === null) return [{ indent, line: `# ${JSON.stringify(step)}` }];
  const line = (Object.hasOwn(LINES, step.op) ? LINES[step.op](step) : `# ${JSON.stringify(step)}`).slice(0, 2000);
  const before = functionsOf(step).flatMap((def) => functionWork(def, indent));
  const inner = step.catch === undefined ? indent : indent + 1;
  const body = Array.isArray(step.body)
    ? step.body.map((/** @type {Step} */ one) => ({ indent: inner + 1, step: one }))
    : [];
  const own = [{ indent: inner, line }, ...body];
  if (step.catch === undefined) return [...before, ...own];
  return [
    ...before,
    { indent, line: 'try:' },
    ...own,
    { indent, line: 'except Exception as error:' },
    { indent: indent + 1, line: `print(${JSON.stringify(step.catch)}, error)` },
  ];
}

/** @param {any[]} program @returns {string[]} */
export function listing(program) {
  /** @type {string[]} */
  const out = [];
  /** @type {Work[]} */
  const stack = program.map((step) => ({ indent: 0, step })).reverse();
  for (let work = stack.pop(); work !== undefined; work = stack.pop()) {
    if (work.line !== undefined) out.push('    '.repeat(Math.min(work.indent, 40)) + work.line);
    else stack.push(...stepWork(work.step, work.indent).reverse());
  }
  return out;
}
