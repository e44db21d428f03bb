/**
 * Running a recorded scalar graph again, without recording.
 *
 * What: `compileTape(root, inputs)` takes the graph behind `root` as it was recorded; `tape.replay(values)` computes
 * its value and the gradients of the inputs for other values.
 * Why: a loop over the same graph need not make tensors. The numbers are those that recording again would give, bit for
 * bit.
 *
 *   const x = tensor(2, { requiresGrad: true });
 *   const tape = compileTape(x.mul(x), [x]);
 *   tape.replay([3])           // 9
 *   tape.gradients             // Float64Array [6]
 *
 * Only float64 tensors without dimensions; hooks would not run, so a graph whose nodes somebody has looked at is
 * refused.
 */
import { check, native, scratch, TorchError } from './core.js';
import { isList } from './lists.js';
import { typeName } from './names.js';
import { Tensor } from './tensor.js';

export class CompiledTape {
  #handle;

  /** @param {number} handle @param {number} inputs */
  constructor(handle, inputs) {
    this.#handle = handle;
    /** Of the inputs, from the last replay. */
    this.gradients = new Float64Array(inputs);
    forgotten.register(this, handle, this);
  }

  /** @param {ArrayLike<number>} inputs a value for each input @returns {number} the value of the root */
  replay(inputs) {
    const length = inputs?.length;
    const refused = (/** @type {string} */ more) =>
      new TypeError(`replay(): argument 'inputs' must be a list of numbers, one for each input of the tape${more}`);
    if (!Number.isInteger(length)) throw refused('');
    // Counted before they are read: whatever says that it has a billion items is no reason to read them.
    const wanted = this.gradients.length;
    if (this.#handle !== 0 && length !== wanted)
      throw new TorchError('RuntimeError', `this replay takes ${wanted} values, got ${length}`, 'autograd');
    const values = Array.from({ length: wanted }, (_, i) => inputs[i]);
    const wrong = values.findIndex((value) => typeof value !== 'number');
    if (wrong >= 0) throw refused(`, not one with ${typeName(values[wrong])} at ${wrong}`);
    scratch(wanted + 1).set(values);
    const count = check(native._st_replay(this.#handle, wanted));
    const out = scratch(count + 1);
    this.gradients.set(out.subarray(1, count + 1));
    return out[0];
  }

  dispose() {
    if (this.#handle === 0) return;
    forgotten.unregister(this);
    native._st_release_tape(this.#handle);
    this.#handle = 0;
  }
}
if (typeof Symbol.dispose === 'symbol') {
  Object.defineProperty(CompiledTape.prototype, Symbol.dispose, {
    value: CompiledTape.prototype.dispose,
    writable: true,
    configurable: true,
  });
}
const forgotten = new FinalizationRegistry((/** @type {number} */ handle) => {
  native._st_release_tape(handle);
});

/** @param {Tensor} root @param {readonly Tensor[]} inputs leaves @returns {CompiledTape} */
export function compileTape(root, inputs) {
  if (!(root instanceof Tensor))
    throw new TypeError(`compileTape(): argument 'root' (position 1) must be Tensor, not ${typeName(root)}`);
  if (!isList(inputs) || !inputs.every((input) => input instanceof Tensor))
    throw new TypeError("compileTape(): argument 'inputs' (position 2) must be a list of tensors");
  const buffer = scratch(1 + inputs.length);
  buffer[0] = inputs.length;
  inputs.forEach((input, i) => {
    buffer[1 + i] = input.handle;
  });
  return new CompiledTape(check(native._st_compile(root.handle)), inputs.length);
}
