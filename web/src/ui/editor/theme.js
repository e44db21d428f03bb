/** Colours of the editors, in the page's tokens, for light and dark at once. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const theme = EditorView.theme({
  '&': {
    height: '100%',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    fontSize: '12.5px',
  },
  '&.cm-focused': { outline: 'none' },
  '&.cm-focused::after': {
    content: '""',
    position: 'absolute',
    inset: '0',
    border: '1px solid var(--accent)',
    pointerEvents: 'none',
    zIndex: '300',
  },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--text)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': {
    backgroundColor: 'var(--surface)',
    color: 'var(--muted)',
    border: 'none',
  },
  '.cm-lineNumbers .cm-gutterElement': {
    padding: '0 8px 0 10px',
    minWidth: '32px',
  },
  '.cm-activeLine': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 7%, transparent)',
  },
  '.cm-activeLineGutter': {
    backgroundColor: 'transparent',
    color: 'var(--text)',
  },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'light-dark(#cfe3f1, #2c4658)',
  },
  '.cm-panels': {
    backgroundColor: 'var(--surface-2)',
    color: 'var(--text)',
    borderColor: 'var(--line)',
  },
  '.cm-textfield': {
    backgroundColor: 'var(--surface)',
    borderColor: 'var(--line)',
    color: 'var(--text)',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--surface)',
    borderColor: 'var(--line)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    border: '1px solid var(--line-strong)',
    borderRadius: '4px',
    maxWidth: '60ch',
  },
  '.cm-diagnostic': {
    padding: '6px 10px',
    borderLeftWidth: '3px',
    fontFamily: 'var(--sans)',
  },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--error)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warn)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--error) 1.5px',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-info, .cm-lintRange-hint': {
    backgroundImage: 'none',
    textDecoration: 'underline dotted var(--muted) 1.5px',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--warn) 1.5px',
    textUnderlineOffset: '3px',
  },
  '.cm-name-use': { backgroundColor: 'color-mix(in srgb, var(--accent) 16%, transparent)', borderRadius: '2px' },
  '.cm-foldGutter .cm-gutterElement': { padding: '0 4px 0 0', cursor: 'pointer' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--surface-2)',
    borderColor: 'var(--line-strong)',
    color: 'var(--muted)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--mono)',
    fontSize: '12px',
    maxWidth: 'min(640px, 90vw)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent-soft)',
    color: 'var(--text)',
  },
  '.cm-completionDetail': { color: 'var(--muted)', fontStyle: 'normal' },
  '.cm-completionMatchedText': { color: 'var(--accent)', textDecoration: 'none' },
  '.operator-card': { padding: '6px 10px', fontFamily: 'var(--sans)' },
  '.operator-card code': { fontFamily: 'var(--mono)', overflowWrap: 'anywhere' },
  '.operator-card p': { margin: '4px 0 0' },
  '.cm-region': { boxShadow: 'inset -3px 0 var(--line-strong)' },
  '.cm-region-wrapped': { boxShadow: 'inset -3px 0 var(--good)' },
  '.cm-region-inlined': { boxShadow: 'inset -3px 0 var(--accent)' },
  '.cm-region-warning': { boxShadow: 'inset -3px 0 var(--warn)' },
  '.cm-in-warning': { backgroundColor: 'color-mix(in srgb, var(--warn) 7%, transparent)' },
  '.cm-region-chosen': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 12%, transparent)',
  },
  '.cm-followed': { backgroundColor: 'var(--accent-soft)', boxShadow: 'inset 2px 0 var(--accent)' },
  '.cm-signs .cm-gutterElement': {
    padding: '0 6px 0 0',
    textAlign: 'center',
    cursor: 'pointer',
  },
  '.cm-sign': { color: 'var(--muted)' },
  '.cm-sign-wrapped': { color: 'var(--good)' },
  '.cm-sign-inlined': { color: 'var(--accent)' },
  '.cm-sign-warning': { color: 'var(--warn)', fontWeight: '700' },
  '.cm-placeholder': { color: 'var(--muted)', whiteSpace: 'normal' },
  '.cm-changedText': { background: 'none !important' },
  '.cm-collapsedLines': {
    background: 'var(--surface-2) !important',
    color: 'var(--muted)',
    padding: '4px 12px',
  },
  '.cm-collapsedLines::before, .cm-collapsedLines::after': { content: '"↕"' },
  '.cm-changedLine, .cm-insertedLine, &.cm-merge-b .cm-changedLine': {
    backgroundColor: 'var(--good-soft) !important',
  },
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk, .cm-deletedLine': {
    backgroundColor: 'var(--error-soft) !important',
  },
  '&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText': {
    backgroundColor: 'color-mix(in srgb, var(--error) 10%, transparent) !important',
    boxShadow: 'inset 0 -2px color-mix(in srgb, var(--error) 55%, transparent)',
  },
  '&.cm-merge-b .cm-changedText': {
    backgroundColor: 'color-mix(in srgb, var(--good) 10%, transparent) !important',
    boxShadow: 'inset 0 -2px color-mix(in srgb, var(--good) 55%, transparent)',
  },
});

const colours = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.definitionKeyword, tags.controlKeyword],
    color: 'light-dark(#7a3e9d, #c79be0)',
  },
  { tag: [tags.string], color: 'light-dark(#2a612a, #9ccc8f)' },
  {
    tag: [tags.number, tags.bool, tags.null],
    color: 'light-dark(#8f4200, #e0a36c)',
  },
  {
    tag: tags.comment,
    color: 'light-dark(#555d68, #a6aeb9)',
    fontStyle: 'italic',
  },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName)],
    color: 'light-dark(#095680, #79bfe6)',
  },
  {
    tag: [tags.className, tags.definition(tags.className)],
    color: 'light-dark(#095680, #79bfe6)',
  },
]);

export const appearance = [theme, syntaxHighlighting(colours)];

/** No blinking caret for those who asked for less motion. */
export const blinkRate = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 1200);
