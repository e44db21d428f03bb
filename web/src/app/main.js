/**
 * Entry: registers `<seesaw-playground>`. A page needs nothing else:
 *
 *   <script type="module" src="seesaw-playground.js"></script>
 *   <seesaw-playground></seesaw-playground>
 */
import { Playground } from './playground.js';
import { define } from '../ui/define.js';

define('seesaw-playground', Playground);
