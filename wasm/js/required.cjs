/**
 * For `require`: the ES module itself, so that there is one of it. Node 20.19 and 22.12 can do that; where it cannot be
 * done, as in Jest without its modules of ECMAScript, the error says what to do.
 */
module.exports = (/** @type {() => unknown} */ load, /** @type {string} */ name) => {
  try {
    return load();
  } catch (error) {
    const { code, message = '' } = /** @type {any} */ (error) ?? {};
    const refused =
      code === 'ERR_REQUIRE_ESM' ||
      code === 'ERR_REQUIRE_ASYNC_MODULE' ||
      /Must use import to load ES Module|Cannot use import statement/.test(message);
    if (!refused) throw error;
    throw new Error(
      `${name} is an ES module, which cannot be required here: write import('${name}'), use Node 20.19 or newer, ` +
        'or run Jest as node --experimental-vm-modules node_modules/.bin/jest',
      { cause: error },
    );
  }
};
