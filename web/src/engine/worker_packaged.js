/** The engine's worker in the npm package: its first message says where the modules are (begin_packaged.js). */
import { locate } from '../../../wasm/js/locate.js';
import { serve } from './mailbox.js';

self.addEventListener(
  'message',
  ({ data }) => {
    locate(data.places);
    serve();
  },
  { once: true },
);
