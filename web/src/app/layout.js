/** The layout of the page: three columns, two when it is narrower, one part at a time on a phone. */
import { css } from 'lit';

export const layout = css`
  :host {
    display: block;
    height: 32rem;
    container-type: inline-size;
    overflow: hidden;
  }
  :host(:not([remember])) {
    border: 1px solid light-dark(#dcdfe5, #2f343c);
    border-radius: 6px;
  }
  .page {
    display: flex;
    flex-direction: column;
    height: 100%;
    color-scheme: light dark;
    background: var(--bg);
    color: var(--text);
    font: 13px/1.4 var(--sans);
  }
  /* In somebody's page it is as light or as dark as that page. */
  :host(:not([remember], [links])) .page {
    color-scheme: inherit;
  }
  .page.page.theme-light {
    color-scheme: light;
  }
  .page.page.theme-dark {
    color-scheme: dark;
  }
  .bar.head {
    background: var(--surface);
    min-height: 44px;
  }
  .head > button,
  .parts {
    flex: none;
  }
  .parts {
    display: flex;
    margin-right: var(--s2);
  }
  .parts button + button {
    margin-left: -1px;
  }
  h1,
  .title {
    margin: 0;
    font-size: 15px;
    font-weight: 650;
  }
  .head > .doc-name {
    display: flex;
    align-items: center;
    gap: var(--s1);
    flex: 0 1 auto;
    min-width: 24px;
    max-width: 44ch;
    color: var(--text);
  }
  .doc-name .text {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .said {
    margin: 0;
    padding: var(--s1) var(--s3) 0;
    font-size: 12px;
    overflow-wrap: anywhere;
  }
  .pair {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .tools > button {
    flex: none;
  }
  .page {
    position: relative;
  }
  .drop-zone {
    position: absolute;
    inset: var(--s2);
    z-index: 20;
    display: grid;
    place-items: center;
    border: 2px dashed var(--accent);
    border-radius: 10px;
    background: color-mix(in srgb, var(--accent-soft) 88%, transparent);
    color: var(--text);
    font-size: 15px;
    text-align: center;
    pointer-events: none;
  }
  .drop-zone b {
    display: block;
    font-size: 22px;
  }
  .panes {
    display: none;
    background: var(--surface);
  }
  .main {
    flex: 1;
    min-height: 0;
    display: grid;
    grid-template-columns: minmax(0, 1fr) 320px minmax(0, 1fr);
  }
  .pane {
    display: flex;
    flex-direction: column;
    min-width: 0;
    min-height: 0;
    background: var(--surface);
  }
  .pane + .pane {
    border-left: 1px solid var(--line);
  }
  .page {
    --middle: 320px;
  }
  .page.with-reference {
    --middle: 380px;
  }
  .with-reference .main {
    grid-template-columns: minmax(0, 1fr) var(--middle) minmax(0, 1fr);
  }
  .output {
    position: relative;
  }
  .working {
    position: absolute;
    /* Over what is shown, not over the controls of any view: the last row is the legend. */
    bottom: 48px;
    left: 50%;
    z-index: 3;
    display: flex;
    align-items: center;
    gap: var(--s2);
    padding: var(--s1) var(--s2) var(--s1) var(--s3);
    border: 1px solid var(--line-strong);
    border-radius: 18px;
    background: var(--surface);
    font-size: 12px;
    white-space: nowrap;
    transform: translateX(-50%);
  }
  .wheel {
    width: 12px;
    height: 12px;
    border: 2px solid var(--line);
    border-top-color: var(--accent);
    border-radius: 50%;
  }
  @media (prefers-reduced-motion: no-preference) {
    .wheel {
      animation: wheel 1s linear infinite;
    }
  }
  @keyframes wheel {
    to {
      transform: rotate(1turn);
    }
  }
  .panel-head {
    display: flex;
    align-items: center;
    gap: var(--s1);
    min-width: 0;
  }
  .output > .bar:first-child .panel-head select:not(.long) {
    max-width: 104px;
  }
  @container (min-width: 1001px) {
    /* On the right, where the tabs stay in their place however wide the panel is. */
    .output > .bar:first-child {
      flex-direction: row-reverse;
    }
    .hide-source .main {
      grid-template-columns: var(--middle) minmax(0, 1fr);
    }
    .hide-passes:not(.with-reference) .main {
      grid-template-columns: minmax(300px, 4fr) minmax(0, 6fr);
    }
    .hide-source.hide-passes:not(.with-reference) .main {
      grid-template-columns: minmax(0, 1fr);
    }
    .hide-source .source,
    .hide-passes:not(.with-reference) .passes {
      display: none;
    }
    .hide-source .passes,
    .hide-source.hide-passes .output {
      border-left: 0;
    }
    .for-graph .main {
      grid-template-columns: minmax(300px, 3fr) var(--middle) minmax(0, 8fr);
    }
    .for-graph.hide-passes:not(.with-reference) .main {
      grid-template-columns: minmax(300px, 3fr) minmax(0, 8fr);
    }
    .for-graph.hide-source .main {
      grid-template-columns: var(--middle) minmax(0, 1fr);
    }
    .for-graph.hide-source.hide-passes:not(.with-reference) .main {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  .stale .why {
    filter: grayscale(1);
  }
  .stale .why,
  .stale .why * {
    color: var(--muted) !important;
  }
  .output > .bar:first-child .short {
    max-width: 128px;
    padding: 0 2px;
  }
  .output > .bar:first-child {
    flex-wrap: wrap;
    column-gap: var(--s1);
  }
  .pane > .bar {
    flex: none;
  }
  seesaw-editor,
  .view,
  .scroll {
    flex: 1;
    min-height: 0;
  }
  .scroll {
    overflow: auto;
  }
  .problems {
    flex: none;
    max-height: 32%;
    overflow: auto;
    border-top: 1px solid var(--line);
    background: var(--surface);
  }
  .problems .error {
    background: var(--error-soft);
  }
  .status {
    color: var(--muted);
    font-size: 12px;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
    min-width: 9ch;
    text-align: right;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .source > .bar > select {
    flex: 0 1 auto;
    min-width: 56px;
  }
  /* The number of the version is what it says. */
  .source > .bar > select[data-testid='torch'] {
    flex: none;
  }
  @container (max-width: 321px) {
    .status .how {
      display: none;
    }
  }
  /* Beside a log and a difference: what is known of the text comes first; the commands break long lines, too. */
  @container (max-width: 345px) {
    .source > .bar > [data-testid='wrap'] {
      display: none;
    }
    .source > .bar:first-child {
      padding-inline: var(--s2);
      gap: 4px;
    }
    .source > .bar > select {
      min-width: 58px;
    }
  }
  @container (max-width: 620px) {
    .status .took,
    .status .less {
      display: none;
    }
  }
  @container (max-width: 500px) {
    /* Where it is said why, there is this, too. */
    [data-testid='torch-beside'] {
      display: none;
    }
  }
  @container (max-width: 430px) {
    /* The switch above it says it. */
    .source > .bar > h2 {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    .status .graphs {
      display: none;
    }
  }
  .source > .bar > button,
  .status:has(button) {
    flex: none;
  }
  .source > .bar {
    gap: 6px;
  }
  .reason {
    flex: none;
    margin: 0;
    padding: var(--s1) var(--s3);
    border-bottom: 1px solid var(--line);
    font-size: 12px;
    overflow-wrap: anywhere;
  }
  .reason .link {
    height: auto;
    padding: 0;
    color: var(--accent);
    text-decoration: underline;
  }
  .status b,
  .status.bad {
    color: var(--error);
    font-weight: 600;
  }
  .ambient {
    display: flex;
    align-items: center;
    gap: var(--s2);
    font-size: 12px;
  }
  .why-bar {
    border-top: 0;
  }
  .empty {
    margin: 0;
    padding: var(--s3);
    font-size: 12px;
  }
  .tabs {
    display: flex;
    gap: 2px;
  }
  .tabs button {
    padding: 0 6px;
  }
  .source > .bar {
    container-type: inline-size;
  }
  .steps {
    gap: 2px;
    min-height: 32px;
  }
  .step-list {
    display: flex;
    flex: 1;
    min-width: 0;
    gap: 2px;
    overflow-x: auto;
    scrollbar-width: thin;
  }
  .step-list button {
    flex: 0 1 auto;
    min-width: 84px;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .step-list button[aria-pressed='true'] {
    flex-shrink: 0;
    max-width: 100%;
  }
  .steps button {
    height: var(--control-small);
    font-size: 12px;
  }
  .view {
    display: flex;
    flex-direction: column;
    overflow: auto;
  }
  .view seesaw-output {
    flex: 1;
    min-height: 0;
  }
  .old {
    flex: none;
    margin: 0;
    padding: var(--s1) var(--s3);
    font-size: 12px;
    color: var(--warn);
    background: var(--warn-soft);
    border-bottom: 1px solid var(--line);
  }
  .notice {
    background: var(--warn-soft);
    flex: none;
  }
  .badge {
    display: inline-block;
    min-width: 18px;
    padding: 0 5px;
    border-radius: 9px;
    background: var(--error-soft);
    color: var(--error);
    font-size: 11px;
    font-weight: 600;
  }
  .tools {
    flex: none;
    min-height: 36px;
  }
  .count {
    font-size: 12px;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  button.done::after {
    content: ' ✓';
    color: var(--good);
  }
  .pane:focus-visible {
    outline-offset: -2px;
  }
  .graph-place {
    flex: 1;
    display: grid;
    place-items: center;
    padding: var(--s4);
    text-align: center;
  }
  @container (max-width: 1000px) {
    .main,
    .with-reference .main {
      grid-template-columns: minmax(0, 1fr);
    }
    .panes {
      display: flex;
    }
    .panes button {
      flex: 1;
    }
    .panel-head {
      display: contents;
    }
    .output > .bar:first-child select {
      flex: 1;
      min-width: 96px;
      max-width: 160px;
    }
    .output > .bar:first-child select.long {
      flex: 1 0 min(100%, 280px);
      max-width: none;
    }
    .output > .bar {
      gap: var(--s1);
    }
    .tagline {
      display: none;
    }
    .pane {
      display: none;
    }
    .pane + .pane {
      border-left: 0;
    }
    .show-source {
      display: none;
    }
    .show-text .source,
    .show-passes .passes,
    .show-output .output {
      display: flex;
    }
  }
  @container (max-width: 620px) {
    .wide-only {
      display: none;
    }
  }
  @container (max-width: 430px) {
    .bar.head {
      gap: 2px;
      padding-inline: var(--s1);
    }
    .head > button:not(.icon) {
      padding: 0 6px;
    }
    .head h1,
    .head .title {
      position: absolute;
      clip-path: inset(50%);
    }
  }
  @media (pointer: coarse) {
    .head > button,
    .panes button {
      min-width: 36px;
      height: 36px;
    }
  }
`;
