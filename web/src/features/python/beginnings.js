/** What a pass of one's own may begin as; templates.js has the texts. */

/** @type {{ id: string, title: string, summary: string }[]} */
export const BEGINNINGS = [
  { id: 'walk', title: 'Walk over nodes', summary: 'A function that looks at each node and changes what it finds' },
  {
    id: 'export_pass',
    title: 'ExportPass',
    summary: 'A class that says what becomes of each operator; shapes are computed again',
  },
  {
    id: 'replace_pattern',
    title: 'replace_pattern',
    summary: 'Two functions: what is looked for, and what stands there afterwards',
  },
  { id: 'pass_base', title: 'PassBase', summary: 'A class with call(), which says whether it has changed something' },
];
