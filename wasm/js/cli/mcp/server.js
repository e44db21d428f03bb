/**
 * `seesaw mcp`: the graphs of a session for an agent, by the Model Context Protocol over standard input and output.
 *
 * What: `serve` registers the tools (tools.js) with the protocol's own SDK and answers until the input ends.
 * Why the SDK is not among the dependencies: it weighs 17 MB, six times the package, and one command of it needs it.
 * Who starts the server installs it beside Seesaw; it is an optional peer with a pinned version.
 */
import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { CliError } from '../input.js';
import { renderDiagnostic } from '../../diagnostics.js';
import { SeesawError, failure } from '../../error.js';
import { Session } from '../../index.js';
import { lines } from './bounded.js';
import { Graphs } from './graphs.js';
import { TOOLS } from './tools.js';

const SDK = '@modelcontextprotocol/server';
const INSTRUCTIONS =
  'Reads, rewrites and explains PyTorch graphs without Python. Begin with open; then print, run, step, why, diff, ' +
  'check, search, edit. Each pass or edit is a step of the graph; bookmark keeps one, rewind goes back. Answers are ' +
  'cut to a size and say how to read on (from).';

/** Of the package, else of the checkout. @returns {Promise<[any, any]>} */
async function sdk() {
  const places = [import.meta.url, new URL('../../../../web/package.json', import.meta.url)];
  for (const place of places) {
    const found = (/** @type {string} */ name) => {
      const path = createRequire(place).resolve(name);
      return import(pathToFileURL(path).href);
    };
    try {
      return await Promise.all([found(SDK), found(`${SDK}/stdio`)]);
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  const version = (await import('../manifest.js')).manifest.peerDependencies[SDK];
  throw new CliError(
    `the package ${SDK} is not installed, and seesaw mcp needs it`,
    `npm install ${SDK}@${version}, beside seesaw; or npx -p seesaw -p ${SDK}@${version} seesaw mcp`,
  );
}

/** What went wrong, as the answer of a tool. @param {unknown} error */
function refused(error) {
  const { diagnostics, file = 'seesaw', text = null } = /** @type {any} */ (error);
  if (!Array.isArray(diagnostics)) throw error;
  const said = diagnostics.map((one) => renderDiagnostic(one, file, text)).join('');
  return { content: [{ type: 'text', text: lines(said) }], isError: true };
}

/** @param {import('./tools.js').Context} context @param {(context: any, args: any) => string | Promise<string>} run */
const answering = (context, run) => async (/** @type {any} */ args) => {
  try {
    return { content: [{ type: 'text', text: await run(context, args ?? {}) }] };
  } catch (error) {
    if (error instanceof SeesawError && error.diagnostics.some(({ code }) => code === 'trap')) {
      context.graphs.forget();
      await context.session.recovered();
      return refused(failure('trap', error.message, 'the engine was started afresh and has no graph: open them again'));
    }
    return refused(error);
  }
};

/** @param {string} folder */
function rootOf(folder) {
  try {
    return realpathSync(folder);
  } catch {
    throw new CliError('there is no such folder', 'give a folder whose files may be opened', folder);
  }
}

/** Serves until standard input ends. @param {{ version: string, roots: string[] }} settings */
export async function serve({ version, roots }) {
  const [{ McpServer, fromJsonSchema }, { serveStdio }] = await sdk();
  const session = await Session.create({ full: true });
  const known = session.describe({ operators: false });
  const context = { session, graphs: new Graphs(session), roots: roots.map(rootOf) };
  const ended = new Promise((resolve) => process.stdin.once('close', resolve));
  serveStdio(() => {
    const server = new McpServer(
      { name: 'seesaw', version },
      { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
    );
    for (const [name, { title, doc, schema, reads, run }] of Object.entries(TOOLS))
      server.registerTool(
        name,
        {
          title,
          description: doc,
          inputSchema: fromJsonSchema(typeof schema === 'function' ? schema(known) : schema),
          annotations: { readOnlyHint: reads === true, destructiveHint: false, openWorldHint: false },
        },
        answering(context, run),
      );
    return server;
  });
  await ended;
}
