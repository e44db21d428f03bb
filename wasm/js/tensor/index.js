/**
 * Tensors with PyTorch's autograd, for people who write JavaScript.
 *
 * What: everything that is public, loaded and ready.
 * Why: it reads like PyTorch; names are PyTorch's in camelCase.
 *
 *   import { tensor, graph } from 'seesaw/tensor';
 *   const a = tensor([0, 0, 0], { requiresGrad: true });
 *   const b = tensor([1, 2, 3], { requiresGrad: true });
 *   a.mul(b).gradFn.name()           // 'MulBackward0'
 */
import { load } from './core.js';
import { installFunctional } from './functional.js';
import { installOperators } from './operators.js';

await load();
installOperators();
installFunctional();

export * from './surface.js';
