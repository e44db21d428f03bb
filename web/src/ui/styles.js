/**
 * Design tokens and the styles that all components share.
 *
 * Colours come as pairs through light-dark(), so one attribute on the root element (color-scheme) switches all.
 * Adopted style sheets keep the page under `style-src 'self'`.
 */
import { css } from 'lit';

export const tokens = css`
  :host {
    --bg: light-dark(#f6f7f9, #14161a);
    --surface: light-dark(#ffffff, #1a1d22);
    --surface-2: light-dark(#f0f2f5, #21252b);
    --line: light-dark(#dcdfe5, #2f343c);
    --line-strong: light-dark(#868d99, #6b7482);
    --text: light-dark(#1b1f26, #e3e6eb);
    --muted: light-dark(#59616e, #a0a8b5);
    --accent: light-dark(#0a5f8a, #6cb6e0);
    --accent-soft: light-dark(#e3f0f7, #1d3341);
    --on-accent: light-dark(#ffffff, #10151a);
    --error: light-dark(#b3261e, #ff8f85);
    --error-soft: light-dark(#fdecea, #3a2020);
    --warn: light-dark(#855300, #e9b45c);
    --warn-soft: light-dark(#fdf3dd, #372c18);
    --good: light-dark(#1c6b3c, #7cc99a);
    --good-soft: light-dark(#e6f4ea, #1b3325);
    --s1: 4px;
    --s2: 8px;
    --s3: 12px;
    --s4: 16px;
    --radius: 4px;
    /* The height of a control, and of one in a row of many. */
    --control: 28px;
    --control-small: 24px;
    --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', 'JetBrains Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
    --sans: system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'DejaVu Sans', sans-serif;
  }
`;

/** An element that is one text of CodeMirror, in its `.host`. */
export const textHost = css`
  :host {
    display: block;
    min-height: 0;
    overflow: hidden;
  }
  .host {
    height: 100%;
  }
`;

export const shared = css`
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  button,
  select,
  input {
    font: inherit;
    color: inherit;
  }
  button,
  select {
    background: var(--surface);
    border: 1px solid var(--line);
    border-radius: var(--radius);
    padding: 0 var(--s2);
    height: var(--control);
    cursor: pointer;
  }
  button:hover:not(:disabled),
  select:hover {
    border-color: var(--line-strong);
  }
  button:disabled {
    opacity: 0.45;
    cursor: default;
  }
  /* What is pressed seldom: a ground without a border, so that it looks pressable still. */
  button.quiet {
    border-color: transparent;
    background: var(--surface-2);
    color: var(--text);
  }
  button.quiet.icon,
  button.quiet[role='tab'],
  button.quiet.doc-name,
  button.quiet.name,
  button.quiet.link {
    background: transparent;
  }
  button.quiet.icon,
  button.quiet[role='tab'] {
    color: var(--muted);
  }
  button.quiet:hover:not(:disabled, [aria-pressed='true'], [aria-selected='true']) {
    background: var(--line);
    color: var(--text);
  }
  button.icon {
    width: var(--control);
    padding: 0;
    flex: none;
  }
  button.small,
  select.small {
    height: var(--control-small);
    font-size: 12px;
  }
  select.small {
    padding: 0 2px;
  }
  button[aria-pressed='true'],
  button.quiet[aria-pressed='true'],
  button.quiet[aria-selected='true'] {
    background: var(--accent-soft);
    border-color: var(--accent);
    color: var(--accent);
  }
  input[type='checkbox'] {
    accent-color: var(--accent);
    margin: 0;
    width: 14px;
    height: 14px;
  }
  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 1px;
  }
  h2 {
    margin: 0;
    font-size: 12px;
    font-weight: 600;
    color: var(--muted);
  }
  .mono {
    font-family: var(--mono);
    font-size: 12px;
  }
  .muted {
    color: var(--muted);
  }
  .bar {
    display: flex;
    align-items: center;
    gap: var(--s2);
    min-height: 40px;
    padding: var(--s1) var(--s3);
    border-bottom: 1px solid var(--line);
  }
  .grow {
    flex: 1;
  }
  .hidden-label {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    *::before,
    *::after {
      transition: none !important;
      animation: none !important;
    }
  }
`;
