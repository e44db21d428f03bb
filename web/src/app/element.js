/**
 * Entry of `seesaw/element`, the element in the npm package: registers `<seesaw-playground>` and exports its class.
 *
 *   import 'seesaw/element';
 */
export { Playground as SeesawPlayground } from './playground.js';
import './main.js';
