/**
 * Saved models in the page: a `.pt2` file becomes the text that PyTorch prints of it.
 *
 *   const text = await textOfModel(file);       // str(ExportedProgram)
 *
 * Loaded by the engine when the first such file is opened: it brings the larger of the two modules with it. Of the file
 * only the program is read, however large its weights are.
 */
import { Archive } from '../../../wasm/js/archive/index.js';
import { Session } from '../../../wasm/js/session.js';

/** @param {Blob} file @returns {Promise<string>} */
export async function textOfModel(file) {
  const archive = await Archive.open(file);
  const json = await archive.program(archive.models[0]);
  const session = await Session.create({ archives: true });
  return session.print(session.openArchive(json).handle, { format: 'program' });
}
