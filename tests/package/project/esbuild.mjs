import { build } from 'esbuild';

const { warnings } = await build({
  entryPoints: { app: './esbuild_app.js', worker: 'seesaw/element/worker' },
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  loader: { '.wasm': 'file' },
  outdir: 'out/esbuild',
});
if (warnings.length > 0) process.exitCode = 1;
