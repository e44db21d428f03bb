#!/usr/bin/env node
/**
 * seesaw: the command line.
 *
 *   seesaw print model.txt --format graph
 *   seesaw run - --passes replace-set-grad-with-hop-pass --why < model.txt
 *
 * Results go to standard output; diagnostics to standard error as `file:line:col: error: message` with the source line
 * and a caret. Exit status: 0 good; 1 a pass, a check or a replay failed; 2 the input or the command line cannot be
 * used;
 * 3 something could not be checked.
 */
import { parseArgs } from 'node:util';
import { SeesawError, renderDiagnostic } from '../index.js';
import { COMMANDS, commandOf, helpText } from './commands.js';
import { CliError } from './input.js';
import { didYouMean } from '../nearest.js';

// A reader that closes the pipe early is no error of ours.
process.stdout.on('error', (error) => {
  if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPIPE') throw error;
});

/** @param {string[]} argv @returns {Promise<number>} */
async function main(argv) {
  const [name, ...rest] = argv;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    const text = await helpText(name === 'help' ? rest[0] : undefined);
    (name === undefined ? process.stderr : process.stdout).write(text);
    return name === undefined ? 2 : 0;
  }
  if (name === '--version') return COMMANDS.version.run([], {});
  const command = commandOf(name);
  /** @type {ReturnType<typeof parseArgs>} */
  let parsed;
  try {
    parsed = parseArgs({
      args: rest,
      options: { ...command.options, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
      tokens: true,
    });
  } catch (error) {
    const message = /** @type {Error} */ (error).message.split('. ')[0];
    const meant = didYouMean(
      /'(--[^' ]*)/.exec(message)?.[1] ?? '',
      Object.keys(command.options).map((option) => `--${option}`),
    );
    throw new CliError(message, `${meant}${meant === '' ? '' : ' '}See seesaw help ${name}.`);
  }
  if (parsed.values.help) {
    process.stdout.write(await helpText(name));
    return 0;
  }
  // Options in their order, for commands where it matters.
  const given = (parsed.tokens ?? []).flatMap((token) =>
    token.kind === 'option' ? [{ name: token.name, value: token.value }] : [],
  );
  return command.run(parsed.positionals, { .../** @type {Record<string, any>} */ (parsed.values), given });
}

/** What went wrong, as a terminal shows it; a stack only of what must never happen. @param {unknown} error */
function rendered(error) {
  if (error instanceof CliError) return error.text();
  if (error instanceof SeesawError) return error.diagnostics.map((one) => renderDiagnostic(one, 'seesaw')).join('');
  return `seesaw: error: ${/** @type {Error} */ (error)?.stack ?? error}\n`;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(rendered(error));
  process.exitCode = 2;
}
