/**
 * Scripts that PyTorch writes to run a graph again: of the minifier, after Dynamo and after AOTAutograd, and
 * fx_graph_runnable.
 *
 * What: `graphOfRepro` gives the graph in such a script, with the inputs that `load_args` makes. Every line stays where
 * it
 * was; what is no such script stays as it is.
 * Why: words on how to run it, and the module that is made between the graph and `load_args`, are no part of a graph.
 */

/** @param {string} text */
const isRepro = (text) => text.includes('def load_args(') && /^class Repro\b/m.test(text);

/** @param {string} text */
export function graphOfRepro(text) {
  if (!isRepro(text)) return text;
  const empty = (/** @type {string} */ part) => part.replace(/[^\n]+/g, '');
  return text.replace(/^("""|''')(?:(?!\1)[^])*\1/gm, empty).replace(/^mod = Repro\(\)[^\n]*/gm, empty);
}
