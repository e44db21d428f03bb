/**
 * Where Python's files are, from the page's folder, and how many bytes of them are counted while they load. The build
 * says it (web/tools/python_plugin.js); null where there are none.
 *
 * @type {{ folder: string, bytes: number } | null}
 */
export const PYTHON = null;
