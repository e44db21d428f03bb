/** A part of an example: web/tools/examples_plugin.js. */
declare module '*?words' {
  const words: { look: string; try: string };
  export default words;
}
declare module '*?body' {
  const text: string;
  export default text;
}

/** Where Python's files are, from the page's folder: web/tools/python_plugin.js. */
declare module 'virtual:seesaw-python' {
  export const PYTHON: { folder: string; bytes: number } | null;
}
