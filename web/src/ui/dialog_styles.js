/** What every dialog of the page looks like. */
import { css } from 'lit';

export const dialogStyles = css`
  dialog {
    width: min(760px, calc(100% - 24px));
    max-height: calc(100% - 32px);
    padding: 0;
    border: 1px solid var(--line-strong);
    border-radius: 6px;
    background: var(--surface);
    color: var(--text);
    font: 13px/1.45 var(--sans);
    overflow: auto;
  }
  dialog[data-dialog='help'] {
    width: min(960px, calc(100% - 24px));
  }
  dialog[data-dialog='examples'] {
    width: min(1080px, calc(100% - 24px));
  }
  dialog[data-dialog='palette'] {
    margin-top: 10vh;
    width: min(620px, calc(100% - 24px));
    overflow: hidden;
  }
  dialog::backdrop {
    background: rgb(10 14 20 / 45%);
  }
  .dialog-head {
    position: sticky;
    top: 0;
    z-index: 1;
    display: flex;
    align-items: center;
    justify-content: space-between;
    padding: var(--s2) var(--s3);
    border-bottom: 1px solid var(--line);
    background: var(--surface);
  }
  dialog h2 {
    font-size: 14px;
    color: var(--text);
  }
  dialog[data-dialog='palette'] .dialog-head {
    display: none;
  }
`;
