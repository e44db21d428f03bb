/** What TypeScript must accept and refuse in a project without the library `dom`. */
import { Archive, Session, type PassName } from 'seesaw';
import { locate } from 'seesaw/locate';
import { openLogs } from 'seesaw/logs';
import { runPasses } from 'seesaw/passes';
import { tensor } from 'seesaw/tensor';

const pass: PassName = 'cse_pass';
// @ts-expect-error: no such pass
export const wrong: PassName = 'cse_pas';
await runPasses('', [pass, 'one_of_my_own', { name: 'cse_pass' }]);
export const known = [Archive, Session, locate, openLogs, tensor];
