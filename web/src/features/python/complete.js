/**
 * Completion in a pass of one's own: operators from the core's table, what nodes, graphs and modules have, and the
 * words of the text.
 *
 *   autocompletion({ override: [completions(() => model.description?.ops ?? [])] });
 */

/** @typedef {import('@codemirror/autocomplete').Completion} Completion */
/** @typedef {import('../../../../wasm/js/index.js').OpDescription} OpDescription */

/** How many operators are offered at once. */
const MAX_OPTIONS = 100;

/** @param {string} type @param {string} names @returns {Completion[]} */
const all = (type, names) => names.split(' ').map((label) => ({ label, type }));

const NODE = [
  ...all('property', 'op target args kwargs users meta name all_input_nodes next prev stack_trace type'),
  ...all(
    'method',
    'replace_all_uses_with replace_input_with update_arg update_kwarg insert_arg append prepend is_impure format_node',
  ),
];
const GRAPH = [
  ...all('property', 'nodes owning_module'),
  ...all(
    'method',
    'call_function call_method call_module get_attr placeholder output create_node node_copy erase_node ' +
      'inserting_before inserting_after eliminate_dead_code find_nodes output_node graph_copy lint print_tabular',
  ),
];
const MODULE = [
  ...all('property', 'graph code meta'),
  ...all('method', 'recompile print_readable get_submodule add_submodule delete_all_unused_submodules named_children'),
];

/** What stands before a dot, and what it has: by the names that people give. @type {[RegExp, Completion[]][]} */
const MEMBERS = [
  [/(?:^|[.\s(])graph\.$/, GRAPH],
  [/(?:^|\W)(?:gm|graph_module|module)\.$/, MODULE],
  [/(?:^|\W)(?:node|n|user|inner|output|placeholder)\.$/, NODE],
];

/** @param {() => OpDescription[]} describe */
export const completions =
  (describe) => (/** @type {import('@codemirror/autocomplete').CompletionContext} */ context) => {
    const operator = context.matchBefore(/(?:torch\.ops\.)?aten\.[\w.]*/);
    if (operator !== null) {
      const written = operator.text.replace(/^aten\./, 'torch.ops.aten.');
      const from = operator.from + operator.text.indexOf('aten.') + 'aten.'.length;
      const found = describe().filter(({ path }) => path.startsWith(written));
      return {
        from,
        options: found.slice(0, MAX_OPTIONS).map(({ path, schema }) => ({
          label: path.slice('torch.ops.aten.'.length),
          detail: schema?.slice(schema.indexOf('(')),
          type: 'function',
        })),
      };
    }
    const member = context.matchBefore(/[\w.]+\.\w*/);
    if (member !== null) {
      const dot = member.text.lastIndexOf('.') + 1;
      const options = MEMBERS.find(([owner]) => owner.test(member.text.slice(0, dot)))?.[1];
      return options === undefined ? null : { from: member.from + dot, options, validFor: /^\w*$/ };
    }
    const word = context.matchBefore(/[A-Za-z_]\w+/);
    if (word === null) return null;
    const words = new Set(context.state.doc.toString().match(/[A-Za-z_]\w{2,}/g));
    words.delete(word.text);
    return { from: word.from, options: [...words].map((label) => ({ label, type: 'text' })), validFor: /^\w*$/ };
  };
