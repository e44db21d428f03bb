/** Where the files of the package are that are no JavaScript: for bundlers that do not move them. */

/** An address, or the compiled module. */
export type Place = string | URL | WebAssembly.Module;

export interface Places {
  /** `seesaw.wasm`, of sessions that are not full. */
  small?: Place;
  /** `seesaw-full.wasm`, of full sessions and of `seesaw/tensor`. */
  full?: Place;
  /** `seesaw/element/worker`, of the element. */
  worker?: string | URL;
}

/** Call it before anything is loaded; `seesaw/tensor` loads when it is imported. What is not given stays as it is. */
export function locate(places: Places): void;
