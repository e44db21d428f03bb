/** Figures in VitePress; see vitepress.js. A plugin of markdown-it. */
export function seesaw(md: object): void;
