/**
 * Passes of one's own in Python: begin one, open one in the editor.
 *
 *   await beginOwn(context, 'walk'); await openOwn(context, 1);
 */
/** @typedef {import('../contract.js').Context} Context */

/** The editor is loaded when it is first wanted. @param {Context} context */
async function loaded({ model }) {
  const view = await import('./view.js').catch(() => null);
  if (view === null) model.tell('The editor could not be loaded. Is there a network?');
  return view !== null;
}

/**
 * A step is shown in the editor, below the source.
 * @param {Context} context @param {number} at @param {number} [line]
 */
export async function openOwn(context, at, line) {
  const { model, commands } = context;
  const step = model.doc.pipeline[at];
  if (step === undefined || !(await loaded(context))) return;
  model.python?.open({ at, step });
  model.setView({ pane: 'text', parts: { ...model.view.parts, source: true } });
  await commands.updated();
  const view = /** @type {import('./view.js').PythonPassView | null} */ (
    commands.root.querySelector('seesaw-python-pass')
  );
  await view?.updateComplete;
  view?.show(line);
}

/**
 * One more pass behind the others, as a file has it: it waits for a click, as whatever was not written here.
 * @param {Context} context @param {string} source
 */
export async function addOwn(context, source) {
  const { model } = context;
  const python = await model.ownPasses();
  model.changeSetup({ pipeline: [...model.doc.pipeline, python.step(source.replace(/\r\n?/g, '\n'))] });
  await openOwn(context, model.doc.pipeline.length - 1);
}

/** What was begun here may run. @param {Context} context @param {string} id of beginnings.js */
export async function beginOwn(context, id) {
  const { model } = context;
  const python = await model.ownPasses();
  const { TEMPLATES } = await import('./templates.js');
  const found = TEMPLATES.find((one) => one.id === id);
  if (found === undefined) return;
  python.allow(found.source);
  await addOwn(context, found.source);
}
