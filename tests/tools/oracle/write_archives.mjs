/**
 * Writes archives for check_archives.py: each that is found, as it is and after passes.
 *
 *   node tests/tools/oracle/write_archives.mjs OUT_FOLDER FOLDER...        # then: python3 check_archives.py OUT_FOLDER
 *
 * OUT_FOLDER gains NUMBER.pt2, NUMBER.original.pt2 and manifest.json: what each is, and the text of the graph that
 * Seesaw reads from what it wrote.
 */
import { copyFileSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Archive, Session } from '../../../wasm/js/index.js';

const [out, ...folders] = process.argv.slice(2);
const session = await Session.create({ archives: true });
// What unlift_module makes is no exported program, and is not saved as one.
const names = session
  .describe()
  .passes.map((pass) => pass.name)
  .filter((name) => name !== 'unlift_module');
const RENAME = 'renamed by an edit';
/** A pass alone; new nodes of replace_pattern get their values from shape_prop. @param {string} name */
const alone = (name) => (name === 'replace_pattern' ? [name, 'shape_prop'] : [name]);
const pipelines = [[], ...names.map(alone), names.flatMap(alone), [RENAME]];
/**
 * What replace_pattern looks for: the last call in the graph whose arguments are all values, with a copy behind it as
 * the replacement; in a graph that has none, a call that occurs nowhere. @param {string} text the graph
 */
function patternOf(text) {
  const call_function = /num_users=[1-9]\d*\] = call_function\[target=(torch\.ops\.aten\.\w+\.\w+)\]/;
  const of_nodes = /\(args = \(((?:%\w+(?:, )?)+),?\), kwargs = \{\}\)/;
  const calls = [...text.matchAll(new RegExp(call_function.source + of_nodes.source, 'g'))];
  const [, target, list] = calls.at(-1) ?? ['', 'torch.ops.aten.atan2.default', '%a, %b'];
  const names = [...new Set(list.match(/%\w+/g))].map((name) => name.slice(1)).join(', ');
  const call = `${target}(${list.replaceAll('%', '')})`;
  return { pattern: `lambda ${names}: ${call}`, replacement: `lambda ${names}: torch.ops.aten.clone.default(${call})` };
}
const files = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.pt2'))
    .map((name) => join(folder, name)),
);
/** The program with other names for all values but inputs and outputs. @param {string} json */
function renamed(json) {
  const { handle } = session.openArchive(json);
  const text = session.print(handle, { format: 'graph' });
  const kept = new Set(/return (.*)$/.exec(text.trimEnd())?.[1].match(/\w+/g));
  const computed = new Set(
    [...text.matchAll(/^ {4}%(\w+) : .* = call_function\[/gm)]
      .map((match) => match[1])
      .filter((name) => !kept.has(name)),
  );
  const nodes = /** @type {{ id: number, name: string }[]} */ (session.edit(handle, [{ do: 'nodes' }]).steps[0].value);
  session.edit(
    handle,
    nodes.filter(({ name }) => computed.has(name)).map(({ id }) => ({ do: 'rename', node: id, name: `renamed_${id}` })),
  );
  return handle;
}

/** @type {object[]} */
const manifest = [];
for (const [number, file] of files.sort().entries()) {
  copyFileSync(file, join(out, `${number}.original.pt2`));
  const archive = await Archive.open(readFileSync(file));
  const json = await archive.program();
  const { handle } = session.openArchive(json);
  for (const passes of pipelines) {
    const result =
      passes.length === 0
        ? { handle, succeeded: true, reports: [] }
        : passes[0] === RENAME
          ? { handle: renamed(json), succeeded: true, reports: [{ pass: RENAME, changed: true }] }
          : session.run(
              handle,
              passes.map((name) =>
                name === 'replace_pattern'
                  ? { name, options: patternOf(session.print(handle, { format: 'graph' })) }
                  : name,
              ),
            );
    const row = {
      file: basename(file),
      original: `${number}.original.pt2`,
      passes,
      succeeded: result.succeeded,
      error: result.succeeded ? undefined : result.reports.flatMap((report) => report.diagnostics ?? [])[0]?.message,
      changed: result.reports.filter((report) => report.changed).map((report) => report.pass),
    };
    manifest.push(row);
    // What no pass changed is written once.
    if (!result.succeeded || (passes.length > 0 && row.changed.length === 0)) continue;
    const written = session.writeArchive(result.handle, json);
    const name = `${number}.${passes.length > 2 ? 'all' : (passes[0] ?? 'as it is').replaceAll(' ', '_')}.pt2`;
    writeFileSync(join(out, name), Buffer.from(await (await archive.withProgram(written)).arrayBuffer()));
    const again = session.openArchive(written);
    Object.assign(row, { written: name, graph: session.print(again.handle, { format: 'graph' }) });
  }
}
writeFileSync(join(out, 'manifest.json'), JSON.stringify(manifest));
process.stdout.write(`${files.length} archives, ${manifest.length} runs\n`);
