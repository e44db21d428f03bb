/** The engine's worker in the page: it begins to load before anybody asks. */
import { serve } from './mailbox.js';

serve();
