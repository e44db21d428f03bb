/**
 * index.js for Node, where nothing has to be awaited: `require('seesaw/tensor')` works, too.
 */
import { loadNow } from './core.js';
import { installFunctional } from './functional.js';
import { installOperators } from './operators.js';

loadNow();
installOperators();
installFunctional();

export * from './surface.js';
