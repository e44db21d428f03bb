// Jest without ES modules: what it says.
const { expect, test } = require('@jest/globals');

test('require says what to do', () => {
  for (const name of ['seesaw', 'seesaw/tensor', 'seesaw/passes', 'seesaw/locate'])
    expect(() => require(name)).toThrow(
      `${name} is an ES module, which cannot be required here: write import('${name}')`,
    );
});
