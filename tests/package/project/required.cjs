const { Session } = require('seesaw');
const { runPasses } = require('seesaw/passes');
const { tensor } = require('seesaw/tensor');
const { locate } = require('seesaw/locate');

Promise.all([import('seesaw'), import('seesaw/tensor')]).then(async ([whole, tensors]) => {
  const { GRAPH } = await import('./graph.js');
  const session = await Session.create();
  console.log(
    whole.Session === Session,
    tensors.tensor === tensor,
    typeof locate,
    session.open(GRAPH).nodes,
    (await runPasses(GRAPH, ['eliminate_dead_code'])).reports[0].nodesAfter,
    String(tensor([1, 2]).sum()),
  );
});
