/**
 * Text in and out of the page: files that are opened, dropped or saved, and the clipboard.
 *
 *   const text = await textOf(file, textOfModel);    // throws an Error that says what is wrong with it
 *   save('result.py', text);
 *   await copy(text);                                // false if the browser refuses
 */

import { LIMITS } from '../../../wasm/js/limits.js';

/** Larger files are refused: the editor would not bear them. */
const MAX_LENGTH = LIMITS.text.most;

/** Whether these are the first bytes of a ZIP archive. @param {Uint8Array} bytes */
const isZip = (bytes) => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] < 6;

/**
 * The text of a file, or of the program in a saved model.
 * @param {Blob & { name?: string }} file
 * @param {(file: Blob) => Promise<string>} textOfModel reads a saved model, on another thread than the page's
 * @returns {Promise<string>}
 */
export async function textOf(file, textOfModel) {
  const name = file.name ?? 'the file';
  if (isZip(new Uint8Array(await file.slice(0, 4).arrayBuffer()))) {
    return textOfModel(file).catch((error) => {
      throw new Error(`${name}: ${error.message}`);
    });
  }
  if (file.size > MAX_LENGTH)
    throw new Error(`${name} is too large: ${Math.round(file.size / 1e6)} MB, at most ${MAX_LENGTH / 1e6} MB`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes.subarray(0, 4096).includes(0))
    throw new Error(`${name} is not a text: open what PyTorch printed, or what torch.export.save wrote`);
  return new TextDecoder().decode(bytes).replace(/^\uFEFF/, '');
}

/** Asks for a file. @returns {Promise<File | null>} null if none was chosen */
export function choose() {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.hidden = true;
    input.accept = '.py,.txt,.log,.json,.pt2,.zip,.gz,.html,.svg,text/*';
    const answer = () => {
      input.remove();
      resolve(input.files?.[0] ?? null);
    };
    input.addEventListener('change', answer);
    input.addEventListener('cancel', answer);
    // An element that nobody holds may be gone before the answer.
    document.body.append(input);
    input.click();
  });
}

/** @param {string} name @param {string | Blob} content @param {string} [type] */
export function save(name, content, type = 'text/plain') {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** @param {string} text @returns {Promise<boolean>} */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(text);
  }
}

/** Where the page is no secure context there is no clipboard but this. @param {string} text */
function copyByCommand(text) {
  const area = document.createElement('textarea');
  area.value = text;
  area.setAttribute('aria-hidden', 'true');
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  return done;
}

/** @param {{ name: string, ending: string } | undefined} form @param {number} step */
export const fileName = (form, step) =>
  [step === 0 ? 'input' : `after-${step}`, form && form.name !== 'readable' ? form.name : [], form?.ending ?? 'py']
    .flat()
    .join('.')
    .replace(/(\w+)\.\1$/, '$1');
