/**
 * Bundling of the element for `seesaw report`: `wasm/element/live.js`, one script, and with `--mode worker` the
 * engine's worker beside it, `live_worker.js`, a script without imports. The command puts both into one page: from
 * file:// a page may load nothing.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { styles } from './tools/css_plugin.js';
import { examples } from './tools/examples_plugin.js';
import { live } from './tools/live_plugin.js';

const ENTRIES = /** @type {Record<string, [string, string]>} */ ({
  worker: ['live_worker.js', './src/engine/worker_packaged.js'],
  production: ['live.js', './src/app/live.js'],
});

export default defineConfig(({ mode }) => {
  const [file, entry] = ENTRIES[mode];
  return {
    base: './',
    publicDir: false,
    plugins: [examples(), styles(), live(mode === 'worker')],
    build: {
      outDir: fileURLToPath(new URL('../wasm/element', import.meta.url)),
      emptyOutDir: false,
      assetsDir: '',
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: false,
      chunkSizeWarningLimit: 3000,
      reportCompressedSize: false,
      rollupOptions: {
        input: fileURLToPath(new URL(entry, import.meta.url)),
        output: { entryFileNames: file, codeSplitting: false },
      },
    },
  };
});
