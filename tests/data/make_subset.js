/**
 * Cuts tests/data/corpus out of the full recordings of PyTorch, in the same format.
 *
 *   node tests/data/make_subset.js CORPUS_DIR
 *
 * Whole cases of each category and tier, every small unit file, every n-th row of the large ones. Rows are copied as
 * text: reading and writing JSON would change `1.0` and large integers.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const CASES = [
  'a_adjacent',
  'a_autocast_in_nograd',
  'a_cond',
  'a_empty',
  'a_cond_region_then_autocast',
  'a_multi_out',
  'c_cond_in_region',
  'c_cond_nested_then_region',
  'c_map_and_cond',
  'c_map_two_xs',
  'c_scan',
  'd_batch',
  'd_int_input_dynamic',
  'd_nonzero',
  'd_repeat_sym',
  'd_split_dynamic',
  'd_sym_output',
  'h_buffer_mutation',
  'h_collide_keywords',
  'h_custom_mut_op',
  'h_grad_mode_query',
  'h_identity_region',
  'h_nested_flow',
  'h_preserve_sig',
  'h_ret_and_used',
  'h_whole',
  'm_mlp_3',
  'm_resnet_2',
  'r_004',
  'r_008',
  'r_016',
  'r_042',
];

/** Every n-th row of the unit files too large to keep whole. */
export const EVERY = { set_grad_fuzz: 6, graph_scripts: 4, autocast_fuzz: 4, split_module: 4, split_inline: 3 };

/** The elements of a JSON array, as text. @param {string} text @returns {string[]} */
export function rows(text) {
  const out = [];
  let depth = 0;
  let start = -1;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (quoted) {
      if (c === '\\') i++;
      else if (c === '"') quoted = false;
    } else if (c === '"') quoted = true;
    else if (c === '[' || c === '{') {
      if (++depth === 1) start = i + 1;
    } else if (c === ',' && depth === 1) {
      out.push(text.slice(start, i).trim());
      start = i + 1;
    } else if ((c === ']' || c === '}') && --depth === 0) out.push(text.slice(start, i).trim());
  }
  return out;
}

/** @param {string} from @param {string} to */
function makeSubset(from, to) {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(join(to, 'unit'), { recursive: true });
  for (const id of CASES) {
    mkdirSync(join(to, 'cases', id), { recursive: true });
    for (const file of ['case.json', `${id}.pt2`, `${id}.decomposed.pt2`]) {
      const path = join('cases', id, file);
      if (existsSync(join(from, path))) copyFileSync(join(from, path), join(to, path));
    }
  }
  for (const file of readdirSync(join(from, 'unit')).sort()) {
    const every = EVERY[/** @type {keyof typeof EVERY} */ (file.replace(/\.json$/, ''))];
    if (every === undefined) {
      writeFileSync(join(to, 'unit', file), readFileSync(join(from, 'unit', file)));
      continue;
    }
    // split_module and its kind come in pairs: take two neighbours each time.
    const kept = rows(readFileSync(join(from, 'unit', file), 'utf8')).filter((_, i) => Math.floor(i / 2) % every === 0);
    writeFileSync(join(to, 'unit', file), `[\n${kept.join(',\n')}\n]\n`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv[2] === undefined) {
    process.stderr.write('usage: node tests/data/make_subset.js CORPUS_DIR\n');
    process.exitCode = 2;
  } else makeSubset(process.argv[2], fileURLToPath(new URL('./corpus', import.meta.url)));
}
