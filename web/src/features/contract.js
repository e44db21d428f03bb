/**
 * What a feature of the page is, and what it may use: the types that `app` and the features share.
 *
 * A feature exports records: actions, a panel, dialogs. Its functions get a `Context`: the model, which is the state,
 * and the commands, which are what the page does with its screen. It imports nothing from `app` and nothing from
 * another feature.
 */

/** @typedef {import('../model/model.js').Model} Model */
/** @typedef {{ model: Model, commands: Commands }} Context */
/** @typedef {'help' | 'examples' | 'documents' | 'share' | 'palette'} DialogId */
/**
 * What puts another document in place of this one.
 * @typedef {object} OpenCommands
 * @property {(text: string) => void} text
 * @property {(doc: import('../model/document.js').Document) => void} document
 * @property {(id: string) => Promise<void>} example
 * @property {(file: Blob & { name?: string }) => Promise<void>} file
 * @property {(text: string) => Promise<void>} pasted
 * @property {(files: { name: string, blob: Blob }[], folder: boolean) => Promise<void>} files
 * @property {() => Promise<void>} chosenFile
 * @property {(id: string) => Promise<void>} kept
 * @property {(id: string, time: number) => Promise<void>} version
 */
/**
 * What the page does with its screen.
 * @typedef {object} Commands
 * @property {OpenCommands} open
 * @property {ParentNode & Node} root where the page's elements are
 * @property {Element | null} focused the element of the page that has the focus
 * @property {() => Promise<unknown>} updated once what the model says is on the screen
 * @property {(id: string) => Action | undefined} action the one with this id
 * @property {() => Action[]} availableActions
 * @property {() => [string, Action[]][]} actionGroups those with keys, as help lists them
 * @property {(id: DialogId, argument?: string) => Promise<void>} openDialog
 * @property {() => void} closeDialog
 * @property {(place: string | null) => void} openReference such as 'pass/cse_pass'; '' the contents; null closes it
 * @property {() => Promise<void>} startTour
 * @property {(kind: string, edge?: any) => Promise<void>} openEdit the dialog of one edit
 * @property {(line: number, column?: number, endLine?: number) => Promise<void>} goTo
 * @property {(entry: import('../../../wasm/js/index.js').WhyEntry) => Promise<void>} pickReason
 * @property {(direction: 1 | -1) => void} nextChange
 * @property {(direction: 1 | -1) => Promise<void>} nextPart
 * @property {() => void} undo
 * @property {() => void} redo
 * @property {() => Promise<void>} copyResult
 * @property {() => Promise<void>} saveResult
 */
/**
 * @typedef {object} Dialog
 * @property {string} title
 * @property {() => Promise<{ content: (context: Context, argument?: string) => unknown }>} load what is in it
 */
/**
 * @typedef {object} Feature
 * @property {string} id
 * @property {number} order among the features: of their tabs, and of their keys in help
 * @property {Action[]} actions
 * @property {Panel} [panel]
 * @property {Partial<Record<DialogId, Dialog>>} [dialogs]
 * @property {import('lit').CSSResult[]} [styles] of its templates that stand in the page itself
 * @property {(() => Promise<unknown>)[]} [later] what else it loads when it is needed: fetched ahead while the page
 *   idles
 */
/** `wide`: it takes more than the source. @typedef {{ source?: boolean, passes?: boolean, wide?: boolean }} Room */
/**
 * A view of the result: a tab of the page.
 * @typedef {object} Panel
 * @property {string} id
 * @property {string} title
 * @property {(context: Context) => unknown} content
 * @property {(context: Context) => unknown} [head] beside the tabs
 * @property {(context: Context) => unknown} [tools] below the tabs
 * @property {(model: Model) => Room} [room] which other parts of the page stand beside it, unless somebody chose
 * @property {boolean} [withoutText] it does not show the program's text
 * @property {boolean} [withPictures] it shows pictures of the graph
 */
/**
 * @typedef {object} Button
 * @property {(context: Context) => unknown} text what stands on it
 * @property {(context: Context) => string} [label] what a screen reader says, where the text is a sign
 * @property {(context: Context) => string} [hint] in place of the action's title
 * @property {'last'} [place] behind the others
 * @property {true} [wide] only where there is room; elsewhere the palette has it
 */
/**
 * @typedef {object} Action
 * @property {string} id
 * @property {string} title
 * @property {string} group the heading that help lists it under
 * @property {string[]} [keys]
 * @property {boolean} [typing] its keys also work while somebody types into a field, but for those that are text there
 * @property {(context: Context) => boolean} [near] its keys work only where this holds: for keys without Ctrl
 * @property {(context: Context) => boolean} [when] it makes sense now; default: always
 * @property {(context: Context) => boolean} [able] it can do something now: a disabled button otherwise
 * @property {(context: Context) => unknown} [run]
 * @property {Button} [button]
 */

export {};
