/** Lint rules for all JavaScript of the repository: `npm run --prefix web lint`. */
import js from '@eslint/js';
import globals from 'globals';

export default [
  { ignores: ['**/dist/', '**/node_modules/'] },
  js.configs.recommended,
  {
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      eqeqeq: 'error',
      'prefer-const': 'error',
    },
  },
];
