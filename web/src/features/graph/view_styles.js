/**
 * How the parts of the graph view lie: pictures beside each other, outline and card at the side; below them on a narrow
 * screen.
 */
import { css } from 'lit';

export const viewStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    flex: 1;
    min-height: 0;
    container-type: inline-size;
  }
  .top {
    display: flex;
    flex: none;
    border-bottom: 1px solid var(--line);
    background: var(--surface);
  }
  /* The verdict is what people look for: the rewrites beside it give way first. */
  .top .strip {
    flex: 1 0 auto;
    min-width: 0;
    max-width: 100%;
    border-bottom: 0;
  }
  .top:has(.rewrites) .strip {
    max-width: calc(100% - 180px);
  }
  .top .rewrites {
    flex: 0 1 340px;
    min-width: 180px;
    border-bottom: 0;
    border-left: 1px solid var(--line);
  }
  .body {
    flex: 1;
    min-height: 0;
    display: grid;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
  }
  .body.with-side {
    grid-template-columns: minmax(0, 1fr) 300px;
  }
  /* Without an outline the card lies over the picture, which a click must not move. */
  .body.with-side.alone {
    position: relative;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
  }
  .body.alone .side {
    position: absolute;
    z-index: 2;
    top: 8px;
    right: 8px;
    width: min(320px, calc(100% - 16px));
    max-height: calc(100% - 16px);
    border: 1px solid var(--line-strong);
    border-radius: var(--radius);
    box-shadow: 0 4px 16px rgb(0 0 0 / 20%);
  }
  .panes {
    position: relative;
    display: grid;
    grid-auto-flow: column;
    grid-auto-columns: minmax(0, 1fr);
    min-height: 0;
  }
  .pane {
    position: relative;
    display: grid;
    min-height: 0;
    min-width: 0;
  }
  .pane + .pane {
    border-left: 1px solid var(--line-strong);
  }
  .pane-name {
    position: absolute;
    z-index: 1;
    top: 6px;
    left: 6px;
    margin: 0;
    padding: 1px 8px;
    max-width: calc(100% - 12px);
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    border: 1px solid var(--line);
    border-radius: 10px;
    background: var(--surface);
    color: var(--muted);
    font-size: 11px;
    pointer-events: none;
  }
  .pane.active .pane-name {
    border-color: var(--accent);
    color: var(--accent);
  }
  .side {
    display: grid;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
    min-height: 0;
    border-left: 1px solid var(--line);
    background: var(--surface);
  }
  .side.with-card:has(seesaw-outline) {
    grid-template-rows: minmax(80px, 2fr) minmax(120px, 3fr);
  }
  .side.with-card seesaw-outline {
    border-bottom: 1px solid var(--line);
  }
  .problems {
    max-height: 30%;
    overflow: auto;
    border-bottom: 1px solid var(--line);
    background: var(--surface);
    flex: none;
  }
  .rewiring {
    margin: 0;
    padding: var(--s1) var(--s3);
    border-bottom: 1px solid var(--line);
    background: var(--surface-2);
    font-size: 12px;
    flex: none;
  }
  .wait {
    display: grid;
    place-items: center;
    margin: 0;
  }
  .loading seesaw-canvas {
    opacity: 0.85;
  }
  @container (max-width: 640px) {
    .body.with-side {
      grid-template: minmax(0, 5fr) minmax(0, 2fr) / minmax(0, 1fr);
    }
    .body.with-side:not(.alone):has(.with-card:not(.peeks)) {
      grid-template: minmax(0, 1fr) minmax(0, 1fr) / minmax(0, 1fr);
    }
    .side {
      border-left: 0;
      border-top: 1px solid var(--line);
    }
    .body.alone .side {
      top: auto;
      bottom: 8px;
      max-height: 40%;
    }
    .side.with-card:has(seesaw-outline) {
      grid-template-rows: minmax(0, 1fr);
    }
    .side.with-card seesaw-outline {
      display: none;
    }
    .top {
      flex-wrap: wrap;
    }
    .top .strip,
    .top:has(.rewrites) .strip,
    .top .rewrites {
      flex: 1 1 100%;
      max-width: 100%;
    }
    /* Of a narrow strip the verdict stands below its pass, not beyond the edge. */
    .strip .stage {
      flex-wrap: wrap;
      align-content: center;
      max-width: 230px;
    }
    .strip .stage + .stage::before {
      display: none;
    }
    .strip .check {
      margin: 0 0 4px var(--s2);
    }
    .top .rewrites {
      border-left: 0;
      border-top: 1px solid var(--line);
    }
    .legend {
      flex-wrap: nowrap;
      overflow-x: auto;
      scrollbar-width: none;
    }
    .legend > * {
      flex: none;
    }
    .key {
      flex-wrap: nowrap;
    }
    .panes {
      grid-auto-flow: row;
      grid-auto-rows: minmax(0, 1fr);
    }
    .pane + .pane {
      border-left: 0;
      border-top: 1px solid var(--line-strong);
    }
    .tools {
      flex-wrap: nowrap;
      overflow-x: auto;
      scrollbar-width: none;
    }
    .tools > * {
      flex: none;
    }
    .find {
      width: 200px;
    }
    .tools button,
    .tools select,
    .tools input {
      height: 32px;
    }
    .tools button.icon {
      width: 32px;
    }
  }
`;
