import { importMetaAssets } from '@web/rollup-plugin-import-meta-assets';
import { nodeResolve } from '@rollup/plugin-node-resolve';

export default {
  input: 'app.js',
  output: { dir: 'out/rollup', format: 'es' },
  plugins: [nodeResolve({ browser: true, exportConditions: ['browser'] }), importMetaAssets()],
};
