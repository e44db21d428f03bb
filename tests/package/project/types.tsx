/** What TypeScript must accept and refuse. */
import { Session, type Format } from 'seesaw';
import { SeesawPlayground } from 'seesaw/element';
import type {} from 'seesaw/element/jsx';
import { locate } from 'seesaw/locate';
import { runPasses } from 'seesaw/passes';
import { tensor } from 'seesaw/tensor';

const format: Format = 'graph';
locate({ small: new URL('https://example.org/seesaw.wasm') });
const session: Session = await Session.create();
session.print(session.open('').handle, { format });
// @ts-expect-error: no such format
await runPasses('', [], { format: 'graf' });
const { reports } = await runPasses('', ['cse_pass']);
// @ts-expect-error: times are left out
reports[0].microseconds;
tensor([1]).sum().backward();

const element = document.createElement('seesaw-playground');
element.passes = 'cse_pass';
element.addEventListener('selection-changed', ({ detail }) => detail[0].name.toUpperCase());
const same: SeesawPlayground = element;
export const page = <seesaw-playground passes="cse_pass" tab="graph" readonly text={same.text} ambient-grad="off" />;
// @ts-expect-error: no such tab
export const wrong = <seesaw-playground tab="graf" />;
