/** What a pass of one's own may begin as; templates.js has the texts. */

/** @type {{ id: string, title: string }[]} */
export const BEGINNINGS = [
  { id: 'walk', title: 'Walk over nodes' },
  {
    id: 'export_pass',
    title: 'ExportPass',
  },
  {
    id: 'replace_pattern',
    title: 'replace_pattern',
  },
  { id: 'pass_base', title: 'PassBase' },
];
