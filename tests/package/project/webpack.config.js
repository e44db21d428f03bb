import { fileURLToPath } from 'node:url';

export default {
  mode: 'production',
  entry: './app.js',
  output: { path: fileURLToPath(new URL('out/webpack', import.meta.url)) },
  performance: { hints: false },
  // What is unused is left out all the same; to make names short takes minutes.
  optimization: { minimize: false },
};
