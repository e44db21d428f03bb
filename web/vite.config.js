/**
 * Bundling of the page.
 *
 * What: one entry with a fixed name, `seesaw-playground.js`, so that a bare HTML file can name it; everything else
 * hashed. Beside it the script that begins the engine early (preload_plugin.js).
 * Why: the page runs under `script-src 'self'`, so nothing may be inlined, neither assets nor the preload helper.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { styles } from './tools/css_plugin.js';
import { examples } from './tools/examples_plugin.js';
import { firstChunks } from './tools/first_chunks.js';
import { notices } from './tools/notices_plugin.js';
import { offline } from './tools/offline_plugin.js';
import { preload } from './tools/preload_plugin.js';
import { python } from './tools/python_plugin.js';

const first = firstChunks('/web/src/app/main.js');
const { page, worker } = notices();

export default defineConfig({
  base: './',
  plugins: [examples(), styles(), first.plugin, preload(), python(), page, offline()],
  build: {
    outDir: 'dist',
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: false,
    chunkSizeWarningLimit: 1000,
    reportCompressedSize: true,
    rollupOptions: {
      input: {
        page: fileURLToPath(new URL('./index.html', import.meta.url)),
        begin: fileURLToPath(new URL('./src/engine/begin.js', import.meta.url)),
      },
      output: {
        entryFileNames: ({ name }) => (name === 'page' ? 'seesaw-playground.js' : 'assets/[name]-[hash].js'),
        codeSplitting: { groups: first.groups },
      },
    },
  },
  worker: {
    format: 'es',
    plugins: () => [worker],
    // What every worker begins with is one file, whatever else is split off: each file more is packed by itself.
    rollupOptions: {
      output: {
        codeSplitting: { groups: [{ name: 'session', test: /\/(?:wasm\/js\/(?:session|error)|text\/diff)\.js$/ }] },
      },
    },
  },
});
