/**
 * What a bundler for pages finds in place of host.js (package.json, "imports"): Python under Node is no part of a page.
 */
export class PythonHost {
  constructor() {
    throw new Error('passes in Python run under Node');
  }
}
