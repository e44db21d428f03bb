/** Typing over a selection, as an extension of CodeMirror. */
import { EditorView } from '@codemirror/view';

/**
 * Typing over a selection, done here: Chromium would carry the old style over in style attributes, which the
 * Content-Security-Policy forbids and the console then reports.
 * @param {InputEvent} event @param {EditorView} view
 */
function typeOverSelection(event, view) {
  if (view.state.readOnly || event.inputType !== 'insertText' || event.isComposing || event.data === null) return false;
  if (view.state.selection.ranges.every((range) => range.empty)) return false;
  event.preventDefault();
  view.dispatch(view.state.replaceSelection(event.data), {
    userEvent: 'input.type',
    scrollIntoView: true,
  });
  return true;
}

export const typedOver = EditorView.domEventHandlers({ beforeinput: typeOverSelection });
