/** Writes the types of Emscripten's glue beside it: `tsc` would otherwise check generated code. */
import { mkdirSync, writeFileSync } from 'node:fs';

const dist = new URL('../../wasm/dist/', import.meta.url);
mkdirSync(dist, { recursive: true });
const types = `import type { Engine } from '../js/engine-types.js';
type Imports = WebAssembly.Imports;
declare function create(options: {
  instantiateWasm?(
    imports: Imports,
    done: (instance: WebAssembly.Instance, compiled: WebAssembly.Module) => void,
  ): object;
  print?(text: string): void;
  printErr?(text: string): void;
}): Promise<Engine>;
export default create;
`;
for (const name of ['seesaw.d.mts', 'seesaw-full.d.mts']) writeFileSync(new URL(name, dist), types);
