/** What a user of the package would write, checked by tsc against the declarations: tests/node/types.test.js. */
import { renderDiagnostic, SeesawError, Session } from 'seesaw';
import type {
  Description,
  Diagnostic,
  EditAnswer,
  Format,
  OpenAnswer,
  PassReport,
  PassRequest,
  PrintOptions,
  ReadAnswer,
  RunAnswer,
  RunSettings,
  WhyEntry,
} from 'seesaw';

const session: Session = await Session.create();
const other: Session = await Session.create({ wasm: new URL('https://example.org/seesaw.wasm') });
const program: OpenAnswer = session.open('def forward(self, x):\n    return (x,)\n');
const read: ReadAnswer = session.read('def');
const handle: number | undefined = read.handle;
const format: Format = 'readable';
const options: PrintOptions = { format, path: '', strides: true, device: false, className: 'A', plain: true };
const text: string = session.print(program.handle, options);
const pass: PassRequest = { name: 'replace_set_grad_with_hop_pass', options: { correct: true }, enabled: true };
const settings: RunSettings = { ambientGrad: false, verify: true, snapshots: true, splits: true };
const result: RunAnswer = session.run(program.handle, ['eliminate_dead_code', pass], settings);
const report: PassReport | undefined = result.reports[0];
const entries: WhyEntry[] = report?.why ?? [];
const edited: EditAnswer = session.edit(null, [{ do: 'placeholder', target: 'x' }], { stopOnError: true });
const known: Description = session.describe();
const side: boolean | undefined = known.ops[0]?.sideEffect;
const status: { value: unknown; payload: string } = session.call('status');
session.close(program.handle);
const waited: void = await session.recovered();

try {
  other.open('(');
} catch (error) {
  if (error instanceof SeesawError) {
    const diagnostics: Diagnostic[] = error.diagnostics;
    console.log(diagnostics.map((d) => renderDiagnostic(d, 'a.py', null)).join(''), error.message);
  }
}

// What must not be possible.
// @ts-expect-error a session is made by create
new Session();
// @ts-expect-error a handle is a number
session.print('1');
// @ts-expect-error there is no such format
session.print(1, { format: 'pdf' });
// @ts-expect-error a decision is one of a few
entries[0]!.decision === 'maybe';
// @ts-expect-error there is no such method
session.destroy();

export { edited, handle, side, status, text, waited };
