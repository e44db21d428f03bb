/**
 * Folding of graphs: at `def`, `class` and `graph()` lines, and at calls that open a region of one grad mode or of
 * autocast.
 *
 *   EditorState.create({ extensions: [folding] });
 */
import { codeFolding, foldGutter, foldKeymap, foldService } from '@codemirror/language';
import { keymap } from '@codemirror/view';

/** Lines that a region is looked for in. */
const FAR = 5000;

/** Graphs fold at their `def` and `class` lines, regions of one grad mode at the call that opens them. */
const folds = foldService.of((state, start, end) => {
  const line = state.doc.lineAt(start);
  const opener = /^(\s*)(class |def |graph\()/.exec(line.text);
  if (opener !== null) {
    let last = line.number;
    for (let number = line.number + 1; number <= state.doc.lines; number++) {
      const { text } = state.doc.line(number);
      if (text.trim() === '') continue;
      if (/^\s*/.exec(text)?.[0].length === 0 || text.search(/\S/) <= opener[1].length) break;
      last = number;
    }
    return last > line.number ? { from: end, to: state.doc.line(last).to } : null;
  }
  const region = /^(\s*)\w*_set_grad_enabled\w*\s*=.*_set_grad_enabled\(|_enter_autocast\(/.exec(line.text);
  if (region === null) return null;
  for (let number = line.number + 1; number <= Math.min(state.doc.lines, line.number + FAR); number++) {
    const { text } = state.doc.line(number);
    if (/_set_grad_enabled\(|_exit_autocast\(|^\s*return\b/.test(text))
      return number > line.number + 1 ? { from: end, to: state.doc.line(number - 1).to } : null;
  }
  return null;
});

export const folding = [folds, codeFolding(), foldGutter({ openText: '▾', closedText: '▸' }), keymap.of(foldKeymap)];
