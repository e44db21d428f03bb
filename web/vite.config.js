/**
 * Bundling of the page.
 *
 * What: one entry with a fixed name, `seesaw-playground.js`, so that a bare HTML file can name it; everything else hashed.
 * Why: the page runs under `script-src 'self'`, so nothing may be inlined, neither assets nor the preload helper.
 */
import { defineConfig } from 'vite';
import { examples } from './tools/examples_plugin.js';
import { offline } from './tools/offline_plugin.js';

export default defineConfig({
  base: './',
  plugins: [examples(), offline()],
  build: {
    outDir: 'dist',
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: false,
    chunkSizeWarningLimit: 1000,
    reportCompressedSize: true,
    rollupOptions: {
      output: { entryFileNames: 'seesaw-playground.js' },
    },
  },
  worker: { format: 'es' },
});
