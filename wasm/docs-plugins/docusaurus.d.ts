/** Figures in Docusaurus; see docusaurus.js. */
export default function seesaw(): { name: string; getClientModules(): string[] };
/** A plugin of remark. */
export function remarkSeesaw(): (tree: object, file: object) => void;
