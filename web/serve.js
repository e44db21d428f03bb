/**
 * Serves the built page on this machine, under the Content-Security-Policy that the page is made for.
 *
 *   node web/serve.js [--port 4173]
 *
 * If the port is taken, the next free one is used; the address is printed. `serve` is also what the browser tests call.
 */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; " +
  "style-src 'self'; img-src 'self'";

const TYPES = /** @type {Record<string, string>} */ ({
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
});

/** The built page. */
export const DIST = fileURLToPath(new URL('./dist/', import.meta.url));

/** The file that an address names; null if it is outside the folder. @param {string} root @param {string} address */
export function fileFor(root, address) {
  try {
    const path = decodeURIComponent(new URL(address, 'http://localhost').pathname);
    if (path.includes('\0')) return null;
    const base = normalize(root.endsWith(sep) ? root : root + sep);
    const file = normalize(join(base, path.endsWith('/') ? `${path}index.html` : path));
    return file.startsWith(base) ? file : null;
  } catch {
    return null;
  }
}

/**
 * Files whose names hold a hash of their content never change: they stay in the browser, and the page goes on without a
 * network.
 * @param {string} file
 */
const lasting = (file) =>
  /[\\/](?:assets[\\/][^\\/]*-[\w-]{8}\.\w+|python[\\/][0-9a-f]{12}[\\/][^\\/]+)$/.test(file)
    ? 'public, max-age=31536000, immutable'
    : 'no-cache';

/**
 * @param {string} root
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function answer(root, request, response) {
  const headers = {
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-cache',
  };
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { ...headers, Allow: 'GET, HEAD' }).end();
    return;
  }
  const file = fileFor(root, request.url ?? '/');
  const info = file === null ? null : await stat(file).catch(() => null);
  if (file === null || info === null || !info.isFile()) {
    response.writeHead(404, { ...headers, 'Content-Type': TYPES['.txt'] }).end('not found\n');
    return;
  }
  headers['Cache-Control'] = lasting(file);
  response.writeHead(200, {
    ...headers,
    'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
    'Content-Length': info.size,
  });
  if (request.method === 'HEAD') response.end();
  else
    createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response);
}

/** @param {import('node:http').Server} server @param {number} port @returns {Promise<number>} */
function listen(server, port) {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, 'localhost', () => {
      server.off('error', reject);
      resolve(/** @type {import('node:net').AddressInfo} */ (server.address()).port);
    });
  });
}

/**
 * @param {{ root?: string, port?: number }} [options] port 0 takes any free one
 * @returns {Promise<{ url: string, close(): Promise<void> }>}
 */
export async function serve({ root = DIST, port = 4173 } = {}) {
  const server = createServer(
    (request, response) => void answer(root, request, response).catch(() => response.destroy()),
  );
  for (let tried = port; ; tried++) {
    try {
      const taken = await listen(server, tried);
      return {
        url: `http://localhost:${taken}/`,
        close: () => new Promise((done) => (server.close(() => done()), server.closeAllConnections())),
      };
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code !== 'EADDRINUSE' || tried > port + 100) throw error;
    }
  }
}

async function main() {
  const at = process.argv.indexOf('--port');
  const port = at < 0 ? 4173 : Number(process.argv[at + 1]);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    process.stderr.write('serve.js: --port takes a number from 0 to 65535\n');
    process.exit(2);
  }
  if ((await stat(join(DIST, 'index.html')).catch(() => null)) === null) {
    process.stderr.write('serve.js: the page is not built yet: npm run --prefix web build\n');
    process.exit(1);
  }
  const { url } = await serve({ port });
  process.stdout.write(`Seesaw is at ${url}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
