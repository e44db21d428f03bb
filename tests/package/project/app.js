/** A page that uses every part of the package as a page does, and keeps what it saw in `window.said`. */
import { Session } from 'seesaw';
import 'seesaw/element';
import { runPasses } from 'seesaw/passes';
import { tensor } from 'seesaw/tensor';
import { GRAPH } from './graph.js';

/** @param {() => boolean} holds */
async function until(holds) {
  while (!holds()) await new Promise((done) => setTimeout(done, 20));
}

async function look() {
  const session = await Session.create();
  const small = session.print(session.open(GRAPH).handle, { format: 'graph' });
  const { output, reports } = await runPasses(GRAPH, ['eliminate_dead_code']);
  const x = tensor([1, 2], { requiresGrad: true });
  x.mul(x).sum().backward();

  const element = document.createElement('seesaw-playground');
  element.passes = 'eliminate_dead_code';
  element.textContent = GRAPH;
  document.body.append(element);
  await until(() => element.model.live.good?.nodes === 3);
  const { onMainThread } = element.engine;
  element.setAttribute('passes', '');
  await until(() => element.model.live.good?.nodes === 4);
  element.setAttribute('theme', 'dark');
  await until(() => element.shadowRoot.querySelector('.page').classList.contains('theme-dark'));
  await until(() => element.engine.rest === 'ready');
  return {
    small: small.includes('call_function[target=torch.ops.aten.sin.default]'),
    passes: [output.trim(), reports[0].changed],
    grad: String(x.grad),
    onMainThread,
  };
}

look().then(
  (said) => (window.said = said),
  (error) => (window.said = { error: String(error.stack ?? error) }),
);
