import webpack from 'webpack';
import config from './webpack.config.js';

webpack(config, (error, stats) => {
  if (!error && !stats.hasErrors() && !stats.hasWarnings()) return;
  console.error(String(error ?? stats.toString()));
  process.exitCode = 1;
});
