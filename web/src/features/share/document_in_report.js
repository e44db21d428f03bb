/**
 * The document that a report (report.js) carries. A module of its own: the page reads one when a file is opened, and
 * writes one only when somebody asks for it.
 *
 *   documentInReport(html);                        // the JSON, or null
 */

/** What stands before the document's JSON. */
export const OPENING = '<script type="application/json" id="seesaw-document">';

/** The document in such a file, as JSON; null if there is none. @param {string} html @returns {string | null} */
export function documentInReport(html) {
  const at = html.lastIndexOf(OPENING);
  if (at < 0) return null;
  const end = html.indexOf('</script>', at);
  return end < 0 ? null : html.slice(at + OPENING.length, end);
}
