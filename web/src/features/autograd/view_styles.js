/** Styles of the autograd view and its gallery. */
import { css } from 'lit';

export const autogradStyles = css`
  :host {
    display: block;
    flex: 1;
    min-height: 0;
    overflow: auto;
    container: autograd / inline-size;
  }
  .columns {
    display: grid;
    grid-template-columns: minmax(0, 1.2fr) minmax(0, 1fr);
    min-height: 100%;
  }
  .column {
    min-width: 0;
  }
  .column + .column {
    border-left: 1px solid var(--line);
    min-height: 100%;
  }
  section {
    padding: var(--s3);
    border-bottom: 1px solid var(--line);
  }
  header,
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s2);
  }
  header {
    margin-bottom: var(--s2);
    min-height: 22px;
    font-size: 12px;
  }
  h2,
  h3,
  h4 {
    margin: 0;
    font-size: 13px;
    font-weight: 600;
    color: var(--text);
  }
  h4 {
    margin-top: var(--s2);
    font-size: 12px;
    color: var(--muted);
  }
  p {
    margin: var(--s1) 0;
    max-width: 76ch;
  }
  .small {
    font-size: 11px;
  }
  .waiting {
    padding: var(--s3);
  }
  .scroll-x {
    overflow-x: auto;
    container-type: inline-size;
  }
  table {
    width: 100%;
    border-spacing: 0; /* cells that stay in sight keep their lines: no collapsed borders */
    font-size: 12px;
  }
  th,
  td {
    padding: 3px var(--s2) 3px 0;
    text-align: left;
    font-weight: normal;
    vertical-align: middle;
    white-space: nowrap;
  }
  thead th {
    color: var(--muted);
    font-size: 11px;
  }
  tbody th,
  tbody td {
    border-top: 1px solid var(--line);
  }
  th:first-child {
    position: sticky;
    left: 0;
    z-index: 1;
    background: var(--surface);
  }
  tr.details td {
    border-top: 0;
    white-space: normal;
    padding: 0 0 var(--s2) var(--s3);
  }
  tr.details td > div {
    position: sticky;
    left: 0;
    width: calc(100cqi - var(--s3));
  }
  tr.details pre {
    margin: 0;
    max-height: 200px;
    overflow: auto;
    white-space: pre;
  }
  tr.no-grad > * {
    background: var(--surface-2);
    background-image: repeating-linear-gradient(135deg, transparent 0 5px, light-dark(#dfe3ea, #2b3038) 5px 6px);
  }
  tr.no-grad > th:first-child {
    box-shadow: inset 3px 0 var(--warn);
    padding-left: var(--s2);
  }
  tr.looked > th {
    outline: 1px solid var(--accent);
    outline-offset: -1px;
  }
  td.arrived {
    font-weight: 600;
  }
  tr.hot > * {
    background: var(--accent-soft);
  }
  tr.hot > th:first-child {
    box-shadow: inset 3px 0 var(--accent);
    padding-left: var(--s2);
  }
  .region {
    display: block;
    color: var(--warn);
    font-size: 11px;
  }
  button.name,
  button.link {
    height: 22px;
    padding: 0 4px;
    margin-left: -4px;
    color: var(--text);
  }
  button.link {
    text-decoration: underline;
    text-underline-offset: 2px;
  }
  .kind,
  .hook {
    display: inline-flex;
    align-items: center;
    padding: 0 6px;
    border-radius: 9px;
    background: var(--surface-2);
    border: 1px solid var(--line);
    font: 11px/16px var(--sans);
    color: var(--muted);
  }
  .hook {
    background: var(--accent-soft);
    border-color: var(--accent);
    color: var(--accent);
  }
  .hook.bad {
    background: var(--error-soft);
    border-color: var(--error);
    color: var(--error);
  }
  .hook button {
    height: 16px;
    min-width: 18px;
    padding: 0 2px;
    margin-right: -4px;
    color: inherit;
    line-height: 1;
  }
  .inputs label {
    display: inline-flex;
    align-items: center;
    gap: var(--s1);
    font-size: 12px;
  }
  .narrow {
    width: 1%;
  }
  input:not([type='checkbox'], [type='range']) {
    height: 24px;
    padding: 0 6px;
    border: 1px solid var(--line-strong);
    border-radius: var(--radius);
    background: var(--surface);
    font-size: 12px;
  }
  table select,
  form select {
    height: 24px;
    padding: 0 4px;
    font-size: 12px;
    max-width: 100%;
  }
  input.number {
    width: 64px;
  }
  input.type {
    width: 104px;
  }
  /* As long as its text, where the browser can do that. */
  @supports (field-sizing: content) {
    input.type {
      field-sizing: content;
      width: auto;
      min-width: 84px;
      max-width: 180px;
    }
  }
  input.literal {
    width: 100%;
    min-width: 120px;
  }
  input[type='range'] {
    accent-color: var(--accent);
    flex: 1;
    min-width: 80px;
    height: 24px;
  }
  input[aria-invalid='true'],
  textarea[aria-invalid='true'] {
    border-color: var(--error) !important;
  }
  .range,
  .source {
    display: flex;
    flex: 1;
    align-items: center;
    gap: var(--s1);
  }
  td.values {
    width: 100%;
    min-width: 210px;
    max-width: 0;
  }
  .source .value {
    overflow: hidden;
    min-width: 0;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .range input.number {
    width: 46px;
  }
  .range output,
  .stepper output {
    min-width: 42px;
    font-variant-numeric: tabular-nums;
    font-size: 12px;
  }
  .mistake,
  .bad {
    color: var(--error);
  }
  .mistake {
    display: block;
    white-space: normal;
    font-size: 12px;
  }
  .good {
    color: var(--good);
  }
  .card {
    margin: var(--s2) 0;
    padding: var(--s2) var(--s3);
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--surface);
  }
  .card h3 {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s1);
  }
  .formula {
    margin: var(--s2) 0 var(--s1);
    padding: var(--s2);
    background: var(--surface-2);
    border-radius: var(--radius);
    overflow-wrap: anywhere;
  }
  dl {
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr);
    gap: 2px var(--s2);
    margin: var(--s1) 0;
    font-size: 12px;
  }
  dt {
    grid-column: 1;
    color: var(--muted);
  }
  dd {
    grid-column: 2;
    margin: 0;
    overflow-wrap: anywhere;
  }
  .to {
    color: var(--muted);
  }
  .picture {
    overflow: auto;
    max-height: 340px;
    padding: var(--s1);
  }
  svg {
    display: block;
    margin: 0 auto;
  }
  .edge {
    fill: none;
    stroke: var(--line-strong);
  }
  .box rect {
    fill: var(--surface-2);
    stroke: var(--line-strong);
  }
  .box text {
    fill: var(--text);
    font: 11px var(--mono);
    text-anchor: middle;
  }
  .box.leaf rect {
    fill: var(--good-soft);
    stroke: var(--good);
  }
  .box.hot rect {
    fill: var(--accent-soft);
    stroke: var(--accent);
    stroke-width: 2;
  }
  .stop {
    fill: var(--surface-2);
    stroke: var(--line-strong);
  }
  .diamond {
    fill: var(--accent-soft);
    stroke: var(--accent);
  }
  .stop.hot {
    fill: var(--accent);
  }
  ol.moments {
    max-height: 180px;
    overflow: auto;
    margin: var(--s1) 0 0;
    padding-left: 28px;
    font-size: 12px;
  }
  ol.moments {
    color: var(--muted);
  }
  ol.moments .call {
    color: var(--accent);
  }
  ol.moments .hot {
    background: var(--accent-soft);
    color: var(--text);
  }
  ul.plain {
    list-style: none;
    margin: var(--s2) 0 0;
    padding: 0;
    font-size: 12px;
  }
  .bytes {
    text-align: right;
  }
  progress {
    width: 100%;
    accent-color: var(--accent);
  }
  details summary {
    cursor: pointer;
    margin: var(--s2) 0 var(--s1);
    font-size: 12px;
    color: var(--muted);
  }
  .problems {
    margin: 0;
    background: var(--error-soft);
    border-bottom: 1px solid var(--line);
  }
  .problems .guess {
    margin: 0;
    padding: var(--s2) var(--s3);
    font-size: 12px;
  }
  .more {
    margin-top: var(--s2);
  }
  /* Gradients stay on the screen: long names and values take lines. */
  @container autograd (max-width: 520px) {
    .nodes th:first-child {
      max-width: 40cqi;
      white-space: normal;
      overflow-wrap: anywhere;
    }
    .nodes button.name {
      height: auto;
      min-height: 22px;
      white-space: normal;
      text-align: left;
      overflow-wrap: anywhere;
    }
    .nodes td.value {
      white-space: normal;
    }
  }
  @container autograd (max-width: 760px) {
    .columns {
      grid-template-columns: minmax(0, 1fr);
      min-height: 0;
    }
    .column + .column {
      border-left: 0;
    }
    .source {
      flex-wrap: wrap;
    }
    .source .value,
    td.type,
    th.type {
      display: none;
    }
    input.type {
      max-width: 140px;
    }
  }
`;
