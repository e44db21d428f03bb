#!/usr/bin/env node
/**
 * Programs that grown_scenarios.py wrote, run by Seesaw: how many agree, and what differs, by cause.
 *
 *   node tests/tools/grown.mjs OUT.jsonl... [--details] [--keep CHOSEN.jsonl]
 *
 * `--details` prints the first difference of each program; `--keep` writes those that differ, and of the others one for
 * each thing that no earlier one does (a step with its function and its outcome).
 */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { runScenario, versionOf } from '../../wasm/js/scenario/run.js';
import { readScenarioText } from '../../wasm/js/scenario/read.js';
import { scenarioDifference } from '../../wasm/js/replay/scenarios.js';

/** @param {string} path */
export function grownPrograms(path) {
  const bytes = readFileSync(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text.split('\n').filter((line) => line !== '');
}

/** What kind of difference a text tells: names, numbers and places left out. @param {string} text */
export function causeOf(text) {
  const what = /^event \d+ \((\S*)/.exec(text)?.[1] ?? '';
  const path = /\): ([\w.]+)?/.exec(text)?.[1] ?? '';
  const kind = /^[et]\d+$/.test(what) ? '' : `${what} `;
  return `${kind}${path.replace(/\.\d+/g, '.N')}`;
}

/** The first difference, or null. @param {any} scenario */
export function grownDifference(scenario) {
  try {
    return scenarioDifference(scenario, runScenario(scenario.program, undefined, versionOf(scenario)));
  } catch (error) {
    return `stopped: ${/** @type {Error} */ (error).name}: ${/** @type {Error} */ (error).message}`;
  }
}

/** What a program does: steps with their functions, and kinds of errors. @param {any} scenario */
function doings(scenario) {
  const out = new Set();
  const stack = [scenario.program];
  while (stack.length > 0) {
    const top = stack.pop();
    if (Array.isArray(top)) stack.push(...top);
    else if (typeof top === 'object' && top !== null) {
      if (typeof top.op === 'string')
        out.add(
          [top.op, top.fn, top.ctx, top.what]
            .filter((word) => typeof word === 'string' && !/^F\d+$/.test(word))
            .join(' '),
        );
      stack.push(...Object.values(top));
    }
  }
  for (const { ev, type, message } of scenario.expect)
    if (ev === 'error') out.add(`${type} ${message.replace(/[\d.]+|\[[^\]]*\]/g, '')}`.slice(0, 80));
  return out;
}

function main() {
  const args = process.argv.slice(2);
  const keep = args.includes('--keep') ? args.splice(args.indexOf('--keep'), 2)[1] : null;
  const details = args.includes('--details');
  const causes = new Map();
  const seen = new Set();
  let [all, agreed] = [0, 0];
  if (keep) writeFileSync(keep, '');
  for (const path of args.filter((arg) => !arg.startsWith('--'))) {
    for (const line of grownPrograms(path)) {
      const scenario = readScenarioText(line);
      const found = grownDifference(scenario);
      all += 1;
      agreed += found === null ? 1 : 0;
      if (found !== null) {
        const cause = causeOf(found);
        causes.set(cause, (causes.get(cause) ?? 0) + 1);
        if (details) console.log(`${scenario.id}: ${found}`);
      }
      const fresh = [...doings(scenario)].filter((one) => !seen.has(one));
      for (const one of fresh) seen.add(one);
      if (keep && (found !== null || fresh.length > 0)) appendFileSync(keep, `${line}\n`);
    }
  }
  console.log(`${all} programs, ${agreed} agree, ${all - agreed} differ`);
  for (const [cause, count] of [...causes].sort((a, b) => b[1] - a[1]))
    console.log(`${String(count).padStart(6)}  ${cause}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
