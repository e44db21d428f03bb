/**
 * What the page asks the engine and what it answers: the types of the messages between model and workbench.
 *
 * A request is plain data, so that it can go to the worker; a method that the larger module does gives an `Answer`,
 * whose value is null where its diagnostics say why.
 */

/** @typedef {import('../../../wasm/js/index.js').Diagnostic} Diagnostic */
/**
 * How readable text shows strides and devices.
 * @typedef {'given' | 'shapes' | 'strides' | 'devices' | 'all'} Annotations
 */
/**
 * Whether Python source is captured: what cannot be read as a graph, everything, nothing.
 * @typedef {'auto' | 'always' | 'never'} Capture
 */
/** @typedef {'auto' | import('../../../wasm/js/index.js').TorchVersion} Torch */
/** @typedef {'none' | 'module' | 'stack' | 'repeat' | 'grad' | 'source'} GroupBy */
/** @typedef {import('../../../wasm/js/index.js').PassReport} PassReport */
/** @typedef {import('../../../wasm/js/index.js').Format} Format */
/**
 * @typedef {{ step: number, against?: number, pane: string, beside?: string, groupBy?:
 *   GroupBy, collapsed?: string[] }} PictureRequest
 */
/**
 * @typedef {{ key: string, requests: PictureRequest[] }} PicturesWanted `key`: what the page asked them for
 */
/** @typedef {Map<string, import('../../../wasm/js/index.js').Picture>} Laid pictures on the screen, by pane */
/**
 * @typedef {{ text: string, passes: import('../../../wasm/js/index.js').PassRequest[], ambientGrad: boolean, torch?:
 *   Torch, capture?:
 *   Capture, pictures?: PicturesWanted | null, laid?: Laid, show?: ShowRequest | null, serial?: number,
 *   fresh?: boolean, alone?: boolean, python?: import('./python/own.js').Made[], traced?:
 *   import('./python/own.js').Traced | null }} EvaluateRequest `python`: what Python has made of programs; `traced`:
 *   what CPython captured of this text; `alone`: nothing else is asked soon; `fresh`: nothing stays
 *   where it was on the screen; `pictures`, `show`: what a
 *   screen shows of the result, made in the same turn; `laid`: what it shows already, laid out elsewhere: the next
 *   pictures are anchored to it; `serial`: larger for those that are asked for later
 */
/** @typedef {{ step: number, against?: number, format: string, annotations: Annotations }} ShowRequest */
/**
 * @typedef {EvaluateRequest & ShowRequest & { torch: import('../../../wasm/js/index.js').TorchVersion }}
 *   OtherVersionRequest what was evaluated, with another PyTorch; `against` is not set
 */
/**
 * @typedef {{ text: string, before: string | null, changes: number[], places: number, diagnostics: Diagnostic[] }}
 *   ShowAnswer `changes` and `places` are those of `diff`
 */
/**
 * @typedef {object} EvaluateAnswer
 * @property {boolean} ok there is a new result
 * @property {Diagnostic[]} diagnostics of the text
 * @property {Diagnostic[]} failures of the run: no place in the text
 * @property {number} suppressed diagnostics that are left out
 * @property {PassReport[]} reports where a pass failed, those up to it
 * @property {number} nodes
 * @property {number} graphs
 * @property {number} milliseconds
 * @property {boolean} captured the input is not the text's own graph: it was captured from Python source
 * @property {boolean} ambientGrad grad mode of the passes: off, too, where the captured file switches it off
 * @property {{ torch: string, chosen?: boolean } | null} dialect the PyTorch that the text is of; null: not known
 * @property {{ id: string, newer: boolean, line: number }[]} why what in the text decided it
 * @property {boolean} undecided there is no result, but the full module may give one
 * @property {import('./python/own.js').Wanted} [wanted] there is no result before Python has run this
 * @property {{ key: string, answers: Answer<import('../../../wasm/js/index.js').Picture>[] }} [pictures] those that
 *   were
 *   asked for
 * @property {{ request: ShowRequest, answer: ShowAnswer }} [shown] the text that was asked for
 */
/**
 * What the core says that a program takes.
 * @typedef {{ name: string, kind: 'input' | 'parameter' | 'buffer' | 'constant' | 'attribute', target?: string, dtype?:
 *   string, shape?: (number | string)[], known?: boolean, declared?: boolean, frozen?: boolean }} InputWanted
 *   `declared`:
 *   the source gives it a value; `frozen`: a parameter whose requires_grad the source took away
 */
/**
 * What a method of the full module answers; `value` is null where diagnostics say why.
 * @template T
 * @typedef {{ value: T | null, diagnostics: Diagnostic[] }} Answer
 */

export {};
