/**
 * Writes what a pass of one's own begins as (web/src/features/python) as files, for record_python_passes.py:
 *
 *   node tests/tools/python_templates.mjs FOLDER/passes
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TEMPLATES } from '../../web/src/features/python/templates.js';

const [, , folder] = process.argv;
if (folder === undefined) throw new Error('give the folder');
mkdirSync(folder, { recursive: true });
for (const { id, source } of TEMPLATES) writeFileSync(join(folder, `${id}.py`), source);
