/** A part of an example: web/tools/examples_plugin.js. */
declare module '*?body' {
  const text: string;
  export default text;
}
