/** What stands in the page itself of the passes of one's own. */
import { css } from 'lit';

export const refusedStyles = css`
  seesaw-python-pass {
    flex: 1.3 1 0;
    min-height: 240px;
    border-top: 1px solid var(--line-strong);
  }
  .own-refused {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s1) var(--s2);
  }
  .own-refused span {
    flex: 1 1 220px;
  }
`;
