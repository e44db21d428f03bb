export default { test: { include: ['vitest.wrong.mjs'] } };
