// Names of PyTorch's modules for hasattr(), from the record of both versions.
//
// What: core/engine/capture/torch/torch_namespaces.inc: --write writes it, --check fails if it is out of date.
// Why: a model asks hasattr(torch, "npu") and goes on by the answer, so the table has to know each name of a module.
//
//   node wasm/torch_namespaces.mjs --write
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const HEAD =
  '// Names that modules have in both versions of PyTorch, in 2.6 only, and in 2.14 only; and modules in their\n' +
  '// folders, whose names an import adds. Made by wasm/torch_namespaces.mjs from tests/data/torch_namespaces.json.\n';
const WIDTH = 112;

/** A C++ string of words, folded. @param {string[]} words */
function literal(words) {
  const lines = [''];
  words.forEach((word, at) => {
    const next = at + 1 < words.length ? `${word} ` : word;
    if (lines[lines.length - 1].length + next.length > WIDTH) lines.push('');
    lines[lines.length - 1] += next;
  });
  return lines.map((line) => `\n     "${line}"`).join('');
}

/** @returns {string} */
export function torchNamespaces() {
  const record = JSON.parse(readFileSync(new URL('../tests/data/torch_namespaces.json', import.meta.url), 'utf8'));
  const { importable: before, ...modules } = record['2.6'];
  const { importable: since } = record['2.14'];
  const rows = Object.keys(modules).map((module) => {
    const versions = ['2.6', '2.14'].map((version) => record[version][module].split(' '));
    const both = versions[0].filter((/** @type {string} */ name) => versions[1].includes(name));
    const only = versions.map((names) => names.filter((/** @type {string} */ name) => !both.includes(name)));
    const submodules = [before, since].flatMap((names) => names[module]?.split(' ') ?? []);
    const importable = [...new Set(submodules)].sort().filter((name) => !both.includes(name));
    return `    {"${module}",${[both, ...only, importable].map(literal).join(',')}},\n`;
  });
  return HEAD + rows.join('');
}

const FILE = fileURLToPath(new URL('../core/engine/capture/torch/torch_namespaces.inc', import.meta.url));
if (process.argv[2] === '--write') writeFileSync(FILE, torchNamespaces());
else if (readFileSync(FILE, 'utf8') !== torchNamespaces()) {
  console.error(
    'core/engine/capture/torch/torch_namespaces.inc is out of date: node wasm/torch_namespaces.mjs --write',
  );
  process.exitCode = 1;
}
