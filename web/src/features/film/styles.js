/** How the film looks. */
import { css } from 'lit';

export const filmStyles = css`
  :host {
    display: grid;
    grid-template: auto auto minmax(0, 1fr) / minmax(0, 1fr);
    height: 100%;
    min-height: 0;
    container-type: inline-size;
  }
  @container (max-width: 620px) {
    .source {
      display: none;
    }
    .track {
      order: 1;
      flex-basis: 100%;
    }
  }
  .controls,
  .subtitle {
    display: flex;
    align-items: center;
    flex-wrap: wrap;
    gap: var(--s1) var(--s2);
    padding: var(--s1) var(--s2);
    border-bottom: 1px solid var(--line);
    background: var(--surface);
  }
  .play {
    min-width: 72px;
    color: var(--on-accent);
    background: var(--accent);
    border-color: var(--accent);
    font-weight: 600;
  }
  .play:hover:not(:disabled) {
    border-color: var(--text);
  }
  .track {
    flex: 1 1 180px;
    min-width: 120px;
    display: grid;
    gap: 2px;
  }
  .track input {
    width: 100%;
    height: 20px;
    margin: 0;
    accent-color: var(--accent);
  }
  .passes {
    display: flex;
    gap: 2px;
    /* Its ends are where the thumb stands at the ends. */
    padding: 0 8px;
  }
  .passes button {
    flex: 1;
    min-width: 24px;
    height: 24px;
    padding: 0 var(--s1);
    font: 11px var(--mono);
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .marks {
    position: relative;
    height: 6px;
    margin: 0 8px;
  }
  .marks i {
    position: absolute;
    top: 0;
    width: 4px;
    height: 6px;
    margin-left: -2px;
    background: var(--error);
  }
  .count {
    font-size: 12px;
    color: var(--muted);
    white-space: nowrap;
    font-variant-numeric: tabular-nums;
  }
  .subtitle {
    /* As high as the longest, nearly always: the picture does not move from one to the next. */
    min-height: 78px;
    align-items: flex-start;
    padding: var(--s2) var(--s3);
  }
  .subtitle .said {
    flex: 1 1 200px;
    min-width: 0;
  }
  .subtitle b {
    display: block;
    font-size: 15px;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .subtitle p {
    margin: 0;
    font-size: 13px;
    color: var(--muted);
  }
  .subtitle.warning {
    background: var(--warn-soft);
  }
  .subtitle.warning b {
    color: var(--warn);
  }
  .subtitle .check {
    align-self: center;
    padding: 2px 10px;
    border: 1px solid var(--line);
    border-radius: 11px;
    font-size: 12px;
    font-weight: 600;
  }
  .check.good {
    color: var(--good);
    background: var(--good-soft);
    border-color: var(--good);
  }
  .check.bad {
    color: var(--error);
    background: var(--error-soft);
    border-color: var(--error);
  }
  .body {
    display: grid;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
    min-height: 0;
  }
  .body.with-text {
    grid-template: minmax(0, 3fr) minmax(72px, 1fr) / minmax(0, 1fr);
  }
  seesaw-canvas {
    min-width: 0;
    min-height: 0;
  }
  .text {
    margin: 0;
    padding: var(--s2) 0;
    overflow: auto;
    border-top: 1px solid var(--line);
    background: var(--surface);
    font: 12px/1.5 var(--mono);
  }
  .text span {
    display: block;
    min-width: max-content;
    padding: 0 var(--s3);
    white-space: pre;
  }
  .text .more {
    color: var(--good);
    background: var(--good-soft);
  }
  .text .less {
    color: var(--error);
    background: var(--error-soft);
  }
  .text .place {
    color: var(--muted);
  }
  .wait {
    margin: 0;
    padding: var(--s4);
  }
`;
