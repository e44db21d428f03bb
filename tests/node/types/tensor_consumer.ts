/** What a user of the tensors would write, checked by tsc against the declarations: tests/node/tensor_types.test.js. */
import { AutogradFunction, backward, grad, graph, noGrad, ops, tensor } from 'seesaw/tensor';
import type {
  BackwardGraph,
  DType,
  ExecutionEvent,
  FunctionContext,
  Gradients,
  Node,
  RemovableHandle,
  Tensor,
} from 'seesaw/tensor';

const a: Tensor = tensor(
  [
    [1, 2],
    [3, 4],
  ],
  { requiresGrad: true, dtype: 'float64', device: 'cpu' },
);
const b: Tensor = tensor(new Float32Array(4), { shape: [2, 2] });
const c: Tensor = a.mul(b).add(1, { alpha: 2 }).sum(0, true).sum({ dim: 0, keepdim: true }).view(1, 2).view([2]);
const [values, indices]: [Tensor, Tensor] = a.max(1);
const parts: Tensor[] = a.unbind(0);
const same: Tensor = a.clone().mul_(2).sin_();
const joined: Tensor = ops.cat([a, b], 1);
const less: Tensor = ops.sub(1, a);
const node: Node | null = c.gradFn;
const names: (string | undefined)[] | undefined = node?.nextFunctions.map(
  ([next, inputNr]) => `${next?.name()} ${inputNr}`,
);
const handle: RemovableHandle | undefined = node?.registerHook((gradInputs: Gradients, gradOutputs: Gradients) => [
  gradOutputs[0] ?? null,
]);
handle?.remove();
a.registerHook((g) => g?.mul(2));
const dtype: DType = a.dtype;
a.sum().backward(null, { retainGraph: true });
backward([a.sum(), b.sum()], { inputs: [a] });
const [da]: Gradients = grad(a.sum(), graph.getGradientEdge(a), { createGraph: true });
const off: Tensor = noGrad(() => a.mul(2));
graph.savedTensorsHooks(
  (t) => ({ t }),
  ({ t }) => t,
  () => a.mul(b),
);
graph.registerMultiGradHook([a, b], (grads) => grads.length, { mode: 'all' });
graph.registerMultiGradHook([a, b], (first) => first.item(), { mode: 'any' });
const looked: BackwardGraph = graph.inspect([c], { nodes: true });
const events: ExecutionEvent[] = graph.recordExecution(() => c.sum().backward()).events;
class Square extends AutogradFunction {
  static override forward(ctx: FunctionContext, x: Tensor) {
    ctx.saveForBackward(x);
    return x.mul(x);
  }
  static override backward(ctx: FunctionContext, g: Tensor) {
    return g.mul(ctx.savedTensors[0] ?? 1);
  }
}
const squared: Tensor = Square.apply(a);

// What must not be possible.
// @ts-expect-error there is no such dtype
tensor([1], { dtype: 'complex64' });
// @ts-expect-error a tensor comes from tensor()
new Tensor();
// @ts-expect-error there is no such operator
a.multiplyBy(b);
// @ts-expect-error a mode is one of two
graph.registerMultiGradHook([a], () => {}, { mode: 'some' });
// @ts-expect-error a dimension is a number
a.max('x');
// @ts-expect-error an attribute that is read only
a.shape = [1];

export { da, dtype, events, indices, joined, less, looked, names, off, parts, same, squared, values };
