/** The functions of wasm/bindings.cpp. Only session.js calls them. */
export interface Engine {
  HEAPU8: Uint8Array;
  /**
   * Address of `size` bytes for input 0 (command), 1 (arguments), 2 (payload), 3 (of callbacks); 0 if that is not
   * possible.
   */
  inputBuffer(which: number, size: number): number;
  /** Runs the command in the input buffers. */
  invoke(): boolean;
  /** Address of output 0 (envelope) or 1 (payload), until the next call. */
  outputPointer(which: number): number;
  outputSize(which: number): number;
  releaseBuffers(): void;
  /** The larger module: runs what a callback of a retracing pass asks for in input 3; output 2 is its answer. */
  retraceNext?(): void;
  /**
   * The larger module calls it: runs the callback asked for in output 2, and writes its answer to input 3. 0 if it gave
   * one.
   */
  retraceHost?(): number;
}
