/** The canvas fills its place; the minimap lies in a corner, smaller where there is less room. */
import { css } from 'lit';

export const canvasStyles = css`
  :host {
    display: block;
    position: relative;
    min-width: 0;
    min-height: 0;
    overflow: hidden;
    background: var(--bg);
  }
  .screen {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    touch-action: none;
    cursor: grab;
  }
  .screen.over {
    cursor: pointer;
  }
  .screen:focus-visible {
    outline-offset: -2px;
  }
  .map {
    position: absolute;
    right: 8px;
    bottom: 8px;
    width: 150px;
    height: 110px;
    border: 1px solid var(--line);
    border-radius: 4px;
    background: color-mix(in srgb, var(--surface) 88%, transparent);
    touch-action: none;
    cursor: crosshair;
  }
  :host {
    container-type: size;
  }
  @container (max-width: 420px) or (max-height: 260px) {
    .map {
      width: 84px;
      height: 64px;
    }
  }
  @container (max-height: 200px) {
    .map {
      display: none;
    }
  }
  .map[hidden] {
    display: none;
  }
`;
