/**
 * Bundling of the element for the npm package: `wasm/element`, one folder without folders, so that addresses stay when
 * files are copied. `npm pack` runs it (wasm/package.json, prepack).
 */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { styles } from './tools/css_plugin.js';
import { examples } from './tools/examples_plugin.js';
import { notices } from './tools/notices_plugin.js';
import { packaged, packagedAddresses } from './tools/packaged_plugin.js';

const { page, worker } = notices();

export default defineConfig({
  base: './',
  publicDir: false,
  plugins: [examples(), styles(), packaged(), page, packagedAddresses()],
  build: {
    outDir: fileURLToPath(new URL('../wasm/element', import.meta.url)),
    emptyOutDir: true,
    assetsDir: '',
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: false,
    chunkSizeWarningLimit: 1000,
    reportCompressedSize: false,
    rollupOptions: {
      input: fileURLToPath(new URL('./src/app/element.js', import.meta.url)),
      preserveEntrySignatures: 'strict',
      output: {
        entryFileNames: 'index.js',
        chunkFileNames: '[name]-[hash].js',
        assetFileNames: '[name]-[hash][extname]',
      },
    },
  },
  worker: {
    format: 'es',
    plugins: () => [packagedAddresses(), worker],
    rollupOptions: { output: { codeSplitting: false, entryFileNames: 'worker.js' } },
  },
});
